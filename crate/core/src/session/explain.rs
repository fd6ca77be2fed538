//! `policy`: what a person and an organisation let agents do here, and why a call would be allowed, asked about or
//! denied. It reads only; no path below it changes a rule.

use onecall_protocol::answer::Fault;
use onecall_protocol::call::Operation;
use onecall_protocol::fault::Code;
use onecall_protocol::policy::{Class, Decision, HostKind};
use onecall_protocol::{Value, json};

use super::Session;
use super::doc::Doc;
use crate::answer::text::quote;
use crate::answer::{Draft, fault, hint};
use crate::approval::class::word;
use crate::approval::infer::{self, Effect as Does};
use crate::approval::policy::Case;
use crate::approval::tool;
use crate::member::args::{ActCall, Args};
use crate::member::query::words;
use crate::member::{Place, Verb, resolve};
use crate::path::{self, Path, Segment};

/// A decision as a verb.
const fn verdict(decision: Decision) -> &'static str {
    match decision {
        Decision::Allow => "allowed",
        Decision::Ask => "the person is asked",
        Decision::Deny => "denied",
    }
}

impl Session {
    /// Answers what stands below the host's own roots; nothing for paths that begin elsewhere.
    pub(super) fn own_root(&self, call: &str, path: &Path, operation: &Operation) -> Option<Draft> {
        let running = self.calls.get(call)?;
        let doc = self.docs.get(&running.doc)?;
        let (Segment::Name(root), below) = path.segments.split_first()? else { return None };
        if root != "policy" || self.policy.host() != HostKind::Extension {
            return None;
        }
        Some(match below {
            [] | [Segment::Special(_)] => self.rules(doc),
            [Segment::Name(name)] if name == "explain" => match asked(operation) {
                Some(of) => self.explain(doc, &of),
                None => explain_help(),
            },
            [Segment::Name(name), Segment::Call(args)] if name == "explain" => match args.first() {
                Some(of) => self.explain(doc, &words(of)),
                None => explain_help(),
            },
            _ => Draft::fault(fault::plain(
                Code::NotFound,
                "policy has only explain(path); rules are changed by the person, in Onecall's options.".into(),
                Some(json!({ "path": "policy" })),
            )),
        })
    }

    /// The rules that can apply here, and what they come to for each effect.
    fn rules(&self, doc: &Doc) -> Draft {
        let origin = doc.origin();
        let mut draft = Draft { path: "policy".into(), kind: "policy".into(), ..Draft::default() };
        draft.head =
            format!("policy  what agents may do at {origin}; only the person can change it, in Onecall's options");
        let mut value = onecall_protocol::Map::new();
        for decision in [Decision::Allow, Decision::Ask, Decision::Deny] {
            let of = |class: &Class| {
                let case =
                    Case { origin: &origin, doc: doc.id(), path: "page", class: *class, outward: false, shape: "" };
                self.policy.decide(&case).decision == decision
            };
            let classes: Vec<&str> =
                Class::ALL.iter().filter(|class| of(class)).map(|class| hint::effect(*class)).collect();
            if !classes.is_empty() {
                draft.lines.push(format!("{:<21}{}", verdict(decision), classes.join(", ")));
                value.insert(verdict(decision).into(), json!(classes));
            }
        }
        draft.lines.extend(self.policy.lines(&origin).iter().map(|line| quote(line).trim_matches('"').to_owned()));
        draft.value = Value::Object(value);
        draft.next = vec!["policy.explain(\"page.buttons[\\\"…\\\"].click\")".into()];
        draft
    }

    /// Why a path is what it is.
    fn explain(&self, doc: &Doc, of: &str) -> Draft {
        match self.explained(doc, of) {
            Ok(draft) => draft,
            Err(fault) => Draft::fault(fault),
        }
    }

    fn explained(&self, doc: &Doc, of: &str) -> Result<Draft, Fault> {
        let parsed = path::parse(of).map_err(|error| {
            fault::plain(Code::BadPath, format!("explain takes a path: {error}"), Some(json!({ "path": "policy" })))
        })?;
        let found = resolve(&doc.tree, &doc.ledger, &parsed)?;
        let does = match &found.place {
            Place::Verb(id, verb) | Place::CellVerb(id, _, verb) => {
                let args = match (verb, &found.args) {
                    (Verb::Press | Verb::Goto, Some(Value::Array(args))) => args.first().map(words).map(Args::Text),
                    _ => None,
                };
                let act = ActCall {
                    of: *id,
                    cell: if let Place::CellVerb(_, at, _) = &found.place { Some(*at) } else { None },
                    verb: *verb,
                    args: args.unwrap_or(Args::None),
                    path: found.path.clone(),
                    notes: Vec::new(),
                };
                infer::effect(&doc.tree, &act)
            }
            Place::Tool(spot) => {
                super::tools::tool_at(doc, spot).map_or(Does::of(Class::Read), |tool| Does::of(tool::class(tool)))
            }
            Place::App(spot) => super::app::does(&doc.tree, spot, self.policy.host()),
            _ => Does::of(Class::Read),
        };
        let (origin, path) = (doc.origin(), found.path.to_string());
        let outward = does.outward();
        let case = Case { origin: &origin, doc: doc.id(), path: &path, class: does.class, outward, shape: "" };
        let ruling = self.policy.decide(&case);
        let mut draft =
            Draft { path: format!("policy.explain({})", quote(&path)), kind: "policy".into(), ..Draft::default() };
        draft.head = format!("{path}  {}: {}", hint::effect(does.class), verdict(ruling.decision));
        draft.lines.push(format!("effect   it {}{}", word(does.class), signs(&does)));
        draft.lines.push(format!("because  {}", ruling.why));
        draft.value = json!({
            "path": path, "effect": hint::effect(does.class), "because": does.because,
            "decision": verdict(ruling.decision), "rule": ruling.why,
        });
        Ok(draft)
    }
}

fn signs(does: &Does) -> String {
    if does.because.is_empty() { String::new() } else { format!(" ({})", does.because.join("; ")) }
}

fn explain_help() -> Draft {
    Draft {
        path: "policy.explain".into(),
        kind: "method".into(),
        head: "policy.explain(path)  Says whether a call is allowed, asked about or denied, by which rule, and why."
            .into(),
        lines: vec!["example  {\"path\":\"policy.explain\",\"args\":[\"page.buttons.Save.click\"]}".into()],
        ..Draft::default()
    }
}

/// The path that is asked about, from `args`.
fn asked(operation: &Operation) -> Option<String> {
    match operation.args.as_ref()? {
        Value::Array(args) => args.first().map(words),
        Value::Object(parts) => parts.values().next().map(words),
        Value::Null => None,
        other => Some(words(other)),
    }
}
