//! Any JSON, and any text, as an input of the tool.
#![no_main]

#[path = "../laws.rs"]
mod laws;

libfuzzer_sys::fuzz_target!(|text: &str| {
    if let Ok(value) = serde_json::from_str(text) {
        laws::input(&value);
    }
    laws::input(&serde_json::Value::String(text.to_owned()));
});
