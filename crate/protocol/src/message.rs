//! What the hosts and page kits tell the core.

use serde::Serialize;

use crate::effect::{Effect, Outcome};
use crate::form::{put_struct, take_kinds, take_struct};
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
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase")]
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
    /// The tabs that the person has shared, or where the one that is asked is, or its answer.
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

/// A document in a frame, as the host knows it.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
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
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(default)]
pub struct SharedTab {
    /// Its number, which no other tab gets.
    pub at: u32,
    /// Its title.
    pub title: String,
    /// Its address.
    pub url: String,
    /// Its origin, as the browser says.
    pub origin: String,
}

/// Something said on the page that may be gone already.
#[derive(Debug, Clone, PartialEq, Serialize)]
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
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
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
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(default)]
pub struct Journal {
    /// The plan as it came with the last step.
    pub plan: String,
    /// Outcomes of the steps done, in order.
    pub outcomes: Vec<(String, Outcome)>,
}

put_struct!(Reply { + effects, + refused });
take_kinds!(Input by "kind" {
    Policy "policy" { policy },
    Open "open" { doc, url, ledger, events, carried, tab, origin },
    Close "close" { doc },
    Frames "frames" { doc, framed },
    Request "request" { doc, call, input, look, journal, now, began },
    Heard "heard" { doc, heard, place },
    Cancel "cancel" { doc, call },
    Outcome "outcome" { doc, call, step, outcome },
    Settled "settled" { doc, call, quiet, heard, place, leaving },
    Probed "probed" { doc, call, found },
    Elapsed "elapsed" { doc, call, now, tag },
    Approvals "approvals" { records },
    Tabs "tabs" { doc, call, tabs, output },
    Stop "stop" { doc },
    ScriptOps "scriptOps" { doc, call, ops, now },
    ScriptEnded "scriptEnded" { doc, call, end },
    Published "published" { doc, name, node },
    Tools "tools" { doc, tools },
    Decided "decided" { doc, call, request, decision },
});
take_struct!(Framed { doc, within, handle, origin });
take_struct!(SharedTab { at, title, url, origin });
take_struct!(Heard { from, text, at, closed });
take_struct!(Probe { handle, rect, hit, picture });
take_struct!(Journal { plan, outcomes });
