//! States and properties, from ARIA attributes and native state. It must never tell a state that a role does not have.

use onecall_protocol::facts::flag;

use crate::model::dom::NodeId;

use super::{Role, View};

/// States and properties, where they apply.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct States {
    /// `aria-disabled` or `:disabled`.
    pub disabled: bool,
    /// `aria-checked` or native; `None` where it has no such state, `Some(None)` is mixed.
    pub checked: Option<Option<bool>>,
    /// `aria-pressed` of a toggle button, as `checked`.
    pub pressed: Option<Option<bool>>,
    /// `aria-expanded`, `details`, `popovertarget`.
    pub expanded: Option<bool>,
    /// `aria-selected` or a selected option.
    pub selected: Option<bool>,
    /// `aria-current` other than `false`.
    pub current: bool,
    /// `aria-required` or `required`.
    pub required: bool,
    /// `aria-readonly` or `readonly`.
    pub readonly: bool,
    /// `aria-invalid`, or constraint validation.
    pub invalid: bool,
    /// `aria-busy`.
    pub busy: bool,
    /// Heading or `aria-level`.
    pub level: Option<u32>,
}

pub(super) fn states(view: View<'_>, id: NodeId) -> States {
    let dom = view.dom;
    let role = view.role(id);
    let says = |name: &str| dom.attr(id, name).map(str::trim).filter(|value| !value.is_empty());
    let is_true = |name: &str| says(name) == Some("true");
    States {
        disabled: dom.has(id, flag::DISABLED) || is_disabled(view, id),
        checked: checked(view, id, role),
        pressed: (role == Role::Button).then(|| says("aria-pressed").and_then(tristate)).flatten(),
        expanded: expanded(view, id, role),
        selected: selected(view, id, role),
        current: says("aria-current").is_some_and(|value| value != "false"),
        required: dom.has(id, flag::REQUIRED) || is_true("aria-required"),
        readonly: dom.has(id, flag::READONLY) || is_true("aria-readonly"),
        invalid: match says("aria-invalid") {
            Some(value) => value != "false",
            None => dom.has(id, flag::INVALID),
        },
        busy: is_true("aria-busy"),
        level: level(view, id, role),
    }
}

/// `aria-disabled` on it or on what it stands in.
fn is_disabled(view: View<'_>, id: NodeId) -> bool {
    let says = |at: NodeId| view.dom.attr(at, "aria-disabled");
    match says(id) {
        Some(value) => value == "true",
        None => view.dom.ancestors(id).find_map(says) == Some("true"),
    }
}

/// A native state wins over ARIA's: authors must not contradict it, and what the browser holds is true.
fn checked(view: View<'_>, id: NodeId, role: Role) -> Option<Option<bool>> {
    let dom = view.dom;
    if dom.tag(id) == "input" {
        let kind = dom.attr(id, "type").unwrap_or("");
        if kind.eq_ignore_ascii_case("checkbox") || kind.eq_ignore_ascii_case("radio") {
            return Some(if dom.has(id, flag::INDETERMINATE) { None } else { Some(dom.has(id, flag::CHECKED)) });
        }
    }
    match role {
        Role::Checkbox | Role::MenuItemCheckbox | Role::MenuItemRadio | Role::Radio | Role::Switch => {
            Some(dom.attr(id, "aria-checked").and_then(tristate).unwrap_or(Some(false)))
        }
        Role::OptionRole | Role::TreeItem => dom.attr(id, "aria-checked").and_then(tristate),
        _ => None,
    }
}

fn tristate(value: &str) -> Option<Option<bool>> {
    match value {
        "true" => Some(Some(true)),
        "false" => Some(Some(false)),
        "mixed" => Some(None),
        _ => None,
    }
}

fn expanded(view: View<'_>, id: NodeId, role: Role) -> Option<bool> {
    let dom = view.dom;
    match dom.attr(id, "aria-expanded") {
        Some("true") => return Some(true),
        Some("false") => return Some(false),
        _ => {}
    }
    match dom.tag(id) {
        "details" => Some(dom.has(id, flag::OPEN)),
        "summary" => {
            let details = dom.parent(id).filter(|above| dom.tag(*above) == "details")?;
            let first = dom.children(details).find(|below| dom.tag(*below) == "summary") == Some(id);
            first.then(|| dom.has(details, flag::OPEN))
        }
        "button" | "input" => {
            let target = dom.attr(id, "popovertarget").or_else(|| dom.attr(id, "commandfor"))?;
            let target = view.by_id(id, target)?;
            dom.attr(target, "popover").map(|_| dom.has(target, flag::OPEN))
        }
        "select" if role == Role::Combobox => Some(false),
        _ => None,
    }
}

fn selected(view: View<'_>, id: NodeId, role: Role) -> Option<bool> {
    let dom = view.dom;
    if dom.tag(id) == "option" && dom.attr(id, "role").is_none() {
        return Some(dom.has(id, flag::SELECTED));
    }
    match role {
        Role::Cell
        | Role::ColumnHeader
        | Role::GridCell
        | Role::OptionRole
        | Role::Row
        | Role::RowHeader
        | Role::Tab
        | Role::TreeItem => match dom.attr(id, "aria-selected") {
            Some("true") => Some(true),
            Some("false") => Some(false),
            _ => None,
        },
        _ => None,
    }
}

fn level(view: View<'_>, id: NodeId, role: Role) -> Option<u32> {
    let said =
        view.dom.attr(id, "aria-level").and_then(|value| value.trim().parse::<u32>().ok()).filter(|level| *level > 0);
    match role {
        Role::Heading => said.or_else(|| match view.dom.tag(id) {
            "h1" => Some(1),
            "h2" => Some(2),
            "h3" => Some(3),
            "h4" => Some(4),
            "h5" => Some(5),
            "h6" => Some(6),
            _ => Some(2),
        }),
        Role::Comment | Role::ListItem | Role::Row | Role::TabList | Role::TreeItem => said,
        _ => None,
    }
}
