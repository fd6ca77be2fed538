//! Which part of the page shows a published object, and which object owns a part of the page: where the app says so by
//! `element:`, which marks the element. It must never guess.

use crate::member::Tree;
use crate::model::outline::{Kind, ThingId};
use crate::path::{Path, Segment};
use crate::publish::{Node, segment};

/// The attribute that carries the mark (provider/describe.js).
const MARK: &str = "data-onecall";

/// The path of what shows a node on the page.
pub(super) fn shown(tree: &Tree, node: &Node) -> Option<String> {
    if node.mark.is_empty() {
        return None;
    }
    let (dom, outline) = (tree.dom(), tree.outline());
    let marked = dom.walk(dom.root()?).find(|at| dom.attr(*at, MARK) == Some(node.mark.as_str()))?;
    // The thing itself, else the first inside it, else what it stands in.
    let thing = |id: &ThingId| tree.kind(*id) != Kind::Page;
    let inside = dom.walk(marked).find_map(|at| outline.of_node(at).filter(thing));
    let around = || dom.ancestors(marked).find_map(|at| outline.of_node(at).filter(thing));
    inside.or_else(around).map(|id| tree.address(id).to_string())
}

/// The path of the object that owns a thing of the page.
#[must_use]
pub fn owner(tree: &Tree, id: ThingId) -> Option<String> {
    if tree.app().trees().is_empty() {
        return None;
    }
    let dom = tree.dom();
    let node = tree.outline().thing(id)?.node;
    let mark = std::iter::once(node).chain(dom.ancestors(node)).find_map(|at| dom.attr(at, MARK))?;
    let root = Path { segments: vec![Segment::Name("app".into())] };
    let below = |(name, node): &(String, Node)| marked(node, mark, root.clone().with(segment(name)));
    let path = tree.app().trees().iter().find_map(below)?.to_string();
    (!tree.hides(&path)).then_some(path)
}

fn marked(node: &Node, mark: &str, path: Path) -> Option<Path> {
    if node.mark == mark {
        return Some(path);
    }
    let child = |(name, below): &(String, Node)| marked(below, mark, path.clone().with(segment(name)));
    let item = |(key, below): &(String, Node)| marked(below, mark, path.clone().with(Segment::Key(key.clone())));
    node.children.iter().find_map(child).or_else(|| node.items.iter().flatten().find_map(item))
}
