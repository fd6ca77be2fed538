use super::*;
use crate::html;
use crate::model::aria::Memo;

/// The tree of shown things as lines: kind, label, and what owns it by depth.
fn tree(markup: &str) -> String {
    let dom = html::dom(markup);
    let memo = Memo::default();
    let view = View { dom: &dom, memo: &memo };
    let outline = Outline::build(view);
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
        &["table ", "  row 1Edit", "    button Edit", "  row 2Edit", "    button Edit"],
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
        "<h2>See also</h2><ul><li><a href=1>One</a><li><a href=2>Two</a></ul>",
        &["section See also", "list See also", "  item One", "  item Two", "link One", "link Two"],
    );
    check(
        "<ul aria-label=Tasks><li><input type=checkbox aria-label=Milk><button>x</button><li><input type=checkbox aria-label=Tea><button>x</button></ul>",
        &["list Tasks", "  item x", "    field Milk", "    button x", "  item x", "    field Tea", "    button x"],
    );
}

#[test]
fn radio_buttons_of_a_name_are_one_field() {
    let dom =
        html::dom("<form><input type=radio name=a id=x><input type=radio name=a id=y><input type=radio name=b></form>");
    let memo = Memo::default();
    let view = View { dom: &dom, memo: &memo };
    let outline = Outline::build(view);
    let form = outline.owned(outline.page(), Kind::Form)[0];
    assert_eq!(outline.owned(form, Kind::Field).len(), 2);
    let radios: Vec<_> = dom.walk(dom.root().unwrap()).filter(|id| dom.tag(*id) == "input").collect();
    assert_eq!(outline.of_node(radios[0]), outline.of_node(radios[1]));
}

#[test]
fn radio_buttons_go_by_what_is_asked() {
    let pair = |name: &str| {
        format!("<label><input type=radio name={name}>One</label><label><input type=radio name={name}>Two</label>")
    };
    check(&format!("<fieldset><legend>Delivery</legend>{}</fieldset>", pair("a")), &["field Delivery"]);
    check(&format!("<div role=radiogroup aria-label=Size>{}</div>", pair("a")), &["field Size"]);
    // A group around two choices names neither, and one without a name says nothing.
    check(&format!("<fieldset><legend>All</legend>{}{}</fieldset>", pair("a"), pair("b")), &["field One", "field One"]);
    check(&format!("<fieldset>{}</fieldset>", pair("a")), &["field One"]);
}

#[test]
fn sections_nest_by_level_and_end_with_what_holds_them() {
    let dom = html::dom("<main><h1>A</h1><h2>B</h2><a href=1>b</a><h2>C</h2><a href=2>c</a></main><a href=3>out</a>");
    let memo = Memo::default();
    let view = View { dom: &dom, memo: &memo };
    let outline = Outline::build(view);
    let sections = outline.owned(outline.page(), Kind::Section);
    let names =
        |id: ThingId| outline.within(id, Kind::Link).iter().map(|link| outline.label(view, *link)).collect::<Vec<_>>();
    assert_eq!(names(sections[0]), ["b", "c"]);
    assert_eq!(names(sections[1]), ["b"]);
    assert_eq!(names(sections[2]), ["c"]);
    assert_eq!(outline.thing(sections[2]).unwrap().section, Some(sections[0]));
}
