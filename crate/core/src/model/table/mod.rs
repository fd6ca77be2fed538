//! A table in detail: columns by name, rows by key, cells with their spans, after HTML's table model;
//! ARIA grids and row elements in the same shape. Read only when somebody asks.
//! It must never take the rows that happen to be loaded for all there are.

use super::aria::View;
use super::dom::NodeId;
use super::text;

mod grid;
mod key;
#[cfg(test)]
mod tests;

/// A table.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Table {
    /// Its caption or name; empty for none.
    pub caption: String,
    /// Names of the columns, each once. Those of several header rows are joined by ` / `.
    pub columns: Vec<String>,
    /// The rows on the page, header rows left out, in the order of the table.
    pub rows: Vec<Row>,
    /// How many there are on the page.
    pub loaded: usize,
    /// How many there are in all, where the page says so (`aria-rowcount`); header rows left out.
    pub total: Option<usize>,
    /// The page says that there are more, but not how many.
    pub endless: bool,
    /// Header rows, which `aria-rowindex` counts too.
    pub heads: usize,
    /// The column whose texts are the keys, where there is one.
    pub key: Option<usize>,
}

/// A row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    /// Its element.
    pub node: NodeId,
    /// What it is called: its header, its id, its first text of its own. Equals are not told apart here.
    pub key: String,
    /// The cell that the key is the text of.
    pub key_node: Option<NodeId>,
    /// Its place in the whole, from 1, where the page says so (`aria-rowindex`).
    pub index: Option<usize>,
    /// Its cells by column; one that reaches down from a row above stands here too.
    pub cells: Vec<Cell>,
}

/// A cell.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cell {
    /// Its element.
    pub node: NodeId,
    /// What it shows.
    pub text: String,
    /// Its first column.
    pub col: usize,
    /// How many columns it covers.
    pub span: usize,
    /// It is a header of its row.
    pub header: bool,
}

impl Row {
    /// The cell that covers a column.
    #[must_use]
    pub fn cell(&self, column: usize) -> Option<&Cell> {
        let at = self.cells.partition_point(|cell| cell.col <= column);
        self.cells.get(at.checked_sub(1)?).filter(|cell| column < cell.col + cell.span)
    }
}

/// Reads a table, grid or treegrid.
#[must_use]
pub fn read(view: View<'_>, node: NodeId) -> Table {
    let (mut table, grid) = of(view, node, grid::Want::All);
    let mut rows: Vec<Row> = Vec::with_capacity(table.loaded);
    for row in grid.into_iter().filter(|row| !row.head) {
        rows.push(Row {
            node: row.node,
            key: String::new(),
            key_node: None,
            index: number(view, row.node, "aria-rowindex").and_then(|index| usize::try_from(index).ok()),
            cells: row.cells,
        });
    }
    table.key = key::give(view, &table.columns, &mut rows);
    table.rows = rows;
    table
}

/// Its columns and how many rows there are, without looking at what these show.
#[must_use]
pub fn head(view: View<'_>, node: NodeId) -> Table {
    of(view, node, grid::Want::Heads).0
}

fn of(view: View<'_>, node: NodeId, want: grid::Want) -> (Table, Vec<grid::Line>) {
    let grid::Grid { lines, width } = grid::of(view, node, want);
    let mut caption = caption(view, node);
    let columns = columns(&lines, width, &mut caption);
    let count = number(view, node, "aria-rowcount");
    let heads = lines.iter().filter(|row| row.head).count();
    let loaded = lines.len() - heads;
    let total =
        count.and_then(|count| usize::try_from(count).ok()).map(|count| count.saturating_sub(heads).max(loaded));
    let endless = count == Some(-1);
    (Table { caption, columns, loaded, total, endless, heads, ..Table::default() }, lines)
}

fn number(view: View<'_>, node: NodeId, key: &str) -> Option<i64> {
    view.dom.attr(node, key).and_then(|text| text.trim().parse().ok())
}

fn caption(view: View<'_>, node: NodeId) -> String {
    let dom = view.dom;
    if dom.attr(node, "aria-label").is_some() || dom.attr(node, "aria-labelledby").is_some() {
        return view.name(node).to_string();
    }
    let caption = dom.children(node).find(|child| dom.tag(*child) == "caption");
    caption.map(|caption| text::plain(view, caption)).unwrap_or_default()
}

/// Names of columns: header texts from the top down, made unique. A header over all columns is a caption.
fn columns(grid: &[grid::Line], width: usize, caption: &mut String) -> Vec<String> {
    let mut names = vec![String::new(); width];
    let several = grid.iter().filter(|row| row.head).count() > 1;
    for row in grid.iter().filter(|row| row.head) {
        if let [only] = row.cells.as_slice()
            && only.span >= width
            && width > 1
            && several
        {
            if caption.is_empty() {
                caption.clone_from(&only.text);
            }
            continue;
        }
        for cell in &row.cells {
            for name in names.iter_mut().skip(cell.col).take(cell.span) {
                if !cell.text.is_empty() && !name.split(" / ").any(|part| part == cell.text) {
                    if !name.is_empty() {
                        name.push_str(" / ");
                    }
                    name.push_str(&cell.text);
                }
            }
        }
    }
    unique(names)
}

/// Empty names are numbered by position, equal ones get `#1`, `#2`.
fn unique(names: Vec<String>) -> Vec<String> {
    let named: Vec<String> = names
        .into_iter()
        .enumerate()
        .map(|(at, name)| if name.is_empty() { format!("column {}", at + 1) } else { name })
        .collect();
    let mut seen: crate::order::Map<String, (usize, usize)> = crate::order::Map::default();
    for name in &named {
        seen.update(name.clone(), Default::default, |(times, _)| *times += 1);
    }
    let number = |name: String| match seen.get_mut(&name) {
        Some((times, at)) if *times > 1 => {
            *at += 1;
            format!("{name}#{at}")
        }
        _ => name,
    };
    named.into_iter().map(number).collect()
}
