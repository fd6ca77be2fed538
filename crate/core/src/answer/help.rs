//! `$help`, `$schema` and `$why`, and what a method says when it is named without being called.
//! Everything here is worded from the same tables that check and run.

use onecall_protocol::{Value, json};

use super::Draft;
use super::hint;
use super::text::quote;
use crate::member::args::example;
use crate::member::example::example_ask;
use crate::member::verb::Takes;
use crate::member::{Ask, Group, Place, Property, Tree, Verb, resolve};
use crate::model::outline::ThingId;
use crate::path::Special;
use crate::path::print::json_value;

/// Help about a place.
#[must_use]
pub fn special(tree: &Tree, place: &Place, special: Special) -> Draft {
    let path = resolve::canonical(tree, place).to_string();
    let mut draft = Draft { path: path.clone(), kind: "help".into(), ..Draft::default() };
    match (special, place) {
        (Special::Schema, Place::Verb(id, verb)) => {
            let schema = schema(tree, *id, *verb);
            draft.head = format!("{path}.$schema  {}", json_value(&schema));
            draft.value = schema;
        }
        (Special::Why, Place::Thing(id)) => why(tree, *id, &mut draft),
        (_, Place::Verb(_, verb) | Place::CellVerb(_, _, verb)) => return describe(tree, place, *verb),
        (_, Place::Asking(group, ask)) => ask_help(tree, group, *ask, &path, &mut draft),
        (_, Place::Thing(id)) => thing(tree, *id, &mut draft),
        (_, Place::Property(_, property)) => draft.head = format!("{path}  {}", property.summary()),
        (_, Place::Overview) => guide(&mut draft),
        (_, Place::Listening(listen)) => return super::events::help(*listen),
        (_, Place::Events(_)) => return super::events::about(),
        (_, Place::Find | Place::Found(_)) => {
            draft.head = "find(\"words or a sentence\")   read".into();
            draft.lines.push("Searches all that is on the page: things, fields, options, headings, rows, text.".into());
            draft.lines.push(r#"example  {"path":"find","args":["sign in"]}"#.into());
        }
        (_, Place::Run) => super::script::help(&mut draft),
        _ => {
            draft.head = format!("{path}  a group: [position], [from:to] or [\"key\"]");
            draft.lines =
                Ask::ALL.iter().map(|(_, _, signature, summary)| format!("  .{signature}  {summary}")).collect();
        }
    }
    draft
}

fn ask_help(tree: &Tree, group: &Group, ask: Ask, path: &str, draft: &mut Draft) {
    if let Some((_, name, signature, summary)) = Ask::ALL.iter().find(|(of, ..)| *of == ask) {
        draft.head = format!("{}{signature}   read", path.strip_suffix(name).unwrap_or(path));
        draft.lines.push((*summary).to_owned());
        let call = json!({ "path": path, "args": example_ask(tree, group, ask) });
        draft.lines.push(format!("example  {}", json_value(&call)));
    }
}

fn guide(draft: &mut Draft) {
    draft.head = "call {path, args?, value?}  reads, describes or acts at a path".into();
    draft.lines = [
        "  a path reads: page.forms[\"Sign in\"], page.tables[\"Orders\"].rows[0:5]",
        "  a method runs with args or (): page.buttons.Save.click(); without, it is described",
        "  value assigns: {\"path\": \"page.fields.Email\", \"value\": \"a@b.c\"}",
        "  [0] is a position, [\"key\"] a key, [2:5] a slice; find(\"words\") searches everything",
        "  $picture after a path, with args {\"image\": true}: what it looks like, for clients that take images",
        "  $help after any path tells more; budget sets the size of the answer in tokens",
    ]
    .map(str::to_owned)
    .to_vec();
}

/// A verb that was named but not called.
#[must_use]
pub fn describe(tree: &Tree, place: &Place, verb: Verb) -> Draft {
    let (id, cell) = match place {
        Place::Verb(id, _) => (*id, false),
        Place::CellVerb(id, ..) => (*id, true),
        _ => (tree.outline().page(), false),
    };
    let path = resolve::canonical(tree, place).to_string();
    let base = path.strip_suffix(verb.name()).unwrap_or(&path);
    let mut draft = Draft { path: path.clone(), kind: "method".into(), ..Draft::default() };
    draft.head = format!("{base}{}   {}", verb.signature(true), hint::effect(verb.class()));
    draft.lines.push(quote(verb.summary()).trim_matches('"').to_owned());
    let args = if cell && verb == Verb::Set { json!(["…"]) } else { example(tree, id, verb) };
    let call = json!({ "path": path, "args": args });
    draft.lines.push(format!("example  {}", json_value(&call)));
    draft.value = schema(tree, id, verb);
    draft
}

fn thing(tree: &Tree, id: ThingId, draft: &mut Draft) {
    let path = draft.path.clone();
    draft.head = format!("{path}  {}", super::gist::gist(tree, id));
    for verb in tree.verbs(id) {
        draft.lines.push(format!("  .{}  {}  {}", verb.signature(true), hint::effect(verb.class()), verb.summary()));
    }
    for property in hint::properties(tree, id) {
        let property: Property = property;
        draft.lines.push(format!("  .{}  {}", property.name(), property.summary()));
    }
    for (kind, count) in tree.holdings(id) {
        draft.lines.push(format!("  .{}  {count}", kind.many()));
    }
}

/// How role, name and visibility were decided.
fn why(tree: &Tree, id: ThingId, draft: &mut Draft) {
    let Some(thing) = tree.outline().thing(id) else { return };
    let view = tree.view();
    let dom = tree.dom();
    let path = draft.path.clone();
    draft.head = format!("{path}  {}", thing.kind.one());
    let explicit =
        dom.attr(thing.node, "role").map_or("no role attribute".to_owned(), |role| format!("role={}", quote(role)));
    draft.lines.push(format!("  element  <{}>, {explicit}", dom.tag(thing.node)));
    draft.lines.push(format!("  role     {}", view.role(thing.node).as_str()));
    draft.lines.push(format!("  name     {}", quote(&view.name(thing.node))));
    draft.lines.push(format!("  shown    {}", view.hidden_by(thing.node).map_or("yes", hint::why_hidden)));
    draft.value =
        json!({ "tag": dom.tag(thing.node), "role": view.role(thing.node).as_str(), "name": &*view.name(thing.node) });
}

fn schema(tree: &Tree, id: ThingId, verb: Verb) -> Value {
    let mut properties = onecall_protocol::Map::new();
    let mut required = Vec::new();
    for arg in verb.args() {
        let of = match arg.takes {
            Takes::Number => json!({"type": "number"}),
            Takes::Texts => json!({"type": ["string", "array"], "items": {"type": "string"}}),
            Takes::Files | Takes::Condition => json!({"type": "object", "description": arg.takes.words()}),
            Takes::Fields => return fields_schema(tree, id),
            Takes::Answer => json!({"type": ["string", "object"], "description": arg.takes.words()}),
            Takes::Text | Takes::Path | Takes::Spot => json!({"type": "string", "description": arg.takes.words()}),
        };
        properties.insert(arg.name.into(), of);
        if !arg.optional {
            required.push(arg.name);
        }
    }
    json!({ "type": "object", "properties": properties, "required": required })
}

fn fields_schema(tree: &Tree, id: ThingId) -> Value {
    use crate::model::outline::Kind;
    let mut properties = onecall_protocol::Map::new();
    for field in tree.members(id, Kind::Field).things {
        let facts = tree.field(field);
        let options: Vec<&str> = facts.options.iter().map(|one| one.label.as_str()).collect();
        let of = if options.is_empty() { json!({ "kind": facts.kind.as_str() }) } else { json!({ "enum": options }) };
        properties.insert(tree.key(field), of);
    }
    json!({ "type": "object", "properties": properties })
}
