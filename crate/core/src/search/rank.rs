//! BM25F over what a query asks for. It holds all weights; it never looks at text.

use super::lexicon::{FIELDS, Posting};
use super::near::{Letters, edits, edits_allowed};
use super::query::Asked;
use super::words::squash;
use super::{Hit, Index, Kind, Match, Whole};

/// What counts for how much. The defaults were found on half of seven public sets (tests/bench/search).
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Weights {
    /// Per field: name, description, arguments, ancestors, text, examples.
    pub fields: [f32; FIELDS],
    /// Per field, how much length counts against it, from 0 to 1.
    pub length: [f32; FIELDS],
    /// Where more occurrences stop counting.
    pub k1: f32,
    /// A word of asking.
    pub weak: f32,
    /// A word's every further occurrence in the query.
    pub again: f32,
    /// Share of a longer word for its beginning.
    pub prefix: f32,
    /// Share of a part for the compound.
    pub split: f32,
    /// Share of a word one edit away.
    pub one_edit: f32,
    /// Share of a word two edits away.
    pub two_edits: f32,
    /// Share of a word that only looks alike.
    pub alike: f32,
    /// What an entry gains when the query is its name or path.
    pub whole: f32,
}

impl Default for Weights {
    fn default() -> Self {
        Self {
            fields: [3.5, 1.0, 0.8, 1.0, 1.0, 0.4],
            length: [0.75; FIELDS],
            k1: 1.2,
            weak: 0.5,
            again: 0.3,
            prefix: 0.7,
            split: 0.7,
            one_edit: 0.8,
            two_edits: 0.6,
            alike: 0.5,
            whole: 20.0,
        }
    }
}

impl Weights {
    /// The weight of that name, to be changed: `k1`, `weak` …, `field0` to `field5`, `length0` to `length5`.
    pub fn named(&mut self, name: &str) -> Option<&mut f32> {
        let numbered = |start: &str| name.strip_prefix(start).and_then(|n| n.parse::<usize>().ok());
        if let Some(field) = numbered("field") {
            return self.fields.get_mut(field);
        }
        if let Some(field) = numbered("length") {
            return self.length.get_mut(field);
        }
        Some(match name {
            "k1" => &mut self.k1,
            "weak" => &mut self.weak,
            "again" => &mut self.again,
            "prefix" => &mut self.prefix,
            "split" => &mut self.split,
            "one_edit" => &mut self.one_edit,
            "two_edits" => &mut self.two_edits,
            "alike" => &mut self.alike,
            "whole" => &mut self.whole,
            _ => return None,
        })
    }
}

impl Index {
    /// The best `most` entries for a query, best first; among equals, the lower number.
    #[must_use]
    pub fn find(&self, query: &str, most: usize) -> Vec<Hit> {
        if most == 0 || self.is_empty() {
            return Vec::new();
        }
        let asked = self.read(query);
        let mut board = Board::new(self.docs.len());
        for word in &asked {
            self.score(word, &mut board);
        }
        self.score_whole(query, &mut board);
        let mut hits: Vec<(f32, u32, u32)> = Vec::new();
        for (slot, score) in board.slots() {
            let Some(doc) = self.doc(slot).filter(|_| score > 0.0) else { continue };
            hits.push((score * standing(doc.kind), doc.id, slot));
        }
        let order = |a: &(f32, u32, u32), b: &(f32, u32, u32)| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1));
        if hits.len() > most {
            hits.select_nth_unstable_by(most - 1, order);
            hits.truncate(most);
        }
        hits.sort_unstable_by(order);
        hits.into_iter().map(|(score, id, slot)| Hit { id, score, why: self.why(&asked, slot) }).collect()
    }

    /// Adds one word of the query to every entry that has it: the best of the terms that stand for it counts.
    fn score(&self, word: &Asked, board: &mut Board) {
        for stand in &word.terms {
            let postings = self.lexicon.postings(stand.term);
            let rarity = self.rarity(postings.len());
            for posting in postings {
                let gain = word.weight * stand.share * rarity * self.saturated(posting);
                board.offer(posting.slot, gain);
            }
        }
        board.settle();
    }

    /// The weighted occurrences of a term in an entry, from 0 to 1.
    fn saturated(&self, posting: &Posting) -> f32 {
        let Some(doc) = self.doc(posting.slot) else { return 0.0 };
        let weights = self.weights.fields.iter().zip(&self.weights.length);
        let lengths = doc.lengths.iter().zip(&self.totals);
        let mut sum = 0.0;
        for ((count, (weight, slope)), (length, total)) in posting.counts.iter().zip(weights).zip(lengths) {
            if *count > 0 {
                let mean = float(*total) / float(self.places.len() as u64);
                let relative = f32::from(*length) / mean.max(1e-3);
                sum += weight * f32::from(*count) / (1.0 - slope + slope * relative);
            }
        }
        sum / (self.weights.k1 + sum)
    }

    /// Inverse document frequency, never negative.
    fn rarity(&self, having: usize) -> f32 {
        let (all, having) = (float(self.places.len() as u64), float(having as u64));
        ln(1.0 + (all - having + 0.5) / (having + 0.5))
    }

    /// The query may be a name or path, written some other way or misspelt.
    fn score_whole(&self, query: &str, board: &mut Board) {
        let text = squash(query);
        let letters = Letters::of(&text);
        let chars: Vec<char> = text.chars().collect();
        let allowed = edits_allowed(chars.len());
        let near = |whole: &Whole, most: u32| {
            if whole.text.is_empty() || !whole.letters.may_be_near(letters, most) {
                return None;
            }
            if *whole.text == *text {
                return Some(0_u8);
            }
            let other: Vec<char> = whole.text.chars().collect();
            edits(&chars, &other, most).and_then(|edits| u8::try_from(edits).ok())
        };
        for (slot, doc) in self.docs.iter().enumerate() {
            let Some(doc) = doc else { continue };
            let best = near(&doc.name, allowed).into_iter().chain(near(&doc.path, 0)).min();
            if let (Some(edits), Ok(slot)) = (best, u32::try_from(slot)) {
                board.offer(slot, self.weights.whole * (1.0 - 0.25 * f32::from(edits)));
            }
        }
        board.settle();
    }

    /// The words of the query an entry was found by.
    fn why(&self, asked: &[Asked], slot: u32) -> Vec<Match> {
        let has = |term: u32| self.lexicon.postings(term).binary_search_by_key(&slot, |p| p.slot).is_ok();
        let mut why = Vec::new();
        for word in asked {
            if let Some(stand) = word.terms.iter().find(|stand| has(stand.term)) {
                let found = self.lexicon.shown(stand.term).to_owned();
                why.push(Match { asked: word.text.clone(), found, how: stand.how });
            }
        }
        why
    }
}

/// What can be called comes before what can only be read.
const fn standing(kind: Kind) -> f32 {
    match kind {
        Kind::Member | Kind::Tool | Kind::Branch | Kind::Field | Kind::Row => 1.0,
        Kind::Heading => 0.95,
        Kind::Text => 0.9,
    }
}

/// Scores of all entries, and of the word being counted.
struct Board {
    scores: Vec<f32>,
    current: Vec<f32>,
    touched: Vec<u32>,
}

impl Board {
    fn new(slots: usize) -> Self {
        Self { scores: vec![0.0; slots], current: vec![0.0; slots], touched: Vec::new() }
    }

    fn offer(&mut self, slot: u32, gain: f32) {
        let Some(best) = usize::try_from(slot).ok().and_then(|slot| self.current.get_mut(slot)) else { return };
        if *best == 0.0 {
            self.touched.push(slot);
        }
        *best = best.max(gain);
    }

    fn settle(&mut self) {
        for slot in self.touched.drain(..) {
            let Ok(slot) = usize::try_from(slot) else { continue };
            if let (Some(score), Some(current)) = (self.scores.get_mut(slot), self.current.get_mut(slot)) {
                *score += std::mem::take(current);
            }
        }
    }

    fn slots(&self) -> impl Iterator<Item = (u32, f32)> {
        self.scores.iter().enumerate().filter_map(|(slot, score)| Some((u32::try_from(slot).ok()?, *score)))
    }
}

#[expect(clippy::cast_precision_loss, reason = "counts of entries and words stay far below 2^24")]
const fn float(n: u64) -> f32 {
    n as f32
}

/// The natural logarithm of a number not below 1, to about six digits. Own, because the last digit of a library's
/// differs between targets and the order of hits must not.
fn ln(x: f32) -> f32 {
    let bits = x.to_bits();
    let exponent = f32::from(i16::try_from(bits >> 23).unwrap_or(127) - 127);
    let mantissa = f32::from_bits((bits & 0x007F_FFFF) | 0x3F80_0000);
    // ln m = 2 artanh((m - 1) / (m + 1)), and the argument is at most a third.
    let t = (mantissa - 1.0) / (mantissa + 1.0);
    let t2 = t * t;
    let series = 1.0 + t2 * (1.0 / 3.0 + t2 * (1.0 / 5.0 + t2 * (1.0 / 7.0 + t2 * (1.0 / 9.0 + t2 / 11.0))));
    exponent * std::f32::consts::LN_2 + 2.0 * t * series
}

#[cfg(test)]
mod tests {
    use super::ln;

    #[test]
    fn logarithm() {
        for x in [1.0_f32, 1.1, 1.5, 2.0, 3.7, 10.0, 1e3, 7e4] {
            assert!((ln(x) - x.ln()).abs() < 1e-4, "{x}");
        }
    }
}
