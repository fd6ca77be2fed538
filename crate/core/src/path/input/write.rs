//! Inputs as they are written in answers: the corrected call of a fault, a call worth making.
//! What is written here is read back by [`super::read_input`] as the same call.

use crate::protocol::call::{Call, Format, Operation};
use crate::protocol::{Map, Value};

/// The input that reads as this call.
#[must_use]
pub fn write_input(call: &Call) -> Value {
    let mut fields = Map::new();
    match call.operations.as_slice() {
        [one] if !call.batch => fields = entries(one),
        many => {
            let steps = many.iter().map(operation).collect();
            fields.insert("steps".to_owned(), Value::Array(steps));
        }
    }
    if let Some(budget) = call.budget {
        fields.insert("budget".to_owned(), budget.into());
    }
    if call.format == Format::Json {
        fields.insert("format".to_owned(), "json".into());
    }
    if let Some(millis) = call.timeout {
        let seconds =
            if millis % 1_000 == 0 { Value::from(millis / 1_000) } else { Value::from(f64::from(millis) / 1_000.0) };
        fields.insert("timeout".to_owned(), seconds);
    }
    Value::Object(fields)
}

/// The input for one operation.
pub(super) fn operation(operation: &Operation) -> Value {
    Value::Object(entries(operation))
}

/// The input that reads one path.
pub(super) fn path_only(path: &str) -> Value {
    operation(&Operation { path: path.to_owned(), args: None, value: None })
}

fn entries(operation: &Operation) -> Map<String, Value> {
    let mut fields = Map::new();
    if !operation.path.is_empty() {
        fields.insert("path".to_owned(), operation.path.clone().into());
    }
    if let Some(args) = &operation.args {
        fields.insert("args".to_owned(), args.clone());
    }
    if let Some(value) = &operation.value {
        fields.insert("value".to_owned(), value.clone());
    }
    fields
}
