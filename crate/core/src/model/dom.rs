//! A mirror of the DOM made from facts: elements, text, attributes, flags, in flat-tree order.
//! It decodes and applies pieces of facts and answers structural questions in constant time.
//! It must never guess: roles, names and visibility are `aria`'s.

use onecall_protocol::Handle;
use onecall_protocol::facts::{Head, extra, op};

use super::Diagnostic;
use crate::limits;

/// A node of this mirror. Valid until the next [`Dom::apply`] of full facts; a node taken out by a
/// delta stays readable but is no longer reachable ([`Dom::is_live`]).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(u32);

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
    element: bool,
    live: bool,
}

/// The mirror of one document.
#[derive(Debug, Clone, Default)]
pub struct Dom {
    head: Head,
    nodes: Vec<Node>,
    handles: Vec<u32>,
    attrs: Vec<(Span, Span)>,
    extras: Vec<(u32, u32, Span)>,
    arena: String,
    root: Option<NodeId>,
    /// Arena size after the last full facts; far above it means garbage.
    fresh: usize,
    /// Elements whose children are being read, across parts.
    open: Vec<NodeId>,
    /// Elements open inside what was cut.
    skipped: usize,
    /// A replace record was read and its element record comes next.
    replacing: bool,
    /// Taken from their parents; gone at the end of the delta unless put back.
    orphans: Vec<NodeId>,
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
        element: false,
        live: true,
    };
}

/// Where decoding stands, for one part.
struct Reader<'a> {
    words: &'a [u32],
    at: usize,
    table: Vec<Span>,
    odd: Vec<Diagnostic>,
}

impl Reader<'_> {
    fn word(&mut self) -> Option<u32> {
        let word = self.words.get(self.at).copied();
        if word.is_some() {
            self.at += 1;
        }
        word
    }

    fn string(&mut self, index: u32) -> Span {
        match self.table.get(index as usize) {
            Some(span) => *span,
            None => {
                self.odd.push(Diagnostic::NoString { index });
                Span::default()
            }
        }
    }
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
            *self = Self::default();
        } else if first && (head.base != self.head.rev || head.doc != self.head.doc) {
            return vec![Diagnostic::Lost];
        }
        self.head = head.clone();
        let mut reader = Reader { words: nodes, at: 0, table: self.intern(text), odd: Vec::new() };
        self.read(&mut reader);
        if head.part + 1 >= head.parts {
            self.open.clear();
            self.skipped = 0;
            self.replacing = false;
            self.bury();
            if full {
                self.fresh = self.arena.len();
            }
        }
        reader.odd
    }

    /// True where deltas have left so much garbage that full facts are cheaper to keep.
    #[must_use]
    pub fn wants_full(&self) -> bool {
        self.root.is_none() || self.arena.len() > self.fresh.saturating_mul(3) + 1_000_000
    }

    fn intern(&mut self, text: &str) -> Vec<Span> {
        if text.is_empty() {
            return vec![Span::default()];
        }
        let mut at = self.arena.len();
        self.arena.push_str(text);
        text.split('\0')
            .map(|entry| {
                let span = Span(at as u32, entry.len() as u32);
                at += entry.len() + 1;
                span
            })
            .collect()
    }

    fn read(&mut self, reader: &mut Reader<'_>) {
        while let Some(word) = reader.word() {
            let done = match word & 15 {
                op::END => self.close(),
                op::ELEMENT => self.read_element(reader, word >> 4),
                op::TEXT => self.read_text(reader),
                op::REPLACE => self.read_replace(reader),
                op::KEEP => self.read_keep(reader),
                op::PATCH => self.read_patch(reader, word >> 4),
                _ => None,
            };
            if done.is_none() {
                reader.odd.push(Diagnostic::Broken { at: reader.at });
                break;
            }
        }
    }

    fn close(&mut self) -> Option<()> {
        if self.skipped > 0 {
            self.skipped -= 1;
        } else {
            self.open.pop();
        }
        Some(())
    }

    fn read_element(&mut self, reader: &mut Reader<'_>, flags: u32) -> Option<()> {
        let node = self.record(reader, flags)?;
        if self.skipped > 0 || self.open.len() >= limits::DEPTH || self.nodes.len() >= limits::NODES {
            self.skipped += 1;
            if reader.odd.last() != Some(&Diagnostic::Cut) {
                reader.odd.push(Diagnostic::Cut);
            }
            return Some(());
        }
        let id = if self.replacing {
            // The element record that follows a replace: the node stays, its facts and children are new.
            self.replacing = false;
            let id = self.node(node.handle)?;
            self.patch(id, &node);
            let children: Vec<NodeId> = self.children(id).collect();
            for child in children {
                self.detach(child);
                self.orphans.push(child);
            }
            id
        } else {
            let parent = self.open.last().copied();
            let id = self.push(node);
            self.bind(node.handle, id);
            match parent {
                Some(parent) => self.append(parent, id),
                None => self.root = Some(id),
            }
            id
        };
        self.open.push(id);
        Some(())
    }

    fn read_text(&mut self, reader: &mut Reader<'_>) -> Option<()> {
        let index = reader.word()?;
        let name = reader.string(index);
        if self.skipped == 0
            && let Some(parent) = self.open.last().copied()
        {
            let id = self.push(Node { name, ..Node::BLANK });
            self.append(parent, id);
        }
        Some(())
    }

    fn read_replace(&mut self, reader: &mut Reader<'_>) -> Option<()> {
        let handle = reader.word()?;
        if self.node(handle).is_none() {
            reader.odd.push(Diagnostic::Lost);
            return None;
        }
        self.open.clear();
        self.replacing = true;
        Some(())
    }

    fn read_keep(&mut self, reader: &mut Reader<'_>) -> Option<()> {
        let handle = reader.word()?;
        let Some(id) = self.node(handle) else {
            reader.odd.push(Diagnostic::Lost);
            return None;
        };
        if self.skipped == 0
            && let Some(parent) = self.open.last().copied()
        {
            // A kept child never holds the place it is put into.
            if self.ancestors(parent).any(|above| above == id) || parent == id {
                reader.odd.push(Diagnostic::Lost);
                return None;
            }
            self.detach(id);
            self.append(parent, id);
        }
        Some(())
    }

    fn read_patch(&mut self, reader: &mut Reader<'_>, flags: u32) -> Option<()> {
        let fresh = self.record(reader, flags)?;
        match self.node(fresh.handle) {
            Some(id) => self.patch(id, &fresh),
            None => {
                reader.odd.push(Diagnostic::Lost);
                return None;
            }
        }
        Some(())
    }

    /// Reads the own facts of an element record.
    fn record(&mut self, reader: &mut Reader<'_>, flags: u32) -> Option<Node> {
        let handle = reader.word()?;
        let tag = reader.word()?;
        let counts = reader.word()?;
        let name = reader.string(tag);
        let (n_attrs, n_extras) = ((counts & 0xffff) as u16, (counts >> 16) as u16);
        let attrs = self.attrs.len() as u32;
        for _ in 0..n_attrs {
            let (key, value) = (reader.word()?, reader.word()?);
            let pair = (reader.string(key), reader.string(value));
            self.attrs.push(pair);
        }
        let extras = self.extras.len() as u32;
        for _ in 0..n_extras {
            let (kind, value) = (reader.word()?, reader.word()?);
            let text = if extra::is_string(kind) { reader.string(value) } else { Span::default() };
            self.extras.push((kind, value, text));
        }
        let node = Node {
            handle,
            name,
            flags,
            attrs: (attrs, n_attrs),
            extras: (extras, n_extras),
            element: true,
            ..Node::BLANK
        };
        Some(node)
    }

    fn push(&mut self, node: Node) -> NodeId {
        let id = NodeId(self.nodes.len() as u32);
        self.nodes.push(node);
        id
    }

    fn bind(&mut self, handle: Handle, id: NodeId) {
        let at = handle as usize;
        // Handles ascend from 1 without large gaps; one far above the node count is a broken stream.
        if at > self.nodes.len().saturating_add(limits::NODES) {
            return;
        }
        if self.handles.len() <= at {
            self.handles.resize(at + 1, NONE);
        }
        if let Some(slot) = self.handles.get_mut(at) {
            let old = NodeId(*slot);
            *slot = id.0;
            // The element was read again in its new place; its old record is no longer reachable.
            if self.get(old).is_some_and(|node| node.live) {
                self.detach(old);
                self.orphans.push(old);
            }
        }
    }

    fn patch(&mut self, id: NodeId, fresh: &Node) {
        if let Some(node) = self.nodes.get_mut(id.0 as usize) {
            node.name = fresh.name;
            node.flags = fresh.flags;
            node.attrs = fresh.attrs;
            node.extras = fresh.extras;
        }
    }

    fn append(&mut self, parent: NodeId, child: NodeId) {
        let last = self.get(parent).map_or(NOBODY, |node| node.last);
        if let Some(node) = self.nodes.get_mut(child.0 as usize) {
            node.parent = parent;
            node.prev = last;
            node.next = NOBODY;
        }
        if let Some(node) = self.nodes.get_mut(last.0 as usize) {
            node.next = child;
        }
        if let Some(node) = self.nodes.get_mut(parent.0 as usize) {
            if node.first == NOBODY {
                node.first = child;
            }
            node.last = child;
        }
    }

    fn detach(&mut self, id: NodeId) {
        let Some(Node { parent, prev, next, .. }) = self.get(id).copied() else {
            return;
        };
        match self.nodes.get_mut(prev.0 as usize) {
            Some(node) => node.next = next,
            None => {
                if let Some(node) = self.nodes.get_mut(parent.0 as usize) {
                    node.first = next;
                }
            }
        }
        match self.nodes.get_mut(next.0 as usize) {
            Some(node) => node.prev = prev,
            None => {
                if let Some(node) = self.nodes.get_mut(parent.0 as usize) {
                    node.last = prev;
                }
            }
        }
        if let Some(node) = self.nodes.get_mut(id.0 as usize) {
            (node.parent, node.prev, node.next) = (NOBODY, NOBODY, NOBODY);
        }
    }

    /// Takes out what no record put back.
    fn bury(&mut self) {
        for orphan in std::mem::take(&mut self.orphans) {
            if self.parent(orphan).is_some() || self.root == Some(orphan) {
                continue;
            }
            let below: Vec<NodeId> = self.walk(orphan).collect();
            for id in below {
                let Some(node) = self.nodes.get_mut(id.0 as usize) else {
                    continue;
                };
                node.live = false;
                let handle = node.handle as usize;
                if let Some(slot) = self.handles.get_mut(handle)
                    && *slot == id.0
                {
                    *slot = NONE;
                }
            }
        }
    }

    fn get(&self, id: NodeId) -> Option<&Node> {
        self.nodes.get(id.0 as usize)
    }

    fn link(id: NodeId) -> Option<NodeId> {
        (id != NOBODY).then_some(id)
    }

    fn str(&self, span: Span) -> &str {
        self.arena.get(span.0 as usize..(span.0 + span.1) as usize).unwrap_or("")
    }
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

    /// The element with this handle, while it is in the tree.
    #[must_use]
    pub fn node(&self, handle: Handle) -> Option<NodeId> {
        self.handles.get(handle as usize).copied().map(NodeId).and_then(Self::link)
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

    /// Its characters, where it is text.
    #[must_use]
    pub fn text(&self, id: NodeId) -> Option<&str> {
        self.get(id).filter(|node| !node.element).map(|node| self.str(node.name))
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

    fn extras_of(&self, id: NodeId) -> impl Iterator<Item = &(u32, u32, Span)> {
        let (start, count) = self.get(id).map_or((0, 0), |node| node.extras);
        let range = start as usize..start as usize + usize::from(count);
        self.extras.get(range).unwrap_or(&[]).iter()
    }

    /// Its parent in the flat tree.
    #[must_use]
    pub fn parent(&self, id: NodeId) -> Option<NodeId> {
        self.get(id).and_then(|node| Self::link(node.parent))
    }

    /// Its first child.
    #[must_use]
    pub fn first(&self, id: NodeId) -> Option<NodeId> {
        self.get(id).and_then(|node| Self::link(node.first))
    }

    /// The node after it under the same parent.
    #[must_use]
    pub fn next(&self, id: NodeId) -> Option<NodeId> {
        self.get(id).and_then(|node| Self::link(node.next))
    }

    /// The node before it under the same parent.
    #[must_use]
    pub fn prev(&self, id: NodeId) -> Option<NodeId> {
        self.get(id).and_then(|node| Self::link(node.prev))
    }

    /// Its children in order.
    pub fn children(&self, id: NodeId) -> impl Iterator<Item = NodeId> {
        std::iter::successors(self.first(id), |child| self.next(*child))
    }

    /// Its ancestors, nearest first, itself not among them.
    pub fn ancestors(&self, id: NodeId) -> impl Iterator<Item = NodeId> {
        std::iter::successors(self.parent(id), |above| self.parent(*above))
    }

    /// It and all below, in document order.
    pub fn walk(&self, top: NodeId) -> impl Iterator<Item = NodeId> {
        std::iter::successors(Some(top), move |at| self.first(*at).or_else(|| self.skip(*at, top)))
    }

    /// The node after `at` and its subtree in document order, within `top`.
    #[must_use]
    pub fn skip(&self, at: NodeId, top: NodeId) -> Option<NodeId> {
        let mut at = at;
        while at != top {
            if let Some(next) = self.next(at) {
                return Some(next);
            }
            at = self.parent(at)?;
        }
        None
    }

    /// Text below it, white space folded and trimmed, cut at `most` characters: the same string that
    /// the page kit computes for `Check::Text`.
    #[must_use]
    pub fn flat_text(&self, top: NodeId, most: usize) -> String {
        let mut out = String::new();
        let mut count = 0;
        let mut gap = false;
        for id in self.walk(top) {
            for c in self.text(id).unwrap_or("").chars() {
                if c.is_ascii_whitespace() {
                    gap = !out.is_empty();
                    continue;
                }
                if gap {
                    out.push(' ');
                    count += 1;
                    gap = false;
                }
                if count >= most {
                    return out;
                }
                out.push(c);
                count += 1;
            }
        }
        out
    }
}
