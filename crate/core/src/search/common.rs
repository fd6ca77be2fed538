//! How much the words of a request say: those that hold a sentence together say nothing, those of asking say little.
//! It changes what a query's word weighs and keeps empty words out of long text; names are indexed whole.

use crate::order::Words;

/// Words without meaning of their own.
const STOP: &str = include_str!("stop.txt");
/// Words that requests are made with, whatever they ask for.
const WEAK: &str = include_str!("weak.txt");

/// The two lists in one map, ready to be asked.
#[derive(Debug)]
pub struct Common {
    words: Words,
}

/// What the map says of a word.
const IS_STOP: u32 = 0;
const IS_WEAK: u32 = 1;

impl Default for Common {
    fn default() -> Self {
        let mut words = Words::new();
        for (list, is) in [(STOP, IS_STOP), (WEAK, IS_WEAK)] {
            for word in list.split_ascii_whitespace() {
                words.insert(word.into(), is);
            }
        }
        Self { words }
    }
}

impl Common {
    /// Whether the (folded) word says nothing by itself.
    #[must_use]
    pub fn is_stop(&self, word: &str) -> bool {
        self.words.get(word) == Some(&IS_STOP)
    }

    /// Whether it says little in a request.
    #[must_use]
    pub fn is_weak(&self, word: &str) -> bool {
        self.words.get(word) == Some(&IS_WEAK)
    }
}
