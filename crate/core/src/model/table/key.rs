//! What rows are called: by their header, by an id, else by the first text that only they have.
//! It must never call a row by what two rows say while another column tells them apart.

use super::Row;
use crate::model::aria::View;
use crate::model::dom::NodeId;
use crate::model::text;
use crate::order::Words;

/// Gives each row its key and returns the column the keys are from.
pub(super) fn give(view: View<'_>, columns: &[String], rows: &mut [Row]) -> Option<usize> {
    let column = headers(rows).or_else(|| ids(columns, rows)).or_else(|| texts(rows));
    let lead = column.map(|column| leads(view, rows, column)).unwrap_or_default();
    for (at, row) in rows.iter_mut().enumerate() {
        let cell = column.and_then(|column| row.cell(column)).or_else(|| fallback(row));
        let Some(cell) = cell else { continue };
        let (node, text) = (cell.node, cell.text.clone());
        match lead.get(at) {
            Some((node, lead)) => (row.key_node, row.key) = (Some(*node), lead.clone()),
            None => (row.key_node, row.key) = (Some(node), text),
        }
    }
    column
}

/// The first row header, else the first cell with text.
fn fallback(row: &Row) -> Option<&super::Cell> {
    let header = row.cells.iter().find(|cell| cell.header && !cell.text.is_empty());
    header.or_else(|| row.cells.iter().find(|cell| !cell.text.is_empty()))
}

/// A column in which each row has a header of its own.
fn headers(rows: &[Row]) -> Option<usize> {
    let first = rows.first()?;
    let mut candidates = first.cells.iter().filter(|cell| cell.header).map(|cell| cell.col);
    candidates.find(|column| {
        rows.iter().all(|row| row.cell(*column).is_some_and(|cell| cell.header)) && all_differ(rows, *column)
    })
}

/// A column of ids: unique, short, without spaces, with digits. A name that says so goes first.
fn ids(columns: &[String], rows: &[Row]) -> Option<usize> {
    let like = |column: &usize| {
        rows.iter().all(|row| row.cell(*column).is_some_and(|cell| id_like(&cell.text))) && all_differ(rows, *column)
    };
    let found: Vec<usize> = (0..columns.len()).filter(like).collect();
    let said = found.iter().copied().find(|column| columns.get(*column).is_some_and(|name| names_id(name)));
    // A bare number may be an amount that happens to differ; with letters or leading, it is an id.
    said.or_else(|| {
        let lettered = |column: &usize| {
            rows.iter().all(|row| row.cell(*column).is_some_and(|cell| cell.text.chars().any(|c| !c.is_ascii_digit())))
        };
        found.iter().copied().find(|column| *column == 0 || lettered(column))
    })
}

fn id_like(text: &str) -> bool {
    let count = text.chars().count();
    let plain = text.chars().all(|c| c.is_alphanumeric() || matches!(c, '-' | '_' | '#' | '/'));
    (1..=24).contains(&count) && plain && text.chars().any(|c| c.is_ascii_digit()) && !date_like(text)
}

/// `2026-11-30`, `30/11/2026`: digits in three groups.
fn date_like(text: &str) -> bool {
    let groups: Vec<&str> = text.split(['-', '/']).collect();
    groups.len() == 3
        && groups.iter().all(|group| !group.is_empty() && group.len() <= 4 && group.bytes().all(|b| b.is_ascii_digit()))
}

fn names_id(name: &str) -> bool {
    let name = name.to_lowercase();
    let words: Vec<&str> = name.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    name.contains('#')
        || words.iter().any(|word| {
            matches!(*word, "id" | "no" | "nr" | "number" | "sku" | "ref" | "reference" | "code" | "key" | "order")
        })
}

/// The first column whose texts all differ; words before numbers.
fn texts(rows: &[Row]) -> Option<usize> {
    let width = rows.iter().filter_map(|row| row.cells.last()).map(|cell| cell.col + cell.span).max()?;
    let differ: Vec<usize> = (0..width).filter(|column| all_differ(rows, *column)).collect();
    let word = |cell: &super::Cell| {
        cell.text.chars().any(char::is_alphabetic) && !matches!(cell.text.as_str(), "checked" | "not checked")
    };
    let words = |column: &usize| rows.iter().any(|row| row.cell(*column).is_some_and(word));
    differ.iter().copied().find(words).or_else(|| differ.first().copied())
}

fn all_differ(rows: &[Row], column: usize) -> bool {
    let mut seen = Words::new();
    rows.iter().all(|row| {
        row.cell(column).is_some_and(|cell| {
            !cell.text.is_empty() && cell.node_starts(column) && seen.insert(cell.text.as_str().into(), 0).is_none()
        })
    })
}

impl super::Cell {
    /// A cell that only reaches over from another column is not this column's.
    fn node_starts(&self, column: usize) -> bool {
        self.col == column
    }
}

/// Where a key cell holds several lines ("Ann Lee", "ann@lee.test"), the first alone, if that is unique too.
fn leads(view: View<'_>, rows: &[Row], column: usize) -> Vec<(NodeId, String)> {
    let dom = view.dom;
    let mut seen = Words::new();
    let mut out = Vec::new();
    for row in rows {
        let Some(cell) = row.cell(column) else { return Vec::new() };
        let mut at = cell.node;
        let mut speaks;
        // Down to the first child that has text, as long as elements hold it.
        loop {
            let said = |id: &NodeId| match dom.text(*id) {
                Some(text) => !text.trim().is_empty(),
                None => !view.plain(*id, || text::plain(view, *id)).is_empty(),
            };
            let first = dom.children(at).find(said);
            speaks = first.is_some();
            match first {
                Some(child)
                    if dom.is_element(child) && !matches!(dom.tag(child), "select" | "input" | "textarea" | "svg") =>
                {
                    at = child
                }
                _ => break,
            }
        }
        // A cell that has words shows them.
        let lead = if at == cell.node && speaks { cell.text.clone() } else { text::plain(view, at) };
        if lead.is_empty() || seen.insert(lead.as_str().into(), 0).is_some() {
            return Vec::new();
        }
        out.push((at, lead));
    }
    out
}
