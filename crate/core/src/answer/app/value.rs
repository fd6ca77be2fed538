//! Values of the app in lines: lists in columns with their keys, texts as blocks, the rest as JSON; cut between
//! items, with the path that goes on.

use onecall_protocol::fault::Code;
use onecall_protocol::{Map, Value, json};

use super::cell_of;
use crate::answer::text::{cell, fence, quote};
use crate::answer::{Draft, fault, gist, tokens};
use crate::limits;
use crate::member::app::{Inner, Spot, What};
use crate::member::query::{self, Query, range};
use crate::path::print::json_value;
use crate::path::{Path, Segment};
use crate::publish::{Got, Property};

/// Columns of a list that are shown at the most.
const COLUMNS: usize = 12;

/// A value that is no property of the app: what a tool gave.
pub fn given(path: &Path, query: &Query, got: &Got, budget: u32, draft: &mut Draft) {
    let spot = Spot { path: path.clone(), what: What::Root, args: None };
    let inner = Inner { query: query.clone(), ..Inner::default() };
    value(&spot, &inner, None, got, budget, draft);
}

/// A value that was read.
pub fn value(spot: &Spot, inner: &Inner, property: Option<&Property>, got: &Got, budget: u32, draft: &mut Draft) {
    let path = spot.path.to_string();
    let list = property.is_some_and(|property| property.list.is_some()) && inner.within.is_empty();
    draft.kind = kind(&got.value).into();
    match &got.value {
        Value::Array(items) => {
            let mut rows = Rows::new(items, got, list);
            if let Err(why) = rows.query(&inner.query) {
                let attempt = json!({ "path": plain(&spot.path).to_string() });
                *draft = Draft::fault(fault::plain(Code::InvalidArgument, format!("{path}: {why}."), Some(attempt)));
                return;
            }
            rows.write(spot, inner, property, budget, draft);
        }
        Value::String(text) => self::text(&path, text, got, inner.query.slice.is_some(), budget, draft),
        Value::Object(parts) => {
            draft.head.clone_from(&path);
            members(&path, parts, budget, draft);
            draft.value = got.value.clone();
        }
        other => {
            draft.head = format!("{path}  {}", json_value(other));
            draft.value = other.clone();
        }
    }
    if got.cut {
        draft.notes.push("some of it is too large or cannot be written as data, and was left out".into());
    }
}

/// What a call gave, below its `done` line.
pub fn result(got: &Got, budget: u32, draft: &mut Draft) {
    let text = match &got.value {
        Value::String(text) => quote(&gist::cut(text, (budget as usize * 3).max(200))),
        other => json_value(other),
    };
    let most = (budget as usize * 3).max(200);
    draft.lines.push(format!("gave     {}", gist::cut(&text, most)));
    if got.cut || text.chars().count() > most {
        draft.notes.push("what it gave is longer than shown".into());
    }
}

fn kind(value: &Value) -> &'static str {
    match value {
        Value::Array(_) => "list",
        Value::Object(_) => "object",
        Value::String(_) => "text",
        _ => "value",
    }
}

fn text(path: &str, text: &str, got: &Got, sliced: bool, budget: u32, draft: &mut Draft) {
    let total = got.total.unwrap_or_else(|| text.chars().count());
    let most = (budget as usize * 3).max(60);
    let (shown, left) = crate::answer::text::cut(text, most);
    let count = shown.chars().count();
    let end = got.from + count;
    let of =
        if sliced || end < total { format!("  characters {} to {end} of {total}", got.from) } else { String::new() };
    if shown.contains('\n') || shown.chars().count() > 200 {
        draft.head = format!("{path}{of}");
        draft.lines.push(fence(shown));
    } else {
        draft.head = format!("{path}  {}{of}", quote(shown));
    }
    if left > 0 || end < total {
        let base = path.rfind('[').filter(|_| sliced).map_or(path, |at| path.get(..at).unwrap_or(path));
        draft.more.push(format!("{base}[{end}:{}] ({} left)", total.min(end + most), total - end));
    }
    draft.value = Value::String(shown.to_owned());
}

fn members(path: &str, parts: &Map<String, Value>, budget: u32, draft: &mut Draft) {
    let mut left = budget.saturating_sub(tokens::estimate(path) + 40);
    for (n, (name, value)) in parts.iter().enumerate() {
        let line = format!("  {} | {}", quote(name), cell(&gist::cut(&cell_of(value), 300)));
        let cost = tokens::estimate(&line) + 1;
        if cost > left && n > 0 {
            draft
                .more
                .push(format!("{} more members; ask for one by name, or with a larger \"budget\"", parts.len() - n));
            return;
        }
        left = left.saturating_sub(cost);
        draft.lines.push(line);
    }
    if parts.is_empty() {
        draft.lines.push("  empty".into());
    }
}

/// The path of a list without its queries and slices.
fn plain(path: &Path) -> Path {
    let mut plain = path.clone();
    while let Some(Segment::Slice(..) | Segment::Call(_)) = plain.segments.last() {
        if matches!(plain.segments.pop(), Some(Segment::Call(_))) {
            plain.segments.pop();
        }
    }
    plain
}

/// Items of a list with what names them.
struct Rows<'a> {
    rows: Vec<(usize, Option<&'a String>, &'a Value)>,
    total: usize,
    fetched: usize,
    list: bool,
    chosen: bool,
}

impl<'a> Rows<'a> {
    fn new(items: &'a [Value], got: &'a Got, list: bool) -> Self {
        let rows = items.iter().enumerate().map(|(n, item)| (got.from + n, got.keys.get(n), item)).collect();
        Self { rows, total: got.total.unwrap_or(items.len()), fetched: items.len(), list, chosen: false }
    }

    fn query(&mut self, query: &Query) -> Result<(), String> {
        if !query.looks() {
            if let Some(slice) = query.slice.filter(|(from, to)| from.unwrap_or(0) < 0 || to.unwrap_or(0) < 0) {
                let (from, to) = range(slice, self.total);
                self.rows.retain(|(at, ..)| *at >= from && *at < to);
            }
            return Ok(());
        }
        if self.fetched < self.total {
            return Err(format!(
                "it has {} items, and questions look through {}; use the app's own search",
                self.total,
                limits::APP_QUERY
            ));
        }
        self.chosen = true;
        for (column, condition) in &query.filter {
            let mut kept = Vec::new();
            for row in std::mem::take(&mut self.rows) {
                if query::meets(&self.column(row, column)?, condition)? {
                    kept.push(row);
                }
            }
            self.rows = kept;
        }
        if let Some(text) = &query.text {
            let wanted = text.to_lowercase();
            self.rows.retain(|(_, _, item)| item.to_string().to_lowercase().contains(&wanted));
        }
        if let Some((column, down)) = &query.sort {
            let mut keyed = Vec::new();
            for row in std::mem::take(&mut self.rows) {
                keyed.push((self.column(row, column)?, row));
            }
            crate::order::sort_by(&mut keyed, |a, b| {
                let order = query::compare_values(&a.0, &b.0);
                if *down { order.reverse() } else { order }
            });
            self.rows = keyed.into_iter().map(|(_, row)| row).collect();
        }
        if let Some(wanted) = &query.after {
            let at = self.rows.iter().position(|(_, key, _)| key.is_some_and(|key| key == wanted));
            let at = at.ok_or_else(|| format!("{} is not here any more, so nothing comes after it", quote(wanted)))?;
            self.rows.drain(..=at);
        }
        self.total = self.rows.len();
        if let Some(slice) = query.slice {
            let (from, to) = range(slice, self.rows.len());
            self.rows = self.rows.get(from..to).unwrap_or_default().to_vec();
        }
        Ok(())
    }

    fn column(&self, (_, key, item): (usize, Option<&String>, &Value), column: &str) -> Result<String, String> {
        match item.get(column) {
            Some(value) => Ok(cell_of(value)),
            None if column == "key" => Ok(key.cloned().unwrap_or_default()),
            None if column == "value" && !item.is_object() => Ok(cell_of(item)),
            // A member that this item lacks is empty, one that no item has is a mistake.
            None if self.columns().iter().any(|known| known == column) => Ok(String::new()),
            None => {
                let known: Vec<String> = self.columns().iter().map(|one| quote(one)).collect();
                Err(format!("there is no column {}; there are {}", quote(column), known.join(", ")))
            }
        }
    }

    fn columns(&self) -> Vec<String> {
        let mut columns: Vec<String> = Vec::new();
        for (_, _, item) in self.rows.iter().take(20) {
            for name in item.as_object().into_iter().flat_map(Map::keys) {
                if !columns.contains(name) && columns.len() < COLUMNS {
                    columns.push(name.clone());
                }
            }
        }
        columns
    }

    fn write(&self, spot: &Spot, inner: &Inner, property: Option<&Property>, budget: u32, draft: &mut Draft) {
        let query = &inner.query;
        if query.count {
            draft.head = format!("{}  {}", spot.path, self.total);
            draft.value = self.total.into();
            return;
        }
        let select = &query.select;
        let columns = if select.is_empty() { self.columns() } else { select.clone() };
        draft.head = match query.slice {
            Some(_) => format!("{} of {}", spot.path, self.total),
            None => format!("{}  {}", spot.path, gist::plural(self.total, "item")),
        };
        let mut left = budget.saturating_sub(tokens::estimate(&draft.head) + 60);
        if !columns.is_empty() {
            let names: Vec<String> = columns.iter().map(|name| cell(name)).collect();
            draft.lines.push(format!("{} | {}", if self.keyed() { "\"key\"" } else { "position" }, names.join(" | ")));
        }
        let mut values = Vec::new();
        for (at, key, item) in &self.rows {
            let name = key.map_or_else(|| format!("[{at}]"), |key| quote(key));
            let cells: Vec<String> = columns
                .iter()
                .map(|column| cell(&gist::cut(&item.get(column).map(cell_of).unwrap_or_default(), 120)))
                .collect();
            let line = if columns.is_empty() {
                format!("{name}  {}", cell(&gist::cut(&json_value(item), 300)))
            } else {
                format!("{name} | {}", cells.join(" | "))
            };
            let cost = tokens::estimate(&line) + 1;
            if cost > left && !values.is_empty() {
                break;
            }
            left = left.saturating_sub(cost);
            draft.lines.push(line);
            values.push(with_key(item, *key));
        }
        if self.rows.is_empty() {
            draft.lines.push(if self.chosen { "empty  none matches" } else { "empty  there are no items here" }.into());
        }
        self.continued(spot, query, values.len(), draft);
        draft.value = Value::Array(values);
        if let Some(methods) = property.and_then(|property| property.list.as_ref()).filter(|_| self.list) {
            let said: Vec<String> = methods.iter().map(super::method_line).collect();
            let of = if said.is_empty() { String::new() } else { format!(" · of an item: {}", said.join(", ")) };
            draft.members.push(format!("[position or key], .where, .select, .sort, .count, .find{of}"));
        }
    }

    fn keyed(&self) -> bool {
        self.rows.first().is_some_and(|(_, key, _)| key.is_some())
    }

    fn continued(&self, spot: &Spot, query: &Query, shown: usize, draft: &mut Draft) {
        let first = match (self.chosen, query.slice) {
            (true, Some(slice)) => range(slice, self.total).0,
            (true, None) => 0,
            (false, _) => self.rows.first().map_or(0, |(at, ..)| *at),
        };
        let at = first + shown;
        if at >= self.total || shown == 0 {
            return;
        }
        let mut base = spot.path.clone();
        if let Some(Segment::Slice(..)) = base.segments.last() {
            base.segments.pop();
        }
        let to = self.total.min(at + shown.clamp(5, 20));
        base.segments.push(Segment::Slice(Some(at as i64), Some(to as i64)));
        draft.more.push(format!("{base} ({} left)", self.total - at));
    }
}

fn with_key(item: &Value, key: Option<&String>) -> Value {
    match (item, key) {
        (Value::Object(parts), Some(key)) if !parts.contains_key("key") => {
            let mut parts = parts.clone();
            parts.insert("key".into(), json!(key));
            Value::Object(parts)
        }
        (item, _) => item.clone(),
    }
}
