//! A text in the pieces that the o200k tokeniser looks at one by one; no token reaches over two of them.
//! The rules are those of its published pattern:
//! a word with one character before it (a change from lower to upper case begins another) and a contraction behind it;
//! up to three digits; punctuation with a space before and line breaks behind it; white space.
//! `tests/bench/tokens/model.js` has the same in JavaScript, where the weights are learnt.

/// What a piece is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// Letters, with at most one other character before them.
    Word,
    /// Up to three digits.
    Digits,
    /// Anything else that is seen.
    Marks,
    /// White space.
    Space,
}

#[derive(Debug, Clone, Copy)]
pub(super) struct Piece<'a> {
    pub(super) kind: Kind,
    pub(super) text: &'a str,
}

/// The pieces of a text.
pub(super) struct Pieces<'a> {
    rest: &'a str,
}

impl<'a> Pieces<'a> {
    pub(super) const fn new(text: &'a str) -> Self {
        Self { rest: text }
    }
}

impl<'a> Iterator for Pieces<'a> {
    type Item = Piece<'a>;

    fn next(&mut self) -> Option<Piece<'a>> {
        let (kind, length) = first(self.rest)?;
        let (text, rest) = self.rest.split_at_checked(length.max(1))?;
        self.rest = rest;
        Some(Piece { kind, text })
    }
}

/// Letters, and the marks that belong to them.
pub(super) fn is_letter(c: char) -> bool {
    c.is_alphabetic() || is_mark(c)
}

/// Combining marks, which follow a letter and begin no name.
fn is_mark(c: char) -> bool {
    !c.is_ascii() && unicode_ident::is_xid_continue(c) && !unicode_ident::is_xid_start(c) && !c.is_numeric()
}

/// Kind and length in bytes of the first piece.
fn first(text: &str) -> Option<(Kind, usize)> {
    let mut chars = text.chars();
    let lead = chars.next()?;
    if is_letter(lead) {
        return Some((Kind::Word, word(text)));
    }
    if lead.is_numeric() {
        return Some((Kind::Digits, text.chars().take(3).take_while(|c| c.is_numeric()).map(char::len_utf8).sum()));
    }
    if !matches!(lead, '\n' | '\r') && chars.clone().next().is_some_and(is_letter) {
        let width = lead.len_utf8();
        return Some((Kind::Word, width + text.get(width..).map_or(0, word)));
    }
    let spaced = usize::from(lead == ' ');
    let seen = |c: char| !c.is_whitespace() && !c.is_alphabetic() && !c.is_numeric();
    let marks = length(text.get(spaced..)?, seen);
    if marks > 0 {
        let end = spaced + marks;
        return Some((Kind::Marks, end + length(text.get(end..)?, |c| matches!(c, '\n' | '\r' | '/'))));
    }
    Some((Kind::Space, space(text)))
}

/// Length of the word that begins here: capitals, then small letters, then a contraction.
fn word(text: &str) -> usize {
    let capitals = length(text, |c| is_letter(c) && !c.is_lowercase());
    let small = length(text.get(capitals..).unwrap_or_default(), |c| is_letter(c) && !c.is_uppercase());
    let end = capitals + small;
    end + contraction(text.get(end..).unwrap_or_default())
}

fn contraction(text: &str) -> usize {
    let mut chars = text.chars();
    if chars.next() != Some('\'') {
        return 0;
    }
    let first = chars.next().map(|c| c.to_ascii_lowercase());
    let second = chars.next().map(|c| c.to_ascii_lowercase());
    match (first, second) {
        (Some('r' | 'v'), Some('e')) | (Some('l'), Some('l')) => 3,
        (Some('s' | 't' | 'm' | 'd'), _) => 2,
        _ => 0,
    }
}

/// Length of the white space that begins here and is one piece: up to its last line break, or without the
/// last space where something follows, since that goes with what follows.
fn space(text: &str) -> usize {
    let all = length(text, char::is_whitespace);
    let run = text.get(..all).unwrap_or_default();
    if let Some(at) = run.rfind(['\n', '\r']) {
        return at + 1;
    }
    let last = run.chars().next_back().map_or(0, char::len_utf8);
    if all < text.len() && all > last { all - last } else { all }
}

/// Length of the characters at the beginning that satisfy `f`.
fn length(text: &str, f: impl Fn(char) -> bool) -> usize {
    text.find(|c| !f(c)).unwrap_or(text.len())
}
