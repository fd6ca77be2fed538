//! A list in detail: items by key, and of repeated structures the parts that siblings share, as columns.
//! Read only when somebody asks. It must never make up a column that only one item has.

use super::aria::View;
use super::dom::NodeId;
use super::outline::{Kind, Outline, ThingId};
use super::text;

mod parts;
#[cfg(test)]
mod tests;

/// A list, feed or repeated structure.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct List {
    /// Names of the parts that items share, each once; empty where items are nothing but a text.
    pub columns: Vec<String>,
    /// The items on the page.
    pub items: Vec<Item>,
    /// How many there are on the page.
    pub loaded: usize,
    /// How many there are in all, where the page says so (`aria-setsize`).
    pub total: Option<usize>,
    /// The page says that there are more, but not how many.
    pub endless: bool,
}

/// An item.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Item {
    /// Its element; of a description list the term.
    pub node: NodeId,
    /// What it is called: its heading, name, term or first words. Equals are not told apart here.
    pub key: String,
    /// The element that the key is the text of.
    pub key_node: Option<NodeId>,
    /// All its text on one line; of a description list without the term.
    pub text: String,
    /// Its parts, one per column; empty text where it lacks one.
    pub parts: Vec<String>,
}

/// Reads a list thing.
#[must_use]
pub fn read(view: View<'_>, outline: &Outline, id: ThingId) -> List {
    let Some(thing) = outline.thing(id) else { return List::default() };
    let things = outline.owned(id, Kind::Item);
    let nodes: Vec<NodeId> = things.iter().filter_map(|item| outline.thing(*item)).map(|item| item.node).collect();
    let mut list = if nodes.first().is_some_and(|node| view.dom.tag(*node) == "dt") {
        terms(view, &nodes)
    } else {
        items(view, &nodes)
    };
    list.loaded = list.items.len();
    let sizes = nodes.iter().chain([&thing.node]).filter_map(|node| view.dom.attr(*node, "aria-setsize"));
    let size: Option<i64> = sizes.filter_map(|text| text.trim().parse().ok()).next();
    list.total = size.and_then(|size| usize::try_from(size).ok()).map(|size| size.max(list.loaded));
    list.endless = size == Some(-1);
    list
}

fn items(view: View<'_>, nodes: &[NodeId]) -> List {
    let shared = parts::of(view, nodes);
    let mut items = Vec::with_capacity(nodes.len());
    for (at, node) in nodes.iter().enumerate() {
        let parts = shared.rows.get(at).cloned().unwrap_or_default();
        let (key, key_node) = key(view, *node);
        let text = text::plain(view, *node);
        items.push(Item { node: *node, key: if key.is_empty() { text.clone() } else { key }, key_node, text, parts });
    }
    List { columns: shared.columns, items, ..List::default() }
}

/// What a person would call an item: the name it was given, its heading, its first link or words.
pub(super) fn key(view: View<'_>, node: NodeId) -> (String, Option<NodeId>) {
    let dom = view.dom;
    if dom.attr(node, "aria-label").is_some() || dom.attr(node, "aria-labelledby").is_some() {
        let name = view.name(node).to_string();
        if !name.is_empty() {
            return (name, None);
        }
    }
    let is_heading = |id: &NodeId| {
        matches!(dom.tag(*id), "h1" | "h2" | "h3" | "h4" | "h5" | "h6") || dom.attr(*id, "role") == Some("heading")
    };
    let lead = dom.walk(node).find(is_heading).or_else(|| parts::lead(view, node));
    let Some(lead) = lead else {
        // Nothing but controls: the first that is called something.
        let mut controls =
            dom.walk(node).filter(|id| matches!(dom.tag(*id), "input" | "select" | "textarea" | "button"));
        let name = controls.find_map(|id| Some(view.name(id)).filter(|name| !name.is_empty()));
        return (name.map(|name| name.to_string()).unwrap_or_default(), Some(node));
    };
    let said = text::plain(view, lead);
    if said.is_empty() { (String::new(), Some(node)) } else { (said, Some(lead)) }
}

/// A description list: each term with what is said of it.
fn terms(view: View<'_>, nodes: &[NodeId]) -> List {
    let dom = view.dom;
    let mut items = Vec::with_capacity(nodes.len());
    for node in nodes {
        let following = std::iter::successors(dom.next(*node), |at| dom.next(*at));
        let mut said = Vec::new();
        for next in following.take_while(|next| dom.tag(*next) != "dt").filter(|next| dom.tag(*next) == "dd") {
            if !only_controls(view, next) {
                said.push(text::plain(view, next));
            }
        }
        let text = said.join(" · ");
        let term = text::plain(view, *node);
        items.push(Item { node: *node, key: term, key_node: Some(*node), text: text.clone(), parts: vec![text] });
    }
    List { columns: vec!["value".into()], items, ..List::default() }
}

/// A description that holds links or buttons to act on the others, and no words of its own.
fn only_controls(view: View<'_>, node: NodeId) -> bool {
    let dom = view.dom;
    let inside = |id: &NodeId| matches!(dom.tag(*id), "a" | "button") || dom.attr(*id, "role") == Some("button");
    let mut any = false;
    let rest = text::plain_without(view, node, |id| {
        let control = inside(&id);
        any |= control;
        !control
    });
    let mut before = std::iter::successors(dom.prev(node), |at| dom.prev(*at)).filter(|at| dom.is_element(*at));
    let first = before.next().is_none_or(|before| dom.tag(before) != "dd");
    any && rest.chars().all(|c| !c.is_alphanumeric()) && !first
}
