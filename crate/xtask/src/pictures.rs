//! `cargo xtask pictures`: every state of the extension's pages as a picture in `target/pictures`, those that the docs show
//! anew, and the pictures of the store. They are looked at by a person; the tests that draw them hold what can be told by rules.

use std::fs;

use anyhow::{Context, Result};

use crate::project::{Project, files_below};
use crate::{build, demo, run, setup};

/// Where all of them go.
const ALL: &str = "target/pictures";
/// Those that the docs show: a file that lies there is made anew, no other is added.
const SHOWN: &str = "www/docs/pictures";

/// Makes them.
pub fn run(project: &Project) -> Result<()> {
    setup::everything(project)?;
    build::run(project)?;
    let mut states = demo::node(project)?;
    states.args(["--test", "tests/e2e/ui.test.js"]).env("ONECALL_PICTURES", project.path(ALL));
    run::must(project, "pictures", &mut states)?;
    for old in files_below(&project.path(SHOWN)) {
        let name = old.file_name().context("file name")?;
        let made = project.path(ALL).join(name);
        fs::copy(&made, &old).with_context(|| format!("no test draws {}", made.display()))?;
    }
    println!("pictures  {ALL}, and of them {SHOWN}");
    let mut store = demo::node(project)?;
    store.arg("tests/store/pictures.js");
    run::shown(&mut store)
}
