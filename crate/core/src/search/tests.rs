//! What search promises, case by case.

use super::{Entry, How, Index, Kind};

fn index(names: &[(&str, &str)]) -> Index {
    let mut index = Index::new();
    for (id, (name, description)) in (0..).zip(names) {
        index.set(id, &Entry { name: (*name).into(), description: (*description).into(), ..Entry::default() });
    }
    index
}

fn ids(index: &Index, query: &str) -> Vec<u32> {
    index.find(query, 10).into_iter().map(|hit| hit.id).collect()
}

#[test]
fn ranks_the_name_above_the_description() {
    let index = index(&[("list", "cancel an order"), ("cancel-order", "x"), ("other", "y")]);
    assert_eq!(ids(&index, "cancel order"), [1, 0]);
}

#[test]
fn removes_and_replaces() {
    let mut index = index(&[("alpha", ""), ("beta", "")]);
    index.set(0, &Entry { name: "gamma".into(), ..Entry::default() });
    index.remove(1);
    index.remove(99);
    assert_eq!(index.len(), 1);
    assert!(ids(&index, "alphabet").is_empty());
    assert!(ids(&index, "beta").is_empty());
    assert_eq!(ids(&index, "gamma"), [0]);
    index.remove(0);
    assert!(index.is_empty() && ids(&index, "gamma").is_empty());
    assert_eq!(index.lexicon.spellings().count(), 0);
}

#[test]
fn says_why() {
    let index = index(&[("cancelOrder", "Stops an order that is not shipped"), ("other", "y")]);
    let hit = &index.find("cancle the ordre", 1)[0];
    let why: Vec<_> = hit.why.iter().map(|m| (m.asked.as_str(), m.found.as_str(), m.how)).collect();
    assert_eq!(why, [("cancle", "cancel", How::Near), ("ordre", "order", How::Near)]);
}

#[test]
fn prefers_what_can_be_called() {
    let mut index = Index::new();
    let entry = |kind| Entry { name: "Refunds".into(), kind, ..Entry::default() };
    index.set(0, &entry(Kind::Text));
    index.set(1, &entry(Kind::Tool));
    assert_eq!(ids(&index, "refund"), [1, 0]);
}

#[test]
fn stop_words_alone_still_find_names() {
    let index = index(&[("who-am-i", "the signed-in person"), ("other", "y")]);
    assert_eq!(ids(&index, "who am i")[0], 0);
}
