//! `search-bench`: how well search finds tools on public retrieval sets, next to plain BM25, and through typos.
//!
//! A set is a directory with `corpus.jsonl`, `queries.jsonl` and `qrels.tsv`. The runner only reads and measures; no
//! figure in it comes from anywhere but the run.

mod change;
mod measure;
mod plain;
mod set;
mod speed;
mod typos;

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use onecall_core::search::{Index, Weights};

use measure::Figures;
use set::Set;
use typos::Typos;

/// Names found first with one edit and with two, over all sets, at the least.
const TYPOS: [f64; 2] = [0.95, 0.85];

const HEAD: &str = "set               tools  queries  ranking       R@1    R@5   R@10  NDCG@10  typo 1  typo 2\n";

/// Runs the bench over every set under `dir` and returns the table. `changes` are weights to try, as `name=value`.
pub fn bench(dir: &Path, changes: &[String]) -> Result<String, String> {
    let weights = weights(changes)?;
    let sets = sets(dir)?;
    let mut table = String::from(HEAD);
    let mut typos = Typos::default();
    let mut below = Vec::new();
    for set in &sets {
        let plain = plain::Bm25::new(&set.tools);
        let base = Figures::of(set, |query| plain.rank(query, 10));
        let index = fill([set], weights);
        let ours = Figures::of(set, |query| index.find(query, 10).into_iter().map(|hit| hit.id as usize).collect());
        let own = Typos::of(set, &index);
        let start = format!("{:<16} {:>6} {:>8}", set.name, set.tools.len(), set.queries.len());
        let _ = writeln!(table, "{start}  {:<10} {base}", "plain BM25");
        let _ = writeln!(table, "{start}  {:<10} {ours} {own}", "Onecall");
        if ours.ndcg <= base.ndcg {
            below.push(format!("{} is ranked no better than by plain BM25", set.name));
        }
        typos.add(&own);
    }
    let _ = writeln!(table, "{:<77} {typos}", "all names");
    let _ = writeln!(table, "{}", speed::measure(&sets, weights));
    let _ = writeln!(table, "{}", change::measure());
    for (share, least) in typos.shares().into_iter().zip(TYPOS) {
        if share < least {
            below.push(format!("{share:.3} of names with typos are found first, expected {least}"));
        }
    }
    if below.is_empty() { Ok(table) } else { Err(format!("{table}\n{}", below.join("\n"))) }
}

fn sets(dir: &Path) -> Result<Vec<Set>, String> {
    let entries = std::fs::read_dir(dir).map_err(|error| format!("{}: {error}", dir.display()))?;
    let paths = entries.filter_map(|entry| entry.ok().map(|entry| entry.path()));
    let mut paths: Vec<PathBuf> = paths.filter(|path| path.join("corpus.jsonl").is_file()).collect();
    paths.sort();
    if paths.is_empty() {
        return Err(format!("{}: no directory in it holds a corpus.jsonl", dir.display()));
    }
    paths.iter().map(|path| Set::read(path)).collect()
}

fn weights(changes: &[String]) -> Result<Weights, String> {
    let mut weights = Weights::default();
    for change in changes {
        let (name, value) = change.split_once('=').ok_or_else(|| format!("{change}: expected name=value"))?;
        let value: f32 = value.parse().map_err(|error| format!("{change}: {error}"))?;
        *weights.named(name).ok_or_else(|| format!("{name}: no such weight"))? = value;
    }
    Ok(weights)
}

/// An index of one set or several.
fn fill<'a>(sets: impl IntoIterator<Item = &'a Set>, weights: Weights) -> Index {
    let mut index = Index::with(weights);
    for (id, tool) in (0..).zip(sets.into_iter().flat_map(|set| &set.tools)) {
        index.set(id, &tool.entry);
    }
    index
}
