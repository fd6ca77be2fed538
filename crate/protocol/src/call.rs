//! The input of the tool `call`, after lenient reading. What an agent really sent is any JSON value;
//! `core::path` turns it into this or into a fault.

use serde::Serialize;

use crate::Value;
use crate::form::put_struct;

/// How an answer is written.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum Format {
    /// Lines, as in answers.md.
    #[default]
    Text,
    /// One object.
    Json,
}

/// One operation: a path with arguments or a value. Both absent: read or describe.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
#[serde(default)]
pub struct Operation {
    /// Where; empty is the overview.
    pub path: String,
    /// Arguments of the last segment: an array (positional) or an object (named).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub args: Option<Value>,
    /// Assigned to the property that the path names.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<Value>,
}

/// A whole call.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
#[serde(default)]
pub struct Call {
    /// What to do, in order; one unless `steps` was given.
    pub operations: Vec<Operation>,
    /// Was it given as `steps`?
    pub batch: bool,
    /// Size of the answer in tokens.
    pub budget: Option<u32>,
    /// Text or JSON.
    pub format: Format,
    /// Milliseconds this call may take.
    pub timeout: Option<u32>,
}

put_struct!(Operation { + path, ? args, ? value });
