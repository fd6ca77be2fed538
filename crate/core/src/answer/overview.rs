//! The overview: what the page is, what needs attention first, what is there, an example path each.
//! Never over [`limits::OVERVIEW`] tokens, whatever the page.

use super::Draft;
use super::gist::{self, gist, plural};
use super::text::quote;
use super::tokens;
use crate::approval::across;
use crate::limits;
use crate::member::Tree;
use crate::model::outline::{Kind, ThingId};

/// Tokens kept for the line that says what else there is.
const REST: u32 = 30;

/// Things without a role are named where they are few; else they are the page's text, piece by piece.
const SPOTS: usize = 40;

/// Writes the overview, and lists the things whose addresses it hands out.
#[must_use]
pub fn overview(tree: &Tree, budget: u32) -> (Draft, Vec<ThingId>) {
    let mut draft = Draft { kind: "overview".into(), head: head(tree), ..Draft::default() };
    let outline = tree.outline();
    let page = outline.page();
    let (tools, app) = (super::tools::overview(tree.tools()), super::app::overview(tree));
    let coverage = coverage(tree);
    let notice = notice(tree, page).filter(|_| tools.is_empty() && app.is_empty() && coverage.is_empty());
    let bare = notice.is_some() && tree.holdings(page).iter().all(|(kind, _)| is_text(*kind));
    draft.next = if notice.is_some() { Vec::new() } else { next(tree, page) };
    // What closes the answer comes first out of the budget; the estimate itself may be a little low.
    let closing = format!("next     {}", draft.next.join(" · "));
    let fixed = tokens::estimate(&draft.head) + tokens::estimate(&closing) + REST;
    let whole = budget.min(limits::OVERVIEW - limits::OVERVIEW / 12);
    let kept: u32 = tools.iter().map(|line| tokens::estimate(line) + 1).sum();
    let mut room = Room { left: whole.saturating_sub(fixed + kept), bound: Vec::new() };
    for kind in [Kind::Dialog, Kind::Alert] {
        // Statuses are news when they change, not when they stand there.
        let urgent = |id: &&ThingId| kind != Kind::Alert || tree.is_urgent(**id);
        for id in outline.within(page, kind).iter().filter(urgent).take(3) {
            let path = tree.address(*id);
            let line = match kind {
                Kind::Dialog => [format!("! dialog open: {path}"), gist(tree, *id)]
                    .into_iter()
                    .filter(|part| !part.is_empty())
                    .collect::<Vec<_>>()
                    .join(" · "),
                _ => format!("! {path} says {}", gist(tree, *id)),
            };
            room.line(&mut draft.lines, &line, Some(*id));
        }
    }
    let told = notice.is_some();
    match notice {
        Some(text) if bare => {
            room.line(&mut draft.lines, &format!("page   {}", quote(&text)), None);
            return (draft, room.bound);
        }
        Some(text) => {
            room.line(&mut draft.lines, &format!("page   {} · {}", view_counts(tree, page), quote(&text)), None)
        }
        None => room.line(&mut draft.lines, &format!("page   {}", areas(tree, page)), None),
    };
    let mut rest: Vec<String> = Vec::new();
    for (kind, most) in [
        (Kind::Form, 6),
        (Kind::Table, 4),
        (Kind::List, 4),
        (Kind::Editor, 2),
        (Kind::Tablist, 2),
        (Kind::Menu, 2),
        (Kind::Tree, 2),
        (Kind::Frame, 2),
        (Kind::Media, 1),
    ] {
        let mut things = tree.members(page, kind).things;
        if kind == Kind::List {
            // Long lists are what pages are about; short ones are what they are dressed with.
            let size = |id: &ThingId| outline.owned(*id, Kind::Item).len();
            things.retain(|id| size(id) > 1);
            crate::order::sort_by_key(&mut things, |id| std::cmp::Reverse(size(id)));
        }
        let mut shown = 0;
        for id in things.iter().take(most) {
            let line = format!("  {}  {}", tree.address(*id), gist(tree, *id));
            if !room.line(&mut draft.lines, &line, Some(*id)) {
                break;
            }
            shown += 1;
        }
        if shown < things.len() {
            rest.push(format!("page.{} {}", kind.many(), things.len() - shown));
        }
    }
    for kind in [Kind::Field, Kind::Button, Kind::Section, Kind::Link, Kind::Spot] {
        let things = tree.members(page, kind).things;
        if things.is_empty() || kind == Kind::Spot && (things.len() > SPOTS || told) || kind == Kind::Section && told {
            continue;
        }
        let line = format!("  page.{}  {}: {}", kind.many(), things.len(), gist::called(tree, &things));
        if !room.line(&mut draft.lines, &line, None) {
            rest.push(format!("page.{} {}", kind.many(), things.len()));
        }
    }
    if !rest.is_empty() {
        let mut shown = rest.len();
        while shown > 1 && tokens::estimate(&rest.get(..shown).unwrap_or(&[]).join(", ")) > REST - 8 {
            shown -= 1;
        }
        let more = if shown < rest.len() { ", …" } else { "" };
        draft.more.push(format!("also {}{more}", rest.get(..shown).unwrap_or(&[]).join(", ")));
    }
    for line in app {
        if !room.line(&mut draft.lines, &line, None) {
            draft.more.push("app".into());
            break;
        }
    }
    if let Some(line) = canvases(tree, page) {
        room.line(&mut draft.lines, &line, None);
    }
    draft.lines.extend(tools);
    if !coverage.is_empty() {
        room.line(&mut draft.lines, &coverage, None);
    }
    (draft, room.bound)
}

struct Room {
    left: u32,
    bound: Vec<ThingId>,
}

impl Room {
    fn line(&mut self, lines: &mut Vec<String>, line: &str, id: Option<ThingId>) -> bool {
        let cost = tokens::estimate(line) + 1;
        if cost > self.left {
            return false;
        }
        self.left -= cost;
        lines.push(line.to_owned());
        self.bound.extend(id);
        true
    }
}

fn head(tree: &Tree) -> String {
    let head = tree.dom().head();
    let title = if head.title.trim().is_empty() { "untitled".to_owned() } else { head.title.clone() };
    let ready = match head.ready.as_str() {
        "complete" | "" => "ready",
        _ => "still loading",
    };
    let mut parts = vec![format!("{} {}", quote(&gist::cut(&title, 100)), gist::cut(&address(&head.url), 120))];
    if !head.lang.is_empty() {
        parts.push(quote(&gist::cut(&head.lang, 12)).trim_matches('"').to_owned());
    }
    parts.push(ready.into());
    parts.join(" · ")
}

/// An address without what may be secret in it: query values and fragments are long and seldom useful.
fn address(url: &str) -> String {
    let url = url.split('#').next().unwrap_or(url);
    let short = match url.split_once('?') {
        Some((front, query)) if query.len() > 60 => format!("{front}?…"),
        _ => url.to_owned(),
    };
    // A browser's addresses hold nothing else; this line rests on it.
    short.chars().filter(|c| c.is_ascii_graphic() || *c == '…').collect()
}

/// `main "Orders": 1 form, 1 table · nav "Primary": 6 links`.
fn areas(tree: &Tree, page: ThingId) -> String {
    let outline = tree.outline();
    let mut parts = Vec::new();
    for (kind, most) in [(Kind::Main, 1), (Kind::Nav, 2)] {
        for id in outline.within(page, kind).iter().take(most) {
            let label = tree.label(*id);
            let name = if label == kind.one() { String::new() } else { format!(" {}", quote(&gist::cut(&label, 40))) };
            parts.push(format!("{}{name}: {}", kind.one(), view_counts(tree, *id)));
        }
    }
    if parts.is_empty() {
        parts.push(view_counts(tree, page));
    }
    let sections = outline.within(page, Kind::Section).len();
    if sections > 0 {
        parts.push(plural(sections, "section"));
    }
    parts.join(" · ")
}

fn view_counts(tree: &Tree, id: ThingId) -> String {
    let kinds = [Kind::Form, Kind::Field, Kind::Table, Kind::List, Kind::Button, Kind::Link, Kind::Image];
    let counts: Vec<String> = kinds
        .iter()
        .map(|kind| (*kind, tree.outline().within(id, *kind).len()))
        .filter(|(_, count)| *count > 0)
        .map(|(kind, count)| plural(count, kind.one()))
        .collect();
    if counts.is_empty() { "text".into() } else { counts.join(", ") }
}

/// Only how a text stands on the page.
const fn is_text(kind: Kind) -> bool {
    matches!(kind, Kind::Main | Kind::Region | Kind::Section | Kind::Spot)
}

/// All there is to read on a page that says little and holds little: a word of thanks, an error, a redirect.
fn notice(tree: &Tree, page: ThingId) -> Option<String> {
    let small = |kind: Kind| is_text(kind) || matches!(kind, Kind::Link | Kind::Image);
    if tree.dom().len() > limits::NOTICE_NODES || !tree.holdings(page).iter().all(|(kind, _)| small(*kind)) {
        return None;
    }
    if !super::hint::icons(tree, page).is_empty() {
        // Coloured boxes and icons are more than a notice.
        return None;
    }
    let text = tree.whole_text(page);
    (!text.is_empty() && text.chars().count() <= NOTICE).then_some(text)
}

/// Characters of a text that is shown whole in the overview.
const NOTICE: usize = 300;

/// What a person sees in canvases is not in the page's text.
fn canvases(tree: &Tree, page: ThingId) -> Option<String> {
    match tree.outline().within(page, Kind::Canvas) {
        [] => None,
        [one] => Some(format!("! {}  a drawing; what it shows cannot be read", tree.address(*one))),
        several => Some(format!("! page.canvases  {} drawings; what they show cannot be read", several.len())),
    }
}

/// What was not read, said where it is so.
fn coverage(tree: &Tree) -> String {
    let mut stubs = across::stubs(tree);
    let Some(first) = stubs.next() else { return String::new() };
    let path = tree.address(first);
    let more = match stubs.count() {
        0 => String::new(),
        n => format!(" and {n} more"),
    };
    let how = if tree.asks { "; reading inside asks the person" } else { " from here" };
    format!("! {path}{more}: not readable by the page itself{how}")
}

fn next(tree: &Tree, page: ThingId) -> Vec<String> {
    let outline = tree.outline();
    let mut next = Vec::new();
    if let Some(table) = tree.members(page, Kind::Table).things.first() {
        next.push(format!("{}.rows[0:5]", tree.address(*table)));
    } else if let Some(list) = tree.members(page, Kind::List).things.first() {
        next.push(format!("{}.items[0:5]", tree.address(*list)));
    }
    if let Some(form) = tree.members(page, Kind::Form).things.first() {
        next.push(tree.address(*form).to_string());
    }
    if next.is_empty() {
        let main = outline.within(page, Kind::Main).first().map_or("page.text[0:10]", |_| "page.main.text[0:10]");
        next.push(main.into());
    } else {
        // What there is to read is often all that is wanted.
        next.push("page.text[0:10]".into());
    }
    next.push("find(\"what you look for\")".into());
    next.push("<any path>.$help".into());
    next
}
