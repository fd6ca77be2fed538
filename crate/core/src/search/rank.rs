//! Ranking: BM25F over what a query asks for, then whole names. It never looks at text but to compare names.

use super::best::Best;
use super::board::Board;
use super::lexicon::{Posting, at, at_mut};
use super::near::{Letters, edits, edits_allowed};
use super::query::Asked;
use super::words::squash;
use super::{Doc, Hit, How, Index, Kind, Match};

/// Entries whose names are held against the query: only the best can come to the top by it.
const COVERED: usize = 300;

/// What a field counts for, its length considered: `weight / (fixed + per_word × words)`.
struct Scale {
    weight: f32,
    fixed: f32,
    per_word: f32,
}

impl Index {
    /// The best `most` entries for a query, best first; among equals, the lower number.
    #[must_use]
    pub fn find(&self, query: &str, most: usize) -> Vec<Hit> {
        self.find_in(query, most, &|id| id)
    }

    /// The same, but among equals the one that comes first in this order, which is told by the entries' numbers.
    #[must_use]
    pub fn find_in(&self, query: &str, most: usize, order: &dyn Fn(u32) -> u32) -> Vec<Hit> {
        if most == 0 || self.is_empty() {
            return Vec::new();
        }
        let asked = self.read(query);
        let sentences = asked.iter().map(|word| 32 - word.sentences.leading_zeros()).max().unwrap_or(0);
        let mut board = Board::new(self.docs.len(), usize::try_from(sentences).unwrap_or(0));
        let scales = self.scales();
        for word in &asked {
            self.count_word(word, &scales, &mut board);
        }
        board.mix(self.weights.sentence);
        self.count_names(&asked, order, &mut board);
        self.count_whole(query, &asked, &mut board);
        let mut best = Best::new(most);
        for (slot, score) in board.scored() {
            if let Some(doc) = self.doc(slot) {
                best.take(score * standing(doc.kind), (order(doc.id), slot));
            }
        }
        let hit = |(score, (_, slot))| Some(Hit { id: self.doc(slot)?.id, score, why: self.why(&asked, slot) });
        best.into_vec().into_iter().filter_map(hit).collect()
    }

    /// What the fields count for in this index.
    fn scales(&self) -> Vec<Scale> {
        let fields = self.weights.fields.iter().zip(&self.weights.length).zip(&self.totals);
        let scale = |((weight, slope), total): ((&f32, &f32), &u64)| Scale {
            weight: *weight,
            fixed: 1.0 - slope,
            per_word: slope * float(self.places.len()) / float(usize::try_from(*total).unwrap_or(usize::MAX)).max(1.0),
        };
        fields.map(scale).collect()
    }

    /// Adds one word of the query to every entry that has it: the best of the terms that stand for it counts.
    fn count_word(&self, word: &Asked, scales: &[Scale], board: &mut Board) {
        for stand in &word.stands {
            let postings = self.lexicon.postings(stand.term);
            let gain = word.weight * stand.share * self.rarity(postings.len());
            for posting in postings {
                board.offer(posting.slot, gain * self.saturated(posting, scales));
            }
        }
        board.settle(word.sentences);
    }

    /// The weighted occurrences of a term in an entry, from 0 to 1.
    fn saturated(&self, posting: &Posting, scales: &[Scale]) -> f32 {
        let Some(lengths) = at(&self.lengths, posting.slot) else { return 0.0 };
        let mut sum = 0.0;
        for (scale, (count, length)) in scales.iter().zip(posting.counts.iter().zip(lengths)) {
            if *count > 0 {
                sum += scale.weight * f32::from(*count) / (scale.fixed + scale.per_word * f32::from(*length));
            }
        }
        sum / (self.weights.k1 + sum)
    }

    /// Inverse document frequency, never negative.
    fn rarity(&self, having: usize) -> f32 {
        let (all, having) = (float(self.places.len()), float(having));
        ln(1.0 + (all - having + 0.5) / (having + 0.5))
    }

    /// Raises entries by the share of their name's words that the query has. An entry whose name is said whole is
    /// meant, even when another has more of the query's words in its description.
    fn count_names(&self, asked: &[Asked], order: &dyn Fn(u32) -> u32, board: &mut Board) {
        let mut shares = vec![0.0_f32; self.lexicon.terms()];
        for stand in asked.iter().flat_map(|word| &word.stands) {
            if let Some(share) = at_mut(&mut shares, stand.term) {
                *share = share.max(stand.share);
            }
        }
        let mut best = Best::new(COVERED);
        let place = |slot| self.doc(slot).map_or(u32::MAX, |doc| order(doc.id));
        board.scored().for_each(|(slot, score)| best.take(score, (place(slot), slot)));
        for (_, (_, slot)) in best.into_vec() {
            let Some(doc) = self.doc(slot) else { continue };
            let (mut said, mut all) = (0.0, 0.0);
            for term in &doc.named {
                let rarity = self.rarity(self.lexicon.postings(*term).len());
                all += rarity;
                said += rarity * at(&shares, *term).copied().unwrap_or(0.0);
            }
            if all > 0.0 {
                board.change(slot, |score| score * (1.0 + self.weights.cover * said / all));
            }
        }
    }

    /// The query may be a name or path, written some other way. It may also be one misspelt, but not where every word
    /// of it is known.
    fn count_whole(&self, query: &str, asked: &[Asked], board: &mut Board) {
        let text = squash(query);
        let letters = Letters::of(&text);
        let chars: Vec<char> = text.chars().collect();
        let known = asked.iter().all(Asked::is_known);
        let allowed = if known { 0 } else { edits_allowed(chars.len() + 1) };
        let top = board.top();
        for (slot, doc) in self.docs.iter().enumerate() {
            let (Some(doc), Ok(slot)) = (doc, u32::try_from(slot)) else { continue };
            match apart(doc, &text, &chars, letters, allowed) {
                Some(0) => board.change(slot, |score| score + 1.5 * top + 3.0),
                Some(1) => board.change(slot, |score| score + top + 2.0),
                Some(_) => board.change(slot, |score| score + 0.7 * top + 1.0),
                None => {}
            }
        }
    }

    /// The words of the query an entry was found by.
    fn why(&self, asked: &[Asked], slot: u32) -> Vec<Match> {
        let Some(doc) = self.doc(slot) else { return Vec::new() };
        let mut why = Vec::new();
        for word in asked {
            // Its own spelling if it has it, else the first of the alphabet: their numbers depend on what was before.
            let spelt = |term| {
                let all = doc.spellings.iter().filter_map(|(id, _)| self.lexicon.known(*id));
                all.filter(|known| known.term == term).min_by_key(|known| (*known.text != *word.text, &*known.text))
            };
            let found = word.stands.iter().find_map(|stand| Some((stand.how, spelt(stand.term)?)));
            if let Some((how, spelling)) = found {
                why.push(Match { asked: word.text.clone(), found: spelling.text.to_string(), how });
            }
        }
        if why.is_empty() {
            // Found by its name as a whole.
            why.push(Match { asked: doc.name.text.to_string(), found: doc.name.text.to_string(), how: How::Near });
        }
        why
    }
}

/// Edits between the query and an entry's name or path, as far as allowed.
fn apart(doc: &Doc, text: &str, chars: &[char], letters: Letters, allowed: u32) -> Option<u32> {
    if text.is_empty() {
        return None;
    }
    if *doc.name.text == *text || *doc.path.text == *text {
        return Some(0);
    }
    if allowed == 0 || !doc.name.letters.may_be_near(letters, allowed) {
        return None;
    }
    let other: Vec<char> = doc.name.text.chars().collect();
    edits(chars, &other, allowed)
}

/// What can be called comes before what can only be read.
const fn standing(kind: Kind) -> f32 {
    match kind {
        Kind::Member | Kind::Tool | Kind::Branch | Kind::Field | Kind::Row => 1.0,
        Kind::Heading => 0.95,
        Kind::Text => 0.9,
    }
}

#[expect(clippy::cast_precision_loss, reason = "counts of entries and words stay far below 2^24")]
const fn float(n: usize) -> f32 {
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
