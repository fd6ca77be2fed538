//! The page's WebMCP tools: those that are registered here, those that a collection or another page of the site makes
//! expect, and those of other tabs; and the collections they stand in, declared or guessed. It holds what pages say of
//! themselves, bounded and untrusted; it must never run a tool, and never offer two under one name.

mod group;
mod memory;
mod read;

#[cfg(test)]
pub use read::tool as read_one;

use onecall_protocol::Value;

pub use memory::{Seen, Tab};
pub use read::{Declared, Tool, What};

use crate::limits;
use crate::order::Map;
use crate::text::words::squash;

/// Where a tool can be run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum At {
    /// In this document.
    Here,
    /// Not registered here, or not yet; last seen there.
    Page(Seen),
    /// In another open tab of the site.
    Tab(Tab),
}

/// A collection, or a group that was guessed.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Branch {
    /// Its name, unique among branches.
    pub name: String,
    /// What it is for, where the page says so.
    pub description: String,
    /// What the page says about how to use it.
    pub help: String,
    /// Did the page declare it? Else it only orders the display.
    pub declared: bool,
    /// How often its list was another one, over all documents; 0 for guessed ones.
    pub generation: u32,
    /// The page that it was last seen on, where this one has not declared it (yet).
    pub from: String,
    /// Its tools, as positions in [`Toolset::tools`].
    pub tools: Vec<usize>,
}

/// All tools that a document can name.
#[derive(Debug, Default)]
pub struct Toolset {
    tools: Vec<Tool>,
    /// Positions by name.
    index: Map<String, usize>,
    branches: Vec<Branch>,
    /// The branches that each tool stands in, by position, declared ones first.
    inside: Vec<Vec<usize>>,
    /// Names and fingerprints of what is registered here; `None` before the first list.
    live: Option<Map<String, u64>>,
    news: Vec<String>,
    /// Was what another page or an earlier visit had compared already?
    compared: bool,
    results: Vec<(String, Value)>,
    apps: Vec<(String, At)>,
}

impl Toolset {
    /// Takes the list of the document's tools, as the page's own script world sends it.
    pub fn set(&mut self, value: &Value) {
        let live = read::tools(value.get("tools"));
        let memory = memory::Memory::read(value.get("before"), value);
        self.compare(&live, &memory);
        self.apps = memory.apps();
        let (mut tools, gone) = memory.merged(live);
        let declared = memory.declared(read::declared(value.get("collections")), &gone);
        let mut index: Map<String, usize> =
            tools.iter().enumerate().map(|(at, tool)| (tool.name.clone(), at)).collect();
        for name in declared.iter().flat_map(|one| &one.tools) {
            if tools.len() < limits::TOOLS && !index.contains_key(name) && !gone.contains(name) {
                index.insert(name.clone(), tools.len());
                tools.push(Tool::expected(name));
            }
        }
        self.branches = branches(&declared, &tools, &index);
        self.inside = vec![Vec::new(); tools.len()];
        for (n, branch) in self.branches.iter().enumerate() {
            for at in &branch.tools {
                if let Some(inside) = self.inside.get_mut(*at) {
                    inside.push(n);
                }
            }
        }
        self.index = index;
        self.tools = tools;
    }

    /// Objects that the app of another tab, of another page or of an earlier visit to this one has published, and where.
    #[must_use]
    pub fn apps(&self) -> &[(String, At)] {
        &self.apps
    }

    /// Has anything been told of tools?
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.tools.is_empty()
    }

    /// All, in order of registration; then the pending ones, then those of other tabs.
    #[must_use]
    pub fn tools(&self) -> &[Tool] {
        &self.tools
    }

    /// Collections first, then groups that were guessed.
    #[must_use]
    pub fn branches(&self) -> &[Branch] {
        &self.branches
    }

    /// The branch of this name.
    #[must_use]
    pub fn branch(&self, name: &str) -> Option<&Branch> {
        self.branches.iter().find(|branch| branch.name == name)
    }

    /// The tool of this name; else the only one called so but for case and punctuation.
    #[must_use]
    pub fn named(&self, name: &str) -> Option<&Tool> {
        let exact = self.index.get(name).and_then(|at| self.tools.get(*at));
        exact.or_else(|| {
            let wanted = squash(name);
            let mut hits = self.tools.iter().filter(|tool| squash(&tool.name) == wanted);
            hits.next().filter(|_| hits.next().is_none())
        })
    }

    /// The declared collection that a tool stands in, the first of them.
    #[must_use]
    pub fn home(&self, name: &str) -> Option<&Branch> {
        self.around(name).find(|branch| branch.declared)
    }

    /// The branches that a tool stands in.
    pub fn around(&self, name: &str) -> impl Iterator<Item = &Branch> {
        let inside = self.index.get(name).and_then(|at| self.inside.get(*at));
        inside.into_iter().flatten().filter_map(|n| self.branches.get(*n))
    }

    /// The tools of a branch.
    pub fn of<'a>(&'a self, branch: &'a Branch) -> impl Iterator<Item = &'a Tool> {
        branch.tools.iter().filter_map(|at| self.tools.get(*at))
    }

    /// What came, went or changed since it was last asked for.
    pub fn take_news(&mut self) -> Vec<String> {
        std::mem::take(&mut self.news)
    }

    /// Keeps what a tool gave, so that parts of it can be read.
    pub fn keep(&mut self, name: &str, value: Value) {
        self.results.retain(|(known, _)| known != name);
        self.results.push((name.to_owned(), value));
        if self.results.len() > limits::TOOL_RESULTS {
            self.results.remove(0);
        }
    }

    /// What a tool gave the last time.
    #[must_use]
    pub fn result(&self, name: &str) -> Option<&Value> {
        self.results.iter().find(|(known, _)| known == name).map(|(_, value)| value)
    }

    fn compare(&mut self, live: &[Tool], memory: &memory::Memory) {
        let now: Map<String, u64> = live.iter().map(|tool| (tool.name.clone(), tool.mark)).collect();
        if let Some(before) = &self.live {
            let told = difference(before, &now);
            self.news.extend(told.lines(""));
        }
        // An earlier visit counts once the page has registered what it registers.
        if let (false, Some(before)) = (self.compared, memory.visit()) {
            self.compared = true;
            let told = difference(&before, &now);
            self.news.extend(told.lines(" since your last visit to this page"));
        }
        self.news.truncate(limits::TOOL_NEWS);
        self.live = Some(now);
    }
}

/// Names that came, went and changed.
struct Difference {
    come: Vec<String>,
    gone: Vec<String>,
    changed: Vec<String>,
}

fn difference(before: &Map<String, u64>, now: &Map<String, u64>) -> Difference {
    let only = |a: &Map<String, u64>, b: &Map<String, u64>| -> Vec<String> {
        a.keys().filter(|name| !b.contains_key(*name)).cloned().collect()
    };
    let changed = now.iter().filter(|(name, mark)| before.get(*name).is_some_and(|was| was != *mark));
    Difference {
        come: only(now, before),
        gone: only(before, now),
        changed: changed.map(|(name, _)| name.clone()).collect(),
    }
}

impl Difference {
    fn lines(&self, when: &str) -> Vec<String> {
        let line = |word: &str, names: &[String]| {
            let shown: Vec<String> =
                names.iter().take(limits::TOOL_NAMES).map(|name| crate::path::visible::quote(name)).collect();
            let left = names.len().saturating_sub(shown.len());
            let more = if left > 0 { format!(" and {left} more") } else { String::new() };
            (!names.is_empty()).then(|| format!("{word}{when}: {}{more}", shown.join(", ")))
        };
        [line("added", &self.come), line("removed", &self.gone), line("changed", &self.changed)]
            .into_iter()
            .flatten()
            .collect()
    }
}

fn branches(declared: &[Declared], tools: &[Tool], index: &Map<String, usize>) -> Vec<Branch> {
    let mut out: Vec<Branch> = Vec::new();
    let mut placed = vec![false; tools.len()];
    for one in declared {
        let at: Vec<usize> = one.tools.iter().filter_map(|name| index.get(name).copied()).collect();
        for position in &at {
            if let Some(slot) = placed.get_mut(*position) {
                *slot = true;
            }
        }
        out.push(Branch {
            name: one.name.clone(),
            description: one.description.clone(),
            help: one.help.clone(),
            declared: true,
            generation: one.generation,
            from: one.from.clone(),
            tools: at,
        });
    }
    // What other pages and tabs have outside of collections is found by its name; in the list it would be noise.
    let here =
        |at: usize| tools.get(at).is_some_and(|tool| matches!(&tool.at, At::Here | At::Page(Seen { here: true, .. })));
    let loose: Vec<usize> =
        placed.iter().enumerate().filter(|(at, placed)| !**placed && here(*at)).map(|(at, _)| at).collect();
    for (name, members) in group::guess(tools, &loose) {
        let taken = |name: &str| out.iter().any(|branch| branch.name == name);
        let name = if taken(&name) { format!("{name}*") } else { name };
        if !taken(&name) {
            out.push(Branch { name, tools: members, ..Branch::default() });
        }
    }
    out
}

#[cfg(test)]
mod tests;
