//! A script's journal: which operations it asked for, in what order they were answered, what they did, and how many it may
//! still ask for. The interpreter is the host's; this must never run anything, nor judge an operation.

use std::collections::VecDeque;

use onecall_protocol::Millis;
use onecall_protocol::script::{ScriptJournal, ScriptOp, ScriptReply};

use crate::limits;

/// Names that a script finds as paths.
pub const ROOTS: [&str; 8] = ["page", "app", "tools", "events", "find", "tabs", "approvals", "policy"];

/// A script that runs.
#[derive(Debug, Default)]
pub struct Script {
    journal: ScriptJournal,
    queue: VecDeque<ScriptOp>,
    /// Is the journal's operation under way?
    busy: bool,
    asked: u32,
    /// Bytes of the replies given.
    kept: usize,
    now: Millis,
    /// From when its time counts; what a person takes to decide is not the script's.
    since: Millis,
    /// A person is asked, so the time up to its next words is not counted.
    pardoned: bool,
}

/// What is next.
#[derive(Debug, PartialEq)]
pub enum Next {
    /// This operation, which is the current one now.
    Operation,
    /// Nothing to do for it but to be told so: it slept.
    Slept(u32),
    /// It asks for more than it may.
    TooMany,
    /// It has read more than is kept.
    TooMuch,
    /// The script computes, or sleeps.
    Nothing,
}

impl Script {
    /// A script that has not begun.
    #[must_use]
    pub fn new(source: String, start: Millis, seed: u32) -> Self {
        let journal = ScriptJournal { source, start, seed, ..ScriptJournal::default() };
        Self { journal, now: start, since: start, ..Self::default() }
    }

    /// A script that a core which is gone was in the middle of; its current operation is under way.
    #[must_use]
    pub fn again(journal: ScriptJournal) -> Self {
        let now = journal.replies.last().map_or(journal.start, |reply| reply.at);
        let asked = journal.replies.len() as u32 + 1;
        let kept = journal.replies.iter().map(|reply| reply.reply.len()).sum();
        Self { journal, busy: true, asked, kept, now, since: now, pardoned: true, ..Self::default() }
    }

    /// A person is being asked about its operation.
    pub fn pardon(&mut self) {
        self.pardoned = true;
    }

    /// Milliseconds it has taken so far, without those that a person took.
    #[must_use]
    pub fn took(&self) -> Millis {
        self.now - self.since
    }

    /// What has to be kept of it.
    #[must_use]
    pub fn journal(&self) -> &ScriptJournal {
        &self.journal
    }

    /// The operation under way.
    #[must_use]
    pub fn current(&self) -> &ScriptOp {
        &self.journal.current
    }

    /// How many operations it has asked for.
    #[must_use]
    pub fn asked(&self) -> u32 {
        self.asked
    }

    /// Takes operations that the script asks for. One that is under way or answered already is not taken again.
    pub fn offer(&mut self, ops: Vec<ScriptOp>, now: Millis) {
        if std::mem::take(&mut self.pardoned) {
            self.since += (now - self.now).max(0.0);
        }
        self.now = self.now.max(now);
        for op in ops {
            // It may not ask for more anyway; a loop that awaits nothing asks for a hundred thousand at once.
            if self.queue.len() > limits::SCRIPT_OPS as usize {
                break;
            }
            let known = self.journal.replies.iter().any(|reply| reply.n == op.n)
                || (self.busy && self.journal.current.n == op.n)
                || self.queue.iter().any(|queued| queued.n == op.n);
            if !known {
                self.queue.push_back(op);
            }
        }
    }

    /// Begins the next operation, one at a time and in the order they were asked for.
    pub fn advance(&mut self) -> Next {
        if self.busy {
            return Next::Nothing;
        }
        let Some(op) = self.queue.pop_front() else { return Next::Nothing };
        self.asked += 1;
        if self.asked > limits::SCRIPT_OPS {
            return Next::TooMany;
        }
        if self.kept > limits::SCRIPT_JOURNAL {
            return Next::TooMuch;
        }
        if op.sleep.is_some() {
            return Next::Slept(op.n);
        }
        self.journal.current = op;
        self.busy = true;
        Next::Operation
    }

    /// The operation under way is answered: what it did, and the reply for the script.
    pub fn answered(&mut self, told: Vec<String>, reply: String) -> ScriptReply {
        self.busy = false;
        self.journal.told.extend(told);
        let n = self.journal.current.n;
        self.reply(n, reply)
    }

    /// Notes a reply, in the order in which it is given.
    pub fn reply(&mut self, n: u32, reply: String) -> ScriptReply {
        let reply = ScriptReply { n, at: self.now, reply };
        self.kept += reply.reply.len();
        self.journal.replies.push(reply.clone());
        reply
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn op(n: u32) -> ScriptOp {
        ScriptOp { n, path: format!("page.p{n}"), ..ScriptOp::default() }
    }

    #[test]
    fn one_operation_at_a_time_in_the_order_asked() {
        let mut script = Script::new("…".into(), 5.0, 1);
        script.offer(vec![op(1), op(2)], 6.0);
        assert_eq!(script.advance(), Next::Operation);
        assert_eq!(script.current().n, 1);
        assert_eq!(script.advance(), Next::Nothing, "the first is still under way");
        script.answered(vec!["clicked".into()], "{}".into());
        assert_eq!(script.advance(), Next::Operation);
        assert_eq!(script.current().n, 2);
        assert_eq!(script.journal().told, ["clicked"]);
    }

    #[test]
    fn a_replayed_script_asks_again_and_nothing_runs_twice() {
        let mut script = Script::new("…".into(), 5.0, 1);
        script.offer(vec![op(1), op(2)], 6.0);
        script.advance();
        script.answered(Vec::new(), "{}".into());
        script.advance();
        let mut again = Script::again(script.journal().clone());
        // The interpreter starts from the beginning: both are asked for once more.
        again.offer(vec![op(1), op(2), op(3)], 7.0);
        assert_eq!(again.advance(), Next::Nothing, "the second is under way already");
        again.answered(Vec::new(), "{}".into());
        assert_eq!(again.advance(), Next::Operation);
        assert_eq!(again.current().n, 3);
    }

    #[test]
    fn what_a_person_takes_to_decide_is_not_counted() {
        let mut script = Script::new("…".into(), 1_000.0, 1);
        script.offer(vec![op(1)], 3_000.0);
        script.advance();
        script.pardon();
        script.answered(Vec::new(), "{}".into());
        script.offer(vec![op(2)], 60_000.0);
        assert_eq!(script.took(), 2_000.0);
        script.offer(vec![op(3)], 61_000.0);
        assert_eq!(script.took(), 3_000.0);
        let mut later = Script::again(script.journal().clone());
        later.offer(vec![op(3)], 900_000.0);
        later.offer(vec![op(4)], 900_500.0);
        assert_eq!(later.took(), 500.0);
    }

    #[test]
    fn there_is_an_end_to_asking() {
        let mut script = Script::new("…".into(), 0.0, 1);
        script.offer((1..=limits::SCRIPT_OPS + 1).map(op).collect(), 0.0);
        for _ in 0..limits::SCRIPT_OPS {
            assert_eq!(script.advance(), Next::Operation);
            script.answered(Vec::new(), "{}".into());
        }
        assert_eq!(script.advance(), Next::TooMany);
    }

    #[test]
    fn a_flood_of_operations_is_not_kept() {
        let mut script = Script::new("…".into(), 0.0, 1);
        script.offer((1..=200_000).map(op).collect(), 0.0);
        assert!(script.queue.len() <= limits::SCRIPT_OPS as usize + 1);
    }

    #[test]
    fn there_is_an_end_to_reading() {
        let mut script = Script::new("…".into(), 0.0, 1);
        script.offer(vec![op(1), op(2)], 0.0);
        assert_eq!(script.advance(), Next::Operation);
        script.answered(Vec::new(), "x".repeat(limits::SCRIPT_JOURNAL + 1));
        assert_eq!(script.advance(), Next::TooMuch);
    }
}
