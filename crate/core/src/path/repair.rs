//! What was probably meant by a text that is no path, and what of it can be read. Both are only ever shown,
//! as the corrected call of a fault; they must never be run in place of what was written.

use crate::path::error::{Error, ErrorKind};
use crate::path::grammar::read_once;
use crate::path::lambda;
use crate::path::print::json_string;
use crate::path::{Path, Segment, Special};
use crate::text::edits::edits;

/// The canonical path that was probably meant. One small change of the text that makes it a path, or nothing.
pub(super) fn meant(text: &str, error: &Error) -> Option<String> {
    let changed = match error.kind {
        ErrorKind::Function => lambda::without(text)?,
        _ => wrapped(text).map_or_else(|| change(text, error), |inner| Some(inner.to_owned()))?,
    };
    let path = read_once(&changed).ok()?.path;
    (!path.segments.is_empty()).then(|| path.to_string())
}

/// The canonical path before the mistake, unless it is empty or a call.
pub(super) fn before(text: &str, error: &Error) -> Option<String> {
    let head = text.get(..error.span.0)?.trim_end_matches(|c: char| c.is_whitespace() || c == '.');
    let path = read_once(head).ok()?.path;
    let runs = |segment: &Segment| matches!(segment, Segment::Call(_));
    (!path.segments.is_empty() && !path.segments.iter().any(runs)).then(|| Path::to_string(&path))
}

/// What stands in `console.log(…)` and its like: only what is in it is meant.
fn wrapped(text: &str) -> Option<&str> {
    let text = text.trim_end_matches([';', ' ']);
    let open =
        ["JSON.stringify(", "console.log(", "String(", "Array.from(", "Object.keys(", "Object.values(", "print("];
    let inner = open.into_iter().find_map(|open| text.strip_prefix(open))?.strip_suffix(')')?;
    Some(inner.split_once(',').map_or(inner, |(first, _)| first))
}

/// The text with one small change, by the kind of mistake.
fn change(text: &str, error: &Error) -> Option<String> {
    let (start, end) = error.span;
    let head = text.get(..start)?;
    let tail = text.get(end..)?;
    match &error.kind {
        ErrorKind::UnclosedBracket
        | ErrorKind::UnclosedCall
        | ErrorKind::UnclosedString
        | ErrorKind::UnclosedLiteral => Some(closed(text)),
        ErrorKind::EmptyName => Some(format!("{head}.{}", tail.trim_start_matches('.'))),
        ErrorKind::EmptyBracket => Some(format!("{head}{}", text.get(start..)?.split_once(']')?.1)),
        ErrorKind::BadIndex(found) => {
            let rest = text.get(start..)?.split_once(']')?.1;
            Some(format!("{head}[{}]{rest}", index(found)?))
        }
        ErrorKind::BareWord(_) => {
            let rest = text.get(start..)?;
            let stop = rest.find([',', ')', ']', '}', '"', '\''])?;
            let (word, rest) = rest.split_at(stop);
            // An expression is not meant as text.
            if word.contains(['.', '(', '=', '+', '$']) {
                return None;
            }
            Some(format!("{head}{}{rest}", json_string(word.trim_end())))
        }
        ErrorKind::UnknownSpecial(word) => {
            let head = head.trim_end_matches('.');
            let typed: Vec<char> = word.chars().take(12).collect();
            let near = |special: &Special| edits(&special.as_str().chars().collect::<Vec<_>>(), &typed, 2).is_some();
            match Special::ALL.into_iter().find(near) {
                Some(special) => Some(format!("{head}.{}", special.as_str())),
                None => Some(format!("{head}[{}]{tail}", json_string(word))),
            }
        }
        ErrorKind::SpecialNotLast | ErrorKind::Several => Some(head.to_owned()),
        // A closing bracket too many.
        ErrorKind::Unexpected { found, .. } if matches!(found.as_str(), "\"]\"" | "\")\"" | "\"}\"") => {
            Some(format!("{head}{tail}"))
        }
        _ => None,
    }
}

/// What stands in brackets, made a slice where it looks like a range.
fn index(found: &str) -> Option<String> {
    if found == "*" {
        return Some(":".to_owned());
    }
    let (from, to) = ["..=", "..", ",", "-", "–", " to "].into_iter().find_map(|mark| found.split_once(mark))?;
    let plain = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
    (plain(from.trim()) && plain(to.trim())).then(|| format!("{}:{}", from.trim(), to.trim()))
}

/// The text with every open quote and bracket closed.
fn closed(text: &str) -> String {
    let mut open = Vec::new();
    let mut quote = None;
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        match (quote, c) {
            (Some(_), '\\') => {
                chars.next();
            }
            (Some(q), c) if c == q => quote = None,
            (Some(_), _) => {}
            (None, '"' | '\'' | '`') => quote = Some(c),
            (None, '[') => open.push(']'),
            (None, '(') => open.push(')'),
            (None, '{') => open.push('}'),
            (None, ']' | ')' | '}') => {
                open.pop();
            }
            (None, _) => {}
        }
    }
    let mut out = text.trim_end().trim_end_matches(',').to_owned();
    out.extend(quote);
    out.extend(open.into_iter().rev());
    out
}
