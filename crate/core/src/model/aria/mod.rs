//! What ARIA makes of the mirror: roles, names, descriptions, states and visibility, after HTML-AAM,
//! WAI-ARIA 1.2, accname 1.2 and SVG-AAM. Computed on demand and kept until the facts change.
//! It must never look at anything but the mirror, and never touch outline or paths.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use onecall_protocol::facts::extra;

use super::dom::{Dom, NodeId, Note};
use crate::limits;
use crate::order::{Map, Slots};

mod content;
mod ids;
mod name;
mod native;
mod native_name;
mod refer;
mod resolve;
mod role;
mod shown;
mod state;
mod table;
#[cfg(test)]
mod tests;

pub use role::Role;
pub use shown::{Shown, Why};
pub use state::States;

/// What was computed of one revision of the mirror.
#[derive(Debug, Clone, Default)]
pub struct Memo {
    /// By node: 0 where it is not known, else the role's number and one.
    roles: RefCell<Vec<u8>>,
    /// By node: 0 where it is not known, else one more than whether `aria-hidden` takes it out.
    hidden: RefCell<Vec<u8>>,
    /// By node: 0 where it is not known, else one more than what keeps all inside it from being painted.
    unpainted: RefCell<Vec<u8>>,
    /// Names that are made of what stands in the element itself …
    names: RefCell<Slots<Rc<str>>>,
    /// … and those that are made of what stands elsewhere too.
    far: RefCell<Slots<Rc<str>>>,
    /// What cells show, by node.
    plain: RefCell<Slots<Rc<str>>>,
    /// Who owns an element by `aria-owns`.
    owners: RefCell<Option<Map<NodeId, NodeId>>>,
    /// The open modal dialog, once looked for.
    modal: Cell<Option<Option<NodeId>>>,
    ids: RefCell<ids::Index>,
    fors: RefCell<ids::Index>,
}

impl Memo {
    /// Forgets what depends on words and values that are others: of these elements and those around them.
    pub fn renew(&mut self, touched: &[NodeId]) {
        self.far.get_mut().clear();
        // What is named by something that stands elsewhere may have a role for that.
        self.roles.get_mut().clear();
        for node in touched {
            self.names.get_mut().unset(node.index() as u32);
            self.plain.get_mut().unset(node.index() as u32);
        }
    }

    /// Forgets what may be different; called when facts were applied. What stays true across deltas is kept.
    pub fn clear(&mut self) {
        *self = Self { ids: std::mem::take(&mut self.ids), fors: std::mem::take(&mut self.fors), ..Self::default() };
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

impl<'a> View<'a> {
    /// Its role; of text, generic.
    #[must_use]
    pub fn role(&self, id: NodeId) -> Role {
        let known = self.memo.roles.borrow().get(id.index()).copied().unwrap_or(0);
        if let Some(role) = Role::ALL.get(usize::from(known).wrapping_sub(1)) {
            return *role;
        }
        // A role may depend on a name and a name on roles; what comes back to itself is nothing in particular.
        self.keep_role(id, Role::Generic);
        let role = resolve::role(*self, id);
        self.keep_role(id, role);
        role
    }

    fn keep_role(&self, id: NodeId, role: Role) {
        let mut roles = self.memo.roles.borrow_mut();
        if roles.len() <= id.index() {
            roles.resize(self.dom.len().max(id.index() + 1), 0);
        }
        if let Some(byte) = roles.get_mut(id.index()) {
            *byte = role as u8 + 1;
        }
    }

    /// Its accessible name, white space folded; empty for none.
    #[must_use]
    pub fn name(&self, id: NodeId) -> Rc<str> {
        let at = id.index() as u32;
        if let Some(name) = self.memo.names.borrow().get(at) {
            return name;
        }
        if let Some(name) = self.memo.far.borrow().get(at) {
            return name;
        }
        let (name, far) = name::name(*self, id);
        let name: Rc<str> = name.into();
        let kept = if far { &self.memo.far } else { &self.memo.names };
        kept.borrow_mut().set(at, name.clone());
        name
    }

    /// What a cell shows: `read`, once while it holds.
    #[must_use]
    pub fn plain(&self, id: NodeId, read: impl FnOnce() -> String) -> Rc<str> {
        let at = id.index() as u32;
        if let Some(known) = self.memo.plain.borrow().get(at) {
            return known;
        }
        let text: Rc<str> = read().into();
        self.memo.plain.borrow_mut().set(at, text.clone());
        text
    }

    /// Its accessible description, white space folded; empty for none.
    #[must_use]
    pub fn description(&self, id: NodeId) -> String {
        name::description(*self, id)
    }

    /// What it says by its content, as a name would be made of it, whatever its role; white space folded.
    #[must_use]
    pub fn text(&self, id: NodeId) -> String {
        name::text(*self, id)
    }

    /// Its states.
    #[must_use]
    pub fn states(&self, id: NodeId) -> States {
        state::states(*self, id)
    }

    /// Whether it is shown. Text is where its element is.
    #[must_use]
    pub fn shown(&self, id: NodeId) -> Shown {
        shown::shown(*self, id)
    }

    /// What keeps it from being met, where something does.
    #[must_use]
    pub fn hidden_by(&self, id: NodeId) -> Option<Why> {
        shown::hidden_by(*self, id)
    }

    /// Why it is not painted: bits of [`onecall_protocol::facts::unpainted`], 0 where it is or where only opacity hides it.
    #[must_use]
    pub fn unpainted(&self, id: NodeId) -> u32 {
        shown::unpainted_by(*self, id)
    }

    /// The element that an id names, in the tree scope of `from`: the first in document order.
    #[must_use]
    pub fn by_id(&self, from: NodeId, id: &str) -> Option<NodeId> {
        if id.is_empty() {
            return None;
        }
        let found = self.memo.ids.borrow_mut().find(self.dom, Note::Id, id);
        if found.is_empty() {
            return None;
        }
        let scope = self.dom.scope(from);
        let here = found.into_iter().filter(|at| self.dom.scope(*at) == scope);
        here.reduce(|first, at| if self.dom.is_before(at, first) { at } else { first })
    }

    /// Labels of a control, in document order: those whose `for` names it, and the one around it.
    #[must_use]
    pub fn labels(&self, control: NodeId) -> Vec<NodeId> {
        refer::labels(*self, control)
    }

    /// Elements that an attribute with ids refers to, or those set by the property that goes with it.
    #[must_use]
    pub fn references(&self, id: NodeId, attribute: &str) -> Vec<NodeId> {
        let kind = match attribute {
            "aria-labelledby" => Some(extra::LABELLED_BY),
            "aria-describedby" => Some(extra::DESCRIBED_BY),
            _ => None,
        };
        if let Some(kind) = kind {
            let set: Vec<NodeId> =
                self.dom.extras(id, kind).take(limits::REFERENCES).filter_map(|handle| self.dom.node(handle)).collect();
            if !set.is_empty() {
                return set;
            }
        }
        let ids = self.dom.attr(id, attribute).unwrap_or("").split_ascii_whitespace().take(limits::REFERENCES);
        ids.filter_map(|name| self.by_id(id, name)).collect()
    }
}
