//! The addresses handed out in a document and what each of them meant: an act lands on that thing or
//! on nothing (design.md §6). It must never let an address slide to a neighbour.

use onecall_protocol::effect::Check;
use onecall_protocol::{Handle, form};

use super::tree::Tree;
use crate::limits;
use crate::model::outline::{Kind, ThingId};

/// What made a thing this thing.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Identity {
    /// Its element.
    pub handle: Handle,
    /// Its kind, by name.
    pub kind: String,
    /// Its label.
    pub label: String,
    /// Labels of the rows, items and dialogs it stands in, outermost first.
    pub within: Vec<String>,
    /// Labels of all it stands in, outermost first: another element is the same thing only where these agree.
    pub around: Vec<String>,
    /// Attributes that an app does not change in passing: id, name, href, type.
    pub marks: Vec<(String, String)>,
}

/// Addresses by canonical path, with the order in which they were last handed out.
#[derive(Debug, Clone, Default)]
pub struct Ledger {
    entries: crate::order::Map<String, (Identity, u64)>,
    turn: u64,
}

/// What became of an address.
#[derive(Debug, Clone, PartialEq)]
pub enum Fate {
    /// Never handed out in this document.
    Unknown,
    /// The same element with the same identity.
    Same(ThingId),
    /// Another element, the only one with this identity.
    Moved(ThingId),
    /// The element stands for something else now, or is gone.
    Stale {
        /// What it was.
        was: Identity,
        /// What the element is now, if it is still there.
        now: Option<ThingId>,
    },
}

impl Ledger {
    /// Remembers what a path meant when it was handed out. Returns the line to keep, if it is news.
    pub fn bind(&mut self, tree: &Tree, path: &str, id: ThingId) -> Option<String> {
        let identity = identify(tree, id)?;
        self.turn += 1;
        let news = self.entries.get(path).is_none_or(|(known, _)| *known != identity);
        let line = news.then(|| write(path, &identity));
        self.entries.insert(path.to_owned(), (identity, self.turn));
        if self.entries.len() > limits::LEDGER {
            self.shed();
        }
        line
    }

    /// Drops the half that was handed out longest ago.
    fn shed(&mut self) {
        let mut turns: Vec<u64> = self.entries.values().map(|(_, turn)| *turn).collect();
        crate::order::sort(&mut turns);
        let middle = turns.get(turns.len() / 2).copied().unwrap_or(0);
        self.entries.retain(|_, (_, turn)| *turn > middle);
    }

    /// Was this path handed out?
    #[must_use]
    pub fn knows(&self, path: &str) -> bool {
        self.entries.contains_key(path)
    }

    /// What became of a path.
    #[must_use]
    pub fn fate(&self, tree: &Tree, path: &str) -> Fate {
        let Some((was, _)) = self.entries.get(path) else { return Fate::Unknown };
        let kind = |kind: Kind| format!("{kind:?}") == was.kind;
        let here = tree.dom().node(was.handle).and_then(|node| tree.outline().of_node_as(node, kind));
        match here.and_then(|id| identify(tree, id).map(|now| (id, now))) {
            Some((id, now)) if alike(was, &now) => Fate::Same(id),
            Some((id, _)) => match find_again(tree, was, id) {
                Some(other) => Fate::Stale { was: was.clone(), now: Some(other) },
                None => Fate::Stale { was: was.clone(), now: Some(id) },
            },
            // One of several equals cannot be told from the others once it is gone.
            None => match unique(tree, was).filter(|_| !numbered(path)) {
                Some(id) => Fate::Moved(id),
                None => Fate::Stale { was: was.clone(), now: None },
            },
        }
    }

    /// Reads a line that [`Ledger::bind`] gave.
    pub fn restore(&mut self, line: &str) {
        for entry in line.split('\n') {
            if let Some((path, identity)) = read(entry) {
                self.turn += 1;
                self.entries.insert(path, (identity, self.turn));
            }
        }
    }
}

/// Does a path name one of several equals?
fn numbered(path: &str) -> bool {
    path.split('#').skip(1).any(|rest| {
        rest.trim_start_matches(|c: char| c.is_ascii_digit()).starts_with('"')
            && rest.starts_with(|c: char| c.is_ascii_digit())
    })
}

/// Where the thing that `was` stands now, though its element `not` stands for something else.
fn find_again(tree: &Tree, was: &Identity, not: ThingId) -> Option<ThingId> {
    unique(tree, was).filter(|id| *id != not)
}

/// The only thing with this identity, whatever its element.
fn unique(tree: &Tree, was: &Identity) -> Option<ThingId> {
    let kind = Kind::ALL.iter().copied().find(|kind| format!("{kind:?}") == was.kind)?;
    let outline = tree.outline();
    let mut hits = outline
        .within(outline.page(), kind)
        .iter()
        .copied()
        .filter(|id| tree.label(*id) == was.label)
        .filter(|id| identify(tree, *id).is_some_and(|now| alike(was, &now) && was.around == now.around));
    let hit = hits.next()?;
    hits.next().is_none().then_some(hit)
}

/// The same thing, whatever its element.
fn alike(was: &Identity, now: &Identity) -> bool {
    was.kind == now.kind && was.label == now.label && was.within == now.within && was.marks == now.marks
}

/// What makes a thing this thing now.
#[must_use]
pub fn identify(tree: &Tree, id: ThingId) -> Option<Identity> {
    let thing = tree.outline().thing(id)?;
    let dom = tree.dom();
    let marks = ["id", "name", "href", "type"]
        .iter()
        .filter_map(|name| dom.attr(thing.node, name).map(|value| ((*name).to_owned(), value.to_owned())))
        // Ids that frameworks make up are new with each render.
        .filter(|(name, value)| {
            name != "id" || !value.contains([':', '«']) && !value.ends_with(|c: char| c.is_ascii_digit())
        })
        .collect();
    let (mut within, mut around) = (Vec::new(), Vec::new());
    let mut at = thing.owner;
    while let Some(above) = tree.outline().thing(at).filter(|above| above.kind != Kind::Page) {
        if matches!(above.kind, Kind::Row | Kind::Item | Kind::Dialog) {
            within.insert(0, tree.label(at));
        }
        around.insert(0, tree.label(at));
        at = above.owner;
    }
    Some(Identity {
        handle: dom.handle(thing.node),
        kind: format!("{:?}", thing.kind),
        label: tree.label(id),
        within,
        around,
        marks,
    })
}

/// Raw facts that the page kit re-reads in the task of the act.
#[must_use]
pub fn checks(tree: &Tree, id: ThingId) -> Vec<Check> {
    let Some(thing) = tree.outline().thing(id) else { return Vec::new() };
    let dom = tree.dom();
    let handle = dom.handle(thing.node);
    let mut checks = Vec::new();
    if matches!(thing.kind, Kind::Button | Kind::Link | Kind::Tab | Kind::MenuItem) {
        checks.push(Check::Text { handle, was: dom.flat_text(thing.node, 200) });
    }
    for name in ["aria-label", "name", "href"] {
        checks.push(Check::Attr { handle, name: name.into(), was: dom.attr(thing.node, name).map(str::to_owned) });
    }
    let mut at = if matches!(thing.kind, Kind::Row | Kind::Item) { id } else { thing.owner };
    while let Some(above) = tree.outline().thing(at).filter(|above| above.kind != Kind::Page) {
        let holder = dom.handle(above.node);
        // What a term's item or a form with controls elsewhere holds does not stand in its element.
        if dom.ancestors(thing.node).any(|around| around == above.node) {
            checks.push(Check::Inside { handle, within: holder });
        }
        if let Some(cell) = key_node(tree, at) {
            checks.push(Check::Text { handle: dom.handle(cell), was: dom.flat_text(cell, 200) });
        }
        at = above.owner;
    }
    checks
}

/// The element whose text is a row's key.
fn key_node(tree: &Tree, id: ThingId) -> Option<crate::model::dom::NodeId> {
    let thing = tree.outline().thing(id)?;
    match thing.kind {
        Kind::Row => {
            let table = tree.table(thing.owner);
            table.rows.iter().find(|row| row.node == thing.node).and_then(|row| row.key_node)
        }
        Kind::Item => {
            let list = tree.list(thing.owner);
            list.items.iter().find(|item| item.node == thing.node).and_then(|item| item.key_node)
        }
        _ => None,
    }
}

fn write(path: &str, identity: &Identity) -> String {
    let Identity { handle, kind, label, within, around, marks } = identity;
    onecall_protocol::json!([path, handle, kind, label, within, around, marks]).to_string()
}

fn read(line: &str) -> Option<(String, Identity)> {
    let (path, handle, kind, label, within, around, marks) = form::parse(line)?;
    Some((path, Identity { handle, kind, label, within, around, marks }))
}
