//! Walks a path through the tree, segment by segment, and says exactly where and why it stopped.
//! It reads only; it must never run or change anything, and never guess between two things.

use onecall_protocol::Value;
use onecall_protocol::answer::Fault;
use onecall_protocol::fault::Code;

use super::ask::asked;
use super::ledger::Ledger;
use super::lookup;
use super::place::{Ask, Found, Group, Listen, Place, Property};
use super::query::Query;
use super::tree::Tree;
use super::verb::Verb;
use crate::model::outline::{Kind, ThingId};
use crate::path::{Path, Segment, Special};

/// Resolves a path.
///
/// # Errors
/// A fault that names the segment where the walk stopped, near names, and a call that works.
pub fn resolve(tree: &Tree, ledger: &Ledger, path: &Path) -> Result<Found, Fault> {
    let mut walk = Walk { tree, ledger, place: Place::Overview, args: None, special: None, positions: Vec::new() };
    if let Some((Segment::Name(root) | Segment::Key(root), rest)) = path.segments.split_first()
        && root == "app"
    {
        let (spot, special) = super::app::resolve(tree.app(), rest)?;
        let (path, args) = (spot.path.clone(), spot.args.clone());
        return Ok(Found { place: Place::App(spot), path, args, special, positions: Vec::new() });
    }
    if let Some((Segment::Name(root) | Segment::Key(root), rest)) = path.segments.split_first()
        && root == "tools"
    {
        let (spot, special) = super::tools::resolve(tree.tools(), rest)?;
        let (path, args) = (spot.path.clone(), spot.args.clone());
        return Ok(Found { place: Place::Tool(spot), path, args, special, positions: Vec::new() });
    }
    for (at, segment) in path.segments.iter().enumerate() {
        let last = at + 1 == path.segments.len();
        walk.step(segment, last)?;
    }
    let place = walk.place;
    let path = canonical(tree, &place);
    Ok(Found { place, path, args: walk.args, special: walk.special, positions: walk.positions })
}

/// What a cell can be told.
pub const CELL_VERBS: &[Verb] =
    &[Verb::Set, Verb::Click, Verb::DoubleClick, Verb::Hover, Verb::Press, Verb::ScrollTo, Verb::Highlight];

struct Walk<'a> {
    tree: &'a Tree,
    ledger: &'a Ledger,
    place: Place,
    args: Option<Value>,
    special: Option<Special>,
    positions: Vec<(String, ThingId)>,
}

impl Walk<'_> {
    fn step(&mut self, segment: &Segment, last: bool) -> Result<(), Fault> {
        if self.args.is_some() || self.special.is_some() {
            return Err(self.stop(Code::BadPath, "Nothing can follow a call here.".into()));
        }
        match segment {
            Segment::Special(special) if last => self.special = Some(*special),
            Segment::Special(_) => return Err(self.stop(Code::BadPath, Special::MISPLACED.into())),
            Segment::Call(args) => self.call(args)?,
            other => {
                let place = std::mem::replace(&mut self.place, Place::Overview);
                self.place = self.enter(place.clone(), other).inspect_err(|_| self.place = place)?;
            }
        }
        Ok(())
    }

    fn enter(&mut self, place: Place, segment: &Segment) -> Result<Place, Fault> {
        match place {
            Place::Overview => self.root(segment),
            Place::Thing(id) => self.inside(id, segment),
            Place::Group(group) => self.among(group, segment),
            Place::Property(id, Property::Text | Property::Options | Property::Columns) => {
                self.place = place;
                match segment {
                    // A slice of blocks or options is taken when the value is read.
                    Segment::Slice(..) | Segment::Index(_) => {
                        Ok(Place::Sliced(id, property_of(&self.place), slice(segment)))
                    }
                    other => Err(lookup::nothing_in(self.tree, &self.place, &name_of(other))),
                }
            }
            Place::Events(None) => self.log(segment),
            Place::Property(id, Property::Cell(at)) => {
                let verb = Verb::parse(&name_of(segment)).filter(|verb| CELL_VERBS.contains(verb));
                let name = name_of(segment);
                match verb.filter(|_| matches!(segment, Segment::Name(_))) {
                    Some(verb) => Ok(Place::CellVerb(id, at, verb)),
                    // What a cell says is its value.
                    None if name == "text" || name == "value" || Property::meant(&name) == Some(Property::Text) => {
                        Ok(place)
                    }
                    None => {
                        self.place = place;
                        Err(lookup::nothing_in(self.tree, &self.place, &name_of(segment)))
                    }
                }
            }
            Place::Verb(_, verb) | Place::CellVerb(_, _, verb) => {
                self.place = place;
                Err(self.stop(Code::BadPath, format!("{} is a method: call it with \"args\" or ().", verb.name())))
            }
            other => {
                self.place = other;
                Err(lookup::nothing_in(self.tree, &self.place, &name_of(segment)))
            }
        }
    }

    fn root(&mut self, segment: &Segment) -> Result<Place, Fault> {
        match segment {
            Segment::Name(name) | Segment::Key(name) => match name.as_str() {
                "page" => Ok(Place::Thing(self.tree.outline().page())),
                "find" | "search" => Ok(Place::Find),
                "run" => Ok(Place::Run),
                "events" => Ok(Place::Events(None)),
                _ => lookup::root(self.tree, name),
            },
            _ => Err(self.stop(Code::BadPath, "A path starts with a name: page, events or find.".into())),
        }
    }

    fn log(&mut self, segment: &Segment) -> Result<Place, Fault> {
        self.place = Place::Events(None);
        match segment {
            Segment::Index(_) | Segment::Slice(..) => Ok(Place::Events(Some(slice(segment)))),
            other => {
                let name = name_of(other);
                let known = Listen::ALL.iter().find(|(_, of, ..)| *of == name).map(|(listen, ..)| *listen);
                known.map(Place::Listening).ok_or_else(|| lookup::nothing_in(self.tree, &self.place, &name))
            }
        }
    }

    fn inside(&mut self, id: ThingId, segment: &Segment) -> Result<Place, Fault> {
        let kind = self.tree.kind(id);
        match segment {
            Segment::Name(name) => match self.member(id, kind, name) {
                Some(place) => Ok(place),
                None => self.keyed(id, name).or_else(|fault| match Property::meant(name) {
                    Some(meant) if fault.code == Code::NotFound && self.tree.has_property(id, meant) => {
                        Ok(Place::Property(id, meant))
                    }
                    _ => Err(fault),
                }),
            },
            Segment::Key(name) => self.keyed(id, name),
            Segment::Index(_) | Segment::Slice(..) => {
                let rows = match kind {
                    Kind::Table => Kind::Row,
                    Kind::List => Kind::Item,
                    _ => return Err(lookup::nothing_in(self.tree, &Place::Thing(id), &name_of(segment))),
                };
                self.among(self.tree.members(id, rows), segment)
            }
            _ => Err(self.stop(Code::BadPath, "A name, key or position comes here.".into())),
        }
    }

    /// A member by its own name: a verb, a property or a group.
    fn member(&self, id: ThingId, kind: Kind, name: &str) -> Option<Place> {
        if let Some(property) = Property::parse(name).filter(|property| self.tree.has_property(id, *property)) {
            return Some(Place::Property(id, property));
        }
        if let Some(group) = self.tree.group_named(id, kind, name) {
            return Some(group);
        }
        Verb::parse(name).filter(|verb| self.tree.verbs(id).contains(verb)).map(|verb| Place::Verb(id, verb))
    }

    fn keyed(&mut self, id: ThingId, key: &str) -> Result<Place, Fault> {
        if let Some(property) = self.tree.part_named(id, key) {
            return Ok(Place::Property(id, property));
        }
        let place = lookup::child(self.tree, id, key)?;
        self.note_number(&place, key, String::new());
        Ok(place)
    }

    /// One of several equals, by its number: known by the address it was read at, else by its own.
    fn note_number(&mut self, place: &Place, key: &str, written: String) {
        let numbered = key
            .rsplit_once('#')
            .is_some_and(|(head, n)| !head.ends_with('\\') && !n.is_empty() && n.bytes().all(|b| b.is_ascii_digit()));
        if let (true, Place::Thing(thing)) = (numbered, place) {
            let known = self.ledger.knows(&written);
            let path = if known { written } else { self.tree.address(*thing).to_string() };
            self.positions.push((path, *thing));
        }
    }

    fn among(&mut self, group: Group, segment: &Segment) -> Result<Place, Fault> {
        match segment {
            Segment::Index(at) => {
                let chosen = self.tree.apply_query(&group).map_err(|why| self.stop(Code::InvalidArgument, why))?;
                let len = chosen.len();
                let position = if *at < 0 { len as i64 + at } else { *at };
                let thing = usize::try_from(position).ok().and_then(|at| chosen.get(at)).copied();
                match thing {
                    Some(thing) => {
                        let written = format!("{}[{at}]", self.tree.group_path(&group));
                        self.positions.push((written, thing));
                        Ok(Place::Thing(thing))
                    }
                    None => Err(lookup::no_position(self.tree, &group, *at, len)),
                }
            }
            Segment::Slice(from, to) => {
                let mut group = group;
                group.query.slice = Some((*from, *to));
                Ok(Place::Group(group))
            }
            Segment::Key(key) => self.one_of(group, key),
            Segment::Name(name) => match Ask::parse(name) {
                Some(ask) if lookup::named(self.tree, &group, name).is_empty() => Ok(Place::Asking(group, ask)),
                _ => self.one_of(group, name),
            },
            _ => Err(self.stop(Code::BadPath, "A key, position or slice comes here.".into())),
        }
    }

    fn one_of(&mut self, group: Group, key: &str) -> Result<Place, Fault> {
        let place = lookup::in_group(self.tree, self.ledger, &group, key)?;
        let mut path = self.tree.group_path(&Group { query: Query::default(), ..group });
        path.segments.push(super::keys::segment(key));
        self.note_number(&place, key, path.to_string());
        Ok(place)
    }

    fn call(&mut self, args: &[Value]) -> Result<(), Fault> {
        match std::mem::replace(&mut self.place, Place::Overview) {
            Place::Asking(group, ask) => {
                let place = asked(group, ask, args).map_err(|why| self.stop(Code::InvalidArgument, why))?;
                self.place = match (place, ask) {
                    (Place::Group(mut group), Ask::At | Ask::Last) => {
                        let at = group.query.slice.take().and_then(|(from, _)| from).unwrap_or(0);
                        self.among(group, &Segment::Index(at))?
                    }
                    (place, _) => place,
                };
            }
            Place::Find => {
                self.place = Place::Found(args.iter().map(super::query::words).collect::<Vec<_>>().join(" "));
            }
            other => {
                self.place = other;
                self.args = Some(Value::Array(args.to_vec()));
            }
        }
        Ok(())
    }

    fn stop(&self, code: Code, message: String) -> Fault {
        Fault { attempt: lookup::attempt(&canonical(self.tree, &self.place), None), ..Fault::new(code, message) }
    }
}

fn property_of(place: &Place) -> Property {
    match place {
        Place::Property(_, property) => *property,
        _ => Property::Text,
    }
}

fn slice(segment: &Segment) -> (Option<i64>, Option<i64>) {
    match segment {
        Segment::Slice(from, to) => (*from, *to),
        Segment::Index(-1) => (Some(-1), None),
        Segment::Index(at) => (Some(*at), Some(at + 1)),
        _ => (None, None),
    }
}

fn name_of(segment: &Segment) -> String {
    match segment {
        Segment::Name(name) | Segment::Key(name) => name.clone(),
        other => Path { segments: vec![other.clone()] }.to_string(),
    }
}

/// The one path that means this place.
#[must_use]
pub fn canonical(tree: &Tree, place: &Place) -> Path {
    let then = |id: ThingId, segment: Segment| {
        let mut path = tree.address(id);
        path.segments.push(segment);
        path
    };
    match place {
        Place::Overview => Path { segments: Vec::new() },
        Place::Thing(id) => tree.address(*id),
        Place::Group(group) => tree.group_path(group),
        Place::Property(id, property) => then(*id, tree.property_segment(*id, *property)),
        Place::Sliced(id, property, (from, to)) => {
            let mut path = then(*id, tree.property_segment(*id, *property));
            path.segments.push(Segment::Slice(*from, *to));
            path
        }
        Place::Verb(id, verb) => then(*id, Segment::Name(verb.name().into())),
        Place::CellVerb(id, at, verb) => {
            let mut path = then(*id, tree.property_segment(*id, Property::Cell(*at)));
            path.segments.push(Segment::Name(verb.name().into()));
            path
        }
        Place::Asking(group, ask) => {
            let mut path = tree.group_path(group);
            path.segments.push(Segment::Name(ask.name().into()));
            path
        }
        Place::App(spot) => spot.path.clone(),
        Place::Tool(spot) => spot.path.clone(),
        Place::Find => Path { segments: vec![Segment::Name("find".into())] },
        Place::Run => Path { segments: vec![Segment::Name("run".into())] },
        Place::Events(part) => {
            let part = part.map(|(from, to)| Segment::Slice(from, to));
            Path { segments: std::iter::once(Segment::Name("events".into())).chain(part).collect() }
        }
        Place::Listening(listen) => {
            Path { segments: vec![Segment::Name("events".into()), Segment::Name(listen.name().into())] }
        }
        Place::Found(words) => {
            Path { segments: vec![Segment::Name("find".into()), Segment::Call(vec![Value::String(words.clone())])] }
        }
    }
}

impl Tree {
    /// The path of a group with its query.
    #[must_use]
    pub fn group_path(&self, group: &Group) -> Path {
        let mut path = self.address(group.of);
        path.segments.push(Segment::Name(group.kind.many().into()));
        let Query { filter, text, sort, select, after, slice, count } = &group.query;
        let mut call = |name: &str, args: Vec<Value>| {
            path.segments.push(Segment::Name(name.into()));
            path.segments.push(Segment::Call(args));
        };
        if !filter.is_empty() {
            call("where", vec![Value::Object(filter.iter().cloned().collect())]);
        }
        if let Some(text) = text {
            call("find", vec![text.clone().into()]);
        }
        if let Some((column, down)) = sort {
            let way = if *down { vec![Value::from("desc")] } else { Vec::new() };
            call("sort", std::iter::once(Value::from(column.clone())).chain(way).collect());
        }
        if let Some(key) = after {
            call("after", vec![key.clone().into()]);
        }
        if !select.is_empty() {
            call("select", select.iter().cloned().map(Value::from).collect());
        }
        if *count {
            call("count", Vec::new());
        }
        if let Some((from, to)) = slice {
            path.segments.push(Segment::Slice(*from, *to));
        }
        path
    }
}
