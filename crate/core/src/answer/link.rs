//! `page.link(path)`: the address that shows a place to a person. It must never point at another place: a
//! fragment is given only where its id, or its text, is the only one of the page.

use onecall_protocol::{Map, Value};

use super::Draft;
use super::text::quote;
use crate::member::Tree;
use crate::model::aria::Shown;
use crate::model::dom::NodeId;
use crate::model::outline::{Kind, ThingId};
use crate::model::text;

/// Characters of a text that a link quotes.
const QUOTED: usize = 60;
/// How far above a thing an id may stand and still show it.
const REACH: usize = 3;

/// The answer.
#[must_use]
pub fn link(tree: &Tree, id: ThingId) -> Draft {
    let url = tree.dom().head().url.split('#').next().unwrap_or("").to_owned();
    let (fragment, how) = fragment(tree, id);
    let path = tree.address(id).to_string();
    let whole = format!("{url}{fragment}");
    let mut value = Map::new();
    value.insert("url".into(), whole.clone().into());
    Draft {
        head: format!("link  {}  {how} {}", quote(&whole), if path.is_empty() { "page".into() } else { path }),
        path: "page.link".into(),
        kind: "link".into(),
        value: Value::Object(value),
        ..Draft::default()
    }
}

fn fragment(tree: &Tree, id: ThingId) -> (String, &'static str) {
    let (dom, view) = (tree.dom(), tree.view());
    let Some(thing) = tree.outline().thing(id).filter(|thing| thing.kind != Kind::Page) else {
        return (String::new(), "shows");
    };
    let named = std::iter::once(thing.node).chain(dom.ancestors(thing.node).take(REACH)).find_map(|node| {
        let name = dom.attr(node, "id").filter(|name| !name.is_empty())?;
        let root = dom.root()?;
        (view.by_id(root, name) == Some(node) && is_alone(tree, thing.node, node)).then_some(name)
    });
    if let Some(name) = named {
        return (format!("#{}", encode(name)), "shows");
    }
    match said(tree, thing.node) {
        Some(text) => (format!("#:~:text={}", encode(&text)), "shows"),
        None => (String::new(), "shows the page, nothing there can be pointed at, of"),
    }
}

/// Is `above` about this thing alone, and no container of many?
fn is_alone(tree: &Tree, node: NodeId, above: NodeId) -> bool {
    if node == above {
        return true;
    }
    let things = tree.dom().walk(above).filter(|id| tree.outline().of_node(*id).is_some()).take(4).count();
    things < 4
}

/// The beginning of its text, where no other place of the page reads the same.
fn said(tree: &Tree, node: NodeId) -> Option<String> {
    let (dom, view) = (tree.dom(), tree.view());
    let first = dom.walk(node).find_map(|id| {
        let folded = dom.text(id)?.split_whitespace().collect::<Vec<_>>().join(" ");
        let parent = dom.parent(id)?;
        (folded.chars().count() > 1 && view.shown(parent) == Shown::Yes).then_some(folded)
    })?;
    let cut = match first.char_indices().nth(QUOTED) {
        Some((at, _)) => first.get(..at)?.rsplit_once(' ')?.0.to_owned(),
        None => first,
    };
    let page = dom.root().map(|root| text::plain(view, root)).unwrap_or_default();
    (page.matches(cut.as_str()).count() == 1).then_some(cut)
}

/// Percent-encoded, as a fragment and as a text directive, in which `-`, `,` and `&` mean something.
fn encode(text: &str) -> String {
    let mut out = String::new();
    for byte in text.bytes() {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'.' | b'_' | b'~' => out.push(char::from(byte)),
            other => out.push_str(&format!("%{other:02X}")),
        }
    }
    out
}
