//! The log of events of a document and of those of its origin before it: numbered, bounded, coalesced, each shown
//! once beside an answer. It takes what is pushed and reads nothing; it must never hold what another origin said.

mod kept;
mod kind;
#[cfg(test)]
mod tests;

use onecall_protocol::Millis;
use onecall_protocol::message::Heard;

use crate::limits;
use crate::path::visible::quote;
pub use kind::Kind;

/// Something that happened.
#[derive(Debug, Clone, PartialEq)]
pub struct Event {
    /// Its number, from 1; never used again in this chain of documents.
    pub id: u64,
    /// What happened.
    pub kind: Kind,
    /// The words of the page or app; or ours, with page text quoted in them.
    pub text: String,
    /// What it is about: a newer event of the same kind and subject takes the place of one nobody has seen.
    pub about: String,
    /// How often it came in a row.
    pub times: u32,
    /// When, as the host says; 0 for unknown.
    pub at: Millis,
    /// Said in a frame that the page itself cannot read: never kept where it could.
    foreign: bool,
}

impl Event {
    /// As answers write it: `status "Saved"`.
    #[must_use]
    pub fn line(&self) -> String {
        let text = if self.kind.is_ours() { self.text.clone() } else { quote(&self.text) };
        let times = if self.times > 1 { format!(" ×{}", self.times) } else { String::new() };
        format!("{} {text}{times}", self.kind.name())
    }
}

/// Which events are waited for.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Wanted {
    /// One of these kinds; empty is any.
    pub kinds: Vec<Kind>,
    /// With this text in it, whatever the case.
    pub text: Option<String>,
    /// With a higher number than this; else what was not shown yet.
    pub since: Option<u64>,
    /// Milliseconds to wait.
    pub timeout: Option<u32>,
}

impl Wanted {
    /// Is it this?
    #[must_use]
    pub fn takes(&self, event: &Event) -> bool {
        let text = self.text.as_ref().is_none_or(|text| event.text.to_lowercase().contains(&text.to_lowercase()));
        text && (self.kinds.is_empty() || self.kinds.contains(&event.kind))
    }
}

/// The log.
#[derive(Debug, Clone, Default)]
pub struct Log {
    events: Vec<Event>,
    /// The number given last.
    last: u64,
    /// Numbers up to this one were shown.
    seen: u64,
    /// Events up to this number are kept no more.
    gone: u64,
    /// How many of them nobody has seen.
    missed: u64,
    /// Place in what the kit has heard.
    place: u32,
    /// Where the document was when that was last looked at.
    url: String,
    /// Changed since [`Log::kept`] was last asked.
    fresh: bool,
}

impl Log {
    /// Adds an event with a text of the page or app, or with words of ours.
    pub fn push(&mut self, kind: Kind, text: &str, at: Millis) {
        self.push_about(kind, text, text, at);
    }

    /// Adds an event about something: one about the same that nobody has seen is replaced.
    pub fn push_about(&mut self, kind: Kind, about: &str, text: &str, at: Millis) {
        self.add(kind, about, text, at, false);
    }

    /// Adds an event about something that the page itself cannot read: it is in no log that the page could.
    pub fn push_foreign(&mut self, kind: Kind, about: &str, text: &str, at: Millis) {
        self.add(kind, about, text, at, true);
    }

    fn add(&mut self, kind: Kind, about: &str, text: &str, at: Millis, foreign: bool) {
        let cut = |text: &str| text.chars().take(limits::EVENT_CHARS).collect::<String>();
        let (text, about) = (cut(text), cut(about));
        if text.trim().is_empty() {
            return;
        }
        let same = |event: &Event| {
            event.id > self.seen && event.kind == kind && event.about == about && event.foreign == foreign
        };
        let before = self.events.iter().position(same).map(|at| self.events.remove(at));
        let times = before.filter(|event| event.text == text).map_or(1, |event| event.times.saturating_add(1));
        self.last += 1;
        self.events.push(Event { id: self.last, kind, text, about, times, at, foreign });
        if self.events.len() > limits::EVENTS {
            self.gone = self.events.remove(0).id;
            self.missed += u64::from(self.gone > self.seen);
        }
        self.fresh = true;
    }

    /// Adds what a kit heard. `place` is where that ends in the page's own kit; nothing for the kit of a frame.
    pub fn hear(&mut self, heard: &[Heard], place: Option<u32>) {
        for one in heard {
            self.add(Kind::heard(&one.from), &one.text, &one.text, one.at, one.closed || place.is_none());
        }
        if let Some(place) = place {
            self.fresh |= place > self.place;
            self.place = self.place.max(place);
        }
    }

    /// The document is at this address now; another one than before is an event.
    pub fn at(&mut self, url: &str, now: Millis) {
        if self.url == url {
            return;
        }
        if !self.url.is_empty() {
            self.push_about(Kind::Navigated, "", url, now);
        }
        self.url = url.to_owned();
        self.fresh = true;
    }

    /// The number of the newest event; 0 where there was none.
    #[must_use]
    pub const fn cursor(&self) -> u64 {
        self.last
    }

    /// Numbers up to this one were shown.
    #[must_use]
    pub const fn seen(&self) -> u64 {
        self.seen
    }

    /// All that are kept, oldest first.
    #[must_use]
    pub fn all(&self) -> &[Event] {
        &self.events
    }

    /// Those with a higher number.
    #[must_use]
    pub fn since(&self, id: u64) -> &[Event] {
        let from = self.events.partition_point(|event| event.id <= id);
        self.events.get(from..).unwrap_or(&[])
    }

    /// Events up to this number are kept no more.
    #[must_use]
    pub const fn gone(&self) -> u64 {
        self.gone
    }

    /// Those up to this number need not be shown any more.
    pub fn shown(&mut self, id: u64) {
        self.fresh |= id > self.seen;
        self.seen = self.seen.max(id.min(self.last));
    }

    /// What goes beside the next answer, the most important and newest first, and how many were left out. All of them
    /// count as shown. `told` says what the answer says already.
    pub fn news(&mut self, told: &dyn Fn(&Event) -> bool) -> Vec<String> {
        let (seen, missed) = (self.seen, std::mem::take(&mut self.missed));
        let mut news: Vec<&Event> = self.since(seen).iter().filter(|event| !told(event)).collect();
        crate::order::sort_by_key(&mut news, |event| std::cmp::Reverse((event.kind.weight(), event.id)));
        let left = news.len().saturating_sub(limits::NEWS) as u64 + missed;
        let mut lines: Vec<String> = news.iter().take(limits::NEWS).map(|event| event.line()).collect();
        if left > 0 {
            lines.push(format!("and {left} more: events.since({seen})"));
        }
        self.shown(self.last);
        lines
    }

    /// The log as text for the kit, with its place, where it has changed since the last time.
    pub fn kept(&mut self) -> Option<(String, u32)> {
        std::mem::take(&mut self.fresh).then(|| (kept::write(self), self.place))
    }

    /// What the kit kept. `carried` is true for what lay where the page could write; then words that are ours are not
    /// believed.
    #[must_use]
    pub fn restored(text: &str, carried: bool) -> Self {
        let mut log = kept::read(text).unwrap_or_default();
        if carried {
            log.events.retain(|event| !event.kind.is_ours());
            // The new document's kit counts from the beginning.
            log.place = 0;
        }
        log
    }
}
