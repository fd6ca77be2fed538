//! `cargo xtask fuzz [target] [seconds]`: the fuzz targets of `tests/fuzz`, with libFuzzer. What crashes
//! becomes a seed, which `crate/core/tests/fuzz.rs` tries in every run.

use std::fs;
use std::path::PathBuf;

use anyhow::{Context, Result, bail};

use crate::project::Project;
use crate::{run, setup};

/// Folder of the fuzz crate; it is no member of the workspace, as it links libFuzzer.
const DIR: &str = "tests/fuzz";

/// Runs one target, or each of them.
pub fn run(project: &Project, args: &[String]) -> Result<()> {
    let all = targets(project)?;
    let seconds = args.iter().find_map(|arg| arg.parse::<u32>().ok()).unwrap_or(60);
    let named = args.iter().find(|arg| arg.parse::<u32>().is_err());
    let chosen: Vec<&String> = all.iter().filter(|target| named.is_none_or(|named| named == *target)).collect();
    if chosen.is_empty() {
        bail!("there is no such target; there are: {}", all.join(", "));
    }
    setup::fuzzing(project)?;
    for target in chosen {
        let corpus = corpus(project, target)?;
        let mut command = run::command(project, "cargo");
        // Coverage without a sanitizer needs no nightly compiler.
        command.args(["fuzz", "run", "--fuzz-dir", DIR, "--target-dir", "target/fuzz", "--sanitizer", "none", target]);
        command.arg(&corpus).arg("--");
        command.arg(format!("-max_total_time={seconds}")).arg("-max_len=4096");
        run::shown(&mut command).with_context(|| format!("{target}: the crash is in {DIR}/artifacts/{target}"))?;
    }
    Ok(())
}

/// The folder of inputs that a target begins with and adds to: its seeds, one file each.
fn corpus(project: &Project, target: &str) -> Result<PathBuf> {
    let dir = project.path(&format!("target/fuzz/corpus/{target}"));
    fs::create_dir_all(&dir)?;
    let seeds = project.read(&format!("{DIR}/seeds/{target}.txt"))?;
    for (n, seed) in seeds.split("\n---\n").enumerate() {
        fs::write(dir.join(format!("seed-{n}")), seed)?;
    }
    Ok(dir)
}

fn targets(project: &Project) -> Result<Vec<String>> {
    let entries = fs::read_dir(project.path(DIR).join("fuzz_targets")).context("there are no fuzz targets yet")?;
    let stem = |entry: fs::DirEntry| entry.path().file_stem().map(|name| name.to_string_lossy().into_owned());
    let mut names: Vec<String> = entries.flatten().filter_map(stem).collect();
    names.sort();
    Ok(names)
}
