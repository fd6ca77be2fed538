//! An approved call as moves: which primitive acts, on which elements, with the facts that must still
//! hold when each is done. The only place that makes a [`Step`]. It must never decide whether to act.

use onecall_protocol::effect::{Act, Step, Target};
use onecall_protocol::plan::{Move, Pick, Plan, What};
use onecall_protocol::{Handle, Value};

use crate::approval::Approved;
use crate::member::args::{ActCall, Args};
use crate::member::write::{How, Write};
use crate::member::{Deed, Far, Place, Property, Tree, Verb, ledger, press};
use crate::model::outline::{Kind, ThingId};
use crate::path::visible::quote;

/// Makes the plan of a deed. `call` and `operation` name its steps.
#[must_use]
pub fn make(tree: &Tree, approved: Approved<Deed>, call: &str, operation: usize) -> Approved<Plan> {
    approved.map(|deed| {
        let act = match deed {
            Deed::Page(act) => act,
            Deed::Far(far) => return far_plan(far, call, operation),
        };
        let mut plan = Plan { operation, path: act.path.to_string(), notes: act.notes.clone(), ..Plan::default() };
        let maker = Maker { tree, call, operation };
        plan.moves = match &act.args {
            Args::Writes(writes) => maker.writes(&act, writes),
            Args::Edit(value) => vec![maker.edit(&act, value)],
            Args::Text(keys) if act.verb == Verb::Press => maker.presses(&act, &press::each(keys)),
            _ => vec![maker.single(&act, 0)],
        };
        plan
    })
}

/// What the page's own code does is one step on the document.
fn far_plan(far: Far, call: &str, operation: usize) -> Plan {
    let path = far.path.to_string();
    let step = Step { id: format!("{call}/{operation}.0"), target: Target::default(), act: far.act };
    let moves = vec![Move { what: What::Step(step), says: far.says, path: path.clone() }];
    Plan { operation, path, moves, notes: far.notes, ..Plan::default() }
}

/// A step that an approved move comes to once the page is seen: no other act than the move's own.
#[must_use]
pub fn derived(plan: &Approved<Plan>, id: String, target: Target, act: Act) -> Step {
    debug_assert!(plan.get().moves.iter().any(|one| match &one.what {
        What::Pick(Pick { id: of, .. }) | What::Edit { id: of, .. } => id.starts_with(of.as_str()),
        What::Step(_) => false,
    }));
    Step { id, target, act }
}

/// A key as a sentence has it.
fn key_text(key: &str) -> String {
    if crate::path::print::is_identifier(key) { key.to_owned() } else { quote(key) }
}

struct Maker<'a> {
    tree: &'a Tree,
    call: &'a str,
    operation: usize,
}

impl Maker<'_> {
    fn id(&self, n: usize) -> String {
        format!("{}/{}.{n}", self.call, self.operation)
    }

    fn handle(&self, id: ThingId) -> Handle {
        self.tree.outline().thing(id).map_or(0, |thing| self.tree.dom().handle(thing.node))
    }

    fn writes(&self, act: &ActCall, writes: &[Write]) -> Vec<Move> {
        let many = writes.len() > 1 || act.verb == Verb::Fill;
        let moves = writes.iter().enumerate().map(|(n, write)| {
            let path = self.tree.address(write.field).to_string();
            let subject = if many { key_text(&self.tree.key(write.field)) } else { path.clone() };
            let says = format!("{subject} {}", write.shows);
            let what = match &write.how {
                How::Pick { options, typed, free } => What::Pick(Pick {
                    id: self.id(n),
                    field: self.target(write),
                    options: options.clone(),
                    typed: *typed,
                    free: *free,
                    several: self.several(write.field),
                }),
                How::Act(act) => What::Step(Step { id: self.id(n), target: self.target(write), act: act.clone() }),
            };
            Move { what, says, path }
        });
        moves.collect()
    }

    fn target(&self, write: &Write) -> Target {
        Target { handle: write.handle, checks: ledger::checks(self.tree, write.field) }
    }

    fn several(&self, field: ThingId) -> bool {
        self.tree.kind(field) == Kind::Field && self.tree.field(field).multiple
    }

    fn presses(&self, act: &ActCall, keys: &[&str]) -> Vec<Move> {
        let one =
            |(n, key): (usize, &&str)| self.single(&ActCall { args: Args::Text((*key).to_owned()), ..act.clone() }, n);
        keys.iter().enumerate().map(one).collect()
    }

    fn single(&self, act: &ActCall, n: usize) -> Move {
        let path = self.path(act);
        let (handle, what, verb) = self.primitive(act);
        let says = if act.of == self.tree.outline().page() { verb } else { format!("{verb} {path}") };
        // A dialog is told by one of its buttons; what is checked is what is clicked.
        let about = match (act.verb, &act.args) {
            (Verb::Close | Verb::Accept | Verb::Dismiss, Args::Onto(button)) => *button,
            _ => act.of,
        };
        let checks = if handle == 0 { Vec::new() } else { ledger::checks(self.tree, about) };
        Move { what: What::Step(Step { id: self.id(n), target: Target { handle, checks }, act: what }), says, path }
    }

    /// The thing that is acted on, or its cell.
    fn path(&self, act: &ActCall) -> String {
        let place = act.cell.map_or(Place::Thing(act.of), |at| Place::Property(act.of, Property::Cell(at)));
        crate::member::resolve::canonical(self.tree, &place).to_string()
    }

    fn own(&self, act: &ActCall) -> Handle {
        let cell = act.cell.and_then(|at| self.tree.cell_node(act.of, at));
        cell.map_or_else(|| self.handle(act.of), |node| self.tree.dom().handle(node))
    }

    /// A cell is changed by the editor that it opens.
    fn edit(&self, act: &ActCall, value: &Value) -> Move {
        let path = self.path(act);
        let says = format!("{path} = {}", quote(&crate::member::query::words(value)));
        let handle = self.own(act);
        let row = self.handle(act.of);
        let mut checks = ledger::checks(self.tree, act.of);
        checks.push(onecall_protocol::effect::Check::Inside { handle, within: row });
        let cell = Target { handle, checks };
        Move { what: What::Edit { id: self.id(0), cell, value: value.clone() }, says, path }
    }

    fn primitive(&self, act: &ActCall) -> (Handle, Act, String) {
        let own = self.own(act);
        let text = match &act.args {
            Args::Text(text) => text.clone(),
            _ => String::new(),
        };
        let does = |act: Act, says: &str| (own, act, says.to_owned());
        match act.verb {
            Verb::DoubleClick => does(Act::DoubleClick, "double-clicked"),
            Verb::Hover => does(Act::Hover, "hovered over"),
            Verb::Press if self.tree.kind(act.of) == Kind::Page => {
                (0, Act::Press { key: text.clone() }, format!("pressed {text}"))
            }
            Verb::Press => does(Act::Press { key: text.clone() }, &format!("pressed {text} on")),
            Verb::Submit => self.submit(act.of, own),
            Verb::Reset => does(Act::Reset, "reset"),
            Verb::Open => self.open(act.of, own),
            Verb::Select => does(Act::Click, "selected"),
            Verb::Expand => does(Act::Expand { on: true }, "expanded"),
            Verb::Collapse => does(Act::Expand { on: false }, "collapsed"),
            Verb::ScrollTo => match &act.args {
                Args::Number(at) => {
                    let to = Some(at + 1.0 + self.tree.rows_before(act.of) as f64);
                    does(Act::ScrollTo { what: "place".into(), to }, &format!("scrolled to {at} in"))
                }
                _ if text.is_empty() => does(Act::ScrollTo { what: text, to: None }, "scrolled to"),
                _ => {
                    let says = format!(
                        "scrolled to {} of",
                        if text == "next" || text == "back" {
                            format!("the {text} part")
                        } else {
                            format!("the {text}")
                        }
                    );
                    does(Act::ScrollTo { what: text, to: None }, &says)
                }
            },
            Verb::Focus => does(Act::Focus, "focused"),
            Verb::Close | Verb::Dismiss | Verb::Accept => self.close(act, own),
            Verb::DialogPolicy => {
                let (accept, text) =
                    if let Args::Answer(accept, text) = &act.args { (*accept, text.clone()) } else { (false, None) };
                let word = if accept { "accepted" } else { "dismissed" };
                (
                    0,
                    Act::Dialogs { accept, text },
                    format!("JS dialogs that acts open are {word} from now on in this document"),
                )
            }
            Verb::SelectText => {
                let says =
                    if text.is_empty() { "selected all of".into() } else { format!("selected {} in", quote(&text)) };
                does(Act::SelectText { text }, &says)
            }
            Verb::Play => does(Act::Media { what: "play".into(), to: None }, "played"),
            Verb::Pause => does(Act::Media { what: "pause".into(), to: None }, "paused"),
            Verb::Seek => {
                let to = if let Args::Number(to) = act.args { Some(to) } else { None };
                does(Act::Media { what: "seek".into(), to }, "went to a time in")
            }
            Verb::Highlight => does(Act::Highlight { message: text }, "highlighted"),
            Verb::DragTo => {
                let onto = if let Args::Onto(onto) = act.args { self.handle(onto) } else { 0 };
                does(Act::DragTo { onto }, "dragged")
            }
            Verb::Goto => (0, Act::Goto { url: text.clone() }, format!("went to {}", quote(&text))),
            Verb::Back => (0, Act::History { delta: -1 }, "went back".into()),
            Verb::Forward => (0, Act::History { delta: 1 }, "went forward".into()),
            Verb::Reload => (0, Act::Reload, "reloaded".into()),
            _ => does(Act::Click, "clicked"),
        }
    }

    /// A form element is submitted by its button; a group that works as a form, by a click on it.
    fn submit(&self, form: ThingId, own: Handle) -> (Handle, Act, String) {
        let outline = self.tree.outline();
        let dom = self.tree.dom();
        let native = outline.thing(form).is_some_and(|thing| dom.tag(thing.node) == "form");
        let buttons = outline.within(form, Kind::Button);
        let submits = |id: &&ThingId| {
            outline.thing(**id).is_some_and(|thing| {
                let kind = dom.attr(thing.node, "type").unwrap_or("submit").to_lowercase();
                matches!(dom.tag(thing.node), "button" | "input") && matches!(kind.as_str(), "submit" | "image")
            })
        };
        let by = buttons.iter().find(submits).or_else(|| buttons.iter().find(|_| !native));
        let handle = by.map_or(0, |id| self.handle(*id));
        if native {
            (own, Act::Submit { by: handle }, "submitted".into())
        } else {
            (handle, Act::Click, "submitted".into())
        }
    }

    /// A link that would open a new tab needs a person's gesture; its address does not.
    fn open(&self, link: ThingId, own: Handle) -> (Handle, Act, String) {
        let thing = self.tree.outline().thing(link);
        let blank = thing.is_some_and(|thing| self.tree.dom().attr(thing.node, "target") == Some("_blank"));
        let href = thing.and_then(|thing| self.tree.dom().attr(thing.node, "href"));
        match href.filter(|href| blank && !href.starts_with("javascript:")) {
            Some(url) => (own, Act::Goto { url: url.to_owned() }, "opened".into()),
            None => (own, Act::Click, "opened".into()),
        }
    }

    /// A dialog's own button, where it has one; else the browser's way, or Escape, as a person would.
    fn close(&self, act: &ActCall, own: Handle) -> (Handle, Act, String) {
        if let Args::Onto(button) = act.args {
            return (self.handle(button), Act::Click, format!("pressed {} in", quote(&self.tree.label(button))));
        }
        let node = self.tree.outline().thing(act.of).map(|thing| thing.node);
        let native = node.is_some_and(|node| {
            matches!(self.tree.dom().tag(node), "dialog" | "details") || self.tree.dom().attr(node, "popover").is_some()
        });
        let what = if native { Act::Close } else { Act::Press { key: "Escape".into() } };
        (own, what, if act.verb == Verb::Dismiss { "dismissed" } else { "closed" }.into())
    }
}
