//! A schema in words: what is expected, as a fault says it, and the signature of arguments, as hints and help do.
//! Every string of the schema is a stranger's and goes through `quote`.

use onecall_protocol::{Map, Value};

use super::check::number;
use super::pattern::Pattern;
use super::referred;
use crate::limits;
use crate::path::print::{is_identifier, json_value};
use crate::path::visible::quote;
use crate::text::figure;

/// Choices, members and branches that are named; the rest is counted.
const FEW: usize = 8;

/// What a schema takes: `integer from 1 to 99`, `"a" or "b"`, `list of string`. `root` is where references lead.
#[must_use]
pub fn words(root: &Value, schema: &Value) -> String {
    say(root, schema, 0)
}

/// Arguments as a signature: `sku: string, quantity?: integer from 1 to 99 = 1`. Short: names only.
#[must_use]
pub fn signature(schema: &Value, long: bool) -> String {
    let Some(properties) = resolved(schema, schema).get("properties").and_then(Value::as_object) else {
        return String::new();
    };
    let required = required(resolved(schema, schema));
    let parts: Vec<String> = properties
        .iter()
        .take(if long { 40 } else { 12 })
        .map(|(name, of)| {
            let shown = if is_identifier(name) { name.clone() } else { quote(name) };
            let optional = if required.contains(&name.as_str()) { "" } else { "?" };
            if !long {
                return format!("{shown}{optional}");
            }
            let default = resolved(schema, of).get("default").map_or(String::new(), |one| format!(" = {}", cut(one)));
            format!("{shown}{optional}: {}{default}", say(schema, of, 1))
        })
        .collect();
    let left = properties.len().saturating_sub(parts.len());
    let more = if left > 0 { format!(", and {left} more") } else { String::new() };
    format!("{}{more}", parts.join(", "))
}

/// A value and its type, for faults.
#[must_use]
pub fn received(value: &Value) -> String {
    match value {
        Value::Null => "null".into(),
        Value::Bool(on) => format!("{on} (boolean)"),
        Value::Number(number) => format!("{number} (number)"),
        Value::String(text) => format!("{} (string)", quote(&text.chars().take(60).collect::<String>())),
        Value::Array(several) => format!("a list of {}", several.len()),
        Value::Object(_) => "an object".into(),
    }
}

/// Keywords of a schema that the check does not look at, each once, in order.
#[must_use]
pub fn unchecked(schema: &Value) -> Vec<String> {
    const NOT: [&str; 10] = [
        "format",
        "unevaluatedProperties",
        "unevaluatedItems",
        "contentEncoding",
        "contentMediaType",
        "contentSchema",
        "$dynamicRef",
        "$recursiveRef",
        "dependencies",
        "additionalItems",
    ];
    let mut found = Vec::new();
    look(schema, 0, &mut |parts| {
        for name in NOT.iter().filter(|name| parts.contains_key(**name)) {
            found.push((*name).to_owned());
        }
        let unread = |pattern: &str| Pattern::read(pattern).is_none();
        if parts.get("pattern").and_then(Value::as_str).is_some_and(unread) {
            found.push("pattern".into());
        }
        let names = parts.get("patternProperties").and_then(Value::as_object);
        if names.is_some_and(|names| names.keys().any(|name| unread(name))) {
            found.push("patternProperties".into());
        }
        if let Some(to) = parts.get("$ref").and_then(Value::as_str)
            && referred(schema, to).is_none()
        {
            found.push("$ref".into());
        }
    });
    let mut once: Vec<String> = Vec::new();
    found.into_iter().for_each(|name| {
        if !once.contains(&name) {
            once.push(name)
        }
    });
    once
}

/// Every schema inside a schema; what stands in `const`, `enum`, `default` and `examples` is data.
fn look(schema: &Value, depth: usize, visit: &mut dyn FnMut(&Map<String, Value>)) {
    if depth > limits::JSON_DEPTH {
        return;
    }
    match schema {
        Value::Object(parts) => {
            visit(parts);
            for (name, part) in parts {
                match (name.as_str(), part) {
                    ("const" | "enum" | "default" | "examples" | "required", _) => {}
                    (
                        "properties" | "patternProperties" | "$defs" | "definitions" | "dependentSchemas",
                        Value::Object(named),
                    ) => {
                        named.values().for_each(|one| look(one, depth + 1, visit));
                    }
                    (_, part) => look(part, depth + 1, visit),
                }
            }
        }
        Value::Array(several) => several.iter().for_each(|one| look(one, depth + 1, visit)),
        _ => {}
    }
}

/// A schema, or what it refers to.
pub(super) fn resolved<'a>(root: &'a Value, schema: &'a Value) -> &'a Value {
    let mut at = schema;
    for _ in 0..8 {
        match at.get("$ref").and_then(Value::as_str).and_then(|to| referred(root, to)) {
            Some(to) => at = to,
            None => break,
        }
    }
    at
}

pub(super) fn required(schema: &Value) -> Vec<&str> {
    schema.get("required").and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str).collect()
}

/// The beginning of an expression: a long one says little to a reader.
fn gist(pattern: &str) -> String {
    if pattern.chars().count() <= 80 {
        pattern.into()
    } else {
        format!("{}…", pattern.chars().take(79).collect::<String>())
    }
}

fn cut(value: &Value) -> String {
    let text = json_value(value);
    if text.chars().count() <= 40 { text } else { format!("{}…", text.chars().take(39).collect::<String>()) }
}

/// How many of several are said: few far inside, so that a schema which refers to itself in every branch stays short.
const fn few(depth: usize) -> usize {
    if depth < 2 { FEW } else { 2 }
}

fn say(root: &Value, schema: &Value, depth: usize) -> String {
    let schema = resolved(root, schema);
    let Value::Object(parts) = schema else {
        return if *schema == Value::Bool(false) { "nothing".into() } else { "any value".into() };
    };
    if depth > 4 {
        return "a value".into();
    }
    if let Some(only) = parts.get("const") {
        return cut(only);
    }
    if let Some(Value::Array(choices)) = parts.get("enum") {
        return either(choices.iter().take(FEW + 1).map(cut).collect(), FEW, choices.len().saturating_sub(FEW + 1));
    }
    for name in ["anyOf", "oneOf"] {
        if let Some(Value::Array(several)) = parts.get(name) {
            let few = few(depth);
            let mut said: Vec<String> = several.iter().take(few + 1).map(|one| say(root, one, depth + 1)).collect();
            said.dedup();
            let more = several.len().saturating_sub(few + 1);
            return either(said, few, more);
        }
    }
    let kinds: Vec<&str> = match parts.get("type") {
        Some(Value::String(kind)) => vec![kind],
        Some(Value::Array(kinds)) => kinds.iter().filter_map(Value::as_str).collect(),
        _ => guessed(parts),
    };
    if let (true, Some(first)) = (kinds.is_empty(), parts.get("allOf").and_then(|all| all.get(0))) {
        return say(root, first, depth + 1);
    }
    match kinds.as_slice() {
        [] => "any value".into(),
        several => {
            let few = few(depth);
            let said = several.iter().take(few + 1).map(|kind| one_kind(root, parts, kind, depth)).collect();
            either(said, few, several.len().saturating_sub(few + 1))
        }
    }
}

/// The type that other keywords speak of.
fn guessed(parts: &Map<String, Value>) -> Vec<&'static str> {
    [
        ("properties", "object"),
        ("items", "array"),
        ("minLength", "string"),
        ("pattern", "string"),
        ("maxLength", "string"),
        ("minimum", "number"),
    ]
    .iter()
    .find(|(name, _)| parts.contains_key(*name))
    .map_or(Vec::new(), |(_, kind)| vec![*kind])
}

fn one_kind(root: &Value, parts: &Map<String, Value>, kind: &str, depth: usize) -> String {
    match kind {
        "integer" | "number" => format!("{kind}{}", range(parts, "minimum", "maximum", "")),
        "string" => {
            let format = parts
                .get("format")
                .and_then(Value::as_str)
                .map_or(String::new(), |format| format!(" ({})", quote(format)));
            let like = parts.get("pattern").and_then(Value::as_str);
            let like = like.map_or(String::new(), |like| format!(" matching {}", quote(&gist(like))));
            format!("string{format}{}{like}", range(parts, "minLength", "maxLength", " characters"))
        }
        "array" => {
            let of = parts.get("items").map_or(String::new(), |items| format!(" of {}", say(root, items, depth + 1)));
            format!("list{of}{}", range(parts, "minItems", "maxItems", " items"))
        }
        "object" => object(root, parts, depth),
        "boolean" => "true or false".into(),
        "null" => "null".into(),
        other => quote(other),
    }
}

fn object(root: &Value, parts: &Map<String, Value>, depth: usize) -> String {
    let Some(Value::Object(properties)) = parts.get("properties").filter(|_| depth < 3) else { return "object".into() };
    let needed: Vec<&str> =
        parts.get("required").and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str).collect();
    let mut said: Vec<String> = properties
        .iter()
        .take(few(depth))
        .map(|(name, of)| {
            let shown = if is_identifier(name) { name.clone() } else { quote(name) };
            let optional = if needed.contains(&name.as_str()) { "" } else { "?" };
            format!("{shown}{optional}: {}", say(root, of, depth + 1))
        })
        .collect();
    if properties.len() > few(depth) {
        said.push("…".into());
    }
    format!("{{{}}}", said.join(", "))
}

/// ` from 1 to 99`, as far as it is bounded.
fn range(parts: &Map<String, Value>, min: &str, max: &str, unit: &str) -> String {
    let bound = |name: &str| number(parts, name).map(figure::shown);
    match (bound(min), bound(max)) {
        (Some(least), Some(most)) if least == most => format!(" of {least}{unit}"),
        (Some(least), Some(most)) => format!(" from {least} to {most}{unit}"),
        (Some(least), None) => format!(" from {least}{unit}"),
        (None, Some(most)) => format!(" up to {most}{unit}"),
        (None, None) => String::new(),
    }
}

/// The first few, and how many more there are; `more` of them were not even said.
fn either(mut several: Vec<String>, few: usize, more: usize) -> String {
    let left = several.len().saturating_sub(few) + more;
    several.truncate(few);
    if left > 0 {
        return format!("{} or one of {left} more", several.join(", "));
    }
    match several.split_last() {
        None => "nothing".into(),
        Some((one, [])) => one.clone(),
        Some((last, rest)) => format!("{} or {last}", rest.join(", ")),
    }
}
