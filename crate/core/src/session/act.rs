//! Acting: judge the call, carry out its plan move by move, and take what the page kit reports.
//! No step leaves here but from an approved plan.

use onecall_protocol::effect::{Act, Effect, Outcome, Refusal, Step, Target};
use onecall_protocol::fault::Code;
use onecall_protocol::message::Journal;
use onecall_protocol::plan::{Before, Move, Pick, Plan, What};
use onecall_protocol::{DocId, form};

use super::Session;
use super::app::is_far;
use super::running::{Acting, Phase};
use crate::answer::{Draft, fault, snapshot};
use crate::approval::{self, Approved};
use crate::limits;
use crate::member::Deed;
use crate::model::dom::{global_of, slot_of};
use crate::order::Set;
use crate::plan;

impl Session {
    pub(super) fn begin(&mut self, call: &str, approved: Approved<Deed>, out: &mut Vec<Effect>) {
        let Some(running) = self.calls.get_mut(call) else { return };
        let Some(doc) = self.docs.get_mut(&running.doc) else { return };
        let before = if approved.get().reads() {
            Before::default()
        } else {
            doc.tree.begin_act();
            snapshot::before(&doc.tree)
        };
        let plan = plan::make(&doc.tree, approved, call, running.at);
        let answered: Vec<String> = running.answered.iter().map(|draft| draft.text(running.budget())).collect();
        let script = running.script.as_ref().map(|script| script.journal().clone());
        let plan = plan.map(|plan| Plan { before, answered, script, ..plan });
        running.phase = Phase::Acting(Box::new(Acting::new(plan)));
        self.go_on(call, out);
    }

    /// Takes up a call that a core which is gone had begun: finished or reported, never planned anew.
    pub(super) fn resume(&mut self, call: &str, journal: Journal, out: &mut Vec<Effect>) {
        let Some(running) = self.calls.get_mut(call) else { return };
        let Some(plan) = form::parse::<Plan>(&journal.plan) else {
            let fault = fault::plain(
                Code::Internal,
                "what this call had begun can no longer be read; read the page to see what was done.".into(),
                None,
            );
            return self.finish_operation(call, Draft::fault(fault), out);
        };
        running.at = plan.operation;
        let script = plan.script.clone();
        for text in &plan.answered {
            running.answered.push(Draft { head: text.clone(), ..Draft::default() });
        }
        if let Some(doc) = self.docs.get_mut(&running.doc) {
            doc.acting = Some(call.to_owned());
        }
        let mut acting = Acting::new(approval::resume(plan));
        for one in acting.plan.get().moves.clone() {
            let What::Step(step) = &one.what else { break };
            let Some((_, outcome)) = journal.outcomes.iter().find(|(id, _)| *id == step.id) else { break };
            acting.note(&one, step.target.handle, outcome.clone());
            if acting.stopped.is_some() {
                break;
            }
        }
        running.phase = Phase::Acting(Box::new(acting));
        if let Some(journal) = script {
            // What a person allowed before counts for the script as a whole.
            running.finishes = running.answering.take();
            self.resume_script(call, journal, out);
        }
        self.go_on(call, out);
    }

    /// Sends the next step, or settles.
    pub(super) fn go_on(&mut self, call: &str, out: &mut Vec<Effect>) {
        let Some(running) = self.calls.get_mut(call) else { return };
        let Phase::Acting(acting) = &mut running.phase else { return };
        let doc = running.doc.clone();
        let next = acting.plan.get().moves.get(acting.at).filter(|_| acting.stopped.is_none()).cloned();
        let Some(next) = next else {
            let Phase::Acting(acting) = std::mem::replace(&mut running.phase, Phase::Facts) else { return };
            if acting.reads() {
                running.phase = Phase::Settling(acting);
                return self.report(call, out);
            }
            let most = if acting.stopped.is_some() && acting.done.is_empty() { 0 } else { limits::SETTLE_MS };
            running.phase = Phase::Settling(acting);
            return self.settle(call, limits::QUIET_MS, most, out);
        };
        let Some(frames) = self.docs.get(&doc).map(|doc| &doc.frames) else { return };
        acting.picking = None;
        match &next.what {
            What::Step(step) => acting.send(&doc, call, frames.localize(step.clone()), &next.says, out),
            // What was done before may have changed what is offered.
            _ if acting.at > 0 => self.look_again(call, false, out),
            What::Pick(_) => self.pick(call, out),
            What::Edit { .. } => self.edit(call, out),
        }
    }

    pub(super) fn outcome(&mut self, call: &str, step: &str, outcome: Outcome, out: &mut Vec<Effect>) {
        let Some(running) = self.calls.get_mut(call) else { return };
        let Phase::Acting(acting) = &mut running.phase else { return };
        let Some(current) = acting.plan.get().moves.get(acting.at).cloned() else { return };
        let outcome = known(outcome, &current);
        match &current.what {
            What::Step(of) if of.id == step => acting.note(&current, of.target.handle, outcome),
            What::Pick(_) => return self.picked(call, step, outcome, out),
            What::Edit { .. } => return self.edited(call, step, outcome, out),
            // An outcome of another step: late, or of a core that is gone.
            What::Step(_) => return,
        }
        self.go_on(call, out);
    }

    /// The page has settled in the midst of a move that looks at it.
    pub(super) fn looked(&mut self, call: &str, out: &mut Vec<Effect>) {
        let Some(running) = self.calls.get_mut(call) else { return };
        let Phase::Acting(acting) = &mut running.phase else { return };
        match acting.plan.get().moves.get(acting.at).map(|one| &one.what) {
            Some(What::Edit { .. }) => self.edit(call, out),
            _ => self.pick(call, out),
        }
    }

    /// Lets the page settle and looks again; longer for what comes late.
    pub(super) fn look_again(&mut self, call: &str, late: bool, out: &mut Vec<Effect>) {
        let (quiet, most) = match late {
            true => (limits::LATE_QUIET_MS, limits::LATE_MS),
            false => (limits::QUIET_MS, limits::SETTLE_MS),
        };
        self.settle(call, quiet, most, out);
    }

    /// Sends a step that the move under way comes to.
    pub(super) fn derive(&mut self, call: &str, id: String, target: Target, act: Act, out: &mut Vec<Effect>) {
        let Some(running) = self.calls.get_mut(call) else { return };
        let Some(doc) = self.docs.get(&running.doc) else { return };
        let Phase::Acting(acting) = &mut running.phase else { return };
        let says = acting.plan.get().moves.get(acting.at).map_or(String::new(), |one| one.says.clone());
        let step = plan::derived(&acting.plan, id, target, act);
        acting.send(&doc.id, call, doc.frames.localize(step), &says, out);
    }
}

impl Acting {
    /// Puts what the move under way comes to in its place.
    pub(super) fn replace(&mut self, moves: Vec<Move>) {
        let at = self.at;
        self.sent = false;
        self.plan = self.plan.clone().map(|mut plan| {
            plan.moves.splice(at..=at, moves);
            plan
        });
    }

    /// Ends it early for a reason that only the core knows.
    pub(super) fn refuse(&mut self, of: &Move, why: String) {
        self.why = Some(why);
        let outcome = Outcome::Refused { reason: Refusal::BadValue, by: 0, found: String::new() };
        self.stopped = Some((of.path.clone(), outcome));
    }

    /// Before the first move.
    fn new(plan: Approved<Plan>) -> Self {
        Self {
            plan,
            at: 0,
            done: Vec::new(),
            touched: Vec::new(),
            stopped: None,
            sent: false,
            picking: None,
            opened: None,
            refused: None,
            why: None,
            edited: Vec::new(),
            unsettled: Set::default(),
            settled: None,
            came: None,
        }
    }

    /// Takes the outcome of a move.
    pub(super) fn note(&mut self, of: &Move, handle: u32, outcome: Outcome) {
        match &outcome {
            Outcome::Done { value, .. } if is_far(of) => {
                self.came.clone_from(value);
                self.done.push(of.says.clone());
                self.at += 1;
            }
            Outcome::Done { value, reverted } => {
                let mut line = of.says.clone();
                if *reverted {
                    let holds = value.as_ref().map(crate::member::query::words).unwrap_or_default();
                    line.push_str(&format!(", but the page made it {}", crate::answer::text::quote(&holds)));
                }
                if !line.is_empty() {
                    self.done_again(line);
                }
                self.touched.push(handle);
                self.at += 1;
            }
            _ => self.stopped = Some((of.path.clone(), outcome)),
        }
    }

    /// Tells what was done; the same thing over and over in one line.
    fn done_again(&mut self, line: String) {
        if let Some(last) = self.done.last_mut()
            && let Some(rest) = last.strip_prefix(&line)
        {
            let times = rest
                .strip_prefix(", ")
                .and_then(|rest| rest.strip_suffix(" times"))
                .map_or(1, |n| n.parse().unwrap_or(1));
            if rest.is_empty() || times > 1 {
                *last = format!("{line}, {} times", times + 1);
                return;
            }
        }
        self.done.push(line);
    }

    pub(super) fn send(
        &mut self,
        doc: &str,
        call: &str,
        step: (Step, Option<DocId>),
        says: &str,
        out: &mut Vec<Effect>,
    ) {
        let (step, frame) = step;
        let mut lines: Vec<String> = self.done.iter().map(|line| format!("done     {line}")).collect();
        lines.push(format!("done     {says}"));
        // With a script's journal it may be long: it goes out where it is another than before.
        let plan = match std::mem::replace(&mut self.sent, true) {
            true => String::new(),
            false => form::text(self.plan.get()),
        };
        out.push(Effect::Perform {
            doc: doc.to_owned(),
            call: call.to_owned(),
            step,
            plan,
            parting: lines.join("\n"),
            frame,
        });
    }
}

/// An outcome with the handle of what was in the way as it is known here.
fn known(mut outcome: Outcome, of: &Move) -> Outcome {
    let handle = match &of.what {
        What::Step(step) => step.target.handle,
        What::Pick(Pick { field, .. }) => field.handle,
        What::Edit { cell, .. } => cell.handle,
    };
    if let Outcome::Refused { by, .. } = &mut outcome {
        *by = global_of(slot_of(handle), *by);
    }
    outcome
}
