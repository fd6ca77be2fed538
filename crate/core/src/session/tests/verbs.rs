//! Every verb of every kind of thing: described where it is only named, and never run on arguments it does not take.

use onecall_protocol::json;

use super::replay;
use crate::member::Verb;

const HTML: &str = "<form aria-label=F><input aria-label=Text><input aria-label=Day type=date><input type=checkbox aria-label=Tick>\
    <select aria-label=Size><option>S<option>M</select><input type=file aria-label=Photo><button>Send</button></form>\
    <div contenteditable aria-label=Notes>text</div><dialog open aria-label=Sure><button>OK</button></dialog>\
    <a href=/x>Link</a><div role=tablist aria-label=Tabs><button role=tab>One</button><button role=tab>Two</button></div>\
    <ul role=tree aria-label=Tree><li role=treeitem aria-expanded=false>Leaf</li></ul><details><summary>More</summary>x</details>\
    <button aria-expanded=true>Unfolded</button><button aria-haspopup=menu>Menu</button><video aria-label=Film src=x.mp4></video>\
    <table aria-label=T><tr><th>Id<th>Name<tr><td>1<td>Ann<tr><td>2<td>Bo</table>";

const PLACES: &[&str] = &[
    "page",
    "page.forms.F",
    "page.forms.F.fields.Text",
    "page.forms.F.fields.Day",
    "page.forms.F.fields.Tick",
    "page.forms.F.fields.Size",
    "page.forms.F.fields.Photo",
    "page.editors.Notes",
    "page.dialogs.Sure",
    "page.links.Link",
    "page.tablists.Tabs",
    "page.tablists.Tabs.tabs.One",
    "page.trees.Tree",
    "page.trees.Tree.items.Leaf",
    "page.buttons.More",
    "page.buttons.Unfolded",
    "page.buttons.Menu",
    "page.media.Film",
    "page.tables.T.rows[\"1\"]",
    "page.tables.T.rows[\"1\"].Name",
];

#[test]
fn every_verb_is_described_and_takes_no_nonsense() {
    let mut seen = Vec::new();
    for place in PLACES {
        for verb in Verb::ALL {
            let path = format!("{place}.{}", verb.name());
            let mut page = replay(HTML);
            let described = page.read(&path);
            if described.starts_with("fault not_found") {
                continue;
            }
            assert!(described.contains(verb.name()) && described.contains("example"), "{path}: {described}");
            assert!(described.contains(verb.summary().split('"').next().unwrap_or("")), "{path}: {described}");
            let answer = page.call(&json!({"path": path, "args": [{"a": {"b": [1]}, "c": [2]}]}));
            assert!(answer.starts_with("fault invalid_argument"), "{path}: {answer}");
            assert!(answer.contains("try      {"), "{path}: {answer}");
            assert!(page.performed.is_empty(), "{path}");
            seen.push(*verb);
        }
    }
    let unseen: Vec<&str> = Verb::ALL.iter().filter(|verb| !seen.contains(verb)).map(|verb| verb.name()).collect();
    assert_eq!(unseen, Vec::<&str>::new(), "no place has these");
}

#[test]
fn an_edit_never_goes_into_the_field_that_had_the_focus_before() {
    const GRID: &str = "<input aria-label=Filter><table aria-label=T><tr><th>Id<th>Name<tr><td>1<td>Ann</table>";
    let mut page = replay(GRID);
    page.call(&json!({"path": "page.fields.Filter.set", "args": ["a"]}));
    let filter = page.performed.first().map_or(0, |step| step.target.handle);
    assert_ne!(filter, 0);
    let mut page = replay(GRID);
    page.facts.head.active = filter;
    let answer = page.call(&json!({"path": "page.tables.T.rows[\"1\"].Name.set", "args": ["Bo"]}));
    assert!(answer.contains("a double click opens no editor in this cell"), "{answer}");
    assert!(page.performed.iter().all(|step| step.target.handle != filter), "{:?}", page.performed);
    assert!(!page.performed.is_empty());
}
