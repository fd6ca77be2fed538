//! Facts from HTML text, for tests, the CLI and fuzzing: a real parser, and the flags that a browser
//! would report without style sheets (`hidden`, inline `display`, `visibility`, `opacity`, default blocks).
//! It must never be part of a shipped build.

use std::collections::BTreeMap;

use html5ever::tendril::TendrilSink;
use markup5ever_rcdom::{Handle as Rc, NodeData, RcDom};
use onecall_protocol::facts::{Facts, Head, extra, flag, op};

use crate::model::dom::Dom;

/// Facts of a whole document, revision 1, as the page kit would capture them.
#[must_use]
pub fn facts(html: &str) -> Facts {
    let dom: RcDom = html5ever::parse_document(RcDom::default(), html5ever::ParseOpts::default()).one(html);
    let mut writer = Writer::default();
    writer.string("");
    for child in dom.document.children.borrow().iter() {
        if matches!(child.data, NodeData::Element { .. }) {
            writer.node(child, flag::RENDERED | flag::VISIBLE | flag::OPAQUE, false);
        }
    }
    Facts {
        head: Head {
            doc: "test".into(),
            rev: 1,
            parts: 1,
            url: "https://example.test/".into(),
            title: writer.title,
            lang: writer.lang,
            ready: "complete".into(),
            ..Head::default()
        },
        nodes: writer.words,
        text: writer.strings.join("\0"),
    }
}

/// The mirror made from those facts.
#[must_use]
pub fn dom(html: &str) -> Dom {
    let facts = facts(html);
    let mut dom = Dom::new();
    let odd = dom.apply(&facts.head, &facts.nodes, &facts.text);
    debug_assert!(odd.is_empty(), "{odd:?}");
    dom
}

#[derive(Default)]
struct Writer {
    words: Vec<u32>,
    strings: Vec<String>,
    known: BTreeMap<String, u32>,
    handles: u32,
    title: String,
    lang: String,
}

const BLOCKS: &str = " address article aside blockquote body center dd details dialog dir div dl dt fieldset figcaption \
figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr html legend li listing main menu nav ol optgroup option p pre search \
section summary table tbody td tfoot th thead tr ul caption colgroup col ";
const HIDDEN: &str = " head script style template title meta link base noscript area datalist param source track ";
const INLINE_BLOCKS: &str = " button input select textarea meter progress img ";
const SECRET: &[&str] = &["current-password", "new-password", "one-time-code", "cc-number", "cc-csc"];

impl Writer {
    fn string(&mut self, text: &str) -> u32 {
        if let Some(index) = self.known.get(text) {
            return *index;
        }
        let index = self.strings.len() as u32;
        self.strings.push(text.replace('\0', "\u{fffd}"));
        self.known.insert(text.to_owned(), index);
        index
    }

    fn node(&mut self, node: &Rc, above: u32, disabled: bool) {
        match &node.data {
            NodeData::Text { contents } => {
                let index = self.string(&contents.borrow());
                self.words.extend([op::TEXT, index]);
            }
            NodeData::Element { name, attrs, .. } => {
                let tag = name.local.to_string();
                let attrs: Vec<(String, String)> =
                    attrs.borrow().iter().map(|a| (a.name.local.to_string(), a.value.to_string())).collect();
                let get = |key: &str| attrs.iter().find(|(k, _)| k == key).map(|(_, v)| v.as_str());
                let text = text_of(node);
                if tag == "title" && self.title.is_empty() {
                    self.title = text.trim().to_owned();
                }
                if tag == "html" {
                    self.lang = get("lang").unwrap_or("").to_owned();
                }
                let mut flags = above & (flag::RENDERED | flag::OPAQUE | flag::VISIBLE | flag::INERT);
                let padded = format!(" {tag} ");
                let style = get("style").unwrap_or("").replace(' ', "");
                if HIDDEN.contains(&padded)
                    || get("hidden").is_some()
                    || style.contains("display:none")
                    || (tag == "input" && get("type") == Some("hidden"))
                    || (tag == "dialog" && get("open").is_none())
                {
                    flags &= !flag::RENDERED;
                }
                if style.contains("visibility:hidden") {
                    flags &= !flag::VISIBLE;
                } else if style.contains("visibility:visible") {
                    flags |= flag::VISIBLE;
                }
                if style.contains("opacity:0") && !style.contains("opacity:0.") {
                    flags &= !flag::OPAQUE;
                }
                if (BLOCKS.contains(&padded) && !style.contains("display:inline")) || style.contains("display:block") {
                    flags |= flag::BLOCK;
                }
                if INLINE_BLOCKS.contains(&padded) || style.contains("display:inline-block") {
                    flags |= flag::INLINE_BLOCK;
                }
                let control =
                    matches!(tag.as_str(), "input" | "select" | "textarea" | "button" | "fieldset" | "option");
                let disabled = disabled || (control && get("disabled").is_some());
                for (on, bit) in [
                    (control && disabled, flag::DISABLED),
                    (get("checked").is_some(), flag::CHECKED),
                    (get("selected").is_some(), flag::SELECTED),
                    (control && get("required").is_some(), flag::REQUIRED),
                    (control && get("readonly").is_some(), flag::READONLY),
                    (get("open").is_some(), flag::OPEN),
                    (get("inert").is_some(), flag::INERT),
                    (get("contenteditable").is_some_and(|v| v != "false"), flag::EDITOR),
                    (name.ns == html5ever::ns!(svg), flag::SVG),
                    (name.ns == html5ever::ns!(mathml), flag::MATHML),
                    (control || (tag == "a" && get("href").is_some()) || get("tabindex").is_some(), flag::FOCUSABLE),
                ] {
                    if on {
                        flags |= bit;
                    }
                }
                let secret = get("type") == Some("password")
                    || get("autocomplete").is_some_and(|v| v.split(' ').any(|token| SECRET.contains(&token)));
                let value = match tag.as_str() {
                    "input" => Some(get("value").unwrap_or("").to_owned()),
                    "textarea" => Some(text),
                    _ => None,
                };
                if secret {
                    flags |= flag::SECRET;
                }
                self.handles += 1;
                let handle = self.handles;
                let kept: Vec<_> = attrs.iter().filter(|(k, _)| !(secret && k == "value")).collect();
                let value = value.filter(|_| !secret);
                let tag = self.string(&tag);
                let counts = kept.len() as u32 | u32::from(value.is_some()) << 16;
                self.words.extend([op::ELEMENT | flags << 4, handle, tag, counts]);
                for (key, text) in kept {
                    let (key, text) = (self.string(key), self.string(text));
                    self.words.extend([key, text]);
                }
                if let Some(value) = value {
                    let value = self.string(&value);
                    self.words.extend([extra::VALUE, value]);
                }
                for child in node.children.borrow().iter() {
                    self.node(child, flags, disabled && padded == " fieldset ");
                }
                self.words.push(op::END);
            }
            _ => {}
        }
    }
}

fn text_of(node: &Rc) -> String {
    node.children
        .borrow()
        .iter()
        .map(|child| match &child.data {
            NodeData::Text { contents } => contents.borrow().to_string(),
            _ => text_of(child),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mirrors_markup() {
        let dom = dom("<title>T</title><p id=a>one <b>two</b></p><p>three");
        let root = dom.root().unwrap();
        assert_eq!(dom.tag(root), "html");
        assert_eq!(dom.head().title, "T");
        let p = dom.walk(root).find(|id| dom.attr(*id, "id") == Some("a")).unwrap();
        assert_eq!(dom.flat_text(p, 200), "one two");
        assert_eq!(dom.node(dom.handle(p)), Some(p));
        assert!(dom.has(p, flag::RENDERED | flag::BLOCK));
    }

    #[test]
    fn deltas_replace_keep_and_bury() {
        let mut dom = dom("<ul><li>a</li><li>b</li></ul>");
        let ul = dom.walk(dom.root().unwrap()).find(|id| dom.tag(*id) == "ul").unwrap();
        let items: Vec<_> = dom.children(ul).collect();
        let (h_ul, a, b) = (dom.handle(ul), dom.handle(items[0]), dom.handle(items[1]));
        let head = Head { doc: "test".into(), rev: 2, base: 1, parts: 1, ..Head::default() };
        // The list now holds b (kept) and a new item 99 "c"; a is gone.
        let words = [
            op::REPLACE,
            h_ul,
            op::ELEMENT | 1 << 4,
            h_ul,
            0,
            0,
            op::KEEP,
            b,
            op::ELEMENT | 1 << 4,
            99,
            1,
            0,
            op::TEXT,
            2,
            op::END,
            op::END,
        ];
        assert!(dom.apply(&head, &words, "ul\0li\0c").is_empty());
        assert_eq!(dom.flat_text(ul, 200), "bc");
        assert_eq!(dom.node(a), None);
        assert_eq!(dom.node(b), Some(items[1]));
        assert!(!dom.is_live(items[0]));
        assert_eq!(dom.apply(&Head { base: 7, ..head }, &words, ""), [crate::model::Diagnostic::Lost]);
    }
}
