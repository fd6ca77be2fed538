//! What an agent reads: lines within a budget, in which no text of a page can pass for one of ours
//! (answers.md). It turns what others found into text and must never decide what is found or done.

pub mod budget;
pub mod text;
pub mod tokens;
