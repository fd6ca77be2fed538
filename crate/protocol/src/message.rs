//! What the hosts and page kits tell the core.

use serde::{Deserialize, Serialize};

use crate::effect::{Effect, Outcome};
use crate::policy::{Asked, Decision, Policy};
use crate::script::{ScriptEnd, ScriptOp};
use crate::{CallId, DocId, Handle, Millis, Value};

/// Version of these messages; two sides that differ do not talk.
pub const VERSION: u32 = 1;

/// What the core answers each message with.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Reply {
    /// What is to be done, in order.
    pub effects: Vec<Effect>,
    /// Why the message could not be read; then nothing happened.
    pub refused: Option<String>,
}

/// One message to the core. Facts come beside it, as typed arrays (see [`crate::facts`]).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase", try_from = "Flat")]
#[allow(clippy::large_enum_variant)] // One is alive at a time; a box would only add an allocation to every message.
pub enum Input {
    /// The host's policy; may come again when the person changes it.
    Policy {
        /// The policy.
        policy: Policy,
    },
    /// A document is there, for the first time or again (after the worker died).
    Open {
        /// The document.
        doc: DocId,
        /// `location.href`.
        url: String,
        /// What the kit kept of the ledger, in order.
        ledger: Vec<String>,
        /// What the kit kept of the log of events, or found of the document before it.
        #[serde(default)]
        events: String,
        /// The log is that of the document before it: it was kept where the page can write.
        #[serde(default)]
        carried: bool,
        /// Its tab, where the host has tabs; the host says it, not the kit.
        #[serde(default)]
        tab: Option<u32>,
        /// Its origin as rules have it, where the host knows better than the address says (`blob:`, `about:blank`);
        /// the host says it, not the kit.
        #[serde(default)]
        origin: Option<String>,
    },
    /// A document went away.
    Close {
        /// The document.
        doc: DocId,
    },
    /// Which documents stand in the frames that were asked for; those that did not answer are left out.
    Frames {
        /// The top document.
        doc: DocId,
        /// The documents.
        framed: Vec<Framed>,
    },
    /// A call.
    Request {
        /// The document.
        doc: DocId,
        /// The call.
        call: CallId,
        /// What the agent sent, unread.
        input: Value,
        /// By the tool that only reads: whatever acts is refused.
        #[serde(default)]
        look: bool,
        /// What the kit kept of this call, where it was begun by a core that is gone.
        #[serde(default)]
        journal: Option<Journal>,
        /// Now.
        now: Millis,
        /// When the caller sent it; earlier than now where a core that is gone had begun it. 0: now.
        #[serde(default)]
        began: Millis,
    },
    /// The page said something, or something happened to it, between the acts of calls. Comes before facts.
    Heard {
        /// The document.
        doc: DocId,
        /// What, in order.
        heard: Vec<Heard>,
        /// Place in what the kit has heard, for [`Effect::Events`].
        place: u32,
    },
    /// The caller does not want it any more.
    Cancel {
        /// The document.
        doc: DocId,
        /// The call.
        call: CallId,
    },
    /// What came of a step.
    Outcome {
        /// The document.
        doc: DocId,
        /// The call.
        call: CallId,
        /// The step.
        step: String,
        /// What came of it.
        outcome: Outcome,
    },
    /// The page is quiet, or the wait was over. Facts come before it.
    Settled {
        /// The document.
        doc: DocId,
        /// The call.
        call: CallId,
        /// True where the page was quiet before the bound.
        quiet: bool,
        /// Live-region messages and JS dialogs since what was last reported, in order.
        heard: Vec<Heard>,
        /// As in [`Input::Heard`].
        #[serde(default)]
        place: u32,
        /// Where the page is going, when it is about to leave.
        leaving: Option<String>,
    },
    /// Dear facts that were asked for.
    Probed {
        /// The document.
        doc: DocId,
        /// The call.
        call: CallId,
        /// One entry per handle asked for.
        found: Vec<Probe>,
    },
    /// A timer of the call ran out.
    Elapsed {
        /// The document.
        doc: DocId,
        /// The call.
        call: CallId,
        /// Now.
        #[serde(default)]
        now: Millis,
        /// Which clock.
        #[serde(default)]
        tag: u32,
    },
    /// The requests that the host keeps, told to a new core before anything else.
    Approvals {
        /// The requests.
        records: Vec<Asked>,
    },
    /// The tabs that the person has shared, or the answer of one of them.
    Tabs {
        /// The document.
        doc: DocId,
        /// The call.
        call: CallId,
        /// The tabs.
        tabs: Vec<SharedTab>,
        /// What the call in the tab was answered with; absent for the list, and where there is no such tab.
        output: Option<String>,
    },
    /// A person stops all that runs on a page.
    Stop {
        /// The document.
        doc: DocId,
    },
    /// A script asks for operations (the host says so).
    ScriptOps {
        /// The document.
        doc: DocId,
        /// The call.
        call: CallId,
        /// The operations, in order.
        ops: Vec<ScriptOp>,
        /// Now.
        now: Millis,
    },
    /// A script ended (the host says so).
    ScriptEnded {
        /// The document.
        doc: DocId,
        /// The call.
        call: CallId,
        /// How.
        end: ScriptEnd,
    },
    /// What the page's app has published under a name, or that it is gone. Sent after `open` and whenever it changes.
    /// It comes from the page's own script world: nothing in it is trusted.
    Published {
        /// The document.
        doc: DocId,
        /// Its name below `app`.
        name: String,
        /// What it is (core, publish/node.rs); null where it was removed.
        node: Value,
    },
    /// The tools that the page has registered, all of them. Untrusted as above.
    Tools {
        /// The document.
        doc: DocId,
        /// A list of them.
        tools: Value,
    },
    /// A person decided.
    Decided {
        /// The document.
        doc: DocId,
        /// The call.
        call: CallId,
        /// The request, `ap-7`.
        request: String,
        /// Allow or deny; `ask` where nobody answered in time.
        decision: Decision,
    },
}

/// An [`Input`] with all fields of all kinds. Reading a tagged enum through serde's own buffer costs the
/// wasm 150 kB; reading this costs a tenth.
#[derive(Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct Flat {
    kind: String,
    doc: DocId,
    call: CallId,
    policy: Option<Policy>,
    url: String,
    ledger: Vec<String>,
    events: String,
    carried: bool,
    input: Value,
    look: bool,
    journal: Option<Journal>,
    now: Millis,
    began: Millis,
    step: String,
    outcome: Option<Outcome>,
    quiet: bool,
    heard: Vec<Heard>,
    place: u32,
    leaving: Option<String>,
    found: Vec<Probe>,
    framed: Vec<Framed>,
    request: String,
    decision: Option<Decision>,
    tab: Option<u32>,
    origin: Option<String>,
    tag: u32,
    records: Vec<Asked>,
    tabs: Vec<SharedTab>,
    output: Option<String>,
    ops: Vec<ScriptOp>,
    end: Option<ScriptEnd>,
    name: String,
    node: Value,
    tools: Value,
}

impl TryFrom<Flat> for Input {
    type Error = String;

    fn try_from(flat: Flat) -> Result<Self, String> {
        let Flat { kind, doc, call, policy, url, ledger, input, journal, now, step, outcome, .. } = flat;
        let lacks = |field: &str| format!("{kind}: lacks {field}");
        Ok(match kind.as_str() {
            "policy" => Self::Policy { policy: policy.ok_or_else(|| lacks("policy"))? },
            "open" => {
                let Flat { events, carried, tab, origin, .. } = flat;
                Self::Open { doc, url, ledger, events, carried, tab, origin }
            }
            "close" => Self::Close { doc },
            "frames" => Self::Frames { doc, framed: flat.framed },
            "request" => Self::Request { doc, call, input, look: flat.look, journal, now, began: flat.began },
            "heard" => Self::Heard { doc, heard: flat.heard, place: flat.place },
            "cancel" => Self::Cancel { doc, call },
            "outcome" => Self::Outcome { doc, call, step, outcome: outcome.ok_or_else(|| lacks("outcome"))? },
            "settled" => {
                let Flat { quiet, heard, place, leaving, .. } = flat;
                Self::Settled { doc, call, quiet, heard, place, leaving }
            }
            "probed" => Self::Probed { doc, call, found: flat.found },
            "approvals" => Self::Approvals { records: flat.records },
            "stop" => Self::Stop { doc },
            "tabs" => Self::Tabs { doc, call, tabs: flat.tabs, output: flat.output },
            "scriptOps" => Self::ScriptOps { doc, call, ops: flat.ops, now },
            "scriptEnded" => Self::ScriptEnded { doc, call, end: flat.end.ok_or_else(|| lacks("end"))? },
            "elapsed" => Self::Elapsed { doc, call, now, tag: flat.tag },
            "published" => Self::Published { doc, name: flat.name, node: flat.node },
            "tools" => Self::Tools { doc, tools: flat.tools },
            "decided" => {
                let decision = flat.decision.ok_or_else(|| lacks("decision"))?;
                Self::Decided { doc, call, request: flat.request, decision }
            }
            other => return Err(format!("unknown kind of message: {other}")),
        })
    }
}

/// A document in a frame, as the host knows it.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(default)]
pub struct Framed {
    /// The document.
    pub doc: DocId,
    /// The document whose kit has the frame element.
    pub within: DocId,
    /// The frame element.
    pub handle: Handle,
    /// Its origin, as the browser says; `sandboxed https://pay.test` where it has an opaque one.
    pub origin: String,
}

/// A tab that the person has shared with agents.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(default)]
pub struct SharedTab {
    /// Its number, which no other tab gets.
    pub at: u32,
    /// Its title.
    pub title: String,
    /// Its address.
    pub url: String,
}

/// Something said on the page that may be gone already.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Heard {
    /// `alert`, `status`, `log` or a JS dialog: `js:alert`, `js:confirm`, `js:prompt`; what an app notified: `notify`.
    pub from: String,
    /// The text.
    pub text: String,
    /// When.
    #[serde(default)]
    pub at: Millis,
    /// In a closed shadow root: the page's own script could not read it.
    #[serde(default)]
    pub closed: bool,
}

/// Dear facts of one element.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(default)]
pub struct Probe {
    /// The element.
    pub handle: Handle,
    /// Its box, where asked for.
    pub rect: Option<[f64; 4]>,
    /// What a click would hit, where asked for.
    pub hit: Option<Handle>,
    /// The picture, where asked for.
    pub picture: Option<crate::probe::Picture>,
}

/// What the kit keeps of an open call.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(default)]
pub struct Journal {
    /// The plan as it came with the last step.
    pub plan: String,
    /// Outcomes of the steps done, in order.
    pub outcomes: Vec<(String, Outcome)>,
}
