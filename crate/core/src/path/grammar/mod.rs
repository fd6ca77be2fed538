//! The grammar of paths, read in one pass without recursion (values apart, which are bounded). Beside the
//! canonical form it understands how agents write: spaces and other labels after a dot, `/` for `.`, a
//! leading `call(`, `await` or `onecall.`, a trailing `;`. It must never run or look up anything.

mod names;

use crate::limits;
use crate::path::cursor::{Cursor, is_space};
use crate::path::error::{Error, ErrorKind};
use crate::path::literal;
use crate::path::print::{continues_name, starts_name};
use crate::path::repair;
use crate::path::{Reading, Segment, Special};
use crate::protocol::Value;

/// Reads a path; an error carries what was probably meant, where that reads as a path.
pub(super) fn read(text: &str) -> Result<Reading, Error> {
    read_once(text).or_else(|error| unescaped(text).ok_or(error)).map_err(|mut error| {
        error.meant = repair::meant(text, &error);
        error.before = repair::before(text, &error);
        error
    })
}

/// A path in which every quote has a backslash before it: escaped once too often on its way here. Only looked
/// at where the text as it stands is no path, so nothing that reads otherwise is changed.
fn unescaped(text: &str) -> Option<Reading> {
    let escaped = text.matches("\\\"").count();
    if escaped == 0 || escaped != text.matches('"').count() {
        return None;
    }
    let reading = read_once(&text.replace("\\\"", "\"")).ok()?;
    Some(Reading { lenient: true, ..reading })
}

/// Reads a path without looking for what was meant.
pub(super) fn read_once(text: &str) -> Result<Reading, Error> {
    // A character has at most four bytes: only a text that may be too long is counted.
    if text.len() > limits::PATH_CHARS && text.chars().count() > limits::PATH_CHARS {
        return Err(Error::new(ErrorKind::TooLong, 0, text.len()));
    }
    let mut parser = Parser::new(text);
    parser.path()?;
    Ok(parser.out)
}

/// Names that agents write in front of a path and that name nothing at the root.
pub(super) const LEADS: [&str; 4] = ["call", "onecall", "window", "globalThis"];

/// Goes past `x =` of `const x = …`: the name means nothing here, what follows is the path.
fn declared(ahead: &mut Cursor<'_>) -> bool {
    let name = ahead.take_while(continues_name);
    ahead.skip_space();
    let there = !name.is_empty() && ahead.eat("=");
    ahead.skip_space();
    there
}

struct Parser<'a> {
    cursor: Cursor<'a>,
    out: Reading,
    /// `/` separates, as in `page/forms/Sign in`.
    slash: bool,
    /// Inside `call( … )`.
    wrapped: bool,
    /// A separator was read, or nothing yet: a name may follow.
    open: bool,
    /// One dot in front of everything was read.
    dotted: bool,
}

impl<'a> Parser<'a> {
    fn new(text: &'a str) -> Self {
        Self {
            cursor: Cursor::new(text),
            out: Reading::default(),
            slash: false,
            wrapped: false,
            open: true,
            dotted: false,
        }
    }

    fn path(&mut self) -> Result<(), Error> {
        self.lead()?;
        loop {
            self.cursor.skip_space();
            if self.tail()? {
                return Ok(());
            }
            self.segment()?;
        }
    }

    fn push(&mut self, start: usize, segment: Segment) -> Result<(), Error> {
        if self.out.path.segments.len() >= limits::PATH_SEGMENTS {
            return Err(self.cursor.error(start, ErrorKind::TooManySegments));
        }
        if matches!(self.out.path.segments.last(), Some(Segment::Special(_))) {
            return Err(self.cursor.error(start, ErrorKind::SpecialNotLast));
        }
        let segment = match segment {
            // What `lead` takes off stands in a path of its own only as a key; no root has such a member.
            Segment::Name(name) if self.out.path.segments.is_empty() && LEADS.contains(&name.as_str()) => {
                Segment::Key(name)
            }
            other => other,
        };
        self.out.path.segments.push(segment);
        self.open = false;
        Ok(())
    }

    /// What agents write in front of a path.
    fn lead(&mut self) -> Result<(), Error> {
        self.cursor.skip_space();
        for word in ["return", "const", "let", "var", "await"] {
            let spaced = self.cursor.rest().strip_prefix(word).is_some_and(|rest| rest.starts_with(is_space));
            if !spaced {
                continue;
            }
            let mut ahead = self.cursor.clone();
            ahead.eat(word);
            ahead.skip_space();
            if matches!(word, "const" | "let" | "var") && !declared(&mut ahead) {
                continue;
            }
            self.cursor = ahead;
            self.out.lenient = true;
        }
        for prefix in ["window.", "globalThis.", "onecall."] {
            self.out.lenient |= self.cursor.eat(prefix);
        }
        let call = self.cursor.rest().strip_prefix("call").map(str::trim_start);
        if call.is_some_and(|rest| rest.starts_with('(')) && self.cursor.eat("call") {
            self.cursor.skip_space();
            self.cursor.next();
            self.cursor.skip_space();
            self.wrapped = true;
            self.out.lenient = true;
        }
        match self.cursor.peek() {
            Some('"' | '\'' | '`') => self.quoted_whole()?,
            Some('{') if self.wrapped => {
                return Err(self.cursor.error(self.cursor.at(), ErrorKind::WholeCall));
            }
            // The root of JSONPath.
            Some('$') if !self.cursor.peek_second().is_some_and(starts_name) => {
                self.cursor.next();
                self.out.lenient = true;
            }
            _ => {}
        }
        Ok(())
    }

    /// A whole path in quotes, as in `call("page.forms", {})`.
    fn quoted_whole(&mut self) -> Result<(), Error> {
        let start = self.cursor.at();
        let mut ahead = self.cursor.clone();
        let inner = literal::string(&mut ahead)?;
        ahead.skip_space();
        if !matches!(ahead.peek(), None | Some(';' | ',' | ')')) {
            return Ok(());
        }
        self.cursor = ahead;
        self.out.lenient = true;
        // The inner text is unquoted once and not again, so this does not recurse any further.
        let mut parser = Parser::new(&inner);
        parser.cursor.skip_space();
        if matches!(parser.cursor.peek(), Some('"' | '\'' | '`')) {
            return Err(self.cursor.error(start, ErrorKind::WholeCall));
        }
        parser.path().map_err(|error| self.cursor.error(start, error.kind))?;
        self.out.path = parser.out.path;
        self.out.numeric_keys = parser.out.numeric_keys;
        self.open = false;
        Ok(())
    }

    /// What may stand behind a path; true where the path is over.
    fn tail(&mut self) -> Result<bool, Error> {
        if self.wrapped && self.cursor.eat(",") {
            self.rest_of_call()?;
        } else if self.wrapped && self.cursor.eat(")") {
            self.wrapped = false;
        }
        self.cursor.skip_space();
        while !self.cursor.is_done() && self.cursor.eat(";") {
            self.out.lenient = true;
            self.cursor.skip_space();
            if !self.cursor.is_done() && self.cursor.peek() != Some(';') {
                return Err(self.cursor.error(self.cursor.at(), ErrorKind::Several));
            }
        }
        if !self.cursor.is_done() {
            return Ok(false);
        }
        if self.wrapped {
            return Err(self.cursor.error(0, ErrorKind::UnclosedCall));
        }
        Ok(true)
    }

    /// The arguments in `call(path, …)`.
    fn rest_of_call(&mut self) -> Result<(), Error> {
        let start = self.cursor.at();
        let mut args = literal::list(&mut self.cursor, ')', 0)
            .map_err(|e| literal::unclosed(&self.cursor, start, e, ErrorKind::UnclosedCall))?;
        self.wrapped = false;
        if args.is_empty() {
            return Ok(());
        }
        if matches!(self.out.path.segments.last(), Some(Segment::Call(given)) if given.is_empty()) {
            self.out.path.segments.pop();
        }
        // `call(path, [a, b])` gives the list of arguments itself.
        if let [Value::Array(list)] = args.as_mut_slice() {
            args = std::mem::take(list);
        }
        self.call(start, args)
    }

    fn segment(&mut self) -> Result<(), Error> {
        let start = self.cursor.at();
        match self.cursor.peek() {
            Some('.') => self.separator(),
            Some('?') if !self.open && self.cursor.peek_second() == Some('.') => {
                self.cursor.next();
                self.out.lenient = true;
                self.separator()
            }
            Some('/') if self.slash || self.out.path.segments.is_empty() => {
                self.slash = true;
                self.out.lenient = true;
                self.cursor.next();
                if self.open && !self.out.path.segments.is_empty() {
                    return Err(self.cursor.error(start, ErrorKind::EmptyName));
                }
                self.open = true;
                Ok(())
            }
            Some('[') => self.bracket(),
            Some('(') => {
                let given = self.cursor.rest();
                self.cursor.next();
                let (args, named) = literal::arguments(&mut self.cursor).map_err(|e| {
                    if given.contains("=>") || given.contains("function") {
                        return self.cursor.error(start, ErrorKind::Function);
                    }
                    literal::unclosed(&self.cursor, start, e, ErrorKind::UnclosedCall)
                })?;
                self.out.lenient |= named;
                self.call(start, args)
            }
            Some('$') => self.special(),
            Some('…') => Err(self.cursor.error(start, ErrorKind::Placeholder)),
            Some('<') => Err(self.cursor.error(start, ErrorKind::Placeholder)),
            Some('=') => {
                self.cursor.next();
                Err(self.cursor.error(start, ErrorKind::Assignment))
            }
            Some('·') => Err(self.cursor.error(start, ErrorKind::Several)),
            Some('"' | '\'' | '`') if self.open => {
                let key = literal::string(&mut self.cursor)?;
                self.out.lenient = true;
                self.push(start, Segment::Key(key))
            }
            Some(_) if self.open => self.name(),
            _ => Err(self.cursor.unexpected("\".\", \"[\", \"(\" or the end")),
        }
    }

    fn separator(&mut self) -> Result<(), Error> {
        let start = self.cursor.at();
        self.cursor.next();
        let first = self.out.path.segments.is_empty();
        if self.cursor.rest().starts_with("..") {
            return Err(self.cursor.error(start, ErrorKind::Placeholder));
        }
        if self.open && (!first || self.dotted) || self.cursor.peek() == Some('.') {
            return Err(self.cursor.error(start, ErrorKind::EmptyName));
        }
        self.dotted = true;
        self.out.lenient |= first;
        self.open = true;
        Ok(())
    }

    fn call(&mut self, start: usize, args: Vec<Value>) -> Result<(), Error> {
        let fits = matches!(
            self.out.path.segments.last(),
            Some(Segment::Name(_) | Segment::Key(_) | Segment::Index(_) | Segment::Slice(..))
        );
        if !fits || self.open {
            return Err(self.cursor.error(start, ErrorKind::MisplacedCall));
        }
        self.push(start, Segment::Call(args))
    }

    fn special(&mut self) -> Result<(), Error> {
        let start = self.cursor.at();
        self.cursor.next();
        self.cursor.take_while(continues_name);
        let word = self.cursor.since(start);
        match Special::ALL.into_iter().find(|s| s.as_str().eq_ignore_ascii_case(word)) {
            Some(special) => {
                self.out.lenient |= !self.open;
                // `$help()` says the same.
                self.out.lenient |= self.cursor.eat("()");
                self.push(start, Segment::Special(special))
            }
            None => Err(self.cursor.error(start, ErrorKind::UnknownSpecial(word.to_owned()))),
        }
    }
}
