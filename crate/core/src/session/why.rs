//! `$why`: what the core knows of a thing, and the dear facts that only the page can tell: where it stands, and whether a
//! click reaches it. They are asked for here and nowhere else. It must never act, and never leave its call open.

use onecall_protocol::effect::{Effect, ProbeField};
use onecall_protocol::message::Probe;
use onecall_protocol::{Handle, json};

use super::Session;
use super::running::Phase;
use crate::answer::{Draft, fault};

impl Session {
    /// Asks the page about the element of a thing, as far as `draft` has explained it.
    pub(super) fn probe(&mut self, call: &str, handle: Handle, draft: Draft, out: &mut Vec<Effect>) {
        let Some(running) = self.calls.get_mut(call) else { return };
        running.phase = Phase::Probing(Box::new(draft));
        let fields = vec![ProbeField::Rect, ProbeField::Hit];
        out.push(Effect::Probe { doc: running.doc.clone(), call: call.to_owned(), handles: vec![handle], fields });
    }

    /// The page has answered.
    pub(super) fn probed(&mut self, call: &str, found: &[Probe], out: &mut Vec<Effect>) {
        let Some(running) = self.calls.get_mut(call) else { return };
        let Phase::Probing(draft) = &mut running.phase else { return };
        let mut draft = std::mem::take(&mut **draft);
        if draft.kind == "picture" {
            let came = found.first().and_then(|probe| probe.picture.clone()).unwrap_or_default();
            return self.pictured(call, draft, &came, out);
        }
        let Some(doc) = self.docs.get(&running.doc) else { return };
        if let Some(Probe { rect: Some([x, y, width, height]), handle, hit, .. }) = found.first() {
            let [left, top, wide, high] = [x, y, width, height].map(|part| part.round() as i64);
            draft.lines.push(format!("  box      {wide} × {high} at {left}, {top} of the viewport"));
            let (reached, words) = match hit {
                Some(hit) if hit == handle => (Some(true), "a click reaches it".to_owned()),
                Some(hit) => (Some(false), format!("a click is taken by {}", fault::named(&doc.tree, *hit))),
                None => (None, "outside of the viewport; acts scroll to it first".to_owned()),
            };
            draft.lines.push(format!("  hit      {words}"));
            if let Some(value) = draft.value.as_object_mut() {
                value.insert("hittable".into(), json!(reached));
                value.insert("box".into(), json!([x, y, width, height]));
            }
        }
        self.finish_operation(call, draft, out);
    }
}
