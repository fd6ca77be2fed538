//! The core for JavaScript hosts: inputs and effects cross as plain objects, facts as a typed array and
//! a string. Bindings only; it must never decide anything.
//!
//! Every export answers with one shape, a reply `{effects, refused}`. An exception out of an export is
//! therefore always a trap, after which the host calls [`renew`] and makes a new [`Engine`].

use onecall_core::session::Session;
use onecall_protocol::effect::Effect;
use onecall_protocol::facts::Head;
use onecall_protocol::message::{Input, Reply, VERSION};
use onecall_protocol::{Value, form};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_wasm_bindgen::Serializer;
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};

/// As a plain object: no `Map`, no `BigInt`, `null` for what is absent, as a port would carry it.
fn into_js(reply: &Reply) -> JsValue {
    form::value(reply).serialize(&Serializer::json_compatible()).unwrap_or(JsValue::NULL)
}

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
fn reply<T: DeserializeOwned>(message: JsValue, take: impl FnOnce(T) -> Vec<Effect>) -> JsValue {
    let read = serde_wasm_bindgen::from_value::<Value>(message).map_err(|error| error.to_string());
    let reply = match read.and_then(form::read) {
        Ok(message) => Reply { effects: take(message), refused: None },
        Err(refused) => Reply { effects: Vec::new(), refused: Some(refused) },
    };
    into_js(&reply)
}
