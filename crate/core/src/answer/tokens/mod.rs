//! How many tokens a text is for a model, estimated without a vocabulary, which would be 2 MB. The text is
//! split into pieces as the o200k tokeniser does; a piece costs one token and what a small table of learnt
//! weights adds for its length, script and letter groups. `tests/bench/tokens` learns the table and
//! measures the error. It must be cheap, and must never need more than the text itself.

mod features;
mod pieces;
#[cfg(test)]
mod tests;

use features::Features;
use pieces::{Kind, Pieces};

/// Learnt by `tests/bench/tokens/train.js`: one signed byte for each feature, in units of 1/[`UNITS`] token.
static WEIGHTS: &[u8; features::COUNT] = include_bytes!("weights.bin");

/// Parts of a token in which weights are counted.
const UNITS: u32 = 32;

/// A line break behind punctuation is mostly one token with it.
const MERGED_BREAK: u32 = 6;

/// Tokens of a text, estimated.
///
/// ```
/// # use onecall_core::answer::tokens::estimate;
/// let tokens = estimate("The quick brown fox jumps over the lazy dog.");
/// assert!((9..=11).contains(&tokens), "{tokens}; o200k has 10");
/// ```
#[must_use]
pub fn estimate(text: &str) -> u32 {
    let mut meter = Meter::new();
    meter.add(text)
}

/// A running total over the parts of an answer. Parts are whole lines or larger: a word that is split over
/// two parts counts twice.
#[derive(Debug, Clone, Copy, Default)]
pub struct Meter {
    /// In parts of a token.
    units: u64,
    /// Did the last part end in punctuation?
    punctuated: bool,
}

impl Meter {
    /// Nothing yet.
    #[must_use]
    pub const fn new() -> Self {
        Self { units: 0, punctuated: false }
    }

    /// Adds a part and returns the total.
    pub fn add(&mut self, text: &str) -> u32 {
        let mut first = true;
        for piece in Pieces::new(text) {
            let merged = first && self.punctuated && piece.text.starts_with('\n');
            self.units += u64::from(if merged { MERGED_BREAK } else { cost(piece.kind, piece.text) });
            self.punctuated = piece.kind == Kind::Marks && !piece.text.ends_with('\n');
            first = false;
        }
        self.total()
    }

    /// Adds a line with its line break and returns the total.
    pub fn line(&mut self, line: &str) -> u32 {
        self.add(line);
        self.add("\n")
    }

    /// Tokens so far, to the next whole number.
    #[must_use]
    pub fn total(&self) -> u32 {
        u32::try_from((self.units + u64::from(UNITS / 2)) / u64::from(UNITS)).unwrap_or(u32::MAX)
    }
}

/// What a piece costs, in parts of a token.
fn cost(kind: Kind, piece: &str) -> u32 {
    let Some(features) = Features::of(kind, piece) else { return UNITS };
    let mut sum = 0_i32;
    features.each(|at, times| {
        let weight = WEIGHTS.get(at).map_or(0, |byte| i32::from(byte.cast_signed()));
        sum = sum.saturating_add(weight.saturating_mul(times));
    });
    UNITS.saturating_add_signed(sum.max(0))
}
