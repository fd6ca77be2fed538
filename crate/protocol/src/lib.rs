//! Everything that crosses a world in Onecall, and nothing else: facts, calls, effects, outcomes,
//! messages, answers and faults. Only types of this crate are serialised. It has no logic beyond
//! reading and writing these shapes, and must never depend on another room.

pub mod act;
pub mod answer;
pub mod call;
pub mod effect;
pub mod facts;
pub mod fault;
mod file;
pub mod form;
pub mod message;
mod outcome;
pub mod plan;
pub mod policy;
mod probe;
pub mod script;

pub use serde_json::{Map, Value, json};

/// A document as its page kit names it: a nonce made when the kit starts. Unique over tabs.
pub type DocId = String;
/// A call as the page kit that received it names it: `<doc>:<n>`.
pub type CallId = String;
/// An element as the page kit names it. Never used again for another element of the document.
pub type Handle = u32;
/// Milliseconds since the epoch, as the host reports them; the core has no clock.
pub type Millis = f64;
