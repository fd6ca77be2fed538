//! How long a search takes when all sets are one index. Shown, never gated on: times differ between machines.

use std::time::Instant;

use onecall_core::search::Weights;

use super::fill;
use super::set::Set;

/// Queries asked per set.
const QUERIES: usize = 200;

/// Asks a share of all queries of one index of everything, and says how long they took.
pub fn measure(sets: &[Set], weights: Weights) -> String {
    let start = Instant::now();
    let index = fill(sets, weights);
    let filling = start.elapsed().as_secs_f64() * 1000.0;
    let mut times: Vec<f64> = Vec::new();
    for query in sets.iter().flat_map(|set| set.queries.iter().take(QUERIES)) {
        // The best of three: what the machine does beside is not the search's.
        let once = || {
            let start = Instant::now();
            std::hint::black_box(index.find(&query.text, 10));
            start.elapsed().as_secs_f64() * 1000.0
        };
        times.push([once(), once(), once()].into_iter().fold(f64::MAX, f64::min));
    }
    times.sort_by(f64::total_cmp);
    let at = |share: f64| times.get((times.len() as f64 * share) as usize).copied().unwrap_or(f64::NAN);
    format!(
        "\nall {} entries in one index: built in {filling:.0} ms; a query takes {:.2} ms in the median, {:.2} in 99 of 100",
        index.len(),
        at(0.5),
        at(0.99)
    )
}
