//! The options that a field offers once it is open: in its own popup (`aria-controls`, `aria-owns`,
//! `list`), else in the listbox or menu that is shown. It must never take an option that is not shown.

use onecall_protocol::Handle;

use super::keys::fold;
use super::tree::Tree;
use crate::model::aria::Shown;
use crate::model::dom::NodeId;
use crate::path::near::near;
use crate::path::visible::quote;

/// The one option of this name.
///
/// # Errors
/// What is offered instead, in words.
pub fn offered(tree: &Tree, field: Handle, option: &str) -> Result<NodeId, String> {
    let all = all(tree, field);
    let by = |same: &dyn Fn(&str) -> bool| -> Vec<NodeId> {
        all.iter().filter(|(_, label)| same(label)).map(|(node, _)| *node).collect()
    };
    let folded = fold(option);
    for hits in [by(&|label| label == option), by(&|label| fold(label) == folded)] {
        if let [one, ..] = hits.as_slice() {
            return Ok(*one);
        }
    }
    let labels: Vec<&str> = all.iter().map(|(_, label)| label.as_str()).collect();
    let close = near(option, labels.iter().copied(), 5);
    let list: Vec<String> = if close.is_empty() {
        labels.iter().take(10).map(|label| quote(label)).collect()
    } else {
        close.iter().map(|label| quote(label)).collect()
    };
    Err(match list.len() {
        0 => "it offers nothing that could be chosen".into(),
        _ => format!("it offers {}", list.join(", ")),
    })
}

fn all(tree: &Tree, field: Handle) -> Vec<(NodeId, String)> {
    let view = tree.view();
    let dom = tree.dom();
    let Some(own) = dom.node(field) else { return Vec::new() };
    let popups: Vec<NodeId> = ["aria-controls", "aria-owns", "list"]
        .iter()
        .filter_map(|name| dom.attr(own, name))
        .flat_map(|ids| ids.split_ascii_whitespace().filter_map(|id| view.by_id(own, id)).collect::<Vec<_>>())
        .collect();
    let inside = |top: NodeId| -> Vec<(NodeId, String)> {
        dom.walk(top)
            .filter(|node| {
                dom.is_element(*node)
                    && matches!(view.role(*node).as_str(), "option" | "menuitem" | "menuitemradio" | "treeitem")
            })
            .filter(|node| view.shown(*node) == Shown::Yes && !view.states(*node).disabled)
            .map(|node| (node, view.name(node).to_string()))
            .collect()
    };
    let near: Vec<(NodeId, String)> = std::iter::once(own).chain(popups).flat_map(inside).collect();
    if near.is_empty() { dom.root().map(inside).unwrap_or_default() } else { near }
}
