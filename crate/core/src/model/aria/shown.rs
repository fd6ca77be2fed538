//! Whether a thing can be met: rendered, exposed, painted. Three facts, kept apart.
//! It must never count a native control out because a styled label stands for it; that is the outline's.

use std::cell::RefCell;

use onecall_protocol::facts::{extra, flag, unpainted};

use crate::model::dom::{NodeId, Note};

use super::View;

/// Whether a thing can be met by a person and by assistive technology; the first reason that says no.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Shown {
    /// Rendered, exposed and painted.
    Yes,
    /// `display: none`, `visibility: hidden`, `hidden`, a closed dialog …
    NotRendered,
    /// `aria-hidden`, inert, or behind an open modal.
    NotExposed,
    /// Transparent, without size, clipped, scaled away or off-screen.
    NotPainted,
}

pub(super) fn shown(view: View<'_>, id: NodeId) -> Shown {
    let dom = view.dom;
    let Some(id) = (if dom.is_element(id) { Some(id) } else { dom.parent(id) }) else {
        return Shown::NotRendered;
    };
    if !dom.has(id, flag::RENDERED | flag::VISIBLE) {
        return Shown::NotRendered;
    }
    if dom.has(id, flag::INERT) || is_aria_hidden(view, id) || is_behind_modal(view, id) {
        return Shown::NotExposed;
    }
    if !dom.has(id, flag::OPAQUE) || is_unpainted(view, id) {
        return Shown::NotPainted;
    }
    Shown::Yes
}

/// Why it is not painted: bits of [`unpainted`], its own and those that come from above.
pub(super) fn unpainted_by(view: View<'_>, id: NodeId) -> u32 {
    let dom = view.dom;
    if dom.noted(Note::Unpainted).is_empty() {
        return 0;
    }
    let own = |at: NodeId| dom.extra(at, extra::UNPAINTED).unwrap_or(0);
    let taken = |at: NodeId, above: u8| above | (own(at) & !(unpainted::SIZE | unpainted::COLOUR)).to_le_bytes()[0];
    own(id) | u32::from(inherited(view, &view.memo.unpainted, id, taken))
}

fn is_unpainted(view: View<'_>, id: NodeId) -> bool {
    unpainted_by(view, id) != 0
}

/// What an element takes over from above, each level computed once. `step` makes a level's own of the one above; the
/// first begins with 0 and none is above 254.
fn inherited(view: View<'_>, known: &RefCell<Vec<u8>>, id: NodeId, step: impl Fn(NodeId, u8) -> u8) -> u8 {
    let dom = view.dom;
    let mut known = known.borrow_mut();
    if known.len() < dom.len() {
        known.resize(dom.len(), 0);
    }
    let mut path = Vec::new();
    let mut at = Some(id);
    let mut value = 0;
    while let Some(node) = at {
        // One more than the value, so that 0 says that it is not known.
        if let Some(found) = known.get(node.index()).copied().filter(|byte| *byte != 0) {
            value = found - 1;
            break;
        }
        path.push(node);
        at = dom.parent(node);
    }
    for node in path.into_iter().rev() {
        value = step(node, value);
        if let Some(byte) = known.get_mut(node.index()) {
            *byte = value.saturating_add(1);
        }
    }
    value
}

/// True where it is not rendered, not visible or `aria-hidden`: accname's "hidden".
pub(super) fn is_hidden(view: View<'_>, id: NodeId) -> bool {
    !view.dom.has(id, flag::RENDERED | flag::VISIBLE) || is_aria_hidden(view, id)
}

/// True where `aria-hidden="true"` stands on it or above. On the document's own elements it does not count.
pub(super) fn is_aria_hidden(view: View<'_>, id: NodeId) -> bool {
    let dom = view.dom;
    let says = |at: NodeId| dom.attr(at, "aria-hidden") == Some("true") && !matches!(dom.tag(at), "html" | "body");
    inherited(view, &view.memo.hidden, id, |at, above| if above == 1 || says(at) { 1 } else { 0 }) == 1
}

/// True outside the open modal dialog.
fn is_behind_modal(view: View<'_>, id: NodeId) -> bool {
    let dom = view.dom;
    let modal = view.memo.modal.get().unwrap_or_else(|| {
        let open = |at: &NodeId| dom.is_live(*at) && dom.has(*at, flag::MODAL | flag::RENDERED);
        // The one opened last is on top; where one stands inside another it is the inner one.
        let top = dom.noted(Note::Modal).iter().copied().rfind(open);
        view.memo.modal.set(Some(top));
        top
    });
    let Some(modal) = modal else {
        return false;
    };
    // What is around it is not behind it.
    id != modal && !dom.ancestors(id).any(|above| above == modal) && !dom.ancestors(modal).any(|above| above == id)
}
