//! What a comparison of two moments of a page looks at: things at and around elements that were touched, and how the
//! difference of two lists or states is worded. It must never look at more of the page than it is asked about.

use super::gist;
use super::snapshot::bit;
use super::text::quote;
use crate::member::ledger::Ledger;
use crate::member::{Place, Tree, resolve};
use crate::model::dom::NodeId;
use crate::model::outline::{Kind, ThingId};

/// Rows named when they come or go.
const NAMED: usize = 3;

/// Things that these elements stand for, or stand in.
pub(super) fn standing(tree: &Tree, seeds: &[NodeId]) -> Vec<ThingId> {
    let (dom, outline) = (tree.dom(), tree.outline());
    let mut met = vec![false; dom.len()];
    let mut found = Vec::new();
    for seed in seeds {
        for node in std::iter::once(*seed).chain(dom.ancestors(*seed)) {
            if met.get_mut(node.index()).is_none_or(|met| std::mem::replace(met, true)) {
                break;
            }
            found.extend(outline.standing_on(node));
        }
    }
    crate::order::sort(&mut found);
    found.dedup();
    found
}

/// All shown things.
pub(super) fn all(tree: &Tree) -> Vec<ThingId> {
    let outline = tree.outline();
    let mut found: Vec<ThingId> =
        Kind::ALL.iter().flat_map(|kind| outline.within(outline.page(), *kind)).copied().collect();
    crate::order::sort(&mut found);
    found
}

/// Of these, those of some kinds, kind by kind.
pub(super) fn of_kinds(tree: &Tree, things: &[ThingId], kinds: &[Kind]) -> Vec<ThingId> {
    let of = |kind: &Kind| things.iter().copied().filter(|id| tree.kind(*id) == *kind).collect::<Vec<_>>();
    kinds.iter().flat_map(of).collect()
}

/// The thing of a kind that an element stands for.
pub(super) fn thing_at(tree: &Tree, handle: u32, is: impl Fn(Kind) -> bool) -> Option<ThingId> {
    tree.outline().standing_on(tree.dom().node(handle)?).find(|id| is(tree.kind(*id)))
}

/// The thing that a path names.
pub(super) fn at(tree: &Tree, path: &str) -> Option<ThingId> {
    match resolve(tree, &Ledger::default(), &crate::path::parse(path).ok()?).ok()?.place {
        Place::Thing(id) => Some(id),
        _ => None,
    }
}

pub(super) fn labels(tree: &Tree, things: &[ThingId]) -> Vec<String> {
    things.iter().map(|id| tree.label(*id)).collect()
}

/// `: + "Bread" - "Milk"`.
pub(super) fn came_and_went(was: &[String], now: &[String]) -> String {
    let mut out = String::new();
    for (sign, from, other) in [('+', now, was), ('-', was, now)] {
        let names: Vec<&String> = from.iter().filter(|label| !other.contains(label)).collect();
        for name in names.iter().take(NAMED) {
            out.push_str(&format!(" {sign} {}", quote(&gist::cut(name, 60))));
        }
        if names.len() > NAMED {
            out.push_str(&format!(" {sign} {} more", names.len() - NAMED));
        }
    }
    if out.is_empty() { out } else { format!(":{out}") }
}

/// What the end of a state means: `disabled` gone is `enabled`.
pub(super) fn undone(gone: u32) -> String {
    let ends = [
        (bit::DISABLED, "enabled"),
        (bit::BUSY, "ready"),
        (bit::CURRENT, "not current any more"),
        (bit::SELECTED, "not selected any more"),
        (bit::READONLY, "writable"),
        (bit::REQUIRED, "not required any more"),
    ];
    let words: Vec<&str> = ends.iter().filter(|(bit, _)| gone & bit != 0).map(|(_, word)| *word).collect();
    words.join(", ")
}
