//! One thing in a few words: what stands beside its path in an overview, a list or a change.

use super::text::quote;
use crate::member::Tree;
use crate::model::field::FieldKind;
use crate::model::look;
use crate::model::outline::{Kind, ThingId};

/// How many names a gist shows.
const NAMES: usize = 5;

/// A thing in a few words.
#[must_use]
pub fn gist(tree: &Tree, id: ThingId) -> String {
    match tree.kind(id) {
        Kind::Form => form(tree, id),
        Kind::Dialog => dialog(tree, id),
        Kind::Table => {
            let columns = names(&tree.columns(id));
            let total = extent(tree, id);
            if columns.is_empty() { total } else { format!("{total} · {columns}") }
        }
        Kind::List | Kind::Menu | Kind::Tablist | Kind::Tree => items(tree, id),
        Kind::Field => field(tree, id),
        Kind::Editor => "editor".into(),
        Kind::Alert => quote(&cut(&tree.whole_text(id), 160)),
        Kind::Spot => spot(tree, id),
        Kind::Button => button(tree, id),
        Kind::Tab | Kind::MenuItem | Kind::TreeItem | Kind::Link => tree.state_words(id),
        _ => counts(tree, id),
    }
}

fn form(tree: &Tree, id: ThingId) -> String {
    let fields = labels(tree, id, Kind::Field);
    match (fields.is_empty(), tree.submits(id)) {
        (true, _) => "submit".into(),
        (false, true) => format!("{fields} · fill, submit"),
        (false, false) => format!("{fields} · fill"),
    }
}

fn dialog(tree: &Tree, id: ThingId) -> String {
    let fields: Vec<String> = tree
        .outline()
        .within(id, Kind::Field)
        .iter()
        .take(NAMES)
        .map(|field| {
            let facts = tree.field(*field);
            let value = if facts.value.is_empty() || facts.secret {
                String::new()
            } else {
                format!(" {}", quote(&cut(&facts.value, 30)))
            };
            format!("{}{}{value}", quote(&tree.label(*field)), if facts.required { " (required)" } else { "" })
        })
        .collect();
    let buttons: Vec<String> =
        tree.outline().within(id, Kind::Button).iter().take(NAMES).map(|button| quote(&tree.label(*button))).collect();
    let mut parts = Vec::new();
    if !fields.is_empty() {
        parts.push(format!("fields {}", fields.join(", ")));
    }
    if !buttons.is_empty() {
        parts.push(format!("buttons {}", buttons.join(", ")));
    }
    let text = if parts.is_empty() { cut(&tree.whole_text(id), 100) } else { String::new() };
    if parts.is_empty() && !text.is_empty() { quote(&text) } else { parts.join(" · ") }
}

/// How many rows or items there are, told honestly where only some are there.
#[must_use]
pub fn extent(tree: &Tree, id: ThingId) -> String {
    let kind = if tree.kind(id) == Kind::Table { Kind::Row } else { Kind::Item };
    let here = tree.outline().owned(id, kind).len();
    loaded(tree, id).unwrap_or_else(|| plural(here, kind.one()))
}

/// Of a table or list of which only a part is there: how much.
#[must_use]
pub fn loaded(tree: &Tree, id: ThingId) -> Option<String> {
    let (kind, total) = tree.unloaded(id)?;
    let here = tree.outline().owned(id, kind).len();
    Some(match total {
        Some(total) => format!("{here} of {total} {} loaded", kind.many()),
        None => format!("{} loaded, more come", plural(here, kind.one())),
    })
}

/// Its states; in a drawing also what is seen of it.
fn button(tree: &Tree, id: ThingId) -> String {
    let seen = tree.outline().thing(id).and_then(|thing| look::of(tree.dom(), thing.node)).map(|look| look.long());
    [seen, Some(tree.state_words(id)).filter(|state| !state.is_empty())]
        .into_iter()
        .flatten()
        .collect::<Vec<_>>()
        .join(" · ")
}

/// What is seen of it, and what developers call it where it has no words.
fn spot(tree: &Tree, id: ThingId) -> String {
    let Some(thing) = tree.outline().thing(id) else { return String::new() };
    let dom = tree.dom();
    let seen = look::of(dom, thing.node).map(|look| look.long());
    let empty = dom.first(thing.node).is_none();
    let called = dom.attr(thing.node, "class").filter(|_| empty).map(|class| format!("class {}", quote(class)));
    [seen, called].into_iter().flatten().collect::<Vec<_>>().join(" ")
}

fn items(tree: &Tree, id: ThingId) -> String {
    let kind = match tree.kind(id) {
        Kind::Menu => Kind::MenuItem,
        Kind::Tablist => Kind::Tab,
        Kind::Tree => Kind::TreeItem,
        _ => Kind::Item,
    };
    let things = tree.members(id, kind).things;
    if things.is_empty() {
        return counts(tree, id);
    }
    let shown: Vec<String> = things.iter().take(3).map(|item| quote(&cut(&tree.label(*item), 40))).collect();
    let more = if things.len() > 3 { ", …" } else { "" };
    let count = if kind == Kind::Item { extent(tree, id) } else { plural(things.len(), kind.one()) };
    format!("{count} · {}{more}", shown.join(", "))
}

/// A field: kind, value, what it needs.
#[must_use]
pub fn field(tree: &Tree, id: ThingId) -> String {
    let facts = tree.field(id);
    let mut parts = vec![facts.kind.as_str().to_owned()];
    if facts.required {
        parts.push("required".into());
    }
    let value = match facts.kind {
        _ if facts.secret && !facts.value.is_empty() => "set".into(),
        _ if facts.secret => "secret".into(),
        FieldKind::Checkbox | FieldKind::Switch => facts.value.clone(),
        _ => format!("= {}", quote(&cut(&facts.value, 60))),
    };
    parts.push(value);
    if let Some(error) = &facts.error {
        parts.push(format!("error {}", quote(&cut(error, 100))));
    }
    let rest = tree.state_words(id);
    if !rest.is_empty() {
        parts.push(rest);
    }
    parts.join(" ")
}

/// `1 form, 3 buttons, 12 links`.
#[must_use]
pub fn counts(tree: &Tree, id: ThingId) -> String {
    let shown: Vec<String> = tree
        .holdings(id)
        .into_iter()
        .filter(|(kind, _)| !matches!(kind, Kind::Main | Kind::Nav | Kind::Region | Kind::Row | Kind::Section))
        .map(|(kind, count)| plural(count, kind.one()))
        .collect();
    if shown.is_empty() { "text".into() } else { shown.join(", ") }
}

/// `1 form`, `2 forms`.
#[must_use]
pub fn plural(count: usize, one: &str) -> String {
    match (count, one) {
        (1, _) => format!("1 {one}"),
        (_, "canvas") => format!("{count} canvases"),
        (_, "media") => format!("{count} media"),
        _ => format!("{count} {one}s"),
    }
}

fn labels(tree: &Tree, id: ThingId, kind: Kind) -> String {
    let all: Vec<String> = tree.members(id, kind).things.iter().map(|one| tree.label(*one)).collect();
    names(&all)
}

/// The first few names, quoted, and how many more.
#[must_use]
pub fn names(all: &[String]) -> String {
    let shown: Vec<String> = all.iter().take(NAMES).map(|name| quote(&cut(name, 40))).collect();
    let more = if all.len() > NAMES { format!(" and {} more", all.len() - NAMES) } else { String::new() };
    format!("{}{more}", shown.join(", "))
}

/// The first labels of things, and how many more there are.
#[must_use]
pub fn called(tree: &Tree, things: &[ThingId]) -> String {
    let shown: Vec<String> = things.iter().take(NAMES).map(|id| quote(&cut(&tree.called(*id), 40))).collect();
    let more = if things.len() > NAMES { format!(" and {} more", things.len() - NAMES) } else { String::new() };
    format!("{}{more}", shown.join(", "))
}

/// The first characters of a text.
#[must_use]
pub fn cut(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some((at, _)) => format!("{}…", text.get(..at).unwrap_or("").trim_end()),
        None => text.to_owned(),
    }
}
