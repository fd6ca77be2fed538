//! The words an index holds: their spellings, what they have in common (terms), and where they stand (postings).
//!
//! Spellings are kept beside stems because a typo is an edit of a spelling. Words and terms nobody uses any more are
//! forgotten, so that a page that changes all day does not grow the index.

use std::ops::Bound;

use super::near::Letters;
use super::stem::stem;
use crate::order::Words;

/// Fields of an entry, as positions in the arrays below.
pub const FIELDS: usize = 6;

/// One entry's use of a term: how often, per field.
#[derive(Debug, Clone, Copy)]
pub struct Posting {
    /// The entry's place in the index.
    pub slot: u32,
    /// Occurrences per field, saturating.
    pub counts: [u8; FIELDS],
}

/// A spelling.
#[derive(Debug)]
pub struct Spelling {
    /// Folded.
    pub text: Box<str>,
    /// The term it belongs to.
    pub term: u32,
    /// Entries that use it; 0 for a free place.
    pub uses: u32,
    /// Its letters, to rule out far words cheaply.
    pub letters: Letters,
    /// Entries that use it as a plain word.
    plain: u32,
}

impl Spelling {
    /// An identifier as a whole: found when written exactly, never guessed.
    #[must_use]
    pub const fn is_whole(&self) -> bool {
        self.plain == 0
    }
}

#[derive(Debug, Default)]
struct Term {
    stem: Box<str>,
    spellings: u32,
    postings: Vec<Posting>,
}

/// All words of an index.
#[derive(Debug, Default)]
pub struct Lexicon {
    spellings: Vec<Spelling>,
    by_text: Words,
    free_spellings: Vec<u32>,
    terms: Vec<Term>,
    by_stem: Words,
    free_terms: Vec<u32>,
}

/// The item at a number.
pub fn at<T>(list: &[T], index: u32) -> Option<&T> {
    usize::try_from(index).ok().and_then(|index| list.get(index))
}

/// The item at a number, to be changed.
pub fn at_mut<T>(list: &mut [T], index: u32) -> Option<&mut T> {
    usize::try_from(index).ok().and_then(|index| list.get_mut(index))
}

/// Puts `value` into a free place or at the end, and returns the place.
fn place<T>(list: &mut Vec<T>, free: &mut Vec<u32>, value: T) -> u32 {
    if let Some(index) = free.pop()
        && let Some(old) = at_mut(list, index)
    {
        *old = value;
        return index;
    }
    list.push(value);
    u32::try_from(list.len() - 1).unwrap_or(u32::MAX)
}

impl Lexicon {
    /// The spelling's number, made if it is new. Its use is counted by [`Lexicon::enter`].
    pub fn spelling(&mut self, text: &str) -> u32 {
        if let Some(id) = self.by_text.get(text) {
            return *id;
        }
        let term = self.term_for(&stem(text));
        let new = Spelling { text: text.into(), term, uses: 0, letters: Letters::of(text), plain: 0 };
        let id = place(&mut self.spellings, &mut self.free_spellings, new);
        self.by_text.insert(text.into(), id);
        id
    }

    fn term_for(&mut self, stem: &str) -> u32 {
        let id = match self.by_stem.get(stem) {
            Some(id) => *id,
            None => {
                let new = Term { stem: stem.into(), ..Term::default() };
                let id = place(&mut self.terms, &mut self.free_terms, new);
                self.by_stem.insert(stem.into(), id);
                id
            }
        };
        if let Some(term) = at_mut(&mut self.terms, id) {
            term.spellings += 1;
        }
        id
    }

    /// Notes that the entry at `slot` uses a spelling so often in each field, as a plain word or not.
    pub fn enter(&mut self, (spelling, plain): (u32, bool), slot: u32, counts: [u8; FIELDS]) {
        let Some(known) = at_mut(&mut self.spellings, spelling) else { return };
        known.uses += 1;
        known.plain += u32::from(plain);
        let Some(term) = at_mut(&mut self.terms, known.term) else { return };
        match term.postings.binary_search_by_key(&slot, |posting| posting.slot) {
            Ok(index) => {
                if let Some(posting) = term.postings.get_mut(index) {
                    for (sum, count) in posting.counts.iter_mut().zip(counts) {
                        *sum = sum.saturating_add(count);
                    }
                }
            }
            Err(index) => term.postings.insert(index, Posting { slot, counts }),
        }
    }

    /// Takes back all that `enter` noted for this spelling and this entry.
    pub fn leave(&mut self, (spelling, plain): (u32, bool), slot: u32) {
        let Some(known) = at_mut(&mut self.spellings, spelling) else { return };
        known.uses = known.uses.saturating_sub(1);
        known.plain = known.plain.saturating_sub(u32::from(plain));
        let (gone, term_id) = (known.uses == 0, known.term);
        let Some(term) = at_mut(&mut self.terms, term_id) else { return };
        if let Ok(index) = term.postings.binary_search_by_key(&slot, |posting| posting.slot) {
            term.postings.remove(index);
        }
        if !gone {
            return;
        }
        term.spellings = term.spellings.saturating_sub(1);
        if term.spellings == 0 {
            self.by_stem.remove(&term.stem);
            *term = Term::default();
            self.free_terms.push(term_id);
        }
        if let Some(known) = at_mut(&mut self.spellings, spelling) {
            self.by_text.remove(&known.text);
            known.text = Box::default();
            self.free_spellings.push(spelling);
        }
    }

    /// The term of a stem.
    #[must_use]
    pub fn term(&self, stem: &str) -> Option<u32> {
        self.by_stem.get(stem).copied()
    }

    /// The stem of a term.
    #[must_use]
    pub fn stem(&self, term: u32) -> &str {
        at(&self.terms, term).map_or("", |term| &*term.stem)
    }

    /// The term of a spelling.
    #[must_use]
    pub fn term_of(&self, text: &str) -> Option<u32> {
        self.by_text.get(text).and_then(|id| at(&self.spellings, *id)).map(|known| known.term)
    }

    /// Whether some text has this very word, other than as the whole of an identifier.
    #[must_use]
    pub fn is_plain(&self, text: &str) -> bool {
        self.by_text.get(text).and_then(|id| at(&self.spellings, *id)).is_some_and(|known| !known.is_whole())
    }

    /// All terms have numbers below this.
    #[must_use]
    pub fn terms(&self) -> usize {
        self.terms.len()
    }

    /// Where a term stands, in order of slots.
    #[must_use]
    pub fn postings(&self, term: u32) -> &[Posting] {
        at(&self.terms, term).map_or(&[], |term| term.postings.as_slice())
    }

    /// A spelling by its number.
    #[must_use]
    pub fn known(&self, spelling: u32) -> Option<&Spelling> {
        at(&self.spellings, spelling)
    }

    /// Spellings that begin with `start`, in order.
    pub fn starting<'a>(&'a self, start: &'a str) -> impl Iterator<Item = &'a Spelling> {
        self.by_text
            .range::<str, _>((Bound::Included(start), Bound::Unbounded))
            .take_while(move |(text, _)| text.starts_with(start))
            .filter_map(|(_, id)| at(&self.spellings, *id))
    }

    /// All spellings in use.
    pub fn spellings(&self) -> impl Iterator<Item = &Spelling> {
        self.spellings.iter().filter(|known| known.uses > 0)
    }
}
