//! `names FILE`: for each line of a file, `{"page", "parts": [facts …]}`, prints a line with role, name and description of
//! every element, as `{"page", "odd", "nodes": [[handle, role, name, description, exposed], …]}`. The benches compare
//! them with what browsers and test suites say. It must never decide anything itself.

use std::fmt::Write as _;
use std::path::Path;

use onecall_core::model::aria::{Memo, Shown, View};
use onecall_core::model::dom::Dom;
use onecall_core::protocol::facts::Facts;
use serde_json::{Value, json};

/// Reads the file and gives all lines.
pub fn run(file: &Path) -> Result<String, String> {
    let text = std::fs::read_to_string(file).map_err(|error| format!("{}: {error}", file.display()))?;
    let mut out = String::new();
    for (at, line) in text.lines().enumerate() {
        let answer = page(line).map_err(|error| format!("{}:{}: {error}", file.display(), at + 1))?;
        let _ = writeln!(out, "{answer}");
    }
    Ok(out)
}

fn page(line: &str) -> Result<Value, String> {
    let value: Value = serde_json::from_str(line).map_err(|error| error.to_string())?;
    let parts = value.get("parts").ok_or("no parts")?;
    let parts: Vec<Facts> = serde_json::from_value(parts.clone()).map_err(|error| error.to_string())?;
    let mut dom = Dom::new();
    let mut odd = Vec::new();
    for part in &parts {
        odd.extend(dom.apply(&part.head, &part.nodes, &part.text).iter().map(|diagnostic| format!("{diagnostic:?}")));
    }
    let memo = Memo::default();
    let view = View { dom: &dom, memo: &memo };
    let elements = dom.root().into_iter().flat_map(|root| dom.walk(root)).filter(|id| dom.is_element(*id));
    let nodes: Vec<Value> = elements
        .map(|id| {
            let shown = !matches!(view.shown(id), Shown::NotRendered | Shown::NotExposed);
            json!([dom.handle(id), view.role(id).as_str(), &*view.name(id), view.description(id), shown])
        })
        .collect();
    Ok(json!({ "page": value.get("page"), "odd": odd, "nodes": nodes }))
}
