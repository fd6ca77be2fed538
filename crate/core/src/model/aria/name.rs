//! Accessible names and descriptions, after accname 1.2: references, embedded controls, labels, native texts, content,
//! tooltip, in that order. The steps are named as there. It must never decide what is shown.

use onecall_protocol::facts::flag;

use crate::limits;
use crate::model::dom::NodeId;
use crate::order::Set;

use super::content::{self, Transform};
use super::shown::{is_aria_hidden, is_hidden};
use super::{Role, View, native_name};

/// Where a text came from; decides on spaces around it and on what is left for the description.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum From {
    /// Nothing was said.
    Nothing,
    /// Its own text.
    Content,
    /// An attribute, another element or a value.
    Other,
    /// The `title` attribute.
    Title,
}

/// A text and where it came from.
#[derive(Debug, Clone)]
pub(super) struct Said {
    pub text: String,
    pub from: From,
}

impl Said {
    pub(super) const fn nothing() -> Self {
        Self { text: String::new(), from: From::Nothing }
    }

    pub(super) fn other(text: impl Into<String>) -> Self {
        Self { text: text.into(), from: From::Other }
    }
}

/// How a node was come to.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Way {
    /// It is what an `aria-labelledby`, `aria-describedby` or label leads to, and not below it.
    pub direct: bool,
    /// In what an `aria-labelledby` or `aria-describedby` leads to.
    pub reference: bool,
    /// In a native label, legend or caption.
    pub label: bool,
    /// In the content of something that is being named.
    pub content: bool,
    /// The root of this way is hidden itself, so hidden nodes count.
    pub unhidden: bool,
    /// What stands alone counts too.
    pub wide: bool,
    /// How text is transformed here.
    pub transform: Transform,
    pub depth: usize,
}

/// One name in the making.
pub(super) struct Namer<'a> {
    pub view: View<'a>,
    /// What is being named.
    root: NodeId,
    /// Nodes that references led to: each is consulted once.
    visited: Set<NodeId>,
    /// Nodes that may still be looked at.
    left: usize,
    /// It was led to something that may stand elsewhere.
    pub far: bool,
}

/// The name, folded, and whether it is made of what stands elsewhere too.
pub(super) fn name(view: View<'_>, id: NodeId) -> (String, bool) {
    if view.dom.root() == Some(id) {
        return (fold(&view.dom.head().title), true);
    }
    let (said, far) = top(view, id);
    (fold(&said.text), far)
}

/// The content, folded, as far as it is not hidden.
pub(super) fn text(view: View<'_>, id: NodeId) -> String {
    let transform = content::transform_at(view, id);
    fold(&content::gather(&mut Namer::new(view, id), id, Way { transform, wide: true, ..Way::default() }))
}

/// The description, folded.
pub(super) fn description(view: View<'_>, id: NodeId) -> String {
    let dom = view.dom;
    let mut namer = Namer::new(view, id);
    let related = namer.related(id, "aria-describedby", Way::default());
    if !is_blank(&related) {
        return fold(&related);
    }
    if let Some(text) = dom.attr(id, "aria-description").filter(|text| !is_blank(text)) {
        return fold(text);
    }
    let (name, _) = top(view, id);
    if let Some(text) = native_name::description(&mut namer, id, &name).filter(|text| !is_blank(text)) {
        return fold(&text);
    }
    let title = dom.attr(id, "title").map(fold).unwrap_or_default();
    if name.from == From::Title || title == fold(&name.text) { String::new() } else { title }
}

fn top(view: View<'_>, id: NodeId) -> (Said, bool) {
    let unhidden = view.dom.is_element(id) && is_hidden(view, id);
    let transform = content::transform_at(view, id);
    let mut namer = Namer::new(view, id);
    let said = namer.compute(id, Way { unhidden, transform, ..Way::default() });
    (said, namer.far)
}

/// True where ARIA or a title names it: what landmarks need, and what does not depend on its role.
pub(super) fn has_author_name(view: View<'_>, id: NodeId) -> bool {
    has_aria_name(view, id) || view.dom.attr(id, "title").is_some_and(|title| !is_blank(title))
}

/// True where `aria-label` or `aria-labelledby` names it.
pub(super) fn has_aria_name(view: View<'_>, id: NodeId) -> bool {
    let labelled = view.dom.attr(id, "aria-labelledby").is_some()
        && !is_blank(&Namer::new(view, id).related(id, "aria-labelledby", Way::default()));
    labelled || view.dom.attr(id, "aria-label").is_some_and(|label| !is_blank(label))
}

impl<'a> Namer<'a> {
    pub(super) fn new(view: View<'a>, root: NodeId) -> Self {
        Self { view, root, visited: Set::default(), left: limits::NAME_NODES, far: false }
    }

    /// Steps 2A to 2I.
    pub(super) fn compute(&mut self, id: NodeId, way: Way) -> Said {
        let dom = self.view.dom;
        if self.left == 0 || way.depth > limits::NAME_DEPTH {
            return Said::nothing();
        }
        self.left -= 1;
        if let Some(text) = dom.text(id) {
            return self.text(id, text, way);
        }
        // 2A: what is hidden and not referred to says nothing. What is only invisible may hold visible things.
        let gone = !dom.has(id, flag::RENDERED) || dom.attr(id, "aria-hidden") == Some("true");
        if !way.unhidden && gone && (way.content || way.direct) {
            return Said::nothing();
        }
        if !self.visited.is_empty() && !way.direct && self.visited.contains(&id) {
            return Said::nothing();
        }
        // A control inside its own label says nothing there: its name is what the label says beside it.
        if way.label && way.content && id == self.root {
            return Said::nothing();
        }
        if way.reference {
            self.visited.insert(id);
        }
        if !way.unhidden && way.content && !dom.has(id, flag::VISIBLE) {
            return Said { text: content::gather(self, id, way), from: From::Content };
        }
        self.spoken(id, way)
    }

    /// Steps 2B to 2I of an element that counts.
    fn spoken(&mut self, id: NodeId, way: Way) -> Said {
        let dom = self.view.dom;
        // A control in its own label says nothing there: neither its options nor what it suggests are its name.
        if way.label && way.content && id == self.root {
            return Said::nothing();
        }
        if !way.reference && dom.attr(id, "aria-labelledby").is_some() {
            let text = self.related(id, "aria-labelledby", way);
            if !is_blank(&text) {
                return Said::other(text);
            }
        }
        let role = self.view.role(id);
        if (way.content || way.direct)
            && id != self.root
            && let Some(value) = native_name::embedded(self, id, role, way)
        {
            return Said::other(value);
        }
        if let Some(label) = dom.attr(id, "aria-label").filter(|label| !is_blank(label)) {
            return Said::other(label);
        }
        if let Some(said) = native_name::native(self, id, role, way) {
            return said;
        }
        if self.speaks_by_content(id, role, way) {
            let said = Said { text: self.content(id, way), from: From::Content };
            if !is_blank(&said.text) {
                return said;
            }
            let tip = native_name::tooltip(self.view, id, role, way);
            // White space parts what is around it.
            return if way.content && tip.from == From::Nothing { said } else { tip };
        }
        native_name::tooltip(self.view, id, role, way)
    }

    /// 2F: what is inside; what stands alone only where there is nothing else.
    fn content(&mut self, id: NodeId, way: Way) -> String {
        let visited = self.visited.clone();
        let text = content::gather(self, id, way);
        if way.content || way.wide || !is_blank(&text) {
            return text;
        }
        self.visited = visited;
        content::gather(self, id, Way { wide: true, ..way })
    }

    /// 2F: name from content.
    fn speaks_by_content(&self, id: NodeId, role: Role, way: Way) -> bool {
        if way.direct || way.reference {
            return true;
        }
        if way.content {
            return !role.keeps_content() && (way.wide || !role.stands_alone());
        }
        native_name::is_named_by_content(self.view, id, role)
    }

    /// 2G: text, where it can be seen.
    fn text(&self, id: NodeId, text: &str, way: Way) -> Said {
        let visible =
            way.unhidden || self.view.dom.parent(id).is_some_and(|parent| self.view.dom.has(parent, flag::VISIBLE));
        if !visible {
            return Said::nothing();
        }
        Said { text: content::transformed(text, way.transform), from: From::Content }
    }

    /// 2B: the texts of the elements that an attribute refers to.
    pub(super) fn related(&mut self, id: NodeId, attribute: &str, way: Way) -> String {
        let view = self.view;
        let mut texts: Vec<String> = Vec::new();
        for target in view.references(id, attribute) {
            let text =
                self.lead_to(target, Way { reference: true, label: way.label, depth: way.depth + 1, ..Way::default() });
            if !is_blank(&text) {
                texts.push(fold(&text));
            }
        }
        texts.join(" ")
    }

    /// The text of an element that a reference or label leads to.
    pub(super) fn lead_to(&mut self, target: NodeId, way: Way) -> String {
        self.far = true;
        let unhidden = is_hidden(self.view, target) || is_aria_hidden(self.view, target);
        let transform = content::transform_at(self.view, target);
        self.compute(target, Way { direct: true, content: false, wide: true, unhidden, transform, ..way }).text
    }
}

/// True for white space only. A no-break space is a character.
pub(super) fn is_blank(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_whitespace())
}

/// White space folded and trimmed, cut at the longest name there is.
pub(super) fn fold(text: &str) -> String {
    let mut out = String::with_capacity(text.len().min(limits::NAME_CHARS));
    let mut count = 0;
    for word in text.split_ascii_whitespace() {
        if count > 0 {
            out.push(' ');
            count += 1;
        }
        for c in word.chars() {
            if count >= limits::NAME_CHARS {
                return out;
            }
            out.push(c);
            count += 1;
        }
    }
    out
}
