//! `cargo xtask bench <name>`: measurements in `tests/bench/<name>/run.js`, run on a fresh build with the
//! browser and the corpora in the environment.

use std::fs;

use anyhow::{Result, bail};

use crate::project::Project;
use crate::{build, demo, run, setup};

/// Runs one measurement, or lists them.
pub fn run(project: &Project, args: &[String]) -> Result<()> {
    let Some((name, rest)) = args.split_first() else {
        println!("cargo xtask bench <name> [arg …]\n");
        for name in names(project) {
            println!("  {name:<10}{}", purpose(project, &name));
        }
        return Ok(());
    };
    if !names(project).contains(name) {
        bail!("there is no bench {name:?}; there are: {}", names(project).join(", "));
    }
    setup::everything(project)?;
    build::run(project)?;
    let mut command = demo::node(project)?;
    command.arg("--expose-gc").arg(format!("tests/bench/{name}/run.js")).args(demo::absolute(rest));
    run::shown(&mut command)
}

fn names(project: &Project) -> Vec<String> {
    let entries = fs::read_dir(project.path("tests/bench"));
    let dirs = entries.into_iter().flatten().flatten().filter(|entry| entry.path().join("run.js").is_file());
    let mut names: Vec<String> = dirs.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

/// The first sentence of the file's header.
fn purpose(project: &Project, name: &str) -> String {
    let text = project.read(&format!("tests/bench/{name}/run.js")).unwrap_or_default();
    let lines = text.lines().map(|line| line.trim_start_matches(['/', '*', ' ']));
    lines.filter(|line| !line.is_empty()).map(str::to_owned).next().unwrap_or_default()
}
