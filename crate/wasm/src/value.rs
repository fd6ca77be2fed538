//! JSON values as plain JavaScript ones and back, as a port would carry them: no `Map`, no `BigInt`, `null` for what is
//! absent. It must never run code of the page: what is no JSON is read as `null`.

use js_sys::{Array, Object};
use onecall_protocol::{Map, Value};
use wasm_bindgen::prelude::{JsCast, JsValue};

/// The largest whole number up to which all have a number of their own in JavaScript.
const WHOLE: f64 = 9_007_199_254_740_991.0;

/// From JavaScript. Hosts bound how deep a message goes; what is deeper than the stack traps.
pub fn from_js(js: &JsValue) -> Value {
    if let Some(text) = js.as_string() {
        return Value::String(text);
    }
    if let Some(number) = js.as_f64() {
        let whole = number.fract() == 0.0 && number.abs() <= WHOLE;
        return if whole { Value::from(number as i64) } else { Value::from(number) };
    }
    if let Some(either) = js.as_bool() {
        return Value::Bool(either);
    }
    if Array::is_array(js) {
        return Value::Array(js.unchecked_ref::<Array>().iter().map(|one| from_js(&one)).collect());
    }
    if !js.is_object() {
        return Value::Null;
    }
    let mut parts = Map::new();
    // Not asked what it is an instance of: an object may come from a frame, or have no prototype.
    for entry in Object::entries(js.unchecked_ref::<Object>()).iter() {
        if let Some(entry) = entry.dyn_ref::<Array>() {
            parts.insert(entry.get(0).as_string().unwrap_or_default(), from_js(&entry.get(1)));
        }
    }
    Value::Object(parts)
}

/// As JavaScript has it.
pub fn to_js(value: &Value) -> JsValue {
    match value {
        Value::Null => JsValue::NULL,
        Value::Bool(either) => JsValue::from_bool(*either),
        Value::Number(number) => JsValue::from_f64(number.as_f64().unwrap_or(f64::NAN)),
        Value::String(text) => JsValue::from_str(text),
        Value::Array(several) => several.iter().map(to_js).collect::<Array>().into(),
        // Made of entries, a part called `__proto__` is a part like any other.
        Value::Object(parts) => {
            let entry = |(name, value): (&String, &Value)| Array::of2(&JsValue::from_str(name), &to_js(value));
            let entries: Array = parts.iter().map(entry).collect();
            Object::from_entries(&entries).map_or(JsValue::NULL, JsValue::from)
        }
    }
}
