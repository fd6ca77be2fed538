//! Any text of a page inside an answer.
#![no_main]

#[path = "../laws.rs"]
mod laws;

libfuzzer_sys::fuzz_target!(|text: &str| laws::text(text));
