//! Whether a thing can be met: rendered, exposed, painted. Three facts, kept apart.
//! It must never count a native control out because a styled label stands for it; that is the outline's.

use onecall_protocol::facts::{extra, flag};

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
    if !dom.has(id, flag::OPAQUE) || dom.extra(id, extra::UNPAINTED).is_some() {
        return Shown::NotPainted;
    }
    Shown::Yes
}

/// True where it is not rendered, not visible or `aria-hidden`: accname's "hidden".
pub(super) fn is_hidden(view: View<'_>, id: NodeId) -> bool {
    !view.dom.has(id, flag::RENDERED | flag::VISIBLE) || is_aria_hidden(view, id)
}

/// True where `aria-hidden="true"` stands on it or above. On the document's own elements it does not count.
pub(super) fn is_aria_hidden(view: View<'_>, id: NodeId) -> bool {
    let dom = view.dom;
    let mut hidden = view.memo.hidden.borrow_mut();
    if hidden.len() < dom.len() {
        hidden.resize(dom.len(), 0);
    }
    let mut path = Vec::new();
    let mut at = Some(id);
    let mut known = 2;
    while let Some(node) = at {
        let byte = hidden.get(node.index()).copied().unwrap_or(0);
        if byte != 0 {
            known = byte;
            break;
        }
        path.push(node);
        at = dom.parent(node);
    }
    for node in path.into_iter().rev() {
        if dom.attr(node, "aria-hidden") == Some("true") && !matches!(dom.tag(node), "html" | "body") {
            known = 1;
        }
        if let Some(byte) = hidden.get_mut(node.index()) {
            *byte = known;
        }
    }
    known == 1
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
