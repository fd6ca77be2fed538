//! Keeping the best few of many, in order. One small routine for all of search: sorting everything is more work, and
//! each kind of sort is 2 kB of wasm.

use std::cmp::Ordering;

/// The best items seen so far, best first; among equals, in the order of `tie`.
pub struct Best<T> {
    most: usize,
    kept: Vec<(f32, T)>,
}

impl<T: Ord> Best<T> {
    /// Keeps at most so many.
    pub fn new(most: usize) -> Self {
        Self { most, kept: Vec::new() }
    }

    /// Takes an item if it is among the best.
    pub fn take(&mut self, score: f32, item: T) {
        let before =
            |kept: &(f32, T)| kept.0.total_cmp(&score).reverse().then_with(|| kept.1.cmp(&item)) == Ordering::Less;
        let full = self.kept.len() >= self.most;
        if full && self.kept.last().is_none_or(before) {
            return;
        }
        if full {
            self.kept.pop();
        }
        let at = self.kept.partition_point(before);
        self.kept.insert(at, (score, item));
    }

    /// What was kept.
    pub fn into_vec(self) -> Vec<(f32, T)> {
        self.kept
    }
}

#[cfg(test)]
mod tests {
    use super::Best;

    #[test]
    fn keeps_the_best() {
        let mut best = Best::new(3);
        for (score, item) in [(1.0, 5), (2.0, 9), (2.0, 4), (0.5, 1), (3.0, 7), (2.0, 1)] {
            best.take(score, item);
        }
        assert_eq!(best.into_vec(), [(3.0, 7), (2.0, 1), (2.0, 4)]);
        let mut none = Best::new(0);
        none.take(1.0, 1);
        assert!(none.into_vec().is_empty());
    }
}
