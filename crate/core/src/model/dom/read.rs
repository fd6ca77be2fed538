//! Decodes pieces of facts into the mirror. It must never panic, loop or grow beyond its bounds, whatever the words.

use onecall_protocol::Handle;
use onecall_protocol::facts::{extra, flag, op};

use super::graft::place;
use super::{Dom, NOBODY, NONE, Node, NodeId, Note, Span};
use crate::limits;
use crate::model::Diagnostic;

/// Where decoding stands, for one part.
pub(super) struct Reader<'a> {
    pub(super) words: &'a [u32],
    pub(super) at: usize,
    pub(super) table: Vec<Span>,
    pub(super) odd: Vec<Diagnostic>,
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
    pub(super) fn intern(&mut self, text: &str) -> Vec<Span> {
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

    pub(super) fn read(&mut self, reader: &mut Reader<'_>) {
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
        if self.reading.skipped > 0 {
            self.reading.skipped -= 1;
        } else {
            self.reading.open.pop();
        }
        Some(())
    }

    fn read_element(&mut self, reader: &mut Reader<'_>, flags: u32) -> Option<()> {
        let node = self.record(reader, flags)?;
        if self.reading.skipped > 0
            || self.reading.base + self.reading.open.len() >= limits::DEPTH
            || self.nodes.len() >= limits::NODES
        {
            self.reading.skipped += 1;
            if reader.odd.last() != Some(&Diagnostic::Cut) {
                reader.odd.push(Diagnostic::Cut);
            }
            return Some(());
        }
        let id = if self.reading.replacing {
            // The element record that follows a replace: the node stays, its facts and children are new.
            self.reading.replacing = false;
            let id = self.node(node.handle)?;
            self.remember(id, &node);
            self.patch(id, &node);
            self.mark(node.handle, |touched| &mut touched.own);
            let children: Vec<NodeId> = self.children(id).collect();
            for child in children {
                self.detach(child);
                self.reading.orphans.push(child);
            }
            id
        } else {
            self.change.structure = true;
            let parent = self.reading.open.last().copied();
            let id = self.push(node);
            self.bind(node.handle, id);
            self.mark(node.handle, |touched| &mut touched.fresh);
            match parent {
                Some(parent) => self.append(parent, id),
                None if self.slot > 0 => self.plant(id, node.handle)?,
                None => self.root = Some(id),
            }
            id
        };
        self.regraft(id, &node);
        self.reading.open.push(id);
        Some(())
    }

    fn read_text(&mut self, reader: &mut Reader<'_>) -> Option<()> {
        let index = reader.word()?;
        let name = reader.string(index);
        if self.reading.skipped == 0
            && let Some(parent) = self.reading.open.last().copied()
        {
            let id = self.push(Node { name, ..Node::BLANK });
            self.append(parent, id);
        }
        Some(())
    }

    fn read_replace(&mut self, reader: &mut Reader<'_>) -> Option<()> {
        let handle = self.global(reader.word()?);
        let Some(id) = self.node(handle) else {
            reader.odd.push(Diagnostic::Lost);
            return None;
        };
        self.compare();
        self.reading.base = self.ancestors(id).count();
        self.reading.open.clear();
        self.reading.skipped = 0;
        self.reading.replacing = true;
        Some(())
    }

    fn read_keep(&mut self, reader: &mut Reader<'_>) -> Option<()> {
        let handle = self.global(reader.word()?);
        let Some(id) = self.node(handle) else {
            reader.odd.push(Diagnostic::Lost);
            return None;
        };
        if self.reading.skipped == 0
            && let Some(parent) = self.reading.open.last().copied()
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
            Some(id) => {
                self.touch(id, &fresh);
                self.patch(id, &fresh);
                self.mark(fresh.handle, |touched| &mut touched.own);
            }
            None => {
                reader.odd.push(Diagnostic::Lost);
                return None;
            }
        }
        Some(())
    }

    /// Reads the own facts of an element record.
    fn record(&mut self, reader: &mut Reader<'_>, flags: u32) -> Option<Node> {
        let handle = self.global(reader.word()?);
        let tag = reader.word()?;
        let counts = reader.word()?;
        let name = reader.string(tag);
        let (n_attrs, n_extras) = ((counts & 0xffff) as u16, (counts >> 16) as u16);
        let attrs = self.attrs.len() as u32;
        let mut notes = if flags & flag::MODAL == 0 { 0 } else { Note::Modal.bit() };
        notes |= if flags & flag::FOREIGN == 0 { 0 } else { Note::Foreign.bit() };
        for _ in 0..n_attrs {
            let (key, value) = (reader.word()?, reader.word()?);
            let pair = (reader.string(key), reader.string(value));
            notes |= match self.str(pair.0) {
                "id" => Note::Id.bit(),
                "for" => Note::For.bit(),
                "aria-owns" => Note::Owns.bit(),
                "aria-hidden" => Note::AriaHidden.bit(),
                _ => 0,
            };
            self.attrs.push(pair);
        }
        let extras = self.extras.len() as u32;
        for _ in 0..n_extras {
            let (kind, value) = (reader.word()?, reader.word()?);
            let value = self.meant(kind, value);
            let text = if extra::is_string(kind) { reader.string(value) } else { Span::default() };
            notes |= match kind {
                extra::TRANSFORM => Note::Transform.bit(),
                extra::UNPAINTED => Note::Unpainted.bit(),
                extra::FORM => Note::Form.bit(),
                _ => 0,
            };
            self.extras.push((kind, value, text));
        }
        let n_extras = n_extras.saturating_add(self.scoped(handle));
        let node = Node {
            handle,
            name,
            flags: self.veiled(flags),
            attrs: (attrs, n_attrs),
            extras: (extras, n_extras),
            notes,
            element: true,
            ..Node::BLANK
        };
        Some(node)
    }

    fn push(&mut self, node: Node) -> NodeId {
        let id = NodeId(self.nodes.len() as u32);
        self.nodes.push(node);
        self.note(id, node.notes);
        id
    }

    fn note(&mut self, id: NodeId, notes: u16) {
        if notes == 0 {
            return;
        }
        for note in Note::ALL {
            if notes & note.bit() != 0
                && let Some(list) = self.noted.get_mut(note as usize)
            {
                list.push(id);
            }
        }
    }

    fn bind(&mut self, handle: Handle, id: NodeId) {
        if handle == 0 {
            return;
        }
        let (slot, at) = place(handle);
        if self.handles.len() <= slot {
            self.handles.resize(slot + 1, Vec::new());
        }
        let Some(handles) = self.handles.get_mut(slot) else { return };
        if handles.len() <= at {
            handles.resize(at + 1, NONE);
        }
        if let Some(known) = handles.get_mut(at) {
            let old = NodeId(*known);
            *known = id.0;
            // The element was read again in its new place; its old record is no longer reachable.
            if self.get(old).is_some_and(|node| node.live) {
                self.detach(old);
                self.reading.orphans.push(old);
            }
        }
    }

    fn patch(&mut self, id: NodeId, fresh: &Node) {
        if let Some(node) = self.nodes.get_mut(id.0 as usize) {
            node.name = fresh.name;
            node.flags = fresh.flags;
            node.attrs = fresh.attrs;
            node.extras = fresh.extras;
            node.notes = fresh.notes;
        }
        self.note(id, fresh.notes);
    }

    pub(super) fn append(&mut self, parent: NodeId, child: NodeId) {
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

    pub(super) fn detach(&mut self, id: NodeId) {
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
    pub(super) fn bury(&mut self) {
        for orphan in std::mem::take(&mut self.reading.orphans) {
            if self.parent(orphan).is_some() || self.root == Some(orphan) {
                continue;
            }
            let below: Vec<NodeId> = self.walk(orphan).collect();
            for id in below {
                let Some(node) = self.nodes.get_mut(id.0 as usize) else {
                    continue;
                };
                node.live = false;
                let handle = node.handle;
                let (slot, at) = place(handle);
                if let Some(known) = self.handles.get_mut(slot).and_then(|handles| handles.get_mut(at))
                    && *known == id.0
                {
                    *known = NONE;
                    self.mark(handle, |touched| &mut touched.gone);
                }
            }
        }
    }
}
