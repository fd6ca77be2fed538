//! Types of this crate as JSON values and as text, and back. Always by way of [`Value`]: serde makes its code anew for
//! each format, so one format is what the wasm can pay for. It must never know a type by name.

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::Value;

/// As a value.
#[must_use]
pub fn value<T: Serialize>(of: &T) -> Value {
    serde_json::to_value(of).unwrap_or_default()
}

/// As JSON text.
#[must_use]
pub fn text<T: Serialize>(of: &T) -> String {
    value(of).to_string()
}

/// From a value.
///
/// # Errors
/// Where it is not of this type: what was expected and what is there.
pub fn read<T: DeserializeOwned>(value: Value) -> Result<T, String> {
    serde_json::from_value(value).map_err(|error| error.to_string())
}

/// From JSON text; none where it is not of this type.
#[must_use]
pub fn parse<T: DeserializeOwned>(text: &str) -> Option<T> {
    json(text).and_then(|value| read(value).ok())
}

/// Any JSON text.
#[must_use]
pub fn json(text: &str) -> Option<Value> {
    serde_json::from_str(text).ok()
}
