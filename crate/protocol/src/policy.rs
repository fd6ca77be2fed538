//! Approvals as they cross worlds: effect classes, decisions, rules, requests and log entries (design.md §8).

use serde::{Deserialize, Serialize};

use crate::{DocId, Millis, Value};

/// What an operation does to the world. Ordered from harmless to grave.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum Class {
    /// Reads.
    Read,
    /// Changes a value on the page.
    Write,
    /// Triggers something on the page.
    Act,
    /// Leaves the document.
    Navigate,
    /// Takes something out of the browser.
    Download,
    /// Puts something into the page from outside.
    Upload,
    /// Submits a form.
    Submit,
    /// Has consequences outside the page that a person should know of first; tools say so of themselves.
    Consequential,
    /// Sends a message to others.
    Send,
    /// Signs in or out, or deals with credentials.
    Auth,
    /// Destroys something.
    Delete,
    /// Spends money.
    Pay,
}

/// What the policy says.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum Decision {
    /// Go on.
    Allow,
    /// A person decides.
    Ask,
    /// No.
    Deny,
}

/// One rule. An absent part matches everything.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(default)]
pub struct Rule {
    /// `https://shop.test`, exact.
    pub origin: Option<String>,
    /// Canonical path of a branch; it and all below.
    pub path: Option<String>,
    /// Class of effect.
    pub effect: Option<Class>,
    /// With it the rule is about nothing but what the page's own script cannot read (design.md §8): the origin of frames
    /// (`https://pay.test`; `sandboxed https://pay.test` for sandboxed ones), or [`CLOSED`] for closed shadow roots.
    pub across: Option<String>,
    /// What follows.
    pub decision: Decision,
}

/// As [`Rule::across`]: the closed shadow roots of the page.
pub const CLOSED: &str = "closed shadow roots";

impl Default for Rule {
    fn default() -> Self {
        Self { origin: None, path: None, effect: None, across: None, decision: Decision::Ask }
    }
}

/// The host's defaults and the person's rules, as given to the core.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(default)]
pub struct Policy {
    /// Which defaults apply.
    pub host: HostKind,
    /// The rules, in any order.
    pub rules: Vec<Rule>,
}

/// The thing a core runs in.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum HostKind {
    /// The extension: reading is allowed, the rest asks.
    #[default]
    Extension,
    /// The script tag: `consequential`, `send`, `auth`, `delete` and `pay` ask, the rest is allowed.
    Page,
}

/// What a person is asked.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Request {
    /// `ap-7`.
    pub id: String,
    /// The document's origin.
    pub origin: String,
    /// Canonical path.
    pub path: String,
    /// Its gravest effect.
    pub effect: Class,
    /// Arguments, secrets masked.
    pub args: Value,
    /// One sentence: what will happen.
    pub says: String,
}

/// One line of the log.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct LogEntry {
    /// When.
    pub at: Millis,
    /// Where.
    pub doc: DocId,
    /// The document's origin.
    pub origin: String,
    /// Canonical path.
    pub path: String,
    /// Its effect.
    pub effect: Class,
    /// What the policy said.
    pub decision: Decision,
    /// Tokens of the answer.
    pub tokens: u32,
    /// `ok` or a fault's code.
    pub result: String,
}
