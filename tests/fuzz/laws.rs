//! What must hold for any input: the laws that the fuzz targets and `crate/core/tests/fuzz.rs` both check.
//! A law panics where it is broken.

use onecall_core::answer::text::{cell, cut, fence};
use onecall_core::answer::tokens::estimate;
use onecall_core::path::visible::quote;
use onecall_core::path::{NoteKind, near, read, read_input, write_input};
use onecall_core::protocol::Value;

/// What reads prints as a text that reads as the same path; what is offered in place of a text that does not
/// read is canonical.
pub fn path(text: &str) {
    match read(text) {
        Ok(reading) => {
            let printed = reading.path.to_string();
            // Escapes may make the canonical form longer than a path may be.
            if printed.chars().count() <= onecall_core::limits::PATH_CHARS {
                let again = read(&printed);
                assert_eq!(again.as_ref().map(|r| &r.path), Ok(&reading.path), "{text:?} printed as {printed:?}");
                assert!(again.is_ok_and(|r| !r.lenient), "{printed:?} is canonical");
            }
        }
        Err(error) => {
            assert!(text.get(error.span.0..error.span.1).is_some(), "{text:?}: span {:?}", error.span);
            for offered in error.meant.iter().chain(&error.before) {
                assert_eq!(read(offered).map(|r| r.path.to_string()).as_ref(), Ok(offered), "offered for {text:?}");
            }
        }
    }
}

/// What reads is written in a form that reads as the same call, without a guess; what is offered reads.
pub fn input(value: &Value) {
    match read_input(value) {
        Ok((call, _)) => {
            let written = write_input(&call);
            let again = read_input(&written);
            assert_eq!(again.as_ref().map(|(call, _)| call), Ok(&call), "{value} was written as {written}");
            let guesses = again.map(|(_, notes)| notes).unwrap_or_default();
            assert!(guesses.iter().all(|note| note.kind == NoteKind::NumericKey), "{written}: {guesses:?}");
        }
        Err(error) => {
            assert!(!error.message.contains('\n'), "{}", error.message);
            if let Some(attempt) = error.attempt {
                assert!(read_input(&attempt).is_ok(), "{attempt} offered for {value}");
            }
        }
    }
}

/// Text of a page stays in its quotes, cells and fences.
pub fn text(text: &str) {
    let quoted = quote(text);
    assert!(serde_json::from_str::<String>(&quoted).is_ok(), "{quoted}");
    assert!(!quoted.contains(['\n', '\r', '\u{85}', '\u{2028}', '\u{2029}']), "{quoted:?}");
    assert!(!cell(text).contains(['\n', '\r', '\u{85}', '\u{2028}', '\u{2029}']), "{text:?}");
    let block = fence(text);
    let lines: Vec<&str> = block.split('\n').collect();
    let mark = lines.first().copied().unwrap_or_default();
    assert_eq!(lines.iter().filter(|line| line.trim_start().starts_with(mark)).count(), 2, "{block:?}");
    for most in [0, 1, 7, 40] {
        let (head, left) = cut(text, most);
        assert_eq!(head.chars().count() + left, text.chars().count(), "{text:?}");
    }
    assert!(estimate(text) as usize <= 1 + 4 * text.len(), "{text:?}");
    let names: Vec<&str> = text.split(' ').collect();
    if let Some((wanted, others)) = names.split_first() {
        let found = near(wanted, others.iter().copied(), 3);
        assert!(found.len() <= 3 && found.iter().all(|name| others.contains(&name.as_str())), "{text:?}");
    }
}
