//! The decoder on streams with every kind of record and fact, and on what becomes of them when they are cut, when words
//! or strings of them are others, when they come in parts or for a document in a frame: always a tree, never a panic.

use onecall_protocol::facts::{Facts, Head, extra, flag, op};
use proptest::prelude::*;

use super::is_a_tree;
use crate::model::aria::{Memo, View};
use crate::model::dom::Dom;
use crate::model::outline::{Kind, Outline, ThingId};
use crate::model::{field, list, table, text};

/// Every kind of extra, and beyond.
const EXTRAS: std::ops::RangeInclusive<u32> = extra::VALUE..=extra::FORM + 1;

/// Facts with all flags, all kinds of extras, handles that refer to others, and every sort of element.
fn whole() -> Facts {
    let mut facts = crate::html::facts(
        "<title>T</title><main role=main><h1 id=h>Head</h1><nav><a href=/>Home</a></nav><form aria-labelledby=h><label for=a>A</label>\
         <input id=a><input type=password><select><option selected>x<option>y</select><button disabled>Go</button></form>\
         <table><tr><th colspan=2>A<tr><td rowspan=99>1<td>2</table><ul><li>a<li aria-owns=h>b</ul><dialog open>D</dialog><svg><title>S</title></svg>\
         <iframe src='https://x.test/'></iframe><x-card><template shadowrootmode=open><slot></slot></template><p>s</p></x-card></main>",
    );
    let strings = facts.text.split('\0').count() as u32;
    let mut words = Vec::new();
    for (n, kind) in EXTRAS.enumerate() {
        let flags = flag::RENDERED | flag::VISIBLE | flag::OPAQUE | 1 << (n % 28);
        let handle = 900 + n as u32;
        words.extend([
            op::ELEMENT | flags << 4,
            handle,
            n as u32 % strings,
            1 | 3 << 16,
            n as u32 % strings,
            3 % strings,
        ]);
        words.extend([kind, n as u32 % strings, kind, 2, extra::SCOPE, handle, op::TEXT, 5 % strings, op::END]);
    }
    // Before the last end, which is the document element's.
    let at = facts.nodes.len() - 1;
    facts.nodes.splice(at..at, words);
    facts
}

/// What is done to a stream.
#[derive(Debug, Clone)]
enum Harm {
    Cut(usize),
    Word(usize, u32),
    Swap(usize, usize),
    Drop(usize, usize),
    Twice(usize, usize),
    Text(usize),
}

fn harms() -> impl Strategy<Value = Vec<Harm>> {
    let at = || 0usize..2_000;
    let word = prop_oneof![0u32..16, (0u32..16).prop_map(|op| op | 7 << 4), 890u32..930, Just(u32::MAX), any::<u32>()];
    let one = prop_oneof![
        at().prop_map(Harm::Cut),
        (at(), word).prop_map(|(at, word)| Harm::Word(at, word)),
        (at(), at()).prop_map(|(a, b)| Harm::Swap(a, b)),
        (at(), 1usize..9).prop_map(|(at, count)| Harm::Drop(at, count)),
        (at(), 1usize..40).prop_map(|(at, count)| Harm::Twice(at, count)),
        at().prop_map(Harm::Text),
    ];
    proptest::collection::vec(one, 0..6)
}

fn harmed(facts: &Facts, harms: &[Harm]) -> (Vec<u32>, String) {
    let (mut words, mut text) = (facts.nodes.clone(), facts.text.clone());
    for harm in harms {
        let len = words.len().max(1);
        match harm {
            Harm::Cut(at) => words.truncate(at % len),
            Harm::Word(at, word) => words.iter_mut().skip(at % len).take(1).for_each(|old| *old = *word),
            Harm::Swap(a, b) if !words.is_empty() => words.swap(a % len, b % len),
            Harm::Drop(at, count) => {
                drop(words.drain((at % len).min(words.len())..(at % len + count).min(words.len())))
            }
            Harm::Twice(at, count) => {
                let piece: Vec<u32> = words.iter().skip(at % len).take(*count).copied().collect();
                words.extend(piece);
            }
            Harm::Text(at) => text = text.chars().take(at % (text.chars().count() + 1)).collect(),
            Harm::Swap(..) => {}
        }
    }
    (words, text)
}

/// All that is made of a mirror; none of it may fail or go on without end.
fn look_at(dom: &Dom) {
    let memo = Memo::default();
    let view = View { dom, memo: &memo };
    let outline = Outline::build(view, true);
    for id in (0..).map(ThingId).take_while(|id| outline.thing(*id).is_some()) {
        let Some(thing) = outline.thing(id) else { continue };
        drop(outline.label(view, id));
        match thing.kind {
            Kind::Field => drop(field::read(view, &outline, id)),
            Kind::Table => drop(table::read(view, thing.node)),
            Kind::List => drop(list::read(view, &outline, id)),
            _ => {}
        }
    }
    if let Some(root) = dom.root() {
        dom.walk(root).take(dom.len() + 1).for_each(|id| drop((view.name(id), view.description(id), view.states(id))));
        drop(text::markdown(view, root));
    }
}

fn head(doc: &str, rev: u32, base: u32, part: u32, parts: u32) -> Head {
    Head { doc: doc.into(), rev, base, part, parts, ..Head::default() }
}

#[test]
fn the_stream_has_every_kind_of_fact() {
    let mut dom = Dom::new();
    let facts = whole();
    assert_eq!(dom.apply(&facts.head, &facts.nodes, &facts.text), []);
    for (n, kind) in EXTRAS.enumerate() {
        let id = dom.node(900 + n as u32).unwrap();
        assert!(dom.extra(id, kind).is_some(), "{kind}");
    }
    look_at(&dom);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn harmed_facts_leave_a_tree(harms in harms(), cut in 0usize..3_000) {
        let (words, text) = harmed(&whole(), &harms);
        let mut dom = Dom::new();
        let (first, rest) = words.split_at(cut.min(words.len()));
        dom.apply(&head("t", 1, 0, 0, 2), first, &text);
        dom.apply(&head("t", 1, 0, 1, 2), rest, &text);
        prop_assert!(is_a_tree(&dom));
        look_at(&dom);
    }

    #[test]
    fn harmed_deltas_and_frames_leave_a_tree(harms in harms(), frame in harms_of_frames()) {
        let facts = whole();
        let mut dom = Dom::new();
        dom.apply(&facts.head, &facts.nodes, &facts.text);
        let at = dom.stubs().next().map_or(0, |id| dom.handle(id));
        for (n, harms) in frame.iter().enumerate() {
            let (words, text) = harmed(&facts, harms);
            let base = if n == 0 { 0 } else { n as u32 };
            dom.graft(1, at, &head("f", n as u32 + 1, base, 0, 1), &words, &text);
            prop_assert!(is_a_tree(&dom));
        }
        // The same facts again as a delta: what is there stands twice, or is put back.
        let (words, text) = harmed(&facts, &harms);
        let mut delta = vec![op::REPLACE, 900];
        delta.extend(words);
        dom.apply(&head(&facts.head.doc, 2, 1, 0, 1), &delta, &text);
        prop_assert!(is_a_tree(&dom));
        look_at(&dom);
        dom.ungraft(1);
        prop_assert!(is_a_tree(&dom));
        look_at(&dom);
    }
}

fn harms_of_frames() -> impl Strategy<Value = Vec<Vec<Harm>>> {
    proptest::collection::vec(harms(), 1..3)
}
