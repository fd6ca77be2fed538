//! The fields of an input: found under other names and in other wrappings, dropped where they say nothing,
//! converted where a number came as text. An unknown field is an error, since what an agent meant by it
//! would otherwise be lost without a word.

use super::{InputError, Note, NoteKind, says_something, shown, write};
use crate::limits;
use crate::path::literal;
use crate::path::near::near;
use crate::path::print::json_string;
use crate::protocol::call::Format;
use crate::protocol::fault::Code;
use crate::protocol::{Map, Value};
use crate::text::figure;

/// The fields of the tool, in the order of its schema.
pub(super) const FIELDS: [&str; 7] = ["path", "args", "value", "steps", "budget", "format", "timeout"];

/// Names that clients and other tools have for these fields.
const ALIASES: &[(&str, &str)] = &[
    ("arguments", "args"),
    ("parameters", "args"),
    ("params", "args"),
    ("input", "args"),
    ("name", "path"),
    ("tool", "path"),
    ("tool_name", "path"),
    ("toolname", "path"),
    ("method", "path"),
    ("calls", "steps"),
    ("actions", "steps"),
    ("operations", "steps"),
    ("max_tokens", "budget"),
    ("maxtokens", "budget"),
    ("tokens", "budget"),
];

/// Fields that wrap a whole input.
const WRAPPERS: [&str; 9] =
    ["input", "call", "args", "arguments", "params", "parameters", "request", "body", "tool_input"];

/// Wrappings that are taken off; more is no mistake but a riddle.
const UNWRAPS: usize = 4;

/// The fields of an input, by their own names.
pub(super) fn open(value: &Value, notes: &mut Vec<Note>) -> Result<Map<String, Value>, InputError> {
    let mut value = value.clone();
    for _ in 0..UNWRAPS {
        value = match value {
            Value::Null => return Ok(Map::new()),
            Value::String(text) => match decoded(&text, notes)? {
                Some(inner) => inner,
                None => return Ok(Map::from_iter([("path".to_owned(), Value::String(text))])),
            },
            Value::Array(items) if items.is_empty() => return Ok(Map::new()),
            Value::Array(items) if items.iter().all(Value::is_object) => {
                notes.push(Note::new(NoteKind::Unwrapped, "the list was read as \"steps\""));
                return Ok(Map::from_iter([("steps".to_owned(), Value::Array(items))]));
            }
            Value::Object(map) => match unwrapped(&map) {
                Some((name, inner)) => {
                    notes.push(Note::new(NoteKind::Unwrapped, format!("the call was nested in \"{name}\"")));
                    inner
                }
                None => return named(map, &FIELDS, notes),
            },
            other => return Err(no_object(&other)),
        };
    }
    Err(no_object(&value))
}

fn no_object(value: &Value) -> InputError {
    let message = format!("received {}, expected an object with \"path\"", shown(value));
    InputError::new(Code::BadPath, "input.no_object", message).with_attempt(Value::Object(Map::new()))
}

/// A text that is a whole input: a JSON object, or `call({…})`.
fn decoded(text: &str, notes: &mut Vec<Note>) -> Result<Option<Value>, InputError> {
    let Some(inner) = whole(text) else { return Ok(None) };
    let value = literal::parse_value(inner).map_err(|error| {
        let message = format!("the input is text that begins like JSON, but {}", error.kind);
        InputError::new(Code::BadPath, error.code(), message)
    })?;
    notes.push(Note::new(NoteKind::Decoded, "the input came as text and was read as JSON"));
    Ok(Some(value))
}

/// The JSON in a text that is a whole input.
fn whole(text: &str) -> Option<&str> {
    let text = text.trim();
    let bare = text.strip_prefix("await ").unwrap_or(text).trim_start();
    let bare = bare.strip_prefix("onecall.").unwrap_or(bare);
    let inner = bare
        .strip_prefix("call")
        .and_then(|t| t.trim_start().strip_prefix('('))
        .and_then(|t| t.trim_end_matches([';', ' ', '\n']).strip_suffix(')'))
        .map_or(text, str::trim);
    let list = inner.starts_with('[') && inner.trim_start_matches(['[', ' ', '\n']).starts_with('{');
    (inner.starts_with('{') || list).then_some(inner)
}

/// What stands in a wrapper: the only field of an object, or the `path` of another one.
fn unwrapped(map: &Map<String, Value>) -> Option<(String, Value)> {
    let mut said = map.iter().filter(|(_, value)| says_something(value));
    let (name, value) = said.next()?;
    if said.next().is_some() {
        return None;
    }
    let wraps = WRAPPERS.contains(&name.to_ascii_lowercase().as_str()) || name == "path";
    let inner = match value {
        Value::Object(inner) => inner.clone(),
        Value::String(text) => match literal::parse_value(whole(text)?) {
            Ok(Value::Object(inner)) => inner,
            _ => return None,
        },
        _ => return None,
    };
    // Beside a path in `args` there may stand arguments: that is for `lift`.
    let own = name != "args" || inner.keys().all(|key| FIELDS.contains(&key.as_str()));
    let nested = own && inner.keys().any(|key| matches!(key.as_str(), "path" | "steps"))
        || (inner.len() == 1 && inner.keys().all(|key| WRAPPERS.contains(&key.as_str())) && name != "args");
    (wraps && nested).then(|| (name.clone(), Value::Object(inner)))
}

/// The fields under their own names, without those that say nothing.
fn named(map: Map<String, Value>, known: &[&str], notes: &mut Vec<Note>) -> Result<Map<String, Value>, InputError> {
    let given = map.clone();
    // Some clients send every field, with null where they mean nothing; then a null value is none either.
    let filled = map.iter().any(|(name, value)| value.is_null() && name != "value");
    let mut fields = Map::new();
    let mut unknown = None;
    for (name, value) in map {
        let lower = name.to_ascii_lowercase();
        let alias = ALIASES.iter().find(|(from, _)| *from == lower).map(|(_, to)| *to);
        let to = known.iter().copied().find(|k| *k == lower).or(alias.filter(|to| known.contains(to)));
        match to {
            _ if value.is_null() && (name != "value" || filled) => {}
            Some(to) if to == name || !given.contains_key(to) && !fields.contains_key(to) => {
                if to != name {
                    notes.push(Note::new(NoteKind::Renamed, format!("{} was read as \"{to}\"", json_string(&name))));
                }
                fields.insert(to.to_owned(), value);
            }
            _ => unknown = unknown.or(Some(name)),
        }
    }
    match unknown {
        Some(name) => Err(unknown_field(&name, &given, known)),
        None => Ok(fields),
    }
}

fn unknown_field(name: &str, given: &Map<String, Value>, known: &[&str]) -> InputError {
    let close = near(name, known.iter().copied(), 2);
    let hint = match close.first() {
        Some(best) => format!(" Did you mean \"{best}\"?"),
        None => format!(" Expected {}.", known.join(", ")),
    };
    let message = format!("{} is no field of the input.{hint} Nothing was run.", json_string(name));
    let mut error = InputError::new(Code::BadPath, "input.unknown_field", message);
    error.attempt = match close.first() {
        Some(best) if !given.contains_key(best) => {
            let renamed = given.iter().map(|(k, v)| (if k == name { best.clone() } else { k.clone() }, v.clone()));
            Some(Value::Object(renamed.collect()))
        }
        Some(_) => None,
        None => gathered(given, known),
    }
    .map(Box::new);
    error.near = close;
    error
}

/// Arguments that were written beside the path, moved into `args`.
fn gathered(given: &Map<String, Value>, known: &[&str]) -> Option<Value> {
    if given.contains_key("args") || !given.contains_key("path") {
        return None;
    }
    let (own, args): (Map<_, _>, Map<_, _>) =
        given.iter().map(|(k, v)| (k.clone(), v.clone())).partition(|(k, _)| known.contains(&k.as_str()));
    if args.keys().any(|key| FIELDS.contains(&key.as_str())) {
        return None;
    }
    Some(Value::Object(own.into_iter().chain([("args".to_owned(), Value::Object(args))]).collect()))
}

/// A path inside `args`, where there is none beside it: the fields were nested one level too deep.
pub(super) fn lift(fields: &mut Map<String, Value>, notes: &mut Vec<Note>) {
    if fields.get("path").is_some_and(says_something) || fields.contains_key("steps") {
        return;
    }
    let Some(Value::Object(args)) = fields.get("args") else { return };
    if !matches!(args.get("path"), Some(Value::String(_))) {
        return;
    }
    let mut rest = args.clone();
    let path = rest.remove("path").unwrap_or_default();
    let own = rest
        .keys()
        .all(|key| FIELDS.contains(&key.as_str()) && !fields.get(key).is_some_and(says_something) || key == "args");
    fields.remove("args");
    fields.insert("path".to_owned(), path);
    if own {
        fields.extend(rest);
    } else {
        fields.insert("args".to_owned(), Value::Object(rest));
    }
    notes.push(Note::new(NoteKind::Unwrapped, "\"path\" was nested in \"args\""));
}

/// The items of `steps`.
pub(super) fn step_list(steps: Value, notes: &mut Vec<Note>) -> Result<Vec<Value>, InputError> {
    let steps = match steps {
        Value::String(text) => {
            notes.push(Note::new(NoteKind::Decoded, "\"steps\" came as text and was read as JSON"));
            literal::parse_value(&text).map_err(|error| {
                let message = format!("steps: received text that is no JSON list: {}", error.kind);
                InputError::new(Code::BadPath, error.code(), message)
            })?
        }
        other => other,
    };
    match steps {
        Value::Array(items) => Ok(items),
        step @ Value::Object(_) => Ok(vec![step]),
        other => {
            let message = format!("steps: received {}, expected a list of {{path, args, value}}", shown(&other));
            Err(InputError::new(Code::BadPath, "input.bad_steps", message))
        }
    }
}

/// The fields of one step.
pub(super) fn open_step(step: &Value, notes: &mut Vec<Note>) -> Result<Map<String, Value>, InputError> {
    match step {
        Value::String(path) => Ok(Map::from_iter([("path".to_owned(), Value::String(path.clone()))])),
        Value::Object(map) => named(map.clone(), &["path", "args", "value"], notes),
        other => {
            let message = format!("received {}, expected {{path, args, value}}", shown(other));
            Err(InputError::new(Code::BadPath, "input.bad_step", message))
        }
    }
}

/// A number, also where it came as text.
fn number(name: &'static str, value: &Value) -> Result<f64, InputError> {
    let found = match value {
        Value::Number(number) => number.as_f64(),
        Value::String(text) => {
            let text = text.trim();
            let digits = text.strip_suffix("tokens").or(text.strip_suffix('s')).unwrap_or(text).trim();
            let plain = digits.bytes().all(|b| b.is_ascii_digit() || b == b'.');
            if plain { figure::read(digits) } else { None }
        }
        _ => None,
    };
    found.filter(|n| n.is_finite() && *n >= 0.0).ok_or_else(|| {
        let message = format!("{name}: received {}, expected a positive number. Nothing was run.", shown(value));
        InputError::new(Code::InvalidArgument, "input.bad_number", message).of_field(name)
    })
}

/// Tokens of the answer.
pub(super) fn budget(value: Option<Value>, notes: &mut Vec<Note>) -> Result<Option<u32>, InputError> {
    let Some(value) = value.filter(says_something) else { return Ok(None) };
    let asked = number("budget", &value)?;
    if asked < 1.0 {
        notes.push(Note::new(NoteKind::Ignored, "a budget of 0 is the default"));
        return Ok(None);
    }
    Ok(Some(clamped("budget", asked, limits::BUDGET_MOST, notes)))
}

/// Milliseconds, from seconds.
pub(super) fn timeout(value: Option<Value>, notes: &mut Vec<Note>) -> Result<Option<u32>, InputError> {
    let Some(value) = value.filter(says_something) else { return Ok(None) };
    let mut millis = number("timeout", &value)? * 1_000.0;
    if millis < 1.0 {
        notes.push(Note::new(NoteKind::Ignored, "a timeout of 0 is the default"));
        return Ok(None);
    }
    // Nobody waits a thousand seconds for a call: these are milliseconds.
    if millis >= 1_000_000.0 {
        millis /= 1_000.0;
        notes.push(Note::new(NoteKind::Converted, "\"timeout\" is in seconds; milliseconds were assumed"));
    }
    Ok(Some(clamped("timeout", millis, limits::CALL_MS_MOST, notes)))
}

fn clamped(name: &str, asked: f64, most: u32, notes: &mut Vec<Note>) -> u32 {
    if asked > f64::from(most) {
        notes.push(Note::new(NoteKind::Clamped, format!("\"{name}\" is at most {most} here")));
        return most;
    }
    // Finite, at least one fraction above zero and at most `most`.
    (asked.round() as u32).max(1)
}

/// How the answer is written.
pub(super) fn format(value: Option<Value>) -> Result<Format, InputError> {
    let Some(value) = value.filter(says_something) else { return Ok(Format::Text) };
    match value.as_str().map(|text| text.trim().to_ascii_lowercase()).as_deref() {
        Some("text") => Ok(Format::Text),
        Some("json") => Ok(Format::Json),
        other => {
            let message =
                format!("format: received {}, expected \"text\" or \"json\". Nothing was run.", shown(&value));
            let mut error = InputError::new(Code::InvalidArgument, "input.bad_format", message).of_field("format");
            error.near = other.map(|text| near(text, ["text", "json"].into_iter(), 1)).unwrap_or_default();
            Err(error)
        }
    }
}

/// A value where a path is expected, and what it was.
pub(super) fn bad_path_type(value: &Value) -> InputError {
    let message = format!("path: received {}, expected a string", shown(value));
    let error = InputError::new(Code::BadPath, "input.bad_path_type", message);
    error.with_attempt(write::path_only(""))
}
