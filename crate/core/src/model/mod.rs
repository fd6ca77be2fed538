//! The page as the core knows it: a mirror of the DOM ([`dom`]), what ARIA makes of it ([`aria`]),
//! and the things worth an address that follow from both ([`outline`]), with their details, each computed
//! when asked for ([`field`], [`table`], [`list`], [`text`], [`data`], [`hidden`]).
//! It only reads facts. It must never fail: what is odd becomes a [`Diagnostic`].

pub mod aria;
pub mod data;
pub mod dom;
pub mod field;
pub mod hidden;
pub mod list;
pub mod look;
pub mod outline;
mod said;
pub mod table;
pub mod text;

/// Something odd in the facts. The tree stands all the same.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Diagnostic {
    /// The stream ended inside a record, or a record had an unknown kind.
    Broken {
        /// Word offset.
        at: usize,
    },
    /// A string index outside the table.
    NoString {
        /// The index.
        index: u32,
    },
    /// A delta named an element that is not known, or was based on another revision: full facts are needed.
    Lost,
    /// Deeper than [`crate::limits::DEPTH`] or more than [`crate::limits::NODES`]: cut there.
    Cut,
}
