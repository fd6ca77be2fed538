//! A page kit made of saved facts, for tests, the CLI and fuzzing: it answers a session's effects from a
//! mirror and performs nothing. It must never be part of a shipped build.

use onecall_protocol::effect::{Effect, Outcome};
use onecall_protocol::facts::{Facts, Head};
use onecall_protocol::message::{Framed, Input};
use onecall_protocol::policy::{Decision, Policy};
use onecall_protocol::{Value, json};

use super::Session;

/// A session with one document.
#[derive(Debug)]
pub struct Replay {
    /// The session.
    pub session: Session,
    /// The facts that captures are answered with.
    pub facts: Facts,
    /// Steps that were asked for, in order.
    pub performed: Vec<onecall_protocol::effect::Step>,
    /// What a person would say.
    pub person: Decision,
    /// What a person was asked.
    pub asked: Vec<onecall_protocol::policy::Request>,
    /// Documents in frames, and the facts of each.
    pub frames: Vec<(Framed, Facts)>,
    calls: u32,
}

impl Replay {
    /// With these facts, under this policy.
    #[must_use]
    pub fn new(facts: Facts, policy: Policy) -> Self {
        let mut session = Session::new();
        session.input(Input::Policy { policy });
        let (doc, url) = (facts.head.doc.clone(), facts.head.url.clone());
        session.input(Input::Open { doc, url, ledger: Vec::new() });
        Self {
            session,
            facts,
            performed: Vec::new(),
            person: Decision::Ask,
            asked: Vec::new(),
            frames: Vec::new(),
            calls: 0,
        }
    }

    /// Replaces the page: the next capture brings these facts as a new revision.
    pub fn now(&mut self, mut facts: Facts) {
        facts.head.rev = self.facts.head.rev + 1;
        self.facts = facts;
    }

    /// A path without arguments.
    pub fn read(&mut self, path: &str) -> String {
        self.call(&json!({ "path": path }))
    }

    /// A call, to its answer. Empty where there was none, or more than one.
    pub fn call(&mut self, input: &Value) -> String {
        self.calls += 1;
        let (doc, call) = (self.facts.head.doc.clone(), format!("test:{}", self.calls));
        let request =
            Input::Request { doc, call: call.clone(), input: input.clone(), look: false, journal: None, now: 0.0 };
        let mut effects = self.session.input(request);
        let mut answers = Vec::new();
        let mut rounds = 0;
        while !effects.is_empty() && rounds < 1_000 {
            rounds += 1;
            let mut more = Vec::new();
            for effect in effects {
                more.extend(self.carry_out(effect, &call, &mut answers));
            }
            effects = more;
        }
        if answers.len() == 1 { answers.remove(0) } else { String::new() }
    }

    fn carry_out(&mut self, effect: Effect, call: &str, answers: &mut Vec<String>) -> Vec<Effect> {
        let (doc, of) = (self.facts.head.doc.clone(), call.to_owned());
        match effect {
            Effect::Capture { doc, since, .. } => self.capture(&doc, since),
            Effect::Perform { step, .. } => {
                let id = step.id.clone();
                self.performed.push(step);
                let outcome = Outcome::Done { value: None, reverted: false };
                self.session.input(Input::Outcome { doc, call: of, step: id, outcome })
            }
            Effect::Settle { doc, .. } => {
                let mut more = self.capture(&doc, 0);
                let settled = Input::Settled { doc, call: of, quiet: true, heard: Vec::new(), leaving: None };
                more.extend(self.session.input(settled));
                more
            }
            Effect::Ask { request, .. } => {
                let (decision, id) = (self.person, request.id.clone());
                self.asked.push(request);
                self.session.input(Input::Decided { doc, call: of, request: id, decision })
            }
            Effect::Frames { wanted, .. } => {
                let is_wanted = |framed: &Framed| {
                    wanted.iter().any(|element| element.doc == framed.within && element.handle == framed.handle)
                };
                let framed =
                    self.frames.iter().map(|(framed, _)| framed).filter(|one| is_wanted(one)).cloned().collect();
                self.session.input(Input::Frames { doc, framed })
            }
            Effect::Answer { output, .. } => {
                answers.push(output);
                Vec::new()
            }
            _ => Vec::new(),
        }
    }

    /// A document goes away from its frame.
    pub fn close(&mut self, frame: &str) {
        self.frames.retain(|(framed, _)| framed.doc != frame);
        self.session.input(Input::Close { doc: frame.into() });
    }

    fn capture(&mut self, doc: &str, since: u32) -> Vec<Effect> {
        let frame = self.frames.iter().find(|(framed, _)| framed.doc == doc).map(|(_, facts)| facts);
        let Facts { head, nodes, text } = frame.unwrap_or(&self.facts);
        if since == head.rev {
            let same = Head { base: since, ..head.clone() };
            return self.session.facts(&same, &[], "");
        }
        self.session.facts(head, nodes, text)
    }
}
