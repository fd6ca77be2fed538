//! `call FILE [INPUT …]`: what an agent would read. FILE is HTML or saved facts (`facts.json`); each INPUT
//! is a path, or a whole input as JSON. Acts are shown as the steps that the page kit would be sent.

use std::fs;
use std::path::Path;

use onecall_core::protocol::policy::{HostKind, Policy};
use onecall_core::protocol::{Value, form, json};
use onecall_core::session::replay::Replay;

/// Runs the calls and gives what they print.
pub fn run(file: &Path, inputs: &[String]) -> Result<String, String> {
    let text = fs::read_to_string(file).map_err(|error| format!("{}: {error}", file.display()))?;
    let facts = match file.extension().and_then(|ext| ext.to_str()) {
        Some("json") => serde_json::from_str(&text).map_err(|error| format!("{}: {error}", file.display()))?,
        _ => onecall_core::html::facts(&text),
    };
    let mut replay = Replay::new(facts, Policy { host: HostKind::Page, ..Policy::default() });
    let mut out = String::new();
    let overview = [String::new()];
    for input in if inputs.is_empty() { &overview } else { inputs } {
        let value: Value = match serde_json::from_str(input) {
            Ok(value @ Value::Object(_)) => value,
            _ => json!({ "path": input }),
        };
        let before = replay.performed.len();
        let answer = replay.call(&value);
        out.push_str(&format!("> {value}\n{answer}\n"));
        for step in replay.performed.get(before..).unwrap_or(&[]) {
            out.push_str(&format!("  (step {} on {})\n", form::text(&step.act), step.target.handle));
        }
        out.push('\n');
    }
    Ok(out)
}
