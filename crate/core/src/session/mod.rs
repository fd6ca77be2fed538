//! Sessions: calls as state machines over everything else. What comes in is an [`Input`] or facts; what
//! goes out is a list of [`Effect`]s. Reads run side by side; acts queue per document.
//! It must never answer a call twice, and never leave one without an answer.

mod act;
mod app;
mod approvals;
mod crossing;
mod desk;
mod doc;
mod edit;
mod explain;
mod find;
mod frames;
mod given;
mod judge;
mod listen;
mod operate;
mod pick;
mod picture;
#[cfg(feature = "html")]
pub mod replay;
mod requests;
mod running;
mod script;
mod settle;
mod since;
mod tabs;
#[cfg(test)]
mod tests;
mod tools;
mod unanswered;
mod why;

use onecall_protocol::call::Format;
use onecall_protocol::effect::Effect;
use onecall_protocol::facts::Head;
use onecall_protocol::fault::Code;
use onecall_protocol::message::{Heard, Input};
use onecall_protocol::policy::{Class, Decision, HostKind};
use onecall_protocol::{CallId, DocId, Value};

use crate::answer::{Draft, fault};
use crate::approval::policy::Engine;
use crate::event::{self, Log};
use crate::order::Map;
use crate::path;
use crate::text::figure;
use doc::Doc;
use running::{Phase, Running};

/// All documents and open calls of one host.
#[derive(Debug, Default)]
pub struct Session {
    policy: Engine,
    docs: Map<DocId, Doc>,
    calls: Map<CallId, Running>,
    desk: requests::Desk,
}

impl Session {
    /// Without documents, with the extension's defaults.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Takes a message; facts go to [`Session::facts`].
    pub fn input(&mut self, input: Input) -> Vec<Effect> {
        let mut out = Vec::new();
        match input {
            Input::Policy { policy } => {
                self.policy = Engine::new(policy);
                let asks = self.policy.host() == HostKind::Extension;
                self.docs.iter_mut().for_each(|(_, doc)| doc.tree.asks = asks);
            }
            Input::Open { doc, url, ledger, events, carried, tab, origin } => {
                // A kit that says so again has lost its link: it sends its open calls anew, with their journals.
                self.drop_calls(&doc, &mut out);
                let events = Log::restored(&events, carried);
                let mut opened = Doc::open(doc.clone(), url, &ledger, events);
                opened.tree.asks = self.policy.host() == HostKind::Extension;
                opened.tab = tab;
                opened.of = origin;
                self.docs.insert(doc.clone(), opened);
                self.run_allowed(&doc, &mut out);
            }
            Input::Close { doc } => self.close(&doc, &mut out),
            Input::Approvals { records } => self.desk.restore(records),
            Input::Stop { doc } => self.stop(&doc, &mut out),
            Input::Tabs { call, tabs, output, .. } => self.tabs(&call, &tabs, output, &mut out),
            Input::Frames { doc, framed } => self.framed(&doc, framed, &mut out),
            Input::Request { doc, call, input, look, journal, now, began } => {
                if let Some(doc) = self.docs.get_mut(&doc) {
                    doc.now = now;
                }
                let mut running = Running::new(doc, call);
                running.now = now;
                running.began = if began > 0.0 { began } else { now };
                running.look = look;
                self.request(running, &input, journal, &mut out);
            }
            Input::Cancel { call, .. } => self.cancel(&call, &mut out),
            Input::Outcome { call, step, outcome, .. } => self.outcome(&call, &step, outcome, &mut out),
            Input::Heard { doc, heard, place } => self.hear(&doc, &heard, place),
            Input::Settled { doc, call, quiet, heard, place, leaving } => {
                self.hear(&doc, &heard, place);
                self.settled(&doc, &call, quiet, leaving, &mut out);
            }
            Input::Elapsed { doc, call, now, tag } => {
                if let Some(doc) = self.docs.get_mut(&doc).filter(|_| now > 0.0) {
                    doc.now = now;
                }
                self.elapsed(&call, tag, &mut out);
            }
            Input::Decided { call, request, decision, .. } => self.decided(&call, &request, decision, &mut out),
            Input::ScriptOps { call, ops, now, .. } => self.script_asks(&call, ops, now, &mut out),
            Input::ScriptEnded { call, end, .. } => self.script_ended(&call, &end, &mut out),
            Input::Probed { call, found, .. } => self.probed(&call, &found, &mut out),
            Input::Published { doc, name, node } => {
                if let Some(doc) = self.docs.get_mut(&doc) {
                    app::published(doc, &name, &node);
                }
            }
            Input::Tools { doc, tools } => {
                if let Some(doc) = self.docs.get_mut(&doc) {
                    doc.tree.set_tools(&tools);
                    for line in doc.tree.take_tool_news() {
                        doc.tell(event::Kind::Tools, &line);
                    }
                }
            }
        }
        self.keep_events(&mut out);
        out
    }

    /// What a kit heard goes to the log of its page. What was said in a frame of another origin that a person opened
    /// is not kept where the page could read it.
    fn hear(&mut self, doc: &str, heard: &[Heard], place: u32) {
        let Some(page) = self.page_of(doc) else { return };
        if let Some(state) = self.docs.get_mut(&page) {
            state.events.hear(heard, (page == doc).then_some(place));
        }
    }

    /// Lets the kits keep the logs that have changed.
    fn keep_events(&mut self, out: &mut Vec<Effect>) {
        for (id, doc) in self.docs.iter_mut() {
            if let Some((kept, place)) = doc.events.kept() {
                out.push(Effect::Events { doc: id.clone(), kept, place });
            }
        }
    }

    /// Takes one part of facts.
    pub fn facts(&mut self, head: &Head, nodes: &[u32], text: &str) -> Vec<Effect> {
        let mut out = Vec::new();
        let Some(page) = self.page_of(&head.doc) else { return out };
        if page != head.doc {
            let fine = self.graft(&page, head, nodes, text, &mut out);
            if head.base == 0 && !fine || fine && head.part + 1 >= head.parts {
                self.came(&page, &head.doc, &mut out);
            }
            self.keep_events(&mut out);
            return out;
        }
        let Some(doc) = self.docs.get_mut(&page) else { return out };
        if doc.apply(head, nodes, text) {
            doc.capture(&self.policy, &mut out);
            return out;
        }
        if head.part + 1 >= head.parts {
            self.came(&page, &head.doc, &mut out);
        }
        self.keep_events(&mut out);
        out
    }

    fn request(
        &mut self,
        mut running: Running,
        input: &Value,
        journal: Option<onecall_protocol::message::Journal>,
        out: &mut Vec<Effect>,
    ) {
        let (doc, call) = (running.doc.clone(), running.id.clone());
        if self.calls.contains_key(&call) {
            return;
        }
        let read = path::read_input(input);
        running.usual = self.policy.budget();
        if !self.docs.contains_key(&doc) {
            let fault = fault::plain(Code::Internal, "this document is not known to Onecall; call again".into(), None);
            running.finish(Draft::fault(fault), out);
            return;
        }
        match read {
            Ok((read, notes)) => {
                running.notes = notes.into_iter().map(|note| note.text).collect();
                running.call = read;
            }
            Err(error) => {
                // Also an input that cannot be read is answered in the form that it asks for.
                if input.get("format").and_then(Value::as_str) == Some("json") {
                    running.call.format = Format::Json;
                }
                let mut draft = Draft::fault(error.into());
                if let Some(doc) = self.docs.get_mut(&doc) {
                    doc.count(input.to_string(), &mut draft);
                }
                running.finish(draft, out);
                return;
            }
        }
        out.push(Effect::Timer { doc: doc.clone(), call: call.clone(), after: running.most(), tag: 0 });
        running.approval = self.begun_for(&doc, &call, out);
        running.answering = running.approval.clone().or_else(|| self.desk.run_by(&call));
        let resumed = journal.filter(|journal| !journal.plan.is_empty());
        self.calls.insert(call.clone(), running);
        // Closed shadow roots are never brought.
        let here = self.docs.get_mut(&doc).is_some_and(|doc| doc.begin() && !doc.reads_closed(&self.policy));
        match resumed {
            Some(journal) => self.resume(&call, journal, out),
            // Its phase is that of a call that waits for facts.
            None if here => self.advance(&doc, out),
            None => self.want_facts(&call, out),
        }
    }

    /// Asks for facts and goes on when they come.
    fn want_facts(&mut self, call: &str, out: &mut Vec<Effect>) {
        let Some(running) = self.calls.get_mut(call) else { return };
        running.phase = Phase::Facts;
        if let Some(doc) = self.docs.get_mut(&running.doc) {
            doc.capture(&self.policy, out);
        }
    }

    fn cancel(&mut self, call: &str, out: &mut Vec<Effect>) {
        let fault = fault::plain(Code::Cancelled, "the call was cancelled.".into(), None);
        self.end_early(call, fault, out);
    }

    /// A document went away, with its calls.
    fn close(&mut self, doc: &str, out: &mut Vec<Effect>) {
        if self.docs.remove(doc).is_none() {
            return self.unframed(doc, out);
        }
        for running in self.drop_calls(doc, out) {
            self.leave_desk(&running, out);
        }
        self.clear_desk(doc, out);
    }

    /// Forgets the calls of a document.
    fn drop_calls(&mut self, doc: &str, out: &mut Vec<Effect>) -> Vec<Running> {
        let own: Vec<CallId> = self.calls.values().filter(|one| one.doc == doc).map(|one| one.id.clone()).collect();
        let dropped: Vec<Running> = own.iter().filter_map(|call| self.calls.remove(call)).collect();
        dropped.iter().for_each(|running| script::stop(running, out));
        dropped
    }

    /// A person stops what runs on a page, what waits to run there, and what was allowed for it.
    fn stop(&mut self, doc: &str, out: &mut Vec<Effect>) {
        self.clear_desk(doc, out);
        self.policy.forget(doc);
        let own: Vec<CallId> = self.calls.values().filter(|one| one.doc == doc).map(|one| one.id.clone()).collect();
        for call in own {
            let message = "the person pressed Stop. Do not go on; ask the person what to do.".into();
            self.end_early(&call, fault::plain(Code::Cancelled, message, None), out);
        }
    }

    fn elapsed(&mut self, call: &str, tag: u32, out: &mut Vec<Effect>) {
        let Some(running) = self.calls.get(call) else { return };
        let now = self.docs.get(&running.doc).map_or(0.0, |doc| doc.now);
        match running.phase {
            Phase::Waiting(_) if !running.out_of_time() => return self.want_facts(call, out),
            Phase::Listening | Phase::Expecting => return self.want_facts(call, out),
            _ if tag != running.clock => return,
            Phase::Asking(..) | Phase::Crossing(..) | Phase::Awaiting(_) => return self.give_up_waiting(call, out),
            // It was given more time since.
            _ if now > 0.0 && running.left(now) > 0.0 => return,
            _ => {}
        }
        let what = running.phase.waits_for();
        let message = format!(
            "the call ran longer than its {} s, waiting for {what}.",
            figure::shown(f64::from(running.most()) / 1000.0)
        );
        let fault = fault::plain(Code::TimedOut, message, None);
        self.end_early(call, fault, out);
    }

    /// Ends a call before its time, saying what was done and what was not.
    fn end_early(&mut self, call: &str, mut fault: onecall_protocol::answer::Fault, out: &mut Vec<Effect>) {
        let Some(mut running) = self.calls.remove(call) else { return };
        script::stop(&running, out);
        self.leave_desk(&running, out);
        let done = running.done_lines();
        fault.message.push_str(if done.is_empty() { " Nothing was done." } else { " What was done stays done." });
        let mut draft = Draft::fault(fault);
        draft.done = crate::answer::script::fitting(&done, running.budget());
        running.finish(draft, out);
        self.next_act(&running.doc, call, out);
    }

    /// Lets the next act of a document begin.
    fn next_act(&mut self, doc: &str, ended: &str, out: &mut Vec<Effect>) {
        let Some(state) = self.docs.get_mut(doc) else { return };
        state.queue.retain(|call| call != ended);
        if state.acting.as_deref() == Some(ended) {
            state.acting = None;
            state.tree.end_act();
        }
        if state.acting.is_none()
            && let Some(next) = state.queue.first().cloned()
        {
            state.queue.remove(0);
            self.want_facts(&next, out);
        }
    }

    /// Ends an operation; the call goes on with the next one, or ends.
    fn finish_operation(&mut self, call: &str, mut draft: Draft, out: &mut Vec<Effect>) {
        let Some(running) = self.calls.get_mut(call) else { return };
        let doc = running.doc.clone();
        let origin = self.docs.get(&doc).map(Doc::origin).unwrap_or_default();
        let operation = running.operation().cloned().unwrap_or_default();
        // What a script only reads, or a person tries, is not what the agent reads: events wait for what is.
        let own = running.is_own();
        let reads = own || running.script.is_some() && draft.done.is_empty();
        let asked = format!("{} {:?} {:?}", operation.path, operation.args, operation.value);
        if let Some(doc) = self.docs.get_mut(&doc) {
            doc.count(asked, &mut draft);
            if !reads {
                doc.news(&mut draft);
            }
        }
        let Some(running) = self.calls.get_mut(call) else { return };
        running.explain(&mut draft);
        out.push(Effect::Log { doc: doc.clone(), entry: running.log(&draft, origin) });
        if draft.fault.is_none() && !own {
            self.meet(&doc, out);
        }
        self.note_result(call, &draft, out);
        let Some(running) = self.calls.get_mut(call) else { return };
        if running.script.is_some() {
            running.judged = (Class::Read, Decision::Allow);
            return self.script_answered(call, &draft, out);
        }
        let over = running.add(draft);
        if over {
            if let Some(running) = self.calls.remove(call) {
                running.answer(out);
            }
            self.next_act(&doc, call, out);
        } else {
            // The lock on acting is kept over the steps of one call, so that nothing comes between.
            self.want_facts(call, out);
        }
    }
}
