//! Groups for tools that no collection names: by the group they declare, by their frame, by the thing their names speak
//! of, by the page they were registered on. A guess: it orders the display, and nothing else may rest on it.

use super::Tool;
use crate::limits;
use crate::text::words::words;

/// What names begin with when the thing comes after.
const VERBS: &str = " get set list create add new make update edit change delete remove clear reset search find filter \
    sort open close show hide view read load fetch save submit send post put patch select choose toggle enable disable \
    start stop run do go navigate move copy check apply cancel confirm count describe export import insert render ";

/// Where single tools go.
const OTHER: &str = "other";

/// Groups by name, the largest first; each tool in one.
#[must_use]
pub fn guess(tools: &[Tool], loose: &[usize]) -> Vec<(String, Vec<usize>)> {
    let mut groups: Vec<(String, Vec<usize>)> = Vec::new();
    let mut single: Vec<usize> = Vec::new();
    for at in loose {
        let Some(tool) = tools.get(*at) else { continue };
        match said(tool) {
            Some(name) => put(&mut groups, &name, *at),
            None => single.push(*at),
        }
    }
    let mut named: Vec<(String, Vec<usize>)> = Vec::new();
    for at in std::mem::take(&mut single) {
        match tools.get(at).map(thing) {
            Some(name) if !name.is_empty() => put(&mut named, &name, at),
            _ => single.push(at),
        }
    }
    for (name, members) in named {
        if members.len() > 1 { groups.push((name, members)) } else { single.extend(members) }
    }
    let mut routed: Vec<(String, Vec<usize>)> = Vec::new();
    for at in std::mem::take(&mut single) {
        let route = tools.get(at).map_or("", |tool| tool.route.rsplit('/').find(|part| !part.is_empty()).unwrap_or(""));
        put(&mut routed, if route.is_empty() { OTHER } else { route }, at);
    }
    let several = routed.len() > 1;
    for (name, members) in routed {
        if several && members.len() > 1 && name != OTHER {
            put_all(&mut groups, &name, members);
        } else {
            single.extend(members);
        }
    }
    crate::order::sort_by_key(&mut groups, |(_, members)| std::cmp::Reverse(members.len()));
    for (_, members) in groups.split_off(groups.len().min(limits::TOOL_GROUPS)) {
        single.extend(members);
    }
    if !single.is_empty() {
        crate::order::sort(&mut single);
        put_all(&mut groups, OTHER, single);
    }
    groups
}

/// The group that a tool says it is in, or its frame.
fn said(tool: &Tool) -> Option<String> {
    let said = if tool.group.is_empty() { &tool.frame } else { &tool.group };
    let said = said.trim();
    (!said.is_empty()).then(|| said.to_owned())
}

/// The thing that a name speaks of: `get-cart-items` and `cart.clear` speak of `cart`.
fn thing(tool: &Tool) -> String {
    let parts: Vec<String> =
        words(&tool.name, 8).into_iter().filter(|word| !word.whole).map(|word| word.text).collect();
    let is_verb = |word: &str| VERBS.contains(&format!(" {word} "));
    let first = parts.iter().find(|word| !is_verb(word) && word.chars().any(char::is_alphabetic));
    let word = first.or(parts.first()).cloned().unwrap_or_default();
    match word.strip_suffix('s') {
        Some(one) if one.len() > 2 && !one.ends_with('s') => one.to_owned(),
        _ => word,
    }
}

fn put(groups: &mut Vec<(String, Vec<usize>)>, name: &str, at: usize) {
    put_all(groups, name, vec![at]);
}

fn put_all(groups: &mut Vec<(String, Vec<usize>)>, name: &str, members: Vec<usize>) {
    match groups.iter_mut().find(|(known, _)| known == name) {
        Some((_, all)) => all.extend(members),
        None => groups.push((name.to_owned(), members)),
    }
}
