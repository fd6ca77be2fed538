//! `things FILE`: for each line of a file, `{"page", "parts": [facts …]}`, prints a line with the details of all fields,
//! tables and lists that are shown, and the labels of the rest. The benches compare them with answer keys.
//! It must never decide anything itself.

use std::fmt::Write as _;
use std::path::Path;

use onecall_core::model::aria::{Memo, View};
use onecall_core::model::outline::{Kind, Outline, ThingId};
use onecall_core::model::{field, list, table};
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
    let (page, dom) = crate::captured::line(line)?;
    let memo = Memo::default();
    let view = View { dom: &dom, memo: &memo };
    let outline = Outline::build(view, false);
    let all = |kind: Kind| outline.within(outline.page(), kind);
    let fields: Vec<Value> = all(Kind::Field).iter().map(|id| field(view, &outline, *id)).collect();
    let tables: Vec<Value> = all(Kind::Table).iter().map(|id| table(view, &outline, *id)).collect();
    let lists: Vec<Value> = all(Kind::List).iter().map(|id| list(view, &outline, *id)).collect();
    let mut labels = serde_json::Map::new();
    for kind in Kind::ALL {
        let of_kind: Vec<String> = all(*kind).iter().map(|id| outline.label(view, *id)).collect();
        if !of_kind.is_empty() {
            labels.insert(format!("{kind:?}").to_lowercase(), json!(of_kind));
        }
    }
    Ok(json!({ "page": page, "fields": fields, "tables": tables, "lists": lists, "labels": labels }))
}

fn field(view: View<'_>, outline: &Outline, id: ThingId) -> Value {
    let facts = field::read(view, outline, id);
    let options: Vec<Value> = facts
        .options
        .iter()
        .map(|one| json!({ "label": one.label, "selected": one.selected, "disabled": one.disabled, "hint": one.hint }))
        .collect();
    json!({
        "label": outline.label(view, id), "kind": facts.kind.as_str(), "value": facts.value, "options": options,
        "disabled": facts.disabled, "error": facts.error, "hint": facts.hint,
    })
}

fn table(view: View<'_>, outline: &Outline, id: ThingId) -> Value {
    let table = outline.thing(id).map(|thing| table::read(view, thing.node)).unwrap_or_default();
    let rows: Vec<Value> = table
        .rows
        .iter()
        .map(|row| {
            let cells = (0..table.columns.len()).map(|at| row.cell(at).map_or("", |cell| cell.text.as_str()));
            json!({ "key": row.key, "cells": cells.collect::<Vec<_>>() })
        })
        .collect();
    json!({ "label": outline.label(view, id), "caption": table.caption, "columns": table.columns, "rows": rows })
}

fn list(view: View<'_>, outline: &Outline, id: ThingId) -> Value {
    let list = list::read(view, outline, id);
    let items: Vec<Value> =
        list.items.iter().map(|item| json!({ "key": item.key, "text": item.text, "parts": item.parts })).collect();
    json!({ "label": outline.label(view, id), "columns": list.columns, "items": items })
}
