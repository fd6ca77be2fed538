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

/// Pages, the newest first, and tabs.
#[derive(Debug, Default)]
pub(super) struct Memory {
    pages: Vec<Page>,
    tabs: Vec<(Tab, Vec<Tool>, Vec<Declared>)>,
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
            let named = |name: &Value| name.as_str().filter(|name| !name.trim().is_empty()).map(str::to_owned);
            let short = |name: &String| name.chars().count() <= limits::KEY_CHARS;
            let apps = list(page.get("app")).iter().filter_map(named).filter(short).take(limits::APP_TREES).collect();
            pages.push(Page { seen, tools, declared: read::declared(page.get("collections")), apps });
        }
        let mut tabs = Vec::new();
        for tab in list(all.get("elsewhere")).iter().take(limits::TOOL_PAGES) {
            let of = Tab {
                doc: text(tab, "doc", 64),
                path: text(tab, "path", 500),
                title: text(tab, "title", limits::KEY_CHARS),
            };
            tabs.push((of, read::tools(tab.get("tools")), read::declared(tab.get("collections"))));
        }
        Self { pages, tabs, quiet }
    }

    /// Objects that the site's pages had published, each with the page that had it last.
    pub fn apps(&self) -> Vec<(String, Seen)> {
        let mut out: Vec<(String, Seen)> = Vec::new();
        for page in &self.pages {
            for name in &page.apps {
                if out.len() < limits::APP_TREES && !out.iter().any(|(known, _)| known == name) {
                    out.push((name.clone(), page.seen.clone()));
                }
            }
        }
        out
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
        for (tab, tools, _) in &self.tabs {
            tools.iter().for_each(|tool| add(&mut out, tool, At::Tab(tab.clone())));
        }
        for page in self.pages.iter().filter(|page| !(page.seen.here && self.quiet)) {
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
        for (tab, _, declared) in &self.tabs {
            declared.iter().for_each(|one| join(&mut out, one, &tab.path, gone));
        }
        out
    }
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
