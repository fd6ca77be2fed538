//! One pass over the mirror that finds candidates for things, with where they begin and end.
//! What a container is (data or layout table, rich or plain list, form or not) is decided when the
//! pass leaves it, from counts of what it holds. No name is computed here.

use onecall_protocol::facts::flag;

use super::Kind;
use super::class::{self, Attrs, Class};
use super::judge::{ListTally, Stats, TableTally};
use super::shape::{Card, Kid, Shape};
use super::slack::Slack;
use crate::model::aria::View;
use crate::model::dom::NodeId;
use crate::order::Map;
use tags::{Tag, Tags};

mod adopt;
mod close;
mod open;
mod repeat;
mod spot;
mod tags;

/// A candidate. `open` and `close` count elements in document order; `close` is exclusive.
#[derive(Debug, Clone, Copy)]
pub(super) struct Found {
    /// `None` bounds sections only.
    pub kind: Option<Kind>,
    pub node: NodeId,
    pub open: u32,
    pub close: u32,
    /// Of a heading.
    pub level: u8,
    /// Addresses of what is inside go through it.
    pub owns: bool,
    /// Not a thing after all.
    pub dropped: bool,
    /// A form made of a group.
    pub grouped: Grouped,
    /// What it counts as when several start at one element: containers first.
    pub rank: u8,
}

/// Is a candidate a form without being one in name?
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Grouped {
    /// No.
    No,
    /// A named group of fields without a button: a form as far as nothing around it is one.
    Part,
    /// A group with a button.
    Whole,
}

/// What the pass brings home.
#[derive(Debug, Default)]
pub(super) struct Findings<'a> {
    pub founds: Vec<Found>,
    /// Radio buttons and the candidate that stands for their group.
    pub radios: Vec<(NodeId, u32)>,
    /// Labels with the id they are for.
    pub labels: Vec<(&'a str, NodeId)>,
    /// Ids of list boxes that belong to combo boxes.
    pub popups: Vec<&'a str>,
    /// What was decided by how many words there are.
    pub slack: Slack,
}

/// What an element is inside of.
pub(super) mod cx {
    pub const HIDDEN: u16 = 1;
    pub const INTERACTIVE: u16 = 1 << 1;
    pub const NAV: u16 = 1 << 2;
    pub const MENU: u16 = 1 << 3;
    pub const FORM: u16 = 1 << 4;
    pub const DIALOG: u16 = 1 << 5;
    pub const ROW: u16 = 1 << 6;
    pub const BUTTON: u16 = 1 << 7;
    pub const COMBO: u16 = 1 << 8;
    pub const HEAD: u16 = 1 << 9;
    pub const FEED: u16 = 1 << 10;
    /// A header or footer of the page.
    pub const CHROME: u16 = 1 << 11;
    pub const MAIN: u16 = 1 << 12;
}

/// Where no structure is looked for by shape.
const SHAPELESS: u16 = cx::HIDDEN | cx::INTERACTIVE | cx::NAV | cx::MENU | cx::ROW | cx::CHROME;

const NONE: u32 = u32::MAX;

/// Of most candidates. Lists and items found by shape come before what else starts where they start.
const RANK: u8 = 2;

/// An element whose children are being read.
struct Frame {
    node: NodeId,
    tag: Tag,
    seq: u32,
    class: Class,
    found: u32,
    cx: u16,
    block: bool,
    /// Words stand directly in it.
    speaks: bool,
    radiogroup: u32,
    form: u32,
    stats: Stats,
    shape: Shape,
    /// Where its children begin among those that may be items.
    kids: usize,
    /// It is nothing but a row of cards: their list, or the cards that make none.
    row: Option<(u32, Vec<u32>)>,
    few: [Option<Card>; 2],
}

struct Scan<'a> {
    view: View<'a>,
    out: Findings<'a>,
    #[expect(clippy::vec_box, reason = "frames are large: left where they are, and their places used again")]
    frames: Vec<Box<Frame>>,
    #[expect(clippy::vec_box, reason = "as above")]
    spare: Vec<Box<Frame>>,
    tags: Tags,
    lists: Vec<ListTally>,
    tables: Vec<TableTally>,
    groups: Map<(u32, &'a str), u32>,
    kids: Vec<Kid<'a>>,
    /// Forms whose controls stand elsewhere, by what is around both, ascending.
    adopted: Vec<(NodeId, NodeId)>,
    seq: u32,
    spots: bool,
}

/// Finds the candidates below the document element; `spots` too, where they are wanted.
pub(super) fn run(view: View<'_>, spots: bool) -> Findings<'_> {
    let mut scan = Scan {
        view,
        out: Findings::default(),
        frames: Vec::new(),
        spare: Vec::new(),
        tags: Tags::default(),
        lists: Vec::new(),
        tables: Vec::new(),
        groups: Map::default(),
        kids: Vec::new(),
        adopted: adopt::forms(view),
        seq: 0,
        spots,
    };
    let Some(root) = view.dom.root() else { return scan.out };
    let mut at = root;
    loop {
        if scan.enter(at)
            && let Some(child) = view.dom.first(at)
        {
            at = child;
            continue;
        }
        scan.leave(at);
        loop {
            if at == root {
                return scan.out;
            }
            if let Some(next) = view.dom.next(at) {
                at = next;
                break;
            }
            let Some(parent) = view.dom.parent(at) else { return scan.out };
            at = parent;
            scan.leave(at);
        }
    }
}

impl<'a> Scan<'a> {
    /// True where its children are worth a look.
    fn enter(&mut self, id: NodeId) -> bool {
        let dom = self.view.dom;
        if !dom.is_element(id) {
            self.text(dom.text(id).unwrap_or(""));
            return false;
        }
        let tag = self.tags.of(dom, id);
        let attrs = Attrs::of(self.view, id);
        let mut class = class::of(self.view, id, dom.tag(id), tag.class, attrs);
        if class == Class::Opaque {
            return false;
        }
        let (above, radiogroup, form) =
            self.frames.last().map_or((0, NONE, NONE), |frame| (frame.cx, frame.radiogroup, frame.form));
        if above & cx::FEED != 0 && class == Class::Bound {
            class = Class::Item;
        }
        self.seq += 1;
        let hidden = if dom.has(id, flag::RENDERED) { 0 } else { cx::HIDDEN };
        let mut frame = self.spare.pop().unwrap_or_else(|| Box::new(Frame::new(id, tag)));
        frame.node = id;
        frame.tag = tag;
        frame.seq = self.seq - 1;
        frame.class = class;
        frame.found = NONE;
        frame.cx = above & !cx::FEED | hidden;
        frame.block = dom.has(id, flag::BLOCK);
        frame.speaks = false;
        (frame.radiogroup, frame.form) = (radiogroup, form);
        (frame.stats, frame.shape) = (Stats::default(), Shape::default());
        frame.kids = self.kids.len();
        (frame.row, frame.few) = (None, [None; 2]);
        self.open(&mut frame, attrs);
        self.frames.push(frame);
        class != Class::Editor
    }

    fn put(&mut self, frame: &Frame, kind: Option<Kind>) -> u32 {
        let level = if let Class::Heading(level) = frame.class { level } else { 0 };
        let found = Found {
            kind,
            node: frame.node,
            open: frame.seq,
            close: NONE,
            level,
            owns: kind.is_some_and(Kind::owns),
            dropped: false,
            grouped: Grouped::No,
            rank: RANK,
        };
        self.out.founds.push(found);
        (self.out.founds.len() - 1) as u32
    }

    fn text(&mut self, text: &str) {
        let text = text.trim_ascii();
        if text.is_empty() {
            return;
        }
        let Some(frame) = self.frames.last_mut() else { return };
        if frame.cx & cx::HIDDEN != 0 {
            return;
        }
        frame.speaks = true;
        frame.stats.text(text, frame.cx & cx::INTERACTIVE != 0);
    }

    fn leave(&mut self, id: NodeId) {
        if self.frames.last().is_none_or(|frame| frame.node != id) {
            return;
        }
        let Some(mut frame) = self.frames.pop() else { return };
        let close = self.seq;
        if let Some(found) = self.found(frame.found)
            && !(frame.class == Class::Term && found.kind == Some(Kind::Item))
        {
            found.close = close;
        }
        self.repeated(&mut frame);
        self.close(&mut frame);
        self.spot(&mut frame);
        self.adopt(&mut frame);
        let Some(parent) = self.frames.last_mut() else { return };
        if frame.cx & cx::HIDDEN != 0 && parent.cx & cx::HIDDEN == 0 {
            return self.spare.push(frame);
        }
        parent.stats.merge(&frame.stats);
        parent.stats.blocks += u32::from(frame.block);
        parent.shape.add(frame.tag.bit, &frame.shape);
        if frame.tag.item && frame.cx & SHAPELESS == 0 {
            let tag = self.view.dom.tag(frame.node);
            let card = Card { node: frame.node, open: frame.seq, close };
            let (shape, stats, row, few) = (frame.shape, frame.stats, frame.row.take(), frame.few);
            self.kids.push(Kid { card, tag, shape, stats, row, few });
        }
        self.spare.push(frame);
    }

    fn found(&mut self, index: u32) -> Option<&mut Found> {
        self.out.founds.get_mut(index as usize)
    }

    fn drop(&mut self, index: u32) {
        if let Some(found) = self.found(index) {
            found.dropped = true;
        }
    }
}

impl Frame {
    fn new(node: NodeId, tag: Tag) -> Self {
        Self {
            node,
            tag,
            seq: 0,
            class: Class::Plain,
            found: NONE,
            cx: 0,
            block: false,
            speaks: false,
            radiogroup: NONE,
            form: NONE,
            stats: Stats::default(),
            shape: Shape::default(),
            kids: 0,
            row: None,
            few: [None; 2],
        }
    }

    fn seq_of_parent(&self, frames: &[Box<Frame>]) -> u32 {
        frames.last().map_or(NONE - 1, |parent| parent.seq)
    }
}

/// True where there is more than white space.
pub(super) fn has_text(text: &str) -> bool {
    !text.trim().is_empty()
}
