//! Onecall's native front end.

mod call;
mod captured;
mod docs;
mod main_text;
mod names;
mod search;
mod suite;
mod things;
mod tokens;

use std::path::Path;
use std::process::ExitCode;

const USAGE: &str = "usage: onecall-cli call FILE [PATH or INPUT …]
       onecall-cli names FILE
       onecall-cli things FILE
       onecall-cli search-bench DIR [weight=value …]
       onecall-cli main-text DIR [--facts FILE] [--show PAGE]
       onecall-cli docs members|faults|effects|events
       onecall-cli suite DIR [--bless]
       onecall-cli tokens < TEXTS.json";

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let owned = |rest: &[&str]| rest.iter().map(|s| (*s).to_owned()).collect::<Vec<_>>();
    let result = match args.iter().map(String::as_str).collect::<Vec<_>>().as_slice() {
        ["search-bench", dir, rest @ ..] => search::bench(Path::new(dir), &owned(rest)),
        ["call", file, inputs @ ..] => call::run(Path::new(file), &owned(inputs)),
        ["main-text", dir] => main_text::bench(Path::new(dir), None, None),
        ["main-text", dir, "--facts", facts] => main_text::bench(Path::new(dir), Some(Path::new(facts)), None),
        ["main-text", dir, "--show", page] => main_text::bench(Path::new(dir), None, Some(page)),
        ["main-text", dir, "--facts", facts, "--show", page] => {
            main_text::bench(Path::new(dir), Some(Path::new(facts)), Some(page))
        }
        ["docs", part] => docs::part(part),
        ["suite", dir] => suite::run(Path::new(dir), false),
        ["suite", dir, "--bless"] => suite::run(Path::new(dir), true),
        ["tokens"] => tokens::run(),
        ["names", file] => names::run(Path::new(file)),
        ["things", file] => things::run(Path::new(file)),
        _ => Err(USAGE.to_owned()),
    };
    match result {
        Ok(text) => {
            print!("{text}");
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}
