//! `since()` behind any path: what is different there from what was answered last, or that nothing is. It reads as a
//! plain reading does; it must never call something new only because the answer had been cut there.

use onecall_protocol::answer::Fault;
use onecall_protocol::call::Operation;
use onecall_protocol::fault::Code;
use onecall_protocol::json;

use super::doc::Doc;
use crate::answer::text::quote;
use crate::answer::{Draft, fault};
use crate::limits;
use crate::path::{Path, Segment};

/// Answers that were read, by path, oldest first.
#[derive(Debug, Default)]
pub struct Readings(Vec<(String, Reading)>);

/// What was read at a place.
#[derive(Debug, Clone, Default)]
struct Reading {
    lines: Vec<String>,
    /// Was it all there is?
    whole: bool,
}

impl Readings {
    /// An answer was given. `path` is the place that was asked for.
    pub fn keep(&mut self, path: &str, draft: &Draft) {
        self.put(path, Reading { lines: lines(draft), whole: draft.more.is_empty() });
    }

    fn put(&mut self, path: &str, reading: Reading) {
        self.0.retain(|(known, _)| known != path);
        self.0.push((path.to_owned(), reading));
        if self.0.len() > limits::READINGS {
            self.0.remove(0);
        }
    }

    fn last(&self, path: &str) -> Option<&Reading> {
        self.0.iter().find(|(known, _)| known == path).map(|(_, reading)| reading)
    }
}

/// What a reading says, line by line; words of the page that stand in a block of their own, each line as a string.
fn lines(draft: &Draft) -> Vec<String> {
    let all = std::iter::once(&draft.head).chain(&draft.lines);
    all.flat_map(|line| match line.strip_prefix(FENCE) {
        Some(block) => block.lines().filter(|line| !line.trim().is_empty() && *line != FENCE).map(quote).collect(),
        None => vec![line.clone()],
    })
    .filter(|line| !line.is_empty())
    .collect()
}

/// Begins and ends a block of the page's words.
const FENCE: &str = "```";

/// The path before `since()`, where it ends so; `events` has its own.
#[must_use]
pub fn base(path: &Path, operation: &Operation) -> Option<Path> {
    let called = matches!(path.segments.last(), Some(Segment::Call(_)));
    let base = stem(path)?;
    let own = matches!(base.segments.first(), Some(Segment::Name(name)) if name == "events");
    (!own && (called || operation.args.is_some())).then_some(base)
}

/// The path before a `since`, called or not.
#[must_use]
pub fn stem(path: &Path) -> Option<Path> {
    let mut base = path.clone();
    if matches!(base.segments.last(), Some(Segment::Call(_))) {
        base.segments.pop();
    }
    matches!(base.segments.pop(), Some(Segment::Name(name)) if name == "since").then_some(base)
}

/// The path with `since()` behind it.
#[must_use]
pub fn behind(path: &Path) -> Path {
    let mut whole = path.clone();
    whole.segments.push(Segment::Name("since".into()));
    whole.segments.push(Segment::Call(Vec::new()));
    whole
}

/// The fault of a `since()` where nothing is read.
#[must_use]
pub fn stands_behind_nothing(base: &Path) -> Fault {
    let message = "since() stands behind a path that is read.".into();
    fault::plain(Code::InvalidArgument, message, crate::member::lookup::attempt(base, None))
}

/// Was it given anything?
#[must_use]
pub fn has_arguments(path: &Path, operation: &Operation) -> bool {
    let inside = matches!(path.segments.last(), Some(Segment::Call(args)) if !args.is_empty());
    let beside = operation.args.as_ref().is_some_and(|args| !["null", "[]", "{}"].contains(&args.to_string().as_str()));
    inside || beside
}

/// How much of a place is read for comparing it: more than was shown, so that what moved down is not taken for gone.
#[must_use]
pub fn room(budget: u32) -> u32 {
    (budget * 3).min(limits::BUDGET_MOST)
}

/// What is different from what was answered last. `now` is read with more room than that had.
pub fn difference(doc: &mut Doc, path: &Path, now: &Draft) -> Draft {
    let name = path.to_string();
    let mut draft = Draft { path: format!("{name}.since()"), kind: "difference".into(), ..Draft::default() };
    let Some(Reading { lines: before, whole }) = doc.readings.last(&name).cloned() else {
        draft.head = format!("{}  it was not read before; read it now, and ask again later", draft.path);
        draft.next.push(if name.is_empty() { "{}".into() } else { name });
        return draft;
    };
    let after = lines(now);
    let has = |lines: &[String], key: &str| lines.iter().any(|line| key_of(line) == key);
    let gone: Vec<String> = before.iter().filter(|line| !has(&after, key_of(line))).cloned().collect();
    // Where the answer had been cut: behind the last line that was there, everything is only now within the room.
    let known = after.iter().rposition(|line| has(&before, key_of(line))).filter(|_| !whole);
    let shown = after.get(..known.map_or(after.len(), |at| at + 1)).unwrap_or(&[]);
    let come: Vec<String> = shown.iter().filter(|line| !has(&before, key_of(line))).cloned().collect();
    let other: Vec<String> =
        shown.iter().filter(|line| has(&before, key_of(line)) && !before.contains(line)).cloned().collect();
    if gone.is_empty() && come.is_empty() && other.is_empty() {
        draft.head = format!("{}  unchanged", draft.path);
        draft.value = json!({ "unchanged": true });
        return draft;
    }
    draft.value = json!({ "come": come, "different": other, "gone": gone });
    draft.head = format!("{}  {} lines are different", draft.path, gone.len() + come.len() + other.len());
    for (mark, several) in [("+", &come), ("~", &other), ("-", &gone)] {
        draft.lines.extend(several.iter().map(|line| format!("{mark} {}", line.trim_start())));
    }
    draft.next.push(if name.is_empty() { "{}".into() } else { name.clone() });
    let whole = whole && now.more.is_empty();
    doc.readings.put(&name, Reading { lines: shown.to_vec(), whole });
    draft
}

/// What a line is about: a row's key, a thing's path, the first word.
fn key_of(line: &str) -> &str {
    let line = line.trim_start();
    let end = line.find(" | ").or_else(|| line.find("  ")).unwrap_or(line.len());
    line.get(..end).unwrap_or(line)
}
