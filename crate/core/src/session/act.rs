//! Acting: judge the call, carry out its plan move by move, and take what the page kit reports.
//! No step leaves here but from an approved plan.

use std::collections::BTreeSet;

use onecall_protocol::DocId;
use onecall_protocol::effect::{Effect, Outcome, Refusal, Step};
use onecall_protocol::fault::Code;
use onecall_protocol::message::Journal;
use onecall_protocol::plan::{Plan, What};

use super::Session;
use super::running::{Acting, Phase};
use crate::answer::{Draft, change, fault};
use crate::approval::{self, Approved};
use crate::limits;
use crate::member::args::ActCall;
use crate::model::dom::{global_of, slot_of};
use crate::plan;

impl Session {
    pub(super) fn begin(&mut self, call: &str, approved: Approved<ActCall>, out: &mut Vec<Effect>) {
        let Some(running) = self.calls.get_mut(call) else { return };
        let Some(doc) = self.docs.get(&running.doc) else { return };
        let plan = plan::make(&doc.tree, approved, call, running.at);
        let answered: Vec<String> = running.answered.iter().map(|draft| draft.text(running.budget())).collect();
        let script = running.script.as_ref().map(|script| script.journal().clone());
        let plan = plan.map(|plan| Plan { before: change::before(&doc.tree), answered, script, ..plan });
        let acting = Acting::new(plan);
        running.phase = Phase::Acting(Box::new(acting));
        self.go_on(call, out);
    }

    /// Takes up a call that a core which is gone had begun: finished or reported, never planned anew.
    pub(super) fn resume(&mut self, call: &str, journal: Journal, out: &mut Vec<Effect>) {
        let Some(running) = self.calls.get_mut(call) else { return };
        let Ok(plan) = serde_json::from_str::<Plan>(&journal.plan) else {
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
            let most = if acting.stopped.is_some() && acting.done.is_empty() { 0 } else { limits::SETTLE_MS };
            running.phase = Phase::Settling(acting);
            return self.settle(call, most, out);
        };
        let Some(frames) = self.docs.get(&doc).map(|doc| &doc.frames) else { return };
        let step = match &next.what {
            What::Step(step) => step.clone(),
            What::Pick { id, field, .. } => plan::open(&acting.plan, id, *field),
        };
        acting.send(&doc, call, frames.localize(step), &next.says, out);
    }

    pub(super) fn outcome(&mut self, call: &str, step: &str, outcome: Outcome, out: &mut Vec<Effect>) {
        let Some(running) = self.calls.get_mut(call) else { return };
        let Phase::Acting(acting) = &mut running.phase else { return };
        let Some(current) = acting.plan.get().moves.get(acting.at).cloned() else { return };
        let outcome = known(outcome, &current);
        match &current.what {
            What::Step(of) if of.id == step => acting.note(&current, of.target.handle, outcome),
            What::Pick { id, field, .. } if step == format!("{id}:open") => {
                if matches!(outcome, Outcome::Done { .. }) {
                    // The options are there once the page has settled.
                    acting.picking = true;
                    return self.settle(call, limits::SETTLE_MS, out);
                }
                acting.note(&current, *field, outcome);
            }
            What::Pick { id, field, .. } if step == format!("{id}:option") => acting.note(&current, *field, outcome),
            // An outcome of another step: late, or of a core that is gone.
            _ => return,
        }
        self.go_on(call, out);
    }

    /// The options of a field that was opened are there: clicks the one that was asked for.
    pub(super) fn pick(&mut self, call: &str, out: &mut Vec<Effect>) {
        let Some(running) = self.calls.get_mut(call) else { return };
        let Some(doc) = self.docs.get(&running.doc) else { return };
        let Phase::Acting(acting) = &mut running.phase else { return };
        acting.picking = false;
        let Some(current) = acting.plan.get().moves.get(acting.at).cloned() else { return };
        let What::Pick { id, field, option } = &current.what else { return };
        match crate::member::options::offered(&doc.tree, *field, option) {
            Ok(node) => {
                let step = plan::pick(&doc.tree, &acting.plan, id, node);
                acting.send(&doc.id, call, doc.frames.localize(step), &current.says, out);
            }
            Err(found) => {
                let refused = Outcome::Refused { reason: Refusal::BadValue, by: 0, found };
                acting.note(&current, *field, refused);
                self.go_on(call, out);
            }
        }
    }
}

impl Acting {
    /// Before the first move.
    fn new(plan: Approved<Plan>) -> Self {
        Self {
            plan,
            at: 0,
            done: Vec::new(),
            touched: Vec::new(),
            stopped: None,
            picking: false,
            unsettled: BTreeSet::new(),
            settled: None,
        }
    }

    /// Takes the outcome of a move.
    fn note(&mut self, of: &onecall_protocol::plan::Move, handle: u32, outcome: Outcome) {
        match &outcome {
            Outcome::Done { value, reverted } => {
                let mut line = of.says.clone();
                if *reverted {
                    let holds = value.as_ref().map(crate::member::query::words).unwrap_or_default();
                    line.push_str(&format!(", but the page made it {}", crate::answer::text::quote(&holds)));
                }
                self.done.push(line);
                self.touched.push(handle);
                self.at += 1;
            }
            _ => self.stopped = Some((of.path.clone(), outcome)),
        }
    }

    fn send(&self, doc: &str, call: &str, step: (Step, Option<DocId>), says: &str, out: &mut Vec<Effect>) {
        let (step, frame) = step;
        let mut lines: Vec<String> = self.done.iter().map(|line| format!("done     {line}")).collect();
        lines.push(format!("done     {says}"));
        out.push(Effect::Perform {
            doc: doc.to_owned(),
            call: call.to_owned(),
            step,
            plan: serde_json::to_string(self.plan.get()).unwrap_or_default(),
            parting: lines.join("\n"),
            frame,
        });
    }
}

/// An outcome with the handle of what was in the way as it is known here.
fn known(mut outcome: Outcome, of: &onecall_protocol::plan::Move) -> Outcome {
    let handle = match &of.what {
        What::Step(step) => step.target.handle,
        What::Pick { field, .. } => *field,
    };
    if let Outcome::Refused { by, .. } = &mut outcome {
        *by = global_of(slot_of(handle), *by);
    }
    outcome
}
