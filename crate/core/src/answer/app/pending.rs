//! Objects that another page of the site published and this one has not, or not yet: where they were seen, and how to
//! get there. Only names and pages are known of them; it must never describe their members.

use onecall_protocol::answer::Fault;
use onecall_protocol::fault::Code;
use onecall_protocol::json;

use super::path_of;
use crate::answer::{fault, gist, tools};
use crate::limits;
use crate::member::Tree;
use crate::tool::Seen;

/// Lines of a list; what is beyond is counted.
const LINES: usize = 6;

/// `app.cart  pending, last seen on /cart`.
pub(super) fn lines(tree: &Tree) -> Vec<String> {
    let hides = |name: &str| tree.hides("app") || tree.hides(&path_of(name).to_string());
    let all: Vec<_> = tree.pending().filter(|(name, _)| !hides(name)).collect();
    let line = |(name, seen): &&(String, Seen)| {
        let place = if seen.here { String::new() } else { format!(", last seen on {}", gist::cut(&seen.path, 60)) };
        format!("  {}  pending{place}", path_of(name))
    };
    let mut lines: Vec<String> = all.iter().take(LINES).map(line).collect();
    if all.len() > LINES {
        lines.push(format!("  app  {} more pending", all.len() - LINES));
    }
    lines
}

/// It was waited for and did not come.
#[must_use]
pub fn absent(name: &str, seen: &Seen, here: &str, link: Option<String>) -> Fault {
    let path = path_of(name);
    if seen.here {
        let message = format!(
            "{path} was published here before, but has not been this time ({} s waited). Nothing was run.",
            limits::PENDING_MS / 1_000
        );
        return fault::plain(Code::NotNow, message, Some(json!({ "path": path.to_string() })));
    }
    tools::elsewhere(&path.to_string(), seen, here, link)
}
