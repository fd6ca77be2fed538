//! Roles that elements have by themselves: HTML-AAM, SVG-AAM and MathML.
//! It must never look at the `role` attribute of the element asked about.

use onecall_protocol::facts::flag;

use crate::model::dom::NodeId;

use super::{Role, View, name, table};

/// The role of an element without a `role` attribute that applies.
pub(super) fn role(view: View<'_>, id: NodeId) -> Role {
    let dom = view.dom;
    let tag = dom.tag(id);
    if dom.has(id, flag::SVG) {
        return svg(view, id, tag);
    }
    if dom.has(id, flag::MATHML) {
        return if tag == "math" { Role::Math } else { Role::Generic };
    }
    match tag {
        "div" | "span" | "b" | "i" | "br" => Role::Generic,
        "a" | "area" => if_(dom.attr(id, "href").is_some(), Role::Link),
        "li" => list_item(view, id),
        "p" => Role::Paragraph,
        "img" => image(view, id),
        "input" => input(view, id),
        "select" => select(view, id),
        "aside" => aside(view, id),
        "header" => if_scoped(view, id, Role::SectionHeader, Role::Banner),
        "footer" => if_scoped(view, id, Role::SectionFooter, Role::ContentInfo),
        "section" => if_(name::has_author_name(view, id), Role::Region),
        "table" | "tbody" | "td" | "tfoot" | "th" | "thead" | "tr" => table::role(view, id, tag),
        _ => plain(tag),
    }
}

const fn if_(is: bool, role: Role) -> Role {
    if is { role } else { Role::Generic }
}

/// Elements whose role depends on nothing else.
fn plain(tag: &str) -> Role {
    match tag {
        "address" | "details" | "fieldset" | "hgroup" | "optgroup" => Role::Group,
        "article" => Role::Article,
        "blockquote" => Role::Blockquote,
        "button" => Role::Button,
        "caption" => Role::Caption,
        "code" => Role::Code,
        "datalist" => Role::ListBox,
        "dd" => Role::Definition,
        "del" | "s" => Role::Deletion,
        "dfn" | "dt" => Role::Term,
        "dialog" => Role::Dialog,
        "dir" | "menu" | "ol" | "ul" => Role::List,
        "em" => Role::Emphasis,
        "figure" => Role::Figure,
        "form" => Role::Form,
        "h1" | "h2" | "h3" | "h4" | "h5" | "h6" => Role::Heading,
        "hr" => Role::Separator,
        "html" => Role::Document,
        "ins" => Role::Insertion,
        "main" => Role::Main,
        "mark" => Role::Mark,
        "meter" => Role::Meter,
        "nav" => Role::Navigation,
        "option" => Role::OptionRole,
        "output" => Role::Status,
        "progress" => Role::ProgressBar,
        "search" => Role::Search,
        "strong" => Role::Strong,
        "sub" => Role::Subscript,
        "sup" => Role::Superscript,
        "textarea" => Role::Textbox,
        "time" => Role::Time,
        _ => Role::Generic,
    }
}

/// An item is one where its list is one; a list that was made something else has no items.
fn list_item(view: View<'_>, id: NodeId) -> Role {
    match view.dom.parent(id) {
        Some(list) if matches!(view.dom.tag(list), "dir" | "menu" | "ol" | "ul") && view.role(list) != Role::List => {
            Role::None
        }
        _ => Role::ListItem,
    }
}

/// An empty `alt` says that the image means nothing, unless something else names it or it can be operated.
fn image(view: View<'_>, id: NodeId) -> Role {
    let dom = view.dom;
    let silent =
        dom.attr(id, "alt") == Some("") && !name::has_aria_name(view, id) && dom.attr(id, "tabindex").is_none();
    if silent { Role::None } else { Role::Image }
}

fn input(view: View<'_>, id: NodeId) -> Role {
    let dom = view.dom;
    let kind = dom.attr(id, "type").unwrap_or("").to_ascii_lowercase();
    let with_list =
        || dom.attr(id, "list").and_then(|list| view.by_id(id, list)).is_some_and(|list| dom.tag(list) == "datalist");
    match kind.as_str() {
        "button" | "file" | "image" | "reset" | "submit" => Role::Button,
        "checkbox" if dom.attr(id, "switch").is_some() => Role::Switch,
        "checkbox" => Role::Checkbox,
        "number" => Role::SpinButton,
        "radio" => Role::Radio,
        "range" => Role::Slider,
        "search" => {
            if with_list() {
                Role::Combobox
            } else {
                Role::Searchbox
            }
        }
        // They have no role that ARIA knows; what they hold is told by the field.
        "color" | "date" | "datetime-local" | "hidden" | "month" | "time" | "week" => Role::Generic,
        "password" => Role::Textbox,
        _ => {
            if with_list() {
                Role::Combobox
            } else {
                Role::Textbox
            }
        }
    }
}

fn select(view: View<'_>, id: NodeId) -> Role {
    let dom = view.dom;
    let size = dom.attr(id, "size").and_then(|size| size.trim().parse::<u32>().ok()).unwrap_or(0);
    if dom.attr(id, "multiple").is_some() || size > 1 { Role::ListBox } else { Role::Combobox }
}

/// Inside sectioning content it is only a landmark where it has a name.
fn aside(view: View<'_>, id: NodeId) -> Role {
    let sectioned = |above: NodeId| {
        matches!(view.dom.tag(above), "article" | "aside" | "nav" | "section") && !is_dissolved(view, above)
            || matches!(explicit(view, above), Some(Role::Article | Role::Complementary | Role::Navigation))
    };
    let inside = bounded(view, id).any(sectioned);
    if_(!inside || name::has_author_name(view, id), Role::Complementary)
}

/// A header or footer belongs to the page, or to the sectioning content around it.
fn if_scoped(view: View<'_>, id: NodeId, inside: Role, page: Role) -> Role {
    let sectioned = |above: NodeId| {
        matches!(view.dom.tag(above), "article" | "aside" | "main" | "nav" | "section") && !is_dissolved(view, above)
            || matches!(
                explicit(view, above),
                Some(Role::Article | Role::Complementary | Role::Main | Role::Navigation)
            )
    };
    if bounded(view, id).any(sectioned) { inside } else { page }
}

/// Ancestors up to where another document or a dialog begins.
fn bounded(view: View<'_>, id: NodeId) -> impl Iterator<Item = NodeId> {
    view.dom.ancestors(id).take_while(move |above| !matches!(view.dom.tag(*above), "dialog" | "html"))
}

/// Its own role was taken from it by a `role` attribute.
fn is_dissolved(view: View<'_>, id: NodeId) -> bool {
    view.dom.attr(id, "role").is_some_and(|role| !role.trim().is_empty()) && explicit(view, id) == Some(Role::None)
}

/// The role of an element with a `role` attribute.
fn explicit(view: View<'_>, id: NodeId) -> Option<Role> {
    view.dom.attr(id, "role").map(|_| view.role(id))
}

/// SVG elements are only there where something says what they mean.
fn svg(view: View<'_>, id: NodeId, tag: &str) -> Role {
    let dom = view.dom;
    let meant =
        || name::has_author_name(view, id) || dom.children(id).any(|child| matches!(dom.tag(child), "title" | "desc"));
    match tag {
        "svg" if meant() || !has_text(view, id) => Role::Image,
        "svg" => Role::GraphicsDocument,
        "a" => if_(dom.attr(id, "href").is_some(), Role::Link),
        "image" => Role::Image,
        "g" => if_(meant(), Role::Group),
        "circle" | "ellipse" | "line" | "path" | "polygon" | "polyline" | "rect" => if_(meant(), Role::GraphicsSymbol),
        "use" => if_(meant(), Role::GraphicsObject),
        _ => Role::Generic,
    }
}

/// Text that is drawn, titles and descriptions apart, or a drawing with a title of its own.
fn has_text(view: View<'_>, id: NodeId) -> bool {
    let dom = view.dom;
    dom.walk(id).any(|at| {
        dom.attr(at, "use:title").is_some()
            || dom.text(at).is_some_and(|text| !text.trim().is_empty())
                && dom.parent(at).is_some_and(|parent| !matches!(dom.tag(parent), "title" | "desc"))
    })
}
