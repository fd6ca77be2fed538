//! What is out before anything is weighed: what is not shown, navigation and other landmarks, bylines, what
//! calls itself a sidebar; and which divisions are paragraphs in disguise.

use super::sheet::Sheet;
use super::{Strict, words};
use crate::model::text::plain;

/// Roles of what is never part of an article.
const ROLES: &[&str] = &["menu", "menubar", "complementary", "navigation", "alert", "alertdialog", "dialog"];

pub(super) fn run(sheet: &mut Sheet<'_>, strict: Strict) {
    let said = Said::of(sheet);
    let mut title_left = true;
    let mut byline_left = !said.author;
    let mut at = 0;
    while at < sheet.entries.len() {
        let kept = sheet.parent(at).and_then(|up| sheet.entries.get(up)).is_some_and(|up| up.kept);
        let keeps = kept || matches!(sheet.tag(at), "table" | "code");
        if let Some(entry) = sheet.entries.get_mut(at) {
            entry.kept = keeps;
        }
        let out = never(sheet, at)
            || byline_left && is_byline(sheet, at) && {
                byline_left = false;
                true
            }
            || title_left && repeats_title(sheet, at, &said.titles) && {
                title_left = false;
                true
            }
            || strict.unlikely && unlikely(sheet, at, kept);
        if out {
            if let Some(entry) = sheet.entries.get_mut(at) {
                entry.out = true;
            }
            at = sheet.end(at);
            continue;
        }
        at += 1;
    }
    sheet.sum();
    empty(sheet);
    tables(sheet);
    paragraphs(sheet);
}

/// What the page says of itself.
struct Said {
    titles: Vec<String>,
    author: bool,
}

impl Said {
    fn of(sheet: &Sheet<'_>) -> Self {
        let data = crate::model::data::read(sheet.view);
        let text = |path: &[&str]| {
            path.iter().try_fold(&data, |at, key| at.get(*key)).and_then(|v| v.as_str()).map(str::to_owned)
        };
        let author = ["author", "dc:creator", "dcterm:creator", "dc.creator", "article:author", "parsely-author"];
        let in_meta = author.iter().any(|key| text(&["meta", key]).is_some_and(|who| !who.starts_with("http")));
        let in_data = data
            .get("jsonld")
            .and_then(|list| list.as_array())
            .is_some_and(|list| list.iter().any(|one| one.get("author").is_some()));
        let title = sheet.view.dom.head().title.clone();
        let titles = [Some(title), text(&["openGraph", "title"]), text(&["twitter", "title"])];
        Self {
            titles: titles.into_iter().flatten().filter(|title| !title.trim().is_empty()).collect(),
            author: in_meta || in_data,
        }
    }
}

fn never(sheet: &Sheet<'_>, at: usize) -> bool {
    let tag = sheet.tag(at);
    if matches!(tag, "script" | "style" | "noscript" | "template" | "head" | "link" | "meta") || !sheet.shown(at) {
        return true;
    }
    let hidden = sheet.attr(at, "aria-hidden") == Some("true") && !name(sheet, at).contains("fallback-image");
    let modal = sheet.attr(at, "aria-modal") == Some("true") && sheet.attr(at, "role") == Some("dialog");
    hidden || modal
}

/// Id and classes, in lower case.
pub(super) fn name(sheet: &Sheet<'_>, at: usize) -> String {
    match (sheet.attr(at, "class"), sheet.attr(at, "id")) {
        (None, None) => String::new(),
        (class, id) => format!("{} {}", class.unwrap_or(""), id.unwrap_or("")).to_lowercase(),
    }
}

fn is_byline(sheet: &Sheet<'_>, at: usize) -> bool {
    let author = sheet.attr(at, "rel") == Some("author")
        || sheet.attr(at, "itemprop").is_some_and(|prop| prop.contains("author"));
    if !author && !words::byline(&name(sheet, at)) {
        return false;
    }
    let said = sheet.node(at).map(|node| sheet.view.dom.flat_text(node, 101)).unwrap_or_default();
    let length = said.chars().count();
    length > 0 && length < 100
}

fn repeats_title(sheet: &Sheet<'_>, at: usize, titles: &[String]) -> bool {
    if !matches!(sheet.tag(at), "h1" | "h2") {
        return false;
    }
    let heading = sheet.node(at).map(|node| sheet.view.dom.flat_text(node, 400)).unwrap_or_default();
    titles.iter().any(|title| words::similar(title, &heading) > 0.75)
}

fn unlikely(sheet: &Sheet<'_>, at: usize, kept: bool) -> bool {
    let tag = sheet.tag(at);
    if words::around(&name(sheet, at)) && !kept && !matches!(tag, "body" | "a" | "html") {
        return true;
    }
    if matches!(tag, "nav") {
        return true;
    }
    sheet.attr(at, "role").is_some_and(|role| ROLES.contains(&role))
}

/// Divisions without anything in them.
fn empty(sheet: &mut Sheet<'_>) {
    for at in 0..sheet.entries.len() {
        let box_like = matches!(sheet.tag(at), "div" | "section" | "header" | "h1" | "h2" | "h3" | "h4" | "h5" | "h6");
        if box_like
            && !sheet.is_out(at)
            && sheet.sums(at).text == 0
            && sheet.children(at).all(|child| matches!(sheet.tag(child), "br" | "hr"))
        {
            sheet.take_out(at);
        }
    }
}

/// Data or layout, as reading modes tell them apart.
fn tables(sheet: &mut Sheet<'_>) {
    for at in 0..sheet.entries.len() {
        let data = sheet.tag(at) == "table" && !sheet.is_out(at) && is_data(sheet, at);
        if data && let Some(entry) = sheet.entries.get_mut(at) {
            entry.data_table = true;
        }
    }
}

fn is_data(sheet: &Sheet<'_>, at: usize) -> bool {
    if sheet.attr(at, "role") == Some("presentation") || sheet.attr(at, "datatable") == Some("0") {
        return false;
    }
    if sheet.attr(at, "summary").is_some_and(|summary| !summary.is_empty()) {
        return true;
    }
    let below = at + 1..sheet.end(at);
    let mut nested = false;
    let (mut rows, mut widest, mut width) = (0, 0, 0);
    for inner in below {
        match sheet.tag(inner) {
            "col" | "colgroup" | "tfoot" | "thead" | "th" => return true,
            "caption" if sheet.sums(inner).text > 0 => return true,
            "table" => nested = true,
            "tr" => (rows, width) = (rows + 1, 0),
            "td" => {
                width += sheet
                    .attr(inner, "colspan")
                    .and_then(|span| span.trim().parse::<usize>().ok())
                    .unwrap_or(1)
                    .min(1000);
                widest = widest.max(width);
            }
            _ => {}
        }
    }
    if nested || rows <= 1 || widest <= 1 {
        return false;
    }
    rows >= 10 || widest > 4 || rows * widest > 10
}

/// Elements that make what holds them more than a paragraph.
fn is_block(tag: &str) -> bool {
    matches!(tag, "blockquote" | "dl" | "div" | "img" | "ol" | "p" | "pre" | "table" | "ul")
}

/// Elements that stand inside a line of text.
fn is_phrase(sheet: &Sheet<'_>, at: usize) -> bool {
    match sheet.tag(at) {
        "abbr" | "audio" | "b" | "bdo" | "br" | "button" | "cite" | "code" | "data" | "datalist" | "dfn" | "em"
        | "embed" | "i" | "img" | "input" | "kbd" | "label" | "mark" | "math" | "meter" | "noscript" | "object"
        | "output" | "progress" | "q" | "ruby" | "samp" | "script" | "select" | "small" | "span" | "strong" | "sub"
        | "sup" | "textarea" | "time" | "var" | "wbr" | "font" => true,
        "a" | "del" | "ins" => sheet.children(at).all(|child| is_phrase(sheet, child)),
        _ => false,
    }
}

/// Divisions that hold text directly: as a paragraph, or in runs between blocks.
fn paragraphs(sheet: &mut Sheet<'_>) {
    for at in (0..sheet.entries.len()).rev() {
        if sheet.tag(at) != "div" || sheet.is_out(at) {
            continue;
        }
        let runs = runs(sheet, at);
        let children: Vec<usize> = sheet.children(at).collect();
        let blocks = (at + 1..sheet.end(at)).any(|inner| !sheet.is_out(inner) && is_block(sheet.tag(inner)));
        let bare: i64 = direct_text(sheet, at);
        let only = matches!(children.as_slice(), [only] if sheet.tag(*only) == "p" && bare == 0);
        let Some(entry) = sheet.entries.get_mut(at) else { continue };
        if only && entry.sums.density() < 0.25 {
            entry.hollow = true;
        } else if !blocks {
            entry.paragraph = true;
        } else {
            entry.runs = runs;
        }
    }
}

fn direct_text(sheet: &Sheet<'_>, at: usize) -> i64 {
    let dom = sheet.view.dom;
    let Some(node) = sheet.node(at) else { return 0 };
    dom.children(node).filter_map(|child| dom.text(child)).map(|text| words::count(text).0).sum()
}

/// Runs of text and phrases directly inside, between blocks: their characters and commas.
fn runs(sheet: &Sheet<'_>, at: usize) -> Vec<(i64, i64)> {
    let dom = sheet.view.dom;
    let Some(node) = sheet.node(at) else { return Vec::new() };
    let mut out = Vec::new();
    let mut run = (0, 0);
    let mut children = sheet.children(at).peekable();
    for child in dom.children(node) {
        if let Some(text) = dom.text(child) {
            let (length, commas) = words::count(text);
            run = (run.0 + length, run.1 + commas);
            continue;
        }
        let Some(entry) = children.next_if(|entry| sheet.node(*entry) == Some(child)) else { continue };
        if is_phrase(sheet, entry) {
            let sums = sheet.sums(entry);
            run = (run.0 + sums.text, run.1 + sums.commas);
        } else if run.0 > 0 {
            out.push(std::mem::take(&mut run));
        }
    }
    if run.0 > 0 {
        out.push(run);
    }
    out
}

/// The text of an entry, for rules that look at words.
pub(super) fn said(sheet: &Sheet<'_>, at: usize) -> String {
    sheet.node(at).map(|node| plain(sheet.view, node)).unwrap_or_default()
}
