//! What can be wrong with the text of a path, as data: a kind with a stable code, where it is, and, where
//! one can be told, the canonical path that was probably meant. It never decides what to do about it.

use std::fmt;

use crate::limits;
use crate::path::print::json_string;

/// What was wrong. Tests and callers go by [`ErrorKind::code`], never by the wording.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ErrorKind {
    /// More than [`limits::PATH_CHARS`] characters.
    TooLong,
    /// More than [`limits::PATH_SEGMENTS`] segments.
    TooManySegments,
    /// JSON nested deeper than [`limits::JSON_DEPTH`].
    TooDeep,
    /// `[` without `]`.
    UnclosedBracket,
    /// `(` without `)`.
    UnclosedCall,
    /// A string without its closing quote.
    UnclosedString,
    /// `{` or `[` of a literal without its end.
    UnclosedLiteral,
    /// `[]`.
    EmptyBracket,
    /// Two separators with nothing between them.
    EmptyName,
    /// A bracket that holds neither a position, nor a slice, nor a key.
    BadIndex(String),
    /// A number that is none, or that JSON cannot hold.
    BadNumber(String),
    /// An escape sequence that is none, or half a surrogate pair.
    BadEscape(String),
    /// A template with `${`.
    Template,
    /// A function where a JSON value has to stand.
    Function,
    /// A word where a JSON value has to stand.
    BareWord(String),
    /// Arguments where nothing stands that could be called.
    MisplacedCall,
    /// `$` and a word that is none of ours.
    UnknownSpecial(String),
    /// Something after `$help`, `$schema`, `$why` or `$picture`.
    SpecialNotLast,
    /// `…` or `<…>` copied from an answer or a text.
    Placeholder,
    /// `path = value`.
    Assignment,
    /// Several paths in one.
    Several,
    /// `call({…})` where a path has to stand.
    WholeCall,
    /// Anything else.
    Unexpected {
        /// What stands there.
        found: String,
        /// What could have stood there.
        expected: &'static str,
    },
}

impl ErrorKind {
    /// The stable code.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Self::TooLong => "path.too_long",
            Self::TooManySegments => "path.too_many_segments",
            Self::TooDeep => "path.too_deep",
            Self::UnclosedBracket => "path.unclosed_bracket",
            Self::UnclosedCall => "path.unclosed_call",
            Self::UnclosedString => "path.unclosed_string",
            Self::UnclosedLiteral => "path.unclosed_literal",
            Self::EmptyBracket => "path.empty_bracket",
            Self::EmptyName => "path.empty_name",
            Self::BadIndex(_) => "path.bad_index",
            Self::BadNumber(_) => "path.bad_number",
            Self::BadEscape(_) => "path.bad_escape",
            Self::Template => "path.template",
            Self::Function => "path.function",
            Self::BareWord(_) => "path.bare_word",
            Self::MisplacedCall => "path.misplaced_call",
            Self::UnknownSpecial(_) => "path.unknown_special",
            Self::SpecialNotLast => "path.special_not_last",
            Self::Placeholder => "path.placeholder",
            Self::Assignment => "path.assignment",
            Self::Several => "path.several",
            Self::WholeCall => "path.whole_call",
            Self::Unexpected { .. } => "path.unexpected",
        }
    }

    /// Is it a bound that was passed, rather than a mistake in the text?
    #[must_use]
    pub const fn is_bound(&self) -> bool {
        matches!(self, Self::TooLong | Self::TooManySegments | Self::TooDeep)
    }
}

impl fmt::Display for ErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLong => write!(
                f,
                "the path has more than {} characters; long arguments belong into \"args\"",
                limits::PATH_CHARS
            ),
            Self::TooManySegments => write!(f, "the path has more than {} segments", limits::PATH_SEGMENTS),
            Self::TooDeep => write!(f, "a value is nested deeper than {} levels", limits::JSON_DEPTH),
            Self::UnclosedBracket => f.write_str("\"[\" has no \"]\""),
            Self::UnclosedCall => f.write_str("\"(\" has no \")\""),
            Self::UnclosedString => f.write_str("a string has no closing quote"),
            Self::UnclosedLiteral => f.write_str("an object or array has no end"),
            Self::EmptyBracket => {
                f.write_str("the brackets are empty; expected a position [0], a slice [0:5] or a key [\"name\"]")
            }
            Self::EmptyName => {
                f.write_str("a name is missing between two separators; a label with dots is written [\"like this\"]")
            }
            Self::BadIndex(found) => {
                write!(
                    f,
                    "found {} in brackets; expected a position [0], a slice [0:5] or a key [\"name\"]",
                    said(found)
                )
            }
            Self::BadNumber(found) => write!(f, "found {}; expected a finite number", said(found)),
            Self::BadEscape(found) => write!(f, "found the escape {}, which stands for no character", said(found)),
            Self::Template => f.write_str("\"${\" is not filled in; a path is plain text, so write the value itself"),
            Self::Function => f.write_str(
                "found a function; a call takes values only: where({column: value}) chooses, select(column) picks, run(\"script\") runs JavaScript",
            ),
            Self::BareWord(found) => write!(f, "found {} without quotes; expected a JSON value", said(found)),
            Self::MisplacedCall => f.write_str("arguments may follow a name or a bracket only"),
            Self::UnknownSpecial(found) => {
                let found = said(found);
                write!(f, "found {found}; expected $help, $schema, $why or $picture, or as a key [{found}]")
            }
            Self::SpecialNotLast => f.write_str("$help, $schema, $why and $picture end a path"),
            Self::Placeholder => {
                f.write_str("\"…\" and \"<…>\" stand for a path that is written out elsewhere; send the whole path")
            }
            Self::Assignment => f.write_str("found \"=\"; an assignment is sent as \"value\" beside the path"),
            Self::Several => f.write_str("found several paths; send one, or a list as \"steps\""),
            Self::WholeCall => f.write_str("found a whole call; send its fields \"path\" and \"args\" themselves"),
            Self::Unexpected { found, expected } => write!(f, "found {found}; expected {expected}"),
        }
    }
}

/// The caller's text as a message shows it: quoted, on one line, short.
fn said(text: &str) -> String {
    const MOST: usize = 40;
    match text.char_indices().nth(MOST) {
        Some((at, _)) => format!("{}…", json_string(text.get(..at).unwrap_or_default())),
        None => json_string(text),
    }
}

/// An error with its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Error {
    /// What was wrong.
    pub kind: ErrorKind,
    /// Where, in bytes of the text that was given: start and end, both on character boundaries.
    pub span: (usize, usize),
    /// The canonical path that was probably meant. Never used by itself: only shown.
    pub meant: Option<String>,
    /// The canonical path that stands before the mistake, where it reads and runs nothing.
    pub before: Option<String>,
}

impl Error {
    /// An error without a suggestion.
    #[must_use]
    pub const fn new(kind: ErrorKind, start: usize, end: usize) -> Self {
        Self { kind, span: (start, end), meant: None, before: None }
    }

    /// The kind's stable code.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        self.kind.code()
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, at byte {}", self.kind, self.span.0)
    }
}

impl std::error::Error for Error {}
