//! Ways through the mirror: up, down, along, and the text met on the way. It must never change it.

use super::{Dom, NodeId};

impl Dom {
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
