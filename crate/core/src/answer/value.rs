//! Single values: a property in one line, long texts as blocks that can be paged.
//! It must never show a secret.

use onecall_protocol::{Map, Value, json};

use super::Draft;
use super::gist;
use super::hint;
use super::text::quote;
use super::tokens;
use crate::limits;
use crate::member::{Property, Tree};
use crate::model::outline::{Kind, ThingId};
use crate::path::{Path, Segment};

/// Where a thing leads.
pub(super) fn url(tree: &Tree, id: ThingId) -> String {
    if tree.kind(id) == Kind::Page { tree.dom().head().url.clone() } else { tree.leads_to(id) }
}

/// A property's value.
pub(super) fn value(
    tree: &Tree,
    id: ThingId,
    property: Property,
    slice: Option<(Option<i64>, Option<i64>)>,
    budget: u32,
    draft: &mut Draft,
) {
    draft.kind = "value".into();
    let facts = || tree.field(id);
    let words = match property {
        Property::Text => return text(tree, id, slice, budget, draft),
        Property::Options | Property::Columns => {
            let all: Vec<String> = match property {
                Property::Options => facts().options.iter().map(|one| one.label.clone()).collect(),
                _ => tree.columns(id),
            };
            let (from, to) = crate::member::query::range(slice.unwrap_or((None, None)), all.len());
            let shown: Vec<String> = all.get(from..to).unwrap_or(&[]).iter().take(100).cloned().collect();
            draft.head =
                format!("{}  {}", draft.path, shown.iter().map(|one| quote(one)).collect::<Vec<_>>().join(", "));
            if from + shown.len() < to {
                draft.more.push(format!("{}[{}:{to}]", draft.path, from + shown.len()));
            }
            draft.value = json!(shown);
            return;
        }
        Property::Data => {
            draft.value = crate::model::data::read(tree.view());
            draft.head = format!(
                "{}  {}",
                draft.path,
                gist::cut(&crate::path::print::json_value(&draft.value), budget as usize * 4)
            );
            return;
        }
        Property::Hidden => return hidden(tree, draft),
        Property::Title => tree.dom().head().title.clone(),
        Property::Lang => tree.dom().head().lang.clone(),
        Property::Url => url(tree, id),
        Property::Value if facts().secret => {
            draft.head = format!("{}  secret: never shown", draft.path);
            draft.value = Value::Null;
            return;
        }
        Property::Value if tree.kind(id) == Kind::Editor => tree.whole_text(id),
        Property::Value => facts().value.clone(),
        Property::Error => facts().error.clone().unwrap_or_default(),
        Property::Hint => facts().hint.clone().unwrap_or_default(),
        Property::Description => {
            tree.outline().thing(id).map(|thing| tree.view().description(thing.node)).unwrap_or_default()
        }
        Property::Name => tree.label(id),
        Property::State => tree.state_words(id),
        Property::Cell(_) | Property::Part(_) => tree.cell_text(id, property),
    };
    let shown = gist::cut(&words, budget as usize * 3);
    if shown.len() < words.len() {
        draft.more.push(larger(&draft.path, &words));
    }
    draft.head = format!("{}  {}", draft.path, quote(&shown));
    draft.value = words.into();
}

/// The call that reads all of a text that was cut.
fn larger(path: &str, text: &str) -> String {
    let budget = (tokens::estimate(text) * 3 / 2 + 60).min(limits::BUDGET_MOST);
    crate::path::print::json_value(&json!({ "path": path, "budget": budget }))
}

/// What is not shown: how many things, and how much text that is there and cannot be seen.
fn hidden(tree: &Tree, draft: &mut Draft) {
    let mut all = Map::new();
    for (why, count) in crate::model::hidden::count(tree.view(), tree.outline()) {
        let mut parts = Vec::new();
        if count.things > 0 {
            parts.push(gist::plural(count.things, "thing"));
        }
        if count.characters > 0 {
            parts.push(format!("{} of text", gist::plural(count.characters, "character")));
        }
        let why = hint::why_hidden(why);
        draft.lines.push(format!("  {why}  {}", parts.join(", ")));
        all.insert(why.into(), json!({ "things": count.things, "characters": count.characters }));
    }
    let head = if all.is_empty() { "nothing" } else { "left out of answers" };
    draft.head = format!("{}  {head}", draft.path);
    draft.value = Value::Object(all);
}

/// Where a link in a text leads: the path that opens it; empty where its words are its key in `page.links`, which need
/// not be said twice.
fn link(tree: &Tree, node: crate::model::dom::NodeId, words: &str) -> Option<String> {
    let path = tree.outline().of_node(node).map(|id| tree.address(id))?;
    let plain = matches!(path.segments.as_slice(), [Segment::Name(page), Segment::Name(links), Segment::Name(key) | Segment::Key(key)]
        if page == "page" && links == "links" && key == words);
    Some(if plain { String::new() } else { path.to_string() })
}

/// How many parts a value has, where a slice of it is outside of them.
pub(super) fn outside(
    tree: &Tree,
    id: ThingId,
    property: Property,
    slice: (Option<i64>, Option<i64>),
) -> Option<usize> {
    let total = match property {
        Property::Text => tree.blocks(id).len(),
        Property::Options => tree.field(id).options.len(),
        Property::Columns => tree.columns(id).len(),
        _ => return None,
    };
    let (from, to) = crate::member::query::range(slice, total);
    (from >= to && total > 0).then_some(total)
}

/// Text as Markdown blocks, each a fenced or quoted line, paged.
fn text(tree: &Tree, id: ThingId, slice: Option<(Option<i64>, Option<i64>)>, budget: u32, draft: &mut Draft) {
    let blocks = tree.blocks(id);
    let (from, to) = crate::member::query::range(slice.unwrap_or((None, None)), blocks.len());
    let mut left = budget.saturating_sub(40);
    let mut shown = Vec::new();
    let mut shortened = false;
    for block in blocks.get(from..to).unwrap_or(&[]) {
        let mut short = false;
        let text = block.linked(|node, words| {
            let path = link(tree, node, words);
            short |= path.as_deref() == Some("");
            path
        });
        let cost = tokens::estimate(&text) + 2;
        if cost > left && !shown.is_empty() {
            break;
        }
        left = left.saturating_sub(cost);
        shortened |= short;
        shown.push(gist::cut(&text, budget as usize * 4));
    }
    let base = draft
        .path
        .strip_suffix(
            &Path { segments: vec![Segment::Slice(slice.and_then(|s| s.0), slice.and_then(|s| s.1))] }.to_string(),
        )
        .unwrap_or(&draft.path)
        .to_owned();
    // One block alone may be more than was asked for.
    if let [one] = shown.as_slice()
        && one.ends_with('…')
        && let Some(block) = blocks.get(from)
    {
        draft.more.push(larger(&format!("{base}[{from}:{}]", from + 1), &block.text));
    }
    let at = from + shown.len();
    draft.head = format!(
        "{}  {}",
        draft.path,
        match blocks.len() {
            0 => "no text".to_owned(),
            n => format!("blocks {from} to {at} of {n}"),
        }
    );
    let whole = shown.join("\n\n");
    if !shown.is_empty() {
        draft.lines.push(super::text::fence(&whole));
        if shortened {
            draft.lines.push("links    [words] is page.links[\"words\"]".into());
        }
    }
    if at < blocks.len() {
        draft.more.push(format!("{base}[{at}:{}]", (at + shown.len().max(5)).min(blocks.len())));
    }
    draft.value = whole.into();
}
