//! What the agent has read and may be out of date: sizes of the things it works with, and which dialogs are open.
//! Compared when facts change between acts. It must never cost anything where nothing was read.

use onecall_protocol::Handle;

use super::gist::{self, gist};
use crate::limits;
use crate::member::ledger::Ledger;
use crate::member::{Place, Tree, resolve};
use crate::model::outline::{Kind, ThingId};

/// Sizes of what was read, and open dialogs.
#[derive(Debug, Clone, Default)]
pub struct Watch {
    things: Vec<Watched>,
    /// Nothing before the first look.
    dialogs: Option<Vec<Handle>>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct Watched {
    handle: Handle,
    path: String,
    size: usize,
    foreign: bool,
}

/// What is different of one thing.
#[derive(Debug, PartialEq, Eq)]
pub struct Change {
    /// Its path.
    pub path: String,
    /// What is to be said of it.
    pub line: String,
    /// It stands where the page's own script cannot read.
    pub foreign: bool,
}

impl Watch {
    /// A thing was read.
    pub fn read(&mut self, tree: &Tree, id: ThingId) {
        let Some(handle) = handle(tree, id) else { return };
        let Some(size) = size(tree, id) else { return };
        self.things.retain(|one| one.handle != handle);
        self.things.push(Watched { handle, path: tree.address(id).to_string(), size, foreign: is_foreign(tree, id) });
        let over = self.things.len().saturating_sub(limits::WATCHED);
        self.things.drain(..over);
    }

    /// The page as it is now is known to the agent: an answer has told what changed.
    pub fn settle(&mut self, tree: &Tree) {
        let _ = self.compare(tree);
    }

    /// What is different; from now on that is known.
    pub fn compare(&mut self, tree: &Tree) -> Vec<Change> {
        let mut told = Vec::new();
        let outline = tree.outline();
        let open: Vec<ThingId> = outline.within(outline.page(), Kind::Dialog).to_vec();
        let now: Vec<Handle> = open.iter().filter_map(|id| handle(tree, *id)).collect();
        for (id, handle) in open.iter().zip(&now) {
            if self.dialogs.as_ref().is_some_and(|known| !known.contains(handle)) {
                let path = tree.address(*id).to_string();
                let line = format!("{path} is open · {}", gist(tree, *id));
                told.push(Change { path, line, foreign: is_foreign(tree, *id) });
            }
        }
        self.dialogs = Some(now);
        self.things.retain_mut(|one| {
            let here = tree.dom().node(one.handle).and_then(|node| outline.of_node(node));
            // An app may have made it anew: what stands at the path is the same to the agent.
            let Some(id) = here.or_else(|| at(tree, &one.path)) else {
                let line = format!("{} is gone", one.path);
                told.push(Change { path: one.path.clone(), line, foreign: one.foreign });
                return false;
            };
            one.handle = handle(tree, id).unwrap_or(one.handle);
            let now = size(tree, id).unwrap_or(0);
            if now != one.size {
                let words = gist::plural(now, part(tree.kind(id)).one());
                let line = format!("{} has {words} (was {})", one.path, one.size);
                told.push(Change { path: one.path.clone(), line, foreign: one.foreign });
                one.size = now;
            }
            true
        });
        told
    }
}

fn at(tree: &Tree, path: &str) -> Option<ThingId> {
    match resolve(tree, &Ledger::default(), &crate::path::parse(path).ok()?).ok()?.place {
        Place::Thing(id) => Some(id),
        _ => None,
    }
}

fn is_foreign(tree: &Tree, id: ThingId) -> bool {
    tree.outline().thing(id).is_some_and(|thing| tree.dom().is_foreign(thing.node))
}

fn handle(tree: &Tree, id: ThingId) -> Option<Handle> {
    tree.outline().thing(id).map(|thing| tree.dom().handle(thing.node))
}

/// What a thing's size counts.
const fn part(kind: Kind) -> Kind {
    match kind {
        Kind::Table => Kind::Row,
        Kind::List => Kind::Item,
        Kind::Tablist => Kind::Tab,
        _ => Kind::Field,
    }
}

fn size(tree: &Tree, id: ThingId) -> Option<usize> {
    let kind = tree.kind(id);
    let counted = matches!(kind, Kind::Table | Kind::List | Kind::Tablist | Kind::Form);
    counted.then(|| tree.members(id, part(kind)).things.len())
}
