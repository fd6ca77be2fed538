//! `search-bench`: how well search finds tools on public retrieval sets, next to plain BM25, and through typos.
//!
//! A set is a directory with `corpus.jsonl`, `queries.jsonl` and `qrels.tsv`. The runner only reads and measures; no
//! figure in it comes from anywhere but the run.

mod measure;
mod plain;
mod set;
mod typos;

use std::path::{Path, PathBuf};
use std::time::Instant;

use onecall_core::search::{Index, Weights};

use measure::Figures;
use set::Set;

/// Runs the bench over every set under `dir` and returns the table. `changes` are weights to try, as `name=value`.
pub fn bench(dir: &Path, changes: &[String]) -> Result<String, String> {
    let weights = weights(changes)?;
    let mut sets: Vec<PathBuf> = std::fs::read_dir(dir)
        .map_err(|error| format!("{}: {error}", dir.display()))?
        .filter_map(|entry| entry.ok().map(|entry| entry.path()))
        .filter(|path| path.join("corpus.jsonl").is_file())
        .collect();
    sets.sort();
    if sets.is_empty() {
        return Err(format!("{}: no directory in it holds a corpus.jsonl", dir.display()));
    }
    let mut table = String::from(HEAD);
    for path in sets {
        let set = Set::read(&path)?;
        for line in rows(&set, &weights) {
            table.push_str(&line);
            table.push('\n');
        }
    }
    Ok(table)
}

const HEAD: &str =
    "set               tools  queries  ranking      R@1    R@5   R@10   NDCG@10   typo 1   typo 2   ms/query\n";

fn rows(set: &Set, weights: &Weights) -> Vec<String> {
    let plain = plain::Bm25::new(&set.tools);
    let base = Figures::of(set, |query| plain.rank(query, 10));
    let mut index = Index::with(*weights);
    for (id, tool) in (0..).zip(&set.tools) {
        index.set(id, &tool.entry);
    }
    let start = Instant::now();
    let ours = Figures::of(set, |query| index.find(query, 10).into_iter().map(|hit| hit.id as usize).collect());
    let each = start.elapsed().as_secs_f64() * 1000.0 / set.queries.len().max(1) as f64;
    let [one, two] = typos::found_first(set, &index);
    let start = format!("{:<16} {:>6} {:>8}", set.name, set.tools.len(), set.queries.len());
    vec![
        format!("{start}  {:<10} {base}", "plain BM25"),
        format!("{start}  {:<10} {ours}   {one:>6.3}   {two:>6.3}   {each:>8.3}", "Onecall"),
    ]
}

fn weights(changes: &[String]) -> Result<Weights, String> {
    let mut weights = Weights::default();
    for change in changes {
        let (name, value) = change.split_once('=').ok_or_else(|| format!("{change}: expected name=value"))?;
        let value: f32 = value.parse().map_err(|error| format!("{change}: {error}"))?;
        let place = weights.named(name).ok_or_else(|| format!("{name}: no such weight"))?;
        *place = value;
    }
    Ok(weights)
}
