//! `cargo xtask types`: TypeScript from the Rust types of `protocol`. The file is committed, so that a
//! change of a boundary shows in the diff; `cargo xtask test` fails where it is stale.

use std::fs;

use anyhow::{Context, Result, bail};

use crate::project::Project;
use crate::run;

/// The generated file.
pub const FILE: &str = "extension/shared/protocol.d.ts";

/// Writes the file.
pub fn write(project: &Project) -> Result<()> {
    let text = generate(project)?;
    let path = project.path(FILE);
    if let Some(dir) = path.parent() {
        fs::create_dir_all(dir).with_context(|| format!("cannot make {}", dir.display()))?;
    }
    let same = fs::read_to_string(&path).is_ok_and(|kept| kept == text);
    if !same {
        fs::write(&path, text).with_context(|| format!("cannot write {FILE}"))?;
    }
    println!("types   {FILE}: {}", if same { "nothing changed" } else { "written" });
    Ok(())
}

/// Fails where the file is not what the types say.
pub fn check(project: &Project) -> Result<()> {
    let text = generate(project)?;
    if project.read(FILE)? == text {
        return Ok(());
    }
    bail!("{FILE} is stale: run `cargo xtask types` and commit it")
}

fn generate(project: &Project) -> Result<String> {
    let mut command = run::command(project, "cargo");
    command.args(["run", "--quiet", "--package", "onecall-protocol", "--features", "types", "--example", "types"]);
    let output = command.output().context("cannot start cargo")?;
    if !output.status.success() {
        bail!("the types cannot be generated:\n{}", String::from_utf8_lossy(&output.stderr));
    }
    String::from_utf8(output.stdout).context("types")
}
