//! The core as WebAssembly: wasm-pack, then npm's wasm-opt, into `target/wasm`. The bytes depend on the
//! sources and the pinned tools only, never on where the checkout lies.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

use crate::project::Project;
use crate::{run, stamp};

/// All that the bytes are made from.
const SOURCES: [&str; 7] = [
    "crate/protocol",
    "crate/core",
    "crate/wasm",
    "Cargo.toml",
    "Cargo.lock",
    "package-lock.json",
    "crate/xtask/src/wasm.rs",
];

/// What rustc's wasm32 target uses and every browser with WebMCP has. Never `--all-features`: it makes code that
/// Chromium refuses.
const FEATURES: [&str; 7] = [
    "--enable-bulk-memory",
    "--enable-bulk-memory-opt",
    "--enable-sign-ext",
    "--enable-mutable-globals",
    "--enable-nontrapping-float-to-int",
    "--enable-reference-types",
    "--enable-multivalue",
];

/// The optimised core.
pub const WASM: &str = "target/wasm/onecall.wasm";
/// What JS imports as `#core` (package.json).
pub const GLUE: &str = "target/wasm/onecall_core.js";

/// Builds the core unless it was built from just these sources. True where it built.
pub fn build(project: &Project) -> Result<bool> {
    let rustc = run::first_line(run::command(project, "rustc").arg("--version")).context("rustc does not run")?;
    let digest = stamp::digest(project, &SOURCES, &[rustc]);
    let kept = project.path("target/wasm/stamp");
    if stamp::fresh(&kept, &digest) && project.path(WASM).is_file() && project.path(GLUE).is_file() {
        return Ok(false);
    }
    pack(project)?;
    optimise(project)?;
    for name in ["onecall_core.js", "onecall_core.d.ts"] {
        let from = project.path("target/wasm/pack").join(name);
        fs::copy(&from, project.path("target/wasm").join(name)).with_context(|| format!("wasm-pack made no {name}"))?;
    }
    says_nothing_of_the_machine(project)?;
    stamp::keep(&kept, &digest)?;
    Ok(true)
}

fn pack(project: &Project) -> Result<()> {
    let mut command = run::command(project, "wasm-pack");
    command
        .args(["build", "crate/wasm", "--release", "--target", "web", "--mode", "no-install", "--no-pack"])
        .args(["--out-dir", "../../target/wasm/pack", "--out-name", "onecall_core"])
        // Measured, gzip: 3 gives 538 kB, s 450, z 380. Native builds keep 3.
        .env("CARGO_PROFILE_RELEASE_OPT_LEVEL", "z")
        .env("RUSTFLAGS", remapped(project));
    run::must(project, "wasm-pack", &mut command)?;
    Ok(())
}

/// Panic messages carry the paths of sources: make them the same everywhere.
fn remapped(project: &Project) -> String {
    let mut flags = vec![format!("--remap-path-prefix={}=/onecall", project.root.display())];
    for dir in registry_sources() {
        flags.push(format!("--remap-path-prefix={}=/crates", dir.display()));
    }
    flags.join(" ")
}

fn cargo_home() -> Option<PathBuf> {
    let named = std::env::var_os("CARGO_HOME").map(PathBuf::from);
    named.or_else(|| std::env::var_os("HOME").map(|home| Path::new(&home).join(".cargo")))
}

fn registry_sources() -> Vec<PathBuf> {
    let Some(home) = cargo_home() else { return Vec::new() };
    let Ok(entries) = fs::read_dir(home.join("registry/src")) else { return Vec::new() };
    let mut dirs: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    dirs.sort();
    dirs
}

fn optimise(project: &Project) -> Result<()> {
    let plain = project.path("target/wasm/pack/onecall_core_bg.wasm");
    let small = project.path(WASM);
    let mut command = run::npm_command(project, "wasm-opt")?;
    // -Os and -Oz make the file smaller and its gzip larger by a tenth; -O1 makes both smaller, in a sixth of the time.
    command.arg("-O1").args(FEATURES);
    // By name, the copies of a generic function lie side by side, within what gzip looks back to: 20 kB less.
    command.args(["--reorder-functions-by-name", "--strip-debug", "--strip-producers"]);
    command.arg(&plain).arg("-o").arg(&small);
    run::must(project, "wasm-opt", &mut command)?;
    let before = fs::metadata(&plain).context("wasm-pack made no wasm")?.len();
    let after = fs::metadata(&small).context("wasm-opt made no wasm")?.len();
    if after >= before {
        bail!("wasm-opt made nothing smaller: {before} bytes before, {after} after");
    }
    Ok(())
}

fn says_nothing_of_the_machine(project: &Project) -> Result<()> {
    let bytes = fs::read(project.path(WASM)).context("wasm")?;
    let mut tells = vec![project.root.display().to_string()];
    tells.extend(cargo_home().map(|home| home.display().to_string()));
    for tell in tells.iter().filter(|tell| tell.len() > 1) {
        if bytes.windows(tell.len()).any(|window| window == tell.as_bytes()) {
            bail!("the wasm holds a path of this machine ({tell}): its bytes would differ elsewhere");
        }
    }
    Ok(())
}
