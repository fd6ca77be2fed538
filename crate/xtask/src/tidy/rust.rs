//! Rust: module docs, lengths, and the one direction in which rooms may use each other. It reads `use` and
//! paths as text: good enough for a rule, and it needs no compiler.

use std::fs;

use super::{Problems, length};
use crate::project::{Project, files_below};

/// Rooms of the core from the lowest to the highest. A room may use its own rank and the ranks below.
/// The side rooms between `path` and `member` read the model and are used by `member` and `session`.
const CORE: [(&str, u32); 20] = [
    ("limits", 0),
    ("order", 0),
    ("text", 0),
    ("html", 9),
    ("model", 1),
    ("path", 2),
    ("schema", 3),
    ("search", 3),
    ("event", 3),
    ("collection", 3),
    ("publish", 3),
    ("tool", 3),
    ("script", 3),
    ("member", 4),
    ("approval", 5),
    ("plan", 6),
    ("answer", 7),
    ("session", 8),
    ("lib", 9),
    ("fuzz", 9),
];

/// Inside the model: the mirror, then roles and names, then what stands on the page.
const MODEL: [(&str, u32); 3] = [("dom", 0), ("aria", 1), ("outline", 2)];

/// Dependencies that only the bindings may have.
const BINDINGS: [&str; 5] = ["wasm-bindgen", "wasm-bindgen-futures", "js-sys", "web-sys", "gloo"];

/// Checks all crates.
pub fn check(project: &Project, problems: &mut Problems) {
    for path in files_below(&project.path("crate")) {
        let file = project.shown(&path);
        let Ok(text) = fs::read_to_string(&path) else { continue };
        if file.ends_with("Cargo.toml") {
            dependencies(&file, &text, problems);
        } else if file.ends_with(".rs") {
            source(&file, &text, problems);
        }
    }
}

fn dependencies(file: &str, text: &str, problems: &mut Problems) {
    if file.starts_with("crate/wasm/") {
        return;
    }
    let keys = text.lines().filter_map(|line| line.split(['=', '.']).next()).map(str::trim);
    for key in keys.filter(|key| BINDINGS.contains(key)) {
        problems.push(format!("{file}: {key} belongs to crate/wasm only"));
    }
}

fn source(file: &str, text: &str, problems: &mut Problems) {
    if !text.starts_with("//!") {
        problems.push(format!("{file}: begins without //! saying what it is and what it must never do"));
    }
    // Unit tests in files of their own may use anything and be as long as it takes.
    if file.ends_with("/tests.rs") || file.contains("/tests/") {
        return;
    }
    let code = without_tests(text);
    length(file, code.lines().count(), problems);
    let code = without_comments(code);
    if !file.starts_with("crate/protocol/") && !file.starts_with("crate/xtask/") && derives_serialize(&code) {
        problems.push(format!("{file}: Serialize belongs to crate/protocol only"));
    }
    if let Some(inside) = file.strip_prefix("crate/core/src/") {
        layering(file, inside, &code, problems);
    }
}

fn derives_serialize(code: &str) -> bool {
    let lists = code.split("derive(").skip(1).filter_map(|rest| rest.split(')').next());
    let names = lists.flat_map(|list| list.split(',')).map(|name| name.trim().trim_start_matches("serde::"));
    names.into_iter().any(|name| matches!(name, "Serialize" | "Deserialize"))
}

fn layering(file: &str, inside: &str, code: &str, problems: &mut Problems) {
    let module = module_of(inside);
    let own = module.first().map_or("lib", String::as_str);
    let Some(own_rank) = rank(&CORE, own) else {
        problems.push(format!("{file}: room {own:?} has no place in the order: add it to ARCHITECTURE.md and tidy"));
        return;
    };
    for used in uses(code, &module) {
        let Some(room) = used.first() else { continue };
        if rank(&CORE, room).is_some_and(|rank| rank > own_rank) {
            problems.push(format!("{file}: {own} uses {room}, which is above it"));
        }
        let (below, above) = (module.get(1), used.get(1));
        if let (true, Some(below), Some(above)) = (own == "model" && room == "model", below, above) {
            let pair = (rank(&MODEL, below), rank(&MODEL, above));
            if let (Some(low), Some(high)) = pair
                && high > low
            {
                problems.push(format!("{file}: model::{below} uses model::{above}, which is above it"));
            }
        }
    }
}

fn rank(order: &[(&str, u32)], room: &str) -> Option<u32> {
    order.iter().find(|(name, _)| *name == room).map(|(_, rank)| *rank)
}

/// Module path of a file below `src`.
fn module_of(inside: &str) -> Vec<String> {
    let mut parts: Vec<String> = inside.trim_end_matches(".rs").split('/').map(str::to_owned).collect();
    if parts.last().is_some_and(|last| last == "mod" || last == "lib") {
        parts.pop();
    }
    parts
}

/// Code up to the unit tests, which may use anything. Where they are in a file of their own, all of it is code.
pub fn without_tests(text: &str) -> &str {
    const TESTS: &str = "\n#[cfg(test)]\nmod ";
    let inline =
        |at: usize| text.get(at + TESTS.len()..)?.split_once(['{', ';'])?.0.len().checked_add(at + TESTS.len());
    let opens = |at: usize| inline(at).is_some_and(|end| text.as_bytes().get(end) == Some(&b'{'));
    let found = text.match_indices(TESTS).map(|(at, _)| at).find(|at| opens(*at));
    found.and_then(|at| text.get(..at)).unwrap_or(text)
}

fn without_comments(code: &str) -> String {
    let kept = code.lines().map(|line| line.split("//").next().unwrap_or(""));
    kept.collect::<Vec<_>>().join("\n")
}

/// Absolute module paths (of up to two parts) that the code names by `crate::` or `super::`.
fn uses(code: &str, module: &[String]) -> Vec<Vec<String>> {
    let mut found = Vec::new();
    for (start, _) in code.match_indices("crate::") {
        if begins_path(code, start) {
            let rest = code.get(start + "crate::".len()..).unwrap_or("");
            heads(rest, &[], &mut found);
        }
    }
    for (start, _) in code.match_indices("super::") {
        if begins_path(code, start) {
            let mut rest = code.get(start..).unwrap_or("");
            let mut base = module;
            while let Some(after) = rest.strip_prefix("super::") {
                rest = after;
                base = base.split_last().map_or(&[], |(_, before)| before);
            }
            heads(rest, base, &mut found);
        }
    }
    found
}

fn begins_path(code: &str, start: usize) -> bool {
    let before = code.get(..start).and_then(|text| text.chars().next_back());
    !before.is_some_and(|c| c.is_alphanumeric() || c == '_' || c == ':')
}

/// The paths that begin here: one, or each of a group in braces.
fn heads(rest: &str, base: &[String], found: &mut Vec<Vec<String>>) {
    let Some(group) = rest.strip_prefix('{') else {
        let name: String = rest.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
        if name.is_empty() {
            return;
        }
        let mut path = base.to_vec();
        path.push(name.clone());
        match rest.get(name.len()..).and_then(|after| after.strip_prefix("::")) {
            Some(after) if path.len() < 2 => heads(after, &path, found),
            _ => {
                found.push(path);
            }
        }
        return;
    };
    for item in items(group) {
        heads(item, base, found);
    }
    if !base.is_empty() {
        found.push(base.to_vec());
    }
}

/// Items of a `use` group, up to its closing brace.
fn items(group: &str) -> Vec<&str> {
    let (mut depth, mut from, mut out) = (0_u32, 0, Vec::new());
    for (at, c) in group.char_indices() {
        match c {
            '{' => depth += 1,
            '}' if depth > 0 => depth -= 1,
            '}' => {
                out.extend(group.get(from..at).map(str::trim));
                break;
            }
            ',' if depth == 0 => {
                out.extend(group.get(from..at).map(str::trim));
                from = at + 1;
            }
            _ => {}
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn problems(inside: &str, code: &str) -> Problems {
        let mut problems = Problems::new();
        source(&format!("crate/core/src/{inside}"), &format!("//! Doc.\n{code}"), &mut problems);
        problems
    }

    #[test]
    fn a_room_may_use_what_is_below() {
        assert_eq!(
            problems("plan/mod.rs", "use crate::approval::Approved;\nuse crate::{limits, model::dom::Dom};"),
            Problems::new()
        );
        assert_eq!(problems("session.rs", "use crate::{answer, member::{self, ledger}};"), Problems::new());
    }

    #[test]
    fn a_room_may_not_use_what_is_above() {
        let said = problems("path/parse.rs", "use crate::{limits,\n  member::Ledger};");
        assert_eq!(said, ["crate/core/src/path/parse.rs: path uses member, which is above it"]);
        assert_eq!(problems("model/dom.rs", "fn f() { crate::answer::g() }").len(), 1);
        assert_eq!(problems("path/mod.rs", "use super::session::X;").len(), 1);
    }

    #[test]
    fn the_model_has_its_own_order() {
        assert_eq!(
            problems("model/outline/mod.rs", "use crate::model::aria::Aria;\nuse super::dom::Dom;"),
            Problems::new()
        );
        assert_eq!(problems("model/aria/name.rs", "use crate::model::{dom::Dom, outline::Outline};").len(), 1);
        assert_eq!(problems("model/dom.rs", "use super::aria::Aria;").len(), 1);
    }

    #[test]
    fn comments_and_tests_do_not_count() {
        assert_eq!(
            problems(
                "path/mod.rs",
                "/// See crate::session.\nfn f() {}\n#[cfg(test)]\nmod tests { use crate::session::S; }"
            ),
            Problems::new()
        );
    }

    #[test]
    fn code_behind_declared_tests_counts() {
        let code = "use crate::session::S;";
        assert_eq!(problems("path/mod.rs", &format!("#[cfg(test)]\nmod tests;\n{code}")).len(), 1);
        assert_eq!(without_tests("a\n#[cfg(test)]\nmod tests;\nb"), "a\n#[cfg(test)]\nmod tests;\nb");
        assert_eq!(
            without_tests("a\n#[cfg(test)]\nmod one;\nb\n#[cfg(test)]\nmod tests {\n}"),
            "a\n#[cfg(test)]\nmod one;\nb"
        );
    }

    #[test]
    fn only_protocol_serialises() {
        assert_eq!(problems("path/mod.rs", "#[derive(Serialize)]\nstruct A;").len(), 1);
    }

    #[test]
    fn unknown_rooms_and_missing_docs_are_said() {
        assert_eq!(problems("attic.rs", "").len(), 1);
        let mut said = Problems::new();
        source("crate/cli/src/main.rs", "fn main() {}", &mut said);
        assert_eq!(said.len(), 1);
    }

    #[test]
    fn long_files_are_said() {
        assert_eq!(problems("path/mod.rs", &"\n".repeat(400)).len(), 1);
        assert_eq!(problems("path/mod.rs", &"\n".repeat(399)), Problems::new());
    }

    #[test]
    fn bindings_stay_in_their_crate() {
        let mut said = Problems::new();
        dependencies("crate/core/Cargo.toml", "[dependencies]\njs-sys.workspace = true\nserde = \"1\"", &mut said);
        assert_eq!(said.len(), 1);
    }
}
