//! What an element is to the outline, from its tag, role, flags and a few attributes.
//! It looks at one element at a time and must never walk the tree: that is `scan`'s.

use onecall_protocol::facts::flag;

use crate::model::aria::{Role, View};
use crate::model::dom::NodeId;

/// What the scan does with an element.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Class {
    /// Nothing of its own.
    Plain,
    /// Bounds the sections of headings inside it, but is no thing.
    Bound,
    /// A control that holds a value.
    Field(Holds),
    /// Radio buttons gathered by their own element.
    RadioGroup,
    /// A button by role or tag.
    Button,
    /// Takes clicks without saying so in its role; `sure` where an attribute says it.
    Clickable { sure: bool },
    /// A link.
    Link,
    /// A heading and its level.
    Heading(u8),
    /// A `<form>`.
    Form,
    /// A group that may work as a form; `strong` where its role or tag says that it groups controls.
    Group { strong: bool },
    /// A landmark: main, nav or another.
    Landmark(Landmark),
    /// A dialog or popover.
    Dialog,
    /// A live region.
    Alert,
    /// A live region without a role that says so.
    Live,
    /// A table, grid or treegrid, and what it says of itself.
    Table(Says),
    /// Its head.
    Head,
    /// Its row.
    Row,
    /// A cell.
    Cell(Header),
    /// A caption.
    Caption,
    /// A list.
    List(Listing),
    /// An item of a list.
    Item,
    /// A term of a description list.
    Term,
    /// A menu or menu bar.
    Menu,
    /// Its item.
    MenuItem,
    /// A tab list.
    Tablist,
    /// Its tab.
    Tab,
    /// A tree.
    Tree,
    /// Its item.
    TreeItem,
    /// An image.
    Image,
    /// Audio or video.
    Media,
    /// Rich text.
    Editor,
    /// A canvas.
    Canvas,
    /// A frame.
    Frame,
    /// An element with a closed shadow root that was not read.
    Closed,
    /// A label, which may stand for a hidden control.
    Label,
    /// Nothing inside it is worth a look.
    Opaque,
}

/// What a table says of itself.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) enum Says {
    /// It holds data: it has a role, a name or a summary.
    Data,
    /// It only lays out.
    Layout,
    #[default]
    /// Nothing: its content decides.
    Nothing,
}

/// What a cell heads.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Header {
    /// Nothing.
    No,
    /// Its column, as far as it says.
    Column,
    /// Its row.
    Row,
}

/// Kinds of lists.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Listing {
    /// `list`.
    Items,
    /// A description list.
    Terms,
    /// A feed of articles.
    Feed,
}

/// Kinds of fields, as far as the outline tells them apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Holds {
    /// Typed or chosen.
    Value,
    /// On or off.
    Toggle,
    /// One of several of its name.
    Radio,
    /// A list box: may be the popup of a combo box.
    Listbox,
    /// A combo box, which may have its list box elsewhere.
    Combobox,
}

/// Kinds of landmarks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Landmark {
    /// `main`.
    Main,
    /// `navigation`.
    Nav,
    /// A landmark for searching: groups controls too.
    Search,
    /// The page's header or footer.
    Chrome,
    /// A panel of a tab, or a toolbar.
    Panel,
    /// Any other.
    Other,
}

/// The attributes that matter, read in one go.
#[derive(Debug, Default, Clone, Copy)]
pub(super) struct Attrs<'a> {
    pub role: Option<&'a str>,
    pub kind: Option<&'a str>,
    pub named: bool,
    pub href: bool,
    pub tabindex: bool,
    pub onclick: bool,
    pub popover: bool,
    pub list: bool,
    pub summary: bool,
    pub row_scope: bool,
    pub live: bool,
}

impl<'a> Attrs<'a> {
    pub(super) fn of(view: View<'a>, id: NodeId) -> Self {
        let mut out = Self::default();
        for (key, value) in view.dom.attrs(id) {
            // By length first: few names are as long as one of these, and most are none of them.
            match (key.len(), key) {
                (4, "role") => out.role = Some(value),
                (4, "type") => out.kind = Some(value),
                (4, "href") | (10, "xlink:href") => out.href = true,
                (4, "list") => out.list = true,
                (5, "scope") => out.row_scope = value.trim_start().starts_with("row"),
                (7, "onclick") | (8, "ng-click" | "jsaction") => out.onclick = true,
                (7, "popover") => out.popover = true,
                (7, "summary") => out.summary = !value.trim().is_empty(),
                (8, "tabindex") => out.tabindex = !value.trim().starts_with('-'),
                (9, "aria-live") => out.live = matches!(value.trim(), "assertive" | "polite"),
                (10, "aria-label") | (15, "aria-labelledby") => out.named |= !value.trim().is_empty(),
                _ => {}
            }
        }
        out
    }
}

/// What follows from a tag alone. A page has few tags and many elements, so it is found out once for each.
#[derive(Debug, Clone, Copy)]
pub(super) struct Tagged {
    /// Its class, unless attributes or surroundings have a say.
    class: Option<Class>,
    /// Nothing inside is worth a look, whatever else is said of it.
    opaque: bool,
}

impl Tagged {
    pub(super) fn of(tag: &str) -> Self {
        let class = match tag {
            "div" | "span" | "p" | "b" | "i" | "em" | "strong" | "br" => Class::Plain,
            "select" | "textarea" => Class::Field(Holds::Value),
            "button" | "summary" => Class::Button,
            "form" => Class::Form,
            "fieldset" => Class::Group { strong: true },
            "dialog" => Class::Dialog,
            "output" => Class::Alert,
            "thead" => Class::Head,
            "tr" => Class::Row,
            "td" => Class::Cell(Header::No),
            "caption" => Class::Caption,
            "ul" | "ol" | "menu" => Class::List(Listing::Items),
            "dl" => Class::List(Listing::Terms),
            "li" => Class::Item,
            "dt" => Class::Term,
            "audio" | "video" => Class::Media,
            "canvas" => Class::Canvas,
            "iframe" | "frame" => Class::Frame,
            "label" => Class::Label,
            "article" => Class::Bound,
            "input" | "a" | "area" | "h1" | "h2" | "h3" | "h4" | "h5" | "h6" | "table" | "th" | "img" | "svg"
            | "main" | "nav" | "header" | "footer" | "aside" | "section" | "search" => {
                return Self { class: None, opaque: false };
            }
            _ => Class::Plain,
        };
        let opaque = matches!(tag, "script" | "style" | "template" | "noscript" | "head");
        Self { class: Some(class), opaque }
    }
}

/// The class of an element.
pub(super) fn of(view: View<'_>, id: NodeId, tag: &str, tagged: Tagged, attrs: Attrs<'_>) -> Class {
    let dom = view.dom;
    if tagged.opaque {
        return Class::Opaque;
    }
    if dom.has(id, flag::EDITOR) {
        return Class::Editor;
    }
    let class = match attrs.role {
        Some(_) => by_role(view, id, tag, attrs),
        None => tagged.class.unwrap_or_else(|| by_tag(view, id, tag, attrs)),
    };
    let open = dom.has(id, flag::OPEN) && (attrs.popover || tag == "dialog") || dom.has(id, flag::MODAL);
    if open && matches!(class, Class::Plain | Class::Bound | Class::Group { .. }) {
        return Class::Dialog;
    }
    if attrs.live && matches!(class, Class::Plain | Class::Group { strong: false }) {
        return Class::Live;
    }
    let bare = matches!(class, Class::Plain | Class::Bound | Class::Group { strong: false });
    if bare && dom.has(id, flag::CLOSED) && !dom.has(id, flag::SHADOW_HOST) {
        return Class::Closed;
    }
    if class != Class::Plain {
        return class;
    }
    let takes = attrs.onclick || attrs.tabindex && dom.has(id, flag::POINTER);
    if takes || dom.has(id, flag::POINTER) {
        return Class::Clickable { sure: takes };
    }
    Class::Plain
}

fn by_tag(view: View<'_>, id: NodeId, tag: &str, attrs: Attrs<'_>) -> Class {
    match tag {
        "input" => input(attrs),
        "a" | "area" if attrs.href => Class::Link,
        "h1" | "h2" | "h3" | "h4" | "h5" | "h6" => by_role(view, id, tag, attrs),
        "table" if attrs.summary || attrs.named => Class::Table(Says::Data),
        "table" => Class::Table(Says::Nothing),
        "th" if attrs.row_scope => Class::Cell(Header::Row),
        "th" => Class::Cell(Header::Column),
        "img" => by_role(view, id, tag, attrs),
        "svg" if attrs.named || is_titled(view, id) => Class::Image,
        "main" | "nav" | "header" | "footer" | "aside" | "section" | "search" => by_role(view, id, tag, attrs),
        _ => Tagged::of(tag).class.unwrap_or(Class::Plain),
    }
}

/// Does a drawing begin with its title?
fn is_titled(view: View<'_>, id: NodeId) -> bool {
    let dom = view.dom;
    dom.children(id).find(|child| dom.is_element(*child)).is_some_and(|first| dom.tag(first) == "title")
}

fn input(attrs: Attrs<'_>) -> Class {
    let kind = attrs.kind.unwrap_or("").to_ascii_lowercase();
    match kind.as_str() {
        "hidden" => Class::Opaque,
        "submit" | "button" | "reset" | "image" => Class::Button,
        "checkbox" => Class::Field(Holds::Toggle),
        "radio" => Class::Field(Holds::Radio),
        _ if attrs.list => Class::Field(Holds::Combobox),
        _ => Class::Field(Holds::Value),
    }
}

fn by_role(view: View<'_>, id: NodeId, tag: &str, attrs: Attrs<'_>) -> Class {
    match view.role(id) {
        Role::Button => Class::Button,
        Role::Link | Role::DocBacklink | Role::DocBiblioref | Role::DocGlossref | Role::DocNoteref => Class::Link,
        Role::Heading => Class::Heading(level(view, id, tag)),
        Role::Textbox | Role::Searchbox | Role::SpinButton | Role::Slider => Class::Field(Holds::Value),
        Role::Checkbox | Role::Switch => Class::Field(Holds::Toggle),
        Role::Radio => Class::Field(Holds::Radio),
        Role::Combobox | Role::ListBox if tag == "select" => Class::Field(Holds::Value),
        Role::Combobox => Class::Field(Holds::Combobox),
        Role::ListBox => Class::Field(Holds::Listbox),
        Role::RadioGroup => Class::RadioGroup,
        Role::Form | Role::Search if tag == "form" => Class::Form,
        Role::Form => Class::Group { strong: true },
        Role::Group if tag != "details" => Class::Group { strong: true },
        Role::Search => Class::Landmark(Landmark::Search),
        Role::Main => Class::Landmark(Landmark::Main),
        Role::Navigation | Role::DocIndex | Role::DocPagelist | Role::DocToc => Class::Landmark(Landmark::Nav),
        Role::TabPanel | Role::Toolbar if attrs.named => Class::Landmark(Landmark::Panel),
        Role::Banner | Role::ContentInfo => Class::Landmark(Landmark::Chrome),
        Role::Complementary | Role::Region => Class::Landmark(Landmark::Other),
        role if role.is_part_of_book() => Class::Landmark(Landmark::Other),
        Role::Dialog | Role::AlertDialog => Class::Dialog,
        Role::Alert | Role::Status | Role::Log => Class::Alert,
        Role::Table | Role::Grid | Role::TreeGrid => Class::Table(Says::Data),
        Role::Row => Class::Row,
        Role::ColumnHeader => Class::Cell(Header::Column),
        Role::RowHeader => Class::Cell(Header::Row),
        Role::Cell | Role::GridCell => Class::Cell(if tag == "th" { Header::Column } else { Header::No }),
        Role::List if tag == "dl" => Class::List(Listing::Terms),
        Role::List => Class::List(Listing::Items),
        Role::Feed => Class::List(Listing::Feed),
        Role::ListItem | Role::DocBiblioentry | Role::DocEndnote => Class::Item,
        Role::Menu | Role::MenuBar => Class::Menu,
        Role::MenuItem | Role::MenuItemCheckbox | Role::MenuItemRadio => Class::MenuItem,
        Role::TabList => Class::Tablist,
        Role::Tab => Class::Tab,
        Role::Tree => Class::Tree,
        Role::TreeItem => Class::TreeItem,
        Role::Image | Role::DocCover => Class::Image,
        Role::Article => Class::Bound,
        Role::Generic | Role::None if matches!(tag, "section" | "aside") => Class::Group { strong: false },
        Role::None if tag == "table" => Class::Table(Says::Layout),
        Role::Generic => native_behaviour(view, id, tag, attrs),
        _ => Class::Plain,
    }
}

/// An element without a role of its own may still behave as its tag does.
fn native_behaviour(view: View<'_>, id: NodeId, tag: &str, attrs: Attrs<'_>) -> Class {
    match tag {
        "h1" | "h2" | "h3" | "h4" | "h5" | "h6" => Class::Heading(level(view, id, tag)),
        _ if attrs.role.is_some() => by_tag(view, id, tag, Attrs { role: None, ..attrs }),
        _ => Class::Plain,
    }
}

/// The level of a heading.
pub(super) fn level(view: View<'_>, id: NodeId, tag: &str) -> u8 {
    let own = match tag {
        "h1" => 1,
        "h3" => 3,
        "h4" => 4,
        "h5" => 5,
        "h6" => 6,
        _ => 2,
    };
    let said = view.dom.attr(id, "aria-level").and_then(|text| text.trim().parse::<u8>().ok());
    said.filter(|level| (1..=9).contains(level)).unwrap_or(own)
}
