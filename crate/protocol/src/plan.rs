//! A plan as the page kit keeps it in a call's journal: what a new core needs to finish the call.
//! Written and read by the core only; the kit sees bytes.

use serde::{Deserialize, Serialize};

use crate::Handle;
use crate::effect::Step;

/// What one operation will do.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Plan {
    /// Which of the call's operations it belongs to, from 0.
    pub operation: usize,
    /// Answers to the operations before it, in order.
    pub answered: Vec<String>,
    /// Canonical path of the operation.
    pub path: String,
    /// What is done, in order.
    pub moves: Vec<Move>,
    /// The page before the first move, for telling what changed.
    pub before: Before,
    /// Something worth saying about how it was understood or found.
    pub notes: Vec<String>,
    /// The script it is an operation of.
    pub script: Option<crate::script::ScriptJournal>,
}

/// One move of a plan.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Move {
    /// What.
    pub what: What,
    /// The `done` line, once it is done: `clicked page.buttons.Save`.
    pub says: String,
    /// Canonical path of the thing it is done to.
    pub path: String,
}

/// What a move is.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum What {
    /// A step.
    Step(Step),
    /// Click the option of this name that a field offers once it is open; the options are read then.
    Pick {
        /// The step's id.
        id: String,
        /// The field's element.
        field: Handle,
        /// The option's label.
        option: String,
    },
}

/// What is compared before and after an act.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Before {
    /// `location.href`.
    pub url: String,
    /// `document.title`.
    pub title: String,
    /// Things whose coming and going is told: handle, path, text.
    pub things: Vec<(Handle, String, String)>,
    /// States of controls: handle, state in words.
    pub states: Vec<(Handle, String)>,
    /// Row and item counts: handle, path, count.
    pub counts: Vec<(Handle, String, usize)>,
    /// The newest element's handle in each document: what has a higher one has come since.
    pub newest: Vec<Handle>,
    /// Texts of the page, as hashes; not kept over a core's death, where new text goes untold.
    #[serde(skip)]
    pub texts: Vec<u64>,
}
