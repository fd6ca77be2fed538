//! Long blocks in pieces that fit into an answer: a list of blocks can then be read on from where it was cut. Text is
//! cut between sentences or words, code and tables between lines. It must never lose or change a word.

use super::block::{Block, BlockKind, Link};
use crate::limits;

/// A block, in pieces where it is long.
pub(super) fn pieces(block: Block) -> Vec<Block> {
    if block.text.len() <= limits::BLOCK_BYTES {
        return vec![block];
    }
    match block.kind {
        BlockKind::Code | BlockKind::Table => lines(&block),
        _ => words(&block),
    }
}

/// By lines. Each piece of code has its fences, each piece of a table its head.
fn lines(block: &Block) -> Vec<Block> {
    let mut rest: Vec<&str> = block.text.lines().collect();
    let ruled = rest.iter().take(3).position(|line| line.starts_with("| ---")).unwrap_or(0);
    let head: Vec<&str> = rest.drain(..rest.len().min(ruled + 1)).collect();
    let foot = if block.kind == BlockKind::Code { rest.pop() } else { None };
    let mut out = Vec::new();
    let mut held: Vec<&str> = Vec::new();
    let mut size = 0;
    let mut put = |held: &mut Vec<&str>| {
        let all = head.iter().copied().chain(held.drain(..)).chain(foot);
        let text = all.collect::<Vec<_>>().join("\n");
        out.push(Block { text, links: Vec::new(), ..*block });
    };
    for line in rest {
        if size + line.len() > limits::BLOCK_BYTES && !held.is_empty() {
            put(&mut held);
            size = 0;
        }
        size += line.len() + 1;
        held.push(line);
    }
    put(&mut held);
    out
}

/// By sentences, else by words, else by characters; never inside a link that fits.
fn words(block: &Block) -> Vec<Block> {
    let mut out = Vec::new();
    let mut from = 0;
    while let Some(rest) = block.text.get(from..).filter(|rest| !rest.is_empty()) {
        let to = from + end(rest, from, &block.links);
        let links = block.links.iter().filter(|link| link.from >= from && link.to <= to);
        let links = links.map(|link| Link { from: link.from - from, to: link.to - from, ..*link }).collect();
        let text = block.text.get(from..to).unwrap_or_default().trim_end().to_owned();
        out.push(Block { text, links, ..*block });
        let gap = block.text.get(to..).map_or(0, |rest| rest.len() - rest.trim_start().len());
        from = to + gap;
    }
    out
}

/// Where the piece that begins a text ends.
fn end(rest: &str, from: usize, links: &[Link]) -> usize {
    if rest.len() <= limits::BLOCK_BYTES {
        return rest.len();
    }
    let most = (0..=limits::BLOCK_BYTES).rev().find(|at| rest.is_char_boundary(*at)).unwrap_or(rest.len());
    let head = rest.get(..most).unwrap_or_default();
    let free = |at: &usize| *at > most / 2 && !links.iter().any(|link| link.from < from + at && from + at < link.to);
    let after = |marks: &[char]| {
        let ends = head.rmatch_indices(|c| marks.contains(&c)).map(|(at, mark)| at + mark.len());
        ends.filter(|at| {
            marks.contains(&' ') || !rest.get(*at..).is_some_and(|next| next.starts_with(char::is_alphanumeric))
        })
        .find(free)
    };
    after(&['.', '!', '?', '。', '！', '？', '\n']).or_else(|| after(&[' ', '、', '，'])).unwrap_or(most)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::html;
    use crate::model::aria::{Memo, View};

    fn read(markup: &str) -> Vec<Block> {
        let (dom, memo) = (html::dom(markup), Memo::default());
        super::super::reading(View { dom: &dom, memo: &memo })
    }

    fn whole(blocks: &[Block]) -> String {
        let all: Vec<&str> = blocks.iter().flat_map(|block| block.text.split_whitespace()).collect();
        all.join(" ")
    }

    #[test]
    fn a_long_paragraph_is_cut_between_sentences() {
        let text = "The quick brown fox jumps over the lazy dog. ".repeat(250);
        let blocks = read(&format!("<main><p>{text}</p></main>"));
        assert!(blocks.len() > 5, "{}", blocks.len());
        assert!(blocks.iter().all(|block| block.text.len() <= limits::BLOCK_BYTES && block.text.ends_with('.')));
        assert_eq!(whole(&blocks), text.trim());
    }

    #[test]
    fn no_character_and_no_link_is_split() {
        let blocks = read(&format!("<main><p>{}</p></main>", "注".repeat(3_000)));
        assert_eq!(blocks.iter().map(|block| block.text.chars().count()).sum::<usize>(), 3_000);
        let link = format!("<a href=/x>{}</a> ", "word ".repeat(60));
        let blocks = read(&format!("<main><p>{}</p></main>", link.repeat(20)));
        assert_eq!(blocks.iter().map(|block| block.links.len()).sum::<usize>(), 20);
    }

    #[test]
    fn code_keeps_its_fences_and_a_table_its_head() {
        let code = "let x = 1; // some line\n".repeat(300);
        let blocks = read(&format!("<main><pre>{code}</pre></main>"));
        assert!(blocks.len() > 2);
        assert!(blocks.iter().all(|one| one.text.starts_with("```\nlet") && one.text.ends_with("\n```")));
        assert_eq!(blocks.iter().map(|one| one.text.lines().count() - 2).sum::<usize>(), 300);
        let rows: String = (0..300).map(|n| format!("<tr><td>A-{n}<td>Customer {n}")).collect();
        let blocks = read(&format!("<main><table><tr><th>Order<th>Customer{rows}</table></main>"));
        assert!(
            blocks.len() > 2 && blocks.iter().all(|one| one.text.lines().nth(1).is_some_and(|l| l.contains("---")))
        );
        assert_eq!(blocks.iter().map(|one| one.text.lines().count() - 2).sum::<usize>(), 300);
    }
}
