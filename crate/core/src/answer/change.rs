//! What an act changed: the page before and after, compared as things with addresses. Only what an
//! agent can use is told, and never more than a few lines (issue: "What changed").

use onecall_protocol::plan::Before;

use super::gist::{self, gist};
use super::snapshot::{self, Control, Snapshot, TOLD, bit, handle, text_of};
use super::text::quote;
use super::tokens;
use crate::event::{self, Event};
use crate::member::Tree;
use crate::model::aria::Shown;
use crate::model::dom::slot_of;
use crate::model::outline::{Kind, ThingId};
use crate::order::Lookup;

/// Lines of changes at the most.
const LINES: usize = 10;
/// Tokens of all lines together; with what was done, an answer stays below 300.
const TOKENS: u32 = 240;
/// New texts told at the most.
const TEXTS: usize = 3;
/// Of new sections, lists and controls, each.
const FRESH: usize = 3;
/// Rows named when they come or go.
const ROWS: usize = 3;

/// Do lines of an answer say what an event says?
#[must_use]
pub fn tells(lines: &[String], event: &Event) -> bool {
    let text = gist::cut(&event.text, 200);
    let says = match event.kind {
        event::Kind::Navigated => text,
        // The thing itself, not something in it.
        event::Kind::Changed => format!("{} ", event.about),
        _ => quote(&text),
    };
    lines.iter().any(|line| line.contains(&says))
}

/// What is different now. `was` is the moment before, where this core saw it; of one that is gone only `before` is
/// left. The things are those whose addresses are handed out.
#[must_use]
pub fn changes(
    tree: &Tree,
    before: &Before,
    was: Option<&Snapshot>,
    now: &Snapshot,
    acted: &[u32],
) -> (Vec<String>, Vec<ThingId>) {
    let mut told = Teller { tree, before, lines: Vec::new(), bound: Vec::new(), said: Vec::new(), come: Vec::new() };
    let head = tree.dom().head();
    if head.url != before.url {
        told.lines.push(format!("url {}", gist::cut(&head.url, 200)));
    }
    if head.title != before.title {
        told.lines.push(format!("title {}", quote(&head.title)));
    }
    if let Some(rev) = before.app {
        told.lines.extend(super::app::news(tree.app(), rev, true));
    }
    told.things();
    told.counts(was, now);
    if let Some(was) = was {
        told.states(was, now, acted);
        told.texts(was, now);
    }
    let mut room = TOKENS;
    let fits = told.lines.iter().take(LINES).take_while(|line| {
        let cost = tokens::estimate(line) + 2;
        room = room.saturating_sub(cost);
        room > 0
    });
    let kept = fits.count();
    let left = told.lines.len() - kept;
    told.lines.truncate(kept);
    if left > 0 {
        told.lines.push(format!("and {left} more changes; read the overview"));
    }
    (told.lines, told.bound)
}

struct Teller<'a> {
    tree: &'a Tree,
    before: &'a Before,
    lines: Vec<String>,
    bound: Vec<ThingId>,
    /// Texts that a line has already told.
    said: Vec<u64>,
    /// Paths of what has come: what stands in it is told with it.
    come: Vec<String>,
}

impl Teller<'_> {
    /// Is an element still on the page, though perhaps behind a dialog?
    fn stands(&self, handle: u32) -> bool {
        let node = self.tree.dom().node(handle);
        node.is_some_and(|node| self.tree.view().shown(node) != Shown::NotRendered)
    }

    /// Was it there before?
    fn old(&self, handle: u32) -> bool {
        self.before.newest.iter().any(|last| slot_of(*last) == slot_of(handle) && handle <= *last)
    }

    /// Is a path inside of what has come?
    fn inside(&self, path: &str) -> bool {
        self.come.iter().any(|of| path.starts_with(of.as_str()) && path.len() > of.len())
    }

    fn tell(&mut self, id: ThingId, line: String) {
        self.lines.push(line);
        self.bound.push(id);
        if let Some(thing) = self.tree.outline().thing(id) {
            self.said.extend(snapshot::hashes(self.tree, Some(thing.node)).iter().map(|(hash, _)| *hash));
        }
    }

    fn things(&mut self) {
        let (tree, before) = (self.tree, self.before);
        let outline = tree.outline();
        let known: Lookup<u32, &(u32, String, String)> = before.things.iter().map(|one| (one.0, one)).collect();
        let paths: Lookup<&str, ()> = before.things.iter().map(|one| (one.1.as_str(), ())).collect();
        let dialog_gone =
            before.things.iter().any(|(handle, path, _)| path.contains(".dialogs") && !self.stands(*handle));
        let (mut now, mut sections) = (Vec::new(), 0);
        for kind in TOLD {
            for id in outline.within(outline.page(), *kind) {
                let handle = handle(tree, *id);
                now.push(handle);
                let seen = known.get(&handle);
                let text = text_of(tree, *id);
                if let Some(was) = seen {
                    if was.2 != text && !is_log(tree, *id) {
                        self.tell(*id, format!("{} says {}", tree.address(*id), quote(&text)));
                    }
                    continue;
                }
                // It was there behind the dialog; a log is told by what it says.
                if dialog_gone && self.old(handle) && *kind != Kind::Dialog || is_log(tree, *id) {
                    continue;
                }
                if *kind == Kind::Section && (sections >= FRESH || self.old(handle)) {
                    continue;
                }
                let path = tree.address(*id).to_string();
                let fresh = !paths.has(path.as_str()) || !text.is_empty();
                if fresh && (*kind == Kind::Alert || !self.inside(&path)) {
                    sections += usize::from(*kind == Kind::Section);
                    self.tell(*id, format!("+ {path} · {}", gist(tree, *id)));
                    self.come.push(path);
                }
            }
        }
        self.gone(&now);
    }

    fn gone(&mut self, now: &[u32]) {
        let mut gone: Vec<&str> = Vec::new();
        for (handle, path, _) in &self.before.things {
            // What stood in something that has gone goes without saying, and nobody acts on a heading that has.
            if path.is_empty()
                || now.contains(handle)
                || self.stands(*handle)
                || gone.iter().any(|of| path.starts_with(of))
            {
                continue;
            }
            let again = crate::path::parse(path).is_ok_and(|path| {
                crate::member::resolve(self.tree, &crate::member::ledger::Ledger::default(), &path).is_ok()
            });
            if !again {
                self.lines.push(format!("- {path}"));
                gone.push(path);
            }
        }
    }

    /// Rows and items that came and went, by name where there are few.
    fn counts(&mut self, was: Option<&Snapshot>, now: &Snapshot) {
        let mut fresh = 0;
        for ((id, kind), (handle, path, count)) in snapshot::containers(self.tree).into_iter().zip(&now.before.counts) {
            let known = &self.before.counts;
            let Some(old) =
                known.iter().find(|one| one.0 == *handle).or_else(|| known.iter().find(|one| one.1 == *path))
            else {
                let list = self.tree.kind(id) == Kind::List && !self.old(*handle) && !self.inside(path);
                if list && fresh < FRESH {
                    fresh += 1;
                    self.tell(id, format!("+ {path} · {}", gist(self.tree, id)));
                    self.come.push(path.clone());
                }
                continue;
            };
            let rows = |of: Option<&Snapshot>, handle: u32| -> Option<Vec<String>> {
                of.and_then(|of| of.rows.iter().find(|(of, _)| *of == handle)).map(|(_, rows)| rows.clone())
            };
            let names = match (rows(was, old.0), rows(Some(now), *handle)) {
                (Some(was), Some(now)) => came_and_went(&was, &now),
                _ => String::new(),
            };
            let amount = gist::plural(*count, kind.one());
            if old.2 != *count {
                self.lines.push(format!("{path} has {amount} (was {}){names}", old.2));
            } else if !names.is_empty() {
                self.lines.push(format!("{path} has other {}s{names}", kind.one()));
            } else {
                continue;
            }
            self.bound.push(id);
            // What is in the new rows is found there.
            for row in self.tree.members(id, kind).things {
                let handle = snapshot::handle(self.tree, row);
                if !self.old(handle) {
                    self.come.push(self.tree.address(row).to_string());
                    let node = self.tree.outline().thing(row).map(|thing| thing.node);
                    self.said.extend(snapshot::hashes(self.tree, node).iter().map(|(hash, _)| *hash));
                }
            }
        }
    }

    fn states(&mut self, was: &Snapshot, now: &Snapshot, acted: &[u32]) {
        let known: Lookup<u32, &Control> = was.controls.iter().map(|one| (one.handle, one)).collect();
        let idents: Lookup<u64, &Control> = was.controls.iter().map(|one| (one.ident, one)).collect();
        let (mut fresh, mut left) = (0, 0);
        for control in &now.controls {
            // Drawn anew, it is compared with the one that it stands for.
            let Some(old) = known.get(&control.handle).or_else(|| idents.get(&control.ident)).copied() else {
                let path = self.tree.address(control.id).to_string();
                if self.inside(&path) {
                } else if fresh < FRESH {
                    fresh += 1;
                    let gist = gist(self.tree, control.id);
                    self.tell(control.id, format!("+ {path}{}{gist}", if gist.is_empty() { "" } else { " · " }));
                } else {
                    left += 1;
                }
                continue;
            };
            if old.bits == control.bits && old.value == control.value {
                continue;
            }
            let field = self.tree.kind(control.id) == Kind::Field;
            let facts = field.then(|| self.tree.field(control.id));
            // What the act itself wrote is in its done line; an error that came with it is not.
            let errs = control.bits & bit::INVALID > old.bits & bit::INVALID;
            let own = facts.as_ref().is_some_and(|facts| {
                acted.contains(&control.handle)
                    || facts.nodes.iter().any(|node| acted.contains(&self.tree.dom().handle(*node)))
            });
            if own && !errs {
                continue;
            }
            if let Some(error) = facts.and_then(|facts| facts.error.clone()) {
                self.said.push(snapshot::hash(&error));
            }
            let state = if field { gist::field(self.tree, control.id) } else { gist::state(self.tree, control.id) };
            let says = if state.is_empty() { undone(old.bits & !control.bits) } else { state };
            if !says.is_empty() {
                self.tell(control.id, format!("{} is {says}", self.tree.address(control.id)));
            }
        }
        if left > 0 {
            self.lines.push(format!("and {left} more new controls"));
        }
    }

    fn texts(&mut self, was: &Snapshot, now: &Snapshot) {
        let known: Lookup<u64, ()> = was.texts.iter().map(|(hash, _)| (*hash, ())).collect();
        let mut fresh: Vec<String> = Vec::new();
        let mut left = 0;
        for (hash, block) in &now.texts {
            if known.has(hash) || self.said.contains(hash) {
                continue;
            }
            self.said.push(*hash);
            // What live regions say is told as events.
            let (dom, outline) = (self.tree.dom(), self.tree.outline());
            let mut around = std::iter::once(*block).chain(dom.ancestors(*block)).filter_map(|at| outline.of_node(at));
            if around.any(|id| self.tree.kind(id) == Kind::Alert) {
                continue;
            }
            match snapshot::text_at(self.tree, *block, *hash).filter(|text| text.chars().any(char::is_alphanumeric)) {
                Some(text) if fresh.len() < TEXTS => fresh.push(text),
                Some(_) => left += 1,
                None => {}
            }
        }
        if !fresh.is_empty() {
            let shown: Vec<String> = fresh.iter().map(|text| quote(&gist::cut(text, 80))).collect();
            let more = if left > 0 { format!(" and {left} more") } else { String::new() };
            self.lines.push(format!("new text {}{more}", shown.join(", ")));
        }
    }
}

fn is_log(tree: &Tree, id: ThingId) -> bool {
    tree.kind(id) == Kind::Alert
        && tree.outline().thing(id).is_some_and(|thing| tree.view().role(thing.node).as_str() == "log")
}

/// `: + "Bread" - "Milk"`.
fn came_and_went(was: &[String], now: &[String]) -> String {
    let mut out = String::new();
    for (sign, from, other) in [('+', now, was), ('-', was, now)] {
        let names: Vec<&String> = from.iter().filter(|label| !other.contains(label)).collect();
        for name in names.iter().take(ROWS) {
            out.push_str(&format!(" {sign} {}", quote(&gist::cut(name, 60))));
        }
        if names.len() > ROWS {
            out.push_str(&format!(" {sign} {} more", names.len() - ROWS));
        }
    }
    if out.is_empty() { out } else { format!(":{out}") }
}

/// What the end of a state means: `disabled` gone is `enabled`.
fn undone(gone: u32) -> String {
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
