//! Asking a person whether what a page's own script cannot read may be read, and what follows from the answer.
//! It must never tell the caller more about such a place than the page itself knows.

use onecall_protocol::effect::Effect;
use onecall_protocol::fault::Code;
use onecall_protocol::json;
use onecall_protocol::policy::{Class, Decision, PICTURES, Request, State};

use super::Session;
use super::requests::hash;
use super::running::Phase;
use crate::answer::{Draft, fault};
use crate::approval::across::{self, Gate};

impl Session {
    /// Asks whether what the page itself cannot read may be read, unless that is asked or was denied.
    pub(super) fn ask_across(&mut self, call: &str, gate: &Gate, mut request: Request, out: &mut Vec<Effect>) {
        let Some(running) = self.calls.get(call) else { return };
        let of = request.across.clone().unwrap_or_default();
        request.hash = hash(&of);
        let same = self.desk.same(&running.doc, &of, call).map(|one| (one.request.id.clone(), one.state));
        let id = match same {
            Some((_, State::Denied)) => return self.refuse_crossing(call, gate, Decision::Deny, "", out),
            Some((id, _)) => id,
            None => {
                request.id = self.desk.next_id();
                self.desk.note(&request.id, of.clone());
                let id = request.id.clone();
                self.put(call, request, out);
                id
            }
        };
        self.await_answer(call, Phase::Crossing(Box::new(gate.clone()), of, id), out);
    }

    /// A request about reading across was answered while its call waits.
    pub(super) fn answered_across(&mut self, id: &str, decision: Decision, out: &mut Vec<Effect>) {
        let state = match decision {
            Decision::Allow => State::Done,
            Decision::Deny => State::Denied,
            Decision::Ask => State::Withdrawn,
        };
        self.desk.set(id, state, Some(String::new()), out);
        self.wake_waiting(id, out);
    }

    /// A person decided about reading across. False where the call does not wait for that.
    pub(super) fn crossed(&mut self, call: &str, request: &str, decision: Decision, out: &mut Vec<Effect>) -> bool {
        let Some(running) = self.calls.get_mut(call) else { return false };
        let Phase::Crossing(gate, of, id) = &running.phase else { return false };
        if id != request {
            return false;
        }
        let (gate, of) = (gate.clone(), of.clone());
        running.judged = (Class::Read, decision);
        self.answered_across(request, decision, out);
        let Some(running) = self.calls.get_mut(call) else { return true };
        if decision == Decision::Allow {
            if let Some(doc) = self.docs.get_mut(&running.doc) {
                doc.frames.grant(of);
            }
            let most = running.most();
            running.start_clock(most, out);
            self.want_facts(call, out);
        } else {
            self.refuse_crossing(call, &gate, decision, request, out);
        }
        true
    }

    pub(super) fn refuse_crossing(
        &mut self,
        call: &str,
        gate: &Gate,
        decision: Decision,
        request: &str,
        out: &mut Vec<Effect>,
    ) {
        let (path, what) = (gate.path.to_string(), across::what(gate));
        let pictures = gate.source == PICTURES;
        let (code, message, again) = if pictures && decision == Decision::Deny {
            let why = "pictures of this site may not be taken, by a rule or a person. Do not ask again; read the page as text.";
            (Code::Denied, why.to_owned(), Some(json!({ "path": path })))
        } else if pictures {
            let message = format!(
                "pictures show what the page's own scripts cannot read (images of other sites, visited links), and so need a person's approval ({request}): it can be given in Onecall's panel or options, for this page or site. Nothing was taken."
            );
            let again = json!({ "path": format!("{path}.$picture"), "args": { "image": true } });
            (Code::NeedsApproval, message, Some(again))
        } else if decision == Decision::Deny {
            let message = format!(
                "what {path} shows may not be read: a {what} that the page's own scripts cannot read, denied by a rule or a person. Do not ask again; use the rest of the page."
            );
            (Code::Denied, message, None)
        } else {
            let message = format!(
                "{path} is a {what} that the page's own scripts cannot read, and so needs a person's approval ({request}): it can be given in Onecall's panel or options, for this page and what it shows there. Nothing was read."
            );
            (Code::NeedsApproval, message, Some(json!({ "path": format!("{path}.text") })))
        };
        self.finish_operation(call, Draft::fault(fault::plain(code, message, again)), out);
    }
}
