//! Operations below `tools`: what is answered from what the page registered, and calls of tools. Arguments are checked
//! here, before a tool runs; a tool that is not registered yet is waited for, within a bound. Nothing is run to
//! describe it.

use onecall_protocol::answer::Fault;
use onecall_protocol::effect::{Act, Effect};
use onecall_protocol::fault::Code;
use onecall_protocol::policy::Class;
use onecall_protocol::{Value, form, json};

use super::Session;
use super::doc::Doc;
use super::given::asked;
use super::operate::{Step, answered};
use super::running::{Acting, Phase, TICK};
use crate::answer::text::quote;
use crate::answer::{Draft, fault, gist, tools};
use crate::approval::tool::class;
use crate::limits;
use crate::member::tools::{Spot, What};
use crate::member::{Deed, Far, Place, resolve};
use crate::model::outline::Kind;
use crate::path::{self, Path, Segment, Special};
use crate::publish::Came;
use crate::tool::{At, Tab, Tool};

/// One operation at a place below `tools`; `waited` tells that a pending tool was waited for long enough.
pub(super) fn step(
    doc: &mut Doc,
    spot: &Spot,
    special: Option<Special>,
    given: Option<&Value>,
    value: Option<&Value>,
    (budget, waited): (u32, bool),
) -> Result<Step, Fault> {
    if value.is_some() {
        let message = format!("{} cannot be assigned. A tool is called with \"args\".", spot.path);
        return Err(fault::plain(Code::NotWritable, message, Some(json!({ "path": spot.path.to_string() }))));
    }
    let set = doc.tree.tools();
    match (&spot.what, special) {
        (_, Some(Special::Schema)) => return Ok(answered(tools::schema_of(set, spot))),
        (_, Some(_)) => return Ok(answered(tools::place(set, spot, budget))),
        (What::Tool(name), None) => {
            let Some(given) = given else {
                let draft = tools::place(set, spot, budget);
                doc.readings.keep(&spot.path.to_string(), &draft);
                return Ok(answered(draft));
            };
            let Some(tool) = set.named(name).cloned() else { return Ok(answered(Draft::default())) };
            return call(doc, spot, &tool, given, waited);
        }
        (What::Asking(name, within, query, ask), None) if given.is_some() || ask.stands_alone() => {
            let (path, query) = asked(&spot.path, query, *ask, given)?;
            let what = What::Result(name.clone(), within.clone(), query);
            return Ok(answered(tools::place(set, &Spot { path, what, args: None }, budget)));
        }
        _ => {}
    }
    if given.is_some() {
        let message = format!("{} is not a tool and takes no arguments.", spot.path);
        return Err(fault::plain(Code::NotAMethod, message, Some(json!({ "path": spot.path.to_string() }))));
    }
    let mut draft = tools::place(set, spot, budget);
    draft.members = doc.fresh_hints(std::mem::take(&mut draft.members));
    doc.readings.keep(&spot.path.to_string(), &draft);
    Ok(answered(draft))
}

/// What is read at a place below `tools`.
pub(super) fn reading(doc: &Doc, spot: &Spot, budget: u32) -> Draft {
    tools::place(doc.tree.tools(), spot, budget)
}

/// The tool that a place is, where it is one.
pub(super) fn tool_at<'a>(doc: &'a Doc, spot: &Spot) -> Option<&'a Tool> {
    match &spot.what {
        What::Tool(name) => doc.tree.tools().named(name),
        _ => None,
    }
}

fn call(doc: &Doc, spot: &Spot, tool: &Tool, given: &Value, waited: bool) -> Result<Step, Fault> {
    let path = spot.path.to_string();
    match &tool.at {
        At::Page(_) if !waited => return Ok(Step::Await),
        At::Page(seen) => {
            let link = link_to(doc, &seen.path);
            return Err(tools::absent(tool, &path, &doc.path(), link));
        }
        At::Tab(tab) if tab.doc.is_empty() => return Err(tools::absent(tool, &path, &doc.path(), None)),
        At::Tab(_) | At::Here => {}
    }
    let args = super::app::checked(&path, &tool.schema, given)?;
    let (act, class, notes) = match &tool.at {
        At::Tab(tab) => {
            let said = in_tab(tab);
            let flat = [Segment::Name("tools".into()), Segment::Name("flat".into()), Segment::Key(tool.name.clone())];
            let exact = Path { segments: flat.into() };
            // Judged there, by the rules of that document.
            (
                Act::TabCall { doc: tab.doc.clone(), input: json!({ "path": exact.to_string(), "args": args }) },
                Class::Read,
                vec![said],
            )
        }
        _ => (Act::ToolCall { name: tool.key.clone(), args: args.clone() }, class(tool), Vec::new()),
    };
    Ok(Step::Act(Box::new(Deed::Far(Far {
        path: spot.path.clone(),
        act,
        declared: Some(class),
        label: String::new(),
        args,
        shape: format!("{} {}", tool.name, tool.schema),
        says: format!("called {path}"),
        confirm: gist::cut(&tool.description, 200),
        notes,
    }))))
}

/// Where something was done that only another tab has.
pub(super) fn in_tab(tab: &Tab) -> String {
    format!("run in the other tab, on {}", gist::cut(&tab.path, 80))
}

/// A link of this page that leads to a path of the same site.
pub(super) fn link_to(doc: &Doc, path: &str) -> Option<String> {
    let tree = &doc.tree;
    let links = tree.outline().within(tree.outline().page(), Kind::Link);
    let leads = |href: &str| {
        let rest = href.strip_prefix(&doc.origin()).unwrap_or(href);
        rest.split(['?', '#']).next() == Some(path)
    };
    let found = links.iter().find(|id| {
        let node = tree.outline().thing(**id).map(|thing| thing.node);
        node.and_then(|node| tree.dom().attr(node, "href")).is_some_and(leads)
    });
    found.map(|id| tree.address(*id).to_string())
}

/// What came of a call of a tool, in the answer.
pub(super) fn report(doc: &mut Doc, acting: &Acting, came: &Value, budget: u32, draft: &mut Draft) {
    let path = acting.plan.get().path.clone();
    let name = named(doc, &path);
    match Came::read(came) {
        Came::Got(got) => match unwrapped(got.value) {
            Ok(value) => {
                tools::gave(&path, &value, budget, draft);
                if let Some(name) = name {
                    doc.tree.keep_result(&name, value);
                }
                if got.cut {
                    draft.notes.push(
                        "some of what it gave is too large or cannot be written as data, and was left out".into(),
                    );
                }
            }
            Err(message) => failed(&path, &message, draft),
        },
        Came::Threw(message, _) => failed(&path, &message, draft),
        _ => failed(&path, "it gave no answer in time", draft),
    }
}

fn failed(path: &str, message: &str, draft: &mut Draft) {
    draft.done.clear();
    let message = format!("{path}: the page's tool failed: {}.", quote(&gist::cut(message, 400)));
    draft.fault = Some(fault::plain(Code::Failed, message, Some(json!({ "path": format!("{path}.$help") }))));
}

/// The tool that a path means.
fn named(doc: &Doc, path: &str) -> Option<String> {
    let found = resolve(&doc.tree, &doc.ledger, &path::parse(path).ok()?).ok()?;
    match found.place {
        Place::Tool(Spot { what: What::Tool(name), .. }) => Some(name),
        _ => None,
    }
}

/// The value inside what a tool gave: JSON text, a list of MCP contents, or the thing itself.
///
/// # Errors
/// What it says went wrong, where it says so (`isError`).
fn unwrapped(value: Value) -> Result<Value, String> {
    let value = parsed(value);
    let Some(parts) = value.as_object() else { return Ok(value) };
    let wrong = parts.get("isError").and_then(Value::as_bool) == Some(true);
    let inner = match (parts.get("structuredContent"), parts.get("content").and_then(Value::as_array)) {
        (Some(data @ Value::Object(_)), _) if !wrong => Some(data.clone()),
        (_, Some(contents)) if is_contents(contents) => Some(content(contents)),
        _ => None,
    };
    match (wrong, inner) {
        (true, Some(Value::String(text))) => Err(text),
        (true, Some(other)) => Err(other.to_string()),
        (true, None) => Err(said_error(parts)),
        (false, Some(inner)) => Ok(inner),
        (false, None) => Ok(value),
    }
}

fn said_error(parts: &onecall_protocol::Map<String, Value>) -> String {
    let words = ["error", "message", "content"].iter().find_map(|key| parts.get(*key)?.as_str().map(str::to_owned));
    words.unwrap_or_else(|| "it says isError and no more".into())
}

/// Text that is JSON counts as what it holds.
fn parsed(value: Value) -> Value {
    match &value {
        Value::String(text) if text.trim_start().starts_with(['{', '[']) => form::json(text).unwrap_or(value),
        _ => value,
    }
}

fn is_contents(contents: &[Value]) -> bool {
    contents.iter().all(|one| one.get("type").is_some_and(Value::is_string))
}

/// Texts of MCP contents as one; what is no text is named.
fn content(contents: &[Value]) -> Value {
    let said = |one: &Value| {
        let kind = one.get("type").and_then(Value::as_str).unwrap_or("");
        match (kind, one.get("text").and_then(Value::as_str)) {
            ("text", Some(text)) => text.to_owned(),
            _ => {
                let mime = one.get("mimeType").and_then(Value::as_str).unwrap_or("");
                let uri =
                    one.get("uri").or_else(|| one.get("resource").and_then(|of| of.get("uri"))).and_then(Value::as_str);
                format!(
                    "[{kind}{}{mime}{}]",
                    if mime.is_empty() { "" } else { " " },
                    uri.map(|uri| format!(" {uri}")).unwrap_or_default()
                )
            }
        }
    };
    match contents {
        [one] => parsed(Value::String(said(one))),
        several => Value::String(several.iter().map(said).collect::<Vec<_>>().join("\n")),
    }
}

impl Session {
    /// Waits for what is pending; `operate` looks again.
    pub(super) fn await_tool(&mut self, call: &str, out: &mut Vec<Effect>) {
        let Some(running) = self.calls.get_mut(call) else { return };
        running.phase = Phase::Expecting;
        running.turns += 1;
        out.push(Effect::Timer { doc: running.doc.clone(), call: call.to_owned(), after: limits::WAIT_MS, tag: TICK });
    }
}
