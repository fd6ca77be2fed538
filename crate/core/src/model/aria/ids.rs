//! Elements by id, kept across deltas: what was read since the last look is added, what is stale is left
//! in place and passed over. It must never walk the tree.

use crate::model::dom::{Dom, NodeId, Note};

/// New entries are merged into the sorted ones when there are this many.
const TAIL: usize = 256;

/// An index from the hash of an attribute's value to the elements that had it when they were read.
#[derive(Debug, Clone, Default)]
pub(super) struct Index {
    epoch: u32,
    read: usize,
    sorted: Vec<(u32, NodeId)>,
    tail: Vec<(u32, NodeId)>,
}

impl Index {
    /// Live elements whose attribute (`id` or `for`, as the note says) is `value`, each once.
    pub(super) fn find(&mut self, dom: &Dom, note: Note, value: &str) -> Vec<NodeId> {
        self.catch_up(dom, note);
        let hash = hash(value);
        let from = self.sorted.partition_point(|entry| entry.0 < hash);
        let run = self.sorted.get(from..).unwrap_or_default().iter().take_while(|entry| entry.0 == hash);
        let tail = self.tail.iter().filter(|entry| entry.0 == hash);
        let mut found: Vec<NodeId> = run
            .chain(tail)
            .map(|entry| entry.1)
            .filter(|id| dom.is_live(*id) && dom.attr(*id, note.attribute()) == Some(value))
            .collect();
        crate::order::sort(&mut found);
        found.dedup();
        found
    }

    fn catch_up(&mut self, dom: &Dom, note: Note) {
        if self.epoch != dom.epoch() {
            *self = Self { epoch: dom.epoch(), ..Self::default() };
        }
        let noted = dom.noted(note);
        if self.read == noted.len() {
            return;
        }
        let fresh = noted.get(self.read..).unwrap_or_default();
        self.read = noted.len();
        self.tail.extend(fresh.iter().filter_map(|id| Some((hash(dom.attr(*id, note.attribute())?), *id))));
        if self.tail.len() > TAIL {
            self.sorted.append(&mut self.tail);
            crate::order::sort(&mut self.sorted);
        }
    }
}

/// FNV-1a: short keys, no state, the same everywhere.
fn hash(text: &str) -> u32 {
    text.bytes().fold(0x811c_9dc5, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193))
}
