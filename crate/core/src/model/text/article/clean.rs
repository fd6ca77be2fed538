//! What is taken out of an article once it is found: forms, sharing, boxes of links, widgets.
//! From the inside out, so that a box is judged by what is left in it.

use super::score::{Found, weight};
use super::sheet::Sheet;
use super::{Strict, prune, words};

/// Most pictures that stand for words; more are a gallery.
const SIGNS: i64 = 8;
/// Longest text of an element for sharing; longer ones only have such a name.
const SHARING: i64 = 500;

pub(super) fn run(sheet: &mut Sheet<'_>, found: &Found, strict: Strict) {
    boxes(sheet, found, strict, &["form", "fieldset"]);
    each(sheet, found, |sheet, at| {
        matches!(sheet.tag(at), "object" | "embed" | "footer" | "aside") && sheet.sums(at).data == 0
    });
    each(sheet, found, |sheet, at| words::shares(&prune::name(sheet, at)) && sheet.sums(at).text < SHARING);
    each(sheet, found, |sheet, at| match sheet.tag(at) {
        "iframe" => sheet.sums(at).data == 0,
        "input" | "textarea" | "select" | "button" => true,
        "h1" | "h2" => weight(sheet, at, strict) < 0,
        _ => false,
    });
    boxes(sheet, found, strict, &["table"]);
    boxes(sheet, found, strict, &["ul"]);
    boxes(sheet, found, strict, &["div"]);
}

/// Takes out what a rule names, last first.
fn each(sheet: &mut Sheet<'_>, found: &Found, rule: impl Fn(&Sheet<'_>, usize) -> bool) {
    for part in &found.parts {
        for at in (*part + 1..sheet.end(*part)).rev() {
            if !sheet.is_out(at) && rule(sheet, at) {
                sheet.take_out(at);
            }
        }
    }
}

fn boxes(sheet: &mut Sheet<'_>, found: &Found, strict: Strict, tags: &[&str]) {
    if !strict.boxes {
        return;
    }
    let wanted = |sheet: &Sheet<'_>, at: usize| {
        let tag = sheet.tag(at);
        let entry = sheet.entries.get(at);
        tags.contains(&tag) && !entry.is_some_and(|entry| tag == "div" && (entry.paragraph || entry.hollow))
    };
    each(sheet, found, |sheet, at| wanted(sheet, at) && !buried(sheet, at) && is_box(sheet, at, strict));
}

/// Something above it is out already.
fn buried(sheet: &Sheet<'_>, at: usize) -> bool {
    std::iter::successors(sheet.parent(at), |up| sheet.parent(*up)).any(|up| sheet.is_out(up))
}

/// Is it a box of something else than the text?
fn is_box(sheet: &Sheet<'_>, at: usize, strict: Strict) -> bool {
    let tag = sheet.tag(at);
    let sums = sheet.sums(at);
    let list = matches!(tag, "ul" | "ol") || sums.text > 0 && sums.lists as f64 / sums.text as f64 > 0.9;
    let data = |at: usize| sheet.entries.get(at).is_some_and(|entry| entry.data_table);
    let mut above = std::iter::successors(sheet.parent(at), |up| sheet.parent(*up));
    if sums.data > 0 || above.any(|up| data(up) || sheet.tag(up) == "code") {
        return false;
    }
    let weight = weight(sheet, at, strict);
    if weight < 0 {
        return true;
    }
    if sums.commas >= 10 {
        return false;
    }
    if sums.text < 40 && words::says_nothing(&prune::said(sheet, at)) {
        return true;
    }
    let mut above = std::iter::successors(sheet.parent(at), |up| sheet.parent(*up));
    let figure = above.any(|up| sheet.tag(up) == "figure");
    let items = sums.items - 100;
    let density = sums.density();
    let heads = if sums.text > 0 { sums.heads as f64 / sums.text as f64 } else { 0.0 };
    let out = !figure && sums.images > 1 && sums.paragraphs * 2 < sums.images && !says_by_pictures(sheet, at)
        || !list && items > sums.paragraphs
        || sums.controls > sums.paragraphs / 3
        || !list && !figure && heads < 0.9 && sums.text < 25 && (sums.images == 0 || sums.images > 2) && density > 0.0
        || !list && weight < 25 && density > 0.2
        || weight >= 25 && density > 0.5
        || sums.embeds == 1 && sums.text < 75
        || sums.embeds > 1
        || sums.images == 0 && !has_textish(sheet, at);
    if list && out {
        let plain = sheet.children(at).all(|child| sheet.children(child).count() <= 1);
        return !(plain && sums.images == sums.items);
    }
    out
}

/// Is it nothing but a few pictures that each say something, such as the signs of what is in a dish?
fn says_by_pictures(sheet: &Sheet<'_>, at: usize) -> bool {
    let sums = sheet.sums(at);
    sums.text == 0
        && sums.images <= SIGNS
        && (at + 1..sheet.end(at)).all(|inner| match sheet.tag(inner) {
            "img" => sheet.attr(inner, "alt").is_some_and(|alt| !alt.trim().is_empty()),
            tag => tag != "a",
        })
}

/// Is any of its text in an element that usually holds text?
fn has_textish(sheet: &Sheet<'_>, at: usize) -> bool {
    let runs = sheet.entries.get(at).is_some_and(|entry| !entry.runs.is_empty());
    runs || (at + 1..sheet.end(at)).any(|inner| {
        let holds = matches!(
            sheet.tag(inner),
            "span" | "li" | "td" | "blockquote" | "dl" | "div" | "ol" | "p" | "pre" | "table" | "ul"
        );
        holds && !sheet.is_out(inner) && sheet.sums(inner).text > 0
    })
}
