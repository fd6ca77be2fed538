//! Names in a path: identifiers, labels as they stand on the page, and what brackets hold. What could be read
//! in two ways is an error, never a guess.

use super::Parser;
use crate::path::cursor::{Cursor, is_space};
use crate::path::error::{Error, ErrorKind};
use crate::path::print::{continues_name, is_identifier, starts_name};
use crate::path::{Segment, literal};

impl Parser<'_> {
    /// A name after a separator or at the start: an identifier, or a label as it stands on the page.
    pub(super) fn name(&mut self) -> Result<(), Error> {
        let start = self.cursor.at();
        if self.cursor.peek().is_some_and(starts_name) {
            let name = self.cursor.take_while(continues_name);
            let mut ahead = self.cursor.clone();
            ahead.skip_space();
            if self.ends_name(&ahead) {
                // A first `/` decides that slashes separate; behind dots they belong to labels.
                self.slash |= self.out.path.segments.is_empty() && ahead.peek() == Some('/');
                let segment = if is_identifier(name) { Segment::Name(name.into()) } else { Segment::Key(name.into()) };
                return self.push(start, segment);
            }
        }
        self.label(start)
    }

    /// Is a name over where something that cannot be part of it follows?
    fn ends_name(&self, ahead: &Cursor<'_>) -> bool {
        match ahead.peek() {
            None | Some('.' | '[' | '(' | ';' | '=') => true,
            Some('?') => ahead.peek_second() == Some('.'),
            Some('/') => self.slash || self.out.path.segments.is_empty(),
            Some(',' | ')') => self.wrapped,
            // The separator of our own answers.
            Some('·') => true,
            _ => false,
        }
    }

    /// A label that is no identifier, written without quotes: up to what can only be grammar.
    fn label(&mut self, start: usize) -> Result<(), Error> {
        let (slash, wrapped) = (self.slash || self.out.path.segments.is_empty(), self.wrapped);
        let ends = move |c: char| match c {
            '.' | '[' | '(' | ';' | '=' | '·' | '\n' | '\r' => true,
            '/' => slash,
            ',' | ')' => wrapped,
            _ => false,
        };
        self.cursor.take_while(|c| !ends(c));
        let text = self.cursor.since(start).trim_end_matches(is_space);
        if let Some(bad) = misplaced(text) {
            let mut at = Cursor::new(text);
            at.take_while(|c| c != bad);
            let mut error = at.unexpected("a name, or a label in brackets and quotes: [\"label\"]");
            error.span = (error.span.0 + start, error.span.1 + start);
            return Err(error);
        }
        if text.is_empty() {
            return Err(self.cursor.unexpected("a name"));
        }
        self.slash |= self.out.path.segments.is_empty() && self.cursor.peek() == Some('/');
        self.out.lenient = true;
        let segment = position(text).unwrap_or_else(|| Segment::Key(text.to_owned()));
        self.push(start, segment)
    }

    pub(super) fn bracket(&mut self) -> Result<(), Error> {
        let start = self.cursor.at();
        self.out.lenient |= self.open && !self.out.path.segments.is_empty();
        self.cursor.next();
        self.cursor.skip_space();
        let segment = match self.cursor.peek() {
            Some('"' | '\'' | '`') => {
                let key = literal::string(&mut self.cursor)?;
                if matches!(position(&key), Some(Segment::Index(_))) {
                    self.out.numeric_keys.push(key.clone());
                }
                self.cursor.skip_space();
                Segment::Key(key)
            }
            _ => self.bare_bracket(start)?,
        };
        if self.cursor.eat("]") {
            return self.push(start, segment);
        }
        if self.cursor.is_done() {
            return Err(self.cursor.error(start, ErrorKind::UnclosedBracket));
        }
        Err(self.cursor.unexpected("\"]\""))
    }

    /// A position, a slice, or a key without quotes.
    fn bare_bracket(&mut self, start: usize) -> Result<Segment, Error> {
        let inner = self.cursor.take_while(|c| !matches!(c, ']' | '[' | '"' | '\'' | '`' | '\n')).trim();
        let kind = match inner {
            _ if self.cursor.is_done() => ErrorKind::UnclosedBracket,
            "" => ErrorKind::EmptyBracket,
            _ if inner.contains("${") => ErrorKind::Template,
            _ => match position(inner).or_else(|| typeset(inner)) {
                Some(segment) => {
                    self.out.lenient |= matches!(segment, Segment::Key(_));
                    return Ok(segment);
                }
                None if plain_key(inner) => {
                    self.out.lenient = true;
                    return Ok(Segment::Key(inner.to_owned()));
                }
                None => ErrorKind::BadIndex(inner.to_owned()),
            },
        };
        Err(self.cursor.error(start, kind))
    }
}

/// `3`, `-1`, `2:10`, `:5`, `2:`, `:`.
fn position(text: &str) -> Option<Segment> {
    let number = |part: &str| -> Option<Option<i64>> {
        let part = part.trim();
        if part.is_empty() {
            return Some(None);
        }
        let digits = part.strip_prefix(['-', '+']).unwrap_or(part);
        let plain = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
        plain.then(|| part.parse().ok()).flatten().map(Some)
    };
    match text.split_once(':') {
        None => number(text)?.map(Segment::Index),
        Some((from, to)) => Some(Segment::Slice(number(from)?, number(to)?)),
    }
}

/// A key in typographic quotes: “Sign in”.
fn typeset(text: &str) -> Option<Segment> {
    let pairs = [('“', '”'), ('‘', '’'), ('„', '“'), ('«', '»'), ('「', '」')];
    let inner = pairs.into_iter().find_map(|(open, close)| text.strip_prefix(open)?.strip_suffix(close))?;
    (!inner.is_empty()).then(|| Segment::Key(inner.to_owned()))
}

/// May a text in brackets be read as a key? Not where it looks like a number, a range or a missing value.
fn plain_key(text: &str) -> bool {
    let numeric = text.chars().all(|c| c.is_ascii_digit() || matches!(c, '.' | ',' | ':' | '-' | '+' | ' '));
    let date = text.len() >= 8 && text.matches('-').count() == 2;
    let missing = matches!(text, "undefined" | "null" | "NaN" | "None" | "*" | "?" | "…");
    let code = text.contains(['(', ')', '{', '}', '=', '<', '>', '*', ',', '…', '$', '@']);
    (!numeric || date) && !missing && !code
}

/// A character that a label without quotes cannot hold.
fn misplaced(text: &str) -> Option<char> {
    let inner_quote = |at: usize| {
        let before = text.get(..at).and_then(|t| t.chars().next_back());
        before.is_some_and(char::is_alphanumeric)
    };
    text.char_indices()
        .find(|(at, c)| match c {
            '"' | '`' | '{' | '}' | ']' | ')' | '<' | '>' | '\\' | '…' => true,
            // An apostrophe: Don't save.
            '\'' => !inner_quote(*at),
            _ => false,
        })
        .map(|(_, c)| c)
}
