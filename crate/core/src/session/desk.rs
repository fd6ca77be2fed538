//! The desk: requests to a person from the question to the result. A request is bound to its document, its path, its
//! effect and its exact operation; what was allowed runs once, whether its call still waits or not.
//! It must never decide anything: decisions come from the host, and only the person makes them there.

use onecall_protocol::effect::Effect;
use onecall_protocol::fault::Code;
use onecall_protocol::policy::{Asked, Decision, Request, State};
use onecall_protocol::{DocId, form::Put, json};

use super::Session;
use super::operate::foreseen;
use super::requests::{hash, mark};
use super::running::{Phase, Running, Todo};
use super::unanswered::refused;
use crate::answer::{Draft, fault};
use crate::approval::policy::Case;
use crate::approval::{Pending, class, infer};
use crate::event;
use crate::limits;

impl Session {
    /// A person has to be asked about an operation: uses an answer that covers it, waits for one, or asks.
    pub(super) fn ask(&mut self, call: &str, pending: Pending<Todo>, mut request: Request, out: &mut Vec<Effect>) {
        let Some(running) = self.calls.get_mut(call) else { return };
        let doc = running.doc.clone();
        let mark = mark(&running.operation().cloned().unwrap_or_default(), &request.path, request.effect);
        request.hash = hash(&mark);
        if let Some(id) = running.approval.clone() {
            let record = self.desk.get(&id);
            if record.is_some_and(|one| one.state == State::Denied) {
                return self.finish_operation(call, refused(&request.path), out);
            }
            // What was allowed earlier runs only if it still comes to the very same.
            let fits = record.is_some_and(|one| one.request.hash == request.hash && one.state == State::Running)
                && self.desk.means(&id, &mark, true);
            return if fits { self.approved(call, pending, out) } else { self.changed_meanwhile(call, &request, out) };
        }
        if let Some(at) = running.covered.iter().position(|covered| *covered == mark) {
            running.covered.remove(at);
            return self.approved(call, pending, out);
        }
        match self.desk.same(&doc, &mark, call) {
            Some(one) if one.state == State::Denied => {
                let draft = refused(&request.path);
                return self.finish_operation(call, draft, out);
            }
            Some(one) if one.state == State::Pending => {
                let id = one.request.id.clone();
                return self.await_answer(call, Phase::Asking(Box::new(pending), id), out);
            }
            // Allowed, and taken up again after the worker's death.
            Some(one) if one.state == State::Running && one.call == call => return self.approved(call, pending, out),
            Some(one) => {
                let draft = self.unanswered(&one.request.clone());
                return self.finish_operation(call, draft, out);
            }
            None => {}
        }
        if self.desk.pending(&doc) >= limits::PENDING {
            let message = format!(
                "{} needs a person's approval, and {} requests of this page wait already; wait for one of them. Nothing was done.",
                request.path,
                limits::PENDING
            );
            let fault = fault::plain(Code::NeedsApproval, message, Some(json!({ "path": "approvals" })));
            return self.finish_operation(call, Draft::fault(fault), out);
        }
        request.id = self.desk.next_id();
        self.desk.note(&request.id, mark);
        self.list_others(call, &mut request);
        let id = request.id.clone();
        self.put(call, request, out);
        self.await_answer(call, Phase::Asking(Box::new(pending), id), out);
    }

    /// Puts a request before the person.
    pub(super) fn put(&mut self, call: &str, request: Request, out: &mut Vec<Effect>) {
        let Some(running) = self.calls.get(call) else { return };
        let doc = running.doc.clone();
        let tab = self.docs.get(&doc).and_then(|doc| doc.tab);
        let (of, state) = (call.to_owned(), State::Pending);
        let record = Asked {
            request: request.clone(),
            doc: doc.clone(),
            call: of,
            tab,
            state,
            result: String::new(),
            script: false,
        };
        self.desk.keep(record, out);
        out.push(Effect::Ask { doc, call: call.to_owned(), request });
    }

    /// Waits for the person, on a clock of its own.
    pub(super) fn await_answer(&mut self, call: &str, phase: Phase, out: &mut Vec<Effect>) {
        let Some(running) = self.calls.get_mut(call) else { return };
        running.phase = phase;
        if let Some(script) = running.script.as_mut() {
            script.pardon();
        }
        let most = running.most().min(limits::ASK_MS);
        running.start_clock(most, out);
    }

    /// The acts that follow in the same list of steps, where they can be told: the answer covers them too.
    fn list_others(&mut self, call: &str, request: &mut Request) {
        let Some(running) = self.calls.get(call).filter(|running| running.call.batch) else { return };
        let Some(doc) = self.docs.get(&running.doc) else { return };
        let origin = doc.origin();
        let mut listed = Vec::new();
        for operation in running.call.operations.iter().skip(running.at + 1) {
            let Some(act) = foreseen(doc, operation) else { continue };
            let (does, path) = (infer::effect(&doc.tree, &act), act.path.to_string());
            let shape = super::judge::shape(&doc.tree, &act);
            let case = Case {
                origin: &origin,
                doc: doc.id(),
                path: &path,
                class: does.class,
                outward: does.outward(),
                shape: &shape,
            };
            if self.policy.decide(&case).decision == Decision::Ask {
                let args = super::judge::shown_args(&doc.tree, &act);
                let with = if args == json!([]) { String::new() } else { format!(" with {args}") };
                request.also.push(format!("{path} {}{with}", class::word(does.class)));
                listed.push(mark(operation, &path, does.class));
            }
        }
        if let Some(running) = self.calls.get_mut(call) {
            running.listed = listed;
        }
    }

    fn approved(&mut self, call: &str, pending: Pending<Todo>, out: &mut Vec<Effect>) {
        if let Some(approved) = pending.decide(Decision::Allow) {
            self.go(call, approved, out);
        }
    }

    fn changed_meanwhile(&mut self, call: &str, request: &Request, out: &mut Vec<Effect>) {
        let message = format!(
            "{} is no longer what the person allowed: it {} now. Nothing was done; ask again by calling it.",
            request.path,
            class::word(request.effect)
        );
        let fault = fault::plain(Code::Stale, message, None);
        self.finish_operation(call, Draft::fault(fault), out);
    }

    /// A person, or the host for want of one, has answered.
    pub(super) fn decided(&mut self, call: &str, request: &str, decision: Decision, out: &mut Vec<Effect>) {
        if self.crossed(call, request, decision, out) {
            return;
        }
        let waits = |running: &&mut Running| matches!(&running.phase, Phase::Asking(_, id) if id == request);
        let Some(running) = self.calls.get_mut(call).filter(waits) else {
            return self.decided_late(request, decision, out);
        };
        let Phase::Asking(pending, _) = std::mem::replace(&mut running.phase, Phase::Queued) else { return };
        running.judged = (pending.class, decision);
        match decision {
            Decision::Allow => {
                running.answering = Some(request.to_owned());
                running.covered.append(&mut std::mem::take(&mut running.listed));
                let most = running.most();
                running.start_clock(most, out);
                self.desk.set(request, State::Running, None, out);
                match pending.what() {
                    // The page may have changed while the person thought: the operation is looked up anew, and runs
                    // only if it comes to the very same.
                    Todo::Act(_) => self.want_facts(call, out),
                    Todo::Read(_) => self.approved(call, *pending, out),
                }
            }
            Decision::Deny => {
                let draft = match self.desk.get(request) {
                    Some(record) => refused(&record.request.path),
                    None => Draft::default(),
                };
                self.desk.set(request, State::Denied, None, out);
                self.finish_operation(call, draft, out);
            }
            Decision::Ask => {
                let draft = self.desk.get(request).map(|one| self.nobody(&one.request)).unwrap_or_default();
                self.desk.set(request, State::Withdrawn, None, out);
                self.finish_operation(call, draft, out);
            }
        }
        self.wake_waiting(request, out);
    }

    /// The call has ended before the answer came: what was allowed is run now, once.
    fn decided_late(&mut self, id: &str, decision: Decision, out: &mut Vec<Effect>) {
        let Some(record) = self.desk.get(id).filter(|one| one.state == State::Pending).cloned() else { return };
        let word = match decision {
            Decision::Allow => "was allowed after its call had ended; approvals has what came of it",
            Decision::Deny => "was denied",
            Decision::Ask => return,
        };
        if let Some(doc) = self.docs.get_mut(&record.doc) {
            doc.tell(event::Kind::Approval, &format!("{id} {word}"));
        }
        match (decision, record.request.across) {
            (Decision::Ask, _) => return,
            (Decision::Deny, _) => {
                self.desk.set(id, State::Denied, None, out);
                self.run_allowed(&record.doc, out);
            }
            (Decision::Allow, Some(of)) => {
                if let Some(doc) = self.docs.get_mut(&record.doc) {
                    doc.frames.grant(of);
                }
                let says = "allowed: it can be read now".to_owned();
                self.desk.set(id, State::Done, Some(says), out);
            }
            (Decision::Allow, None) => {
                self.desk.set(id, State::Allowed, None, out);
                self.run_allowed(&record.doc, out);
            }
        }
        self.wake_waiting(id, out);
    }

    /// Begins what was allowed for a document, where the document is there.
    pub(super) fn run_allowed(&mut self, doc: &str, out: &mut Vec<Effect>) {
        if !self.docs.contains_key(doc) {
            return;
        }
        // A script goes on after a no as well: the operation throws in it.
        let refused = |one: &Asked| one.script && one.state == State::Denied && one.result.is_empty();
        let due = |one: &&Asked| one.doc == doc && (one.state == State::Allowed || refused(one));
        for record in self.desk.all().filter(due) {
            let id = record.request.id.clone();
            out.push(Effect::Run { doc: doc.to_owned(), call: format!("{doc}:{id}"), id });
        }
    }

    /// A call that is begun for a request: the one that it is allowed by.
    pub(super) fn begun_for(&mut self, doc: &DocId, call: &str, out: &mut Vec<Effect>) -> Option<String> {
        let id = call.strip_prefix(doc.as_str())?.strip_prefix(':')?.to_owned();
        let state = self.desk.get(&id).filter(|one| one.doc == *doc)?.state;
        if state == State::Allowed {
            self.desk.set(&id, State::Running, None, out);
        }
        Some(id)
    }

    /// An operation that answers a request is over.
    pub(super) fn note_result(&mut self, call: &str, draft: &Draft, out: &mut Vec<Effect>) {
        let Some(running) = self.calls.get_mut(call) else { return };
        let Some(id) = running.answering.take() else { return };
        let text = draft.text(limits::BUDGET);
        let no = self.desk.get(&id).is_some_and(|one| one.state == State::Denied);
        self.desk.set(&id, if no { State::Denied } else { State::Done }, Some(text), out);
        self.wake_waiting(&id, out);
    }

    /// A call ends, or its document goes away: what it asked is no longer asked, what it ran is told.
    pub(super) fn leave_desk(&mut self, running: &Running, out: &mut Vec<Effect>) {
        let asked = match &running.phase {
            Phase::Asking(_, id) | Phase::Crossing(.., id) => Some(id.clone()),
            _ => None,
        };
        // What another call asked goes on without this one.
        if let Some(id) = asked.filter(|id| self.desk.get(id).is_some_and(|one| one.call == running.id)) {
            self.desk.set(&id, State::Withdrawn, None, out);
            self.wake_waiting(&id, out);
        }
        for id in running.answering.iter().chain(&running.finishes) {
            let mut lines: Vec<String> = running.done_lines().iter().map(|line| format!("done     {line}")).collect();
            lines.push("note     it ended before the page could be read again".into());
            self.desk.set(id, State::Done, Some(lines.join("\n")), out);
            self.wake_waiting(id, out);
        }
    }

    /// Nothing of a document is asked any more.
    pub(super) fn clear_desk(&mut self, doc: &str, out: &mut Vec<Effect>) {
        let open = |one: &&Asked| one.doc == doc && matches!(one.state, State::Pending | State::Allowed);
        let ids: Vec<String> = self.desk.all().filter(open).map(|one| one.request.id.clone()).collect();
        for id in ids {
            self.desk.set(&id, State::Withdrawn, None, out);
            self.wake_waiting(&id, out);
        }
    }

    /// Nobody has answered in time: the request stays, the call ends.
    pub(super) fn give_up_waiting(&mut self, call: &str, out: &mut Vec<Effect>) {
        let Some(running) = self.calls.get(call) else { return };
        if let Phase::Crossing(gate, _, id) = &running.phase {
            let (gate, id) = (gate.clone(), id.clone());
            return self.refuse_crossing(call, &gate, Decision::Ask, &id, out);
        }
        let id = match &running.phase {
            Phase::Asking(_, id) | Phase::Awaiting(id) => id.clone(),
            _ => return,
        };
        let held = (!matches!(running.phase, Phase::Awaiting(_))).then(|| running.operation().cloned()).flatten();
        let doc = running.doc.clone();
        if held.is_some() && self.pause_script(call, &id, out) {
            return;
        }
        if let Some(operation) = held {
            let input = operation.put();
            out.push(Effect::Hold { doc, id: id.clone(), input });
        }
        let draft = self.desk.get(&id).map(|one| self.unanswered(&one.request)).unwrap_or_default();
        self.finish_operation(call, draft, out);
    }
}
