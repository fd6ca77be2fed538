//! A query read against an index: which words it asks for, what each weighs, in which sentences it stands, and which
//! terms may stand for it. Nothing is ranked here.

use super::lexicon::at_mut;
use super::stem::stem;
use super::words::{Word, words};
use super::{How, Index};
use crate::order::Words;

/// Words of a query that are read; a longer one is a text, and its beginning says what it is about.
const QUERY_WORDS: usize = 300;
/// Sentences told apart; what follows counts to the last.
const SENTENCES: usize = 16;
/// More words than this are a sentence: written with care, and full of names that are no typos.
const KEYWORDS: usize = 3;
/// Words that make another verb of the one before: log in, turn off.
const PARTICLES: [&str; 8] = ["in", "out", "up", "off", "on", "down", "back", "over"];
/// What may stand between the two: log me in.
const PRONOUNS: [&str; 8] = ["me", "us", "him", "her", "them", "you", "it", "my"];

/// A word of the query.
#[derive(Debug)]
pub struct Asked {
    /// As written, folded.
    pub text: String,
    /// What it counts for.
    pub weight: f32,
    /// The sentences it stands in, one bit each.
    pub sentences: u32,
    /// The terms that stand for it, best first, each with the share of the weight it gets.
    pub stands: Vec<Stand>,
}

impl Asked {
    /// Whether the index has the word itself, or one of like meaning.
    pub fn is_known(&self) -> bool {
        self.stands.first().is_some_and(|stand| matches!(stand.how, How::Same | How::Kin))
    }
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

/// Adds a stand, or raises the share of the one that is there.
pub fn push(stands: &mut Vec<Stand>, new: Stand) {
    match stands.iter_mut().find(|stand| stand.term == new.term) {
        Some(old) if old.share < new.share => *old = new,
        Some(_) => {}
        None => stands.push(new),
    }
}

/// The words asked for so far, and where each stem's is.
#[derive(Default)]
struct Asking {
    asked: Vec<Asked>,
    places: Words,
}

impl Asking {
    fn add(&mut self, stem: String, asked: Asked) {
        self.places.insert(stem.into(), u32::try_from(self.asked.len()).unwrap_or(u32::MAX));
        self.asked.push(asked);
    }
}

impl Index {
    /// The query's words, each once, in order of first appearance.
    pub(super) fn read(&self, query: &str) -> Vec<Asked> {
        let mut found: Vec<(usize, Word)> = Vec::new();
        for (at, sentence) in sentences(query).into_iter().enumerate() {
            let left = QUERY_WORDS.saturating_sub(found.len());
            found.extend(words(sentence, left).into_iter().map(|word| (at.min(SENTENCES - 1), word)));
        }
        let telling = found.iter().filter(|(_, word)| !self.common.is_stop(&word.text)).count();
        let mut asking = Asking::default();
        for (sentence, word) in &found {
            // A query of stop words alone (`who am I`) means them.
            if telling == 0 || !self.common.is_stop(&word.text) {
                self.ask(word, 1 << sentence, telling > KEYWORDS, &mut asking);
            }
        }
        self.ask_joined(&found, &mut asking);
        asking.asked
    }

    fn ask(&self, word: &Word, sentences: u32, long: bool, asking: &mut Asking) {
        let stem = stem(&word.text);
        if let Some(known) = asking.places.get(&*stem).and_then(|place| at_mut(&mut asking.asked, *place)) {
            known.weight += self.weights.again;
            known.sentences |= sentences;
            return;
        }
        let mut stands = Vec::new();
        let weak = self.common.is_weak(&word.text);
        if let Some(term) = self.lexicon.term(&stem) {
            stands.push(Stand { term, share: 1.0, how: How::Same });
        }
        if !word.whole {
            let kin = self.kin.of(&stem);
            self.add_kin(kin.unwrap_or_default(), &mut stands);
            // A word that is English is no typo of another.
            if stands.is_empty() && kin.is_none() && !weak {
                stands = self.guesses(&word.text, long);
            }
        }
        let weight = if weak { self.weights.weak } else { 1.0 };
        asking.add(stem, Asked { text: word.text.clone(), weight, sentences, stands });
    }

    fn add_kin(&self, kin: &[Box<str>], stands: &mut Vec<Stand>) {
        for stem in kin {
            if let Some(term) = self.lexicon.term(stem) {
                push(stands, Stand { term, share: self.weights.kin, how: How::Kin });
            }
        }
    }

    /// Neighbours that make one word: `log in` is also `login`, `web site` also `website`.
    fn ask_joined(&self, found: &[(usize, Word)], asking: &mut Asking) {
        let plain: Vec<&(usize, Word)> = found.iter().filter(|(_, word)| !word.whole).collect();
        for (at, (sentence, word)) in plain.iter().enumerate() {
            let rest = plain.get(at + 1..).unwrap_or_default();
            if self.common.is_stop(&word.text) {
                continue;
            }
            let Some(second) = self.joining(*sentence, rest) else { continue };
            let text = format!("{}{second}", word.text);
            let stem = stem(&text);
            if asking.places.contains_key(&*stem) {
                continue;
            }
            let mut stands = Vec::new();
            if self.lexicon.is_plain(&text)
                && let Some(term) = self.lexicon.term(&stem)
            {
                stands.push(Stand { term, share: 1.0, how: How::Part });
            }
            self.add_kin(self.kin.of(&stem).unwrap_or_default(), &mut stands);
            if !stands.is_empty() {
                asking.add(stem, Asked { text, weight: 1.0, sentences: 1 << sentence, stands });
            }
        }
    }

    /// What may be joined to a word that is followed by `rest`.
    fn joining<'a>(&self, sentence: usize, rest: &[&'a (usize, Word)]) -> Option<&'a str> {
        let mut next = rest.iter().filter(|(at, _)| *at == sentence).map(|(_, word)| word.text.as_str());
        let first = next.next()?;
        let second = if PRONOUNS.contains(&first) { next.next() } else { Some(first) };
        let particle = match second? {
            "into" => "in",
            "onto" => "on",
            other => other,
        };
        if PARTICLES.contains(&particle) {
            return Some(particle);
        }
        (!self.common.is_stop(first)).then_some(first)
    }
}

/// The sentences of a text, and its lines. Abbreviations split too: what matters is that requests are told apart.
fn sentences(text: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    let (mut before, mut start) = ('\0', 0);
    for (at, c) in text.char_indices() {
        if matches!(c, '\n' | '。' | '！' | '？' | '!' | '?' | ';') || (c.is_whitespace() && before == '.') {
            parts.extend(text.get(start..at));
            start = at + c.len_utf8();
        }
        before = c;
    }
    parts.extend(text.get(start..));
    parts.retain(|part| part.chars().any(char::is_alphanumeric));
    parts
}

#[cfg(test)]
mod tests {
    use super::sentences;

    #[test]
    fn tells_sentences_apart() {
        let parts: Vec<&str> = sentences("Buy 1.5 kg. Then log in!  今日は。はい").into_iter().map(str::trim).collect();
        assert_eq!(parts, ["Buy 1.5 kg.", "Then log in", "今日は", "はい"]);
    }
}
