//! By how much the words of a page may grow or shrink before something that the outline decided by their amount would be
//! decided otherwise. While they stay within it, the outline stands although words are others. Whether an element has words
//! at all decides more than that: there is no slack in it. It must never let a decision pass that a new look would change.

use onecall_protocol::facts::flag;

use crate::model::dom::{Dom, NodeId};
use crate::order::Slots;

/// What was decided by amounts, in the order in which it was.
#[derive(Debug, Clone, Default)]
pub(super) struct Slack {
    noted: Vec<(NodeId, Room)>,
    /// The same by element, from the first change on.
    rooms: Option<Slots<Room>>,
}

/// Bytes that an element's words may lose and gain.
#[derive(Debug, Clone, Copy)]
struct Room {
    less: u32,
    more: u32,
}

impl Slack {
    /// It was decided whether the words of an element are at most so many bytes.
    pub(super) fn note(&mut self, node: NodeId, bytes: u32, most: u32) {
        let room = if bytes <= most {
            Room { less: u32::MAX, more: most - bytes }
        } else {
            Room { less: bytes - most - 1, more: u32::MAX }
        };
        self.noted.push((node, room));
    }

    /// Takes in that an element's own words are `now` bytes instead of `was`; false where that may change a decision.
    pub(super) fn takes(&mut self, dom: &Dom, node: NodeId, was: u32, now: u32) -> bool {
        if !dom.has(node, flag::RENDERED) {
            return true;
        }
        if (was == 0) != (now == 0) {
            return false;
        }
        let noted = &mut self.noted;
        let rooms = self.rooms.get_or_insert_with(|| {
            let mut rooms: Slots<Room> = Slots::default();
            for (node, room) in noted.drain(..) {
                let at = node.index() as u32;
                let known = rooms.get(at).unwrap_or(room);
                rooms.set(at, Room { less: known.less.min(room.less), more: known.more.min(room.more) });
            }
            rooms
        });
        for at in std::iter::once(node).chain(dom.ancestors(node)) {
            let at = at.index() as u32;
            let Some(room) = rooms.get(at) else { continue };
            if now.saturating_sub(was) > room.more || was.saturating_sub(now) > room.less {
                return false;
            }
            let moved = |room: u32, take: u32, give: u32| {
                if room == u32::MAX { room } else { room.saturating_add(give).saturating_sub(take) }
            };
            let (more, less) = (now.saturating_sub(was), was.saturating_sub(now));
            rooms.set(at, Room { less: moved(room.less, less, more), more: moved(room.more, more, less) });
        }
        true
    }
}
