//! One element of parsed HTML and what a browser without style sheets would report of it.
//! It must never know the format of facts.

use markup5ever_rcdom::{Handle as Rc, NodeData};
use onecall_protocol::facts::flag;

/// What an element takes over from what it stands in.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Around {
    pub(super) flags: u32,
    /// A disabled fieldset or optgroup.
    pub(super) disabled: bool,
    /// A closed details.
    pub(super) folded: bool,
    /// A select whose choice is withheld.
    pub(super) secret: bool,
}

/// One element of the parser.
pub(super) struct Element<'a> {
    pub(super) node: &'a Rc,
    pub(super) tag: String,
    pub(super) attrs: Vec<(String, String)>,
    pub(super) svg: bool,
    mathml: bool,
}

const BLOCKS: &[&str] = &[
    "address",
    "article",
    "aside",
    "blockquote",
    "body",
    "caption",
    "center",
    "col",
    "colgroup",
    "dd",
    "details",
    "dialog",
    "dir",
    "div",
    "dl",
    "dt",
    "fieldset",
    "figcaption",
    "figure",
    "footer",
    "form",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "header",
    "hgroup",
    "hr",
    "html",
    "legend",
    "li",
    "listing",
    "main",
    "menu",
    "nav",
    "ol",
    "optgroup",
    "option",
    "p",
    "pre",
    "search",
    "section",
    "summary",
    "table",
    "tbody",
    "td",
    "tfoot",
    "th",
    "thead",
    "tr",
    "ul",
];
const ATOMS: &[&str] = &[
    "audio", "button", "canvas", "iframe", "img", "input", "meter", "object", "progress", "select", "textarea", "video",
];
const UNRENDERED: &[&str] = &["base", "datalist", "head", "link", "meta", "param", "source", "title", "track"];
const SHAPES: &[&str] = &["circle", "ellipse", "line", "path", "polygon", "polyline", "rect", "use"];
const DEFINITIONS: &[&str] =
    &["clipPath", "defs", "filter", "linearGradient", "marker", "mask", "pattern", "radialGradient", "symbol"];
const SECRET_FIELDS: &[&str] = &["current-password", "new-password", "one-time-code"];
const SECRET_NAMES: &[&str] =
    &["password", "passwd", "passcode", "cvv", "cvc", "otp", "card-number", "cardnumber", "securitycode"];

impl<'a> Element<'a> {
    pub(super) fn of(node: &'a Rc) -> Option<Self> {
        let NodeData::Element { name, attrs, .. } = &node.data else {
            return None;
        };
        let attrs = attrs.borrow().iter().map(|attr| (attr.name.local.to_string(), attr.value.to_string())).collect();
        let (svg, mathml) = (name.ns == html5ever::ns!(svg), name.ns == html5ever::ns!(mathml));
        Some(Self { node, tag: name.local.to_string(), attrs, svg, mathml })
    }

    pub(super) fn attr(&self, name: &str) -> Option<&str> {
        self.attrs.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str())
    }

    pub(super) fn has(&self, name: &str) -> bool {
        self.attr(name).is_some()
    }

    pub(super) fn is(&self, tags: &[&str]) -> bool {
        tags.contains(&self.tag.as_str())
    }

    /// True for what capture leaves out.
    pub(super) fn is_omitted(&self) -> bool {
        match self.tag.as_str() {
            "style" | "template" => true,
            "script" => !self.attr("type").is_some_and(|kind| kind.eq_ignore_ascii_case("application/ld+json")),
            "noscript" => !self.node.children.borrow().iter().any(|child| Element::of(child).is_some()),
            _ if self.svg && self.is(DEFINITIONS) => true,
            _ if self.svg && self.is(SHAPES) => {
                let meant =
                    |key: &String| key.starts_with("aria-") || matches!(key.as_str(), "role" | "tabindex" | "lang");
                self.node.children.borrow().is_empty() && !self.attrs.iter().any(|(key, _)| meant(key))
            }
            _ => false,
        }
    }

    fn is_secret(&self) -> bool {
        if !self.is(&["input", "select", "textarea"]) {
            return false;
        }
        if matches!(self.attr("type"), Some("password" | "hidden")) {
            return true;
        }
        let fields = self.attr("autocomplete").unwrap_or("").to_ascii_lowercase();
        let name = self.attr("name").unwrap_or("").to_ascii_lowercase();
        fields.split_ascii_whitespace().any(|field| field.starts_with("cc-") || SECRET_FIELDS.contains(&field))
            || (self.tag != "select" && SECRET_NAMES.iter().any(|word| name.contains(word)))
    }

    /// Rendered, visible, opaque.
    pub(super) fn seen(&self, around: Around, style: &str) -> u32 {
        let mut flags = around.flags & (flag::RENDERED | flag::OPAQUE | flag::VISIBLE);
        let hidden = self.attr("hidden").is_some_and(|value| value != "until-found");
        let gone = self.is(UNRENDERED)
            || hidden
            || style.contains("display:none")
            || (self.tag == "input" && self.attr("type") == Some("hidden"))
            || (self.tag == "dialog" && !self.has("open"))
            || self.has("popover")
            || (around.folded && self.tag != "summary");
        if gone {
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
        if flags & flag::RENDERED == 0 { 0 } else { flags }
    }

    pub(super) fn boxed(&self, style: &str) -> u32 {
        let block = (self.is(BLOCKS) && !style.contains("display:inline")) || style.contains("display:block");
        let apart = self.is(ATOMS) || style.contains("display:inline-block");
        if block { flag::BLOCK } else { u32::from(apart) * flag::INLINE_BLOCK }
    }

    pub(super) fn states(&self, around: Around) -> u32 {
        let control = self.is(&["button", "fieldset", "input", "optgroup", "option", "select", "textarea"]);
        let disabled = control && (around.disabled || self.has("disabled"));
        let operable = self.is(&["button", "input", "select", "textarea", "summary", "iframe"]) && !disabled;
        let linked = self.is(&["a", "area"]) && self.has("href");
        let indexed = self.attr("tabindex").is_some_and(|index| !index.trim().starts_with('-'));
        let states = [
            (disabled, flag::DISABLED),
            (self.tag == "input" && self.has("checked"), flag::CHECKED),
            (control && self.has("required"), flag::REQUIRED),
            (control && self.has("readonly"), flag::READONLY),
            (self.is(&["details", "dialog"]) && self.has("open"), flag::OPEN),
            (self.has("inert"), flag::INERT),
            (self.attr("contenteditable").is_some_and(|value| value != "false"), flag::EDITOR),
            (self.svg, flag::SVG),
            (self.mathml, flag::MATHML),
            (operable || linked || indexed, flag::FOCUSABLE),
            (self.is_secret(), flag::SECRET),
            (self.is_foreign(), flag::FOREIGN),
            (self.is_closed(), flag::CLOSED),
        ];
        let own = states.iter().filter(|(on, _)| *on).fold(0, |all, (_, bit)| all | bit);
        own | around.flags & flag::INERT
    }

    /// A frame whose document a page of `example.test` could not read.
    pub(super) fn is_foreign(&self) -> bool {
        self.is(&["iframe", "frame"])
            && (self.has("sandbox") || self.attr("src").is_some_and(|src| src.contains("://")))
    }

    /// Its shadow root is declared, and closed.
    fn is_closed(&self) -> bool {
        let children = self.node.children.borrow();
        children.iter().filter_map(Element::of).any(|child| child.attr("shadowrootmode") == Some("closed"))
    }

    pub(super) fn value(&self) -> Option<String> {
        match self.tag.as_str() {
            "input" => match self.attr("type").unwrap_or("") {
                "button" | "checkbox" | "file" | "hidden" | "image" | "radio" | "reset" | "submit" => None,
                _ => Some(self.attr("value").unwrap_or("").to_owned()),
            },
            "textarea" => Some(text_of(self.node)),
            "select" => {
                let chosen = chosen(self).into_iter().next()?;
                let option = Element::of(&chosen)?;
                Some(option.attr("value").map_or_else(|| text_of(&chosen).trim().to_owned(), str::to_owned))
            }
            "meter" | "progress" => self.attr("value").map(str::to_owned),
            _ => None,
        }
    }
}

/// The options of a select that are chosen: those that say so, else the first of a drop-down.
pub(super) fn chosen(select: &Element<'_>) -> Vec<Rc> {
    let mut options = Vec::new();
    collect(select.node, "option", &mut options);
    let says = |name: &'static str| move |node: &&Rc| Element::of(node).is_some_and(|option| option.has(name));
    let marked: Vec<Rc> = options.iter().filter(says("selected")).cloned().collect();
    let several = select.has("multiple");
    if !marked.is_empty() {
        return if several { marked } else { marked.last().cloned().into_iter().collect() };
    }
    let drop_down = !several && select.attr("size").is_none_or(|size| matches!(size.trim(), "" | "0" | "1"));
    let first = options.iter().find(|option| !says("disabled")(option)).filter(|_| drop_down);
    first.cloned().into_iter().collect()
}

fn collect(node: &Rc, tag: &str, found: &mut Vec<Rc>) {
    for child in node.children.borrow().iter() {
        if Element::of(child).is_some_and(|element| element.tag == tag) {
            found.push(child.clone());
        }
        collect(child, tag, found);
    }
}

pub(super) fn text_of(node: &Rc) -> String {
    node.children
        .borrow()
        .iter()
        .map(|child| match &child.data {
            NodeData::Text { contents } => contents.borrow().to_string(),
            _ => text_of(child),
        })
        .collect()
}
