//! Onecall's native front end.

mod call;
mod search;

use std::path::Path;
use std::process::ExitCode;

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let result = match args.iter().map(String::as_str).collect::<Vec<_>>().as_slice() {
        ["search-bench", dir, rest @ ..] => {
            search::bench(Path::new(dir), &rest.iter().map(|s| (*s).to_owned()).collect::<Vec<_>>())
        }
        ["call", file, inputs @ ..] => {
            call::run(Path::new(file), &inputs.iter().map(|s| (*s).to_owned()).collect::<Vec<_>>())
        }
        _ => {
            Err("usage: onecall-cli call FILE [PATH or INPUT …]\n       onecall-cli search-bench DIR [weight=value …]"
                .to_owned())
        }
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
