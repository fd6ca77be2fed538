//! A position in a text, for the readers of paths and literals. It only goes forward, so that reading is
//! linear, and it never leaves a character boundary.

use crate::path::error::{Error, ErrorKind};

#[derive(Debug, Clone)]
pub(crate) struct Cursor<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Cursor<'a> {
    pub(crate) const fn new(text: &'a str) -> Self {
        Self { text, at: 0 }
    }

    pub(crate) const fn at(&self) -> usize {
        self.at
    }

    pub(crate) fn rest(&self) -> &'a str {
        self.text.get(self.at..).unwrap_or_default()
    }

    /// The text from an earlier position up to here.
    pub(crate) fn since(&self, start: usize) -> &'a str {
        self.text.get(start..self.at).unwrap_or_default()
    }

    pub(crate) fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    pub(crate) fn peek_second(&self) -> Option<char> {
        self.rest().chars().nth(1)
    }

    pub(crate) fn next(&mut self) -> Option<char> {
        let c = self.peek()?;
        self.at += c.len_utf8();
        Some(c)
    }

    /// Goes past `token` where it stands here.
    pub(crate) fn eat(&mut self, token: &str) -> bool {
        let there = self.rest().starts_with(token);
        if there {
            self.at += token.len();
        }
        there
    }

    /// Goes on while the characters satisfy `f`, and returns them.
    pub(crate) fn take_while(&mut self, f: impl Fn(char) -> bool) -> &'a str {
        let start = self.at;
        let rest = self.rest();
        self.at += rest.find(|c| !f(c)).unwrap_or(rest.len());
        self.since(start)
    }

    pub(crate) fn skip_space(&mut self) {
        self.take_while(is_space);
    }

    pub(crate) fn is_done(&self) -> bool {
        self.rest().is_empty()
    }

    /// An error from `start` to here.
    pub(crate) const fn error(&self, start: usize, kind: ErrorKind) -> Error {
        Error::new(kind, start, self.at)
    }

    /// An error at the character that stands here.
    pub(crate) fn unexpected(&self, expected: &'static str) -> Error {
        let end = self.at + self.peek().map_or(0, char::len_utf8);
        Error::new(ErrorKind::Unexpected { found: self.found(), expected }, self.at, end)
    }

    /// What stands here, as an error says it.
    fn found(&self) -> String {
        match self.peek() {
            None => "the end".to_owned(),
            Some(c) => crate::path::print::json_string(c.encode_utf8(&mut [0; 4])),
        }
    }
}

/// White space between tokens; also what copies from web pages bring along.
pub(crate) fn is_space(c: char) -> bool {
    c.is_whitespace() || c == '\u{feff}' || c == '\u{200b}'
}
