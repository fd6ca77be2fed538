//! Code mode as it crosses: what the core has the host's interpreter do, and what a script asks of the core. The host runs the
//! script; every operation inside is the core's, and so is the journal.

use serde::Serialize;

use crate::form::{form_struct, put_kinds, take_struct};
use crate::{Millis, Value};

/// What the host's interpreter is to do.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(tag = "do", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum ScriptWork {
    /// Run it. With replies: run it again, giving these replies in this order, up to where it stood.
    Start {
        /// The script.
        source: String,
        /// Names of the roots it finds.
        roots: Vec<String>,
        /// Its clock's first time.
        start: Millis,
        /// What its chance starts from.
        seed: u32,
        /// Replies given before, in order.
        replies: Vec<ScriptReply>,
    },
    /// The reply to one of its operations.
    Reply {
        /// The reply.
        reply: ScriptReply,
    },
    /// Forget it; its call is over.
    Stop,
}

/// The reply to an operation of a script.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(default)]
pub struct ScriptReply {
    /// Which operation, from 1.
    pub n: u32,
    /// When it was given.
    pub at: Millis,
    /// JSON text: `{value}` or `{fault: {code, message, attempt}}`.
    pub reply: String,
}

/// An operation that a script asks for.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(default)]
pub struct ScriptOp {
    /// Its number, from 1.
    pub n: u32,
    /// Where.
    pub path: String,
    /// Arguments of the last segment.
    pub args: Option<Value>,
    /// Assigned to the property.
    pub value: Option<Value>,
    /// It slept so long, in milliseconds, and has woken; the rest is absent.
    pub sleep: Option<f64>,
}

/// How a script ended.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(default)]
pub struct ScriptEnd {
    /// What it returned.
    pub value: Option<Value>,
    /// It returned nothing.
    pub none: bool,
    /// What it threw.
    pub error: Option<ScriptError>,
    /// The limit it ran into: `time`, `memory`.
    pub limit: Option<String>,
    /// Lines it printed.
    pub printed: Vec<String>,
    /// Operations that failed and that nobody awaited.
    pub unawaited: Vec<ScriptError>,
}

/// Something a script threw.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(default)]
pub struct ScriptError {
    /// `TypeError`, or `OnecallError` for an operation's fault.
    pub name: String,
    /// What it said.
    pub message: String,
    /// An operation's fault code.
    pub code: Option<String>,
    /// The operation's path.
    pub path: Option<String>,
    /// A call that would work.
    pub attempt: Option<Value>,
    /// Line in the script, from 1.
    pub line: Option<u32>,
    /// Column, from 1.
    pub column: Option<u32>,
    /// What to write instead.
    pub hint: Option<String>,
}

/// A script as a plan keeps it: what a new core needs to run it again up to where it stood.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
#[serde(default)]
pub struct ScriptJournal {
    /// The script.
    pub source: String,
    /// Its clock's first time.
    pub start: Millis,
    /// What its chance starts from.
    pub seed: u32,
    /// Replies given, in order.
    pub replies: Vec<ScriptReply>,
    /// Lines of what its operations did.
    pub told: Vec<String>,
    /// The operation under way.
    pub current: ScriptOp,
}

put_kinds!(ScriptWork by "do" {
    Start "start" { source, roots, start, seed, replies },
    Reply "reply" { reply },
    Stop "stop" {},
});
form_struct!(ScriptReply { n, at, reply });
form_struct!(ScriptOp or default { n, path, args, value, sleep });
take_struct!(ScriptEnd { value, none, error, limit, printed, unawaited });
take_struct!(ScriptError { name, message, code, path, attempt, line, column, hint });
form_struct!(ScriptJournal { source, start, seed, replies, told, current });
