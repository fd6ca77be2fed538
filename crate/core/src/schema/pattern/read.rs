//! Reads the text of an expression. Lenient where browsers are without the `u` flag (`\-`, a lone brace), as many
//! pages write that; what it does not know is no expression, never a guess.

use super::{Class, Edge, Node, Part, Set};
use crate::limits;
use crate::path::cursor::Cursor;

/// Groups in groups.
const DEPTH: u32 = 24;

/// The whole text as one node.
pub(super) fn read(text: &str) -> Option<Node> {
    if text.len() > limits::PATTERN_CHARS {
        return None;
    }
    let mut reader = Reader { at: Cursor::new(text) };
    let node = reader.either(0)?;
    reader.at.peek().is_none().then_some(node)
}

struct Reader<'a> {
    at: Cursor<'a>,
}

impl Reader<'_> {
    fn either(&mut self, depth: u32) -> Option<Node> {
        if depth > DEPTH {
            return None;
        }
        let mut several = vec![self.sequence(depth)?];
        while self.at.eat("|") {
            several.push(self.sequence(depth)?);
        }
        Some(if several.len() > 1 { Node::Either(several) } else { several.pop()? })
    }

    fn sequence(&mut self, depth: u32) -> Option<Node> {
        let mut out = Vec::new();
        while let Some(c) = self.at.peek().filter(|c| !matches!(c, '|' | ')')) {
            let node = self.one(c, depth)?;
            out.push(self.repeated(node)?);
        }
        Some(Node::Seq(out))
    }

    fn one(&mut self, c: char, depth: u32) -> Option<Node> {
        self.at.next();
        let line_ends = ['\n', '\r', '\u{2028}', '\u{2029}'];
        Some(match c {
            '^' => Node::Edge(Edge::Start),
            '$' => Node::Edge(Edge::End),
            '.' => Node::One(Set { not: true, parts: line_ends.map(|c| Part::Range(c, c)).into() }),
            '[' => Node::One(self.set()?),
            '(' => self.group(depth)?,
            '\\' if self.at.eat("b") => Node::Edge(Edge::Word(true)),
            '\\' if self.at.eat("B") => Node::Edge(Edge::Word(false)),
            '\\' => one(self.escape()?),
            '*' | '+' | '?' => return None,
            c => one(Part::Range(c, c)),
        })
    }

    fn group(&mut self, depth: u32) -> Option<Node> {
        let mut look = None;
        if self.at.eat("?=") {
            look = Some(true);
        } else if self.at.eat("?!") {
            look = Some(false);
        } else if self.at.eat("?<") {
            // A name; what looks back is not read.
            let name = self.at.take_while(|c| c.is_alphanumeric() || c == '_' || c == '$');
            if name.is_empty() || !self.at.eat(">") {
                return None;
            }
        } else if !self.at.eat("?:") && self.at.peek() == Some('?') {
            return None;
        }
        let inner = self.either(depth + 1)?;
        if !self.at.eat(")") {
            return None;
        }
        Some(match look {
            Some(wanted) => Node::Look(Box::new(inner), wanted),
            None => inner,
        })
    }

    /// A node with what says how often it comes.
    fn repeated(&mut self, node: Node) -> Option<Node> {
        let (least, most) = match self.at.peek() {
            Some('*') => (0, None),
            Some('+') => (1, None),
            Some('?') => (0, Some(1)),
            Some('{') => match counts(self.at.rest()) {
                Some((least, most, len)) => {
                    (0..len).for_each(|_| {
                        self.at.next();
                    });
                    self.at.eat("?");
                    return most.is_none_or(|most| most >= least).then(|| Node::Repeat(Box::new(node), least, most));
                }
                None => return Some(node),
            },
            _ => return Some(node),
        };
        self.at.next();
        // As few as may be or as many: whether it matches is the same.
        self.at.eat("?");
        Some(Node::Repeat(Box::new(node), least, most))
    }

    fn set(&mut self) -> Option<Set> {
        let mut set = Set { not: self.at.eat("^"), parts: Vec::new() };
        loop {
            let part = match self.at.next()? {
                ']' => break,
                '\\' if self.at.eat("b") => Part::Range('\u{8}', '\u{8}'),
                '\\' => self.escape()?,
                c => Part::Range(c, c),
            };
            let ranged = self.at.peek() == Some('-') && self.at.peek_second().is_some_and(|c| c != ']');
            let (true, Part::Range(from, _)) = (ranged, part) else {
                set.parts.push(part);
                continue;
            };
            self.at.next();
            let to = match self.at.next()? {
                '\\' => self.escape()?,
                c => Part::Range(c, c),
            };
            match to {
                Part::Range(to, _) if from <= to => set.parts.push(Part::Range(from, to)),
                // `[a-\d]`: three things, as browsers have it.
                Part::Class(..) => set.parts.extend([part, Part::Range('-', '-'), to]),
                Part::Range(..) => return None,
            }
        }
        // What is only about right may let more through, and never less.
        let about =
            |part: &Part| matches!(part, Part::Class(Class::Letter | Class::Upper | Class::Lower | Class::Number, _));
        (!(set.not && set.parts.iter().any(about))).then_some(set)
    }

    fn escape(&mut self) -> Option<Part> {
        let class = |class: Class, wanted: bool| Some(Part::Class(class, wanted));
        let c = match self.at.next()? {
            'd' => return class(Class::Digit, true),
            'D' => return class(Class::Digit, false),
            's' => return class(Class::Space, true),
            'S' => return class(Class::Space, false),
            'w' => return class(Class::Word, true),
            'W' => return class(Class::Word, false),
            'p' => return self.property(true),
            'P' => return self.property(false),
            't' => '\t',
            'n' => '\n',
            'v' => '\u{b}',
            'f' => '\u{c}',
            'r' => '\r',
            '0' if !self.at.peek().is_some_and(|c| c.is_ascii_digit()) => '\0',
            'c' => {
                let letter = self.at.next().filter(char::is_ascii_alphabetic)?;
                char::from_u32(u32::from(letter) % 32)?
            }
            'x' => self.hex(2)?,
            'u' => self.unicode()?,
            // A back reference, or nothing that is known.
            c if c.is_ascii_alphanumeric() => return None,
            c => c,
        };
        Some(Part::Range(c, c))
    }

    fn hex(&mut self, digits: usize) -> Option<char> {
        char::from_u32(self.number(digits)?)
    }

    fn number(&mut self, digits: usize) -> Option<u32> {
        let mut value = 0;
        for _ in 0..digits {
            value = value * 16 + self.at.next()?.to_digit(16)?;
        }
        Some(value)
    }

    fn unicode(&mut self) -> Option<char> {
        if self.at.eat("{") {
            let digits = self.at.take_while(|c| c.is_ascii_hexdigit());
            let value = u32::from_str_radix(digits, 16).ok()?;
            return self.at.eat("}").then(|| char::from_u32(value))?;
        }
        let first = self.number(4)?;
        if (0xd800..0xdc00).contains(&first) && self.at.eat("\\u") {
            let second = self.number(4)?.checked_sub(0xdc00)?;
            return char::from_u32(0x10000 + ((first - 0xd800) << 10) + second);
        }
        char::from_u32(first)
    }

    fn property(&mut self, wanted: bool) -> Option<Part> {
        if !self.at.eat("{") {
            return None;
        }
        let name = self.at.take_while(|c| c != '}');
        self.at.next();
        let (class, exact) = match name.rsplit('=').next()? {
            "L" | "Letter" => (Class::Letter, false),
            "Alphabetic" | "Alpha" => (Class::Letter, true),
            "Lu" | "Uppercase_Letter" => (Class::Upper, false),
            "Uppercase" | "Upper" => (Class::Upper, true),
            "Ll" | "Lowercase_Letter" => (Class::Lower, false),
            "Lowercase" | "Lower" => (Class::Lower, true),
            "N" | "Number" => (Class::Number, true),
            "Nd" | "Decimal_Number" | "digit" => (Class::Number, false),
            "Any" => (Class::Any, true),
            _ => return None,
        };
        (wanted || exact).then_some(Part::Class(class, wanted))
    }
}

fn one(part: Part) -> Node {
    Node::One(Set { not: false, parts: vec![part] })
}

/// `{2}`, `{2,}`, `{2,5}`: least, most, and its length. Other braces are plain characters.
fn counts(text: &str) -> Option<(u32, Option<u32>, usize)> {
    let inside = text.get(1..text.find('}')?)?;
    let len = inside.len() + 2;
    let (least, most) = match inside.split_once(',') {
        None => (inside.parse().ok()?, Some(inside.parse().ok()?)),
        Some((least, "")) => (least.parse().ok()?, None),
        Some((least, most)) => (least.parse().ok()?, Some(most.parse().ok()?)),
    };
    Some((least, most, len))
}
