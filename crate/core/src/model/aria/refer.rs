//! Relations between elements: labels and their controls, owners and what they own.
//! It must never decide what they mean for a name or role.

use crate::limits;
use crate::model::dom::{NodeId, Note};
use crate::order::Map;

use super::View;

/// True for elements that a `label` can be for.
pub(super) fn is_labelable(view: View<'_>, id: NodeId) -> bool {
    match view.dom.tag(id) {
        "button" | "meter" | "output" | "progress" | "select" | "textarea" => true,
        "input" => !view.dom.attr(id, "type").is_some_and(|kind| kind.eq_ignore_ascii_case("hidden")),
        // Form-associated custom elements cannot be told from others; a label around one means it all the same.
        tag => tag.contains('-'),
    }
}

/// Labels of a control, in document order.
pub(super) fn labels(view: View<'_>, control: NodeId) -> Vec<NodeId> {
    let dom = view.dom;
    if !is_labelable(view, control) {
        return Vec::new();
    }
    let mut found = Vec::new();
    if let Some(id) = dom.attr(control, "id").filter(|id| !id.is_empty()) {
        let candidates = view.memo.fors.borrow_mut().find(dom, Note::For, id);
        found.extend(
            candidates
                .into_iter()
                .filter(|label| dom.tag(*label) == "label" && view.by_id(*label, id) == Some(control)),
        );
    }
    let around = dom.ancestors(control).take(limits::NAME_DEPTH).find(|above| dom.tag(*above) == "label");
    if let Some(label) = around
        && dom.attr(label, "for").is_none()
        && dom.walk(label).skip(1).find(|below| is_labelable(view, *below)) == Some(control)
    {
        found.push(label);
    }
    if found.len() > 1 {
        found
            .sort_by(|a, b| if dom.is_before(*a, *b) { std::cmp::Ordering::Less } else { std::cmp::Ordering::Greater });
        found.dedup();
    }
    found
}

/// The element that owns this one by `aria-owns`.
pub(super) fn owner(view: View<'_>, id: NodeId) -> Option<NodeId> {
    if view.dom.noted(Note::Owns).is_empty() {
        return None;
    }
    view.memo.owners.borrow_mut().get_or_insert_with(|| owners(view)).get(&id).copied()
}

/// What an element owns by `aria-owns`.
pub(super) fn owned(view: View<'_>, id: NodeId) -> Vec<NodeId> {
    if view.dom.noted(Note::Owns).is_empty() || view.dom.attr(id, "aria-owns").is_none() {
        return Vec::new();
    }
    view.references(id, "aria-owns").into_iter().filter(|below| owner(view, *below) == Some(id)).collect()
}

/// Each element has one owner, the first; nobody owns what it stands in.
fn owners(view: View<'_>) -> Map<NodeId, NodeId> {
    let dom = view.dom;
    let mut owners = Map::default();
    for owner in dom.noted(Note::Owns).iter().copied().filter(|id| dom.is_live(*id)) {
        for below in view.references(owner, "aria-owns") {
            let circle =
                below == owner || dom.ancestors(owner).any(|above| above == below) || leads_to(&owners, owner, below);
            if !circle && !owners.contains_key(&below) {
                owners.insert(below, owner);
            }
        }
    }
    owners
}

/// True where owning goes up from `from` to `to`.
fn leads_to(owners: &Map<NodeId, NodeId>, from: NodeId, to: NodeId) -> bool {
    let chain = std::iter::successors(owners.get(&from).copied(), |at| owners.get(at).copied());
    chain.take(limits::REFERENCES).any(|at| at == to)
}
