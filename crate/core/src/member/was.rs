//! The page as it was when an act began, kept from the first change on, with what facts have touched since: so that
//! telling what an act changed costs what the change costs, and not what the page does. It must never outlive its act.

use super::tree::Tree;
use crate::model::dom::{NodeId, Touched};

/// What is kept of the page before.
#[derive(Debug, Default)]
pub struct Was {
    wanted: bool,
    tree: Option<Box<Tree>>,
}

impl Tree {
    /// An act begins: from its first change on the page before it is kept.
    pub fn begin_act(&mut self) {
        self.was = Was { wanted: true, tree: None };
        self.dom_mut().note_touched(true);
    }

    /// What it changed is told.
    pub fn end_act(&mut self) {
        self.was = Was::default();
        self.dom_mut().note_touched(false);
    }

    /// A change comes.
    pub(super) fn keep(&mut self) {
        if self.was.wanted && self.was.tree.is_none() {
            self.was.tree = Some(Box::new(self.copy()));
        }
    }

    /// The page before the act, where it is another and this core saw it begin.
    #[must_use]
    pub fn before_act(&self) -> Option<&Tree> {
        self.was.tree.as_deref()
    }

    /// Did this core see the act begin, and nothing come of it?
    #[must_use]
    pub fn is_untouched(&self) -> bool {
        self.was.wanted && self.was.tree.is_none()
    }

    /// What the act has touched: elements of the page now, and of the page before.
    #[must_use]
    pub fn touched(&self) -> Option<(Vec<NodeId>, Vec<NodeId>)> {
        let Touched { all: false, own, fresh, gone } = self.dom().touched()? else { return None };
        let past = self.before_act()?;
        let mut now: Vec<NodeId> = own.iter().chain(fresh).filter_map(|handle| self.dom().node(*handle)).collect();
        let mut was: Vec<NodeId> =
            own.iter().chain(fresh).chain(gone).filter_map(|handle| past.dom().node(*handle)).collect();
        for handle in own {
            let (new, old) = (self.dom().node(*handle), past.dom().node(*handle));
            let says = |tree: &Tree, node: Option<NodeId>, name: &str| {
                node.and_then(|node| tree.dom().attr(node, name)).map(str::to_owned)
            };
            // What these say holds for all below, whose own facts are the same.
            if ["aria-hidden", "aria-disabled", "role"]
                .iter()
                .any(|name| says(self, new, name) != says(past, old, name))
            {
                now.extend(new.iter().flat_map(|top| self.dom().walk(*top)));
                was.extend(old.iter().flat_map(|top| past.dom().walk(*top)));
            }
        }
        Some((now, was))
    }
}
