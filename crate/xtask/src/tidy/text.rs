//! All committed text: nothing that tells of the machine it was written on, and no address of a package
//! registry, since each machine has its own.

use std::fs;

use super::Problems;
use crate::project::{Project, files_below};

/// Parts of paths that only a machine has. Written in pieces, so that this file does not find itself.
const MACHINE: [&str; 4] =
    [concat!("/wo", "rk/"), concat!("/ro", "ot/"), concat!("/ho", "me/"), concat!("/Us", "ers/")];

/// Words in the addresses of registries' mirrors.
const REGISTRY: [&str; 3] = [concat!("arti", "factory"), concat!("npm", "js.org"), concat!("index.crates", ".io")];

/// Files with one of these endings are read.
const ENDINGS: [&str; 12] =
    [".rs", ".js", ".ts", ".toml", ".json", ".md", ".html", ".css", ".lock", ".sh", ".npmrc", ".ci/run"];

/// Checks every text of the checkout.
pub fn check(project: &Project, problems: &mut Problems) {
    for path in files_below(&project.root) {
        let file = project.shown(&path);
        if ENDINGS.iter().any(|ending| file.ends_with(ending))
            && let Ok(text) = fs::read_to_string(&path)
        {
            source(&file, &text, problems);
        }
    }
}

fn source(file: &str, text: &str, problems: &mut Problems) {
    for (number, line) in text.lines().enumerate() {
        // A URL's path may look like a folder of a machine: https://shop.test/home/… is none.
        for word in MACHINE.iter().filter(|word| begins_a_path(line, word)) {
            problems.push(format!("{file}:{}: a path of a machine ({word}…)", number + 1));
        }
        for word in REGISTRY.iter().filter(|word| line.contains(**word)) {
            problems.push(format!("{file}:{}: an address of a package registry ({word})", number + 1));
        }
    }
}

fn begins_a_path(line: &str, word: &str) -> bool {
    line.match_indices(word).any(|(at, _)| {
        let before = line.get(..at).and_then(|text| text.chars().next_back());
        before.is_none_or(|c| matches!(c, ' ' | '"' | '\'' | '`' | '=' | '(' | ':' | '\t'))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn problems(text: &str) -> usize {
        let mut problems = Problems::new();
        source("a.md", text, &mut problems);
        problems.len()
    }

    #[test]
    fn machines_are_not_told_of() {
        assert_eq!(problems(concat!("see /wo", "rk/main")), 1);
        assert_eq!(problems(concat!("\"file:/", "//ro", "ot/x\"")), 0);
        assert_eq!(problems(concat!("https://shop.test/ho", "me/orders and ./wo", "rk/x")), 0);
        assert_eq!(problems(concat!("registry = \"https://registry.npm", "js.org/\"")), 1);
    }
}
