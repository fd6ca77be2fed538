//! A worksheet over the elements below one: order, parents, sums of what they hold, what is out.
//! Sums follow when something is taken out. It must never judge.

use onecall_protocol::facts::flag;

use super::words;
use crate::model::aria::View;
use crate::model::dom::NodeId;

/// What an element holds, itself included.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Sums {
    /// Characters, white space folded.
    pub text: i64,
    /// Characters inside links; links within the page count a third.
    pub link: i64,
    pub commas: i64,
    /// Paragraphs, images, list items, controls, embedded things.
    pub paragraphs: i64,
    pub images: i64,
    pub items: i64,
    pub controls: i64,
    pub embeds: i64,
    /// Characters in headings and in lists.
    pub heads: i64,
    pub lists: i64,
    /// Data tables and films.
    pub data: i64,
}

impl Sums {
    /// Adds another so many times.
    fn add(&mut self, of: &Self, times: i64) {
        self.text += of.text * times;
        self.link += of.link * times;
        self.commas += of.commas * times;
        self.paragraphs += of.paragraphs * times;
        self.images += of.images * times;
        self.items += of.items * times;
        self.controls += of.controls * times;
        self.embeds += of.embeds * times;
        self.heads += of.heads * times;
        self.lists += of.lists * times;
        self.data += of.data * times;
    }

    /// Share of its text that stands in links.
    pub(super) fn density(&self) -> f64 {
        if self.text > 0 { self.link as f64 / self.text as f64 } else { 0.0 }
    }
}

/// An element on the sheet.
#[derive(Debug, Clone)]
pub(super) struct Entry<'a> {
    pub node: NodeId,
    tag: &'a str,
    pub parent: Option<usize>,
    /// One past the last element below it.
    pub end: usize,
    pub out: bool,
    /// Characters and commas that stand directly in it.
    own: (i64, i64),
    pub sums: Sums,
    /// Works as a paragraph although its tag is another.
    pub paragraph: bool,
    /// Stands for the only paragraph inside it.
    pub hollow: bool,
    /// Characters and commas of runs of text that stand directly in it beside blocks.
    pub runs: Vec<(i64, i64)>,
    pub data_table: bool,
    /// It is, or stands in, a table or code, where names of ids and classes mean other things.
    pub kept: bool,
}

pub(super) struct Sheet<'a> {
    pub view: View<'a>,
    pub entries: Vec<Entry<'a>>,
    nodes: usize,
}

impl<'a> Sheet<'a> {
    pub(super) fn new(view: View<'a>, top: NodeId) -> Self {
        let dom = view.dom;
        let mut entries: Vec<Entry<'a>> = Vec::new();
        let mut open: Vec<(NodeId, usize)> = Vec::new();
        for node in dom.walk(top).filter(|node| dom.is_element(*node)) {
            let parent_node = dom.parent(node);
            while let Some((above, at)) = open.last().copied() {
                if Some(above) == parent_node {
                    break;
                }
                let end = entries.len();
                if let Some(entry) = entries.get_mut(at) {
                    entry.end = end;
                }
                open.pop();
            }
            let parent = open.last().map(|(_, at)| *at);
            let texts = dom.children(node).filter_map(|child| dom.text(child)).map(words::count);
            let own = texts.fold((0, 0), |sum, one| (sum.0 + one.0, sum.1 + one.1));
            open.push((node, entries.len()));
            entries.push(Entry {
                node,
                tag: dom.tag(node),
                parent,
                end: 0,
                out: false,
                own,
                sums: Sums::default(),
                paragraph: false,
                hollow: false,
                runs: Vec::new(),
                data_table: false,
                kept: false,
            });
        }
        let end = entries.len();
        for (_, at) in open {
            if let Some(entry) = entries.get_mut(at) {
                entry.end = end;
            }
        }
        Self { view, entries, nodes: dom.len() }
    }

    pub(super) fn node(&self, at: usize) -> Option<NodeId> {
        self.entries.get(at).map(|entry| entry.node)
    }

    pub(super) fn tag(&self, at: usize) -> &'a str {
        self.entries.get(at).map_or("", |entry| entry.tag)
    }

    pub(super) fn attr(&self, at: usize, key: &str) -> Option<&'a str> {
        self.node(at).and_then(|node| self.view.dom.attr(node, key))
    }

    pub(super) fn sums(&self, at: usize) -> Sums {
        self.entries.get(at).map(|entry| entry.sums).unwrap_or_default()
    }

    pub(super) fn is_out(&self, at: usize) -> bool {
        self.entries.get(at).is_none_or(|entry| entry.out)
    }

    pub(super) fn parent(&self, at: usize) -> Option<usize> {
        self.entries.get(at).and_then(|entry| entry.parent)
    }

    pub(super) fn end(&self, at: usize) -> usize {
        self.entries.get(at).map_or(at + 1, |entry| entry.end.max(at + 1))
    }

    /// Ancestors, nearest first, those that stand for their only paragraph left out.
    pub(super) fn above(&self, at: usize) -> impl Iterator<Item = usize> + '_ {
        std::iter::successors(self.parent(at), |up| self.parent(*up))
            .filter(|up| self.entries.get(*up).is_some_and(|entry| !entry.hollow))
    }

    /// Child elements that are still in.
    pub(super) fn children(&self, at: usize) -> impl Iterator<Item = usize> + '_ {
        let end = self.end(at);
        let first = Some(at + 1).filter(|first| *first < end);
        let all = std::iter::successors(first, move |child| Some(self.end(*child)).filter(|next| *next < end));
        all.filter(|child| !self.is_out(*child))
    }

    /// Takes an element out, and what it held out of the sums above.
    pub(super) fn take_out(&mut self, at: usize) {
        let Some(entry) = self.entries.get_mut(at).filter(|entry| !entry.out) else { return };
        entry.out = true;
        let sums = entry.sums;
        let mut up = entry.parent;
        while let Some(entry) = up.and_then(|up| self.entries.get_mut(up)).filter(|entry| !entry.out) {
            entry.sums.add(&sums, -1);
            up = entry.parent;
        }
    }

    /// Counts anew what every element holds. What is below something that is out, is not counted.
    pub(super) fn sum(&mut self) {
        for entry in &mut self.entries {
            let (text, commas) = entry.own;
            entry.sums = Sums { text, commas, ..Sums::default() };
        }
        for at in (0..self.entries.len()).rev() {
            self.count_own(at);
            let Some(entry) = self.entries.get(at) else { continue };
            let (sums, parent, out) = (entry.sums, entry.parent, entry.out);
            if !out && let Some(parent) = parent.and_then(|parent| self.entries.get_mut(parent)) {
                parent.sums.add(&sums, 1);
            }
        }
    }

    /// What an element is by itself, once what is below has been added up.
    fn count_own(&mut self, at: usize) {
        let tag = self.tag(at);
        let inner = tag == "a" && self.attr(at, "href").is_some_and(|href| href.len() > 1 && href.starts_with('#'));
        let film = matches!(tag, "iframe" | "embed" | "object") && self.attr(at, "src").is_some_and(words::is_film);
        let Some(entry) = self.entries.get_mut(at) else { return };
        let sums = &mut entry.sums;
        let runs = entry.runs.len() as i64;
        sums.paragraphs += i64::from(tag == "p" || entry.paragraph) + runs;
        sums.images += i64::from(tag == "img");
        sums.items += i64::from(tag == "li");
        sums.controls += i64::from(tag == "input");
        sums.embeds += i64::from(matches!(tag, "iframe" | "embed" | "object"));
        sums.data += i64::from(entry.data_table) + i64::from(film);
        match tag {
            "a" => sums.link += if inner { sums.text * 3 / 10 } else { sums.text },
            "h1" | "h2" | "h3" | "h4" | "h5" | "h6" => sums.heads += sums.text,
            "ul" | "ol" => sums.lists += sums.text,
            _ => {}
        }
    }

    /// Is it rendered and visible, as far as style and attributes say?
    pub(super) fn shown(&self, at: usize) -> bool {
        self.node(at).is_some_and(|node| self.view.dom.has(node, flag::RENDERED | flag::VISIBLE))
    }

    /// Per node: is it out?
    pub(super) fn into_out(self) -> Vec<bool> {
        let mut out = vec![false; self.nodes];
        for entry in self.entries.iter().filter(|entry| entry.out) {
            if let Some(slot) = out.get_mut(entry.node.index()) {
                *slot = true;
            }
        }
        out
    }
}
