//! Walks a path below `app` through published metadata: subtrees, nodes, values and what lies inside them, methods.
//! Nothing of the app is run; whether a key stands in a value is known only when the value is read.

use onecall_protocol::answer::Fault;
use onecall_protocol::fault::Code;
use onecall_protocol::{Value, json};

use super::ask::queried;
use super::place::Ask;
use super::query::{Query, words};
use crate::path::near::near;
use crate::path::visible::quote;
use crate::path::{Path, Segment, Special};
use crate::publish::{Forest, Method, Node, Property, segment};

/// A place below `app`.
#[derive(Debug, Clone, PartialEq)]
pub struct Spot {
    /// Its canonical path, without arguments of a method.
    pub path: Path,
    /// What stands there.
    pub what: What,
    /// Arguments written into the path.
    pub args: Option<Value>,
}

/// What stands at a place below `app`.
#[derive(Debug, Clone, PartialEq)]
pub enum What {
    /// All that is published.
    Root,
    /// A node, by its number.
    Node(u32),
    /// The items of a node, all or some of them.
    Items(u32, (Option<i64>, Option<i64>)),
    /// A value of a node.
    Value(Inner),
    /// A method of a node, or of an item of a list.
    Method {
        /// The node.
        node: u32,
        /// The method.
        name: String,
        /// The list's name and the item's key or position; empty for the node's own.
        item: Vec<Value>,
    },
    /// A question to a list that was named, not put.
    Asking(Inner, Ask),
}

/// A value of a node and what is wanted of it.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Inner {
    /// The node.
    pub node: u32,
    /// Its property.
    pub name: String,
    /// Keys and positions inside it.
    pub within: Vec<Value>,
    /// Which of a list, or which part of a text.
    pub query: Query,
}

impl Spot {
    /// The method that stands here.
    #[must_use]
    pub fn method<'a>(&self, forest: &'a Forest) -> Option<&'a Method> {
        let What::Method { node, name, item } = &self.what else { return None };
        let of = forest.node(*node)?;
        match item.first().and_then(Value::as_str) {
            Some(list) => of.property(list)?.list.as_ref()?.iter().find(|one| one.name == *name),
            None => of.method(name),
        }
    }

    /// The property whose value stands here.
    #[must_use]
    pub fn property<'a>(&self, forest: &'a Forest) -> Option<&'a Property> {
        match &self.what {
            What::Value(inner) | What::Asking(inner, _) => forest.node(inner.node)?.property(&inner.name),
            _ => None,
        }
    }
}

/// Resolves the segments after `app`.
///
/// # Errors
/// A fault that names what is not there, near names, and a path that works.
pub fn resolve(forest: &Forest, segments: &[Segment]) -> Result<(Spot, Option<Special>), Fault> {
    let root = Path { segments: vec![Segment::Name("app".into())] };
    let mut walk = Walk { forest, spot: Spot { path: root, what: What::Root, args: None } };
    let (segments, special) = Special::split(segments);
    segments.iter().try_for_each(|one| walk.step(one))?;
    Ok((walk.spot, special))
}

struct Walk<'a> {
    forest: &'a Forest,
    spot: Spot,
}

impl Walk<'_> {
    fn step(&mut self, one: &Segment) -> Result<(), Fault> {
        if matches!(one, Segment::Special(_)) {
            return Err(self.stop(Code::BadPath, Special::MISPLACED.into()));
        }
        if self.spot.args.is_some() {
            return Err(self.stop(Code::BadPath, "Nothing can follow a call here.".into()));
        }
        match (self.spot.what.clone(), one) {
            (What::Method { .. }, Segment::Call(args)) => {
                self.spot.args = Some(Value::Array(args.clone()));
                Ok(())
            }
            (What::Asking(inner, ask), Segment::Call(args)) => self.ask(inner, ask, args),
            (What::Root, Segment::Name(name) | Segment::Key(name)) => self.tree(name),
            (What::Node(id), one) => self.inside(id, one),
            (What::Value(inner), one) => self.deeper(inner, one),
            (What::Method { name, .. }, _) => {
                Err(self.stop(Code::BadPath, format!("{} is a method: call it with \"args\" or ().", quote(&name))))
            }
            (_, one) => Err(self.nothing(&name_of(one), &[])),
        }
    }

    fn tree(&mut self, name: &str) -> Result<(), Fault> {
        let names: Vec<&str> = self.forest.trees().iter().map(|(name, _)| name.as_str()).collect();
        match self.forest.tree(name) {
            Some(node) => {
                self.go(segment(name), What::Node(node.id));
                Ok(())
            }
            None if names.is_empty() => {
                // There is no `app` to look at either.
                self.spot.path = Path::default();
                Err(self.stop(Code::NotFound, format!("there is no app.{name}: this page publishes nothing now.")))
            }
            None => Err(self.nothing(name, &names)),
        }
    }

    fn inside(&mut self, id: u32, one: &Segment) -> Result<(), Fault> {
        let forest = self.forest;
        let Some(node) = forest.node(id) else { return Err(self.nothing(&name_of(one), &[])) };
        match one {
            Segment::Name(name) if self.member(node, name) => Ok(()),
            Segment::Name(key) | Segment::Key(key) if self.item(node, |known, _| known == key) => Ok(()),
            Segment::Key(name) if self.member(node, name) => Ok(()),
            Segment::Index(at) if node.items.is_some() => {
                let len = node.items.as_ref().map_or(0, Vec::len);
                let place = if *at < 0 { len as i64 + at } else { *at };
                if self.item(node, |_, n| n as i64 == place) {
                    return Ok(());
                }
                let path = self.spot.path.clone();
                Err(self.stop(Code::NotFound, format!("{path} has {len} items: there is no [{at}].")))
            }
            Segment::Slice(from, to) if node.items.is_some() => {
                self.go(one.clone(), What::Items(id, (*from, *to)));
                Ok(())
            }
            one => Err(self.nothing(&name_of(one), &names(node))),
        }
    }

    fn member(&mut self, node: &Node, name: &str) -> bool {
        let what = if let Some(child) = node.child(name) {
            What::Node(child.id)
        } else if node.property(name).is_some() {
            What::Value(Inner { node: node.id, name: name.to_owned(), ..Inner::default() })
        } else if node.method(name).is_some() {
            What::Method { node: node.id, name: name.to_owned(), item: Vec::new() }
        } else {
            return false;
        };
        self.go(segment(name), what);
        true
    }

    fn item(&mut self, node: &Node, is: impl Fn(&str, usize) -> bool) -> bool {
        let found = node.items.iter().flatten().enumerate().find(|(at, (key, _))| is(key, *at));
        let Some((_, (key, item))) = found else { return false };
        self.go(Segment::Key(key.clone()), What::Node(item.id));
        true
    }

    /// Inside a value: only the value itself knows what is there.
    fn deeper(&mut self, mut inner: Inner, one: &Segment) -> Result<(), Fault> {
        let property = self.spot.property(self.forest);
        let list = property.and_then(|property| property.list.as_ref());
        match one {
            _ if inner.query.slice.is_some() || inner.query.count => {
                Err(self.stop(Code::BadPath, "Nothing can follow a slice or a count here.".into()))
            }
            Segment::Slice(from, to) => {
                inner.query.slice = Some((*from, *to));
                self.go(one.clone(), What::Value(inner));
                Ok(())
            }
            Segment::Name(name) if inner.within.is_empty() && list.is_some() && Ask::parse(name).is_some() => {
                if let Some(ask) = Ask::parse(name) {
                    self.go(Segment::Name(ask.name().into()), What::Asking(inner, ask));
                }
                Ok(())
            }
            Segment::Name(name)
                if inner.within.len() == 1
                    && list.is_some_and(|methods| methods.iter().any(|one| one.name == *name)) =>
            {
                let mut item = vec![json!(inner.name)];
                item.append(&mut inner.within);
                self.go(segment(name), What::Method { node: inner.node, name: name.clone(), item });
                Ok(())
            }
            Segment::Name(key) | Segment::Key(key) => {
                inner.within.push(json!(key));
                let first = inner.within.len() == 1 && list.is_some();
                self.go(if first { Segment::Key(key.clone()) } else { segment(key) }, What::Value(inner));
                Ok(())
            }
            Segment::Index(at) => {
                inner.within.push(json!(at));
                self.go(one.clone(), What::Value(inner));
                Ok(())
            }
            _ => Err(self.stop(Code::BadPath, "A key, position or slice comes here.".into())),
        }
    }

    fn ask(&mut self, mut inner: Inner, ask: Ask, args: &[Value]) -> Result<(), Fault> {
        queried(&mut inner.query, ask, args).map_err(|why| self.stop(Code::InvalidArgument, format!("{why}.")))?;
        self.spot.path = ask.asked(std::mem::take(&mut self.spot.path), &inner.query, args.to_vec());
        self.spot.what = What::Value(inner);
        Ok(())
    }

    fn go(&mut self, segment: Segment, what: What) {
        self.spot.path.segments.push(segment);
        self.spot.what = what;
    }

    fn stop(&self, code: Code, message: String) -> Fault {
        let attempt = super::lookup::attempt(&self.spot.path, None);
        Fault { attempt, ..Fault::new(code, message) }
    }

    fn nothing(&self, name: &str, known: &[&str]) -> Fault {
        let close = near(name, known.iter().copied(), 3);
        let here = &self.spot.path;
        let mut fault = self.stop(Code::NotFound, format!("{here} has no {}.", quote(name)));
        let Some(first) = close.first() else {
            let few: Vec<String> = known.iter().take(12).map(|one| quote(one)).collect();
            if few.is_empty() {
                fault.message.push_str(" Read it to see what it has.");
            } else {
                fault.message.push_str(&format!(" It has {}.", few.join(", ")));
            }
            return fault;
        };
        let path = here.clone().with(segment(first));
        fault.message.push_str(&format!(" Did you mean {path}?"));
        fault.attempt = super::lookup::attempt(&path, None);
        fault.near = close;
        fault
    }
}

/// Names of what a node has.
fn names(node: &Node) -> Vec<&str> {
    let mut names: Vec<&str> = node.children.iter().map(|(name, _)| name.as_str()).collect();
    names.extend(node.properties.iter().map(|one| one.name.as_str()));
    names.extend(node.methods.iter().map(|one| one.name.as_str()));
    names.extend(node.items.iter().flatten().map(|(key, _)| key.as_str()));
    names
}

fn name_of(segment: &Segment) -> String {
    match segment {
        Segment::Name(name) | Segment::Key(name) => name.clone(),
        Segment::Call(args) => format!("({})", args.iter().map(words).collect::<Vec<_>>().join(", ")),
        other => Path { segments: vec![other.clone()] }.to_string(),
    }
}
