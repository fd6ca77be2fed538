//! A mirror of the DOM made from facts: elements, text, attributes, flags, in flat-tree order.
//! It applies pieces of facts ([`read`]) and answers structural questions in constant time.
//! It must never guess: roles, names and visibility are `aria`'s.

use onecall_protocol::Handle;
use onecall_protocol::facts::{Head, extra};

use super::Diagnostic;

mod change;
mod graft;
mod moves;
mod note;
mod read;
#[cfg(test)]
mod tests;
mod touched;
mod veil;

pub use change::Change;
use change::Replaced;
use graft::{Graft, place};
pub use graft::{global_of, local_of, slot_of};
pub use note::Note;
use read::Reader;
pub use touched::Touched;

/// A node of this mirror. Valid until the next [`Dom::apply`] of full facts; a node taken out by a
/// delta stays readable but is no longer reachable ([`Dom::is_live`]).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(u32);

impl NodeId {
    /// Its place in tables by node.
    pub(crate) const fn index(self) -> usize {
        self.0 as usize
    }
}

const NONE: u32 = u32::MAX;
const NOBODY: NodeId = NodeId(NONE);

/// A string of the arena: byte offset and length.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct Span(u32, u32);

#[derive(Debug, Clone, Copy)]
struct Node {
    parent: NodeId,
    first: NodeId,
    last: NodeId,
    next: NodeId,
    prev: NodeId,
    /// 0 for text and for nodes that were taken out.
    handle: Handle,
    /// Element: its tag. Text: the text.
    name: Span,
    flags: u32,
    attrs: (u32, u16),
    extras: (u32, u16),
    notes: u16,
    element: bool,
    live: bool,
}

/// The mirror of one document.
#[derive(Debug, Clone, Default)]
pub struct Dom {
    head: Head,
    nodes: Vec<Node>,
    /// Nodes by handle: of the document itself, then of the documents in its frames ([`graft`]).
    handles: Vec<Vec<u32>>,
    attrs: Vec<(Span, Span)>,
    extras: Vec<(u32, u32, Span)>,
    arena: String,
    root: Option<NodeId>,
    /// Elements by note, in the order in which they were read; stale ones stay.
    noted: [Vec<NodeId>; 9],
    /// How often it was made anew.
    epoch: u32,
    /// A delta was applied since: nodes are no longer in document order.
    patched: bool,
    /// Size after the last full facts; far above it means garbage.
    fresh: usize,
    reading: Reading,
    /// Documents in frames whose facts come from kits of their own.
    grafts: Vec<Graft>,
    /// Whose facts are being read: 0 for the document itself, else the slot of a graft.
    slot: u32,
    /// What the last facts did.
    change: Change,
    /// What facts have touched, while somebody wants to know.
    touched: Option<Touched>,
}

/// Where reading stands between two parts.
#[derive(Debug, Clone, Default)]
struct Reading {
    /// Depth at which what is being read begins.
    base: usize,
    /// Elements whose children are being read, across parts.
    open: Vec<NodeId>,
    /// Elements open inside what was cut.
    skipped: usize,
    /// A replace record was read and its element record comes next.
    replacing: bool,
    /// Taken from their parents; gone at the end of the delta unless put back.
    orphans: Vec<NodeId>,
    /// The element whose children are being replaced, as it was.
    replaced: Option<Replaced>,
}

impl Node {
    const BLANK: Self = Self {
        parent: NOBODY,
        first: NOBODY,
        last: NOBODY,
        next: NOBODY,
        prev: NOBODY,
        handle: 0,
        name: Span(0, 0),
        flags: 0,
        attrs: (0, 0),
        extras: (0, 0),
        notes: 0,
        element: false,
        live: true,
    };
}

impl Dom {
    /// An empty mirror.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// What the last facts said of the document as a whole.
    #[must_use]
    pub fn head(&self) -> &Head {
        &self.head
    }

    /// Applies one part of facts. [`Diagnostic::Lost`] means: ask for full facts.
    pub fn apply(&mut self, head: &Head, nodes: &[u32], text: &str) -> Vec<Diagnostic> {
        let full = head.base == 0;
        let first = head.part == 0;
        if full && first {
            let touched = self.touched.take().map(|_| Touched::everything());
            *self = Self { epoch: self.epoch.wrapping_add(1), touched, ..Self::default() };
        } else if !follows(&self.head, head) {
            return vec![Diagnostic::Lost];
        }
        self.patched |= !full;
        self.change = Change { structure: full || head.parts > 1, ..Change::default() };
        self.head = head.clone();
        let odd = self.take(head, nodes, text);
        if full && self.reading.open.is_empty() {
            self.fresh = self.size();
        }
        odd
    }

    /// Reads one part of facts, and closes what is open after the last.
    fn take(&mut self, head: &Head, nodes: &[u32], text: &str) -> Vec<Diagnostic> {
        // An element with a text takes about eight words: room for all at once, where memory grows in steps.
        self.nodes.reserve(nodes.len() / 6);
        self.attrs.reserve(nodes.len() / 12);
        let mut reader = Reader { words: nodes, at: 0, table: self.intern(text), odd: Vec::new() };
        self.read(&mut reader);
        self.compare();
        if head.part.saturating_add(1) >= head.parts {
            self.bury();
            self.reading = Reading::default();
            self.shed();
        }
        reader.odd
    }

    /// True where deltas have left so much garbage that full facts are cheaper to keep.
    #[must_use]
    pub fn wants_full(&self) -> bool {
        self.root.is_none() || self.size() > self.fresh.saturating_mul(3) + 2_000_000
    }

    /// Bytes it holds, roughly.
    fn size(&self) -> usize {
        self.arena.len() + self.nodes.len() * size_of::<Node>() + self.attrs.len() * size_of::<(Span, Span)>()
    }

    fn get(&self, id: NodeId) -> Option<&Node> {
        self.nodes.get(id.0 as usize)
    }

    fn link(id: NodeId) -> Option<NodeId> {
        (id != NOBODY).then_some(id)
    }

    fn str(&self, span: Span) -> &str {
        self.arena.get(span.0 as usize..span.0 as usize + span.1 as usize).unwrap_or("")
    }
}

/// True where a part comes next after what was applied last.
fn follows(last: &Head, head: &Head) -> bool {
    if head.doc != last.doc {
        return false;
    }
    if head.part == 0 {
        return head.base == last.rev;
    }
    (head.rev, head.base) == (last.rev, last.base) && head.part == last.part.saturating_add(1)
}

/// Questions.
impl Dom {
    /// The document element.
    #[must_use]
    pub fn root(&self) -> Option<NodeId> {
        self.root
    }

    /// How many nodes the mirror holds, garbage included.
    #[must_use]
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// True before the first facts.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.root.is_none()
    }

    /// Rises with every full facts: node ids of another epoch mean nothing.
    #[must_use]
    pub fn epoch(&self) -> u32 {
        self.epoch
    }

    /// Elements that had what the note says when they were read, oldest first. Some may not have it any more, or
    /// not be live; some may stand twice.
    #[must_use]
    pub fn noted(&self, note: Note) -> &[NodeId] {
        self.noted.get(note as usize).map_or(&[], Vec::as_slice)
    }

    /// Had it what the note says when it was read last?
    #[must_use]
    pub fn is_noted(&self, id: NodeId, note: Note) -> bool {
        self.get(id).is_some_and(|node| node.notes & note.bit() != 0)
    }

    /// True where `a` comes before `b` in document order.
    #[must_use]
    pub fn is_before(&self, a: NodeId, b: NodeId) -> bool {
        if !self.patched {
            return a < b;
        }
        let trail = |id: NodeId| {
            let mut trail: Vec<NodeId> = std::iter::once(id).chain(self.ancestors(id)).collect();
            trail.reverse();
            trail
        };
        let (a, b) = (trail(a), trail(b));
        let split = a.iter().zip(&b).take_while(|(a, b)| a == b).count();
        match (a.get(split), b.get(split)) {
            (None, Some(_)) => true,
            (Some(a), Some(b)) => std::iter::successors(self.next(*a), |at| self.next(*at)).any(|at| at == *b),
            _ => false,
        }
    }

    /// The tree that its ids belong to: handle of the shadow host or frame element, 0 for the document.
    #[must_use]
    pub fn scope(&self, id: NodeId) -> Handle {
        std::iter::once(id).chain(self.ancestors(id)).find_map(|at| self.extra(at, extra::SCOPE)).unwrap_or(0)
    }

    /// The element with this handle, while it is in the tree.
    #[must_use]
    pub fn node(&self, handle: Handle) -> Option<NodeId> {
        let (slot, at) = place(handle);
        self.handles.get(slot)?.get(at).copied().map(NodeId).and_then(Self::link)
    }

    /// An element's handle; 0 for text.
    #[must_use]
    pub fn handle(&self, id: NodeId) -> Handle {
        self.get(id).map_or(0, |node| node.handle)
    }

    /// False once a delta took it out.
    #[must_use]
    pub fn is_live(&self, id: NodeId) -> bool {
        self.get(id).is_some_and(|node| node.live)
    }

    /// True for elements, false for text.
    #[must_use]
    pub fn is_element(&self, id: NodeId) -> bool {
        self.get(id).is_some_and(|node| node.element)
    }

    /// Its tag in lower case; empty for text.
    #[must_use]
    pub fn tag(&self, id: NodeId) -> &str {
        self.get(id).filter(|node| node.element).map_or("", |node| self.str(node.name))
    }

    /// Numbers that two elements share only where they have the same tag; they may have it without sharing them.
    #[must_use]
    pub fn tag_mark(&self, id: NodeId) -> (u32, u32) {
        self.get(id).map_or((0, 0), |node| (node.name.0, node.name.1))
    }

    /// Its characters, where it is text.
    #[must_use]
    pub fn text(&self, id: NodeId) -> Option<&str> {
        self.get(id).filter(|node| !node.element && node.flags & veil::VEILED == 0).map(|node| self.str(node.name))
    }

    /// An attribute's value.
    #[must_use]
    pub fn attr(&self, id: NodeId, name: &str) -> Option<&str> {
        self.attrs(id).find(|(key, _)| *key == name).map(|(_, value)| value)
    }

    /// All attributes that capture reports, in the order of the record.
    pub fn attrs(&self, id: NodeId) -> impl Iterator<Item = (&str, &str)> {
        let (start, count) = self.get(id).map_or((0, 0), |node| node.attrs);
        let range = start as usize..start as usize + usize::from(count);
        self.attrs.get(range).unwrap_or(&[]).iter().map(|(key, value)| (self.str(*key), self.str(*value)))
    }

    /// A flag or several: true where all are set ([`onecall_protocol::facts::flag`]).
    #[must_use]
    pub fn has(&self, id: NodeId, flags: u32) -> bool {
        self.get(id).is_some_and(|node| node.flags & flags == flags)
    }

    /// The first extra of a kind, as its number.
    #[must_use]
    pub fn extra(&self, id: NodeId, kind: u32) -> Option<u32> {
        self.extras_of(id).find(|(of, ..)| *of == kind).map(|(_, value, _)| *value)
    }

    /// The first extra of a kind, as its string.
    #[must_use]
    pub fn extra_text(&self, id: NodeId, kind: u32) -> Option<&str> {
        self.extras_of(id).find(|(of, ..)| *of == kind).map(|(.., text)| self.str(*text))
    }

    /// All extras of a kind, as numbers.
    pub fn extras(&self, id: NodeId, kind: u32) -> impl Iterator<Item = u32> {
        self.extras_of(id).filter(move |(of, ..)| *of == kind).map(|(_, value, _)| *value)
    }

    /// All extras of a kind, as strings.
    pub fn extra_texts(&self, id: NodeId, kind: u32) -> impl Iterator<Item = &str> {
        self.extras_of(id).filter(move |(of, ..)| *of == kind).map(|(.., text)| self.str(*text))
    }

    /// Are there facts of it that are neither attributes nor flags?
    #[must_use]
    pub fn has_extras(&self, id: NodeId) -> bool {
        self.get(id).is_some_and(|node| node.extras.1 > 0)
    }

    fn extras_of(&self, id: NodeId) -> impl Iterator<Item = &(u32, u32, Span)> {
        let (start, count) = self.get(id).map_or((0, 0), |node| node.extras);
        let range = start as usize..start as usize + usize::from(count);
        self.extras.get(range).unwrap_or(&[]).iter()
    }
}
