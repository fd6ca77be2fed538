//! The answer as an object, for `format: "json"` (answers.md).

use serde::Serialize;

use crate::Value;
use crate::fault::{Code, Whose};
use crate::form::put_struct;

/// An answer. The text form says the same in lines.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema), schemars(deny_unknown_fields))]
#[serde(rename_all = "camelCase", default)]
pub struct Answer {
    /// False for a fault.
    pub ok: bool,
    /// Set where `ok` is false: clients of MCP look for it.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub is_error: bool,
    /// The call that it answers, where another document than the one that was called does.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub call: String,
    /// Canonical path of the place.
    pub path: String,
    /// What stands there: `overview`, `form`, `row`, `text` …
    pub kind: String,
    /// What was read.
    #[serde(skip_serializing_if = "Value::is_null")]
    pub value: Value,
    /// How the call was understood, where that is not plain.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
    /// What was done.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub done: Vec<String>,
    /// What is different now.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub changed: Vec<String>,
    /// What was said meanwhile.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub events: Vec<String>,
    /// Calls that continue what was cut.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub more: Vec<String>,
    /// Calls worth making.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub next: Vec<String>,
    /// What can be said to the place.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub members: Vec<String>,
    /// What was wrong.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fault: Option<Fault>,
    /// Size.
    pub usage: Usage,
}

/// Answers to the steps of one call.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema), schemars(deny_unknown_fields))]
#[serde(default)]
pub struct Steps {
    /// False where one of them is a fault.
    pub ok: bool,
    /// As `ok`: clients of MCP look for it.
    #[serde(rename = "isError", skip_serializing_if = "std::ops::Not::not")]
    pub is_error: bool,
    /// The answers, in order; after a fault no step is run.
    #[cfg_attr(feature = "types", schemars(with = "Vec<Answer>"), ts(type = "Array<Answer>"))]
    pub steps: Vec<Value>,
    /// How many steps were not run.
    pub left: usize,
}

/// What was wrong.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct Fault {
    /// Its code.
    pub code: Code,
    /// Whose fault it is.
    pub whose: Whose,
    /// One or two sentences.
    pub message: String,
    /// Near names.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub near: Vec<String>,
    /// A call that would work, as an input of `call`.
    #[serde(default, rename = "try", skip_serializing_if = "Option::is_none")]
    pub attempt: Option<Value>,
}

impl Fault {
    /// Without near names and a call that would work.
    #[must_use]
    pub const fn new(code: Code, message: String) -> Self {
        Self { code, whose: code.whose(), message, near: Vec::new(), attempt: None }
    }
}

/// Size of an answer.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct Usage {
    /// Estimated tokens (o200k).
    pub tokens: u32,
    /// What was allowed.
    pub budget: u32,
}

put_struct!(Answer {
    + ok,
    ? is_error as "isError",
    ? call,
    + path,
    + kind,
    ? value,
    ? notes,
    ? done,
    ? changed,
    ? events,
    ? more,
    ? next,
    ? members,
    ? fault,
    + usage,
});
put_struct!(Steps { + ok, ? is_error as "isError", + steps, + left });
put_struct!(Fault { + code, + whose, + message, ? near, ? attempt as "try" });
put_struct!(Usage { + tokens, + budget });
