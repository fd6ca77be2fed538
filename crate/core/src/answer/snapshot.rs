//! The page as it is at one moment, in so few words that every act can afford it: what is compared before and
//! after. Made once per revision, and the one after an act serves as the one before the next. It must never hold
//! what the page says, but for what a gone thing is told by.

use onecall_protocol::Handle;
use onecall_protocol::facts::{extra, flag};
use onecall_protocol::plan::Before;

use super::gist;
use crate::member::Tree;
use crate::model::aria::{Shown, States};
use crate::model::dom::NodeId;
use crate::model::outline::{Kind, ThingId};

/// Kinds whose coming and going is told.
pub(super) const TOLD: &[Kind] =
    &[Kind::Dialog, Kind::Alert, Kind::Menu, Kind::Form, Kind::Table, Kind::Editor, Kind::Tablist, Kind::Section];
/// Kinds whose state is told.
pub(super) const CONTROLS: &[Kind] = &[Kind::Field, Kind::Button, Kind::Tab, Kind::MenuItem, Kind::TreeItem];
/// Tables and lists of more rows are compared by their number only.
const ROWS: usize = 100;

/// A moment of the page.
#[derive(Debug, Default)]
pub struct Snapshot {
    /// What is kept over a core's death.
    pub before: Before,
    pub(super) controls: Vec<Control>,
    /// Shown texts, block by block, as hashes.
    pub(super) texts: Vec<(u64, NodeId)>,
    /// Labels of the rows and items of small tables and lists.
    pub(super) rows: Vec<(Handle, Vec<String>)>,
}

/// A control's state.
#[derive(Debug, Clone, Copy)]
pub(super) struct Control {
    pub id: ThingId,
    pub handle: Handle,
    /// Its kind and what it says of itself, for controls that were drawn anew; names would cost more than all else here.
    pub ident: u64,
    /// States, bit by bit.
    pub bits: u32,
    /// What it holds.
    pub value: u64,
}

/// Bits of a control's state.
pub(super) mod bit {
    pub const DISABLED: u32 = 1;
    pub const BUSY: u32 = 1 << 1;
    pub const CURRENT: u32 = 1 << 2;
    pub const READONLY: u32 = 1 << 3;
    pub const INVALID: u32 = 1 << 4;
    pub const REQUIRED: u32 = 1 << 5;
    pub const SELECTED: u32 = 3 << 6;
    pub const PRESSED: u32 = 3 << 8;
    pub const CHECKED: u32 = 3 << 10;
    pub const EXPANDED: u32 = 3 << 12;
}

/// Takes one.
#[must_use]
pub fn take(tree: &Tree) -> Snapshot {
    let outline = tree.outline();
    let page = outline.page();
    let head = tree.dom().head();
    let mut out = Snapshot {
        before: Before { url: head.url.clone(), title: head.title.clone(), ..Before::default() },
        ..Snapshot::default()
    };
    for kind in TOLD {
        for id in outline.within(page, *kind) {
            // Many headings, and never told when they go.
            let path = if *kind == Kind::Section { String::new() } else { tree.address(*id).to_string() };
            out.before.things.push((handle(tree, *id), path, text_of(tree, *id)));
        }
    }
    for kind in CONTROLS {
        out.controls.extend(outline.within(page, *kind).iter().map(|id| control(tree, *id)));
    }
    for (id, kind) in containers(tree) {
        let inner = tree.members(id, kind).things;
        let of = handle(tree, id);
        out.before.counts.push((of, tree.address(id).to_string(), inner.len()));
        if inner.len() <= ROWS {
            out.rows.push((of, inner.iter().map(|id| tree.label(*id)).collect()));
        }
    }
    out.texts = hashes(tree, tree.dom().root());
    out.before.newest = tree.dom().newest();
    out
}

pub(super) fn handle(tree: &Tree, id: ThingId) -> Handle {
    tree.outline().thing(id).map_or(0, |thing| tree.dom().handle(thing.node))
}

pub(super) fn text_of(tree: &Tree, id: ThingId) -> String {
    if tree.kind(id) == Kind::Alert { gist::cut(&tree.whole_text(id), 200) } else { String::new() }
}

/// Tables and lists, with the kind of what is in them.
pub(super) fn containers(tree: &Tree) -> Vec<(ThingId, Kind)> {
    let outline = tree.outline();
    let of = |kind: Kind, inner: Kind| outline.within(outline.page(), kind).iter().map(move |id| (*id, inner));
    of(Kind::Table, Kind::Row).chain(of(Kind::List, Kind::Item)).collect()
}

fn control(tree: &Tree, id: ThingId) -> Control {
    let node = tree.outline().thing(id).map(|thing| thing.node);
    let dom = tree.dom();
    let mut ident = Words::default();
    ident.push(tree.kind(id).one());
    for part in ["aria-label", "name", "id", "placeholder", "value", "href"] {
        ident.push(" ");
        ident.push(node.and_then(|node| dom.attr(node, part)).unwrap_or(""));
    }
    ident.push(" ");
    ident.push(&node.map(|node| dom.flat_text(node, 60)).unwrap_or_default());
    let (handle, bits, value) = node.map_or((0, 0, 0), |node| {
        let mut value = Words::default();
        for part in
            [dom.extra_text(node, extra::VALUE), dom.attr(node, "aria-valuenow"), dom.attr(node, "aria-valuetext")]
        {
            value.push(part.unwrap_or(""));
            value.push(" ");
        }
        if tree.kind(id) == Kind::Field {
            for radio in tree.outline().radios(id) {
                value.push(if dom.has(radio, flag::CHECKED) || dom.attr(radio, "aria-checked") == Some("true") {
                    "1"
                } else {
                    "0"
                });
            }
            if dom.extra_text(node, extra::VALUE).is_none() && !matches!(dom.tag(node), "input" | "select" | "textarea")
            {
                value.push(&dom.flat_text(node, 100));
            }
        }
        let said = dom.attr(node, "aria-invalid").is_some_and(|said| !matches!(said.trim(), "" | "false"));
        // The browser's own complaint about an empty field is no news.
        let filled = dom.extra_text(node, extra::VALUE).is_some_and(|value| !value.is_empty());
        (dom.handle(node), bits(&tree.states(id), said || filled && dom.has(node, flag::INVALID)), value.hash)
    });
    Control { id, handle, ident: ident.hash, bits, value }
}

fn bits(states: &States, invalid: bool) -> u32 {
    let flag = |on: bool, bit: u32| if on { bit } else { 0 };
    // Absent, off, on, between.
    let tri = |state: Option<Option<bool>>, bit: u32| {
        let lowest = bit & bit.wrapping_neg();
        match state {
            None => 0,
            Some(Some(false)) => lowest,
            Some(Some(true)) => lowest << 1,
            Some(None) => bit,
        }
    };
    flag(states.disabled, bit::DISABLED)
        | flag(states.busy, bit::BUSY)
        | flag(states.current, bit::CURRENT)
        | flag(states.readonly, bit::READONLY)
        | flag(invalid, bit::INVALID)
        | flag(states.required, bit::REQUIRED)
        | tri(states.selected.map(Some), bit::SELECTED)
        | tri(states.pressed, bit::PRESSED)
        | tri(states.checked, bit::CHECKED)
        | tri(states.expanded.map(Some), bit::EXPANDED)
}

/// A hash over words, whatever the white space between them (FNV-1a).
#[derive(Debug, Clone, Copy)]
struct Words {
    hash: u64,
    space: bool,
    any: bool,
}

impl Default for Words {
    fn default() -> Self {
        Self { hash: 0xcbf2_9ce4_8422_2325, space: false, any: false }
    }
}

impl Words {
    fn push(&mut self, text: &str) {
        for c in text.chars() {
            if c.is_whitespace() {
                self.space = self.any;
                continue;
            }
            if std::mem::take(&mut self.space) {
                self.mix(u32::from(' '));
            }
            self.any = true;
            self.mix(u32::from(c));
        }
    }

    fn mix(&mut self, word: u32) {
        self.hash = (self.hash ^ u64::from(word)).wrapping_mul(0x0000_0100_0000_01b3);
    }
}

/// Shown texts, block by block: a number that changes means nothing without the words around it.
pub(super) fn hashes(tree: &Tree, top: Option<NodeId>) -> Vec<(u64, NodeId)> {
    let dom = tree.dom();
    let mut out: Vec<(Option<NodeId>, Words)> = Vec::new();
    for node in top.map(|top| dom.walk(top)).into_iter().flatten() {
        let (Some(text), Some(parent)) = (dom.text(node), dom.parent(node)) else { continue };
        // What stands behind a dialog is not exposed, but it has not gone.
        if text.trim().is_empty() || !matches!(tree.view().shown(parent), Shown::Yes | Shown::NotExposed) {
            continue;
        }
        let block = block_of(tree, node);
        match out.last_mut().filter(|(of, _)| *of == block) {
            Some((_, words)) => words.push(text),
            None => {
                let mut words = Words::default();
                words.push(text);
                out.push((block, words));
            }
        }
    }
    out.into_iter().filter_map(|(block, words)| Some((words.hash, block?))).collect()
}

/// What stands apart from the text around it: a block, or a label.
fn block_of(tree: &Tree, node: NodeId) -> Option<NodeId> {
    let dom = tree.dom();
    let apart = |above: &NodeId| {
        dom.has(*above, flag::BLOCK)
            || dom.has(*above, flag::INLINE_BLOCK)
            || dom.has(*above, flag::SVG)
            || matches!(dom.tag(*above), "label" | "option")
    };
    dom.ancestors(node).find(apart)
}

/// The text that a hash was made of, in its block.
pub(super) fn text_at(tree: &Tree, block: NodeId, hash: u64) -> Option<String> {
    let dom = tree.dom();
    let mut run = String::new();
    let of = |text: &str| {
        let mut words = Words::default();
        words.push(text);
        words.hash
    };
    for node in dom.walk(block) {
        let (Some(text), Some(parent)) = (dom.text(node), dom.parent(node)) else { continue };
        if text.trim().is_empty() || !matches!(tree.view().shown(parent), Shown::Yes | Shown::NotExposed) {
            continue;
        }
        if block_of(tree, node) != Some(block) {
            run.clear();
            continue;
        }
        run.push_str(text);
        if of(&run) == hash {
            return Some(run.split_whitespace().collect::<Vec<_>>().join(" "));
        }
    }
    None
}

/// Of a text as it is written.
pub(super) fn hash(text: &str) -> u64 {
    let mut words = Words::default();
    words.push(text);
    words.hash
}
