//! Roles of HTML tables and their parts. A table that only lays out has none: Chromium's rules, as far as facts tell.
//! It must never resolve spans or headers; that is the outline's.

use onecall_protocol::facts::{extra, flag};

use crate::model::dom::NodeId;

use super::{Role, View};

/// From this many rows on it is data, whatever it looks like.
const MANY_ROWS: usize = 20;
/// Cells that are looked at before a table counts as layout.
const CELLS: usize = 2_000;

pub(super) fn role(view: View<'_>, id: NodeId, tag: &str) -> Role {
    if tag == "table" {
        return if is_data(view, id) { Role::Table } else { Role::None };
    }
    let dom = view.dom;
    let Some(table) = dom.ancestors(id).find(|above| dom.tag(*above) == "table") else {
        return Role::Generic;
    };
    match (view.role(table), tag) {
        (Role::Grid | Role::TreeGrid, "td") => Role::GridCell,
        (Role::Table, "td") => Role::Cell,
        (Role::Grid | Role::Table | Role::TreeGrid, "th") => header(view, id),
        (Role::Grid | Role::Table | Role::TreeGrid, "tr") => Role::Row,
        (Role::Grid | Role::Table | Role::TreeGrid, _) => Role::RowGroup,
        (Role::None, _) => Role::None,
        _ => Role::Generic,
    }
}

/// By its scope, else by its neighbours: a header beside data is a row's, one beside headers a column's.
fn header(view: View<'_>, id: NodeId) -> Role {
    let dom = view.dom;
    match dom.attr(id, "scope").map(str::to_ascii_lowercase).as_deref() {
        Some("row" | "rowgroup") => return Role::RowHeader,
        Some("col" | "colgroup") => return Role::ColumnHeader,
        _ => {}
    }
    let before = std::iter::successors(dom.prev(id), |at| dom.prev(*at)).find(|at| is_cell(view, *at));
    let after = std::iter::successors(dom.next(id), |at| dom.next(*at)).find(|at| is_cell(view, *at));
    let is_data = |cell: Option<NodeId>| cell.is_some_and(|cell| dom.tag(cell) == "td");
    if is_data(before) || is_data(after) { Role::RowHeader } else { Role::ColumnHeader }
}

fn is_cell(view: View<'_>, id: NodeId) -> bool {
    matches!(view.dom.tag(id), "td" | "th")
}

/// Markup that only data has: captions, headers, columns, borders; else many rows.
fn is_data(view: View<'_>, table: NodeId) -> bool {
    let dom = view.dom;
    let has = |name: &str| dom.attr(table, name).is_some_and(|value| !value.trim().is_empty());
    if has("role") || has("summary") || has("rules") || dom.ancestors(table).any(|above| dom.has(above, flag::EDITOR)) {
        return true;
    }
    if dom.children(table).any(|child| matches!(dom.tag(child), "caption" | "thead" | "tfoot" | "colgroup" | "col")) {
        return true;
    }
    let rows: Vec<NodeId> = rows(view, table).take(MANY_ROWS).collect();
    if rows.len() >= MANY_ROWS {
        return true;
    }
    let cells: Vec<NodeId> =
        rows.iter().flat_map(|row| dom.children(*row)).filter(|at| is_cell(view, *at)).take(CELLS).collect();
    // One cell is no table, whatever it is.
    if cells.len() < 2 && rows.len() < 2 {
        return false;
    }
    let says = |cell: &NodeId| {
        dom.tag(*cell) == "th"
            || ["headers", "abbr", "axis", "scope"]
                .iter()
                .any(|name| dom.attr(*cell, name).is_some_and(|value| !value.is_empty()))
    };
    if cells.iter().any(says) {
        return true;
    }
    if dom.extra(table, extra::RULED).is_some() {
        return true;
    }
    let bordered = dom.attr(table, "border").is_some_and(|border| border.trim() != "0");
    bordered && cells.len() > 1
}

/// Rows of the table itself, not of tables inside it.
fn rows(view: View<'_>, table: NodeId) -> impl Iterator<Item = NodeId> {
    let dom = view.dom;
    dom.children(table).flat_map(move |child| {
        let own = (dom.tag(child) == "tr").then_some(child);
        let group = matches!(dom.tag(child), "tbody" | "thead" | "tfoot")
            .then(|| dom.children(child).filter(|row| dom.tag(*row) == "tr"));
        own.into_iter().chain(group.into_iter().flatten())
    })
}
