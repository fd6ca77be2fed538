//! Installs what is missing and nothing else. Repeatable; under two seconds when all is there. It must
//! never change the toolchain itself, and never fetch a program from anywhere but the package registries
//! that cargo, npm and apt are set up for.

mod apt;
pub mod chromium;
pub mod firefox;
mod tools;

use std::fs;
use std::time::Instant;

use anyhow::{Context, Result, bail};

use crate::project::Project;
use crate::run;

/// All that the commands need.
pub fn everything(project: &Project) -> Result<()> {
    let started = Instant::now();
    let mut done = Vec::new();
    note(&mut done, "wasm32 target", wasm_target(project)?);
    note(&mut done, "npm packages", npm_packages(project)?);
    note(&mut done, "wasm-bindgen", tools::wasm_bindgen(project)?);
    note(&mut done, "wasm-pack", tools::wasm_pack(project)?);
    note(&mut done, "nextest", tools::nextest(project)?);
    note(&mut done, "Chromium", chromium::install(project)?);
    note(&mut done, "Firefox", firefox::install(project)?);
    let what =
        if done.is_empty() { "nothing was missing".to_owned() } else { format!("installed {}", done.join(", ")) };
    println!("setup   {what} ({})", run::seconds(started.elapsed()));
    Ok(())
}

fn note(done: &mut Vec<&'static str>, name: &'static str, installed: bool) {
    if installed {
        done.push(name);
    }
}

/// Says what is about to be done, and roughly how long it takes.
fn announce(what: &str) {
    println!("setup   {what}");
}

fn wasm_target(project: &Project) -> Result<bool> {
    const TARGET: &str = "wasm32-unknown-unknown";
    let sysroot = run::first_line(run::command(project, "rustc").args(["--print", "sysroot"]))
        .context("rustc does not run: install Rust with rustup (https://rustup.rs)")?;
    if std::path::Path::new(&sysroot).join("lib/rustlib").join(TARGET).is_dir() {
        return Ok(false);
    }
    if project.which("rustup").is_none() {
        bail!("the target {TARGET} is missing and there is no rustup to add it: install it for {sysroot}");
    }
    announce("adding the target wasm32-unknown-unknown (about 10 s)");
    run::must(project, "rustup-target", run::command(project, "rustup").args(["target", "add", TARGET]))?;
    Ok(true)
}

/// Packages as the lock file says. npm leaves a copy of the lock file it installed; while that agrees, all is there.
fn npm_packages(project: &Project) -> Result<bool> {
    let stamp = project.path("node_modules/.onecall-lock");
    let lock = project.read("package-lock.json")?;
    if fs::read_to_string(&stamp).is_ok_and(|kept| kept == lock) {
        return Ok(false);
    }
    let node = run::first_line(run::command(project, "node").arg("--version"))
        .context("node does not run: Node.js 20 or newer is needed, with npm")?;
    let major: u32 = node.trim_start_matches('v').split('.').next().and_then(|text| text.parse().ok()).unwrap_or(0);
    if major < 20 {
        bail!("Node.js {node} is too old: 20 or newer is needed");
    }
    announce("installing npm packages from package-lock.json (about 15 s)");
    run::must(project, "npm-ci", run::command(project, "npm").arg("ci"))?;
    fs::write(&stamp, lock).context("cannot note what npm installed")?;
    Ok(true)
}

/// What only fuzzing needs.
pub fn fuzzing(project: &Project) -> Result<()> {
    tools::cargo_fuzz(project).map(|_| ())
}
