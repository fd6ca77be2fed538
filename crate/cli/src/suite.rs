//! The conformance suite: cases as data (tests/suite/README.md), played over facts made from their HTML or saved
//! beside it. A case fails where a check of it does not hold or its transcript differs from what is expected.

mod app;
mod case;
#[cfg(test)]
mod tests;

use std::fs;
use std::path::{Path, PathBuf};

pub use case::play;

/// Plays the case in a folder, or all cases below it.
///
/// # Errors
/// The cases that fail, each with what differs.
pub fn run(dir: &Path, bless: bool) -> Result<String, String> {
    let cases = below(dir);
    if cases.is_empty() {
        return Err(format!("{}: no cases (folders with calls.txt)", dir.display()));
    }
    let mut failed = Vec::new();
    for case in &cases {
        if let Err(why) = check(case, bless) {
            failed.push(format!("{}\n{why}", case.display()));
        }
    }
    if failed.is_empty() {
        return Ok(format!("{} passed, 0 failed\n", cases.len()));
    }
    failed.push(format!("{} passed, {} failed", cases.len() - failed.len(), failed.len()));
    Err(failed.join("\n\n"))
}

/// Folders with a case, in order.
fn below(dir: &Path) -> Vec<PathBuf> {
    if dir.join("calls.txt").is_file() {
        return vec![dir.to_owned()];
    }
    let Ok(entries) = fs::read_dir(dir) else { return Vec::new() };
    let mut dirs: Vec<PathBuf> =
        entries.filter_map(|entry| Some(entry.ok()?.path())).filter(|at| at.is_dir()).collect();
    dirs.sort();
    dirs.iter().flat_map(|dir| below(dir)).collect()
}

/// Plays one case; with `bless`, today's transcript becomes the expected one.
///
/// # Errors
/// What does not hold.
pub fn check(case: &Path, bless: bool) -> Result<(), String> {
    let transcript = play(case)?;
    let file = case.join("expected.txt");
    if bless {
        return fs::write(&file, transcript).map_err(|error| format!("{}: {error}", file.display()));
    }
    let expected = fs::read_to_string(&file).unwrap_or_default();
    if expected == transcript {
        return Ok(());
    }
    let at = expected.lines().zip(transcript.lines()).take_while(|(a, b)| a == b).count();
    let line = |text: &str| text.lines().nth(at).unwrap_or("(nothing more)").to_owned();
    Err(format!("  line {}\n  expected  {}\n  answered  {}", at + 1, line(&expected), line(&transcript)))
}
