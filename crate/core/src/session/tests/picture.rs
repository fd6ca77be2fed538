//! `$picture`: asked about before anything is taken, painted over where the policy hides, six in an answer, and never on
//! the word of a page.

use onecall_protocol::effect::Picture;
use onecall_protocol::json;
use onecall_protocol::message::Probe;
use onecall_protocol::policy::{Decision, HostKind, PICTURES, Policy, Rule};

use super::super::replay::Replay;
use crate::html::facts;

const PAGE: &str = "<title>Shop</title><main><h1>Cart</h1><table><caption>Lines</caption><tr><th>A<tr><td>1</table>\
    <section aria-label=Private><h2>Private</h2><p>Salary</p></section><button>Save</button></main>";

fn rule(across: Option<&str>, path: Option<&str>, decision: Decision) -> Rule {
    Rule { across: across.map(Into::into), path: path.map(Into::into), decision, ..Rule::default() }
}

fn page(host: HostKind, rules: Vec<Rule>) -> Replay {
    Replay::new(facts(PAGE), Policy { host, rules, ..Policy::default() })
}

fn taken(page: &mut Replay, covered: u32) {
    let picture = Some(Picture { width: 320, height: 200, bytes: 4_711, covered, why: String::new() });
    page.finds = vec![Probe { picture, ..Probe::default() }];
}

fn picture(page: &mut Replay, path: &str) -> String {
    page.call(&json!({ "path": format!("{path}.$picture"), "args": { "image": true } }))
}

#[test]
fn nothing_is_taken_unless_the_caller_says_that_it_takes_images() {
    let mut page = page(HostKind::Extension, vec![rule(Some(PICTURES), None, Decision::Allow)]);
    let answer = page.read("page.tables.Lines.$picture");
    assert!(answer.starts_with("picture  page.tables.Lines can be had as an image"), "{answer}");
    assert!(answer.contains("page.tables.Lines.$picture with args {\"image\":true}"), "{answer}");
    assert!(page.probed.is_empty() && page.asked.is_empty());
    for args in [json!({ "image": true }), json!([true])] {
        taken(&mut page, 0);
        let answer = page.call(&json!({ "path": "page.tables.Lines.$picture", "args": args }));
        assert_eq!(answer, "picture  page.tables.Lines  320 × 200, 4711 bytes: image 1 beside this text");
        assert_eq!(page.probed.len(), 1);
    }
    let answer = page.call(&json!({ "path": "page.tables.Lines.$picture", "args": { "image": false } }));
    assert!(answer.contains("Nothing was taken"), "{answer}");
}

#[test]
fn a_person_is_asked_first_and_once() {
    let mut page = page(HostKind::Extension, Vec::new());
    page.person = Decision::Deny;
    let answer = picture(&mut page, "page");
    assert!(answer.starts_with("fault denied  pictures of this site may not be taken"), "{answer}");
    assert!(page.probed.is_empty());
    let asked = page.asked.last().expect("a person");
    assert_eq!(asked.across.as_deref(), Some(PICTURES));
    assert!(asked.says.contains("pictures of what that page shows"), "{asked:?}");
    let mut page = self::page(HostKind::Extension, Vec::new());
    page.person = Decision::Allow;
    for _ in 0..2 {
        taken(&mut page, 0);
        assert!(picture(&mut page, "page").starts_with("picture  page  320 × 200"));
    }
    assert_eq!(page.asked.len(), 1);
    // What the page itself may read does not make it allowed.
    let mut page = self::page(HostKind::Extension, vec![rule(None, None, Decision::Allow)]);
    page.silent = true;
    page.call(&json!({ "path": "page.$picture", "args": { "image": true }, "timeout": 1 }));
    assert!(page.probed.is_empty());
    assert_eq!(page.asked.len(), 1);
}

#[test]
fn a_rule_denies_and_one_about_all_that_pages_cannot_read_allows() {
    let mut page = page(HostKind::Extension, vec![rule(Some(PICTURES), None, Decision::Deny)]);
    assert!(picture(&mut page, "page").starts_with("fault denied  pictures"), "{}", picture(&mut page, "page"));
    let mut page = self::page(HostKind::Extension, vec![rule(Some("*"), None, Decision::Allow)]);
    taken(&mut page, 2);
    let answer = picture(&mut page, "page");
    assert!(answer.contains("painted over: 2"), "{answer}");
    assert!(page.asked.is_empty());
}

#[test]
fn what_may_not_be_read_is_painted_over_and_has_no_picture_of_its_own() {
    let deny = rule(None, Some("page.sections.Private"), Decision::Deny);
    let mut page = page(HostKind::Extension, vec![rule(Some(PICTURES), None, Decision::Allow), deny]);
    taken(&mut page, 1);
    picture(&mut page, "page");
    assert_eq!(page.probed.len(), 4, "the page, the heading of the hidden section, and what follows to the next");
    page.probed.clear();
    assert!(picture(&mut page, "page.sections.Private").starts_with("fault denied"));
    assert!(page.probed.is_empty());
}

#[test]
fn an_answer_holds_six() {
    let mut page = page(HostKind::Extension, vec![rule(Some(PICTURES), None, Decision::Allow)]);
    let step = json!({ "path": "page.buttons.Save.$picture", "args": { "image": true } });
    let found =
        Probe { picture: Some(Picture { width: 9, height: 9, bytes: 9, ..Picture::default() }), ..Probe::default() };
    page.finds = vec![found];
    page.keep_finds = true;
    let answer = page.call(&json!({ "steps": vec![step; 8], "budget": 2000 }));
    assert!(answer.contains("image 6 beside this text") && !answer.contains("image 7"), "{answer}");
    assert!(answer.contains("fault too_large  an answer holds 6 pictures at most"), "{answer}");
}

#[test]
fn refusals_say_why() {
    let mut page = page(HostKind::Page, Vec::new());
    let answer = picture(&mut page, "page.tables.Lines");
    assert!(answer.starts_with("fault unavailable  pictures need Onecall's browser extension"), "{answer}");
    assert!(page.probed.is_empty());
    let mut page = self::page(HostKind::Extension, vec![rule(Some(PICTURES), None, Decision::Allow)]);
    let answer = picture(&mut page, "page.tables.Lines");
    assert!(answer.starts_with("fault unavailable  there is no picture of page.tables.Lines"), "{answer}");
    let answer = picture(&mut page, "events");
    assert!(answer.starts_with("fault invalid_argument  events is nothing that is drawn"), "{answer}");
    page.probed.clear();
    assert!(page.read("$help").contains("$picture"));
    assert!(page.probed.is_empty());
}
