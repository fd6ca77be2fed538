//! Which characters a person can see. Page text loses the others before it reaches an answer, and a path
//! shows them as escapes, because hidden characters can carry text that only a model reads.
//! It must never drop a character that its script needs: joiners between letters that join stay.

/// A character of a text, with what is to be done about it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sight {
    /// Shown as it is.
    Shown(char),
    /// A line break of any kind.
    Break(char),
    /// Not seen by a person.
    Hidden(char),
}

/// Line breaks beyond `\n` and `\r`: next line, line and paragraph separator, vertical tab, form feed.
const fn breaks(c: char) -> bool {
    matches!(c, '\n' | '\r' | '\u{b}' | '\u{c}' | '\u{85}' | '\u{2028}' | '\u{2029}')
}

/// Characters without a picture of their own, whatever stands beside them: controls, default-ignorable
/// code points (DerivedCoreProperties), bidi controls, annotation marks, tag characters, noncharacters.
const fn hidden(c: char) -> bool {
    let code = c as u32;
    matches!(code,
        0x00..=0x08 | 0x0e..=0x1f | 0x7f..=0x84 | 0x86..=0x9f
        | 0xad | 0x34f | 0x61c | 0x115f..=0x1160 | 0x17b4..=0x17b5 | 0x180b..=0x180f
        | 0x200b..=0x200f | 0x202a..=0x202e | 0x2060..=0x206f | 0x3164 | 0xfdd0..=0xfdef
        | 0xfe00..=0xfe0f | 0xfeff | 0xffa0 | 0xfff0..=0xfffb | 0x1bca0..=0x1bca3 | 0x1d173..=0x1d17a
        | 0xe0000..=0xe0fff)
        || code & 0xfffe == 0xfffe
}

/// May a hidden character stay because of its neighbours? A single joiner between two characters outside
/// ASCII (Persian, Indic scripts, emoji) and a single emoji or text selector after such a character.
fn needed(before: Option<char>, c: char, after: Option<char>) -> bool {
    let joins = |side: Option<char>| side.is_some_and(|s| !s.is_ascii() && (!hidden(s) || s == '\u{fe0f}'));
    match c {
        '\u{200c}' | '\u{200d}' => joins(before) && joins(after) && after != Some('\u{fe0f}'),
        '\u{fe0e}' | '\u{fe0f}' => {
            before.is_some_and(|b| (!b.is_ascii() && !hidden(b)) || matches!(b, '0'..='9' | '#' | '*'))
        }
        _ => false,
    }
}

/// The characters of a text, each with what a person sees of it.
pub fn sights(text: &str) -> impl Iterator<Item = Sight> + '_ {
    let mut rest = text.chars().peekable();
    let mut before = None;
    std::iter::from_fn(move || {
        let c = rest.next()?;
        let sight = if breaks(c) {
            Sight::Break(c)
        } else if hidden(c) && !needed(before, c, rest.peek().copied()) {
            Sight::Hidden(c)
        } else {
            Sight::Shown(c)
        };
        before = Some(c);
        Some(sight)
    })
}

/// Has a text any character that a person does not see?
#[must_use]
pub fn all_shown(text: &str) -> bool {
    // Nearly all text is printable ASCII; that is told without looking at neighbours.
    text.bytes().all(|b| matches!(b, b' '..=b'~')) || sights(text).all(|s| matches!(s, Sight::Shown(_)))
}

/// A text without what a person does not see; line breaks stay.
#[must_use]
pub fn clean(text: &str) -> String {
    let shown = sights(text).filter_map(|sight| match sight {
        Sight::Shown(c) => Some(c),
        Sight::Break(_) => Some('\n'),
        Sight::Hidden(_) => None,
    });
    shown.collect()
}

/// A page's string as a JSON string, without what a person does not see.
#[must_use]
pub fn quote(text: &str) -> String {
    quote_counting(text, &mut 0)
}

/// As [`quote`]; adds to `stripped` how many characters were left out.
#[must_use]
pub fn quote_counting(text: &str, stripped: &mut usize) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    out.push('"');
    for sight in sights(text) {
        match sight {
            Sight::Shown('"') => out.push_str("\\\""),
            Sight::Shown('\\') => out.push_str("\\\\"),
            Sight::Shown('\t') => out.push_str("\\t"),
            Sight::Shown(c) => out.push(c),
            Sight::Break(_) => out.push_str("\\n"),
            Sight::Hidden(_) => *stripped += 1,
        }
    }
    out.push('"');
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str) -> String {
        sights(text).filter_map(|s| if let Sight::Shown(c) = s { Some(c) } else { None }).collect()
    }

    #[test]
    fn hidden_characters_go() {
        assert_eq!(shown("pay\u{200b}pal\u{202e}\u{e0041}\u{e0042}\u{feff}\u{ad}"), "paypal");
        assert_eq!(shown("a\u{200d}b\u{200c}c"), "abc", "joiners between Latin letters carry nothing");
        assert_eq!(shown("x\u{fe01}\u{fe02}\u{fe0f}"), "x");
        assert_eq!(shown("a\nb\u{2028}c"), "abc");
    }

    #[test]
    fn scripts_keep_what_they_need() {
        for text in [
            "می\u{200c}خواهم",
            "क्\u{200d}ष",
            "👩\u{200d}👩\u{200d}👧",
            "❤\u{fe0f}",
            "1\u{fe0f}\u{20e3}",
            "❤\u{fe0f}\u{200d}🔥",
        ] {
            assert_eq!(shown(text), text);
        }
        assert_eq!(shown("👩\u{200d}\u{200d}👩"), "👩👩", "a run of joiners is a message, not a joint");
    }
}
