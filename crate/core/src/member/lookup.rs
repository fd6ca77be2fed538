//! Finds things by key and words the faults when there is none, or more than one (answers.md, Faults).
//! It must never pick one of several.

use onecall_protocol::answer::Fault;
use onecall_protocol::fault::Code;
use onecall_protocol::{Value, json};

use super::ledger::{Fate, Ledger};
use super::place::{Group, Listen, Place, Property};
use super::resolve::canonical;
use super::tree::Tree;
use super::trust::stale;
use crate::model::outline::{Kind, ThingId};
use crate::path::Path;
use crate::path::near::near;
use crate::path::visible::quote;

/// A call that would work, as an input of the tool.
#[must_use]
pub fn attempt(path: &Path, args: Option<Value>) -> Option<Value> {
    let path = path.to_string();
    Some(match (path.is_empty(), args) {
        (true, _) => json!({}),
        (_, Some(args)) => json!({ "path": path, "args": args }),
        (_, None) => json!({ "path": path }),
    })
}

fn fault(code: Code, message: String, near: Vec<String>, attempt: Option<Value>) -> Fault {
    Fault { near, attempt, ..Fault::new(code, message) }
}

/// A first segment that is no root: perhaps a member of the page, perhaps a typing error.
pub fn root(tree: &Tree, name: &str) -> Result<Place, Fault> {
    let page = tree.outline().page();
    let wanted = near(name, super::place::ROOTS.into_iter(), 1);
    let path = match wanted.first() {
        Some(root) => Path { segments: vec![crate::path::Segment::Name(root.clone())] },
        None => match tree.group_named(page, Kind::Page, name) {
            Some(place) => canonical(tree, &place),
            None => Path { segments: Vec::new() },
        },
    };
    let hint = if path.segments.is_empty() {
        format!("A path starts with {}.", super::place::ROOTS.join(", "))
    } else {
        format!("Did you mean {path}?")
    };
    Err(fault(
        Code::NotFound,
        format!("There is no {} at the top. {hint}", quote(name)),
        Vec::new(),
        attempt(&path, None),
    ))
}

/// Things of a group called exactly this, else called this but for case and punctuation.
#[must_use]
pub fn named(tree: &Tree, group: &Group, key: &str) -> Vec<ThingId> {
    let owned = tree.group(group.of, group.kind);
    let inside =
        |ids: Vec<ThingId>| -> Vec<ThingId> { ids.into_iter().filter(|id| group.things.contains(id)).collect() };
    if !tree.is_view(group.of) {
        let exact = inside(owned.named(key));
        return if exact.is_empty() { inside(owned.folded(key)) } else { exact };
    }
    let by = |same: &dyn Fn(&str) -> bool| -> Vec<ThingId> {
        group.things.iter().copied().filter(|id| same(&tree.label(*id)) || same(&tree.key(*id))).collect()
    };
    let exact = by(&|label| label == key);
    let wanted = super::keys::fold(key);
    if exact.is_empty() { by(&|label| super::keys::fold(label) == wanted) } else { exact }
}

/// One thing of a group by key. What was handed out under this address wins over what is there now.
pub fn in_group(tree: &Tree, ledger: &Ledger, group: &Group, key: &str) -> Result<Place, Fault> {
    let mut path = tree.group_path(&Group { query: super::query::Query::default(), ..group.clone() });
    path.segments.push(super::keys::segment(key));
    let hits = named(tree, group, key);
    if hits.len() != 1 {
        let path = path.to_string();
        match ledger.fate(tree, &path) {
            // Handed out when it was the only one of its name.
            Fate::Same(id) | Fate::Moved(id) => return Ok(Place::Thing(id)),
            Fate::Stale { .. } if hits.is_empty() => return Err(stale(tree, ledger, &path, "")),
            _ => {}
        }
    }
    match hits.as_slice() {
        [one] if hides_the_one(tree, group, key, *one) => Err(not_shown(tree, key, path, *one)),
        [one] => Ok(Place::Thing(*one)),
        [] => deeper(tree, group, key),
        several => Err(ambiguous(tree, key, several)),
    }
}

/// Is there one called exactly this, but not shown, where the one found is only nearly called so?
fn hides_the_one(tree: &Tree, group: &Group, key: &str, found: ThingId) -> bool {
    if tree.label(found) == key || tree.key(found) == key {
        return false;
    }
    let called = |node| {
        let dom = tree.dom();
        let text: String = dom.walk(node).filter_map(|id| dom.text(id)).collect();
        dom.attr(node, "aria-label").is_some_and(|label| label == key)
            || text.split_whitespace().eq(key.split_whitespace())
    };
    tree.outline().hidden().any(|thing| thing.kind == group.kind && called(thing.node))
}

fn not_shown(tree: &Tree, key: &str, path: Path, other: ThingId) -> Fault {
    let other = tree.address(other);
    let message = format!("{path} is not shown now; {other} is another one. Nothing was done.");
    fault(Code::NotVisible, message, vec![quote(key)], attempt(&other, None))
}

/// Not here: perhaps the only one of its kind and name further inside.
fn deeper(tree: &Tree, group: &Group, key: &str) -> Result<Place, Fault> {
    let inside = tree.outline().within(group.of, group.kind);
    let hits: Vec<ThingId> = inside.iter().copied().filter(|id| tree.label(*id) == key).collect();
    match hits.as_slice() {
        [one] => Ok(Place::Thing(*one)),
        [] => Err(not_in_group(tree, group, key, inside)),
        several => Err(ambiguous(tree, key, several)),
    }
}

/// Only a part of a table or list is there, and what is meant is not in it: how to bring it in.
fn not_loaded(tree: &Tree, group: &Group, what: &str, to: Value) -> Option<Fault> {
    let (kind, total) = tree.unloaded(group.of).filter(|(kind, _)| *kind == group.kind)?;
    let mut path = tree.address(group.of);
    let here = match total {
        Some(total) => format!("{} of {total}", group.things.len()),
        None => group.things.len().to_string(),
    };
    let message = format!(
        "{what} is not among the {here} {} that are loaded. {path}.scrollTo(place) loads others: a number from 0 counts all, \"next\" goes on from here; read what came by its key.",
        kind.many()
    );
    path.segments.push(crate::path::Segment::Name(super::Verb::ScrollTo.name().into()));
    Some(fault(Code::NotFound, message, Vec::new(), attempt(&path, Some(json!([to])))))
}

fn not_in_group(tree: &Tree, group: &Group, key: &str, inside: &[ThingId]) -> Fault {
    if let Some(fault) = not_loaded(tree, group, &quote(key), json!("next")) {
        return fault;
    }
    // A number in quotes: there is no such key, but there is such a position.
    if let Some(at) = key.parse::<usize>().ok().filter(|at| *at < group.things.len()) {
        let mut path = tree.group_path(group);
        let message = format!("{} is not a key in {path}. Did you mean the position [{at}]?", quote(key));
        path.segments.push(crate::path::Segment::Index(at as i64));
        return fault(Code::NotFound, message, Vec::new(), attempt(&path, None));
    }
    let labels: Vec<String> = group.things.iter().chain(inside).map(|id| tree.key(*id)).collect();
    let close = near(key, labels.iter().map(String::as_str), 3);
    let path = tree.group_path(group);
    let mut message = format!("{} is not in {path}", quote(key));
    match close.as_slice() {
        [] => message.push_str(&match group.things.len() {
            0 => ": there are none now.".into(),
            n @ 1..=4 => {
                let all: Vec<String> = group.things.iter().map(|id| quote(&tree.key(*id))).collect();
                format!("; {} there: {}.", if n == 1 { "only this is" } else { "these are" }, all.join(", "))
            }
            n => format!(" ({n} there)."),
        }),
        [one] => message.push_str(&format!(". Did you mean {}?", quote(one))),
        several => {
            let all: Vec<String> = several.iter().map(|one| quote(one)).collect();
            message.push_str(&format!(". Near: {}.", all.join(", ")));
        }
    }
    let found =
        close.first().and_then(|one| group.things.iter().chain(inside).copied().find(|id| tree.key(*id) == *one));
    let target = found.map_or(path, |id| tree.address(id));
    fault(Code::NotFound, message, close, attempt(&target, None))
}

fn ambiguous(tree: &Tree, key: &str, several: &[ThingId]) -> Fault {
    let paths: Vec<String> = several.iter().map(|id| tree.address(*id).to_string()).collect();
    let shown: Vec<String> = paths.iter().take(5).cloned().collect();
    let left = paths.len().saturating_sub(shown.len());
    let more = if left > 0 { format!(" and {left} more") } else { String::new() };
    let message = format!("{} means {} things: {}{more}.", quote(key), paths.len(), shown.join(", "));
    let first = several.first().map(|id| tree.address(*id)).unwrap_or_default();
    fault(Code::Ambiguous, message, shown, attempt(&first, None))
}

/// Something inside a thing by its key alone: a field first, then whatever is the only one called so.
pub fn child(tree: &Tree, id: ThingId, key: &str) -> Result<Place, Fault> {
    let mut near_kinds: Vec<ThingId> = Vec::new();
    for kind in
        [Kind::Field, Kind::Button, Kind::Link, Kind::Row, Kind::Item, Kind::Tab, Kind::MenuItem, Kind::TreeItem]
    {
        let group = tree.members(id, kind);
        match named(tree, &group, key).as_slice() {
            [] => {}
            [one] => near_kinds.push(*one),
            several => return Err(ambiguous(tree, key, several)),
        }
        if kind == Kind::Field && !near_kinds.is_empty() {
            break;
        }
    }
    if near_kinds.is_empty() {
        for (kind, _) in tree.holdings(id) {
            near_kinds.extend(named(tree, &tree.members(id, kind), key));
        }
    }
    crate::order::sort(&mut near_kinds);
    near_kinds.dedup();
    match near_kinds.as_slice() {
        [one] => Ok(Place::Thing(*one)),
        [] => Err(nothing_in(tree, &Place::Thing(id), key)),
        several => Err(ambiguous(tree, key, several)),
    }
}

/// There is no such member: what there is, and what is near.
#[must_use]
pub fn nothing_in(tree: &Tree, place: &Place, name: &str) -> Fault {
    let here = canonical(tree, place);
    let mut candidates: Vec<(String, Path)> = Vec::new();
    if let Place::Events(_) = place {
        candidates.extend(
            Listen::ALL.iter().map(|(listen, name, ..)| ((*name).into(), canonical(tree, &Place::Listening(*listen)))),
        );
    }
    if let Place::Thing(id) = place {
        let mut add = |name: String, segment: crate::path::Segment| {
            let mut path = here.clone();
            path.segments.push(segment);
            candidates.push((name, path));
        };
        for (kind, _) in tree.holdings(*id) {
            add(kind.many().into(), crate::path::Segment::Name(kind.many().into()));
        }
        for verb in tree.verbs(*id) {
            add(verb.name().into(), crate::path::Segment::Name(verb.name().into()));
        }
        for column in tree.columns(*id) {
            add(column.clone(), super::keys::segment(&column));
        }
        for (kind, _) in tree.holdings(*id) {
            for thing in tree.members(*id, kind).things.iter().take(300) {
                candidates.push((tree.label(*thing), tree.address(*thing)));
            }
        }
    }
    let close = near(name, candidates.iter().map(|(name, _)| name.as_str()), 3);
    let target = close.first().and_then(|one| candidates.iter().find(|(name, _)| name == one));
    let place_name = if here.segments.is_empty() { "the overview".to_owned() } else { here.to_string() };
    let mut message = format!("{place_name} has no {}.", quote(name));
    let parts = matches!(place, Place::Property(_, Property::Text | Property::Options | Property::Columns));
    match (target, place) {
        (Some((_, path)), _) => message.push_str(&format!(" Did you mean {path}?")),
        (None, Place::Property(..)) if parts => message.push_str(" It is read whole or in parts, like [0:10]."),
        (None, Place::Property(..) | Place::Sliced(..)) => message.push_str(" It is a value: read it as it stands."),
        _ => message.push_str(" Read it without that to see its members."),
    }
    let mut path = target.map_or(here, |(_, path)| path.clone());
    if parts {
        path.segments.push(crate::path::Segment::Slice(Some(0), Some(10)));
    }
    fault(Code::NotFound, message, close, attempt(&path, None))
}

/// A position outside a group.
#[must_use]
pub fn no_position(tree: &Tree, group: &Group, at: i64, len: usize) -> Fault {
    if let Ok(to) = u64::try_from(at)
        && let Some(fault) = not_loaded(tree, group, &format!("[{at}]"), json!(to))
    {
        return fault;
    }
    let path = tree.group_path(group);
    let message = match len {
        0 => format!("{path} is empty."),
        n => format!("{path} has {n}: positions 0 to {}, or -{n} to -1 from the end. There is no [{at}].", n - 1),
    };
    fault(Code::NotFound, message, Vec::new(), attempt(&path, None))
}
