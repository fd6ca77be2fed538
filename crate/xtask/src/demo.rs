//! `cargo xtask demo`: an agent's session in Chromium, played by `tests/demo/run.js` on a fresh build.

use std::path::Path;
use std::process::Command;

use anyhow::Result;

use crate::project::Project;
use crate::{build, run, setup};

/// Plays the session.
pub fn run(project: &Project, args: &[String]) -> Result<()> {
    setup::everything(project)?;
    build::run(project)?;
    let mut command = node(project)?;
    command.arg("tests/demo/run.js").args(absolute(args));
    run::shown(&mut command)
}

/// Node with the browsers and the corpora in its environment.
pub fn node(project: &Project) -> Result<Command> {
    let mut command = run::command(project, "node");
    command.env("CHROMIUM", setup::chromium::required(project)?);
    if let Some(firefox) = setup::firefox::find(project)? {
        command.env("FIREFOX", firefox);
    }
    if let Some(corpora) = project.corpora() {
        command.env("ONECALL_CORPORA", corpora);
    }
    Ok(command)
}

/// Arguments that name a file from where the person stands, as absolute paths: node runs in the root.
pub fn absolute(args: &[String]) -> Vec<String> {
    let resolved = |arg: &String| match Path::new(arg).canonicalize() {
        Ok(path) if !arg.starts_with('-') => path.display().to_string(),
        _ => arg.clone(),
    };
    args.iter().map(resolved).collect()
}
