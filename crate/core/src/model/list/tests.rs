//! Tests of what is read of lists.

use super::*;
use crate::html;
use crate::model::aria::Memo;

/// Columns, then items as `key: part | part`.
fn print(markup: &str) -> (List, String) {
    let dom = html::dom(markup);
    let memo = Memo::default();
    let view = View { dom: &dom, memo: &memo };
    let outline = Outline::build(view, false);
    let list = read(view, &outline, outline.within(outline.page(), Kind::List)[0]);
    let mut out = format!("{}\n", list.columns.join(" | "));
    for item in &list.items {
        out.push_str(&format!("{}: {}\n", item.key, item.parts.join(" | ")));
    }
    (list, out)
}

#[track_caller]
fn check(markup: &str, expected: &[&str]) {
    let (_, found) = print(markup);
    assert_eq!(found.lines().collect::<Vec<_>>(), expected, "\n{found}");
}

#[test]
fn plain_items_have_keys_and_no_columns() {
    check("<ul><li>Milk<li>Tea</ul>", &["", "Milk: ", "Tea: "]);
    check("<ul aria-label=See><li><a href=1>One</a><li><a href=2>Two</a></ul>", &["", "One: ", "Two: "]);
}

#[test]
fn cards_share_parts() {
    check(
        "<ul><li><h3>Chair</h3><img alt='a chair' src=1><p>Price: <b>$5</b></p><span>$5.00</span><button>Add</button>
         <li><h3>Table</h3><img alt='a table' src=2><p>Price: <b>$9</b></p><span>$9.00</span><button>Add</button></ul>",
        &[
            "title | image | price | price 2",
            "Chair: Chair | a chair | Price: $5 | $5.00",
            "Table: Table | a table | Price: $9 | $9.00",
        ],
    );
}

#[test]
fn a_constant_text_labels_the_next() {
    check(
        "<ul><li><a href=1>Ann</a><span>Role:</span><span>Admin</span><li><a href=2>Bo</a><span>Role:</span><span>User</span></ul>",
        &["title | Role", "Ann: Ann | Admin", "Bo: Bo | User"],
    );
}

#[test]
fn what_is_the_same_in_all_is_no_label_where_nothing_else_is_left() {
    let post = |said: &str| format!("<li><h3>Ann</h3><span>@ann</span><p>{said}</p>");
    check(
        &format!("<ul>{}{}</ul>", post("One."), post("Two.")),
        &["title | text | text 2", "Ann: Ann | @ann | One.", "Ann: Ann | @ann | Two."],
    );
}

#[test]
fn description_lists_have_terms_and_values() {
    check(
        "<dl><dt>Name<dd>Ann<dd><a href=1>Change<span> name</span></a><dt>Born<dd>1990<dd><a href=2>Change</a></dl>",
        &["value", "Name: Ann", "Born: 1990"],
    );
    check("<dl><div><dt>A<dd><a href=1>x</a></div><div><dt>B<dd>y<dd>z</div></dl>", &["value", "A: x", "B: y · z"]);
}

#[test]
fn set_sizes_tell_how_many_there_are() {
    let (list, _) =
        print("<div role=feed><article aria-setsize=50>a</article><article aria-setsize=50>b</article></div>");
    assert_eq!((list.loaded, list.total, list.endless), (2, Some(50), false));
    let (list, _) = print("<ul><li aria-setsize=-1>a<li aria-setsize=-1>b</ul>");
    assert!(list.endless);
}
