//! Words near a control that no markup ties to it, and groups that speak for the controls in them.
//! Shared by labels, hints and errors. It must never take another control's words.

use super::aria::View;
use super::dom::NodeId;
use super::text;

/// Characters of nearby words that may be a label.
const BESIDE: usize = 80;
/// Characters that labels have; longer words near by may be there by chance.
const LABEL: usize = 40;
/// How far up nearby words are looked for.
const CLIMB: usize = 4;
/// Nodes of a neighbour that are searched for controls.
const CONTROLS: usize = 60;
/// How far above a control its group may stand.
const GROUP_DEPTH: usize = 12;

/// Words beside a control: after a checkbox or radio button, before all others. `out` of its table cell too.
pub(super) fn beside(view: View<'_>, node: NodeId, out: bool) -> Option<String> {
    let near = nearest(view, node, out);
    match near {
        // Words of a label's length are one; a sentence may only happen to stand there.
        Some(said) if said.chars().count() <= LABEL && !said.ends_with('.') => Some(said),
        other => below(view, node).or(other),
    }
}

/// The words under a control that has a box with them for itself: forms that write the label below the line.
fn below(view: View<'_>, node: NodeId) -> Option<String> {
    let dom = view.dom;
    let before = std::iter::successors(dom.prev(node), |at| dom.prev(*at));
    if { before }.any(|at| has_control(view, at) || !words(view, at).is_empty()) {
        return None;
    }
    let after: Vec<NodeId> = std::iter::successors(dom.next(node), |at| dom.next(*at)).collect();
    if after.iter().any(|at| has_control(view, *at)) {
        return None;
    }
    let said = after.iter().map(|at| words(view, *at)).find(|said| !said.is_empty())?;
    let said = said.trim_end_matches([':', '*', ' ']);
    (said.chars().count() <= LABEL && !said.ends_with('.')).then(|| said.to_owned())
}

fn nearest(view: View<'_>, node: NodeId, out: bool) -> Option<String> {
    let dom = view.dom;
    let toggle = dom.tag(node) == "input"
        && dom
            .attr(node, "type")
            .is_some_and(|kind| kind.eq_ignore_ascii_case("checkbox") || kind.eq_ignore_ascii_case("radio"));
    let step = |at: NodeId| if toggle { dom.next(at) } else { dom.prev(at) };
    let mut at = node;
    for _ in 0..CLIMB {
        let mut side = step(at);
        while let Some(sibling) = side {
            if has_control(view, sibling) {
                return None;
            }
            let said = words(view, sibling);
            let said = said.trim_end_matches([':', '*', ' ']).trim();
            if !said.is_empty() {
                return (said.chars().count() <= BESIDE).then(|| said.to_owned());
            }
            side = step(sibling);
        }
        if !out && matches!(dom.tag(at), "td" | "th") {
            return None;
        }
        at = dom.parent(at)?;
        if matches!(dom.tag(at), "form" | "fieldset" | "body" | "tr" | "li" | "table" | "section" | "main") {
            return None;
        }
    }
    None
}

fn words(view: View<'_>, node: NodeId) -> String {
    match view.dom.text(node) {
        Some(said) => said.split_whitespace().collect::<Vec<_>>().join(" "),
        None => text::plain(view, node),
    }
}

/// What the group around radio buttons is called: the nearest that holds all of them and has a name, else
/// the words before the first.
pub(super) fn group(view: View<'_>, radios: &[NodeId]) -> Option<String> {
    let dom = view.dom;
    let (first, last) = (radios.first()?, radios.last()?);
    let holds = |above: &NodeId| *above == *last || dom.ancestors(*last).any(|up| up == *above);
    let mut together = None;
    let mut shared = false;
    for above in dom.ancestors(*first).take(GROUP_DEPTH) {
        if matches!(dom.tag(above), "form" | "table" | "body") {
            break;
        }
        if !holds(&above) {
            continue;
        }
        together = together.or(Some(above));
        // What stands around two choices names neither.
        if others(view, above, radios) {
            shared = together == Some(above);
            break;
        }
        if is_group(view, above) {
            let name = view.name(above);
            if !name.is_empty() {
                return Some(name.to_string());
            }
        }
    }
    // "Size" before the labels of three sizes.
    let together = together.filter(|_| radios.len() > 1)?;
    let from = std::iter::once(*first).chain(dom.ancestors(*first)).take_while(|up| *up != together).last()?;
    let inside = std::iter::successors(dom.prev(from), |at| dom.prev(*at));
    let around = std::iter::successors(dom.prev(together), |at| dom.prev(*at));
    for at in inside.chain(around.filter(|_| !shared)).take(CLIMB) {
        if has_control(view, at) || dom.tag(at) == "legend" {
            return None;
        }
        let said = words(view, at);
        let said = said.trim_end_matches([':', '*', ' ']).trim();
        if !said.is_empty() {
            return (said.chars().count() <= BESIDE).then(|| said.to_owned());
        }
    }
    None
}

/// Are there radio buttons in it that are not among these?
fn others(view: View<'_>, top: NodeId, radios: &[NodeId]) -> bool {
    let dom = view.dom;
    let is_radio = |id: NodeId| {
        dom.attr(id, "type").is_some_and(|kind| kind.eq_ignore_ascii_case("radio"))
            || dom.attr(id, "role") == Some("radio")
    };
    dom.walk(top).any(|id| is_radio(id) && !radios.contains(&id))
}

/// A group that may speak for the controls in it.
pub(super) fn is_group(view: View<'_>, node: NodeId) -> bool {
    let dom = view.dom;
    dom.tag(node) == "fieldset" || dom.attr(node, "role").is_some_and(|role| matches!(role, "group" | "radiogroup"))
}

/// Does it hold a control, as far as one looks?
pub(super) fn has_control(view: View<'_>, top: NodeId) -> bool {
    let dom = view.dom;
    dom.walk(top).take(CONTROLS).any(|id| matches!(dom.tag(id), "input" | "select" | "textarea" | "button" | "a"))
}
