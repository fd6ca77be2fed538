//! What is remembered of a site's other pages and tabs: lists of tools by page, definitions kept once. The hosts keep it
//! (`page/memory.js`) and the page can write into it: it is what pages say of themselves, like the rest.

use onecall_protocol::Value;

use super::read::{self, text};
use super::{At, Declared, Tool};
use crate::limits;
use crate::order::{Map, Set};

/// A page that a tool was last seen on.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Seen {
    /// Path of the page: `/cart`; empty where no page had it.
    pub path: String,
    /// Its title.
    pub title: String,
    /// Is it this page, which has not registered it yet?
    pub here: bool,
}

/// Another open tab of the site.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Tab {
    /// Name of its document, by which the host reaches it; empty where it cannot.
    pub doc: String,
    /// Path of its page.
    pub path: String,
    /// Its title.
    pub title: String,
}

#[derive(Debug, Default)]
struct Page {
    seen: Seen,
    /// Names, with fingerprints of their definitions.
    tools: Vec<Tool>,
    declared: Vec<Declared>,
    /// Names of what its app had published.
    apps: Vec<String>,
}

/// What another open tab has now.
#[derive(Debug)]
struct Open {
    tab: Tab,
    tools: Vec<Tool>,
    declared: Vec<Declared>,
    apps: Vec<String>,
}

/// Pages, the newest first, and tabs.
#[derive(Debug, Default)]
pub(super) struct Memory {
    pages: Vec<Page>,
    tabs: Vec<Open>,
    /// Has this page registered what it registers?
    quiet: bool,
}

impl Memory {
    /// Reads what the host remembers, and what is open elsewhere.
    pub fn read(before: Option<&Value>, all: &Value) -> Self {
        let here = text(all, "path", 500);
        let quiet = all.get("quiet").and_then(Value::as_bool) == Some(true);
        let defs = before.and_then(|before| before.get("defs"));
        let list = |value: Option<&Value>| value.and_then(Value::as_array).cloned().unwrap_or_default();
        let mut pages: Vec<Page> = Vec::new();
        for page in list(before.and_then(|before| before.get("pages"))).iter().take(limits::TOOL_PAGES) {
            let path = text(page, "path", 500);
            let definition = |hash: &Value| read::tool(defs?.get(hash.as_str()?)?);
            let tools = list(page.get("tools")).iter().filter_map(definition).take(limits::TOOLS).collect();
            let seen = Seen { here: path == here, title: text(page, "title", limits::KEY_CHARS), path };
            pages.push(Page { seen, tools, declared: read::declared(page.get("collections")), apps: apps(page) });
        }
        let mut tabs = Vec::new();
        for tab in list(all.get("elsewhere")).iter().take(limits::TOOL_PAGES) {
            tabs.push(Open {
                tab: Tab {
                    doc: text(tab, "doc", 64),
                    path: text(tab, "path", 500),
                    title: text(tab, "title", limits::KEY_CHARS),
                },
                tools: read::tools(tab.get("tools")),
                declared: read::declared(tab.get("collections")),
                apps: apps(tab),
            });
        }
        Self { pages, tabs, quiet }
    }

    /// Objects that this page is expected to publish, that other tabs have, and that other pages had.
    pub fn apps(&self) -> Vec<(String, At)> {
        let mut out: Vec<(String, At)> = Vec::new();
        let mut add = |names: &[String], at: At| {
            for name in names {
                if out.len() < limits::APP_TREES && !out.iter().any(|(known, _)| known == name) {
                    out.push((name.clone(), at.clone()));
                }
            }
        };
        self.expected().for_each(|page| add(&page.apps, At::Page(page.seen.clone())));
        self.tabs.iter().for_each(|open| add(&open.apps, At::Tab(open.tab.clone())));
        self.pages.iter().for_each(|page| add(&page.apps, At::Page(page.seen.clone())));
        out
    }

    /// This page as it was at an earlier visit, while it may still register what it had then: that is waited for, and
    /// never run in another tab instead.
    fn expected(&self) -> impl Iterator<Item = &Page> {
        self.pages.iter().filter(|page| page.seen.here && !self.quiet)
    }

    /// What this page had at an earlier visit, once it can be compared.
    pub fn visit(&self) -> Option<Map<String, u64>> {
        let page = self.pages.iter().find(|page| page.seen.here).filter(|_| self.quiet)?;
        Some(page.tools.iter().map(|tool| (tool.name.clone(), tool.mark)).collect())
    }

    /// The live tools, then those that other tabs have, then those that other pages had; and the names that this page
    /// had and has no more.
    pub fn merged(&self, live: Vec<Tool>) -> (Vec<Tool>, Set<String>) {
        let mut out = live;
        let mut known: Set<String> = out.iter().map(|tool| tool.name.clone()).collect();
        let here = known.clone();
        let mut gone: Set<String> = Set::default();
        let mut add = |out: &mut Vec<Tool>, tool: &Tool, at: At| {
            if out.len() < limits::TOOLS && known.insert(tool.name.clone()) {
                out.push(Tool { at, ..tool.clone() });
            }
        };
        for page in self.pages.iter().filter(|page| page.seen.here && self.quiet) {
            gone.extend(page.tools.iter().map(|tool| tool.name.clone()).filter(|name| !here.contains(name)));
        }
        for page in self.expected() {
            page.tools.iter().for_each(|tool| add(&mut out, tool, At::Page(page.seen.clone())));
        }
        for Open { tab, tools, .. } in &self.tabs {
            tools.iter().for_each(|tool| add(&mut out, tool, At::Tab(tab.clone())));
        }
        for page in self.pages.iter().filter(|page| !page.seen.here) {
            let still = page.tools.iter().filter(|tool| !gone.contains(&tool.name));
            still.for_each(|tool| add(&mut out, tool, At::Page(page.seen.clone())));
        }
        out.iter().for_each(|tool| {
            gone.remove(&tool.name);
        });
        (out, gone)
    }

    /// Collections of this page, and those that other pages and tabs declared and this one has not.
    pub fn declared(&self, here: Vec<Declared>, gone: &Set<String>) -> Vec<Declared> {
        let mut out = here;
        for page in self.pages.iter().filter(|page| !(page.seen.here && self.quiet)) {
            let from = if page.seen.here { "" } else { page.seen.path.as_str() };
            page.declared.iter().for_each(|one| join(&mut out, one, from, gone));
        }
        for Open { tab, declared, .. } in &self.tabs {
            declared.iter().for_each(|one| join(&mut out, one, &tab.path, gone));
        }
        out
    }
}

/// Names of what a page's app has published.
fn apps(page: &Value) -> Vec<String> {
    let names = page.get("app").and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str);
    let named = |name: &&str| !name.trim().is_empty() && name.chars().count() <= limits::KEY_CHARS;
    names.filter(named).map(str::to_owned).take(limits::APP_TREES).collect()
}

/// The same collection as one that is known: other pages' tools of it stay in it. Else it comes with them.
fn join(all: &mut Vec<Declared>, one: &Declared, from: &str, gone: &Set<String>) {
    let Some(known) = all.iter_mut().find(|known| known.name == one.name) else {
        all.push(Declared { from: from.to_owned(), ..one.clone() });
        return;
    };
    // As many names as pages like, and each once: looked up, not gone through.
    let mut has: Set<&String> = known.tools.iter().collect();
    let more = one.tools.iter().filter(|name| !gone.contains(*name) && has.insert(name));
    let more: Vec<String> = more.cloned().collect();
    known.tools.extend(more);
    known.generation = known.generation.max(one.generation);
    if known.from.is_empty() {
        known.from = from.to_owned();
    }
}
