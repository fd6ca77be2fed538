//! What facts did to the mirror: whether only words and values are others, and where. It must never take a change for
//! smaller than it is: what is made of a page as a whole is kept on its word.

use onecall_protocol::facts::{extra, flag};

use super::{Dom, Node, NodeId, Span};
use crate::limits;

/// What the last facts did.
#[derive(Debug, Clone, Default)]
pub struct Change {
    /// More than words and values is different: what was made of the mirror as a whole is not true any more.
    pub structure: bool,
    /// Elements in which something is different, and all around them.
    pub touched: Vec<NodeId>,
    /// Elements whose own words are different: how many bytes there were, and how many there are.
    pub words: Vec<(NodeId, u32, u32)>,
}

/// An element as it was before its children were read anew.
#[derive(Debug, Clone)]
pub(super) struct Replaced {
    id: NodeId,
    content: Vec<Option<NodeId>>,
    words: u32,
}

/// Flags that say what a control holds and whether it may be used; no role, place or visibility depends on them.
const VALUES: u32 = flag::CHECKED
    | flag::INDETERMINATE
    | flag::DISABLED
    | flag::SELECTED
    | flag::INVALID
    | flag::READONLY
    | flag::REQUIRED;

/// Attributes of the same sort.
const STATES: &[&str] = &[
    "aria-activedescendant",
    "aria-checked",
    "aria-disabled",
    "aria-expanded",
    "aria-invalid",
    "aria-posinset",
    "aria-pressed",
    "aria-selected",
    "aria-sort",
    "aria-valuenow",
    "aria-valuetext",
];

impl Dom {
    /// What the last facts did; asked for once.
    pub fn take_change(&mut self) -> Change {
        std::mem::take(&mut self.change)
    }

    /// An element's children are about to be read anew, with its own facts.
    pub(super) fn remember(&mut self, id: NodeId, fresh: &Node) {
        self.change.structure |= !self.is_alike(id, fresh);
        if !self.change.structure {
            let (content, words) = self.content(id);
            self.reading.replaced = Some(Replaced { id, content, words });
        }
    }

    /// They were read: are they the same but for words?
    pub(super) fn compare(&mut self) {
        let Some(Replaced { id, content, words }) = self.reading.replaced.take() else { return };
        let (now, count) = self.content(id);
        self.change.structure |= now != content;
        self.change.words.push((id, words, count));
        self.around(id);
    }

    /// An element's own facts are about to be others.
    pub(super) fn touch(&mut self, id: NodeId, fresh: &Node) {
        self.change.structure |= !self.is_alike(id, fresh);
        self.around(id);
    }

    fn around(&mut self, id: NodeId) {
        if self.change.structure || self.change.touched.len() > limits::TOUCHED {
            self.change = Change { structure: true, ..Change::default() };
            return;
        }
        let around: Vec<NodeId> = std::iter::once(id).chain(self.ancestors(id)).collect();
        self.change.touched.extend(around);
    }

    /// The elements directly in an element with where words stand among them, and the bytes of these words.
    fn content(&self, id: NodeId) -> (Vec<Option<NodeId>>, u32) {
        let mut bytes = 0;
        let mut content = Vec::new();
        for child in self.children(id) {
            let words = self.text(child).map_or(0, |text| text.trim().len() as u32);
            bytes += words;
            if words > 0 || self.is_element(child) {
                content.push(self.is_element(child).then_some(child));
            }
        }
        content.dedup();
        (content, bytes)
    }

    /// Are an element's own facts the same but for values?
    fn is_alike(&self, id: NodeId, fresh: &Node) -> bool {
        let Some(old) = self.get(id) else { return false };
        // What is made presentational is not where it has a state.
        let changes = old.flags ^ fresh.flags;
        let role = self.attr(id, "role").unwrap_or("");
        let values = if role.contains("none") || role.contains("presentation") { 0 } else { VALUES };
        if changes & !values != 0 || old.notes != fresh.notes || self.str(old.name) != self.str(fresh.name) {
            return false;
        }
        let state = |key: &str| values != 0 && STATES.contains(&key);
        let attrs = |node: &Node| {
            let range = node.attrs.0 as usize..node.attrs.0 as usize + usize::from(node.attrs.1);
            let all =
                self.attrs.get(range).unwrap_or(&[]).iter().map(|(key, value)| (self.str(*key), self.str(*value)));
            // Of classes only counts that there are some; of states nothing.
            let known = |value: &str| !value.trim().is_empty();
            all.filter(move |(key, _)| !state(key))
                .map(move |(key, value)| if key == "class" && known(value) { (key, "some") } else { (key, value) })
        };
        let extras = |node: &Node| {
            let range = node.extras.0 as usize..node.extras.0 as usize + usize::from(node.extras.1);
            let all = self.extras.get(range).unwrap_or(&[]).iter();
            all.filter(|(kind, ..)| !matches!(*kind, extra::VALUE | extra::VALIDITY)).map(
                |(kind, value, text): &(u32, u32, Span)| {
                    (*kind, if extra::is_string(*kind) { 0 } else { *value }, self.str(*text))
                },
            )
        };
        attrs(old).eq(attrs(fresh)) && extras(old).eq(extras(fresh))
    }
}
