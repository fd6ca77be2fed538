//! How many tokens a text is, estimated without a vocabulary. It must be cheap, and must never need more than
//! the text itself.

/// Tokens of a text, estimated.
#[must_use]
pub fn estimate(text: &str) -> u32 {
    let mut meter = Meter::new();
    meter.add(text);
    meter.total()
}

/// A running total over the parts of an answer.
#[derive(Debug, Clone, Copy, Default)]
pub struct Meter {
    /// Thousandths of a token.
    thousandths: u64,
}

impl Meter {
    /// Nothing yet.
    #[must_use]
    pub const fn new() -> Self {
        Self { thousandths: 0 }
    }

    /// Adds a part, best a whole line, and returns the total.
    pub fn add(&mut self, text: &str) -> u32 {
        for c in text.chars() {
            self.thousandths += if c.is_ascii_alphabetic() || c == ' ' {
                220
            } else if c.is_ascii() {
                450
            } else {
                700
            };
        }
        self.total()
    }

    /// Tokens so far, rounded up.
    #[must_use]
    pub fn total(&self) -> u32 {
        u32::try_from(self.thousandths.div_ceil(1_000)).unwrap_or(u32::MAX)
    }
}
