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

/// Groups in the order in which they came; looked up by name, as a page may have as many as it has tools.
#[derive(Default)]
struct Groups {
    list: Vec<(String, Vec<usize>)>,
    index: crate::order::Map<String, usize>,
}

impl Groups {
    fn put(&mut self, name: &str, members: Vec<usize>) {
        let known = self.index.get(name).and_then(|at| self.list.get_mut(*at));
        match known {
            Some((_, all)) => all.extend(members),
            None => {
                self.index.insert(name.to_owned(), self.list.len());
                self.list.push((name.to_owned(), members));
            }
        }
    }
}

/// Groups by name, the largest first; each tool in one.
#[must_use]
pub fn guess(tools: &[Tool], loose: &[usize]) -> Vec<(String, Vec<usize>)> {
    let mut groups = Groups::default();
    let mut single: Vec<usize> = Vec::new();
    for at in loose {
        let Some(tool) = tools.get(*at) else { continue };
        match said(tool) {
            Some(name) => groups.put(&name, vec![*at]),
            None => single.push(*at),
        }
    }
    let mut named = Groups::default();
    for at in std::mem::take(&mut single) {
        match tools.get(at).map(thing) {
            Some(name) if !name.is_empty() => named.put(&name, vec![at]),
            _ => single.push(at),
        }
    }
    for (name, members) in named.list {
        if members.len() > 1 { groups.put(&name, members) } else { single.extend(members) }
    }
    let mut routed = Groups::default();
    for at in std::mem::take(&mut single) {
        let route = tools.get(at).map_or("", |tool| tool.route.rsplit('/').find(|part| !part.is_empty()).unwrap_or(""));
        routed.put(if route.is_empty() { OTHER } else { route }, vec![at]);
    }
    let several = routed.list.len() > 1;
    for (name, members) in routed.list {
        if several && members.len() > 1 && name != OTHER {
            groups.put(&name, members);
        } else {
            single.extend(members);
        }
    }
    let mut list = groups.list;
    crate::order::sort_by_key(&mut list, |(_, members)| std::cmp::Reverse(members.len()));
    for (_, members) in list.split_off(list.len().min(limits::TOOL_GROUPS)) {
        single.extend(members);
    }
    if !single.is_empty() {
        crate::order::sort(&mut single);
        match list.iter_mut().find(|(name, _)| name == OTHER) {
            Some((_, all)) => all.extend(single),
            None => list.push((OTHER.to_owned(), single)),
        }
    }
    list
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
