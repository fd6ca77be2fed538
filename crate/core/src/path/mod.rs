//! Paths: the one way to name a place in the tree (design.md §4). Text becomes a [`Path`] here and nowhere
//! else, and what was parsed here is what is looked up, checked, authorised and run.
//! It is lenient in what it understands and strict in what it makes of it: every leniency ends in the
//! canonical form, or in an error that shows it. It must never look at the tree, and never panic.

pub(crate) mod cursor;
pub mod error;
mod grammar;
pub mod input;
pub mod key;
mod lambda;
mod literal;
pub mod near;
pub mod print;
mod repair;
#[cfg(test)]
mod tests;
pub mod visible;

pub use error::{Error, ErrorKind};
pub use input::{InputError, Note, NoteKind, read_input, write_input};
pub use near::near;

use crate::protocol::Value;

/// A place, from the root. No segments: the overview.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Path {
    /// From the root on.
    pub segments: Vec<Segment>,
}

/// Is a written path the branch or below it? A branch ends at a boundary between segments; all is below the empty one.
#[must_use]
pub fn below(branch: &str, path: &str) -> bool {
    path.strip_prefix(branch)
        .is_some_and(|rest| rest.is_empty() || branch.is_empty() || rest.starts_with(['.', '[', '(']))
}

/// One step of a path.
#[derive(Debug, Clone, PartialEq)]
pub enum Segment {
    /// `.name`: a member, or else a key. Always an identifier.
    Name(String),
    /// `["key"]`: a key, never a member.
    Key(String),
    /// `[3]`, `[-1]`: a position, from 0, negative from the end.
    Index(i64),
    /// `[2:10]`: positions, half-open.
    Slice(Option<i64>, Option<i64>),
    /// `(…)`: positional arguments, or one object of named ones.
    Call(Vec<Value>),
    /// `$help` and its like; the last segment.
    Special(Special),
}

/// What can be asked about any path.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Special {
    /// The long description.
    Help,
    /// Its JSON Schema.
    Schema,
    /// How role, name and visibility were decided.
    Why,
    /// What it looks like.
    Picture,
}

impl Special {
    /// Where one stands in the midst of a path.
    pub const MISPLACED: &str = "$help and its like stand last.";

    /// Segments without the one that stands last and asks about the others.
    #[must_use]
    pub const fn split(segments: &[Segment]) -> (&[Segment], Option<Self>) {
        match segments {
            [before @ .., Segment::Special(special)] => (before, Some(*special)),
            all => (all, None),
        }
    }
}

/// A path as it was read, with what had to be guessed.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Reading {
    /// The path.
    pub path: Path,
    /// Was anything understood that the grammar does not have? Then the canonical form is worth saying.
    pub lenient: bool,
    /// Keys that look like positions: `["3"]`.
    pub numeric_keys: Vec<String>,
}

/// Reads a path.
///
/// ```
/// # use onecall_core::path::parse;
/// let path = parse("page.tables['Orders'].rows[0:5]").unwrap();
/// assert_eq!(path.to_string(), "page.tables[\"Orders\"].rows[0:5]");
/// assert_eq!(parse("page.tables[").unwrap_err().code(), "path.unclosed_bracket");
/// ```
///
/// # Errors
/// Where the text is no path, with the place and, where one can be told, what was meant.
pub fn parse(text: &str) -> Result<Path, Error> {
    grammar::read(text).map(|reading| reading.path)
}

/// Reads a path and says what had to be guessed.
///
/// # Errors
/// As [`parse`].
pub fn read(text: &str) -> Result<Reading, Error> {
    grammar::read(text)
}

impl Path {
    /// The path without a call at its end, and that call's arguments.
    #[must_use]
    pub fn split_call(mut self) -> (Self, Option<Vec<Value>>) {
        match self.segments.pop() {
            Some(Segment::Call(args)) => (self, Some(args)),
            Some(last) => {
                self.segments.push(last);
                (self, None)
            }
            None => (self, None),
        }
    }

    /// This path with one more segment.
    #[must_use]
    pub fn with(mut self, segment: Segment) -> Self {
        self.segments.push(segment);
        self
    }
}
