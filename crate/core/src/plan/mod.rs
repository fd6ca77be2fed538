//! An approved call as moves: which primitive acts, on which elements, with the facts that must still
//! hold when each is done. The only place that makes a [`Step`]. It must never decide whether to act.

use onecall_protocol::Handle;
use onecall_protocol::effect::{Act, Step, Target};
use onecall_protocol::plan::{Move, Plan, What};

use crate::approval::Approved;
use crate::member::args::{ActCall, Args};
use crate::member::write::{How, Write};
use crate::member::{Tree, Verb, ledger};
use crate::model::outline::{Kind, ThingId};
use crate::path::visible::quote;

/// Makes the plan of a call. `call` and `operation` name its steps.
#[must_use]
pub fn make(tree: &Tree, approved: Approved<ActCall>, call: &str, operation: usize) -> Approved<Plan> {
    approved.map(|act| {
        let mut plan = Plan { operation, path: act.path.to_string(), notes: act.notes.clone(), ..Plan::default() };
        let maker = Maker { tree, call, operation };
        plan.moves = match &act.args {
            Args::Writes(writes) => maker.writes(&act, writes),
            _ => vec![maker.single(&act)],
        };
        plan
    })
}

/// The step that clicks the option that was asked for, now that it is known.
#[must_use]
pub fn pick(tree: &Tree, plan: &Approved<Plan>, id: &str, option: crate::model::dom::NodeId) -> Step {
    let handle = tree.dom().handle(option);
    debug_assert!(plan.get().moves.iter().any(|one| matches!(&one.what, What::Pick { id: of, .. } if of == id)));
    let check = onecall_protocol::effect::Check::Text { handle, was: tree.dom().flat_text(option, 200) };
    Step { id: format!("{id}:option"), target: Target { handle, checks: vec![check] }, act: Act::Click }
}

/// The step that opens the field an option is picked from.
#[must_use]
pub fn open(plan: &Approved<Plan>, id: &str, field: Handle) -> Step {
    debug_assert!(plan.get().moves.iter().any(|one| matches!(&one.what, What::Pick { id: of, .. } if of == id)));
    Step { id: format!("{id}:open"), target: Target { handle: field, checks: Vec::new() }, act: Act::Click }
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
                How::Pick(option) => What::Pick { id: self.id(n), field: write.handle, option: option.clone() },
                How::Act(act) => What::Step(Step {
                    id: self.id(n),
                    target: Target { handle: write.handle, checks: ledger::checks(self.tree, write.field) },
                    act: act.clone(),
                }),
            };
            Move { what, says, path }
        });
        moves.collect()
    }

    fn single(&self, act: &ActCall) -> Move {
        let path = self.tree.address(act.of).to_string();
        let (handle, what, verb) = self.primitive(act);
        let says = if act.of == self.tree.outline().page() { verb } else { format!("{verb} {path}") };
        let checks = if handle == 0 { Vec::new() } else { ledger::checks(self.tree, act.of) };
        Move { what: What::Step(Step { id: self.id(0), target: Target { handle, checks }, act: what }), says, path }
    }

    fn primitive(&self, act: &ActCall) -> (Handle, Act, String) {
        let own = self.handle(act.of);
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
            Verb::Expand => does(Act::Click, "expanded"),
            Verb::Collapse => does(Act::Click, "collapsed"),
            Verb::ScrollTo => does(Act::ScrollTo, "scrolled to"),
            Verb::Focus => does(Act::Focus, "focused"),
            Verb::Close => self.close(act.of, own),
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

    /// A dialog's own close button, where it has one; else the browser's way.
    fn close(&self, dialog: ThingId, own: Handle) -> (Handle, Act, String) {
        let outline = self.tree.outline();
        let button = outline.within(dialog, Kind::Button).iter().copied().find(|id| {
            matches!(self.tree.label(*id).to_lowercase().as_str(), "close" | "×" | "✕" | "x" | "cancel" | "dismiss")
        });
        match button {
            Some(button) => (self.handle(button), Act::Click, "closed".into()),
            None => (own, Act::Close, "closed".into()),
        }
    }
}
