//! A field in detail: what it holds, what it takes, what is wrong with it, what helps to fill it in.
//! Read only when somebody asks. It must never show a secret: those are not among the facts.

use onecall_protocol::facts::{extra, flag};

use super::aria::View;
use super::dom::NodeId;
use super::outline::{Kind, Outline, ThingId};
use super::text;

mod options;
mod said;
#[cfg(test)]
mod tests;

macro_rules! kinds {
    ($($name:ident $text:literal $doc:literal;)*) => {
        /// Kinds of fields.
        #[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
        pub enum FieldKind {
            #[default]
            $(#[doc = $doc] $name,)*
        }
        impl FieldKind {
            /// All kinds.
            pub const ALL: &'static [FieldKind] = &[$(FieldKind::$name,)*];
            /// As answers write it.
            #[must_use]
            pub const fn as_str(self) -> &'static str { match self { $(FieldKind::$name => $text,)* } }
        }
    };
}

kinds! {
    Text "text" "A line of text.";
    Email "email" "An e-mail address.";
    Password "password" "A secret that is typed.";
    Search "search" "Words to search for.";
    Tel "tel" "A telephone number.";
    Url "url" "An address of the web.";
    Number "number" "A number that is typed.";
    Date "date" "A date.";
    Month "month" "A month.";
    Week "week" "A week.";
    Time "time" "A time of day.";
    DateTime "datetime" "A date and time without a zone.";
    Color "color" "A colour.";
    File "file" "Files to send.";
    Textarea "textarea" "Several lines of text.";
    Editor "editor" "Rich text.";
    Checkbox "checkbox" "On or off.";
    Switch "switch" "On or off, at once.";
    RadioGroup "radio group" "One of several radio buttons.";
    Select "select" "One option of a native select.";
    MultiSelect "multi-select" "Several options of a native select.";
    Combobox "combobox" "A text box or button with a list of options.";
    Listbox "listbox" "A list of options.";
    Slider "slider" "A number on a range.";
    Spinbutton "spinbutton" "A number that goes up and down.";
}

/// One option of a field.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Choice {
    /// What a person reads.
    pub label: String,
    /// What the page works with; empty where it says nothing.
    pub value: String,
    /// The option, or the radio button.
    pub node: NodeId,
    /// Is it the chosen one, or one of them?
    pub selected: bool,
    /// Cannot be chosen now.
    pub disabled: bool,
    /// What helps to decide, where it says so by itself.
    pub hint: Option<String>,
}

/// What is known of a field.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct FieldFacts {
    /// Its kind.
    pub kind: FieldKind,
    /// What it shows: text, labels of chosen options joined by commas, names of files, `checked`. Empty for a secret.
    pub value: String,
    /// Of a checkbox or switch: is it on? `None` is mixed or not one of them.
    pub on: Option<bool>,
    /// What it offers, where that is known now.
    pub options: Vec<Choice>,
    /// Text can be typed into it.
    pub typed: bool,
    /// Its value is withheld.
    pub secret: bool,
    /// Has to be filled in.
    pub required: bool,
    /// Cannot be changed by a person.
    pub readonly: bool,
    /// Cannot be used now.
    pub disabled: bool,
    /// Takes several values.
    pub multiple: bool,
    /// Least value, as the page says it.
    pub min: Option<String>,
    /// Greatest value.
    pub max: Option<String>,
    /// Distance between values.
    pub step: Option<String>,
    /// Fewest characters.
    pub minlength: Option<u32>,
    /// Most characters.
    pub maxlength: Option<u32>,
    /// Regular expression that the whole value has to match.
    pub pattern: Option<String>,
    /// Types of files it takes.
    pub accept: Option<String>,
    /// What is wrong with it.
    pub error: Option<String>,
    /// What helps to fill it in: description or placeholder.
    pub hint: Option<String>,
    /// The controls it consists of: of a radio group each radio button.
    pub nodes: Vec<NodeId>,
}

/// Reads a field or an editor.
#[must_use]
pub fn read(view: View<'_>, outline: &Outline, id: ThingId) -> FieldFacts {
    let Some(thing) = outline.thing(id) else { return FieldFacts::default() };
    let node = thing.node;
    let radios = outline.radios(id);
    let kind = if thing.kind == Kind::Editor { FieldKind::Editor } else { kind_of(view, node, !radios.is_empty()) };
    let states = view.states(node);
    let dom = view.dom;
    let own = |key: &str| dom.attr(node, key).filter(|value| !value.trim().is_empty()).map(str::to_owned);
    let number = |key: &str| own(key).and_then(|value| value.trim().parse().ok());
    let mut facts = FieldFacts {
        kind,
        typed: types(view, node, kind),
        secret: dom.has(node, flag::SECRET),
        required: states.required || dom.has(node, flag::REQUIRED),
        readonly: states.readonly || dom.has(node, flag::READONLY),
        disabled: states.disabled || dom.has(node, flag::DISABLED),
        multiple: dom.attr(node, "multiple").is_some() || dom.attr(node, "aria-multiselectable") == Some("true"),
        min: own("min").or_else(|| own("aria-valuemin")),
        max: own("max").or_else(|| own("aria-valuemax")),
        step: own("step"),
        minlength: number("minlength"),
        maxlength: number("maxlength"),
        pattern: own("pattern"),
        accept: own("accept"),
        nodes: if radios.is_empty() { vec![node] } else { radios },
        ..FieldFacts::default()
    };
    facts.options = options::of(view, node, &facts);
    if kind == FieldKind::RadioGroup {
        facts.required |= facts.nodes.iter().any(|radio| dom.has(*radio, flag::REQUIRED));
        facts.disabled |= !facts.options.is_empty() && facts.options.iter().all(|option| option.disabled);
    }
    facts.on = on(view, node, kind);
    facts.value = if facts.secret { String::new() } else { value(view, node, &facts) };
    let label = outline.label(view, id);
    facts.error = said::error(view, node, &facts, states.invalid);
    facts.hint = said::hint(view, node, &facts, &label);
    facts
}

fn kind_of(view: View<'_>, node: NodeId, radios: bool) -> FieldKind {
    let dom = view.dom;
    if radios || dom.attr(node, "role").is_some_and(|role| role.contains("radio")) {
        return FieldKind::RadioGroup;
    }
    if let Some(kind) = dom.attr(node, "role").and_then(|role| role.split_ascii_whitespace().find_map(by_role)) {
        // A native control keeps its own way of taking values, whatever it is called.
        let native = by_tag(view, node);
        return match (native, kind) {
            (Some(FieldKind::Text | FieldKind::Search), kind) => kind,
            (Some(FieldKind::Checkbox), FieldKind::Switch) => kind,
            (Some(native), _) => native,
            (None, kind) => kind,
        };
    }
    by_tag(view, node).unwrap_or_default()
}

fn by_role(role: &str) -> Option<FieldKind> {
    Some(match role {
        "textbox" => FieldKind::Text,
        "searchbox" => FieldKind::Search,
        "checkbox" => FieldKind::Checkbox,
        "switch" => FieldKind::Switch,
        "combobox" => FieldKind::Combobox,
        "listbox" => FieldKind::Listbox,
        "slider" => FieldKind::Slider,
        "spinbutton" => FieldKind::Spinbutton,
        _ => return None,
    })
}

fn by_tag(view: View<'_>, node: NodeId) -> Option<FieldKind> {
    let dom = view.dom;
    Some(match dom.tag(node) {
        "select" if dom.attr(node, "multiple").is_some() => FieldKind::MultiSelect,
        "select" => FieldKind::Select,
        "textarea" => FieldKind::Textarea,
        "input" => {
            let kind = match dom.attr(node, "type").unwrap_or("").to_ascii_lowercase().as_str() {
                "email" => FieldKind::Email,
                "password" => FieldKind::Password,
                "search" => FieldKind::Search,
                "tel" => FieldKind::Tel,
                "url" => FieldKind::Url,
                "number" => FieldKind::Number,
                "range" => FieldKind::Slider,
                "date" => FieldKind::Date,
                "month" => FieldKind::Month,
                "week" => FieldKind::Week,
                "time" => FieldKind::Time,
                "datetime-local" => FieldKind::DateTime,
                "color" => FieldKind::Color,
                "file" => FieldKind::File,
                "checkbox" => FieldKind::Checkbox,
                "radio" => FieldKind::RadioGroup,
                _ => FieldKind::Text,
            };
            let listed = matches!(
                kind,
                FieldKind::Text | FieldKind::Search | FieldKind::Email | FieldKind::Url | FieldKind::Tel
            );
            if listed && dom.attr(node, "list").is_some() { FieldKind::Combobox } else { kind }
        }
        _ => return None,
    })
}

/// Can text be typed into it?
fn types(view: View<'_>, node: NodeId, kind: FieldKind) -> bool {
    let dom = view.dom;
    match kind {
        FieldKind::Checkbox
        | FieldKind::Switch
        | FieldKind::RadioGroup
        | FieldKind::Select
        | FieldKind::MultiSelect
        | FieldKind::Listbox
        | FieldKind::Slider
        | FieldKind::File
        | FieldKind::Color => false,
        FieldKind::Combobox => matches!(dom.tag(node), "input" | "textarea") && !dom.has(node, flag::READONLY),
        _ => true,
    }
}

fn on(view: View<'_>, node: NodeId, kind: FieldKind) -> Option<bool> {
    if !matches!(kind, FieldKind::Checkbox | FieldKind::Switch) {
        return None;
    }
    let dom = view.dom;
    if dom.tag(node) == "input" {
        return (!dom.has(node, flag::INDETERMINATE)).then(|| dom.has(node, flag::CHECKED));
    }
    match dom.attr(node, "aria-checked").map(str::trim) {
        Some("true") => Some(true),
        Some("mixed") => None,
        _ => Some(false),
    }
}

fn value(view: View<'_>, node: NodeId, facts: &FieldFacts) -> String {
    let dom = view.dom;
    let chosen = || {
        let chosen: Vec<&str> = facts.options.iter().filter(|one| one.selected).map(|one| one.label.as_str()).collect();
        chosen.join(", ")
    };
    match facts.kind {
        FieldKind::Checkbox => match facts.on {
            Some(true) => "checked".into(),
            Some(false) => "not checked".into(),
            None => "partly checked".into(),
        },
        FieldKind::Switch => if facts.on == Some(true) { "on" } else { "off" }.into(),
        FieldKind::RadioGroup | FieldKind::Select | FieldKind::MultiSelect | FieldKind::Listbox => chosen(),
        FieldKind::File => {
            let files: Vec<String> = dom.extra_texts(node, extra::FILE).map(str::to_owned).collect();
            files.join(", ")
        }
        FieldKind::Editor => text::plain(view, node),
        _ => {
            let held = dom.extra_text(node, extra::VALUE).map(str::to_owned);
            let said =
                || dom.attr(node, "aria-valuetext").or_else(|| dom.attr(node, "aria-valuenow")).map(str::to_owned);
            // A page's own combo box may show what is chosen beside its box; one with a data list holds it.
            let own = facts.kind == FieldKind::Combobox && dom.tag(node) == "input" && dom.attr(node, "list").is_none();
            if own && held.as_deref().unwrap_or("").is_empty() {
                return options::chosen_beside(view, node);
            }
            held.or_else(said).unwrap_or_else(|| match dom.tag(node) {
                "input" | "textarea" => String::new(),
                _ => text::plain(view, node),
            })
        }
    }
}
