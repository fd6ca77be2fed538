//! Faults from outcomes: what a guard of the page kit means for the agent, with the call that helps.

use onecall_protocol::answer::Fault;
use onecall_protocol::effect::{Outcome, Refusal};
use onecall_protocol::fault::Code;
use onecall_protocol::{Handle, json};

use super::gist;
use super::text::quote;
use crate::member::ledger::Ledger;
use crate::member::trust::stale;
use crate::member::{Tree, Verb};
use crate::model::outline::{Kind, ThingId};

/// A fault without near names.
#[must_use]
pub fn plain(code: Code, message: String, attempt: Option<onecall_protocol::Value>) -> Fault {
    Fault { attempt, ..Fault::new(code, message) }
}

/// The fault that an outcome means; `None` where it was done.
#[must_use]
pub fn of_outcome(tree: &Tree, ledger: &Ledger, path: &str, outcome: &Outcome, nothing: bool) -> Option<Fault> {
    let end = if nothing { " Nothing was done." } else { "" };
    let (reason, by, found) = match outcome {
        Outcome::Done { .. } => return None,
        Outcome::Failed { message } => {
            return Some(plain(Code::Failed, format!("{path}: {}", quote(&gist::cut(message, 300))), None));
        }
        Outcome::Refused { reason, by, found } => (*reason, *by, found),
    };
    let read = Some(json!({ "path": path }));
    let detail = if found.is_empty() { String::new() } else { format!(" {}", quote(&gist::cut(found, 160))) };
    Some(match reason {
        Refusal::Gone | Refusal::Stale => stale(tree, ledger, path, &detail),
        Refusal::NotVisible => plain(Code::NotVisible, format!("{path} is not shown.{end}"), read),
        Refusal::Unstable => plain(Code::NotNow, format!("{path} keeps moving.{end} Try again."), read),
        Refusal::Disabled => plain(Code::Disabled, format!("{path} is disabled.{end}"), owner(tree, path)),
        Refusal::Readonly => plain(Code::Disabled, format!("{path} is read-only.{end}"), read),
        Refusal::Inert | Refusal::Covered => covered(tree, path, by, end),
        Refusal::TooLong | Refusal::BadValue => {
            plain(Code::InvalidArgument, format!("{path} does not take this value.{detail}{end}"), read)
        }
        Refusal::NeedsUser => plain(
            Code::NeedsUser,
            format!("{path} needs a person's own click or key; ask the person to do it.{detail}{end}"),
            read,
        ),
        Refusal::Cancelled => plain(Code::Cancelled, format!("the call was cancelled before {path}.{end}"), None),
    })
}

/// Where the form or dialog of a control can be read.
fn owner(tree: &Tree, path: &str) -> Option<onecall_protocol::Value> {
    let path = crate::path::parse(path).ok()?;
    let found = crate::member::resolve(tree, &Ledger::default(), &path).ok()?;
    let id = match found.place {
        crate::member::Place::Thing(id) | crate::member::Place::Verb(id, _) => id,
        crate::member::Place::CellVerb(id, ..) => id,
        _ => return None,
    };
    let owner = tree.outline().thing(id)?.owner;
    Some(json!({ "path": tree.address(owner).to_string() }))
}

fn covered(tree: &Tree, path: &str, by: Handle, end: &str) -> Fault {
    let over = thing_above(tree, by);
    let (name, attempt) = match over {
        Some(id) => {
            let address = tree.address(id).to_string();
            let button = tree.outline().within(id, Kind::Button).first().copied();
            let attempt = match (tree.kind(id), button) {
                (Kind::Dialog, Some(_)) => {
                    let close = format!("{address}.{}", Verb::Close.name());
                    json!({ "path": close, "args": [] })
                }
                _ => json!({ "path": address }),
            };
            (address, Some(attempt))
        }
        None => ("something without an address".into(), Some(json!({}))),
    };
    plain(Code::Covered, format!("{path} is covered by {name}.{end}"), attempt)
}

/// An element in the way, as an address where it has one.
#[must_use]
pub fn named(tree: &Tree, by: Handle) -> String {
    thing_above(tree, by).map_or_else(|| "something without an address".into(), |id| tree.address(id).to_string())
}

/// The nearest thing that an element belongs to; a dialog before anything inside it.
fn thing_above(tree: &Tree, handle: Handle) -> Option<ThingId> {
    let dom = tree.dom();
    let node = dom.node(handle)?;
    let things: Vec<ThingId> =
        std::iter::once(node).chain(dom.ancestors(node)).filter_map(|at| tree.outline().of_node(at)).collect();
    let dialog = things.iter().copied().find(|id| tree.kind(*id) == Kind::Dialog);
    dialog.or_else(|| things.first().copied()).filter(|id| tree.kind(*id) != Kind::Page)
}
