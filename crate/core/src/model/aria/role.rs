//! Roles: explicit tokens first, then HTML's own. It must never depend on names of things outside the spec.

use super::{NodeId, View};

/// A role of WAI-ARIA 1.2/1.3, DPUB or Graphics-ARIA, or an internal one of HTML-AAM.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Role {
    /// No role of its own.
    Generic,
    /// `button`.
    Button,
    /// `link`.
    Link,
    /// `heading`.
    Heading,
}

impl Role {
    /// As ARIA writes it.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Generic => "generic",
            Self::Button => "button",
            Self::Link => "link",
            Self::Heading => "heading",
        }
    }
}

pub(super) fn of(view: View<'_>, id: NodeId) -> Role {
    match view.dom.tag(id) {
        "button" => Role::Button,
        "a" => Role::Link,
        "h1" | "h2" | "h3" | "h4" | "h5" | "h6" => Role::Heading,
        _ => Role::Generic,
    }
}
