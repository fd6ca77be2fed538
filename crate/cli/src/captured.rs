//! Facts that a browser captured, kept as lines `{"page", "parts": [facts …]}`.

use onecall_core::model::dom::Dom;
use onecall_core::protocol::facts::Facts;
use serde_json::Value;

/// The page and its mirror.
pub fn line(line: &str) -> Result<(String, Dom), String> {
    let mut value: Value = serde_json::from_str(line).map_err(|error| error.to_string())?;
    let page = value.get("page").and_then(Value::as_str).unwrap_or("").to_owned();
    let parts = value.get_mut("parts").map(Value::take).unwrap_or_default();
    let parts: Vec<Facts> = serde_json::from_value(parts).map_err(|error| format!("{page}: {error}"))?;
    let mut dom = Dom::new();
    for part in &parts {
        dom.apply(&part.head, &part.nodes, &part.text);
    }
    Ok((page, dom))
}
