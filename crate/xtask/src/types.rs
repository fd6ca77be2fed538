//! `cargo xtask types`: TypeScript from the Rust types of `protocol`. The file is committed, so that a
//! change of a boundary shows in the diff; `cargo xtask test` fails where it is stale.

use std::fs;

use anyhow::{Context, Result, bail};

use crate::project::Project;
use crate::run;

/// The generated files, with what each is called by the example that prints them.
const FILES: [(&str, &str); 3] = [
    ("extension/shared/protocol.d.ts", "types"),
    ("www/src/answer.d.ts", "answer"),
    ("www/src/answer.schema.json", "schema"),
];

/// Writes the files.
pub fn write(project: &Project) -> Result<()> {
    for (file, what) in FILES {
        let text = generate(project, what)?;
        let path = project.path(file);
        if let Some(dir) = path.parent() {
            fs::create_dir_all(dir).with_context(|| format!("cannot make {}", dir.display()))?;
        }
        let same = fs::read_to_string(&path).is_ok_and(|kept| kept == text);
        if !same {
            fs::write(&path, text).with_context(|| format!("cannot write {file}"))?;
        }
        println!("types   {file}: {}", if same { "nothing changed" } else { "written" });
    }
    Ok(())
}

/// Fails where a file is not what the types say.
pub fn check(project: &Project) -> Result<()> {
    for (file, what) in FILES {
        if project.read(file)? != generate(project, what)? {
            bail!("{file} is stale: run `cargo xtask types` and commit it");
        }
    }
    Ok(())
}

fn generate(project: &Project, what: &str) -> Result<String> {
    let mut command = run::command(project, "cargo");
    command.args([
        "run",
        "--quiet",
        "--package",
        "onecall-protocol",
        "--features",
        "types",
        "--example",
        "types",
        what,
    ]);
    let output = command.output().context("cannot start cargo")?;
    if !output.status.success() {
        bail!("the types cannot be generated:\n{}", String::from_utf8_lossy(&output.stderr));
    }
    String::from_utf8(output.stdout).context("types")
}
