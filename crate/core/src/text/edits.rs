//! How far two words are apart. It knows nothing of stems or meaning.

/// Which letters a word has, one bit each (hashed), and how many: two words one edit apart differ in at most two bits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Letters {
    bits: u32,
    count: u16,
}

impl Letters {
    /// The letters of a folded word.
    #[must_use]
    pub fn of(word: &str) -> Self {
        let bits = word.chars().fold(0, |bits, c| bits | (1 << (u32::from(c) % 32)));
        Self { bits, count: u16::try_from(word.chars().count()).unwrap_or(u16::MAX) }
    }

    /// How many letters the word has.
    #[must_use]
    pub fn count(self) -> usize {
        usize::from(self.count)
    }

    /// Whether the two words can be within `most` edits. Never wrong when it says no.
    #[must_use]
    pub fn may_be_near(self, other: Self, most: u32) -> bool {
        u32::from(self.count.abs_diff(other.count)) <= most && (self.bits ^ other.bits).count_ones() <= 2 * most
    }
}

/// Edits (insert, delete, replace, swap of neighbours) from `a` to `b`, or none where there are more than `most`.
#[must_use]
pub fn edits(a: &[char], b: &[char], most: u32) -> Option<u32> {
    let width = usize::try_from(most).unwrap_or(usize::MAX);
    if a.len().abs_diff(b.len()) > width {
        return None;
    }
    let mut before: Vec<u32> = Vec::new();
    let mut last: Vec<u32> = (0..=b.len()).map(|j| u32::try_from(j).unwrap_or(u32::MAX)).collect();
    let mut row = vec![0; b.len() + 1];
    for (i, ca) in a.iter().enumerate() {
        let mut least = u32::try_from(i + 1).unwrap_or(u32::MAX);
        if let Some(first) = row.first_mut() {
            *first = least;
        }
        let mut left = least;
        for (j, cb) in b.iter().enumerate() {
            let diagonal = last.get(j).copied().unwrap_or(u32::MAX);
            let up = last.get(j + 1).copied().unwrap_or(u32::MAX);
            let mut cost = (diagonal + u32::from(ca != cb)).min(up + 1).min(left + 1);
            let swapped = i > 0 && j > 0 && a.get(i - 1) == Some(cb) && b.get(j - 1) == Some(ca);
            if swapped && let Some(old) = before.get(j - 1) {
                cost = cost.min(old + 1);
            }
            if let Some(cell) = row.get_mut(j + 1) {
                *cell = cost;
            }
            left = cost;
            least = least.min(cost);
        }
        if least > most {
            return None;
        }
        std::mem::swap(&mut before, &mut last);
        std::mem::swap(&mut last, &mut row);
        row.resize(b.len() + 1, 0);
    }
    last.last().copied().filter(|cost| *cost <= most)
}

/// Edits that a word of so many letters may have to be taken for another.
#[must_use]
pub const fn edits_allowed(letters: usize) -> u32 {
    match letters {
        0..=3 => 0,
        4..=6 => 1,
        _ => 2,
    }
}

/// How much two words share, from 0 to 1: pairs of neighbouring letters, the ends counted as neighbours too.
#[must_use]
pub fn likeness(a: &[char], b: &[char]) -> f32 {
    let mut pairs_a = pairs(a);
    let pairs_b = pairs(b);
    let all = pairs_a.len() + pairs_b.len();
    let mut shared = 0_u16;
    for pair in &pairs_b {
        if let Some(index) = pairs_a.iter().position(|other| other == pair) {
            pairs_a.swap_remove(index);
            shared += 1;
        }
    }
    f32::from(2 * shared) / f32::from(u16::try_from(all.max(1)).unwrap_or(u16::MAX))
}

fn pairs(word: &[char]) -> Vec<(char, char)> {
    let ends = std::iter::once(&'\0').chain(word).zip(word.iter().chain(std::iter::once(&'\0')));
    ends.map(|(a, b)| (*a, *b)).collect()
}

#[cfg(test)]
mod tests {
    use super::{Letters, edits, likeness};

    fn chars(word: &str) -> Vec<char> {
        word.chars().collect()
    }

    #[test]
    fn counts_edits() {
        for (a, b, expected) in [
            ("order", "order", Some(0)),
            ("ordre", "order", Some(1)),
            ("odrer", "order", Some(1)),
            ("orders", "order", Some(1)),
            ("oder", "order", Some(1)),
            ("ardar", "order", Some(2)),
            ("paper", "order", None),
            ("", "ab", Some(2)),
            ("", "abc", None),
        ] {
            assert_eq!(edits(&chars(a), &chars(b), 2), expected, "{a} {b}");
            assert_eq!(edits(&chars(b), &chars(a), 2), expected, "{b} {a}");
            let ruled_out = !Letters::of(a).may_be_near(Letters::of(b), 2);
            assert!(!(ruled_out && expected.is_some()), "{a} {b} ruled out");
        }
    }

    #[test]
    fn likens() {
        assert!(likeness(&chars("screenshot"), &chars("screenshots")) > 0.85);
        assert!(likeness(&chars("order"), &chars("paper")) < 0.4);
        assert!((likeness(&chars("a"), &chars("a")) - 1.0).abs() < 1e-6);
    }
}
