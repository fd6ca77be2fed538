//! A page kit made of saved facts, for tests, the CLI and fuzzing: it answers a session's effects from a
//! mirror and performs nothing. It must never be part of a shipped build.

use std::collections::BTreeMap;

use onecall_protocol::effect::{Act, Effect, Outcome};
use onecall_protocol::facts::{Facts, Head};
use onecall_protocol::message::{Framed, Heard, Input};
use onecall_protocol::policy::{Asked, Decision, Policy};
use onecall_protocol::{Value, json};

use super::Session;

/// The page's own code: what comes of what it is asked.
pub trait App: std::fmt::Debug {
    /// As the provider tells it (`publish/came.rs`); null for what is not the app's.
    fn asked(&mut self, act: &Act) -> Value;
}

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
    /// What comes of the next steps, in order; all others are done.
    pub outcomes: Vec<Outcome>,
    /// What live regions and dialogs say until the next time the page is looked at.
    pub says: Vec<Heard>,
    /// What the kit keeps of the log of events.
    pub events: String,
    /// The time: it stands still but for waits.
    pub clock: f64,
    /// What a person was asked.
    pub asked: Vec<onecall_protocol::policy::Request>,
    /// The elements whose dear facts were asked for last, and what the test says of them.
    pub probed: Vec<onecall_protocol::Handle>,
    /// Given with the next answer to that, or with each.
    pub finds: Vec<onecall_protocol::message::Probe>,
    /// With each.
    pub keep_finds: bool,
    /// Documents in frames, and the facts of each.
    pub frames: Vec<(Framed, Facts)>,
    /// The person does not answer; the test does, with [`Replay::take`].
    pub silent: bool,
    /// What the host keeps of requests.
    pub records: BTreeMap<String, Asked>,
    held: BTreeMap<String, Value>,
    /// What the app gives for what it is asked.
    pub far: fn(&Act) -> Value,
    /// The same, where the app has a state.
    pub app: Option<Box<dyn App>>,
    after: Option<Facts>,
    policy: Policy,
    ledger: Vec<String>,
    calls: u32,
    heard: u32,
    timers: Vec<(f64, Input)>,
}

impl Replay {
    /// With these facts, under this policy.
    #[must_use]
    pub fn new(facts: Facts, policy: Policy) -> Self {
        let mut replay = Self {
            session: Session::new(),
            facts,
            performed: Vec::new(),
            person: Decision::Ask,
            after: None,
            outcomes: Vec::new(),
            policy,
            ledger: Vec::new(),
            says: Vec::new(),
            events: String::new(),
            clock: 1.0,
            asked: Vec::new(),
            probed: Vec::new(),
            finds: Vec::new(),
            keep_finds: false,
            frames: Vec::new(),
            silent: false,
            records: BTreeMap::new(),
            held: BTreeMap::new(),
            far: |_| Value::Null,
            app: None,
            calls: 0,
            heard: 0,
            timers: Vec::new(),
        };
        replay.open(false);
        replay
    }

    /// Tells a core that knows nothing of the document and what is kept of it.
    fn open(&mut self, carried: bool) {
        self.session.input(Input::Policy { policy: self.policy.clone() });
        let Head { doc, url, .. } = self.facts.head.clone();
        let (ledger, events) = (self.ledger.clone(), self.events.clone());
        for effect in self.session.input(Input::Open { doc, url, ledger, events, carried, tab: None, origin: None }) {
            self.carry_out(effect, &mut Vec::new());
        }
    }

    /// The core is gone, with all it knew; a new one is told what the kit kept.
    pub fn reborn(&mut self) {
        self.session = Session::new();
        self.open(false);
    }

    /// Another document takes the place of this one.
    pub fn navigate(&mut self, mut facts: Facts, url: &str) {
        self.session.input(Input::Close { doc: self.facts.head.doc.clone() });
        facts.head.doc.clone_from(&format!("{}'", self.facts.head.doc));
        if !url.is_empty() {
            facts.head.url = url.to_owned();
        }
        self.facts = facts;
        self.ledger.clear();
        self.heard = 0;
        self.open(true);
    }

    /// The page says something.
    pub fn say(&mut self, from: &str, text: &str) {
        self.says.push(Heard { from: from.into(), text: text.into(), at: self.clock, closed: false });
    }

    /// Replaces the page: the next capture brings these facts as a new revision.
    pub fn now(&mut self, mut facts: Facts) {
        facts.head.rev = self.facts.head.rev + 1;
        facts.head.doc.clone_from(&self.facts.head.doc);
        self.facts = facts;
    }

    /// What the next step makes of the page.
    pub fn after(&mut self, facts: Facts) {
        self.after = Some(facts);
    }

    /// A path without arguments.
    pub fn read(&mut self, path: &str) -> String {
        self.call(&json!({ "path": path }))
    }

    /// A call, to its answer. Empty where there was none, or more than one.
    pub fn call(&mut self, input: &Value) -> String {
        self.calls += 1;
        let (doc, call) = (self.facts.head.doc.clone(), format!("test:{}", self.calls));
        let (input, now) = (input.clone(), self.clock);
        let request = Input::Request { doc, call, input, look: false, journal: None, now, began: now };
        self.timers.clear();
        let effects = self.session.input(request);
        let mut answers = self.carry(effects);
        if answers.len() == 1 { answers.remove(0) } else { String::new() }
    }

    /// Lets the core take a message and carries out all that follows; gives the answers that came of it.
    pub fn take(&mut self, input: Input) -> Vec<String> {
        let effects = self.session.input(input);
        self.carry(effects)
    }

    /// Another core takes over, as after a worker's death: it is told what the host has kept.
    pub fn restart(&mut self, policy: Policy) {
        self.session = Session::new();
        self.session.input(Input::Policy { policy });
        let records = self.records.values().cloned().collect();
        self.session.input(Input::Approvals { records });
        let (doc, url) = (self.facts.head.doc.clone(), self.facts.head.url.clone());
        let (ledger, events) = (Vec::new(), self.events.clone());
        self.take(Input::Open { doc, url, ledger, events, carried: false, tab: None, origin: None });
    }

    fn carry(&mut self, mut effects: Vec<Effect>) -> Vec<String> {
        let mut answers = Vec::new();
        let mut rounds = 0;
        while rounds < 5_000 {
            rounds += 1;
            let mut more = Vec::new();
            for effect in effects {
                more.extend(self.carry_out(effect, &mut answers));
            }
            // Nothing else to do: the time goes on to the next timer.
            if more.is_empty() && answers.is_empty() && !self.silent {
                more = self.tick();
            }
            if more.is_empty() {
                break;
            }
            effects = more;
        }
        answers
    }

    /// Lets the timer that is due first run out.
    fn tick(&mut self) -> Vec<Effect> {
        let due = self.timers.iter().map(|(at, _)| *at).fold(f64::INFINITY, f64::min);
        let Some(at) = self.timers.iter().position(|(at, _)| *at <= due) else { return Vec::new() };
        let (at, mut input) = self.timers.remove(at);
        self.clock = self.clock.max(at);
        if let Input::Elapsed { now, .. } = &mut input {
            *now = self.clock;
        }
        self.session.input(input)
    }

    fn carry_out(&mut self, effect: Effect, answers: &mut Vec<String>) -> Vec<Effect> {
        let doc = self.facts.head.doc.clone();
        match effect {
            Effect::Capture { doc, since, .. } => self.capture(&doc, since),
            Effect::Perform { step, call: of, .. } => {
                let id = step.id.clone();
                let value = self.app.as_mut().map_or_else(|| (self.far)(&step.act), |app| app.asked(&step.act));
                let value = Some(value).filter(|value| !value.is_null());
                self.performed.push(step);
                let outcome = if self.outcomes.is_empty() {
                    Outcome::Done { value, reverted: false }
                } else {
                    self.outcomes.remove(0)
                };
                if let Some(after) = self.after.take() {
                    self.now(after);
                }
                self.session.input(Input::Outcome { doc, call: of, step: id, outcome })
            }
            Effect::Settle { doc, call: of, .. } => {
                let mut more = self.capture(&doc, 0);
                let (heard, place) = self.news();
                let settled = Input::Settled { doc, call: of, quiet: true, heard, place, leaving: None };
                more.extend(self.session.input(settled));
                more
            }
            Effect::Approval { record, .. } => {
                self.records.insert(record.request.id.clone(), record);
                Vec::new()
            }
            Effect::Hold { id, input, .. } => {
                self.held.insert(id, input);
                Vec::new()
            }
            Effect::Run { call, id, .. } => match self.held.remove(&id) {
                Some(input) => {
                    let (now, journal) = (self.clock, None);
                    self.session.input(Input::Request { doc, call, input, look: false, journal, now, began: now })
                }
                None => Vec::new(),
            },
            Effect::Ask { request, .. } if self.silent => {
                self.asked.push(request);
                Vec::new()
            }
            Effect::Ask { request, call: of, .. } => {
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
            // Saved facts know nothing of where things stand, or how they look.
            Effect::Probe { call: of, handles, .. } => {
                self.probed = handles;
                let found = if self.keep_finds { self.finds.clone() } else { std::mem::take(&mut self.finds) };
                self.session.input(Input::Probed { doc, call: of, found })
            }
            Effect::Answer { output, .. } => {
                answers.push(output);
                Vec::new()
            }
            Effect::Timer { after, tag, call: of, .. } => {
                self.timers.push((self.clock + f64::from(after), Input::Elapsed { doc, call: of, now: 0.0, tag }));
                Vec::new()
            }
            Effect::Ledger { entry, .. } => {
                self.ledger.push(entry);
                Vec::new()
            }
            Effect::Events { kept, .. } => {
                self.events = kept;
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

    fn news(&mut self) -> (Vec<Heard>, u32) {
        let heard = std::mem::take(&mut self.says);
        self.heard += heard.len() as u32;
        (heard, self.heard)
    }

    fn capture(&mut self, doc: &str, since: u32) -> Vec<Effect> {
        let (heard, place) = self.news();
        let mut effects = Vec::new();
        if !heard.is_empty() {
            effects = self.session.input(Input::Heard { doc: self.facts.head.doc.clone(), heard, place });
        }
        let frame = self.frames.iter().find(|(framed, _)| framed.doc == doc).map(|(_, facts)| facts);
        let Facts { head, nodes, text } = frame.unwrap_or(&self.facts);
        effects.extend(if since == head.rev {
            let same = Head { base: since, ..head.clone() };
            self.session.facts(&same, &[], "")
        } else {
            self.session.facts(head, nodes, text)
        });
        effects
    }
}
