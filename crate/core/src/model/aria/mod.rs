//! What ARIA makes of the mirror: roles, names, descriptions, states and visibility, after HTML-AAM,
//! WAI-ARIA 1.2, accname 1.2 and SVG-AAM. Computed on demand and kept until the facts change.
//! It must never look at anything but the mirror, and never touch outline or paths.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use super::dom::{Dom, NodeId};

mod role;

pub use role::Role;

/// What was computed of one revision of the mirror.
#[derive(Debug, Default)]
pub struct Memo {
    names: RefCell<BTreeMap<NodeId, Rc<str>>>,
}

impl Memo {
    /// Forgets everything; called when facts were applied.
    pub fn clear(&mut self) {
        *self = Self::default();
    }
}

/// The mirror seen through ARIA.
#[derive(Debug, Clone, Copy)]
pub struct View<'a> {
    /// The mirror.
    pub dom: &'a Dom,
    /// What was computed before.
    pub memo: &'a Memo,
}

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

/// States and properties, where they apply.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct States {
    /// `aria-disabled` or `:disabled`.
    pub disabled: bool,
    /// `aria-checked`, `aria-pressed` or native; `None` where it has no such state, `Some(None)` is mixed.
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

impl<'a> View<'a> {
    /// Its role.
    #[must_use]
    pub fn role(&self, id: NodeId) -> Role {
        role::of(*self, id)
    }

    /// Its accessible name, white space folded; empty for none.
    #[must_use]
    pub fn name(&self, id: NodeId) -> Rc<str> {
        if let Some(name) = self.memo.names.borrow().get(&id) {
            return name.clone();
        }
        let name: Rc<str> =
            self.dom.attr(id, "aria-label").map_or_else(|| self.dom.flat_text(id, 200), str::to_owned).into();
        self.memo.names.borrow_mut().insert(id, name.clone());
        name
    }

    /// Its accessible description; empty for none.
    #[must_use]
    pub fn description(&self, _id: NodeId) -> String {
        String::new()
    }

    /// Its states.
    #[must_use]
    pub fn states(&self, _id: NodeId) -> States {
        States::default()
    }

    /// Whether it is shown.
    #[must_use]
    pub fn shown(&self, id: NodeId) -> Shown {
        use onecall_protocol::facts::flag::{RENDERED, VISIBLE};
        if self.dom.has(id, RENDERED | VISIBLE) { Shown::Yes } else { Shown::NotRendered }
    }

    /// The element that an id names, in the tree scope of `from`.
    #[must_use]
    pub fn by_id(&self, _from: NodeId, id: &str) -> Option<NodeId> {
        self.dom.walk(self.dom.root()?).find(|at| self.dom.attr(*at, "id") == Some(id))
    }
}
