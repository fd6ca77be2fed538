//! What the agent reads: drafts of answers as data, and their two forms, text and JSON (answers.md).
//! It reads the tree; it must never decide or act.

pub mod app;
pub mod change;
mod differ;
pub mod draft;
pub mod events;
pub mod fault;
pub mod find;
pub mod gist;
pub mod help;
pub mod hint;
pub mod link;
mod list;
pub mod overview;
pub mod read;
pub mod script;
pub mod snapshot;
pub mod text;
pub mod tokens;
pub mod tools;
mod value;
pub mod watch;

pub use draft::Draft;
