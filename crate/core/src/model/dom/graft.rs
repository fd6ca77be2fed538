//! Documents in frames whose facts come from a kit of their own, in their place in the mirror. Their handles get a
//! number of the frame's document, its *slot*, on top, so that one handle means one element of the whole page.
//! It must never let the facts of one document touch the nodes of another.

use onecall_protocol::Handle;
use onecall_protocol::facts::{Head, extra, flag};

use super::{Dom, Node, NodeId, Note, Reading, follows};
use crate::limits;
use crate::model::Diagnostic;

/// Bits of a handle that a kit gives; above them stands the slot.
const BITS: u32 = 23;

/// Which document's kit gave a handle: 0 for the top document's.
#[must_use]
pub const fn slot_of(handle: Handle) -> u32 {
    handle >> BITS
}

/// The handle as that kit knows it.
#[must_use]
pub const fn local_of(handle: Handle) -> Handle {
    handle & ((1 << BITS) - 1)
}

/// A handle of that kit as it is known here; 0 for none.
#[must_use]
pub const fn global_of(slot: u32, local: Handle) -> Handle {
    if local == 0 || local as usize > limits::HANDLES || slot as usize > limits::FRAMES {
        0
    } else {
        slot << BITS | local
    }
}

/// Where a handle stands in the table.
pub(super) const fn place(handle: Handle) -> (usize, usize) {
    (slot_of(handle) as usize, local_of(handle) as usize)
}

/// A document in a frame.
#[derive(Debug, Clone, Default)]
pub(super) struct Graft {
    slot: u32,
    /// The frame element.
    at: Handle,
    /// Its document element; 0 before the first facts.
    top: Handle,
    head: Head,
    reading: Reading,
}

/// Flags that what is around a frame takes from what is in it.
const VEILS: u32 = flag::RENDERED | flag::VISIBLE | flag::OPAQUE;

impl Dom {
    /// Applies one part of the facts of a document in a frame. [`Diagnostic::Lost`] means: ask for full facts.
    pub fn graft(&mut self, slot: u32, at: Handle, head: &Head, nodes: &[u32], text: &str) -> Vec<Diagnostic> {
        let Some(frame) = self.node(at).filter(|frame| self.has(*frame, flag::FOREIGN)) else {
            return vec![Diagnostic::Lost];
        };
        if slot == 0 || slot as usize > limits::FRAMES {
            return vec![Diagnostic::Lost];
        }
        let known = self.grafts.iter().position(|graft| graft.slot == slot);
        let mut graft = known.map(|at| self.grafts.swap_remove(at)).unwrap_or_default();
        if head.base == 0 && head.part == 0 {
            self.prune(frame);
            let base = self.ancestors(frame).count() + 1;
            graft = Graft { slot, at, reading: Reading { base, ..Reading::default() }, ..Graft::default() };
        } else if !follows(&graft.head, head) || graft.at != at {
            return vec![Diagnostic::Lost];
        }
        graft.head = head.clone();
        self.patched = true;
        self.change.structure = true;
        self.slot = slot;
        std::mem::swap(&mut self.reading, &mut graft.reading);
        self.grafts.push(graft);
        let odd = self.take(head, nodes, text);
        self.slot = 0;
        if let Some(graft) = self.grafts.iter_mut().find(|graft| graft.slot == slot) {
            std::mem::swap(&mut self.reading, &mut graft.reading);
        } else {
            self.reading = Reading::default();
        }
        odd
    }

    /// Revision of a graft; 0 where full facts are wanted.
    #[must_use]
    pub fn graft_rev(&self, slot: u32) -> u32 {
        self.grafts.iter().find(|graft| graft.slot == slot).map_or(0, |graft| graft.head.rev)
    }

    /// Does an element stand where the page's own script cannot read: in a frame's document that came from another kit,
    /// or in a closed shadow root?
    #[must_use]
    pub fn is_foreign(&self, id: NodeId) -> bool {
        let closed = flag::CLOSED | flag::SHADOW_HOST;
        slot_of(self.handle(id)) > 0 || self.ancestors(id).any(|above| self.has(above, closed))
    }

    /// Takes a document out of its frame: it went away.
    pub fn ungraft(&mut self, slot: u32) {
        let Some(at) = self.grafts.iter().find(|graft| graft.slot == slot).map(|graft| graft.at) else { return };
        if let Some(frame) = self.node(at) {
            self.prune(frame);
        }
        self.change.structure = true;
        self.grafts.retain(|graft| graft.slot != slot);
        self.shed();
    }

    /// Frames that are there and hold nothing: what they show cannot be read so far. Some may stand twice.
    pub fn stubs(&self) -> impl Iterator<Item = NodeId> {
        let stub = |id: &NodeId| self.is_live(*id) && self.has(*id, flag::FOREIGN) && self.first(*id).is_none();
        self.noted(Note::Foreign).iter().copied().filter(stub)
    }

    /// The highest handle met so far of each document: elements that come later have higher ones.
    #[must_use]
    pub fn newest(&self) -> Vec<Handle> {
        let tops = self.handles.iter().enumerate().filter(|(_, handles)| !handles.is_empty());
        tops.map(|(slot, handles)| (slot as Handle) << BITS | (handles.len() - 1) as Handle).collect()
    }

    /// Forgets documents whose place is gone.
    pub(super) fn shed(&mut self) {
        let mut grafts = std::mem::take(&mut self.grafts);
        grafts.retain(|graft| graft.slot == self.slot || self.node(graft.top).is_some());
        self.grafts = grafts;
    }

    /// Takes out all that is below an element.
    fn prune(&mut self, id: NodeId) {
        let below: Vec<NodeId> = self.children(id).collect();
        let orphans = std::mem::replace(&mut self.reading.orphans, below.clone());
        for child in below {
            self.detach(child);
        }
        self.bury();
        self.reading.orphans = orphans;
    }

    /// A handle as it is known here.
    pub(super) fn global(&self, handle: Handle) -> Handle {
        global_of(self.slot, handle)
    }

    /// What the number of an extra means here: handles are known by others, and what a frame's kit takes for the
    /// document is the frame.
    pub(super) fn meant(&self, kind: u32, value: u32) -> u32 {
        match kind {
            extra::SCOPE if value == 0 => self.reading_graft().map_or(0, |graft| graft.at),
            extra::SCOPE | extra::LABELLED_BY | extra::DESCRIBED_BY | extra::FORM => self.global(value),
            _ => value,
        }
    }

    /// Ids of a document in a frame are its own: says so in the record of its document element. How many extras that took.
    pub(super) fn scoped(&mut self, handle: Handle) -> u16 {
        if self.slot == 0 {
            return 0;
        }
        let Some(graft) = self.reading_graft() else { return 0 };
        if graft.top != handle && graft.top != 0 {
            return 0;
        }
        let at = graft.at;
        self.extras.push((extra::SCOPE, at, super::Span::default()));
        1
    }

    /// The flags of an element, less what its frame takes away.
    pub(super) fn veiled(&self, flags: u32) -> u32 {
        if self.slot == 0 {
            return flags;
        }
        let frame = self.reading_graft().and_then(|graft| self.node(graft.at)).and_then(|id| self.get(id));
        frame.map_or(flags, |frame| flags & (frame.flags | !VEILS) | frame.flags & flag::INERT)
    }

    /// The document element of a frame takes its place.
    pub(super) fn plant(&mut self, id: NodeId, handle: Handle) -> Option<()> {
        let slot = self.slot;
        let graft = self.grafts.iter_mut().find(|graft| graft.slot == slot)?;
        graft.top = handle;
        let frame = graft.at;
        let frame = self.node(frame)?;
        self.append(frame, id);
        Some(())
    }

    /// A frame element was read anew: what is in it stays, unless its page can read it now.
    pub(super) fn regraft(&mut self, id: NodeId, fresh: &Node) {
        let top = self.grafts.iter().find(|graft| graft.at == fresh.handle).map(|graft| graft.top);
        if let Some(top) = top.filter(|_| fresh.flags & flag::FOREIGN != 0).and_then(|top| self.node(top)) {
            self.detach(top);
            self.append(id, top);
        }
    }

    fn reading_graft(&self) -> Option<&Graft> {
        self.grafts.iter().find(|graft| self.slot > 0 && graft.slot == self.slot)
    }
}
