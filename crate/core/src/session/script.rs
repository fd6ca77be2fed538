//! Code mode in a session: a script is a call whose operations arrive while it runs. Each goes the way of any operation
//! (parsed, resolved, checked, judged) and its answer goes to the script instead of the agent.
//! It must never let an operation by that the policy has not seen.

use onecall_protocol::answer::Fault;
use onecall_protocol::call::Operation;
use onecall_protocol::effect::Effect;
use onecall_protocol::fault::Code;
use onecall_protocol::script::{ScriptEnd, ScriptJournal, ScriptOp, ScriptWork};
use onecall_protocol::{Millis, Value, form, json};

use super::Session;
use super::running::{Phase, Running};
use crate::answer::{Draft, fault, script as words};
use crate::limits;
use crate::script::{Next, ROOTS, Script};

/// The script among the arguments of `run`, by position or by the names that agents give it.
fn source(args: &Value) -> Option<String> {
    let found = match args {
        Value::Array(several) if several.len() == 1 => several.first(),
        Value::Object(named) => ["script", "code", "source", "js"].iter().find_map(|name| named.get(*name)),
        other => Some(other),
    };
    found.and_then(Value::as_str).filter(|text| !text.trim().is_empty()).map(str::to_owned)
}

/// Why `run` was not run.
fn not_a_script() -> Fault {
    let attempt = json!({ "path": "run", "args": ["return await page.title"] });
    let message = "run takes one argument, a script as a string. Nothing was run.".into();
    fault::plain(Code::InvalidArgument, message, Some(attempt))
}

/// Why there is none inside another, or among steps.
pub(super) fn not_inside() -> Fault {
    let message = "a script is a call of its own: not inside of a script, and not one of several steps.".into();
    fault::plain(Code::InvalidArgument, message, Some(json!({ "path": "run" })))
}

impl Session {
    /// Begins a script for a call.
    pub(super) fn run_script(&mut self, call: &str, given: &Value, out: &mut Vec<Effect>) {
        let Some(running) = self.calls.get_mut(call) else { return };
        if let Some(kept) = running.approval.as_ref().and_then(|_| paused(given)) {
            return self.unpause_script(call, &kept, out);
        }
        let Some(source) = source(given) else { return self.finish_operation(call, Draft::fault(not_a_script()), out) };
        if source.chars().count() > limits::SCRIPT_CHARS {
            let message = format!("a script may have {} characters.", limits::SCRIPT_CHARS);
            return self.finish_operation(call, Draft::fault(fault::plain(Code::TooLarge, message, None)), out);
        }
        // Chance that no page can foresee and that is the same when the script is run again.
        let seed = call.bytes().fold(running.now as u64 as u32, |seed, byte| seed.rotate_left(5) ^ u32::from(byte));
        start(running, Script::new(source, running.now, seed), out);
    }

    /// Takes up the script that a core which is gone was in the middle of.
    pub(super) fn resume_script(&mut self, call: &str, journal: ScriptJournal, out: &mut Vec<Effect>) {
        let Some(running) = self.calls.get_mut(call) else { return };
        running.call.operations = vec![operation(&journal.current)];
        start(running, Script::again(journal), out);
    }

    /// Operations that a script asks for.
    pub(super) fn script_asks(&mut self, call: &str, ops: Vec<ScriptOp>, now: Millis, out: &mut Vec<Effect>) {
        let Some(running) = self.calls.get_mut(call) else { return };
        let most = f64::from(running.call.timeout.unwrap_or(limits::CALL_MS));
        let Some(script) = running.script.as_mut() else { return };
        script.offer(ops, now);
        if script.took() > most {
            return self.script_over(call, words::too_long(most), out);
        }
        self.script_goes_on(call, out);
    }

    /// The next operation of a script, when the one before is answered.
    pub(super) fn script_goes_on(&mut self, call: &str, out: &mut Vec<Effect>) {
        loop {
            let Some(running) = self.calls.get_mut(call) else { return };
            let Some(script) = running.script.as_mut() else { return };
            match script.advance() {
                Next::Nothing => return,
                Next::Slept(n) => {
                    let reply = script.reply(n, "{}".into());
                    out.push(work(running, ScriptWork::Reply { reply }));
                }
                Next::TooMuch => return self.script_over(call, words::too_much(limits::SCRIPT_JOURNAL), out),
                Next::TooMany => return self.script_over(call, words::too_many(limits::SCRIPT_OPS), out),
                Next::Operation => {
                    let op = script.current();
                    running.turns = 0;
                    running.at = op.n as usize;
                    running.call.operations = vec![operation(op)];
                    return self.want_facts(call, out);
                }
            }
        }
    }

    /// An operation of a script is answered.
    pub(super) fn script_answered(&mut self, call: &str, draft: &Draft, out: &mut Vec<Effect>) {
        let Some(running) = self.calls.get_mut(call) else { return };
        let Some(script) = running.script.as_mut() else { return };
        let reply = script.answered(words::told(draft), words::reply(draft).to_string());
        running.phase = Phase::Script;
        // What was allowed was this one operation.
        running.approval = None;
        out.push(work(running, ScriptWork::Reply { reply }));
        self.script_goes_on(call, out);
    }

    /// A script came to its end.
    pub(super) fn script_ended(&mut self, call: &str, end: &ScriptEnd, out: &mut Vec<Effect>) {
        let Some(running) = self.calls.get_mut(call) else { return };
        let Some(script) = running.script.take() else { return };
        let budget = running.budget();
        let draft = words::ended(&script.journal().told, script.asked(), end, budget);
        running.answering = running.finishes.take();
        running.at = 0;
        self.finish_operation(call, draft, out);
    }

    /// Ends a script at one of its limits.
    fn script_over(&mut self, call: &str, fault: Fault, out: &mut Vec<Effect>) {
        let Some(running) = self.calls.get_mut(call) else { return };
        stop(running, out);
        let Some(script) = running.script.take() else { return };
        let mut draft = Draft::fault(fault);
        draft.done = words::fitting(&script.journal().told, running.budget());
        running.answering = running.finishes.take();
        running.at = 0;
        self.finish_operation(call, draft, out);
    }

    /// Nobody has answered in time: the call ends, and with it what the interpreter holds. The kit keeps what is needed to go on from
    /// there when the person decides. False where the call is no script.
    pub(super) fn pause_script(&mut self, call: &str, id: &str, out: &mut Vec<Effect>) -> bool {
        let Some(running) = self.calls.get_mut(call) else { return false };
        stop(running, out);
        let Some(script) = running.script.take() else { return false };
        running.answering = running.finishes.take();
        running.at = 0;
        let (journal, doc) = (script.journal(), running.doc.clone());
        let kept = form::text(journal);
        let timeout = running.call.timeout.map(|most| most / 1_000);
        let args = json!([journal.source, kept]);
        let input = json!({ "path": "run", "args": args, "budget": running.call.budget, "timeout": timeout });
        out.push(Effect::Hold { doc, id: id.to_owned(), input });
        let told = words::fitting(&journal.told, running.budget());
        self.desk.is_script(id, out);
        let request = self.desk.get(id).map(|one| one.request.clone());
        let mut draft = request.map(|request| words::paused(&request, self.unanswered(&request))).unwrap_or_default();
        draft.done = told;
        self.finish_operation(call, draft, out);
        true
    }

    /// Goes on with a script that was paused for a person, where this call was begun for that request.
    pub(super) fn unpause_script(&mut self, call: &str, kept: &str, out: &mut Vec<Effect>) {
        let Some(running) = self.calls.get_mut(call) else { return };
        let Some(journal) = form::parse::<ScriptJournal>(kept) else {
            return self.finish_operation(call, Draft::fault(not_a_script()), out);
        };
        running.finishes = running.answering.take();
        running.at = journal.current.n as usize;
        self.resume_script(call, journal, out);
        self.want_facts(call, out);
    }
}

/// The journal that is given beside the source of a script that was paused.
fn paused(args: &Value) -> Option<String> {
    args.get(1).and_then(Value::as_str).map(str::to_owned)
}

fn operation(op: &ScriptOp) -> Operation {
    Operation { path: op.path.clone(), args: op.args.clone(), value: op.value.clone() }
}

/// Tells the host's interpreter to forget the script of a call that ends.
pub(super) fn stop(running: &Running, out: &mut Vec<Effect>) {
    if running.script.is_some() {
        out.push(work(running, ScriptWork::Stop));
    }
}

fn start(running: &mut Running, script: Script, out: &mut Vec<Effect>) {
    let journal = script.journal();
    let start = ScriptWork::Start {
        source: journal.source.clone(),
        roots: ROOTS.map(str::to_owned).to_vec(),
        start: journal.start,
        seed: journal.seed,
        replies: journal.replies.clone(),
    };
    if matches!(running.phase, Phase::Facts) {
        running.phase = Phase::Script;
    }
    out.push(work(running, start));
    running.script = Some(Box::new(script));
}

fn work(running: &Running, work: ScriptWork) -> Effect {
    Effect::Script { doc: running.doc.clone(), call: running.id.clone(), work }
}
