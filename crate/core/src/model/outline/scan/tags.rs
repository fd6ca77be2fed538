//! What tags are to the scan, found out once for each tag and not for each element. It must never keep what attributes or
//! surroundings have a say in.

use crate::model::dom::{Dom, NodeId};
use crate::model::outline::class::Tagged;
use crate::model::outline::shape;

/// Places for tags; pages have about forty. Two that fall into one place only take turns.
const PLACES: u32 = 256;

/// What follows from a tag.
#[derive(Debug, Clone, Copy)]
pub(super) struct Tag {
    /// [`Dom::tag_mark`] of the elements that it was found out of.
    mark: (u32, u32),
    pub class: Tagged,
    /// Its bit in a make-up.
    pub bit: u64,
    /// It may be an item of a list without markup.
    pub item: bool,
}

/// Tags met so far.
#[derive(Debug, Default)]
pub(super) struct Tags(Vec<Option<Tag>>);

impl Tags {
    pub(super) fn of(&mut self, dom: &Dom, id: NodeId) -> Tag {
        let mark = dom.tag_mark(id);
        let at = (mark.0 % PLACES) as usize;
        if let Some(known) = self.0.get(at).copied().flatten().filter(|tag| tag.mark == mark) {
            return known;
        }
        let name = dom.tag(id);
        let tag = Tag { mark, class: Tagged::of(name), bit: shape::bit(name), item: shape::may_be_item(name) };
        self.0.resize(PLACES as usize, None);
        if let Some(place) = self.0.get_mut(at) {
            *place = Some(tag);
        }
        tag
    }
}
