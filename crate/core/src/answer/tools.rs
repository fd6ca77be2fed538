//! Answers about the page's tools: the list of collections, a collection, a tool, what a tool gave. All of it is what
//! pages say of themselves, so every string stands quoted.

use onecall_protocol::answer::Fault;
use onecall_protocol::fault::Code;
use onecall_protocol::policy::Class;
use onecall_protocol::{Value, json};

use super::text::quote;
use super::{Draft, fault, gist, hint, tokens};
use crate::approval::tool::class;
use crate::limits;
use crate::member::tools::{Spot, What, part, path_of};
use crate::path::print::json_value;
use crate::path::{Path, Segment};
use crate::publish::Got;
use crate::schema;
use crate::tool::{At, Branch, Seen, Tool, Toolset};

/// What stands at a place; tools and their results are not run for it.
#[must_use]
pub fn place(tools: &Toolset, spot: &Spot, budget: u32) -> Draft {
    let mut draft = Draft { path: spot.path.to_string(), ..Draft::default() };
    match &spot.what {
        What::Root => root(tools, budget, &mut draft),
        What::Flat(slice) => {
            let all: Vec<&Tool> = tools.tools().iter().collect();
            list(tools, &all, *slice, budget, &mut draft);
        }
        What::Branch(name, slice) => {
            let Some(branch) = tools.branch(name) else { return draft };
            let all: Vec<&Tool> = tools.of(branch).collect();
            list(tools, &all, *slice, budget, &mut draft);
            draft.head = format!("{}{}", draft.head, about(tools, branch));
            if !branch.help.is_empty() {
                draft.lines.insert(0, format!("help     {}", quote(&gist::cut(&branch.help, 400))));
            }
        }
        What::Tool(name) => {
            if let Some(tool) = tools.named(name) {
                help(tools, tool, &mut draft);
            }
        }
        What::Result(name, within, query) => result(tools, spot, name, within, query, budget, &mut draft),
        What::Asking(..) => draft.head = format!("{} takes arguments", spot.path),
    }
    draft
}

fn branch_path(name: &str) -> Path {
    Path { segments: vec![Segment::Name("tools".into()), crate::publish::segment(name)] }
}

/// `8 in 1 collection and 2 groups (inferred) · 1 more pending`.
fn counted(tools: &Toolset) -> String {
    let declared = tools.branches().iter().filter(|branch| branch.declared).count();
    let guessed = tools.branches().len() - declared;
    let count = |is: &dyn Fn(&At) -> bool| tools.tools().iter().filter(|tool| is(&tool.at)).count();
    let mut says = match count(&|at| *at == At::Here) {
        0 => "none registered here yet".to_owned(),
        n => n.to_string(),
    };
    match (declared, guessed) {
        _ if !few(tools).is_empty() => {}
        (0, 0) => {}
        (0, n) => says.push_str(&format!(" in {} (inferred)", gist::plural(n, "group"))),
        (n, 0) => says.push_str(&format!(" in {}", gist::plural(n, "collection"))),
        (n, more) => {
            let groups = gist::plural(more, "group");
            says.push_str(&format!(" in {} and {groups} (inferred)", gist::plural(n, "collection")));
        }
    }
    let (pending, away) = (count(&|at| matches!(at, At::Page(_))), count(&|at| matches!(at, At::Tab(_))));
    for (count, what) in [(pending, "pending"), (away, "in another tab")] {
        if count > 0 {
            says.push_str(&format!(" · {count} more {what}"));
        }
    }
    says
}

/// `· "Create cart, process order" · 5 tools · generation 2 · continued from /cart`.
fn about(tools: &Toolset, branch: &Branch) -> String {
    let mut parts = Vec::new();
    if !branch.description.is_empty() {
        parts.push(quote(&gist::cut(&branch.description, 100)));
    }
    parts.push(gist::plural(branch.tools.len(), "tool"));
    let pending = tools.of(branch).filter(|tool| matches!(tool.at, At::Page(_))).count();
    if pending > 0 {
        parts.push(format!("{pending} pending"));
    }
    if branch.generation > 1 {
        parts.push(format!("generation {}", branch.generation));
    }
    if !branch.from.is_empty() {
        parts.push(format!("continued from {}", gist::cut(&branch.from, 60)));
    }
    format!("  {}", parts.join(" · "))
}

/// A branch in one line of a list.
fn branch_line(tools: &Toolset, branch: &Branch) -> String {
    let path = branch_path(&branch.name);
    if branch.declared {
        return format!("  {path}{}", about(tools, branch));
    }
    let names: Vec<String> = tools.of(branch).map(|tool| tool.name.clone()).collect();
    let shown: Vec<String> = names.iter().take(2).map(|name| gist::cut(name, 30)).collect();
    let more = if names.len() > shown.len() { ", …" } else { "" };
    format!("  {path}  {}: {}{more}", names.len(), shown.join(", "))
}

/// Few tools that no site has grouped, each in a line: a guessed group says less than they do. None where they are many.
fn few(tools: &Toolset) -> Vec<String> {
    if tools.tools().len() > limits::FEW_TOOLS || tools.branches().iter().any(|branch| branch.declared) {
        return Vec::new();
    }
    let all: Vec<String> = tools.tools().iter().map(|tool| format!("  {}", line(tools, tool))).collect();
    let fit = all.iter().map(|line| tokens::estimate(line) + 1).sum::<u32>() <= limits::TOOL_OVERVIEW;
    all.into_iter().filter(|_| fit).collect()
}

/// Lines of branches within a number of tokens; what is left is counted in one.
fn branch_lines(tools: &Toolset, most: u32) -> Vec<String> {
    let few = few(tools);
    if !few.is_empty() {
        return few;
    }
    let mut lines = Vec::new();
    let mut left = most.saturating_sub(16);
    for (n, branch) in tools.branches().iter().enumerate() {
        let line = branch_line(tools, branch);
        let cost = tokens::estimate(&line) + 1;
        if cost > left {
            let rest = tools.branches().len() - n;
            lines.push(format!(
                "  tools  {rest} more, with {}",
                gist::plural(tools.branches().iter().skip(n).map(|one| one.tools.len()).sum(), "tool")
            ));
            break;
        }
        left -= cost;
        lines.push(line);
    }
    lines
}

/// The overview's part.
#[must_use]
pub fn overview(tools: &Toolset) -> Vec<String> {
    if tools.is_empty() {
        return Vec::new();
    }
    let mut lines = vec![format!("tools  {}", counted(tools))];
    lines.extend(branch_lines(tools, limits::TOOL_OVERVIEW));
    lines
}

fn root(tools: &Toolset, budget: u32, draft: &mut Draft) {
    draft.kind = "tools".into();
    if tools.is_empty() {
        draft.head = "tools  none: this page registers no WebMCP tools".into();
        draft.next.push("{}".into());
        return;
    }
    draft.head = format!("tools  {}", counted(tools));
    draft.lines = branch_lines(tools, budget.min(limits::TOOL_LIST).saturating_sub(40));
    draft.value = Value::Array(tools.branches().iter().map(|branch| json!({
        "name": branch.name, "description": branch.description, "tools": branch.tools.len(), "inferred": !branch.declared,
    })).collect());
    if let (Some(tool), false) = (tools.tools().first(), few(tools).is_empty()) {
        draft.next = vec![format!("{}.$help", path_of(tools, tool)), "find(\"what you want done\")".into()];
        return;
    }
    let first =
        tools.branches().first().map_or_else(|| "tools.flat".into(), |branch| branch_path(&branch.name).to_string());
    draft.next = vec![first, "find(\"what you want done\")".into(), "tools.flat[0:20]".into()];
}

/// A tool in one line: how it is called, what it does to the world, what it says.
#[must_use]
pub fn line(tools: &Toolset, tool: &Tool) -> String {
    let path = path_of(tools, tool);
    let says = if tool.description.is_empty() { &tool.title } else { &tool.description };
    let says = if says.is_empty() { String::new() } else { format!("  {}", quote(&gist::cut(says, 90))) };
    format!("{path}({})  {}{}{says}", schema::signature(&tool.schema, false), effect(tool), state(tool))
}

fn effect(tool: &Tool) -> String {
    let class = class(tool);
    let asks = if class >= Class::Consequential { " · asks the person" } else { "" };
    format!("{}{asks}", hint::effect(class))
}

/// Where it can be run, where that is not here.
#[must_use]
pub fn state(tool: &Tool) -> String {
    match &tool.at {
        At::Here => String::new(),
        At::Page(seen) if seen.path.is_empty() || seen.here => " · pending".into(),
        At::Page(seen) => format!(" · pending, last seen on {}", gist::cut(&seen.path, 60)),
        At::Tab(tab) => format!(" · in the tab {}", named_tab(&tab.title, &tab.path)),
    }
}

pub(super) fn named_tab(title: &str, path: &str) -> String {
    let title = if title.is_empty() { String::new() } else { format!("{} ", quote(&gist::cut(title, 60))) };
    format!("{title}{}", gist::cut(path, 60))
}

fn list(tools: &Toolset, all: &[&Tool], slice: (Option<i64>, Option<i64>), budget: u32, draft: &mut Draft) {
    draft.kind = "tools".into();
    let (from, to) = crate::member::query::range(slice, all.len());
    let sliced = slice != (None, None);
    draft.head = if sliced { format!("{} of {}", draft.path, all.len()) } else { draft.path.clone() };
    let mut left = budget.saturating_sub(60);
    let mut values = Vec::new();
    for tool in all.get(from..to).unwrap_or_default() {
        let line = format!("  {}", line(tools, tool));
        let cost = tokens::estimate(&line) + 1;
        if cost > left && !values.is_empty() {
            break;
        }
        left = left.saturating_sub(cost);
        draft.lines.push(line);
        values.push(json!({ "path": path_of(tools, tool).to_string(), "description": tool.description }));
    }
    let shown = from + values.len();
    if shown < all.len() && (shown < to || sliced) {
        let base = draft.path.rfind('[').filter(|_| sliced).and_then(|at| draft.path.get(..at)).unwrap_or(&draft.path);
        let end = all.len().min(shown + values.len().max(5));
        draft.more.push(format!("{base}[{shown}:{end}] ({} left)", all.len() - shown));
    }
    draft.value = Value::Array(values);
}

/// A tool in full.
pub fn help(tools: &Toolset, tool: &Tool, draft: &mut Draft) {
    let path = path_of(tools, tool).to_string();
    draft.kind = "tool".into();
    draft.head = format!("{path}({})   {}{}", schema::signature(&tool.schema, true), effect(tool), state(tool));
    if !tool.title.is_empty() && tool.title != tool.name {
        draft.lines.push(format!("title    {}", quote(&tool.title)));
    }
    if !tool.description.is_empty() {
        draft.lines.push(quote(&tool.description));
    }
    for (name, of) in tool.schema.get("properties").and_then(Value::as_object).into_iter().flatten() {
        if let Some(says) = of.get("description").and_then(Value::as_str).filter(|says| !says.is_empty()) {
            draft.lines.push(format!("  {}  {}", quote(name), quote(&gist::cut(says, 160))));
        }
    }
    if let Some(args) = schema::example(&tool.schema) {
        draft.lines.push(format!("example  {}", json_value(&json!({ "path": path, "args": args }))));
    }
    let unchecked: Vec<String> = schema::unchecked(&tool.schema).iter().map(|name| quote(name)).collect();
    if !unchecked.is_empty() {
        draft.lines.push(format!("note     not checked before the tool sees it: {}", unchecked.join(", ")));
    }
    let from = match (&tool.frame, tool.form) {
        (frame, _) if !frame.is_empty() => format!("from     the frame {}", quote(frame)),
        (_, true) => "from     a form of this page; it may wait for the person to submit it".into(),
        _ => String::new(),
    };
    if !from.is_empty() {
        draft.lines.push(from);
    }
    draft.value = tool.schema.clone();
}

/// `$schema` of a place.
#[must_use]
pub fn schema_of(tools: &Toolset, spot: &Spot) -> Draft {
    let value = match &spot.what {
        What::Tool(name) => tools.named(name).map(|tool| tool.schema.clone()).unwrap_or_default(),
        _ => json!(tools.branches().iter().map(|branch| &branch.name).collect::<Vec<_>>()),
    };
    let head = format!("{}.$schema  {}", spot.path, json_value(&value));
    Draft { path: spot.path.to_string(), kind: "help".into(), head, value, ..Draft::default() }
}

fn result(
    tools: &Toolset,
    spot: &Spot,
    name: &str,
    within: &[Value],
    query: &crate::member::query::Query,
    budget: u32,
    draft: &mut Draft,
) {
    let Some(whole) = tools.result(name) else {
        let path = tools.named(name).map(|tool| path_of(tools, tool).to_string()).unwrap_or_default();
        let message = format!("{path} has no result here: it was not called yet, or too long ago.");
        *draft = Draft::fault(fault::plain(Code::NotNow, message, Some(json!({ "path": path }))));
        return;
    };
    let Some(value) = part(Some(whole), within) else {
        let message = format!("{} is not in what it gave.", spot.path);
        let mut path = spot.path.clone();
        path.segments.pop();
        *draft = Draft::fault(fault::plain(Code::NotFound, message, Some(json!({ "path": path.to_string() }))));
        return;
    };
    let total = match value {
        Value::Array(items) => Some(items.len()),
        Value::String(text) => Some(text.chars().count()),
        _ => None,
    };
    let got = sliced(value, query.slice, total);
    super::app::given(&spot.path, query, &got, budget, draft);
}

/// The part of a list or text that a slice names, as if it had been fetched.
fn sliced(value: &Value, slice: Option<(Option<i64>, Option<i64>)>, total: Option<usize>) -> Got {
    let (from, to) = crate::member::query::range(slice.unwrap_or((None, None)), total.unwrap_or(0));
    let value = match value {
        Value::Array(items) if slice.is_some() => Value::Array(items.get(from..to).unwrap_or_default().to_vec()),
        Value::String(text) if slice.is_some() => text.chars().skip(from).take(to - from).collect::<String>().into(),
        other => other.clone(),
    };
    Got { value, total, from: if slice.is_some() { from } else { 0 }, ..Got::default() }
}

/// What a tool gave, below its `done` line; long results go on at `.result`.
pub fn gave(path: &str, value: &Value, budget: u32, draft: &mut Draft) {
    draft.value = value.clone();
    let room = budget.saturating_sub(60).max(60);
    match value {
        Value::Null => {}
        Value::String(text) if text.chars().count() <= 200 && !text.contains('\n') => {
            draft.lines.push(format!("gave     {}", quote(text)));
        }
        Value::String(_) => lines_of(&format!("{path}.result"), value, room, draft),
        other if is_long(&json_value(other), room) => lines_of(&format!("{path}.result"), value, room, draft),
        other => draft.lines.push(format!("gave     {}", json_value(other))),
    }
}

/// More than one line should hold: by tokens, or, as one endless word is few of them, by length.
fn is_long(text: &str, room: u32) -> bool {
    text.len() > 8 * room as usize || tokens::estimate(text) > room
}

fn lines_of(path: &str, value: &Value, room: u32, draft: &mut Draft) {
    let Ok(path) = crate::path::parse(path) else { return };
    let mut made = Draft { path: path.to_string(), ..Draft::default() };
    let total = match value {
        Value::Array(items) => Some(items.len()),
        Value::String(text) => Some(text.chars().count()),
        _ => None,
    };
    super::app::given(&path, &crate::member::query::Query::default(), &sliced(value, None, total), room, &mut made);
    draft.lines.push(format!("gave     {}", made.head));
    draft.lines.append(&mut made.lines);
    draft.more.append(&mut made.more);
    draft.notes.append(&mut made.notes);
}

/// A call to a tool that cannot be run here: where it was last seen and how to get there.
#[must_use]
pub fn absent(tool: &Tool, path: &str, here: &str, link: Option<String>) -> Fault {
    match &tool.at {
        At::Tab(tab) => {
            let message = format!(
                "{path} is registered only in the other tab {}. Switch to that tab, or open its page here.",
                named_tab(&tab.title, &tab.path)
            );
            fault::plain(Code::NotNow, message, Some(json!({ "path": "page.goto", "args": [tab.path] })))
        }
        At::Page(seen) if seen.path.is_empty() => {
            let message =
                format!("{path} is named by its collection, but no page has registered it yet. Nothing was run.");
            fault::plain(Code::NotNow, message, Some(json!({ "path": "tools" })))
        }
        At::Page(seen) if seen.here => {
            let message = format!(
                "{path} was registered here before, but has not been this time ({} s waited). Nothing was run.",
                limits::PENDING_MS / 1_000
            );
            fault::plain(Code::NotNow, message, Some(json!({ "path": path })))
        }
        At::Page(seen) => elsewhere(path, seen, here, link),
        At::Here => fault::plain(Code::Internal, format!("{path} can be called."), None),
    }
}

/// Another page of the site had it last: which, and how to get there.
pub(super) fn elsewhere(path: &str, seen: &Seen, here: &str, link: Option<String>) -> Fault {
    let message = format!(
        "{path} was last seen on {}; this page is {here}. Nothing was run.",
        named_tab(&seen.title, &seen.path)
    );
    let go = link.map_or_else(
        || json!({ "path": "page.goto", "args": [seen.path] }),
        |link| json!({ "path": format!("{link}.click"), "args": [] }),
    );
    fault::plain(Code::NotNow, message, Some(go))
}
