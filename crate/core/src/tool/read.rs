//! Tools and collections as a page's script world sends them: read field by field, cut to bounds, nothing trusted.

use onecall_protocol::{Map, Value};

use super::At;
use super::memory::Seen;
use crate::limits;

/// What an annotation says a tool does.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum What {
    /// It says nothing.
    #[default]
    Unsaid,
    /// It only reads.
    Reads,
    /// It has consequences that a person should know of first.
    Consequential,
}

/// A tool.
#[derive(Debug, Clone, PartialEq)]
pub struct Tool {
    /// What the provider runs it by.
    pub key: String,
    /// Its name, unique here.
    pub name: String,
    /// What a person reads.
    pub title: String,
    /// What it says it does.
    pub description: String,
    /// Its input, as JSON Schema; an empty object where it takes nothing or says nothing.
    pub schema: Value,
    /// What its annotations say.
    pub what: What,
    /// Where it comes from.
    pub origin: String,
    /// The group it says it belongs to.
    pub group: String,
    /// The path of the page that was open when it was registered.
    pub route: String,
    /// The frame that registered it; empty for the page itself.
    pub frame: String,
    /// Is it a form that the page marks as a tool?
    pub form: bool,
    /// Where it can be run.
    pub at: At,
    /// Fingerprint of its definition: another one means that it changed.
    pub mark: u64,
}

impl Tool {
    /// A tool that a collection names and nobody has registered.
    #[must_use]
    pub fn expected(name: &str) -> Self {
        Self {
            key: name.to_owned(),
            name: name.to_owned(),
            title: String::new(),
            description: String::new(),
            schema: Value::Object(Map::new()),
            what: What::Unsaid,
            origin: String::new(),
            group: String::new(),
            route: String::new(),
            frame: String::new(),
            form: false,
            at: At::Page(Seen::default()),
            mark: 0,
        }
    }
}

/// A collection as a page declares it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Declared {
    /// Its name.
    pub name: String,
    /// What it is for.
    pub description: String,
    /// How to use it.
    pub help: String,
    /// Names of its tools, registered or not.
    pub tools: Vec<String>,
    /// How often its list was another one.
    pub generation: u32,
    /// The page that declared it, where that is not this one.
    pub from: String,
}

/// A list of tools; those of one name in several frames get `#2`, `#3`.
#[must_use]
pub fn tools(value: Option<&Value>) -> Vec<Tool> {
    let mut out: Vec<Tool> = Vec::new();
    let mut known: crate::order::Map<String, usize> = crate::order::Map::default();
    for one in value.and_then(Value::as_array).into_iter().flatten().take(limits::TOOLS) {
        let Some(mut tool) = tool(one) else { continue };
        let mut count = 0;
        known.update(
            tool.name.clone(),
            || 0,
            |times| {
                *times += 1;
                count = *times;
            },
        );
        if count > 1 {
            tool.name = format!("{}#{count}", tool.name);
        }
        out.push(tool);
    }
    out
}

/// One tool; `None` where it is none.
#[must_use]
pub fn tool(value: &Value) -> Option<Tool> {
    let name = text(value, "name", limits::TOOL_NAME);
    if name.is_empty() {
        return None;
    }
    let hint =
        |hint: &str| value.get("annotations").and_then(|hints| hints.get(hint)).and_then(Value::as_bool) == Some(true);
    let what = match (hint("consequentialHint"), hint("readOnlyHint")) {
        (true, _) => What::Consequential,
        (_, true) => What::Reads,
        _ => What::Unsaid,
    };
    let schema = match value.get("inputSchema") {
        Some(schema @ Value::Object(_)) => schema.clone(),
        _ => Value::Object(Map::new()),
    };
    let key = text(value, "key", 2 * limits::TOOL_NAME);
    let description = text(value, "description", limits::TOOL_TEXT);
    let mark =
        crate::text::fingerprint(&[&description, &schema.to_string(), if what == What::Reads { "r" } else { "" }]);
    Some(Tool {
        key: if key.is_empty() { name.clone() } else { key },
        title: text(value, "title", limits::KEY_CHARS),
        description,
        schema,
        what,
        origin: text(value, "origin", 200),
        group: text(value, "group", limits::KEY_CHARS),
        route: text(value, "route", 200),
        frame: text(value, "frame", limits::KEY_CHARS),
        form: value.get("from").and_then(Value::as_str) == Some("form"),
        at: At::Here,
        mark,
        name,
    })
}

/// A list of collections, each name once; Onecall's own is no branch.
#[must_use]
pub fn declared(value: Option<&Value>) -> Vec<Declared> {
    let all = value.and_then(Value::as_array).into_iter().flatten();
    let mut known: crate::order::Set<String> = [String::new(), "onecall".to_owned()].into_iter().collect();
    let one = |value: &Value| {
        let name = text(value, "name", limits::TOOL_NAME);
        let tools = value.get("tools").and_then(Value::as_array).into_iter().flatten();
        known.insert(name.clone()).then(|| Declared {
            description: text(value, "description", limits::TOOL_TEXT),
            help: text(value, "help", limits::TOOL_TEXT),
            tools: tools.filter_map(Value::as_str).map(str::to_owned).take(limits::TOOLS).collect(),
            generation: value
                .get("generation")
                .and_then(Value::as_u64)
                .and_then(|n| u32::try_from(n).ok())
                .unwrap_or(1),
            from: String::new(),
            name,
        })
    };
    all.take(limits::COLLECTIONS).filter_map(one).collect()
}

/// The beginning of a text field.
pub(super) fn text(value: &Value, field: &str, most: usize) -> String {
    value.get(field).and_then(Value::as_str).unwrap_or("").chars().take(most).collect()
}
