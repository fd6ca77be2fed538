//! `$picture`: what a thing looks like. The page kit takes the picture and keeps it; here it is decided whether it may be
//! taken, and what is to be painted over. A picture shows what the page's own script cannot read, and the page may be the
//! caller: it must never be taken before a person has allowed it for the site.

use onecall_protocol::answer::Fault;
use onecall_protocol::effect::{Effect, Picture, ProbeField};
use onecall_protocol::fault::Code;
use onecall_protocol::policy::{Class, Decision, HostKind, PICTURES};
use onecall_protocol::{Handle, Value, json};

use super::Session;
use super::judge::crossing;
use super::operate::Step;
use super::running::Phase;
use crate::answer::{Draft, fault};
use crate::approval::across::{self, Gate};
use crate::limits;
use crate::member::{Place, Tree, resolve};
use crate::model::dom::slot_of;
use crate::model::outline::{Kind, ThingId};
use crate::path::Path;

/// What `$picture` behind a place comes to.
pub(super) fn step(tree: &Tree, place: &Place, given: Option<&Value>) -> Result<Step, Fault> {
    let id = match place {
        Place::Thing(id) => *id,
        Place::Overview => tree.outline().page(),
        place => {
            let path = resolve::canonical(tree, place);
            let message = format!(
                "{path} is nothing that is drawn. Pictures are of things on the page: a form, a table, an image, page itself."
            );
            return Err(fault::plain(Code::InvalidArgument, message, Some(json!({ "path": "page.$picture" }))));
        }
    };
    Ok(Step::Picture(id, resolve::canonical(tree, &Place::Thing(id)), takes_images(given)))
}

/// Does the caller say that it takes images? WebMCP says nothing about who calls, and an image in a text is dear.
fn takes_images(given: Option<&Value>) -> bool {
    given.is_some_and(|given| given.get("image").or_else(|| given.get(0)) == Some(&json!(true)))
}

/// What is to be painted over beside what the kit knows by itself: what may not be read, and closed shadow roots.
fn covers(tree: &Tree) -> Vec<Handle> {
    let dom = tree.dom();
    let closed = across::stubs(tree).filter_map(|id| tree.outline().thing(id)).map(|thing| thing.node);
    let mut out: Vec<Handle> =
        dom.veiled_tops().chain(closed).map(|node| dom.handle(node)).filter(|handle| slot_of(*handle) == 0).collect();
    out.retain(|handle| *handle > 0);
    out
}

impl Session {
    /// Takes a picture of a thing for a call, or says why not.
    pub(super) fn picture(&mut self, call: &str, id: ThingId, path: Path, takes: bool, out: &mut Vec<Effect>) {
        let Some(running) = self.calls.get_mut(call) else { return };
        let Some(doc) = self.docs.get_mut(&running.doc) else { return };
        let Some(thing) = doc.tree.outline().thing(id) else { return };
        let handle = doc.tree.dom().handle(thing.node);
        let at = path.to_string();
        let read = Some(json!({ "path": at }));
        let asked = json!({ "path": format!("{at}.$picture"), "args": { "image": true } });
        let refusal = if self.policy.host() == HostKind::Page {
            let why = "pictures need Onecall's browser extension: a script of the page cannot see what the browser draws. Read it as text.";
            Some((Code::Unavailable, why.to_owned(), read))
        } else if slot_of(handle) > 0 {
            Some((
                Code::Unavailable,
                format!("{at} is in a frame of another origin, which pictures leave out. Read it as text."),
                read,
            ))
        } else if running.pictures >= limits::PICTURES {
            let why =
                format!("an answer holds {} pictures at most. Ask for this one in another call.", limits::PICTURES);
            Some((Code::TooLarge, why, Some(asked.clone())))
        } else {
            None
        };
        if let Some((code, message, attempt)) = refusal {
            return self.finish_operation(call, Draft::fault(fault::plain(code, message, attempt)), out);
        }
        if !takes {
            let draft = Draft {
                head: format!(
                    "picture  {at} can be had as an image, by clients that show images in a tool's answer to their model. Nothing was taken: this call did not say that its client does."
                ),
                next: vec![format!("{at}.$picture with args {{\"image\":true}}")],
                kind: "picture".into(),
                path: at,
                ..Draft::default()
            };
            return self.finish_operation(call, draft, out);
        }
        let decision = if running.is_own() { Decision::Allow } else { doc.across(&self.policy, PICTURES) };
        running.judged = (Class::Read, decision);
        let gate = Gate { kind: Kind::Page, handle, path, source: PICTURES.into() };
        match decision {
            Decision::Allow => {
                let handles = std::iter::once(handle).chain(covers(&doc.tree)).collect();
                let draft = Draft { kind: "picture".into(), path: at, ..Draft::default() };
                running.phase = Phase::Probing(Box::new(draft));
                let doc = running.doc.clone();
                out.push(Effect::Probe { doc, call: call.to_owned(), handles, fields: vec![ProbeField::Picture] });
            }
            Decision::Deny => self.refuse_crossing(call, &gate, Decision::Deny, "", out),
            Decision::Ask => {
                let origin = doc.origin();
                let says = across::says(&origin, PICTURES);
                self.ask_across(call, &gate, crossing(origin, at, says, PICTURES.into()), out);
            }
        }
    }

    /// The page kit has taken it, or could not.
    pub(super) fn pictured(&mut self, call: &str, mut draft: Draft, picture: &Picture, out: &mut Vec<Effect>) {
        let Some(running) = self.calls.get_mut(call) else { return };
        let Picture { width, height, bytes, covered, why } = picture;
        if *width == 0 {
            let attempt = Some(json!({ "path": draft.path }));
            let why = if why.is_empty() { "nothing of it is drawn" } else { why };
            let message = format!("there is no picture of {}: {why}. Read it as text.", draft.path);
            return self.finish_operation(call, Draft::fault(fault::plain(Code::Unavailable, message, attempt)), out);
        }
        running.pictures += 1;
        let number = running.pictures;
        draft.head =
            format!("picture  {}  {width} × {height}, {bytes} bytes: image {number} beside this text", draft.path);
        if *covered > 0 {
            draft.lines.push(format!(
                "  painted over: {covered} (secret fields, frames of other origins, what may not be read)"
            ));
        }
        draft.value = json!({ "image": number, "width": width, "height": height, "bytes": bytes, "covered": covered });
        self.finish_operation(call, draft, out);
    }
}
