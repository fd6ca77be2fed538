//! One operation of a call, once facts are there: resolve, check, judge, then read or begin to act.
//! The parsed path is the one that is judged; it must never be parsed a second time.

use onecall_protocol::answer::Fault;
use onecall_protocol::call::Operation;
use onecall_protocol::effect::Effect;
use onecall_protocol::fault::Code;
use onecall_protocol::{Handle, Value, json};

use super::Session;
use super::doc::Doc;
use super::find::find;
use super::given::{arguments, disabled, not_a_method, positional};
use super::picture;
use super::running::Phase;
use super::script;
use super::since;
use crate::answer::{Draft, events, fault, help, link, overview, read};
use crate::approval::across;
use crate::event::Wanted;
use crate::limits;
use crate::member::args::{self, ActCall, Args};
use crate::member::ask::asked;
use crate::member::habit;
use crate::member::trust::{Trust, stale_within, trust};
use crate::member::{Deed, Found, Listen, Place, Property, Verb, resolve};
use crate::model::outline::{Kind, ThingId};
use crate::path::{self, Path};

/// What an operation came to.
pub(super) enum Step {
    /// It is answered.
    Answer(Box<Draft>),
    /// It acts, once it is its turn and the policy agrees.
    Act(Box<Deed>),
    /// It is a script, among these arguments.
    Script(Value),
    /// It is a search.
    Find(String),
    /// It waits for an event.
    Listen(Wanted),
    /// It is answered once the page has told the dear facts of an element.
    Probe(Handle, Box<Draft>),
    /// It is answered with a picture of a thing, where the caller takes one.
    Picture(ThingId, Path, bool),
    /// It waits for a tool or an object of the app that is pending.
    Await,
}

impl Session {
    /// Goes on with a call whose facts have come.
    pub(super) fn operate(&mut self, call: &str, out: &mut Vec<Effect>) {
        let Some(running) = self.calls.get(call) else { return };
        let operation = running.operation().cloned().unwrap_or_default();
        let budget = running.room();
        let alone = running.script.is_none() && !running.call.batch;
        let id = running.doc.clone();
        let path = match path::parse(&operation.path) {
            Ok(path) => path,
            Err(error) => {
                let attempt = error.meant.clone().map(|path| json!({ "path": path }));
                let fault = fault::plain(Code::BadPath, error.to_string(), attempt);
                return self.finish_operation(call, Draft::fault(fault), out);
            }
        };
        if let Err(fault) = self.may_read(call, &path) {
            return self.finish_operation(call, Draft::fault(fault), out);
        }
        let Some(doc) = self.docs.get_mut(&id) else { return };
        if doc.tree.asks
            && let Some(gate) = across::gate(&doc.tree, &doc.ledger, &path)
        {
            return self.cross(call, &gate, out);
        }
        if self.tabs_root(call, &path, &operation, out) || self.approvals_root(call, &path, &operation, out) {
            return;
        }
        if let Some(done) = self.own_root(call, &path, &operation) {
            return self.finish_operation(call, done, out);
        }
        let waited = self.calls.get(call).is_some_and(|running| running.turns * limits::WAIT_MS >= limits::PENDING_MS);
        let veiled = self.is_veiled(&id);
        let Some(doc) = self.docs.get_mut(&id) else { return };
        match step(doc, &path, &operation, (budget, waited), out) {
            Ok(Step::Answer(draft)) => self.read(call, &path, *draft, out),
            Ok(Step::Act(act)) => self.begin_act(call, *act, out),
            Ok(Step::Script(given)) if alone => self.run_script(call, &given, out),
            Ok(Step::Script(_)) => self.finish_operation(call, Draft::fault(script::not_inside()), out),
            Ok(Step::Find(words)) => {
                let found = find(doc, &self.policy, &words, budget, out);
                match found {
                    Ok(draft) => self.read(call, &path, draft, out),
                    Err(fault) => self.finish_operation(call, Draft::fault(fault), out),
                }
            }
            Ok(Step::Await) => self.await_tool(call, out),
            Ok(Step::Listen(wanted)) => self.listen(call, &wanted, out),
            Err(fault) if veiled && matches!(fault.code, Code::NotFound | Code::Stale) => {
                self.missed(call, &path, fault, out)
            }
            Ok(Step::Picture(id, path, takes)) => self.picture(call, id, path, takes, out),
            Ok(Step::Probe(handle, draft)) => self.probe(call, handle, *draft, out),
            Err(fault) => {
                self.finish_operation(call, Draft::fault(fault), out);
            }
        }
    }
}

fn step(
    doc: &mut Doc,
    path: &Path,
    operation: &Operation,
    (budget, waited): (u32, bool),
    out: &mut Vec<Effect>,
) -> Result<Step, Fault> {
    if path.segments.iter().any(|part| matches!(part, path::Segment::Name(name) if name == Kind::Spot.many())) {
        doc.tree.want_spots();
    }
    if let Some((name, at)) = super::app::pending(doc, path) {
        return super::app::elsewhere(doc, path, (&name, &at), operation, waited);
    }
    if let Some(base) = since::base(path, operation)
        && !resolve(&doc.tree, &doc.ledger, path).is_ok_and(|found| takes_arguments(&found.place))
    {
        return difference(doc, path, &base, operation, budget);
    }
    let found = resolve(&doc.tree, &doc.ledger, path)
        .map_err(|fault| habit::meant(&doc.tree, &doc.ledger, path, operation.args.as_ref(), fault))?;
    let Found { place, special, positions, .. } = &found;
    if let Place::App(spot) = place {
        let given = if special.is_some() { None } else { arguments(&found, operation)? };
        return super::app::step(doc, spot, *special, given.as_ref(), operation.value.as_ref(), budget);
    }
    if let Place::Tool(spot) = place {
        let given = if special.is_some() { None } else { arguments(&found, operation)? };
        return super::tools::step(doc, spot, *special, given.as_ref(), operation.value.as_ref(), (budget, waited));
    }
    if let Some(special) = special {
        if *special == path::Special::Picture {
            return picture::step(&doc.tree, place, operation.args.as_ref());
        }
        let draft = help::special(&doc.tree, place, *special);
        return Ok(match (special, place) {
            (path::Special::Why, Place::Thing(id)) => {
                let node = doc.tree.outline().thing(*id).map(|thing| thing.node);
                let handle = node.map_or(0, |node| doc.tree.dom().handle(node));
                // A frame's document is asked by acts only.
                if crate::model::dom::slot_of(handle) > 0 {
                    answered(draft)
                } else {
                    Step::Probe(handle, Box::new(draft))
                }
            }
            _ => answered(draft),
        });
    }
    let given = arguments(&found, operation)?;
    if let Some(value) = &operation.value {
        return assign(doc, &found, value).map(|act| Step::Act(Box::new(Deed::Page(act))));
    }
    match place {
        Place::Verb(_, verb) | Place::CellVerb(_, _, verb) if given.is_none() => {
            Ok(answered(help::describe(&doc.tree, place, *verb)))
        }
        Place::Verb(id, Verb::Link) => {
            let path = resolve::canonical(&doc.tree, place);
            match args::check(&doc.tree, *id, Verb::Link, &path, given.as_ref())? {
                Args::Onto(of) => Ok(answered(link::link(&doc.tree, of))),
                _ => Ok(answered(link::link(&doc.tree, *id))),
            }
        }
        Place::Verb(id, verb) => {
            let id = trusted(doc, *id, positions)?;
            act(doc, id, *verb, given.as_ref()).map(|act| Step::Act(Box::new(Deed::Page(act))))
        }
        Place::CellVerb(id, at, verb) => {
            let trusted = trusted(doc, *id, positions)?;
            cell_act(doc, trusted, *at, *verb, given.as_ref()).map(|act| Step::Act(Box::new(Deed::Page(act))))
        }
        Place::Asking(group, ask) => match given {
            None if !ask.stands_alone() => Ok(answered(help::special(&doc.tree, place, path::Special::Help))),
            given => {
                let args = given.as_ref().map_or_else(Vec::new, positional);
                let place = asked(group.clone(), *ask, &args).map_err(|why| {
                    let path = resolve::canonical(&doc.tree, place);
                    let example = crate::member::example::example_ask(&doc.tree, group, *ask);
                    let attempt = crate::member::lookup::attempt(&path, Some(example));
                    fault::plain(Code::InvalidArgument, format!("{why}."), attempt)
                })?;
                reading(doc, &place, budget, out)
            }
        },
        Place::Find => match given {
            None => Ok(answered(help::special(&doc.tree, place, path::Special::Help))),
            Some(given) => {
                // By position, or under any name: what it is called does not matter.
                let given = match given {
                    Value::Object(parts) => parts.into_iter().map(|(_, value)| value).collect(),
                    other => positional(&other),
                };
                let words: Vec<String> = given.iter().map(crate::member::query::words).collect();
                Ok(Step::Find(words.join(" ")))
            }
        },
        Place::Found(words) => Ok(Step::Find(words.clone())),
        Place::Run => match given {
            None => Ok(answered(help::special(&doc.tree, place, path::Special::Help))),
            Some(given) => Ok(Step::Script(given)),
        },
        Place::Listening(Listen::Since) => match given {
            None => Ok(answered(help::special(&doc.tree, place, path::Special::Help))),
            given => Ok(answered(events::since(&mut doc.events, events::number(given.as_ref())?, doc.now, budget))),
        },
        Place::Listening(Listen::Wait) => match given {
            None => Ok(answered(help::special(&doc.tree, place, path::Special::Help))),
            given => events::wanted(given.as_ref()).map(Step::Listen),
        },
        Place::Events(part) if given.is_none() => {
            let mut draft = events::read(&mut doc.events, *part, doc.now, budget);
            draft.members = doc.fresh_hints(draft.members);
            Ok(answered(draft))
        }
        place => match given {
            Some(given) => Err(not_a_method(doc, place, &given)),
            None => reading(doc, place, budget, out),
        },
    }
}

/// Is it something of the app's or the page's own that is called?
fn takes_arguments(place: &Place) -> bool {
    match place {
        Place::App(spot) => matches!(spot.what, crate::member::app::What::Method { .. }),
        Place::Tool(spot) => matches!(spot.what, crate::member::tools::What::Tool(_)),
        _ => false,
    }
}

/// What is different at a place; an app's own `since` is not meant here.
fn difference(doc: &mut Doc, path: &Path, base: &Path, operation: &Operation, budget: u32) -> Result<Step, Fault> {
    if since::has_arguments(path, operation) {
        let message = "since() takes no arguments here: it tells what is different from what was read last.".into();
        let attempt = json!({ "path": format!("{base}.since"), "args": [] });
        return Err(fault::plain(Code::InvalidArgument, message, Some(attempt)));
    }
    let Found { place, special: None, args: None, .. } = resolve(&doc.tree, &doc.ledger, base)? else {
        return Err(since::stands_behind_nothing(base));
    };
    let room = since::room(budget);
    let now = match &place {
        Place::App(spot) => return super::app::since(doc, spot, budget),
        Place::Tool(spot) => super::tools::reading(doc, spot, room),
        Place::Overview => overview::overview(&doc.tree, room).0,
        place => read::read(&doc.tree, place, room)?.0,
    };
    Ok(answered(since::difference(doc, &resolve::canonical(&doc.tree, &place), &now)))
}

/// What an operation would do, where that can be told now.
pub(super) fn foreseen(doc: &Doc, operation: &Operation) -> Option<ActCall> {
    let path = path::parse(&operation.path).ok()?;
    let found = resolve(&doc.tree, &doc.ledger, &path).ok()?;
    if let Some(value) = &operation.value {
        return assign(doc, &found, value).ok();
    }
    let Place::Verb(id, verb) = &found.place else { return None };
    let given = arguments(&found, operation).ok()??;
    let trusted = trusted(doc, *id, &found.positions).ok()?;
    act(doc, trusted, *verb, Some(&given)).ok()
}

pub(super) fn answered(draft: Draft) -> Step {
    Step::Answer(Box::new(draft))
}

fn reading(doc: &mut Doc, place: &Place, budget: u32, out: &mut Vec<Effect>) -> Result<Step, Fault> {
    let draft = match place {
        Place::Overview => {
            doc.hinted.clear();
            let (draft, bound) = overview::overview(&doc.tree, budget);
            let paths: Vec<(String, ThingId)> =
                bound.into_iter().map(|id| (doc.tree.address(id).to_string(), id)).collect();
            doc.bind(paths.iter().map(|(path, id)| (path.as_str(), *id)), out);
            draft
        }
        place => {
            let (mut draft, bound) = read::read(&doc.tree, place, budget)?;
            doc.bind(bound.iter().map(|(path, id)| (path.as_str(), *id)), out);
            match place {
                Place::Thing(id) => doc.watch.read(&doc.tree, *id),
                Place::Group(group) => doc.watch.read(&doc.tree, group.of),
                _ => {}
            }
            draft.members = doc.fresh_hints(draft.members);
            draft
        }
    };
    doc.readings.keep(&resolve::canonical(&doc.tree, place).to_string(), &draft);
    Ok(answered(draft))
}

/// The thing that an address may act on.
fn trusted(doc: &Doc, id: ThingId, positions: &[(String, ThingId)]) -> Result<(ThingId, Vec<String>), Fault> {
    match trust(&doc.tree, &doc.ledger, id, positions)? {
        Trust::Go(id) => Ok((id, Vec::new())),
        Trust::Moved(id) => {
            Ok((id, vec![format!("moved: {} is another element than the one you read", doc.tree.address(id))]))
        }
        Trust::Stale(path) => {
            let whole = doc.tree.address(id).to_string();
            let rest = whole.strip_prefix(&path).unwrap_or("");
            Err(stale_within(&doc.tree, &doc.ledger, &path, rest, ""))
        }
    }
}

fn act(doc: &Doc, (id, notes): (ThingId, Vec<String>), verb: Verb, given: Option<&Value>) -> Result<ActCall, Fault> {
    let tree = &doc.tree;
    let path = resolve::canonical(tree, &Place::Verb(id, verb));
    if tree.states(id).disabled && !matches!(verb, Verb::ScrollTo | Verb::Highlight | Verb::Hover) {
        return Err(disabled(tree, id, verb));
    }
    Ok(ActCall { of: id, cell: None, verb, args: args::check(tree, id, verb, &path, given)?, path, notes })
}

/// A verb on a cell of a row.
fn cell_act(
    doc: &Doc,
    (id, notes): (ThingId, Vec<String>),
    at: usize,
    verb: Verb,
    given: Option<&Value>,
) -> Result<ActCall, Fault> {
    let path = resolve::canonical(&doc.tree, &Place::CellVerb(id, at, verb));
    let args = match (verb, given) {
        (Verb::Set, Some(given)) => args::cell_value(&path, given)?,
        _ => args::check(&doc.tree, id, verb, &path, given)?,
    };
    Ok(ActCall { of: id, cell: Some(at), verb, args, path, notes })
}

/// An assignment: the same as `set` on the field it names.
fn assign(doc: &Doc, found: &Found, value: &Value) -> Result<ActCall, Fault> {
    if let Place::Property(id, Property::Cell(at)) = &found.place {
        let trusted = trusted(doc, *id, &found.positions)?;
        return cell_act(doc, trusted, *at, Verb::Set, Some(&json!([value])));
    }
    let id = match &found.place {
        Place::Verb(id, Verb::DialogPolicy) => {
            return act(doc, (*id, Vec::new()), Verb::DialogPolicy, Some(&json!([value])));
        }
        Place::Property(id, Property::Value) => *id,
        Place::Thing(id) if matches!(doc.tree.kind(*id), Kind::Field | Kind::Editor) => *id,
        other => {
            let message = format!("{} cannot be assigned.", found.path);
            let attempt = match other {
                Place::Thing(id) if doc.tree.verbs(*id).contains(&Verb::Fill) => Some(
                    json!({ "path": format!("{}.fill", found.path), "args": args::example(&doc.tree, *id, Verb::Fill) }),
                ),
                _ => crate::member::lookup::attempt(&found.path, None),
            };
            return Err(fault::plain(Code::NotWritable, message, attempt));
        }
    };
    let trusted = trusted(doc, id, &found.positions)?;
    let verb = if doc.tree.verbs(id).contains(&Verb::Set) { Verb::Set } else { Verb::Choose };
    act(doc, trusted, verb, Some(&json!([value])))
}

impl Session {
    /// Acts now, or queues, or asks, or refuses.
    fn begin_act(&mut self, call: &str, act: Deed, out: &mut Vec<Effect>) {
        let Some(running) = self.calls.get_mut(call) else { return };
        let Some(doc) = self.docs.get_mut(&running.doc) else { return };
        if let Deed::Page(ActCall { args: Args::Wait(wait), .. }) = &act {
            running.phase = Phase::Waiting(wait.clone());
            return self.look(call, out);
        }
        if act.reads() {
            return self.judge(call, act, out);
        }
        match &doc.acting {
            Some(other) if other != call => {
                running.phase = Phase::Queued;
                if !doc.queue.iter().any(|queued| queued == call) {
                    doc.queue.push(call.to_owned());
                }
                return;
            }
            _ => doc.acting = Some(call.to_owned()),
        }
        self.judge(call, act, out);
    }
}
