//! Repeated structures without list markup: neighbours of one tag and one make-up, each with words and
//! something more. Cards, results, comments become items of a list. Found by shape alone; it must never
//! take columns of a layout, chapters of a text or rows of a form for items.

use super::judge::{self, Stats};
use super::slack::Slack;
use crate::model::dom::NodeId;

/// What an element is made of: a bit per tag below it, by depth, down to the third level.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Shape {
    levels: [u64; 3],
}

impl Shape {
    /// Adds a child.
    pub(super) fn add(&mut self, tag: u64, child: &Self) {
        let [first, second, third] = &mut self.levels;
        *first |= tag;
        let [below, further, _] = child.levels;
        *second |= below.rotate_left(21);
        *third |= further.rotate_left(21);
    }

    fn all(&self) -> u64 {
        let [first, second, third] = self.levels;
        first | second | third
    }

    /// How alike two are, from 0 to 1.
    fn alike(&self, other: &Self) -> f32 {
        let (a, b) = (self.all(), other.all());
        let either = (a | b).count_ones();
        if either == 0 { 1.0 } else { (a & b).count_ones() as f32 / either as f32 }
    }
}

/// The bit that stands for a tag.
pub(super) fn bit(tag: &str) -> u64 {
    let mut hash: u64 = 0xcbf2_9ce4_8422_2325;
    for byte in tag.bytes() {
        hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    }
    1 << (hash >> 58)
}

/// A card of a row that is too short to be a list by itself.
#[derive(Debug, Clone, Copy)]
pub(super) struct Card {
    pub node: NodeId,
    pub open: u32,
    pub close: u32,
}

/// A child that may be an item.
#[derive(Debug)]
pub(super) struct Kid<'a> {
    pub card: Card,
    pub tag: &'a str,
    pub shape: Shape,
    pub stats: Stats,
    /// Where it is nothing but a row of cards: the candidate of that list and of its items …
    pub row: Option<(u32, Vec<u32>)>,
    /// … or the one or two cards that make no list.
    pub few: [Option<Card>; 2],
}

/// Tags that items without list markup have.
pub(super) fn may_be_item(tag: &str) -> bool {
    matches!(tag, "div" | "article" | "section" | "a" | "figure" | "details" | "blockquote") || tag.contains('-')
}

/// Fewest items that make a list.
const LEAST: usize = 3;
/// Makes-up that are told apart among the children of one element.
const GROUPS: usize = 4;
/// How alike items have to be.
const ALIKE: f32 = 0.5;
/// Characters of an item on average, above which it is a chapter.
const CHAPTER: u32 = 1_500;
/// Bytes of text of a section, and of anything else, with a heading and nothing to do above which it is one.
const LONG: [u32; 2] = [150, 400];

/// The children that are items of one list, by position; empty where there are none.
pub(super) fn items(kids: &[Kid<'_>], parent: NodeId, slack: &mut Slack) -> Vec<usize> {
    if kids.len() < LEAST {
        return Vec::new();
    }
    let mut groups: Vec<Vec<usize>> = Vec::new();
    for (at, kid) in kids.iter().enumerate() {
        let same = |group: &Vec<usize>| {
            let first = group.first().and_then(|first| kids.get(*first));
            first.is_some_and(|first| first.tag == kid.tag && first.shape.alike(&kid.shape) >= ALIKE)
        };
        match groups.iter().position(same) {
            Some(group) => groups.get_mut(group).into_iter().for_each(|group| group.push(at)),
            None if groups.len() < GROUPS => groups.push(vec![at]),
            None => {}
        }
    }
    let best = groups.into_iter().max_by_key(Vec::len).unwrap_or_default();
    let members: Vec<&Kid<'_>> = best.iter().filter_map(|at| kids.get(*at)).collect();
    let count = members.len() as u32;
    slack.note(parent, words(&members), CHAPTER.saturating_mul(count).saturating_add(count.saturating_sub(1)));
    for kid in members.iter().filter(|kid| kid.stats.heads > 0) {
        LONG.iter().for_each(|most| slack.note(kid.card.node, kid.stats.text, *most));
    }
    if is_list(&members) { best } else { Vec::new() }
}

fn is_list(kids: &[&Kid<'_>]) -> bool {
    let count = kids.len() as u32;
    if kids.len() < LEAST {
        return false;
    }
    let rows = kids.iter().filter(|kid| kid.row.is_some()).count();
    if rows > 0 {
        // Rows of a grid: all of them rows, or the last one too short.
        return kids.iter().all(|kid| kid.row.is_some() || kid.few.iter().any(Option::is_some));
    }
    let good = kids.iter().filter(|kid| is_item(&kid.stats)).count();
    let text = words(kids);
    let chapters = kids.iter().filter(|kid| is_chapter(kid)).count();
    good * 10 >= kids.len() * 7 && text / count <= CHAPTER && chapters * 2 < kids.len()
}

fn words(kids: &[&Kid<'_>]) -> u32 {
    kids.iter().map(|kid| kid.stats.text + kid.stats.said).sum()
}

/// Words and something more, but no landmark and no table or list of its own.
fn is_item(stats: &Stats) -> bool {
    if stats.landmarks > 0 || stats.owners > 0 || stats.text + stats.said == 0 || stats.heads > 3 {
        return false;
    }
    let content = stats.links + stats.heads + stats.images > 0;
    if stats.values > 0 && !content {
        return false;
    }
    judge::rich(stats)
        || stats.forms > 0
        || stats.links > 0 && stats.text > 0 && stats.blocks > 0
        || stats.images > 0 && stats.heads > 0
}

/// A heading with a longer text and nothing to do.
fn is_chapter(kid: &Kid<'_>) -> bool {
    let stats = &kid.stats;
    let [section, any] = LONG;
    let long = stats.text > any || kid.tag == "section" && stats.text > section;
    stats.heads > 0 && long && stats.images == 0 && stats.buttons == 0
}
