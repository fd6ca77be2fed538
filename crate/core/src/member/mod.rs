//! What stands at a path and what can be said to it. It reads the model; it must never act, decide
//! about approval, or write an answer.

pub mod app;
pub mod args;
pub mod ask;
mod choose;
mod columns;
pub mod deed;
pub mod dialog;
pub mod example;
pub mod finder;
mod fits;
mod gather;
pub mod habit;
pub mod keys;
pub mod ledger;
pub mod lookup;
pub mod members;
pub mod options;
pub mod place;
pub mod press;
pub mod query;
pub mod resolve;
pub mod tools;
pub mod tree;
pub mod trust;
pub mod verb;
pub mod was;
pub mod write;

pub use deed::{Deed, Far};
pub use place::{Ask, Found, Group, Listen, Place, Property};
pub use resolve::resolve;
pub use tree::Tree;
pub use verb::Verb;
