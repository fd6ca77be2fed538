//! What an act changed: the page before and after, compared as things with addresses. Only what an
//! agent can use is told, and never more than a few lines (issue: "What changed").

use onecall_protocol::plan::Before;

use super::differ::{all, at, came_and_went, labels, of_kinds, standing, thing_at, undone};
use super::gist::{self, gist};
use super::snapshot::{self, CONTROLS, Control, OPENING, TOLD, bit, handle, text_of};
use super::text::quote;
use super::tokens;
use crate::event::{self, Event};
use crate::member::Tree;
use crate::model::aria::Shown;
use crate::model::dom::{NodeId, slot_of};
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
/// Tables and lists of more rows are compared by their number only.
const ROWS: usize = 100;

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

/// What is different now, since the act that this tree saw begin; where another core did, what `before` can tell. The
/// things are those whose addresses are handed out. `acted`: what was acted on.
#[must_use]
pub fn changes(tree: &Tree, before: &Before, acted: &[u32]) -> (Vec<String>, Vec<ThingId>) {
    let past = tree.before_act();
    let seeds = tree.touched();
    let (now, was) = match (&seeds, past) {
        (Some((now, was)), Some(past)) => (standing(tree, now), standing(past, was)),
        _ if tree.is_untouched() => (Vec::new(), Vec::new()),
        (_, past) => (all(tree), past.map(all).unwrap_or_default()),
    };
    let mut told = Teller {
        tree,
        past,
        before,
        now,
        was,
        lines: Vec::new(),
        bound: Vec::new(),
        said: Vec::new(),
        come: Vec::new(),
    };
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
    if !tree.is_untouched() {
        told.things();
    }
    if let Some(past) = past {
        told.counts(past);
        told.states(past, acted);
        told.texts(past, seeds.as_ref());
    }
    told.fitting()
}

struct Teller<'a> {
    tree: &'a Tree,
    /// The page before; absent where nothing came of the act, or another core saw it begin.
    past: Option<&'a Tree>,
    before: &'a Before,
    /// Things that may be different, in document order.
    now: Vec<ThingId>,
    /// The same of the page before.
    was: Vec<ThingId>,
    lines: Vec<String>,
    bound: Vec<ThingId>,
    /// Texts that a line has already told.
    said: Vec<u64>,
    /// Paths of what has come: what stands in it is told with it.
    come: Vec<String>,
}

impl Teller<'_> {
    /// The lines that fit, with what they are about.
    fn fitting(mut self) -> (Vec<String>, Vec<ThingId>) {
        let mut room = TOKENS;
        let fits = self.lines.iter().take(LINES).take_while(|line| {
            let cost = tokens::estimate(line) + 2;
            room = room.saturating_sub(cost);
            room > 0
        });
        let kept = fits.count();
        let left = self.lines.len() - kept;
        self.lines.truncate(kept);
        if left > 0 {
            self.lines.push(format!("and {left} more changes; read the overview"));
        }
        (self.lines, self.bound)
    }

    /// Is an element still on the page, though perhaps behind a dialog?
    fn stands(&self, handle: u32) -> bool {
        let node = self.tree.dom().node(handle);
        node.is_some_and(|node| self.tree.view().shown(node) != Shown::NotRendered)
    }

    /// Was it there before?
    fn old(&self, handle: u32) -> bool {
        self.before.newest.iter().any(|last| slot_of(*last) == slot_of(handle) && handle <= *last)
    }

    /// The same thing on the page before.
    fn twin(&self, past: &Tree, id: ThingId) -> Option<ThingId> {
        let kind = self.tree.kind(id);
        thing_at(past, handle(self.tree, id), |of| of == kind)
    }

    /// Was it shown before? `None`: yes, with nothing more to tell.
    fn seen(&self, id: ThingId) -> Option<Option<ThingId>> {
        match self.past {
            Some(past) => self.twin(past, id).map(Some),
            None => {
                let (kind, handle) = (self.tree.kind(id), handle(self.tree, id));
                let listed = self.before.things.iter().any(|one| one.0 == handle);
                (listed || !OPENING.contains(&kind) && self.old(handle)).then_some(None)
            }
        }
    }

    /// Did a path name something before?
    fn was_at(&self, path: &str) -> bool {
        self.past.map_or_else(|| self.before.things.iter().any(|one| one.1 == path), |past| at(past, path).is_some())
    }

    /// Is a path inside of what has come?
    fn inside(&self, path: &str) -> bool {
        self.come.iter().any(|of| path.starts_with(of.as_str()) && path.len() > of.len())
    }

    fn tell(&mut self, id: ThingId, line: String) {
        self.lines.push(line);
        self.bound.push(id);
        self.say(id);
    }

    /// What stands in a thing is told.
    fn say(&mut self, id: ThingId) {
        if let Some(thing) = self.tree.outline().thing(id) {
            self.said.extend(snapshot::hashes(self.tree, thing.node, true).iter().map(|(hash, _)| *hash));
        }
    }

    fn things(&mut self) {
        let tree = self.tree;
        // What may have gone: where and under which path.
        let old: Vec<(u32, String)> = match self.past {
            Some(past) => of_kinds(
                past,
                &self.was,
                &TOLD.iter().copied().filter(|kind| *kind != Kind::Section).collect::<Vec<_>>(),
            )
            .into_iter()
            .filter(|id| !self.stands(handle(past, *id)))
            .map(|id| (handle(past, id), past.address(id).to_string()))
            .collect(),
            None => self.before.things.iter().filter(|one| !self.stands(one.0)).cloned().collect(),
        };
        let dialog_gone = old.iter().any(|(_, path)| path.contains(".dialogs"));
        let mut sections = 0;
        for id in of_kinds(tree, &self.now, TOLD) {
            let kind = tree.kind(id);
            let handle = handle(tree, id);
            let text = text_of(tree, id);
            if let Some(seen) = self.seen(id) {
                let said = seen.zip(self.past).is_some_and(|(twin, past)| text_of(past, twin) != text);
                if said && !is_log(tree, id) {
                    self.tell(id, format!("{} says {}", tree.address(id), quote(&text)));
                }
                continue;
            }
            // It was there behind the dialog; a log is told by what it says.
            if dialog_gone && self.old(handle) && kind != Kind::Dialog || is_log(tree, id) {
                continue;
            }
            if kind == Kind::Section && (sections >= FRESH || self.old(handle)) {
                continue;
            }
            let path = tree.address(id).to_string();
            let fresh = kind == Kind::Section || !text.is_empty() || !self.was_at(&path);
            if fresh && (kind == Kind::Alert || !self.inside(&path)) {
                sections += usize::from(kind == Kind::Section);
                self.tell(id, format!("+ {path} · {}", gist(tree, id)));
                self.come.push(path);
            }
        }
        self.gone(&old);
    }

    fn gone(&mut self, old: &[(u32, String)]) {
        let mut gone: Vec<&str> = Vec::new();
        for (handle, path) in old {
            // What stood in something that has gone goes without saying, and nobody acts on a heading that has.
            let here = thing_at(self.tree, *handle, |kind| TOLD.contains(&kind)).is_some();
            if path.is_empty() || here || gone.iter().any(|of| path.starts_with(of)) || at(self.tree, path).is_some() {
                continue;
            }
            self.lines.push(format!("- {path}"));
            gone.push(path);
        }
    }

    /// Rows and items that came and went, by name where there are few.
    fn counts(&mut self, past: &Tree) {
        let (tree, mut fresh) = (self.tree, 0);
        for id in of_kinds(tree, &self.now, &[Kind::Table, Kind::List]) {
            let Some(kind) = snapshot::inner(tree.kind(id)) else { continue };
            let path = tree.address(id).to_string();
            let old = self.twin(past, id).or_else(|| at(past, &path).filter(|of| past.kind(*of) == tree.kind(id)));
            let Some(old) = old else {
                let list = tree.kind(id) == Kind::List && !self.old(handle(tree, id)) && !self.inside(&path);
                if list && fresh < FRESH {
                    fresh += 1;
                    self.tell(id, format!("+ {path} · {}", gist(tree, id)));
                    self.come.push(path);
                }
                continue;
            };
            let (before, rows) = (past.members(old, kind).things, tree.members(id, kind).things);
            let names = match before.len().max(rows.len()) > ROWS {
                true => String::new(),
                false => came_and_went(&labels(past, &before), &labels(tree, &rows)),
            };
            if before.len() != rows.len() {
                let amount = gist::plural(rows.len(), kind.one());
                self.lines.push(format!("{path} has {amount} (was {}){names}", before.len()));
            } else if !names.is_empty() {
                self.lines.push(format!("{path} has other {}s{names}", kind.one()));
            } else {
                continue;
            }
            self.bound.push(id);
            // What is in the new rows is found there.
            for row in rows {
                if !self.old(handle(tree, row)) {
                    self.come.push(tree.address(row).to_string());
                    self.say(row);
                }
            }
        }
    }

    fn states(&mut self, past: &Tree, acted: &[u32]) {
        let tree = self.tree;
        let idents: Lookup<u64, Control> = of_kinds(past, &self.was, CONTROLS)
            .into_iter()
            .map(|id| snapshot::control(past, id))
            .map(|control| (control.ident, control))
            .collect();
        let (mut fresh, mut left) = (0, 0);
        for id in of_kinds(tree, &self.now, CONTROLS) {
            let now = snapshot::control(tree, id);
            let same = self.twin(past, id).map(|old| snapshot::control(past, old));
            // Drawn anew, it is compared with the one that it stands for.
            let Some(old) = same.or_else(|| idents.get(&now.ident).copied()) else {
                let path = tree.address(id).to_string();
                self.say_names(id);
                if self.inside(&path) {
                } else if fresh < FRESH {
                    fresh += 1;
                    // Where a button stands and what colour it has is told where it is looked for.
                    let gist = if tree.kind(id) == Kind::Button { tree.state_words(id) } else { gist(tree, id) };
                    self.tell(id, format!("+ {path}{}{gist}", if gist.is_empty() { "" } else { " · " }));
                } else {
                    left += 1;
                }
                continue;
            };
            if old.bits != now.bits || old.value != now.value {
                self.state(id, old, now, acted);
            }
        }
        if left > 0 {
            self.lines.push(format!("and {left} more new controls"));
        }
    }

    /// What a new control is called, and what it offers, needs no words besides.
    fn say_names(&mut self, id: ThingId) {
        self.said.push(snapshot::hash(&self.tree.label(id)));
        if self.tree.kind(id) == Kind::Field {
            let facts = self.tree.field(id);
            self.said.extend(facts.options.iter().map(|option| snapshot::hash(&option.label)));
        }
    }

    /// Tells the state of a control that has another.
    fn state(&mut self, id: ThingId, old: Control, now: Control, acted: &[u32]) {
        let tree = self.tree;
        let field = tree.kind(id) == Kind::Field;
        let facts = field.then(|| tree.field(id));
        // What the act itself wrote is in its done line; an error that came with it is not.
        let errs = now.bits & bit::INVALID > old.bits & bit::INVALID;
        let own = facts.as_ref().is_some_and(|facts| {
            acted.contains(&handle(tree, id))
                || facts.nodes.iter().any(|node| acted.contains(&tree.dom().handle(*node)))
        });
        if own && !errs {
            return;
        }
        if let Some(error) = facts.and_then(|facts| facts.error.clone()) {
            self.said.push(snapshot::hash(&error));
        }
        let state = if field { gist::field(tree, id) } else { tree.state_words(id) };
        let says = if state.is_empty() { undone(old.bits & !now.bits) } else { state };
        if !says.is_empty() {
            self.tell(id, format!("{} is {says}", tree.address(id)));
        }
    }

    fn texts(&mut self, past: &Tree, seeds: Option<&(Vec<NodeId>, Vec<NodeId>)>) {
        let hashes = |tree: &Tree, of: Option<&Vec<NodeId>>| match of {
            Some(of) => {
                let blocks = snapshot::blocks(tree, of).into_iter();
                blocks.flat_map(|block| snapshot::hashes(tree, block, false)).collect()
            }
            None => tree.dom().root().map(|root| snapshot::hashes(tree, root, true)).unwrap_or_default(),
        };
        let known: Lookup<u64, ()> =
            hashes(past, seeds.map(|seeds| &seeds.1)).into_iter().map(|(hash, _)| (hash, ())).collect();
        let mut fresh: Vec<String> = Vec::new();
        let mut left = 0;
        for (hash, block) in hashes(self.tree, seeds.map(|seeds| &seeds.0)) {
            if known.has(&hash) || self.said.contains(&hash) {
                continue;
            }
            self.said.push(hash);
            // What live regions say is told as events.
            let (dom, outline) = (self.tree.dom(), self.tree.outline());
            let mut around = std::iter::once(block).chain(dom.ancestors(block)).filter_map(|at| outline.of_node(at));
            if around.any(|id| self.tree.kind(id) == Kind::Alert) {
                continue;
            }
            match snapshot::text_at(self.tree, block, hash).filter(|text| text.chars().any(char::is_alphanumeric)) {
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
