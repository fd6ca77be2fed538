//! Blocks of Markdown: headings, paragraphs, items, quotes, code, tables, images, one after the other, so
//! that a reader can page through them. It must never write a block that depends on the one before.

use onecall_protocol::facts::flag;

use super::block::{Block, BlockKind, Link};
use super::{Line, readable, visit};
use crate::model::aria::View;
use crate::model::dom::NodeId;
use crate::model::table;

/// Reads what `keep` keeps below `top`.
pub(super) fn read(view: View<'_>, top: NodeId, keep: &dyn Fn(NodeId) -> bool) -> Vec<Block> {
    let mut writer =
        Writer { view, keep, out: Vec::new(), line: Line::default(), links: Vec::new(), open: Vec::new(), block: top };
    let dom = view.dom;
    let mut at = top;
    loop {
        if writer.enter(at)
            && let Some(child) = dom.first(at)
        {
            at = child;
            continue;
        }
        loop {
            writer.leave(at);
            if at == top {
                writer.flush();
                return writer.out;
            }
            if let Some(next) = dom.next(at) {
                at = next;
                break;
            }
            match dom.parent(at) {
                Some(parent) => at = parent,
                None => return writer.out,
            }
        }
    }
}

/// Something around the text being written.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Around {
    Heading(u8),
    List {
        ordered: bool,
        next: u32,
    },
    /// An item, its number, and whether its marker was written.
    Item {
        number: Option<u32>,
        marked: bool,
    },
    Quote,
    /// Inline code, from this byte on.
    Code(usize),
    /// A link, from this byte on.
    Link(usize),
}

struct Writer<'a> {
    view: View<'a>,
    keep: &'a dyn Fn(NodeId) -> bool,
    out: Vec<Block>,
    line: Line,
    links: Vec<Link>,
    open: Vec<(NodeId, Around)>,
    block: NodeId,
}

impl Writer<'_> {
    /// True where the children are to be read.
    fn enter(&mut self, node: NodeId) -> bool {
        let dom = self.view.dom;
        if !dom.is_element(node) {
            visit(self.view, node, &mut self.line);
            return false;
        }
        if !dom.has(node, flag::RENDERED) || !(self.keep)(node) {
            return false;
        }
        let tag = dom.tag(node);
        if is_block(self.view, node) {
            self.flush();
            self.block = node;
        }
        match tag {
            "h1" | "h2" | "h3" | "h4" | "h5" | "h6" => {
                let level = tag.bytes().last().map_or(2, |digit| digit - b'0');
                self.open.push((node, Around::Heading(level)));
            }
            "ul" | "ol" | "menu" => {
                let start = dom.attr(node, "start").and_then(|start| start.trim().parse().ok()).unwrap_or(1);
                self.open.push((node, Around::List { ordered: tag == "ol", next: start }));
            }
            "li" => self.item(node),
            "blockquote" => self.open.push((node, Around::Quote)),
            "pre" => return self.code(node),
            "code" | "kbd" | "samp" | "tt" if !self.is_in(|around| matches!(around, Around::Code(_))) => {
                let from = self.mark();
                self.open.push((node, Around::Code(from)));
            }
            "a" if dom.attr(node, "href").is_some() => {
                let from = self.mark();
                self.open.push((node, Around::Link(from)));
            }
            "br" => self.line.out.push_str(if self.line.out.is_empty() { "" } else { "\n" }),
            "hr" => self.rule(node),
            "img" => return self.image(node),
            "table" => return self.table(node),
            _ => return visit(self.view, node, &mut self.line),
        }
        true
    }

    fn leave(&mut self, node: NodeId) {
        while let Some((of, around)) = self.open.last().copied() {
            if of != node {
                break;
            }
            match around {
                Around::Code(from) => self.end_code(from),
                Around::Link(from) => self.end_link(node, from),
                _ => self.flush(),
            }
            self.open.pop();
        }
        if self.view.dom.is_element(node) && is_block(self.view, node) {
            self.flush();
            if let Some(parent) = self.view.dom.parent(node) {
                self.block = parent;
            }
        }
    }

    /// Where the next word will begin.
    fn mark(&mut self) -> usize {
        self.line.out.len()
    }

    fn is_in(&self, what: impl Fn(&Around) -> bool) -> bool {
        self.open.iter().any(|(_, around)| what(around))
    }

    fn item(&mut self, node: NodeId) {
        let list = self.open.iter_mut().rev().find_map(|(_, around)| match around {
            Around::List { ordered, next } => Some((ordered, next)),
            _ => None,
        });
        let number = list.and_then(|(ordered, next)| {
            *next += 1;
            ordered.then(|| *next - 1)
        });
        self.open.push((node, Around::Item { number, marked: false }));
    }

    fn end_code(&mut self, from: usize) {
        let Some(said) = self.line.out.get(from..) else { return };
        let lead = said.len() - said.trim_start().len();
        if said.trim().is_empty() || said.contains('\n') {
            return;
        }
        let tick = if said.contains('`') { "``" } else { "`" };
        self.line.out.insert_str(from + lead, tick);
        self.line.out.push_str(tick);
        // Links that begin in the code moved with it.
        for link in self.links.iter_mut().filter(|link| link.from >= from) {
            link.from += tick.len();
            link.to += tick.len();
        }
    }

    fn end_link(&mut self, node: NodeId, from: usize) {
        let Some(said) = self.line.out.get(from..) else { return };
        let lead = said.len() - said.trim_start().len();
        if !said.trim().is_empty() {
            self.links.push(Link { node, from: from + lead, to: self.line.out.len() });
        }
    }

    fn image(&mut self, node: NodeId) -> bool {
        let alt = self
            .view
            .dom
            .attr(node, "alt")
            .map(|alt| alt.split_whitespace().collect::<Vec<_>>().join(" "))
            .unwrap_or_default();
        if alt.is_empty() || !readable(self.view, node) {
            return false;
        }
        if self.line.out.is_empty() {
            self.put(Block { kind: BlockKind::Image, node, text: format!("![{alt}]"), links: Vec::new() });
        } else if !alt.chars().any(char::is_alphanumeric) {
            // An emoji or a sign among the words.
            self.line.push(&alt);
        }
        false
    }

    fn rule(&mut self, node: NodeId) {
        self.flush();
        if self.out.last().is_some_and(|last| last.kind != BlockKind::Rule) {
            self.put(Block { kind: BlockKind::Rule, node, text: "---".into(), links: Vec::new() });
        }
    }

    fn code(&mut self, node: NodeId) -> bool {
        self.flush();
        let dom = self.view.dom;
        let mut said = String::new();
        for at in dom.walk(node) {
            if let Some(text) =
                dom.text(at).filter(|_| dom.parent(at).is_some_and(|parent| readable(self.view, parent)))
            {
                said.push_str(text);
            } else if dom.tag(at) == "br" {
                said.push('\n');
            }
        }
        let said = said.trim_matches('\n').trim_end();
        if !said.trim().is_empty() {
            let mut fence = String::from("```");
            while said.contains(&fence) {
                fence.push('`');
            }
            self.put(Block {
                kind: BlockKind::Code,
                node,
                text: format!("{fence}\n{said}\n{fence}"),
                links: Vec::new(),
            });
        }
        false
    }

    /// Data tables become one block; layout tables are read through.
    fn table(&mut self, node: NodeId) -> bool {
        if !holds_data(self.view, node) || self.is_in(|around| matches!(around, Around::Heading(_))) {
            return true;
        }
        self.flush();
        let table = table::read(self.view, node);
        let mut lines = Vec::new();
        if !table.caption.is_empty() {
            lines.push(table.caption.clone());
        }
        lines.push(row(table.columns.iter().map(|name| if name.starts_with("column ") { "" } else { name.as_str() })));
        lines.push(format!("|{}", " --- |".repeat(table.columns.len())));
        for line in &table.rows {
            let texts = (0..table.columns.len())
                .map(|at| line.cells.iter().find(|cell| cell.col == at).map_or("", |cell| cell.text.as_str()));
            lines.push(row(texts));
        }
        self.put(Block { kind: BlockKind::Table, node, text: lines.join("\n"), links: Vec::new() });
        false
    }

    /// Ends the block being written.
    fn flush(&mut self) {
        let line = std::mem::take(&mut self.line);
        let mut links = std::mem::take(&mut self.links);
        let text = line.out.trim_end();
        if text.is_empty() {
            return;
        }
        // A link around several blocks goes on in the next one.
        let end = text.len();
        for (node, around) in &mut self.open {
            if let Around::Link(from) = around {
                if *from < end {
                    links.push(Link { node: *node, from: *from, to: end });
                }
                *from = 0;
            }
        }
        crate::order::sort_by_key(&mut links, |link| link.from);
        let (kind, lead) = self.lead();
        for link in &mut links {
            link.from += lead.len();
            link.to += lead.len();
        }
        links.retain(|link| link.to <= lead.len() + end);
        let text = if lead.is_empty() { text.to_owned() } else { format!("{lead}{text}") };
        self.put(Block { kind, node: self.block, text, links });
    }

    fn put(&mut self, block: Block) {
        self.out.extend(super::pieces::pieces(block));
    }

    /// The kind of the block at hand, and what its first line begins with.
    fn lead(&mut self) -> (BlockKind, String) {
        let mut lead = String::new();
        let mut kind = BlockKind::Paragraph;
        let mut depth: usize = 0;
        for (_, around) in &mut self.open {
            match around {
                Around::Quote => {
                    lead.push_str("> ");
                    kind = BlockKind::Quote;
                }
                Around::List { .. } => depth += 1,
                Around::Item { number, marked } => {
                    kind = BlockKind::Item;
                    lead.retain(|c| c == '>' || c == ' ');
                    let indent = "  ".repeat(depth.saturating_sub(1));
                    let marker = match number {
                        _ if *marked => "  ".to_owned(),
                        Some(number) => format!("{number}. "),
                        None => "- ".to_owned(),
                    };
                    lead = format!("{}{indent}{marker}", quotes(&lead));
                    *marked = true;
                }
                Around::Heading(level) => {
                    kind = BlockKind::Heading(*level);
                    lead = format!("{} ", "#".repeat(usize::from(*level)));
                }
                Around::Code(_) | Around::Link(_) => {}
            }
        }
        (kind, lead)
    }
}

/// Only the quote marks of what a line begins with.
fn quotes(lead: &str) -> String {
    "> ".repeat(lead.matches('>').count())
}

fn row<'a>(cells: impl Iterator<Item = &'a str>) -> String {
    let mut out = String::from("|");
    for cell in cells {
        out.push(' ');
        out.push_str(&cell.replace('\\', "\\\\").replace('|', "\\|"));
        out.push_str(" |");
    }
    out
}

fn is_block(view: View<'_>, node: NodeId) -> bool {
    let dom = view.dom;
    dom.has(node, flag::BLOCK)
        || matches!(dom.tag(node), "tr" | "td" | "th" | "li" | "dt" | "dd" | "p" | "div" | "video" | "iframe")
}

/// Short cells in more than one row and column, and nothing in them that a cell of a Markdown table cannot hold.
fn holds_data(view: View<'_>, node: NodeId) -> bool {
    let dom = view.dom;
    let role = dom.attr(node, "role").unwrap_or("");
    if matches!(role, "presentation" | "none") {
        return false;
    }
    let (mut rows, mut cells, mut headers, mut blocks, mut chars) = (0, 0, 0, 0, 0);
    for at in dom.walk(node).skip(1) {
        if let Some(text) = dom.text(at) {
            chars += text.trim().len();
            continue;
        }
        match dom.tag(at) {
            "tr" => rows += 1,
            "td" => cells += 1,
            "th" => (cells, headers) = (cells + 1, headers + 1),
            "table" | "h1" | "h2" | "h3" | "h4" | "h5" | "h6" | "pre" | "blockquote" | "form" | "iframe" | "video" => {
                return false;
            }
            "ul" | "ol" | "p" | "div" => blocks += 1,
            _ => {}
        }
    }
    let short = chars <= cells * 150;
    rows >= 2 && cells >= rows * 2 && short && (headers > 0 || blocks <= cells)
}
