//! What a person would call a thing. It reads names, captions, headings and nearby words; it must
//! never make keys unique: that is `member`'s.

use super::{Kind, Outline, Thing, ThingId};
use crate::model::aria::View;
use crate::model::dom::NodeId;

/// Characters of a label; what is longer is text, not a label.
const MOST: usize = 200;

pub(super) fn of(view: View<'_>, outline: &Outline, id: ThingId) -> String {
    let Some(thing) = outline.thing(id) else { return String::new() };
    if thing.kind == Kind::Page {
        return fold(&view.dom.head().title);
    }
    let named = match thing.kind {
        Kind::Field if !outline.radios(id).is_empty() => choice(view, &outline.radios(id), thing.node),
        Kind::Field | Kind::Button | Kind::Link | Kind::MenuItem | Kind::Tab | Kind::TreeItem | Kind::Image => {
            fold(&view.name(thing.node))
        }
        // ARIA names them by attribute, caption or legend only; a name by content would be all they hold.
        _ => said(view, thing.node),
    };
    if !named.is_empty() {
        return named;
    }
    match thing.kind {
        Kind::Section => text(view, thing.node),
        Kind::Form => form(view, outline, id),
        Kind::Dialog | Kind::Region | Kind::Main | Kind::Nav => first_heading(view, outline, id),
        Kind::Table | Kind::List => before(view, outline, id, thing),
        Kind::Item => item(view, outline, id, thing),
        Kind::Row | Kind::Alert => text(view, thing.node),
        Kind::Field | Kind::Editor => field(view, thing.node),
        // What takes clicks without a role has no name; what it says does.
        Kind::Button => fold(&view.text(thing.node)),
        _ => String::new(),
    }
}

/// How far above a radio button the group that names the choice may stand.
const GROUP_DEPTH: usize = 12;

/// A group of radio buttons goes by what is asked, not by its first answer: the name of the element around all of
/// them, where the author gave one.
fn choice(view: View<'_>, radios: &[NodeId], node: NodeId) -> String {
    let dom = view.dom;
    let around = |above: &NodeId| {
        dom.tag(*above) == "fieldset"
            || dom.attr(*above, "role").is_some_and(|role| matches!(role, "group" | "radiogroup"))
    };
    let is_radio = |id: NodeId| {
        dom.attr(id, "role") == Some("radio")
            || dom.attr(id, "type").is_some_and(|kind| kind.eq_ignore_ascii_case("radio"))
    };
    // All of these and no others: what stands around two choices names neither.
    let holds = |above: NodeId| dom.walk(above).filter(|id| is_radio(*id)).eq(radios.iter().copied());
    let mut groups = dom.ancestors(node).take(GROUP_DEPTH).filter(around);
    let named = groups.next().filter(|group| holds(*group)).map(|group| said(view, group));
    let named = named.filter(|name| !name.is_empty());
    named.unwrap_or_else(|| fold(&view.name(node)))
}

/// A name the author gave by attribute, caption or legend.
fn said(view: View<'_>, node: NodeId) -> String {
    let dom = view.dom;
    if ["aria-label", "aria-labelledby", "title"].iter().any(|key| dom.attr(node, key).is_some()) {
        return fold(&view.name(node));
    }
    let caption = dom.children(node).find(|child| matches!(dom.tag(*child), "caption" | "legend"));
    caption.map(|caption| text(view, caption)).unwrap_or_default()
}

fn text(view: View<'_>, node: NodeId) -> String {
    fold(&view.dom.flat_text(node, MOST))
}

fn form(view: View<'_>, outline: &Outline, id: ThingId) -> String {
    let heading = first_heading(view, outline, id);
    if !heading.is_empty() {
        return heading;
    }
    let mut buttons = outline.within(id, Kind::Button).iter().map(|button| of(view, outline, *button));
    let submit = buttons.find(|label| !label.is_empty()).unwrap_or_default();
    if !submit.is_empty() {
        return submit;
    }
    outline.thing(id).and_then(|thing| thing.section).map(|section| of(view, outline, section)).unwrap_or_default()
}

fn first_heading(view: View<'_>, outline: &Outline, id: ThingId) -> String {
    outline.within(id, Kind::Section).first().map(|first| of(view, outline, *first)).unwrap_or_default()
}

/// The heading over it, else the landmark around it.
fn before(view: View<'_>, outline: &Outline, _id: ThingId, thing: &Thing) -> String {
    let over = thing.section.or(thing.landmark);
    over.map(|over| of(view, outline, over)).unwrap_or_default()
}

fn item(view: View<'_>, outline: &Outline, id: ThingId, thing: &Thing) -> String {
    let heading = first_heading(view, outline, id);
    if heading.is_empty() { text(view, thing.node) } else { heading }
}

fn field(view: View<'_>, node: NodeId) -> String {
    let dom = view.dom;
    let attr = |key: &str| dom.attr(node, key).map(fold).filter(|text| !text.is_empty());
    attr("placeholder").or_else(|| attr("title")).or_else(|| attr("name")).or_else(|| attr("id")).unwrap_or_default()
}

/// White space folded, at most [`MOST`] characters.
fn fold(text: &str) -> String {
    let mut out = String::new();
    let mut left = MOST;
    for word in text.split_whitespace() {
        if !out.is_empty() {
            out.push(' ');
            left = left.saturating_sub(1);
        }
        if left == 0 {
            break;
        }
        let cut: String = word.chars().take(left).collect();
        left -= cut.chars().count();
        out.push_str(&cut);
    }
    out
}
