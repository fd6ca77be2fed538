//! May this path act? Same element with the same identity goes on; gone but unique moves on; anything
//! else is refused (design.md §6). It must never let a position act that was not read.

use onecall_protocol::answer::Fault;
use onecall_protocol::fault::Code;
use onecall_protocol::json;

use super::ledger::{Fate, Ledger};
use super::tree::Tree;
use crate::model::outline::{Kind, ThingId};
use crate::path::visible::quote;

/// What an address may act on.
#[derive(Debug, Clone, PartialEq)]
pub enum Trust {
    /// This thing.
    Go(ThingId),
    /// This thing, which was elsewhere when its address was read.
    Moved(ThingId),
    /// Nothing: its address means something else now.
    Stale(String),
}

/// Decides for a thing that a path led to. `positions` are the prefixes that name things by position.
///
/// # Errors
/// `stale` where a position or `#n` was never read in this document.
pub fn trust(tree: &Tree, ledger: &Ledger, id: ThingId, positions: &[(String, ThingId)]) -> Result<Trust, Fault> {
    for (written, thing) in positions {
        match ledger.fate(tree, written) {
            Fate::Unknown => return Err(unread(tree, written, *thing)),
            Fate::Same(known) if known == *thing => {}
            Fate::Moved(known) if known == *thing => {}
            // The position holds something else now: what was read there is meant, and that has moved.
            _ => return Ok(Trust::Stale(written.clone())),
        }
    }
    let path = tree.address(id).to_string();
    let fate = ledger.fate(tree, &path);
    Ok(match (fate, holder(tree, ledger, id)) {
        (Fate::Unknown | Fate::Same(_), Some((of, false))) => Trust::Stale(of),
        (Fate::Unknown, Some((_, true))) => Trust::Moved(id),
        (fate, _) => match fate {
            Fate::Unknown => Trust::Go(id),
            Fate::Same(known) => Trust::Go(known),
            Fate::Moved(known) => Trust::Moved(known),
            Fate::Stale { .. } => Trust::Stale(path),
        },
    })
}

/// What a thing stands in that is not what its address meant: its address, and whether it was found again.
fn holder(tree: &Tree, ledger: &Ledger, id: ThingId) -> Option<(String, bool)> {
    let mut at = id;
    let mut moved = None;
    while let Some(thing) = tree.outline().thing(at).filter(|thing| thing.owner != at) {
        at = thing.owner;
        let path = tree.address(at).to_string();
        match ledger.fate(tree, &path) {
            Fate::Stale { .. } => return Some((path, false)),
            Fate::Moved(_) => moved = moved.or(Some((path, true))),
            Fate::Unknown | Fate::Same(_) => {}
        }
    }
    moved
}

fn unread(tree: &Tree, written: &str, id: ThingId) -> Fault {
    let path = tree.address(id).to_string();
    let base = written.rsplit_once('[').map_or(written, |(base, _)| base);
    let numbered = path == written;
    let message = if numbered {
        format!(
            "{written} is one of several with this name, and which one was not read in this document. Nothing was done. Read them first."
        )
    } else {
        format!(
            "{written} is a position that was not read in this document, so it is not certain what it means; it is {path} now. Nothing was done."
        )
    };
    Fault { near: vec![path], attempt: Some(json!({ "path": base })), ..Fault::new(Code::Stale, message) }
}

/// Does a path end with a position?
fn is_position(path: &str) -> bool {
    let last = path.strip_suffix(']').and_then(|path| path.rsplit_once('['));
    last.is_some_and(|(_, at)| at.trim_start_matches('-').bytes().all(|byte| byte.is_ascii_digit()))
}

/// The address does not mean what it meant: what changed, and where the thing is now.
#[must_use]
pub fn stale(tree: &Tree, ledger: &Ledger, path: &str, detail: &str) -> Fault {
    stale_within(tree, ledger, path, "", detail)
}

/// The same of something that stands at `rest` below the address.
#[must_use]
pub fn stale_within(tree: &Tree, ledger: &Ledger, path: &str, rest: &str, detail: &str) -> Fault {
    let fate = ledger.fate(tree, path);
    let (what, now) = match &fate {
        Fate::Stale { was, now } => {
            let label = quote(&was.label);
            let kind = |kind: Kind| format!("{kind:?}") == was.kind;
            let here = tree.dom().node(was.handle).and_then(|node| tree.outline().of_node_as(node, kind));
            let is_now = here.map(|id| quote(&tree.label(id)));
            let what = match is_now {
                Some(now) => format!("{path} was {label} when you read it and is {now} now."),
                None => format!("{path} was {label} when you read it and is gone."),
            };
            (what, now.filter(|id| tree.label(*id) == was.label))
        }
        Fate::Moved(id) | Fate::Same(id) if is_position(path) => {
            let label = quote(&tree.label(*id));
            (
                format!("{path} was {label} when you read it and is another now; {label} is at the address below."),
                Some(*id),
            )
        }
        Fate::Moved(id) | Fate::Same(id) => (format!("{path} has changed{detail}."), Some(*id)),
        Fate::Unknown => (format!("{path} is not what it was{detail}."), None),
    };
    let attempt = now.map(|id| format!("{}{rest}", tree.address(id)));
    let hint = if attempt.is_some() { "" } else { " Read again before you act." };
    Fault {
        attempt: Some(attempt.map_or(json!({}), |path| json!({ "path": path }))),
        ..Fault::new(Code::Stale, format!("{what} Nothing was done.{hint}"))
    }
}
