//! Recall and NDCG of a ranking over a set.

use std::fmt;

use super::set::{Query, Set};

/// Means over all queries.
#[derive(Debug, Default)]
pub struct Figures {
    /// Share of the relevant tools in the top 1, 5 and 10.
    pub recall: [f64; 3],
    /// Normalised discounted gain of the top 10.
    pub ndcg: f64,
}

impl Figures {
    /// Asks every query.
    pub fn of(set: &Set, mut rank: impl FnMut(&str) -> Vec<usize>) -> Self {
        let mut sum = Self::default();
        for query in &set.queries {
            let ranked = rank(&query.text);
            for (recall, top) in sum.recall.iter_mut().zip([1, 5, 10]) {
                let found = ranked.iter().take(top).filter(|tool| query.relevant.contains_key(tool)).count();
                *recall += found as f64 / query.relevant.len() as f64;
            }
            sum.ndcg += ndcg(query, &ranked);
        }
        let all = (set.queries.len() as f64).max(1.0);
        sum.recall.iter_mut().for_each(|recall| *recall /= all);
        sum.ndcg /= all;
        sum
    }
}

fn ndcg(query: &Query, ranked: &[usize]) -> f64 {
    let discounted = |(rank, gain): (usize, f64)| gain / (rank as f64 + 2.0).log2();
    let gains = ranked.iter().take(10).map(|tool| query.relevant.get(tool).copied().unwrap_or(0.0));
    let gained: f64 = gains.enumerate().map(discounted).sum();
    let mut ideal: Vec<f64> = query.relevant.values().copied().collect();
    ideal.sort_by(|a, b| b.total_cmp(a));
    let most: f64 = ideal.into_iter().take(10).enumerate().map(discounted).sum();
    if most > 0.0 { gained / most } else { 0.0 }
}

impl fmt::Display for Figures {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [one, five, ten] = self.recall;
        write!(f, "{one:>6.3} {five:>6.3} {ten:>6.3}  {:>7.3}", self.ndcg)
    }
}
