//! What stands on the page to be read: one-line text of a part, the main content, and either as Markdown.
//! What is not shown stays out. It must never cut: budgets are `answer`'s.

use onecall_protocol::facts::{extra, flag};

use super::aria::{Shown, View};
use super::dom::NodeId;

mod article;
mod block;
mod markdown;
mod pieces;
#[cfg(test)]
mod tests;

pub use article::{Article, find as article};
pub use block::{Block, BlockKind, Link};

/// An element as blocks of Markdown, in order; nothing that is not shown.
#[must_use]
pub fn markdown(view: View<'_>, node: NodeId) -> Vec<Block> {
    markdown::read(view, node, &|_| true)
}

/// The main content of the page: the article where it is one, else the main landmark, else the body.
#[must_use]
pub fn main(view: View<'_>) -> Option<NodeId> {
    content(view).0.or_else(|| whole(view))
}

/// The main content as blocks of Markdown. An article comes freed of what is only around it; where a page
/// is not there to be read (an app, a form, a table), all of its main part comes.
#[must_use]
pub fn reading(view: View<'_>) -> Vec<Block> {
    match content(view) {
        (Some(_), article) => {
            let keep = |node: NodeId| article.keeps(node);
            article.parts.iter().flat_map(|part| markdown::read(view, *part, &keep)).collect()
        }
        (None, _) => whole(view).map(|node| markdown(view, node)).unwrap_or_default(),
    }
}

/// The article, unless it is only a smaller part of what the main landmark has to say.
fn content(view: View<'_>) -> (Option<NodeId>, Article) {
    let Some(root) = view.dom.root() else { return (None, Article::default()) };
    let article = article(view, root);
    let part = article.chars * 3 < article.around;
    (article.node.filter(|_| !part), article)
}

/// The main landmark, else the body.
fn whole(view: View<'_>) -> Option<NodeId> {
    let dom = view.dom;
    let root = dom.root()?;
    let is_main =
        |id: &NodeId| (dom.tag(*id) == "main" || dom.attr(*id, "role") == Some("main")) && dom.has(*id, flag::RENDERED);
    let body = || dom.children(root).find(|child| dom.tag(*child) == "body");
    dom.walk(root).find(is_main).or_else(body).or(Some(root))
}

/// All text of an element on one line, as a person would read it: controls by their value, images by
/// their name, nothing that is not shown.
#[must_use]
pub fn plain(view: View<'_>, node: NodeId) -> String {
    let mut line = Line::default();
    read(view, node, &mut line, &mut |_| true);
    line.out
}

/// As [`plain`], without what `keep` turns down.
pub(super) fn plain_without(view: View<'_>, node: NodeId, mut keep: impl FnMut(NodeId) -> bool) -> String {
    let mut line = Line::default();
    read(view, node, &mut line, &mut keep);
    line.out
}

/// Text of an element that something refers to; said even where it is hidden, as ARIA does.
pub(super) fn referred(view: View<'_>, node: NodeId) -> String {
    let shown = plain(view, node);
    if shown.is_empty() { view.dom.flat_text(node, REFERRED) } else { shown }
}

/// Characters of a hidden text that something refers to.
const REFERRED: usize = 1_000;

/// Text with white space folded.
#[derive(Debug, Default)]
pub(super) struct Line {
    pub out: String,
    gap: bool,
}

impl Line {
    /// Words apart from what comes next.
    pub(super) fn gap(&mut self) {
        self.gap = true;
    }

    pub(super) fn push(&mut self, text: &str) {
        for c in text.chars() {
            if c.is_whitespace() {
                self.gap = true;
            } else if !invisible(c) {
                if self.gap && !self.out.is_empty() {
                    self.out.push(' ');
                }
                self.gap = false;
                self.out.push(c);
            }
        }
    }
}

/// Characters that only hint at where a line may break.
fn invisible(c: char) -> bool {
    matches!(c, '\u{ad}' | '\u{200b}' | '\u{2060}' | '\u{feff}')
}

/// Walks without recursion, so that depth costs no stack.
fn read(view: View<'_>, top: NodeId, line: &mut Line, keep: &mut dyn FnMut(NodeId) -> bool) {
    let dom = view.dom;
    let mut at = top;
    loop {
        let down = if at == top || keep(at) { visit(view, at, line) } else { false };
        if down && let Some(child) = dom.first(at) {
            at = child;
            continue;
        }
        loop {
            if dom.has(at, flag::BLOCK) {
                line.gap();
            }
            if at == top {
                return;
            }
            if let Some(next) = dom.next(at) {
                at = next;
                break;
            }
            match dom.parent(at) {
                Some(parent) => at = parent,
                None => return,
            }
        }
    }
}

/// Writes what a node is by itself; true where its children are to be read.
fn visit(view: View<'_>, node: NodeId, line: &mut Line) -> bool {
    let dom = view.dom;
    if let Some(text) = dom.text(node) {
        if dom.parent(node).is_some_and(|parent| readable(view, parent)) {
            line.push(text);
        }
        return false;
    }
    if !dom.has(node, flag::RENDERED) {
        return false;
    }
    let tag = dom.tag(node);
    if dom.has(node, flag::BLOCK) || dom.has(node, flag::INLINE_BLOCK) || tag == "br" {
        line.gap();
    }
    let words = match tag {
        "img" => dom.attr(node, "alt").unwrap_or("").to_owned(),
        "svg" => {
            let named = dom.attr(node, "aria-label").is_some();
            if named { view.name(node).to_string() } else { String::new() }
        }
        "input" | "textarea" | "meter" | "progress" => value(view, node),
        "select" => chosen(view, node),
        "script" | "style" | "template" | "noscript" | "title" | "head" => String::new(),
        _ => return true,
    };
    if readable(view, node) {
        line.gap();
        line.push(&words);
        line.gap();
    }
    false
}

/// Is text that stands directly in this element shown?
pub(super) fn readable(view: View<'_>, element: NodeId) -> bool {
    match view.shown(element) {
        Shown::Yes => true,
        // Shown to the eye, and only repeated for assistive technology or behind a dialog.
        Shown::NotExposed => {
            !view.dom.ancestors(element).chain([element]).any(|id| view.dom.attr(id, "aria-hidden") == Some("true"))
        }
        Shown::NotRendered | Shown::NotPainted => false,
    }
}

fn value(view: View<'_>, control: NodeId) -> String {
    let dom = view.dom;
    let kind = dom.attr(control, "type").unwrap_or("").to_ascii_lowercase();
    match kind.as_str() {
        "hidden" | "checkbox" | "radio" | "file" | "password" => String::new(),
        "submit" | "button" | "reset" => dom.attr(control, "value").unwrap_or("").to_owned(),
        "image" => dom.attr(control, "alt").unwrap_or("").to_owned(),
        _ => dom.extra_text(control, extra::VALUE).unwrap_or("").to_owned(),
    }
}

/// The selected options of a native select.
pub(super) fn chosen(view: View<'_>, select: NodeId) -> String {
    let dom = view.dom;
    let options = dom.walk(select).filter(|id| dom.tag(*id) == "option" && dom.has(*id, flag::SELECTED));
    options.map(|id| option_label(view, id)).collect::<Vec<_>>().join(", ")
}

/// What an option of a native select is called.
pub(super) fn option_label(view: View<'_>, option: NodeId) -> String {
    let dom = view.dom;
    let said = dom.attr(option, "label").filter(|label| !label.trim().is_empty());
    let mut line = Line::default();
    match said {
        Some(label) => line.push(label),
        None => dom.walk(option).filter_map(|id| dom.text(id)).for_each(|text| line.push(text)),
    }
    line.out
}
