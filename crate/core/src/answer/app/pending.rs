//! Objects that another page or tab of the site published and this one has not, or not yet: where they are or were, and
//! how to get there. Only names and pages are known of them; it must never describe their members.

use onecall_protocol::answer::Fault;
use onecall_protocol::fault::Code;
use onecall_protocol::json;

use super::path_of;
use crate::answer::{fault, gist, tools};
use crate::limits;
use crate::member::Tree;
use crate::tool::At;

/// Lines of a list; what is beyond is counted.
const LINES: usize = 6;

/// `app.cart  pending, last seen on /cart`.
pub(super) fn lines(tree: &Tree) -> Vec<String> {
    let hides = |name: &str| tree.hides("app") || tree.hides(&path_of(name).to_string());
    let all: Vec<_> = tree.pending().filter(|(name, _)| !hides(name)).collect();
    let line = |(name, at): &&(String, At)| {
        let place = match at {
            At::Page(seen) if !seen.here => format!("pending, last seen on {}", gist::cut(&seen.path, 60)),
            At::Tab(tab) => format!("in the tab {}", tools::named_tab(&tab.title, &tab.path)),
            At::Page(_) | At::Here => "pending".into(),
        };
        format!("  {}  {place}", path_of(name))
    };
    let mut lines: Vec<String> = all.iter().take(LINES).map(line).collect();
    if all.len() > LINES {
        lines.push(format!("  app  {} more pending", all.len() - LINES));
    }
    lines
}

/// It was waited for and did not come, or is in a tab that cannot be reached from here.
#[must_use]
pub fn absent(name: &str, at: &At, here: &str, link: Option<String>) -> Fault {
    let path = path_of(name);
    let seen = match at {
        At::Page(seen) => seen,
        At::Tab(tab) => {
            let message = format!(
                "{path} is published only in the other tab {}. Switch to that tab, or open its page here. Nothing was run.",
                tools::named_tab(&tab.title, &tab.path)
            );
            return fault::plain(Code::NotNow, message, Some(json!({ "path": "page.goto", "args": [tab.path] })));
        }
        At::Here => return fault::plain(Code::NotNow, format!("{path} is there now."), None),
    };
    if seen.here {
        let message = format!(
            "{path} was published here before, but has not been this time ({} s waited). Nothing was run.",
            limits::PENDING_MS / 1_000
        );
        return fault::plain(Code::NotNow, message, Some(json!({ "path": path.to_string() })));
    }
    tools::elsewhere(&path.to_string(), seen, here, link)
}
