//! One open call: where it stands, what it has done, and its one answer.
//! It must never be answered twice: answering takes it out of the session.

use onecall_protocol::answer::Steps;
use onecall_protocol::call::{Call, Format, Operation};
use onecall_protocol::effect::{Effect, Outcome};
use onecall_protocol::plan::Plan;
use onecall_protocol::policy::{Class, Decision, LogEntry};
use onecall_protocol::{CallId, DocId, Millis, Value, form};

use crate::answer::Draft;
use crate::approval::across::Gate;
use crate::approval::{Approved, Pending};
use crate::limits;
use crate::member::Deed;
use crate::member::args::Wait;
use crate::order::Set;
use crate::path::{Path, Segment};
use crate::script::Script;

/// The clock of a wait's own looks; it never ends a call.
pub const TICK: u32 = u32::MAX;

/// Where a call stands.
#[derive(Debug)]
pub enum Phase {
    /// Waits for facts, then operates.
    Facts,
    /// Waits for its turn to act.
    Queued,
    /// Waits for a person.
    /// Waits for a person: where the path goes into what the page could not read, whose that is, and the request.
    Crossing(Box<Gate>, String, String),
    Asking(Box<Pending<Todo>>, String),
    /// Acts: the plan and the number of the move under way.
    Acting(Box<Acting>),
    /// Waits for the page to settle after acting.
    Settling(Box<Acting>),
    /// Waits for a tool or an object of the app that is pending.
    Expecting,
    /// Waits for a condition.
    Waiting(Wait),
    /// Its script computes or sleeps.
    Script,
    /// Waits for an event.
    Listening,
    /// Waits for dear facts, with what is known without them.
    Probing(Box<Draft>),
    /// Waits for another tab, with what it is called with, or for the list of them.
    Elsewhere(Option<(u32, Value)>),
    /// Waits for what comes of a request.
    Awaiting(String),
}

/// What waits for a person's word.
#[derive(Debug, Clone, PartialEq)]
pub enum Todo {
    /// To do something.
    Act(Box<Deed>),
    /// To read this branch.
    Read(String),
}

/// A plan being carried out.
#[derive(Debug)]
pub struct Acting {
    /// The plan.
    pub plan: Approved<Plan>,
    /// The move under way.
    pub at: usize,
    /// Lines of what was done.
    pub done: Vec<String>,
    /// Elements that were acted on.
    pub touched: Vec<u32>,
    /// The outcome that ended it early, with the path it was about.
    pub stopped: Option<(String, Outcome)>,
    /// Why the core itself ended it early, in words that name the page's as quoted strings.
    pub why: Option<String>,
    /// The kit has the plan as it is now.
    pub sent: bool,
    /// The choice or edit under way.
    pub picking: Option<Box<super::pick::Picking>>,
    /// The editor of a cell was asked to open; this element had the focus then (0: none), and the cell held this.
    pub opened: Option<(u32, String)>,
    /// Why an edit ends, once its editor is closed.
    pub refused: Option<String>,
    /// Cells that were edited.
    pub edited: Vec<super::edit::Edited>,
    /// Documents that are not quiet yet.
    pub unsettled: Set<DocId>,
    /// What the page's own document said when it was quiet: was it in time, and where it goes.
    pub settled: Option<(bool, Option<String>)>,
    /// What the page's own code gave, where it did the last move.
    pub came: Option<Value>,
}

impl Phase {
    /// What it waits for, in words.
    #[must_use]
    pub fn waits_for(&self) -> &'static str {
        match self {
            Self::Facts => "the page to be read",
            Self::Queued => "another call on this page to finish",
            Self::Asking(..) | Self::Crossing(..) => "a person's approval",
            Self::Acting(_) => "the page to do what was asked",
            Self::Settling(_) => "the page to settle",
            Self::Expecting => "what is pending to come",
            Self::Waiting(_) => "the condition",
            Self::Elsewhere(_) => "another tab",
            Self::Script => "the script",
            Self::Listening => "an event",
            Self::Probing(_) => "the page to say where it stands",
            Self::Awaiting(_) => "a person's approval",
        }
    }
}

/// An open call.
#[derive(Debug)]
pub struct Running {
    /// Its document.
    pub doc: DocId,
    /// Its name.
    pub id: CallId,
    /// What was asked.
    pub call: Call,
    /// How it was understood.
    pub notes: Vec<String>,
    /// The operation under way, from 0.
    pub at: usize,
    /// Answers to the operations before.
    pub answered: Vec<Draft>,
    /// Where it stands.
    pub phase: Phase,
    /// Turns of a wait so far.
    pub turns: u32,
    /// When it came to this core.
    pub now: Millis,
    /// By the tool that only reads.
    pub look: bool,
    /// When the caller sent it.
    pub began: Millis,
    /// Milliseconds that an operation asked for beyond what the call may take.
    pub longer: u32,
    /// Number of the event after which it listens.
    pub listens_from: Option<u64>,
    /// From when its wait for an event counts.
    pub listens_since: Option<Millis>,
    /// What the policy made of the operation under way.
    pub judged: (Class, Decision),
    /// It was looked once what stands in the frame that the path leads into.
    pub sought: bool,
    /// The script that its operations come from.
    pub script: Option<Box<Script>>,
    /// Branches that a person let this call read.
    pub may_read: Vec<String>,
    /// Tokens for the answer where the caller does not say; the person may have set them.
    pub usual: Option<u32>,
    /// Which of its clocks counts.
    pub clock: u32,
    /// The request that this call was begun for.
    pub approval: Option<String>,
    /// The request that the operation under way answers.
    pub answering: Option<String>,
    /// The request that the whole script answers, which was paused for it.
    pub finishes: Option<String>,
    /// Pictures that were taken for its answer.
    pub pictures: u32,
    /// Further operations of its list that the pending request names …
    pub listed: Vec<String>,
    /// … and those that a person has allowed.
    pub covered: Vec<String>,
}

impl Running {
    /// A call that has not begun.
    #[must_use]
    pub fn new(doc: DocId, id: CallId) -> Self {
        Self {
            doc,
            id,
            call: Call::default(),
            notes: Vec::new(),
            at: 0,
            answered: Vec::new(),
            phase: Phase::Facts,
            turns: 0,
            now: 0.0,
            look: false,
            began: 0.0,
            longer: 0,
            listens_from: None,
            listens_since: None,
            judged: (Class::Read, Decision::Allow),
            sought: false,
            script: None,
            may_read: Vec::new(),
            usual: None,
            clock: 0,
            approval: None,
            answering: None,
            finishes: None,
            pictures: 0,
            listed: Vec::new(),
            covered: Vec::new(),
        }
    }

    /// From now on another clock counts.
    pub fn start_clock(&mut self, most: u32, out: &mut Vec<Effect>) {
        self.clock += 1;
        out.push(Effect::Timer { doc: self.doc.clone(), call: self.id.clone(), after: most, tag: self.clock });
    }

    /// Did the person make it, in a page of the host's? The kit names such calls so.
    #[must_use]
    pub fn is_own(&self) -> bool {
        self.id.rsplit(':').next().is_some_and(|name| name.starts_with("own-"))
    }

    /// The operation under way.
    #[must_use]
    pub fn operation(&self) -> Option<&Operation> {
        // The operations of a script come one by one; `at` is then its number.
        self.call.operations.get(if self.script.is_some() { 0 } else { self.at })
    }

    /// Tokens for what the operation under way reads.
    #[must_use]
    pub fn room(&self) -> u32 {
        if self.script.is_some() { limits::SCRIPT_READ } else { self.budget() }
    }

    /// Tokens for the answer.
    #[must_use]
    pub fn budget(&self) -> u32 {
        self.call.budget.or(self.usual).unwrap_or(limits::BUDGET).clamp(1, limits::BUDGET_MOST)
    }

    /// Milliseconds it may take.
    #[must_use]
    pub fn most(&self) -> u32 {
        self.call.timeout.unwrap_or(limits::CALL_MS).max(self.longer)
    }

    /// Milliseconds left of them.
    #[must_use]
    pub fn left(&self, now: Millis) -> f64 {
        self.began + f64::from(self.most()) - now
    }

    /// What a wait has used up of its time.
    #[must_use]
    pub fn out_of_time(&self) -> bool {
        self.turns * limits::WAIT_MS >= self.call.timeout.unwrap_or(limits::CALL_MS)
    }

    /// Lines of what was done so far, over all operations.
    #[must_use]
    pub fn done_lines(&self) -> Vec<String> {
        let told = self.script.iter().flat_map(|script| script.journal().told.iter().cloned());
        let before = told.chain(self.answered.iter().flat_map(|draft| draft.done.iter().cloned()));
        let now = match &self.phase {
            Phase::Acting(acting) | Phase::Settling(acting) => acting.done.clone(),
            _ => Vec::new(),
        };
        before.chain(now).collect()
    }

    /// The line of the log about an operation: canonical path, no arguments, so no secrets.
    #[must_use]
    pub fn log(&self, draft: &Draft, origin: String) -> LogEntry {
        let written = || {
            let operation = self.operation();
            let parsed = operation.and_then(|operation| crate::path::parse(&operation.path).ok()).unwrap_or_default();
            let names = parsed.segments.into_iter().filter(|segment| !matches!(segment, Segment::Call(_)));
            Path { segments: names.collect() }.to_string()
        };
        let (effect, decision) = self.judged;
        LogEntry {
            at: self.now,
            doc: self.doc.clone(),
            origin,
            path: if draft.path.is_empty() { written() } else { draft.path.clone() },
            effect,
            decision,
            tokens: draft.rendered(self.call.format, self.share()).1,
            result: draft.fault.as_ref().map_or("ok", |fault| fault.code.as_str()).to_owned(),
            own: self.is_own(),
        }
    }

    /// Tokens for the answer to one operation.
    fn share(&self) -> u32 {
        if self.call.batch { (self.budget() / self.call.operations.len().max(1) as u32).max(60) } else { self.budget() }
    }

    /// Puts how the call was understood before its first answer.
    pub fn explain(&mut self, draft: &mut Draft) {
        if self.at == 0 {
            draft.notes.splice(0..0, std::mem::take(&mut self.notes));
        }
    }

    /// Adds the answer to an operation. True where the call is over.
    pub fn add(&mut self, draft: Draft) -> bool {
        let failed = draft.fault.is_some();
        self.answered.push(draft);
        self.judged = (Class::Read, Decision::Allow);
        self.sought = false;
        self.turns = 0;
        self.at += 1;
        failed || self.at >= self.call.operations.len().max(1)
    }

    /// Answers at once with one draft.
    pub fn finish(&mut self, draft: Draft, out: &mut Vec<Effect>) {
        self.answered.push(draft);
        self.write(out);
    }

    /// Answers with what was gathered.
    pub fn answer(self, out: &mut Vec<Effect>) {
        self.write(out);
    }

    fn write(&self, out: &mut Vec<Effect>) {
        let ok = self.answered.iter().all(|draft| draft.fault.is_none());
        let output = match (self.answered.as_slice(), self.call.batch) {
            ([one], false) => one.rendered(self.call.format, self.share()).0.to_owned(),
            (several, _) => self.batch(several),
        };
        out.push(Effect::Answer { doc: self.doc.clone(), call: self.id.clone(), output, ok });
    }

    fn batch(&self, several: &[Draft]) -> String {
        let total = self.call.operations.len();
        let each = self.share();
        let left = total.saturating_sub(several.len());
        match self.call.format {
            Format::Json => {
                let ok = several.iter().all(|draft| draft.fault.is_none());
                let steps: Vec<Value> = several.iter().map(|draft| draft.json(each)).collect();
                form::text(&Steps { ok, is_error: !ok, steps, left })
            }
            Format::Text => {
                let mut lines = Vec::new();
                for (at, draft) in several.iter().enumerate() {
                    lines.push(format!("step     {} of {total}", at + 1));
                    lines.push(draft.rendered(Format::Text, each).0.to_owned());
                }
                if left > 0 {
                    lines.push(format!("left     {left} of {total} steps were not run"));
                }
                lines.join("\n")
            }
        }
    }
}
