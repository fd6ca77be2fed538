//! Answers of `find`: hits as paths that can be called as they stand, with what they do, and why they
//! were found; on nothing, what was searched and what to try instead.

use onecall_protocol::answer::Fault;
use onecall_protocol::fault::Code;
use onecall_protocol::policy::Class;
use onecall_protocol::{Value, json};

use super::gist::{self, gist};
use super::text::quote;
use super::{Draft, fault, hint, tokens};
use crate::approval::class::raise_by_label;
use crate::member::finder::Entity;
use crate::member::{Tree, Verb};
use crate::model::outline::{Kind, ThingId};

/// Hits shown at the most.
const SHOWN: usize = 5;
/// Of these, rows of one table.
const ROWS: usize = 3;

/// Searches the page.
///
/// # Errors
/// `invalid_argument` for no words at all.
pub fn find(tree: &Tree, words: &str, budget: u32) -> Result<(Draft, Vec<(String, ThingId)>), Fault> {
    let words = words.trim();
    if words.is_empty() {
        let attempt = json!({"path": "find", "args": ["sign in"]});
        return Err(fault::plain(Code::InvalidArgument, "find: say what you look for.".into(), Some(attempt)));
    }
    let finder = tree.finder();
    let mut draft = Draft { path: format!("find({})", quote(words)), kind: "hits".into(), ..Draft::default() };
    let hits = merged(tree, finder.find(words, 60));
    let mut bound = Vec::new();
    if hits.is_empty() {
        nothing(tree, words, &mut draft);
        return Ok((draft, bound));
    }
    let mut left = budget.saturating_sub(40);
    let mut values: Vec<Value> = Vec::new();
    for (entity, more) in hits.iter().take(SHOWN) {
        let (line, path) = line(tree, entity, *more, values.len() + 1);
        let cost = tokens::estimate(&line) + 1;
        if cost > left && !values.is_empty() {
            break;
        }
        left = left.saturating_sub(cost);
        // What the line says, without its number and path.
        let says = line.split_once("  ").map_or("", |(_, says)| says);
        values.push(json!({ "path": path, "says": says }));
        draft.lines.push(line);
        if let Entity::Thing(id) = entity {
            bound.push((tree.address(*id).to_string(), *id));
        }
    }
    draft.head = format!("{} {} of {}", draft.path, values.len(), finder.len());
    draft.value = Value::Array(values);
    Ok((draft, bound))
}

/// Equal things in the rows of one table count as one hit, the best of them.
fn merged(tree: &Tree, hits: Vec<(Entity, crate::search::Hit)>) -> Vec<(Entity, usize)> {
    let mut out: Vec<(Entity, usize)> = Vec::new();
    let mut known: Vec<(Kind, String, ThingId)> = Vec::new();
    for (entity, _) in hits {
        let Entity::Thing(id) = &entity else {
            out.push((entity, 0));
            continue;
        };
        let Some(thing) = tree.outline().thing(*id) else { continue };
        let row = tree.outline().thing(thing.owner).filter(|owner| matches!(owner.kind, Kind::Row | Kind::Item));
        match row {
            // Rows of a table are hits of their own, but not all of them.
            None if matches!(thing.kind, Kind::Row | Kind::Item) => {
                let rows = out.iter().filter(|(other, _)| same_owner(tree, other, thing.owner, thing.kind)).count();
                if rows < ROWS {
                    out.push((entity, 0));
                }
            }
            Some(row) => {
                let mark = (thing.kind, tree.label(*id), row.owner);
                if known.contains(&mark) {
                    continue;
                }
                let group = if row.kind == Kind::Row { Kind::Row } else { Kind::Item };
                let all = tree.members(row.owner, group).things.len();
                known.push(mark);
                out.push((entity, all.saturating_sub(1)));
            }
            None => out.push((entity, 0)),
        }
    }
    out
}

fn same_owner(tree: &Tree, entity: &Entity, owner: ThingId, kind: Kind) -> bool {
    match entity {
        Entity::Thing(id) => tree.outline().thing(*id).is_some_and(|thing| thing.owner == owner && thing.kind == kind),
        Entity::Block(_) => false,
    }
}

fn line(tree: &Tree, entity: &Entity, more: usize, n: usize) -> (String, String) {
    match entity {
        Entity::Block(at) => {
            let path = format!("page.text[{at}:{}]", at + 1);
            let text = tree.blocks(tree.outline().page()).get(*at).map(|block| block.text.clone()).unwrap_or_default();
            (format!("{n} {path}  {}", quote(&gist::cut(&text, 140))), path)
        }
        Entity::Thing(id) => {
            let kind = tree.kind(*id);
            let path = tree.address(*id).to_string();
            let verb = match kind {
                Kind::Button => Some(Verb::Click),
                Kind::Link => Some(Verb::Open),
                Kind::Tab | Kind::MenuItem | Kind::TreeItem => Some(Verb::Select),
                Kind::Field => tree.verbs(*id).first().copied(),
                Kind::Form => Some(Verb::Fill),
                _ => None,
            };
            let mut says = match verb {
                Some(verb) => {
                    let class = if kind == Kind::Button {
                        raise_by_label(verb.class(), &tree.label(*id))
                    } else {
                        verb.class()
                    };
                    let risky =
                        if class > Class::Submit { format!(" ({})", hint::effect(class)) } else { String::new() };
                    format!("{path}.{}  {}{risky}", verb.signature(false), hint::effect(verb.class()))
                }
                None => path.clone(),
            };
            let gist = match kind {
                Kind::Row | Kind::Item => quote(&gist::cut(&tree.whole_text(*id), 100)),
                _ => gist(tree, *id),
            };
            if !gist.is_empty() {
                says.push_str(&format!("  {gist}"));
            }
            if more > 0 && !matches!(kind, Kind::Row | Kind::Item) {
                says.push_str(&format!(" · and in {more} more rows"));
            }
            (format!("{n} {says}"), path)
        }
    }
}

fn nothing(tree: &Tree, words: &str, draft: &mut Draft) {
    let finder = tree.finder();
    let near: Vec<String> = finder.nearest(words).iter().take(5).map(|word| quote(word)).collect();
    draft.head = format!("{} 0 of {}", draft.path, finder.len());
    draft
        .lines
        .push(format!("empty  searched names, fields, options, rows and text of this page for {}", quote(words)));
    if !near.is_empty() {
        draft.lines.push(format!("near   words that are here: {}", near.join(", ")));
    }
    draft.next.push("{} for the overview".into());
    draft.next.push("page.text[0:10]".into());
    draft.value = Value::Array(Vec::new());
}
