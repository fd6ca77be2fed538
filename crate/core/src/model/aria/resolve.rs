//! Which role applies: the first token that may, else the element's own, both subject to what is around it.
//! It must never depend on names other than those that a role requires.

use onecall_protocol::facts::flag;

use crate::model::dom::NodeId;

use super::{Role, View, name, native, refer};

/// Tokens of one `role` attribute that are looked at.
const TOKENS: usize = 20;

/// ARIA attributes that stand on any element; one of them says that it matters after all.
const GLOBAL: &[&str] = &[
    "aria-atomic",
    "aria-braillelabel",
    "aria-brailleroledescription",
    "aria-busy",
    "aria-controls",
    "aria-current",
    "aria-describedby",
    "aria-description",
    "aria-details",
    "aria-dropeffect",
    "aria-flowto",
    "aria-grabbed",
    "aria-keyshortcuts",
    "aria-label",
    "aria-labelledby",
    "aria-live",
    "aria-owns",
    "aria-relevant",
    "aria-roledescription",
];

pub(super) fn role(view: View<'_>, id: NodeId) -> Role {
    if !view.dom.is_element(id) {
        return Role::Generic;
    }
    explicit(view, id).unwrap_or_else(|| native::role(view, id))
}

/// The first token of the `role` attribute that applies.
fn explicit(view: View<'_>, id: NodeId) -> Option<Role> {
    let tokens = view.dom.attr(id, "role")?.split_ascii_whitespace().take(TOKENS);
    tokens.filter_map(Role::parse).find(|role| applies(view, id, *role))
}

fn applies(view: View<'_>, id: NodeId, role: Role) -> bool {
    match role {
        Role::None => !is_needed(view, id),
        Role::Form | Role::Region => name::has_author_name(view, id),
        _ => role.context().is_none_or(|allowed| stands_in(view, id, allowed)),
    }
}

/// Presentational roles do not apply to what can be focused or has global ARIA attributes.
fn is_needed(view: View<'_>, id: NodeId) -> bool {
    let dom = view.dom;
    let focusable = dom.has(id, flag::FOCUSABLE)
        || (!dom.has(id, flag::DISABLED)
            && dom.attr(id, "tabindex").is_some_and(|index| index.trim().parse::<i32>().is_ok()));
    focusable || dom.attrs(id).any(|(key, _)| GLOBAL.contains(&key))
}

/// True where the nearest ancestor that means something is one of these.
fn stands_in(view: View<'_>, id: NodeId, allowed: &[Role]) -> bool {
    let mut at = above(view, id);
    // Owners can send the way anywhere; it is never longer than a tree is deep.
    for _ in 0..crate::limits::DEPTH {
        let Some(here) = at else {
            return false;
        };
        match view.role(here) {
            Role::Generic | Role::None => at = above(view, here),
            role => return allowed.contains(&role),
        }
    }
    false
}

fn above(view: View<'_>, id: NodeId) -> Option<NodeId> {
    refer::owner(view, id).or_else(|| view.dom.parent(id))
}
