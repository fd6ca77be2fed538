//! Judging: no operation reads or acts before the policy has been asked about what was parsed and checked, at its
//! canonical path. What may not be read is not in the tree while others read. It must never ask twice for one thing.

use onecall_protocol::answer::Fault;
use onecall_protocol::call::Operation;
use onecall_protocol::effect::{Act, Effect};
use onecall_protocol::fault::Code;
use onecall_protocol::policy::{Class, Decision, HostKind, Request};
use onecall_protocol::{Value, form::Put, json};

use super::Session;
use super::doc::Doc;
use super::running::Todo;
use crate::answer::text::quote;
use crate::answer::{Draft, fault};
use crate::approval::infer::{self, Effect as Does};
use crate::approval::policy::{Case, Ruling};
use crate::approval::{self, Approved, Verdict, class};
use crate::member::args::{ActCall, Args};
use crate::member::write::How;
use crate::member::{Deed, Tree, resolve};
use crate::path::{Path, Segment, below};

/// The names of a path, without what is called or asked at its end.
fn named(path: &Path) -> String {
    let names = path.segments.iter().filter(|segment| !matches!(segment, Segment::Call(_) | Segment::Special(_)));
    Path { segments: names.cloned().collect() }.to_string()
}

/// What a member is, for answers that are remembered: another kind of thing or another method is another member.
pub(super) fn shape(tree: &Tree, act: &ActCall) -> String {
    format!("{}.{}", tree.kind(act.of).one(), act.verb.signature(true))
}

/// What a deed does, what it is for answers that are remembered, and its arguments as a person reads them.
fn judged(tree: &Tree, deed: &Deed, host: HostKind) -> (Does, String, Value) {
    match deed {
        Deed::Page(act) => (infer::effect(tree, act), shape(tree, act), shown_args(tree, act)),
        Deed::Far(far) => (infer::far(far, host), far.shape.clone(), far.args.clone()),
    }
}

impl Session {
    /// What the policy says about reading a path.
    fn reading(&self, doc: &Doc, path: &str) -> Ruling {
        let origin = doc.origin();
        let case = Case { origin: &origin, doc: doc.id(), path, class: Class::Read, outward: false, shape: "" };
        self.policy.decide(&case)
    }

    /// Before anything is looked up: hides what may not be read, and refuses what may not be read at all.
    pub(super) fn may_read(&mut self, call: &str, path: &Path) -> Result<(), Fault> {
        let Some(running) = self.calls.get(call) else { return Ok(()) };
        let (id, allowed) = (running.doc.clone(), running.may_read.clone());
        let Some(doc) = self.docs.get(&id) else { return Ok(()) };
        let written = named(path);
        let ruling = self.reading(doc, &written);
        if ruling.decision == Decision::Deny {
            return Err(unreadable(&written, &ruling));
        }
        self.veil(&id, &allowed);
        Ok(())
    }

    /// Hides what may not be read, but for the branches that a person let a call read.
    pub(super) fn veil(&mut self, id: &str, allowed: &[String]) {
        let Some(doc) = self.docs.get_mut(id) else { return };
        let mut branches = self.policy.unread(&doc.origin(), id);
        branches.retain(|branch| !allowed.iter().any(|open| below(open, branch)));
        doc.veil(branches);
    }

    /// Is anything of a document hidden by rules?
    pub(super) fn is_veiled(&self, doc: &str) -> bool {
        self.docs.get(doc).and_then(|doc| doc.tree.veiled.as_ref()).is_some_and(|branches| !branches.is_empty())
    }

    /// Nothing was found at a path while something is hidden: says so where that is why.
    pub(super) fn missed(&mut self, call: &str, path: &Path, missing: Fault, out: &mut Vec<Effect>) {
        let Some(running) = self.calls.get(call) else { return };
        let Some(doc) = self.docs.get_mut(&running.doc) else { return };
        let hidden = doc.tree.veiled.clone().unwrap_or_default();
        doc.veil(Vec::new());
        let there = resolve(&doc.tree, &doc.ledger, path).map(|found| found.path.to_string());
        let branch = there.ok().and_then(|path| hidden.iter().find(|branch| below(branch, &path)).cloned());
        doc.veil(hidden);
        let Some(doc) = self.docs.get(&running.doc) else { return };
        match branch {
            None => self.finish_operation(call, Draft::fault(missing), out),
            Some(branch) => {
                let ruling = self.reading(doc, &branch);
                self.ask_to_read(call, branch, ruling, out);
            }
        }
    }

    /// A reading is there; a person may have to be asked before it is given.
    pub(super) fn read(&mut self, call: &str, path: &Path, draft: Draft, out: &mut Vec<Effect>) {
        let Some(running) = self.calls.get(call) else { return };
        let Some(doc) = self.docs.get(&running.doc) else { return };
        let at = if draft.path.is_empty() { named(path) } else { draft.path.clone() };
        let ruling = self.reading(doc, &at);
        if ruling.decision == Decision::Allow || running.may_read.iter().any(|open| below(open, &at)) {
            return self.finish_operation(call, draft, out);
        }
        self.ask_to_read(call, at, ruling, out);
    }

    fn ask_to_read(&mut self, call: &str, branch: String, ruling: Ruling, out: &mut Vec<Effect>) {
        if ruling.decision == Decision::Deny {
            return self.finish_operation(call, Draft::fault(unreadable(&branch, &ruling)), out);
        }
        let Some(running) = self.calls.get_mut(call) else { return };
        running.judged = (Class::Read, ruling.decision);
        let origin = self.docs.get(&running.doc).map(Doc::origin).unwrap_or_default();
        let case = (origin, branch.clone(), Does::of(Class::Read), String::new(), json!([]));
        let verdict = approval::ask(Class::Read, ruling, Todo::Read(branch));
        self.follow(call, case, verdict, out);
    }

    /// Judges an act, and goes on, asks or refuses.
    pub(super) fn judge(&mut self, call: &str, deed: Deed, out: &mut Vec<Effect>) {
        let Some(running) = self.calls.get_mut(call) else { return };
        let Some(doc) = self.docs.get(&running.doc) else { return };
        let (does, shape, args) = judged(&doc.tree, &deed, self.policy.host());
        let (path, origin) = (deed.path().to_string(), doc.origin());
        // What another tab does is judged there, but not by whom it was asked.
        let away = matches!(&deed, Deed::Far(far) if matches!(far.act, Act::TabCall { .. }));
        if running.look && (away || does.class != Class::Read) {
            let fault = reads_only(&path, does.class, running.call.operations.get(running.at));
            return self.finish_operation(call, Draft::fault(fault), out);
        }
        let parts: Vec<String> = match &deed {
            Deed::Page(ActCall { args: Args::Writes(writes), .. }) => {
                writes.iter().map(|write| doc.tree.address(write.field).to_string()).collect()
            }
            _ => Vec::new(),
        };
        let outward = does.outward();
        let mut case = Case { origin: &origin, doc: doc.id(), path: &path, class: does.class, outward, shape: &shape };
        // Of the page and the frame in which the act lands, the stricter counts.
        let thing = if let Deed::Page(act) = &deed { doc.tree.outline().thing(act.of) } else { None };
        let handle = thing.map_or(0, |thing| doc.tree.dom().handle(thing.node));
        if let Some(inner) = doc.frames.origin(handle) {
            let framed = Case { origin: inner, ..case };
            if self.policy.decide(&framed).decision > self.policy.decide(&case).decision {
                case = framed;
            }
        }
        let place = case.origin.to_owned();
        let verdict = approval::judge(&self.policy, &case, &parts, Todo::Act(Box::new(deed)));
        running.judged = (does.class, verdict.decision());
        self.follow(call, (place, path, does, shape, args), verdict, out);
    }

    fn follow(
        &mut self,
        call: &str,
        (origin, path, does, shape, args): (String, String, Does, String, Value),
        verdict: Verdict<Todo>,
        out: &mut Vec<Effect>,
    ) {
        match verdict {
            Verdict::Allowed(approved) => self.go(call, approved, out),
            Verdict::Denied(why) => self.finish_operation(call, Draft::fault(denied(&path, does.class, &why)), out),
            Verdict::Ask(pending) => {
                let request = Request {
                    id: String::new(),
                    says: format!("{path} {} at {origin}{}", class::word(does.class), confirm(pending.what())),
                    origin,
                    path,
                    effect: does.class,
                    args,
                    why: pending.ruling.why.clone(),
                    because: does.because.iter().map(|&sign| sign.to_owned()).collect(),
                    rule: pending.ruling.rule.clone(),
                    shape,
                    hash: String::new(),
                    across: None,
                    also: Vec::new(),
                };
                self.ask(call, pending, request, out);
            }
        }
    }

    pub(super) fn go(&mut self, call: &str, approved: Approved<Todo>, out: &mut Vec<Effect>) {
        match approved.get() {
            Todo::Act(_) => {
                if let Some(act) = approved.only(|todo| if let Todo::Act(act) = todo { Some(*act) } else { None }) {
                    self.begin(call, act, out);
                }
            }
            Todo::Read(branch) => {
                let Some(running) = self.calls.get_mut(call) else { return };
                running.may_read.push(branch.clone());
                self.want_facts(call, out);
            }
        }
    }

    /// Notes what an agent has met by an answer about a document.
    pub(super) fn meet(&mut self, id: &str, out: &mut Vec<Effect>) {
        let Some(doc) = self.docs.get_mut(id) else { return };
        let private = self.policy.taint().private || doc.is_private();
        if self.policy.meet(true, private) {
            out.push(Effect::Taint { doc: id.to_owned(), taint: self.policy.taint() });
        }
    }
}

/// A question about reading what the page's own script cannot.
pub(super) fn crossing(origin: String, path: String, says: String, of: String) -> Request {
    Request {
        id: String::new(),
        origin,
        path,
        effect: Class::Read,
        args: json!({ "across": of }),
        says,
        why: "what a page's own scripts cannot read is not given to them unasked".into(),
        because: Vec::new(),
        rule: "across".into(),
        shape: String::new(),
        hash: String::new(),
        across: Some(of),
        also: Vec::new(),
    }
}

/// What the app wants a person to be asked. Its words stand in quotes beside ours: they may say anything.
fn confirm(what: &Todo) -> String {
    match what {
        Todo::Act(deed) => match deed.as_ref() {
            Deed::Far(far) if !far.confirm.is_empty() => format!(". The page says: {}", quote(&far.confirm)),
            _ => String::new(),
        },
        _ => String::new(),
    }
}

/// The second tool was told to act.
fn reads_only(path: &str, class: Class, operation: Option<&Operation>) -> Fault {
    let message = format!(
        "{path} {}, and look only reads. Nothing was done. Use the tool call with the same input.",
        class::word(class)
    );
    let again = operation.map(Put::put);
    fault::plain(Code::Denied, message, again)
}

fn unreadable(path: &str, ruling: &Ruling) -> Fault {
    let place = if path.is_empty() { "this page" } else { path };
    let message = format!(
        "reading {place} is denied by {}. Only the person can change that, in Onecall's options; use other parts of the page.",
        ruling.why
    );
    let attempt = (!path.is_empty()).then(|| json!({}));
    fault::plain(Code::Denied, message, attempt)
}

/// What was denied, by what, and what may be done instead.
fn denied(path: &str, class: Class, why: &str) -> Fault {
    let thing = path.rsplit_once('.').map_or("", |(thing, _)| thing);
    let message = format!(
        "{path} {}, which is denied by {why}. Nothing was done. It can still be read; only the person can change the rule, in Onecall's options.",
        class::word(class)
    );
    let attempt = if thing.is_empty() { json!({}) } else { json!({ "path": thing }) };
    fault::plain(Code::Denied, message, Some(attempt))
}

/// Arguments as a person reads them; what goes into secret fields is not shown.
pub(super) fn shown_args(tree: &Tree, act: &ActCall) -> Value {
    match &act.args {
        Args::Text(text) => json!([text]),
        Args::Number(number) => json!([number]),
        Args::Onto(onto) => json!([tree.address(*onto).to_string()]),
        Args::Writes(writes) => {
            let secret = |how: &How| matches!(how, How::Act(Act::SetValue { secret: true, .. }));
            let named = writes.iter().map(|write| {
                let shows = write.shows.trim_start_matches("= ");
                let value = if secret(&write.how) { "•••" } else { shows };
                (tree.key(write.field), Value::from(value.trim_matches('"')))
            });
            Value::Object(named.collect())
        }
        _ => json!([]),
    }
}
