//! Where the running text is: paragraphs give points to what holds them, links take points away.

use super::sheet::Sheet;
use super::{Strict, prune, words};
use crate::order::Map;

/// What was found.
pub(super) struct Found {
    /// The element with the most points.
    pub top: usize,
    /// It and those beside it that go on with the text, in order.
    pub parts: Vec<usize>,
}

/// How far up points are given.
const LEVELS: usize = 5;
/// Candidates that are compared with the best.
const RIVALS: usize = 5;

pub(super) fn top(sheet: &mut Sheet<'_>, strict: Strict) -> Option<Found> {
    let scores = scores(sheet, strict);
    let mut ranked: Vec<(usize, f64)> =
        scores.iter().map(|(at, score)| (*at, score * (1.0 - sheet.sums(*at).density()))).collect();
    crate::order::sort_by(&mut ranked, |a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
    ranked.truncate(RIVALS);
    let body = (0..sheet.entries.len()).find(|at| sheet.tag(*at) == "body").unwrap_or(0);
    let Some((best, score)) = ranked.first().copied().filter(|(at, _)| *at != body) else {
        let filled = !sheet.entries.is_empty() && sheet.sums(body).text > 0;
        return filled.then(|| Found { top: body, parts: vec![body] });
    };
    let mut tuned: Map<usize, f64> = scores;
    for (at, score) in &ranked {
        tuned.insert(*at, *score);
    }
    let mut top = shared(sheet, &ranked, best, score, body);
    let first = tuned.get(&top).copied().unwrap_or_else(|| start(sheet, top, strict));
    top = climb(sheet, &tuned, top, first, body);
    while let Some(up) = real_parent(sheet, top).filter(|up| *up != body && sheet.tag(*up) != "html") {
        if sheet.children(up).count() != 1 {
            break;
        }
        top = up;
    }
    let score = tuned.get(&top).copied().unwrap_or(first);
    Some(Found { top, parts: beside(sheet, &tuned, top, score) })
}

/// Points of everything that holds paragraphs.
fn scores(sheet: &Sheet<'_>, strict: Strict) -> Map<usize, f64> {
    let mut scores: Map<usize, f64> = Map::default();
    let mut give = |from: Option<usize>, text: i64, commas: i64| {
        if text < 25 {
            return;
        }
        let points = (2 + commas) as f64 + (text / 100).min(3) as f64;
        let levels = from.into_iter().chain(from.into_iter().flat_map(|from| sheet.above(from)));
        for (level, at) in levels.take(LEVELS).enumerate() {
            if sheet.parent(at).is_none() {
                break;
            }
            let share = if level == 0 {
                1.0
            } else if level == 1 {
                2.0
            } else {
                level as f64 * 3.0
            };
            scores.update(at, || start(sheet, at, strict), |sum| *sum += points / share);
        }
    };
    let mut at = 0;
    while let Some(entry) = sheet.entries.get(at) {
        if entry.out {
            at = sheet.end(at);
            continue;
        }
        let counts = entry.paragraph
            || matches!(sheet.tag(at), "section" | "h2" | "h3" | "h4" | "h5" | "h6" | "p" | "td" | "pre");
        if counts {
            give(sheet.above(at).next(), entry.sums.text, entry.sums.commas);
        }
        for (text, commas) in &entry.runs {
            give(Some(at), *text, *commas);
        }
        at += 1;
    }
    scores
}

fn start(sheet: &Sheet<'_>, at: usize, strict: Strict) -> f64 {
    let base = match sheet.tag(at) {
        "div" => 5.0,
        "pre" | "td" | "blockquote" => 3.0,
        "address" | "ol" | "ul" | "dl" | "dd" | "dt" | "li" | "form" => -3.0,
        "h1" | "h2" | "h3" | "h4" | "h5" | "h6" | "th" => -5.0,
        _ => 0.0,
    };
    base + weight(sheet, at, strict) as f64
}

/// What its id and its classes say, each by itself.
pub(super) fn weight(sheet: &Sheet<'_>, at: usize, strict: Strict) -> i64 {
    if !strict.weights {
        return 0;
    }
    let of = |key: &str| sheet.attr(at, key).map_or(0, |name| words::weight(&name.to_lowercase()));
    of("class") + of("id")
}

fn real_parent(sheet: &Sheet<'_>, at: usize) -> Option<usize> {
    sheet.above(at).next()
}

/// Where several good candidates have an ancestor in common, that is the article.
fn shared(sheet: &Sheet<'_>, ranked: &[(usize, f64)], best: usize, score: f64, body: usize) -> usize {
    let rivals: Vec<Vec<usize>> = ranked
        .iter()
        .skip(1)
        .filter(|(_, other)| other / score >= 0.75)
        .map(|(at, _)| sheet.above(*at).collect())
        .collect();
    if rivals.len() < 3 {
        return best;
    }
    let ups = sheet.above(best).take_while(|up| *up != body);
    let common = ups.into_iter().find(|up| rivals.iter().filter(|list| list.contains(up)).count() >= 3);
    common.unwrap_or(best)
}

/// Goes up while what is above has more points: its own paragraphs count for it too.
fn climb(sheet: &Sheet<'_>, scores: &Map<usize, f64>, top: usize, score: f64, body: usize) -> usize {
    let threshold = score / 3.0;
    let mut last = score;
    for up in sheet.above(top).take_while(|up| *up != body) {
        let Some(points) = scores.get(&up).copied() else { continue };
        if points < threshold {
            break;
        }
        if points > last {
            return up;
        }
        last = points;
    }
    top
}

/// The top and what stands beside it that belongs to the text.
fn beside(sheet: &Sheet<'_>, scores: &Map<usize, f64>, top: usize, score: f64) -> Vec<usize> {
    let Some(up) = real_parent(sheet, top) else { return vec![top] };
    let threshold = (score * 0.2).max(10.0);
    let class = sheet.attr(top, "class").unwrap_or("");
    let joins = |at: usize| {
        if at == top {
            return true;
        }
        let bonus = if !class.is_empty() && sheet.attr(at, "class") == Some(class) { score * 0.2 } else { 0.0 };
        if scores.get(&at).is_some_and(|points| points + bonus >= threshold) {
            return true;
        }
        let sums = sheet.sums(at);
        let paragraph =
            sheet.tag(at) == "p" || sheet.entries.get(at).is_some_and(|entry| entry.paragraph || entry.hollow);
        if !paragraph {
            return false;
        }
        let said = prune::said(sheet, at);
        let ends = said.ends_with('.') || said.contains(". ");
        sums.text > 80 && sums.density() < 0.25 || sums.text > 0 && sums.text < 80 && sums.link == 0 && ends
    };
    sheet.children(up).filter(|at| joins(*at)).collect()
}
