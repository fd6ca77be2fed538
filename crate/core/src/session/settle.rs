//! After acting: the page has settled, its facts are there; tells what changed and answers. Also waits
//! for conditions, which is settling without an act.

use onecall_protocol::effect::Effect;
use onecall_protocol::fault::Code;
use onecall_protocol::json;

use super::Session;
use super::running::{Acting, Phase, TICK};
use crate::answer::text::quote;
use crate::answer::{Draft, change, fault};
use crate::limits;
use crate::member::args::Wait;
use crate::member::{Place, Tree, resolve};
use crate::model::outline::{Kind, ThingId};
use crate::text::figure;

impl Session {
    /// Waits until the page is quiet, and what stands in its frames.
    pub(super) fn settle(&mut self, call: &str, quiet: u32, most: u32, out: &mut Vec<Effect>) {
        let Some(running) = self.calls.get_mut(call) else { return };
        let Some(doc) = self.docs.get(&running.doc) else { return };
        let (Phase::Acting(acting) | Phase::Settling(acting)) = &mut running.phase else { return };
        acting.settled = None;
        acting.unsettled = std::iter::once(&doc.id).chain(doc.frames.joined()).cloned().collect();
        for one in acting.unsettled.iter() {
            let (doc, call) = (one.clone(), call.to_owned());
            out.push(Effect::Settle { doc, call, quiet, most });
        }
    }

    pub(super) fn settled(
        &mut self,
        doc: &str,
        call: &str,
        quiet: bool,
        leaving: Option<String>,
        out: &mut Vec<Effect>,
    ) {
        let Some(running) = self.calls.get_mut(call) else { return };
        let own = running.doc == doc;
        let (Phase::Acting(acting) | Phase::Settling(acting)) = &mut running.phase else { return };
        if own {
            acting.settled = Some((quiet, leaving));
        }
        self.settled_one(call, doc, out);
    }

    /// A document is quiet, or gone. After the last the call goes on.
    pub(super) fn settled_one(&mut self, call: &str, doc: &str, out: &mut Vec<Effect>) {
        let Some(running) = self.calls.get_mut(call) else { return };
        let (Phase::Acting(acting) | Phase::Settling(acting)) = &mut running.phase else { return };
        if !acting.unsettled.remove(doc) || !acting.unsettled.is_empty() {
            return;
        }
        if matches!(running.phase, Phase::Acting(_)) {
            return self.looked(call, out);
        }
        // Another document may stand in a frame now.
        let page = running.doc.clone();
        self.advance(&page, out);
    }

    /// Tells what was done and what changed, once all that was asked for has come.
    pub(super) fn report(&mut self, call: &str, out: &mut Vec<Effect>) {
        let Some(running) = self.calls.get(call) else { return };
        let (id, allowed) = (running.doc.clone(), running.may_read.clone());
        // The facts since the act have come without what hides.
        self.veil(&id, &allowed);
        let Some(running) = self.calls.get_mut(call) else { return };
        let Some(doc) = self.docs.get_mut(&running.doc) else { return };
        let phase = std::mem::replace(&mut running.phase, Phase::Facts);
        let Phase::Settling(acting) = phase else {
            running.phase = phase;
            return;
        };
        let (quiet, leaving) = acting.settled.clone().unwrap_or((true, None));
        let budget = running.budget();
        let mut acting = acting;
        let plan = acting.plan.get().clone();
        let mut draft =
            Draft { path: plan.path.clone(), kind: "act".into(), notes: plan.notes.clone(), ..Draft::default() };
        let edited = std::mem::take(&mut acting.edited);
        let refused = super::edit::refusals(&doc.tree, edited, &mut acting.done);
        draft.done = done_lines(&acting);
        if let (true, Some(came)) = (acting.is_far(), &acting.came) {
            super::app::report(doc, &acting, came, budget, &mut draft);
        }
        if let Some((path, outcome)) = &acting.stopped {
            let nothing = acting.done.is_empty();
            draft.fault = fault::of_outcome(&doc.tree, &doc.ledger, path, outcome, nothing);
            if let (Some(fault), Some(why)) = (draft.fault.as_mut(), &acting.why) {
                fault.message = format!("{path}: {why}.{}", if nothing { " Nothing was changed." } else { "" });
            }
            let left = plan.moves.len() - acting.at;
            if let Some(fault) = draft.fault.as_mut().filter(|_| !nothing) {
                fault.message.push_str(&format!(
                    " {} of {} were done before it.",
                    plan.moves.len() - left,
                    plan.moves.len()
                ));
            }
        }
        if let (None, Some((path, _))) = (&draft.fault, refused.first()) {
            let all: Vec<String> = refused.iter().map(|(path, why)| format!("{path}: {why}.")).collect();
            draft.fault = Some(fault::plain(Code::Failed, all.join(" "), Some(json!({ "path": path }))));
        }
        if !(draft.done.is_empty() && refused.is_empty() || acting.reads()) {
            let (changed, bound) = change::changes(&doc.tree, &plan.before, &acting.touched);
            draft.changed = changed;
            draft.next = next(&doc.tree, &bound);
            let paths: Vec<(String, ThingId)> =
                bound.into_iter().map(|id| (doc.tree.address(id).to_string(), id)).collect();
            doc.bind(paths.iter().map(|(path, id)| (path.as_str(), *id)), out);
            match leaving {
                Some(to) => draft.changed.push(format!("going to {}", quote(&to))),
                None if !quiet => draft.notes.push("the page was still changing after 2 s".into()),
                None => {}
            }
        }
        doc.tree.end_act();
        doc.watch.settle(&doc.tree);
        self.finish_operation(call, draft, out);
    }

    /// Looks whether a condition holds; if not, looks again later.
    pub(super) fn look(&mut self, call: &str, out: &mut Vec<Effect>) {
        let Some(running) = self.calls.get_mut(call) else { return };
        let Some(doc) = self.docs.get(&running.doc) else { return };
        let Phase::Waiting(wait) = &running.phase else { return };
        let wait = wait.clone();
        if holds(&doc.tree, &wait) {
            let words = words(&wait);
            let draft = Draft { kind: "wait".into(), done: vec![format!("waited for {words}")], ..Draft::default() };
            return self.finish_operation(call, draft, out);
        }
        running.turns += 1;
        if running.out_of_time() {
            let seconds = f64::from(running.most()) / 1000.0;
            let message = format!("{} did not come true within {} s.", words(&wait), figure::shown(seconds));
            let look = match (&wait.text, &wait.path) {
                (Some(text), _) if !wait.gone => json!({ "path": "find", "args": [text] }),
                (_, Some(path)) => json!({ "path": path }),
                _ => json!({}),
            };
            return self.finish_operation(call, Draft::fault(fault::plain(Code::TimedOut, message, Some(look))), out);
        }
        out.push(Effect::Timer { doc: running.doc.clone(), call: call.to_owned(), after: limits::WAIT_MS, tag: TICK });
    }
}

fn words(wait: &Wait) -> String {
    let parts: Vec<String> = [("text", &wait.text), ("path", &wait.path), ("url", &wait.url)]
        .iter()
        .filter_map(|(name, part)| part.as_ref().map(|part| format!("{name} {}", quote(part))))
        .collect();
    let usable = if wait.enabled { " to be enabled" } else { "" };
    format!("{}{usable}{}", parts.join(" and "), if wait.gone { " to be gone" } else { "" })
}

fn holds(tree: &Tree, wait: &Wait) -> bool {
    let text = wait.text.as_ref().is_none_or(|text| {
        let page = tree.whole_text(tree.outline().page());
        page.to_lowercase().contains(&text.to_lowercase())
    });
    let path = wait.path.as_ref().is_none_or(|path| {
        crate::path::parse(path).is_ok_and(|path| {
            match resolve(tree, &crate::member::ledger::Ledger::default(), &path).map(|found| found.place) {
                Ok(Place::Group(group)) => !group.things.is_empty(),
                Ok(Place::Thing(id)) => !wait.enabled || !tree.states(id).disabled,
                Ok(_) => true,
                Err(_) => false,
            }
        })
    });
    let url = wait.url.as_ref().is_none_or(|url| tree.dom().head().url.contains(url.as_str()));
    (text && path && url) != wait.gone
}

/// `2 of 2 fields in page.forms["Sign in"]: Email = "…", Password set` for a fill, else line by line.
fn done_lines(acting: &Acting) -> Vec<String> {
    let plan = acting.plan.get();
    let fill = plan.path.strip_suffix(".fill");
    match fill {
        Some(of) if !acting.done.is_empty() => {
            let all = plan.moves.len();
            let word = if all == 1 { "field" } else { "fields" };
            vec![format!("{} of {all} {word} in {of}: {}", acting.done.len(), acting.done.join(", "))]
        }
        _ => acting.done.clone(),
    }
}

/// What the change suggests: a dialog's form, else nothing; never something that destroys.
fn next(tree: &Tree, bound: &[ThingId]) -> Vec<String> {
    let dialog = bound.iter().copied().find(|id| tree.kind(*id) == Kind::Dialog);
    dialog.map(|id| crate::answer::hint::next(tree, id)).unwrap_or_default()
}
