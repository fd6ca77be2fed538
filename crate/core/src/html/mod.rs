//! Facts from HTML text, for tests, the CLI and fuzzing: a real parser, and what the page kit's capture would report
//! in a browser without style sheets (`hidden`, inline `display`, `visibility`, `opacity`, default blocks, states of
//! controls). It must never be part of a shipped build.

use std::collections::BTreeMap;

use html5ever::tendril::TendrilSink;
use markup5ever_rcdom::{Handle as Rc, NodeData, RcDom};
use onecall_protocol::facts::{Facts, Head, extra, flag, op};

use crate::model::dom::Dom;

mod element;

use element::{Around, Element, chosen, text_of};

/// Facts of a whole document, revision 1, as the page kit would capture them.
#[must_use]
pub fn facts(html: &str) -> Facts {
    let dom: RcDom = html5ever::parse_document(RcDom::default(), html5ever::ParseOpts::default()).one(html);
    let mut writer = Writer::default();
    writer.string("");
    for child in dom.document.children.borrow().iter() {
        if matches!(child.data, NodeData::Element { .. }) {
            let around = Around { flags: flag::RENDERED | flag::VISIBLE | flag::OPAQUE, ..Around::default() };
            writer.node(child, around);
        }
    }
    Facts {
        head: Head {
            doc: "test".into(),
            rev: 1,
            parts: 1,
            url: "https://example.test/".into(),
            // As `document.title` gives it.
            title: writer.title.split_ascii_whitespace().collect::<Vec<_>>().join(" "),
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
    /// Options that are chosen, of the selects read so far.
    selected: Vec<Rc>,
}

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

    fn node(&mut self, node: &Rc, around: Around) {
        if let NodeData::Text { contents } = &node.data {
            let index = self.string(&contents.borrow());
            self.words.extend([op::TEXT, index]);
        } else if let Some(element) = Element::of(node).filter(|element| !element.is_omitted()) {
            self.element(&element, around);
        }
    }

    fn element(&mut self, element: &Element<'_>, around: Around) {
        if element.tag == "title" && !element.svg && self.title.is_empty() {
            self.title = text_of(element.node).trim().to_owned();
        }
        if element.tag == "html" {
            self.lang = element.attr("lang").unwrap_or("").to_owned();
        }
        let style = element.attr("style").unwrap_or("").replace(' ', "");
        let mut flags = element.seen(around, &style) | element.boxed(&style) | element.states(around);
        if self.selected.iter().any(|option| std::rc::Rc::ptr_eq(option, element.node)) {
            flags |= flag::SELECTED;
        }
        let secret = flags & flag::SECRET != 0 || (element.tag == "option" && around.secret);
        let value = element.value().filter(|_| !secret);
        let missing = flags & (flag::REQUIRED | flag::DISABLED | flag::READONLY) == flag::REQUIRED
            && value.as_deref().is_some_and(str::is_empty);
        if missing {
            flags |= flag::INVALID;
        }
        let extras =
            [(extra::VALUE, value), (extra::VALIDITY, missing.then(|| "Please fill out this field.".to_owned()))];
        self.record(element, flags, secret, &extras);
        if element.tag == "select" && !secret {
            self.selected.extend(chosen(element));
        }
        if element.tag != "textarea" && !element.is_foreign() {
            let inner = Around {
                flags,
                disabled: flags & flag::DISABLED != 0 && element.is(&["fieldset", "optgroup"]) || around.disabled,
                folded: element.tag == "details" && !element.has("open"),
                secret: secret && element.tag == "select" || around.secret,
            };
            for child in element.node.children.borrow().iter() {
                self.node(child, inner);
            }
        }
        self.words.push(op::END);
    }

    fn record(&mut self, element: &Element<'_>, flags: u32, secret: bool, extras: &[(u32, Option<String>)]) {
        self.handles += 1;
        let handle = self.handles;
        let kept = |key: &str| !(secret && key == "value" || matches!(key, "checked" | "selected" | "style"));
        let attrs: Vec<_> = element.attrs.iter().filter(|(key, _)| kept(key)).collect();
        let extras: Vec<_> = extras.iter().filter_map(|(kind, text)| Some((*kind, text.as_ref()?))).collect();
        let tag = self.string(&element.tag.to_ascii_lowercase());
        let counts = attrs.len() as u32 | (extras.len() as u32) << 16;
        self.words.extend([op::ELEMENT | flags << 4, handle, tag, counts]);
        for (key, text) in attrs {
            let (key, text) = (self.string(key), self.string(text));
            self.words.extend([key, text]);
        }
        for (kind, text) in extras {
            let text = self.string(text);
            self.words.extend([kind, text]);
        }
    }
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
