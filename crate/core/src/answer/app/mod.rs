//! Answers about what the app has published: subtrees, nodes, values, and what came of calls. Structure is worded from
//! metadata, values from what the provider read; every string of either is a stranger's. It must never run anything.

mod help;
mod link;
mod outcome;
mod pending;
mod value;

pub use help::{help, method_line};
pub use link::owner;
pub use outcome::{acted, unpublished};
pub use pending::absent;
pub use value::given;

use onecall_protocol::policy::Class;
use onecall_protocol::{Map, Value, json};

use super::text::quote;
use super::{Draft, gist, tokens};
use crate::member::Tree;
use crate::member::app::{Spot, What};
use crate::member::query::{range, words};
use crate::path::print::json_value;
use crate::path::{Path, Segment};
use crate::publish::{Came, Forest, Got, Method, News, Node, Property, segment};
use crate::schema;

/// What stands at a place; `came` is what the provider read there.
#[must_use]
pub fn place(tree: &Tree, spot: &Spot, came: Option<&Came>, budget: u32) -> Draft {
    let forest = tree.app();
    let path = spot.path.to_string();
    let mut draft = Draft { path: path.clone(), ..Draft::default() };
    match &spot.what {
        What::Node(id) => {
            let Some(node) = forest.node(*id) else { return unpublished(&path) };
            let values = match came {
                Some(Came::Got(got)) => Some(&got.value),
                Some(other) => return outcome::failed(&path, other),
                None => None,
            };
            self::node(tree, node, spot, values, budget, &mut draft);
        }
        What::Items(id, slice) => {
            let Some(node) = forest.node(*id) else { return unpublished(&path) };
            let all = node.items.as_deref().unwrap_or_default();
            let (from, to) = range(*slice, all.len());
            draft.kind = "items".into();
            draft.head = format!("{path} of {}", all.len());
            let mut base = spot.path.clone();
            base.segments.pop();
            items(all, from, to, &base.to_string(), budget, &mut draft);
        }
        What::Value(inner) => match came {
            Some(Came::Got(got)) => value::value(spot, inner, spot.property(forest), got, budget, &mut draft),
            Some(other) => return outcome::failed(&path, other),
            None => {}
        },
        _ => root(tree, budget, &mut draft),
    }
    draft
}

/// A value on one line.
fn said(value: &Value) -> String {
    match value {
        Value::String(text) => quote(&gist::cut(text, 200)),
        other => gist::cut(&json_value(other), 300),
    }
}

/// The app's part of an overview: a line for each subtree while there is room.
#[must_use]
pub fn overview(tree: &Tree) -> Vec<String> {
    let trees = shown(tree);
    let later = pending::lines(tree);
    let head = match (trees.is_empty(), later.is_empty()) {
        (true, true) => return Vec::new(),
        (true, false) => "app    not published here yet",
        _ => "app    published by this page",
    };
    let mut lines = vec![head.to_owned()];
    lines.extend(trees.iter().take(12).map(|(name, node)| format!("  {}", tree_line(name, node))));
    if trees.len() > 12 {
        lines.push(format!("  app  {} more", trees.len() - 12));
    }
    lines.extend(later);
    lines
}

/// The subtrees that may be read.
fn shown(tree: &Tree) -> Vec<&(String, Node)> {
    let all = tree.app().trees().iter();
    all.filter(|(name, _)| !tree.hides("app") && !tree.hides(&format!("app{}", after(name)))).collect()
}

/// `app.cart`.
#[must_use]
pub fn path_of(name: &str) -> Path {
    Path { segments: vec![Segment::Name("app".into()), segment(name)] }
}

fn tree_line(name: &str, node: &Node) -> String {
    node_line(&path_of(name).to_string(), node)
}

/// `app.cart  "Shopping cart" · add, removeLine · total`.
fn node_line(path: &str, node: &Node) -> String {
    let mut parts = Vec::new();
    if !node.summary.is_empty() {
        parts.push(quote(&gist::cut(&node.summary, 80)));
    }
    if let Some(items) = &node.items {
        parts.push(gist::plural(items.len(), "item"));
    }
    let names = |all: Vec<&str>| -> String {
        let shown: Vec<String> = all.iter().take(6).map(|name| quote_name(name)).collect();
        let more = if all.len() > 6 { ", …" } else { "" };
        format!("{}{more}", shown.join(", "))
    };
    for all in [
        node.methods.iter().map(|one| one.name.as_str()).collect::<Vec<_>>(),
        node.properties.iter().map(|one| one.name.as_str()).collect(),
        node.children.iter().map(|(name, _)| name.as_str()).collect(),
    ] {
        if !all.is_empty() {
            parts.push(names(all));
        }
    }
    format!("{path}  {}", parts.join(" · "))
}

fn quote_name(name: &str) -> String {
    if crate::path::print::is_identifier(name) { name.to_owned() } else { quote(name) }
}

fn root(tree: &Tree, budget: u32, draft: &mut Draft) {
    draft.kind = "app".into();
    let trees = shown(tree);
    if trees.is_empty() {
        draft.head = "app  this page publishes nothing now".into();
        draft.next.push("page".into());
        draft.lines = pending::lines(tree);
        return;
    }
    draft.head = format!("app  {} published by this page", gist::plural(trees.len(), "object"));
    let mut left = budget.saturating_sub(60);
    for (name, node) in &trees {
        let line = format!("  {}", tree_line(name, node));
        let cost = tokens::estimate(&line) + 1;
        if cost > left && !draft.lines.is_empty() {
            draft.more.push(format!("{} more: {}", trees.len() - draft.lines.len(), "ask with a larger \"budget\""));
            break;
        }
        left = left.saturating_sub(cost);
        draft.lines.push(line);
    }
    draft.lines.extend(pending::lines(tree));
    draft.value = Value::Array(trees.iter().map(|(name, _)| json!(name)).collect());
    draft.next.extend(trees.first().map(|(name, _)| format!("app.{name}.$help")));
}

fn node(tree: &Tree, node: &Node, spot: &Spot, values: Option<&Value>, budget: u32, draft: &mut Draft) {
    let path = spot.path.to_string();
    draft.kind = "object".into();
    let summary = if node.summary.is_empty() { String::new() } else { format!("  {}", quote(&node.summary)) };
    draft.head = format!("{path}{summary}");
    let mut left = budget.saturating_sub(tokens::estimate(&draft.head) + 80);
    let mut value = Map::new();
    for property in node.properties.iter().filter(|one| !tree.hides(&format!("{path}{}", after(&one.name)))) {
        let came = values.and_then(|values| values.get(&property.name)).map(Came::read);
        let line = format!("  {}  {}", quote_name(&property.name), property_line(&path, property, came.as_ref()));
        let cost = tokens::estimate(&line) + 1;
        if cost > left {
            draft.more.push(format!("{path}{}", after(&property.name)));
            continue;
        }
        left -= cost;
        draft.lines.push(line);
        if let Some(Came::Got(got)) = came {
            value.insert(property.name.clone(), got.value);
        }
    }
    for (name, child) in node.children.iter().filter(|(name, _)| !tree.hides(&format!("{path}{}", after(name)))) {
        let line = format!("  {}", node_line(&format!("{path}{}", after(name)), child));
        let cost = tokens::estimate(&line) + 1;
        if cost > left {
            draft.more.push(format!("{path}{}", after(name)));
            continue;
        }
        left -= cost;
        draft.lines.push(line);
    }
    if let Some(all) = &node.items {
        items(all, 0, all.len(), &path, left + 40, draft);
    }
    if draft.value.is_null() {
        draft.value = Value::Object(value);
    }
    draft.lines.extend(link::shown(tree, node).map(|path| format!("shown    {path}")));
    draft.members = members(node);
    draft.next = example(&path, node).into_iter().collect();
}

/// `.name` or `["name"]`.
fn after(name: &str) -> String {
    let path = crate::path::Path { segments: vec![crate::path::Segment::Name("x".into()), segment(name)] };
    path.to_string().trim_start_matches('x').to_owned()
}

/// The first call worth showing: nothing that destroys or pays.
fn example(path: &str, node: &Node) -> Option<String> {
    let mild = |method: &&Method| method.effect.is_none_or(|effect| effect < Class::Send);
    node.methods.iter().filter(mild).find_map(|method| call(path, method))
}

/// A call that would work, as a path with its arguments.
fn call(path: &str, method: &Method) -> Option<String> {
    let args = schema::example(&method.args)?;
    let inside = match args.as_object() {
        Some(parts) if parts.is_empty() => String::new(),
        _ => json_value(&args),
    };
    Some(format!("{path}{}({inside})", after(&method.name)))
}

fn property_line(path: &str, property: &Property, came: Option<&Came>) -> String {
    let full = format!("{path}{}", after(&property.name));
    let mut line = match came {
        Some(Came::Got(Got { value: Value::Array(_), total: Some(total), .. })) if property.list.is_some() => {
            format!("{} · {full}[0:{}]", gist::plural(*total, "item"), (*total).clamp(1, 5))
        }
        Some(Came::Got(got)) => gist::cut(&said(&got.value), 160),
        Some(Came::Threw(message, _)) => format!("failed: {}", quote(&gist::cut(message, 100))),
        Some(Came::Late) => "gave no answer in time".into(),
        _ => schema::words(&property.schema, &property.schema),
    };
    if property.writable {
        line.push_str("  (can be assigned)");
    }
    line
}

/// What can be said to a node.
fn members(node: &Node) -> Vec<String> {
    let mut lines = Vec::new();
    let methods: Vec<String> = node.methods.iter().map(method_line).collect();
    let writable: Vec<String> =
        node.properties.iter().filter(|one| one.writable).map(|one| format!("{} = …", quote_name(&one.name))).collect();
    let parts: Vec<String> =
        [methods.join(", "), writable.join(", ")].into_iter().filter(|part| !part.is_empty()).collect();
    if !parts.is_empty() {
        lines.push(parts.join(" · "));
    }
    lines
}

fn items(all: &[(String, Node)], from: usize, to: usize, base: &str, budget: u32, draft: &mut Draft) {
    let mut left = budget.saturating_sub(40);
    let mut at = from;
    let mut value = Vec::new();
    for (key, node) in all.get(from..to).unwrap_or_default() {
        let line = format!("  {}", node_line(&format!("{base}[{}]", quote(key)), node));
        let cost = tokens::estimate(&line) + 1;
        if cost > left && at > from {
            break;
        }
        left = left.saturating_sub(cost);
        draft.lines.push(line);
        value.push(json!(key));
        at += 1;
    }
    if all.is_empty() {
        draft.lines.push("  empty  there are no items now".into());
    }
    if at < all.len() {
        draft.more.push(format!("{base}[{at}:{}] ({} left)", all.len().min(at + 20), all.len() - at));
    }
    draft.value = Value::Array(value);
}

/// Changes of published subtrees, in lines; with those of mere values, or without.
#[must_use]
pub fn news(forest: &Forest, since: u32, values: bool) -> Vec<String> {
    let line = |news: &News| match news {
        News::Come(path) => format!("+ {path}"),
        News::Gone(path) => format!("- {path}"),
        News::Shape(path) => {
            let place = crate::path::parse(path).ok().and_then(|path| {
                let rest = path.segments.get(1..).unwrap_or_default().to_vec();
                crate::member::app::resolve(forest, &rest).ok()
            });
            match place.map(|(spot, _)| spot.what) {
                Some(What::Node(id)) => {
                    let names = forest.node(id).map(|node| node_line("", node)).unwrap_or_default();
                    format!("{path} has other members now: {}", names.trim())
                }
                _ => format!("{path} has other members now"),
            }
        }
        News::Values(path) => format!("{path} changed"),
    };
    forest.since(since).filter(|one| values || !matches!(one, News::Values(_))).map(line).collect()
}

/// The words of a value in a cell.
fn cell_of(value: &Value) -> String {
    match value {
        Value::Object(_) | Value::Array(_) => json_value(value),
        other => words(other),
    }
}
