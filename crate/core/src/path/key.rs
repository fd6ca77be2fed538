//! Keys: how a label stands in a path, and which of several equal ones is meant (answers.md, Rules).
//! A key is the label, with `#n` behind it where equals have to be told apart. A label that itself ends
//! in `#n` is written with `\#n`, so that no page text can name another thing than itself.

use crate::path::Segment;
use crate::path::print::is_identifier;

/// Where a trailing `#n` begins: `#`, then digits without a leading zero, to the end.
fn ordinal_at(text: &str) -> Option<usize> {
    let at = text.rfind('#')?;
    let digits = text.get(at + 1..)?;
    let plain = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit()) && !digits.starts_with('0');
    plain.then_some(at)
}

/// The key of a label; `nth` counts from 1 among equals and is absent where there is no other.
#[must_use]
pub fn encode(label: &str, nth: Option<usize>) -> String {
    let mut key = String::with_capacity(label.len() + 4);
    // Backslashes before the mark are doubled, so that what was escaped can be told from what was not.
    match ordinal_at(label) {
        Some(at) => {
            let (head, tail) = label.split_at(at);
            key.push_str(head);
            for _ in head.chars().rev().take_while(|c| *c == '\\') {
                key.push('\\');
            }
            key.push('\\');
            key.push_str(tail);
        }
        None => key.push_str(label),
    }
    if let Some(n) = nth {
        // A label that ends in backslashes would otherwise escape its own ordinal.
        for _ in label.chars().rev().take_while(|c| *c == '\\') {
            key.push('\\');
        }
        key.push('#');
        key.push_str(&n.to_string());
    }
    key
}

/// The label a key stands for, and which of its equals.
#[must_use]
pub fn decode(key: &str) -> (String, Option<usize>) {
    let Some(at) = ordinal_at(key) else { return (key.to_owned(), None) };
    let (head, tail) = key.split_at(at);
    let slashes = head.chars().rev().take_while(|c| *c == '\\').count();
    let stem = head.get(..head.len() - slashes).unwrap_or_default();
    let kept = "\\".repeat(slashes / 2);
    if slashes % 2 == 1 {
        return (format!("{stem}{kept}{tail}"), None);
    }
    match tail.get(1..).and_then(|digits| digits.parse().ok()) {
        // What stands before an ordinal may itself be a label with an escaped mark.
        Some(n) => (decode_label(&format!("{stem}{kept}")), Some(n)),
        // More digits than a number holds: no ordinal, a label that was never escaped.
        None => (key.to_owned(), None),
    }
}

fn decode_label(text: &str) -> String {
    match decode(text) {
        (label, None) => label,
        // `a#1#2`: only the last mark counts; the rest is the label as it was written.
        (_, Some(_)) => text.to_owned(),
    }
}

impl Segment {
    /// The segment for a label in a container. It is `.Label` where that is an identifier and none of the
    /// container's members, and `["label"]` otherwise.
    #[must_use]
    pub fn for_label(label: &str, nth: Option<usize>, members: &[&str]) -> Self {
        let key = encode(label, nth);
        if is_identifier(&key) && !members.contains(&key.as_str()) { Self::Name(key) } else { Self::Key(key) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn keys() {
        assert_eq!(encode("Save", None), "Save");
        assert_eq!(encode("Save", Some(2)), "Save#2");
        assert_eq!(encode("Issue #12", None), "Issue \\#12");
        assert_eq!(encode("Issue #12", Some(1)), "Issue \\#12#1");
        assert_eq!(encode("C#", None), "C#");
        assert_eq!(decode("Save#2"), ("Save".into(), Some(2)));
        assert_eq!(decode("Issue \\#12"), ("Issue #12".into(), None));
        assert_eq!(decode("Issue \\#12#1"), ("Issue #12".into(), Some(1)));
        assert_eq!(decode("#0"), ("#0".into(), None));
    }

    #[test]
    fn members_are_not_shadowed() {
        assert_eq!(Segment::for_label("Email", None, &["fill"]).to_string(), ".Email");
        assert_eq!(Segment::for_label("fill", None, &["fill"]).to_string(), "[\"fill\"]");
        assert_eq!(Segment::for_label("Sign in", None, &[]).to_string(), "[\"Sign in\"]");
    }

    proptest! {
        #[test]
        fn decoding_undoes_encoding(label in r"[a\\#12 ]{0,8}|\PC{0,8}", nth in proptest::option::of(1usize..99)) {
            prop_assert_eq!(decode(&encode(&label, nth)), (label, nth));
        }
    }
}
