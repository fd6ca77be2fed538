//! Hints: what can be said to a place, with signatures and effects, and what is worth calling next.
//! Members come from `member`; this only words them.

use onecall_protocol::policy::Class;

use super::text::quote;
use crate::member::args::example;
use crate::member::{Ask, Property, Tree, Verb};
use crate::model::aria::Why;
use crate::model::outline::{Kind, ThingId};
use crate::path::print::json_value;

/// Verbs that every thing has; hints name them last and short.
const COMMON: &[Verb] = &[
    Verb::DoubleClick,
    Verb::Hover,
    Verb::Press,
    Verb::Focus,
    Verb::ScrollTo,
    Verb::SelectText,
    Verb::DragTo,
    Verb::Highlight,
];

/// Lines about the members of a thing.
#[must_use]
pub fn members(tree: &Tree, id: ThingId) -> Vec<String> {
    let kind = tree.kind(id);
    if matches!(kind, Kind::Table | Kind::List) {
        return vec![of_group(tree, id)];
    }
    let verbs: Vec<String> = tree
        .verbs(id)
        .into_iter()
        .filter(|verb| !COMMON.contains(verb) && (*verb != Verb::Click || clickable(kind)))
        .map(|verb| verb.signature(false))
        .collect();
    let mut groups: Vec<&str> = tree
        .holdings(id)
        .into_iter()
        .filter(|(of, _)| *of != Kind::Section || kind == Kind::Page)
        .map(|(kind, _)| if kind == Kind::Main { "main" } else { kind.many() })
        .collect();
    if !tree.members(id, Kind::Spot).things.is_empty() {
        groups.push(Kind::Spot.many());
    }
    let properties: Vec<&str> = properties(tree, id).into_iter().map(Property::name).collect();
    let mut parts = Vec::new();
    for part in [verbs.join(", "), groups.join(", "), properties.join(", ")] {
        if !part.is_empty() {
            parts.push(part);
        }
    }
    vec![parts.join(" · ")]
}

fn clickable(kind: Kind) -> bool {
    !matches!(kind, Kind::Form | Kind::Dialog | Kind::Section | Kind::Main | Kind::Region | Kind::Nav | Kind::Field)
}

/// Of a table or list: the questions it takes, and what its rows or items have.
fn of_group(tree: &Tree, id: ThingId) -> String {
    let kind = if tree.kind(id) == Kind::Table { Kind::Row } else { Kind::Item };
    let asks: Vec<&str> = Ask::ALL.iter().map(|(_, name, ..)| *name).collect();
    let mut out = format!("{}[position or key], .{}", kind.many(), asks.join(", ."));
    if tree.unloaded(id).is_some() {
        out.push_str(&format!(" · scrollTo(place) loads other {}", kind.many()));
    }
    if let Some(first) = tree.members(id, kind).things.first() {
        let mut has = Vec::new();
        if !tree.columns(id).is_empty() {
            has.push("a column by name".to_owned());
        }
        for (kind, count) in tree.holdings(*first) {
            let labels: Vec<String> =
                tree.members(*first, kind).things.iter().take(4).map(|one| quote(&tree.label(*one))).collect();
            has.push(if count <= 4 {
                format!("{} {}", kind.many(), labels.join(", "))
            } else {
                kind.many().to_owned()
            });
        }
        let icons = icons(tree, *first);
        if !icons.is_empty() {
            has.push(format!("spots {}", icons.join(", ")));
        }
        has.push("text".into());
        out.push_str(&format!(" · of {} {}: {}", article(kind.one()), kind.one(), has.join(", ")));
    }
    out
}

/// What stands in it without words: its icons.
pub(super) fn icons(tree: &Tree, id: ThingId) -> Vec<String> {
    let spots = tree.members(id, Kind::Spot).things;
    let empty =
        |spot: &&ThingId| tree.outline().thing(**spot).is_some_and(|thing| tree.dom().first(thing.node).is_none());
    spots.iter().filter(empty).take(4).map(|spot| quote(&tree.label(*spot))).collect()
}

fn article(word: &str) -> &'static str {
    if word.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" }
}

/// Properties worth naming.
#[must_use]
pub fn properties(tree: &Tree, id: ThingId) -> Vec<Property> {
    let all = [
        Property::Title,
        Property::Url,
        Property::Value,
        Property::Options,
        Property::Error,
        Property::Hint,
        Property::Columns,
        Property::State,
        Property::Text,
        Property::Data,
        Property::Hidden,
    ];
    let facts = (tree.kind(id) == Kind::Field).then(|| tree.field(id));
    all.into_iter()
        .filter(|property| tree.has_property(id, *property))
        .filter(|property| match (&facts, property) {
            (Some(facts), Property::Error) => facts.error.is_some(),
            (Some(facts), Property::Hint) => facts.hint.is_some(),
            (Some(_), Property::Text | Property::State) => false,
            _ => true,
        })
        .collect()
}

/// Calls worth making at a place.
#[must_use]
pub fn next(tree: &Tree, id: ThingId) -> Vec<String> {
    let path = tree.address(id);
    match tree.kind(id) {
        Kind::Form | Kind::Dialog if !tree.members(id, Kind::Field).things.is_empty() => {
            vec![format!("{path}.fill({})", json_value(&example(tree, id, Verb::Fill)))]
        }
        Kind::Field => {
            let verb = tree.verbs(id).first().copied().unwrap_or(Verb::Set);
            let args = example(tree, id, verb);
            let args: Vec<String> = args.as_array().into_iter().flatten().map(json_value).collect();
            vec![format!("{path}.{}({})", verb.name(), args.join(", "))]
        }
        Kind::Button => vec![format!("{path}.click()")],
        Kind::Link => vec![format!("{path}.open()")],
        Kind::Page => vec!["page.text[0:10]".into(), "find(\"what you look for\")".into()],
        _ => Vec::new(),
    }
}

/// What hides something, in words.
#[must_use]
pub const fn why_hidden(why: Why) -> &'static str {
    match why {
        Why::NotRendered => "not rendered",
        Why::Inert => "inert",
        Why::AriaHidden => "hidden from assistive technology",
        Why::BehindDialog => "behind an open dialog",
        Why::Transparent => "transparent",
        Why::NoSize => "without size",
        Why::Clipped => "clipped away",
        Why::Scaled => "scaled to nothing",
        Why::OffScreen => "off-screen",
        Why::NoContrast => "in the colour of the background",
    }
}

/// An effect as hints write it.
#[must_use]
pub const fn effect(class: Class) -> &'static str {
    match class {
        Class::Read => "read",
        Class::Write => "write",
        Class::Act => "act",
        Class::Navigate => "navigate",
        Class::Download => "download",
        Class::Upload => "upload",
        Class::Submit => "submit",
        Class::Consequential => "consequential",
        Class::Send => "send",
        Class::Auth => "auth",
        Class::Delete => "delete",
        Class::Pay => "pay",
    }
}
