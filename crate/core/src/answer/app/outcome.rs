//! What came of reading, assigning and calling, where it is no plain value: faults that say whose they are and what to
//! do next. The app's own words stand in quotes.

use onecall_protocol::answer::Fault;
use onecall_protocol::fault::Code;
use onecall_protocol::json;

use super::{said, value};
use crate::answer::text::quote;
use crate::answer::{Draft, fault, gist};
use crate::path::near::near;
use crate::publish::{Came, segment};

/// It was there a moment ago.
#[must_use]
pub fn unpublished(path: &str) -> Draft {
    let message = format!("{path} is not published any more. Nothing was done.");
    Draft::fault(fault::plain(Code::NotNow, message, Some(json!({ "path": "app" }))))
}

/// The fault that something else than a value means.
pub(super) fn failed(path: &str, came: &Came) -> Draft {
    match came {
        Came::Threw(..) => Draft::fault(threw(path, came)),
        Came::Late => {
            let message = format!("{path}: the app's code gave no answer in time.");
            Draft::fault(fault::plain(Code::TimedOut, message, Some(json!({ "path": path }))))
        }
        Came::Missing(key, known) => {
            let close = near(key, known.iter().map(String::as_str), 3);
            let shown: Vec<String> = known.iter().take(8).map(|one| quote(&gist::cut(one, 40))).collect();
            let mut message = format!("{path}: there is no {}.", quote(key));
            match close.first() {
                Some(one) => message.push_str(&format!(" Did you mean {}?", quote(one))),
                None if !shown.is_empty() => message.push_str(&format!(" There is {}.", shown.join(", "))),
                None => message.push_str(" It is empty."),
            }
            let owner = crate::path::parse(path).ok().map(|mut path| {
                // The segment that led nowhere, and what follows it, goes.
                let at = path.segments.iter().rposition(|one| word(one).as_deref() == Some(key));
                path.segments.truncate(at.unwrap_or_else(|| path.segments.len().saturating_sub(1)));
                match close.first() {
                    Some(one) => path.with(segment(one)).to_string(),
                    None => path.to_string(),
                }
            });
            Draft::fault(Fault {
                near: close,
                attempt: owner.map(|path| json!({ "path": path })),
                ..Fault::new(Code::NotFound, message)
            })
        }
        Came::Refused(why) => {
            let message =
                format!("{path}: the app's own check refused it: {}. Nothing was run.", quote(&gist::cut(why, 300)));
            Draft::fault(fault::plain(Code::InvalidArgument, message, Some(json!({ "path": format!("{path}.$help") }))))
        }
        Came::Gone | Came::Got(_) => unpublished(path),
    }
}

fn word(segment: &crate::path::Segment) -> Option<String> {
    match segment {
        crate::path::Segment::Name(name) | crate::path::Segment::Key(name) => Some(name.clone()),
        crate::path::Segment::Index(at) => Some(at.to_string()),
        _ => None,
    }
}

fn threw(path: &str, came: &Came) -> Fault {
    let Came::Threw(message, code) = came else { return fault::plain(Code::Failed, path.to_owned(), None) };
    let code = if code.is_empty() { String::new() } else { format!(" (code {})", quote(&gist::cut(code, 60))) };
    let message = format!("{path}: the app's code failed: {}{code}.", quote(&gist::cut(message, 300)));
    fault::plain(Code::Failed, message, None)
}

/// Writes what came of an assignment or a call.
pub fn acted(path: &str, came: &Came, budget: u32, draft: &mut Draft) {
    match came {
        Came::Got(got) if got.kept => {
            draft.done.clear();
            let message = format!("{path} did not take the value; it still holds {}.", said(&got.value));
            draft.fault = Some(fault::plain(Code::Failed, message, Some(json!({ "path": format!("{path}.$help") }))));
        }
        Came::Got(got) => {
            if let Some(line) = draft.done.last_mut().filter(|line| line.starts_with("assigned")) {
                *line = format!("{path} = {}", said(&got.value));
            }
            draft.value = got.value.clone();
            if draft.done.last().is_some_and(|line| line.starts_with("called")) && !got.value.is_null() {
                value::result(got, budget, draft);
            }
        }
        Came::Threw(..) => {
            draft.done.clear();
            draft.fault = Some(threw(path, came));
        }
        other => {
            draft.done.clear();
            draft.fault = failed(path, other).fault;
        }
    }
}
