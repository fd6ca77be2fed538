//! Answers of `events`: the log as numbered lines, oldest first, and what a wait was for.
//! What is shown here counts as shown; it must never be repeated beside another answer.

use onecall_protocol::answer::Fault;
use onecall_protocol::fault::Code;
use onecall_protocol::{Millis, Value, json};

use super::text::quote;
use super::{Draft, fault, tokens};
use crate::event::{Event, Kind, Log, Wanted};
use crate::limits;
use crate::member::Listen;
use crate::member::args::received;
use crate::member::query::{range, words};
use crate::text::figure;

/// Events of a bare reading: the newest.
const SHOWN: usize = 10;

/// The log, or a slice of it.
pub fn read(log: &mut Log, part: Option<(Option<i64>, Option<i64>)>, now: Millis, budget: u32) -> Draft {
    let all = log.all();
    let (from, to) = match part {
        Some(slice) => range(slice, all.len()),
        None => (all.len().saturating_sub(SHOWN), all.len()),
    };
    let shown: Vec<Event> = all.get(from..to).unwrap_or(&[]).to_vec();
    let before = shown.first().map_or(log.cursor(), |first| first.id - 1);
    let mut draft = listed(log, "events", &shown, now, budget);
    if from > 0 && part.is_none() {
        draft.more.insert(0, format!("events.since({}) for the {from} before these", log.gone()));
    }
    if before <= log.seen() {
        seen(log, &draft, &shown);
    }
    draft
}

/// What came after a number.
pub fn since(log: &mut Log, id: u64, now: Millis, budget: u32) -> Draft {
    let shown = log.since(id).to_vec();
    let mut draft = listed(log, &format!("events.since({id})"), &shown, now, budget);
    if log.gone() > id {
        draft.notes.push(format!("events up to number {} are not kept any more", log.gone()));
    }
    if id <= log.seen() {
        seen(log, &draft, &shown);
    }
    draft
}

/// Marks what the draft shows.
fn seen(log: &mut Log, draft: &Draft, shown: &[Event]) {
    let last = shown.get(..draft.lines.len()).and_then(<[Event]>::last);
    log.shown(last.map_or(0, |event| event.id));
}

fn listed(log: &Log, path: &str, events: &[Event], now: Millis, budget: u32) -> Draft {
    let mut draft = Draft { path: path.to_owned(), kind: "events".into(), ..Draft::default() };
    let mut left = budget.saturating_sub(60);
    let mut values = Vec::new();
    for event in events {
        let age = age(event.at, now);
        let line =
            format!("{}{}  {}", event.id, age.as_ref().map(|age| format!(" {age}")).unwrap_or_default(), event.line());
        let cost = tokens::estimate(&line) + 1;
        if cost > left && !draft.lines.is_empty() {
            break;
        }
        left = left.saturating_sub(cost);
        draft.lines.push(line);
        let text = &event.text;
        values
            .push(json!({ "id": event.id, "kind": event.kind.name(), "text": text, "times": event.times, "age": age }));
    }
    let cursor = log.cursor();
    draft.head = match (events.len(), log.all().len()) {
        (0, 0) => format!("{path}  none yet"),
        (0, _) => format!("{path}  none · the newest is {cursor}"),
        (n, all) => {
            format!("{path}  {} of {} shown, oldest first · the newest is {cursor}", draft.lines.len(), n.max(all))
        }
    };
    if draft.lines.len() < events.len()
        && let Some(last) = events.get(draft.lines.len().saturating_sub(1))
    {
        draft.more.push(format!("events.since({})", last.id));
    }
    draft.value = Value::Array(values);
    draft.members = vec![Listen::ALL.iter().map(|(_, _, signature, _)| *signature).collect::<Vec<_>>().join(", ")];
    draft.next.push(format!("events.wait({{\"since\":{cursor},\"timeout\":20}})"));
    draft
}

/// `12 s ago`; nothing where either time is unknown.
fn age(at: Millis, now: Millis) -> Option<String> {
    if at <= 0.0 || now <= 0.0 {
        return None;
    }
    let seconds = ((now - at) / 1000.0).max(0.0) as u64;
    Some(match seconds {
        0..=119 => format!("{seconds} s ago"),
        120..=7_199 => format!("{} min ago", seconds / 60),
        _ => format!("{} h ago", seconds / 3_600),
    })
}

/// Help about a question to the log.
#[must_use]
pub fn help(listen: Listen) -> Draft {
    let mut draft = Draft { path: format!("events.{}", listen.name()), kind: "method".into(), ..Draft::default() };
    if let Some((_, _, signature, summary)) = Listen::ALL.iter().find(|(of, ..)| *of == listen) {
        draft.head = format!("events.{signature}   read");
        draft.lines.push((*summary).to_owned());
    }
    if listen == Listen::Wait {
        let kinds: Vec<&str> = Kind::ALL.iter().map(|kind| kind.name()).collect();
        draft.lines.push(format!("kinds  {}", kinds.join(", ")));
        draft
            .lines
            .push(r#"example  {"path":"events.wait","args":{"kind":"status","text":"saved","timeout":40}}"#.into());
    } else {
        draft.lines.push(r#"example  {"path":"events.since","args":[0]}"#.into());
    }
    draft
}

/// Help about the log itself.
#[must_use]
pub fn about() -> Draft {
    let mut draft = Draft { path: "events".into(), kind: "help".into(), ..Draft::default() };
    draft.head =
        "events  what happened on this site in this tab; each is shown once beside an answer, and kept here".into();
    let signatures = Listen::ALL.iter().map(|(_, _, signature, summary)| format!("  .{signature}  {summary}"));
    draft.lines.extend(signatures);
    draft
}

/// The number that `since` was given.
///
/// # Errors
/// `invalid_argument` for anything but a whole number.
pub fn number(given: Option<&Value>) -> Result<u64, Fault> {
    let one = match given {
        Some(Value::Array(several)) => several.first(),
        Some(Value::Object(parts)) => parts.values().next(),
        other => other,
    };
    let parsed = one.and_then(|one| one.as_u64().or_else(|| words(one).trim().parse().ok()));
    parsed.ok_or_else(|| {
        let what = one.map_or("nothing".into(), received);
        wrong(&format!("since: received {what}, expected the number of an event (0 for all)."), "since", json!([0]))
    })
}

fn wrong(message: &str, method: &str, args: Value) -> Fault {
    let attempt = json!({ "path": format!("events.{method}"), "args": args });
    fault::plain(Code::InvalidArgument, message.to_owned(), Some(attempt))
}

/// What `wait` was given.
///
/// # Errors
/// `invalid_argument` for an unknown part, kind or a value of the wrong type.
pub fn wanted(given: Option<&Value>) -> Result<Wanted, Fault> {
    let one = match given {
        Some(Value::Array(several)) => several.first(),
        other => other,
    };
    let mut wanted = Wanted::default();
    let no = |message: &str| wrong(message, "wait", json!({ "timeout": 20 }));
    let parts = match one {
        None | Some(Value::Null) => return Ok(wanted),
        Some(Value::String(text)) => return Ok(Wanted { text: Some(text.clone()), ..wanted }),
        Some(Value::Object(parts)) => parts,
        Some(other) => {
            return Err(no(&format!(
                "wait: received {}, expected {{kind?, text?, since?, timeout?}}.",
                received(other)
            )));
        }
    };
    for (name, value) in parts {
        match (name.as_str(), value) {
            ("kind" | "kinds", value) => wanted.kinds = kinds(value).map_err(|why| no(&why))?,
            ("text", value) => wanted.text = Some(words(value)),
            ("since", _) => wanted.since = Some(number(Some(value))?),
            ("timeout", value) => {
                let seconds =
                    value.as_f64().or_else(|| figure::read(words(value).trim())).filter(|seconds| *seconds > 0.0);
                let seconds = seconds.ok_or_else(|| {
                    no(&format!("timeout: received {}, expected seconds, a number above 0.", received(value)))
                })?;
                wanted.timeout = Some((seconds * 1000.0).min(f64::from(limits::CALL_MS_MOST)) as u32);
            }
            (other, _) => {
                return Err(no(&format!("wait: unknown {}; known: kind, text, since, timeout.", quote(other))));
            }
        }
    }
    Ok(wanted)
}

fn kinds(given: &Value) -> Result<Vec<Kind>, String> {
    let names: Vec<String> = match given {
        Value::Array(several) => several.iter().map(words).collect(),
        one => vec![words(one)],
    };
    let mut out = Vec::new();
    for name in names {
        match (name.as_str(), Kind::parse(&name)) {
            (_, Some(kind)) => out.push(kind),
            ("dialog" | "js", None) => out.extend([Kind::JsAlert, Kind::JsConfirm, Kind::JsPrompt]),
            _ => {
                let known: Vec<&str> = Kind::ALL.iter().map(|kind| kind.name()).collect();
                return Err(format!("kind: there is no {}; known: {}.", quote(&name), known.join(", ")));
            }
        }
    }
    Ok(out)
}

/// Nothing came in time.
#[must_use]
pub fn silence(log: &Log, wanted: &Wanted, from: u64, seconds: f64) -> Fault {
    let others = log.since(from).len();
    let meanwhile = match others {
        0 => "Nothing else happened.".to_owned(),
        n => format!("{n} other events came."),
    };
    let what = match (&wanted.text, wanted.kinds.as_slice()) {
        (None, []) => "no event".to_owned(),
        (text, kinds) => {
            let kinds: Vec<&str> = kinds.iter().map(|kind| kind.name()).collect();
            let text = text.as_ref().map(|text| format!(" with {}", quote(text))).unwrap_or_default();
            format!("no {} event{text}", kinds.join(" or ")).replace("no  event", "no event")
        }
    };
    let attempt = if others > 0 {
        json!({ "path": "events.since", "args": [from] })
    } else {
        let kinds: Vec<&str> = wanted.kinds.iter().map(|kind| kind.name()).collect();
        let mut args = onecall_protocol::Map::new();
        args.insert("since".into(), from.into());
        args.insert("timeout".into(), ((seconds * 2.0).clamp(1.0, 120.0) as u32).into());
        if !kinds.is_empty() {
            args.insert("kind".into(), json!(kinds));
        }
        if let Some(text) = &wanted.text {
            args.insert("text".into(), json!(text));
        }
        json!({ "path": "events.wait", "args": args })
    };
    fault::plain(Code::TimedOut, format!("{what} within {} s. {meanwhile}", figure::shown(seconds)), Some(attempt))
}
