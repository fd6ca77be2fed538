//! Published nodes, read from what the page's own world sent. That is a stranger's data: every shape is checked and
//! every size bounded here, and what does not fit is left out. It must never fail, and never run anything.

use onecall_protocol::Value;
use onecall_protocol::policy::Class;

use crate::limits;

/// An object of the app: properties, methods, and nodes below it.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Node {
    /// The provider's number for it; never used again for another.
    pub id: u32,
    /// What it is, in the app's words.
    pub summary: String,
    /// Selector-free link to the page: the text of an attribute that the element carries.
    pub mark: String,
    /// Values.
    pub properties: Vec<Property>,
    /// What can be called.
    pub methods: Vec<Method>,
    /// Nodes by name.
    pub children: Vec<(String, Node)>,
    /// Nodes by key and position; absent where it is no list.
    pub items: Option<Vec<(String, Node)>>,
}

/// A value.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Property {
    /// Its name.
    pub name: String,
    /// What it is.
    pub summary: String,
    /// What it holds; an empty object where that was not said.
    pub schema: Value,
    /// Can it be assigned?
    pub writable: bool,
    /// What assigning it does.
    pub effect: Option<Class>,
    /// What its items can be told, where it is a list.
    pub list: Option<Vec<Method>>,
}

/// Something that can be called.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Method {
    /// Its name.
    pub name: String,
    /// What it does.
    pub summary: String,
    /// Its arguments: the schema of one object.
    pub args: Value,
    /// What it gives.
    pub returns: Value,
    /// What it does to the world, as declared.
    pub effect: Option<Class>,
    /// May it be called again without harm?
    pub idempotent: bool,
    /// What a person is asked before it runs.
    pub confirm: String,
    /// Codes of its failures.
    pub throws: Vec<String>,
}

impl Node {
    /// Reads one; `None` where it is none.
    #[must_use]
    pub fn read(value: &Value) -> Option<Self> {
        let mut left = limits::APP_NODES;
        node(value, 0, &mut left)
    }

    /// The property of this name.
    #[must_use]
    pub fn property(&self, name: &str) -> Option<&Property> {
        self.properties.iter().find(|one| one.name == name)
    }

    /// The method of this name.
    #[must_use]
    pub fn method(&self, name: &str) -> Option<&Method> {
        self.methods.iter().find(|one| one.name == name)
    }

    /// The node below it of this name.
    #[must_use]
    pub fn child(&self, name: &str) -> Option<&Self> {
        self.children.iter().find(|(known, _)| known == name).map(|(_, node)| node)
    }

    /// The node of this number, here or below.
    #[must_use]
    pub fn find(&self, id: u32) -> Option<&Self> {
        if self.id == id {
            return Some(self);
        }
        let items = self.items.iter().flatten();
        self.children.iter().chain(items).find_map(|(_, node)| node.find(id))
    }

    /// What can be said to it, as one text: equal texts mean the same members.
    #[must_use]
    pub fn shape(&self) -> String {
        let mut names: Vec<&str> = self.properties.iter().map(|one| one.name.as_str()).collect();
        names.extend(self.methods.iter().map(|one| one.name.as_str()));
        names.extend(self.children.iter().map(|(name, _)| name.as_str()));
        names.join("\n")
    }
}

fn node(value: &Value, depth: usize, left: &mut usize) -> Option<Node> {
    let id = value.get("id")?.as_u64().and_then(|id| u32::try_from(id).ok())?;
    if depth >= limits::APP_DEPTH || *left == 0 {
        return None;
    }
    *left -= 1;
    let mut node = Node {
        id,
        summary: text(value, "summary", limits::APP_SUMMARY),
        mark: text(value, "mark", 80),
        ..Node::default()
    };
    node.properties = each(value, "properties").filter_map(property).take(limits::APP_MEMBERS).collect();
    node.methods = methods(value);
    for one in each(value, "children").take(limits::APP_MEMBERS) {
        let below = one.get("node").and_then(|of| self::node(of, depth + 1, left));
        if let (Some(name), Some(below)) = (name(one, "name"), below) {
            node.children.push((name, below));
        }
    }
    if let Some(Value::Array(items)) = value.get("items") {
        let read = |one: &Value| Some((name(one, "key")?, self::node(one.get("node")?, depth + 1, left)?));
        node.items = Some(items.iter().filter_map(read).collect());
    }
    Some(node)
}

fn property(value: &Value) -> Option<Property> {
    let list = value.get("list").filter(|list| list.is_object()).map(methods);
    Some(Property {
        name: name(value, "name")?,
        summary: text(value, "summary", limits::APP_SUMMARY),
        schema: schema(value, "schema"),
        writable: truth(value, "writable"),
        effect: effect(value),
        list,
    })
}

fn methods(value: &Value) -> Vec<Method> {
    each(value, "methods").filter_map(method).take(limits::APP_MEMBERS).collect()
}

fn method(value: &Value) -> Option<Method> {
    Some(Method {
        name: name(value, "name")?,
        summary: text(value, "summary", limits::APP_SUMMARY),
        args: schema(value, "args"),
        returns: schema(value, "returns"),
        effect: effect(value),
        idempotent: truth(value, "idempotent"),
        confirm: text(value, "confirm", limits::APP_SUMMARY),
        throws: each(value, "throws")
            .filter_map(Value::as_str)
            .map(|code| code.chars().take(60).collect())
            .take(20)
            .collect(),
    })
}

fn each<'a>(value: &'a Value, field: &str) -> impl Iterator<Item = &'a Value> {
    value.get(field).and_then(Value::as_array).into_iter().flatten()
}

fn truth(value: &Value, field: &str) -> bool {
    value.get(field).and_then(Value::as_bool).unwrap_or(false)
}

fn text(value: &Value, field: &str, most: usize) -> String {
    value.get(field).and_then(Value::as_str).unwrap_or("").chars().take(most).collect()
}

/// A name that a path can hold.
fn name(value: &Value, field: &str) -> Option<String> {
    let name = value.get(field)?.as_str()?;
    (!name.trim().is_empty() && name.chars().count() <= limits::KEY_CHARS).then(|| name.to_owned())
}

/// A schema as it was sent; what is no object says nothing.
fn schema(value: &Value, field: &str) -> Value {
    match value.get(field) {
        Some(schema @ Value::Object(_)) => schema.clone(),
        _ => Value::Object(onecall_protocol::Map::new()),
    }
}

/// The declared effect; a word that is none of ours counts as undeclared.
fn effect(value: &Value) -> Option<Class> {
    const ALL: [(&str, Class); 12] = [
        ("read", Class::Read),
        ("write", Class::Write),
        ("act", Class::Act),
        ("navigate", Class::Navigate),
        ("download", Class::Download),
        ("upload", Class::Upload),
        ("submit", Class::Submit),
        ("consequential", Class::Consequential),
        ("send", Class::Send),
        ("auth", Class::Auth),
        ("delete", Class::Delete),
        ("pay", Class::Pay),
    ];
    let word = value.get("effect")?.as_str()?;
    ALL.iter().find(|(known, _)| *known == word).map(|(_, class)| *class)
}

#[cfg(test)]
mod tests {
    use super::*;
    use onecall_protocol::json;

    #[test]
    fn reads_what_fits_and_leaves_out_the_rest() {
        let node = Node::read(&json!({
            "id": 1, "summary": "S".repeat(5_000),
            "properties": [{"name": "a", "writable": true}, {"name": ""}, {"name": 3}, "x", {"name": "l", "list": {}}],
            "methods": [{"name": "m", "effect": "pay"}, {"name": "n", "effect": "harmless"}, null],
            "children": [{"name": "c", "node": {"id": 2}}, {"name": "d", "node": {"id": -1}}],
            "items": [{"key": "k", "node": {"id": 3}}, {"key": 4, "node": {"id": 5}}],
        }))
        .unwrap();
        assert_eq!(node.summary.len(), limits::APP_SUMMARY);
        assert_eq!(node.properties.iter().map(|one| one.name.as_str()).collect::<Vec<_>>(), ["a", "l"]);
        assert!(node.property("l").unwrap().list.is_some());
        assert_eq!(node.method("m").unwrap().effect, Some(Class::Pay));
        assert_eq!(node.method("n").unwrap().effect, None);
        assert_eq!(node.children.len(), 1);
        assert_eq!(node.find(3).unwrap().id, 3);
        assert!(Node::read(&json!({"id": "1"})).is_none());
        assert!(Node::read(&json!([])).is_none());
    }

    #[test]
    fn deep_and_wide_trees_are_bounded() {
        let mut deep = json!({"id": 1});
        for _ in 0..200 {
            deep = json!({"id": 1, "children": [{"name": "c", "node": deep}]});
        }
        let mut at = &Node::read(&deep).unwrap();
        let mut depth = 0;
        while let Some(next) = at.child("c") {
            at = next;
            depth += 1;
        }
        assert_eq!(depth, limits::APP_DEPTH - 1);
        let items: Vec<Value> = (0..100_000).map(|n| json!({"key": n.to_string(), "node": {"id": 1}})).collect();
        let wide = Node::read(&json!({"id": 1, "items": items})).unwrap();
        assert_eq!(wide.items.unwrap().len(), limits::APP_NODES - 1);
    }
}
