//! Answers of `find`: hits as paths that can be called as they stand, with what they do, and why they
//! were found; on nothing, what was searched and what to try instead.

use onecall_protocol::answer::Fault;
use onecall_protocol::fault::Code;
use onecall_protocol::policy::{Class, Decision};
use onecall_protocol::{Value, json};

use super::gist::{self, gist};
use super::text::quote;
use super::{Draft, fault, hint, tokens};
use crate::approval::across;
use crate::approval::class::raise_by_label;
use crate::approval::infer;
use crate::member::app::{self, What};
use crate::member::args::{ActCall, Args};
use crate::member::finder::Entity;
use crate::member::{Tree, Verb};
use crate::model::outline::{Kind, ThingId};
use crate::path::{Path, Segment};
use crate::schema;
use crate::search::{How, Match};
use crate::text::fold::fold_into;

/// Hits shown at the most.
const SHOWN: usize = 5;
/// Of these, rows of one table.
const ROWS: usize = 3;
/// Rows looked into for the same thing: what is in all of these is taken to be in every row.
const LOOKED: usize = 50;
/// Words of a hit that are told with it.
const REASONS: usize = 2;

/// Searches the page and what the app has published. `asks` is the policy's word about a path and an effect.
///
/// # Errors
/// `invalid_argument` for no words at all.
pub fn find(
    tree: &Tree,
    words: &str,
    budget: u32,
    asks: &dyn Fn(&str, Class) -> Decision,
) -> Result<(Draft, Vec<(String, ThingId)>), Fault> {
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
    if let Some(word) = only_near(&hits) {
        draft.lines.push(format!("nothing says {} itself; what comes near it", quote(word)));
    }
    for (entity, more, why) in hits.iter().take(SHOWN) {
        let mut found = found(tree, entity, *more, asks);
        let reason = reason(why, &format!("{} {}", found.call, found.says));
        found.says = [found.says, reason].into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" · ");
        let line = format!("{} {}{}", values.len() + 1, found.call, said(&found.says, "  "));
        let cost = tokens::estimate(&line) + 1;
        if cost > left && !values.is_empty() {
            break;
        }
        left = left.saturating_sub(cost);
        draft.lines.push(line);
        values.push(json!({ "path": found.path, "call": found.call, "says": found.says }));
        if let Entity::Thing(id) = entity {
            bound.push((tree.address(*id).to_string(), *id));
        }
    }
    draft.head = format!("{} {} of {}", draft.path, values.len(), finder.len());
    draft.value = Value::Array(values);
    Ok((draft, bound))
}

/// What was found, in how many more rows it is, and by which words.
type Merged = (Entity, usize, Vec<Match>);

/// Equal things in the rows of one table count as one hit, the best of them.
fn merged(tree: &Tree, hits: Vec<(Entity, crate::search::Hit)>) -> Vec<Merged> {
    let mut out: Vec<Merged> = Vec::new();
    let mut known: Vec<(Kind, String, ThingId)> = Vec::new();
    for (entity, hit) in hits {
        if matches!(&entity, Entity::App(path) if tree.hides(&path.to_string())) {
            continue;
        }
        let Entity::Thing(id) = &entity else {
            out.push((entity, 0, hit.why));
            continue;
        };
        let Some(thing) = tree.outline().thing(*id) else { continue };
        let row = tree.outline().thing(thing.owner).filter(|owner| matches!(owner.kind, Kind::Row | Kind::Item));
        match row {
            // Rows of a table are hits of their own, but not all of them.
            None if matches!(thing.kind, Kind::Row | Kind::Item) => {
                let rows = out.iter().filter(|(other, ..)| same_owner(tree, other, thing.owner, thing.kind)).count();
                if rows < ROWS {
                    out.push((entity, 0, hit.why));
                }
            }
            Some(row) => {
                let mark = (thing.kind, tree.label(*id), row.owner);
                if known.contains(&mark) {
                    continue;
                }
                let more = elsewhere(tree, *id, thing.owner, row.owner, row.kind);
                known.push(mark);
                out.push((entity, more, hit.why));
            }
            None => out.push((entity, 0, hit.why)),
        }
    }
    out
}

/// In how many more rows the same thing is, told from the first of them.
fn elsewhere(tree: &Tree, id: ThingId, row: ThingId, table: ThingId, rows: Kind) -> usize {
    let (kind, label) = (tree.kind(id), tree.label(id));
    let all = tree.members(table, rows).things;
    let has = |row: &&ThingId| tree.outline().owned(**row, kind).iter().any(|thing| tree.label(*thing) == label);
    let looked = all.get(..LOOKED).unwrap_or(&all);
    let having = looked.iter().filter(has).count();
    if having == looked.len() {
        return all.len().saturating_sub(1);
    }
    having.saturating_sub(usize::from(looked.contains(&row)))
}

fn same_owner(tree: &Tree, entity: &Entity, owner: ThingId, kind: Kind) -> bool {
    match entity {
        Entity::Thing(id) => tree.outline().thing(*id).is_some_and(|thing| thing.owner == owner && thing.kind == kind),
        Entity::Tool(_) | Entity::Block(_) | Entity::App(_) => false,
    }
}

/// Does it hold a word of the query as it was asked for?
const fn as_asked(found: &Match) -> bool {
    matches!(found.how, How::Same | How::Part)
}

/// The first word asked for, where every hit only comes near what was asked for.
fn only_near(hits: &[Merged]) -> Option<&str> {
    if hits.iter().flat_map(|(.., why)| why).any(as_asked) {
        return None;
    }
    let first = hits.first()?.2.first()?;
    (first.asked != first.found).then_some(&first.asked)
}

/// Why it was found, where its line does not show it: another word that was taken for the one asked for, or one that
/// stands further inside.
fn reason(why: &[Match], line: &str) -> String {
    let mut folded = String::new();
    line.chars().for_each(|c| fold_into(c, &mut folded));
    let mut parts = Vec::new();
    for found in why {
        if !as_asked(found) && found.asked != found.found {
            parts.push(format!("{} for {}", quote(&found.found), quote(&found.asked)));
        } else if !folded.contains(&*found.found) {
            parts.push(format!("by {}", quote(&found.found)));
        }
    }
    parts.truncate(REASONS);
    parts.join(", ")
}

/// A hit in words.
struct Found {
    path: String,
    /// The path, with the signature of what can be called there.
    call: String,
    /// Effect, result, what a person has to say, and a few words of the thing itself.
    says: String,
}

fn said(text: &str, before: &str) -> String {
    if text.is_empty() { String::new() } else { format!("{before}{text}") }
}

/// `act`, `act · a person is asked`.
fn effect(class: Class, decision: Decision) -> String {
    let word = match decision {
        Decision::Allow => "",
        Decision::Ask => " · asks the person",
        Decision::Deny => " · denied here",
    };
    format!("{}{word}", hint::effect(class))
}

fn found(tree: &Tree, entity: &Entity, more: usize, asks: &dyn Fn(&str, Class) -> Decision) -> Found {
    match entity {
        Entity::Block(at) => {
            let path = format!("page.text[{at}:{}]", at + 1);
            let text = tree.blocks(tree.outline().page()).get(*at).map(|block| block.text.clone()).unwrap_or_default();
            Found { call: path.clone(), path, says: quote(&gist::cut(&text, 140)) }
        }
        Entity::Tool(name) => tool(tree, name, asks),
        Entity::App(path) => published(tree, path, asks),
        Entity::Thing(id) => thing(tree, *id, more, asks),
    }
}

fn thing(tree: &Tree, id: ThingId, more: usize, asks: &dyn Fn(&str, Class) -> Decision) -> Found {
    let kind = tree.kind(id);
    let path = tree.address(id).to_string();
    let verb = match kind {
        Kind::Button => Some(Verb::Click),
        Kind::Link => Some(Verb::Open),
        Kind::Tab | Kind::MenuItem | Kind::TreeItem => Some(Verb::Select),
        Kind::Field => tree.verbs(id).first().copied(),
        Kind::Form => Some(Verb::Fill),
        _ => None,
    };
    let mut parts = Vec::new();
    let call = match verb {
        Some(verb) => {
            let place = tree.address(id).with(Segment::Name(verb.name().into()));
            let call = ActCall { of: id, cell: None, verb, args: Args::None, path: place.clone(), notes: Vec::new() };
            let class = infer::class(tree, &call);
            parts.push(effect(class, asks(&place.to_string(), class)));
            format!("{path}.{}", verb.signature(false))
        }
        None => path.clone(),
    };
    let gist = match kind {
        Kind::Row | Kind::Item => quote(&gist::cut(&tree.whole_text(id), 100)),
        _ => gist(tree, id),
    };
    if !gist.is_empty() {
        parts.push(gist);
    }
    let mut says = parts.join("  ");
    if more > 0 && !matches!(kind, Kind::Row | Kind::Item) {
        let item = tree.outline().thing(id).is_some_and(|thing| tree.kind(thing.owner) == Kind::Item);
        let rows = if item { "item" } else { "row" };
        says.push_str(&format!(" · and in {more} more {rows}{}", if more == 1 { "" } else { "s" }));
    }
    Found { path, call, says }
}

fn published(tree: &Tree, path: &Path, asks: &dyn Fn(&str, Class) -> Decision) -> Found {
    let shown = path.to_string();
    let spot = app::resolve(tree.app(), path.segments.get(1..).unwrap_or(&[])).ok().map(|(spot, _)| spot);
    if let Some(method) = spot.as_ref().and_then(|spot| spot.method(tree.app())) {
        let class = raise_by_label(method.effect.unwrap_or(Class::Act), &method.name);
        let call = format!("{shown}({})", schema::signature(&method.args, true));
        let gives = method.returns.as_object().filter(|parts| !parts.is_empty());
        let gives =
            gives.map(|_| format!("→ {} ", schema::words(&method.returns, &method.returns))).unwrap_or_default();
        let about = said(&cut_quote(&method.summary), "  ");
        return Found { says: format!("{gives}{}{about}", effect(class, asks(&shown, class))), path: shown, call };
    }
    let property = spot.as_ref().and_then(|spot| spot.property(tree.app()));
    let summary = property.map_or_else(
        || match spot.map(|spot| spot.what) {
            Some(What::Node(id)) => tree.app().node(id).map(|node| node.summary.clone()).unwrap_or_default(),
            _ => String::new(),
        },
        |property| property.summary.clone(),
    );
    Found { call: shown.clone(), path: shown, says: cut_quote(&summary) }
}

fn tool(tree: &Tree, name: &str, asks: &dyn Fn(&str, Class) -> Decision) -> Found {
    let tools = tree.tools();
    let Some(tool) = tools.named(name) else {
        return Found { path: name.into(), call: name.into(), says: String::new() };
    };
    let path = crate::member::tools::path_of(tools, tool).to_string();
    let call = format!("{path}({})", schema::signature(&tool.schema, true));
    let class = crate::approval::tool::class(tool);
    let about = said(&cut_quote(&tool.description), "  ");
    Found { says: format!("{}{}{about}", effect(class, asks(&path, class)), super::tools::state(tool)), path, call }
}

fn cut_quote(text: &str) -> String {
    if text.is_empty() { String::new() } else { quote(&gist::cut(text, 100)) }
}

fn nothing(tree: &Tree, words: &str, draft: &mut Draft) {
    let finder = tree.finder();
    let near: Vec<String> = finder.nearest(words).iter().take(5).map(|word| quote(word)).collect();
    draft.head = format!("{} 0 of {}", draft.path, finder.len());
    draft.lines.push(format!(
        "empty  searched names, fields, options, rows, text and what the page published for {}",
        quote(words)
    ));
    let unread: Vec<String> = across::stubs(tree).take(3).map(|id| tree.address(id).to_string()).collect();
    if !unread.is_empty() {
        draft.lines.push(format!("! not searched, as the page itself cannot read it: {}", unread.join(", ")));
    }
    if !near.is_empty() {
        draft.lines.push(format!("near   words that are here: {}", near.join(", ")));
    }
    draft.next.push("{} for the overview".into());
    draft.next.push("page.text[0:10]".into());
    draft.value = Value::Array(Vec::new());
}
