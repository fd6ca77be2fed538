//! A query read against an index: which words it asks for, what each weighs, and which terms may stand for it.
//! Nothing is ranked here.

use std::collections::BTreeMap;

use super::lexicon::Spelling;
use super::near::{Letters, edits, edits_allowed, likeness};
use super::stem::stem;
use super::words::words;
use super::{How, Index};

/// Words of a query that are read; a longer one is text, and its beginning says what it is about.
const QUERY_WORDS: usize = 300;
/// Spellings taken for one unknown word.
const GUESSES: usize = 8;
/// How alike two words must be where edits do not reach.
const LIKENESS: f32 = 0.6;

/// A word of the query.
#[derive(Debug)]
pub struct Asked {
    /// As written, folded.
    pub text: String,
    /// What it counts for.
    pub weight: f32,
    /// The terms that stand for it, best first, each with the share of the weight it gets.
    pub terms: Vec<Stand>,
}

/// A term that stands for a word of the query.
#[derive(Debug, Clone, Copy)]
pub struct Stand {
    /// The term.
    pub term: u32,
    /// From 0 to 1.
    pub share: f32,
    /// How it came to stand for it.
    pub how: How,
}

impl Index {
    /// The query's words, each once, in order of first appearance.
    pub(super) fn read(&self, query: &str) -> Vec<Asked> {
        let found = words(query, QUERY_WORDS);
        let only_stop = found.iter().all(|word| self.common.is_stop(&word.text));
        let mut places: BTreeMap<String, usize> = BTreeMap::new();
        let mut asked: Vec<Asked> = Vec::new();
        for word in &found {
            if !only_stop && self.common.is_stop(&word.text) {
                continue;
            }
            let stem = if word.whole { word.text.clone() } else { stem(&word.text) };
            let place = *places.entry(stem.clone()).or_insert(asked.len());
            if let Some(known) = asked.get_mut(place) {
                known.weight += self.weights.again;
                continue;
            }
            let terms = self.stands(&word.text, &stem, word.whole);
            let weight = if self.common.is_weak(&word.text) { self.weights.weak } else { 1.0 };
            asked.push(Asked { text: word.text.clone(), weight, terms });
        }
        asked
    }

    fn stands(&self, text: &str, stem: &str, whole: bool) -> Vec<Stand> {
        if let Some(term) = self.lexicon.term(stem) {
            return vec![Stand { term, share: 1.0, how: How::Same }];
        }
        if whole {
            return Vec::new();
        }
        self.guesses(text)
    }

    /// Terms for a word the index does not have: longer words it begins, words it is made of, words spelt nearly so.
    fn guesses(&self, text: &str) -> Vec<Stand> {
        let chars: Vec<char> = text.chars().collect();
        let mut stands = Vec::new();
        if chars.len() >= 3 {
            for known in self.lexicon.starting(text).filter(|known| !known.whole).take(64) {
                let share = self.weights.prefix * ratio(chars.len(), known.letters.count()).max(0.5);
                push(&mut stands, Stand { term: known.term, share, how: How::Part });
            }
        }
        self.split(text, &mut stands);
        self.near(&chars, text, &mut stands);
        stands.sort_by(|a, b| b.share.total_cmp(&a.share).then(a.term.cmp(&b.term)));
        stands.truncate(GUESSES);
        stands
    }

    /// `screenshot` where the index has `screen` and `shot`.
    fn split(&self, text: &str, stands: &mut Vec<Stand>) {
        let cuts = text.char_indices().map(|(at, _)| at).filter(|at| *at >= 3 && at + 3 <= text.len());
        for cut in cuts {
            let (left, right) = text.split_at(cut);
            let known = |part: &str| self.lexicon.term_of(part).or_else(|| self.lexicon.term(&stem(part)));
            if let (Some(left), Some(right)) = (known(left), known(right)) {
                for term in [left, right] {
                    push(stands, Stand { term, share: self.weights.split, how: How::Part });
                }
            }
        }
    }

    /// Words within the edits allowed; failing that, words that look much like it.
    fn near(&self, chars: &[char], text: &str, stands: &mut Vec<Stand>) {
        let allowed = edits_allowed(chars.len());
        if allowed == 0 || !text.chars().any(char::is_alphabetic) {
            return;
        }
        let letters = Letters::of(text);
        let mut any = false;
        for known in self.lexicon.spellings().filter(|known| may_stand(known, letters, allowed)) {
            let other: Vec<char> = known.text.chars().collect();
            if let Some(edits) = edits(chars, &other, allowed) {
                let share = if edits <= 1 { self.weights.one_edit } else { self.weights.two_edits };
                push(stands, Stand { term: known.term, share, how: How::Near });
                any = true;
            }
        }
        if any || !stands.is_empty() {
            return;
        }
        for known in self.lexicon.spellings().filter(|known| may_stand(known, letters, 4)) {
            let other: Vec<char> = known.text.chars().collect();
            let likeness = likeness(chars, &other);
            if likeness >= LIKENESS {
                let share = self.weights.alike * likeness;
                push(stands, Stand { term: known.term, share, how: How::Near });
            }
        }
    }
}

fn may_stand(known: &Spelling, letters: Letters, most: u32) -> bool {
    !known.whole && known.letters.may_be_near(letters, most)
}

/// Adds a stand, or raises the share of the one that is there.
fn push(stands: &mut Vec<Stand>, new: Stand) {
    match stands.iter_mut().find(|stand| stand.term == new.term) {
        Some(old) if old.share < new.share => *old = new,
        Some(_) => {}
        None => stands.push(new),
    }
}

fn ratio(short: usize, long: usize) -> f32 {
    let float = |n: usize| f32::from(u16::try_from(n).unwrap_or(u16::MAX));
    float(short) / float(long).max(1.0)
}
