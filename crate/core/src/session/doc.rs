//! One document as a session knows it: its tree, its ledger, its queue of acts, the hints it has seen.
//! It must never outlive its document.

use onecall_protocol::effect::Effect;
use onecall_protocol::facts::Head;
use onecall_protocol::{CallId, DocId, Millis};

use super::frames::Frames;
use super::since::Readings;
use crate::answer::watch::{Change, Watch};
use crate::answer::{Draft, change};
use crate::approval::taint::is_private;
use crate::event::{self, Event, Log};
use crate::limits;
use crate::member::ledger::Ledger;
use crate::member::{Place, Tree, resolve};
use crate::model::Diagnostic;
use crate::model::outline::ThingId;

/// A document.
#[derive(Debug, Default)]
pub struct Doc {
    pub(super) id: DocId,
    url: String,
    /// Its page.
    pub tree: Tree,
    /// What stands in its frames.
    pub frames: Frames,
    /// Its tab, where the host has tabs.
    pub tab: Option<u32>,
    /// Its origin, where the host has said it.
    pub of: Option<String>,
    /// Addresses handed out.
    pub ledger: Ledger,
    /// The call that is acting.
    pub acting: Option<CallId>,
    /// Calls that wait to act, in order of arrival.
    pub queue: Vec<CallId>,
    /// What happened here, and on the documents of this origin before.
    pub events: Log,
    /// What was answered, for telling the difference.
    pub readings: Readings,
    /// What the agent has read and may be out of date.
    pub watch: Watch,
    /// The time as the kit said it last.
    pub now: Millis,
    /// Hints that were given since the last overview.
    pub hinted: Vec<String>,
    /// The last failing call and how often it came in a row.
    pub failed: (String, u32),
    /// Searches in a row that found nothing.
    pub unfound: u32,
    /// Facts have changed since what was read was last compared.
    pub(super) stale: bool,
    /// Does the page know its reader? Asked once a change.
    private: Option<bool>,
    /// What the kit brought by itself.
    brought: Brought,
}

/// Facts that a kit sends by itself, together with the calls that a core before this one has left. They are of this
/// moment, so the first of those calls need not ask for them again: after a worker's death that saves it a way to
/// the page and back.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) enum Brought {
    /// This core has taken nothing of the page and no call.
    #[default]
    Nothing,
    /// All facts have come, no call yet.
    Facts,
    /// A call has begun: from now on facts are asked for.
    Over,
}

impl Doc {
    /// A document with what its kit kept of the ledger, and the log of events.
    #[must_use]
    pub fn open(id: DocId, url: String, ledger: &[String], events: Log) -> Self {
        let mut doc = Self { id, url, events, ..Self::default() };
        doc.events.at(&doc.url, 0.0);
        for line in ledger {
            doc.ledger.restore(line);
            doc.frames.restore(line);
        }
        doc
    }

    /// Revision of the facts; 0 where full facts are wanted.
    #[must_use]
    pub fn rev(&self) -> u32 {
        if self.tree.dom().wants_full() { 0 } else { self.tree.dom().head().rev }
    }

    /// Applies facts. True where full facts are needed.
    pub fn apply(&mut self, head: &Head, nodes: &[u32], text: &str) -> bool {
        if head.base == 0 || !nodes.is_empty() {
            self.private = self.private.filter(|private| *private);
        }
        let hidden = self.tree.veiled.clone();
        let odd = self.tree.apply(head, nodes, text);
        let lost = odd.contains(&Diagnostic::Lost) && head.base != 0;
        if !lost && head.part + 1 >= head.parts {
            self.events.at(&head.url, self.now);
            self.veil(hidden.unwrap_or_default());
            self.stale |= !nodes.is_empty();
            if self.brought == Brought::Nothing {
                self.brought = Brought::Facts;
            }
        }
        lost
    }

    /// A call begins: were its facts brought along?
    pub(super) fn begin(&mut self) -> bool {
        std::mem::replace(&mut self.brought, Brought::Over) == Brought::Facts
    }

    /// All facts that were asked for have come: tells what is different of what was read. An act in progress tells by
    /// itself what it changed.
    pub fn notice(&mut self) {
        if !std::mem::take(&mut self.stale) || self.acting.is_some() {
            return;
        }
        for Change { path, line, foreign } in self.watch.compare(&self.tree) {
            let kind = event::Kind::Changed;
            if foreign {
                self.events.push_foreign(kind, &path, &line, self.now);
            } else {
                self.events.push_about(kind, &path, &line, self.now);
            }
        }
    }

    /// Something happened that an agent should know: shown once beside the next answer, kept in `events`. `text` is
    /// of the page or app, or, for the kinds that are ours, words of ours with page text quoted.
    pub fn tell(&mut self, kind: event::Kind, text: &str) {
        self.events.push(kind, text, self.now);
    }

    /// Its name.
    #[must_use]
    pub fn id(&self) -> &str {
        &self.id
    }

    /// Does the page know its reader?
    pub fn is_private(&mut self) -> bool {
        *self.private.get_or_insert_with(|| is_private(&self.tree))
    }

    /// Hides these branches from all that reads the tree. What cannot be found is not there to be hidden.
    pub fn veil(&mut self, branches: Vec<String>) {
        if self.tree.veiled.as_deref().unwrap_or_default() == branches {
            return;
        }
        self.tree.bare();
        let mut things = Vec::new();
        for branch in &branches {
            let Ok(path) = crate::path::parse(branch) else { continue };
            match resolve(&self.tree, &self.ledger, &path).map(|found| found.place) {
                Ok(Place::Thing(id) | Place::Property(id, _) | Place::Verb(id, _)) => things.push(id),
                Ok(Place::Group(group)) => things.extend(group.things),
                _ => {}
            }
        }
        self.tree.veil(&things, branches);
    }

    /// `/cart`, the path of its address.
    #[must_use]
    pub fn path(&self) -> String {
        let url = if self.tree.dom().is_empty() { &self.url } else { &self.tree.dom().head().url };
        let rest = url.split_once("://").map_or(url.as_str(), |(_, rest)| rest);
        let path = rest.find('/').and_then(|at| rest.get(at..)).unwrap_or("/");
        path.split(['?', '#']).next().unwrap_or("/").to_owned()
    }

    /// `https://shop.test`.
    #[must_use]
    pub fn origin(&self) -> String {
        if let Some(origin) = &self.of {
            return origin.clone();
        }
        let url = if self.tree.dom().is_empty() { &self.url } else { &self.tree.dom().head().url };
        let Some((scheme, rest)) = url.strip_prefix("blob:").unwrap_or(url).split_once("://") else {
            return url.clone();
        };
        format!("{scheme}://{}", rest.split(['/', '?', '#']).next().unwrap_or(""))
    }

    /// Remembers what addresses mean that are handed out.
    pub fn bind<'a>(&mut self, bound: impl IntoIterator<Item = (&'a str, ThingId)>, out: &mut Vec<Effect>) {
        let lines: Vec<String> =
            bound.into_iter().filter_map(|(path, id)| self.ledger.bind(&self.tree, path, id)).collect();
        if !lines.is_empty() {
            out.push(Effect::Ledger { doc: self.id.clone(), entry: lines.join("\n"), all: false });
        }
    }

    /// Counts failing calls that are the same, and searches that find nothing: an agent that repeats itself is told to
    /// stop, and why. `asked` is the call as it was sent.
    pub fn count(&mut self, asked: String, draft: &mut Draft) {
        let Some(fault) = &mut draft.fault else {
            self.failed = (String::new(), 0);
            let nothing = draft.kind == "hits" && draft.value.as_array().is_some_and(Vec::is_empty);
            self.unfound = if nothing { self.unfound + 1 } else { self.unfound * u32::from(draft.kind != "hits") };
            if nothing && self.unfound > 1 {
                let why = "stop   nothing was found again: what you look for is not on this page under such words. Read the overview instead.";
                draft.lines.push(why.into());
            }
            return;
        };
        let times = if self.failed.0 == asked { self.failed.1 + 1 } else { 1 };
        self.failed = (asked, times);
        if times >= limits::SAME_FAILURES {
            let nth = if times == 3 { "third".into() } else { format!("{times}th") };
            let next = if fault.attempt.is_some() { "use the call below" } else { "read the overview" };
            let stop = format!(
                " This same call failed for the {nth} time in a row and will go on failing: stop repeating it, {next}."
            );
            fault.message.push_str(&stop);
        }
    }

    /// Puts what happened beside an answer, unless it says so already or is itself about events.
    pub fn news(&mut self, draft: &mut Draft) {
        if draft.kind != "events" {
            let told = |event: &Event| change::tells(&draft.changed, event) || change::tells(&draft.lines, event);
            let lines = self.events.news(&told);
            draft.events.extend(lines);
        }
    }

    /// Hints that were not given before; all of them after an overview.
    pub fn fresh_hints(&mut self, members: Vec<String>) -> Vec<String> {
        let fresh: Vec<String> = members.into_iter().filter(|line| !self.hinted.contains(line)).collect();
        self.hinted.extend(fresh.iter().cloned());
        fresh
    }
}
