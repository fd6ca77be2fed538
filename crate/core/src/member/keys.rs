//! Keys and canonical addresses: kind + label within the nearest owner; equals are told apart by the
//! section they stand in, else by `#1`, `#2` in document order (design.md §6, answers.md).
//! It must never give two things one address.

use std::cell::RefCell;
use std::rc::Rc;

use super::tree::Tree;
use crate::limits;
use crate::model::outline::{Kind, ThingId};
use crate::order::{Lookup, Slots};
use crate::path::key::encode;
use crate::path::print::is_identifier;
use crate::path::visible::clean;
use crate::path::{Path, Segment};

/// The groups of one owner, by kind.
type OfOwner = Vec<(Kind, Rc<Group>)>;

/// Labels and keys of groups, computed once per revision.
#[derive(Debug, Clone, Default)]
pub struct Keys {
    groups: RefCell<Slots<OfOwner>>,
}

/// The things of one kind that one thing owns.
#[derive(Debug, Default)]
pub struct Group {
    /// In document order.
    pub things: Vec<ThingId>,
    /// Their labels; never empty (a nameless thing is called by its kind).
    pub labels: Vec<String>,
    /// Their keys: label, or label and `#n`.
    pub keys: Vec<String>,
    /// Where labels and keys stand in this group.
    index: Lookup<String, usize>,
}

impl Group {
    /// Things whose key, or whose label, is exactly this.
    pub fn named(&self, key: &str) -> Vec<ThingId> {
        self.index.all(key).filter_map(|at| self.things.get(*at).copied()).collect()
    }

    /// Things whose key is this but for case, spaces and punctuation.
    pub fn folded(&self, key: &str) -> Vec<ThingId> {
        let wanted = fold(key);
        let hits = self.keys.iter().zip(&self.things).filter(|(key, _)| fold(key) == wanted);
        hits.map(|(_, thing)| *thing).collect()
    }
}

/// Case, spaces and punctuation aside.
#[must_use]
pub fn fold(text: &str) -> String {
    let folded: String = text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect();
    if folded.is_empty() { text.to_owned() } else { folded }
}

impl Tree {
    /// The shown things of a kind that `owner` owns, with their keys.
    #[must_use]
    pub fn group(&self, owner: ThingId, kind: Kind) -> Rc<Group> {
        let mut known = self.keys().groups.borrow().get(owner.0).unwrap_or_default();
        if let Some((_, found)) = known.iter().find(|(of, _)| *of == kind) {
            return found.clone();
        }
        let things: Vec<ThingId> = self.outline().owned(owner, kind).to_vec();
        let labels = self.labels(owner, kind, &things);
        let group = Rc::new(keyed(things, labels));
        known.push((kind, group.clone()));
        self.keys().groups.borrow_mut().set(owner.0, known);
        group
    }

    fn labels(&self, owner: ThingId, kind: Kind, things: &[ThingId]) -> Vec<String> {
        let own: Lookup<_, _> = match kind {
            Kind::Row => self.table(owner).rows.iter().map(|row| (row.node, row.key.clone())).collect(),
            Kind::Item => self.list(owner).items.iter().map(|item| (item.node, item.key.clone())).collect(),
            _ => Lookup::default(),
        };
        let label = |id: &ThingId| {
            let node = self.outline().thing(*id).map(|thing| thing.node);
            if kind == Kind::Alert {
                // What it says changes; what it is does not.
                let named = node.and_then(|node| self.dom().attr(node, "aria-label")).map(str::to_owned);
                return named.map_or_else(|| self.tone(*id).to_owned(), |name| short(&name));
            }
            let text = node.and_then(|node| own.get(&node).cloned());
            let text = text.unwrap_or_else(|| self.outline().label(self.view(), *id));
            // What nobody sees is no part of an address.
            let text = clean(&text).trim().to_owned();
            if text.is_empty() { kind.one().to_owned() } else { short(&text) }
        };
        things.iter().map(label).collect()
    }

    /// What a thing is called, alone: the others of its group are not looked at where nobody has asked for them.
    #[must_use]
    pub fn called(&self, id: ThingId) -> String {
        let Some(thing) = self.outline().thing(id) else { return String::new() };
        let known = self.keys().groups.borrow().get(thing.owner.0).unwrap_or_default();
        if matches!(thing.kind, Kind::Row | Kind::Item) || known.iter().any(|(kind, _)| *kind == thing.kind) {
            return self.label(id);
        }
        self.labels(thing.owner, thing.kind, &[id]).pop().unwrap_or_default()
    }

    /// What a thing is called.
    #[must_use]
    pub fn label(&self, id: ThingId) -> String {
        self.in_group(id, |group, at| group.labels.get(at).cloned()).unwrap_or_default()
    }

    /// Its key within its owner.
    #[must_use]
    pub fn key(&self, id: ThingId) -> String {
        self.in_group(id, |group, at| group.keys.get(at).cloned()).unwrap_or_default()
    }

    /// Its place among the things of its kind that its owner owns: a row's in its table, an item's in its list.
    #[must_use]
    pub fn position(&self, id: ThingId) -> Option<usize> {
        self.in_group(id, |_, at| Some(at))
    }

    fn in_group<T>(&self, id: ThingId, get: impl FnOnce(&Group, usize) -> Option<T>) -> Option<T> {
        let thing = self.outline().thing(id)?;
        let group = self.group(thing.owner, thing.kind);
        // Things are in document order, and so are their ids.
        let at = group.things.binary_search(&id).ok()?;
        get(&group, at)
    }

    /// Its canonical path.
    #[must_use]
    pub fn address(&self, id: ThingId) -> Path {
        let mut segments = Vec::new();
        self.lead(id, &mut segments);
        Path { segments }
    }

    fn lead(&self, id: ThingId, out: &mut Vec<Segment>) {
        let Some(thing) = self.outline().thing(id) else { return };
        if thing.kind == Kind::Page || out.len() > limits::PATH_SEGMENTS {
            out.push(Segment::Name("page".into()));
            return;
        }
        if thing.kind == Kind::Main && self.group(thing.owner, Kind::Main).things.len() == 1 {
            self.lead(thing.owner, out);
            out.push(Segment::Name("main".into()));
            return;
        }
        let key = self.key(id);
        let scope = thing.section.filter(|_| thing.kind != Kind::Section).filter(|section| {
            let label = self.label(id);
            key != label && self.only_in(*section, id, &label) && self.key(*section) == self.label(*section)
        });
        match scope {
            Some(section) => {
                self.lead(section, out);
                out.push(Segment::Name(thing.kind.many().into()));
                out.push(segment(&encode(&self.label(id), None)));
            }
            None => {
                self.lead(thing.owner, out);
                out.push(Segment::Name(thing.kind.many().into()));
                out.push(segment(&key));
            }
        }
    }

    /// Is it the only one of its kind, owner and label inside a section?
    fn only_in(&self, section: ThingId, id: ThingId, label: &str) -> bool {
        let Some(thing) = self.outline().thing(id) else { return false };
        let group = self.group(thing.owner, thing.kind);
        let alike = group.named(label);
        let inside = self.outline().within(section, thing.kind);
        alike.iter().filter(|other| inside.contains(other)).count() == 1
    }
}

/// A label short enough for a path.
fn short(label: &str) -> String {
    match label.char_indices().nth(limits::KEY_CHARS) {
        Some((at, _)) => format!("{}…", label.get(..at).unwrap_or("").trim_end()),
        None => label.to_owned(),
    }
}

/// Members of groups, which a key written with a dot must not be taken for.
const ASKS: &[&str] = &["where", "select", "sort", "count", "find", "filter", "search", "length", "size"];

/// The segment for a key.
#[must_use]
pub fn segment(key: &str) -> Segment {
    if is_identifier(key) && !ASKS.contains(&key) {
        Segment::Name(key.to_owned())
    } else {
        Segment::Key(key.to_owned())
    }
}

fn keyed(things: Vec<ThingId>, labels: Vec<String>) -> Group {
    let places: Lookup<String, usize> = labels.iter().cloned().zip(0..).collect();
    let mut keys = Vec::with_capacity(labels.len());
    for (at, label) in labels.iter().enumerate() {
        let mut alike = places.all(label.as_str());
        let nth = alike.position(|place| *place == at).unwrap_or_default();
        let only = nth == 0 && alike.next().is_none();
        keys.push(encode(label, (!only).then_some(nth + 1)));
    }
    let by_key = keys.iter().cloned().zip(0..);
    let by_label = labels.iter().zip(&keys).enumerate().filter(|(_, (label, key))| label != key);
    let index = by_key.chain(by_label.map(|(at, (label, _))| (label.clone(), at))).collect();
    Group { things, labels, keys, index }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equals_are_numbered_and_own_numbers_escaped() {
        let labels = ["A", "B", "A", "Issue #4"].map(str::to_owned).to_vec();
        let things = (0..4).map(ThingId).collect();
        let group = keyed(things, labels);
        assert_eq!(group.keys, ["A#1", "B", "A#2", "Issue \\#4"]);
        assert_eq!(group.named("A").len(), 2);
        assert_eq!(group.named("A#2"), [ThingId(2)]);
        assert_eq!(group.folded("b"), [ThingId(1)]);
    }
}
