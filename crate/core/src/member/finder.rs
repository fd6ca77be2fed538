//! Everything on the page that can be found, in one index, built when something is first searched for. After a change
//! of the page only what changed is indexed anew. It must never show that: hits are those of a new index.

use super::gather::Found;
use super::tree::Tree;
use crate::model::outline::ThingId;
use crate::order;
use crate::path::Path;
use crate::search::{Entry, Hit, Index};

/// What an entry of the index stands for.
#[derive(Debug, Clone, PartialEq)]
pub enum Entity {
    /// A thing.
    Thing(ThingId),
    /// A tool of the page, by its name.
    Tool(String),
    /// A block of the page's text, by its position.
    Block(usize),
    /// Something that the app has published, with its path.
    App(Path),
}

/// The index and what its numbers stand for.
#[derive(Debug, Default)]
pub struct Finder {
    index: Index,
    /// By number: where it comes on the page, and what it is. A number that stands for nothing now is free.
    entities: Vec<Option<(u32, Entity)>>,
    /// What was indexed under each number ([`Entry::mark`]), in order of marks.
    marks: Vec<(u64, u32)>,
}

impl Finder {
    /// Reads the whole page. What `old` has of it already is not indexed again.
    #[must_use]
    pub fn build(tree: &Tree, old: Option<Self>) -> Self {
        Self::renew(old.unwrap_or_default(), Found::of(tree).0)
    }

    /// The index of these entries, made from the one before.
    fn renew(mut old: Self, found: Vec<(Entry, Entity)>) -> Self {
        let (marks, mut numbers, gone) = old.kept(&found);
        let kept = numbers.iter().flatten().count();
        if kept < gone.len() {
            // Taking most of an index apart is more work than making a new one.
            old = Self::default();
            numbers.fill(None);
        } else {
            gone.into_iter().for_each(|id| old.index.remove(id));
        }
        let mut finder = Self { index: old.index, entities: vec![None; old.entities.len()], marks: Vec::new() };
        let mut fresh = Vec::new();
        for (at, ((entry, entity), number)) in (0..).zip(found.into_iter().zip(&numbers)) {
            match number.and_then(|id| finder.entities.get_mut(id as usize)) {
                Some(place) => *place = Some((at, entity)),
                None => fresh.push((at, entry, entity)),
            }
        }
        let mut free = 0;
        for (at, entry, entity) in fresh {
            while finder.entities.get(free).is_some_and(Option::is_some) {
                free += 1;
            }
            if free == finder.entities.len() {
                finder.entities.push(None);
            }
            finder.index.set(free as u32, &entry);
            if let (Some(place), Some(number)) = (finder.entities.get_mut(free), numbers.get_mut(at as usize)) {
                *place = Some((at, entity));
                *number = Some(free as u32);
            }
        }
        finder.marks = marks.into_iter().zip(numbers).filter_map(|(mark, id)| Some((mark, id?))).collect();
        order::sort(&mut finder.marks);
        finder
    }

    /// The mark of each entry, the number of each that is indexed already, and the numbers of what is gone.
    fn kept(&self, found: &[(Entry, Entity)]) -> (Vec<u64>, Vec<Option<u32>>, Vec<u32>) {
        let marks: Vec<u64> = found.iter().map(|(entry, _)| entry.mark()).collect();
        let mut numbers = vec![None; marks.len()];
        let mut gone = Vec::new();
        let mut old = self.marks.iter().peekable();
        // Both in order of marks: one walk along the two.
        for at in order::positions(marks.len(), &|a, b| marks.get(a).cmp(&marks.get(b))) {
            let (Some(mark), Some(number)) = (marks.get(at as usize), numbers.get_mut(at as usize)) else { continue };
            while let Some((_, id)) = old.next_if(|(known, _)| known < mark) {
                gone.push(*id);
            }
            *number = old.next_if(|(known, _)| known == mark).map(|(_, id)| *id);
        }
        gone.extend(old.map(|(_, id)| *id));
        (marks, numbers, gone)
    }

    /// The best hits, best first; among equals, in the page's order.
    #[must_use]
    pub fn find(&self, words: &str, most: usize) -> Vec<(Entity, Hit)> {
        let of = |id: u32| self.entities.get(id as usize).and_then(Option::as_ref);
        let hits = self.index.find_in(words, most, &|id| of(id).map_or(u32::MAX, |(at, _)| *at));
        hits.into_iter().filter_map(|hit| of(hit.id).map(|(_, entity)| (entity.clone(), hit))).collect()
    }

    /// Words that are here and near those of the query.
    #[must_use]
    pub fn nearest(&self, words: &str) -> Vec<String> {
        self.index.nearest_words(words)
    }

    /// How many entries there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.marks.len()
    }

    /// True for an empty page.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.marks.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::{Entity, Entry, Finder};
    use proptest::prelude::*;

    /// Few words, so that equal scores and equal entries are common.
    fn entries() -> impl Strategy<Value = Vec<Entry>> {
        let word = || prop::sample::select(vec!["order", "orders", "Archive", "archiveOrder", "Ann", "ordre", "zoe"]);
        let text = move || prop::collection::vec(word(), 0..4).prop_map(|words| words.join(" "));
        let entry = (text(), text()).prop_map(|(name, text)| Entry { name, text, ..Entry::default() });
        prop::collection::vec(entry, 0..30)
    }

    fn numbered(entries: &[Entry]) -> Vec<(Entry, Entity)> {
        (0..).zip(entries).map(|(at, entry)| (entry.clone(), Entity::Block(at))).collect()
    }

    fn shown(finder: &Finder, words: &str) -> Vec<(Entity, f32, Vec<crate::search::Match>)> {
        finder.find(words, 12).into_iter().map(|(entity, hit)| (entity, hit.score, hit.why)).collect()
    }

    /// The page after one change: a piece goes, another comes, the two ends change places.
    fn changed(page: &[Entry], cut: (usize, usize, usize), new: &[Entry]) -> Vec<Entry> {
        let (from, gone, turn) = (cut.0.min(page.len()), cut.1, cut.2);
        let mut after = [&page[..from], new, &page[(from + gone).min(page.len())..]].concat();
        let turn = turn.min(after.len());
        after.rotate_left(turn);
        after
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(40))]

        #[test]
        fn a_renewed_index_finds_what_a_new_one_finds(
            start in entries(),
            changes in prop::collection::vec(((0..30_usize, 0..6_usize, 0..3_usize), entries()), 1..8),
        ) {
            let mut page = start;
            let mut finder = Finder::renew(Finder::default(), numbered(&page));
            for (cut, new) in changes {
                page = changed(&page, cut, &new[..new.len().min(4)]);
                finder = Finder::renew(finder, numbered(&page));
                let fresh = Finder::renew(Finder::default(), numbered(&page));
                prop_assert_eq!((finder.len(), finder.is_empty()), (page.len(), page.is_empty()));
                for words in ["order", "ann archive", "archiveorder", "ordr", "archiv", "zoe order ann", "xnn"] {
                    prop_assert_eq!(shown(&finder, words), shown(&fresh, words), "{}", words);
                    prop_assert_eq!(finder.nearest(words), fresh.nearest(words), "{}", words);
                }
            }
        }
    }

    #[test]
    fn what_stayed_keeps_its_number() {
        let page: Vec<Entry> = (0..50).map(|n| Entry { name: format!("row {n}"), ..Entry::default() }).collect();
        let finder = Finder::renew(Finder::default(), numbered(&page));
        let before = finder.marks.clone();
        let mut after = page;
        after[7].name = "changed".into();
        after.reverse();
        let finder = Finder::renew(finder, numbered(&after));
        let kept = finder.marks.iter().filter(|mark| before.contains(mark)).count();
        assert_eq!((kept, finder.len(), finder.entities.len()), (49, 50, 50));
        assert_eq!(finder.find("changed", 1)[0].0, Entity::Block(42));
    }
}
