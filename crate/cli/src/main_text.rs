//! Scores the main content that the core finds against what a folder of pages expects: one directory per
//! page with `source.html` and `expected.html`. The facts are those captured in a browser, or made natively.

use std::collections::BTreeMap;
use std::path::Path;

use onecall_core::html;
use onecall_core::model::aria::{Memo, View};
use onecall_core::model::dom::Dom;
use onecall_core::model::text::{self, BlockKind};

/// Prints token F1 per page, worst first, and the mean; with `show`, what was found on one page.
///
/// # Errors
/// Where the folder cannot be read.
pub fn bench(dir: &Path, facts: Option<&Path>, show: Option<&str>) -> Result<String, String> {
    let mut pages: Vec<String> = std::fs::read_dir(dir)
        .map_err(|error| format!("{}: {error}", dir.display()))?
        .filter_map(|entry| entry.ok().and_then(|entry| entry.file_name().into_string().ok()))
        .filter(|name| dir.join(name).join("expected.html").is_file())
        .collect();
    pages.sort();
    let mut facts = facts.map(captured).transpose()?;
    let mut scores: Vec<(f64, f64, f64, String)> = Vec::new();
    for page in pages.iter().filter(|page| show.is_none_or(|show| show == page.as_str())) {
        let dom = match &mut facts {
            Some(facts) => facts.remove(page).ok_or_else(|| format!("no facts of {page}"))?,
            None => html::dom(&read(&dir.join(page).join("source.html"))?),
        };
        let found = found(&dom);
        let expected = expected(&dir.join(page))?;
        if show.is_some() {
            return Ok(difference(&found, &expected));
        }
        let (precision, recall, f1) = f1(&tokens(&found), &tokens(&expected));
        scores.push((f1, precision, recall, page.clone()));
    }
    scores.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut out = String::new();
    for (f1, precision, recall, page) in &scores {
        out.push_str(&format!("{f1:.4}  precision {precision:.3}  recall {recall:.3}  {page}\n"));
    }
    let count = scores.len().max(1) as f64;
    let mean = scores.iter().map(|score| score.0).sum::<f64>() / count;
    out.push_str(&format!("mean F1 {mean:.4} over {} pages\n", scores.len()));
    Ok(out)
}

fn read(path: &Path) -> Result<String, String> {
    let bytes = std::fs::read(path).map_err(|error| format!("{}: {error}", path.display()))?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// Pages as captured in a browser.
fn captured(file: &Path) -> Result<BTreeMap<String, Dom>, String> {
    read(file)?.lines().map(crate::captured::line).collect()
}

/// Words of the main content; images are named in Markdown only.
fn found(dom: &Dom) -> String {
    let memo = Memo::default();
    let view = View { dom, memo: &memo };
    let blocks = text::reading(view);
    let words = blocks.iter().filter(|block| block.kind != BlockKind::Image).map(|block| block.text.as_str());
    words.collect::<Vec<_>>().join("\n")
}

fn expected(page: &Path) -> Result<String, String> {
    let dom = html::dom(&read(&page.join("expected.html"))?);
    let Some(root) = dom.root() else { return Ok(String::new()) };
    let mut out = String::new();
    for id in dom.walk(root) {
        match dom.text(id) {
            Some(text) => out.push_str(text),
            None if matches!(
                dom.tag(id),
                "p" | "div" | "li" | "br" | "td" | "th" | "h1" | "h2" | "h3" | "h4" | "tr" | "figcaption" | "pre"
            ) =>
            {
                out.push(' ');
            }
            None => {}
        }
    }
    Ok(out)
}

/// Words in lower case; every letter of scripts without spaces is one.
fn tokens(text: &str) -> BTreeMap<String, usize> {
    let mut out = BTreeMap::new();
    let mut word = String::new();
    for c in text.chars().chain([' ']) {
        let alone = matches!(c, '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}' | '\u{ac00}'..='\u{d7af}');
        if c.is_alphanumeric() && !alone {
            word.extend(c.to_lowercase());
            continue;
        }
        if !word.is_empty() {
            *out.entry(std::mem::take(&mut word)).or_default() += 1;
        }
        if alone {
            *out.entry(c.to_string()).or_default() += 1;
        }
    }
    out
}

fn f1(found: &BTreeMap<String, usize>, expected: &BTreeMap<String, usize>) -> (f64, f64, f64) {
    let same: usize = found.iter().map(|(word, count)| (*count).min(expected.get(word).copied().unwrap_or(0))).sum();
    let (all, wanted): (usize, usize) = (found.values().sum(), expected.values().sum());
    if all == 0 && wanted == 0 {
        return (1.0, 1.0, 1.0);
    }
    let precision = same as f64 / all.max(1) as f64;
    let recall = same as f64 / wanted.max(1) as f64;
    let f1 = if same == 0 { 0.0 } else { 2.0 * precision * recall / (precision + recall) };
    (precision, recall, f1)
}

/// Lines that only one side has, for a closer look.
fn difference(found: &str, expected: &str) -> String {
    let wanted = tokens(expected);
    let have = tokens(found);
    let over: Vec<String> = have
        .iter()
        .filter_map(|(word, count)| {
            count.checked_sub(wanted.get(word).copied().unwrap_or(0)).filter(|n| *n > 0).map(|n| format!("{word}×{n}"))
        })
        .collect();
    let under: Vec<String> = wanted
        .iter()
        .filter_map(|(word, count)| {
            count.checked_sub(have.get(word).copied().unwrap_or(0)).filter(|n| *n > 0).map(|n| format!("{word}×{n}"))
        })
        .collect();
    format!("{found}\n\ntoo much: {}\n\nmissing: {}\n", over.join(" "), under.join(" "))
}
