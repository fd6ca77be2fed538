//! What the core wants done: returned as data, carried out by host or page kit, reported with a [`crate::message::Input`].

use serde::Serialize;

pub use crate::act::Act;
pub use crate::file::File;
pub use crate::outcome::{Outcome, Refusal};
pub use crate::probe::{FrameElement, Picture, ProbeField};
use crate::{CallId, DocId, Handle, Value};

/// One thing to be done. All but `Store` and `Ask` are carried out by the page kit of `doc`.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum Effect {
    /// Send facts: what changed since revision `since`, or all where that is 0 or not known. Reply: facts, in parts.
    Capture {
        /// The document.
        doc: DocId,
        /// Revision the core has; 0 for none.
        since: u32,
        /// Whether closed shadow roots may be read; where it is another than last time, all facts are sent.
        closed: bool,
    },
    /// Tell which documents stand in frames that their pages cannot read (the host does). Reply:
    /// [`crate::message::Input::Frames`], soon, also where some of them do not answer.
    Frames {
        /// The top document.
        doc: DocId,
        /// The frame elements.
        wanted: Vec<FrameElement>,
    },
    /// Read dear facts of a few elements. Reply: [`crate::message::Input::Probed`].
    Probe {
        /// The document.
        doc: DocId,
        /// The call that needs them.
        call: CallId,
        /// Whose facts.
        handles: Vec<Handle>,
        /// Which facts.
        fields: Vec<ProbeField>,
    },
    /// Do one step of a plan. Before the first, the kit writes `plan` to the call's journal. A step runs at most once: asked
    /// again for an id it has done, the kit replies with the recorded outcome. Reply: [`crate::message::Input::Outcome`].
    Perform {
        /// The document.
        doc: DocId,
        /// The call.
        call: CallId,
        /// What to do.
        step: Step,
        /// The whole plan, in bytes only the core reads: what a new core needs to finish this call. Empty where it is the
        /// one that came with the step before.
        plan: String,
        /// What to answer if the document goes away before the outcome is known.
        parting: String,
        /// The frame's document that the step is for, where it is not `doc`: its kit does it once that of `doc` has the plan.
        frame: Option<DocId>,
    },
    /// Wait until the page is quiet. Reply: facts, then [`crate::message::Input::Settled`].
    Settle {
        /// The document.
        doc: DocId,
        /// The call.
        call: CallId,
        /// Quiet for this long, in milliseconds, counts as settled.
        quiet: u32,
        /// Wait no longer than this, in milliseconds.
        most: u32,
    },
    /// Resolve the promise of a call. The text is well-formed and not empty.
    Answer {
        /// The document.
        doc: DocId,
        /// The call.
        call: CallId,
        /// Text, or JSON text for `format: "json"`.
        output: String,
        /// False where the answer is a fault.
        ok: bool,
    },
    /// Keep these bytes of the ledger; given back with `open`. `all` replaces what is kept.
    Ledger {
        /// The document.
        doc: DocId,
        /// Bytes only the core reads.
        entry: String,
        /// Replace instead of append.
        all: bool,
    },
    /// Keep the log of events; replaces what was kept. Given back with `open`, and left to the next document of this
    /// origin in the tab.
    Events {
        /// The document.
        doc: DocId,
        /// Bytes only the core reads.
        kept: String,
        /// Place in what the kit has heard up to which the log has it.
        place: u32,
    },
    /// Send [`crate::message::Input::Elapsed`] after a while, unless the call ends before. A call may take as long
    /// as its longest timer, whatever it said.
    Timer {
        /// The document.
        doc: DocId,
        /// The call.
        call: CallId,
        /// Milliseconds.
        after: u32,
        /// Which of the call's clocks it is; given back with `elapsed`.
        tag: u32,
    },
    /// Run, feed or forget the script of a call (the host does, it has the interpreter).
    /// Replies: [`crate::message::Input::ScriptOps`], in the end [`crate::message::Input::ScriptEnded`].
    Script {
        /// The document.
        doc: DocId,
        /// The call.
        call: CallId,
        /// What to do.
        work: crate::script::ScriptWork,
    },
    /// Ask the person (the host does). Reply: [`crate::message::Input::Decided`].
    Ask {
        /// The document.
        doc: DocId,
        /// The call.
        call: CallId,
        /// What is asked.
        request: crate::policy::Request,
    },
    /// Keep a request and how far it has come (the host does); given back with `approvals`.
    Approval {
        /// The document.
        doc: DocId,
        /// The request.
        record: crate::policy::Asked,
    },
    /// Keep the operation of a request that nobody has answered yet, for [`Effect::Run`]. It may hold secrets.
    Hold {
        /// The document.
        doc: DocId,
        /// The request, `ap-7`.
        id: String,
        /// An input of the tool.
        input: Value,
    },
    /// Begin a call named `call` with what was kept for a request, once. Reply: [`crate::message::Input::Request`].
    Run {
        /// The document.
        doc: DocId,
        /// The call, `<doc>:ap-7`.
        call: CallId,
        /// The request, `ap-7`.
        id: String,
    },
    /// List the shared tabs, or call in one (the host does). Reply: [`crate::message::Input::Tabs`].
    Tabs {
        /// The document.
        doc: DocId,
        /// The call.
        call: CallId,
        /// The tab's number (absent: the list).
        at: Option<u32>,
        /// What it is called with.
        input: Value,
        /// Only read.
        look: bool,
        /// The origin that the tab has to have; absent: the host says first which it has.
        of: Option<String>,
        /// Which operation of the call it is: a host that is asked again hands it over once.
        operation: usize,
    },
    /// What agents have met is more than before; given back with the policy (the host does).
    Taint {
        /// The document that was read.
        doc: DocId,
        /// All that was met.
        taint: crate::policy::Taint,
    },
    /// Write a line to the log that the person can read (the host does).
    Log {
        /// The document.
        doc: DocId,
        /// What happened, with secrets masked.
        entry: crate::policy::LogEntry,
    },
}

/// One step of a plan: a primitive act on one element or on the document.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Step {
    /// `<call>/<n>`, unique; makes a step run at most once.
    pub id: String,
    /// On what.
    pub target: Target,
    /// What.
    pub act: Act,
}

/// The element meant and the facts that made it this element.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Target {
    /// The element; 0 for the document.
    pub handle: Handle,
    /// Re-read in the same task as the act; any difference is the outcome `stale`.
    pub checks: Vec<Check>,
}

/// A raw fact that must still hold.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(tag = "what", rename_all = "camelCase")]
pub enum Check {
    /// The element's flat text (capture's text nodes below it, white space folded and trimmed, first 200 characters).
    Text {
        /// Whose.
        handle: Handle,
        /// What it was.
        was: String,
    },
    /// An attribute; `was` is absent where there was none.
    Attr {
        /// Whose.
        handle: Handle,
        /// Which.
        name: String,
        /// What it was.
        was: Option<String>,
    },
    /// `handle` is still inside `within` (flat tree).
    Inside {
        /// The inner element.
        handle: Handle,
        /// The outer one.
        within: Handle,
    },
}
