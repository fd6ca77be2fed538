//! Expressions as ECMA has them, and those that are written to take forever.

use super::*;

fn matches(pattern: &str, text: &str) -> Option<bool> {
    Pattern::read(pattern)?.matches(text, &mut limits::PATTERN_WORK.clone())
}

#[test]
fn expressions_of_forms_and_tools() {
    for (pattern, yes, no) in [
        ("^[A-Z]{2}-\\d{3,4}$", &["AB-123", "AB-1234"][..], &["AB-12", "AB-12345", "ab-123", "AB-123\n"][..]),
        ("^(?=.*\\d)(?=.*[a-z]).{4,}$", &["abc1", "1abc"], &["abcd", "1234", "a1"]),
        ("^(?!tmp)[\\w.\\-]+$", &["a.b-c", "xtmp"], &["tmp1", "a b", ""]),
        ("^#?([0-9a-f]{6}|[0-9a-f]{3})$", &["#fff", "00ff00"], &["ffff", "##fff"]),
        ("\\bcat\\b", &["a cat.", "cat"], &["concat", "cats"]),
        ("^\\S+@\\S+\\.\\S+$", &["a@b.c"], &["a@b", "a b@c.d"]),
        ("^(?:a|b|)c*?$", &["", "a", "bcc", "c"], &["ab"]),
        ("^[^,;]*$", &["", "añ"], &["a,b"]),
        ("^(?<year>\\d{4})$", &["2026"], &["26"]),
        ("^\\u00e9\\x41\\u{1f600}\\ud83d\\ude00$", &["éA😀😀"], &["éA"]),
        ("^\\p{Lu}\\p{L}*$", &["Éa", "Σ"], &["éa", "1"]),
        ("[a-\\d]", &["-", "7", "a"], &["b"]),
        ("^a{,2}$", &["a{,2}"], &["aa"]),
        ("^(a*)*$", &["", "aaa"], &["b"]),
        ("^(){1000000000}(a?){0,3}$", &["", "aaa"], &["aaaa"]),
        ("", &["", "x"], &[]),
    ] {
        for text in yes {
            assert_eq!(matches(pattern, text), Some(true), "{pattern} {text:?}");
        }
        for text in no {
            assert_eq!(matches(pattern, text), Some(false), "{pattern} {text:?}");
        }
    }
}

#[test]
fn what_is_not_read_is_no_expression() {
    let groups = "(".repeat(100) + &")".repeat(100);
    let long = "a".repeat(3_000);
    let unread = [
        "(",
        ")",
        "[a",
        "*a",
        "a**",
        "\\1(a)",
        "(?<=a)b",
        "(?i:a)",
        "\\p{Greek}",
        "[^\\p{L}]",
        "\\q",
        "[b-a]",
        "a{3,1}",
    ];
    for pattern in unread.into_iter().chain([groups.as_str(), "(a{1000}){1000}", long.as_str()]) {
        assert!(Pattern::read(pattern).is_none(), "{pattern}");
    }
}

#[test]
fn no_expression_takes_forever() {
    // Each of these takes a backtracking matcher longer than anybody waits.
    let began = std::time::Instant::now();
    let text = "a".repeat(5_000) + "!";
    for pattern in
        ["^(a+)+$", "^(a|a)*$", "^(a|aa)+$", "^(.*a){20}$", "^(?=(a+)+$)", "(((((a*)*)*)*)*)*b", "^(?:(?=a*)a)*$"]
    {
        let mut left = limits::PATTERN_WORK;
        let found = Pattern::read(pattern).unwrap().matches(&text, &mut left);
        assert_ne!(found, Some(true), "{pattern}");
    }
    for pattern in ["(((((a{5}){5}){5}){5}){5}){5}", "((((){9999}){9999}){9999}){9999}"] {
        let _ = Pattern::read(pattern).map(|pattern| pattern.example(13));
    }
    assert!(began.elapsed().as_secs() < 20, "{:?}", began.elapsed());
}

#[test]
fn an_example_matches() {
    for pattern in ["^[A-Z]{2}-\\d{3,4}$", "^(?:GB|DE)\\d+$", "^\\S+@\\S+\\.\\w{2,}$", "^#[0-9a-f]{6}$", "^[а-я]+$"] {
        let read = Pattern::read(pattern).unwrap();
        let made = read.example(0);
        assert_eq!(matches(pattern, &made), Some(true), "{pattern} {made}");
    }
}
