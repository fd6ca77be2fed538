//! What HTML and SVG themselves say of an element: labels, legends, captions, alternatives, values.
//! It must never use a name that ARIA gives; `name` has asked that before.

use onecall_protocol::facts::{extra, flag};

use crate::model::dom::NodeId;

use super::name::{From, Namer, Said, Way, fold, is_blank};
use super::{Role, View};

/// Step 2E.
pub(super) fn native(namer: &mut Namer<'_>, id: NodeId, role: Role, way: Way) -> Option<Said> {
    let dom = namer.view.dom;
    // What was made presentational has lost its native text too.
    if role == Role::None && dom.attr(id, "role").is_some() {
        return None;
    }
    if dom.has(id, flag::SVG) {
        return svg(namer.view, id);
    }
    let attr = |name: &str| dom.attr(id, name).filter(|text| !is_blank(text)).map(Said::other);
    match dom.tag(id) {
        "input" => input(namer, id, way),
        "button" | "meter" | "output" | "progress" | "select" | "textarea" => labels(namer, id, way),
        "img" | "area" => attr("alt"),
        "fieldset" => part(namer, id, "legend", way),
        "table" => part(namer, id, "caption", way).or_else(|| attr("summary")),
        "option" | "optgroup" => attr("label"),
        tag if tag.contains('-') => labels(namer, id, way),
        _ => None,
    }
}

fn input(namer: &mut Namer<'_>, id: NodeId, way: Way) -> Option<Said> {
    let dom = namer.view.dom;
    let said = labels(namer, id, way);
    if said.is_some() {
        return said;
    }
    let kind = dom.attr(id, "type").unwrap_or("").to_ascii_lowercase();
    let attr = |name: &str| dom.attr(id, name).filter(|text| !is_blank(text));
    let default = match kind.as_str() {
        "button" => return attr("value").map(Said::other),
        "submit" => "Submit",
        "reset" => "Reset",
        "image" => {
            let text = attr("alt").or_else(|| attr("value"));
            return text.map(Said::other).or_else(|| attr("title").is_none().then(|| Said::other("Submit")));
        }
        _ => return None,
    };
    match dom.attr(id, "value") {
        Some(_) => attr("value").map(Said::other),
        None => Some(Said::other(default)),
    }
}

/// Labels of a control; not while a label is being read, which may stand around this very control.
fn labels(namer: &mut Namer<'_>, id: NodeId, way: Way) -> Option<Said> {
    if way.label {
        return None;
    }
    let mut texts = Vec::new();
    for label in namer.view.labels(id) {
        let text = namer.lead_to(label, Way { label: true, depth: way.depth + 1, ..way });
        if !is_blank(&text) {
            texts.push(fold(&text));
        }
    }
    (!texts.is_empty()).then(|| Said::other(texts.join(" ")))
}

/// The first child of a tag that stands for the name of its parent.
fn part(namer: &mut Namer<'_>, id: NodeId, tag: &str, way: Way) -> Option<Said> {
    let dom = namer.view.dom;
    let child = dom.children(id).find(|child| dom.tag(*child) == tag)?;
    let text = namer.lead_to(child, Way { label: true, depth: way.depth + 1, ..way });
    (!is_blank(&text)).then(|| Said::other(text))
}

fn svg(view: View<'_>, id: NodeId) -> Option<Said> {
    let dom = view.dom;
    if let Some(title) = dom.children(id).find(|child| dom.tag(*child) == "title") {
        let text = dom.flat_text(title, crate::limits::NAME_CHARS);
        if !text.is_empty() {
            return Some(Said::other(text));
        }
    }
    // What it shows instead of itself has a title.
    if let Some(title) = dom.attr(id, "use:title").filter(|text| !is_blank(text)) {
        return Some(Said::other(title));
    }
    let linked = dom.attr(id, "xlink:title").filter(|text| dom.tag(id) == "a" && !is_blank(text));
    linked.map(Said::other)
}

/// Step 2C: what a control holds, where it stands in the name of something else.
pub(super) fn embedded(namer: &mut Namer<'_>, id: NodeId, role: Role, way: Way) -> Option<String> {
    let dom = namer.view.dom;
    let value = match role {
        Role::Textbox | Role::Searchbox => text_value(namer, id, way),
        Role::Combobox | Role::ListBox => choice(namer, id, way),
        Role::Meter | Role::ProgressBar | Role::Scrollbar | Role::Slider | Role::SpinButton => {
            range_value(namer.view, id)
        }
        _ => return None,
    };
    // A secret or empty control that is referred to by itself is better told by its own name.
    (!way.direct || !is_blank(&value)).then_some(value).filter(|_| !dom.has(id, flag::SECRET))
}

fn text_value(namer: &mut Namer<'_>, id: NodeId, way: Way) -> String {
    let dom = namer.view.dom;
    match dom.extra_text(id, extra::VALUE) {
        Some(value) => value.to_owned(),
        None if matches!(dom.tag(id), "input" | "textarea") => String::new(),
        None => super::content::gather(namer, id, way),
    }
}

/// The chosen options of a list, or what an editable combo box holds.
fn choice(namer: &mut Namer<'_>, id: NodeId, way: Way) -> String {
    let view = namer.view;
    let dom = view.dom;
    if dom.tag(id) == "input" {
        return dom.extra_text(id, extra::VALUE).unwrap_or("").to_owned();
    }
    let controlled = view.references(id, "aria-controls").into_iter().chain(view.references(id, "aria-owns"));
    let lists: Vec<NodeId> = std::iter::once(id).chain(controlled).collect();
    namer.far |= lists.len() > 1;
    let mut texts = Vec::new();
    for list in lists {
        for option in dom.walk(list).filter(|at| view.role(*at) == Role::OptionRole) {
            if view.states(option).selected == Some(true) {
                let said = namer.compute(option, Way { content: true, direct: false, depth: way.depth + 1, ..way });
                texts.push(fold(&said.text));
            }
        }
    }
    if !texts.is_empty() {
        return texts.join(" ");
    }
    match view.role(id) {
        Role::Combobox if dom.tag(id) != "select" => super::content::gather(namer, id, way),
        _ => String::new(),
    }
}

fn range_value(view: View<'_>, id: NodeId) -> String {
    let dom = view.dom;
    let said = dom.attr(id, "aria-valuetext").or_else(|| dom.attr(id, "aria-valuenow")).filter(|text| !is_blank(text));
    said.or_else(|| dom.extra_text(id, extra::VALUE)).unwrap_or("").to_owned()
}

/// Whether content names it, apart from what its role says: a summary and the cells of a layout table are, the
/// formulas of MathML are not.
pub(super) fn is_named_by_content(view: View<'_>, id: NodeId, role: Role) -> bool {
    match view.dom.tag(id) {
        "math" => false,
        "summary" => true,
        "td" | "th" => {
            let table = view.dom.ancestors(id).find(|above| view.dom.tag(*above) == "table");
            role.is_named_by_content() || table.is_none_or(|table| view.dom.attr(table, "role").is_none())
        }
        _ => role.is_named_by_content(),
    }
}

/// Step 2I: the tooltip, then what a field suggests.
pub(super) fn tooltip(view: View<'_>, id: NodeId, role: Role, way: Way) -> Said {
    let dom = view.dom;
    if way.content && (role.prohibits_name() || dom.attr(id, "alt").is_some()) {
        return Said::nothing();
    }
    let tag = dom.tag(id);
    let native = matches!(
        tag,
        "abbr"
            | "acronym"
            | "audio"
            | "canvas"
            | "embed"
            | "iframe"
            | "frame"
            | "input"
            | "object"
            | "summary"
            | "svg"
            | "video"
    );
    if let Some(title) = dom.attr(id, "title").filter(|title| !is_blank(title))
        && (native || !role.prohibits_name())
    {
        return Said { text: title.to_owned(), from: From::Title };
    }
    let hint = dom
        .attr(id, "placeholder")
        .filter(|_| matches!(tag, "input" | "textarea"))
        .or_else(|| dom.attr(id, "aria-placeholder"));
    if matches!(role, Role::Textbox | Role::Searchbox | Role::Combobox | Role::SpinButton)
        && let Some(hint) = hint.filter(|hint| !is_blank(hint))
    {
        return Said::other(hint);
    }
    if tag == "input" && dom.attr(id, "type").is_some_and(|kind| kind.eq_ignore_ascii_case("file")) {
        return Said::other("Choose File");
    }
    Said::nothing()
}

/// What describes an element by itself.
pub(super) fn description(namer: &mut Namer<'_>, id: NodeId, name: &Said) -> Option<String> {
    let dom = namer.view.dom;
    if dom.has(id, flag::SVG) {
        let desc = dom.children(id).find(|child| dom.tag(*child) == "desc")?;
        return Some(dom.flat_text(desc, crate::limits::NAME_CHARS));
    }
    match dom.tag(id) {
        // A caption that does not name its table describes it.
        "table" if dom.attr(id, "aria-label").is_some() || dom.attr(id, "aria-labelledby").is_some() => {
            part(namer, id, "caption", Way::default()).map(|said| said.text)
        }
        "table" => dom.attr(id, "summary").map(str::to_owned).filter(|summary| fold(summary) != fold(&name.text)),
        _ => None,
    }
}
