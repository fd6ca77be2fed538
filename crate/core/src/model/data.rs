//! What a page says of itself for machines: JSON-LD, Open Graph, meta, canonical address, feeds.
//! It must never run or trust any of it: it is page text in another shape.

use onecall_protocol::{Map, Value, form};

use super::aria::View;
use super::dom::NodeId;
use super::text::Line;

/// All of it as one object: `jsonld` (a list), `openGraph`, `twitter`, `meta`, `canonical`, `feeds`, and how many JSON-LD
/// scripts were `unreadable`; only what is there.
#[must_use]
pub fn read(view: View<'_>) -> Value {
    let dom = view.dom;
    let mut found = Found::default();
    let Some(root) = dom.root() else { return Value::Object(Map::new()) };
    for id in dom.walk(root).filter(|id| dom.is_element(*id)) {
        match dom.tag(id) {
            "script" => found.script(view, id),
            "meta" => found.meta(view, id),
            "link" => found.link(view, id),
            _ => {}
        }
    }
    found.done()
}

#[derive(Default)]
struct Found {
    jsonld: Vec<Value>,
    graph: Map<String, Value>,
    twitter: Map<String, Value>,
    meta: Map<String, Value>,
    canonical: Option<String>,
    alternates: Vec<Value>,
    /// Scripts that are no JSON, or longer than what is sent.
    unreadable: usize,
}

/// Names of meta elements that steer browsers and say nothing of the page.
const DULL: &[&str] = &[
    "viewport",
    "theme-color",
    "color-scheme",
    "format-detection",
    "msapplication",
    "apple-mobile",
    "mobile-web-app",
    "google-site-verification",
    "facebook-domain-verification",
    "referrer",
    "csrf",
    "next-head-count",
    "x-ua-compatible",
];

impl Found {
    fn script(&mut self, view: View<'_>, id: NodeId) {
        let dom = view.dom;
        let kind = dom.attr(id, "type").unwrap_or("").trim().to_ascii_lowercase();
        if !kind.starts_with("application/ld+json") {
            return;
        }
        let text: String = dom.children(id).filter_map(|child| dom.text(child)).collect();
        // Some pages wrap it in a comment, as was once done with scripts.
        let text = text.trim().trim_start_matches("<!--").trim_end_matches("-->").trim();
        match form::json(text) {
            Some(Value::Array(several)) => self.jsonld.extend(several),
            Some(one) => self.jsonld.push(one),
            None if text.is_empty() => {}
            None => self.unreadable += 1,
        }
    }

    fn meta(&mut self, view: View<'_>, id: NodeId) {
        let dom = view.dom;
        let key = dom.attr(id, "property").or_else(|| dom.attr(id, "name")).or_else(|| dom.attr(id, "itemprop"));
        let (Some(key), Some(content)) = (key, dom.attr(id, "content")) else { return };
        let key = key.trim().to_ascii_lowercase();
        let value = folded(content);
        if key.is_empty() || value.is_empty() || DULL.iter().any(|dull| key.starts_with(dull)) {
            return;
        }
        if let Some(rest) = key.strip_prefix("og:") {
            put(&mut self.graph, rest, value);
        } else if let Some(rest) = key.strip_prefix("twitter:") {
            put(&mut self.twitter, rest, value);
        } else {
            put(&mut self.meta, &key, value);
        }
    }

    fn link(&mut self, view: View<'_>, id: NodeId) {
        let dom = view.dom;
        let (Some(rel), Some(href)) = (dom.attr(id, "rel"), dom.attr(id, "href")) else { return };
        let rel = rel.to_ascii_lowercase();
        if rel == "canonical" {
            self.canonical.get_or_insert_with(|| href.to_owned());
        } else if rel == "alternate"
            && dom.attr(id, "type").is_some_and(|kind| kind.contains("rss") || kind.contains("atom"))
        {
            self.alternates.push(Value::from(href));
        }
    }

    fn done(self) -> Value {
        let mut out = Map::new();
        if !self.jsonld.is_empty() {
            out.insert("jsonld".into(), Value::Array(self.jsonld));
        }
        for (key, map) in [("openGraph", self.graph), ("twitter", self.twitter), ("meta", self.meta)] {
            if !map.is_empty() {
                out.insert(key.into(), Value::Object(map));
            }
        }
        if let Some(canonical) = self.canonical {
            out.insert("canonical".into(), Value::from(canonical));
        }
        if !self.alternates.is_empty() {
            out.insert("feeds".into(), Value::Array(self.alternates));
        }
        if self.unreadable > 0 {
            out.insert("unreadable".into(), self.unreadable.into());
        }
        Value::Object(out)
    }
}

fn folded(text: &str) -> String {
    let mut line = Line::default();
    line.push(text);
    line.out
}

/// Said twice: a list.
fn put(map: &mut Map<String, Value>, key: &str, value: String) {
    match map.get_mut(key) {
        Some(Value::Array(several)) => several.push(value.into()),
        Some(one) if one.as_str() != Some(value.as_str()) => *one = Value::Array(vec![one.take(), value.into()]),
        Some(_) => {}
        None => {
            map.insert(key.to_owned(), value.into());
        }
    }
}

#[cfg(test)]
mod tests {
    use onecall_protocol::json;

    use super::*;
    use crate::html;
    use crate::model::aria::Memo;

    #[test]
    fn reads_what_is_said_for_machines() {
        let dom = html::dom(
            r#"<head><meta property="og:title" content=" A  title "><meta property="og:image" content="1.png">
            <meta property="og:image" content="2.png"><meta name=description content="D"><meta name=viewport content=x>
            <link rel=canonical href="https://a.test/">
            <script type="application/ld+json">{"@type": "Product", "name": "Chair"}</script>
            <script type="application/ld+json">{broken</script></head>"#,
        );
        let memo = Memo::default();
        let found = read(View { dom: &dom, memo: &memo });
        let expected = json!({
            "jsonld": [{"@type": "Product", "name": "Chair"}],
            "openGraph": {"title": "A title", "image": ["1.png", "2.png"]},
            "meta": {"description": "D"},
            "canonical": "https://a.test/",
            "unreadable": 1,
        });
        assert_eq!(found, expected);
    }

    #[test]
    fn says_nothing_of_an_empty_page() {
        let dom = html::dom("");
        let memo = Memo::default();
        assert_eq!(read(View { dom: &dom, memo: &memo }), json!({}));
    }
}
