//! The fuzz targets' laws on their seeds and on some thousand changes of each, the same in every run.
//! `cargo xtask fuzz` looks further, guided by coverage; what it finds becomes a seed.

#[path = "../../../tests/fuzz/laws.rs"]
mod laws;

use std::fs;
use std::path::Path;

/// Changes tried for each seed.
const CHANGES: usize = 300;

/// Pieces of text that matter to one of the readers.
const PIECES: &[&str] = &[
    ".",
    "[",
    "]",
    "(",
    ")",
    "{",
    "}",
    "\"",
    "'",
    "`",
    ",",
    ":",
    ";",
    "/",
    "\\",
    "$",
    "$help",
    "${",
    "call(",
    "await ",
    "onecall.",
    "?.",
    "…",
    "<",
    "=",
    "·",
    "#2",
    "\\#",
    "-1",
    "0",
    "1e9",
    "0x",
    "\\u",
    "\\ud83d",
    "NaN",
    "undefined",
    "\n",
    "\r\n",
    " ",
    "\u{200b}",
    "\u{200d}",
    "\u{202e}",
    "\u{2028}",
    "\u{e0041}",
    "👩",
    "é",
    "e\u{301}",
    "注",
    "```",
    "~~~1",
    "|",
    "args",
    "path",
    "\"args\":",
    "null",
    "[0:5]",
];

/// A small generator (xorshift): the same changes every time.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 % (bound.max(1) as u64)).unwrap_or_default()
    }

    /// One to four small changes.
    fn change(&mut self, seed: &str, other: &str) -> String {
        let mut chars: Vec<char> = seed.chars().collect();
        for _ in 0..=self.below(4) {
            let at = self.below(chars.len() + 1);
            let to = (at + self.below(6)).min(chars.len());
            let piece = PIECES.get(self.below(PIECES.len())).copied().unwrap_or_default();
            let replaced: Vec<char> = match self.below(5) {
                0 => piece.chars().collect(),
                1 => Vec::new(),
                2 => chars.iter().skip(at).take(12).chain(chars.iter().skip(at).take(12)).copied().collect(),
                3 => other.chars().skip(self.below(other.len())).take(20).collect(),
                _ => piece.chars().chain(chars.iter().skip(at).take(to - at).copied()).collect(),
            };
            chars.splice(at..to, replaced);
        }
        chars.into_iter().collect()
    }
}

/// Runs a law on the seeds of a target and on changes of them.
fn check(target: &str, law: impl Fn(&str)) {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/fuzz/seeds").join(format!("{target}.txt"));
    let text = fs::read_to_string(file).unwrap_or_default();
    let seeds: Vec<&str> = text.split("\n---\n").collect();
    assert!(seeds.len() > 10, "{target} has no seeds");
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    for seed in &seeds {
        law(seed);
        for _ in 0..CHANGES {
            let other = seeds.get(random.below(seeds.len())).copied().unwrap_or_default();
            law(&random.change(seed, other));
        }
    }
}

#[test]
fn paths() {
    check("path", laws::path);
}

#[test]
fn inputs() {
    check("input", |text| {
        if let Ok(value) = serde_json::from_str(text) {
            laws::input(&value);
        }
        laws::input(&serde_json::Value::String(text.to_owned()));
    });
}

#[test]
fn texts() {
    check("text", laws::text);
}
