//! How much the words of a request say: those that hold a sentence together say nothing, those of asking say little.
//! It changes what a query's word weighs and keeps empty words out of long text; names are indexed whole.

use std::collections::BTreeSet;

/// Words without meaning of their own.
const STOP: &str = include_str!("stop.txt");
/// Words that requests are made with, whatever they ask for.
const WEAK: &str = include_str!("weak.txt");

/// The two lists, ready to be asked.
#[derive(Debug)]
pub struct Common {
    stop: BTreeSet<&'static str>,
    weak: BTreeSet<&'static str>,
}

impl Default for Common {
    fn default() -> Self {
        let set = |list: &'static str| list.split_ascii_whitespace().collect();
        Self { stop: set(STOP), weak: set(WEAK) }
    }
}

impl Common {
    /// Whether the (folded) word says nothing by itself.
    #[must_use]
    pub fn is_stop(&self, word: &str) -> bool {
        self.stop.contains(word)
    }

    /// Whether it says little in a request.
    #[must_use]
    pub fn is_weak(&self, word: &str) -> bool {
        self.weak.contains(word)
    }
}
