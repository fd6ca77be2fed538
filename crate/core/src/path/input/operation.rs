//! One operation of an input: path, arguments and value in canonical form. A call at the end of the path and
//! `args` beside it are the same thing said twice, and become one.

use super::{InputError, Note, NoteKind, fields, says_something, shown, write};
use crate::limits;
use crate::path::print::{is_identifier, json_string};
use crate::path::{ErrorKind, Path, Reading, Segment, Special, literal, read as read_path};
use crate::protocol::call::Operation;
use crate::protocol::fault::Code;
use crate::protocol::{Map, Value};

/// Wrappers in which agents nest arguments once more.
const NESTS: [&str; 8] = ["args", "arguments", "input", "params", "parameters", "fields", "values", "data"];

/// Reads `path`, `args` and `value`.
pub(super) fn read(fields: &mut Map<String, Value>, notes: &mut Vec<Note>) -> Result<Operation, InputError> {
    let value = fields.remove("value");
    let reading = path(fields.remove("path"))?;
    for key in &reading.numeric_keys {
        let text = format!("[{}] is a key; the position is [{key}]", json_string(key));
        notes.push(Note::new(NoteKind::NumericKey, text));
    }
    if reading.lenient {
        notes.push(Note::new(NoteKind::ReadAs, format!("read as {}", reading.path)));
    }
    let (path, in_path) = reading.path.split_call();
    if path.to_string().chars().count() > limits::PATH_CHARS {
        // Hidden characters become escapes, which are longer.
        return Err(InputError::new(
            Code::TooLarge,
            ErrorKind::TooLong.code(),
            format!("path: {}", ErrorKind::TooLong),
        ));
    }
    let args = fields.remove("args").map(|args| arguments(args, notes)).transpose();
    let args = args.map_err(|error| at_path(error, &path))?.flatten();
    let args = join(&path, in_path, args)?;
    let args = settle(&path, args, value.is_some(), notes)?;
    if let (Some(args), Some(value)) = (&args, &value) {
        let message = "\"args\" and \"value\" exclude each other: arguments call a method, a value is assigned to a property. Nothing was run.";
        let error = InputError::new(Code::InvalidArgument, "input.conflict", message);
        let keep = if says_something(args) { (Some(args.clone()), None) } else { (None, Some(value.clone())) };
        let kept = Operation { path: path.to_string(), args: keep.0, value: keep.1 };
        return Err(error.with_attempt(write::operation(&kept)));
    }
    Ok(Operation { path: path.to_string(), args, value })
}

/// The path, from text or from a list of segments.
fn path(value: Option<Value>) -> Result<Reading, InputError> {
    match value {
        None | Some(Value::Null) => Ok(Reading::default()),
        Some(Value::String(text)) => read_path(&text).map_err(|error| {
            let at = if error.span.0 == 0 { String::new() } else { format!(" (at {})", place(&text, error.span)) };
            let code = if error.kind.is_bound() { Code::TooLarge } else { Code::BadPath };
            let mut fault = InputError::new(code, error.code(), format!("path: {}{at}", error.kind));
            let assigned = if error.kind == ErrorKind::Assignment { assigned(&text, error.span) } else { None };
            let offered = error.meant.or(error.before).map(|path| write::path_only(&path));
            // Where nothing can be told, the overview is where to begin.
            let begin = (!error.kind.is_bound()).then(|| write::path_only(""));
            fault.attempt = assigned.or(offered).or(begin).map(Box::new);
            fault
        }),
        Some(Value::Array(items)) => segments(&items).ok_or_else(|| {
            let message = format!(
                "path: received {}, expected one string; several calls are sent as \"steps\"",
                shown(&Value::Array(items))
            );
            InputError::new(Code::BadPath, "input.bad_path_type", message)
        }),
        Some(other) => Err(fields::bad_path_type(&other)),
    }
}

/// What is offered to a caller names the path too.
fn at_path(mut error: InputError, path: &Path) -> InputError {
    let args = error.attempt.take();
    error.attempt = args
        .map(|args| Box::new(write::operation(&Operation { path: path.to_string(), args: Some(*args), value: None })));
    error
}

/// `path = value` as path and value.
fn assigned(text: &str, (start, end): (usize, usize)) -> Option<Value> {
    let path = read_path(text.get(..start)?).ok()?.path;
    let value = literal::parse_value(text.get(end..)?.trim_end_matches([';', ' '])).ok()?;
    Some(write::operation(&Operation { path: path.to_string(), args: None, value: Some(value) }))
}

/// The text around a mistake, from the beginning of a name to the end of one.
fn place(text: &str, (start, _): (usize, usize)) -> String {
    const AROUND: usize = 40;
    let (before, after) = (text.get(..start).unwrap_or_default(), text.get(start..).unwrap_or_default());
    let ends = |c: char| matches!(c, '.' | '[' | '(' | ' ' | ',');
    let far = before.char_indices().rev().nth(AROUND).map_or(0, |(at, _)| at);
    let from = if far == 0 { 0 } else { before.get(far..).and_then(|near| near.find(ends)).map_or(far, |at| far + at) };
    let near = after.char_indices().nth(AROUND / 2).map_or(after.len(), |(at, _)| at);
    let to = after.get(near..).and_then(|rest| rest.find(ends)).filter(|at| *at < AROUND).map_or(near, |at| near + at);
    let to = if near == after.len() || after.len() - near < AROUND / 2 { after.len() } else { to };
    let (open, close) = (if from > 0 { "…" } else { "" }, if to < after.len() { "…" } else { "" });
    let shown = format!("{}{}", before.get(from..).unwrap_or_default(), after.get(..to).unwrap_or_default());
    json_string(&format!("{open}{shown}{close}"))
}

/// A list of names and positions, as other tools have it: `["page", "forms", "Sign in"]`.
fn segments(items: &[Value]) -> Option<Reading> {
    let mut path = Path::default();
    for item in items {
        path.segments.push(match item {
            Value::String(text) if text.contains(['.', '[', '(', '/', '"']) => return None,
            Value::String(text) if is_identifier(text) => Segment::Name(text.clone()),
            Value::String(text) if !text.is_empty() => Segment::Key(text.clone()),
            Value::Number(number) => Segment::Index(number.as_i64()?),
            _ => return None,
        });
    }
    // Through the one reader, so that its bounds hold here too.
    let reading = read_path(&path.to_string()).ok()?;
    Some(Reading { lenient: true, ..reading })
}

/// Arguments as an array or an object.
fn arguments(args: Value, notes: &mut Vec<Note>) -> Result<Option<Value>, InputError> {
    match args {
        Value::Array(_) => Ok(Some(args)),
        Value::Object(map) => Ok(Some(by_position(map, notes))),
        Value::String(text) => text_arguments(text, notes),
        Value::Null => Ok(None),
        scalar => {
            notes.push(Note::new(
                NoteKind::Converted,
                format!("args: {} was read as the only argument", shown(&scalar)),
            ));
            Ok(Some(Value::Array(vec![scalar])))
        }
    }
}

/// Arguments that came as text: JSON, or the only argument.
fn text_arguments(text: String, notes: &mut Vec<Note>) -> Result<Option<Value>, InputError> {
    let trimmed = text.trim();
    if trimmed.is_empty() {
        return Ok(None);
    }
    if matches!(trimmed, "null" | "undefined" | "None") {
        notes.push(Note::new(NoteKind::Ignored, format!("args: {} was read as no arguments", json_string(trimmed))));
        return Ok(None);
    }
    // JSON text that was made JSON text once more.
    if let (true, Ok(Value::String(inner))) = (trimmed.starts_with('"'), literal::parse_value(trimmed))
        && inner.trim_start().starts_with(['{', '['])
        && literal::parse_value(&inner).is_ok()
    {
        return text_arguments(inner, notes);
    }
    if !trimmed.starts_with(['{', '[']) {
        let scalar = Value::String(text);
        notes.push(Note::new(NoteKind::Converted, format!("args: {} was read as the only argument", shown(&scalar))));
        return Ok(Some(Value::Array(vec![scalar])));
    }
    match literal::parse_value(trimmed) {
        Ok(value) => {
            notes.push(Note::new(NoteKind::Decoded, "\"args\" came as text and was read as JSON"));
            arguments(value, notes)
        }
        Err(error) => {
            let message = format!("args: received text that begins like JSON, but {}. Nothing was run.", error.kind);
            let error = InputError::new(Code::InvalidArgument, "input.bad_args", message);
            // Where it was meant as text, this says so.
            Err(error.with_attempt(Value::Array(vec![Value::String(text)])))
        }
    }
}

/// `{"0": a, "1": b}` are positional arguments.
fn by_position(map: Map<String, Value>, notes: &mut Vec<Note>) -> Value {
    let positions = !map.is_empty() && map.keys().enumerate().all(|(n, key)| key.parse() == Ok(n));
    if !positions {
        return Value::Object(map);
    }
    notes.push(Note::new(NoteKind::Converted, "args: numbered keys were read as positions"));
    Value::Array(map.into_iter().map(|(_, value)| value).collect())
}

/// The arguments in the path and those beside it, as one.
fn join(path: &Path, in_path: Option<Vec<Value>>, beside: Option<Value>) -> Result<Option<Value>, InputError> {
    let Some(list) = in_path else { return Ok(beside) };
    let inner = match <[Value; 1]>::try_from(list) {
        Ok([Value::Object(map)]) => Value::Object(map),
        Ok([one]) => Value::Array(vec![one]),
        Err(list) => Value::Array(list),
    };
    match beside {
        Some(outer) if says_something(&inner) && says_something(&outer) && inner != outer => {
            let message = "arguments stand in the path and in \"args\"; expected one of the two. Nothing was run.";
            let kept = Operation { path: path.to_string(), args: Some(inner), value: None };
            Err(InputError::new(Code::InvalidArgument, "input.conflict", message).with_attempt(write::operation(&kept)))
        }
        Some(outer) if says_something(&outer) => Ok(Some(outer)),
        _ => Ok(Some(inner)),
    }
}

/// Arguments where the path decides what they can mean.
fn settle(
    path: &Path,
    args: Option<Value>,
    has_value: bool,
    notes: &mut Vec<Note>,
) -> Result<Option<Value>, InputError> {
    let Some(args) = args else { return Ok(None) };
    let said = says_something(&args);
    // Of what is asked about a path, only a picture takes arguments.
    let asks = matches!(path.segments.last(), Some(Segment::Special(special)) if *special != Special::Picture);
    if !said && (path.segments.is_empty() || has_value || asks) {
        return Ok(None);
    }
    if asks {
        notes.push(Note::new(NoteKind::Ignored, "arguments have no meaning behind $help and its like"));
        return Ok(None);
    }
    if path.segments.is_empty() {
        let message = "\"args\" stands without a \"path\"; expected the path of a method. Nothing was run.";
        return Err(InputError::new(Code::BadPath, "input.no_path", message).with_attempt(write::path_only("")));
    }
    // What apps and tools take is declared by them: there the check of arguments decides (`unnest`).
    let own = matches!(path.segments.first(), Some(Segment::Name(root)) if root != "app" && root != "tools");
    match unnest(&args, &[])
        .filter(|_| own && nested_in(&args).is_some_and(|name| name != "fields" && name != "values" && name != "data"))
    {
        Some(inner) => {
            notes.push(Note::new(NoteKind::Unwrapped, "\"args\" was nested one level too deep"));
            Ok(Some(inner))
        }
        None => Ok(Some(args)),
    }
}

/// The name in which all arguments are nested.
fn nested_in(args: &Value) -> Option<&str> {
    let Value::Object(map) = args else { return None };
    let mut entries = map.iter();
    let (name, _) = entries.next()?;
    (entries.next().is_none() && NESTS.contains(&name.as_str())).then_some(name)
}

/// Named arguments that are nested one level too deep (`{"args": {…}}`), taken out. Nothing where they are
/// not, or where the member itself declares a parameter of that name.
#[must_use]
pub fn unnest(args: &Value, declared: &[&str]) -> Option<Value> {
    let name = nested_in(args)?;
    let inner = args.get(name)?;
    let wraps = inner.is_object() || (inner.is_array() && matches!(name, "args" | "arguments"));
    (wraps && !declared.contains(&name)).then(|| inner.clone())
}
