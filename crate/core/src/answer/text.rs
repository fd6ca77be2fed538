//! Text of strangers inside answers: quoted, cut and stripped, so that no page text can start a line, close
//! a quote, make a path or carry what a person cannot see. Every string of a page, app or tool goes
//! through here; nothing else may put one into an answer.

use crate::path::Segment;
use crate::path::print::json_string;
use crate::path::visible::{Sight, all_shown, sights};
pub use crate::path::visible::{quote, quote_counting};

/// As [`quote`], cut to `most` characters with an ellipsis and the number of characters left out.
#[must_use]
pub fn quote_cut(text: &str, most: usize) -> String {
    let (head, left) = cut(text, most);
    if left == 0 { quote(head) } else { format!("{}… {left} more", quote(head)) }
}

/// A page's string as a cell of a table: `|`, `\` and line breaks escaped, without what a person does not see.
#[must_use]
pub fn cell(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for sight in sights(text.trim()) {
        match sight {
            Sight::Shown('|') => out.push_str("\\|"),
            Sight::Shown('\\') => out.push_str("\\\\"),
            Sight::Shown('\t') => out.push(' '),
            Sight::Shown(c) => out.push(c),
            Sight::Break(_) => out.push_str("\\n"),
            Sight::Hidden(_) => {}
        }
    }
    out
}

/// A longer text as a fenced block of several lines, with a fence that the text does not contain.
#[must_use]
pub fn fence(text: &str) -> String {
    let mut body = String::with_capacity(text.len());
    let mut before = None;
    for sight in sights(text) {
        match sight {
            Sight::Break('\n') if before == Some('\r') => {}
            Sight::Break(_) => body.push('\n'),
            Sight::Shown(c) => body.push(c),
            Sight::Hidden(_) => continue,
        }
        before = match sight {
            Sight::Shown(c) | Sight::Break(c) | Sight::Hidden(c) => Some(c),
        };
    }
    let mark = mark(&body);
    format!("{mark}\n{}\n{mark}", body.trim_end_matches('\n'))
}

/// Three backticks or more; for text that has very many, a fence with a number.
fn mark(body: &str) -> String {
    const LONGEST: usize = 8;
    let mut run = 0;
    let mut longest = 0;
    for c in body.chars() {
        run = if c == '`' { run + 1 } else { 0 };
        longest = longest.max(run);
    }
    if longest < LONGEST {
        return "`".repeat(3.max(longest + 1));
    }
    // There are fewer fences in the text than numbers.
    let mut n = 1_usize;
    loop {
        let mark = format!("~~~{n}");
        if !body.contains(&mark) {
            return mark;
        }
        n = n.saturating_mul(7).saturating_add(3);
    }
}

/// The path segment for a label: `.Name` or `["label"]`, its own trailing `#n` escaped.
#[must_use]
pub fn key_segment(label: &str) -> String {
    Segment::for_label(label, None, &[]).to_string()
}

/// A value of ours or of a caller as JSON on one line, with nothing unseen in it.
#[must_use]
pub fn quote_exact(text: &str) -> String {
    json_string(text)
}

/// The first `most` characters, or a few fewer so that no visible character is split, and how many
/// characters are left.
#[must_use]
pub fn cut(text: &str, most: usize) -> (&str, usize) {
    let Some((mut at, _)) = text.char_indices().nth(most) else { return (text, 0) };
    // A visible character of more than this many code points is no character but an attack on cutting.
    for _ in 0..32 {
        let head = text.get(..at).unwrap_or_default();
        let rest = text.get(at..).unwrap_or_default();
        let (Some(last), Some(first)) = (head.chars().next_back(), rest.chars().next()) else { break };
        if !joined(head, last, first) {
            break;
        }
        at -= last.len_utf8();
    }
    let (head, rest) = text.split_at(at);
    (head, rest.chars().count())
}

/// Do two neighbours make one visible character? UAX 29 without its tables: marks, joiners, selectors, skin
/// tones, flags, Hangul parts.
fn joined(head: &str, last: char, first: char) -> bool {
    let mark = !first.is_ascii()
        && unicode_ident::is_xid_continue(first)
        && !unicode_ident::is_xid_start(first)
        && !first.is_numeric();
    let code = first as u32;
    let extends =
        matches!(code, 0x200c..=0x200d | 0xfe00..=0xfe0f | 0x20d0..=0x20ff | 0x1f3fb..=0x1f3ff | 0xe0020..=0xe007f);
    let flag = |c: char| matches!(c as u32, 0x1f1e6..=0x1f1ff);
    let half_flag = flag(last) && flag(first) && head.chars().rev().take_while(|c| flag(*c)).count() % 2 == 1;
    let jamo = matches!(last as u32, 0x1100..=0x11ff | 0xac00..=0xd7a3) && matches!(code, 0x1160..=0x11ff);
    mark || extends || half_flag || jamo || last == '\u{200d}' || (last == '\r' && first == '\n')
}

/// Has a text anything that [`quote`] would leave out?
#[must_use]
pub fn has_hidden(text: &str) -> bool {
    !all_shown(text) && sights(text).any(|s| matches!(s, Sight::Hidden(_)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn page_text_stays_in_its_quotes() {
        assert_eq!(quote("a \"b\"\ndone \\ clicked"), r#""a \"b\"\ndone \\ clicked""#);
        assert_eq!(quote("a\u{2028}next\u{85}b"), r#""a\nnext\nb""#);
        let mut stripped = 0;
        assert_eq!(quote_counting("p\u{200b}a\u{202e}y\u{e0070}", &mut stripped), "\"pay\"");
        assert_eq!(stripped, 3);
    }

    #[test]
    fn cells() {
        assert_eq!(cell(" a|b\\c\nd\te "), r"a\|b\\c\nd e");
    }

    #[test]
    fn fences() {
        assert_eq!(fence("x"), "```\nx\n```");
        assert_eq!(fence("a\r\nb\u{200b}\n"), "```\na\nb\n```");
        assert_eq!(fence("```\nx\n```"), "````\n```\nx\n```\n````");
        let hostile = format!("{}\n~~~1\n~~~10", "`".repeat(20));
        assert!(fence(&hostile).starts_with("~~~73\n"));
    }

    #[test]
    fn cuts_between_visible_characters() {
        assert_eq!(cut("abc", 3), ("abc", 0));
        assert_eq!(cut("abcd", 3), ("abc", 1));
        assert_eq!(cut("e\u{301}e\u{301}", 3), ("e\u{301}", 2));
        assert_eq!(cut("🇩🇪🇫🇷", 3), ("🇩🇪", 2));
        assert_eq!(cut("👩\u{200d}👧x", 2), ("", 4));
        assert_eq!(cut("नमस्ते", 3).0, "नम");
        assert_eq!(quote_cut("abcdef", 2), "\"ab\"… 4 more");
    }

    proptest! {
        #[test]
        fn a_quote_is_one_line_of_json(text in any::<String>()) {
            let quoted = quote(&text);
            let broken = quoted.contains(['\n', '\r', '\u{2028}', '\u{85}']);
            prop_assert!(!broken);
            prop_assert!(serde_json::from_str::<String>(&quoted).is_ok());
        }

        #[test]
        fn a_fence_is_not_in_its_text(text in "[`~1-9\n a]{0,80}") {
            let block = fence(&text);
            let lines: Vec<&str> = block.lines().collect();
            let mark = lines[0];
            prop_assert_eq!(lines[1..lines.len() - 1].iter().filter(|line| line.contains(mark)).count(), 0);
            prop_assert_eq!(lines[lines.len() - 1], mark);
        }

        /// Against UAX 29; conjuncts of Indic scripts, which it joins since Unicode 15.1, are left out.
        #[test]
        fn cuts_where_visible_characters_end(
            text in "([a-z ]|\r\n|[éñ]|e\u{301}|o\u{308}\u{304}|[注文]|[가각힣]|\u{1112}\u{1161}\u{11ab}|[กิ่์]|[नमति]|🇩|🇪|🇫|👍🏽|👩\u{200d}👧|❤\u{fe0f}|1\u{fe0f}\u{20e3}|😀){0,14}",
            most in 0usize..20,
        ) {
            use unicode_segmentation::UnicodeSegmentation as _;
            let (head, _) = cut(&text, most);
            let ends = text.grapheme_indices(true).any(|(at, _)| at == head.len()) || head.len() == text.len();
            prop_assert!(ends, "{:?} cut to {:?}", text, head);
        }

        #[test]
        fn cutting_loses_nothing(text in any::<String>(), most in 0usize..40) {
            let (head, left) = cut(&text, most);
            prop_assert!(text.starts_with(head));
            prop_assert!(head.chars().count() <= most);
            prop_assert_eq!(head.chars().count() + left, text.chars().count());
        }
    }
}
