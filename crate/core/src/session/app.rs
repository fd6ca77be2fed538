//! Operations below `app`: what is answered from published metadata, and what the app itself is asked for. Arguments
//! are checked here, before anything of the app runs; it must never run anything to describe it.

use onecall_protocol::answer::Fault;
use onecall_protocol::call::Operation;
use onecall_protocol::effect::Act;
use onecall_protocol::fault::Code;
use onecall_protocol::form::Put;
use onecall_protocol::plan::{Move, What as Does};
use onecall_protocol::policy::{Class, HostKind};
use onecall_protocol::{Value, form, json};

use super::doc::Doc;
use super::given::asked;
use super::operate::{Step, answered};
use super::running::Acting;
use super::since;
use crate::answer::{Draft, app, fault};
use crate::approval::class;
use crate::approval::infer::{self, Effect};
use crate::approval::tool::deletes;
use crate::event;
use crate::limits;
use crate::member::app::{Inner, Spot, What};
use crate::member::{Deed, Far, Place, Tree, resolve};
use crate::path::{self, Path, Segment, Special};
use crate::publish::{Came, Method, Property};
use crate::schema::{self, Wrong};
use crate::tool::{At, Tab};

/// One operation at a place below `app`.
pub(super) fn step(
    doc: &mut Doc,
    spot: &Spot,
    special: Option<Special>,
    given: Option<&Value>,
    value: Option<&Value>,
    budget: u32,
) -> Result<Step, Fault> {
    let forest = doc.tree.app();
    if let Some(special) = special {
        return Ok(answered(app::help(forest, spot, special)));
    }
    if let Some(value) = value {
        return assign(doc, spot, value);
    }
    match &spot.what {
        What::Method { .. } => match given {
            None => Ok(answered(app::help(forest, spot, Special::Help))),
            Some(given) => method(doc, spot, given),
        },
        What::Asking(inner, ask) => match given {
            None if !ask.stands_alone() => Ok(answered(app::help(forest, spot, Special::Help))),
            given => {
                let (path, query) = asked(&spot.path, &inner.query, *ask, given)?;
                let inner = Inner { query, ..inner.clone() };
                Ok(read(&Spot { path, what: What::Value(inner.clone()), args: None }, &inner))
            }
        },
        _ if given.is_some() => Err(not_a_method(spot)),
        What::Value(inner) => Ok(read(spot, inner)),
        What::Node(id) if forest.node(*id).is_some_and(|node| !node.properties.is_empty()) => {
            let inner = Inner { node: *id, ..Inner::default() };
            Ok(read(spot, &inner))
        }
        What::Root | What::Node(_) | What::Items(..) => {
            let mut draft = app::place(&doc.tree, spot, None, budget);
            draft.members = doc.fresh_hints(draft.members);
            doc.readings.keep(&spot.path.to_string(), &draft);
            Ok(answered(draft))
        }
    }
}

/// What is different at a place below `app`; what it holds only the app knows.
pub(super) fn since(doc: &mut Doc, spot: &Spot, budget: u32) -> Result<Step, Fault> {
    let whole = Spot { path: since::behind(&spot.path), what: spot.what.clone(), args: None };
    match &spot.what {
        What::Method { .. } | What::Asking(..) => Err(since::stands_behind_nothing(&spot.path)),
        What::Value(inner) => Ok(read(&whole, inner)),
        What::Node(id) if doc.tree.app().node(*id).is_some_and(|node| !node.properties.is_empty()) => {
            let inner = Inner { node: *id, ..Inner::default() };
            Ok(read(&whole, &inner))
        }
        What::Root | What::Node(_) | What::Items(..) => {
            let now = app::place(&doc.tree, spot, None, since::room(budget));
            Ok(answered(since::difference(doc, &spot.path, &now)))
        }
    }
}

/// Asks the app for a value, or for the values of a node.
fn read(spot: &Spot, inner: &Inner) -> Step {
    let whole = inner.query.looks();
    let (from, most) = match (whole, inner.query.slice) {
        (true, _) => (0, limits::APP_QUERY),
        // From the end: only the provider knows where that is, so it gets all up to the bound.
        (_, Some((from, to))) if from.unwrap_or(0) < 0 || to.unwrap_or(0) < 0 => (0, limits::APP_QUERY),
        (_, Some((from, to))) => {
            let from = u32::try_from(from.unwrap_or(0)).unwrap_or(0);
            let to = to.map_or(from.saturating_add(limits::APP_TEXT), |to| u32::try_from(to).unwrap_or(u32::MAX));
            (from, to.saturating_sub(from).min(limits::APP_QUERY))
        }
        // As many as an answer can show; a text is longer than a list.
        _ => (0, 0),
    };
    let act = Act::AppGet { node: inner.node, name: inner.name.clone(), within: inner.within.clone(), from, most };
    Step::Act(Box::new(Deed::Far(Far {
        path: spot.path.clone(),
        act,
        declared: Some(Class::Read),
        label: String::new(),
        args: json!([]),
        says: format!("read {}", spot.path),
        shape: String::new(),
        confirm: String::new(),
        notes: Vec::new(),
    })))
}

fn not_a_method(spot: &Spot) -> Fault {
    let message = format!("{} is not a method and takes no arguments.", spot.path);
    fault::plain(Code::NotAMethod, message, Some(json!({ "path": spot.path.to_string() })))
}

/// Takes what the app has published. What an agent may have read before is told; while an act runs, its answer tells.
pub(super) fn published(doc: &mut Doc, name: &str, node: &Value) {
    let rev = doc.tree.app().rev();
    doc.tree.publish(name, node);
    if doc.acting.is_some() || doc.tree.dom().is_empty() {
        return;
    }
    for line in app::news(doc.tree.app(), rev, false) {
        doc.tell(event::Kind::Changed, &line);
    }
}

/// What a path names of the app, where only another page or an earlier document of this one is known to have had it.
pub(super) fn pending(doc: &Doc, path: &Path) -> Option<(String, At)> {
    let [Segment::Name(root) | Segment::Key(root), Segment::Name(name) | Segment::Key(name), ..] = &path.segments[..]
    else {
        return None;
    };
    let shown = root == "app" && !doc.tree.hides("app") && !doc.tree.hides(&app::path_of(name).to_string());
    doc.tree.pending().find(|(known, _)| shown && known == name).cloned()
}

/// An operation on an object that this page has not published: it is waited for, run in the tab that has it, or said
/// where it was.
pub(super) fn elsewhere(
    doc: &Doc,
    path: &Path,
    (name, at): (&str, &At),
    operation: &Operation,
    waited: bool,
) -> Result<Step, Fault> {
    let link = match at {
        At::Tab(tab) if !tab.doc.is_empty() => return Ok(in_tab(path, tab, operation)),
        At::Page(_) if !waited => return Ok(Step::Await),
        At::Page(seen) => super::tools::link_to(doc, &seen.path),
        At::Tab(_) | At::Here => None,
    };
    Err(app::absent(name, at, &doc.path(), link))
}

/// An operation on an object that only another tab of the site has: what it does is resolved, checked and judged there.
fn in_tab(path: &Path, tab: &Tab, operation: &Operation) -> Step {
    let called = operation.args.is_some() || matches!(path.segments.last(), Some(Segment::Call(_)));
    let did = match (called, &operation.value) {
        (true, _) => "called",
        (false, Some(_)) => "assigned",
        (false, None) => "read",
    };
    let inside = Operation { path: path.to_string(), ..operation.clone() };
    Step::Act(Box::new(Deed::Far(Far {
        path: path.clone(),
        act: Act::TabCall { doc: tab.doc.clone(), input: inside.put() },
        declared: Some(Class::Read),
        label: String::new(),
        args: json!([]),
        says: format!("{did} {path}"),
        shape: String::new(),
        confirm: String::new(),
        notes: vec![super::tools::in_tab(tab)],
    })))
}

/// What a call at a place below `app` would do.
pub(super) fn does(tree: &Tree, spot: &Spot, host: HostKind) -> Effect {
    match (&spot.what, spot.method(tree.app())) {
        (What::Method { node, name, item }, Some(of)) => {
            infer::far(&call(spot, of, (*node, name, item), Value::Null), host)
        }
        _ => Effect::of(Class::Read),
    }
}

fn method(doc: &Doc, spot: &Spot, given: &Value) -> Result<Step, Fault> {
    let (What::Method { node, name, item }, Some(method)) = (&spot.what, spot.method(doc.tree.app())) else {
        return Err(not_a_method(spot));
    };
    let args = checked(&spot.path.to_string(), &method.args, given)?;
    Ok(Step::Act(Box::new(Deed::Far(call(spot, method, (*node, name, item), args)))))
}

/// A call of a method with its checked arguments.
fn call(spot: &Spot, method: &Method, (node, name, item): (u32, &str, &[Value]), args: Value) -> Far {
    Far {
        path: spot.path.clone(),
        act: Act::AppCall { node, name: name.to_owned(), item: item.to_vec(), args: args.clone() },
        declared: method.effect,
        label: if deletes(&method.summary) { format!("{} delete", apart(name)) } else { apart(name) },
        args,
        says: format!("called {}", spot.path),
        shape: format!("{name} {} {}", method.args, method.effect.map_or("", class::word)),
        confirm: method.confirm.clone(),
        notes: Vec::new(),
    }
}

/// Arguments in order and right, before anything runs.
///
/// # Errors
/// `invalid_argument`, with a call that would work.
pub(super) fn checked(path: &str, of: &Value, given: &Value) -> Result<Value, Fault> {
    let refuse = |wrong: Wrong, given: &Value| {
        let attempt = schema::mended(of, given).map(|args| json!({ "path": path, "args": args }));
        let message = format!("{} Nothing was run.", wrong.sentence());
        let attempt = attempt.or_else(|| Some(json!({ "path": format!("{path}.$schema") })));
        Fault { near: wrong.near, attempt, ..Fault::new(Code::InvalidArgument, message) }
    };
    let args = schema::arrange(of, given).map_err(|wrong| refuse(wrong, given))?;
    match schema::check(of, &args) {
        Ok(()) => Ok(args),
        Err(wrong) => Err(refuse(wrong, &args)),
    }
}

/// `removeLine` as words: `remove line`.
fn apart(name: &str) -> String {
    let mut out = String::new();
    for c in name.chars() {
        if c.is_uppercase() {
            out.push(' ');
        }
        out.push(if matches!(c, '_' | '-' | '.') { ' ' } else { c });
    }
    out
}

fn assign(doc: &Doc, spot: &Spot, value: &Value) -> Result<Step, Fault> {
    let forest = doc.tree.app();
    let path = spot.path.to_string();
    let writable = spot.property(forest).filter(|property| property.writable);
    let (What::Value(inner), Some(property)) = (&spot.what, writable) else {
        return Err(not_writable(doc, spot));
    };
    if !inner.within.is_empty() || inner.query != crate::member::query::Query::default() {
        return Err(not_writable(doc, spot));
    }
    // A number or truth in quotes is what agents write; where only the bare one is taken, it is meant.
    let value = bare(&property.schema, value);
    schema::check(&property.schema, &value).map_err(|wrong| Fault {
        near: wrong.near.clone(),
        attempt: schema::example(&property.schema).map(|example| json!({ "path": path, "value": example })),
        ..Fault::new(Code::InvalidArgument, format!("{path}: {} Nothing was changed.", wrong.sentence()))
    })?;
    Ok(Step::Act(Box::new(Deed::Far(Far {
        path: spot.path.clone(),
        act: Act::AppSet { node: inner.node, name: inner.name.clone(), value: value.clone() },
        declared: Some(class_of(property)),
        label: apart(&inner.name),
        args: json!([value]),
        says: format!("assigned {path}"),
        shape: format!("{} {}", inner.name, property.schema),
        confirm: String::new(),
        notes: Vec::new(),
    }))))
}

fn class_of(property: &Property) -> Class {
    property.effect.unwrap_or(Class::Write).max(Class::Write)
}

fn bare(of: &Value, value: &Value) -> Value {
    let read = value.as_str().and_then(form::json);
    match read {
        Some(inner) if schema::check(of, value).is_err() && schema::check(of, &inner).is_ok() => inner,
        _ => value.clone(),
    }
}

fn not_writable(doc: &Doc, spot: &Spot) -> Fault {
    let id = match &spot.what {
        What::Value(inner) => Some(inner.node),
        What::Node(id) => Some(*id),
        _ => None,
    };
    let node = id.and_then(|id| doc.tree.app().node(id));
    let known: Vec<String> = node
        .into_iter()
        .flat_map(|node| &node.properties)
        .filter(|one| one.writable)
        .map(|one| one.name.clone())
        .collect();
    let mut message = format!("{} cannot be assigned.", spot.path);
    if !known.is_empty() {
        message.push_str(&format!(" Here these can: {}.", known.join(", ")));
    }
    Fault {
        near: known,
        attempt: Some(json!({ "path": spot.path.to_string() })),
        ..Fault::new(Code::NotWritable, message)
    }
}

/// Writes what came of reading, assigning or calling into the answer.
pub(super) fn report(doc: &mut Doc, acting: &Acting, came: &Value, budget: u32, draft: &mut Draft) {
    if acting.calls_tool() {
        return super::tools::report(doc, acting, came, budget, draft);
    }
    let path = acting.plan.get().path.clone();
    let parsed = path::parse(&path).ok();
    let at = |path: &Path| resolve(&doc.tree, &doc.ledger, path).ok();
    // No other reading ends in a call.
    let called = |path: &&Path| matches!(path.segments.last(), Some(Segment::Call(_)));
    let before = parsed.as_ref().filter(called).and_then(since::stem);
    let found = before.as_ref().or(parsed.as_ref()).and_then(at);
    let came = Came::read(came);
    let spot = found.and_then(|found| if let Place::App(spot) = found.place { Some(spot) } else { None });
    if acting.reads() {
        draft.done.clear();
        let made = match (spot, before) {
            (Some(spot), Some(base)) if matches!(came, Came::Got(_)) => {
                let now = app::place(&doc.tree, &spot, Some(&came), since::room(budget));
                since::difference(doc, &base, &now)
            }
            (Some(spot), _) => app::place(&doc.tree, &spot, Some(&came), budget),
            (None, _) => app::unpublished(&path),
        };
        if matches!(came, Came::Got(_)) && made.kind != "difference" {
            doc.readings.keep(&path, &made);
        }
        let members = doc.fresh_hints(made.members.clone());
        *draft = Draft { notes: std::mem::take(&mut draft.notes), members, ..made };
        return;
    }
    app::acted(&path, &came, budget, draft);
}

impl Acting {
    /// Is it no more than reading what the app has published?
    pub(super) fn reads(&self) -> bool {
        let reading = |one: &Move| matches!(&one.what, Does::Step(step) if matches!(step.act, Act::AppGet { .. }));
        self.plan.get().moves.iter().all(reading)
    }

    /// Is it a call of a tool, here or in another tab?
    fn calls_tool(&self) -> bool {
        let calls = |one: &Move| matches!(&one.what, Does::Step(step) if matches!(step.act, Act::ToolCall { .. } | Act::TabCall { .. }));
        self.plan.get().moves.iter().any(calls)
    }

    /// Is it done by the page's own code?
    pub(super) fn is_far(&self) -> bool {
        self.plan.get().moves.iter().any(is_far)
    }
}

/// Is a move done by the page's own code?
pub(super) fn is_far(one: &Move) -> bool {
    use Act::{AppCall, AppGet, AppSet, TabCall, ToolCall};
    let Does::Step(step) = &one.what else { return false };
    matches!(step.act, AppGet { .. } | AppSet { .. } | AppCall { .. } | ToolCall { .. } | TabCall { .. })
}
