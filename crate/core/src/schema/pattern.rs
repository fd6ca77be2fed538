//! Regular expressions of `pattern` and `patternProperties`, as ECMA has them under the `u` flag, as far as yes or no is
//! asked: a set of states walks the text once, so no expression and no text takes longer than its budget. What a set of
//! states cannot say (back references, looking back) and rare classes are not read; such a keyword is told as unchecked.
//!
//! regex-lite is 32 kB gzip as wasm and knows neither looking ahead nor ECMA's classes; this is a tenth of it.

mod read;

use crate::limits;

/// One step of an expression.
#[derive(Debug, Clone)]
enum Node {
    One(Set),
    Seq(Vec<Node>),
    Either(Vec<Node>),
    Repeat(Box<Node>, u32, Option<u32>),
    /// Looks ahead; false: what must not follow.
    Look(Box<Node>, bool),
    Edge(Edge),
}

#[derive(Debug, Clone, Copy)]
enum Edge {
    Start,
    End,
    /// `\b`, and where false `\B`.
    Word(bool),
}

/// Characters; with `not`, all others.
#[derive(Debug, Clone, Default)]
struct Set {
    not: bool,
    parts: Vec<Part>,
}

#[derive(Debug, Clone, Copy)]
enum Part {
    Range(char, char),
    /// A class; with false, all characters outside of it.
    Class(Class, bool),
}

#[derive(Debug, Clone, Copy)]
enum Class {
    Digit,
    Space,
    Word,
    Letter,
    Upper,
    Lower,
    Number,
    Any,
}

impl Class {
    fn has(self, c: char) -> bool {
        match self {
            Self::Digit => c.is_ascii_digit(),
            Self::Space => c.is_whitespace() && c != '\u{85}' || c == '\u{feff}',
            Self::Word => c.is_ascii_alphanumeric() || c == '_',
            Self::Letter => c.is_alphabetic(),
            Self::Upper => c.is_uppercase(),
            Self::Lower => c.is_lowercase(),
            Self::Number => c.is_numeric(),
            Self::Any => true,
        }
    }
}

impl Set {
    fn has(&self, c: char) -> bool {
        let within = |part: &Part| match *part {
            Part::Range(from, to) => (from..=to).contains(&c),
            Part::Class(class, wanted) => class.has(c) == wanted,
        };
        self.parts.iter().any(within) != self.not
    }
}

/// What the walk does next; numbers are places in the program.
#[derive(Debug)]
enum Op {
    One(Set),
    Split(usize, usize),
    Edge(Edge),
    /// What follows is looked for from here, up to its own `Done`; then it goes on at the place.
    Look(usize, bool),
    Done,
}

/// An expression that can be asked.
#[derive(Debug)]
pub struct Pattern {
    ops: Vec<Op>,
    root: Node,
}

impl Pattern {
    /// Reads an expression; `None` where it is none, or has what is not checked.
    #[must_use]
    pub fn read(text: &str) -> Option<Self> {
        let root = read::read(text)?;
        let mut ops = Vec::new();
        put(&root, &mut ops)?;
        ops.push(Op::Done);
        Some(Self { ops, root })
    }

    /// Does it match anywhere in the text? `None` where `left` steps do not tell.
    #[must_use]
    pub fn matches(&self, text: &str, left: &mut u32) -> Option<bool> {
        let chars: Vec<char> = text.chars().collect();
        self.walk(0, &chars, 0, true, left)
    }

    /// A text that it probably matches: each repetition as seldom as may be, and `more` times.
    #[must_use]
    pub fn example(&self, more: u32) -> String {
        let mut out = String::new();
        sample(&self.root, more, &mut out);
        out
    }

    fn walk(&self, start: usize, text: &[char], from: usize, anywhere: bool, left: &mut u32) -> Option<bool> {
        let mut now: Vec<usize> = Vec::new();
        let mut next: Vec<usize> = Vec::new();
        // The position at which each state was last reached, so that none is walked twice.
        let mut seen = vec![usize::MAX; self.ops.len()];
        for at in from..=text.len() {
            if (anywhere || at == from) && self.reach(start, text, at, &mut seen, &mut now, left)? {
                return Some(true);
            }
            let Some(c) = text.get(at) else { break };
            for state in now.drain(..) {
                *left = left.checked_sub(1)?;
                let takes = matches!(self.ops.get(state), Some(Op::One(set)) if set.has(*c));
                if takes && self.reach(state + 1, text, at + 1, &mut seen, &mut next, left)? {
                    return Some(true);
                }
            }
            std::mem::swap(&mut now, &mut next);
            if now.is_empty() && !anywhere {
                break;
            }
        }
        Some(false)
    }

    /// Adds the states that are reached without a character; true where one of them is the end.
    fn reach(
        &self,
        start: usize,
        text: &[char],
        at: usize,
        seen: &mut [usize],
        states: &mut Vec<usize>,
        left: &mut u32,
    ) -> Option<bool> {
        let mut open = vec![start];
        while let Some(state) = open.pop() {
            *left = left.checked_sub(1)?;
            match seen.get_mut(state) {
                Some(last) if *last != at => *last = at,
                _ => continue,
            }
            match self.ops.get(state)? {
                Op::One(_) => states.push(state),
                Op::Split(a, b) => open.extend([*b, *a]),
                Op::Edge(edge) if holds(*edge, text, at) => open.push(state + 1),
                Op::Edge(_) => {}
                Op::Look(then, wanted) => {
                    if self.walk(state + 1, text, at, false, left)? == *wanted {
                        open.push(*then);
                    }
                }
                Op::Done => return Some(true),
            }
        }
        Some(false)
    }
}

fn holds(edge: Edge, text: &[char], at: usize) -> bool {
    let word = |at: Option<usize>| at.and_then(|at| text.get(at)).is_some_and(|c| Class::Word.has(*c));
    match edge {
        Edge::Start => at == 0,
        Edge::End => at == text.len(),
        Edge::Word(wanted) => (word(at.checked_sub(1)) != word(Some(at))) == wanted,
    }
}

/// Writes a node into the program; `None` where that gets too long.
fn put(node: &Node, ops: &mut Vec<Op>) -> Option<()> {
    if ops.len() > limits::PATTERN_OPS {
        return None;
    }
    match node {
        Node::One(set) => ops.push(Op::One(set.clone())),
        Node::Edge(edge) => ops.push(Op::Edge(*edge)),
        Node::Seq(several) => several.iter().try_for_each(|one| put(one, ops))?,
        Node::Either(several) => {
            let mut ends = Vec::new();
            for (n, one) in several.iter().enumerate() {
                let split = ops.len();
                if n + 1 < several.len() {
                    ops.push(Op::Split(split + 1, 0));
                }
                put(one, ops)?;
                if n + 1 < several.len() {
                    ends.push(ops.len());
                    ops.push(Op::Split(0, 0));
                    let next = ops.len();
                    set(ops, split, split + 1, next);
                }
            }
            let end = ops.len();
            ends.into_iter().for_each(|at| set(ops, at, end, end));
        }
        Node::Repeat(inner, least, most) => {
            for _ in 0..*least {
                let before = ops.len();
                put(inner, ops)?;
                // What takes no character is the same once and a million times.
                if ops.len() == before {
                    return Some(());
                }
            }
            let Some(most) = most else {
                let split = ops.len();
                ops.push(Op::Split(split + 1, 0));
                put(inner, ops)?;
                ops.push(Op::Split(split, split));
                let end = ops.len();
                set(ops, split, split + 1, end);
                return Some(());
            };
            let mut splits = Vec::new();
            for _ in *least..*most {
                splits.push(ops.len());
                ops.push(Op::Split(0, 0));
                put(inner, ops)?;
            }
            let end = ops.len();
            splits.into_iter().for_each(|at| set(ops, at, at + 1, end));
        }
        Node::Look(inner, wanted) => {
            let look = ops.len();
            ops.push(Op::Look(0, *wanted));
            put(inner, ops)?;
            ops.push(Op::Done);
            let then = ops.len();
            if let Some(op) = ops.get_mut(look) {
                *op = Op::Look(then, *wanted);
            }
        }
    }
    Some(())
}

fn set(ops: &mut [Op], at: usize, a: usize, b: usize) {
    if let Some(op) = ops.get_mut(at) {
        *op = Op::Split(a, b);
    }
}

fn sample(node: &Node, more: u32, out: &mut String) {
    // What doubles at every level ends here; it is too long to be an example.
    if out.len() > limits::PATTERN_CHARS {
        return;
    }
    match node {
        Node::One(set) => {
            let likely = ['a', 'A', '1', 'x', '-', ' '].into_iter().find(|c| set.has(*c));
            let first =
                set.parts.iter().find_map(|part| if let Part::Range(from, _) = part { Some(*from) } else { None });
            out.extend(likely.or_else(|| (0..0x3000).filter_map(char::from_u32).find(|c| set.has(*c))).or(first));
        }
        Node::Seq(several) => several.iter().for_each(|one| sample(one, more, out)),
        Node::Either(several) => several.iter().take(1).for_each(|one| sample(one, more, out)),
        Node::Repeat(inner, least, most) => {
            let times = least.saturating_add(more).min(most.unwrap_or(u32::MAX)).min(limits::PATTERN_OPS as u32);
            for _ in 0..times {
                let before = out.len();
                sample(inner, more, out);
                if out.len() == before {
                    break;
                }
            }
        }
        Node::Look(..) | Node::Edge(_) => {}
    }
}

#[cfg(test)]
mod tests;
