//! Tests of what is read of tables.

use super::*;
use crate::html;
use crate::model::aria::Memo;

/// Columns, then rows as `key: cell | cell`; an absent cell is `-`.
fn print(markup: &str) -> (Table, String) {
    let dom = html::dom(markup);
    let memo = Memo::default();
    let view = View { dom: &dom, memo: &memo };
    let root = dom.root().unwrap();
    let is_table = |id: &NodeId| dom.tag(*id) == "table" || matches!(dom.attr(*id, "role"), Some("grid" | "table"));
    let node = dom.walk(root).find(is_table).unwrap();
    let table = read(view, node);
    let mut out = format!("{}\n", table.columns.join(" | "));
    for row in &table.rows {
        let cells: Vec<_> =
            (0..table.columns.len()).map(|at| row.cell(at).map_or("-", |cell| cell.text.as_str())).collect();
        out.push_str(&format!("{}: {}\n", row.key, cells.join(" | ")));
    }
    (table, out)
}

#[track_caller]
fn check(markup: &str, expected: &[&str]) {
    let (_, found) = print(markup);
    assert_eq!(found.lines().collect::<Vec<_>>(), expected, "\n{found}");
}

#[test]
fn names_columns_and_keys_rows_by_id() {
    check(
        "<table><thead><tr><th>Customer<th>Order<th>Total<tbody>
         <tr><td>Ann<td>A-1<td>5.00<tr><td>Ann<td>A-2<td>6.00</table>",
        &["Customer | Order | Total", "A-1: Ann | A-1 | 5.00", "A-2: Ann | A-2 | 6.00"],
    );
}

#[test]
fn keys_rows_by_their_header() {
    check(
        "<table><tr><td></td><th>Mon<th>Tue<tr><th scope=row>9:00<td>a<td>b<tr><th scope=row>10:00<td>c<td>d</table>",
        &["column 1 | Mon | Tue", "9:00: 9:00 | a | b", "10:00: 10:00 | c | d"],
    );
}

#[test]
fn spans_reach_over_columns_and_rows() {
    check(
        "<table><tr><th>A<th>B<th>C<tr><td rowspan=2>x<td>1<td>2<tr><td colspan=2>3</table>",
        &["A | B | C", "1: x | 1 | 2", "3: x | 3 | 3"],
    );
}

#[test]
fn header_rows_are_joined_and_made_unique() {
    check(
        "<table><thead><tr><th rowspan=2>Name<th colspan=2>Price<tr><th>Net<th>Gross</thead><tr><td>a<td>1<td>2</table>",
        &["Name | Price / Net | Price / Gross", "a: a | 1 | 2"],
    );
    check(
        "<table><tr><th>Name<th>Name<th><tr><td>a<td>b<td>c</table>",
        &["Name#1 | Name#2 | column 3", "a: a | b | c"],
    );
}

#[test]
fn a_header_over_all_columns_is_the_caption() {
    let (table, _) = print("<table><tr><th colspan=2>Prices<tr><th>A<th>B<tr><td>1<td>2</table>");
    assert_eq!((table.caption.as_str(), table.columns.join("|").as_str()), ("Prices", "A|B"));
}

#[test]
fn the_foot_comes_last_and_bold_rows_head() {
    check(
        "<table><thead><tr><th>A<tbody></tbody><tfoot><tr><td>sum</tfoot><tbody><tr><td>1</table>",
        &["A", "1: 1", "sum: sum"],
    );
    check("<table><tr><td><b>A</b><td><b>B</b><tr><td>1<td>x</table>", &["A | B", "1: 1 | x"]);
}

#[test]
fn grids_of_divs_are_tables_and_tell_what_is_not_loaded() {
    let (table, found) = print(
        "<div role=grid aria-rowcount=501 aria-label=Orders><div role=rowgroup><div role=row><span role=columnheader>Id</span>
         <span role=columnheader>Who</span></div></div><div role=rowgroup><div role=row aria-rowindex=12>
         <span role=gridcell>7</span><span role=gridcell>Bo</span></div></div></div>",
    );
    assert_eq!(found, "Id | Who\n7: 7 | Bo\n");
    assert_eq!((table.loaded, table.total, table.rows[0].index), (1, Some(500), Some(12)));
    assert_eq!(table.caption, "Orders");
    let (endless, _) = print("<div role=grid aria-rowcount=-1><div role=row><span role=gridcell>a</span></div></div>");
    assert!(endless.endless && endless.total.is_none());
}

#[test]
fn keys_take_the_first_line_where_that_is_enough() {
    check(
        "<table><tr><th>Who<th>Age<tr><td><div>Ann</div><div>a@b.c</div><td>3<tr><td><div>Bo</div><div>b@b.c</div><td>3</table>",
        &["Who | Age", "Ann: Ann a@b.c | 3", "Bo: Bo b@b.c | 3"],
    );
}

#[test]
fn cells_show_controls_by_their_state() {
    check(
        "<table><tr><th>A<th>B<th>C<tr><td><input type=checkbox checked><td><input value=5><td><select><option>x<option selected>y</select></table>",
        &["A | B | C", "y: checked | 5 | y"],
    );
}

#[test]
fn an_empty_table_is_one() {
    check("<table><thead><tr><th>A<th>B</table>", &["A | B"]);
    check("<table></table>", &[""]);
}

#[test]
fn inner_tables_keep_to_themselves() {
    check("<table><tr><th>A<th>B<tr><td>1<td><table><tr><td>inner</table></table>", &["A | B", "1: 1 | inner"]);
}
