//! What a thing covers of the page: its element, or, of a section, all from its heading to the next of its level. It must
//! never cover less than what the thing is read as: what is kept from agents is found by it.

use super::{Kind, Outline, Shown, ThingId, class};
use crate::model::aria::View;
use crate::model::dom::NodeId;

impl Outline {
    /// The elements and texts that a thing covers, the outermost of each part.
    #[must_use]
    pub fn extent(&self, view: View<'_>, id: ThingId) -> Vec<NodeId> {
        let Some(thing) = self.thing(id) else { return Vec::new() };
        if thing.kind != Kind::Section {
            return vec![thing.node];
        }
        let dom = view.dom;
        let top = self.thing(thing.owner).map_or(thing.node, |owner| owner.node);
        let level = |node: NodeId| class::level(view, node, dom.tag(node));
        let mut later = self.things.get(id.0 as usize + 1..).unwrap_or(&[]).iter();
        let ends = later.find(|other| {
            let heading = other.kind == Kind::Section && other.shown == Shown::Yes;
            heading && other.owner == thing.owner && level(other.node) <= level(thing.node)
        });
        let end = ends.map(|other| other.node);
        let around: Vec<NodeId> = end.into_iter().flat_map(|end| dom.ancestors(end)).collect();
        let mut covered = Vec::new();
        let mut at = Some(thing.node);
        while let Some(node) = at.filter(|node| Some(*node) != end) {
            at = if around.contains(&node) {
                dom.first(node).or_else(|| dom.skip(node, top))
            } else {
                covered.push(node);
                dom.skip(node, top)
            };
        }
        covered
    }
}
