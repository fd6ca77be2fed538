//! The options that something offers once it is open: in its own popup (`aria-controls`, `aria-owns`, `list`,
//! the active descendant's), else in what came into view since it was opened. It must never take an option of
//! another popup, nor one that is not shown.

use onecall_protocol::Handle;

use super::keys::fold;
use super::tree::Tree;
use crate::model::aria::Shown;
use crate::model::dom::{NodeId, slot_of};
use crate::model::outline::{Kind, ThingId};
use crate::model::text;
use crate::path::near::near;
use crate::path::visible::quote;

/// One option.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Offer {
    /// Its element.
    pub node: NodeId,
    /// What a person reads.
    pub label: String,
    /// Is it chosen already?
    pub selected: bool,
    /// Cannot be chosen now.
    pub disabled: bool,
}

/// How far above an element its group of options may stand.
const REACH: usize = 12;

/// Labels listed in a fault.
const LISTED: usize = 12;

/// Handles of all options that are shown now, wherever they are.
#[must_use]
pub fn shown(tree: &Tree) -> Vec<Handle> {
    let dom = tree.dom();
    let all = dom.root().map(|root| inside(tree, root)).unwrap_or_default();
    all.iter().map(|offer| dom.handle(offer.node)).collect()
}

/// What is offered. `seen` are options that were shown before it was opened: they are others'.
#[must_use]
pub fn offers(tree: &Tree, field: Handle, seen: &[Handle]) -> Vec<Offer> {
    let view = tree.view();
    let dom = tree.dom();
    let Some(own) = dom.node(field) else { return Vec::new() };
    let speaks = |id: NodeId| dom.attr(id, "role") == Some("combobox");
    let from = std::iter::once(own).chain(dom.ancestors(own).take(3).filter(|above| speaks(*above)));
    let named = from.flat_map(|id| {
        let ids = ["aria-controls", "aria-owns", "list"].into_iter().filter_map(move |name| dom.attr(id, name));
        ids.flat_map(|ids| ids.split_ascii_whitespace()).filter_map(|id| view.by_id(own, id)).collect::<Vec<_>>()
    });
    let near: Vec<Offer> = std::iter::once(own).chain(named).flat_map(|top| inside(tree, top)).collect();
    if !near.is_empty() {
        return near;
    }
    let active = dom.attr(own, "aria-activedescendant").and_then(|id| view.by_id(own, id.trim()));
    let around = active.and_then(|active| dom.ancestors(active).take(REACH).find(|above| holds_options(tree, *above)));
    let beside = around.map(|top| inside(tree, top)).unwrap_or_default();
    if !beside.is_empty() {
        return beside;
    }
    let mut all = dom.root().map(|root| inside(tree, root)).unwrap_or_default();
    all.retain(|offer| !seen.contains(&dom.handle(offer.node)));
    all
}

fn holds_options(tree: &Tree, id: NodeId) -> bool {
    matches!(tree.view().role(id).as_str(), "listbox" | "menu" | "tree" | "grid")
}

fn inside(tree: &Tree, top: NodeId) -> Vec<Offer> {
    let (view, dom) = (tree.view(), tree.dom());
    let takes = |id: &NodeId| {
        dom.is_element(*id)
            && matches!(
                view.role(*id).as_str(),
                "option" | "menuitem" | "menuitemradio" | "menuitemcheckbox" | "treeitem" | "tab"
            )
            && view.shown(*id) == Shown::Yes
    };
    let one = |node: NodeId| {
        let states = view.states(node);
        let name = view.name(node).to_string();
        Offer {
            node,
            label: if name.is_empty() { text::plain(view, node) } else { name },
            selected: states.selected == Some(true) || states.checked == Some(Some(true)),
            disabled: states.disabled,
        }
    };
    dom.walk(top).filter(takes).map(one).collect()
}

/// The one option that is meant: called exactly this, else but for case and punctuation, else the only one
/// whose label goes on after it.
#[must_use]
pub fn meant<'a>(offers: &'a [Offer], wanted: &str) -> Option<&'a Offer> {
    let folded = fold(wanted);
    let first = |same: &dyn Fn(&Offer) -> bool| offers.iter().find(|one| same(one));
    first(&|one| one.label == wanted).or_else(|| first(&|one| fold(&one.label) == folded)).or_else(|| {
        let goes_on = |one: &&Offer| {
            let rest = one.label.get(..wanted.len()).filter(|start| fold(start) == folded).map(|_| ());
            rest.is_some() && one.label.get(wanted.len()..).is_some_and(|rest| !rest.starts_with(char::is_alphanumeric))
        };
        let mut hits = offers.iter().filter(goes_on);
        hits.next().filter(|_| hits.next().is_none() && !folded.is_empty())
    })
}

/// An element without a role that came after `newest` and reads as this option: lists of plain elements.
#[must_use]
pub fn unnamed(tree: &Tree, newest: &[Handle], wanted: &str) -> Option<NodeId> {
    let (view, dom) = (tree.view(), tree.dom());
    let folded = fold(wanted);
    let old = |handle: Handle| newest.iter().any(|last| slot_of(*last) == slot_of(handle) && handle <= *last);
    let reads = |id: &NodeId| {
        dom.is_element(*id)
            && !old(dom.handle(*id))
            && view.shown(*id) == Shown::Yes
            && fold(&text::plain(view, *id)) == folded
    };
    let mut hits = dom.root().map(|root| dom.walk(root)).into_iter().flatten().filter(reads);
    let outer = hits.next()?;
    // What is inside it reads the same; anything else is a second one.
    hits.all(|id| dom.ancestors(id).any(|above| above == outer)).then_some(outer)
}

/// Does it show that this was chosen: by its value, by the option's state, by a text beside it?
#[must_use]
pub fn shows(tree: &Tree, field: Handle, wanted: &str, offers: &[Offer]) -> bool {
    let dom = tree.dom();
    let Some(own) = dom.node(field) else { return true };
    let folded = fold(wanted);
    let thing = tree.outline().of_node(own);
    if let Some(id) = thing.filter(|id| tree.kind(*id) == Kind::Field) {
        if fold(&tree.field(id).value).contains(&folded) {
            return true;
        }
    } else {
        // A menu's item has no state that stays.
        return true;
    }
    if meant(offers, wanted).is_some_and(|offer| offer.selected) {
        return true;
    }
    let around = dom.ancestors(own).take(4).last().unwrap_or(own);
    let texts = dom.walk(around).filter(|id| dom.text(*id).is_some_and(|text| fold(text).contains(&folded)));
    texts.into_iter().any(|id| dom.parent(id).is_none_or(|parent| tree.view().shown(parent) == Shown::Yes))
}

/// What is offered, for a fault.
#[must_use]
pub fn listing(labels: &[String], wanted: &str) -> String {
    let close = near(wanted, labels.iter().map(String::as_str), 5);
    let list: Vec<String> = if close.is_empty() {
        labels.iter().take(LISTED).map(|label| quote(label)).collect()
    } else {
        close.iter().map(|label| quote(label)).collect()
    };
    let left = if close.is_empty() { labels.len().saturating_sub(LISTED) } else { 0 };
    let more = if left > 0 { format!(" and {left} more") } else { String::new() };
    match list.len() {
        0 => format!("it has no option {} and offers nothing else now", quote(wanted)),
        _ if close.is_empty() => format!("it has no option {}; it offers {}{more}", quote(wanted), list.join(", ")),
        _ => format!("it has no option {}; near {}", quote(wanted), list.join(", ")),
    }
}

/// Does it open a list of options or a menu?
#[must_use]
pub fn opens_options(tree: &Tree, id: ThingId) -> bool {
    let Some(thing) = tree.outline().thing(id) else { return false };
    let opens = || tree.dom().attr(thing.node, "aria-haspopup").map(str::trim);
    match thing.kind {
        Kind::Button => matches!(opens(), Some("true" | "menu" | "listbox" | "tree")),
        Kind::Menu | Kind::Tablist | Kind::Tree => true,
        _ => false,
    }
}
