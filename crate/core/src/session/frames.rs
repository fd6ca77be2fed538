//! The documents in frames that a page's own kit cannot read: which stand where, which of them are joined to the page,
//! and the calls that wait for a person or for their facts. What the policy does not allow is not asked for
//! (`approval::across`). It must never join a document on the word of anyone but the host.

use onecall_protocol::effect::{Act, Check, Effect, FrameElement, Step};
use onecall_protocol::facts::Head;
use onecall_protocol::fault::Code;
use onecall_protocol::message::Framed;
use onecall_protocol::policy::{CLOSED, Class, Decision, PICTURES};
use onecall_protocol::{CallId, DocId, Handle, form, json};

use super::Session;
use super::doc::Doc;
use super::running::Phase;
use crate::answer::{Draft, fault};
use crate::approval::across::{self, Gate};
use crate::approval::policy::Engine;
use crate::limits;
use crate::model::Diagnostic;
use crate::model::dom::{global_of, local_of, slot_of};
use crate::model::outline::Kind;
use crate::order::{Map, Set};

/// Stands for the list of frames among what is waited for; no kit's document has this name.
const LIST: &str = "";

/// A document whose facts are part of the page.
#[derive(Debug, Clone)]
struct Joined {
    slot: u32,
    at: Handle,
    origin: String,
}

/// The frames of one page.
#[derive(Debug, Default)]
pub struct Frames {
    /// Documents by slot, from 1; a slot is never given twice.
    slots: Vec<DocId>,
    joined: Map<DocId, Joined>,
    /// What the host said stands in a frame element.
    known: Map<Handle, (DocId, String)>,
    /// Frame elements that were asked about.
    tried: Set<Handle>,
    /// What a person has allowed while this document stands.
    granted: Set<String>,
    /// Documents whose facts were asked for and have not come.
    awaited: Set<DocId>,
}

impl Frames {
    /// Reads a line of the ledger; those of addresses are others'.
    pub fn restore(&mut self, line: &str) {
        for entry in line.split('\n') {
            if let Some((slot, doc)) = form::parse::<(u32, DocId)>(entry)
                && slot as usize == self.slots.len() + 1
            {
                self.slots.push(doc);
            }
        }
    }

    /// Documents that are part of the page.
    pub fn joined(&self) -> impl Iterator<Item = &DocId> {
        self.joined.keys()
    }

    /// A person has allowed to read what is of this origin, while the page stands.
    pub fn grant(&mut self, of: String) {
        self.granted.insert(of);
    }

    /// Is nothing waited for?
    #[must_use]
    pub fn settled(&self) -> bool {
        self.awaited.is_empty()
    }

    /// The origin of the document that an element is in, where it is a frame's.
    #[must_use]
    pub fn origin(&self, handle: Handle) -> Option<&str> {
        let slot = slot_of(handle);
        self.joined.values().find(|joined| slot > 0 && joined.slot == slot).map(|joined| joined.origin.as_str())
    }

    /// A step as the kit that has to do it knows it, and whose that is where it is not the page's own.
    #[must_use]
    pub fn localize(&self, mut step: Step) -> (Step, Option<DocId>) {
        let slot = slot_of(step.target.handle);
        if slot == 0 {
            return (step, None);
        }
        // What stands around the frame is no part of what the document in it is.
        step.target.checks.retain(|check| match check {
            Check::Text { handle, .. } | Check::Attr { handle, .. } => slot_of(*handle) == slot,
            Check::Inside { handle, within } => slot_of(*handle) == slot && slot_of(*within) == slot,
        });
        for check in &mut step.target.checks {
            match check {
                Check::Text { handle, .. } | Check::Attr { handle, .. } => *handle = local_of(*handle),
                Check::Inside { handle, within } => (*handle, *within) = (local_of(*handle), local_of(*within)),
            }
        }
        // Nothing is dragged from one document into another.
        let local = |handle: Handle| if slot_of(handle) == slot { local_of(handle) } else { 0 };
        match &mut step.act {
            Act::Submit { by } => *by = local(*by),
            Act::DragTo { onto } => *onto = local(*onto),
            _ => {}
        }
        step.target.handle = local_of(step.target.handle);
        (step, self.slots.get(slot as usize - 1).cloned())
    }

    fn slot(&mut self, doc: &str) -> Option<(u32, bool)> {
        if let Some(at) = self.slots.iter().position(|known| known == doc) {
            return Some((at as u32 + 1, false));
        }
        if self.slots.len() >= limits::FRAMES {
            return None;
        }
        self.slots.push(doc.to_owned());
        Some((self.slots.len() as u32, true))
    }
}

impl Doc {
    /// What the policy and the person say about reading across.
    pub(super) fn across(&self, policy: &Engine, of: &str) -> Decision {
        let ruling = across::ruling(policy, &self.origin(), of);
        if ruling.decision == Decision::Ask && self.frames.granted.contains(of) {
            Decision::Allow
        } else {
            ruling.decision
        }
    }

    /// May its closed shadow roots be read?
    pub fn reads_closed(&self, policy: &Engine) -> bool {
        self.across(policy, CLOSED) == Decision::Allow
    }

    /// Asks for the facts of the page and of all that is joined to it.
    pub fn capture(&mut self, policy: &Engine, out: &mut Vec<Effect>) {
        let closed = self.reads_closed(policy);
        out.push(Effect::Capture { doc: self.id.clone(), since: self.rev(), closed });
        self.frames.awaited.insert(self.id.clone());
        let gone: Vec<DocId> = self
            .frames
            .joined
            .iter()
            .filter(|(_, joined)| self.across(policy, &joined.origin) != Decision::Allow)
            .map(|(doc, _)| doc.clone())
            .collect();
        for doc in gone {
            self.part(&doc);
        }
        for (doc, joined) in self.frames.joined.clone() {
            self.capture_frame(&doc, &joined, policy, out);
        }
        self.join(policy, out);
    }

    fn capture_frame(&mut self, doc: &str, joined: &Joined, policy: &Engine, out: &mut Vec<Effect>) {
        let closed = across::ruling(policy, &joined.origin, CLOSED).decision == Decision::Allow;
        let since = self.tree.dom().graft_rev(joined.slot);
        out.push(Effect::Capture { doc: doc.to_owned(), since, closed });
        self.frames.awaited.insert(doc.to_owned());
    }

    /// Joins the documents that are known to stand in frames and may be read.
    fn join(&mut self, policy: &Engine, out: &mut Vec<Effect>) {
        for (at, (doc, origin)) in self.frames.known.clone() {
            if self.frames.joined.contains_key(&doc) || self.across(policy, &origin) != Decision::Allow {
                continue;
            }
            // Another document stood there until now.
            let old = self.frames.joined.iter().find(|(_, joined)| joined.at == at).map(|(doc, _)| doc.clone());
            if let Some(old) = old {
                self.part(&old);
            }
            let Some((slot, fresh)) = self.frames.slot(&doc) else { continue };
            if fresh {
                let entry = json!([slot, doc]).to_string();
                out.push(Effect::Ledger { doc: self.id.clone(), entry, all: false });
            }
            let joined = Joined { slot, at, origin };
            self.frames.joined.insert(doc.clone(), joined.clone());
            self.capture_frame(&doc, &joined, policy, out);
        }
    }

    /// A document is not part of the page any more.
    fn part(&mut self, doc: &str) -> bool {
        self.frames.awaited.remove(doc);
        let known = self.frames.known.iter().find(|(_, (of, _))| of == doc).map(|(at, _)| *at);
        if let Some(at) = known {
            self.frames.known.remove(&at);
            self.frames.tried.remove(&at);
        }
        let Some(joined) = self.frames.joined.remove(doc) else { return known.is_some() };
        self.frames.tried.remove(&joined.at);
        self.tree.ungraft(joined.slot);
        true
    }

    /// Asks what stands in the frames that nobody has asked about, where anything could be allowed. True where it did.
    fn seek(&mut self, policy: &Engine, wanted: Option<Handle>, out: &mut Vec<Effect>) -> bool {
        if !self.tree.asks
            || wanted.is_none()
                && self.frames.granted.iter().all(|of| of == PICTURES)
                && !across::is_open(policy, &self.origin())
        {
            return false;
        }
        let dom = self.tree.dom();
        // A page may change its frames without end.
        self.frames.tried.retain(|at| dom.node(*at).is_some());
        self.frames.known.retain(|at, _| dom.node(*at).is_some());
        let stubs = dom.stubs().map(|id| dom.handle(id)).filter(|at| *at > 0);
        let fresh: Set<Handle> =
            stubs.filter(|at| Some(*at) == wanted || !self.frames.tried.contains(at)).take(limits::FRAMES).collect();
        if fresh.is_empty() {
            return false;
        }
        let wanted = fresh.iter().map(|at| FrameElement { doc: self.kit_of(*at), handle: local_of(*at) }).collect();
        self.frames.tried.extend(fresh.iter().copied());
        self.frames.awaited.insert(LIST.to_owned());
        out.push(Effect::Frames { doc: self.id.clone(), wanted });
        true
    }

    /// The document whose kit has an element.
    fn kit_of(&self, handle: Handle) -> DocId {
        let slot = slot_of(handle) as usize;
        slot.checked_sub(1).and_then(|at| self.frames.slots.get(at)).unwrap_or(&self.id).clone()
    }

    fn global(&self, within: &str, handle: Handle) -> Option<Handle> {
        if within == self.id {
            return Some(handle);
        }
        self.frames.joined.get(within).map(|joined| global_of(joined.slot, handle))
    }
}

impl Session {
    /// The page that a document is, or is joined to.
    pub(super) fn page_of(&self, doc: &str) -> Option<DocId> {
        if self.docs.contains_key(doc) {
            return Some(doc.to_owned());
        }
        self.docs.iter().find(|(_, page)| page.frames.joined.contains_key(doc)).map(|(id, _)| id.clone())
    }

    /// Facts of a document in a frame. False where they do not go on from what is known.
    pub(super) fn graft(&mut self, page: &str, head: &Head, nodes: &[u32], text: &str, out: &mut Vec<Effect>) -> bool {
        let Some(doc) = self.docs.get_mut(page) else { return false };
        let Some(joined) = doc.frames.joined.get(&head.doc).cloned() else { return false };
        let lost = doc.tree.graft(joined.slot, joined.at, head, nodes, text).contains(&Diagnostic::Lost);
        if lost && head.base == 0 {
            // The frame itself is gone.
            doc.part(&head.doc);
        } else if lost {
            let closed = across::ruling(&self.policy, &joined.origin, CLOSED).decision == Decision::Allow;
            out.push(Effect::Capture { doc: head.doc.clone(), since: 0, closed });
        } else {
            doc.stale |= !nodes.is_empty();
        }
        !lost
    }

    /// Facts of a document have come, all of them. Where nothing more is waited for, its calls go on.
    pub(super) fn came(&mut self, page: &str, of: &str, out: &mut Vec<Effect>) {
        if let Some(doc) = self.docs.get_mut(page) {
            doc.frames.awaited.remove(of);
            if doc.frames.settled() {
                doc.notice();
            }
        }
        self.advance(page, out);
    }

    pub(super) fn advance(&mut self, page: &str, out: &mut Vec<Effect>) {
        let waits = |phase: &Phase| match phase {
            Phase::Facts => true,
            Phase::Settling(acting) => acting.settled.is_some() && acting.unsettled.is_empty(),
            _ => false,
        };
        let waiting: Vec<CallId> = self
            .calls
            .values()
            .filter(|running| running.doc == page && waits(&running.phase))
            .map(|running| running.id.clone())
            .collect();
        let Some(doc) = self.docs.get_mut(page) else { return };
        if waiting.is_empty() || !doc.frames.settled() || doc.seek(&self.policy, None, out) {
            return;
        }
        for call in waiting {
            match self.calls.get(&call).map(|running| &running.phase) {
                Some(Phase::Settling(_)) => self.report(&call, out),
                Some(_) => self.operate(&call, out),
                None => {}
            }
        }
    }

    /// The host has looked which documents stand in frames.
    pub(super) fn framed(&mut self, page: &str, framed: Vec<Framed>, out: &mut Vec<Effect>) {
        let Some(doc) = self.docs.get_mut(page) else { return };
        for Framed { doc: inner, within, handle, origin } in framed {
            if let Some(at) = doc.global(&within, handle).filter(|_| inner != doc.id) {
                doc.frames.known.insert(at, (inner, origin));
            }
        }
        doc.join(&self.policy, out);
        self.came(page, LIST, out);
    }

    /// A document in a frame went away.
    pub(super) fn unframed(&mut self, inner: &str, out: &mut Vec<Effect>) {
        let pages: Vec<DocId> = self.docs.keys().cloned().collect();
        for page in pages {
            if !self.docs.get_mut(&page).is_some_and(|doc| doc.part(inner)) {
                continue;
            }
            let calls: Vec<CallId> =
                self.calls.values().filter(|running| running.doc == page).map(|running| running.id.clone()).collect();
            for call in calls {
                self.settled_one(&call, inner, out);
            }
            self.advance(&page, out);
        }
    }

    /// A path goes into what the page's own script could not read: looks, asks, or says why not.
    pub(super) fn cross(&mut self, call: &str, gate: &Gate, out: &mut Vec<Effect>) {
        let Some(running) = self.calls.get_mut(call) else { return };
        let Some(doc) = self.docs.get_mut(&running.doc) else { return };
        let known = doc.frames.known.get(&gate.handle).map(|(_, origin)| origin.clone());
        let again = gate.kind == Kind::Frame && !std::mem::replace(&mut running.sought, true) && known.is_none();
        if again && doc.seek(&self.policy, Some(gate.handle), out) {
            running.phase = Phase::Facts;
            return;
        }
        // Whether anything answers in the frame is no news for the page: the person is asked about what the page wrote.
        let of = match gate.kind {
            Kind::Closed => CLOSED.to_owned(),
            _ => known.unwrap_or_else(|| gate.source.clone()),
        };
        let origin = doc.origin();
        let decision = doc.across(&self.policy, &of);
        running.judged = (Class::Read, decision);
        match decision {
            Decision::Allow => {
                let why = match gate.kind {
                    Kind::Closed => "the browser does not give its content away",
                    _ => "nothing in it answers: it crashed, is still loading, or shows an error page",
                };
                let message = format!("{} cannot be read: {why}.", gate.path);
                self.finish_operation(call, Draft::fault(fault::plain(Code::Unavailable, message, None)), out);
            }
            Decision::Deny => self.refuse_crossing(call, gate, Decision::Deny, "", out),
            Decision::Ask => {
                let (path, says) = (gate.path.to_string(), across::says(&origin, &of));
                self.ask_across(call, gate, super::judge::crossing(origin, path, says, of), out);
            }
        }
    }
}
