//! Checks the arguments of verbs and makes a call that means exactly one thing: an [`Act`].
//! Nothing is run here. It must never let through what the verb table does not name.

use onecall_protocol::answer::Fault;
use onecall_protocol::effect::File;
use onecall_protocol::fault::Code;
use onecall_protocol::{Value, json};

use super::query::words;
use super::tree::Tree;
use super::verb::{Takes, Verb};
use super::write::{self, By, Write};
use crate::model::outline::ThingId;
use crate::path::Path;
use crate::path::visible::quote;
use crate::text::figure;

/// A verb with checked arguments on one thing.
#[derive(Debug, Clone, PartialEq)]
pub struct ActCall {
    /// On what.
    pub of: ThingId,
    /// A cell of the row that it is, by column, where that is meant.
    pub cell: Option<usize>,
    /// What.
    pub verb: Verb,
    /// Its arguments.
    pub args: Args,
    /// Canonical path, with the verb.
    pub path: Path,
    /// Worth saying: `moved` and the like.
    pub notes: Vec<String>,
}

/// Checked arguments.
#[derive(Debug, Clone, PartialEq)]
pub enum Args {
    /// None.
    None,
    /// A text.
    Text(String),
    /// A number.
    Number(f64),
    /// A path of another thing, already resolved.
    Onto(ThingId),
    /// Writes to fields, in the order given.
    Writes(Vec<Write>),
    /// A condition to wait for.
    Wait(Wait),
    /// A value for a cell.
    Edit(Value),
    /// How dialogs are answered.
    Answer(bool, Option<String>),
}

/// What to wait for; all that is given must hold.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Wait {
    /// This text is shown.
    pub text: Option<String>,
    /// Something stands at this path.
    pub path: Option<String>,
    /// The address contains this.
    pub url: Option<String>,
    /// What stands at the path can be used.
    pub enabled: bool,
    /// The opposite.
    pub gone: bool,
}

/// Checks the arguments of a verb.
///
/// # Errors
/// `invalid_argument`, with what was received, what was expected and a call that would work.
pub fn check(tree: &Tree, of: ThingId, verb: Verb, path: &Path, args: Option<&Value>) -> Result<Args, Fault> {
    let wrong = |message: String, example: Value| Fault {
        attempt: Some(json!({ "path": path.to_string(), "args": example })),
        ..Fault::new(Code::InvalidArgument, format!("{message} Nothing was done."))
    };
    let Some(spec) = verb.args().first() else {
        let extra = args.is_some_and(|args| match args {
            Value::Array(several) => several.iter().any(|one| !one.is_null()),
            Value::Object(parts) => !parts.is_empty(),
            Value::Null => false,
            _ => true,
        });
        let toggles_it = verb == Verb::Check || verb == Verb::Uncheck;
        let agrees = toggles_it && matches!(args, Some(Value::Array(given)) if given.as_slice() == [Value::Bool(true)]);
        if extra && !agrees {
            return Err(wrong(format!("{} takes no arguments.", verb.name()), json!([])));
        }
        return match verb {
            Verb::Check | Verb::Uncheck => toggles(tree, of, verb).map_err(|why| wrong(why, json!([]))),
            Verb::Clear => cleared(tree, of).map_err(|why| wrong(why, json!([]))),
            Verb::Accept | Verb::Dismiss | Verb::Close => match super::dialog::button(tree, of, verb) {
                Some(button) => Ok(Args::Onto(button)),
                None if verb == Verb::Accept => Err(wrong(unsure(tree, of), json!([]))),
                None => Ok(Args::None),
            },
            _ => Ok(Args::None),
        };
    };
    let example = || example(tree, of, verb);
    let paired = args.filter(|_| spec.takes == Takes::Fields).and_then(pairs);
    let args = paired.as_ref().or(args);
    if let Some(Value::Array(several)) = args
        && several.len() > 1
        && !matches!(spec.takes, Takes::Texts | Takes::Files)
    {
        let first = several.first().cloned().unwrap_or_default();
        return Err(wrong(format!("{} takes one argument, received {}.", verb.name(), several.len()), json!([first])));
    }
    let given = single(args, spec.name, spec.takes);
    let Some(given) = given else {
        if spec.optional {
            return Ok(Args::None);
        }
        return Err(wrong(format!("{}: missing; expected {}.", spec.name, spec.takes.words()), example()));
    };
    let expected =
        |what: &Value| format!("{}: received {}, expected {}.", spec.name, received(what), spec.takes.words());
    match (verb, spec.takes) {
        (Verb::Set | Verb::Choose | Verb::Attach, _) => {
            let by = if verb == Verb::Choose { By::Choose } else { By::Set };
            let write = write::write(tree, of, &given, by).map_err(|why| refused(tree, of, &why, &wrong, example()))?;
            Ok(Args::Writes(vec![write]))
        }
        (Verb::Type, _) => {
            let Some(text) = scalar(&given) else { return Err(wrong(expected(&given), example())) };
            let write = write::append(tree, of, &text).map_err(|why| refused(tree, of, &why, &wrong, example()))?;
            Ok(Args::Writes(vec![write]))
        }
        (Verb::Fill, _) => {
            let Value::Object(parts) = &given else { return Err(wrong(expected(&given), example())) };
            write::fill(tree, of, parts).map(Args::Writes)
        }
        (Verb::Press, _) => super::press::keys(&given).map(Args::Text).map_err(|why| wrong(why, example())),
        (_, Takes::Text) => match scalar(&given) {
            Some(text) if !text.is_empty() || spec.optional => Ok(Args::Text(text)),
            _ => Err(wrong(expected(&given), example())),
        },
        (_, Takes::Number) => match given.as_f64().or_else(|| figure::read(words(&given).trim())) {
            Some(number) => Ok(Args::Number(number)),
            None => Err(wrong(expected(&given), example())),
        },
        (_, Takes::Spot) => {
            match (given.as_f64().or_else(|| words(&given).trim().parse().ok()), words(&given).as_str()) {
                (Some(number), _) if number >= 0.0 => Ok(Args::Number(number.floor())),
                (_, word @ ("start" | "end" | "next" | "back")) => Ok(Args::Text(word.to_owned())),
                _ => Err(wrong(expected(&given), json!(["next"]))),
            }
        }
        (_, Takes::Path) => onto(tree, &given).map_err(|why| wrong(why, example())),
        (_, Takes::Answer) => answer(&given).ok_or_else(|| wrong(expected(&given), example())),
        (_, Takes::Condition) => condition(&given).map(Args::Wait).map_err(|why| wrong(why, example())),
        (_, Takes::Texts | Takes::Fields | Takes::Files) => Err(wrong(expected(&given), example())),
    }
}

/// A field does not take a value: because of what it is now, or because of the value.
fn refused(tree: &Tree, of: ThingId, why: &str, wrong: &dyn Fn(String, Value) -> Fault, example: Value) -> Fault {
    let path = tree.address(of);
    let message = format!("{path}: {why}.");
    if tree.kind(of) == crate::model::outline::Kind::Field && tree.field(of).readonly {
        let attempt = super::lookup::attempt(&path, None);
        return Fault { attempt, ..Fault::new(Code::Disabled, format!("{message} Nothing was done.")) };
    }
    wrong(message, example)
}

/// What agents call the one argument of a method where they do not know its name.
const OTHER_NAMES: &[&str] = &[
    "value", "values", "text", "input", "arg", "args", "url", "key", "keys", "to", "target", "name", "label", "option",
    "options", "item", "items", "choice", "content", "path", "seconds", "time", "query", "message", "answer", "href",
];

/// The one argument, however it was wrapped: positional, named, nested or bare.
fn single(args: Option<&Value>, name: &str, takes: Takes) -> Option<Value> {
    let given = match args? {
        Value::Null => return None,
        Value::Array(several) => match (several.as_slice(), takes) {
            ([], _) => return None,
            ([one], _) => one.clone(),
            (_, Takes::Texts | Takes::Files) => Value::Array(several.clone()),
            ([first, ..], _) => first.clone(),
        },
        other => other.clone(),
    };
    match (&given, takes) {
        (Value::Object(parts), _) if parts.len() == 1 && parts.contains_key(name) => parts.get(name).cloned(),
        (Value::Object(parts), Takes::Text | Takes::Number | Takes::Texts | Takes::Path | Takes::Spot)
            if parts.len() == 1 && parts.keys().all(|key| OTHER_NAMES.contains(&key.as_str())) =>
        {
            parts.values().next().cloned()
        }
        _ => Some(given),
    }
}

/// `fill("Email", "a@b.c")`: a name and its value, one after the other.
fn pairs(args: &Value) -> Option<Value> {
    let (pairs, rest) = args.as_array()?.as_chunks::<2>();
    let pair = |[name, value]: &[Value; 2]| Some((name.as_str()?.to_owned(), value.clone()));
    let all: Option<onecall_protocol::Map<_, _>> = pairs.iter().map(pair).collect();
    all.filter(|all| rest.is_empty() && !all.is_empty()).map(Value::Object)
}

fn scalar(value: &Value) -> Option<String> {
    match value {
        Value::String(_) | Value::Number(_) | Value::Bool(_) => Some(words(value)),
        _ => None,
    }
}

pub use crate::schema::received;

/// Arguments that would work here.
#[must_use]
pub fn example(tree: &Tree, of: ThingId, verb: Verb) -> Value {
    match verb {
        Verb::Fill => super::example::example_fill(tree, of),
        Verb::Set | Verb::Choose | Verb::Type => json!([super::example::example(tree, of)]),
        Verb::Attach => json!([{"name": "notes.txt", "text": "…"}]),
        Verb::Press => json!(["Enter"]),
        Verb::Goto => json!(["/"]),
        Verb::Seek => json!([30]),
        Verb::DragTo => json!(["page.buttons[\"…\"]"]),
        Verb::WaitFor => json!([{"text": "Saved"}]),
        Verb::Link => json!(["page.sections[0]"]),
        Verb::DialogPolicy => json!(["accept"]),
        _ => json!([]),
    }
}

/// No button of a dialog is sure to mean yes.
fn unsure(tree: &Tree, of: ThingId) -> String {
    let buttons = tree.outline().within(of, crate::model::outline::Kind::Button);
    let paths: Vec<String> = buttons.iter().take(6).map(|id| format!("{}.click", tree.address(*id))).collect();
    match paths.len() {
        0 => "it has no button.".into(),
        _ => format!("which of its buttons agrees is not certain; click the one you mean: {}.", paths.join(", ")),
    }
}

/// `"accept"`, `"dismiss"`, true, false or `{accept, text?}`.
fn answer(given: &Value) -> Option<Args> {
    match given {
        Value::Bool(accept) => Some(Args::Answer(*accept, None)),
        Value::String(word) if word == "accept" || word == "dismiss" => Some(Args::Answer(word == "accept", None)),
        Value::Object(parts) => {
            let accept = parts.get("accept")?.as_bool()?;
            Some(Args::Answer(accept, parts.get("text").map(words)))
        }
        _ => None,
    }
}

/// A value for a cell: the one argument of `set`.
///
/// # Errors
/// As [`check`].
pub fn cell_value(path: &Path, args: &Value) -> Result<Args, Fault> {
    match single(Some(args), "value", Takes::Text) {
        Some(value @ (Value::String(_) | Value::Number(_) | Value::Bool(_))) => Ok(Args::Edit(value)),
        other => Err(Fault {
            attempt: Some(json!({ "path": path.to_string(), "args": ["…"] })),
            ..Fault::new(
                Code::InvalidArgument,
                match other {
                    Some(other) => {
                        format!("value: received {}, expected a string. Nothing was done.", received(&other))
                    }
                    None => "value: missing; expected a string. Nothing was done.".into(),
                },
            )
        }),
    }
}

fn toggles(tree: &Tree, of: ThingId, verb: Verb) -> Result<Args, String> {
    write::write(tree, of, &Value::Bool(verb == Verb::Check), By::Set).map(|write| Args::Writes(vec![write]))
}

fn cleared(tree: &Tree, of: ThingId) -> Result<Args, String> {
    write::write(tree, of, &Value::String(String::new()), By::Set).map(|write| Args::Writes(vec![write]))
}

fn onto(tree: &Tree, given: &Value) -> Result<Args, String> {
    let text = scalar(given).ok_or("target: expected the path of another thing.")?;
    let path = crate::path::parse(&text).map_err(|error| format!("target: {error}."))?;
    match super::resolve(tree, &super::ledger::Ledger::default(), &path) {
        Ok(found) => match found.place {
            super::Place::Thing(id) => Ok(Args::Onto(id)),
            _ => Err(format!("target: {} is not a thing that something can be dragged onto.", quote(&text))),
        },
        Err(fault) => Err(format!("target: {}", fault.message)),
    }
}

fn condition(given: &Value) -> Result<Wait, String> {
    let mut wait = Wait::default();
    match given {
        Value::String(text) => wait.text = Some(text.clone()),
        Value::Object(parts) => {
            for (name, value) in parts {
                match (name.as_str(), value) {
                    ("text", value) => wait.text = Some(words(value)),
                    ("path", value) => wait.path = Some(words(value)),
                    ("url", value) => wait.url = Some(words(value)),
                    ("gone", value) => wait.gone = value.as_bool().unwrap_or(true),
                    ("enabled", value) => wait.enabled = value.as_bool().unwrap_or(true),
                    (other, _) => {
                        return Err(format!(
                            "condition: unknown {}; known: text, path, url, enabled, gone.",
                            quote(other)
                        ));
                    }
                }
            }
        }
        other => {
            return Err(format!(
                "condition: received {}, expected {{text?, path?, url?, enabled?, gone?}}.",
                received(other)
            ));
        }
    }
    if wait.text.is_none() && wait.path.is_none() && wait.url.is_none() {
        return Err("condition: give a text, a path or a part of the url.".into());
    }
    Ok(wait)
}

/// Files as agents give them.
pub(super) fn files(given: &Value) -> Result<Vec<File>, String> {
    let one = |value: &Value| -> Result<File, String> {
        let Value::Object(parts) = value else {
            return Err(format!("files: received {}, expected {}", received(value), Takes::Files.words()));
        };
        let get = |name: &str| parts.get(name).map(words);
        let name = get("name").ok_or("files: each needs a name")?;
        let (text, base64) = (get("text").or_else(|| get("content")), get("base64").or_else(|| get("data")));
        if text.is_none() && base64.is_none() {
            return Err(format!("files: {} needs its text or base64", quote(&name)));
        }
        let mime = get("mime").or_else(|| get("type")).unwrap_or_default();
        Ok(File { name, mime, text, base64 })
    };
    match given {
        Value::Array(several) => several.iter().map(one).collect(),
        other => Ok(vec![one(other)?]),
    }
}
