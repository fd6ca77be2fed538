//! What the page says about a field beside it: error, hint, nearby words.
//! It must never take a browser's complaint about a field that nobody has filled in yet for an error.

use onecall_protocol::facts::{extra, flag};

use super::FieldFacts;
use crate::model::aria::{Shown, View};
use crate::model::dom::NodeId;
use crate::model::{said, text};

/// What is wrong: said by reference, then by the words beside it, then by the browser.
pub(super) fn error(view: View<'_>, node: NodeId, facts: &FieldFacts, invalid: bool) -> Option<String> {
    let dom = view.dom;
    let sources = sources(view, node, facts);
    let invalid = invalid_said(view, node) || invalid && !dom.has(node, flag::INVALID);
    for from in &sources {
        for message in view.references(*from, "aria-errormessage") {
            if invalid || view.shown(message) == Shown::Yes {
                let said = clean(&text::plain(view, message));
                if !said.is_empty() {
                    return Some(said);
                }
            }
        }
    }
    let described = sources.iter().flat_map(|from| view.references(*from, "aria-describedby"));
    let mut errors: Vec<String> = Vec::new();
    for message in described {
        if is_error(view, message) {
            let said = clean(&text::plain(view, message));
            if !said.is_empty() && !errors.contains(&said) {
                errors.push(said);
            }
        }
    }
    if !errors.is_empty() {
        return Some(errors.join(" "));
    }
    if invalid {
        let described = view
            .references(node, "aria-describedby")
            .into_iter()
            .next_back()
            .map(|last| clean(&text::plain(view, last)));
        let said = beside_error(view, node).or(described).filter(|said| !said.is_empty());
        return said.or_else(|| browser(view, node)).or_else(|| Some("invalid".into()));
    }
    // An empty field has its complaint from the start; only a filled one says something about its content.
    if facts.value.is_empty() { None } else { browser(view, node) }
}

fn browser(view: View<'_>, node: NodeId) -> Option<String> {
    view.dom.extra_text(node, extra::VALIDITY).map(str::to_owned).filter(|said| !said.is_empty())
}

fn invalid_said(view: View<'_>, node: NodeId) -> bool {
    view.dom.attr(node, "aria-invalid").is_some_and(|value| !matches!(value.trim(), "" | "false"))
}

/// The field, and the group around it that speaks for it.
fn sources(view: View<'_>, node: NodeId, facts: &FieldFacts) -> Vec<NodeId> {
    let dom = view.dom;
    let mut out = facts.nodes.clone();
    if !out.contains(&node) {
        out.push(node);
    }
    out.truncate(SOURCES);
    let is_group = |id: &NodeId| said::is_group(view, *id);
    let bound = dom.ancestors(node).take_while(|above| !matches!(dom.tag(*above), "form" | "table" | "body"));
    out.extend(bound.take(GROUP_DEPTH).filter(is_group).take(1));
    out
}

/// Controls of one field that are asked for what they refer to.
const SOURCES: usize = 20;
/// How far above a control its group may stand.
const GROUP_DEPTH: usize = 12;

/// Does a describing element tell what is wrong? By its role, or by how the page calls it.
fn is_error(view: View<'_>, message: NodeId) -> bool {
    let dom = view.dom;
    let says = |id: NodeId| dom.attr(id, "id").is_some_and(names_error) || dom.attr(id, "role") == Some("alert");
    says(message) || dom.children(message).any(says)
}

/// `email-error` names one; `email-error-hint` a hint that stands beside one.
fn names_error(id: &str) -> bool {
    let id = id.to_ascii_lowercase();
    let mut words = id.split(|c: char| !c.is_ascii_alphabetic()).filter(|word| !word.is_empty());
    let is_word = |word: &str, all: &[&str]| all.iter().any(|one| word.ends_with(one));
    let Some(last) = words.clone().next_back() else { return false };
    words.any(|word| is_word(word, &["error", "errors", "invalid"]))
        && !is_word(last, &["hint", "help", "helper", "description", "info", "label", "item"])
}

/// Words after an invalid control that are not another control's: frameworks put the message there.
fn beside_error(view: View<'_>, node: NodeId) -> Option<String> {
    let dom = view.dom;
    let mut at = node;
    for _ in 0..3 {
        let mut next = dom.next(at);
        while let Some(sibling) = next {
            if said::has_control(view, sibling) {
                return None;
            }
            let said = if dom.is_element(sibling) { clean(&text::plain(view, sibling)) } else { String::new() };
            if (3..=200).contains(&said.chars().count()) && dom.tag(sibling) != "label" {
                return Some(said);
            }
            next = dom.next(sibling);
        }
        at = dom.parent(at)?;
        if matches!(dom.tag(at), "form" | "fieldset" | "body" | "tr" | "li") {
            return None;
        }
    }
    None
}

fn clean(said: &str) -> String {
    let start = said.get(.."Error:".len()).filter(|start| start.eq_ignore_ascii_case("error:"));
    said.get(start.map_or(0, str::len)..).unwrap_or(said).trim().to_owned()
}

/// Description, then that of the group around it; else placeholder, else title.
pub(super) fn hint(view: View<'_>, node: NodeId, facts: &FieldFacts, label: &str) -> Option<String> {
    let dom = view.dom;
    let differs = |said: &String| !said.is_empty() && said != label && Some(said) != facts.error.as_ref();
    let mut said: Vec<String> = Vec::new();
    for from in sources(view, node, facts) {
        let described = view.references(from, "aria-describedby").into_iter();
        let about = described.filter(|id| !is_error(view, *id) && is_about_all(view, facts, from, *id));
        let own = dom.attr(from, "aria-description").map(fold);
        for text in about.map(|id| text::referred(view, id)).chain(own).filter(differs) {
            if !said.contains(&text) {
                said.push(text);
            }
        }
    }
    if !said.is_empty() {
        return Some(said.join(" "));
    }
    let attr = |key: &str| dom.attr(node, key).map(fold).filter(differs);
    attr("placeholder").or_else(|| attr("aria-placeholder")).or_else(|| attr("title"))
}

/// What describes one radio button is about that choice, unless it describes all of them.
fn is_about_all(view: View<'_>, facts: &FieldFacts, from: NodeId, description: NodeId) -> bool {
    let one_of_many = facts.nodes.len() > 1 && facts.nodes.contains(&from);
    !one_of_many || facts.nodes.iter().all(|node| view.references(*node, "aria-describedby").contains(&description))
}

fn fold(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
