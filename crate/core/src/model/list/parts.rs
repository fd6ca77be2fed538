//! The parts that the items of a repeated structure share: found by where they stand, named by what they are.
//! It must never look at more items than it needs to tell what is shared.

use onecall_protocol::facts::flag;

use crate::model::aria::View;
use crate::model::dom::NodeId;
use crate::model::text;
use crate::order::Map;

/// Columns, and a row of texts per item.
#[derive(Debug, Default)]
pub(super) struct Shared {
    pub columns: Vec<String>,
    pub rows: Vec<Vec<String>>,
}

/// Parts of one item that are looked at.
const LEAVES: usize = 40;
/// Columns that are kept; what comes after is read as text.
const COLUMNS: usize = 8;
/// Characters above which a part is body text.
const LONG: usize = 600;

/// What a part is, as far as it gives it a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum What {
    Heading,
    Image,
    Link,
    Time,
    Text,
}

/// A piece of an item.
struct Leaf {
    place: String,
    what: What,
    node: NodeId,
    said: String,
    named: Option<String>,
}

/// One place over all items.
#[derive(Clone)]
struct Place {
    what: What,
    named: Option<String>,
    texts: Vec<String>,
    filled: usize,
    order: usize,
}

pub(super) fn of(view: View<'_>, items: &[NodeId]) -> Shared {
    if items.len() < 2 {
        return Shared::default();
    }
    let mut places: Map<String, Place> = Map::default();
    for (at, item) in items.iter().enumerate() {
        for (order, leaf) in leaves(view, *item).into_iter().enumerate() {
            let blank = || Place {
                what: leaf.what,
                named: leaf.named.clone(),
                texts: vec![String::new(); items.len()],
                filled: 0,
                order,
            };
            places.update(leaf.place.clone(), blank, |place| {
                place.order = place.order.max(order);
                if let Some(slot) = place.texts.get_mut(at)
                    && slot.is_empty()
                {
                    slot.clone_from(&leaf.said);
                    place.filled += 1;
                }
            });
        }
    }
    let mut kept: Vec<Place> = places
        .into_iter()
        .map(|(_, place)| place)
        .filter(|place| place.filled >= 2 && place.filled * 2 >= items.len())
        .collect();
    crate::order::sort_by_key(&mut kept, |place| place.order);
    let mut columns = label(kept.clone(), true);
    if columns.len() < 2 {
        // All by one author, say: what is the same in all is no label then.
        columns = label(kept, false);
    }
    if columns.len() < 2 {
        return Shared::default();
    }
    let rows = (0..items.len())
        .map(|at| columns.iter().map(|(_, place)| place.texts.get(at).cloned().unwrap_or_default()).collect());
    let rows = rows.collect();
    Shared { columns: columns.into_iter().map(|(name, _)| name).collect(), rows }
}

/// Names places. One that says the same in all items is the label of the next, or says nothing, where there are `labels`.
fn label(places: Vec<Place>, labels: bool) -> Vec<(String, Place)> {
    let mut out: Vec<(String, Place)> = Vec::new();
    let mut said_before: Option<String> = None;
    let mut titled = places.iter().any(|place| place.what == What::Heading);
    for place in places {
        let mut said = place.texts.iter().filter(|text| !text.is_empty());
        let first = said.next().cloned().unwrap_or_default();
        if labels && place.what != What::Image && place.filled > 1 && said.all(|text| *text == first) {
            said_before = Some(first.trim_end_matches(':').trim().to_owned())
                .filter(|label| (1..=30).contains(&label.chars().count()));
            continue;
        }
        let before = said_before.take().filter(|_| place.what == What::Text);
        let name = place.named.clone().or(before).unwrap_or_else(|| {
            let plain =
                matches!(place.what, What::Link | What::Text) && !looks(&place, is_price) && !looks(&place, is_rating);
            if plain && !titled {
                titled = true;
                return "title".into();
            }
            name_of(&place).into()
        });
        let same = out
            .iter()
            .filter(|(known, place)| *known == name || known.starts_with(&format!("{name} ")) && place.filled > 0)
            .count();
        out.push((if same == 0 { name } else { format!("{name} {}", same + 1) }, place));
        if out.len() >= COLUMNS {
            break;
        }
    }
    out
}

fn name_of(place: &Place) -> &'static str {
    match place.what {
        What::Heading => "title",
        What::Image => "image",
        What::Time => "date",
        _ if looks(place, is_price) => "price",
        _ if looks(place, is_rating) => "rating",
        _ if looks(place, is_date) => "date",
        What::Link => "link",
        What::Text => "text",
    }
}

fn looks(place: &Place, like: fn(&str) -> bool) -> bool {
    let hits = place.texts.iter().filter(|text| like(text)).count();
    hits > 0 && hits * 10 >= place.filled * 7
}

/// An amount with a currency: `$59.90`, `59,90 €`, `EUR 12`.
fn is_price(text: &str) -> bool {
    let sign = text.chars().any(|c| matches!(c, '$' | '€' | '£' | '¥' | '₹' | '₽' | '₩' | '₴'))
        || ["EUR", "USD", "GBP", "CHF", "JPY", "SEK", "NOK", "DKK", "PLN", "CZK", "Kč", "kr", "zł"]
            .iter()
            .any(|code| text.split(|c: char| !c.is_alphabetic()).any(|word| word == *code));
    sign && text.chars().any(|c| c.is_ascii_digit()) && text.chars().count() <= 40
}

/// `4.5 out of 5`, `★★★★☆`.
fn is_rating(text: &str) -> bool {
    let lower = text.to_lowercase();
    text.contains('★')
        || (lower.contains(" out of ") || lower.contains("stars") || lower.contains("/5")) && lower.len() <= 60
}

/// A day written with digits, or a month's name with a year or a day.
fn is_date(text: &str) -> bool {
    let count = text.chars().count();
    let groups = text.split(|c: char| !c.is_ascii_digit()).filter(|group| !group.is_empty()).count();
    let month = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
    let lower = text.to_lowercase();
    let ago = lower.ends_with(" ago") && groups == 1;
    let named = lower
        .split(|c: char| !c.is_alphabetic())
        .any(|word| word.len() >= 3 && month.iter().any(|name| word.starts_with(name)));
    count <= 30 && (ago || groups == 3 && count <= 12 || named && (1..=3).contains(&groups))
}

/// The first piece of an item that says something; its link or its first words.
pub(super) fn lead(view: View<'_>, item: NodeId) -> Option<NodeId> {
    leaves(view, item)
        .into_iter()
        .find(|leaf| leaf.what != What::Image && leaf.said.chars().any(char::is_alphanumeric))
        .map(|leaf| leaf.node)
}

/// The pieces of an item, in order: elements with words of their own, and images.
fn leaves(view: View<'_>, item: NodeId) -> Vec<Leaf> {
    let dom = view.dom;
    let mut out: Vec<Leaf> = Vec::new();
    let mut counts: Map<String, usize> = Map::default();
    let mut at = item;
    loop {
        let into = match leaf(view, item, at) {
            Some(mut leaf) => {
                let mut count = 0;
                counts.update(
                    leaf.place.clone(),
                    || 0,
                    |times| {
                        *times += 1;
                        count = *times;
                    },
                );
                leaf.place.push_str(&format!("#{count}"));
                out.push(leaf);
                false
            }
            None => dom.is_element(at) && dom.has(at, flag::RENDERED) && !is_control(view, at),
        };
        if out.len() >= LEAVES {
            return out;
        }
        let next = match dom.first(at).filter(|_| into) {
            Some(child) => Some(child),
            None => dom.skip(at, item),
        };
        match next {
            Some(next) => at = next,
            None => return out,
        }
    }
}

fn is_control(view: View<'_>, id: NodeId) -> bool {
    let dom = view.dom;
    matches!(dom.tag(id), "button" | "input" | "select" | "textarea" | "svg") || dom.attr(id, "role") == Some("button")
}

fn leaf(view: View<'_>, item: NodeId, id: NodeId) -> Option<Leaf> {
    let dom = view.dom;
    if !dom.is_element(id) || is_control(view, id) {
        return None;
    }
    let image = dom.tag(id) == "img" || dom.attr(id, "role") == Some("img");
    if !image && !speaks(view, id) {
        return None;
    }
    let said = if image { image_name(view, id) } else { text::plain(view, id) };
    if said.is_empty() || said.chars().count() > LONG {
        return None;
    }
    let mut what = if image { What::Image } else { What::Text };
    let mut path: Vec<&str> = Vec::new();
    for above in std::iter::once(id).chain(dom.ancestors(id)).take_while(|above| *above != item).take(DEEP) {
        let tag = dom.tag(above);
        path.push(tag);
        if !image {
            what = match tag {
                "h1" | "h2" | "h3" | "h4" | "h5" | "h6" => What::Heading,
                "time" if what != What::Heading => What::Time,
                "a" if what == What::Text => What::Link,
                _ => what,
            };
        }
    }
    let named = dom
        .attr(id, "itemprop")
        .map(|name| name.trim().to_owned())
        .filter(|name| !name.is_empty() && !name.contains(' '));
    let said_by = if what == What::Heading { None } else { named };
    Some(Leaf { place: path.join("<"), what, node: id, said, named: said_by })
}

/// An image is called by its alternative text.
fn image_name(view: View<'_>, id: NodeId) -> String {
    let alt = view.dom.attr(id, "alt").map(|alt| alt.split_whitespace().collect::<Vec<_>>().join(" "));
    alt.filter(|alt| !alt.is_empty()).unwrap_or_else(|| view.name(id).to_string())
}

/// How much of the way up is part of a place.
const DEEP: usize = 12;

/// Most of its words stand directly in it, so that its children are only parts of a phrase.
fn speaks(view: View<'_>, id: NodeId) -> bool {
    let dom = view.dom;
    let letters = |text: &str| text.chars().filter(|c| c.is_alphanumeric()).count();
    let own: usize = dom.children(id).filter_map(|child| dom.text(child)).map(letters).sum();
    if own == 0 {
        return false;
    }
    let inner: usize = dom
        .walk(id)
        .skip(1)
        .take(WORDS)
        .filter(|at| dom.parent(*at) != Some(id))
        .filter_map(|at| dom.text(at))
        .map(letters)
        .sum();
    let image = dom.walk(id).skip(1).take(WORDS).any(|at| dom.tag(at) == "img");
    own >= inner && !image
}

/// Nodes below that are weighed against an element's own words.
const WORDS: usize = 200;
