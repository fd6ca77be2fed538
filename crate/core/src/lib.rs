//! Onecall's core. Facts about a page go in, answers and effects come out, as data.
//!
//! It names no JS, DOM, clock, file or thread type and never calls out; time is an argument.
//! Rooms depend one way only: `model ← path ← member ← approval ← plan ← answer ← session`
//! (ARCHITECTURE.md); `xtask tidy` checks it.

pub mod answer;
pub mod approval;
pub mod event;
pub mod limits;
pub mod member;
pub mod model;
pub mod order;
pub mod path;
pub mod plan;
pub mod publish;
pub mod schema;
pub mod script;
pub mod search;
pub mod session;
pub mod text;
pub mod tool;

#[cfg(feature = "html")]
pub mod html;

pub use onecall_protocol as protocol;
