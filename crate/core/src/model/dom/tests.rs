//! The decoder on streams that no capture writes: never a panic, never an endless walk, always a tree.

use onecall_protocol::facts::{Head, op};
use proptest::prelude::*;

use super::Dom;

mod same;
mod streams;

/// Words that look like records often enough to get somewhere.
fn words() -> impl Strategy<Value = Vec<u32>> {
    let word = prop_oneof![
        4 => 0u32..6,
        2 => (0u32..6).prop_map(|kind| kind | 1 << 4),
        4 => 0u32..12,
        1 => any::<u32>(),
        2 => Just(op::ELEMENT | 7 << 4),
        1 => Just(1 | 1 << 16),
    ];
    proptest::collection::vec(word, 0..120)
}

fn head(rev: u32, base: u32, part: u32, parts: u32) -> Head {
    Head { doc: "t".into(), rev, base, part, parts, ..Head::default() }
}

/// Every node is met at most once, from both sides.
pub(super) fn is_a_tree(dom: &Dom) -> bool {
    let Some(root) = dom.root() else { return true };
    let mut met = Vec::new();
    for id in dom.walk(root).take(dom.len() + 1) {
        met.push(id);
        for child in dom.children(id).take(dom.len() + 1) {
            if dom.parent(child) != Some(id) {
                return false;
            }
        }
    }
    let count = met.len();
    met.sort();
    met.dedup();
    met.len() == count && count <= dom.len()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn any_stream_leaves_a_tree(full in words(), more in words(), text in "[a-c\\x00]{0,12}") {
        let mut dom = Dom::new();
        dom.apply(&head(1, 0, 0, 2), &full, &text);
        dom.apply(&head(1, 0, 1, 2), &more, &text);
        prop_assert!(is_a_tree(&dom));
    }

    #[test]
    fn any_delta_leaves_a_tree(delta in words(), again in words(), text in "[a-c\\x00]{0,12}") {
        let mut dom = crate::html::dom("<main><ul><li>a<li>b</ul><p>c</p></main>");
        let doc = dom.head().doc.clone();
        for (rev, delta) in [(2, &delta), (3, &again)] {
            let head = Head { doc: doc.clone(), ..head(rev, rev - 1, 0, 1) };
            dom.apply(&head, delta, &text);
            prop_assert!(is_a_tree(&dom));
            let memo = crate::model::aria::Memo::default();
            let view = crate::model::aria::View { dom: &dom, memo: &memo };
            let outline = crate::model::outline::Outline::build(view, true);
            prop_assert!(outline.thing(outline.page()).is_some() || dom.root().is_none());
        }
    }
}
