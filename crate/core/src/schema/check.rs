//! The check itself: the first thing that is wrong, told with its place. Work and depth are bounded, as a schema
//! may refer to itself; it must never run longer than its budget.

use onecall_protocol::{Map, Value, json};

use super::pattern::Pattern;
use super::words::{received, words};
use super::{Wrong, referred, same};
use crate::limits;
use crate::path::near::near;
use crate::path::visible::quote;
use crate::text::figure;

/// Checks a value against a schema.
///
/// # Errors
/// What is wrong and where.
pub fn check(schema: &Value, value: &Value) -> Result<(), Wrong> {
    let (left, patterns) = (limits::SCHEMA_WORK, limits::PATTERN_WORK);
    Check { root: schema, left, patterns, unsure: false }.at(schema, value, "", 0)
}

struct Check<'a> {
    root: &'a Value,
    left: u32,
    /// Steps that expressions may still take.
    patterns: u32,
    /// Something was taken for right that was not looked at: what follows from it refuses nothing.
    unsure: bool,
}

type Checked = Result<(), Wrong>;

impl Check<'_> {
    fn at(&mut self, schema: &Value, value: &Value, at: &str, depth: usize) -> Checked {
        if depth > limits::JSON_DEPTH || self.left == 0 {
            self.unsure = true;
            return Ok(());
        }
        self.left -= 1;
        let parts = match schema {
            Value::Bool(false) => return Err(wrong(at, value, "nothing here".into())),
            Value::Object(parts) => parts,
            _ => return Ok(()),
        };
        match parts.get("$ref").and_then(Value::as_str).map(|to| referred(self.root, to)) {
            Some(Some(to)) => self.at(to, value, at, depth + 1)?,
            Some(None) => self.unsure = true,
            None => {}
        }
        self.kind(schema, parts, value, at)?;
        self.choice(schema, parts, value, at, depth)?;
        match value {
            Value::Number(number) => {
                numbers(parts, number.as_f64().unwrap_or(0.0)).map_err(|why| wrong(at, value, why))
            }
            Value::String(text) => {
                lengths(parts, text.chars().count(), "minLength", "maxLength", "character")
                    .map_err(|why| wrong(at, value, why))?;
                match parts.get("pattern").and_then(Value::as_str) {
                    Some(pattern) if self.matches(pattern, text) == Some(false) => {
                        Err(wrong(at, value, words(self.root, &json!({"type": "string", "pattern": pattern}))))
                    }
                    _ => Ok(()),
                }
            }
            Value::Array(items) => self.items(parts, items, value, at, depth),
            Value::Object(members) => self.members(parts, members, value, at, depth),
            _ => Ok(()),
        }
    }

    /// Does an expression match? `None`, and unsure, where it cannot be told.
    fn matches(&mut self, pattern: &str, text: &str) -> Option<bool> {
        let found = Pattern::read(pattern).and_then(|pattern| pattern.matches(text, &mut self.patterns));
        self.unsure |= found.is_none();
        found
    }

    /// Is a value what a schema takes, and was all of it looked at?
    fn fits(&mut self, schema: &Value, value: &Value, at: &str, depth: usize) -> Fits {
        let before = std::mem::take(&mut self.unsure);
        let fits = match self.at(schema, value, at, depth) {
            Err(wrong) => Fits::No(wrong),
            Ok(()) if self.unsure => Fits::Perhaps,
            Ok(()) => Fits::Yes,
        };
        self.unsure |= before;
        fits
    }

    fn kind(&self, schema: &Value, parts: &Map<String, Value>, value: &Value, at: &str) -> Checked {
        let expected = || wrong(at, value, words(self.root, schema));
        let fits = match parts.get("type") {
            Some(Value::String(kind)) => is(value, kind),
            Some(Value::Array(kinds)) => kinds.iter().filter_map(Value::as_str).any(|kind| is(value, kind)),
            _ => true,
        };
        if !fits {
            return Err(expected());
        }
        if let Some(Value::Array(choices)) = parts.get("enum")
            && !choices.iter().any(|one| same(one, value))
        {
            let mut wrong = expected();
            if let Some(text) = value.as_str() {
                wrong.near = near(text, choices.iter().filter_map(Value::as_str), 3);
            }
            return Err(wrong);
        }
        match parts.get("const") {
            Some(only) if !same(only, value) => Err(expected()),
            _ => Ok(()),
        }
    }

    fn choice(&mut self, schema: &Value, parts: &Map<String, Value>, value: &Value, at: &str, depth: usize) -> Checked {
        for one in list(parts, "allOf") {
            self.at(one, value, at, depth + 1)?;
        }
        for name in ["anyOf", "oneOf"] {
            let several = list(parts, name);
            if several.is_empty() {
                continue;
            }
            let mut deepest: Option<Wrong> = None;
            let (mut fitting, mut perhaps) = (0, 0);
            for one in several {
                match self.fits(one, value, at, depth + 1) {
                    Fits::Yes => fitting += 1,
                    Fits::Perhaps => perhaps += 1,
                    // The branch that got furthest is the one that was probably meant.
                    Fits::No(wrong) if wrong.at.len() > deepest.as_ref().map_or(at.len(), |one| one.at.len()) => {
                        deepest = Some(wrong);
                    }
                    Fits::No(_) => {}
                }
            }
            match fitting {
                0 if perhaps > 0 => {}
                0 => return Err(deepest.unwrap_or_else(|| wrong(at, value, words(self.root, schema)))),
                1 => {}
                _ if name == "oneOf" => {
                    return Err(wrong(at, value, format!("only one of {}", words(self.root, schema))));
                }
                _ => {}
            }
        }
        if let Some(not) = parts.get("not")
            && matches!(self.fits(not, value, at, depth + 1), Fits::Yes)
        {
            return Err(wrong(at, value, format!("anything but {}", words(self.root, not))));
        }
        let Some(condition) = parts.get("if") else { return Ok(()) };
        let branch = match self.fits(condition, value, at, depth + 1) {
            Fits::Yes => "then",
            Fits::No(_) => "else",
            Fits::Perhaps => return Ok(()),
        };
        parts.get(branch).map_or(Ok(()), |then| self.at(then, value, at, depth + 1))
    }

    fn items(&mut self, parts: &Map<String, Value>, items: &[Value], value: &Value, at: &str, depth: usize) -> Checked {
        lengths(parts, items.len(), "minItems", "maxItems", "item").map_err(|why| wrong(at, value, why))?;
        let first = list(parts, "prefixItems");
        for (n, item) in items.iter().enumerate() {
            if let Some(schema) = first.get(n).or_else(|| parts.get("items")) {
                self.at(schema, item, &format!("{at}[{n}]"), depth + 1)?;
            }
        }
        if let Some(schema) = parts.get("contains") {
            let (mut hits, mut perhaps) = (0_usize, 0_usize);
            for item in items {
                match self.fits(schema, item, at, depth + 1) {
                    Fits::Yes => hits += 1,
                    Fits::Perhaps => perhaps += 1,
                    Fits::No(_) => {}
                }
            }
            let least = number(parts, "minContains").unwrap_or(1.0);
            let most = number(parts, "maxContains").unwrap_or(f64::INFINITY);
            if ((hits + perhaps) as f64) < least || (hits as f64) > most {
                return Err(wrong(at, value, format!("a list that contains {}", words(self.root, schema))));
            }
        }
        let twice = || {
            // A long list is compared as far as the budget goes.
            items
                .iter()
                .take(limits::SCHEMA_UNIQUE)
                .enumerate()
                .any(|(n, one)| items.iter().take(n).any(|other| same(one, other)))
        };
        if parts.get("uniqueItems") == Some(&Value::Bool(true)) && twice() {
            return Err(wrong(at, value, "a list without equal items".into()));
        }
        Ok(())
    }

    fn members(
        &mut self,
        parts: &Map<String, Value>,
        members: &Map<String, Value>,
        value: &Value,
        at: &str,
        depth: usize,
    ) -> Checked {
        let properties = parts.get("properties").and_then(Value::as_object);
        let inner = |name: &str| if at.is_empty() { name.to_owned() } else { format!("{at}.{name}") };
        for name in list(parts, "required").iter().filter_map(Value::as_str) {
            if !members.contains_key(name) {
                let schema = properties.and_then(|known| known.get(name));
                let expected = schema.map_or_else(|| "a value".into(), |schema| words(self.root, schema));
                return Err(Wrong { at: inner(name), received: "missing".into(), expected, near: Vec::new() });
            }
        }
        for (name, member) in members {
            let known = properties.and_then(|known| known.get(name));
            if let Some(schema) = known {
                self.at(schema, member, &inner(name), depth + 1)?;
            }
            let mut named = known.is_some();
            for (pattern, schema) in parts.get("patternProperties").and_then(Value::as_object).into_iter().flatten() {
                // What an unread expression would allow is not refused.
                let fits = self.matches(pattern, name);
                named |= fits != Some(false);
                if fits == Some(true) {
                    self.at(schema, member, &inner(name), depth + 1)?;
                }
            }
            if !named {
                match parts.get("additionalProperties") {
                    Some(Value::Bool(false)) => return Err(unknown(&inner(name), name, properties)),
                    Some(schema) => self.at(schema, member, &inner(name), depth + 1)?,
                    None => {}
                }
            }
            if let Some(names) = parts.get("propertyNames") {
                self.at(names, &Value::String(name.clone()), &inner(name), depth + 1)?;
            }
            for needed in parts
                .get("dependentRequired")
                .and_then(|all| all.get(name))
                .and_then(Value::as_array)
                .into_iter()
                .flatten()
            {
                if let Some(needed) = needed.as_str().filter(|needed| !members.contains_key(*needed)) {
                    let expected = format!("a value, as {} is given", quote(name));
                    return Err(Wrong { at: inner(needed), received: "missing".into(), expected, near: Vec::new() });
                }
            }
            if let Some(schema) = parts.get("dependentSchemas").and_then(|all| all.get(name)) {
                self.at(schema, value, at, depth + 1)?;
            }
        }
        lengths(parts, members.len(), "minProperties", "maxProperties", "member").map_err(|why| wrong(at, value, why))
    }
}

/// What came of looking at a part.
enum Fits {
    Yes,
    No(Wrong),
    /// Nothing is wrong with what was looked at; that was not all.
    Perhaps,
}

fn wrong(at: &str, value: &Value, expected: String) -> Wrong {
    Wrong { at: at.to_owned(), received: format!("received {}", received(value)), expected, near: Vec::new() }
}

fn unknown(at: &str, name: &str, properties: Option<&Map<String, Value>>) -> Wrong {
    let known: Vec<&str> = properties.into_iter().flat_map(Map::keys).map(String::as_str).collect();
    let near = near(name, known.iter().copied(), 3);
    let few: Vec<String> = known.iter().take(12).map(|one| quote(one)).collect();
    let expected = match (near.first(), few.is_empty()) {
        (Some(one), _) => format!("{} perhaps; known are {}", quote(one), few.join(", ")),
        (None, true) => "no members".into(),
        (None, false) => format!("one of {}", few.join(", ")),
    };
    Wrong { at: at.to_owned(), received: format!("unknown name {}", quote(name)), expected, near }
}

/// Is a value of this type?
pub(super) fn is(value: &Value, kind: &str) -> bool {
    match kind {
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        "string" => value.is_string(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        "number" => value.is_number(),
        "integer" => value.as_f64().is_some_and(|number| number.fract() == 0.0),
        // A type that nobody knows refuses nothing.
        _ => true,
    }
}

fn list<'a>(parts: &'a Map<String, Value>, name: &str) -> &'a [Value] {
    parts.get(name).and_then(Value::as_array).map_or(&[], Vec::as_slice)
}

pub(super) fn number(parts: &Map<String, Value>, name: &str) -> Option<f64> {
    parts.get(name).and_then(Value::as_f64)
}

fn numbers(parts: &Map<String, Value>, value: f64) -> Result<(), String> {
    let wrong = |least: &str, bound: f64| format!("a number {least} {}", figure::shown(bound));
    for (name, words, fits) in [
        ("minimum", "from", (|a, b| a >= b) as fn(f64, f64) -> bool),
        ("maximum", "up to", |a, b| a <= b),
        ("exclusiveMinimum", "above", |a, b| a > b),
        ("exclusiveMaximum", "below", |a, b| a < b),
    ] {
        if let Some(bound) = number(parts, name).filter(|bound| !fits(value, *bound)) {
            return Err(wrong(words, bound));
        }
    }
    match number(parts, "multipleOf").filter(|step| *step > 0.0) {
        Some(step) if !multiple(value, step) => Err(wrong("that is a multiple of", step)),
        _ => Ok(()),
    }
}

fn multiple(value: f64, step: f64) -> bool {
    let times = value / step;
    if times.is_finite() { (times - times.round()).abs() < 1e-9 * times.abs().max(1.0) } else { value % step == 0.0 }
}

fn lengths(parts: &Map<String, Value>, len: usize, min: &str, max: &str, unit: &str) -> Result<(), String> {
    let plural = |n: f64| format!("{} {unit}{}", figure::shown(n), if n == 1.0 { "" } else { "s" });
    if let Some(least) = number(parts, min).filter(|least| (len as f64) < *least) {
        return Err(format!("at least {}, not {len}", plural(least)));
    }
    match number(parts, max).filter(|most| (len as f64) > *most) {
        Some(most) => Err(format!("at most {}, not {len}", plural(most))),
        None => Ok(()),
    }
}
