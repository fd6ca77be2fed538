//! Examples: values and arguments that would work, for hints, help and faults.
//! It must never suggest what the field would refuse.

use onecall_protocol::{Value, json};

use super::place::{Ask, Group};
use super::tree::Tree;
use crate::model::field::FieldKind;
use crate::model::outline::{Kind, ThingId};
use crate::text::figure;

/// A value that a field would take.
#[must_use]
pub fn example(tree: &Tree, field: ThingId) -> Value {
    if tree.kind(field) == Kind::Editor {
        return json!("…");
    }
    let facts = tree.field(field);
    let open = facts.options.iter().find(|one| !one.disabled && !one.selected && !one.label.is_empty());
    match facts.kind {
        FieldKind::Checkbox | FieldKind::Switch => json!(true),
        FieldKind::Number | FieldKind::Slider | FieldKind::Spinbutton => {
            let least = facts.min.as_deref().and_then(figure::read).unwrap_or(1.0);
            if least.fract() == 0.0 && least.abs() < 1e9 { json!(least as i64) } else { json!(least) }
        }
        FieldKind::Date => json!("2026-11-30"),
        FieldKind::Month => json!("2026-11"),
        FieldKind::Week => json!("2026-W48"),
        FieldKind::Time => json!("14:30"),
        FieldKind::DateTime => json!("2026-11-30T14:30"),
        FieldKind::Color => json!("#3366ff"),
        FieldKind::Email => json!("ann@example.com"),
        FieldKind::File => json!({"name": "notes.txt", "text": "…"}),
        _ => json!(open.map_or("…", |one| one.label.as_str())),
    }
}

/// Arguments that a question to a group would take.
#[must_use]
pub fn example_ask(tree: &Tree, group: &Group, ask: Ask) -> Value {
    let columns = tree.group_columns(group);
    let first = columns.first().map_or("text", String::as_str);
    match ask {
        Ask::Where => {
            let text = |column: &&String| group.things.first().and_then(|id| tree.column_text(*id, column));
            // What a column with few values holds; a key would find one row only.
            let column = columns.iter().find(|column| repeats(tree, group, column)).or(columns.last());
            json!([{ column.map_or("text", String::as_str): column.as_ref().and_then(text).unwrap_or_default() }])
        }
        Ask::Select => json!(columns.iter().take(2).collect::<Vec<_>>()),
        Ask::Sort => json!([first, "desc"]),
        Ask::Count | Ask::Last => json!([]),
        Ask::Slice => json!([0, 5]),
        Ask::Take => json!([5]),
        Ask::At => json!([0]),
        Ask::Text => json!(["words that stand in it"]),
        Ask::After => json!([group.things.first().map(|id| tree.key(*id)).unwrap_or_default()]),
    }
}

/// Does a column hold few values, each of them often?
fn repeats(tree: &Tree, group: &Group, column: &str) -> bool {
    let mut texts: Vec<String> = group.things.iter().take(30).filter_map(|id| tree.column_text(*id, column)).collect();
    let all = texts.len();
    crate::order::sort(&mut texts);
    texts.dedup();
    texts.len() > 1 && texts.len() * 2 <= all
}

/// Arguments of a `fill` that would work here: the fields that are still empty, required ones first.
#[must_use]
pub fn example_fill(tree: &Tree, of: ThingId) -> Value {
    let mut fields: Vec<ThingId> = tree.members(of, Kind::Field).things;
    fields.retain(|id| !tree.field(*id).disabled && !tree.field(*id).readonly);
    crate::order::sort_by_key(&mut fields, |id| (!tree.field(*id).required, !tree.field(*id).value.is_empty()));
    Value::Object(fields.iter().take(3).map(|id| (tree.key(*id), example(tree, *id))).collect())
}
