//! A page as HTML: Markdown, anchors for headings, the navigation, the template. It must never fetch anything.

use anyhow::{Result, bail};
use pulldown_cmark::{CowStr, Event, HeadingLevel, Options, Parser, Tag, TagEnd, html};

use super::pages::{GROUPS, Page};

/// Fills the template.
pub fn page(template: &str, page: &Page, all: &[Page]) -> Result<String> {
    let (content, headings) = content(&page.text, all)?;
    Ok(template
        .replace("{{title}}", &escaped(&page.title))
        .replace("{{description}}", &escaped(&page.description))
        .replace("{{name}}", &page.name)
        .replace("{{nav}}", &nav(page, all))
        .replace("{{outline}}", &outline(&headings))
        .replace("{{content}}", &content))
}

/// Text inside of HTML.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

fn nav(current: &Page, all: &[Page]) -> String {
    let mut out = String::new();
    for (group, _) in GROUPS {
        out.push_str(&format!("<h2>{group}</h2><ul>"));
        for page in all.iter().filter(|page| page.group == group) {
            let here = if page.name == current.name { " aria-current=\"page\"" } else { "" };
            out.push_str(&format!("<li><a href=\"{}\"{here}>{}</a></li>", page.out, escaped(&short(page))));
        }
        out.push_str("</ul>");
    }
    out
}

/// What the navigation calls a page: under its heading, a title need not repeat it.
fn short(page: &Page) -> String {
    if page.name == "index" {
        return "What it is".into();
    }
    if page.name.starts_with("connect-") {
        return page.title.trim_start_matches("Connect ").into();
    }
    let starts = ["Compared: ", "Demo: a ", "Demo: an "];
    let Some(rest) = starts.iter().find_map(|start| page.title.strip_prefix(start)) else { return page.title.clone() };
    let mut letters = rest.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// Links to a page's own sections, where there are several.
fn outline(headings: &[(String, String)]) -> String {
    if headings.len() < 3 {
        return String::new();
    }
    let items: String =
        headings.iter().map(|(id, text)| format!("<li><a href=\"#{id}\">{}</a></li>", escaped(text))).collect();
    format!("<nav class=\"outline\" aria-label=\"On this page\"><h2>On this page</h2><ul>{items}</ul></nav>")
}

/// Markdown to HTML, with anchors; links between the files become links between the pages.
fn content(text: &str, all: &[Page]) -> Result<(String, Vec<(String, String)>)> {
    let events: Vec<Event> = Parser::new_ext(text, Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH).collect();
    let mut headings = Vec::new();
    let mut out = Vec::with_capacity(events.len());
    for (at, event) in events.iter().enumerate() {
        match event {
            Event::Start(Tag::Heading { level, classes, attrs, .. }) => {
                let words: String = events.iter().skip(at + 1).map_while(|event| inside(event)).collect();
                let id = anchor(&words);
                if *level == HeadingLevel::H2 {
                    headings.push((id.clone(), words));
                }
                let id = Some(CowStr::from(id));
                out.push(Event::Start(Tag::Heading {
                    level: *level,
                    id,
                    classes: classes.clone(),
                    attrs: attrs.clone(),
                }));
            }
            Event::Start(Tag::Link { link_type, dest_url, title, id }) => {
                let dest_url = CowStr::from(target(dest_url, all)?);
                out.push(Event::Start(Tag::Link {
                    link_type: *link_type,
                    dest_url,
                    title: title.clone(),
                    id: id.clone(),
                }));
            }
            // Wide tables scroll by themselves, so that the page does not.
            Event::Start(Tag::Table(_)) => {
                out.push(Event::Html("<div class=\"wide\" tabindex=\"0\" role=\"group\" aria-label=\"Table\">".into()));
                out.push(event.clone());
            }
            Event::End(TagEnd::Table) => {
                out.push(event.clone());
                out.push(Event::Html("</div>".into()));
            }
            other => out.push(other.clone()),
        }
    }
    let mut made = String::new();
    html::push_html(&mut made, out.into_iter());
    Ok((made.replace("<pre>", "<pre tabindex=\"0\">"), headings))
}

/// Words of a heading, up to its end.
fn inside(event: &Event) -> Option<String> {
    match event {
        Event::End(TagEnd::Heading(_)) => None,
        Event::Text(text) | Event::Code(text) => Some(text.to_string()),
        _ => Some(String::new()),
    }
}

/// `What it is` → `what-it-is`.
fn anchor(words: &str) -> String {
    let plain: String = words.chars().map(|c| if c.is_alphanumeric() { c.to_ascii_lowercase() } else { ' ' }).collect();
    plain.split_whitespace().collect::<Vec<_>>().join("-")
}

/// Where a link leads. A link to a file of the docs that is no page is a mistake.
fn target(link: &str, all: &[Page]) -> Result<String> {
    let (file, rest) = link.split_once('#').map_or((link, String::new()), |(file, rest)| (file, format!("#{rest}")));
    let Some(name) = file.strip_suffix(".md") else { return Ok(link.to_owned()) };
    match all.iter().find(|page| page.name == name) {
        Some(page) => Ok(format!("{}{rest}", page.out)),
        None => bail!("a page links to {link}, which is none"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pages() -> Vec<Page> {
        let page = |name: &str, group| Page {
            name: name.into(),
            group,
            title: name.to_uppercase(),
            description: "About <it>".into(),
            text: String::new(),
            out: format!("{name}.html"),
        };
        vec![page("index", "Start"), page("paths", "Guide")]
    }

    #[test]
    fn headings_have_anchors_and_links_lead_to_pages() {
        let (made, headings) =
            content("# T\n\n## What it is\n\n[p](paths.md#keys) [x](https://x.test)\n", &pages()).unwrap();
        assert!(made.contains("<h2 id=\"what-it-is\">"), "{made}");
        assert!(made.contains("href=\"paths.html#keys\"") && made.contains("href=\"https://x.test\""), "{made}");
        assert_eq!(headings, [("what-it-is".to_owned(), "What it is".to_owned())]);
        assert!(content("[p](nowhere.md)", &pages()).is_err());
    }

    #[test]
    fn the_template_is_filled_and_text_is_escaped() {
        let all = pages();
        let made = page("<title>{{title}}</title>{{description}}{{nav}}{{outline}}{{content}}{{name}}", &all[0], &all)
            .unwrap();
        assert!(made.contains("About &lt;it&gt;") && made.contains("aria-current=\"page\""), "{made}");
    }
}
