//! What is shown without a role: words, a coloured box, a shape, an icon. Pages make such things take clicks without
//! saying so. It must never take what stands in a control: that is the control's.

use onecall_protocol::facts::flag;

use super::{Frame, NONE, Scan, cx};
use crate::model::look::{self, Look};
use crate::model::outline::Kind;
use crate::model::outline::class::Class;

/// Sides of an icon, in CSS pixels.
const ICON: std::ops::RangeInclusive<i32> = 6..=48;

impl Scan<'_> {
    /// Makes an element that is left a spot, where it is one, and counts icons.
    pub(super) fn spot(&mut self, frame: &mut Frame) {
        let controlled = frame.cx & (cx::HIDDEN | cx::INTERACTIVE | cx::MENU | cx::BUTTON) != 0;
        if controlled || frame.found != NONE || !matches!(frame.class, Class::Plain | Class::Bound | Class::Cell(_)) {
            return;
        }
        let dom = self.view.dom;
        let empty = !frame.speaks && dom.children(frame.node).all(|child| !dom.is_element(child));
        let look = if empty { look::of(dom, frame.node) } else { None };
        let called = || ["title", "class"].iter().any(|key| dom.attr(frame.node, key).is_some_and(super::has_text));
        if let Some(Look { place: [_, _, width, height], .. }) = look
            && called()
            && ICON.contains(&width)
            && ICON.contains(&height)
        {
            frame.stats.icons += 1;
        }
        if !self.spots {
            return;
        }
        // Part of a phrase: the phrase is meant.
        let inline = !dom.has(frame.node, flag::BLOCK) && !dom.has(frame.node, flag::INLINE_BLOCK | flag::SVG);
        let in_phrase = inline && self.frames.last().is_some_and(|above| above.speaks);
        let boxed = dom.has(frame.node, flag::BLOCK) || dom.has(frame.node, flag::INLINE_BLOCK);
        if frame.speaks && !in_phrase || look.is_some() || empty && boxed && called() {
            let spot = self.put(frame, Some(Kind::Spot));
            let close = self.seq;
            if let Some(found) = self.found(spot) {
                found.close = close;
            }
        }
    }
}
