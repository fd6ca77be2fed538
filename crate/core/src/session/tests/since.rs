//! Cursors and differences: what goes on after a key, and what changed since it was read.

use super::*;

const ROWS: &[(&str, &str)] = &[("A-1", "Ann"), ("A-2", "Bo"), ("A-3", "Cy"), ("A-4", "Di"), ("A-5", "Eva")];

#[test]
fn nothing_new_is_unchanged_and_the_rest_is_only_the_difference() {
    let mut page = replay(&orders(ROWS));
    assert!(page.read("page.tables.Orders.rows.since()").contains("was not read before"));
    page.read("page.tables.Orders.rows");
    let text = page.call(&json!({"path": "page.tables.Orders.rows.since", "args": []}));
    assert!(text.starts_with("page.tables.Orders.rows.since()  unchanged"), "{text}");
    page.now(facts(&orders(&[("A-0", "New"), ("A-1", "Ann"), ("A-2", "Bob"), ("A-4", "Di"), ("A-5", "Eva")])));
    let text = page.read("page.tables.Orders.rows.since()");
    let lines: Vec<&str> = text.lines().filter(|line| line.starts_with(['+', '~', '-'])).collect();
    assert_eq!(lines, ["+ \"A-0\" | A-0 | New", "~ \"A-2\" | A-2 | Bob", "- \"A-3\" | A-3 | Cy"], "{text}");
    assert!(page.read("page.tables.Orders.rows.since()").contains("unchanged"), "told once");
}

#[test]
fn what_moved_out_of_a_small_answer_is_not_gone() {
    let mut page = replay(&orders(ROWS));
    page.call(&json!({"path": "page.tables.Orders.rows", "budget": 60}));
    let mut more = vec![("A-0", "New")];
    more.extend(ROWS);
    page.now(facts(&orders(&more)));
    let text = page.call(&json!({"path": "page.tables.Orders.rows.since()", "budget": 60}));
    assert!(text.contains("+ \"A-0\"") && !text.contains("\n- "), "{text}");
}

#[test]
fn a_cursor_names_the_key_it_goes_on_after() {
    let mut page = replay(&orders(ROWS));
    let text = page.call(&json!({"path": "page.tables.Orders.rows[0:2]"}));
    assert!(text.contains("more     page.tables.Orders.rows.after(\"A-2\") (3 left)"), "{text}");
    // Two rows come before it: the list goes on where it stopped.
    let mut more = vec![("B-1", "Flo"), ("B-2", "Gus")];
    more.extend(ROWS);
    page.now(facts(&orders(&more)));
    let text = page.read("page.tables.Orders.rows.after(\"A-2\")");
    assert!(text.contains("\"A-3\" |") && !text.contains("\"A-2\" |") && !text.contains("\"B-1\" |"), "{text}");
    page.now(facts(&orders(&[("A-1", "Ann"), ("A-3", "Cy")])));
    let text = page.read("page.tables.Orders.rows.after(\"A-2\")");
    assert!(text.starts_with("fault not_found") && text.contains("read from the beginning"), "{text}");
    // A row that has left the choice still says where to go on.
    let text = page.read("page.tables.Orders.rows.where({\"Customer\": \"Cy\"}).after(\"A-1\")");
    assert!(text.contains("\"A-3\" |"), "{text}");
    let text = page.read("page.tables.Orders.rows.after(\"A-2\")");
    assert!(text.contains("try      {\"path\":\"page.tables.Orders.rows\"}"), "{text}");
}
