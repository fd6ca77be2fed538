//! `tokens`: estimates for the texts on standard input, a JSON list of strings; a JSON list of numbers is
//! written. For `tests/bench/tokens`, which knows the real counts.

use std::io::Read as _;

use onecall_core::answer::tokens::estimate;

/// Reads texts and gives what they are estimated at.
pub fn run() -> Result<String, String> {
    let mut input = String::new();
    std::io::stdin().read_to_string(&mut input).map_err(|error| error.to_string())?;
    let texts: Vec<String> = serde_json::from_str(&input).map_err(|error| error.to_string())?;
    let estimates: Vec<u32> = texts.iter().map(|text| estimate(text)).collect();
    serde_json::to_string(&estimates).map_err(|error| error.to_string())
}
