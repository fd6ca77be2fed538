//! Calls whose messages a test hands over one by one: begun by one core and ended by another, waiting for each other,
//! cancelled, out of time.

use super::*;

/// A session driven by hand, for what happens between effects.
pub(super) struct Hand {
    pub(super) session: Session,
    html: &'static str,
    rev: u32,
}

impl Hand {
    pub(super) fn new(html: &'static str) -> Self {
        let mut session = Session::new();
        session.input(Input::Policy { policy: Policy { host: HostKind::Page, ..Policy::default() } });
        session.input(Input::Open {
            doc: "test".into(),
            url: "https://example.test/".into(),
            ledger: Vec::new(),
            events: String::new(),
            carried: false,
            tab: None,
            origin: None,
        });
        Self { session, html, rev: 0 }
    }

    pub(super) fn request(&mut self, call: &str, input: Value, journal: Option<Journal>) -> Vec<Effect> {
        self.session.input(Input::Request {
            doc: "test".into(),
            call: call.into(),
            input,
            look: false,
            journal,
            now: 0.0,
            began: 0.0,
        })
    }

    pub(super) fn facts(&mut self) -> Vec<Effect> {
        self.rev += 1;
        let mut facts = facts(self.html);
        facts.head.rev = self.rev;
        self.session.facts(&facts.head, &facts.nodes, &facts.text)
    }

    pub(super) fn outcome(&mut self, call: &str, step: &str) -> Vec<Effect> {
        let outcome = Outcome::Done { value: None, reverted: false };
        self.session.input(Input::Outcome { doc: "test".into(), call: call.into(), step: step.into(), outcome })
    }

    pub(super) fn settled(&mut self, call: &str) -> Vec<Effect> {
        let mut out = self.facts();
        out.extend(self.session.input(Input::Settled {
            doc: "test".into(),
            call: call.into(),
            quiet: true,
            heard: Vec::new(),
            place: 0,
            leaving: None,
        }));
        out
    }
}

pub(super) fn step(effects: &[Effect]) -> (String, String) {
    effects
        .iter()
        .find_map(|effect| match effect {
            Effect::Perform { step, plan, .. } => Some((step.id.clone(), plan.clone())),
            _ => None,
        })
        .expect("a step")
}

pub(super) fn answer(effects: &[Effect]) -> Option<&str> {
    effects.iter().find_map(|effect| match effect {
        Effect::Answer { output, .. } => Some(output.as_str()),
        _ => None,
    })
}

const TWO: &str = "<form aria-label=F><input aria-label=A><input aria-label=B></form>";

#[test]
fn a_new_core_finishes_what_an_old_one_began() {
    let fill = json!({"path": "page.forms.F.fill", "args": {"A": "1", "B": "2"}});
    let mut old = Hand::new(TWO);
    old.request("test:1", fill.clone(), None);
    let (first, plan) = step(&old.facts());
    // The worker dies after the first step was done; the kit has the plan and the outcome.
    let journal = Journal { plan, outcomes: vec![(first.clone(), Outcome::Done { value: None, reverted: false })] };
    let mut new = Hand::new(TWO);
    let (second, _) = step(&new.request("test:1", fill, Some(journal)));
    assert_ne!(first, second);
    new.outcome("test:1", &second);
    let effects = new.settled("test:1");
    let text = answer(&effects).expect("an answer");
    assert!(text.contains("2 of 2 fields in page.forms.F: A = \"1\", B = \"2\""), "{text}");
}

#[test]
fn facts_that_come_with_the_first_call_are_not_asked_for_again() {
    let captures = |effects: &[Effect]| effects.iter().filter(|one| matches!(one, Effect::Capture { .. })).count();
    let title = json!({"path": "page.title"});
    let mut hand = Hand::new(TWO);
    hand.facts();
    let effects = hand.request("test:1", title.clone(), None);
    assert_eq!((captures(&effects), answer(&effects).is_some()), (0, true), "{effects:?}");
    // They were of that moment: the next call asks.
    let effects = hand.request("test:2", title.clone(), None);
    assert_eq!((captures(&effects), answer(&effects)), (1, None));
    // The reading tool reads there too, and no more.
    let mut hand = Hand::new(TWO);
    hand.facts();
    let fill = json!({"path": "page.forms.F.fill", "args": {"A": "1"}});
    let effects = hand.session.input(Input::Request {
        doc: "test".into(),
        call: "test:1".into(),
        input: fill.clone(),
        look: true,
        journal: None,
        now: 0.0,
        began: 0.0,
    });
    assert!(answer(&effects).is_some_and(|text| text.starts_with("fault denied")), "{effects:?}");
    // A call after one that was taken up where an old core left it asks too.
    let (_, plan) = step(&{
        let mut old = Hand::new(TWO);
        old.request("test:1", fill.clone(), None);
        old.facts()
    });
    let mut hand = Hand::new(TWO);
    hand.facts();
    hand.request("test:1", fill, Some(Journal { plan, outcomes: Vec::new() }));
    let effects = hand.request("test:2", title, None);
    assert_eq!((captures(&effects), answer(&effects)), (1, None));
}

#[test]
fn the_reading_tool_reads_and_refuses_every_act() {
    let mut hand = Hand::new(TWO);
    for (n, (input, acts)) in [
        (json!({"path": "page.forms.F"}), false),
        (json!({"path": "page.forms.F.fill.$help"}), false),
        (json!({"path": "page.forms.F.fill", "args": {"A": "1"}}), true),
        (json!({"path": "page.forms.F.A", "value": "1"}), true),
        (json!({"path": "page.reload()"}), true),
    ]
    .into_iter()
    .enumerate()
    {
        let call = format!("test:{n}");
        let (doc, id) = ("test".to_owned(), call.clone());
        hand.session.input(Input::Request { doc, call: id, input, look: true, journal: None, now: 0.0, began: 0.0 });
        let effects = hand.facts();
        assert!(!effects.iter().any(|effect| matches!(effect, Effect::Perform { .. })), "{call}");
        let text = answer(&effects).expect("an answer");
        assert_eq!(text.contains("fault denied") && text.contains("Use the tool call"), acts, "{text}");
    }
}

#[test]
fn acts_queue_and_reads_do_not() {
    let mut hand = Hand::new("<button>A</button><button>B</button>");
    hand.request("test:1", json!({"path": "page.buttons.A.click()"}), None);
    let (first, _) = step(&hand.facts());
    hand.request("test:2", json!({"path": "page.buttons.B.click()"}), None);
    assert!(!hand.facts().iter().any(|effect| matches!(effect, Effect::Perform { .. })));
    hand.request("test:3", json!({"path": "page.buttons"}), None);
    assert!(answer(&hand.facts()).is_some(), "a read goes on");
    hand.outcome("test:1", &first);
    let effects = hand.settled("test:1");
    assert!(answer(&effects).is_some_and(|text| text.contains("clicked page.buttons.A")));
    let (second, _) = step(&hand.facts());
    assert!(second.starts_with("test:2/"));
}

#[test]
fn the_log_says_what_was_done_without_arguments() {
    let mut hand = Hand::new("<form aria-label=F><input aria-label=Password type=password></form>");
    let path = "page.forms.F.fill({\"Password\": \"tiger\"})";
    hand.request("test:1", json!({ "path": path }), None);
    let (first, _) = step(&hand.facts());
    hand.outcome("test:1", &first);
    let effects = hand.settled("test:1");
    let entry = effects.iter().find_map(|effect| match effect {
        Effect::Log { entry, .. } => Some(entry.clone()),
        _ => None,
    });
    let entry = entry.expect("a line of the log");
    assert_eq!((entry.path.as_str(), entry.result.as_str()), ("page.forms.F.fill", "ok"));
    assert_eq!((entry.effect, entry.decision), (Class::Write, Decision::Allow));
    assert!(entry.tokens > 0 && !format!("{entry:?}").contains("tiger"));
}

#[test]
fn cancelling_and_running_out_of_time_say_what_was_done() {
    let mut hand = Hand::new(TWO);
    hand.request("test:1", json!({"path": "page.forms.F.fill", "args": {"A": "1", "B": "2"}}), None);
    let (first, _) = step(&hand.facts());
    hand.outcome("test:1", &first);
    let effects = hand.session.input(Input::Cancel { doc: "test".into(), call: "test:1".into() });
    let text = answer(&effects).expect("an answer");
    assert!(text.starts_with("fault cancelled") && text.contains("done     A = \"1\""), "{text}");
    hand.request("test:2", json!({"path": "page.forms.F.fill", "args": {"A": "1"}}), None);
    let effects = hand.session.input(Input::Elapsed { doc: "test".into(), call: "test:2".into(), now: 0.0, tag: 0 });
    let text = answer(&effects).expect("an answer");
    assert!(text.starts_with("fault timed_out") && text.contains("waiting for the page to be read"), "{text}");
}
