//! Any text as a path.
#![no_main]

#[path = "../laws.rs"]
mod laws;

libfuzzer_sys::fuzz_target!(|text: &str| laws::path(text));
