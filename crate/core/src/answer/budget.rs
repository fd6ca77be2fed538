//! Lines within a budget. A writer takes whole lines and items or refuses them; it must never cut inside an
//! item, and never answer with nothing because the budget was small.

use crate::answer::text;
use crate::answer::tokens::Meter;

/// Writes an answer's lines.
#[derive(Debug, Clone)]
pub struct Writer {
    text: String,
    meter: Meter,
    budget: u32,
    chars: usize,
    written: usize,
    reserved: (u32, usize),
    column: usize,
    shown: usize,
    refused: usize,
}

/// A finished answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Written {
    /// Its lines, without a line break at the end.
    pub text: String,
    /// Estimated tokens.
    pub tokens: u32,
    /// Items written.
    pub shown: usize,
    /// Items that did not fit.
    pub refused: usize,
}

impl Writer {
    /// A writer for at most about `budget` tokens, and never more than `chars` UTF-16 units, which is what
    /// clients count.
    #[must_use]
    pub fn new(budget: u32, chars: usize) -> Self {
        Self {
            text: String::new(),
            meter: Meter::new(),
            budget,
            chars,
            written: 0,
            reserved: (0, 0),
            column: 9,
            shown: 0,
            refused: 0,
        }
    }

    /// Width of the column in which the words stand that begin a line; 9 unless set.
    #[must_use]
    pub const fn column(mut self, width: usize) -> Self {
        self.column = width;
        self
    }

    /// Keeps room for lines that come after the items, such as `more` and `next`: pass them as they will be.
    pub fn reserve(&mut self, text: &str) {
        let mut meter = Meter::new();
        self.reserved.0 += meter.add(text) + 3;
        self.reserved.1 += units(text) + self.column + 1;
    }

    /// Writes a line that begins with a word of ours, whatever the budget; refused only where the answer
    /// would pass its limit of characters. Reserved room may be used.
    pub fn line(&mut self, word: &str, rest: &str) -> bool {
        let mut line = String::with_capacity(self.column + rest.len());
        line.push_str(word);
        if !rest.is_empty() {
            let pad = self.column.saturating_sub(word.chars().count()).max(1);
            line.extend(std::iter::repeat_n(' ', pad));
            push_flat(&mut line, rest);
        }
        self.put(&line, self.chars)
    }

    /// Writes an item on a line of its own if it fits into what is left, reserved room apart. The first item
    /// is written in any case, so that a tiny budget still answers.
    pub fn item(&mut self, item: &str) -> bool {
        let mut line = String::with_capacity(item.len());
        push_flat(&mut line, item);
        self.offer(&line)
    }

    /// As [`Writer::item`], for an item of several lines, all of them ours or fenced.
    pub fn block(&mut self, block: &str) -> bool {
        self.offer(block)
    }

    fn offer(&mut self, item: &str) -> bool {
        let room = self.chars.saturating_sub(self.reserved.1);
        let first = self.shown == 0;
        let mut meter = self.meter;
        let fits = meter.add(item) + 1 + self.reserved.0 <= self.budget;
        let done = (fits || first) && (self.put(item, room) || (first && self.put_cut(item, room)));
        if done {
            self.shown += 1;
        } else {
            self.refused += 1;
        }
        done
    }

    /// Would this many more tokens fit, reserved room apart?
    #[must_use]
    pub fn has_room(&self, tokens: u32) -> bool {
        self.meter.total().saturating_add(tokens).saturating_add(self.reserved.0) <= self.budget
    }

    /// Items written so far.
    #[must_use]
    pub const fn shown(&self) -> usize {
        self.shown
    }

    /// Items refused so far.
    #[must_use]
    pub const fn refused(&self) -> usize {
        self.refused
    }

    /// Tokens so far.
    #[must_use]
    pub fn tokens(&self) -> u32 {
        self.meter.total()
    }

    /// The answer.
    #[must_use]
    pub fn finish(self) -> Written {
        Written { tokens: self.meter.total(), text: self.text, shown: self.shown, refused: self.refused }
    }

    fn put(&mut self, line: &str, most: usize) -> bool {
        let more = units(line) + usize::from(!self.text.is_empty());
        if self.written + more > most {
            return false;
        }
        if !self.text.is_empty() {
            self.text.push('\n');
            self.meter.add("\n");
        }
        self.text.push_str(line);
        self.meter.add(line);
        self.written += more;
        true
    }

    /// The beginning of a first item that alone is longer than an answer may be.
    fn put_cut(&mut self, item: &str, most: usize) -> bool {
        const NOTE: usize = 40;
        let left = most.saturating_sub(self.written + NOTE);
        // A character has at most two units.
        let (head, more) = text::cut(item, left / 2);
        self.put(&format!("{head}… {more} more characters"), self.chars)
    }
}

/// Line breaks inside a line would let text begin one; they are written as escapes.
fn push_flat(line: &mut String, text: &str) {
    for c in text.chars() {
        match c {
            '\n' => line.push_str("\\n"),
            '\r' => {}
            c => line.push(c),
        }
    }
}

fn units(text: &str) -> usize {
    text.chars().map(char::len_utf16).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn items_within_the_budget() {
        let mut writer = Writer::new(60, 7_500);
        writer.line("page", "x");
        writer.reserve("page.tables[\"Orders\"].rows[2:22]");
        let mut fitted = 0;
        while writer.item(&format!("\"A-{fitted}\" | some cells | 12.00")) {
            fitted += 1;
        }
        assert!(fitted > 0);
        assert!(writer.line("more", "page.tables[\"Orders\"].rows[2:22]"));
        let written = writer.finish();
        assert!(written.tokens <= 61, "{written:?}");
        assert_eq!((written.shown, written.refused), (fitted, 1));
        assert!(written.text.ends_with("\nmore     page.tables[\"Orders\"].rows[2:22]"));
    }

    #[test]
    fn a_tiny_budget_still_answers() {
        let mut writer = Writer::new(1, 7_500);
        assert!(writer.item("\"A-1001\" | Ann Lee | 2026-11-02"));
        assert!(!writer.item("\"A-1002\" | Bo Chen"));
        assert_eq!(writer.finish().text, "\"A-1001\" | Ann Lee | 2026-11-02");
    }

    #[test]
    fn no_line_begins_inside_another() {
        let mut writer = Writer::new(100, 7_500);
        writer.line("done", "a\nfault");
        writer.item("b\r\nnext");
        assert_eq!(writer.finish().text, "done     a\\nfault\nb\\nnext");
    }

    proptest! {
        #[test]
        fn never_over_the_limit(items in proptest::collection::vec(any::<String>(), 1..20), budget in 0u32..200, chars in 60usize..300) {
            let mut writer = Writer::new(budget, chars);
            for item in &items {
                writer.item(item);
            }
            let written = writer.finish();
            prop_assert!(written.text.encode_utf16().count() <= chars);
            prop_assert!(written.shown >= 1);
            prop_assert_eq!(written.shown + written.refused, items.len());
        }
    }
}
