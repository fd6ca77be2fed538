//! The policy at the one place where everything passes: reads, writes, calls, navigation, search results.

use onecall_protocol::json;
use onecall_protocol::message::Input;
use onecall_protocol::policy::{Class, Decision, HostKind, Level, Policy, Rule, SiteLevel};

use super::super::Session;
use super::super::doc::Doc;
use super::super::replay::Replay;
use crate::html::facts;

const PAGE: &str = "<title>Bank</title><main><h1>Accounts</h1><p>Balance of the main account</p>\
    <form aria-label=Transfer action=/pay><input aria-label=Amount><input aria-label=IBAN><button>Send money</button></form>\
    <form aria-label=Search role=search><input type=search aria-label=Words><button>Search</button></form>\
    <ul role=menu><li role=menuitem>Delete account</li></ul><a href=/logout>Leave</a></main>";

fn with(rules: Vec<Rule>, levels: Vec<SiteLevel>) -> Replay {
    Replay::new(facts(PAGE), Policy { rules, levels, ..Policy::default() })
}

fn rule(path: &str, effect: Option<Class>, decision: Decision) -> Rule {
    Rule { path: Some(path.into()), effect, decision, ..Rule::default() }
}

fn level(level: Level) -> SiteLevel {
    SiteLevel { origin: None, level, except: Vec::new() }
}

#[test]
fn what_may_not_be_read_is_nowhere_and_said_to_be_denied() {
    let deny = rule("page.forms['Transfer']", Some(Class::Read), Decision::Deny);
    let mut page = with(vec![deny], Vec::new());
    for path in
        ["", "page", "page.forms", "page.text", "page.main", "page.fields", "find(\"iban\")", "find(\"send money\")"]
    {
        let answer = page.read(path);
        let words = answer.split_once('\n').map_or("", |(_, lines)| lines);
        assert!(!words.contains("Transfer\"") && !words.contains("IBAN\""), "{path}: {answer}");
    }
    for path in [
        "page.forms.Transfer",
        "page[\"forms\"]",
        "page.forms.Transfer.fields.IBAN",
        "page.forms[0].IBAN",
        "page.fields.IBAN",
    ] {
        let answer = page.read(path);
        assert!(!answer.contains("is not in page.forms") || !path.contains("Transfer"), "{path}: {answer}");
        if path.contains("IBAN") || path.contains("Transfer") {
            assert!(answer.starts_with("fault denied") || answer.starts_with("fault not_found"), "{path}: {answer}");
        }
    }
    assert!(page.read("page.forms.Transfer.fields.IBAN").starts_with("fault denied  reading page.forms.Transfer"));
    assert!(page.read("page.forms.Search").contains("Words"));
    let answer = page.call(&json!({"path": "page.fill", "args": {"IBAN": "DE00"}}));
    assert!(answer.starts_with("fault invalid_argument"), "{answer}");
    assert!(page.performed.is_empty());
}

#[test]
fn reading_can_be_asked_about() {
    let ask = || rule("page.forms.Transfer", Some(Class::Read), Decision::Ask);
    let mut page = with(vec![ask()], Vec::new());
    assert!(!page.read("page.forms").contains("Transfer"));
    assert!(page.read("page.forms.Transfer").starts_with("fault needs_approval"));
    page.person = Decision::Allow;
    assert!(page.read("page.forms.Transfer").contains("IBAN"));
    // The answer was for that call only.
    assert!(!page.read("page.forms").contains("Transfer"));
    page.person = Decision::Deny;
    let answer = page.read("page.forms.Transfer");
    assert!(answer.starts_with("fault denied"), "{answer}");
}

#[test]
fn a_person_may_set_how_long_answers_are() {
    let rows: String = (0..400).map(|n| format!("<li><a href=/{n}>Entry number {n} of the list</a>")).collect();
    let html = format!("<main><ul>{rows}</ul></main>");
    let size = |budget| {
        let policy = Policy { budget, ..Policy::default() };
        Replay::new(facts(&html), policy).read("page.links").len()
    };
    assert!(size(Some(200)) < size(None) && size(None) < size(Some(3_000)));
}

#[test]
fn read_only_reads() {
    let mut page = with(Vec::new(), vec![level(Level::Read)]);
    assert!(page.read("page.forms.Transfer").contains("IBAN"));
    page.person = Decision::Allow;
    for call in [
        json!({"path": "page.forms.Transfer.fields.IBAN", "value": "DE00"}),
        json!({"path": "page.forms.Search.submit", "args": []}),
        json!({"path": "page.goto", "args": ["/x"]}),
        json!({"path": "page.press", "args": ["Enter"]}),
    ] {
        let answer = page.call(&call);
        assert!(answer.starts_with("fault denied") && answer.contains("read only"), "{answer}");
        assert!(answer.contains("\ntry      {\"path\":\"page"), "{answer}");
    }
    assert!(page.performed.is_empty());
}

#[test]
fn a_rule_about_a_field_counts_for_the_form() {
    let rules = vec![
        rule("page", None, Decision::Allow),
        rule("page.forms.Transfer.fields.IBAN", Some(Class::Write), Decision::Deny),
    ];
    let mut page = with(rules, Vec::new());
    let answer = page.call(&json!({"path": "page.forms.Transfer.fill", "args": {"Amount": "1", "IBAN": "DE00"}}));
    assert!(answer.starts_with("fault denied"), "{answer}");
    assert!(page.performed.is_empty());
    let answer = page.call(&json!({"path": "page.forms.Transfer.fill", "args": {"Amount": "1"}}));
    assert!(answer.starts_with("done     1 of 1 field"), "{answer}");
}

#[test]
fn effects_are_inferred_and_explained() {
    let mut page = with(Vec::new(), vec![level(Level::Grave)]);
    for (path, effect) in [
        ("page.forms.Transfer.submit", "pay: the person is asked"),
        ("page.forms.Transfer.buttons[\"Send money\"].click", "pay: the person is asked"),
        ("page.forms.Search.buttons.Search.click", "navigate: allowed"),
        ("page.links.Leave.open", "auth: the person is asked"),
        ("page.forms.Transfer.fields.Amount.set", "write: allowed"),
        ("page.text", "read: allowed"),
    ] {
        let answer = page.call(&json!({"path": "policy.explain", "args": [path]}));
        assert!(answer.contains(effect), "{answer}");
        assert!(answer.contains("\nbecause  "), "{answer}");
        let same = page.read(&format!("policy.explain({})", json!(path)));
        assert_eq!(same, answer);
    }
    let answer = page.read("policy");
    assert!(answer.contains("allowed              read, write, act, navigate, download"), "{answer}");
    assert!(answer.contains("the level of all sites: ask before it submits"), "{answer}");
    assert!(page.call(&json!({"path": "policy.allow", "args": ["page"]})).starts_with("fault not_found"));
    assert!(page.performed.is_empty());
    // The script tag has no such root.
    let mut tag = Replay::new(facts(PAGE), Policy { host: HostKind::Page, ..Policy::default() });
    assert!(tag.read("policy").starts_with("fault not_found"));
}

#[test]
fn words_of_strangers_and_private_things_together_ask() {
    let mut page = with(Vec::new(), vec![level(Level::All)]);
    page.read("page");
    let answer = page.call(&json!({"path": "page.forms.Transfer.submit", "args": []}));
    assert!(answer.starts_with("fault needs_approval"), "{answer}");
    let answer = page.call(&json!({"path": "page.forms.Transfer.fields.Amount", "value": "5"}));
    assert!(answer.starts_with("done"), "{answer}");
    let answer = page.call(&json!({"path": "page.goto", "args": ["https://evil.test/?q=x"]}));
    assert!(answer.starts_with("fault needs_approval"), "{answer}");
}

#[test]
fn what_is_judged_is_what_is_run() {
    // However a path is written, the member it means is the one that the rule names.
    let rules = vec![rule("page", None, Decision::Allow), rule("page.forms.Transfer", None, Decision::Deny)];
    let mut page = with(rules, Vec::new());
    for path in [
        "page.forms.Transfer.submit()",
        "page.forms['Transfer'].submit()",
        "page.forms[\"transfer\"].submit()",
        "page.main.forms.Transfer.submit()",
        "page.buttons[\"Send money\"].click()",
        "page.Transfer.submit()",
        "page.fields.Amount.set(\"1\")",
        "page[\"Amount\"].set(\"1\")",
        "page.forms[0].submit()",
    ] {
        let answer = page.read(path);
        assert!(answer.starts_with("fault"), "{path}: {answer}");
    }
    let answer =
        page.call(&json!({"steps": [{"path": "page.title"}, {"path": "page.forms.Transfer.submit", "args": []}]}));
    assert!(answer.contains("fault denied"), "{answer}");
    assert!(page.performed.is_empty(), "{:?}", page.performed);
}

#[test]
fn what_may_not_be_read_is_in_no_answer_to_an_act_either() {
    let deny = rule("page.forms.Transfer", Some(Class::Read), Decision::Deny);
    let allow = Rule { decision: Decision::Allow, ..Rule::default() };
    let mut page = with(vec![deny, allow], Vec::new());
    page.read("");
    let more = PAGE.replace("aria-label=Amount>", "aria-label=Amount value=4711><b>Code 0815</b>");
    let more = more.replace("</h1>", "</h1><p>Something else changed.</p>");
    page.after(facts(&more));
    let answer = page.call(&json!({ "path": "page.forms.Search.fill", "args": { "Words": "x" } }));
    assert!(answer.starts_with("done "), "{answer}");
    for word in ["Transfer", "IBAN", "Amount", "4711", "0815"] {
        assert!(!answer.contains(word), "{word}: {answer}");
    }
    let answer = page.read("events");
    assert!(!answer.contains("0815") && !answer.contains("Transfer"), "{answer}");
}

#[test]
fn a_document_is_judged_as_the_site_that_it_belongs_to() {
    // What a site opens empty or makes of a blob is the site's: else its rules would not count there.
    for (url, said) in [
        ("https://shop.test/cart", None),
        ("blob:https://shop.test/1-2", None),
        ("about:blank", Some("https://shop.test".to_owned())),
        ("https://elsewhere.test/", Some("https://shop.test".to_owned())),
    ] {
        let mut session = Session::new();
        let ledger = Vec::new();
        let (doc, events) = ("d".to_owned(), String::new());
        session.input(Input::Open { doc, url: url.into(), ledger, events, carried: false, tab: None, origin: said });
        assert_eq!(session.docs.get("d").map(Doc::origin).as_deref(), Some("https://shop.test"), "{url}");
    }
}

#[test]
fn a_section_that_may_not_be_read_is_hidden_to_the_next_of_its_level() {
    let html = "<title>T</title><main><div><h2>Salary</h2></div>loose words<p>Earns 5000</p><h3>Bonus</h3><p>Got 700 <a href=/more>More of it</a></p>\
        <div><p>Still 900</p><h2>Team</h2></div><p>Ann and Bo</p></main>";
    let deny = rule("page.sections.Salary", Some(Class::Read), Decision::Deny);
    let mut page = Replay::new(facts(html), Policy { rules: vec![deny], ..Policy::default() });
    for path in
        ["", "page.text", "page.main.text", "page.spots", "page.links", "find(\"earns bonus\")", "page.sections"]
    {
        let said = page.call(&json!({ "path": path }));
        for secret in ["loose", "5000", "Bonus", "700", "More of it", "900"] {
            assert!(!said.contains(secret), "{path}: {secret}\n{said}");
        }
    }
    let rest = page.call(&json!({ "path": "page.text" }));
    assert!(rest.contains("Team") && rest.contains("Ann and Bo"), "{rest}");
}
