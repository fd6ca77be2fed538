//! Readings: what stands at a place, within a budget, with the path that continues where it was cut.
//! It must never run anything, and never show a secret.

use onecall_protocol::answer::Fault;
use onecall_protocol::fault::Code;
use onecall_protocol::{Map, Value, json};

use super::Draft;
use super::gist::{self, gist};
use super::list::{field_value, list};
use super::text::{cell, quote};
use super::value::{outside, url, value};
use super::{hint, tokens};
use crate::approval::across;
use crate::member::{Place, Property, Tree, resolve};
use crate::model::outline::{Kind, ThingId};

/// Reads a place. The things are those whose addresses are handed out, with the path each was given.
///
/// # Errors
/// Where a query asks for a column that is not there.
pub fn read(tree: &Tree, place: &Place, budget: u32) -> Result<(Draft, Vec<(String, ThingId)>), Fault> {
    let path = resolve::canonical(tree, place);
    let mut draft = Draft { path: path.to_string(), ..Draft::default() };
    let mut bound = Vec::new();
    match place {
        Place::Thing(id) => thing(tree, *id, budget, &mut draft, &mut bound),
        Place::Group(group) => list(tree, group, budget, &mut draft, &mut bound)?,
        Place::Property(id, property) => value(tree, *id, *property, None, budget, &mut draft),
        Place::Sliced(id, property, slice) if let Some(total) = outside(tree, *id, *property, *slice) => {
            let whole = resolve::canonical(tree, &Place::Property(*id, *property));
            let message = format!("{whole} has {total} parts: positions 0 to {}. There is no {path}.", total - 1);
            let attempt = crate::member::lookup::attempt(&whole, None);
            return Err(super::fault::plain(Code::NotFound, message, attempt));
        }
        Place::Sliced(id, property, slice) => value(tree, *id, *property, Some(*slice), budget, &mut draft),
        _ => {}
    }
    Ok((draft, bound))
}

fn thing(tree: &Tree, id: ThingId, budget: u32, draft: &mut Draft, bound: &mut Vec<(String, ThingId)>) {
    let kind = tree.kind(id);
    draft.kind = kind.one().into();
    bound.push((draft.path.clone(), id));
    let gist = gist(tree, id);
    draft.head = match kind {
        Kind::Page => format!("page  {}", quote(&tree.dom().head().title)),
        Kind::Form | Kind::Table | Kind::List | Kind::Row | Kind::Item => draft.path.clone(),
        _ if gist.is_empty() => draft.path.clone(),
        _ => format!("{}  {gist}", draft.path),
    };
    draft.value = json!({ "label": tree.label(id) });
    let room = budget.saturating_sub(tokens::estimate(&draft.head) + 60);
    match kind {
        Kind::Table => inner(tree, id, Kind::Row, room, draft, bound),
        Kind::List => inner(tree, id, Kind::Item, room, draft, bound),
        Kind::Menu => inner(tree, id, Kind::MenuItem, room, draft, bound),
        Kind::Tablist => inner(tree, id, Kind::Tab, room, draft, bound),
        Kind::Tree => inner(tree, id, Kind::TreeItem, room, draft, bound),
        Kind::Form => inner(tree, id, Kind::Field, room, draft, bound),
        Kind::Row | Kind::Item => parts(tree, id, draft),
        Kind::Field => field(tree, id, draft),
        Kind::Link | Kind::Image | Kind::Media => address(tree, id, draft),
        Kind::Frame | Kind::Closed => frame(tree, id, room, draft, bound),
        _ => holdings(tree, id, room, draft, bound),
    }
    draft.lines.extend(super::app::owner(tree, id).map(|path| format!("owner    {path}")));
    draft.members = hint::members(tree, id);
    draft.next = hint::next(tree, id);
}

fn address(tree: &Tree, id: ThingId, draft: &mut Draft) {
    let url = url(tree, id);
    if !url.is_empty() {
        draft.lines.push(format!("url  {}", quote(&url)));
        draft.value = json!({ "label": tree.label(id), "url": url });
    }
}

/// What stands in a frame, or why that cannot be told.
fn frame(tree: &Tree, id: ThingId, room: u32, draft: &mut Draft, bound: &mut Vec<(String, ThingId)>) {
    address(tree, id, draft);
    if let Some(reason) = across::reason(tree, id) {
        draft.lines.push(format!("! {reason}"));
        let mut value = Map::new();
        value.insert("label".into(), tree.label(id).into());
        value.insert("unread".into(), reason.into());
        draft.value = Value::Object(value);
    } else {
        holdings(tree, id, room, draft, bound);
    }
}

/// What a container's own kind of things are, as rows.
fn inner(tree: &Tree, id: ThingId, kind: Kind, room: u32, draft: &mut Draft, bound: &mut Vec<(String, ThingId)>) {
    let group = tree.members(id, kind);
    if kind == Kind::Row || kind == Kind::Item && gist::loaded(tree, id).is_some() {
        draft.head = format!("{}  {}", draft.path, gist::extent(tree, id));
    }
    if list(tree, &group, room, draft, bound).is_ok() && kind == Kind::Field {
        let buttons = tree.members(id, Kind::Button).things;
        for button in buttons.iter().take(6) {
            let state = tree.state_words(*button);
            let state = if state.is_empty() { state } else { format!("  {state}") };
            let path = tree.address(*button).to_string();
            draft.lines.push(format!("{path}{state}"));
            bound.push((path, *button));
        }
    }
    draft.kind = tree.kind(id).one().into();
}

/// A row's cells or an item's parts, one a line.
fn parts(tree: &Tree, id: ThingId, draft: &mut Draft) {
    let mut value = Map::new();
    for (at, column) in tree.columns(id).iter().enumerate() {
        let property = if tree.kind(id) == Kind::Row { Property::Cell(at) } else { Property::Part(at) };
        let text = tree.cell_text(id, property);
        if text.is_empty() || tree.is_controls_of(id, column) {
            continue;
        }
        draft.lines.push(format!("{} | {}", quote(column), cell(&gist::cut(&text, 300))));
        value.insert(column.clone(), text.into());
    }
    for kind in [Kind::Button, Kind::Field] {
        let labels: Vec<String> = tree.members(id, kind).things.iter().map(|one| tree.label(*one)).collect();
        if !labels.is_empty() {
            draft.lines.push(format!("{}  {}", kind.many(), gist::names(&labels)));
        }
    }
    let icons = super::hint::icons(tree, id);
    if !icons.is_empty() {
        draft.lines.push(format!("{}  {}", Kind::Spot.many(), icons.join(", ")));
    }
    if value.is_empty() {
        let text = tree.whole_text(id);
        draft.lines.insert(0, quote(&gist::cut(&text, 600)));
        draft.value = json!({ "text": text });
        return;
    }
    draft.value = Value::Object(value);
}

fn field(tree: &Tree, id: ThingId, draft: &mut Draft) {
    let facts = tree.field(id);
    let labels: Vec<String> = facts.options.iter().map(|one| one.label.clone()).collect();
    if !labels.is_empty() {
        let shown: Vec<String> = labels.iter().take(20).map(|one| quote(one)).collect();
        draft.lines.push(format!("options  {}", shown.join(", ")));
        if labels.len() > 20 {
            draft.more.push(format!("{}.options[20:{}]", draft.path, labels.len().min(70)));
        }
    }
    for (name, text) in [("hint", &facts.hint), ("error", &facts.error)] {
        if let Some(text) = text {
            draft.lines.push(format!("{name}  {}", quote(&gist::cut(text, 300))));
        }
    }
    let bounds: Vec<String> = [("min", &facts.min), ("max", &facts.max), ("pattern", &facts.pattern)]
        .iter()
        .filter_map(|(name, text)| text.as_ref().map(|text| format!("{name} {}", quote(text))))
        .chain(facts.maxlength.map(|most| format!("at most {most} characters")))
        .collect();
    if !bounds.is_empty() {
        draft.lines.push(format!("takes  {}", bounds.join(", ")));
    }
    draft.value = field_value(tree, id);
}

/// What stands in a container, kind by kind, with paths while there is room.
fn holdings(tree: &Tree, id: ThingId, room: u32, draft: &mut Draft, bound: &mut Vec<(String, ThingId)>) {
    let mut left = room;
    if matches!(tree.kind(id), Kind::Dialog | Kind::Section | Kind::Alert | Kind::Region) {
        let text = tree.whole_text(id);
        if !text.is_empty() {
            let line = format!("text  {}", quote(&gist::cut(&text, 400)));
            left = left.saturating_sub(tokens::estimate(&line));
            draft.lines.push(line);
        }
    }
    let mut value = Map::new();
    for (kind, _) in tree.holdings(id) {
        // What a thing inside owns is that thing's to list.
        let mut things = tree.members(id, kind).things;
        things.retain(|one| tree.is_outermost(id, *one));
        let count = things.len();
        if count == 0 {
            continue;
        }
        value.insert(if kind == Kind::Main { "main".into() } else { kind.many().into() }, count.into());
        let mut shown = 0;
        // Few things are shown with their paths; many as a count with the first names.
        let most = if matches!(kind, Kind::Link | Kind::Image | Kind::Section) { 3 } else { 6 };
        if things.len() <= most {
            for one in &things {
                let path = tree.address(*one).to_string();
                let gist = gist(tree, *one);
                let line = format!("  {path}{}{gist}", if gist.is_empty() { "" } else { "  " });
                let cost = tokens::estimate(&line) + 1;
                if cost > left {
                    break;
                }
                left -= cost;
                draft.lines.push(line);
                bound.push((path, *one));
                shown += 1;
            }
        }
        if shown < things.len() {
            let labels: Vec<String> = things.iter().skip(shown).map(|one| tree.label(*one)).collect();
            let line = format!("  {}.{}  {}: {}", draft.path, kind.many(), labels.len(), gist::names(&labels));
            let cost = tokens::estimate(&line) + 1;
            if cost > left {
                draft.more.push(format!("{}.{}", draft.path, kind.many()));
                continue;
            }
            left -= cost;
            draft.lines.push(line);
        }
    }
    draft.value = Value::Object(value);
}
