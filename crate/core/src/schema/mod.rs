//! JSON Schema, as much of draft 2020-12 as describes arguments: checks a value before an app's or tool's code runs,
//! and words what is taken, for signatures, help, examples and faults, all from the one schema. A keyword that is not
//! checked is named by [`unchecked`], never passed over in silence. It must never follow a reference out of the schema.
//!
//! The ready-made validators are 441 kB gzip and more as wasm, most of it regular expressions, formats and remote
//! documents.

mod arrange;
mod check;
mod example;
mod pattern;
mod words;

pub use arrange::arrange;
pub use check::check;
pub use example::{example, mended};
pub use words::{received, signature, unchecked, words};

use onecall_protocol::Value;

/// Why a value is not what a schema takes.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Wrong {
    /// Where in the value: `lines[0].sku`; empty for the value itself.
    pub at: String,
    /// What was received, in words.
    pub received: String,
    /// What was expected, in words.
    pub expected: String,
    /// Names that were probably meant.
    pub near: Vec<String>,
}

impl Wrong {
    /// As a sentence: `quantity: received "two" (string), expected integer from 1 to 99.`
    #[must_use]
    pub fn sentence(&self) -> String {
        let at = if self.at.is_empty() { String::new() } else { format!("{}: ", self.at) };
        format!("{at}{}, expected {}.", self.received, self.expected)
    }
}

/// The schema that a local reference means: `#`, `#/$defs/x`, `#anchor`.
fn referred<'a>(root: &'a Value, reference: &str) -> Option<&'a Value> {
    let fragment = reference.strip_prefix('#')?;
    if fragment.is_empty() {
        return Some(root);
    }
    if fragment.starts_with('/') {
        return root.pointer(&decoded(fragment));
    }
    anchored(root, fragment, 0)
}

/// A fragment without percent signs.
fn decoded(fragment: &str) -> String {
    let bytes = fragment.as_bytes();
    let mut out = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while let Some(byte) = bytes.get(at) {
        let code = fragment.get(at + 1..at + 3).and_then(|hex| u8::from_str_radix(hex, 16).ok());
        match (byte, code) {
            (b'%', Some(code)) => {
                out.push(code);
                at += 3;
            }
            (byte, _) => {
                out.push(*byte);
                at += 1;
            }
        }
    }
    String::from_utf8(out).unwrap_or_default()
}

fn anchored<'a>(schema: &'a Value, name: &str, depth: usize) -> Option<&'a Value> {
    if depth > crate::limits::JSON_DEPTH {
        return None;
    }
    match schema {
        Value::Object(parts) if parts.get("$anchor").and_then(Value::as_str) == Some(name) => Some(schema),
        Value::Object(parts) => parts.values().find_map(|part| anchored(part, name, depth + 1)),
        Value::Array(several) => several.iter().find_map(|part| anchored(part, name, depth + 1)),
        _ => None,
    }
}

/// Equal as JSON Schema has it: `1` and `1.0` are one number.
fn same(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Number(a), Value::Number(b)) => a == b || a.as_f64() == b.as_f64(),
        (Value::Array(a), Value::Array(b)) => a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(a, b)),
        (Value::Object(a), Value::Object(b)) => {
            a.len() == b.len() && a.iter().all(|(name, a)| b.get(name).is_some_and(|b| same(a, b)))
        }
        (a, b) => a == b,
    }
}

#[cfg(test)]
mod tests;
