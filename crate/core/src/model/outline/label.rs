//! What a person would call a thing. It reads names, captions, headings and nearby words; it must
//! never make keys unique: that is `member`'s.

use onecall_protocol::facts::flag;

use super::{Kind, Outline, Thing, ThingId};
use crate::model::aria::{Role, View};
use crate::model::dom::NodeId;
use crate::model::{list, look, said, text};

/// Characters of a label; what is longer is text, not a label.
const MOST: usize = 200;
/// Characters of words before a table or list that may be its label.
const BEFORE: usize = 80;

pub(super) fn of(view: View<'_>, outline: &Outline, id: ThingId) -> String {
    let Some(thing) = outline.thing(id) else { return String::new() };
    if thing.kind == Kind::Page {
        return fold(&view.dom.head().title);
    }
    let named = fold(&named(view, thing));
    if !named.is_empty() {
        return named;
    }
    let found = match thing.kind {
        Kind::Form => form(view, outline, id, thing),
        Kind::Dialog => dialog(view, outline, id, thing),
        Kind::Region => region(view, outline, id, thing),
        Kind::Main | Kind::Nav => first_heading(view, outline, id),
        Kind::Table | Kind::List | Kind::Menu | Kind::Tablist | Kind::Tree => before(view, outline, id, thing),
        Kind::Item => list::key(view, thing.node).0,
        Kind::Row => row(view, thing.node),
        Kind::Alert | Kind::Section => text::plain(view, thing.node),
        Kind::Field => field(view, outline, id, thing),
        Kind::Editor => {
            said::beside(view, thing.node, true).or_else(|| attributes(view, thing.node)).unwrap_or_default()
        }
        Kind::Link => last_part(view.dom.attr(thing.node, "href").unwrap_or("")),
        Kind::Frame => host(view.dom.attr(thing.node, "src").unwrap_or("")),
        Kind::Closed => {
            let tag = view.dom.tag(thing.node);
            // The tag of a custom element says what it is.
            let called = if tag.contains('-') { None } else { attributes(view, thing.node) };
            called.unwrap_or_else(|| tag.to_owned())
        }
        Kind::Media | Kind::Image => last_part(view.dom.attr(thing.node, "src").unwrap_or("")),
        Kind::Button => button(view, thing.node),
        Kind::Spot => spot(view, thing.node),
        _ => String::new(),
    };
    fold(&found)
}

/// The name ARIA gives it, where that is a label and not all that stands in it.
fn named(view: View<'_>, thing: &Thing) -> String {
    let node = thing.node;
    match thing.kind {
        Kind::Row | Kind::Item => {
            let said = ["aria-label", "aria-labelledby"].iter().any(|key| view.dom.attr(node, key).is_some());
            if said { view.name(node).to_string() } else { String::new() }
        }
        Kind::Section => {
            let name = view.name(node);
            name.trim_end_matches(['¶', '#', '§', '🔗', ' ']).trim_start_matches(['#', '§', ' ']).to_owned()
        }
        Kind::Field if view.dom.attr(node, "type").is_some_and(|kind| kind.eq_ignore_ascii_case("radio")) => {
            String::new()
        }
        _ => view.name(node).to_string(),
    }
}

fn form(view: View<'_>, outline: &Outline, id: ThingId, thing: &Thing) -> String {
    let dom = view.dom;
    let mut groups = dom.walk(thing.node).filter(|at| dom.tag(*at) == "fieldset");
    if let Some(only) = groups.next().filter(|_| groups.next().is_none()) {
        let name = view.name(only);
        if !name.is_empty() {
            return name.to_string();
        }
    }
    let heading = first_heading(view, outline, id);
    if !heading.is_empty() {
        return heading;
    }
    let buttons = outline.within(id, Kind::Button);
    let submits = |button: &&ThingId| {
        let kind = outline.thing(**button).and_then(|button| dom.attr(button.node, "type")).unwrap_or("submit");
        kind.eq_ignore_ascii_case("submit") || kind.eq_ignore_ascii_case("image")
    };
    let label = |button: &ThingId| Some(of(view, outline, *button)).filter(|label| !label.is_empty());
    let submit = buttons.iter().filter(submits).find_map(label).or_else(|| buttons.last().and_then(label));
    if let Some(submit) = submit {
        return submit;
    }
    let fields = outline.within(id, Kind::Field);
    let field = fields.first().filter(|_| fields.len() == 1).and_then(label);
    field.or_else(|| over(view, outline, thing)).or_else(|| attributes(view, thing.node)).unwrap_or_default()
}

fn dialog(view: View<'_>, outline: &Outline, id: ThingId, thing: &Thing) -> String {
    let heading = first_heading(view, outline, id);
    if !heading.is_empty() {
        return heading;
    }
    if let Some(opener) = opener(view, outline, thing) {
        return of(view, outline, opener);
    }
    let said = text::plain(view, thing.node);
    if said.chars().count() <= BEFORE { said } else { String::new() }
}

/// The button that opens or controls it.
fn opener(view: View<'_>, outline: &Outline, thing: &Thing) -> Option<ThingId> {
    let dom = view.dom;
    let own = dom.attr(thing.node, "id")?;
    let controls = |id: &&ThingId| {
        let Some(button) = outline.thing(**id) else { return false };
        let keys = ["aria-controls", "aria-owns", "popovertarget", "commandfor"];
        keys.iter()
            .any(|key| dom.attr(button.node, key).is_some_and(|ids| ids.split_ascii_whitespace().any(|id| id == own)))
    };
    outline.within(outline.page(), Kind::Button).iter().find(controls).copied()
}

/// Landmarks that frame the page are called by what they are, others by their heading first.
fn region(view: View<'_>, outline: &Outline, id: ThingId, thing: &Thing) -> String {
    let role = view.role(thing.node);
    if !matches!(role, Role::Banner | Role::ContentInfo) {
        let heading = first_heading(view, outline, id);
        if !heading.is_empty() {
            return heading;
        }
    }
    role.as_str().to_owned()
}

fn first_heading(view: View<'_>, outline: &Outline, id: ThingId) -> String {
    outline.within(id, Kind::Section).first().map(|first| of(view, outline, *first)).unwrap_or_default()
}

/// The heading or landmark over it.
fn over(view: View<'_>, outline: &Outline, thing: &Thing) -> Option<String> {
    let over = thing.section.or(thing.landmark)?;
    Some(of(view, outline, over)).filter(|label| !label.is_empty())
}

/// What stands over a table or list: its heading, if it has that for itself; else the words before it.
fn before(view: View<'_>, outline: &Outline, id: ThingId, thing: &Thing) -> String {
    if matches!(thing.kind, Kind::Menu | Kind::Tablist) {
        return opener(view, outline, thing).map(|opener| of(view, outline, opener)).unwrap_or_default();
    }
    let scope = thing.section.or(thing.landmark).unwrap_or(outline.page());
    let mut equals = outline.within(scope, thing.kind).iter().filter(|other| {
        outline.thing(**other).is_some_and(|other| other.section == thing.section && other.owner == thing.owner)
    });
    let alone = equals.next() == Some(&id) && equals.next().is_none();
    let words = || {
        let lead = words_before(view, thing.node).or_else(|| figure(view, thing.node))?;
        (lead.chars().count() <= BEFORE).then_some(lead)
    };
    let found =
        if alone { over(view, outline, thing).or_else(words) } else { words().or_else(|| over(view, outline, thing)) };
    found.unwrap_or_default()
}

/// The words of the element right before, if it holds nothing but words.
fn words_before(view: View<'_>, node: NodeId) -> Option<String> {
    let dom = view.dom;
    let before = std::iter::successors(dom.prev(node), |at| dom.prev(*at)).find(|at| dom.is_element(*at))?;
    let plain = dom
        .walk(before)
        .take(20)
        .all(|at| matches!(dom.tag(at), "" | "p" | "b" | "strong" | "em" | "i" | "span" | "div" | "dt"));
    let said = text::plain(view, before);
    let said = said.trim_end_matches(':').trim();
    (plain && !said.is_empty()).then(|| said.to_owned())
}

fn figure(view: View<'_>, node: NodeId) -> Option<String> {
    let dom = view.dom;
    let figure = dom.ancestors(node).take(3).find(|above| dom.tag(*above) == "figure")?;
    let caption = dom.children(figure).find(|child| dom.tag(*child) == "figcaption")?;
    Some(text::plain(view, caption)).filter(|said| !said.is_empty())
}

/// The first cell that says something.
fn row(view: View<'_>, node: NodeId) -> String {
    let cells = view.dom.children(node).map(|cell| text::plain(view, cell));
    { cells }.find(|said| !said.is_empty()).unwrap_or_default()
}

fn field(view: View<'_>, outline: &Outline, id: ThingId, thing: &Thing) -> String {
    let radios = outline.radios(id);
    let native = view.dom.attr(thing.node, "type").is_some_and(|kind| kind.eq_ignore_ascii_case("radio"));
    if native && let Some(group) = said::group(view, &radios) {
        return group;
    }
    if native {
        // Nobody says what is asked: what developers call it, if that is a word, else the first answer.
        let called = attributes(view, thing.node).filter(|name| radios.len() > 1 && name.chars().count() > 2);
        return called.unwrap_or_else(|| view.name(thing.node).to_string());
    }
    let in_row = outline.thing(thing.owner).is_some_and(|owner| owner.kind == Kind::Row);
    let near = said::beside(view, thing.node, !in_row);
    near.or_else(|| attributes(view, thing.node)).unwrap_or_default()
}

/// Something that takes clicks without a role has no name, but words.
fn button(view: View<'_>, node: NodeId) -> String {
    let said = text::plain(view, node);
    if !said.is_empty() {
        return said;
    }
    attributes(view, node).unwrap_or_else(|| shown(view, node))
}

/// Its words; else what developers call it, which stays when it looks otherwise; else what is seen of it.
fn spot(view: View<'_>, node: NodeId) -> String {
    let said = text::plain(view, node);
    if !said.is_empty() {
        return said;
    }
    let called = attributes(view, node).or_else(|| Some(shown(view, node)).filter(|called| !called.is_empty()));
    called.or_else(|| look::of(view.dom, node).map(|look| look.words())).unwrap_or_default()
}

/// What is seen of something without words; an icon is called by its class, a colour or shape says nothing of it.
fn shown(view: View<'_>, node: NodeId) -> String {
    let seen = look::of(view.dom, node);
    let class = view.dom.attr(node, "class").map(words).filter(|class| !class.is_empty());
    let look = seen.as_ref().filter(|look| look.colour.is_some()).map(look::Look::words);
    // What can have the focus changes its colour when it has it.
    let named = if view.dom.has(node, flag::FOCUSABLE) { class.or(look) } else { look.or(class) };
    named.unwrap_or_default()
}

/// What developers call it, in words: `firstName` becomes `first name`.
fn attributes(view: View<'_>, node: NodeId) -> Option<String> {
    let attr = |key: &str| view.dom.attr(node, key).map(words).filter(|said| said.chars().any(char::is_alphabetic));
    attr("placeholder").or_else(|| attr("aria-placeholder")).or_else(|| attr("name")).or_else(|| attr("id"))
}

fn words(name: &str) -> String {
    if name.contains(' ') {
        return name.trim().to_owned();
    }
    let mut out = String::new();
    let mut small = false;
    for c in name.chars() {
        if c.is_uppercase() && small {
            out.push(' ');
        }
        small = c.is_lowercase() || c.is_ascii_digit();
        if c.is_alphanumeric() { out.extend(c.to_lowercase()) } else { out.push(' ') }
    }
    fold(&out)
}

/// Where a frame's document comes from.
fn host(address: &str) -> String {
    let rest = address.split_once("//").map_or("", |(_, rest)| rest);
    rest.split(['/', '?', '#', ':']).next().unwrap_or("").to_owned()
}

/// The last part of an address that says something: `/user/settings?x` is `settings`.
fn last_part(address: &str) -> String {
    let path = address.split(['?', '#']).next().unwrap_or("");
    let path = path.split_once("://").map_or(path, |(_, rest)| rest);
    let part = path.trim_end_matches('/').rsplit('/').next().unwrap_or("");
    let part = part.rsplit_once('.').filter(|(_, end)| end.len() <= 4).map_or(part, |(start, _)| start);
    if address.starts_with("data:") || address.starts_with("javascript:") { String::new() } else { words(part) }
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
    out.truncate(out.trim_end().len());
    out
}
