//! Text to words, for every script: where words begin and end, case and accents folded, identifiers split.
//!
//! Letters, digits and the marks that belong to them make a word. Scripts written without spaces give pairs of
//! neighbouring characters. An identifier gives its parts and itself. Nothing here knows what a word means.
//!
//! Own code because of its size in wasm: the word breaking of `unicode-segmentation` costs 14 kB gzip and leaves
//! exactly the two things that matter here, identifiers and unspaced scripts, undone.

use super::fold::fold_into;

/// Characters of a word that are kept; longer runs are data, not words.
const WORD_CHARS: usize = 48;

/// A word of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Word {
    /// Folded: lower case, no accents.
    pub text: String,
    /// True for an identifier as a whole, whose parts come right before it.
    pub whole: bool,
}

/// The words of `text`, in order. Stops after `most`.
#[must_use]
pub fn words(text: &str, most: usize) -> Vec<Word> {
    let mut found = Vec::new();
    let mut rest = text;
    while let Some(start) = rest.find(is_word_char) {
        let run = rest.get(start..).unwrap_or_default();
        let end = run.char_indices().find(|(at, c)| !continues(run, *at, *c)).map_or(run.len(), |(at, _)| at);
        split_run(run.get(..end).unwrap_or_default(), &mut found);
        if found.len() >= most {
            found.truncate(most);
            break;
        }
        rest = run.get(end..).unwrap_or_default();
    }
    found
}

/// The letters and digits of `text`, folded and without anything between them: one key for `get_user`, `getUser`
/// and `Get user`.
#[must_use]
pub fn squash(text: &str) -> String {
    let mut squashed = String::new();
    for c in text.chars().filter(|c| is_word_char(*c)).take(WORD_CHARS * 2) {
        fold_into(c, &mut squashed);
    }
    squashed
}

/// Joined by an underscore (`get_user`), or by an apostrophe between letters (`isn't`).
fn continues(run: &str, at: usize, c: char) -> bool {
    let after = run.get(at + c.len_utf8()..).unwrap_or_default();
    let next = match c {
        '_' => after.trim_start_matches('_').chars().next(),
        '\'' | '\u{2019}' => after.chars().next(),
        _ => Some(c),
    };
    next.is_some_and(is_word_char)
}

/// Letters, digits, and marks that stand on a letter (so that an Indic word is not cut at its virama).
fn is_word_char(c: char) -> bool {
    c.is_alphanumeric() || is_mark(c)
}

fn is_mark(c: char) -> bool {
    matches!(u32::from(c),
        0x300..=0x36F | 0x591..=0x5BD | 0x5BF | 0x5C1..=0x5C2 | 0x5C4..=0x5C5 | 0x5C7 | 0x610..=0x61A | 0x640
        | 0x64B..=0x65F | 0x670 | 0x6D6..=0x6DC | 0x93C | 0x94D | 0x951..=0x954 | 0x9BC | 0x9CD | 0xA3C | 0xA4D
        | 0xABC | 0xACD | 0xB3C | 0xB4D | 0xBCD | 0xC4D | 0xCBC | 0xCCD | 0xD4D | 0xDCA | 0xE31..=0xE3A
        | 0xE47..=0xE4E | 0xEB1..=0xEBC | 0xEC8..=0xECD | 0x1037 | 0x1039..=0x103A | 0x17D2 | 0x200C..=0x200D)
}

/// Scripts written without spaces between words, and Hangul, whose particles cling to words.
fn is_unspaced(c: char) -> bool {
    matches!(u32::from(c),
        0xE00..=0xEFF | 0x1000..=0x109F | 0x1100..=0x11FF | 0x1780..=0x17FF | 0x3005..=0x3007 | 0x3040..=0x30FF
        | 0x31F0..=0x31FF | 0x3400..=0x4DBF | 0x4E00..=0x9FFF | 0xAC00..=0xD7AF | 0xF900..=0xFAFF
        | 0xFF66..=0xFF9F | 0x2_0000..=0x3_FFFF)
}

fn split_run(run: &str, found: &mut Vec<Word>) {
    let mut rest = run;
    while let Some(first) = rest.chars().next() {
        let unspaced = is_unspaced(first);
        let end = rest.find(|c| is_unspaced(c) != unspaced).unwrap_or(rest.len());
        let part = rest.get(..end).unwrap_or_default();
        if unspaced {
            pairs(part, found);
        } else {
            identifier(part, found);
        }
        rest = rest.get(end..).unwrap_or_default();
    }
}

/// Neighbouring characters two by two; a lone character stands for itself.
fn pairs(part: &str, found: &mut Vec<Word>) {
    let chars: Vec<char> = part.chars().collect();
    let mut push = |chars: &[char]| {
        let mut text = String::new();
        chars.iter().for_each(|c| fold_into(*c, &mut text));
        found.push(Word { text, whole: false });
    };
    if chars.len() == 1 {
        push(&chars);
    }
    chars.windows(2).for_each(push);
}

/// `getUserByID_v2` → get, user, by, id, v, 2 and the whole.
fn identifier(part: &str, found: &mut Vec<Word>) {
    let before = found.len();
    let mut whole = String::new();
    let mut text = String::new();
    let mut last: Option<char> = None;
    let mut chars = part.chars().take(WORD_CHARS).peekable();
    while let Some(c) = chars.next() {
        if matches!(c, '_' | '\'' | '\u{2019}') {
            // What follows an apostrophe is an ending (`user's`, `isn't`): it stays with its word, unmarked.
            if c == '_' {
                finish(&mut text, found);
                last = None;
            }
            continue;
        }
        if last.is_some_and(|last| turns(last, c, chars.peek().copied())) {
            finish(&mut text, found);
        }
        fold_into(c, &mut text);
        fold_into(c, &mut whole);
        last = Some(c);
    }
    finish(&mut text, found);
    if found.len() > before + 1 {
        found.push(Word { text: whole, whole: true });
    }
}

fn finish(text: &mut String, found: &mut Vec<Word>) {
    if !text.is_empty() {
        found.push(Word { text: std::mem::take(text), whole: false });
    }
}

/// Whether a new part begins at `c`: `aB`, `ABc` (at `B`), `a1`, `1a`.
fn turns(last: char, c: char, next: Option<char>) -> bool {
    (last.is_lowercase() && c.is_uppercase())
        || (last.is_uppercase() && c.is_uppercase() && next.is_some_and(char::is_lowercase))
        || (last.is_alphabetic() && c.is_numeric())
        || (last.is_numeric() && c.is_alphabetic())
}

#[cfg(test)]
mod tests {
    use super::{squash, words};

    fn check(text: &str, expected: &str) {
        let found = words(text, 100);
        let shown: Vec<String> =
            found.iter().map(|w| if w.whole { format!("<{}>", w.text) } else { w.text.clone() }).collect();
        assert_eq!(shown.join(" "), expected, "{text}");
    }

    #[test]
    fn splits_identifiers() {
        check("getUserByID", "get user by id <getuserbyid>");
        check("PDFReader", "pdf reader <pdfreader>");
        check("snake_case__name_", "snake case name <snakecasename>");
        check("math.hypot(x)", "math hypot x");
        check("AI2sql", "ai 2 sql <ai2sql>");
        check("cancel-order", "cancel order");
        check("user's isn't", "users isnt");
    }

    #[test]
    fn folds_every_script() {
        check("Café ÉCOLE naïve", "cafe ecole naive");
        check("Cafe\u{301}", "cafe");
        check("Straße Ærø", "strasse aero");
        check("Привет, Мир!", "привет мир");
        check("नमस्ते दुनिया", "नमस्ते दुनिया");
        check("ＡＢＣ", "abc");
        check("Đường phố", "duong pho");
    }

    #[test]
    fn pairs_unspaced_scripts() {
        check("東京都 AI検索", "東京 京都 ai 検索");
        check("猫", "猫");
        check("주문 취소", "주문 취소");
    }

    #[test]
    fn is_bounded() {
        assert_eq!(words(&"a ".repeat(1000), 10).len(), 10);
        assert!(words(&"x".repeat(10_000), 10).iter().all(|w| w.text.len() <= 48));
    }

    #[test]
    fn squashes_names() {
        assert_eq!(squash("Get-User_name 2"), "getusername2");
    }
}
