//! The core for JavaScript hosts: inputs and effects cross as plain objects, facts as a typed array and
//! a string. Bindings only; it must never decide anything.
//!
//! Every export answers with one shape, a reply `{effects, refused}`. An exception out of an export is
//! therefore always a trap, after which the host calls [`renew`] and makes a new [`Engine`].

mod value;

use onecall_core::session::Session;
use onecall_protocol::effect::Effect;
use onecall_protocol::facts::Head;
use onecall_protocol::form::{self, Put, Take};
use onecall_protocol::message::{Input, Reply, VERSION};
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};

/// One core with the state of any number of documents.
#[wasm_bindgen]
#[derive(Default)]
pub struct Engine {
    session: Session,
}

#[wasm_bindgen]
impl Engine {
    /// An engine that knows no document.
    #[wasm_bindgen(constructor)]
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Takes one `Input` (crate `protocol`) and gives a reply.
    pub fn input(&mut self, message: JsValue) -> JsValue {
        reply(message, |input: Input| self.session.input(input))
    }

    /// Takes one part of facts and gives a reply.
    pub fn facts(&mut self, head: JsValue, nodes: &[u32], text: &str) -> JsValue {
        reply(head, |head: Head| self.session.facts(&head, nodes, text))
    }
}

/// Version of the messages; a kit of another version is not talked to.
#[wasm_bindgen]
#[must_use]
pub fn version() -> u32 {
    VERSION
}

/// After a trap: the memory may be damaged, so the next call of an export starts from a new instance of the module.
#[wasm_bindgen]
pub fn renew() {
    wasm_bindgen::handler::schedule_reinit();
}

/// Reads a message and lets the session take it.
fn reply<T: Take>(message: JsValue, take: impl FnOnce(T) -> Vec<Effect>) -> JsValue {
    let reply = match form::read(value::from_js(&message)) {
        Ok(message) => Reply { effects: take(message), refused: None },
        Err(refused) => Reply { effects: Vec::new(), refused: Some(refused) },
    };
    value::to_js(&reply.put())
}
