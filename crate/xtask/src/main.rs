//! The project's commands, `cargo xtask <command>`. Each does all set-up that is missing, says what it
//! does, and does the same here and in CI. It must never depend on another crate of the workspace: it has
//! to build and run when they do not.

mod bench;
mod build;
mod bundle;
mod demo;
mod dist;
mod firefox;
mod fuzz;
mod pictures;
mod project;
mod run;
mod setup;
mod site;
mod size;
mod stamp;
mod test;
mod tidy;
mod types;
mod wasm;

use std::process::ExitCode;

use anyhow::{Result, bail};

use crate::project::Project;

const USAGE: &str = "\
cargo xtask <command>

  setup                 install what is missing (every other command does this too)
  build                 core to WebAssembly, extension and script tag; the repository's root then loads unpacked
  demo [URL or file]    play an agent's session in Chromium; --headed shows it, --script-tag does it without the extension
  test [step …]         everything that must hold, or only the named steps; --list names them
  bench [name] [arg …]  measurements; without a name, lists them
  size                  size of each shipped file against size-budget.json
  tidy                  layering, module docs, file lengths, versions
  types                 extension/shared/protocol.d.ts from the Rust types
  dist                  the extension's zips (Chromium, Firefox) and the npm package, in dist/
  site [--serve [port]] the site of www/docs and the playground, in target/site
  pictures              the extension's pages as pictures, for the docs and the store
  bless                 accept today's answers as the expected ones in tests/suite
  fuzz [target] [sec]   fuzz a parser (60 seconds)";

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    match dispatch(&args) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn dispatch(args: &[String]) -> Result<()> {
    let Some((command, rest)) = args.split_first() else {
        println!("{USAGE}");
        return Ok(());
    };
    let project = Project::find()?;
    match command.as_str() {
        "setup" => setup::everything(&project),
        "build" => {
            setup::everything(&project)?;
            build::run(&project)
        }
        "demo" => demo::run(&project, rest),
        "test" => test::run(&project, rest),
        "bench" => bench::run(&project, rest),
        "size" => {
            setup::everything(&project)?;
            build::run(&project)?;
            size::run(&project)
        }
        "tidy" => tidy::run(&project),
        "types" => types::write(&project),
        "dist" => {
            setup::everything(&project)?;
            build::run(&project)?;
            dist::run(&project)
        }
        "site" => site::run(&project, rest),
        "pictures" => pictures::run(&project),
        "bless" => test::bless(&project),
        "fuzz" => fuzz::run(&project, rest),
        "help" | "--help" | "-h" => {
            println!("{USAGE}");
            Ok(())
        }
        other => bail!("there is no command {other:?}\n\n{USAGE}"),
    }
}
