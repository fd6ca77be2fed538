//! What is compared of one thing or text before and after an act, in so few words that every act can afford it: states of
//! controls as bits, texts as hashes. It must never look at more of the page than it is asked about.

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
/// Of these, kinds that open and close, and so are known over a core's death by a list.
pub(super) const OPENING: &[Kind] = &[Kind::Dialog, Kind::Alert, Kind::Menu];
/// Kinds whose state is told.
pub(super) const CONTROLS: &[Kind] = &[Kind::Field, Kind::Button, Kind::Tab, Kind::MenuItem, Kind::TreeItem];
/// Of those kept over a core's death; a page of more is told without them.
const KEPT: usize = 40;

/// A control's state.
#[derive(Debug, Clone, Copy)]
pub(super) struct Control {
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

/// What is kept of the page over a core's death.
#[must_use]
pub fn before(tree: &Tree) -> Before {
    let outline = tree.outline();
    let head = tree.dom().head();
    let open = OPENING.iter().flat_map(|kind| outline.within(outline.page(), *kind)).take(KEPT);
    Before {
        url: head.url.clone(),
        title: head.title.clone(),
        things: open.map(|id| (handle(tree, *id), tree.address(*id).to_string())).collect(),
        newest: tree.dom().newest(),
        app: Some(tree.app().rev()),
    }
}

pub(super) fn handle(tree: &Tree, id: ThingId) -> Handle {
    tree.outline().thing(id).map_or(0, |thing| tree.dom().handle(thing.node))
}

pub(super) fn text_of(tree: &Tree, id: ThingId) -> String {
    if tree.kind(id) == Kind::Alert { gist::cut(&tree.whole_text(id), 200) } else { String::new() }
}

/// The kind of what is in a table or list.
pub(super) fn inner(kind: Kind) -> Option<Kind> {
    match kind {
        Kind::Table => Some(Kind::Row),
        Kind::List => Some(Kind::Item),
        _ => None,
    }
}

/// A control as it is.
pub(super) fn control(tree: &Tree, id: ThingId) -> Control {
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
    let (bits, value) = node.map_or((0, 0), |node| {
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
        (bits(&tree.states(id), said || filled && dom.has(node, flag::INVALID)), value.hash)
    });
    Control { ident: ident.hash, bits, value }
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

/// Shown texts as hashes, block by block: a number that changes means nothing without the words around it. `deep`: those of
/// blocks inside too.
pub(super) fn hashes(tree: &Tree, top: NodeId, deep: bool) -> Vec<(u64, NodeId)> {
    runs(tree, top, deep, false).into_iter().map(|run| (run.words.hash, run.block)).collect()
}

/// Blocks that the texts of these elements stand in.
pub(super) fn blocks(tree: &Tree, of: &[NodeId]) -> Vec<NodeId> {
    let dom = tree.dom();
    let text =
        |id: &NodeId| dom.children(*id).find(|child| dom.text(*child).is_some_and(|text| !text.trim().is_empty()));
    let mut blocks: Vec<NodeId> = of.iter().filter_map(text).filter_map(|text| block_of(tree, text)).collect();
    crate::order::sort(&mut blocks);
    blocks.dedup();
    blocks
}

/// The text that a hash was made of, in its block.
pub(super) fn text_at(tree: &Tree, block: NodeId, hash: u64) -> Option<String> {
    let found = runs(tree, block, false, true).into_iter().find(|run| run.words.hash == hash)?;
    Some(found.text.split_whitespace().collect::<Vec<_>>().join(" "))
}

/// Shown text that stands in one block with no block in between.
struct Run {
    block: NodeId,
    words: Words,
    /// The text itself, where it is wanted.
    text: String,
}

fn runs(tree: &Tree, top: NodeId, deep: bool, wanted: bool) -> Vec<Run> {
    let dom = tree.dom();
    let mut out: Vec<Run> = Vec::new();
    let mut cut = true;
    let mut next = Some(top);
    while let Some(node) = next {
        let apart = node != top && is_apart(tree, node);
        cut |= apart;
        next = dom.first(node).filter(|_| deep || !apart).or_else(|| dom.skip(node, top));
        let (Some(text), Some(parent)) = (dom.text(node), dom.parent(node)) else { continue };
        // What stands behind a dialog is not exposed, but it has not gone.
        if text.trim().is_empty() || !matches!(tree.view().shown(parent), Shown::Yes | Shown::NotExposed) {
            continue;
        }
        let Some(block) = block_of(tree, node) else { continue };
        if std::mem::take(&mut cut) || out.last().is_none_or(|run| run.block != block) {
            out.push(Run { block, words: Words::default(), text: String::new() });
        }
        if let Some(run) = out.last_mut() {
            run.words.push(text);
            run.text.push_str(if wanted { text } else { "" });
        }
    }
    out
}

/// What stands apart from the text around it: a block, or a label.
fn is_apart(tree: &Tree, node: NodeId) -> bool {
    let dom = tree.dom();
    dom.has(node, flag::BLOCK)
        || dom.has(node, flag::INLINE_BLOCK)
        || dom.has(node, flag::SVG)
        || matches!(dom.tag(node), "label" | "option")
}

fn block_of(tree: &Tree, node: NodeId) -> Option<NodeId> {
    tree.dom().ancestors(node).find(|above| is_apart(tree, *above))
}

/// Of a text as it is written.
pub(super) fn hash(text: &str) -> u64 {
    let mut words = Words::default();
    words.push(text);
    words.hash
}
