//! Readings: what stands at a place, within a budget, with the path that continues where it was cut.
//! It must never run anything, and never show a secret.

use onecall_protocol::answer::Fault;
use onecall_protocol::fault::Code;
use onecall_protocol::{Map, Value, json};

use super::Draft;
use super::gist::{self, gist, plural};
use super::text::{cell, quote};
use super::{hint, tokens};
use crate::member::{Group, Place, Property, Tree, resolve};
use crate::model::outline::{Kind, ThingId};
use crate::path::{Path, Segment};

/// Reads a place. The things are those whose addresses are handed out, with the path each was given.
///
/// # Errors
/// Where a query asks for a column that is not there.
pub fn read(tree: &Tree, place: &Place, budget: u32) -> Result<(Draft, Vec<(String, ThingId)>), Fault> {
    let path = resolve::canonical(tree, place);
    let mut draft = Draft { path: path.to_string(), ..Draft::default() };
    let mut bound = Vec::new();
    match place {
        Place::Thing(id) => thing(tree, *id, budget, &mut draft, &mut bound),
        Place::Group(group) => list(tree, group, budget, &mut draft, &mut bound)?,
        Place::Property(id, property) => value(tree, *id, *property, None, budget, &mut draft),
        Place::Sliced(id, property, slice) => value(tree, *id, *property, Some(*slice), budget, &mut draft),
        _ => {}
    }
    Ok((draft, bound))
}

fn thing(tree: &Tree, id: ThingId, budget: u32, draft: &mut Draft, bound: &mut Vec<(String, ThingId)>) {
    let kind = tree.kind(id);
    draft.kind = kind.one().into();
    bound.push((draft.path.clone(), id));
    let gist = gist(tree, id);
    draft.head = match kind {
        Kind::Page => format!("page  {}", quote(&tree.dom().head().title)),
        Kind::Form | Kind::Table | Kind::List | Kind::Row | Kind::Item => draft.path.clone(),
        _ if gist.is_empty() => draft.path.clone(),
        _ => format!("{}  {gist}", draft.path),
    };
    draft.value = json!({ "label": tree.label(id) });
    let room = budget.saturating_sub(tokens::estimate(&draft.head) + 60);
    match kind {
        Kind::Table => inner(tree, id, Kind::Row, room, draft, bound),
        Kind::List => inner(tree, id, Kind::Item, room, draft, bound),
        Kind::Menu => inner(tree, id, Kind::MenuItem, room, draft, bound),
        Kind::Tablist => inner(tree, id, Kind::Tab, room, draft, bound),
        Kind::Tree => inner(tree, id, Kind::TreeItem, room, draft, bound),
        Kind::Form => inner(tree, id, Kind::Field, room, draft, bound),
        Kind::Row | Kind::Item => parts(tree, id, draft),
        Kind::Field => field(tree, id, draft),
        Kind::Link | Kind::Image | Kind::Frame | Kind::Media => {
            let url = url(tree, id);
            if !url.is_empty() {
                draft.lines.push(format!("url  {}", quote(&url)));
                draft.value = json!({ "label": tree.label(id), "url": url });
            }
        }
        _ => holdings(tree, id, room, draft, bound),
    }
    draft.members = hint::members(tree, id);
    draft.next = hint::next(tree, id);
}

/// What a container's own kind of things are, as rows.
fn inner(tree: &Tree, id: ThingId, kind: Kind, room: u32, draft: &mut Draft, bound: &mut Vec<(String, ThingId)>) {
    let group = tree.members(id, kind);
    if kind == Kind::Row {
        draft.head = format!("{}  {}", draft.path, gist::rows(tree, id));
    }
    if list(tree, &group, room, draft, bound).is_ok() && kind == Kind::Field {
        let buttons = tree.members(id, Kind::Button).things;
        for button in buttons.iter().take(6) {
            let state = gist::state(tree, *button);
            let state = if state.is_empty() { state } else { format!("  {state}") };
            let path = tree.address(*button).to_string();
            draft.lines.push(format!("{path}{state}"));
            bound.push((path, *button));
        }
    }
    draft.kind = tree.kind(id).one().into();
}

/// A row's cells or an item's parts, one a line.
fn parts(tree: &Tree, id: ThingId, draft: &mut Draft) {
    let mut value = Map::new();
    for (at, column) in tree.columns(id).iter().enumerate() {
        let property = if tree.kind(id) == Kind::Row { Property::Cell(at) } else { Property::Part(at) };
        let text = tree.cell_text(id, property);
        if text.is_empty() || tree.is_controls_of(id, column) {
            continue;
        }
        draft.lines.push(format!("{} | {}", quote(column), cell(&gist::cut(&text, 300))));
        value.insert(column.clone(), text.into());
    }
    for kind in [Kind::Button, Kind::Field, Kind::Link] {
        let labels: Vec<String> = tree.members(id, kind).things.iter().map(|one| tree.label(*one)).collect();
        if !labels.is_empty() && kind != Kind::Link {
            draft.lines.push(format!("{}  {}", kind.many(), gist::names(&labels)));
        }
    }
    if value.is_empty() {
        let text = tree.whole_text(id);
        draft.lines.insert(0, quote(&gist::cut(&text, 600)));
        draft.value = json!({ "text": text });
        return;
    }
    draft.value = Value::Object(value);
}

fn field(tree: &Tree, id: ThingId, draft: &mut Draft) {
    let facts = tree.field(id);
    let labels: Vec<String> = facts.options.iter().map(|one| one.label.clone()).collect();
    if !labels.is_empty() {
        let shown: Vec<String> = labels.iter().take(20).map(|one| quote(one)).collect();
        draft.lines.push(format!("options  {}", shown.join(", ")));
        if labels.len() > 20 {
            draft.more.push(format!("{}.options[20:{}]", draft.path, labels.len().min(70)));
        }
    }
    for (name, text) in [("hint", &facts.hint), ("error", &facts.error)] {
        if let Some(text) = text {
            draft.lines.push(format!("{name}  {}", quote(&gist::cut(text, 300))));
        }
    }
    let bounds: Vec<String> = [("min", &facts.min), ("max", &facts.max), ("pattern", &facts.pattern)]
        .iter()
        .filter_map(|(name, text)| text.as_ref().map(|text| format!("{name} {}", quote(text))))
        .chain(facts.maxlength.map(|most| format!("at most {most} characters")))
        .collect();
    if !bounds.is_empty() {
        draft.lines.push(format!("takes  {}", bounds.join(", ")));
    }
    draft.value = field_value(tree, id);
}

fn field_value(tree: &Tree, id: ThingId) -> Value {
    let facts = tree.field(id);
    let mut value = Map::new();
    value.insert("kind".into(), facts.kind.as_str().into());
    if !facts.secret {
        value.insert("value".into(), facts.value.clone().into());
    }
    value.insert("required".into(), facts.required.into());
    if let Some(error) = &facts.error {
        value.insert("error".into(), error.clone().into());
    }
    Value::Object(value)
}

/// What stands in a container, kind by kind, with paths while there is room.
fn holdings(tree: &Tree, id: ThingId, room: u32, draft: &mut Draft, bound: &mut Vec<(String, ThingId)>) {
    let mut left = room;
    if matches!(tree.kind(id), Kind::Dialog | Kind::Section | Kind::Alert | Kind::Region) {
        let text = tree.whole_text(id);
        if !text.is_empty() {
            let line = format!("text  {}", quote(&gist::cut(&text, 400)));
            left = left.saturating_sub(tokens::estimate(&line));
            draft.lines.push(line);
        }
    }
    let mut value = Map::new();
    for (kind, _) in tree.holdings(id) {
        // What a thing inside owns is that thing's to list.
        let mut things = tree.members(id, kind).things;
        things.retain(|one| tree.is_outermost(id, *one));
        let count = things.len();
        if count == 0 {
            continue;
        }
        value.insert(if kind == Kind::Main { "main".into() } else { kind.many().into() }, count.into());
        let mut shown = 0;
        // Few things are shown with their paths; many as a count with the first names.
        let most = if matches!(kind, Kind::Link | Kind::Image | Kind::Section) { 3 } else { 6 };
        if things.len() <= most {
            for one in &things {
                let path = tree.address(*one).to_string();
                let gist = gist(tree, *one);
                let line = format!("  {path}{}{gist}", if gist.is_empty() { "" } else { "  " });
                let cost = tokens::estimate(&line) + 1;
                if cost > left {
                    break;
                }
                left -= cost;
                draft.lines.push(line);
                bound.push((path, *one));
                shown += 1;
            }
        }
        if shown < things.len() {
            let labels: Vec<String> = things.iter().skip(shown).map(|one| tree.label(*one)).collect();
            let line = format!("  {}.{}  {}: {}", draft.path, kind.many(), labels.len(), gist::names(&labels));
            let cost = tokens::estimate(&line) + 1;
            if cost > left {
                draft.more.push(format!("{}.{}", draft.path, kind.many()));
                continue;
            }
            left -= cost;
            draft.lines.push(line);
        }
    }
    draft.value = Value::Object(value);
}

/// A group as lines: rows and fields in columns, other things by key.
fn list(
    tree: &Tree,
    group: &Group,
    budget: u32,
    draft: &mut Draft,
    bound: &mut Vec<(String, ThingId)>,
) -> Result<(), Fault> {
    draft.kind = group.kind.many().into();
    let chosen = tree.apply_query(group).map_err(|why| wrong_query(tree, group, why))?;
    let total = chosen_before_slice(tree, group)?;
    if group.query.count {
        draft.head = format!("{}  {total}", draft.path);
        draft.value = total.into();
        return Ok(());
    }
    let columns = shown_columns(tree, group)?;
    if draft.head.is_empty() {
        let of = if group.query.slice.is_some() {
            format!(" of {total}")
        } else {
            format!("  {}", plural(total, group.kind.one()))
        };
        draft.head = format!("{}{of}", draft.path);
    }
    if !columns.is_empty() {
        let names: Vec<String> = columns.iter().map(|column| cell(column)).collect();
        draft.lines.push(format!("\"key\" | {}", names.join(" | ")));
    }
    let mut left = budget.saturating_sub(
        draft.lines.iter().chain([&draft.head]).map(|line| tokens::estimate(line) + 1).sum::<u32>() + 40,
    );
    let mut values = Vec::new();
    let mut shown = 0;
    let first = group.query.slice.map_or(0, |slice| crate::member::query::range(slice, total).0);
    for id in &chosen {
        let (line, value) = row(tree, group, *id, &columns);
        let cost = tokens::estimate(&line) + 1;
        if cost > left && shown > 0 {
            break;
        }
        left = left.saturating_sub(cost);
        draft.lines.push(line);
        values.push(value);
        bound.push((tree.address(*id).to_string(), *id));
        let mut position = tree.group_path(&Group {
            query: crate::member::query::Query { slice: None, ..group.query.clone() },
            ..group.clone()
        });
        position.segments.push(Segment::Index((first + shown) as i64));
        bound.push((position.to_string(), *id));
        shown += 1;
    }
    draft.value = Value::Array(values);
    if chosen.is_empty() {
        draft.lines.push(empty(tree, group, total));
    }
    continued(tree, group, first, shown, total, &columns, draft);
    Ok(())
}

fn empty(tree: &Tree, group: &Group, total: usize) -> String {
    let searched = !group.query.filter.is_empty() || group.query.text.is_some();
    match group.things.len() {
        0 => "empty  there are none now".to_owned(),
        n if searched => format!("empty  none of {} matches", plural(n, group.kind.one())),
        _ if total > 0 => format!("empty  the slice is outside the {total}"),
        _ => format!("empty  {}", tree.label(group.of)),
    }
}

fn chosen_before_slice(tree: &Tree, group: &Group) -> Result<usize, Fault> {
    let whole = Group { query: crate::member::query::Query { slice: None, ..group.query.clone() }, ..group.clone() };
    tree.apply_query(&whole).map(|things| things.len()).map_err(|why| wrong_query(tree, group, why))
}

fn wrong_query(tree: &Tree, group: &Group, why: String) -> Fault {
    let plain = Group { query: crate::member::query::Query::default(), ..group.clone() };
    Fault {
        code: Code::InvalidArgument,
        message: format!("{}: {why}.", tree.group_path(&plain)),
        near: tree.group_columns(group),
        attempt: Some(json!({ "path": tree.group_path(&plain).to_string() })),
    }
}

fn shown_columns(tree: &Tree, group: &Group) -> Result<Vec<String>, Fault> {
    let known = tree.group_columns(group);
    if group.query.select.is_empty() {
        // A column that holds only buttons says the same in every row; its buttons are members of the row.
        let mut shown = known.clone();
        shown.retain(|column| !tree.is_controls(group, column));
        return Ok(if shown.is_empty() { known } else { shown });
    }
    let folded: Vec<String> = known.iter().map(|name| crate::member::keys::fold(name)).collect();
    group
        .query
        .select
        .iter()
        .map(|wanted| {
            let at = known
                .iter()
                .position(|name| name == wanted)
                .or_else(|| folded.iter().position(|name| *name == crate::member::keys::fold(wanted)));
            at.and_then(|at| known.get(at).cloned()).ok_or_else(|| {
                let names: Vec<String> = known.iter().map(|name| quote(name)).collect();
                wrong_query(
                    tree,
                    group,
                    format!("there is no column {}; there are {}", quote(wanted), names.join(", ")),
                )
            })
        })
        .collect()
}

fn row(tree: &Tree, group: &Group, id: ThingId, columns: &[String]) -> (String, Value) {
    // A key stands alone where it is enough; a whole path where the thing is owned by something else.
    let owner = tree.outline().thing(id).map(|thing| thing.owner);
    let here = owner == Some(group.of);
    let name = if here { quote(&tree.key(id)) } else { tree.address(id).to_string() };
    if group.kind == Kind::Field {
        let facts = tree.field(id);
        let line = format!("{name} | {} | {} | {}", facts.kind.as_str(), shown_value(tree, id), needs(tree, id));
        let mut value = field_value(tree, id);
        if let Value::Object(map) = &mut value {
            map.insert("key".into(), tree.key(id).into());
        }
        return (line.trim_end_matches([' ', '|']).to_owned(), value);
    }
    if columns.is_empty() {
        let gist = gist(tree, id);
        let line = if gist.is_empty() { name } else { format!("{name}  {gist}") };
        return (line, json!({ "key": tree.key(id), "path": tree.address(id).to_string() }));
    }
    let mut value = Map::new();
    value.insert("key".into(), tree.key(id).into());
    let mut cells = Vec::new();
    for column in columns {
        let text = tree.column_text(id, column).unwrap_or_default();
        cells.push(cell(&gist::cut(&text, 120)));
        value.insert(column.clone(), text.into());
    }
    (format!("{name} | {}", cells.join(" | ")), Value::Object(value))
}

fn shown_value(tree: &Tree, id: ThingId) -> String {
    let facts = tree.field(id);
    if facts.secret {
        return if facts.value.is_empty() { String::new() } else { "(set)".into() };
    }
    cell(&gist::cut(&facts.value, 60))
}

fn needs(tree: &Tree, id: ThingId) -> String {
    let facts = tree.field(id);
    let mut words = Vec::new();
    if facts.required {
        words.push("required".to_owned());
    }
    if let Some(error) = &facts.error {
        words.push(format!("error {}", quote(&gist::cut(error, 80))));
    }
    if !facts.options.is_empty() {
        let labels: Vec<String> = facts.options.iter().map(|one| one.label.clone()).collect();
        words.push(format!("options {}", gist::names(&labels)));
    }
    let state = gist::state(tree, id);
    if !state.is_empty() {
        words.push(state);
    }
    words.join(", ")
}

/// The paths that continue a list that was cut, and the ways to ask for less.
fn continued(
    tree: &Tree,
    group: &Group,
    first: usize,
    shown: usize,
    total: usize,
    columns: &[String],
    draft: &mut Draft,
) {
    let plain = Group { query: crate::member::query::Query { slice: None, ..group.query.clone() }, ..group.clone() };
    let path = tree.group_path(&plain);
    let end = group.query.slice.map_or(total, |slice| crate::member::query::range(slice, total).1);
    let at = first + shown;
    if at < total {
        let size = shown.clamp(5, 20);
        let to = if at < end { end.min(at + size) } else { total.min(at + size) };
        let mut rest = path.clone();
        rest.segments.push(Segment::Slice(Some(at as i64), Some(to as i64)));
        draft.more.push(format!("{rest} ({} left)", total - at));
        if group.query.filter.is_empty() && group.kind != Kind::Field && columns.len() > 1 {
            let sample = columns.iter().find_map(|column| sample(tree, group, column));
            if let Some(sample) = sample {
                draft.more.push(format!("{}.where({sample})", Path { segments: path.segments.clone() }));
            }
            let names: Vec<String> = columns.iter().take(2).map(|name| quote(name)).collect();
            draft.more.push(format!("….select({})", names.join(",")));
        }
    }
}

/// A condition worth trying: a column that takes few values.
fn sample(tree: &Tree, group: &Group, column: &str) -> Option<Value> {
    let texts: Vec<String> = group.things.iter().take(30).filter_map(|id| tree.column_text(*id, column)).collect();
    let first = texts.first().filter(|text| !text.is_empty() && text.chars().count() < 30)?;
    let mut distinct: Vec<&String> = texts.iter().collect();
    crate::order::sort(&mut distinct);
    distinct.dedup();
    (distinct.len() > 1 && distinct.len() * 2 <= texts.len()).then(|| json!({ column: first }))
}

fn url(tree: &Tree, id: ThingId) -> String {
    let Some(thing) = tree.outline().thing(id) else { return String::new() };
    if thing.kind == Kind::Page {
        return tree.dom().head().url.clone();
    }
    let dom = tree.dom();
    let address = dom.attr(thing.node, "href").or_else(|| dom.attr(thing.node, "src"));
    address.unwrap_or("").to_owned()
}

fn value(
    tree: &Tree,
    id: ThingId,
    property: Property,
    slice: Option<(Option<i64>, Option<i64>)>,
    budget: u32,
    draft: &mut Draft,
) {
    draft.kind = "value".into();
    let facts = || tree.field(id);
    let words = match property {
        Property::Text => return text(tree, id, slice, budget, draft),
        Property::Options | Property::Columns => {
            let all: Vec<String> = match property {
                Property::Options => facts().options.iter().map(|one| one.label.clone()).collect(),
                _ => tree.columns(id),
            };
            let (from, to) = crate::member::query::range(slice.unwrap_or((None, None)), all.len());
            let shown: Vec<String> = all.get(from..to).unwrap_or(&[]).iter().take(100).cloned().collect();
            draft.head =
                format!("{}  {}", draft.path, shown.iter().map(|one| quote(one)).collect::<Vec<_>>().join(", "));
            if from + shown.len() < to {
                draft.more.push(format!("{}[{}:{to}]", draft.path, from + shown.len()));
            }
            draft.value = json!(shown);
            return;
        }
        Property::Data => {
            draft.value = crate::model::data::read(tree.view());
            draft.head = format!(
                "{}  {}",
                draft.path,
                gist::cut(&crate::path::print::json_value(&draft.value), budget as usize * 4)
            );
            return;
        }
        Property::Hidden => {
            let counts: Vec<String> = tree
                .outline()
                .hidden()
                .iter()
                .map(|(why, count)| format!("{count} {}", hint::why_hidden(*why)))
                .collect();
            draft.head =
                format!("{}  {}", draft.path, if counts.is_empty() { "nothing".into() } else { counts.join(", ") });
            draft.value = json!(counts);
            return;
        }
        Property::Title => tree.dom().head().title.clone(),
        Property::Lang => tree.dom().head().lang.clone(),
        Property::Url => url(tree, id),
        Property::Value if facts().secret => {
            draft.head = format!("{}  secret: never shown", draft.path);
            draft.value = Value::Null;
            return;
        }
        Property::Value if tree.kind(id) == Kind::Editor => tree.whole_text(id),
        Property::Value => facts().value.clone(),
        Property::Error => facts().error.clone().unwrap_or_default(),
        Property::Hint => facts().hint.clone().unwrap_or_default(),
        Property::Description => {
            tree.outline().thing(id).map(|thing| tree.view().description(thing.node)).unwrap_or_default()
        }
        Property::Name => tree.label(id),
        Property::State => gist::state(tree, id),
        Property::Cell(_) | Property::Part(_) => tree.cell_text(id, property),
    };
    draft.head = format!("{}  {}", draft.path, quote(&gist::cut(&words, budget as usize * 3)));
    draft.value = words.into();
}

/// Where a link in a text leads: the path that opens it.
fn link(tree: &Tree, node: crate::model::dom::NodeId) -> Option<String> {
    tree.outline().of_node(node).map(|id| tree.address(id).to_string())
}

/// Text as Markdown blocks, each a fenced or quoted line, paged.
fn text(tree: &Tree, id: ThingId, slice: Option<(Option<i64>, Option<i64>)>, budget: u32, draft: &mut Draft) {
    let blocks = tree.blocks(id);
    let (from, to) = crate::member::query::range(slice.unwrap_or((None, None)), blocks.len());
    let mut left = budget.saturating_sub(40);
    let mut shown = Vec::new();
    for block in blocks.get(from..to).unwrap_or(&[]) {
        let text = block.linked(|node| link(tree, node));
        let cost = tokens::estimate(&text) + 2;
        if cost > left && !shown.is_empty() {
            break;
        }
        left = left.saturating_sub(cost);
        shown.push(gist::cut(&text, budget as usize * 4));
    }
    let base = draft
        .path
        .strip_suffix(
            &Path { segments: vec![Segment::Slice(slice.and_then(|s| s.0), slice.and_then(|s| s.1))] }.to_string(),
        )
        .unwrap_or(&draft.path)
        .to_owned();
    let at = from + shown.len();
    draft.head = format!(
        "{}  {}",
        draft.path,
        match blocks.len() {
            0 => "no text".to_owned(),
            n => format!("blocks {from} to {at} of {n}"),
        }
    );
    let whole = shown.join("\n\n");
    if !shown.is_empty() {
        draft.lines.push(super::text::fence(&whole));
    }
    if at < blocks.len() {
        draft.more.push(format!("{base}[{at}:{}]", (at + shown.len().max(5)).min(blocks.len())));
    }
    draft.value = whole.into();
}
