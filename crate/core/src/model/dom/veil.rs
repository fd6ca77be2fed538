//! Parts of a page that may not be read: they are taken as not rendered, so that no text, name, thing or search hit
//! comes from them. It must never change what facts said for good.

use onecall_protocol::facts::flag;

use super::{Dom, NodeId};

/// Set where the veil took [`flag::RENDERED`] away. No flag of facts.
pub(super) const VEILED: u32 = 1 << 31;

impl Dom {
    /// Takes elements and all below them as not rendered.
    pub fn veil(&mut self, tops: &[NodeId]) {
        for top in tops {
            let below: Vec<NodeId> = self.walk(*top).collect();
            for id in below.into_iter().chain([*top]) {
                // A text has no flags of its own.
                if let Some(node) = self.nodes.get_mut(id.index())
                    && (node.flags & flag::RENDERED != 0 || !node.element)
                {
                    node.flags = node.flags & !flag::RENDERED | VEILED;
                }
            }
        }
    }

    /// The elements that the veil hides, the outermost of each part; for words, what they stand in.
    pub fn veiled_tops(&self) -> impl Iterator<Item = NodeId> {
        let is = |id: NodeId| self.nodes.get(id.index()).is_some_and(|node| node.flags & VEILED != 0);
        let all = (0..self.nodes.len()).map(|at| NodeId(at as u32));
        let tops = all.filter(move |id| is(*id) && !self.parent(*id).is_some_and(is));
        let said = |id: NodeId| self.get(id).is_some_and(|node| !self.str(node.name).trim().is_empty());
        tops.filter_map(move |id| if self.is_element(id) { Some(id) } else { self.parent(id).filter(|_| said(id)) })
    }

    /// Takes the veil away.
    pub fn unveil(&mut self) {
        for node in &mut self.nodes {
            if node.flags & VEILED != 0 {
                node.flags = node.flags & !VEILED | if node.element { flag::RENDERED } else { 0 };
            }
        }
    }
}
