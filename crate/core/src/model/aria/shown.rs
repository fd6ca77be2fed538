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

/// What keeps a thing from being met, in the order in which it is asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Why {
    /// `display: none`, `visibility: hidden`, `hidden`, a closed dialog …
    NotRendered,
    /// Inert, on it or above.
    Inert,
    /// `aria-hidden`, on it or above.
    AriaHidden,
    /// Behind an open modal dialog.
    BehindDialog,
    /// Transparent, on it or above.
    Transparent,
    /// Its text has no size.
    NoSize,
    /// Clipped away, with what is around it or by itself.
    Clipped,
    /// Scaled to nothing.
    Scaled,
    /// Where nobody can scroll to.
    OffScreen,
    /// Its text has the colour of what is behind it, or none.
    NoContrast,
}

impl Why {
    /// Which of the facts says no.
    #[must_use]
    pub const fn shown(self) -> Shown {
        match self {
            Self::NotRendered => Shown::NotRendered,
            Self::Inert | Self::AriaHidden | Self::BehindDialog => Shown::NotExposed,
            _ => Shown::NotPainted,
        }
    }
}

pub(super) fn shown(view: View<'_>, id: NodeId) -> Shown {
    hidden_by(view, id).map_or(Shown::Yes, Why::shown)
}

/// The first thing that keeps it from being met.
pub(super) fn hidden_by(view: View<'_>, id: NodeId) -> Option<Why> {
    let dom = view.dom;
    let Some(id) = (if dom.is_element(id) { Some(id) } else { dom.parent(id) }) else {
        return Some(Why::NotRendered);
    };
    if !dom.has(id, flag::RENDERED | flag::VISIBLE) {
        return Some(Why::NotRendered);
    }
    if dom.has(id, flag::INERT) {
        return Some(Why::Inert);
    }
    if is_aria_hidden(view, id) {
        return Some(Why::AriaHidden);
    }
    if is_behind_modal(view, id) {
        return Some(Why::BehindDialog);
    }
    if !dom.has(id, flag::OPAQUE) {
        return Some(Why::Transparent);
    }
    let bits = unpainted_by(view, id);
    let reasons = [
        (unpainted::SIZE, Why::NoSize),
        (unpainted::CLIPPED | unpainted::EMPTY, Why::Clipped),
        (unpainted::SCALED, Why::Scaled),
        (unpainted::OFFSCREEN, Why::OffScreen),
    ];
    let first = reasons.iter().find(|(of, _)| bits & of != 0).map(|(_, why)| *why);
    first.or((bits != 0).then_some(Why::NoContrast))
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
    if dom.noted(Note::AriaHidden).is_empty() {
        return false;
    }
    let says = |at: NodeId| {
        dom.is_noted(at, Note::AriaHidden)
            && dom.attr(at, "aria-hidden") == Some("true")
            && !matches!(dom.tag(at), "html" | "body")
    };
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
