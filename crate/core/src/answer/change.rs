//! What an act changed: the page before and after, compared as things with addresses. Only what an
//! agent can use is told, and never more than a few lines (issue: "What changed").

use std::hash::{DefaultHasher, Hash, Hasher};

use onecall_protocol::facts::flag;
use onecall_protocol::plan::Before;

use super::gist::{self, gist};
use super::text::quote;
use crate::event::{self, Event};
use crate::member::Tree;
use crate::model::aria::Shown;
use crate::model::dom::{NodeId, slot_of};
use crate::model::outline::{Kind, ThingId};
use crate::order::Lookup;

/// Lines of changes at the most.
const LINES: usize = 10;
/// New texts told at the most.
const TEXTS: usize = 3;

/// Kinds whose coming and going is told.
const TOLD: &[Kind] =
    &[Kind::Dialog, Kind::Alert, Kind::Menu, Kind::Form, Kind::Table, Kind::Editor, Kind::Tablist, Kind::Section];

/// Of these, new ones told at the most.
const SECTIONS: usize = 3;

/// Remembers the page as it is.
#[must_use]
pub fn before(tree: &Tree) -> Before {
    let outline = tree.outline();
    let page = outline.page();
    let handle = |id: ThingId| outline.thing(id).map_or(0, |thing| tree.dom().handle(thing.node));
    let mut before =
        Before { url: tree.dom().head().url.clone(), title: tree.dom().head().title.clone(), ..Before::default() };
    for kind in TOLD {
        for id in outline.within(page, *kind) {
            before.things.push((handle(*id), tree.address(*id).to_string(), text_of(tree, *id)));
        }
    }
    for id in controls(tree) {
        before.states.push((handle(id), state(tree, id)));
    }
    for (id, kind) in containers(tree) {
        before.counts.push((handle(id), tree.address(id).to_string(), tree.members(id, kind).things.len()));
    }
    before.texts = texts(tree, tree.dom().root()).iter().map(|text| hash(text)).collect();
    before.newest = tree.dom().newest();
    before.app = Some(tree.app().rev());
    before
}

fn text_of(tree: &Tree, id: ThingId) -> String {
    if tree.kind(id) == Kind::Alert { gist::cut(&tree.whole_text(id), 200) } else { String::new() }
}

fn controls(tree: &Tree) -> Vec<ThingId> {
    let outline = tree.outline();
    let kinds = [Kind::Field, Kind::Button, Kind::Tab, Kind::MenuItem, Kind::TreeItem];
    kinds.iter().flat_map(|kind| outline.within(outline.page(), *kind).to_vec()).collect()
}

fn containers(tree: &Tree) -> Vec<(ThingId, Kind)> {
    let outline = tree.outline();
    let all = [(Kind::Table, Kind::Row), (Kind::List, Kind::Item)];
    all.iter()
        .flat_map(|(kind, inner)| {
            outline.within(outline.page(), *kind).iter().map(|id| (*id, *inner)).collect::<Vec<_>>()
        })
        .collect()
}

/// What would be worth telling when it changes.
fn state(tree: &Tree, id: ThingId) -> String {
    match tree.kind(id) {
        Kind::Field => gist::field(tree, id),
        _ => gist::state(tree, id),
    }
}

fn hash(text: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    text.hash(&mut hasher);
    hasher.finish()
}

/// Shown texts, block by block: a number that changes means nothing without the words around it.
fn texts(tree: &Tree, top: Option<NodeId>) -> Vec<String> {
    let dom = tree.dom();
    let mut out: Vec<(Option<NodeId>, String)> = Vec::new();
    for node in top.map(|top| dom.walk(top)).into_iter().flatten() {
        let (Some(text), Some(parent)) = (dom.text(node), dom.parent(node)) else { continue };
        // What stands behind a dialog is not exposed, but it has not gone.
        if text.trim().is_empty() || !matches!(tree.view().shown(parent), Shown::Yes | Shown::NotExposed) {
            continue;
        }
        let block =
            dom.ancestors(node).find(|above| dom.has(*above, flag::BLOCK) || dom.has(*above, flag::INLINE_BLOCK));
        match out.last_mut().filter(|(of, _)| *of == block) {
            Some((_, whole)) => whole.push_str(text),
            None => out.push((block, text.to_owned())),
        }
    }
    out.into_iter().map(|(_, text)| text.split_whitespace().collect::<Vec<_>>().join(" ")).collect()
}

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

/// What is different now. The things are those whose addresses are handed out.
#[must_use]
pub fn changes(tree: &Tree, before: &Before, acted: &[u32]) -> (Vec<String>, Vec<ThingId>) {
    let mut told = Teller { tree, lines: Vec::new(), bound: Vec::new(), said: Vec::new() };
    let head = tree.dom().head();
    if head.url != before.url {
        told.lines.push(format!("url {}", gist::cut(&head.url, 200)));
    }
    if head.title != before.title {
        told.lines.push(format!("title {}", quote(&head.title)));
    }
    if let Some(rev) = before.app {
        told.lines.extend(super::app::news(tree.app(), rev));
    }
    told.things(before);
    told.counts(before);
    told.states(before, acted);
    if !before.texts.is_empty() {
        told.texts(before);
    }
    let left = told.lines.len().saturating_sub(LINES);
    told.lines.truncate(LINES);
    if left > 0 {
        told.lines.push(format!("and {left} more changes; read the overview"));
    }
    (told.lines, told.bound)
}

struct Teller<'a> {
    tree: &'a Tree,
    lines: Vec<String>,
    bound: Vec<ThingId>,
    /// Texts that a line has already told.
    said: Vec<u64>,
}

impl Teller<'_> {
    fn handle(&self, id: ThingId) -> u32 {
        self.tree.outline().thing(id).map_or(0, |thing| self.tree.dom().handle(thing.node))
    }

    /// Is an element still on the page, though perhaps behind a dialog?
    fn stands(&self, handle: u32) -> bool {
        let node = self.tree.dom().node(handle);
        node.is_some_and(|node| self.tree.view().shown(node) != Shown::NotRendered)
    }

    fn tell(&mut self, id: ThingId, line: String) {
        self.lines.push(line);
        self.bound.push(id);
        if let Some(thing) = self.tree.outline().thing(id) {
            self.said.extend(texts(self.tree, Some(thing.node)).iter().map(|text| hash(text)));
        }
    }

    fn things(&mut self, before: &Before) {
        let tree = self.tree;
        let outline = tree.outline();
        let known: Lookup<u32, &(u32, String, String)> = before.things.iter().map(|one| (one.0, one)).collect();
        let paths: Lookup<&str, ()> = before.things.iter().map(|one| (one.1.as_str(), ())).collect();
        let mut now = Vec::new();
        let mut now_paths = Vec::new();
        let dialog_gone =
            before.things.iter().any(|(handle, path, _)| path.contains(".dialogs") && !self.stands(*handle));
        let old = |handle: u32| before.newest.iter().any(|last| slot_of(*last) == slot_of(handle) && handle <= *last);
        let mut sections = 0;
        let mut come: Vec<String> = Vec::new();
        for kind in TOLD {
            for id in outline.within(outline.page(), *kind) {
                let handle = self.handle(*id);
                let path = tree.address(*id).to_string();
                now.push(handle);
                now_paths.push(path.clone());
                let text = text_of(tree, *id);
                // What stands in something new is told with it.
                if come.iter().any(|of| path.starts_with(of.as_str())) && *kind != Kind::Alert {
                    continue;
                }
                match known.get(&handle) {
                    // It was there behind the dialog.
                    None if dialog_gone && old(handle) && *kind != Kind::Dialog => {}
                    None if *kind == Kind::Section && (sections >= SECTIONS || old(handle)) => {}
                    None if !paths.has(path.as_str()) || !text.is_empty() => {
                        sections += usize::from(*kind == Kind::Section);
                        come.push(path.clone());
                        self.tell(*id, format!("+ {path} · {}", gist(tree, *id)));
                    }
                    Some(was) if was.2 != text => self.tell(*id, format!("{path} says {}", quote(&text))),
                    _ => {}
                }
            }
        }
        let mut gone: Vec<&str> = Vec::new();
        for (handle, path, _) in &before.things {
            // What stood in something that has gone goes without saying.
            if gone.iter().any(|of| path.starts_with(of)) {
                continue;
            }
            if !now.contains(handle) && !now_paths.contains(path) && !self.stands(*handle) {
                self.lines.push(format!("- {path}"));
                gone.push(path);
            }
        }
    }

    fn counts(&mut self, before: &Before) {
        let known: Lookup<u32, usize> = before.counts.iter().map(|one| (one.0, one.2)).collect();
        for (id, kind) in containers(self.tree) {
            let now = self.tree.members(id, kind).things.len();
            let path = self.tree.address(id).to_string();
            let was = known
                .get(&self.handle(id))
                .copied()
                .or_else(|| before.counts.iter().find(|one| one.1 == path).map(|one| one.2));
            if let Some(was) = was.filter(|was| *was != now) {
                self.lines.push(format!("{path} has {} (was {was})", gist::plural(now, kind.one())));
                self.bound.push(id);
            }
        }
    }

    fn states(&mut self, before: &Before, acted: &[u32]) {
        let known: Lookup<u32, &str> = before.states.iter().map(|one| (one.0, one.1.as_str())).collect();
        for id in controls(self.tree) {
            let handle = self.handle(id);
            let now = state(self.tree, id);
            let Some(was) = known.get(&handle).filter(|was| **was != now) else { continue };
            // What the act itself wrote is in its done line; an error that came with it is not.
            let errs = now.contains("error \"") && !was.contains("error \"");
            if acted.contains(&handle) && self.tree.kind(id) == Kind::Field && !errs {
                continue;
            }
            if let Some(error) =
                (self.tree.kind(id) == Kind::Field).then(|| self.tree.field(id).error.clone()).flatten()
            {
                self.said.push(hash(&error));
            }
            let path = self.tree.address(id).to_string();
            let says = if now.is_empty() { undone(was) } else { now };
            self.tell(id, format!("{path} is {says}"));
        }
    }

    fn texts(&mut self, before: &Before) {
        let known: Lookup<u64, ()> = before.texts.iter().map(|text| (*text, ())).collect();
        let mut fresh: Vec<String> = Vec::new();
        let mut left = 0;
        for text in texts(self.tree, self.tree.dom().root()) {
            let hash = hash(&text);
            if known.has(&hash) || self.said.contains(&hash) {
                continue;
            }
            self.said.push(hash);
            if fresh.len() < TEXTS {
                fresh.push(text);
            } else {
                left += 1;
            }
        }
        if !fresh.is_empty() {
            let shown: Vec<String> = fresh.iter().map(|text| quote(&gist::cut(text, 80))).collect();
            let more = if left > 0 { format!(" and {left} more") } else { String::new() };
            self.lines.push(format!("new text {}{more}", shown.join(", ")));
        }
    }
}

/// What the end of a state means: `disabled` gone is `enabled`.
fn undone(was: &str) -> String {
    match was {
        "disabled" => "enabled".into(),
        "busy" => "ready".into(),
        "current" => "not current any more".into(),
        other => format!("not {other} any more"),
    }
}
