//! Examples: values and arguments that would work, for hints, help and faults.
//! It must never suggest what the field would refuse.

use onecall_protocol::{Value, json};

use super::tree::Tree;
use crate::model::field::FieldKind;
use crate::model::outline::{Kind, ThingId};

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
            json!(facts.min.as_deref().and_then(|min| min.parse::<f64>().ok()).unwrap_or(1.0))
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

/// Arguments of a `fill` that would work here: the fields that are still empty, required ones first.
#[must_use]
pub fn example_fill(tree: &Tree, of: ThingId) -> Value {
    let mut fields: Vec<ThingId> = tree.members(of, Kind::Field).things;
    fields.retain(|id| !tree.field(*id).disabled && !tree.field(*id).readonly);
    crate::order::sort_by_key(&mut fields, |id| (!tree.field(*id).required, !tree.field(*id).value.is_empty()));
    Value::Object(fields.iter().take(3).map(|id| (tree.key(*id), example(tree, *id))).collect())
}
