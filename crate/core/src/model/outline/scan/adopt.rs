//! Forms whose controls stand outside of them: begun inside a table, where the parser ties controls to a form that holds
//! nothing, or tied by `form`. Such a form reaches over what is around both. It must never reach over a whole page.

use onecall_protocol::facts::{extra, flag};

use super::{Frame, Scan};
use crate::model::aria::View;
use crate::model::dom::{NodeId, Note};
use crate::model::outline::Kind;

/// Forms without controls of their own, by the nearest element that is around the form and all controls tied to it.
pub(super) fn forms(view: View<'_>) -> Vec<(NodeId, NodeId)> {
    let dom = view.dom;
    let mut found: Vec<(NodeId, NodeId)> = Vec::new();
    for control in dom.noted(Note::Form).iter().filter(|id| dom.is_live(**id) && dom.has(**id, flag::RENDERED)) {
        let form = dom.extra(*control, extra::FORM).and_then(|handle| dom.node(handle));
        let Some(form) = form.filter(|form| !holds_controls(view, *form)) else { continue };
        let known = found.iter().position(|(_, of)| *of == form);
        let around = known.and_then(|at| found.get(at)).map_or(form, |(around, _)| *around);
        let Some(around) = common(view, around, *control) else { continue };
        match known.and_then(|at| found.get_mut(at)) {
            Some(entry) => entry.0 = around,
            None => found.push((around, form)),
        }
    }
    found.retain(|(around, _)| !matches!(dom.tag(*around), "html" | "body"));
    crate::order::sort(&mut found);
    found
}

fn holds_controls(view: View<'_>, form: NodeId) -> bool {
    view.dom.walk(form).any(|id| matches!(view.dom.tag(id), "input" | "select" | "textarea"))
}

/// The nearest element that is, or is around, both.
fn common(view: View<'_>, a: NodeId, b: NodeId) -> Option<NodeId> {
    let dom = view.dom;
    let around = |id: NodeId| std::iter::once(id).chain(dom.ancestors(id));
    around(a).find(|one| around(b).any(|other| other == *one))
}

impl Scan<'_> {
    /// An element ends that is around a form and its controls.
    pub(super) fn adopt(&mut self, frame: &mut Frame) {
        let from = self.adopted.partition_point(|(around, _)| *around < frame.node);
        let close = self.seq;
        for at in from..self.adopted.len() {
            let entry = self.adopted.get(at).copied().filter(|(around, _)| *around == frame.node);
            let Some((_, form)) = entry else { return };
            let index = self.put(frame, Some(Kind::Form));
            if let Some(found) = self.found(index) {
                // What is around both is often a table; that stands in the form.
                (found.node, found.close, found.rank) = (form, close, 0);
            }
            frame.stats.formed();
        }
    }
}
