//! `cargo xtask size`: raw, gzip and brotli size of each shipped file against `size-budget.json`. Sizes are
//! reviewed: a file over its budget, or one that has none, fails.

use std::collections::BTreeMap;
use std::fs;
use std::io::Write as _;

use anyhow::{Context, Result, bail};
use serde_json::Value;

use crate::project::{Project, files_below};

const BUDGET: &str = "size-budget.json";

/// Sizes of one file.
struct Sizes {
    raw: u64,
    gzip: u64,
    brotli: u64,
}

/// Prints the sizes and fails where one is over its budget.
pub fn run(project: &Project) -> Result<()> {
    let budget = read_budget(project)?;
    let mut problems = Vec::new();
    println!("{:<32}{:>10}{:>10}{:>10}{:>14}", "file", "raw", "gzip", "brotli", "gzip at most");
    let shipped = shipped(project);
    for file in &shipped {
        let sizes = measure(project, file)?;
        let most = budget.get(file).copied();
        let shown = most.map_or_else(|| "none".to_owned(), |most| most.to_string());
        println!("{file:<32}{:>10}{:>10}{:>10}{shown:>14}", sizes.raw, sizes.gzip, sizes.brotli);
        match most {
            None => problems.push(format!("{file} has no budget in {BUDGET}")),
            Some(most) if sizes.gzip > most => problems.push(format!("{file} is {} over", sizes.gzip - most)),
            Some(_) => {}
        }
    }
    for file in budget.keys().filter(|file| !shipped.contains(file)) {
        problems.push(format!("{file} has a budget and is not built"));
    }
    if problems.is_empty() {
        return Ok(());
    }
    bail!("sizes: {}. A rise needs a reason beside it in {BUDGET}", problems.join("; "))
}

/// Files that reach a user, in order.
fn shipped(project: &Project) -> Vec<String> {
    let mut files = Vec::new();
    for dir in ["extension/dist", "www/dist"] {
        files.extend(files_below(&project.path(dir)).iter().map(|path| project.shown(path)));
    }
    files
}

/// Bytes of gzip per file; each entry of the file gives `gzip` and `why`.
fn read_budget(project: &Project) -> Result<BTreeMap<String, u64>> {
    let text = project.read(BUDGET)?;
    let parsed: Value = serde_json::from_str(&text).context(BUDGET)?;
    let files = parsed.as_object().with_context(|| format!("{BUDGET} is no object"))?;
    let mut budget = BTreeMap::new();
    for (file, entry) in files {
        let gzip = entry.get("gzip").and_then(Value::as_u64);
        let why = entry.get("why").and_then(Value::as_str).filter(|why| !why.is_empty());
        match (gzip, why) {
            (Some(gzip), Some(_)) => budget.insert(file.clone(), gzip),
            _ => bail!("{BUDGET}: {file} needs a number `gzip` and a text `why`"),
        };
    }
    Ok(budget)
}

fn measure(project: &Project, file: &str) -> Result<Sizes> {
    let bytes = fs::read(project.path(file)).with_context(|| format!("cannot read {file}"))?;
    let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    gzip.write_all(&bytes).context("gzip")?;
    let mut small = Vec::new();
    let params = brotli::enc::BrotliEncoderParams { quality: 11, lgwin: 22, ..Default::default() };
    brotli::BrotliCompress(&mut bytes.as_slice(), &mut small, &params).context("brotli")?;
    Ok(Sizes { raw: bytes.len() as u64, gzip: gzip.finish().context("gzip")?.len() as u64, brotli: small.len() as u64 })
}
