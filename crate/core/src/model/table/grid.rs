//! Rows and cells at their places: HTML's table model with colspan and rowspan, and the same for ARIA rows.
//! It must never go into a table inside a cell.

use std::rc::Rc;

use onecall_protocol::facts::flag;

use super::Cell;
use crate::limits;
use crate::model::aria::View;
use crate::model::dom::NodeId;
use crate::model::outline::heads::Heads;
use crate::model::text;

/// A row, header rows among them.
#[derive(Debug)]
pub(super) struct Line {
    pub node: NodeId,
    pub head: bool,
    pub cells: Vec<Cell>,
}

/// What a table is made of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Part {
    Row,
    Head,
    Foot,
    Cell,
    Header,
    RowHeader,
    /// A table inside, or something that holds none of it.
    Other,
    Wrapper,
}

/// What is wanted of the rows below the header rows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Want {
    /// All.
    All,
    /// Only that they are there, and how wide: their texts stay empty.
    Heads,
}

/// Rows in the order of the table, and how many columns they have.
#[derive(Debug)]
pub(super) struct Grid {
    pub lines: Vec<Line>,
    pub width: usize,
}

pub(super) fn of(view: View<'_>, table: NodeId, want: Want) -> Grid {
    let mut lines = Vec::new();
    let mut width = 0;
    let mut foot = Vec::new();
    let mut above: Vec<(Cell, usize)> = Vec::new();
    let mut heads = Heads::default();
    let rows = rows(view, table);
    let bold = bold_head(view, &rows);
    for (at, row) in rows.iter().enumerate() {
        // Below the header rows only how wide a row is counts there, and most say that plainly.
        if want == Want::Heads
            && heads.started()
            && !(row.head || row.foot)
            && above.is_empty()
            && let Some(wide) = plain_width(view, row.node)
        {
            width = width.max(wide);
            lines.push(Line { node: row.node, head: false, cells: Vec::new() });
            continue;
        }
        let cells = cells(view, row.node);
        let corner = !heads.started()
            && cells.len() > 1
            && cells.first().is_some_and(|(cell, part)| *part == Part::Cell && shows(view, *cell).is_empty());
        let headers = cells.iter().filter(|(_, part)| *part == Part::Header).count() + usize::from(corner);
        let head = heads.end_row(row.head, cells.len() as u32, headers as u32) || bold && at == 0;
        if cells.is_empty() {
            continue;
        }
        let shows: &dyn Fn(NodeId) -> String =
            if head || want == Want::All { &|cell| shows(view, cell).to_string() } else { &|_| String::new() };
        let line = Line { node: row.node, head, cells: place(view, &cells, &mut above, shows) };
        width = line.cells.iter().map(|cell| cell.col + cell.span).max().unwrap_or(0).max(width);
        if row.foot {
            foot.push(line)
        } else {
            lines.push(line)
        }
        if row.last {
            // A span never reaches out of its row group.
            above.clear();
        }
    }
    lines.append(&mut foot);
    Grid { lines, width }
}

struct RowAt {
    node: NodeId,
    head: bool,
    foot: bool,
    last: bool,
}

/// The table's own rows that are rendered, in document order.
fn rows(view: View<'_>, table: NodeId) -> Vec<RowAt> {
    let dom = view.dom;
    let mut rows: Vec<RowAt> = Vec::new();
    let mut group = None;
    let mut place = Part::Wrapper;
    let mut at = dom.first(table);
    while let Some(node) = at {
        let part = part(view, node);
        let into = match part {
            Part::Row => {
                let parent = dom.parent(node);
                if parent != group {
                    if let Some(last) = rows.last_mut() {
                        last.last = true;
                    }
                    group = parent;
                    let mut around = dom.ancestors(node).take_while(|up| *up != table).map(|up| self::part(view, up));
                    place = around.find(|part| matches!(part, Part::Head | Part::Foot)).unwrap_or(Part::Wrapper);
                }
                if dom.has(node, flag::RENDERED) {
                    rows.push(RowAt { node, head: place == Part::Head, foot: place == Part::Foot, last: false });
                }
                false
            }
            Part::Head | Part::Foot | Part::Wrapper => true,
            _ => false,
        };
        at = match dom.first(node).filter(|_| into) {
            Some(child) => Some(child),
            None => dom.skip(node, table),
        };
        if rows.len() >= limits::TABLE_ROWS {
            break;
        }
    }
    rows
}

/// How many cells a row has that is nothing but plain cells, each in one column and row; none where it may be otherwise.
fn plain_width(view: View<'_>, row: NodeId) -> Option<usize> {
    let dom = view.dom;
    let mut wide = 0;
    for node in dom.children(row).filter(|node| dom.is_element(*node)) {
        let odd = |key: &str| matches!(key, "role" | "colspan" | "rowspan" | "aria-colspan" | "aria-rowspan");
        let plain = matches!(dom.tag(node), "td" | "th") && dom.has(node, flag::RENDERED);
        if !plain || dom.attrs(node).any(|(key, _)| odd(key)) {
            return None;
        }
        wide += 1;
    }
    (wide > 0).then_some(wide)
}

fn cells(view: View<'_>, row: NodeId) -> Vec<(NodeId, Part)> {
    let dom = view.dom;
    let mut cells = Vec::new();
    let mut at = dom.first(row);
    while let Some(node) = at {
        let part = part(view, node);
        if matches!(part, Part::Cell | Part::Header | Part::RowHeader) && dom.has(node, flag::RENDERED) {
            cells.push((node, part));
        }
        at = match dom.first(node).filter(|_| part == Part::Wrapper) {
            Some(child) => Some(child),
            None => dom.skip(node, row),
        };
    }
    cells
}

fn part(view: View<'_>, node: NodeId) -> Part {
    let dom = view.dom;
    if !dom.is_element(node) {
        return Part::Other;
    }
    let tag = dom.tag(node);
    let role = dom.attr(node, "role").and_then(|role| role.split_ascii_whitespace().next());
    match role {
        Some("row") => return Part::Row,
        Some("cell" | "gridcell") => return if tag == "th" { Part::Header } else { Part::Cell },
        Some("columnheader") => return Part::Header,
        Some("rowheader") => return Part::RowHeader,
        Some("table" | "grid" | "treegrid") => return Part::Other,
        Some("rowgroup") if !matches!(tag, "thead" | "tfoot") => return Part::Wrapper,
        _ => {}
    }
    match tag {
        "tr" => Part::Row,
        "td" => Part::Cell,
        "th" if dom.attr(node, "scope").is_some_and(|scope| scope.starts_with("row")) => Part::RowHeader,
        "th" => Part::Header,
        "thead" => Part::Head,
        "tfoot" => Part::Foot,
        "table" | "caption" | "colgroup" => Part::Other,
        _ => Part::Wrapper,
    }
}

/// Puts cells where the spans of the rows above leave room. `above` is in order of columns, before and after.
fn place(
    view: View<'_>,
    cells: &[(NodeId, Part)],
    above: &mut Vec<(Cell, usize)>,
    shows: &dyn Fn(NodeId) -> String,
) -> Vec<Cell> {
    let mut line: Vec<Cell> = Vec::with_capacity(cells.len() + above.len());
    let mut next: Vec<(Cell, usize)> = Vec::new();
    let mut reaching = above.drain(..).peekable();
    let mut col = 0;
    let mut down = |cell: Cell, left: usize, line: &mut Vec<Cell>| {
        if left > 0 {
            next.push((cell.clone(), left));
        }
        line.push(cell);
    };
    for (node, part) in cells {
        while let Some((cell, left)) = reaching.next_if(|(cell, _)| cell.col <= col) {
            col = col.max(cell.col + cell.span);
            down(cell, left - 1, &mut line);
        }
        let span = number(view, *node, ["colspan", "aria-colspan"]).clamp(1, SPAN);
        let rows = number(view, *node, ["rowspan", "aria-rowspan"]);
        let cell = Cell { node: *node, text: shows(*node), col, span, header: *part != Part::Cell };
        col += span;
        // 0 reaches to the end of the row group.
        down(cell, rows.wrapping_sub(1), &mut line);
    }
    for (cell, left) in reaching {
        down(cell, left - 1, &mut line);
    }
    *above = next;
    line
}

/// HTML's bound on `colspan`.
const SPAN: usize = 1_000;

fn number(view: View<'_>, node: NodeId, keys: [&str; 2]) -> usize {
    let said = keys.iter().find_map(|key| view.dom.attr(node, key));
    said.and_then(|text| text.trim().parse().ok()).unwrap_or(1)
}

/// What a cell shows; of a lone toggle its state.
fn shows(view: View<'_>, cell: NodeId) -> Rc<str> {
    view.plain(cell, || look(view, cell))
}

fn look(view: View<'_>, cell: NodeId) -> String {
    let shown = text::plain(view, cell);
    if !shown.is_empty() {
        return shown;
    }
    let dom = view.dom;
    let toggle = |id: &NodeId| {
        let native = dom.tag(*id) == "input" && matches!(dom.attr(*id, "type"), Some("checkbox" | "radio"));
        native || dom.attr(*id, "role").is_some_and(|role| matches!(role, "checkbox" | "switch" | "radio"))
    };
    match dom.walk(cell).find(toggle) {
        Some(id) if dom.has(id, flag::CHECKED) || dom.attr(id, "aria-checked") == Some("true") => "checked".into(),
        Some(_) => "not checked".into(),
        None => dom.attr(cell, "aria-label").unwrap_or("").to_owned(),
    }
}

/// Does the look of the first row say that it is a header row, where no cell does?
fn bold_head(view: View<'_>, rows: &[RowAt]) -> bool {
    let [first, second, ..] = rows else { return false };
    let said = |row: &RowAt| row.head || cells(view, row.node).iter().any(|(_, part)| *part != Part::Cell);
    !rows.iter().any(said) && crate::model::outline::heads::bold_first(view, first.node, second.node)
}
