//! What a call will do once it may: an act on the page, or something that the page's own code does for us through
//! the provider (a published object, a tool). Checked already; it must never hold what was not checked.

use onecall_protocol::Value;
use onecall_protocol::effect::Act;
use onecall_protocol::policy::Class;

use super::args::ActCall;
use crate::path::Path;

/// Something to do.
#[derive(Debug, Clone, PartialEq)]
pub enum Deed {
    /// An act on the page.
    Page(ActCall),
    /// Done by the page's own code.
    Far(Far),
}

/// Something that the page's own code does.
#[derive(Debug, Clone, PartialEq)]
pub struct Far {
    /// Canonical path, without arguments.
    pub path: Path,
    /// What the provider is told.
    pub act: Act,
    /// Its effect, as declared; `None` where nothing was declared.
    pub declared: Option<Class>,
    /// Its name and what it says of itself, in words.
    pub label: String,
    /// Arguments as a person reads them.
    pub args: Value,
    /// The `done` line: `called app.cart.add`.
    pub says: String,
    /// Its declared shape: what a remembered approval is bound to.
    pub shape: String,
    /// What the app wants a person to be asked; empty where it said nothing.
    pub confirm: String,
    /// Worth saying: how the input was understood.
    pub notes: Vec<String>,
}

impl Deed {
    /// Canonical path.
    #[must_use]
    pub fn path(&self) -> &Path {
        match self {
            Self::Page(act) => &act.path,
            Self::Far(far) => &far.path,
        }
    }

    /// Does it only read? Then it waits for no act and none waits for it.
    #[must_use]
    pub fn reads(&self) -> bool {
        matches!(self, Self::Far(far) if matches!(far.act, Act::AppGet { .. }))
    }
}
