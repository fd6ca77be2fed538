//! Waiting for an event: looked for with each turn of facts, until it is there or the time is over.
//! It must never take longer than it was given, also where a new core takes the call up.

use onecall_protocol::effect::Effect;

use super::Session;
use super::running::{Phase, TICK};
use crate::answer::{Draft, events};
use crate::event::Wanted;
use crate::limits;

impl Session {
    /// Answers with the event, or looks again later.
    pub(super) fn listen(&mut self, call: &str, wanted: &Wanted, out: &mut Vec<Effect>) {
        let Some(running) = self.calls.get_mut(call) else { return };
        let Some(doc) = self.docs.get_mut(&running.doc) else { return };
        // The first operation counts from when the caller sent it, a later one from its own beginning.
        let first = running.at == 0 && running.script.is_none();
        let since = *running.listens_since.get_or_insert(if first { running.began } else { doc.now });
        let from = *running.listens_from.get_or_insert(wanted.since.unwrap_or(doc.events.seen()));
        let most = wanted.timeout.unwrap_or(limits::CALL_MS).min(running.call.timeout.unwrap_or(limits::CALL_MS_MOST));
        if running.longer < most {
            // The wait ends first, then the call, then the kit's own bound.
            running.longer = most + limits::WAIT_MS;
            out.push(Effect::Timer {
                doc: running.doc.clone(),
                call: call.to_owned(),
                after: running.longer,
                tag: running.clock,
            });
        }
        if doc.events.since(from).iter().any(|event| wanted.takes(event)) {
            let mut draft = events::since(&mut doc.events, from, doc.now, running.budget());
            (running.listens_from, running.listens_since) = (None, None);
            draft.done.push("waited for an event".into());
            return self.finish_operation(call, draft, out);
        }
        running.turns += 1;
        let spent = if doc.now > 0.0 { doc.now - since } else { f64::from(running.turns * limits::WAIT_MS) };
        if spent >= f64::from(most) {
            (running.listens_from, running.listens_since) = (None, None);
            let fault = events::silence(&doc.events, wanted, from, f64::from(most) / 1000.0);
            return self.finish_operation(call, Draft::fault(fault), out);
        }
        running.phase = Phase::Listening;
        let after = limits::WAIT_MS.min((f64::from(most) - spent) as u32 + 1);
        out.push(Effect::Timer { doc: running.doc.clone(), call: call.to_owned(), after, tag: TICK });
    }
}
