//! JavaScript: header comments, lengths, which room may import which, and that the page kit never names
//! `chrome`. It reads imports as text; types imported in JSDoc comments are free.

use std::fs;

use super::{Problems, length};
use crate::project::{Project, files_below};

/// What a room's modules may import: folders below the root, or exact names.
const ROOMS: [(&str, &[&str]); 7] = [
    // The one room with an interpreter: QuickJS, real ES2023 in 231 kB of wasm; what else was measured is larger or wrong.
    (
        "extension/shared/script/",
        &["extension/shared/", "quickjs-emscripten-core", "@jitl/quickjs-wasmfile-release-sync"],
    ),
    ("extension/shared/", &["extension/shared/"]),
    ("extension/page/", &["extension/page/", "extension/shared/"]),
    ("extension/content/", &["extension/content/", "extension/page/", "extension/shared/"]),
    ("extension/background/", &["extension/background/", "extension/shared/", "#core"]),
    // Preact draws our own pages: 5 kB, keyed lists and state without a build step of its own.
    ("extension/ui/", &["extension/ui/", "extension/shared/", "preact", "preact/hooks"]),
    ("www/src/", &["www/src/", "extension/page/", "extension/shared/", "#core"]),
];

/// Rooms that also run in a page without the extension.
const WITHOUT_CHROME: [&str; 3] = ["extension/page/", "extension/shared/", "www/src/"];

/// Checks the extension, the script tag and the tests.
pub fn check(project: &Project, problems: &mut Problems) {
    for room in ["extension", "www", "tests"] {
        for path in files_below(&project.path(room)) {
            let file = project.shown(&path);
            if !file.ends_with(".js") {
                continue;
            }
            if let Ok(text) = fs::read_to_string(&path) {
                source(&file, &text, problems);
            }
        }
    }
}

fn source(file: &str, text: &str, problems: &mut Problems) {
    let first = text.lines().find(|line| !line.starts_with("#!") && !line.trim().is_empty()).unwrap_or("");
    if !first.starts_with("/*") && !first.starts_with("//") {
        problems.push(format!("{file}: begins without a comment saying what it is"));
    }
    length(file, text.lines().count(), problems);
    let code: Vec<&str> = text.lines().filter_map(code_of).collect();
    if let Some((room, allowed)) = ROOMS.iter().find(|(room, _)| file.starts_with(room)) {
        for import in imports(&code) {
            let target = resolve(file, &import);
            if !allowed.iter().any(|prefix| target == *prefix || prefix.ends_with('/') && target.starts_with(prefix)) {
                problems.push(format!("{file}: {room} may not import {import}"));
            }
        }
    }
    if WITHOUT_CHROME.iter().any(|room| file.starts_with(room)) && code.iter().any(|line| names_chrome(line)) {
        problems.push(format!("{file}: names chrome, which a page has not"));
    }
}

/// A line without its comment; nothing where it is all comment.
fn code_of(line: &str) -> Option<&str> {
    let trimmed = line.trim_start();
    if trimmed.starts_with('*') || trimmed.starts_with("/*") || trimmed.starts_with("//") {
        return None;
    }
    Some(line.split(" //").next().unwrap_or(line))
}

/// Specifiers of static and dynamic imports and of re-exports.
fn imports(code: &[&str]) -> Vec<String> {
    const BEFORE: [&str; 4] = [" from ", "}from ", "import ", "import("];
    let mut found = Vec::new();
    for line in code {
        for before in BEFORE {
            for (at, _) in line.match_indices(before) {
                let rest = line.get(at + before.len()..).unwrap_or("").trim_start();
                let Some(quote) = rest.chars().next().filter(|c| matches!(c, '"' | '\'')) else { continue };
                found.extend(rest.get(1..).and_then(|text| text.split(quote).next()).map(str::to_owned));
            }
        }
    }
    found
}

/// Where a specifier leads, below the root.
fn resolve(file: &str, import: &str) -> String {
    if !import.starts_with('.') {
        return import.to_owned();
    }
    let mut parts: Vec<&str> = file.split('/').collect();
    parts.pop();
    for part in import.split('/') {
        match part {
            "." => {}
            ".." => {
                parts.pop();
            }
            part => parts.push(part),
        }
    }
    parts.join("/")
}

fn names_chrome(line: &str) -> bool {
    line.match_indices("chrome").any(|(at, word)| {
        let before = line.get(..at).and_then(|text| text.chars().next_back());
        let after = line.get(at + word.len()..).and_then(|text| text.chars().next());
        let inside = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || matches!(c, '_' | '$' | '-'));
        !inside(before) && !inside(after)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn problems(file: &str, code: &str) -> usize {
        let mut problems = Problems::new();
        source(file, &format!("// What it is.\n{code}"), &mut problems);
        problems.len()
    }

    #[test]
    fn rooms_import_what_they_may() {
        assert_eq!(problems("extension/content/content.js", "import { Kit } from '../page/kit.js';"), 0);
        assert_eq!(problems("www/src/engine.js", "import init from '#core';\nconst a = await import('./lazy.js');"), 0);
        assert_eq!(problems("extension/shared/a.js", "export * from './b.js'; // from '../page/x.js'"), 0);
    }

    #[test]
    fn rooms_do_not_import_what_is_above() {
        assert_eq!(problems("extension/page/kit.js", "import {\n  a,\n} from '../content/port.js';"), 1);
        assert_eq!(problems("extension/shared/a.js", "import '../page/kit.js';"), 1);
        assert_eq!(problems("extension/page/kit.js", "import init from '#core';"), 1);
        assert_eq!(problems("www/src/module.js", "const m = import(\"left-pad\");"), 1);
    }

    #[test]
    fn types_are_free() {
        assert_eq!(problems("extension/page/kit.js", "/** @typedef {import('../content/port.js').Port} Port */"), 0);
    }

    #[test]
    fn the_page_kit_has_no_chrome() {
        assert_eq!(problems("extension/page/kit.js", "globalThis.chrome?.runtime"), 1);
        assert_eq!(problems("extension/page/kit.js", "const monochrome = 'chrome-like'; // chrome has it"), 0);
        assert_eq!(problems("extension/background/worker.js", "chrome.runtime.id;"), 0);
    }

    #[test]
    fn headers_are_there() {
        let mut said = Problems::new();
        source("tests/e2e/a.test.js", "import test from 'node:test';", &mut said);
        assert_eq!(said.len(), 1);
    }
}
