//! After changes of words and values the tree keeps what it made of the page. What it says then is what a tree says that
//! was made from the same mirror at once.

use onecall_protocol::facts::{Facts, Head, flag, op};
use proptest::prelude::*;

use crate::answer::overview::overview;
use crate::html::facts;
use crate::limits;
use crate::member::Tree;
use crate::model::dom::{Dom, NodeId};
use crate::model::outline::{Kind, ThingId};

/// Something of everything whose meaning could hinge on words.
const PAGE: &str = "<title>T</title><header><h1>Shop</h1></header><nav><ul><li><a href=1>One</a><li><a href=2>Two</a></ul></nav><main>\
<section aria-labelledby=s1><h2 id=s1>Orders</h2><p>Some words <b>bold</b> and more.</p>\
<table><caption>Open</caption><tr><th>No<th>Who<th>Sum<tr><td>A-1<td>Ann Lee<td>5.00<td><button>View</button><tr><td>A-2<td>Bo<td>6.00<td><button>View</button></table></section>\
<table><tr><td>just words that are laid out<td>side by side</table><table><tr><td>a<td>b<tr><td>c<td>d</table>\
<div><div><h3>Card one</h3><p>Text of it</p><a href=3>More</a></div><div><h3>Card two</h3><p>Text of it</p><a href=4>More</a></div><div><h3>Card three</h3><p>Text of it</p><a href=5>More</a></div></div>\
<div><section><h3>C1</h3><p>Long words here</p></section><section><h3>C2</h3><p>Long words here</p></section><section><h3>C3</h3><p>Long words here</p></section></div>\
<form aria-label=F><label>Mail <input id=m value=x aria-describedby=hint></label><p id=hint>Hint</p><label for=n>Name</label><input id=n><fieldset><legend>Pick</legend><label><input type=radio name=r>A</label><label><input type=radio name=r checked>B</label></fieldset><button>Send</button></form>\
<div aria-live=polite>Saved</div><div role=alert>Wrong</div><div role=status></div><div onclick=x tabindex=0>Press here</div>\
<ul aria-label=Tasks><li><input type=checkbox aria-label=Milk><button>x</button><li><input type=checkbox aria-label=Tea><button>x</button></ul>\
<dl><dt>Term</dt><dd>Said</dd></dl><div aria-labelledby=m role=region><p>By the field</p></div><div role=region aria-labelledby=hint>By the hint</div>\
<div aria-hidden=true>Unsaid</div><div hidden>Gone</div></main>";

/// What a tree says of its page.
fn says(tree: &Tree) -> String {
    let mut out = String::new();
    let view = tree.view();
    for id in (0..).map(ThingId).take_while(|id| tree.outline().thing(*id).is_some()) {
        let thing = tree.outline().thing(id).unwrap();
        out.push_str(&format!("{thing:?} {:?} {}\n", tree.outline().radios(id), tree.address(id)));
        match thing.kind {
            Kind::Table => out.push_str(&format!("{:?}\n", tree.table(id))),
            Kind::List => out.push_str(&format!("{:?}\n", tree.list(id))),
            Kind::Field => out.push_str(&format!("{:?}\n", tree.field(id))),
            _ => {}
        }
    }
    for node in tree.dom().root().into_iter().flat_map(|root| tree.dom().walk(root)) {
        let about = (view.role(node), view.name(node), view.description(node), view.shown(node));
        out.push_str(&format!("{about:?}\n"));
    }
    out.push_str(&format!("{:?}\n{:?}", overview(tree, limits::OVERVIEW).0.lines, tree.reading()));
    out
}

/// Writes an element's own facts anew, with other flags or another attribute.
fn record(dom: &Dom, id: NodeId, op: u32, flip: u32, state: Option<&str>, strings: &mut Vec<String>) -> Vec<u32> {
    let node = dom.get(id).unwrap();
    let mut index = |text: &str| {
        strings.push(text.to_owned());
        strings.len() as u32 - 1
    };
    let mut attrs: Vec<(String, String)> =
        dom.attrs(id).map(|(key, value)| (key.to_owned(), value.to_owned())).collect();
    if let Some(state) = state {
        attrs.retain(|(key, _)| key != state);
        attrs.push((state.to_owned(), "true".to_owned()));
    }
    let extras: Vec<(u32, u32, String)> =
        dom.extras_of(id).map(|(kind, value, text)| (*kind, *value, dom.str(*text).to_owned())).collect();
    let mut words = vec![op | (node.flags ^ flip) << 4, node.handle, index(dom.tag(id))];
    words.push(attrs.len() as u32 | (extras.len() as u32) << 16);
    for (key, value) in &attrs {
        words.extend([index(key), index(value)]);
    }
    for (kind, value, text) in &extras {
        let value = if onecall_protocol::facts::extra::is_string(*kind) { index(text) } else { *value };
        words.extend([*kind, value]);
    }
    words
}

/// A delta that gives an element other words: its text nodes say these, in turn.
fn reworded(dom: &Dom, id: NodeId, said: &[String]) -> (Vec<u32>, String) {
    let mut strings = Vec::new();
    let mut words = vec![op::REPLACE, dom.handle(id)];
    words.extend(record(dom, id, op::ELEMENT, 0, None, &mut strings));
    let mut said = said.iter().cycle();
    for child in dom.children(id) {
        if dom.is_element(child) {
            words.extend([op::KEEP, dom.handle(child)]);
        } else if let Some(text) = said.next() {
            strings.push(text.clone());
            words.extend([op::TEXT, strings.len() as u32 - 1]);
        }
    }
    words.push(op::END);
    (words, strings.join("\0"))
}

/// One change.
#[derive(Debug, Clone)]
enum Edit {
    Words(usize, Vec<String>),
    Flag(usize, u32),
    State(usize, &'static str),
}

fn edits() -> impl Strategy<Value = Vec<Edit>> {
    let word = prop_oneof![
        6 => "[a-z]{1,9}( [a-z]{1,9}){0,3}",
        2 => (0usize..60).prop_map(|times| "many words ".repeat(times)),
        1 => Just(" ".to_owned()),
        1 => Just("One".to_owned()),
    ];
    let flags =
        [flag::CHECKED, flag::INVALID, flag::DISABLED, flag::SELECTED, flag::REQUIRED, flag::RENDERED, flag::POINTER];
    let states = ["aria-checked", "aria-expanded", "aria-hidden", "aria-label", "aria-busy", "class", "aria-pressed"];
    let one = prop_oneof![
        6 => (any::<usize>(), proptest::collection::vec(word, 1..3)).prop_map(|(at, said)| Edit::Words(at, said)),
        1 => (any::<usize>(), proptest::sample::select(flags.to_vec())).prop_map(|(at, flag)| Edit::Flag(at, flag)),
        1 => (any::<usize>(), proptest::sample::select(states.to_vec())).prop_map(|(at, state)| Edit::State(at, state)),
    ];
    proptest::collection::vec(one, 1..6)
}

fn delta(dom: &Dom, edit: &Edit) -> (Vec<u32>, String) {
    let root = dom.root().unwrap();
    let speaks = |id: &NodeId| dom.children(*id).any(|child| dom.text(child).is_some());
    let elements: Vec<NodeId> = dom.walk(root).filter(|id| dom.is_element(*id)).collect();
    let speaking: Vec<NodeId> = elements.iter().copied().filter(speaks).collect();
    let mut strings = Vec::new();
    let words = match edit {
        Edit::Words(at, said) => return reworded(dom, speaking[at % speaking.len()], said),
        Edit::Flag(at, flip) => record(dom, elements[at % elements.len()], op::PATCH, *flip, None, &mut strings),
        Edit::State(at, state) => record(dom, elements[at % elements.len()], op::PATCH, 0, Some(state), &mut strings),
    };
    (words, strings.join("\0"))
}

fn next(head: &Head) -> Head {
    Head { base: head.rev, rev: head.rev + 1, ..head.clone() }
}

fn tree_of(facts: &Facts) -> Tree {
    let mut tree = Tree::default();
    tree.apply(&facts.head, &facts.nodes, &facts.text);
    tree
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn what_is_kept_over_changes_is_what_would_be_made_anew(edits in edits()) {
        let page = facts(PAGE);
        let mut kept = tree_of(&page);
        let mut deltas = Vec::new();
        let mut head = page.head.clone();
        for edit in &edits {
            // Asked each time, so that there is something to keep.
            says(&kept);
            let (nodes, text) = delta(kept.dom(), edit);
            head = next(&head);
            prop_assert!(kept.apply(&head, &nodes, &text).is_empty());
            deltas.push((head.clone(), nodes, text));
        }
        let mut anew = tree_of(&page);
        for (head, nodes, text) in &deltas {
            anew.apply(head, nodes, text);
        }
        prop_assert_eq!(says(&kept), says(&anew));
    }
}

/// Does the tree keep its outline over a change of an element's words?
fn keeps(html: &str, tag: &str, said: &str) -> bool {
    let page = facts(html);
    let mut dom = Dom::new();
    dom.apply(&page.head, &page.nodes, &page.text);
    let memo = crate::model::aria::Memo::default();
    let mut outline = crate::model::outline::Outline::build(crate::model::aria::View { dom: &dom, memo: &memo }, false);
    let id = dom.walk(dom.root().unwrap()).find(|id| dom.tag(*id) == tag).unwrap();
    let (nodes, text) = reworded(&dom, id, &[said.to_owned()]);
    dom.apply(&next(&page.head), &nodes, &text);
    let change = dom.take_change();
    outline.absorbs(&dom, &change)
}

#[test]
fn words_that_decide_nothing_leave_the_outline_alone() {
    let table = "<table><tr><th>A<th>B<tr><td>open<td>5<tr><td>paid<td>6</table>";
    assert!(keeps(table, "td", "shipped today"));
    assert!(keeps("<main><p>one", "p", &"long ".repeat(500)));
    assert!(keeps("<button>Save</button>", "button", "Saved"));
    // Nothing where something was, a link among others, more than a table's cells hold.
    assert!(!keeps("<div role=alert>Wrong</div>", "div", " "));
    assert!(!keeps("<ul><li><a href=1>One</a><li><a href=2>Two</a></ul>", "a", "Two"));
    assert!(!keeps("<table><tr><td>a<td>b<tr><td>c<td>d</table>", "td", &"words ".repeat(300)));
}
