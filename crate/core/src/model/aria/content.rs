//! Text from content: children, owned elements, `::before` and `::after`, with spaces where boxes stand apart.
//! It must never look at attributes that name; that is `name`'s.

use onecall_protocol::facts::{extra, flag};

use crate::model::dom::{NodeId, Note};

use super::name::{From, Namer, Way};
use super::{View, refer};

/// `text-transform`, as it applies to text.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) enum Transform {
    #[default]
    None,
    Upper,
    Lower,
    Capital,
    FullWidth,
    FullKana,
}

impl Transform {
    const fn from_fact(value: u32) -> Self {
        match value {
            1 => Self::Upper,
            2 => Self::Lower,
            3 => Self::Capital,
            4 => Self::FullWidth,
            5 => Self::FullKana,
            _ => Self::None,
        }
    }
}

/// How text inside an element is transformed.
pub(super) fn transform_at(view: View<'_>, id: NodeId) -> Transform {
    let dom = view.dom;
    if dom.noted(Note::Transform).is_empty() {
        return Transform::None;
    }
    let said = std::iter::once(id).chain(dom.ancestors(id)).find_map(|at| dom.extra(at, extra::TRANSFORM));
    said.map_or(Transform::None, Transform::from_fact)
}

/// Joins texts: apart where one of them stands apart, else as they are.
#[derive(Default)]
struct Joined {
    text: String,
    gap: bool,
}

impl Joined {
    fn push(&mut self, text: &str, apart: bool) {
        let between = self.gap || apart;
        if between && !self.text.is_empty() && !ends_blank(&self.text) && !starts_blank(text) {
            self.text.push(' ');
        }
        self.text.push_str(text);
        self.gap = apart;
    }
}

fn ends_blank(text: &str) -> bool {
    text.as_bytes().last().is_some_and(u8::is_ascii_whitespace)
}

fn starts_blank(text: &str) -> bool {
    text.as_bytes().first().is_some_and(u8::is_ascii_whitespace)
}

/// 2F and 2H: the texts of what is inside an element.
pub(super) fn gather(namer: &mut Namer<'_>, id: NodeId, way: Way) -> String {
    let view = namer.view;
    let dom = view.dom;
    if matches!(dom.tag(id), "iframe" | "frame") {
        return String::new();
    }
    let transform = match dom.extra(id, extra::TRANSFORM) {
        Some(value) => Transform::from_fact(value),
        None => way.transform,
    };
    let inner = Way { direct: false, content: true, transform, depth: way.depth + 1, ..way };
    let mut out = Joined::default();
    if let Some(text) = dom.extra_text(id, extra::BEFORE) {
        out.push(text, false);
    }
    for child in dom.children(id) {
        if dom.is_element(child) && refer::owner(view, child).is_some_and(|owner| owner != id) {
            continue;
        }
        add(namer, &mut out, child, inner);
    }
    for child in refer::owned(view, id) {
        if dom.parent(child) != Some(id) {
            namer.far = true;
            add(namer, &mut out, child, inner);
        }
    }
    if let Some(text) = dom.extra_text(id, extra::AFTER) {
        out.push(text, false);
    }
    out.text
}

fn add(namer: &mut Namer<'_>, out: &mut Joined, child: NodeId, way: Way) {
    let dom = namer.view.dom;
    if dom.tag(child) == "br" {
        out.push("\n", false);
        return;
    }
    let said = namer.compute(child, way);
    let block = dom.has(child, flag::BLOCK) && dom.has(child, flag::RENDERED);
    if said.text.is_empty() {
        out.gap |= block || (dom.is_element(child) && namer.view.role(child).is_control());
        return;
    }
    let apart = dom.is_element(child)
        && (block
            || dom.has(child, flag::INLINE_BLOCK)
            || said.from != From::Content
            || namer.view.role(child).is_control());
    out.push(&said.text, apart);
}

/// Text as style shows it.
pub(super) fn transformed(text: &str, transform: Transform) -> String {
    match transform {
        Transform::None => text.to_owned(),
        Transform::Upper => text.to_uppercase(),
        Transform::Lower => text.to_lowercase(),
        Transform::Capital => capitalised(text),
        Transform::FullWidth => text.chars().map(full_width).collect(),
        Transform::FullKana => text.chars().map(full_kana).collect(),
    }
}

fn capitalised(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut inside = false;
    for c in text.chars() {
        if inside || !c.is_alphanumeric() {
            out.push(c);
        } else {
            out.extend(c.to_uppercase());
        }
        inside = c.is_alphanumeric() || (inside && matches!(c, '\'' | '\u{2019}' | '\u{ad}'));
    }
    out
}

/// ASCII has its full-width forms in one block.
fn full_width(c: char) -> char {
    match c {
        ' ' => '\u{3000}',
        '!'..='~' => char::from_u32(u32::from(c) + 0xfee0).unwrap_or(c),
        _ => c,
    }
}

/// Small kana stand directly before their full-size forms, but for a few.
fn full_kana(c: char) -> char {
    match c {
        'ぁ' | 'ぃ' | 'ぅ' | 'ぇ' | 'ぉ' | 'っ' | 'ゃ' | 'ゅ' | 'ょ' | 'ゎ' | 'ァ' | 'ィ' | 'ゥ' | 'ェ' | 'ォ'
        | 'ッ' | 'ャ' | 'ュ' | 'ョ' | 'ヮ' => char::from_u32(u32::from(c) + 1).unwrap_or(c),
        'ゕ' => 'か',
        'ゖ' => 'け',
        'ヵ' => 'カ',
        'ヶ' => 'ケ',
        _ => c,
    }
}
