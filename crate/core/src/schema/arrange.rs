//! Arguments however they were given (by name, by position, nested one level too deep, as JSON text) as the one
//! object that a schema describes. It must never drop what was given: what finds no place is an error.

use onecall_protocol::{Map, Value, form};

use super::Wrong;
use super::words::{received, resolved, signature};

/// Arguments by name. What is left over or ambiguous is told.
///
/// # Errors
/// Where they cannot be brought into order; whether they are right is for [`super::check`].
pub fn arrange(schema: &Value, given: &Value) -> Result<Value, Wrong> {
    let root = resolved(schema, schema);
    let properties = root.get("properties").and_then(Value::as_object);
    let names: Vec<&String> = properties.into_iter().flat_map(Map::keys).collect();
    match given {
        Value::Null => Ok(Value::Object(Map::new())),
        Value::String(text) => match form::json(text) {
            Some(inner @ (Value::Object(_) | Value::Array(_))) => arrange(schema, &inner),
            _ => positional(schema, &names, std::slice::from_ref(given)),
        },
        Value::Object(parts) => Ok(unwrapped(root, &names, parts)),
        Value::Array(several) => match several.as_slice() {
            // One object is named arguments, unless the first argument is an object of its own.
            [Value::Object(parts)] if !takes_object(schema, properties, &names, parts) => {
                Ok(unwrapped(root, &names, parts))
            }
            [Value::Null] if names.is_empty() => Ok(Value::Object(Map::new())),
            several => positional(schema, &names, several),
        },
        other => positional(schema, &names, std::slice::from_ref(other)),
    }
}

/// Is one positional object meant as the first argument itself?
fn takes_object(
    schema: &Value,
    properties: Option<&Map<String, Value>>,
    names: &[&String],
    parts: &Map<String, Value>,
) -> bool {
    let Some(first) = names.first() else { return false };
    if parts.keys().any(|name| names.contains(&name)) {
        return false;
    }
    let of = properties.and_then(|known| known.get(first.as_str())).map(|of| resolved(schema, of));
    of.is_some_and(|of| of.get("type").and_then(Value::as_str) == Some("object") || of.get("properties").is_some())
}

/// Without a wrapping that the schema does not know.
fn unwrapped(root: &Value, names: &[&String], parts: &Map<String, Value>) -> Value {
    const WRAPS: [&str; 6] = ["args", "arguments", "input", "params", "parameters", "value"];
    if let (1, Some((name, inner @ Value::Object(_)))) = (parts.len(), parts.iter().next())
        && WRAPS.contains(&name.as_str())
        && !names.contains(&name)
        && root.get("properties").is_some()
    {
        return inner.clone();
    }
    Value::Object(parts.clone())
}

fn positional(schema: &Value, names: &[&String], several: &[Value]) -> Result<Value, Wrong> {
    if several.len() > names.len() {
        let extra = several.get(names.len()).map(received).unwrap_or_default();
        let expected = match names.len() {
            0 => "no arguments".to_owned(),
            1 => format!("one argument ({})", signature(schema, false)),
            n => format!("at most {n} arguments ({})", signature(schema, false)),
        };
        let at = format!("argument {}", names.len() + 1);
        return Err(Wrong { at, received: format!("received {extra}"), expected, near: Vec::new() });
    }
    // A null by position stands for an argument that is left out, unless the schema wants null.
    let wants_null = |name: &str| {
        let of = schema.get("properties").and_then(|known| known.get(name));
        of.is_some_and(|of| super::check(of, &Value::Null).is_ok())
    };
    let given = names.iter().zip(several).filter(|(name, value)| !value.is_null() || wants_null(name));
    Ok(Value::Object(given.map(|(name, value)| ((*name).clone(), value.clone())).collect()))
}
