//! `tabs`: the tabs that the person has shared with agents, and calls in them. The tab's own document answers, under its
//! own rules; this only hands the call over. As the page itself may be the caller, a tab of another site is told of and
//! reached only where the person lets that pair of origins. It must never reach a tab that the person has not shared.

use onecall_protocol::call::Operation;
use onecall_protocol::effect::Effect;
use onecall_protocol::fault::Code;
use onecall_protocol::message::SharedTab;
use onecall_protocol::policy::{Decision, HostKind};
use onecall_protocol::{Value, form::Put, json};

use super::Session;
use super::doc::Doc;
use super::judge::crossing;
use super::running::Phase;
use crate::answer::text::quote;
use crate::answer::{Draft, fault};
use crate::approval::across::Gate;
use crate::model::outline::Kind;
use crate::path::{Path, Segment};

impl Session {
    /// Answers what stands below `tabs`. False where a path does not begin there.
    pub(super) fn tabs_root(&mut self, call: &str, path: &Path, operation: &Operation, out: &mut Vec<Effect>) -> bool {
        let Some((Segment::Name(root), below)) = path.segments.split_first() else { return false };
        if root != "tabs" || self.policy.host() != HostKind::Extension {
            return false;
        }
        let Some(running) = self.calls.get_mut(call) else { return false };
        let (at, input) = match below {
            [] | [Segment::Special(_)] => (None, json!({})),
            [Segment::Index(at), rest @ ..] if u32::try_from(*at).is_ok() => {
                let inside = Operation { path: Path { segments: rest.to_vec() }.to_string(), ..operation.clone() };
                let mut input = inside.put();
                if let Some(fields) = input.as_object_mut() {
                    fields.insert("budget".into(), running.room().into());
                    // The call there ends before the one that waits for it.
                    fields.insert("timeout".into(), json!((f64::from(running.most()) / 1000.0 - 2.0).max(1.0)));
                }
                (u32::try_from(*at).ok(), input)
            }
            _ => {
                let message = "a tab is named by its number, like tabs[2]; tabs lists them.".into();
                let fault = fault::plain(Code::BadPath, message, Some(json!({ "path": "tabs" })));
                self.finish_operation(call, Draft::fault(fault), out);
                return true;
            }
        };
        running.phase = Phase::Elsewhere(at.map(|at| (at, input.clone())));
        let (doc, look, operation) = (running.doc.clone(), running.look, running.at);
        out.push(Effect::Tabs { doc, call: call.to_owned(), at, input, look, of: None, operation });
        true
    }

    /// The host has looked, or the other tab has answered.
    pub(super) fn tabs(&mut self, call: &str, tabs: &[SharedTab], output: Option<String>, out: &mut Vec<Effect>) {
        let Some(running) = self.calls.get(call) else { return };
        let (Phase::Elsewhere(at), Some(doc)) = (&running.phase, self.docs.get(&running.doc)) else { return };
        let readable = |tab: &SharedTab| doc.across(&self.policy, &tab.origin);
        let draft = match (at, output) {
            (None, _) => list(tabs, |tab| readable(tab) == Decision::Allow),
            (Some((at, _)), Some(output)) => {
                let head =
                    format!("in       tabs[{at}]: every path below stands in that tab, so put tabs[{at}]. before it");
                let lines = output.lines().map(str::to_owned).collect();
                Draft { path: format!("tabs[{at}]"), kind: "tab".into(), head, lines, ..Draft::default() }
            }
            (Some((at, input)), None) => match tabs.first() {
                Some(tab) => {
                    return self.cross_to_tab(call, (*at, input.clone()), readable(tab), &tab.origin.clone(), out);
                }
                None => {
                    let message = format!(
                        "there is no tabs[{at}]: the person has not shared it, it was closed, or Onecall is not on its page."
                    );
                    Draft::fault(fault::plain(Code::NotFound, message, Some(json!({ "path": "tabs" }))))
                }
            },
        };
        self.finish_operation(call, draft, out);
    }

    /// It is known of which site the tab is: goes there, asks whether it may be read from here, or refuses.
    fn cross_to_tab(
        &mut self,
        call: &str,
        (at, input): (u32, Value),
        decision: Decision,
        of: &str,
        out: &mut Vec<Effect>,
    ) {
        let Some(running) = self.calls.get_mut(call) else { return };
        let (doc, look, operation) = (running.doc.clone(), running.look, running.at);
        let path = Path { segments: vec![Segment::Name("tabs".into()), Segment::Index(at.into())] };
        let gate = Gate { kind: Kind::Tab, handle: 0, path, source: String::new() };
        match decision {
            Decision::Allow => {
                let of = Some(of.to_owned());
                out.push(Effect::Tabs { doc, call: call.to_owned(), at: Some(at), input, look, of, operation });
            }
            Decision::Deny => self.refuse_crossing(call, &gate, Decision::Deny, "", out),
            Decision::Ask => {
                let origin = self.docs.get(&doc).map(Doc::origin).unwrap_or_default();
                let says = format!("agents on {origin}, and {origin} itself, would use your tab of {of}");
                let request = crossing(origin, gate.path.to_string(), says, of.to_owned());
                self.ask_across(call, &gate, request, out);
            }
        }
    }
}

/// Of a tab of another site nothing is told but that it is there.
fn list(tabs: &[SharedTab], readable: impl Fn(&SharedTab) -> bool) -> Draft {
    let mut draft = Draft { path: "tabs".into(), kind: "tabs".into(), ..Draft::default() };
    draft.head = match tabs.len() {
        0 => "tabs  none but this one; the person can share others in Onecall's popup".into(),
        n => format!("tabs  {n} shared with agents by the person"),
    };
    let mut values = Vec::new();
    for tab in tabs {
        let SharedTab { at, title, url, .. } = tab;
        if readable(tab) {
            draft.lines.push(format!("tabs[{at}]  {} {}", quote(title), quote(url)));
            values.push(json!({ "at": at, "title": title, "url": url }));
        } else {
            draft.lines.push(format!("tabs[{at}]  of another site; reading it asks the person"));
            values.push(json!({ "at": at }));
        }
    }
    draft.next = tabs.first().map(|tab| format!("tabs[{}].page", tab.at)).into_iter().collect();
    draft.value = Value::Array(values);
    draft
}
