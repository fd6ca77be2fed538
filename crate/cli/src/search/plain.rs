//! Plain BM25 for comparison: Okapi with the defaults of Python's `rank_bm25` (k1 1.5, b 0.75, ε 0.25), over the lower-case
//! words of name and description. It shares no code with the product's search, on purpose.

use std::collections::BTreeMap;

use super::set::Tool;

const K1: f64 = 1.5;
const B: f64 = 0.75;
const EPSILON: f64 = 0.25;

/// The index.
pub struct Bm25 {
    counts: Vec<BTreeMap<String, f64>>,
    lengths: Vec<f64>,
    mean: f64,
    idf: BTreeMap<String, f64>,
}

impl Bm25 {
    /// Indexes the tools.
    pub fn new(tools: &[Tool]) -> Self {
        let mut counts = Vec::new();
        let mut lengths = Vec::new();
        let mut having: BTreeMap<String, f64> = BTreeMap::new();
        for tool in tools {
            let words = words(&tool.plain);
            lengths.push(words.len() as f64);
            let mut count: BTreeMap<String, f64> = BTreeMap::new();
            for word in words {
                *count.entry(word).or_default() += 1.0;
            }
            for word in count.keys() {
                *having.entry(word.clone()).or_default() += 1.0;
            }
            counts.push(count);
        }
        let all = tools.len() as f64;
        let mean = lengths.iter().sum::<f64>() / all.max(1.0);
        let mut idf: BTreeMap<String, f64> =
            having.into_iter().map(|(word, n)| (word, (all - n + 0.5).ln() - (n + 0.5).ln())).collect();
        let floor = EPSILON * idf.values().sum::<f64>() / (idf.len() as f64).max(1.0);
        for value in idf.values_mut().filter(|value| **value < 0.0) {
            *value = floor;
        }
        Self { counts, lengths, mean, idf }
    }

    /// The best `most` tools, in order; ties by number, as a stable sort leaves them.
    pub fn rank(&self, query: &str, most: usize) -> Vec<usize> {
        let words = words(query);
        let mut scores: Vec<(usize, f64)> = Vec::new();
        for (tool, (count, length)) in self.counts.iter().zip(&self.lengths).enumerate() {
            let score = words
                .iter()
                .map(|word| {
                    let n = count.get(word).copied().unwrap_or(0.0);
                    let idf = self.idf.get(word).copied().unwrap_or(0.0);
                    idf * n * (K1 + 1.0) / (n + K1 * (1.0 - B + B * length / self.mean))
                })
                .sum();
            scores.push((tool, score));
        }
        scores.sort_by(|a, b| b.1.total_cmp(&a.1));
        scores.into_iter().take(most).map(|(tool, _)| tool).collect()
    }
}

fn words(text: &str) -> Vec<String> {
    let lower = text.to_lowercase();
    let split = lower.split(|c: char| !(c.is_alphanumeric() || c == '_'));
    split.filter(|word| !word.is_empty()).map(str::to_owned).collect()
}
