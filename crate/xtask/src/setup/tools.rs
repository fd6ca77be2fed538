//! Programs that come from the crate registry. They are built once, without optimisation (a third of the
//! time, and they run for seconds), and kept in `target/tools`.

use std::fs;

use anyhow::{Context, Result};

use super::announce;
use crate::project::Project;
use crate::run;

/// Versions that build with `--locked` on the pinned toolchain (the CLI of wasm-bindgen follows Cargo.toml).
const WASM_PACK: &str = "0.15.1";
const NEXTEST: &str = "0.9.143";

/// The CLI that exactly matches the crate.
pub fn wasm_bindgen(project: &Project) -> Result<bool> {
    let version = project.pinned("wasm-bindgen")?;
    install(
        project,
        &Tool { krate: "wasm-bindgen-cli", program: "wasm-bindgen", version: &version, minutes: 2, args: &[] },
    )
}

/// wasm-pack.
pub fn wasm_pack(project: &Project) -> Result<bool> {
    install(project, &Tool { krate: "wasm-pack", program: "wasm-pack", version: WASM_PACK, minutes: 2, args: &[] })
}

/// The test runner: what is on the PATH will do, in any version.
pub fn nextest(project: &Project) -> Result<bool> {
    if project.which("cargo-nextest").is_some() {
        return Ok(false);
    }
    let args = ["--no-default-features", "--features", "default-no-update"];
    install(
        project,
        &Tool { krate: "cargo-nextest", program: "cargo-nextest", version: NEXTEST, minutes: 3, args: &args },
    )
}

/// cargo-fuzz, for `cargo xtask fuzz` only.
pub fn cargo_fuzz(project: &Project) -> Result<bool> {
    if project.which("cargo-fuzz").is_some() {
        return Ok(false);
    }
    install(project, &Tool { krate: "cargo-fuzz", program: "cargo-fuzz", version: "0.13.1", minutes: 1, args: &[] })
}

struct Tool<'a> {
    krate: &'a str,
    program: &'a str,
    version: &'a str,
    minutes: u32,
    args: &'a [&'a str],
}

fn install(project: &Project, tool: &Tool<'_>) -> Result<bool> {
    let root = project.tools();
    if root.join("bin").join(tool.program).is_file() && installed_version(project, tool) {
        return Ok(false);
    }
    announce(&format!(
        "building {} {} from the crate registry (about {} minutes on two cores)",
        tool.krate, tool.version, tool.minutes
    ));
    let build = project.path("target/tools-build");
    let mut command = run::command(project, "cargo");
    command
        .args(["install", "--locked", tool.krate, "--version", tool.version, "--force"])
        .args(tool.args)
        .arg("--root")
        .arg(&root)
        .env("CARGO_TARGET_DIR", &build)
        .env("CARGO_PROFILE_RELEASE_OPT_LEVEL", "0")
        .env("CARGO_PROFILE_RELEASE_LTO", "off")
        .env_remove("RUSTFLAGS");
    run::must(project, &format!("install-{}", tool.krate), &mut command)?;
    // What was only needed for building is larger than everything else here.
    fs::remove_dir_all(&build).or_else(ignore_missing).context("cannot remove target/tools-build")?;
    Ok(true)
}

fn ignore_missing(error: std::io::Error) -> std::io::Result<()> {
    if error.kind() == std::io::ErrorKind::NotFound { Ok(()) } else { Err(error) }
}

/// Asks cargo's own record of the folder, which costs nothing; starting each program would.
fn installed_version(project: &Project, tool: &Tool<'_>) -> bool {
    let record = fs::read_to_string(project.tools().join(".crates.toml")).unwrap_or_default();
    record.contains(&format!("\"{} {} (", tool.krate, tool.version))
}
