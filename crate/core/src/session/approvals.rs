//! `approvals`: what the person was asked about this page, how far it has come, and what came of it. Reading and waiting
//! only: no path here answers a request.

use onecall_protocol::call::Operation;
use onecall_protocol::effect::Effect;
use onecall_protocol::fault::Code;
use onecall_protocol::json;
use onecall_protocol::policy::{Asked, State};

use super::Session;
use super::doc::Doc;
use super::running::Phase;
use crate::answer::{Draft, fault};
use crate::approval::class::word;
use crate::path::{Path, Segment};

const fn state(of: State) -> &'static str {
    match of {
        State::Pending => "pending",
        State::Allowed => "allowed",
        State::Running => "running",
        State::Done => "done",
        State::Denied => "denied",
        State::Withdrawn => "withdrawn",
    }
}

/// Is a request over? A script goes on after a no, so it is when that has ended.
fn is_over(of: &Asked) -> bool {
    match of.state {
        State::Denied => !of.script || !of.result.is_empty(),
        state => matches!(state, State::Done | State::Withdrawn),
    }
}

/// May agents on this page know of a request? It is its own, or of the same site in the same tab before.
fn is_here(doc: &Doc, record: &Asked) -> bool {
    record.doc == doc.id() || record.tab.is_some() && record.tab == doc.tab && record.request.origin == doc.origin()
}

impl Session {
    /// Answers what stands below `approvals`. False where a path does not begin there.
    pub(super) fn approvals_root(
        &mut self,
        call: &str,
        path: &Path,
        operation: &Operation,
        out: &mut Vec<Effect>,
    ) -> bool {
        let Some((Segment::Name(root), below)) = path.segments.split_first() else { return false };
        if root != "approvals" {
            return false;
        }
        let Some(doc) = self.calls.get(call).and_then(|running| self.docs.get(&running.doc)) else { return false };
        let called = operation.args.is_some() || matches!(below.last(), Some(Segment::Call(_)));
        let draft = match below {
            [] | [Segment::Special(_)] => self.list(doc),
            [Segment::Name(id) | Segment::Key(id), rest @ ..] => {
                match self.desk.get(id).filter(|one| is_here(doc, one)) {
                    None => missing(id),
                    Some(record) => match rest {
                        [Segment::Name(name), ..] if name == "wait" && called => {
                            if !is_over(record) {
                                let id = id.clone();
                                self.await_answer(call, Phase::Awaiting(id), out);
                                return true;
                            }
                            told(record)
                        }
                        [Segment::Name(name)] if name == "wait" => described(id),
                        [Segment::Name(name)] if name == "state" => {
                            let mut draft = told(record);
                            draft.head = format!("approvals[\"{id}\"].state  {}", state(record.state));
                            draft.lines.clear();
                            draft
                        }
                        [] | [Segment::Special(_)] => told(record),
                        [Segment::Name(name)] if name == "result" => told(record),
                        _ => missing_member(id),
                    },
                }
            }
            _ => missing(""),
        };
        self.finish_operation(call, draft, out);
        true
    }

    fn list(&self, doc: &Doc) -> Draft {
        let mut draft = Draft { path: "approvals".into(), kind: "approvals".into(), ..Draft::default() };
        let here: Vec<&Asked> = self.desk.all().filter(|one| is_here(doc, one)).collect();
        draft.head = format!("approvals  {} on this page; only the person decides, in Onecall's panel", here.len());
        for record in &here {
            let id = &record.request.id;
            draft.lines.push(format!("approvals[\"{id}\"]  {}  {}", state(record.state), record.request.path));
        }
        draft.value = here.iter().map(|one| json!({ "id": one.request.id, "state": state(one.state) })).collect();
        draft
    }

    /// A request has come further: who waits for it goes on.
    pub(super) fn wake_waiting(&mut self, id: &str, out: &mut Vec<Effect>) {
        let Some(record) = self.desk.get(id).filter(|one| is_over(one)).cloned() else { return };
        let waits = |phase: &Phase| matches!(phase, Phase::Awaiting(of) if of == id);
        let calls: Vec<String> =
            self.calls.values().filter(|one| waits(&one.phase)).map(|one| one.id.clone()).collect();
        for call in calls {
            self.finish_operation(&call, told(&record), out);
        }
    }
}

/// A request as an answer: its result is the answer of its operation.
fn told(record: &Asked) -> Draft {
    let (id, request) = (&record.request.id, &record.request);
    let mut draft = Draft { path: format!("approvals[\"{id}\"]"), kind: "approval".into(), ..Draft::default() };
    draft.head = format!("approvals[\"{id}\"]  {}  {} {}", state(record.state), request.path, word(request.effect));
    draft.value = json!({ "id": id, "state": state(record.state), "path": request.path, "result": record.result });
    match record.state {
        State::Done => draft.lines.extend(record.result.lines().map(str::to_owned)),
        State::Denied if record.script => {
            draft.lines.push("denied by the person: the script went on without it".into());
            draft.lines.extend(record.result.lines().map(str::to_owned));
        }
        State::Denied => draft.lines.push("denied by the person: nothing was done; do not ask for it again".into()),
        State::Withdrawn => draft.lines.push("its call was cancelled or its page is gone: nothing was done".into()),
        _ => draft.next.push(format!("approvals[\"{id}\"].wait()")),
    }
    draft
}

fn described(id: &str) -> Draft {
    Draft {
        path: format!("approvals[\"{id}\"].wait"),
        kind: "method".into(),
        head: format!(
            "approvals[\"{id}\"].wait()  Waits until the person has decided and the call has run; answers with its result."
        ),
        ..Draft::default()
    }
}

fn missing(id: &str) -> Draft {
    let message = format!("there is no request {} of this page.", crate::answer::text::quote(id));
    Draft::fault(fault::plain(Code::NotFound, message, Some(json!({ "path": "approvals" }))))
}

fn missing_member(id: &str) -> Draft {
    let message =
        format!("approvals[\"{id}\"] has state, result and wait(); only the person decides, in Onecall's panel.");
    Draft::fault(fault::plain(Code::NotFound, message, Some(json!({ "path": format!("approvals[\"{id}\"]") }))))
}
