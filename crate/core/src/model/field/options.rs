//! What a field offers: options of selects, list boxes and data lists, and radio buttons.
//! It must never open a popup to see: what is not on the page now is not known.

use onecall_protocol::facts::flag;

use super::{Choice, FieldFacts, FieldKind};
use crate::model::aria::{Shown, View};
use crate::model::dom::NodeId;
use crate::model::text;

pub(super) fn of(view: View<'_>, node: NodeId, facts: &FieldFacts) -> Vec<Choice> {
    match facts.kind {
        FieldKind::Select | FieldKind::MultiSelect => native(view, node),
        FieldKind::RadioGroup => facts.nodes.iter().map(|radio| radio_choice(view, *radio)).collect(),
        FieldKind::Listbox => roles(view, node),
        FieldKind::Combobox => combobox(view, node),
        _ => match view.dom.attr(node, "list").and_then(|id| view.by_id(node, id)) {
            Some(list) => native(view, list),
            None => Vec::new(),
        },
    }
}

/// Options of a select or data list. Equal labels in different groups are told apart by the group's.
fn native(view: View<'_>, list: NodeId) -> Vec<Choice> {
    let dom = view.dom;
    let options: Vec<NodeId> = dom.walk(list).filter(|id| dom.tag(*id) == "option").collect();
    let labels: Vec<String> = options.iter().map(|id| option_text(view, *id)).collect();
    let mut times: crate::order::Map<&str, usize> = crate::order::Map::default();
    for label in &labels {
        times.update(label, || 0, |times| *times += 1);
    }
    let one = |(id, label): (&NodeId, &String)| {
        let group = dom.parent(*id).filter(|parent| dom.tag(*parent) == "optgroup");
        let group = group.and_then(|group| dom.attr(group, "label")).filter(|_| times.get(label.as_str()) > Some(&1));
        Choice {
            label: group.map_or_else(|| label.clone(), |group| format!("{} / {label}", group.trim())),
            value: dom.attr(*id, "value").map_or_else(|| label.clone(), str::to_owned),
            node: *id,
            selected: dom.has(*id, flag::SELECTED),
            disabled: dom.has(*id, flag::DISABLED),
            hint: None,
        }
    };
    options.iter().zip(&labels).map(one).collect()
}

/// An option of a data list may have nothing but a value.
fn option_text(view: View<'_>, option: NodeId) -> String {
    let label = text::option_label(view, option);
    if label.is_empty() { view.dom.attr(option, "value").unwrap_or("").to_owned() } else { label }
}

fn radio_choice(view: View<'_>, radio: NodeId) -> Choice {
    let dom = view.dom;
    let native = dom.tag(radio) == "input";
    let name = view.name(radio).to_string();
    let value = dom.attr(radio, "value").unwrap_or("").to_owned();
    let label = if name.is_empty() {
        crate::model::said::beside(view, radio, true).unwrap_or_else(|| value.clone())
    } else {
        name
    };
    Choice {
        label,
        value,
        node: radio,
        selected: if native { dom.has(radio, flag::CHECKED) } else { dom.attr(radio, "aria-checked") == Some("true") },
        disabled: dom.has(radio, flag::DISABLED) || dom.attr(radio, "aria-disabled") == Some("true"),
        hint: Some(view.description(radio)).filter(|said| !said.is_empty()),
    }
}

/// What a combo box with an empty text box shows as chosen, in elements before the box, where no name or hint is
/// made of them.
pub(super) fn chosen_beside(view: View<'_>, node: NodeId) -> String {
    let dom = view.dom;
    let mut about = view.references(node, "aria-describedby");
    about.extend(view.references(node, "aria-labelledby"));
    let mut at = node;
    for _ in 0..2 {
        let Some(parent) = dom.parent(at) else { break };
        let before = dom.children(parent).take_while(|child| *child != at);
        let counts = |id: &NodeId| {
            dom.is_element(*id) && dom.tag(*id) != "label" && !about.contains(id) && view.shown(*id) == Shown::Yes
        };
        let texts: Vec<String> =
            before.filter(counts).map(|id| text::plain(view, id)).filter(|text| !text.is_empty()).collect();
        if !texts.is_empty() {
            return texts.join(", ");
        }
        at = parent;
    }
    String::new()
}

/// Elements with the role `option` below.
fn roles(view: View<'_>, list: NodeId) -> Vec<Choice> {
    let dom = view.dom;
    let is_option =
        |id: &NodeId| dom.attr(*id, "role").is_some_and(|role| role.split_ascii_whitespace().next() == Some("option"));
    let one = |id: NodeId| {
        let name = view.name(id).to_string();
        Choice {
            label: if name.is_empty() { text::plain(view, id) } else { name },
            value: dom.attr(id, "value").unwrap_or("").to_owned(),
            node: id,
            selected: dom.attr(id, "aria-selected") == Some("true") || dom.attr(id, "aria-checked") == Some("true"),
            disabled: dom.attr(id, "aria-disabled") == Some("true"),
            hint: Some(view.description(id)).filter(|said| !said.is_empty()),
        }
    };
    dom.walk(list).filter(is_option).map(one).collect()
}

/// The popup of a combo box: named by it, or inside it.
fn combobox(view: View<'_>, node: NodeId) -> Vec<Choice> {
    let dom = view.dom;
    if let Some(list) = dom.attr(node, "list").and_then(|id| view.by_id(node, id)) {
        return native(view, list);
    }
    let around = dom.ancestors(node).take(3).find(|above| dom.attr(*above, "role") == Some("combobox"));
    for from in [Some(node), around].into_iter().flatten() {
        for key in ["aria-controls", "aria-owns"] {
            let ids = dom.attr(from, key).unwrap_or("").split_ascii_whitespace();
            let found =
                ids.filter_map(|id| view.by_id(node, id)).map(|list| roles(view, list)).find(|list| !list.is_empty());
            if let Some(found) = found {
                return found;
            }
        }
        let inside = roles(view, from);
        if !inside.is_empty() {
            return inside;
        }
    }
    Vec::new()
}
