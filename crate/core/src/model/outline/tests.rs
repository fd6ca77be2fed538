//! Tests of what stands on a page.

use super::*;
use crate::html;
use crate::model::aria::Memo;

/// The tree of shown things as lines: kind, label, and what owns it by depth.
fn tree(markup: &str) -> String {
    let dom = html::dom(markup);
    let memo = Memo::default();
    let view = View { dom: &dom, memo: &memo };
    let outline = Outline::build(view, false);
    let mut out = String::new();
    print(view, &outline, outline.page(), 0, &mut out);
    out
}

fn print(view: View<'_>, outline: &Outline, owner: ThingId, depth: usize, out: &mut String) {
    let mut all: Vec<ThingId> = Kind::ALL.iter().flat_map(|kind| outline.owned(owner, *kind)).copied().collect();
    all.sort();
    for id in all {
        let thing = outline.thing(id).unwrap();
        out.push_str(&format!("{}{} {}\n", "  ".repeat(depth), thing.kind.one(), outline.label(view, id)));
        print(view, outline, id, depth + 1, out);
    }
}

#[track_caller]
fn check(markup: &str, expected: &[&str]) {
    let found = tree(markup);
    assert_eq!(found.lines().collect::<Vec<_>>(), expected, "\n{found}");
}

#[test]
fn controls_and_links_belong_to_the_page() {
    check(
        "<h1>Shop</h1><a href=/o>Orders</a><button>Pay</button><div onclick='x()'>More</div>",
        &["section Shop", "link Orders", "button Pay", "button More"],
    );
}

#[test]
fn a_form_owns_its_fields() {
    check(
        "<form><h2>Sign in</h2><input aria-label=Email><input type=password aria-label=Password><button>Go</button></form>",
        &["form Sign in", "  section Sign in", "  field Email", "  field Password", "  button Go"],
    );
}

#[test]
fn a_form_around_the_page_and_one_without_fields_own_nothing() {
    check(
        "<form><nav><a href=/>Home</a></nav><input aria-label=Find></form><form><button>Out</button></form>",
        &["nav ", "link Home", "field Find", "button Out"],
    );
}

#[test]
fn rows_own_their_buttons_and_header_rows_are_none() {
    check(
        "<table><thead><tr><th>A<th>B</thead><tr><td>1<td><button>Edit</button><tr><td>2<td><button>Edit</button></table>",
        &["table ", "  row 1", "    button Edit", "  row 2", "    button Edit"],
    );
}

#[test]
fn layout_tables_are_transparent() {
    check("<table><tr><td><a href=/>Home</a></td></tr></table>", &["link Home"]);
    check("<table role=presentation><tr><th>x<td><a href=/>a</a><tr><td>y<td>z</table>", &["link a"]);
}

#[test]
fn plain_lists_do_not_own_and_card_lists_do() {
    check(
        "<main><h2>See also</h2><ul><li><a href=1>One</a><li><a href=2>Two</a></ul></main>",
        &["main See also", "section See also", "list See also", "  item One", "  item Two", "link One", "link Two"],
    );
    check(
        "<ul><li><a href=1>One</a><li><a href=2>Two</a></ul><ul aria-label=More><li><a href=3>Three</a></ul>",
        &["link One", "link Two", "list More", "  item Three", "link Three"],
    );
    check(
        "<ul aria-label=Tasks><li><input type=checkbox aria-label=Milk><button>x</button><li><input type=checkbox aria-label=Tea><button>x</button></ul>",
        &["list Tasks", "  item Milk", "    field Milk", "    button x", "  item Tea", "    field Tea", "    button x"],
    );
}

#[test]
fn radio_buttons_of_a_name_are_one_field() {
    let dom =
        html::dom("<form><input type=radio name=a id=x><input type=radio name=a id=y><input type=radio name=b></form>");
    let memo = Memo::default();
    let view = View { dom: &dom, memo: &memo };
    let outline = Outline::build(view, false);
    let form = outline.owned(outline.page(), Kind::Form)[0];
    assert_eq!(outline.owned(form, Kind::Field).len(), 2);
    let radios: Vec<_> = dom.walk(dom.root().unwrap()).filter(|id| dom.tag(*id) == "input").collect();
    assert_eq!(outline.of_node(radios[0]), outline.of_node(radios[1]));
}

#[test]
fn a_named_group_of_fields_is_a_form_of_its_own() {
    let fields = "<label>Street <input></label><label>City <input></label>";
    let group = format!("<fieldset><legend>Address</legend>{fields}</fieldset>");
    let form = ["form Address", "  field Street", "  field City"];
    check(&group, &form);
    check(&format!("<div role=group aria-label=Address>{fields}</div>"), &form);
    check(
        "<fieldset><legend>Tell me</legend><label><input type=checkbox>Mail</label><label><input type=checkbox>Text</label></fieldset>",
        &["form Tell me", "  field Mail", "  field Text"],
    );
    // In a form, or in a group with a button, it is a part of that.
    let form = ["form Order", "  field Street", "  field City", "  button Buy"];
    check(&format!("<form aria-label=Order>{group}<button>Buy</button></form>"), &form);
    check(&format!("<div role=group aria-label=Order>{group}<button>Buy</button></div>"), &form);
    // What has no name, or asks one thing only, is none.
    check(&format!("<fieldset>{fields}</fieldset>"), &["field Street", "field City"]);
    check("<fieldset><legend>Find</legend><label>Words <input></label></fieldset>", &["field Words"]);
    // One stands in another.
    check(
        &format!("<fieldset><legend>Delivery</legend><label>Name <input></label>{group}</fieldset>"),
        &["form Delivery", "  field Name", "  form Address", "    field Street", "    field City"],
    );
}

#[test]
fn a_live_region_without_a_role_is_an_alert_while_it_says_something() {
    check("<div aria-live=assertive>No such user</div>", &["alert No such user"]);
    check(
        "<p aria-live=polite>3 results</p><div aria-live=polite> </div><p aria-live=off>tick</p>",
        &["alert 3 results"],
    );
    // What came of a search is no message.
    let list = "<div aria-live=polite><ul><li><h3>A</h3><a href=1>a</a><li><h3>B</h3><a href=2>b</a></ul></div>";
    assert!(!tree(list).contains("alert"), "{}", tree(list));
    assert!(!tree("<div aria-live=polite><label>Name <input></label></div>").contains("alert"));
}

#[test]
fn radio_buttons_go_by_what_is_asked() {
    let pair = |name: &str| {
        format!("<label><input type=radio name={name}>One</label><label><input type=radio name={name}>Two</label>")
    };
    check(&format!("<fieldset><legend>Delivery</legend>{}</fieldset>", pair("a")), &["field Delivery"]);
    check(&format!("<div role=radiogroup aria-label=Size>{}</div>", pair("a")), &["field Size"]);
    // A group around two choices names neither, and one without a name says nothing.
    check(
        &format!("<fieldset><legend>All</legend>{}{}</fieldset>", pair("a"), pair("b")),
        &["form All", "  field One", "  field One"],
    );
    check(&format!("<fieldset>{}</fieldset>", pair("a")), &["field One"]);
}

#[test]
fn sections_nest_by_level_and_end_with_what_holds_them() {
    let dom = html::dom("<main><h1>A</h1><h2>B</h2><a href=1>b</a><h2>C</h2><a href=2>c</a></main><a href=3>out</a>");
    let memo = Memo::default();
    let view = View { dom: &dom, memo: &memo };
    let outline = Outline::build(view, false);
    let sections = outline.owned(outline.page(), Kind::Section);
    let names =
        |id: ThingId| outline.within(id, Kind::Link).iter().map(|link| outline.label(view, *link)).collect::<Vec<_>>();
    assert_eq!(names(sections[0]), ["b", "c"]);
    assert_eq!(names(sections[1]), ["b"]);
    assert_eq!(names(sections[2]), ["c"]);
    assert_eq!(outline.thing(sections[2]).unwrap().section, Some(sections[0]));
}

#[test]
fn cards_without_list_markup_are_items() {
    let card = |name: &str| format!("<div><h3>{name}</h3><p>$5</p><button>Add</button></div>");
    check(
        &format!("<main><h2>Offers</h2>{}{}{}</main>", card("A"), card("B"), card("C")),
        &[
            "main Offers",
            "section Offers",
            "list Offers",
            "  item A",
            "    section A",
            "    button Add",
            "  item B",
            "    section B",
            "    button Add",
            "  item C",
            "    section C",
            "    button Add",
        ],
    );
}

#[test]
fn rows_of_a_grid_are_one_list() {
    let card =
        |name: &str| format!("<div><img alt='{name} seen' src=x><a href=/{name}>{name}</a><span>$5</span></div>");
    let row = |names: &[&str]| format!("<div>{}</div>", names.iter().map(|name| card(name)).collect::<String>());
    let grid = [row(&["A", "B", "C"]), row(&["D", "E", "F"]), row(&["G", "H", "I"]), row(&["J"])].concat();
    let found = tree(&format!("<div>{grid}</div>"));
    let lists = found.lines().filter(|line| line.starts_with("list")).count();
    let items: Vec<_> = found.lines().filter_map(|line| line.strip_prefix("  item ")).collect();
    assert_eq!((lists, items.len()), (1, 10), "{found}");
}

#[test]
fn chapters_columns_and_form_rows_are_no_items() {
    let text = "Words that go on and on. ".repeat(30);
    let chapter =
        |name: &str| format!("<section><h2>{name}</h2><p>{text}<a href=1>more</a></p><p>{text}</p></section>");
    assert!(!tree(&[chapter("A"), chapter("B"), chapter("C")].concat()).contains("item"));
    let row = |name: &str| format!("<div><label>{name}</label><input aria-label={name}></div>");
    let form = format!("<form>{}{}{}<button>Save</button></form>", row("A"), row("B"), row("C"));
    assert!(!tree(&form).contains("item"));
    let columns = "<div><header><a href=1>x</a> y</header></div><div><main><a href=1>x</a></main></div><div><footer>z <a href=1>x</a></footer></div>";
    assert!(!tree(columns).contains("item"));
}

#[test]
fn groups_that_work_as_forms() {
    let labels = |markup: &str| {
        tree(markup).lines().filter(|line| line.starts_with("form")).map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(
        labels("<div role=group aria-label=Filter><input aria-label=Q><button>Go</button></div>"),
        ["form Filter"]
    );
    assert_eq!(
        labels("<div><h2>Sign in</h2><input type=password aria-label=P><button>Go</button></div>"),
        ["form Sign in"]
    );
    assert_eq!(labels("<div><input aria-label=A><input aria-label=B><button>Send</button></div>"), ["form Send"]);
    assert_eq!(labels("<div><input aria-label=Find><button>Go</button></div>"), [""; 0]);
    assert_eq!(
        labels(
            "<section><input aria-label=New><ul><li><input type=checkbox aria-label=a><button>x</button></ul><button>Clear</button></section>"
        ),
        [""; 0]
    );
}

#[test]
fn hidden_controls_behind_labels_are_fields() {
    let outline =
        "<input type=checkbox id=a hidden><label for=a>Agree</label><input type=checkbox hidden aria-label=no>";
    check(outline, &["field Agree"]);
}

#[test]
fn popups_of_combo_boxes_are_no_fields() {
    check(
        "<input role=combobox aria-label=Fruit aria-controls=l><ul id=l role=listbox aria-label=Fruits><li role=option>A</ul>",
        &["field Fruit"],
    );
}

#[test]
fn dialogs_hold_their_own_and_closed_ones_are_counted() {
    check("<div role=dialog aria-label=Ask><button>Yes</button></div>", &["dialog Ask", "  button Yes"]);
    let dom = html::dom("<dialog><button>Yes</button></dialog><button>Open</button>");
    let memo = Memo::default();
    let outline = Outline::build(View { dom: &dom, memo: &memo }, false);
    assert!(outline.hidden().map(|thing| thing.shown).eq([Shown::NotRendered; 2]));
    assert_eq!(outline.within(outline.page(), Kind::Button).len(), 1);
}

#[test]
fn what_is_shown_without_a_role_is_a_spot_where_it_is_asked_for() {
    let dom = html::dom("<p>Some <b>bold</b> words</p><div>Twelve</div><button>Go</button><span>a</span>");
    let memo = Memo::default();
    let view = View { dom: &dom, memo: &memo };
    let labels = |spots| {
        let outline = Outline::build(view, spots);
        outline.within(outline.page(), Kind::Spot).iter().map(|id| outline.label(view, *id)).collect::<Vec<_>>()
    };
    // Part of a phrase is no spot of its own, and what stands in a control is the control's.
    assert_eq!(labels(true), ["Some bold words", "Twelve", "a"]);
    assert_eq!(labels(false), [""; 0]);
}

#[test]
fn a_label_may_stand_below_its_field_and_a_sentence_above_is_none() {
    check(
        "<p>Search for a film that was made after 1984.</p><div><div><input><div>Genre</div></div><div><input><div>Year</div></div></div>",
        &["field Genre", "field Year"],
    );
}

#[test]
fn parts_of_a_book_are_what_their_roles_build_on() {
    check(
        "<nav role=doc-toc aria-label=Contents><a href=1>One</a></nav><section role=doc-chapter><h2>One</h2><p>It was \
         <a href=2 role=doc-noteref>1</a></section><img role=doc-cover alt=Cover src=3>",
        &["nav Contents", "link One", "region One", "section One", "link 1", "image Cover"],
    );
}
