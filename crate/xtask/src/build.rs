//! `cargo xtask build`: the core, the extension and the script tag. Afterwards the repository's root loads
//! as an unpacked extension (Firefox: `target/firefox`), and each script finds its wasm beside itself.

use std::fs;
use std::time::Instant;

use anyhow::{Context, Result};

use crate::project::Project;
use crate::{bundle, firefox, run, wasm};

/// Folders that hold nothing but what is built.
const OUTPUT: [&str; 2] = ["extension/dist", "www/dist"];
/// Name of the core in each of them.
const CORE: &str = "onecall.wasm";

/// Code mode's interpreter, as its package ships it.
const INTERPRETER: &str = "node_modules/@jitl/quickjs-wasmfile-release-sync/dist/emscripten-module.wasm";

/// Builds what changed.
pub fn run(project: &Project) -> Result<()> {
    bundle::entries_are_there(project)?;
    let started = Instant::now();
    let rebuilt = wasm::build(project)?;
    println!(
        "build   core as WebAssembly: {} ({})",
        if rebuilt { "built" } else { "nothing changed" },
        run::seconds(started.elapsed())
    );
    let started = Instant::now();
    for dir in OUTPUT {
        let dir = project.path(dir);
        if dir.exists() {
            fs::remove_dir_all(&dir).with_context(|| format!("cannot empty {}", dir.display()))?;
        }
        fs::create_dir_all(&dir).with_context(|| format!("cannot make {}", dir.display()))?;
        fs::copy(project.path(wasm::WASM), dir.join(CORE)).context("cannot copy the core")?;
        fs::copy(project.path(INTERPRETER), dir.join("quickjs.wasm")).context("cannot copy the interpreter")?;
    }
    bundle::all(project)?;
    firefox::make(project)?;
    println!("build   extension/dist, www/dist and target/firefox ({})", run::seconds(started.elapsed()));
    Ok(())
}
