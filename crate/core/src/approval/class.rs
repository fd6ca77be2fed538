//! Effect classes: what an act on the page is likely to do, inferred from what it acts on.
//! Inference only ever raises a class; lying metadata cannot lower it.

use onecall_protocol::policy::Class;

use super::words::{PHRASES, WORDS};

/// A class as a verb in the third person, for sentences.
#[must_use]
pub const fn word(class: Class) -> &'static str {
    match class {
        Class::Read => "reads",
        Class::Write => "changes a value",
        Class::Act => "acts on the page",
        Class::Navigate => "leaves the page",
        Class::Download => "downloads",
        Class::Upload => "uploads",
        Class::Submit => "submits",
        Class::Consequential => "has consequences",
        Class::Send => "sends",
        Class::Auth => "signs in or out",
        Class::Delete => "deletes",
        Class::Pay => "pays",
    }
}

/// Raises `class` by the words of a label.
#[must_use]
pub fn raise_by_label(class: Class, label: &str) -> Class {
    let folded = label.to_lowercase();
    let words: Vec<&str> = folded.split(|c: char| !c.is_alphanumeric() && c != '-' && c != '\'').collect();
    let mut raised = class;
    for (of, list) in WORDS {
        let hit = list.split_whitespace().any(|word| {
            // Scripts without spaces between words are searched as text.
            let spaced = word.chars().all(|c| (c as u32) < 0x0e00);
            if spaced { words.contains(&word) } else { folded.contains(word) }
        });
        if hit {
            raised = raised.max(*of);
        }
    }
    for (of, phrase) in PHRASES {
        if holds_phrase(&folded, phrase) {
            raised = raised.max(*of);
        }
    }
    raised
}

/// Does a text hold a phrase that begins and ends where words do?
pub(super) fn holds_phrase(text: &str, phrase: &str) -> bool {
    text.match_indices(phrase).any(|(at, _)| {
        let before = text.get(..at).and_then(|head| head.chars().next_back());
        let after = text.get(at + phrase.len()..).and_then(|tail| tail.chars().next());
        let inside = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() && (c as u32) < 0x0e00);
        !inside(before) && !inside(after)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_raise_and_never_lower() {
        for (label, class) in [
            ("Delete", Class::Delete),
            ("Save", Class::Act),
            ("Pay now", Class::Pay),
            ("Zahlungspflichtig bestellen", Class::Pay),
            ("Sign in", Class::Auth),
            ("注文を削除する", Class::Delete),
            ("Payload", Class::Act),
            ("Undelete", Class::Act),
            ("Catalog index", Class::Act),
            ("Konto kündigen", Class::Delete),
            ("Se déconnecter", Class::Auth),
            ("ลบรายการ", Class::Delete),
            ("주문하기", Class::Pay),
            ("Place your order", Class::Pay),
            ("Télécharger", Class::Download),
            ("إرسال", Class::Send),
            ("מחק", Class::Delete),
        ] {
            assert_eq!(raise_by_label(Class::Act, label), class, "{label}");
        }
        assert_eq!(raise_by_label(Class::Pay, "Delete"), Class::Pay);
    }
}
