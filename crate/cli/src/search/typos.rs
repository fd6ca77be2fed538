//! The typo suite: every tool is asked for by its own name with one edit, and with two, at places a fixed generator
//! picks. Right is the tool itself, or one of the same name but for case and punctuation.

use std::fmt;

use onecall_core::search::Index;

use super::set::Set;

/// Names found first with one edit and with two, of how many.
#[derive(Debug, Default)]
pub struct Typos {
    right: [u32; 2],
    all: u32,
}

impl Typos {
    /// Asks for every tool of a set.
    pub fn of(set: &Set, index: &Index) -> Self {
        let right = [1, 2].map(|edits| {
            let mut dice = Dice(0x9E37_79B9_7F4A_7C15 ^ edits);
            let mut right = 0;
            for tool in &set.tools {
                let name = &tool.entry.name;
                let mut typo: Vec<char> = name.chars().collect();
                for _ in 0..edits {
                    edit(&mut typo, &mut dice);
                }
                let typo: String = typo.into_iter().collect();
                let hit = index.find(&typo, 1).first().and_then(|hit| set.tools.get(hit.id as usize));
                right += u32::from(hit.is_some_and(|hit| letters(&hit.entry.name) == letters(name)));
            }
            right
        });
        Self { right, all: u32::try_from(set.tools.len()).unwrap_or(u32::MAX) }
    }

    /// Adds another set's.
    pub fn add(&mut self, other: &Self) {
        self.right.iter_mut().zip(other.right).for_each(|(sum, right)| *sum += right);
        self.all += other.all;
    }

    /// As shares.
    pub fn shares(&self) -> [f64; 2] {
        self.right.map(|right| f64::from(right) / f64::from(self.all.max(1)))
    }
}

impl fmt::Display for Typos {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [one, two] = self.shares();
        write!(f, "{one:>7.3} {two:>7.3}")
    }
}

fn letters(name: &str) -> String {
    name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// One edit of the kinds hands make: a letter left out, put in, replaced by another, or swapped with its neighbour.
fn edit(word: &mut Vec<char>, dice: &mut Dice) {
    let at = dice.roll(word.len().max(1));
    let letter = char::from(b'a' + u8::try_from(dice.roll(26)).unwrap_or(0));
    match dice.roll(4) {
        0 if word.len() > 1 && at < word.len() => {
            word.remove(at);
        }
        1 => word.insert(at.min(word.len()), letter),
        2 if at + 1 < word.len() => word.swap(at, at + 1),
        _ => {
            if let Some(old) = word.get_mut(at) {
                *old = letter;
            }
        }
    }
}

/// A generator that gives the same numbers on every run (xorshift64*).
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        let high = self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 33;
        usize::try_from(high).unwrap_or(0) % sides.max(1)
    }
}
