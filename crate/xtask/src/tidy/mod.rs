//! `cargo xtask tidy`: what no compiler checks. Layering in Rust and JS, module docs, file lengths, texts
//! that tell of a machine, versions. It must only read.

mod javascript;
mod rust;
mod text;
mod versions;

use anyhow::{Result, bail};

use crate::project::Project;

/// What is wrong, as `file: what`.
pub type Problems = Vec<String>;

/// Longest source file, its unit tests not counted.
const LONGEST: usize = 400;

/// Prints all problems; fails where there is one.
pub fn run(project: &Project) -> Result<()> {
    let mut problems = Problems::new();
    rust::check(project, &mut problems);
    javascript::check(project, &mut problems);
    text::check(project, &mut problems);
    versions::check(project, &mut problems)?;
    if problems.is_empty() {
        println!("tidy    nothing to say");
        return Ok(());
    }
    for problem in &problems {
        println!("{problem}");
    }
    bail!("tidy: {} problems", problems.len())
}

/// Says where a file is longer than it may be.
fn length(file: &str, lines: usize, problems: &mut Problems) {
    if lines > LONGEST {
        problems
            .push(format!("{file}: {lines} lines, at most {LONGEST} (unit tests not counted): one room per concept"));
    }
}
