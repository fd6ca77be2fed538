//! The site's pages: which files of `www/docs` there are, in what order and under what heading they stand, and what they
//! say of themselves in their first lines. It must never hold text of a page.

use anyhow::{Context as _, Result, bail};

use super::types;
use crate::project::Project;

/// Headings of the navigation with their pages, by file name below `www/docs`.
pub const GROUPS: [(&str, &[&str]); 7] = [
    ("Start", &["index", "script-tag", "frameworks", "extension", "firefox"]),
    ("Connect", &["connect", "connect-devtools", "connect-playwright", "connect-puppeteer", "connect-mcpb"]),
    ("Demos", &["demos", "demo-shop", "demo-tools", "demo-grid"]),
    ("Guide", &["paths", "publishing", "collections", "approvals", "events", "scripts", "agents"]),
    ("Reference", &["members", "faults", "policy", "protocol"]),
    ("Compared", &["compare", "compare-tools", "compare-search", "compare-scripts", "compare-snapshots", "measured"]),
    ("About", &["security", "privacy", "faq"]),
];

/// One page.
pub struct Page {
    /// File name without ending.
    pub name: String,
    /// Heading of the navigation that it stands under.
    pub group: &'static str,
    /// Its first heading.
    pub title: String,
    /// Its first paragraph, on one line.
    pub description: String,
    /// Markdown, with the generated parts put in.
    pub text: String,
    /// Where it is put, below the site.
    pub out: String,
}

/// Reads all pages. `generated` makes a part from the code.
pub fn all(project: &Project, generated: impl Fn(&str) -> Result<String>) -> Result<Vec<Page>> {
    let mut pages = Vec::new();
    for (group, names) in GROUPS {
        for name in names {
            let file = format!("www/docs/{name}.md");
            let text = project.read(&file)?;
            let title = text
                .lines()
                .find_map(|line| line.strip_prefix("# "))
                .with_context(|| format!("{file} has no title"))?;
            let description = first_paragraph(&text);
            if description.is_empty() {
                bail!("{file} does not say in a first paragraph what it is about");
            }
            let (title, out) = (title.to_owned(), format!("{name}.html"));
            let text = with_parts(project, &text, &generated)?;
            pages.push(Page { name: (*name).to_owned(), group, title, description, text, out });
        }
    }
    Ok(pages)
}

/// The first paragraph after the title, without Markdown's marks.
fn first_paragraph(text: &str) -> String {
    let after = text.lines().skip_while(|line| !line.starts_with("# ")).skip(1);
    let lines: Vec<&str> =
        after.skip_while(|line| line.trim().is_empty()).take_while(|line| !line.trim().is_empty()).collect();
    lines.join(" ").replace(['`', '*'], "")
}

/// Puts in what stands as `<!-- made: members -->` (from the code), `<!-- types: Act -->`
/// (from the types that cross a world) or `<!-- bench: read -->` (from the report).
fn with_parts(project: &Project, text: &str, generated: impl Fn(&str) -> Result<String>) -> Result<String> {
    let mut out = String::new();
    for line in text.lines() {
        let mark = line.trim().strip_prefix("<!-- ").and_then(|rest| rest.strip_suffix(" -->"));
        match mark.and_then(|mark| mark.split_once(": ")) {
            Some(("made", part)) => out.push_str(&generated(part)?),
            Some(("types", names)) => {
                let text = project.read("extension/shared/protocol.d.ts")?;
                for name in names.split(' ') {
                    out.push_str(&types::table(&text, name)?);
                }
            }
            Some(("bench", name)) => out.push_str(&measured(project, name)),
            _ => out.push_str(line),
        }
        out.push('\n');
    }
    Ok(out)
}

/// A part of the report, with its pictures where the site has them; what was not measured yet says how it is.
fn measured(project: &Project, name: &str) -> String {
    let Ok(text) = project.read(&format!("www/bench/{name}.md")) else {
        return format!("Not measured yet: `cargo xtask bench report {name}` does it.\n");
    };
    let line = |line: &str| if line.starts_with("![") { line.replacen("](", "](bench/", 1) } else { line.to_owned() };
    text.lines().map(line).collect::<Vec<_>>().join("\n") + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_says_what_it_is_about_in_its_first_paragraph() {
        assert_eq!(first_paragraph("# Paths\n\nHow a `path`\nis *written*.\n\nMore."), "How a path is written.");
        assert_eq!(first_paragraph("no title"), "");
    }
}
