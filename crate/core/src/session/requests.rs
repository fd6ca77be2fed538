//! The requests that the desk keeps: what each stands for, how far it has come, which are the same. It must never
//! decide anything, and no request is taken for another because a number that stands for it is the same.

use onecall_protocol::call::Operation;
use onecall_protocol::effect::Effect;
use onecall_protocol::form;
use onecall_protocol::policy::{Asked, Class, State};

use crate::approval::class;
use crate::limits;
use crate::order::Map;

/// Requests by id.
#[derive(Debug, Default)]
pub struct Desk {
    records: Map<String, Asked>,
    /// What each open request stands for, word for word: a hash can be forged. The host has none of it, as it may hold
    /// secrets, so a new core knows only the hashes.
    marks: Map<String, String>,
    last: u64,
}

/// What stands for an operation: everything of it that was sent, and what it came to.
pub(super) fn mark(operation: &Operation, path: &str, class: Class) -> String {
    format!("{path} {} {}", class::word(class), form::text(operation))
}

/// The mark as a number that tells nothing of what is in it.
pub(super) fn hash(mark: &str) -> String {
    format!("{:016x}", crate::text::fingerprint(&[mark]))
}

impl Desk {
    /// Takes back what the host has kept.
    pub fn restore(&mut self, records: Vec<Asked>) {
        for record in records {
            let number = record.request.id.trim_start_matches("ap-").parse().unwrap_or(0);
            self.last = self.last.max(number);
            self.records.insert(record.request.id.clone(), record);
        }
    }

    /// One request.
    #[must_use]
    pub fn get(&self, id: &str) -> Option<&Asked> {
        self.records.get(id)
    }

    /// All of them.
    pub fn all(&self) -> impl Iterator<Item = &Asked> {
        self.records.values()
    }

    pub(super) fn next_id(&mut self) -> String {
        self.last += 1;
        format!("ap-{}", self.last)
    }

    /// The request about this very operation that is not over, or that a person has denied.
    pub(super) fn same(&self, doc: &str, mark: &str, call: &str) -> Option<&Asked> {
        let hash = hash(mark);
        let open = |one: &Asked| match one.state {
            State::Pending | State::Allowed | State::Running => self.means(&one.request.id, mark, one.call == call),
            // Nothing is won by being taken for what was denied.
            State::Denied => true,
            State::Done | State::Withdrawn => false,
        };
        self.records.values().find(|one| one.doc == doc && one.request.hash == hash && open(one))
    }

    /// Does a request stand for this, word for word? Where only a core before this one knew, `own` decides: the page kit
    /// holds the calls that asked.
    pub(super) fn means(&self, id: &str, mark: &str, own: bool) -> bool {
        self.marks.get(id).map_or(own, |known| known == mark)
    }

    /// Notes what a request stands for.
    pub(super) fn note(&mut self, id: &str, mark: String) {
        self.marks.insert(id.to_owned(), mark);
    }

    /// The request that a call was running for when the core before this one went.
    pub(super) fn run_by(&self, call: &str) -> Option<String> {
        let runs = |one: &&Asked| one.state == State::Running && one.call == call;
        self.records.values().find(runs).map(|one| one.request.id.clone())
    }

    pub(super) fn pending(&self, doc: &str) -> usize {
        self.records.values().filter(|one| one.doc == doc && one.state == State::Pending).count()
    }

    /// Notes how far a request has come and tells the host.
    pub(super) fn set(&mut self, id: &str, state: State, result: Option<String>, out: &mut Vec<Effect>) {
        let Some(record) = self.records.get_mut(id) else { return };
        record.state = state;
        if !matches!(state, State::Pending | State::Allowed | State::Running) {
            self.marks.remove(id);
        }
        record.result = result.unwrap_or_else(|| std::mem::take(&mut record.result));
        out.push(Effect::Approval { doc: record.doc.clone(), record: record.clone() });
    }

    /// What waits for a request is a script.
    pub(super) fn is_script(&mut self, id: &str, out: &mut Vec<Effect>) {
        let Some(record) = self.records.get_mut(id) else { return };
        record.script = true;
        out.push(Effect::Approval { doc: record.doc.clone(), record: record.clone() });
    }

    /// Keeps a new request; the oldest that are over go first.
    pub(super) fn keep(&mut self, record: Asked, out: &mut Vec<Effect>) {
        let over = |one: &Asked| !matches!(one.state, State::Pending | State::Allowed | State::Running);
        while self.records.len() >= limits::REQUESTS {
            let number = |id: &String| id.trim_start_matches("ap-").parse().unwrap_or(0_u64);
            let oldest = self.records.iter().filter(|(_, one)| over(one)).map(|(id, _)| id).min_by_key(|id| number(id));
            let Some(oldest) = oldest.cloned() else { break };
            self.records.remove(&oldest);
        }
        out.push(Effect::Approval { doc: record.doc.clone(), record: record.clone() });
        self.records.insert(record.request.id.clone(), record);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use onecall_protocol::json;

    /// A request of call `d:1` whose hash is that of `mark`.
    fn record(mark: &str, state: State) -> Asked {
        let request = json!({
            "id": "ap-1", "origin": "", "path": "", "effect": "act", "args": [], "says": "", "why": "", "rule": "",
            "shape": "", "hash": hash(mark),
        });
        let record = form::read(json!({"request": request, "doc": "d", "call": "d:1"})).unwrap();
        Asked { state, ..record }
    }

    #[test]
    fn an_equal_hash_is_not_the_same_operation() {
        let mut desk = Desk::default();
        desk.keep(record("forged to have this hash", State::Pending), &mut Vec::new());
        desk.note("ap-1", "what the person was shown".into());
        assert_eq!(desk.same("d", "forged to have this hash", "d:2"), None);
        assert!(!desk.means("ap-1", "forged to have this hash", true));
        desk.note("ap-1", "forged to have this hash".into());
        assert!(desk.same("d", "forged to have this hash", "d:2").is_some());
    }

    #[test]
    fn a_new_core_takes_only_the_call_that_asked() {
        let mut desk = Desk::default();
        desk.restore(vec![record("x", State::Pending)]);
        assert_eq!(desk.same("d", "x", "d:2"), None, "it may be another operation");
        assert!(desk.same("d", "x", "d:1").is_some());
        desk.restore(vec![record("x", State::Denied)]);
        assert!(desk.same("d", "x", "d:2").is_some(), "a no holds");
    }
}
