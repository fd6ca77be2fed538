//! What writing a value into a field means: the value is checked against the field's facts and becomes
//! one primitive act, or a reason. All values of a form are checked before any is written.
//! It must never write, and never show a secret.

use onecall_protocol::answer::Fault;
use onecall_protocol::effect::Act;
use onecall_protocol::fault::Code;
use onecall_protocol::{Handle, Map, Value, json};

use super::args::received;
use super::example::{example, example_fill};
use super::fits::{fits, real_date, shaped};
use super::keys::fold;
use super::query::words;
use super::tree::Tree;
use crate::model::field::{Choice, FieldFacts, FieldKind};
use crate::model::outline::{Kind, ThingId};
use crate::path::near::near;
use crate::path::visible::quote;

/// One checked write.
#[derive(Debug, Clone, PartialEq)]
pub struct Write {
    /// The field.
    pub field: ThingId,
    /// The element acted on: the field's own, or one radio button of its group.
    pub handle: Handle,
    /// How.
    pub how: How,
    /// What it will hold, for the answer; secrets are not shown.
    pub shows: String,
}

/// How a value gets into a field.
#[derive(Debug, Clone, PartialEq)]
pub enum How {
    /// By one primitive act.
    Act(Act),
    /// By opening it and clicking the options of these names: what it offers is known only then.
    Pick {
        /// Labels.
        options: Vec<String>,
        /// Text can be typed to find them.
        typed: bool,
        /// A text that no option has may stay.
        free: bool,
    },
}

/// What a value is to do with a field.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum By {
    /// Be its value, as text where it takes text.
    Set,
    /// Be one of its options.
    Choose,
    /// Whatever a person would do who fills in a form.
    Fill,
}

/// Checks a value against a field.
///
/// # Errors
/// Why it does not take the value, what it takes instead.
pub fn write(tree: &Tree, field: ThingId, value: &Value, by: By) -> Result<Write, String> {
    let Some(thing) = tree.outline().thing(field) else { return Err("it is gone".into()) };
    if !matches!(thing.kind, Kind::Field | Kind::Editor) {
        let options = texts_of(value)?;
        let shows = format!("= {}", listed(&options));
        let how = How::Pick { options, typed: false, free: false };
        return Ok(Write { field, handle: tree.dom().handle(thing.node), how, shows });
    }
    if thing.kind == Kind::Editor {
        let text = text_of(value)?;
        let shows = quote(&cut(&text));
        return Ok(Write {
            field,
            handle: tree.dom().handle(thing.node),
            how: How::Act(Act::EditText { text, append: false }),
            shows,
        });
    }
    let facts = tree.field(field);
    if facts.disabled {
        return Err("it is disabled".into());
    }
    // A person chooses from a list or a calendar although the text itself cannot be typed.
    if facts.readonly && facts.kind != FieldKind::Combobox && !is_calendar(&facts, value) {
        return Err("it is read-only".into());
    }
    let (handle, how, shows) = how(tree, &facts, tree.dom().handle(thing.node), value, by)?;
    let shows = if facts.secret { "set".to_owned() } else { format!("= {shows}") };
    Ok(Write { field, handle, how, shows })
}

/// May this be a date for a calendar that a plain text field opens?
fn is_calendar(facts: &FieldFacts, value: &Value) -> bool {
    let text = value.as_str().unwrap_or("");
    let rest = text.get(10..).unwrap_or("");
    let timed = rest.is_empty() || rest.get(1..).is_some_and(|time| shaped(time, "99:99"));
    matches!(facts.kind, FieldKind::Text | FieldKind::Combobox)
        && timed
        && shaped(text, "9999-99-99")
        && real_date(FieldKind::Date, text)
}

fn how(tree: &Tree, facts: &FieldFacts, own: Handle, value: &Value, by: By) -> Result<(Handle, How, String), String> {
    match facts.kind {
        FieldKind::Checkbox | FieldKind::Switch => {
            let on = truth(value).ok_or_else(|| format!("received {}, expected true or false", received(value)))?;
            Ok((own, How::Act(Act::Check { on }), on.to_string()))
        }
        FieldKind::RadioGroup => {
            let choice = choose(facts, value)?;
            let handle = tree.dom().handle(choice.node);
            Ok((handle, How::Act(Act::Check { on: true }), quote(&choice.label)))
        }
        FieldKind::Select | FieldKind::MultiSelect => selected(facts, own, value),
        _ if !facts.secret && is_calendar(facts, value) => {
            let iso = text_of(value)?;
            let shows = quote(&iso);
            Ok((own, How::Act(Act::PickDate { iso }), shows))
        }
        FieldKind::Combobox if facts.typed && (by == By::Set || is_datalist(tree, field_node(facts))) => {
            let text = match by {
                By::Choose => choose(facts, value)?.value.clone(),
                _ => text_of(value)?,
            };
            let shows = quote(&text);
            Ok((own, How::Act(Act::SetValue { text, secret: facts.secret }), shows))
        }
        FieldKind::Combobox => {
            let mut options = texts_of(value)?;
            for option in options.iter_mut().filter(|_| !facts.typed && !facts.options.is_empty()) {
                option.clone_from(&choose(facts, &Value::String(option.clone()))?.label);
            }
            let shows = listed(&options);
            Ok((own, How::Pick { options, typed: facts.typed, free: facts.typed && by == By::Fill }, shows))
        }
        FieldKind::Listbox => {
            let mut options = texts_of(value)?;
            if options.len() > 1 && !facts.multiple {
                return Err(format!("it takes one option, received {}", options.len()));
            }
            for option in options.iter_mut().filter(|_| !facts.options.is_empty()) {
                option.clone_from(&choose(facts, &Value::String(option.clone()))?.label);
            }
            let shows = listed(&options);
            Ok((own, How::Pick { options, typed: false, free: false }, shows))
        }
        FieldKind::File => {
            let files = super::args::files(value)?;
            let shows = files.iter().map(|file| quote(&file.name)).collect::<Vec<_>>().join(", ");
            Ok((own, How::Act(Act::Attach { files }), shows))
        }
        FieldKind::Editor => {
            let text = text_of(value)?;
            let shows = quote(&cut(&text));
            Ok((own, How::Act(Act::EditText { text, append: false }), shows))
        }
        _ => {
            let text = text_of(value)?;
            fits(facts, &text)?;
            let shows = quote(&cut(&text));
            Ok((own, How::Act(Act::SetValue { text, secret: facts.secret }), shows))
        }
    }
}

fn field_node(facts: &FieldFacts) -> Option<crate::model::dom::NodeId> {
    facts.nodes.first().copied()
}

/// The browser's own list of suggestions: what is typed is the value.
fn is_datalist(tree: &Tree, node: Option<crate::model::dom::NodeId>) -> bool {
    node.is_some_and(|node| tree.dom().attr(node, "list").is_some())
}

fn listed(options: &[String]) -> String {
    options.iter().map(|option| quote(&cut(option))).collect::<Vec<_>>().join(", ")
}

/// One label or several.
fn texts_of(value: &Value) -> Result<Vec<String>, String> {
    match value {
        Value::Array(several) if !several.is_empty() => several.iter().map(text_of).collect(),
        one => Ok(vec![text_of(one)?]),
    }
}

fn selected(facts: &FieldFacts, own: Handle, value: &Value) -> Result<(Handle, How, String), String> {
    let wanted: Vec<Value> = match value {
        Value::Array(several) => several.clone(),
        one => vec![one.clone()],
    };
    if wanted.len() != 1 && facts.kind == FieldKind::Select {
        return Err(format!("it takes one option, received {}", wanted.len()));
    }
    let mut positions = Vec::new();
    let mut shows = Vec::new();
    for one in &wanted {
        let choice = choose(facts, one)?;
        let at = facts.options.iter().position(|option| option.node == choice.node).unwrap_or_default();
        positions.push(at as u32);
        shows.push(quote(&choice.label));
    }
    Ok((own, How::Act(Act::SelectOptions { positions }), shows.join(", ")))
}

/// The option that a value means: by label, by value, by label but for case.
fn choose<'a>(facts: &'a FieldFacts, value: &Value) -> Result<&'a Choice, String> {
    let wanted = text_of(value)?;
    let by =
        |same: &dyn Fn(&Choice) -> bool| -> Vec<&'a Choice> { facts.options.iter().filter(|one| same(one)).collect() };
    let folded = fold(&wanted);
    for hits in [by(&|one| one.label == wanted), by(&|one| one.value == wanted), by(&|one| fold(&one.label) == folded)]
    {
        match hits.as_slice() {
            [] => {}
            [one, ..] if one.disabled => return Err(format!("the option {} is disabled", quote(&one.label))),
            [one, ..] => return Ok(one),
        }
    }
    let labels: Vec<&str> = facts.options.iter().map(|one| one.label.as_str()).collect();
    let close = near(&wanted, labels.iter().copied(), 3);
    let list = if close.is_empty() {
        labels.iter().take(12).map(|one| quote(one)).collect::<Vec<_>>()
    } else {
        close.iter().map(|one| quote(one)).collect()
    };
    let more =
        if close.is_empty() && labels.len() > 12 { format!(" and {} more", labels.len() - 12) } else { String::new() };
    let word = if close.is_empty() { "it offers" } else { "near" };
    Err(format!("received {}, which is not offered; {word} {}{more}", quote(&wanted), list.join(", ")))
}

fn truth(value: &Value) -> Option<bool> {
    match value {
        Value::Bool(on) => Some(*on),
        Value::Number(number) => number.as_f64().map(|number| number != 0.0),
        Value::String(text) => match text.to_lowercase().as_str() {
            "true" | "on" | "yes" | "checked" | "1" => Some(true),
            "false" | "off" | "no" | "unchecked" | "0" | "" => Some(false),
            _ => None,
        },
        _ => None,
    }
}

fn text_of(value: &Value) -> Result<String, String> {
    match value {
        Value::String(_) | Value::Number(_) | Value::Bool(_) => Ok(words(value)),
        Value::Null => Ok(String::new()),
        Value::Array(several) if several.len() == 1 => several.first().map_or_else(|| Ok(String::new()), text_of),
        other => Err(format!("received {}, expected a string", received(other))),
    }
}

fn cut(text: &str) -> String {
    match text.char_indices().nth(60) {
        Some((at, _)) => format!("{}…", text.get(..at).unwrap_or("")),
        None => text.to_owned(),
    }
}

/// Text added at the end of what a field holds.
///
/// # Errors
/// As [`write`].
pub fn append(tree: &Tree, field: ThingId, text: &str) -> Result<Write, String> {
    let mut made = write(tree, field, &Value::String(text.to_owned()), By::Set)?;
    match &mut made.how {
        How::Act(Act::EditText { append, .. }) => *append = true,
        How::Act(Act::SetValue { text: whole, .. }) => {
            let facts = tree.field(field);
            if facts.secret {
                return Err("what it holds is not known, so nothing can be added; use set".into());
            }
            *whole = format!("{}{text}", facts.value);
            fits(&facts, whole)?;
            made.shows = format!("= {}", quote(&cut(whole)));
        }
        _ => return Err("it does not take typed text".into()),
    }
    Ok(made)
}

/// Checks all values of a `fill` before any is written.
///
/// # Errors
/// One fault for all that is wrong, with the fields' own names.
pub fn fill(tree: &Tree, of: ThingId, parts: &Map<String, Value>) -> Result<Vec<Write>, Fault> {
    let mut writes = Vec::new();
    let mut wrong = Vec::new();
    let mut near_names = Vec::new();
    let mut good = Map::new();
    for (name, value) in parts {
        match field_named(tree, of, name) {
            Ok(field) => match write(tree, field, value, By::Fill) {
                Ok(made) => {
                    let shown = if tree.field(field).secret { Value::from("…") } else { value.clone() };
                    good.insert(name.clone(), shown);
                    writes.push(made);
                }
                Err(why) => {
                    wrong.push(format!("{}: {why}.", quote(name)));
                    good.insert(name.clone(), example(tree, field));
                }
            },
            Err((why, close)) => {
                wrong.push(why);
                if let Some(one) = close.first() {
                    good.insert(one.clone(), value.clone());
                }
                near_names.extend(close);
            }
        }
    }
    if parts.is_empty() {
        wrong.push("fields: received an empty object, expected field names with values.".into());
    }
    if wrong.is_empty() {
        return Ok(writes);
    }
    if good.is_empty()
        && let Value::Object(example) = example_fill(tree, of)
    {
        good = example;
    }
    let mut path = tree.address(of);
    path.segments.push(crate::path::Segment::Name("fill".into()));
    Err(Fault {
        near: near_names,
        attempt: Some(json!({ "path": path.to_string(), "args": good })),
        ..Fault::new(Code::InvalidArgument, format!("{} Nothing was written.", wrong.join(" ")))
    })
}

/// A field inside a thing by its name; editors count.
fn field_named(tree: &Tree, of: ThingId, name: &str) -> Result<ThingId, (String, Vec<String>)> {
    let mut all: Vec<ThingId> = tree.members(of, Kind::Field).things;
    all.extend(tree.members(of, Kind::Editor).things);
    if all.is_empty() {
        all = tree.outline().within(of, Kind::Field).to_vec();
    }
    let key_is = |id: &ThingId| tree.key(*id) == name || tree.label(*id) == name;
    let folded = fold(name);
    let mut hits: Vec<ThingId> = all.iter().copied().filter(key_is).collect();
    if hits.is_empty() {
        hits = all.iter().copied().filter(|id| fold(&tree.label(*id)) == folded).collect();
    }
    match hits.as_slice() {
        [one] => Ok(*one),
        [] => {
            let keys: Vec<String> = all.iter().map(|id| tree.key(*id)).collect();
            let close = near(name, keys.iter().map(String::as_str), 3);
            let list = if close.is_empty() { &keys } else { &close };
            let shown: Vec<String> = list.iter().take(12).map(|key| quote(key)).collect();
            let word = if close.is_empty() { "there are" } else { "did you mean" };
            let end = if close.is_empty() { "." } else { "?" };
            Err((format!("{} is not a field here; {word} {}{end}", quote(name), shown.join(", ")), close))
        }
        several => {
            let keys: Vec<String> = several.iter().map(|id| tree.key(*id)).collect();
            let shown: Vec<String> = keys.iter().map(|key| quote(key)).collect();
            Err((format!("{} means several fields: {}.", quote(name), shown.join(", ")), keys))
        }
    }
}
