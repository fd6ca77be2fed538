//! The part of a page that is there to be read: found by how much running text stands where, as reading
//! modes of browsers do, and freed of what is only around it (sharing, related links, forms, ads).
//! It must never lose an article to be tidy: where too little is left, it looks again less strictly.

use super::super::aria::View;
use super::super::dom::NodeId;

mod clean;
mod prune;
mod score;
mod sheet;
mod words;

use sheet::Sheet;

/// How strictly to look.
#[derive(Debug, Clone, Copy)]
struct Strict {
    /// What calls itself something else than content is out from the start.
    unlikely: bool,
    /// Names of ids and classes weigh.
    weights: bool,
    /// Lists, tables and boxes inside are looked at one by one.
    boxes: bool,
}

/// An article: the elements that hold it, in order, and what of them to leave out.
#[derive(Debug, Clone, Default)]
pub struct Article {
    /// Elements that hold it; the first or largest is what "main content" means.
    pub parts: Vec<NodeId>,
    /// The one with the most.
    pub node: Option<NodeId>,
    /// Characters of its text.
    pub chars: usize,
    /// Characters outside links in the main landmark, where the page has one; 0 where it has none.
    pub around: usize,
    out: Vec<bool>,
}

impl Article {
    /// Is this element part of it? Asked on the way down: what is below a part that is not, is not either.
    #[must_use]
    pub fn keeps(&self, node: NodeId) -> bool {
        !self.out.get(node.index()).copied().unwrap_or(false)
    }
}

/// Characters below which a find is tried again with a looser rule.
const ENOUGH: i64 = 500;

/// Finds the article below `top`.
#[must_use]
pub fn find(view: View<'_>, top: NodeId) -> Article {
    let passes = [(true, true, true), (false, true, true), (false, false, true), (false, false, false)];
    let mut best = Article::default();
    for (unlikely, weights, boxes) in passes {
        let found = attempt(view, top, Strict { unlikely, weights, boxes });
        let enough = found.chars as i64 >= ENOUGH;
        if enough {
            return found;
        }
        if best.node.is_none() || found.chars > best.chars {
            best = found;
        }
    }
    best
}

fn is_main(sheet: &Sheet<'_>, at: usize) -> bool {
    sheet.tag(at) == "main" || sheet.attr(at, "role") == Some("main")
}

fn attempt(view: View<'_>, top: NodeId, strict: Strict) -> Article {
    let mut sheet = Sheet::new(view, top);
    prune::run(&mut sheet, strict);
    sheet.sum();
    let around =
        (0..sheet.entries.len()).find(|at| !sheet.is_out(*at) && is_main(&sheet, *at)).map(|at| sheet.sums(at));
    let around = around.map_or(0, |sums| sums.text - sums.link);
    let Some(found) = score::top(&mut sheet, strict) else { return Article::default() };
    clean::run(&mut sheet, &found, strict);
    let chars: i64 = found.parts.iter().map(|part| sheet.sums(*part).text).sum();
    Article {
        node: sheet.node(found.top),
        parts: found.parts.iter().filter_map(|part| sheet.node(*part)).collect(),
        chars: usize::try_from(chars).unwrap_or(0),
        around: usize::try_from(around).unwrap_or(0),
        out: sheet.into_out(),
    }
}
