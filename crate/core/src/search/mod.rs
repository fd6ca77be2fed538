//! Search: one index over members, tools, fields, headings, rows and text, asked in words or whole sentences.
//!
//! Ranking is BM25F: an entry's fields count together, each with its weight and its own measure of length. It reads
//! only what it is given, runs nothing, decides nothing about what a caller may see, and is the same on every run.
//!
//! ```
//! use onecall_core::search::{Entry, Index};
//! let mut index = Index::new();
//! index.set(7, &Entry { name: "cancel-order".into(), description: "Cancels an order.".into(), ..Entry::default() });
//! let hits = index.find("please cancel my ordre", 5);
//! assert_eq!(hits[0].id, 7);
//! ```

mod best;
mod board;
mod common;
mod guess;
mod kin;
mod lexicon;
mod query;
mod rank;
mod stem;
mod weights;

use crate::text::{edits as near, words};
use common::Common;
use kin::Kin;
use lexicon::{FIELDS, Lexicon};
use near::Letters;
use words::{squash, words};

pub use near::edits;
pub use weights::Weights;

/// Words of one field that are indexed; more is a document, not a description.
const FIELD_WORDS: usize = 2_000;
/// Words of a name that count as its name; a longer one is a text.
const NAME_WORDS: usize = 24;

/// What kind of thing an entry is. Among equals, what can be called comes before what can only be read.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// A method or property of a node, published or of the page.
    #[default]
    Member,
    /// A WebMCP tool of the page.
    Tool,
    /// A collection, branch or region.
    Branch,
    /// A form field.
    Field,
    /// A row or list item.
    Row,
    /// A heading.
    Heading,
    /// Text or published help.
    Text,
}

/// Something that can be found.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Entry {
    /// Where it is: asked for as it stands, it comes first.
    pub path: String,
    /// What it is called.
    pub name: String,
    /// What it says it does.
    pub description: String,
    /// Names, descriptions and choices of its arguments.
    pub params: String,
    /// Labels and descriptions of what it lies in.
    pub ancestors: String,
    /// What it says itself, as a row or a paragraph does.
    pub text: String,
    /// Phrases that ask for it.
    pub examples: String,
    /// What kind of thing it is.
    pub kind: Kind,
}

impl Entry {
    /// A number that tells entries apart: those with equal numbers are found by the same words.
    #[must_use]
    pub fn mark(&self) -> u64 {
        let kind = [self.kind as u8];
        let kind = str::from_utf8(&kind).unwrap_or_default();
        let fields = [&self.name, &self.description, &self.params, &self.ancestors, &self.text, &self.examples];
        let [name, description, params, ancestors, text, examples] = fields.map(String::as_str);
        crate::text::fingerprint(&[kind, &self.path, name, description, params, ancestors, text, examples])
    }
}

/// Something found.
#[derive(Debug, Clone, PartialEq)]
pub struct Hit {
    /// The entry's number, as given to [`Index::set`].
    pub id: u32,
    /// Only its order means anything.
    pub score: f32,
    /// The words of the query it was found by, in the query's order.
    pub why: Vec<Match>,
}

/// A word of the query and the word of the entry it was found by.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Match {
    /// As asked.
    pub asked: String,
    /// As the entry has it.
    pub found: String,
    /// How one came to the other.
    pub how: How,
}

/// How a word of the query came to a word of the index.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum How {
    /// The same word, or a form of it.
    Same,
    /// A word of like meaning.
    Kin,
    /// Its beginning, its parts, or the two joined.
    Part,
    /// A spelling one or two edits away, or one that looks much like it.
    Near,
}

/// An indexed entry.
#[derive(Debug)]
struct Doc {
    id: u32,
    kind: Kind,
    /// Its spellings, each once, and whether it has each as a plain word.
    spellings: Box<[(u32, bool)]>,
    /// The terms of its name.
    named: Box<[u32]>,
    /// Name and path squashed, to be found as a whole.
    name: Whole,
    path: Whole,
}

/// A name as one string of letters.
#[derive(Debug)]
struct Whole {
    text: Box<str>,
    letters: Letters,
}

impl Whole {
    fn of(text: &str) -> Self {
        let text = squash(text);
        Self { letters: Letters::of(&text), text: text.into() }
    }
}

/// An entry's words: how often each spelling stands in each field, in order of spellings, and whether as a plain word
/// somewhere; and words per field.
#[derive(Debug, Default)]
struct Counted {
    spellings: Vec<((u32, bool), [u8; FIELDS])>,
    lengths: [u16; FIELDS],
}

impl Counted {
    fn add(&mut self, spelling: u32, plain: bool, field: usize) {
        let place = self.spellings.partition_point(|((known, _), _)| *known < spelling);
        if self.spellings.get(place).is_none_or(|((known, _), _)| *known != spelling) {
            self.spellings.insert(place, ((spelling, plain), [0; FIELDS]));
        }
        let Some(((_, known), counts)) = self.spellings.get_mut(place) else { return };
        *known |= plain;
        if let Some(count) = counts.get_mut(field) {
            *count = count.saturating_add(1);
        }
    }
}

/// The index. Entries are set, replaced and removed one by one.
#[derive(Debug, Default)]
pub struct Index {
    weights: Weights,
    common: Common,
    kin: Kin,
    lexicon: Lexicon,
    docs: Vec<Option<Doc>>,
    /// Words per field, by slot.
    lengths: Vec<[u16; FIELDS]>,
    /// Slots by entry number, in order of numbers.
    places: Vec<(u32, u32)>,
    free: Vec<u32>,
    /// Sums of all lengths, per field.
    totals: [u64; FIELDS],
}

impl Index {
    /// An empty index.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// An empty index that ranks by other weights; for the bench.
    #[must_use]
    pub fn with(weights: Weights) -> Self {
        Self { weights, ..Self::default() }
    }

    /// How many entries it holds.
    #[must_use]
    pub fn len(&self) -> usize {
        self.places.len()
    }

    /// Whether it holds none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.places.is_empty()
    }

    /// Adds an entry, or replaces the one with this number.
    pub fn set(&mut self, id: u32, entry: &Entry) {
        self.remove(id);
        let slot = self.free.pop().unwrap_or_else(|| {
            self.docs.push(None);
            self.lengths.push([0; FIELDS]);
            u32::try_from(self.docs.len() - 1).unwrap_or(u32::MAX)
        });
        let Counted { spellings, lengths } = self.count(entry);
        for (spelling, counts) in &spellings {
            self.lexicon.enter(*spelling, slot, *counts);
        }
        for (total, length) in self.totals.iter_mut().zip(lengths) {
            *total += u64::from(length);
        }
        let doc = Doc {
            id,
            kind: entry.kind,
            named: self.named(&entry.name),
            spellings: spellings.into_iter().map(|(spelling, _)| spelling).collect(),
            name: Whole::of(&entry.name),
            path: Whole::of(&entry.path),
        };
        let Ok(at) = usize::try_from(slot) else { return };
        if let (Some(place), Some(known)) = (self.docs.get_mut(at), self.lengths.get_mut(at)) {
            *place = Some(doc);
            *known = lengths;
            let place = self.places.partition_point(|(known, _)| *known < id);
            self.places.insert(place, (id, slot));
        }
    }

    /// The terms of a name, each once, without empty words.
    fn named(&self, name: &str) -> Box<[u32]> {
        let words = words(name, NAME_WORDS);
        let telling = words.iter().filter(|word| !word.whole && !self.common.is_stop(&word.text));
        let mut terms: Vec<u32> = Vec::new();
        for term in telling.filter_map(|word| self.lexicon.term_of(&word.text)) {
            if !terms.contains(&term) {
                terms.push(term);
            }
        }
        terms.into()
    }

    /// Takes an entry out, if it is there.
    pub fn remove(&mut self, id: u32) {
        let Ok(place) = self.places.binary_search_by_key(&id, |(id, _)| *id) else { return };
        let (_, slot) = self.places.remove(place);
        let Ok(at) = usize::try_from(slot) else { return };
        let Some(doc) = self.docs.get_mut(at).and_then(Option::take) else { return };
        let lengths = self.lengths.get_mut(at).map(std::mem::take).unwrap_or_default();
        for spelling in &doc.spellings {
            self.lexicon.leave(*spelling, slot);
        }
        for (total, length) in self.totals.iter_mut().zip(lengths) {
            *total = total.saturating_sub(u64::from(length));
        }
        self.free.push(slot);
    }

    /// The entry's words, counted per field, and the fields' lengths.
    fn count(&mut self, entry: &Entry) -> Counted {
        let fields =
            vec![&entry.name, &entry.description, &entry.params, &entry.ancestors, &entry.text, &entry.examples];
        let mut counted = Counted::default();
        for (field, text) in fields.into_iter().enumerate() {
            let mut length = 0_u16;
            for word in words(text, FIELD_WORDS) {
                if field > 0 && self.common.is_stop(&word.text) {
                    continue;
                }
                length = length.saturating_add(u16::from(!word.whole));
                counted.add(self.lexicon.spelling(&word.text), !word.whole, field);
            }
            if let Some(known) = counted.lengths.get_mut(field) {
                *known = length;
            }
        }
        counted
    }

    fn doc(&self, slot: u32) -> Option<&Doc> {
        usize::try_from(slot).ok().and_then(|slot| self.docs.get(slot)).and_then(Option::as_ref)
    }
}

#[cfg(test)]
mod tests;
