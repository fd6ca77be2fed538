//! Walks a path below `tools`: collections, tools, what a tool gave the last time. An exact name of a tool resolves
//! wherever it stands; only a declared collection of the same name comes before it, and then `tools.flat` has the tool.
//! Nothing is run here.

use onecall_protocol::answer::Fault;
use onecall_protocol::fault::Code;
use onecall_protocol::{Value, json};

use super::ask::queried;
use super::lookup::attempt;
use super::place::Ask;
use super::query::{Query, words};
use crate::path::near::near;
use crate::path::visible::quote;
use crate::path::{Path, Segment, Special};
use crate::publish::segment;
use crate::tool::{Branch, Tool, Toolset};

/// A place below `tools`.
#[derive(Debug, Clone, PartialEq)]
pub struct Spot {
    /// Its canonical path, without arguments.
    pub path: Path,
    /// What stands there.
    pub what: What,
    /// Arguments written into the path.
    pub args: Option<Value>,
}

/// What stands at a place below `tools`.
#[derive(Debug, Clone, PartialEq)]
pub enum What {
    /// All collections.
    Root,
    /// All tools, or some of them.
    Flat((Option<i64>, Option<i64>)),
    /// A collection or group, or some of its tools.
    Branch(String, (Option<i64>, Option<i64>)),
    /// A tool.
    Tool(String),
    /// What a tool gave the last time, or a part of it.
    Result(String, Vec<Value>, Query),
    /// A question to that, named, not put.
    Asking(String, Vec<Value>, Query, Ask),
}

const WHOLE: (Option<i64>, Option<i64>) = (None, None);

/// The canonical path of a tool: in its collection where it has one.
#[must_use]
pub fn path_of(tools: &Toolset, tool: &Tool) -> Path {
    let mut segments = vec![Segment::Name("tools".into())];
    match tools.home(&tool.name) {
        Some(home) => segments.push(segment(&home.name)),
        None if tools.branch(&tool.name).is_some_and(|branch| branch.declared) || tool.name == "flat" => {
            segments.push(Segment::Name("flat".into()));
        }
        None => {}
    }
    segments.push(segment(&tool.name));
    Path { segments }
}

/// Resolves the segments after `tools`.
///
/// # Errors
/// A fault that names what is not there, near names, and a path that works.
pub fn resolve(tools: &Toolset, segments: &[Segment]) -> Result<(Spot, Option<Special>), Fault> {
    let root = Path { segments: vec![Segment::Name("tools".into())] };
    let mut walk = Walk { tools, spot: Spot { path: root, what: What::Root, args: None } };
    let (segments, special) = Special::split(segments);
    segments.iter().try_for_each(|one| walk.step(one))?;
    Ok((walk.spot, special))
}

struct Walk<'a> {
    tools: &'a Toolset,
    spot: Spot,
}

impl Walk<'_> {
    fn step(&mut self, one: &Segment) -> Result<(), Fault> {
        if matches!(one, Segment::Special(_)) {
            return Err(self.stop(Code::BadPath, Special::MISPLACED.into()));
        }
        if self.spot.args.is_some() {
            let message = "Nothing can follow a call: it is run, and .result holds what it gave.".into();
            return Err(self.stop(Code::BadPath, message));
        }
        match (self.spot.what.clone(), one) {
            (What::Root, Segment::Name(name) | Segment::Key(name)) => self.top(name),
            (What::Root, Segment::Slice(from, to)) => {
                self.go(Segment::Name("flat".into()), What::Flat(WHOLE));
                self.go(one.clone(), What::Flat((*from, *to)));
                Ok(())
            }
            (What::Flat(_), Segment::Name(name) | Segment::Key(name)) => self.tool(name, None),
            (What::Flat(WHOLE), Segment::Slice(from, to)) => {
                self.go(one.clone(), What::Flat((*from, *to)));
                Ok(())
            }
            (What::Branch(name, WHOLE), Segment::Slice(from, to)) => {
                self.go(one.clone(), What::Branch(name, (*from, *to)));
                Ok(())
            }
            (What::Branch(of, _), Segment::Name(name) | Segment::Key(name)) => {
                let branch = self.tools.branch(&of).cloned();
                self.tool(name, branch.as_ref())
            }
            (What::Branch(of, WHOLE), Segment::Index(at)) => self.position(&of, *at),
            (What::Tool(_), Segment::Call(args)) => {
                self.spot.args = Some(Value::Array(args.clone()));
                Ok(())
            }
            (What::Tool(name), Segment::Name(part)) if part == "result" => {
                self.go(one.clone(), What::Result(name, Vec::new(), Query::default()));
                Ok(())
            }
            (What::Result(name, within, query), one) => self.inside(name, within, query, one),
            (What::Asking(name, within, mut query, ask), Segment::Call(args)) => {
                queried(&mut query, ask, args).map_err(|why| self.stop(Code::InvalidArgument, format!("{why}.")))?;
                self.spot.path = ask.asked(std::mem::take(&mut self.spot.path), &query, args.clone());
                self.spot.what = What::Result(name, within, query);
                Ok(())
            }
            (What::Tool(name), _) => {
                let message =
                    format!("{} is a tool: call it with \"args\" or (); .result holds what it gave.", quote(&name));
                Err(self.stop(Code::BadPath, message))
            }
            (_, one) => {
                let shown = Path { segments: vec![one.clone()] };
                Err(self.stop(Code::NotFound, format!("{} has no {shown}.", self.spot.path)))
            }
        }
    }

    fn top(&mut self, name: &str) -> Result<(), Fault> {
        let branch = self.tools.branch(name);
        if branch.is_some_and(|branch| branch.declared) {
            self.go(segment(name), What::Branch(name.to_owned(), WHOLE));
            return Ok(());
        }
        if self.tools.tools().iter().any(|tool| tool.name == name) {
            return self.tool(name, None);
        }
        if name == "flat" {
            self.go(Segment::Name("flat".into()), What::Flat(WHOLE));
            return Ok(());
        }
        if branch.is_some() {
            self.go(segment(name), What::Branch(name.to_owned(), WHOLE));
            return Ok(());
        }
        self.tool(name, None)
    }

    fn tool(&mut self, name: &str, within: Option<&Branch>) -> Result<(), Fault> {
        // A group that was guessed is no place of its own; a tool is found by its name from anywhere.
        match self.tools.named(name) {
            Some(tool) => {
                self.spot.path = path_of(self.tools, tool);
                self.spot.what = What::Tool(tool.name.clone());
                Ok(())
            }
            None => Err(self.nothing(name, within)),
        }
    }

    fn position(&mut self, of: &str, at: i64) -> Result<(), Fault> {
        let branch = self.tools.branch(of);
        let len = branch.map_or(0, |branch| branch.tools.len());
        let place = usize::try_from(if at < 0 { len as i64 + at } else { at }).ok();
        let name = branch.and_then(|branch| self.tools.of(branch).nth(place?).map(|tool| tool.name.clone()));
        match name {
            Some(name) => self.tool(&name, None),
            None => Err(self.stop(Code::NotFound, format!("{} has {len} tools: there is no [{at}].", self.spot.path))),
        }
    }

    fn inside(&mut self, name: String, mut within: Vec<Value>, mut query: Query, one: &Segment) -> Result<(), Fault> {
        if query.slice.is_some() || query.count {
            return Err(self.stop(Code::BadPath, "Nothing can follow a slice or a count here.".into()));
        }
        match one {
            Segment::Slice(from, to) => query.slice = Some((*from, *to)),
            Segment::Index(at) => within.push(json!(at)),
            Segment::Name(ask) if Ask::parse(ask).is_some() && self.is_list(&name, &within) => {
                let Some(ask) = Ask::parse(ask) else { return Ok(()) };
                self.go(Segment::Name(ask.name().into()), What::Asking(name, within, query, ask));
                return Ok(());
            }
            Segment::Name(key) | Segment::Key(key) => within.push(json!(key)),
            _ => return Err(self.stop(Code::BadPath, "A key, position or slice comes here.".into())),
        }
        self.go(one.clone(), What::Result(name, within, query));
        Ok(())
    }

    fn is_list(&self, name: &str, within: &[Value]) -> bool {
        part(self.tools.result(name), within).is_some_and(Value::is_array)
    }

    fn go(&mut self, segment: Segment, what: What) {
        self.spot.path.segments.push(segment);
        self.spot.what = what;
    }

    fn stop(&self, code: Code, message: String) -> Fault {
        Fault { attempt: attempt(&self.spot.path, None), ..Fault::new(code, message) }
    }

    fn nothing(&self, name: &str, within: Option<&Branch>) -> Fault {
        let all: Vec<&str> = self.tools.tools().iter().map(|tool| tool.name.as_str()).collect();
        let own: Vec<&str> =
            within.iter().flat_map(|branch| self.tools.of(branch)).map(|tool| tool.name.as_str()).collect();
        let branches = self.tools.branches().iter().map(|branch| branch.name.as_str());
        let mut close = near(name, own.iter().copied(), 3);
        if close.is_empty() {
            close = near(name, all.iter().copied().chain(branches), 3);
        }
        let mut fault = self.stop(Code::NotFound, format!("{} is not in {}.", quote(name), self.spot.path));
        if self.tools.is_empty() {
            fault.message = format!("there is no tools.{name}: this page registers no tools now.");
            return fault;
        }
        match close.first() {
            Some(one) => {
                let path = self.tools.named(one).map_or_else(
                    || Path { segments: vec![Segment::Name("tools".into()), segment(one)] },
                    |tool| path_of(self.tools, tool),
                );
                fault.message.push_str(&format!(" Did you mean {path}?"));
                fault.attempt = attempt(&path, None);
            }
            None => {
                let find = Path { segments: vec![Segment::Name("find".into())] };
                fault.message.push_str(&format!(" There are {} tools; find searches them by what they do.", all.len()));
                fault.attempt = attempt(&find, Some(json!([name])));
            }
        }
        fault.near = close;
        fault
    }
}

/// A part of a value, by keys and positions.
#[must_use]
pub fn part<'a>(value: Option<&'a Value>, within: &[Value]) -> Option<&'a Value> {
    let mut at = value?;
    for key in within {
        at = match (at, key) {
            (Value::Array(items), Value::Number(place)) => {
                let place = place.as_i64()?;
                let place = if place < 0 { items.len() as i64 + place } else { place };
                items.get(usize::try_from(place).ok()?)?
            }
            (Value::Object(parts), key) => parts.get(&words(key))?,
            _ => return None,
        };
    }
    Some(at)
}
