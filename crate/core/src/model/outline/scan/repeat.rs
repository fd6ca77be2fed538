//! Repeated structures among the children of an element that is left: makes them a list with items.
//! What is one is `shape`'s to say.

use super::{Found, Frame, Grouped, RANK, SHAPELESS, Scan};
use crate::model::outline::Kind;
use crate::model::outline::class::{Class, Listing};
use crate::model::outline::judge::{self, ListTally, Stats};
use crate::model::outline::shape::{self, Card, Kid};

impl Scan<'_> {
    /// Takes the children that may be items, and makes a list where they are.
    pub(super) fn repeated(&mut self, frame: &mut Frame) {
        let from = frame.kids.min(self.kids.len());
        let mine = self.kids.get(from..).unwrap_or(&[]);
        if mine.is_empty() {
            return;
        }
        let fits = matches!(
            frame.class,
            Class::Plain
                | Class::Bound
                | Class::Group { .. }
                | Class::Landmark(_)
                | Class::Form
                | Class::Dialog
                | Class::Item
        );
        let items = if fits && frame.cx & SHAPELESS == 0 {
            shape::items(mine, frame.node, &mut self.out.slack)
        } else {
            Vec::new()
        };
        if items.is_empty() {
            if let [first, rest @ ..] = mine
                && rest.len() < 2
                && holds_all(&frame.stats, mine)
            {
                frame.few = [Some(first.card), rest.first().map(|kid| kid.card)];
            }
            return self.kids.truncate(from);
        }
        let kids = self.kids.split_off(from);
        let whole = items.len() == kids.len() && holds_all(&frame.stats, &kids);
        let members: Vec<&Kid<'_>> = items.iter().filter_map(|at| kids.get(*at)).collect();
        let list = self.put(frame, Some(Kind::List));
        // It reaches from its first item to its last: what else its element holds is not in it.
        let (open, close) = members
            .iter()
            .fold((u32::MAX, 0), |(open, close), kid| (open.min(kid.card.open), close.max(kid.card.close)));
        if let Some(found) = self.found(list) {
            (found.open, found.close, found.rank) = (open, close, RANK - 2);
        }
        let mut tally = ListTally::new(Listing::Items, list);
        let grid = members.iter().any(|kid| kid.row.is_some());
        for kid in &members {
            match &kid.row {
                Some((inner, cards)) => self.merge(*inner, cards, &mut tally),
                None if grid => kid.few.iter().flatten().for_each(|card| self.member(*card, true, &mut tally)),
                None => self.member(kid.card, judge::rich(&kid.stats), &mut tally),
            }
        }
        self.end_list(&tally, &mut frame.stats);
        if whole {
            frame.row = Some((list, tally.items));
        }
    }

    /// A row of a grid: its cards are items of the whole, and its own list is none.
    fn merge(&mut self, inner: u32, cards: &[u32], tally: &mut ListTally) {
        self.drop(inner);
        for card in cards {
            if let Some(found) = self.found(*card) {
                found.owns = true;
            }
        }
        tally.items.extend(cards);
        tally.rich += cards.len() as u32;
    }

    fn member(&mut self, card: Card, rich: bool, tally: &mut ListTally) {
        tally.items.push(self.out.founds.len() as u32);
        tally.rich += u32::from(rich);
        self.out.founds.push(Found {
            kind: Some(Kind::Item),
            node: card.node,
            open: card.open,
            close: card.close,
            level: 0,
            owns: true,
            dropped: false,
            grouped: Grouped::No,
            rank: RANK - 1,
        });
    }
}

/// All text of the whole stands in these children.
fn holds_all(whole: &Stats, kids: &[Kid<'_>]) -> bool {
    let text: u32 = kids.iter().map(|kid| kid.stats.text + kid.stats.said).sum();
    text == whole.text + whole.said
}
