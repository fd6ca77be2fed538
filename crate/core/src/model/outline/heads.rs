//! Which rows of a table are header rows; the same rule for the outline, which counts only, and for the
//! table's details. It must never look at what cells say beyond whether it is bold.

use crate::model::aria::View;
use crate::model::dom::NodeId;

/// Rows so far.
#[derive(Debug, Clone, Copy, Default)]
pub(in crate::model) struct Heads {
    started: bool,
}

impl Heads {
    /// Was there a row with data?
    pub(in crate::model) const fn started(self) -> bool {
        self.started
    }

    /// Ends a row of so many cells, so many of them headers (an empty corner counts as one); true where
    /// it is a header row: in the table's head, or nothing but headers before the first row with data.
    pub(in crate::model) fn end_row(&mut self, in_head: bool, cells: u32, headers: u32) -> bool {
        let head = in_head || cells > 0 && cells == headers && !self.started;
        self.started |= !head && cells > 0;
        head
    }
}

/// Is all text of the first row bold, and that of the second not?
pub(in crate::model) fn bold_first(view: View<'_>, first: NodeId, second: NodeId) -> bool {
    bold(view, first) && !bold(view, second)
}

fn bold(view: View<'_>, row: NodeId) -> bool {
    let dom = view.dom;
    let mut any = false;
    for id in dom.walk(row) {
        if dom.text(id).is_some_and(super::scan::has_text) {
            let mut around = dom.ancestors(id).take_while(|above| *above != row);
            if !around.any(|above| matches!(dom.tag(above), "b" | "strong")) {
                return false;
            }
            any = true;
        }
    }
    any
}
