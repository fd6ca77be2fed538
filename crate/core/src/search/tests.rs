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

#[test]
fn words_of_like_meaning() {
    let index = index(&[("login", "Opens a session"), ("removeItem", "Takes an item out"), ("buy", "Places an order")]);
    assert_eq!(ids(&index, "sign me in")[0], 0);
    assert_eq!(ids(&index, "log in")[0], 0);
    assert_eq!(ids(&index, "delete the item")[0], 1);
    assert_eq!(ids(&index, "purchase")[0], 2);
}

#[test]
fn compounds_come_apart_and_together() {
    let index = index(&[("screen_shot", ""), ("website", ""), ("other", "")]);
    assert_eq!(ids(&index, "screenshot"), [0]);
    assert_eq!(ids(&index, "web site"), [1]);
}

#[test]
fn several_requests_in_one_text() {
    let mut names: Vec<(String, String)> = Vec::new();
    for thing in ["invoice", "customer", "supplier", "warehouse", "voucher", "carrier", "refund"] {
        for verb in ["list", "export", "archive"] {
            names.push((format!("{verb}_{thing}"), format!("{verb} the {thing} with all its lines and totals")));
        }
    }
    let names: Vec<(&str, &str)> = names.iter().map(|(a, b)| (a.as_str(), b.as_str())).collect();
    let index = index(&names);
    let top: Vec<u32> = ids(&index, "Export the invoice with all its lines and totals. Then archive the carrier.");
    assert!(top[..3].contains(&1) && top[..3].contains(&17), "{top:?}");
}

#[test]
fn every_script_is_found() {
    let index = index(&[("注文をキャンセル", ""), ("Отменить заказ", ""), ("إلغاء الطلب", ""), ("주문 취소", "")]);
    assert_eq!(ids(&index, "キャンセル")[0], 0);
    assert_eq!(ids(&index, "отменить заказ")[0], 1);
    assert_eq!(ids(&index, "الطلب")[0], 2);
    assert_eq!(ids(&index, "주문을 취소")[0], 3);
}

#[test]
fn finds_by_path_and_by_misspelt_name() {
    let mut index = Index::new();
    let entry = |path: &str, name: &str| Entry { path: path.into(), name: name.into(), ..Entry::default() };
    index.set(0, &entry("page.forms[\"Sign in\"]", "Sign in"));
    index.set(1, &entry("app.cart.add", "add"));
    index.set(2, &entry("app.list.add", "add"));
    assert_eq!(ids(&index, "app.list.add")[0], 2);
    assert_eq!(ids(&index, "Sgin in")[0], 0);
}

#[test]
fn on_nothing_names_the_nearest_words() {
    let index = index(&[("invoices", "Bills of the month"), ("customers", "")]);
    assert!(index.find("zzzz", 5).is_empty());
    assert!(index.find("invxyzce", 5).is_empty());
    assert_eq!(index.nearest_words("invxyzce")[0], "invoices");
    assert!(index.nearest_words("").is_empty());
    assert!(Index::new().nearest_words("anything").is_empty());
}

mod properties {
    use super::super::{Entry, Index};
    use proptest::prelude::*;

    fn entry() -> impl Strategy<Value = Entry> {
        let text =
            || proptest::collection::vec("[a-e]{1,4}|[A-Z][a-z]{2}[A-Z][a-z]|[à-ʯ]{1,3}|[一-丟]{1,4}|\\PC{0,3}", 0..6);
        (text(), text(), text()).prop_map(|(name, description, text)| Entry {
            name: name.join(" "),
            description: description.join(" "),
            text: text.join(" "),
            ..Entry::default()
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(60))]

        #[test]
        fn an_index_that_was_changed_is_like_a_new_one(
            before in proptest::collection::vec(entry(), 1..12),
            after in proptest::collection::vec(proptest::option::of(entry()), 1..12),
            query in "\\PC{0,40}",
        ) {
            let mut changed = Index::new();
            for (id, entry) in (0..).zip(&before) {
                changed.set(id, entry);
            }
            let mut fresh = Index::new();
            for id in 0..12 {
                match after.get(id).cloned().flatten() {
                    Some(entry) => {
                        changed.set(id as u32, &entry);
                        fresh.set(id as u32, &entry);
                    }
                    None => changed.remove(id as u32),
                }
            }
            let shown = |index: &Index, query: &str| index.find(query, 20).into_iter().map(|hit| (hit.id, hit.score)).collect::<Vec<_>>();
            prop_assert_eq!(shown(&changed, &query), shown(&fresh, &query));
            for entry in after.iter().flatten() {
                prop_assert_eq!(shown(&changed, &entry.name), shown(&fresh, &entry.name));
            }
            prop_assert_eq!(changed.nearest_words(&query), fresh.nearest_words(&query));
        }

        #[test]
        fn an_entry_is_found_by_its_own_name(entries in proptest::collection::vec(entry(), 1..10)) {
            let mut index = Index::new();
            for (id, entry) in (0..).zip(&entries) {
                index.set(id, entry);
            }
            for (id, entry) in (0_u32..).zip(&entries) {
                if entry.name.chars().any(|c| c.is_ascii_alphanumeric()) {
                    let hits = index.find(&entry.name, 20);
                    prop_assert!(hits.iter().any(|hit| hit.id == id), "{:?}", entry.name);
                    prop_assert!(hits.iter().all(|hit| hit.score > 0.0 && hit.score.is_finite() && !hit.why.is_empty()));
                }
            }
        }
    }
}
