//! What can be found on a page, in the page's order: the entries that the index is made of. It reads what is shown
//! only, and runs nothing.

use onecall_protocol::Value;

use super::finder::Entity;
use super::tree::Tree;
use crate::limits;
use crate::model::outline::{Kind, ThingId};
use crate::model::text::BlockKind;
use crate::order::Lookup;
use crate::path::{Path, Segment};
use crate::publish::{Node, segment};
use crate::search::{Entry, Kind as Sort};
use crate::tool::Tool;

/// All that can be found.
#[derive(Debug, Default)]
pub struct Found(pub Vec<(Entry, Entity)>);

impl Found {
    /// Reads the whole page.
    pub fn of(tree: &Tree) -> Self {
        let mut found = Self::default();
        let outline = tree.outline();
        for tool in tree.tools().tools() {
            found.add(tool_entry(tree, tool), Entity::Tool(tool.name.clone()));
        }
        for kind in Kind::ALL.iter().copied().filter(|kind| *kind != Kind::Page) {
            for id in outline.within(outline.page(), kind) {
                // What a row shows is found with the row.
                if kind == Kind::Spot && is_in_row(tree, *id) {
                    continue;
                }
                if found.0.len() >= limits::INDEXED {
                    return found;
                }
                found.add(entry(tree, *id, kind), Entity::Thing(*id));
            }
        }
        for (name, node) in tree.app().trees() {
            found.publish(&Path { segments: vec![Segment::Name("app".into()), segment(name)] }, name, node, "");
        }
        // A spot with the words of a block can be acted on; the block says nothing more.
        let spots: Lookup<String, ()> =
            outline.within(outline.page(), Kind::Spot).iter().map(|id| (tree.label(*id), ())).collect();
        let blocks = tree.blocks(outline.page());
        for (at, block) in blocks.iter().enumerate() {
            if found.0.len() >= limits::INDEXED {
                break;
            }
            // What a table says is found with its rows.
            if block.kind == BlockKind::Table || spots.has(block.text.as_str()) {
                continue;
            }
            found.add(Entry { text: block.text.clone(), kind: Sort::Text, ..Entry::default() }, Entity::Block(at));
        }
        found
    }

    /// A published node with its members: declared metadata only, nothing of the app is run.
    fn publish(&mut self, path: &Path, name: &str, node: &Node, above: &str) {
        if self.0.len() >= limits::INDEXED {
            return;
        }
        let entry = |name: &str, about: &str, kind: Sort, params: String| Entry {
            name: name.to_owned(),
            description: about.to_owned(),
            ancestors: above.to_owned(),
            params,
            kind,
            ..Entry::default()
        };
        self.add(entry(name, &node.summary, Sort::Branch, String::new()), Entity::App(path.clone()));
        let above = format!("{above} {name} {}", node.summary);
        let entry = |name: &str, about: &str, params: String| Entry {
            name: name.to_owned(),
            description: about.to_owned(),
            ancestors: above.clone(),
            params,
            kind: Sort::Tool,
            ..Entry::default()
        };
        for method in &node.methods {
            let params = crate::schema::signature(&method.args, true);
            self.add(
                entry(&method.name, &method.summary, params),
                Entity::App(path.clone().with(segment(&method.name))),
            );
        }
        for one in &node.properties {
            let entity = Entity::App(path.clone().with(segment(&one.name)));
            self.add(entry(&one.name, &one.summary, String::new()), entity);
        }
        for (name, child) in &node.children {
            self.publish(&path.clone().with(segment(name)), name, child, &above);
        }
    }

    fn add(&mut self, entry: Entry, entity: Entity) {
        self.0.push((entry, entity));
    }
}

fn is_in_row(tree: &Tree, id: ThingId) -> bool {
    let owner = tree.outline().thing(id).map(|thing| thing.owner);
    owner.is_some_and(|owner| matches!(tree.kind(owner), Kind::Row | Kind::Item))
}

fn tool_entry(tree: &Tree, tool: &Tool) -> Entry {
    let mut params = Vec::new();
    said(&tool.schema, 0, &mut params);
    let around = tree.tools().around(&tool.name);
    let above: Vec<String> = around.map(|branch| format!("{} {}", branch.name, branch.description)).collect();
    Entry {
        path: super::tools::path_of(tree.tools(), tool).to_string(),
        name: tool.name.clone(),
        description: format!("{} {}", tool.title, tool.description),
        params: params.join(" "),
        ancestors: above.join(" "),
        kind: Sort::Tool,
        ..Entry::default()
    }
}

/// Names, descriptions and choices of a schema's members.
fn said(schema: &Value, depth: usize, out: &mut Vec<String>) {
    if depth > 4 || out.len() > 200 {
        return;
    }
    for (name, of) in schema.get("properties").and_then(Value::as_object).into_iter().flatten() {
        out.push(name.clone());
        out.extend(of.get("description").and_then(Value::as_str).map(str::to_owned));
        let choices = of.get("enum").and_then(Value::as_array).into_iter().flatten();
        out.extend(choices.filter_map(Value::as_str).take(30).map(str::to_owned));
        said(of, depth + 1, out);
        if let Some(items) = of.get("items") {
            said(items, depth + 1, out);
        }
    }
}

fn entry(tree: &Tree, id: ThingId, kind: Kind) -> Entry {
    let mut entry = Entry {
        name: tree.label(id),
        kind: match kind {
            Kind::Field | Kind::Editor => Sort::Field,
            Kind::Row | Kind::Item => Sort::Row,
            Kind::Section => Sort::Heading,
            Kind::Spot => Sort::Text,
            Kind::Table | Kind::List | Kind::Form | Kind::Dialog | Kind::Nav | Kind::Main | Kind::Region => {
                Sort::Branch
            }
            _ => Sort::Member,
        },
        ancestors: above(tree, id),
        ..Entry::default()
    };
    match kind {
        Kind::Field => {
            let facts = tree.field(id);
            entry.description = facts.hint.clone().unwrap_or_default();
            entry.params = facts.options.iter().map(|one| one.label.as_str()).collect::<Vec<_>>().join(" ");
            if !facts.secret {
                entry.text = facts.value.clone();
            }
        }
        Kind::Row | Kind::Item | Kind::Alert => entry.text = tree.whole_text(id),
        Kind::Table | Kind::List => entry.params = tree.columns(id).join(" "),
        Kind::Form => {
            let labels: Vec<String> = tree.members(id, Kind::Field).things.iter().map(|one| tree.label(*one)).collect();
            entry.params = labels.join(" ");
        }
        _ => {}
    }
    entry
}

/// What it stands in: a row counts with all its text, so that "refund A-1004" finds that row's button.
fn above(tree: &Tree, id: ThingId) -> String {
    let mut words = Vec::new();
    let mut at = id;
    while let Some(thing) = tree.outline().thing(at).filter(|thing| thing.owner != at) {
        at = thing.owner;
        match tree.kind(at) {
            Kind::Page => break,
            Kind::Row | Kind::Item => words.push(tree.whole_text(at)),
            _ => words.push(tree.label(at)),
        }
    }
    if let Some(section) = tree.outline().thing(id).and_then(|thing| thing.section) {
        words.push(tree.label(section));
    }
    words.join(" ")
}
