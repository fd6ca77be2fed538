//! Tests of roles and names.

use super::*;
use crate::html;

/// Role and name of the element with the id `x`.
fn of(markup: &str) -> (String, String) {
    let dom = html::dom(markup);
    let memo = Memo::default();
    let view = View { dom: &dom, memo: &memo };
    let root = dom.root().unwrap();
    let id = dom.walk(root).find(|id| dom.attr(*id, "id") == Some("x")).unwrap();
    (view.role(id).as_str().to_owned(), view.name(id).to_string())
}

#[track_caller]
fn check(markup: &str, role: &str, name: &str) {
    assert_eq!(of(markup), (role.to_owned(), name.to_owned()), "{markup}");
}

#[test]
fn a_control_says_nothing_in_its_own_label() {
    check(
        "<label>Pick <select id=x><optgroup label=A><option>1<option selected>2</select></label>",
        "combobox",
        "Pick",
    );
    check("<label>Some <select id=x multiple><option selected>1</select> of them</label>", "listbox", "Some of them");
    check("<label>Level <meter id=x value=3>3</meter></label>", "meter", "Level");
    check("<label>Text <input id=x value=held></label>", "textbox", "Text");
    // In the label of another control it is its value.
    check("<label><input id=x type=checkbox>Flash <input value=3> times</label>", "checkbox", "Flash 3 times");
}

#[test]
fn roles_depend_on_what_is_around() {
    check("<header id=x>a</header>", "banner", "");
    check("<article><header id=x>a</header></article>", "sectionheader", "");
    check("<section id=x aria-label=S>a</section>", "region", "S");
    check("<section id=x>a</section>", "generic", "");
    check("<p role='unknown note' id=x>a", "note", "");
    check("<ul role=none id=x tabindex=0><li>a</ul>", "list", "");
}

#[test]
fn names_keep_to_what_is_shown_and_said() {
    check("<button id=x><span hidden>no</span>Yes<span aria-hidden=true>no</span></button>", "button", "Yes");
    check("<button id=x aria-labelledby='x y'>Go</button><i id=y hidden>there</i>", "button", "Go there");
    check("<fieldset id=x><legend>Size</legend></fieldset>", "group", "Size");
    check("<table id=x><caption>Orders</caption><tr><td>1</table>", "table", "Orders");
    check("<a id=x href=1><img alt=Chart src=1> of 設定</a>", "link", "Chart of 設定");
}

/// As Chromium 156 has them, each by itself: all keep their role, few are named by what is in them, all by their author.
#[test]
fn roles_of_digital_publishing() {
    let named = ["doc-backlink", "doc-biblioref", "doc-glossref", "doc-noteref", "doc-subtitle"];
    let roles: Vec<&str> = Role::ALL.iter().map(|role| role.as_str()).filter(|role| role.starts_with("doc-")).collect();
    assert_eq!(roles.len(), 41);
    for role in roles {
        let by_content = named.contains(&role);
        let of = |attributes: &str| format!("<div id=x role={role} {attributes}><p>Words</p></div>");
        check(&of(""), role, if by_content { "Words" } else { "" });
        check(&of("aria-label=L"), role, "L");
        check(&of("title=T"), role, if by_content { "Words" } else { "T" });
    }
    check("<hr id=x role=doc-pagebreak aria-label=5>", "doc-pagebreak", "5");
    check("<span id=x role=doc-pagebreak title=6></span>", "doc-pagebreak", "6");
    check("<a id=x href=1 role=doc-noteref>1</a>", "doc-noteref", "1");
    check("<img id=x role=doc-cover src=1 alt=Cover>", "doc-cover", "Cover");
    check("<section id=x role=doc-chapter aria-labelledby=y><h2 id=y>One</h2></section>", "doc-chapter", "One");
    check("<ol><li id=x role=doc-endnote>N</ol>", "doc-endnote", "");
}
