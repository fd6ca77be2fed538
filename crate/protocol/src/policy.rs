//! Approvals as they cross worlds: effect classes, decisions, rules, requests and log entries (design.md §8).

use serde::Serialize;

use crate::form::{form_names, form_struct, put_struct, take_struct};
use crate::{CallId, DocId, Millis, Value};

/// What an operation does to the world. Ordered from harmless to grave.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
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

impl Class {
    /// All, from harmless to grave.
    pub const ALL: [Self; 12] = [
        Self::Read,
        Self::Write,
        Self::Act,
        Self::Navigate,
        Self::Download,
        Self::Upload,
        Self::Submit,
        Self::Consequential,
        Self::Send,
        Self::Auth,
        Self::Delete,
        Self::Pay,
    ];
}

/// What the policy says.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum Decision {
    /// Go on.
    Allow,
    /// A person decides.
    #[default]
    Ask,
    /// No.
    Deny,
}

/// One rule. An absent part matches everything.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
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
    /// (`https://pay.test`; `sandboxed https://pay.test` for sandboxed ones), [`CLOSED`] for closed shadow roots, or [`PICTURES`] for pictures.
    pub across: Option<String>,
    /// What follows.
    pub decision: Decision,
}

/// As [`Rule::across`]: the closed shadow roots of the page.
pub const CLOSED: &str = "closed shadow roots";

/// As [`Rule::across`]: pictures of the page, which show what its scripts cannot read (images of other sites, visited links).
pub const PICTURES: &str = "pictures";

/// What a person lets agents do at a site, in one word.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum Level {
    /// Everything but what is excepted, which asks.
    All,
    /// Asks before it submits, sends, uploads, signs in or out, deletes or pays.
    Grave,
    /// Asks before it changes anything.
    Ask,
    /// Reads only; nothing is asked.
    Read,
}

/// A level for a site, or for all of them.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct SiteLevel {
    /// `https://shop.test`, exact; absent for all sites that have none of their own.
    #[serde(default)]
    pub origin: Option<String>,
    /// The level.
    pub level: Level,
    /// With [`Level::All`]: effects that ask all the same.
    #[serde(default)]
    pub except: Vec<Class>,
}

/// A remembered yes. It answers only what the same rule would ask again.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(default)]
pub struct Grant {
    /// Where it counts.
    pub origin: String,
    /// In this document only, where given.
    pub doc: Option<DocId>,
    /// In this branch only, where given.
    pub branch: Option<String>,
    /// For this effect, and no graver or milder one.
    pub effect: Option<Class>,
    /// The rule that asked, as [`Request::rule`] has it.
    pub rule: String,
    /// The member that was asked about …
    pub path: String,
    /// … and its declared shape then, as [`Request::shape`] has it.
    pub shape: String,
}

/// What an agent has met so far in this browser's session; it only grows.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(default)]
pub struct Taint {
    /// It has read words of strangers.
    pub untrusted: bool,
    /// It has read something that is the person's own.
    pub private: bool,
}

/// The host's defaults and what the person has set, as given to the core.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(default)]
pub struct Policy {
    /// Which defaults apply.
    pub host: HostKind,
    /// The rules, in any order.
    pub rules: Vec<Rule>,
    /// Levels of sites.
    pub levels: Vec<SiteLevel>,
    /// Levels that an organisation has set: they may only make stricter what else is set.
    pub bounds: Vec<SiteLevel>,
    /// Remembered answers.
    pub grants: Vec<Grant>,
    /// What was met before this core began.
    pub taint: Taint,
    /// Tokens of an answer where the caller does not say.
    pub budget: Option<u32>,
}

/// The thing a core runs in.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
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
#[derive(Debug, Clone, PartialEq, Serialize)]
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
    /// Why it is asked: the rule or default, in words.
    pub why: String,
    /// The signs that told the effect.
    #[serde(default)]
    pub because: Vec<String>,
    /// The rule, for remembering the answer.
    pub rule: String,
    /// The member's declared shape, likewise.
    pub shape: String,
    /// What stands for the call and its exact arguments.
    pub hash: String,
    /// Where it is about reading what the page itself cannot: whose that is, as [`Rule::across`] has it.
    #[serde(default)]
    pub across: Option<String>,
    /// Further acts of the same call that this answer covers, one sentence each.
    #[serde(default)]
    pub also: Vec<String>,
}

/// How far a request has come.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum State {
    /// Nobody has answered.
    #[default]
    Pending,
    /// Allowed, and not yet run.
    Allowed,
    /// Being run.
    Running,
    /// Run; the result says what came of it.
    Done,
    /// A person said no.
    Denied,
    /// The call was cancelled or its page is gone.
    Withdrawn,
}

/// A request from its beginning to its result, as the host keeps it. Secrets are masked; the operation itself stays in
/// the page kit that was asked for it.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Asked {
    /// What was asked.
    pub request: Request,
    /// The document that it is bound to.
    pub doc: DocId,
    /// The call that asked.
    #[serde(default)]
    pub call: CallId,
    /// Its tab, where the host has tabs.
    #[serde(default)]
    pub tab: Option<u32>,
    /// How far it has come.
    #[serde(default)]
    pub state: State,
    /// The answer of the operation, once it has run.
    #[serde(default)]
    pub result: String,
    /// What waits is a script, which goes on whatever the answer is.
    #[serde(default)]
    pub script: bool,
}

/// One line of the log.
#[derive(Debug, Clone, PartialEq, Serialize)]
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
    /// The person tried it in a page of ours; no agent did.
    pub own: bool,
}

form_names!(Class {
    Read "read",
    Write "write",
    Act "act",
    Navigate "navigate",
    Download "download",
    Upload "upload",
    Submit "submit",
    Consequential "consequential",
    Send "send",
    Auth "auth",
    Delete "delete",
    Pay "pay",
});
form_names!(Decision or default { Allow "allow", Ask "ask", Deny "deny" });
form_names!(Level { All "all", Grave "grave", Ask "ask", Read "read" });
form_names!(HostKind or default { Extension "extension", Page "page" });
form_names!(State or default {
    Pending "pending",
    Allowed "allowed",
    Running "running",
    Done "done",
    Denied "denied",
    Withdrawn "withdrawn",
});
take_struct!(Rule { origin, path, effect, across, decision });
take_struct!(SiteLevel { origin, level, except });
take_struct!(Grant { origin, doc, branch, effect, rule, path, shape });
form_struct!(Taint or default { untrusted, private });
take_struct!(Policy { host, rules, levels, bounds, grants, taint, budget });
form_struct!(Request { id, origin, path, effect, args, says, why, because, rule, shape, hash, across, also });
form_struct!(Asked { request, doc, call, tab, state, result, script });
put_struct!(LogEntry { + at, + doc, + origin, + path, + effect, + decision, + tokens, + result, + own });
