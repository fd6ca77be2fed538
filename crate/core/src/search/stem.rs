//! The English stemmer of Snowball (Porter 2), for words of plain Latin letters.
//!
//! Own code because of its size in wasm: the stemmer crates carry tables for some twenty languages (11 kB gzip,
//! this is under 3). A test compares it with `rust-stemmers`, word for word, over the vocabulary of the bench.
//! It must never see case or accents: words come folded.

/// Words that follow no rule, and their stems.
const ODD: &[(&str, &str)] = &[
    ("skis", "ski"),
    ("skies", "sky"),
    ("dying", "die"),
    ("lying", "lie"),
    ("tying", "tie"),
    ("idly", "idl"),
    ("gently", "gentl"),
    ("ugly", "ugli"),
    ("early", "earli"),
    ("only", "onli"),
    ("singly", "singl"),
    ("sky", "sky"),
    ("news", "news"),
    ("howe", "howe"),
    ("atlas", "atlas"),
    ("cosmos", "cosmos"),
    ("bias", "bias"),
    ("andes", "andes"),
];

/// Words that are left alone once their plural is off.
const KEPT: &[&str] = &["inning", "outing", "canning", "herring", "earring", "proceed", "exceed", "succeed"];

/// Step 2: suffix and replacement, longest first; all of them only after the first region's start.
const STEP2: &[(&str, &str)] = &[
    ("ational", "ate"),
    ("fulness", "ful"),
    ("iveness", "ive"),
    ("ization", "ize"),
    ("ousness", "ous"),
    ("biliti", "ble"),
    ("lessli", "less"),
    ("tional", "tion"),
    ("alism", "al"),
    ("aliti", "al"),
    ("ation", "ate"),
    ("entli", "ent"),
    ("fulli", "ful"),
    ("iviti", "ive"),
    ("ousli", "ous"),
    ("abli", "able"),
    ("alli", "al"),
    ("anci", "ance"),
    ("ator", "ate"),
    ("enci", "ence"),
    ("izer", "ize"),
    ("bli", "ble"),
    ("ogi", "og"),
    ("li", ""),
];

/// Step 3, in the same form.
const STEP3: &[(&str, &str)] = &[
    ("ational", "ate"),
    ("tional", "tion"),
    ("alize", "al"),
    ("ative", ""),
    ("icate", "ic"),
    ("iciti", "ic"),
    ("ical", "ic"),
    ("ness", ""),
    ("ful", ""),
];

/// Step 4: suffixes that go when they lie in the second region.
const STEP4: &[&str] = &[
    "ement", "able", "ance", "ence", "ible", "ment", "ant", "ate", "ent", "ion", "ism", "iti", "ive", "ize", "ous",
    "al", "er", "ic",
];

/// The stem of a folded word. Words that are not of the letters a to z come back as they are.
#[must_use]
pub fn stem(word: &str) -> String {
    if word.len() <= 2 || !word.bytes().all(|b| b.is_ascii_lowercase()) {
        return word.to_owned();
    }
    if let Some((_, stem)) = ODD.iter().find(|(odd, _)| *odd == word) {
        return (*stem).to_owned();
    }
    let mut work = Work::new(word);
    work.plural();
    if KEPT.iter().any(|kept| work.letters == kept.as_bytes()) {
        return work.finish();
    }
    work.past();
    work.final_y();
    work.step2();
    work.step3();
    work.step4();
    work.step5();
    work.finish()
}

/// A word being shortened: its letters (`Y` is a `y` that counts as a consonant) and where its two regions begin.
struct Work {
    letters: Vec<u8>,
    r1: usize,
    r2: usize,
}

impl Work {
    fn new(word: &str) -> Self {
        let mut letters = word.as_bytes().to_vec();
        let mut after_vowel = true;
        for letter in &mut letters {
            if *letter == b'y' && after_vowel {
                *letter = b'Y';
            }
            after_vowel = is_vowel(*letter);
        }
        let exception = ["gener", "commun", "arsen"].iter().find(|start| word.starts_with(**start));
        let r1 = exception.map_or_else(|| region(&letters, 0), |start| start.len());
        let r2 = region(&letters, r1);
        Self { letters, r1, r2 }
    }

    fn finish(self) -> String {
        self.letters.iter().map(|b| char::from(b.to_ascii_lowercase())).collect()
    }

    fn at(&self, index: usize) -> u8 {
        self.letters.get(index).copied().unwrap_or(0)
    }

    fn ends(&self, suffix: &str) -> bool {
        self.letters.ends_with(suffix.as_bytes())
    }

    /// Where the suffix starts, if the word ends with it.
    fn start_of(&self, suffix: &str) -> Option<usize> {
        self.ends(suffix).then(|| self.letters.len() - suffix.len())
    }

    fn cut(&mut self, start: usize, replacement: &str) {
        self.letters.truncate(start);
        self.letters.extend_from_slice(replacement.as_bytes());
    }

    fn has_vowel_before(&self, end: usize) -> bool {
        self.letters.iter().take(end).any(|b| is_vowel(*b))
    }

    /// Step 1a.
    fn plural(&mut self) {
        let len = self.letters.len();
        if self.ends("sses") {
            self.letters.truncate(len - 2);
        } else if self.ends("ied") || self.ends("ies") {
            self.letters.truncate(if len > 4 { len - 2 } else { len - 1 });
        } else if self.ends("us") || self.ends("ss") {
        } else if self.ends("s") && self.has_vowel_before(len.saturating_sub(2)) {
            self.letters.truncate(len - 1);
        }
    }

    /// Step 1b.
    fn past(&mut self) {
        if let Some(start) = ["eedly", "eed"].iter().find_map(|s| self.start_of(s)) {
            if start >= self.r1 {
                self.cut(start, "ee");
            }
            return;
        }
        let Some(start) = ["ingly", "edly", "ing", "ed"].iter().find_map(|s| self.start_of(s)) else { return };
        if !self.has_vowel_before(start) {
            return;
        }
        self.letters.truncate(start);
        let doubled = ["bb", "dd", "ff", "gg", "mm", "nn", "pp", "rr", "tt"];
        if self.ends("at") || self.ends("bl") || self.ends("iz") {
            self.letters.push(b'e');
        } else if doubled.iter().any(|pair| self.ends(pair)) {
            self.letters.pop();
        } else if self.letters.len() <= self.r1 && self.ends_short(self.letters.len()) {
            self.letters.push(b'e');
        }
    }

    /// Step 1c.
    fn final_y(&mut self) {
        let len = self.letters.len();
        if len > 2 && matches!(self.at(len - 1), b'y' | b'Y') && !is_vowel(self.at(len - 2)) {
            self.letters.pop();
            self.letters.push(b'i');
        }
    }

    fn step2(&mut self) {
        let Some((suffix, with)) = STEP2.iter().find(|(suffix, _)| self.ends(suffix)) else { return };
        let start = self.letters.len() - suffix.len();
        let before = self.at(start.wrapping_sub(1));
        let allowed = match *suffix {
            "ogi" => before == b'l',
            "li" => b"cdeghkmnrt".contains(&before),
            _ => true,
        };
        if start >= self.r1 && allowed {
            self.cut(start, with);
        }
    }

    fn step3(&mut self) {
        let Some((suffix, with)) = STEP3.iter().find(|(suffix, _)| self.ends(suffix)) else { return };
        let start = self.letters.len() - suffix.len();
        let from = if *suffix == "ative" { self.r2 } else { self.r1 };
        if start >= from {
            self.cut(start, with);
        }
    }

    fn step4(&mut self) {
        let Some(suffix) = STEP4.iter().find(|suffix| self.ends(suffix)) else { return };
        let start = self.letters.len() - suffix.len();
        let allowed = *suffix != "ion" || matches!(self.at(start.wrapping_sub(1)), b's' | b't');
        if start >= self.r2 && allowed {
            self.letters.truncate(start);
        }
    }

    fn step5(&mut self) {
        let Some(last) = self.letters.len().checked_sub(1) else { return };
        let gone = match self.at(last) {
            b'e' => last >= self.r2 || (last >= self.r1 && !self.ends_short(last)),
            b'l' => last >= self.r2 && self.at(last.wrapping_sub(1)) == b'l',
            _ => false,
        };
        if gone {
            self.letters.pop();
        }
    }

    /// Whether the letters before `end` finish with a short syllable.
    fn ends_short(&self, end: usize) -> bool {
        if end == 2 {
            return is_vowel(self.at(0)) && !is_vowel(self.at(1));
        }
        end > 2
            && !is_vowel(self.at(end - 3))
            && is_vowel(self.at(end - 2))
            && !is_vowel(self.at(end - 1))
            && !matches!(self.at(end - 1), b'w' | b'x' | b'Y')
    }
}

const fn is_vowel(letter: u8) -> bool {
    matches!(letter, b'a' | b'e' | b'i' | b'o' | b'u' | b'y')
}

/// The end of the first consonant that follows a vowel, at or after `from`; the word's end if there is none.
fn region(letters: &[u8], from: usize) -> usize {
    let rest = letters.get(from..).unwrap_or_default();
    let turn = rest.windows(2).position(|pair| matches!(pair, [a, b] if is_vowel(*a) && !is_vowel(*b)));
    turn.map_or(letters.len(), |at| from + at + 2)
}

#[cfg(test)]
mod tests {
    use super::stem;
    use proptest::prelude::*;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(4_000))]
        #[test]
        fn agrees_with_rust_stemmers(
            root in "(gener|commun|arsen|y|)[a-z]{0,3}[aeiouy]{0,2}[a-z]{0,4}(bb|dd|ll|tt|at|bl|iz|)",
            suffix in "(ational|fulness|iveness|ization|ousness|biliti|lessli|tional|alism|ation|entli|abli|alli|anci|ator|\
                enci|izer|bli|logi|li|ly|alize|ative|icate|iciti|ical|ness|ful|ement|able|ance|ence|ible|ment|ant|ate|ent|\
                sion|tion|ism|iti|ive|ize|ous|al|er|ic|sses|ied|ies|us|ss|s|eedly|eed|ingly|edly|ing|ed|y|e|)(s|ed|ing|ly|)",
        ) {
            let word = format!("{root}{suffix}");
            let reference = rust_stemmers::Stemmer::create(rust_stemmers::Algorithm::English);
            prop_assert_eq!(stem(&word), reference.stem(&word).into_owned(), "{}", word);
        }
    }

    #[test]
    fn stems_as_snowball_does() {
        for (word, expected) in [
            ("consign", "consign"),
            ("consigned", "consign"),
            ("consistency", "consist"),
            ("knightly", "knight"),
            ("generate", "generat"),
            ("general", "general"),
            ("communicate", "communic"),
            ("flies", "fli"),
            ("ties", "tie"),
            ("gas", "gas"),
            ("gaps", "gap"),
            ("hopping", "hop"),
            ("hoping", "hope"),
            ("luxuriating", "luxuri"),
            ("rational", "ration"),
            ("calculator", "calcul"),
            ("succeeding", "succeed"),
            ("say", "say"),
            ("yearly", "year"),
            ("tools", "tool"),
            ("news", "news"),
            ("bed", "bed"),
            ("übung", "übung"),
            ("ab", "ab"),
        ] {
            assert_eq!(stem(word), expected, "{word}");
        }
    }
}
