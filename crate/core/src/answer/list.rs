//! Groups as lines: rows and fields in columns, other things by key; cut between lines, with the path
//! that goes on. It must never give a key of one container in another without its path.

use onecall_protocol::answer::Fault;
use onecall_protocol::fault::Code;
use onecall_protocol::{Map, Value, json};

use super::Draft;
use super::gist::{self, gist, plural};
use super::text::{cell, quote};
use super::tokens;
use crate::member::{Group, Tree};
use crate::model::outline::{Kind, ThingId};
use crate::path::Segment;
use crate::path::near::near;
use crate::path::print::json_value;

/// Said beside a number where the page holds only a part of what it is about.
fn partly(tree: &Tree, group: &Group) -> String {
    let about = matches!(group.kind, Kind::Row | Kind::Item).then(|| gist::loaded(tree, group.of)).flatten();
    about.map_or(String::new(), |loaded| format!(" · {loaded}"))
}

/// A group as lines: rows and fields in columns, other things by key.
pub(super) fn list(
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
        draft.head = format!("{}  {total}{}", draft.path, partly(tree, group));
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
        draft.head = format!("{}{of}{}", draft.path, partly(tree, group));
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
        // It may be there outside of this group.
        if let Some(text) = &group.query.text {
            draft.next.push(format!("find({})", quote(text)));
        }
    }
    let last = shown.checked_sub(1).and_then(|at| chosen.get(at)).copied();
    continued(tree, group, &Cut { first, shown, total, last }, &columns, draft);
    Ok(())
}

fn empty(tree: &Tree, group: &Group, total: usize) -> String {
    let searched = !group.query.filter.is_empty() || group.query.text.is_some();
    match group.things.len() {
        0 => "empty  there are none now".to_owned(),
        n if searched => format!("empty  none of {} matches{}", plural(n, group.kind.one()), values(tree, group)),
        _ if total > 0 => format!("empty  positions go from 0 to {}", total - 1),
        _ => format!("empty  {}", tree.label(group.of)),
    }
}

/// What the columns of a filter hold, where that is few values.
fn values(tree: &Tree, group: &Group) -> String {
    let mut out = String::new();
    for (column, _) in &group.query.filter {
        let mut texts: Vec<String> =
            group.things.iter().take(200).filter_map(|id| tree.column_text(*id, column)).collect();
        crate::order::sort(&mut texts);
        texts.dedup();
        if texts.len() <= 6 {
            let texts: Vec<String> = texts.iter().map(|text| quote(&gist::cut(text, 30))).collect();
            out.push_str(&format!("; {} is {}", quote(column), texts.join(", ")));
        }
    }
    out
}

fn chosen_before_slice(tree: &Tree, group: &Group) -> Result<usize, Fault> {
    let whole = Group { query: crate::member::query::Query { slice: None, ..group.query.clone() }, ..group.clone() };
    tree.apply_query(&whole).map(|things| things.len()).map_err(|why| wrong_query(tree, group, why))
}

fn wrong_query(tree: &Tree, group: &Group, why: String) -> Fault {
    let plain = Group { query: crate::member::query::Query::default(), ..group.clone() };
    let here = |key: &String| group.things.iter().any(|id| tree.key(*id) == *key || tree.label(*id) == *key);
    let gone = group.query.after.as_ref().is_some_and(|key| !here(key));
    let code = if gone { Code::NotFound } else { Code::InvalidArgument };
    Fault {
        near: tree.group_columns(group),
        attempt: Some(json!({ "path": tree.group_path(&corrected(tree, group)).to_string() })),
        ..Fault::new(code, format!("{}: {why}.", tree.group_path(&plain)))
    }
}

/// The same query with the nearest columns there are; what cannot be corrected is left out.
fn corrected(tree: &Tree, group: &Group) -> Group {
    let known = tree.group_columns(group);
    let column = |wanted: &String| -> Option<String> {
        let exact = known.iter().find(|name| *name == wanted).cloned();
        exact.or_else(|| near(wanted, known.iter().map(String::as_str), 1).into_iter().next())
    };
    let mut query = group.query.clone();
    let sound = |condition: &Value| crate::member::query::meets("", condition).is_ok();
    query.filter = query
        .filter
        .into_iter()
        .filter_map(|(name, condition)| Some((column(&name)?, condition)))
        .filter(|(_, condition)| sound(condition))
        .collect();
    query.after = None;
    query.select = query.select.iter().filter_map(&column).collect();
    query.sort = query.sort.and_then(|(name, down)| Some((column(&name)?, down)));
    Group { query, ..group.clone() }
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
            let more = || group.things.first().is_some_and(|first| tree.column_text(*first, wanted).is_some());
            at.and_then(|at| known.get(at).cloned())
                .or_else(|| more().then(|| wanted.clone()))
                .ok_or_else(|| wrong_query(tree, group, tree.no_column(group, wanted)))
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
    let state = tree.state_words(id);
    if !state.is_empty() {
        words.push(state);
    }
    words.join(", ")
}

/// Where a list was cut.
struct Cut {
    first: usize,
    shown: usize,
    total: usize,
    last: Option<ThingId>,
}

/// The paths that continue a list that was cut, and the ways to ask for less.
fn continued(tree: &Tree, group: &Group, cut: &Cut, columns: &[String], draft: &mut Draft) {
    let Cut { first, shown, total, last } = *cut;
    let plain = Group { query: crate::member::query::Query { slice: None, ..group.query.clone() }, ..group.clone() };
    let path = tree.group_path(&plain);
    let end = group.query.slice.map_or(total, |slice| crate::member::query::range(slice, total).1);
    let at = first + shown;
    if at < total {
        let size = shown.clamp(5, 20);
        let to = if at < end { end.min(at + size) } else { total.min(at + size) };
        let mut rest = path.clone();
        match last {
            // By the key of the last one shown: what has come or gone before it by then does not matter.
            Some(last) if matches!(group.kind, Kind::Row | Kind::Item) => {
                let query = crate::member::query::Query { after: Some(tree.key(last)), ..plain.query.clone() };
                rest = tree.group_path(&Group { query, ..group.clone() });
            }
            _ => rest.segments.push(Segment::Slice(Some(at as i64), Some(to as i64))),
        }
        draft.left = total - at;
        draft.more.push(rest.to_string());
        if group.query.filter.is_empty() && group.kind != Kind::Field && columns.len() > 1 {
            let sample = columns.iter().find_map(|column| sample(tree, group, column));
            if let Some(sample) = sample {
                draft.more.push(format!("{path}.where({})", json_value(&sample)));
            }
            let names: Vec<String> = columns.iter().take(2).map(|name| quote(name)).collect();
            let before = draft.more.last().cloned().unwrap_or_default();
            draft.more.push(format!("{before}.select({})", names.join(",")));
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

/// What a field holds, as a value.
pub(super) fn field_value(tree: &Tree, id: ThingId) -> Value {
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
