//! Frames that the page cannot read and closed shadow roots: nothing of them before the person allows it, all of it
//! in its place afterwards.

use onecall_protocol::facts::Facts;
use onecall_protocol::json;
use onecall_protocol::message::Framed;
use onecall_protocol::policy::{CLOSED, Decision, HostKind, Policy, Rule};

use super::super::replay::Replay;
use crate::html::facts;
use crate::model::dom::{global_of, slot_of};

const PAGE: &str = "<title>Shop</title><main><h1>Cart</h1><button>Save</button>\
    <iframe title=Pay src='https://pay.test/start'></iframe></main>";

const INNER: &str = "<title>Secret balance</title><h2>Balance 4711</h2>\
    <form aria-label=Card><label>Holder <input value='Ann Secret'></label><button>Confirm</button></form>";

/// The origin to which the frame was sent on: no news for the page.
const REAL: &str = "https://login.pay.test";

fn pair(origin: Option<&str>, across: &str, decision: Decision) -> Rule {
    Rule { origin: origin.map(Into::into), across: Some(across.into()), decision, ..Rule::default() }
}

/// The handle of the n-th frame element in facts.
pub(super) fn frame_of(page: &Facts, n: usize) -> u32 {
    let mut dom = crate::model::dom::Dom::new();
    dom.apply(&page.head, &page.nodes, &page.text);
    let handle = dom.stubs().nth(n).map(|id| dom.handle(id));
    handle.expect("a frame")
}

fn inner(doc: &str, html: &str) -> Facts {
    let mut inner = facts(html);
    inner.head.doc = doc.into();
    inner.head.url = format!("{REAL}/?user=ann");
    inner
}

fn page(html: &str, rules: Vec<Rule>) -> Replay {
    let page = facts(html);
    let at = frame_of(&page, 0);
    let mut replay = Replay::new(page, Policy { host: HostKind::Extension, rules, ..Policy::default() });
    let framed = Framed { doc: "pay".into(), within: "test".into(), handle: at, origin: REAL.into() };
    replay.frames.push((framed, inner("pay", INNER)));
    replay
}

fn allowed() -> Vec<Rule> {
    let act = Rule { decision: Decision::Allow, ..Rule::default() };
    vec![pair(Some("https://example.test"), REAL, Decision::Allow), act]
}

#[test]
fn nothing_of_a_frame_is_told_before_the_person_allows_it() {
    let mut page = page(PAGE, Vec::new());
    let paths = [
        "",
        "page",
        "page.text",
        "page.frames",
        "page.frames.Pay",
        "page.frames[0]",
        "page.frames.Pay.text",
        "page.frames.Pay.forms.Card",
        "page.frames.Pay.fields.Holder.value",
        "page.frames[0].forms[0].$help",
        "page.forms",
        "page.fields.Holder",
        "page.fields",
        "page.forms.Card",
        "page.buttons.Confirm",
        "page.frames.Pay.$help",
        "page.frames.Pay.$why",
        "page.frames.Pay.$schema",
        "page.frames.Pay.url",
        "page.frames.Pay.description",
        "page.buttons.Confrim",
        "find(\"balance\")",
        "find(\"Holder Ann\")",
        "page.sections",
        "page.data",
        "page.hidden",
        "page.frames.Pay.forms.Crad",
        "page.frames.Pay.buttons.Confirm.click()",
        "page.frames.Pay.data",
    ];
    for path in paths {
        for format in ["text", "json"] {
            let answer = page.call(&json!({"path": path, "format": format}));
            assert!(!answer.is_empty(), "{path}");
            for secret in ["4711", "Secret", "Ann S", "login", "user=", "\"Card\" form"] {
                assert!(!answer.contains(secret), "{path}: {answer}");
            }
        }
    }
    let asked = page.asked.last().expect("somebody was asked");
    assert!(asked.says.contains(REAL) && asked.says.contains("https://example.test"), "{asked:?}");
    let answer = page.read("page.frames.Pay.text");
    assert!(answer.starts_with("fault needs_approval  page.frames.Pay is a frame"), "{answer}");
    let answer = page.read("page.frames.Pay");
    assert!(answer.contains("! not read") && answer.contains("page.frames.Pay.text"), "{answer}");
    assert!(page.read("").contains("! page.frames.Pay"), "{}", page.read(""));
    let answer = page.read("find(\"balance\")");
    assert!(answer.contains("! not searched, as the page itself cannot read it: page.frames.Pay"), "{answer}");
    assert!(page.performed.is_empty());
}

#[test]
fn whether_anything_answers_in_a_frame_is_not_told_either() {
    let mut one = page(PAGE, Vec::new());
    let mut other = page(PAGE, Vec::new());
    other.frames.clear();
    for path in ["", "page.frames.Pay", "page.frames.Pay.text", "page.frames.Pay.fields.Holder"] {
        assert_eq!(one.read(path), other.read(path), "{path}");
    }
}

#[test]
fn an_allowed_frame_is_in_its_place() {
    let mut page = page(PAGE, allowed());
    let answer = page.read("page.frames.Pay");
    assert!(answer.contains("page.frames.Pay.forms.Card"), "{answer}");
    assert!(page.read("page.frames.Pay.forms.Card.fields.Holder.value").contains("Ann Secret"));
    assert!(page.read("find(\"holder\")").contains("page.frames.Pay.forms.Card.fields.Holder"));
    assert!(!page.read("").contains("not readable"), "{}", page.read(""));
    assert!(page.asked.is_empty());
    let answer = page.call(&json!({"path": "page.frames.Pay.forms.Card.buttons.Confirm.click", "args": []}));
    assert!(answer.starts_with("done     clicked page.frames.Pay.forms.Card.buttons.Confirm"), "{answer}");
    let step = page.performed.last().expect("a step");
    assert_eq!(slot_of(step.target.handle), 0, "a kit knows its own handles");
    assert!(!step.target.checks.is_empty());
}

#[test]
fn a_persons_yes_lets_the_call_go_on() {
    let mut page = page(PAGE, Vec::new());
    page.person = Decision::Allow;
    let answer = page.read("page.frames.Pay.forms.Card.fields.Holder");
    assert!(answer.contains("Ann Secret"), "{answer}");
    assert_eq!(page.asked.len(), 1);
    page.person = Decision::Deny;
    assert!(page.read("page.frames.Pay.text").contains("Balance 4711"), "allowed while the page stands");
    assert_eq!(page.asked.len(), 1);
}

#[test]
fn a_no_is_a_no() {
    let mut asked = page(PAGE, Vec::new());
    asked.person = Decision::Deny;
    assert!(asked.read("page.frames.Pay.text").starts_with("fault denied"));
    let mut ruled = page(PAGE, vec![pair(None, "*", Decision::Deny)]);
    assert!(ruled.read("page.frames.Pay.text").starts_with("fault denied"));
    assert!(ruled.asked.is_empty());
    // The frame's own site is not to be read: not in a frame either.
    let own = Rule { origin: Some(REAL.into()), decision: Decision::Deny, ..Rule::default() };
    let mut rules = allowed();
    rules.push(own);
    assert!(page(PAGE, rules).read("page.frames.Pay.text").starts_with("fault denied"));
}

#[test]
fn the_stricter_of_both_origins_decides_about_an_act() {
    let mut rules = allowed();
    let own = Rule { origin: Some(REAL.into()), path: Some("page.frames".into()), ..Rule::default() };
    rules.push(Rule { decision: Decision::Ask, ..own });
    let mut page = page(PAGE, rules);
    let answer = page.call(&json!({"path": "page.frames.Pay.forms.Card.buttons.Confirm.click", "args": []}));
    assert!(answer.starts_with("fault needs_approval"), "{answer}");
    assert_eq!(page.asked.last().map(|request| request.origin.as_str()), Some(REAL));
}

#[test]
fn a_frame_that_goes_takes_its_facts_along() {
    let mut page = page(PAGE, allowed());
    assert!(page.read("page.frames.Pay.forms.Card").contains("Confirm"));
    let framed = page.frames[0].0.clone();
    page.close("pay");
    let answer = page.read("page.frames.Pay.forms.Card");
    assert!(answer.starts_with("fault needs_approval") || answer.starts_with("fault unavailable"), "{answer}");
    let answer = page.read("");
    assert!(!answer.contains("Confirm"), "{answer}");
    // Another document of the same origin comes: the address of the old one is not good for it.
    let next = "<form aria-label=Card><button>Delete all</button></form>";
    page.frames.push((Framed { doc: "next".into(), ..framed }, inner("next", next)));
    let answer = page.call(&json!({"path": "page.frames.Pay.forms.Card.buttons.Confirm.click", "args": []}));
    assert!(answer.starts_with("fault"), "{answer}");
    assert!(page.performed.is_empty());
    let answer = page.read("page.frames.Pay");
    assert!(answer.contains("Delete all"), "{answer}");
}

#[test]
fn a_frame_in_a_frame_needs_both() {
    let outer = "<h2>Outer</h2><iframe title=Deep src='https://deep.test/'></iframe>";
    let build = |rules: Vec<Rule>| {
        let mut page = page(PAGE, rules);
        page.frames[0].1 = inner("pay", outer);
        let at = frame_of(&page.frames[0].1, 0);
        let deep = Framed { doc: "deep".into(), within: "pay".into(), handle: at, origin: "https://deep.test".into() };
        page.frames.push((deep, inner("deep", "<p>Deepest 0815</p><button>Dig</button>")));
        page
    };
    let mut one = build(allowed());
    let answer = one.read("page.frames.Pay.frames.Deep.text");
    assert!(answer.starts_with("fault needs_approval"), "{answer}");
    let mut rules = allowed();
    rules.push(pair(Some("https://example.test"), "https://deep.test", Decision::Allow));
    let mut both = build(rules);
    let answer = both.read("page.frames.Pay.frames.Deep.text");
    assert!(answer.contains("Deepest 0815"), "{answer}");
    both.call(&json!({"path": "page.frames.Pay.frames.Deep.buttons.Dig.click", "args": []}));
    assert_eq!(both.performed.len(), 1);
}

#[test]
fn a_withdrawn_permission_takes_the_frame_out() {
    let mut page = page(PAGE, allowed());
    assert!(page.read("page.frames.Pay.text").contains("4711"));
    let policy = Policy { host: HostKind::Extension, ..Policy::default() };
    page.session.input(onecall_protocol::message::Input::Policy { policy });
    assert!(page.read("page.frames.Pay.text").starts_with("fault needs_approval"));
    assert!(!page.read("page").contains("4711"));
    assert!(!page.read("find(\"balance\")").contains("4711"));
}

#[test]
fn closed_shadow_roots_are_asked_about() {
    let html = "<p>a</p><x-card><template shadowrootmode=closed><p>Inside 4711</p></template></x-card>";
    let mut page = Replay::new(facts(html), Policy { host: HostKind::Extension, ..Policy::default() });
    assert!(page.read("").contains("! page.closed[\"x-card\"]"), "{}", page.read(""));
    let answer = page.read("page.closed[0].text");
    assert!(answer.starts_with("fault needs_approval  page.closed[\"x-card\"] is a closed shadow root"), "{answer}");
    assert_eq!(page.asked[0].args, json!({ "across": CLOSED }));
    // So are those of ordinary elements, whatever stands in them.
    for tag in ["div", "section", "article"] {
        let html =
            format!("<p>a</p><{tag} id=box><template shadowrootmode=closed><p>4711</p></template><p>Light</p></{tag}>");
        let mut page = Replay::new(facts(&html), Policy { host: HostKind::Extension, ..Policy::default() });
        assert!(page.read("").contains("! page.closed.box"), "{}", page.read(""));
        assert!(page.read("page.closed.box.text").starts_with("fault needs_approval"));
    }
    // The script tag cannot ask: it says so.
    let mut tag = Replay::new(facts(html), Policy { host: HostKind::Page, ..Policy::default() });
    assert!(tag.read("page.closed[0]").contains("cannot be read from here"));
    let mut tag = Replay::new(facts(PAGE), Policy { host: HostKind::Page, ..Policy::default() });
    assert!(tag.read("page.frames.Pay").contains("cross-origin frame \"https://pay.test\": cannot be read from here"));
}

#[test]
fn a_handle_says_whose_it_is() {
    assert_eq!(slot_of(global_of(3, 7)), 3);
    assert_eq!(global_of(3, 0), 0);
    assert_eq!(global_of(3, u32::MAX), 0);
    assert_eq!(global_of(u32::MAX, 1), 0);
}

#[test]
fn what_changes_in_a_frame_is_told_and_kept_nowhere_for_the_page() {
    let table = |rows: &str| format!("<table aria-label=Debts><tr><th>To<th>Sum{rows}</table>");
    let mut page = page(PAGE, allowed());
    page.frames[0].1 = inner("pay", &table("<tr><td>Ann<td>4<tr><td>Bo<td>5"));
    assert!(page.read("page.frames.Pay.tables.Debts.rows[0:5]").contains("Ann"));
    // The page is captured anew as a whole: what is in the frame comes a moment later, and is not gone.
    page.now(facts(PAGE));
    let answer = page.read("page.buttons.Save");
    assert!(!answer.contains("Debts"), "{answer}");
    let mut more = inner("pay", &table("<tr><td>Ann<td>4<tr><td>Bo<td>5<tr><td>Cy<td>6"));
    more.head.rev += 1;
    page.frames[0].1 = more;
    let answer = page.read("page.buttons.Save");
    assert!(answer.contains("changed page.frames.Pay.tables.Debts has 3 rows (was 2)"), "{answer}");
    assert!(!page.events.contains("Debts") && page.events.contains("\"last\""), "{}", page.events);
    // Nor is it when the frame itself has gone.
    page.now(facts("<title>Shop</title><p>Bye"));
    let answer = page.read("page.text");
    assert!(answer.contains("changed page.frames.Pay.tables.Debts is gone"), "{answer}");
    assert!(!page.events.contains("Debts"), "{}", page.events);
}
