//! `cargo xtask test`: everything that must hold, one step after the other. It stops at the first failure
//! and gives the command that repeats just this step.

use std::fmt::Write as _;
use std::path::PathBuf;
use std::process::Command;
use std::time::Instant;

use anyhow::{Context as _, Result, bail};

use crate::project::{Project, files_below, in_ci};
use crate::run::{self, Finished};
use crate::{build, demo, dist, setup, site, size, tidy, types};

/// Tests that ran.
#[derive(Default, Clone, Copy)]
struct Counts {
    passed: u32,
    failed: u32,
    skipped: u32,
}

type Run = fn(&Project) -> Result<Counts>;

/// Name, what it is, how it is run. Cheap ones first.
const STEPS: [(&str, &str, Run); 16] = [
    ("setup", "what is missing is installed", |p| nothing(setup::everything(p))),
    ("corpora", "test data beside the checkout", corpora),
    ("tidy", "layering, docs, lengths, versions", |p| nothing(tidy::run(p))),
    ("fmt", "rustfmt", |p| cargo(p, "fmt", &["fmt", "--all", "--check"])),
    ("clippy", "clippy, all targets", |p| {
        let what = ["--workspace", "--all-targets", "--features", "onecall-protocol/types"];
        cargo(p, "clippy", &[&["clippy", "--quiet"], &what[..], &["--", "-D", "warnings"]].concat())
    }),
    ("clippy-wasm", "clippy, wasm32", |p| {
        let what = ["--package", "onecall-wasm", "--target", "wasm32-unknown-unknown"];
        cargo(p, "clippy-wasm", &[&["clippy", "--quiet"], &what[..], &["--", "-D", "warnings"]].concat())
    }),
    ("types", "protocol.d.ts is what the types say", |p| nothing(types::check(p))),
    ("nextest", "Rust tests", |p| cargo(p, "nextest", &["nextest", "run", "--workspace", "--exclude", "onecall-wasm"])),
    ("doctest", "Rust examples", |p| {
        cargo(p, "doctest", &["test", "--doc", "--workspace", "--exclude", "onecall-wasm"])
    }),
    ("build", "extension and script tag", |p| nothing(build::run(p))),
    ("size", "shipped files against their budget", |p| nothing(size::run(p))),
    ("dist", "packages, the same bytes twice", |p| nothing(dist::check(p))),
    ("tsc", "JavaScript types", |p| step(p, "tsc", &mut run::npm_command(p, "tsc")?)),
    ("unit", "JavaScript tests", |p| node_tests(p, "unit", 2, |file| !file.starts_with("tests/e2e/"))),
    ("site", "pages, reference and playground", |p| nothing(site::run(p, &[]))),
    ("e2e", "the built product in Chromium", |p| node_tests(p, "e2e", 2, |file| file.starts_with("tests/e2e/"))),
];

/// Runs all steps, or those named.
pub fn run(project: &Project, args: &[String]) -> Result<()> {
    if args.iter().any(|arg| arg == "--list") {
        STEPS.iter().for_each(|(name, what, _)| println!("{name:<12} {what}"));
        return Ok(());
    }
    if let Some(unknown) = args.iter().find(|arg| !STEPS.iter().any(|(name, ..)| name == arg)) {
        bail!("there is no step {unknown:?}; `cargo xtask test --list` names them");
    }
    let chosen: Vec<_> = STEPS.iter().filter(|(name, ..)| args.is_empty() || args.iter().any(|a| a == name)).collect();
    let started = Instant::now();
    let mut total = Counts::default();
    let mut times = String::new();
    for (number, (name, what, action)) in chosen.iter().enumerate() {
        println!("[{:2}/{}] {name}: {what}", number + 1, chosen.len());
        let begun = Instant::now();
        let counts = action(project).with_context(|| format!("{name}\nrepeat with: cargo xtask test {name}"))?;
        let took = run::seconds(begun.elapsed());
        total.passed += counts.passed;
        total.failed += counts.failed;
        total.skipped += counts.skipped;
        println!("        ok {took}{}", shown(counts));
        let _ = writeln!(times, "  {name:<12}{took:>9}{}", shown(counts));
    }
    println!("\n{times}  {:<12}{:>9}\n", "all", run::seconds(started.elapsed()));
    println!("{} passed, {} failed, {} skipped", total.passed, total.failed, total.skipped);
    Ok(())
}

/// Accepts today's answers as the expected ones.
pub fn bless(project: &Project) -> Result<()> {
    let mut command = run::command(project, "cargo");
    command.args(["nextest", "run", "--workspace", "--exclude", "onecall-wasm"]).env("ONECALL_BLESS", "1");
    with_corpora(project, &mut command);
    run::shown(&mut command)?;
    println!("bless   read the diff as behaviour before you commit it");
    Ok(())
}

fn shown(counts: Counts) -> String {
    if counts.passed + counts.failed + counts.skipped == 0 {
        return String::new();
    }
    format!("  {} passed, {} failed, {} skipped", counts.passed, counts.failed, counts.skipped)
}

fn nothing(result: Result<()>) -> Result<Counts> {
    result.map(|()| Counts::default())
}

fn corpora(project: &Project) -> Result<Counts> {
    match project.corpora() {
        Some(dir) => println!("        {}", dir.display()),
        None if in_ci() => bail!("the corpora are absent (set ONECALL_CORPORA); with CI=true they are needed"),
        None => println!("        skipped: no corpora here; the suites that need them say so"),
    }
    Ok(Counts::default())
}

fn with_corpora(project: &Project, command: &mut Command) {
    if let Some(dir) = project.corpora() {
        command.env("ONECALL_CORPORA", dir);
    }
}

fn cargo(project: &Project, name: &str, args: &[&str]) -> Result<Counts> {
    let mut command = run::command(project, "cargo");
    command.args(args);
    with_corpora(project, &mut command);
    step(project, name, &mut command)
}

fn node_tests(project: &Project, name: &str, at_once: u32, wanted: fn(&str) -> bool) -> Result<Counts> {
    let rooms = ["extension", "www", "tests"];
    let files = rooms.iter().flat_map(|room| files_below(&project.path(room)));
    let shown = |path: PathBuf| project.shown(&path);
    let files: Vec<String> = files.map(shown).filter(|file| file.ends_with(".test.js") && wanted(file)).collect();
    if files.is_empty() {
        bail!("there are no tests");
    }
    let mut command = demo::node(project)?;
    command.args(["--test", "--test-reporter=spec"]).arg(format!("--test-concurrency={at_once}")).args(files);
    step(project, name, &mut command)
}

fn step(project: &Project, name: &str, command: &mut Command) -> Result<Counts> {
    let finished = run::must(project, name, command)?;
    Ok(count(&finished))
}

/// Reads the closing lines of the runners that are used here.
fn count(finished: &Finished) -> Counts {
    let mut counts = Counts::default();
    for line in finished.output.lines() {
        let line = line.trim();
        let cargo = line.starts_with("Summary [") || line.starts_with("test result:");
        let node = line.strip_prefix("ℹ ");
        if cargo {
            counts.passed += number_before(line, "passed");
            counts.failed += number_before(line, "failed");
            counts.skipped += number_before(line, "skipped") + number_before(line, "ignored");
        } else if let Some((what, number)) = node.and_then(|text| text.split_once(' ')) {
            let number: u32 = number.parse().unwrap_or(0);
            match what {
                "pass" => counts.passed += number,
                "fail" => counts.failed += number,
                "skipped" => counts.skipped += number,
                _ => {}
            }
        }
    }
    counts
}

fn number_before(line: &str, word: &str) -> u32 {
    let words: Vec<&str> = line.split([' ', ',', ';', '.']).filter(|part| !part.is_empty()).collect();
    let pairs = words.iter().zip(words.iter().skip(1));
    pairs.filter(|(_, after)| **after == word).find_map(|(before, _)| before.parse().ok()).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn closing_lines_are_read() {
        let nextest = "     Summary [   0.012s] 14 tests run: 12 passed (1 slow), 2 failed, 3 skipped";
        assert_eq!(number_before(nextest, "passed"), 12);
        assert_eq!(number_before(nextest, "failed"), 2);
        assert_eq!(number_before("test result: ok. 3 passed; 0 failed; 1 ignored; 0 measured", "ignored"), 1);
    }
}
