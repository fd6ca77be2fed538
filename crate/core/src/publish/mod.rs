//! What the page's app has published: a forest of nodes by name, and what has come, gone and changed in it.
//! It holds declared metadata only; no value of the app is kept here, and nothing of the app is run.

mod came;
mod node;

pub use came::{Came, Got};
pub use node::{Method, Node, Property};

use onecall_protocol::Value;

use crate::limits;
use crate::path::{Path, Segment};

/// All published subtrees of a document, in the order they came.
#[derive(Debug, Default)]
pub struct Forest {
    trees: Vec<(String, Node)>,
    /// Names that this document took back.
    gone: Vec<String>,
    news: Vec<(u32, News)>,
    rev: u32,
}

/// What changed, with its path.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum News {
    /// It is there now.
    Come(String),
    /// It is gone.
    Gone(String),
    /// It has other members.
    Shape(String),
    /// Its values changed.
    Values(String),
}

impl Forest {
    /// Takes what was published under a name; what is no node means that it is gone.
    pub fn set(&mut self, name: &str, value: &Value) {
        if name.trim().is_empty() || name.chars().count() > limits::KEY_CHARS {
            return;
        }
        self.rev += 1;
        let path = Path { segments: vec![Segment::Name("app".into()), segment(name)] };
        let node = Node::read(value);
        let at = self.trees.iter().position(|(known, _)| known == name);
        match (at, node) {
            (None, None) => {}
            (None, Some(node)) if self.trees.len() < limits::APP_TREES => {
                self.trees.push((name.to_owned(), node));
                self.tell(News::Come(path.to_string()));
            }
            (None, Some(_)) => {}
            (Some(at), None) => {
                self.trees.remove(at);
                if self.gone.len() < limits::APP_TREES && !self.had(name) {
                    self.gone.push(name.to_owned());
                }
                self.tell(News::Gone(path.to_string()));
            }
            (Some(at), Some(node)) => {
                let Some((_, slot)) = self.trees.get_mut(at) else { return };
                let was = std::mem::replace(slot, node.clone());
                let mut news = Vec::new();
                compare(&path, &was, &node, &mut news);
                if news.is_empty() {
                    news.push(News::Values(path.to_string()));
                }
                news.into_iter().for_each(|one| self.tell(one));
            }
        }
    }

    fn tell(&mut self, news: News) {
        self.news.retain(|(_, known)| *known != news);
        if self.news.len() >= limits::APP_NEWS {
            self.news.remove(0);
        }
        self.news.push((self.rev, news));
    }

    /// Counts the changes.
    #[must_use]
    pub fn rev(&self) -> u32 {
        self.rev
    }

    /// What changed after a revision.
    pub fn since(&self, rev: u32) -> impl Iterator<Item = &News> {
        self.news.iter().filter(move |(at, _)| *at > rev).map(|(_, news)| news)
    }

    /// Names and nodes, in the order they came.
    #[must_use]
    pub fn trees(&self) -> &[(String, Node)] {
        &self.trees
    }

    /// Was this name published by this document, and may be no more?
    #[must_use]
    pub fn had(&self, name: &str) -> bool {
        self.gone.iter().any(|gone| gone == name) || self.tree(name).is_some()
    }

    /// The node published under a name.
    #[must_use]
    pub fn tree(&self, name: &str) -> Option<&Node> {
        self.trees.iter().find(|(known, _)| known == name).map(|(_, node)| node)
    }

    /// The node of this number.
    #[must_use]
    pub fn node(&self, id: u32) -> Option<&Node> {
        self.trees.iter().find_map(|(_, node)| node.find(id))
    }
}

/// The segment of a member's name or an item's key.
#[must_use]
pub fn segment(name: &str) -> Segment {
    if crate::path::print::is_identifier(name) { Segment::Name(name.to_owned()) } else { Segment::Key(name.to_owned()) }
}

/// What is different below a path.
fn compare(path: &Path, was: &Node, now: &Node, news: &mut Vec<News>) {
    if was.shape() != now.shape() {
        news.push(News::Shape(path.to_string()));
    }
    below(path, &was.children, &now.children, false, news);
    let none = Vec::new();
    below(path, was.items.as_ref().unwrap_or(&none), now.items.as_ref().unwrap_or(&none), true, news);
}

fn below(path: &Path, was: &[(String, Node)], now: &[(String, Node)], keyed: bool, news: &mut Vec<News>) {
    let at = |name: &str| path.clone().with(if keyed { Segment::Key(name.to_owned()) } else { segment(name) });
    let known = |all: &[(String, Node)], name: &str| all.iter().any(|(one, _)| one == name);
    for (name, node) in now {
        match was.iter().find(|(one, _)| one == name) {
            Some((_, before)) => compare(&at(name), before, node, news),
            None => news.push(News::Come(at(name).to_string())),
        }
    }
    let gone = was.iter().filter(|(name, _)| !known(now, name));
    news.extend(gone.map(|(name, _)| News::Gone(at(name).to_string())));
}

#[cfg(test)]
mod tests {
    use super::*;
    use onecall_protocol::json;

    fn told(forest: &Forest, rev: u32) -> Vec<News> {
        forest.since(rev).cloned().collect()
    }

    #[test]
    fn what_comes_goes_and_changes_is_told() {
        let mut forest = Forest::default();
        let page = |editor: Value| json!({"id": 1, "items": [{"key": "p1", "node": {"id": 2, "children": [{"name": "editor", "node": editor}]}}]});
        forest.set("pages", &page(json!({"id": 3, "methods": [{"name": "insert"}]})));
        assert_eq!(told(&forest, 0), [News::Come("app.pages".into())]);
        let rev = forest.rev();
        forest.set("pages", &page(json!({"id": 3, "methods": [{"name": "insert"}]})));
        assert_eq!(told(&forest, rev), [News::Values("app.pages".into())]);
        let rev = forest.rev();
        forest.set("pages", &page(json!({"id": 4, "methods": [{"name": "setCell"}]})));
        assert_eq!(told(&forest, rev), [News::Shape("app.pages[\"p1\"].editor".into())]);
        let rev = forest.rev();
        forest.set("pages", &Value::Null);
        forest.set("", &json!({"id": 1}));
        assert_eq!(told(&forest, rev), [News::Gone("app.pages".into())]);
        assert!(forest.node(3).is_none());
    }
}
