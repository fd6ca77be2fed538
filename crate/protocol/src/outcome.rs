//! What came of a step, as the page kit reports it.

use serde::Serialize;

use crate::form::{form_kinds, form_names};
use crate::{Handle, Value};

/// What came of a step.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum Outcome {
    /// It was done.
    Done {
        /// What the control holds now, read back (never of a secret).
        value: Option<Value>,
        /// It differs from what was asked: the page changed or refused it.
        reverted: bool,
    },
    /// A guard refused it. Nothing was done.
    Refused {
        /// Which guard.
        reason: Refusal,
        /// The element in the way (covered, modal), 0 for none.
        by: Handle,
        /// For `stale`: what is there now, as raw text. Else a detail for the agent.
        found: String,
    },
    /// It was tried and threw or had no effect.
    Failed {
        /// What happened.
        message: String,
    },
}

/// Guards of the page kit; the browser's own, which synthetic events would pass by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum Refusal {
    /// Not in the document any more.
    Gone,
    /// In the document, but its facts differ.
    Stale,
    /// Not rendered or without size.
    NotVisible,
    /// Keeps moving.
    Unstable,
    /// Disabled.
    Disabled,
    /// Readonly.
    Readonly,
    /// Inert or behind an open modal.
    Inert,
    /// Something else would get the click.
    Covered,
    /// Longer than maxlength allows.
    TooLong,
    /// The control does not take this value.
    BadValue,
    /// Not possible without a person's gesture.
    NeedsUser,
    /// The call was cancelled before this step.
    Cancelled,
}

form_kinds!(Outcome by "kind" {
    Done "done" { value, reverted },
    Refused "refused" { reason, by, found },
    Failed "failed" { message },
});
form_names!(Refusal {
    Gone "gone",
    Stale "stale",
    NotVisible "notVisible",
    Unstable "unstable",
    Disabled "disabled",
    Readonly "readonly",
    Inert "inert",
    Covered "covered",
    TooLong "tooLong",
    BadValue "badValue",
    NeedsUser "needsUser",
    Cancelled "cancelled",
});
