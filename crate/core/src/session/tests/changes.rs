//! What an act changed, told from what facts have touched: deltas as the page kit writes them.

use onecall_protocol::facts::{Head, flag, op};
use onecall_protocol::json;

use super::replay;
use crate::answer::{change, snapshot};
use crate::html::facts;
use crate::member::Tree;

const SHOWN: u32 = flag::RENDERED | flag::VISIBLE | flag::OPAQUE | flag::BLOCK;

/// A delta in the making.
struct Delta {
    words: Vec<u32>,
    table: Vec<String>,
}

impl Delta {
    fn new() -> Self {
        Self { words: Vec::new(), table: vec![String::new()] }
    }

    fn string(&mut self, text: &str) -> u32 {
        self.table.push(text.into());
        self.table.len() as u32 - 1
    }

    fn own(mut self, kind: u32, flags: u32, handle: u32, tag: &str, attrs: &[(&str, &str)]) -> Self {
        let tag = self.string(tag);
        self.words.extend([kind | flags << 4, handle, tag, attrs.len() as u32]);
        for (key, value) in attrs {
            let pair = [self.string(key), self.string(value)];
            self.words.extend(pair);
        }
        self
    }

    fn text(mut self, text: &str) -> Self {
        let text = self.string(text);
        self.words.extend([op::TEXT, text]);
        self
    }

    fn words(mut self, words: &[u32]) -> Self {
        self.words.extend(words);
        self
    }

    fn apply(self, tree: &mut Tree) {
        let was = tree.dom().head().clone();
        let head = Head { rev: was.rev + 1, base: was.rev, parts: 1, ..was };
        let odd = tree.apply(&head, &self.words, &self.table.join("\0"));
        assert!(odd.is_empty(), "{odd:?}");
    }
}

fn tree(html: &str) -> Tree {
    let facts = facts(html);
    let mut tree = Tree::default();
    tree.apply(&facts.head, &facts.nodes, &facts.text);
    tree
}

fn handle(tree: &Tree, tag: &str, nth: usize) -> u32 {
    let dom = tree.dom();
    let found = dom.walk(dom.root().unwrap()).filter(|node| dom.tag(*node) == tag).nth(nth).unwrap();
    dom.handle(found)
}

const SHOP: &str = "<main><h1>Shop</h1><ul aria-label=Cart><li>Milk</li><li>Tea</li></ul><p>2 things</p><button>Pay</button><div role=alert></div><p>Other words</p></main>";

#[test]
fn only_what_was_touched_is_told() {
    let mut tree = tree(SHOP);
    tree.begin_act();
    let before = snapshot::before(&tree);
    assert!(change::changes(&tree, &before, &[]).0.is_empty());
    let (list, milk, tea) = (handle(&tree, "ul", 0), handle(&tree, "li", 0), handle(&tree, "li", 1));
    let (total, pay, alert) = (handle(&tree, "p", 0), handle(&tree, "button", 0), handle(&tree, "div", 0));
    Delta::new()
        .words(&[op::REPLACE, list])
        .own(op::ELEMENT, SHOWN, list, "ul", &[("aria-label", "Cart")])
        .words(&[op::KEEP, milk, op::KEEP, tea])
        .own(op::ELEMENT, SHOWN, 900, "li", &[])
        .text("Cheese")
        .words(&[op::END, op::END, op::REPLACE, total])
        .own(op::ELEMENT, SHOWN, total, "p", &[])
        .text("3 things")
        .words(&[op::END, op::REPLACE, alert])
        .own(op::ELEMENT, SHOWN, alert, "div", &[("role", "alert")])
        .text("Added")
        .words(&[op::END])
        .own(op::PATCH, SHOWN | flag::DISABLED, pay, "button", &[])
        .apply(&mut tree);
    let (now, was) = tree.touched().unwrap();
    assert!(now.len() < 6 && was.len() < 6, "{now:?} {was:?}");
    let (lines, _) = change::changes(&tree, &before, &[]);
    assert_eq!(
        lines,
        [
            "+ page.alerts.alert · \"Added\"",
            "page.lists.Cart has 3 items (was 2): + \"Cheese\"",
            "page.buttons.Pay is disabled",
            "new text \"3 things\"",
        ]
    );
    tree.end_act();
    assert!(tree.before_act().is_none() && tree.touched().is_none());
}

#[test]
fn what_a_parent_says_holds_for_all_below() {
    let mut tree = tree(
        "<main><h1>A</h1><div id=m aria-hidden=true><nav role=menu aria-label=More><a role=menuitem>Copy</a></nav></div><p>Words</p></main>",
    );
    tree.begin_act();
    let before = snapshot::before(&tree);
    let outer = handle(&tree, "div", 0);
    Delta::new().own(op::PATCH, SHOWN, outer, "div", &[("id", "m")]).apply(&mut tree);
    let (lines, _) = change::changes(&tree, &before, &[]);
    assert!(lines.iter().any(|line| line.starts_with("+ page.menus.More")), "{lines:?}");
    assert!(!lines.iter().any(|line| line.contains("Words")), "{lines:?}");
}

#[test]
fn what_goes_is_told_and_full_facts_are_compared_whole() {
    let dialog = "<main><h1>A</h1><dialog open aria-label=Sure><button>Yes</button></dialog><p>Words</p></main>";
    let mut delta = tree(dialog);
    delta.begin_act();
    let before = snapshot::before(&delta);
    let main = handle(&delta, "main", 0);
    let (head, words) = (handle(&delta, "h1", 0), handle(&delta, "p", 0));
    Delta::new()
        .words(&[op::REPLACE, main])
        .own(op::ELEMENT, SHOWN, main, "main", &[])
        .words(&[op::KEEP, head, op::KEEP, words, op::END])
        .apply(&mut delta);
    assert_eq!(change::changes(&delta, &before, &[]).0, ["- page.dialogs.Sure"]);

    let mut full = tree(dialog);
    full.begin_act();
    let after = facts(&dialog.replace("dialog open", "dialog"));
    let head = Head { rev: 2, ..after.head };
    full.apply(&head, &after.nodes, &after.text);
    assert!(full.touched().is_none() && full.before_act().is_some());
    assert_eq!(change::changes(&full, &before, &[]).0, ["- page.dialogs.Sure"]);
}

#[test]
fn rows_that_are_not_loaded_are_scrolled_to() {
    let mut page = replay(
        "<div role=grid aria-label=People aria-rowcount=501><div role=row aria-rowindex=1><span role=columnheader>Id</span><span role=columnheader>Name</span></div><div role=row aria-rowindex=2><span role=gridcell>A-1</span><span role=gridcell>Ann</span></div><div role=row aria-rowindex=3><span role=gridcell>A-2</span><span role=gridcell>Bo</span></div></div>",
    );
    assert!(page.read("page.tables.People").contains("scrollTo(place) loads other rows"));
    let missed = page.read("page.tables.People.rows[\"A-300\"]");
    assert!(missed.contains("not among the 2 of 500 rows that are loaded"), "{missed}");
    assert!(missed.contains(r#"{"path":"page.tables.People.scrollTo","args":["next"]}"#), "{missed}");
    let beyond = page.read("page.tables.People.rows[299]");
    assert!(beyond.contains(r#""args":[299]"#), "{beyond}");
    let done = page.call(&json!({"path": "page.tables.People.scrollTo", "args": [299]}));
    assert!(done.starts_with("done     scrolled to 299 in page.tables.People"), "{done}");
    let step = serde_json::to_value(&page.performed[0].act).unwrap();
    assert_eq!(step, json!({"verb": "scrollTo", "what": "place", "to": 301.0}), "header rows count too");
}
