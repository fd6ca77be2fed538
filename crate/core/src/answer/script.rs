//! What a script did, as an answer: the returned value under the budget, printed lines, the operations that acted, and where
//! it went wrong. It must never let a script's or a page's text start a line.

use onecall_protocol::answer::Fault;
use onecall_protocol::fault::Code;
use onecall_protocol::policy::Request;
use onecall_protocol::script::{ScriptEnd, ScriptError};
use onecall_protocol::{Value, json};

use super::text::quote_cut;
use super::{Draft, fault, tokens};
use crate::limits;
use crate::path::print::json_value;
use crate::text::figure;

/// Characters of a printed line, and of a message.
const LINE: usize = 400;

/// Characters of what one operation changed: enough to see that it did what was meant.
const CHANGED: usize = 160;

/// The reply to an operation, for the script: its value, or its fault.
#[must_use]
pub fn reply(draft: &Draft) -> Value {
    if let Some(fault) = &draft.fault {
        let mut fault_value = json!({ "code": fault.code.as_str(), "message": fault.message });
        if let (Some(attempt), Value::Object(parts)) = (&fault.attempt, &mut fault_value) {
            parts.insert("attempt".into(), attempt.clone());
        }
        return json!({ "fault": fault_value });
    }
    if !draft.done.is_empty() {
        return json!({ "value": { "done": draft.done, "changed": draft.changed, "events": draft.events } });
    }
    let value = draft.seen_value();
    if !value.is_null() {
        return json!({ "value": value });
    }
    let lines: Vec<&str> = std::iter::once(&draft.head).chain(&draft.lines).map(String::as_str).collect();
    json!({ "value": lines.join("\n").trim() })
}

/// What an operation did, line by line, for the answer of the script.
#[must_use]
pub fn told(draft: &Draft) -> Vec<String> {
    if draft.done.is_empty() {
        return Vec::new();
    }
    let mut lines = draft.done.clone();
    if let Some(last) = lines.last_mut().filter(|_| !draft.changed.is_empty() || !draft.events.is_empty()) {
        let changed: Vec<&str> = draft.events.iter().chain(&draft.changed).map(String::as_str).collect();
        let changed = changed.join("; ");
        last.push_str(&format!(" ({})", super::gist::cut(&changed, CHANGED)));
    }
    lines
}

/// The answer of a script that ended.
#[must_use]
pub fn ended(told: &[String], asked: u32, end: &ScriptEnd, budget: u32) -> Draft {
    let mut draft = Draft { path: "run".into(), kind: "script".into(), ..Draft::default() };
    draft.done = fitting(told, budget / 2);
    draft.lines = end.printed.iter().map(|line| format!("print    {}", quote_cut(line, LINE))).collect();
    draft.notes = end.unawaited.iter().map(|error| format!("not awaited, and it failed: {}", said(error))).collect();
    if let Some(error) = &end.error {
        draft.fault = Some(failed(error, end.limit.as_deref()));
        return draft;
    }
    let operations = if asked == 1 { "operation" } else { "operations" };
    // A last call that acts gives what it did, which stands above already.
    let value = (!end.none).then(|| end.value.clone().unwrap_or(Value::Null)).filter(|value| !is_report(value));
    draft.head = match &value {
        None => format!("run  nothing returned · {asked} {operations}"),
        Some(_) => format!("run  {asked} {operations}"),
    };
    if let Some(value) = value {
        shown(&value, budget, &mut draft);
        draft.value = value;
    }
    draft
}

/// The first and the last of what was done, within a budget; what is between is counted.
#[must_use]
pub fn fitting(told: &[String], budget: u32) -> Vec<String> {
    let cost = |line: &String| tokens::estimate(line) + 3;
    if told.iter().map(cost).sum::<u32>() <= budget {
        return told.to_vec();
    }
    let half = |lines: &mut dyn Iterator<Item = &String>| {
        let mut left = budget / 2;
        lines.take_while(|line| left.checked_sub(cost(line)).map(|rest| left = rest).is_some()).count()
    };
    let first = half(&mut told.iter()).max(1);
    let last = half(&mut told.iter().rev()).max(1).min(told.len() - first.min(told.len()));
    let between = told.len() - first - last;
    let mut lines: Vec<String> = told.iter().take(first).cloned().collect();
    lines.push(format!("… {between} more operations …"));
    lines.extend(told.iter().skip(told.len() - last).cloned());
    lines
}

/// Is it what an operation that acts gives to a script?
fn is_report(value: &Value) -> bool {
    let Value::Object(parts) = value else { return false };
    parts.len() == 3 && ["done", "changed", "events"].iter().all(|name| parts.contains_key(*name))
}

/// The value, item by item while there is room.
fn shown(value: &Value, budget: u32, draft: &mut Draft) {
    let used: u32 = draft.lines.iter().chain(&draft.done).map(|line| tokens::estimate(line) + 1).sum();
    let room = budget.saturating_sub(used + 40).max(60);
    let whole = json_value(value);
    if tokens::estimate(&whole) <= room {
        draft.lines.push(format!("value    {whole}"));
        return;
    }
    let Value::Array(items) = value else {
        // JSON text: its strings are quoted and its line breaks escaped, so a piece of it starts no line either.
        let most = room as usize * 3;
        draft.lines.push(format!("value    {}…", whole.chars().take(most).collect::<String>()));
        let left = whole.chars().count().saturating_sub(most);
        draft.more.push(format!("{left} characters of the value are not shown: return less of it"));
        return;
    };
    draft.lines.push(format!("value    a list of {}", items.len()));
    let mut left = room;
    let mut shown = 0;
    for item in items {
        let line = format!("  {}", json_value(item));
        let cost = tokens::estimate(&line) + 1;
        if cost > left {
            break;
        }
        left -= cost;
        shown += 1;
        draft.lines.push(line);
    }
    draft.more.push(format!(
        "{} of {} items are not shown: return fewer, or less of each",
        items.len() - shown,
        items.len()
    ));
}

/// An error in one line.
fn said(error: &ScriptError) -> String {
    let place = error.path.as_deref().map(|path| format!("{path}: ")).unwrap_or_default();
    format!("{place}{}", super::gist::cut(&error.message, LINE).replace(['\n', '\r'], " "))
}

/// Where and why a script failed.
fn failed(error: &ScriptError, limit: Option<&str>) -> Fault {
    let place = match (error.line, error.column) {
        (Some(line), Some(column)) => format!("line {line}, column {column}: "),
        (Some(line), None) => format!("line {line}: "),
        _ => String::new(),
    };
    let hint = error.hint.as_deref().map(|hint| format!(" ({hint})")).unwrap_or_default();
    let why = match limit {
        Some("time") => "it computed for a second without asking for anything".to_owned(),
        Some("memory") => "it held more than 48 MB".to_owned(),
        _ if error.name == "OnecallError" => said(error),
        _ => format!("{}: {}", error.name, said(error)),
    };
    // An operation's own code, so that an agent can go by it as with a single call.
    let own = Code::ALL.iter().find(|code| Some(code.as_str()) == error.code.as_deref()).copied();
    let code = own.unwrap_or(if limit.is_some() { Code::TimedOut } else { Code::InvalidArgument });
    let attempt = error.attempt.clone().or_else(|| own.is_none().then(|| json!({ "path": "run.$help" })));
    fault::plain(code, format!("the script stopped at {place}{why}{hint}. What is listed as done stays done."), attempt)
}

/// A script that waits for a person: says at what, with which arguments, and how it goes on.
#[must_use]
pub fn paused(request: &Request, mut draft: Draft) -> Draft {
    let Request { id, path, origin, effect, args, .. } = request;
    let none = args.as_array().is_some_and(Vec::is_empty);
    let args = if none { String::new() } else { format!(" {}", json_value(args)) };
    if let Some(fault) = &mut draft.fault {
        fault.message = format!(
            "the script waits at {path}{args}, which {} at {origin}; the person is asked in Onecall's panel (id \"{id}\"). \
             What is listed as done is done; it goes on from there when allowed.",
            crate::approval::class::word(*effect)
        );
    }
    draft.next =
        vec![format!("approvals[\"{id}\"].wait() · answers with what the script returns; do not run it again")];
    draft
}

/// A script that took too long.
#[must_use]
pub fn too_long(most: f64) -> Fault {
    let message = format!(
        "the script ran longer than its {} s. What is listed as done stays done.",
        figure::shown(most / 1_000.0)
    );
    fault::plain(Code::TimedOut, message, Some(json!({ "path": "run.$help" })))
}

/// A script that read too much.
#[must_use]
pub fn too_much(most: usize) -> Fault {
    let message = format!(
        "the script read more than {} kB in all: read less of each list (select, where, slices). What is listed as done stays done.",
        most / 1_000
    );
    fault::plain(Code::TooLarge, message, Some(json!({ "path": "run.$help" })))
}

/// A script that asked for too much.
#[must_use]
pub fn too_many(most: u32) -> Fault {
    let message = format!("the script asked for more than {most} operations. What is listed as done stays done.");
    fault::plain(Code::TooLarge, message, Some(json!({ "path": "run.$help" })))
}

/// What an agent has to know to write one, in one page.
pub fn help(draft: &mut Draft) {
    draft.head = "run(script)  runs JavaScript over the same paths; only what it returns comes back".into();
    draft.lines = GUIDE.lines().map(str::to_owned).collect();
    draft.value = json!({ "type": "object", "properties": { "script": { "type": "string", "maxLength": limits::SCRIPT_CHARS } }, "required": ["script"] });
}

/// Every example in it is run by `tests/script`.
pub const GUIDE: &str = r#"  {"path": "run", "args": ["return (await page.tables.Orders.rows.where({Status: \"open\"})).length"]}
  await reads a path: const rows = await page.tables["Orders"].rows
    rows and fields come as objects by column ({key, Customer, Total, …}), lists as arrays, text and values as strings
  a call acts and gives {done, changed, events}: await page.forms["Sign in"].fill({Email: "a@b.c"})
  assigning writes: page.fields.Email = "a@b.c"
  a path as text: await at('page.tables["Orders"].rows["A-1"]')
  find("words") searches; sleep(ms) waits; print(…) adds a line to the answer
  a fault throws: e.code ("not_found", "denied", …), e.message, e.try
  plain ES2023; Promise.all may be used, operations run one after the other
  there is no document, fetch, import or setTimeout; at most 200 operations, 20 s (set "timeout"), 1 s of computing at a stretch
example  for (const row of await page.tables["Orders"].rows) if (row.Status === "open") await page.tables["Orders"].rows[row.key].buttons.Refund.click()"#;
