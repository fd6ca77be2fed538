//! `$help` and `$schema` below `app`, worded from the schema that checks. Nothing of the app runs.

use onecall_protocol::policy::Class;
use onecall_protocol::{Map, Value, json};

use super::{node_line, property_line, quote_name};
use crate::answer::text::quote;
use crate::answer::{Draft, gist, hint};
use crate::member::Ask;
use crate::member::app::{Spot, What};
use crate::path::Special;
use crate::path::print::json_value;
use crate::publish::{Forest, Method, Node};
use crate::schema;

/// Help about a place below `app`.
#[must_use]
pub fn help(forest: &Forest, spot: &Spot, special: Special) -> Draft {
    let path = spot.path.to_string();
    let mut draft = Draft { path: path.clone(), kind: "help".into(), ..Draft::default() };
    if special == Special::Schema {
        draft.value = schema_of(forest, spot);
        draft.head = format!("{path}.$schema  {}", json_value(&draft.value));
        return draft;
    }
    match &spot.what {
        What::Method { .. } => {
            if let Some(one) = spot.method(forest) {
                method(&path, one, &mut draft);
            }
        }
        What::Value(_) => {
            let Some(property) = spot.property(forest) else { return draft };
            draft.head = format!("{path}  {}", schema::words(&property.schema, &property.schema));
            if !property.summary.is_empty() {
                draft.lines.push(quote(&property.summary));
            }
            if property.writable {
                let example = schema::example(&property.schema).unwrap_or_default();
                draft.lines.push(format!("example  {}", json_value(&json!({ "path": path, "value": example }))));
            }
            if let Some(methods) = &property.list {
                draft.lines.push("  a list: [position], [\"key\"], [from:to]".into());
                draft
                    .lines
                    .extend(Ask::ALL.iter().map(|(_, _, signature, summary)| format!("  .{signature}  {summary}")));
                draft.lines.extend(methods.iter().map(|one| format!("  of an item: {}", long(one))));
            }
            not_checked(&property.schema, &mut draft);
        }
        What::Asking(_, ask) => {
            if let Some((_, _, signature, summary)) = Ask::ALL.iter().find(|(of, ..)| of == ask) {
                draft.head = format!("{path}  {signature}  {summary}");
            }
        }
        What::Node(id) | What::Items(id, _) => {
            if let Some(of) = forest.node(*id) {
                node(&path, of, &mut draft);
            }
        }
        What::Root => {
            draft.head = "app  objects that this page publishes for agents".into();
            draft.lines =
                forest.trees().iter().map(|(name, node)| format!("  {}", super::tree_line(name, node))).collect();
        }
    }
    draft
}

fn node(path: &str, node: &Node, draft: &mut Draft) {
    let summary = if node.summary.is_empty() { String::new() } else { format!("  {}", quote(&node.summary)) };
    draft.head = format!("{path}{summary}");
    for one in &node.properties {
        let words =
            if one.summary.is_empty() { String::new() } else { format!("  {}", quote(&gist::cut(&one.summary, 120))) };
        draft.lines.push(format!("  .{}: {}{words}", quote_name(&one.name), property_line(path, one, None)));
    }
    draft.lines.extend(node.methods.iter().map(|one| format!("  .{}", long(one))));
    draft.lines.extend(
        node.children
            .iter()
            .map(|(name, child)| format!("  {}", node_line(&format!("{path}{}", super::after(name)), child))),
    );
    if let Some(items) = &node.items {
        draft.lines.push(format!("  {}: [position], [\"key\"], [from:to]", gist::plural(items.len(), "item")));
    }
}

fn method(path: &str, of: &Method, draft: &mut Draft) {
    draft.kind = "method".into();
    let gives = gives(of);
    let twice = if of.idempotent { ", may be repeated" } else { "" };
    draft.head = format!("{path}({}){gives}   {}{twice}", schema::signature(&of.args, true), hint::effect(effect(of)));
    let throws: Vec<String> = of.throws.iter().map(|code| quote_name(code)).collect();
    let throws = if throws.is_empty() { String::new() } else { format!(" Throws {}.", throws.join(", ")) };
    if !of.summary.is_empty() || !throws.is_empty() {
        draft.lines.push(format!("{}{throws}", quote(&of.summary)));
    }
    if let Some(args) = schema::example(&of.args) {
        draft.lines.push(format!("example  {}", json_value(&json!({ "path": path, "args": args }))));
    }
    if !of.confirm.is_empty() {
        draft.lines.push(format!("asks     a person: {}", quote(&of.confirm)));
    }
    not_checked(&of.args, draft);
    draft.value = of.args.clone();
}

fn not_checked(of: &Value, draft: &mut Draft) {
    let names: Vec<String> = schema::unchecked(of).iter().map(|name| quote(name)).collect();
    if !names.is_empty() {
        draft.lines.push(format!("note     not checked before the app sees it: {}", names.join(", ")));
    }
}

fn effect(of: &Method) -> Class {
    of.effect.unwrap_or(Class::Act)
}

fn gives(of: &Method) -> String {
    match of.returns.as_object() {
        Some(parts) if !parts.is_empty() => format!(" → {}", schema::words(&of.returns, &of.returns)),
        _ => String::new(),
    }
}

/// `add(sku, quantity?) write`, for hints.
#[must_use]
pub fn method_line(of: &Method) -> String {
    let class = effect(of);
    let said = if class == Class::Act { String::new() } else { format!(" {}", hint::effect(class)) };
    format!("{}({}){said}", quote_name(&of.name), schema::signature(&of.args, false))
}

fn long(of: &Method) -> String {
    let summary =
        if of.summary.is_empty() { String::new() } else { format!("  {}", quote(&gist::cut(&of.summary, 120))) };
    let signature = schema::signature(&of.args, true);
    format!("{}({signature}){}  {}{summary}", quote_name(&of.name), gives(of), hint::effect(effect(of)))
}

fn schema_of(forest: &Forest, spot: &Spot) -> Value {
    match &spot.what {
        What::Method { .. } => spot.method(forest).map(|one| one.args.clone()).unwrap_or_default(),
        What::Value(_) | What::Asking(..) => spot.property(forest).map(|one| one.schema.clone()).unwrap_or_default(),
        What::Node(id) | What::Items(id, _) => forest.node(*id).map(node_schema).unwrap_or_default(),
        What::Root => Value::Array(forest.trees().iter().map(|(name, _)| json!(name)).collect()),
    }
}

/// The values of a node as one schema; its methods beside them.
fn node_schema(node: &Node) -> Value {
    let properties: Map<String, Value> =
        node.properties.iter().map(|one| (one.name.clone(), one.schema.clone())).collect();
    let methods: Map<String, Value> = node.methods.iter().map(|one| (one.name.clone(), one.args.clone())).collect();
    json!({ "type": "object", "properties": properties, "methods": methods })
}
