//! What agents bring from browsers and other tools (`document`, selectors, `page.click("…")`) and what does the same
//! here. It only words a fault: nothing of it is ever run, and it must never replace what names a thing that exists.

use onecall_protocol::answer::Fault;
use onecall_protocol::fault::Code;
use onecall_protocol::{Value, json};

use super::ledger::Ledger;
use super::lookup::attempt;
use super::resolve::resolve;
use super::tree::Tree;
use crate::path::visible::quote;
use crate::path::{Path, Segment};

/// Methods that take a selector, or what stands for one.
const SELECTORS: &[&str] = &[
    "querySelector",
    "querySelectorAll",
    "getElementById",
    "getElementsByClassName",
    "getElementsByName",
    "getElementsByTagName",
    "closest",
    "locator",
    "getByAltText",
    "getByLabel",
    "getByPlaceholder",
    "getByRole",
    "getByTestId",
    "getByText",
    "getByTitle",
    "evaluate",
    "snapshot",
    "waitForSelector",
];

/// Methods of a page, elsewhere, whose first argument says on what.
const OF_A_PAGE: &[&str] =
    &["click", "dblclick", "type", "check", "uncheck", "hover", "tap", "selectOption", "choose", "set"];

/// Words of selectors that nothing is called.
const NOISE: &[&str] = &[
    "a", "aria", "button", "class", "css", "data", "div", "form", "has", "id", "input", "label", "li", "name", "nth",
    "role", "select", "span", "table", "td", "test", "testid", "text", "tr", "type", "ul", "xpath",
];

/// The fault for a path that names nothing, worded for one who thinks of selectors.
#[must_use]
pub fn meant(tree: &Tree, ledger: &Ledger, path: &Path, args: Option<&Value>, mut fault: Fault) -> Fault {
    let name = |at: usize| match path.segments.get(at) {
        Some(Segment::Name(name) | Segment::Key(name)) => name.as_str(),
        _ => "",
    };
    if fault.code != Code::NotFound {
        return fault;
    }
    let document = name(0) == "document";
    let on_page = (document || name(0) == "page") && OF_A_PAGE.contains(&name(1));
    let at = if on_page { Some(1) } else { (0..path.segments.len()).find(|at| SELECTORS.contains(&name(*at))) };
    if let Some(at) = at {
        let given = match path.segments.get(at + 1) {
            Some(Segment::Call(args)) => words(args),
            _ => args.map_or_else(String::new, |args| words(args.as_array().unwrap_or(&vec![args.clone()]))),
        };
        fault.message = format!(
            "There is no {} here: things have names, not selectors. find takes what a thing says or does, and gives its path.",
            quote(name(at))
        );
        fault.near.clear();
        let given = if given.is_empty() { "submit".to_owned() } else { given };
        fault.attempt = Some(json!({ "path": "find", "args": [given] }));
    } else if document {
        let mut there = path.clone();
        if let Some(root) = there.segments.first_mut() {
            *root = Segment::Name("page".into());
        }
        let found = resolve(tree, ledger, &there).ok();
        let path = found.map_or_else(|| Path { segments: vec![Segment::Name("page".into())] }, |found| found.path);
        fault.message = format!("There is no \"document\" here. The document is page; did you mean {path}?");
        fault.attempt = attempt(&path, None);
    }
    fault
}

/// What is looked for, without what makes a selector of it.
fn words(args: &[Value]) -> String {
    let named =
        |one: &Value| ["name", "hasText", "text"].iter().find_map(|part| one.get(part)?.as_str().map(str::to_owned));
    let first = || args.iter().find_map(Value::as_str).map(str::to_owned);
    let Some(text) = args.iter().find_map(named).or_else(first) else { return String::new() };
    let text =
        text.split_once('=').filter(|(kind, _)| NOISE.contains(kind)).map_or(text.as_str(), |(_, rest)| rest).trim();
    let plain = text.chars().all(|c| c.is_alphanumeric() || c == ' ');
    if plain {
        return text.to_owned();
    }
    let all: Vec<&str> = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let telling: Vec<&str> = all.iter().copied().filter(|word| !NOISE.contains(word)).collect();
    if telling.is_empty() { all.join(" ") } else { telling.join(" ") }
}
