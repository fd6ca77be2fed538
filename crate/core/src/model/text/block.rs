//! Pieces of Markdown, and where links stand in them. It must never know where a link leads: that is the reader's.

use crate::model::dom::NodeId;

/// Kinds of blocks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BlockKind {
    /// A heading and its level.
    Heading(u8),
    /// Running text.
    Paragraph,
    /// An item of a list, or what follows in it.
    Item,
    /// Words of somebody else.
    Quote,
    /// Text as it stands, white space and all.
    Code,
    /// A data table.
    Table,
    /// An image with a name.
    Image,
    /// A break between parts.
    Rule,
}

/// A block.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Block {
    /// What it is.
    pub kind: BlockKind,
    /// The element it is made from.
    pub node: NodeId,
    /// Its Markdown; several lines for code and tables.
    pub text: String,
    /// Where links stand in it, in order.
    pub links: Vec<Link>,
}

/// A link in a block.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Link {
    /// The element.
    pub node: NodeId,
    /// Bytes of [`Block::text`] that are its words.
    pub from: usize,
    /// One past them.
    pub to: usize,
}

impl Block {
    /// Its Markdown with links written as `[words](target)`; as `[words]` where the target is empty, as words where there
    /// is none.
    #[must_use]
    pub fn linked(&self, mut target: impl FnMut(NodeId, &str) -> Option<String>) -> String {
        let mut out = String::with_capacity(self.text.len());
        let mut at = 0;
        for link in &self.links {
            let (Some(before), Some(words)) = (self.text.get(at..link.from), self.text.get(link.from..link.to)) else {
                continue;
            };
            out.push_str(before);
            at = link.to;
            match target(link.node, words) {
                Some(target) if target.is_empty() => out.push_str(&format!("[{words}]")),
                Some(target) => out.push_str(&format!("[{words}]({target})")),
                None => out.push_str(words),
            }
        }
        out.push_str(self.text.get(at..).unwrap_or(""));
        out
    }
}
