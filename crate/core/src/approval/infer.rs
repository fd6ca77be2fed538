//! What a checked call will do, judged by what it acts on: never below what its verb says.
//! Every sign only raises; nothing that a page says of itself makes its own button harmless.

use onecall_protocol::effect::Act;
use onecall_protocol::facts::flag;
use onecall_protocol::policy::{Class, HostKind};

use super::class::{holds_phrase, raise_by_label};
use super::words::{CARD, SIGN_OUT};
use crate::member::args::{ActCall, Args};
use crate::member::{Far, Tree, Verb, press};
use crate::model::dom::NodeId;
use crate::model::outline::{Kind, ThingId};

/// What a call does, and what that was told by.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Effect {
    /// The gravest effect it may have.
    pub class: Class,
    /// The signs, in words of ours.
    pub because: Vec<&'static str>,
    /// Does it carry something out of this page's site?
    pub abroad: bool,
}

impl Effect {
    /// What its verb says, before anything is looked at.
    #[must_use]
    pub fn of(class: Class) -> Self {
        Self { class, because: Vec::new(), abroad: false }
    }

    /// Does it change something outside this browser, or say something to somebody there?
    #[must_use]
    pub fn outward(&self) -> bool {
        self.abroad || self.class >= Class::Upload
    }

    fn raise(&mut self, class: Class, because: &'static str) {
        if class > self.class {
            self.class = class;
            self.because.push(because);
        }
    }
}

/// The gravest effect that something done by the page's own code may have. The script tag asks on the site's behalf, so
/// the site's word counts there; the extension takes no page's word for what its code does not do.
#[must_use]
pub fn far(far: &Far, host: HostKind) -> Effect {
    if matches!(far.act, Act::AppGet { .. }) {
        return Effect::of(Class::Read);
    }
    let mut out = Effect::of(far.declared.unwrap_or(Class::Act));
    if host != HostKind::Page || far.declared.is_none() {
        let raised = raise_by_label(out.class, &far.label);
        out.raise(raised, "its name");
    }
    out
}

/// The gravest effect that a call may have.
#[must_use]
pub fn effect(tree: &Tree, call: &ActCall) -> Effect {
    let mut out = Effect::of(call.verb.class());
    match call.verb {
        Verb::Click | Verb::DoubleClick | Verb::Open | Verb::Select | Verb::Submit => pressed(tree, call.of, &mut out),
        // A dialog is told by one of its buttons.
        Verb::Accept | Verb::Dismiss | Verb::Close => {
            if let Args::Onto(button) = call.args {
                pressed(tree, button, &mut out);
            }
        }
        // An item of a menu does what it says.
        Verb::Choose => {
            if let Args::Writes(writes) = &call.args
                && tree.kind(call.of) != Kind::Field
            {
                out.raise(Class::Act, "it opens a menu");
                for write in writes {
                    out.raise(raise_by_label(out.class, &write.shows), "the words of the item");
                }
            }
        }
        Verb::Press => key(tree, call, &mut out),
        Verb::Goto => {
            if let Args::Text(url) = &call.args {
                address(tree, url, &mut out);
            }
        }
        _ => {}
    }
    out
}

/// The class alone.
#[must_use]
pub fn class(tree: &Tree, call: &ActCall) -> Class {
    effect(tree, call).class
}

/// Enter in a field submits its form; Enter and Space press a button; Delete deletes what is no text.
fn key(tree: &Tree, call: &ActCall, out: &mut Effect) {
    let Args::Text(keys) = &call.args else { return };
    for key in press::each(keys) {
        one_key(tree, call, key, out);
    }
}

fn one_key(tree: &Tree, call: &ActCall, key: &str, out: &mut Effect) {
    let last = key.rsplit('+').next().unwrap_or(key);
    let kind = tree.kind(call.of);
    match last {
        "Enter" | "NumpadEnter" | " " | "Space" => match kind {
            Kind::Field | Kind::Editor if last.ends_with("Enter") => {
                if let Some(form) = owner_form(tree, call.of) {
                    submit(tree, form, out);
                }
            }
            Kind::Field | Kind::Editor => {}
            // It goes to whatever has the focus, which the core does not know.
            Kind::Page => out.raise(Class::Submit, "the key goes to whatever has the focus"),
            _ => pressed(tree, call.of, out),
        },
        "Delete" | "Backspace" if !matches!(kind, Kind::Field | Kind::Editor) => {
            out.raise(Class::Delete, "the key deletes what is selected");
        }
        _ => {}
    }
}

fn pressed(tree: &Tree, id: ThingId, out: &mut Effect) {
    let Some(thing) = tree.outline().thing(id) else { return };
    let dom = tree.dom();
    match thing.kind {
        Kind::Form => submit(tree, id, out),
        Kind::Link => link(tree, id, thing.node, out),
        Kind::Button => {
            label(tree, id, out);
            let kind = dom.attr(thing.node, "type").unwrap_or("submit");
            let submits = dom.tag(thing.node) == "button" && kind.eq_ignore_ascii_case("submit")
                || dom.tag(thing.node) == "input" && matches!(kind.to_lowercase().as_str(), "submit" | "image");
            if dom.attr(thing.node, "formmethod") == Some("dialog") {
                return;
            }
            if let Some(action) = dom.attr(thing.node, "formaction").filter(|_| submits) {
                target(tree, action, out);
            }
            if let Some(form) = owner_form(tree, id).filter(|_| submits) {
                submit(tree, form, out);
            }
        }
        // Menus and tabs name what they do as buttons do.
        Kind::MenuItem | Kind::Tab | Kind::TreeItem | Kind::Field | Kind::Spot => label(tree, id, out),
        _ => {}
    }
}

fn label(tree: &Tree, id: ThingId, out: &mut Effect) {
    out.raise(raise_by_label(out.class, &tree.label(id)), "the words on it");
    let Some(thing) = tree.outline().thing(id) else { return };
    // A label may be only a sign; the author's own names often say more.
    for name in ["title", "value", "name", "id"] {
        if let Some(text) = tree.dom().attr(thing.node, name) {
            out.raise(raise_by_label(out.class, &text.replace(['_', '-'], " ")), "its name in the page's code");
        }
    }
}

fn link(tree: &Tree, id: ThingId, node: NodeId, out: &mut Effect) {
    let dom = tree.dom();
    let href = dom.attr(node, "href").unwrap_or("").trim();
    let goes = !href.is_empty() && !href.starts_with('#') && !href.to_lowercase().starts_with("javascript:");
    if !goes {
        // A link that goes nowhere is a button.
        return label(tree, id, out);
    }
    out.raise(Class::Navigate, "it is a link");
    if dom.attr(node, "download").is_some() || is_file(href) {
        out.raise(Class::Download, "it leads to a file");
    }
    address(tree, href, out);
    // Links that do something by being visited: they end the session, or have a script that deletes.
    let lower = href.to_lowercase();
    if SIGN_OUT.iter().any(|word| lower.contains(word)) {
        out.raise(Class::Auth, "the address it leads to");
    }
    let said = tree.label(id);
    let deletes = said.split_whitespace().count() <= 3 && raise_by_label(Class::Act, &said) == Class::Delete;
    if deletes || lower.split(['?', '&']).skip(1).any(|part| raise_by_label(Class::Act, part) == Class::Delete) {
        out.raise(Class::Delete, if deletes { "the words on it" } else { "the address it leads to" });
    }
}

/// Where an address leads.
fn address(tree: &Tree, url: &str, out: &mut Effect) {
    let lower = url.trim().to_lowercase();
    if ["mailto:", "tel:", "sms:"].iter().any(|scheme| lower.starts_with(scheme)) {
        out.raise(Class::Send, "it writes to somebody");
    }
    if leads_abroad(tree, &lower) {
        out.abroad = true;
    }
}

/// Files that a browser does not show but keep.
fn is_file(href: &str) -> bool {
    const KEPT: [&str; 13] = ["zip", "exe", "msi", "dmg", "pkg", "deb", "rpm", "apk", "gz", "7z", "iso", "csv", "xlsx"];
    let path = href.split(['?', '#']).next().unwrap_or("");
    path.rsplit_once('.').is_some_and(|(_, end)| KEPT.contains(&end.to_lowercase().as_str()))
}

fn leads_abroad(tree: &Tree, url: &str) -> bool {
    let rest = match url.split_once("//") {
        Some((scheme, rest)) if scheme.is_empty() || scheme == "http:" || scheme == "https:" => rest,
        _ => return false,
    };
    let host = |text: &str| text.split(['/', '?', '#']).next().unwrap_or("").to_lowercase();
    let own = tree.dom().head().url.split_once("://").map(|(_, rest)| host(rest)).unwrap_or_default();
    host(rest) != own
}

/// Where a form's answers go.
fn target(tree: &Tree, action: &str, out: &mut Effect) {
    address(tree, action, out);
    if out.abroad {
        out.raise(Class::Send, "it sends to another site");
    }
}

/// The form element that a thing belongs to.
fn owner_form(tree: &Tree, id: ThingId) -> Option<ThingId> {
    let mut at = id;
    loop {
        let thing = tree.outline().thing(at)?;
        if thing.kind == Kind::Form && tree.dom().tag(thing.node) == "form" {
            return Some(at);
        }
        if thing.owner == at {
            return None;
        }
        at = thing.owner;
    }
}

/// Submitting a form: by where it goes, its fields, and the words on its submit button.
fn submit(tree: &Tree, form: ThingId, out: &mut Effect) {
    let dom = tree.dom();
    let outline = tree.outline();
    let Some(own) = outline.thing(form) else { return };
    if let Some(action) = dom.attr(own.node, "action") {
        target(tree, action, out);
    }
    let fields = outline.within(form, Kind::Field);
    let search = |node: NodeId| dom.attr(node, "type") == Some("search") || dom.attr(node, "role") == Some("searchbox");
    let searches = dom.attr(own.node, "role") == Some("search")
        || fields.iter().any(|field| outline.thing(*field).is_some_and(|thing| search(thing.node)));
    match searches {
        true => out.raise(Class::Navigate, "it searches"),
        false => out.raise(Class::Submit, "it submits a form"),
    }
    for field in fields {
        let Some(thing) = outline.thing(*field) else { continue };
        let complete = dom.attr(thing.node, "autocomplete").unwrap_or("");
        let words = || format!("{} {}", tree.label(*field), dom.attr(thing.node, "name").unwrap_or("")).to_lowercase();
        if complete.contains("cc-") || CARD.iter().any(|word| holds_phrase(&words(), word)) {
            out.raise(Class::Pay, "its form asks for a payment card");
        } else if dom.has(thing.node, flag::SECRET) || complete.contains("one-time-code") {
            out.raise(Class::Auth, "its form has a password or code");
        } else if dom.attr(thing.node, "type") == Some("file") {
            out.raise(Class::Upload, "its form takes files");
        }
    }
    for button in outline.within(form, Kind::Button) {
        let Some(thing) = outline.thing(*button) else { continue };
        if dom.attr(thing.node, "type").is_none_or(|kind| kind.eq_ignore_ascii_case("submit")) {
            out.raise(raise_by_label(out.class, &tree.label(*button)), "the words on its form's button");
        }
    }
}
