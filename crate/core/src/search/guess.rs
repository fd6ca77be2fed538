//! What an unknown word of a query may stand for: a longer word it begins, words it is made of, words spelt nearly so.
//! It never guesses for a word the index has.

use super::best::Best;
use super::lexicon::Spelling;
use super::near::{Letters, edits, edits_allowed, likeness};
use super::query::{Stand, push};
use super::stem::stem;
use super::{How, Index};

/// Terms taken for one unknown word.
const GUESSES: usize = 8;
/// Longer words looked at for one beginning.
const PREFIXES: usize = 64;
/// How alike two words must be where edits do not reach.
const LIKENESS: f32 = 0.6;
/// How alike a word must be to be named to a caller who found nothing.
const SUGGEST: f32 = 0.25;
/// Words named to such a caller, for each of theirs and in all.
const SUGGESTIONS: (usize, usize) = (3, 8);

impl Index {
    /// Terms for a word the index does not have. In a long query only the surest are taken: it has names of its own.
    pub(super) fn guesses(&self, text: &str, long: bool) -> Vec<Stand> {
        let chars: Vec<char> = text.chars().collect();
        let mut stands = Vec::new();
        if chars.len() >= 3 {
            for known in self.lexicon.starting(text).filter(|known| !known.is_whole()).take(PREFIXES) {
                let share = self.weights.prefix * ratio(chars.len(), known.letters.count()).max(0.5);
                push(&mut stands, Stand { term: known.term, share, how: How::Part });
            }
        }
        self.split(text, &mut stands);
        self.near(&chars, text, long, &mut stands);
        if stands.is_empty() && !long {
            self.alike(&chars, text, &mut stands);
        }
        let mut best = Best::new(GUESSES);
        for (at, stand) in stands.iter().enumerate() {
            // Ties go by the stem, not by the term's number: that depends on what was in the index before.
            best.take(stand.share, (self.lexicon.stem(stand.term), at));
        }
        best.into_vec().into_iter().filter_map(|(_, (_, at))| stands.get(at).copied()).collect()
    }

    /// `screenshot` where the index has `screen` and `shot`.
    fn split(&self, text: &str, stands: &mut Vec<Stand>) {
        let cuts = text.char_indices().map(|(at, _)| at).filter(|at| *at >= 3 && at + 3 <= text.len());
        for cut in cuts {
            let known = |part: &str| self.lexicon.term_of(part).or_else(|| self.lexicon.term(&stem(part)));
            if let (Some(left), Some(right)) = (text.get(..cut).and_then(known), text.get(cut..).and_then(known)) {
                for term in [left, right] {
                    push(stands, Stand { term, share: self.weights.split, how: How::Part });
                }
            }
        }
    }

    /// Words within the edits allowed.
    fn near(&self, chars: &[char], text: &str, long: bool, stands: &mut Vec<Stand>) {
        let allowed = edits_allowed(chars.len()).min(if long { 1 } else { 2 });
        if allowed == 0 || !text.chars().any(char::is_alphabetic) {
            return;
        }
        let letters = Letters::of(text);
        for known in self.lexicon.spellings().filter(|known| may_stand(known, letters, allowed)) {
            let other: Vec<char> = known.text.chars().collect();
            if long && chars.first() != other.first() {
                continue;
            }
            if let Some(edits) = edits(chars, &other, allowed) {
                let share = if edits <= 1 { self.weights.one_edit } else { self.weights.two_edits };
                push(stands, Stand { term: known.term, share, how: How::Near });
            }
        }
    }

    /// Words that share most of their letter pairs.
    fn alike(&self, chars: &[char], text: &str, stands: &mut Vec<Stand>) {
        let letters = Letters::of(text);
        for known in self.lexicon.spellings().filter(|known| may_stand(known, letters, 4)) {
            let other: Vec<char> = known.text.chars().collect();
            let likeness = likeness(chars, &other);
            if likeness >= LIKENESS {
                push(stands, Stand { term: known.term, share: self.weights.alike * likeness, how: How::Near });
            }
        }
    }

    /// Words that do exist and look most like those of a query that found nothing, best first.
    #[must_use]
    pub fn nearest_words(&self, query: &str) -> Vec<String> {
        let mut nearest: Vec<String> = Vec::new();
        for word in self.read(query) {
            let chars: Vec<char> = word.text.chars().collect();
            let mut best = Best::new(SUGGESTIONS.0);
            for known in self.lexicon.spellings().filter(|known| !known.is_whole() && !self.common.is_stop(&known.text))
            {
                let other: Vec<char> = known.text.chars().collect();
                let likeness = likeness(&chars, &other);
                if likeness >= SUGGEST {
                    best.take(likeness, (&*known.text, 0));
                }
            }
            for (_, (text, _)) in best.into_vec() {
                if nearest.len() < SUGGESTIONS.1 && !nearest.iter().any(|known| known == text) {
                    nearest.push(text.to_owned());
                }
            }
        }
        nearest
    }
}

fn may_stand(known: &Spelling, letters: Letters, most: u32) -> bool {
    !known.is_whole() && known.letters.may_be_near(letters, most)
}

fn ratio(short: usize, long: usize) -> f32 {
    let float = |n: usize| f32::from(u16::try_from(n).unwrap_or(u16::MAX));
    float(short) / float(long).max(1.0)
}
