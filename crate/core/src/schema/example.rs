//! A value that a schema takes, for examples and for the call that a fault suggests. What it makes is checked: a
//! value that would be refused is never suggested.

use onecall_protocol::{Map, Value, json};

use super::check;
use super::check::number;
use super::pattern::Pattern;
use super::words::{required, resolved};
use crate::limits;

/// A value that the schema takes; `None` where none was found.
#[must_use]
pub fn example(schema: &Value) -> Option<Value> {
    let made = |all| make(schema, schema, all, 0, &mut limits::EXAMPLE_VALUES.clone());
    [false, true].into_iter().map(made).find(|made| check(schema, made).is_ok())
}

/// What was given with what is wrong in it replaced: members that the schema takes stay as they are.
#[must_use]
pub fn mended(schema: &Value, given: &Value) -> Option<Value> {
    let mut made = example(schema)?;
    for (name, value) in given.as_object().into_iter().flatten().take(limits::MENDED) {
        let of = schema.get("properties").and_then(|all| all.get(name));
        let instead = of.and_then(example);
        for value in [Some(value.clone()), instead].into_iter().flatten() {
            let mut with = made.clone();
            let Some(members) = with.as_object_mut() else { return Some(made) };
            members.insert(name.clone(), value);
            if of.is_some() && check(schema, &with).is_ok() {
                made = with;
                break;
            }
        }
    }
    Some(made)
}

/// `left` is how many values may still be made: a schema that refers to itself would make millions.
fn make(root: &Value, schema: &Value, all: bool, depth: usize, left: &mut u32) -> Value {
    *left = left.saturating_sub(1);
    if *left == 0 {
        return Value::Null;
    }
    let schema = resolved(root, schema);
    let Value::Object(parts) = schema else { return Value::Null };
    let given = parts.get("examples").and_then(|examples| examples.get(0)).or_else(|| parts.get("example"));
    let only =
        given.or_else(|| parts.get("default")).or_else(|| parts.get("const")).or_else(|| parts.get("enum")?.get(0));
    if let Some(only) = only {
        return only.clone();
    }
    if depth > 6 {
        return Value::Null;
    }
    for name in ["anyOf", "oneOf", "allOf"] {
        if let Some(first) = parts.get(name).and_then(|several| several.get(0)).filter(|_| !parts.contains_key("type"))
        {
            return make(root, first, all, depth + 1, left);
        }
    }
    let kind = match parts.get("type") {
        Some(Value::String(kind)) => kind.as_str(),
        Some(Value::Array(kinds)) => kinds.first().and_then(Value::as_str).unwrap_or("string"),
        _ if parts.contains_key("properties") => "object",
        _ if parts.contains_key("items") => "array",
        _ if parts.contains_key("minimum") => "number",
        _ => "string",
    };
    match kind {
        "integer" => json!(bounded(parts).ceil() as i64),
        "number" => json!(bounded(parts)),
        "boolean" => json!(true),
        "null" => Value::Null,
        "array" => {
            let least = number(parts, "minItems").unwrap_or(1.0).max(if all { 1.0 } else { 0.0 }).min(20.0) as usize;
            let item =
                |n: usize| parts.get("prefixItems").and_then(|first| first.get(n)).or_else(|| parts.get("items"));
            Value::Array(
                (0..least).map(|n| item(n).map_or(json!("…"), |of| make(root, of, all, depth + 1, left))).collect(),
            )
        }
        "object" => Value::Object(members(root, schema, all, depth, left)),
        _ => text(parts),
    }
}

fn members(root: &Value, schema: &Value, all: bool, depth: usize, left: &mut u32) -> Map<String, Value> {
    let needed = required(schema);
    let mut made = Map::new();
    for (name, of) in schema.get("properties").and_then(Value::as_object).into_iter().flatten() {
        // Where nothing is required, the first member shows what the rest is like.
        if needed.contains(&name.as_str()) || (all && made.len() < 20) || (needed.is_empty() && made.is_empty()) {
            made.insert(name.clone(), make(root, of, all, depth + 1, left));
        }
    }
    made
}

fn bounded(parts: &Map<String, Value>) -> f64 {
    let step = number(parts, "multipleOf").filter(|step| *step > 0.0);
    let least = number(parts, "minimum").or_else(|| number(parts, "exclusiveMinimum").map(|least| least + 1.0));
    let most = number(parts, "maximum").or_else(|| number(parts, "exclusiveMaximum").map(|most| most - 1.0));
    let value = match (least, most) {
        (Some(least), _) => least.max(most.map_or(least, |most| most.min(1.0))),
        (None, Some(most)) => most.min(1.0),
        (None, None) => 1.0,
    };
    step.map_or(value, |step| (value / step).ceil() * step)
}

fn text(parts: &Map<String, Value>) -> Value {
    let of = match parts.get("format").and_then(Value::as_str) {
        Some("date") => "2026-11-30",
        Some("date-time") => "2026-11-30T14:30:00Z",
        Some("time") => "14:30:00Z",
        Some("email") => "ann@example.com",
        Some("uri" | "url") => "https://example.com/",
        Some("uuid") => "00000000-0000-4000-8000-000000000000",
        _ => "…",
    };
    let pattern = parts.get("pattern").and_then(Value::as_str).and_then(Pattern::read);
    if let Some(pattern) = pattern {
        // The shortest first; longer ones where that is too short.
        let fits = |text: &Value| check(&Value::Object(parts.clone()), text).is_ok();
        let made = [0, 1, 2, 3, 5, 8, 13].into_iter().map(|more| json!(pattern.example(more))).find(fits);
        return made.unwrap_or_else(|| json!(of));
    }
    let least = number(parts, "minLength").unwrap_or(0.0).min(200.0) as usize;
    let short = least.saturating_sub(of.chars().count());
    json!(format!("{of}{}", "x".repeat(short)))
}
