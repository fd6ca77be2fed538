//! What is written is what serde writes, and is read back the same, for every type and every kind.

use serde::Serialize;
use serde_json::{json, to_value};

use super::{Put, Take, parse, text};
use crate::Value;
use crate::answer::{Answer, Fault, Steps, Usage};
use crate::call::Operation;
use crate::effect::{Act, Check, Effect, File, FrameElement, Outcome, Picture, ProbeField, Refusal, Step, Target};
use crate::facts::Head;
use crate::fault::Code;
use crate::message::{Framed, Heard, Input, Journal, Probe, Reply, SharedTab};
use crate::plan::{Before, Move, Pick, Plan, What};
use crate::policy::{
    Asked, Class, Decision, Grant, HostKind, Level, LogEntry, Policy, Request, Rule, SiteLevel, State, Taint,
};
use crate::script::{ScriptEnd, ScriptError, ScriptJournal, ScriptOp, ScriptReply, ScriptWork};

/// Written as serde writes it.
fn written(of: &(impl Put + Serialize + std::fmt::Debug)) {
    assert_eq!(of.put().to_string(), to_value(of).unwrap().to_string(), "{of:?}");
}

/// Read back the same, whatever way it is written.
fn read<T: Take + Serialize + PartialEq + std::fmt::Debug>(of: &T) {
    let crossed: Value = serde_json::from_str(&to_value(of).unwrap().to_string()).unwrap();
    assert_eq!(super::read::<T>(crossed).as_ref(), Ok(of));
}

fn both<T: Put + Take + Serialize + PartialEq + std::fmt::Debug>(of: &T) {
    written(of);
    read(of);
}

fn acts() -> Vec<Act> {
    let file = File { name: "a".into(), mime: "b".into(), text: Some("c".into()), base64: None };
    vec![
        Act::Click,
        Act::DoubleClick,
        Act::Hover,
        Act::SetValue { text: "a".into(), secret: true },
        Act::SelectOptions { positions: vec![1, 2] },
        Act::PickDate { iso: "2026-11-30".into() },
        Act::Expand { on: true },
        Act::Dialogs { accept: true, text: Some(String::new()) },
        Act::Dialogs { accept: false, text: None },
        Act::Check { on: true },
        Act::EditText { text: "a".into(), append: true },
        Act::Attach { files: vec![file] },
        Act::Submit { by: 3 },
        Act::Reset,
        Act::Press { key: "x".into() },
        Act::Focus,
        Act::ScrollTo { what: "place".into(), to: Some(3.0) },
        Act::SelectText { text: "a".into() },
        Act::DragTo { onto: 4 },
        Act::Close,
        Act::Media { what: "seek".into(), to: Some(1.5) },
        Act::Highlight { message: "m".into() },
        Act::Goto { url: "u".into() },
        Act::History { delta: -1 },
        Act::Reload,
        Act::AppGet { node: 1, name: "n".into(), within: vec![crate::json!("k"), crate::json!(2)], from: 3, most: 4 },
        Act::AppSet { node: 1, name: "n".into(), value: crate::json!({"a": [1]}) },
        Act::AppCall { node: 1, name: "n".into(), item: vec![crate::json!("l")], args: crate::json!({"a": 1}) },
        Act::ToolCall { name: "t".into(), args: crate::json!({}) },
        Act::TabCall { doc: "d".into(), input: crate::json!({"path": "app.cart"}) },
    ]
}

fn step(act: Act) -> Step {
    let checks = vec![
        Check::Text { handle: 1, was: "t".into() },
        Check::Attr { handle: 1, name: "n".into(), was: None },
        Check::Inside { handle: 1, within: 2 },
    ];
    Step { id: "d:1/1".into(), target: Target { handle: 3, checks }, act }
}

fn outcomes() -> Vec<Outcome> {
    let refusals = [
        Refusal::Gone,
        Refusal::Stale,
        Refusal::NotVisible,
        Refusal::Unstable,
        Refusal::Disabled,
        Refusal::Readonly,
        Refusal::Inert,
        Refusal::Covered,
        Refusal::TooLong,
        Refusal::BadValue,
        Refusal::NeedsUser,
        Refusal::Cancelled,
    ];
    let refused = refusals.map(|reason| Outcome::Refused { reason, by: 7, found: "f".into() });
    let done = Outcome::Done { value: Some(json!("x")), reverted: true };
    refused.into_iter().chain([done, Outcome::Failed { message: "m".into() }]).collect()
}

fn request() -> Request {
    let text = |text: &str| text.to_owned();
    Request {
        id: text("ap-1"),
        origin: text("o"),
        path: text("p"),
        effect: Class::Pay,
        args: json!({"a": 1}),
        says: text("s"),
        why: text("w"),
        because: vec![text("b")],
        rule: text("r"),
        shape: text("sh"),
        hash: text("h"),
        across: Some(text("x")),
        also: vec![text("y")],
    }
}

fn asked(state: State) -> Asked {
    Asked {
        request: request(),
        doc: "d".into(),
        call: "c".into(),
        tab: Some(2),
        state,
        result: "r".into(),
        script: true,
    }
}

fn script() -> ScriptJournal {
    let reply = ScriptReply { n: 1, at: 2.5, reply: "{}".into() };
    let current = ScriptOp { n: 2, path: "p".into(), args: Some(json!([1])), value: Some(json!(2)), sleep: Some(3.0) };
    ScriptJournal { source: "s".into(), start: 1.0, seed: 7, replies: vec![reply], told: vec!["t".into()], current }
}

#[test]
fn steps_and_plans() {
    acts().into_iter().for_each(|act| both(&step(act)));
    outcomes().iter().for_each(both);
    let pick = Pick {
        id: "i".into(),
        field: step(Act::Click).target,
        options: vec!["o".into()],
        typed: true,
        free: true,
        several: true,
    };
    let edit = What::Edit { id: "i".into(), cell: Target::default(), value: json!(1.5) };
    let moves = [What::Step(step(Act::Click)), What::Pick(pick), edit].map(|what| Move {
        what,
        says: "s".into(),
        path: "p".into(),
    });
    let before =
        Before { url: "u".into(), title: "t".into(), things: vec![(1, "p".into())], newest: vec![4], app: None };
    let plan = Plan {
        operation: 1,
        answered: vec!["a".into()],
        path: "p".into(),
        moves: moves.into(),
        before,
        notes: vec!["n".into()],
        script: Some(script()),
    };
    both(&plan);
    assert_eq!(parse(&text(&plan)), Some(plan));
    assert_eq!(parse("{}"), Some(Plan::default()));
}

#[test]
fn policies_and_requests() {
    for state in [State::Pending, State::Allowed, State::Running, State::Done, State::Denied, State::Withdrawn] {
        both(&asked(state));
    }
    Class::ALL.iter().for_each(both);
    [Decision::Allow, Decision::Ask, Decision::Deny].iter().for_each(both);
    [Level::All, Level::Grave, Level::Ask, Level::Read].iter().for_each(both);
    let level = SiteLevel { origin: Some("o".into()), level: Level::All, except: vec![Class::Send] };
    let rule = Rule { effect: Some(Class::Act), across: Some("x".into()), ..Rule::default() };
    let grant = Grant { doc: Some("d".into()), effect: Some(Class::Act), rule: "r".into(), ..Grant::default() };
    let policy = Policy {
        host: HostKind::Page,
        rules: vec![rule, Rule { decision: Decision::Deny, path: Some("p".into()), ..Rule::default() }],
        levels: vec![level.clone()],
        bounds: vec![level],
        grants: vec![grant],
        taint: Taint { untrusted: true, private: false },
        budget: Some(5),
    };
    read(&policy);
    assert_eq!(super::read::<Policy>(json!({})), Ok(Policy::default()));
    assert_eq!(super::read::<Rule>(json!({})), Ok(Rule::default()));
    written(&LogEntry {
        at: 1.5,
        doc: "d".into(),
        origin: "o".into(),
        path: "p".into(),
        effect: Class::Read,
        decision: Decision::Ask,
        tokens: 3,
        result: "ok".into(),
        own: true,
    });
}

fn inputs() -> Vec<Input> {
    let text = |text: &str| text.to_owned();
    let (doc, call) = (text("d"), text("d:1"));
    let heard = || vec![Heard { from: text("alert"), text: text("t"), at: 1.5, closed: true }];
    let error = || ScriptError { name: text("E"), message: text("m"), line: Some(3), ..ScriptError::default() };
    let end = ScriptEnd {
        value: Some(json!({"a": [1]})),
        error: Some(error()),
        limit: Some(text("time")),
        printed: vec![text("p")],
        unawaited: vec![error()],
        none: true,
    };
    let journal = Journal { plan: text("p"), outcomes: vec![(text("s"), Outcome::Failed { message: text("m") })] };
    let (request, input) = (text("ap-1"), json!({"path": "x"}));
    let mut all = vec![
        Input::Policy { policy: Policy::default() },
        Input::Close { doc: doc.clone() },
        Input::Frames {
            doc: doc.clone(),
            framed: vec![Framed { doc: text("e"), within: doc.clone(), handle: 3, origin: text("o") }],
        },
        Input::Open {
            doc: doc.clone(),
            url: text("u"),
            ledger: vec![text("l")],
            events: text("e"),
            carried: true,
            tab: Some(3),
            origin: Some(text("o")),
        },
        Input::Heard { doc: doc.clone(), heard: heard(), place: 4 },
        Input::Cancel { doc: doc.clone(), call: call.clone() },
        Input::Settled {
            doc: doc.clone(),
            call: call.clone(),
            quiet: true,
            heard: heard(),
            place: 2,
            leaving: Some(text("u")),
        },
        Input::Probed {
            doc: doc.clone(),
            call: call.clone(),
            found: vec![Probe {
                handle: 1,
                rect: Some([0.5, 1.0, 2.0, 3.0]),
                hit: Some(2),
                picture: Some(Picture { width: 1, height: 2, bytes: 3, covered: 4, why: text("w") }),
            }],
        },
        Input::Elapsed { doc: doc.clone(), call: call.clone(), now: 5.0, tag: 1 },
        Input::Approvals { records: vec![asked(State::Done)] },
        Input::Stop { doc: doc.clone() },
        Input::Tabs {
            doc: doc.clone(),
            call: call.clone(),
            tabs: vec![SharedTab { at: 1, title: text("t"), url: text("u"), origin: text("o") }],
            output: Some(text("o")),
        },
        Input::ScriptOps { doc: doc.clone(), call: call.clone(), ops: vec![script().current], now: 1.0 },
        Input::ScriptEnded { doc: doc.clone(), call: call.clone(), end },
        Input::Published { doc: doc.clone(), name: text("n"), node: json!([1]) },
        Input::Tools { doc: doc.clone(), tools: json!({"tools": []}) },
        Input::Decided { doc: doc.clone(), call: call.clone(), request, decision: Decision::Deny },
    ];
    all.extend(outcomes().into_iter().map(|outcome| Input::Outcome {
        doc: doc.clone(),
        call: call.clone(),
        step: text("s"),
        outcome,
    }));
    for journal in [Some(journal), None] {
        let (doc, call, input) = (doc.clone(), call.clone(), input.clone());
        all.push(Input::Request { doc, call, input, look: true, journal, now: 1e12, began: 2.5 });
    }
    all
}

#[test]
fn messages_to_the_core() {
    inputs().iter().for_each(read);
    read(&Head { doc: "d".into(), rev: 2, base: 1, parts: 1, url: "u".into(), active: 4, ..Head::default() });
    let refused = |value: Value| super::read::<Input>(value).unwrap_err();
    assert_eq!(refused(json!({"kind": "explode"})), "unknown Input: explode");
    assert_eq!(refused(json!({"kind": "policy"})), "policy: is lacking");
    assert_eq!(refused(json!({"kind": "close", "doc": 3})), "doc: expected a text, not another number");
    assert_eq!(refused(json!([])), "expected an object, not a list");
    assert_eq!(refused(json!({"kind": "outcome", "outcome": {"kind": "refused"}})), "outcome: reason: is lacking");
    let close = json!({"kind": "close", "doc": "d", "more": 1});
    assert_eq!(super::read::<Input>(close), Ok(Input::Close { doc: "d".into() }));
    assert_eq!(
        super::read::<Head>(json!({"rev": -1})).unwrap_err(),
        "rev: expected a whole number, not another number"
    );
    assert_eq!(parse::<(u32, String)>("[1,\"a\"]"), Some((1, "a".into())));
    assert_eq!(parse::<(u32, String)>("[1,\"a\",2]"), None);
}

fn effects() -> Vec<Effect> {
    let text = |text: &str| text.to_owned();
    let (doc, call) = (text("d"), text("d:1"));
    let script = |work| Effect::Script { doc: text("d"), call: text("d:1"), work };
    let reply = || ScriptReply { n: 1, at: 2.5, reply: text("{}") };
    let mut all = vec![
        Effect::Capture { doc: doc.clone(), since: 1, closed: true },
        Effect::Frames { doc: doc.clone(), wanted: vec![FrameElement { doc: doc.clone(), handle: 2 }] },
        Effect::Probe {
            doc: doc.clone(),
            call: call.clone(),
            handles: vec![1, 2],
            fields: vec![ProbeField::Rect, ProbeField::Hit, ProbeField::Picture],
        },
        Effect::Settle { doc: doc.clone(), call: call.clone(), quiet: 1, most: 2 },
        Effect::Answer { doc: doc.clone(), call: call.clone(), output: text("o"), ok: false },
        Effect::Ledger { doc: doc.clone(), entry: text("e"), all: true },
        Effect::Events { doc: doc.clone(), kept: text("k"), place: 3 },
        Effect::Timer { doc: doc.clone(), call: call.clone(), after: 1, tag: 2 },
        Effect::Ask { doc: doc.clone(), call: call.clone(), request: request() },
        Effect::Approval { doc: doc.clone(), record: asked(State::Running) },
        Effect::Hold { doc: doc.clone(), id: text("ap-1"), input: json!({"path": "p"}) },
        Effect::Run { doc: doc.clone(), call: call.clone(), id: text("ap-1") },
        Effect::Tabs {
            doc: doc.clone(),
            call: call.clone(),
            at: None,
            input: json!({}),
            look: true,
            of: None,
            operation: 1,
        },
        Effect::Taint { doc, taint: Taint { untrusted: false, private: true } },
        script(ScriptWork::Start {
            source: text("s"),
            roots: vec![text("page")],
            start: 1.0,
            seed: 2,
            replies: vec![reply()],
        }),
        script(ScriptWork::Reply { reply: reply() }),
        script(ScriptWork::Stop),
    ];
    all.extend(acts().into_iter().map(|act| Effect::Perform {
        doc: text("d"),
        call: call.clone(),
        step: step(act),
        plan: text("p"),
        parting: text("b"),
        frame: Some(text("f")),
    }));
    all
}

#[test]
fn messages_from_the_core() {
    written(&Reply { effects: effects(), refused: None });
    written(&Reply { effects: Vec::new(), refused: Some("r".into()) });
}

#[test]
fn answers() {
    let usage = Usage { tokens: 1, budget: 2 };
    let fault = |near: &[&str], attempt| Fault {
        near: near.iter().map(|near| (*near).to_owned()).collect(),
        attempt,
        ..Fault::new(Code::NotFound, "m".into())
    };
    let lines = || vec!["l".to_owned()];
    written(&Answer { ok: true, path: "p".into(), kind: "row".into(), usage, ..Answer::default() });
    written(&Answer {
        ok: false,
        is_error: true,
        call: "c".into(),
        path: "p".into(),
        kind: "row".into(),
        value: json!({"b": 1, "a": 2}),
        notes: lines(),
        done: lines(),
        changed: lines(),
        events: lines(),
        more: lines(),
        next: lines(),
        members: lines(),
        fault: Some(fault(&["n"], Some(json!({"path": "x"})))),
        usage,
    });
    Code::ALL.iter().for_each(|code| written(&Fault { code: *code, ..fault(&[], None) }));
    written(&Steps { ok: true, is_error: false, steps: vec![json!({"ok": true})], left: 2 });
    written(&Steps { ok: false, is_error: true, ..Steps::default() });
    written(&Operation { path: "p".into(), ..Operation::default() });
    written(&Operation { path: "p".into(), args: Some(json!([1])), value: Some(json!(null)) });
}
