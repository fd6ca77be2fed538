//! The tool's raw input: whatever JSON an agent sent becomes one [`Call`] in canonical form, with notes
//! about what had to be guessed, or an error that shows the call that would work. Everything a call may
//! do is in that `Call`; no one reads the raw input again. It must never look at the tree.

mod fields;
mod operation;
#[cfg(test)]
mod tests;
mod write;

use crate::limits;
use crate::protocol::call::{Call, Operation};
use crate::protocol::{Map, Value, answer, fault};

pub use operation::unnest;
pub use write::write_input;

/// Something in the input that had to be guessed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Note {
    /// What kind of guess.
    pub kind: NoteKind,
    /// One sentence for the answer; text of the caller stands in it as JSON strings only.
    pub text: String,
}

/// Kinds of guesses.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NoteKind {
    /// The path was written in another form than the canonical one.
    ReadAs,
    /// A key that looks like a position.
    NumericKey,
    /// Fields or arguments were nested one level too deep.
    Unwrapped,
    /// A field has another name here.
    Renamed,
    /// Text was read as JSON.
    Decoded,
    /// A value of another type was converted.
    Converted,
    /// A number was brought within its bounds.
    Clamped,
    /// Something without effect was left out.
    Ignored,
}

impl Note {
    fn new(kind: NoteKind, text: impl Into<String>) -> Self {
        Self { kind, text: text.into() }
    }
}

/// What was wrong with an input.
#[derive(Debug, Clone, PartialEq)]
pub struct InputError {
    /// The fault's code.
    pub code: fault::Code,
    /// What exactly, stable: `input.unknown_field`, or a path's `path.unclosed_bracket`.
    pub detail: &'static str,
    /// One or two sentences: where, what was found, what was expected.
    pub message: String,
    /// Near names.
    pub near: Vec<String>,
    /// The field that can be left out.
    field: Option<&'static str>,
    /// An input that reads; it may still name nothing.
    pub attempt: Option<Box<Value>>,
}

impl InputError {
    fn new(code: fault::Code, detail: &'static str, message: impl Into<String>) -> Self {
        Self { code, detail, message: message.into(), near: Vec::new(), field: None, attempt: None }
    }

    fn of_field(mut self, name: &'static str) -> Self {
        self.field = Some(name);
        self
    }

    fn with_attempt(mut self, attempt: Value) -> Self {
        self.attempt = Some(Box::new(attempt));
        self
    }
}

impl From<InputError> for answer::Fault {
    fn from(error: InputError) -> Self {
        Self { near: error.near, attempt: error.attempt.map(|value| *value), ..Self::new(error.code, error.message) }
    }
}

/// Reads what an agent sent.
///
/// # Errors
/// Where the input cannot be read as one meaning only; nothing has happened then.
pub fn read_input(value: &Value) -> Result<(Call, Vec<Note>), InputError> {
    read_once(value).map_err(|mut error| {
        error.attempt = error.attempt.or_else(|| without(value, error.field));
        // What is offered must read; it is tried once, and its own suggestion is not followed.
        error.attempt = error.attempt.filter(|attempt| read_once(attempt).is_ok());
        error.message = finished(error.message);
        error
    })
}

/// The same input without the field that was wrong.
fn without(value: &Value, field: Option<&str>) -> Option<Box<Value>> {
    let mut rest = value.as_object()?.clone();
    rest.remove(field?)?;
    Some(Box::new(Value::Object(rest)))
}

/// A message as a sentence that says that nothing has happened.
fn finished(mut message: String) -> String {
    const SAID: &str = "Nothing was run.";
    if !message.ends_with(SAID) {
        message.push_str(if message.ends_with(['.', '?']) { " " } else { ". " });
        message.push_str(SAID);
    }
    message
}

fn read_once(value: &Value) -> Result<(Call, Vec<Note>), InputError> {
    if !is_shallow(value, limits::JSON_DEPTH + 8) {
        let message = format!("the input is nested deeper than {} levels", limits::JSON_DEPTH);
        return Err(InputError::new(fault::Code::TooLarge, "input.too_deep", message));
    }
    if size_of(value) > limits::INPUT_BYTES {
        let message = format!("the input has more than {} bytes of text", limits::INPUT_BYTES);
        return Err(InputError::new(fault::Code::TooLarge, "input.too_large", message));
    }
    let mut notes = Vec::new();
    let mut fields = fields::open(value, &mut notes)?;
    fields::lift(&mut fields, &mut notes);
    let mut call = Call {
        budget: fields::budget(fields.remove("budget"), &mut notes)?,
        format: fields::format(fields.remove("format"))?,
        timeout: fields::timeout(fields.remove("timeout"), &mut notes)?,
        ..Call::default()
    };
    let given = fields.remove("steps");
    let none = given.as_ref().and_then(Value::as_array).is_some_and(Vec::is_empty);
    if none && !fields.get("path").is_some_and(says_something) {
        let message = "steps: received an empty list, expected at least one {path, args, value}";
        let error = InputError::new(fault::Code::BadPath, "input.bad_steps", message);
        return Err(error.with_attempt(write::path_only("")));
    }
    match given.filter(says_something) {
        Some(steps) => {
            call.operations = steps_of(steps, &mut fields, &mut notes)?;
            call.batch = true;
        }
        None => call.operations.push(operation::read(&mut fields, &mut notes)?),
    }
    Ok((call, notes))
}

/// The operations of a batch. All are read before any is run.
fn steps_of(
    steps: Value,
    fields: &mut Map<String, Value>,
    notes: &mut Vec<Note>,
) -> Result<Vec<Operation>, InputError> {
    let items = fields::step_list(steps, notes)?;
    if items.len() > limits::STEPS {
        let message = format!("steps: received {}, at most {} fit into one call", items.len(), limits::STEPS);
        return Err(InputError::new(fault::Code::TooLarge, "input.too_many_steps", message));
    }
    let beside = ["path", "args", "value"].into_iter().find(|name| fields.get(*name).is_some_and(says_something));
    if let Some(name) = beside {
        let mut all = vec![Value::Object(std::mem::take(fields))];
        all.extend(items);
        let message = format!("\"{name}\" stands beside \"steps\"; expected one of the two. Nothing was run.");
        let error = InputError::new(fault::Code::BadPath, "input.conflict", message);
        return Err(error.with_attempt(Value::Object(Map::from_iter([("steps".to_owned(), Value::Array(all))]))));
    }
    let mut operations = Vec::with_capacity(items.len());
    for (n, item) in items.iter().enumerate() {
        let read = fields::open_step(item, notes).and_then(|mut fields| operation::read(&mut fields, notes));
        operations.push(read.map_err(|error| in_step(&items, n, error))?);
    }
    Ok(operations)
}

/// An error in one of several steps; what is offered is the whole list with that step corrected.
fn in_step(items: &[Value], n: usize, mut error: InputError) -> InputError {
    error.message = format!("steps[{n}]: {}", error.message);
    error.attempt = error.attempt.map(|step| {
        let mut all = items.to_vec();
        if let Some(place) = all.get_mut(n) {
            *place = *step;
        }
        Box::new(Value::Object(Map::from_iter([("steps".to_owned(), Value::Array(all))])))
    });
    error
}

/// Is it more than the empty value that some clients put into every field?
fn says_something(value: &Value) -> bool {
    match value {
        Value::Null => false,
        Value::String(text) => !text.trim().is_empty(),
        Value::Array(items) => !items.is_empty(),
        Value::Object(map) => !map.is_empty(),
        Value::Bool(_) | Value::Number(_) => true,
    }
}

/// What a value is called in messages.
fn type_of(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(_) => "number",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    }
}

/// A value as a message shows it: short, on one line.
fn shown(value: &Value) -> String {
    const MOST: usize = 60;
    let text = crate::path::print::json_value(value);
    match text.char_indices().nth(MOST) {
        Some((at, _)) => format!("{}… ({})", text.get(..at).unwrap_or_default(), type_of(value)),
        None => format!("{text} ({})", type_of(value)),
    }
}

/// Is a value nested no deeper than `most`? Looked at without recursion, since that is what is bounded.
fn is_shallow(value: &Value, most: usize) -> bool {
    let mut open = vec![(value, 0)];
    while let Some((value, depth)) = open.pop() {
        if depth > most {
            return false;
        }
        match value {
            Value::Array(items) => open.extend(items.iter().map(|item| (item, depth + 1))),
            Value::Object(map) => open.extend(map.values().map(|item| (item, depth + 1))),
            _ => {}
        }
    }
    true
}

/// Bytes of text in a value whose depth is bounded already.
fn size_of(value: &Value) -> usize {
    match value {
        Value::String(text) => text.len(),
        Value::Array(items) => items.iter().map(|item| 1 + size_of(item)).sum(),
        Value::Object(map) => map.iter().map(|(key, item)| 1 + key.len() + size_of(item)).sum(),
        _ => 8,
    }
}
