//! Requests to a person: what is bound to what, that an allowed operation runs once, and that nothing but the host's
//! word moves a request.

use onecall_protocol::effect::Act;
use onecall_protocol::json;
use onecall_protocol::message::Input;
use onecall_protocol::policy::{Decision, Policy, State};

use super::super::replay::Replay;
use crate::html::facts;

const PAGE: &str = "<title>Shop</title><form aria-label=F><input aria-label=Name><input aria-label=Pass type=password>\
    <button type=button>Save</button><button type=button>Drop</button></form>";

fn silent() -> Replay {
    let mut page = Replay::new(facts(PAGE), Policy::default());
    page.silent = true;
    page
}

fn decide(page: &mut Replay, call: &str, id: &str, decision: Decision) -> Vec<String> {
    page.take(Input::Decided { doc: "test".into(), call: call.into(), request: id.into(), decision })
}

fn elapse(page: &mut Replay, call: &str, tag: u32) -> Vec<String> {
    page.take(Input::Elapsed { doc: "test".into(), call: call.into(), now: 0.0, tag })
}

const CLICK: &str = "page.forms.F.buttons.Save.click()";

#[test]
fn an_answer_in_time_lets_the_call_go_on() {
    let mut page = silent();
    assert_eq!(page.read(CLICK), "");
    assert_eq!(page.asked.len(), 1);
    assert_eq!(page.asked[0].path, "page.forms.F.buttons.Save.click");
    let answers = decide(&mut page, "test:1", "ap-1", Decision::Allow);
    assert!(answers[0].starts_with("done     clicked page.forms.F.buttons.Save"), "{answers:?}");
    assert_eq!(page.performed.len(), 1);
    let record = &page.records["ap-1"];
    assert_eq!(record.state, State::Done);
    assert!(record.result.starts_with("done     clicked"));
    // Decided twice is decided once.
    assert!(decide(&mut page, "test:1", "ap-1", Decision::Allow).is_empty());
    assert_eq!(page.performed.len(), 1);
}

#[test]
fn late_answers_run_the_operation_once_and_its_result_stands_there() {
    let mut page = silent();
    page.read(CLICK);
    let answers = elapse(&mut page, "test:1", 1);
    assert!(
        answers[0].starts_with("fault needs_approval") && answers[0].contains("approvals[\"ap-1\"].wait()"),
        "{answers:?}"
    );
    // The clock of the call itself has run out too, which changes nothing.
    assert!(elapse(&mut page, "test:1", 0).is_empty());
    // The same call again is the same request.
    page.read(CLICK);
    assert_eq!(page.asked.len(), 1);
    elapse(&mut page, "test:2", 1);
    assert_eq!(page.read("approvals[\"ap-1\"].wait()"), "");
    assert!(page.read("approvals").contains("approvals[\"ap-1\"]  pending  page.forms.F.buttons.Save.click"));
    let answers = decide(&mut page, "test:1", "ap-1", Decision::Allow);
    assert_eq!(page.performed.len(), 1);
    assert!(
        answers.iter().any(|one| one.starts_with("approvals[\"ap-1\"]  done") && one.contains("\ndone     clicked")),
        "{answers:?}"
    );
    assert!(page.read("approvals[\"ap-1\"].result").contains("\ndone     clicked"));
    for decision in [Decision::Allow, Decision::Deny] {
        decide(&mut page, "test:1", "ap-1", decision);
    }
    assert_eq!(page.performed.len(), 1);
    assert_eq!(page.records["ap-1"].state, State::Done);
}

#[test]
fn a_denied_operation_is_not_asked_about_again() {
    let mut page = silent();
    page.read(CLICK);
    let answers = decide(&mut page, "test:1", "ap-1", Decision::Deny);
    assert!(answers[0].starts_with("fault denied  the person said no"), "{answers:?}");
    assert!(page.read(CLICK).starts_with("fault denied"));
    assert_eq!((page.asked.len(), page.performed.len()), (1, 0));
    // Another operation is another question.
    page.read("page.forms.F.buttons.Drop.click()");
    assert_eq!(page.asked.len(), 2);
}

#[test]
fn what_was_allowed_is_not_run_when_it_has_become_another_thing() {
    let mut page = silent();
    page.read(CLICK);
    elapse(&mut page, "test:1", 1);
    page.now(facts(&PAGE.replace("<button type=button>Save", "<button type=submit aria-label=Save>Pay")));
    decide(&mut page, "test:1", "ap-1", Decision::Allow);
    assert!(page.performed.is_empty());
    let answer = page.read("approvals[\"ap-1\"]");
    assert!(answer.contains("no longer what the person allowed") || answer.contains("fault stale"), "{answer}");
}

#[test]
fn requests_survive_the_core() {
    let mut page = silent();
    page.read(CLICK);
    elapse(&mut page, "test:1", 1);
    page.restart(Policy::default());
    page.read("page.forms.F.buttons.Drop.click()");
    assert_eq!(page.asked[1].id, "ap-2");
    // Acts go one after the other: what was allowed waits for the call that asks now.
    elapse(&mut page, "test:2", 1);
    let answers = decide(&mut page, "test:1", "ap-1", Decision::Allow);
    assert!(answers.iter().any(|one| one.starts_with("done     clicked")), "{answers:?}");
    assert_eq!((page.performed.len(), page.records["ap-1"].state), (1, State::Done));
    // Allowed while the page was not connected: it runs as soon as it is.
    page.records.get_mut("ap-2").unwrap().state = State::Allowed;
    page.restart(Policy::default());
    assert_eq!((page.performed.len(), page.records["ap-2"].state), (2, State::Done));
    page.restart(Policy::default());
    assert_eq!(page.performed.len(), 2);
}

#[test]
fn one_request_covers_a_form_and_a_list() {
    let mut page = silent();
    page.call(&json!({"path": "page.forms.F.fill", "args": {"Name": "Ann", "Pass": "tiger"}}));
    assert_eq!(page.asked.len(), 1);
    assert_eq!(page.asked[0].args, json!({"Name": "Ann", "Pass": "•••"}));
    decide(&mut page, "test:1", "ap-1", Decision::Allow);
    assert_eq!(page.performed.len(), 2);
    page.call(&json!({"steps": [
        {"path": "page.forms.F.fields.Name", "value": "Bo"},
        {"path": "page.title"},
        {"path": "page.forms.F.buttons.Save.click", "args": []},
        {"path": "page.forms.F.buttons.Drop.click", "args": []},
    ]}));
    assert_eq!(page.asked.len(), 2);
    assert_eq!(page.asked[1].also.len(), 2);
    assert!(page.asked[1].also[0].starts_with("page.forms.F.buttons.Save.click acts on the page"));
    let answers = decide(&mut page, "test:2", "ap-2", Decision::Allow);
    assert!(answers[0].contains("step     4 of 4"), "{answers:?}");
    assert_eq!((page.asked.len(), page.performed.len()), (2, 5));
    // The answer was for that list: the same act alone is asked about.
    page.read(CLICK);
    assert_eq!(page.asked.len(), 3);
    let stored = format!("{:?}", page.records);
    assert!(!stored.contains("tiger"), "{stored}");
}

#[test]
fn stop_ends_calls_and_withdraws_requests() {
    let mut page = silent();
    page.read(CLICK);
    let answers = page.take(Input::Stop { doc: "test".into() });
    assert!(answers[0].starts_with("fault cancelled  the person pressed Stop"), "{answers:?}");
    assert_eq!(page.records["ap-1"].state, State::Withdrawn);
    assert!(decide(&mut page, "test:1", "ap-1", Decision::Allow).is_empty());
    assert!(page.performed.is_empty());
    page.read(CLICK);
    page.take(Input::Close { doc: "test".into() });
    assert_eq!(page.records["ap-2"].state, State::Withdrawn);
}

#[test]
fn no_path_answers_a_request_and_a_flood_is_bounded() {
    let mut page = silent();
    page.read(CLICK);
    for path in [
        "approvals[\"ap-1\"].allow()",
        "approvals[\"ap-1\"].decide(\"allow\")",
        "approvals.allow(\"ap-1\")",
        "approvals[\"ap-1\"].state.set(\"allowed\")",
        "policy.allow(\"page\")",
        "policy.rules",
        "page.approvals",
        "approvals[\"ap-1\"].click()",
        "find(\"allow once\")",
    ] {
        let answer = page.read(path);
        assert!(
            answer.starts_with("fault") || answer.starts_with("find(") || answer.contains("pending"),
            "{path}: {answer}"
        );
    }
    let answer = page.call(&json!({"path": "approvals[\"ap-1\"].state", "value": "allowed"}));
    assert!(!answer.is_empty());
    assert_eq!(page.records["ap-1"].state, State::Pending);
    assert!(page.performed.is_empty());
    for n in 0..30 {
        page.call(&json!({"path": "page.forms.F.fields.Name", "value": format!("{n}")}));
        elapse(&mut page, &format!("test:{}", n + 12), 1);
    }
    let pending = page.records.values().filter(|one| one.state == State::Pending).count();
    assert!(pending <= crate::limits::PENDING, "{pending}");
    assert!(!page.performed.iter().any(|step| matches!(step.act, Act::Click)));
}

#[test]
fn another_tab_answers_for_itself() {
    use onecall_protocol::effect::Effect;
    use onecall_protocol::message::SharedTab;
    let mut page = silent();
    let request = |call: &str, path: &str| Input::Request {
        doc: "test".into(),
        call: call.into(),
        input: json!({ "path": path, "timeout": 9 }),
        look: true,
        journal: None,
        now: 0.0,
        began: 0.0,
    };
    let asked = |page: &mut Replay, call: &str, path: &str| {
        page.session.input(request(call, path));
        let facts = page.facts.clone();
        let effects = page.session.facts(&facts.head, &facts.nodes, &facts.text);
        effects.into_iter().find_map(|effect| match effect {
            Effect::Tabs { at, input, look, .. } => Some((at, input, look)),
            _ => None,
        })
    };
    let (at, input, look) = asked(&mut page, "test:90", "tabs[2].page.forms.F.buttons.Save.click()").unwrap();
    assert_eq!((at, look), (Some(2), true));
    assert_eq!((&input["path"], &input["args"]), (&json!("page.forms.F.buttons.Save.click"), &json!([])));
    assert_eq!(input["timeout"], 7.0);
    let answer = |call: &str, tabs: Vec<SharedTab>, output: Option<&str>| {
        let output = output.map(str::to_owned);
        Input::Tabs { doc: "test".into(), call: call.into(), tabs, output }
    };
    // The host says of which site the tab is before anything is handed over.
    let mine = SharedTab { at: 2, origin: page.session.docs.get("test").unwrap().origin(), ..SharedTab::default() };
    page.session.input(answer("test:90", vec![mine], None));
    let answers = page.take(answer("test:90", Vec::new(), Some("fault denied  page.x is denied.\ntry      {}")));
    assert!(answers[0].starts_with("in       tabs[2]") && answers[0].contains("\nfault denied  page.x"), "{answers:?}");
    asked(&mut page, "test:91", "tabs[3].page").unwrap();
    assert!(page.take(answer("test:91", Vec::new(), None))[0].starts_with("fault not_found  there is no tabs[3]"));
    assert_eq!(asked(&mut page, "test:92", "tabs").unwrap().0, None);
    let shared =
        |at: u32, origin: String| SharedTab { at, title: "x\"\nfault".into(), url: "https://a.test/".into(), origin };
    let listed =
        vec![shared(4, page.session.docs.get("test").unwrap().origin()), shared(5, "https://bank.test".into())];
    let answers = page.take(answer("test:92", listed, None));
    assert!(answers[0].contains("\ntabs[4]  \"x\\\"\\nfault\" \"https://a.test/\"\n"), "{answers:?}");
    assert!(answers[0].contains("\ntabs[5]  of another site; reading it asks the person"), "{answers:?}");
    // A tab of another site is handed nothing before the person lets these two sites.
    asked(&mut page, "test:93", "tabs[5].page").unwrap();
    let effects = page.session.input(answer("test:93", vec![shared(5, "https://bank.test".into())], None));
    assert!(!effects.iter().any(|effect| matches!(effect, Effect::Tabs { .. })), "{effects:?}");
    assert!(effects.iter().any(
        |effect| matches!(effect, Effect::Ask { request, .. } if request.across.as_deref() == Some("https://bank.test"))
    ));
    assert!(page.performed.is_empty());
}

#[test]
fn what_changes_while_the_person_thinks_is_looked_up_anew() {
    let mut page = silent();
    page.read(CLICK);
    assert_eq!(page.asked[0].path, "page.forms.F.buttons.Save.click");
    // Another call brings facts in which another thing has the place of the one that was asked about.
    let other = PAGE.replace("<button type=button>Save</button>", "<button type=button>Pay</button>");
    page.now(facts(&other));
    page.read("page.title");
    let answers = decide(&mut page, "test:1", "ap-1", Decision::Allow);
    assert!(page.performed.is_empty(), "{:?}", page.performed);
    assert!(answers.iter().any(|one| one.starts_with("fault ")), "{answers:?}");

    // The same thing at another place is the same thing.
    let mut page = silent();
    page.read(CLICK);
    page.now(facts(&PAGE.replace("<button type=button>Save", "<a href=/x>More</a><button type=button>Save")));
    page.read("page.title");
    decide(&mut page, "test:1", "ap-1", Decision::Allow);
    assert_eq!(page.performed.len(), 1);
    let checks = format!("{:?}", page.performed[0].target.checks);
    assert!(checks.contains("Save"), "{checks}");
    assert_eq!(page.records["ap-1"].state, State::Done);
}

#[test]
fn who_waits_for_a_request_learns_that_its_call_is_over() {
    let mut page = silent();
    page.read(CLICK);
    assert_eq!(page.read("approvals[\"ap-1\"].wait()"), "");
    let answers = page.take(Input::Cancel { doc: "test".into(), call: "test:1".into() });
    assert!(answers.iter().any(|one| one.contains("withdrawn")), "{answers:?}");
}
