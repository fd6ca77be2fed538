//! Choosing among options that are known only once something is open: look, open, type to find, wait for
//! options that come late, click, and see that it holds. Each step is named by its stage, so that a core that
//! takes over a half-done choice runs none twice. It must never click what does not read as the option asked for.

use onecall_protocol::effect::{Act, Check, Effect, Outcome, Target};
use onecall_protocol::plan::{Pick, What};
use onecall_protocol::{Handle, Value};

use super::Session;
use super::running::Phase;
use crate::member::Tree;
use crate::member::options::{self, Offer};

/// How far a choice has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Stage {
    /// Nothing is opened yet.
    Closed,
    /// It was clicked.
    Opened,
    /// The option's label was typed.
    Typed,
    /// Late options were waited for.
    Waited,
    /// An arrow key was pressed, which opens what a click does not.
    Pressed,
    /// The option was clicked.
    Clicked,
    /// What was typed is gone again; the choice has failed.
    Restored,
    /// It is closed again, as it was.
    Undone,
    /// All were chosen; what stayed open is closed.
    Closing,
}

/// A choice under way.
#[derive(Debug)]
pub struct Picking {
    stage: Stage,
    /// Which option is being chosen, from 0.
    at: usize,
    /// Options that were shown before it was opened.
    seen: Vec<Handle>,
    /// The newest element of each document before it was opened.
    newest: Vec<Handle>,
    /// What it held.
    held: String,
    /// What was offered before anything was typed.
    offered: Vec<String>,
    typed: bool,
    pressed: bool,
    waited: bool,
    /// An option it did not hold after all.
    lost: bool,
}

/// What comes next.
enum Next {
    /// A step of this name.
    Do(&'static str, Target, Act),
    /// Look again once it is quiet; longer for options that come late.
    Look(bool),
    /// It is over.
    Over(Outcome),
    /// It cannot be, and why.
    Not(String),
}

impl Picking {
    fn new(tree: &Tree, pick: &Pick) -> Self {
        let dom = tree.dom();
        let held =
            dom.node(pick.field.handle).and_then(|node| dom.extra_text(node, onecall_protocol::facts::extra::VALUE));
        Self {
            stage: Stage::Closed,
            at: 0,
            seen: options::shown(tree),
            newest: dom.newest(),
            held: held.unwrap_or_default().to_owned(),
            offered: Vec::new(),
            typed: false,
            pressed: false,
            waited: false,
            lost: false,
        }
    }

    /// Looks at what is offered now and says what to do.
    fn look(&mut self, tree: &Tree, pick: &Pick) -> Next {
        match self.stage {
            Stage::Restored => return self.shut(pick),
            Stage::Undone => return self.missed(pick),
            _ => {}
        }
        let offers = options::offers(tree, pick.field.handle, &self.seen);
        if self.stage == Stage::Clicked {
            self.took(tree, pick, &offers);
        }
        let Some(wanted) = pick.options.get(self.at) else { return self.close(tree, pick) };
        if let Some(offer) = options::meant(&offers, wanted) {
            if offer.disabled {
                let found = format!("the option {} is disabled", crate::path::visible::quote(&offer.label));
                return self.refuse(pick, found);
            }
            if offer.selected && (pick.several || pick.options.len() > 1) {
                self.at += 1;
                return self.look(tree, pick);
            }
            return self.click(tree, offer.node);
        }
        if self.stage != Stage::Closed
            && let Some(node) = options::unnamed(tree, &self.newest, wanted)
        {
            return self.click(tree, node);
        }
        self.search(pick, offers, wanted)
    }

    /// The option is not there: open, type, wait, press, in this order.
    fn search(&mut self, pick: &Pick, offers: Vec<Offer>, wanted: &str) -> Next {
        let own = |act: Act, of: &Target| (of.clone(), act);
        match self.stage {
            Stage::Closed => {
                self.stage = Stage::Opened;
                let (target, act) = own(Act::Click, &pick.field);
                return Next::Do("open", target, act);
            }
            _ if pick.typed && !self.typed => {
                self.offered = offers.into_iter().map(|offer| offer.label).collect();
                self.typed = true;
                self.stage = Stage::Typed;
                let bare = Target { handle: pick.field.handle, checks: Vec::new() };
                return Next::Do("type", bare, Act::SetValue { text: wanted.to_owned(), secret: false });
            }
            _ if offers.is_empty() && !self.pressed => {
                self.pressed = true;
                self.stage = Stage::Pressed;
                let bare = Target { handle: pick.field.handle, checks: Vec::new() };
                return Next::Do("down", bare, Act::Press { key: "ArrowDown".into() });
            }
            _ if !self.waited => {
                self.waited = true;
                self.stage = Stage::Waited;
                return Next::Look(true);
            }
            _ => {}
        }
        if self.offered.is_empty() {
            self.offered = offers.into_iter().map(|offer| offer.label).collect();
        }
        if pick.free {
            let value = Value::String(wanted.to_owned());
            return Next::Over(Outcome::Done { value: Some(value), reverted: false });
        }
        self.undo(pick)
    }

    fn click(&mut self, tree: &Tree, option: crate::model::dom::NodeId) -> Next {
        self.stage = Stage::Clicked;
        let handle = tree.dom().handle(option);
        let checks = vec![Check::Text { handle, was: tree.dom().flat_text(option, 200) }];
        Next::Do("option", Target { handle, checks }, Act::Click)
    }

    /// After a click: is it chosen now?
    fn took(&mut self, tree: &Tree, pick: &Pick, offers: &[Offer]) {
        if let Some(wanted) = pick.options.get(self.at) {
            self.lost |= !options::shows(tree, pick.field.handle, wanted, offers);
        }
        self.at += 1;
        self.stage = if offers.is_empty() { Stage::Closed } else { Stage::Opened };
        (self.typed, self.pressed, self.waited) = (false, false, false);
    }

    /// All are chosen. A list of several stays open until it is told to go.
    fn close(&mut self, tree: &Tree, pick: &Pick) -> Next {
        let open =
            tree.dom().node(pick.field.handle).is_some_and(|node| tree.view().states(node).expanded == Some(true));
        if open && self.stage != Stage::Closing {
            self.stage = Stage::Closing;
            let bare = Target { handle: pick.field.handle, checks: Vec::new() };
            return Next::Do("close", bare, Act::Press { key: "Escape".into() });
        }
        if self.lost {
            let message = "the option was clicked, but it does not show as chosen".into();
            return Next::Over(Outcome::Failed { message });
        }
        Next::Over(Outcome::Done { value: None, reverted: false })
    }

    fn refuse(&mut self, pick: &Pick, found: String) -> Next {
        self.offered = vec![found];
        self.lost = true;
        self.undo(pick)
    }

    /// Nothing is chosen: what was typed goes, what was opened is closed.
    fn undo(&mut self, pick: &Pick) -> Next {
        if self.stage == Stage::Closed {
            return self.missed(pick);
        }
        if !self.typed {
            return self.shut(pick);
        }
        self.stage = Stage::Restored;
        let bare = Target { handle: pick.field.handle, checks: Vec::new() };
        Next::Do("restore", bare, Act::SetValue { text: self.held.clone(), secret: false })
    }

    fn shut(&mut self, pick: &Pick) -> Next {
        self.stage = Stage::Undone;
        let bare = Target { handle: pick.field.handle, checks: Vec::new() };
        Next::Do("close", bare, Act::Press { key: "Escape".into() })
    }

    fn missed(&self, pick: &Pick) -> Next {
        let wanted = pick.options.get(self.at).map_or("", String::as_str);
        let found = match self.offered.as_slice() {
            [why] if self.lost => why.clone(),
            labels => options::listing(labels, wanted),
        };
        Next::Not(found)
    }
}

impl Session {
    /// Begins a choice, or goes on with it: facts are fresh.
    pub(super) fn pick(&mut self, call: &str, out: &mut Vec<Effect>) {
        let Some(running) = self.calls.get_mut(call) else { return };
        let Some(doc) = self.docs.get(&running.doc) else { return };
        let Phase::Acting(acting) = &mut running.phase else { return };
        let Some(current) = acting.plan.get().moves.get(acting.at).cloned() else { return };
        let What::Pick(pick) = &current.what else { return };
        let mut picking = acting.picking.take().unwrap_or_else(|| Box::new(Picking::new(&doc.tree, pick)));
        match picking.look(&doc.tree, pick) {
            Next::Do(name, target, act) => {
                let id = format!("{}:{name}{}", pick.id, picking.at);
                acting.picking = Some(picking);
                self.derive(call, id, target, act, out);
            }
            Next::Look(late) => {
                acting.picking = Some(picking);
                self.look_again(call, late, out);
            }
            Next::Not(why) => {
                acting.refuse(&current, why);
                self.go_on(call, out);
            }
            Next::Over(outcome) => {
                acting.note(&current, pick.field.handle, outcome);
                self.go_on(call, out);
            }
        }
    }

    /// What came of a step of a choice.
    pub(super) fn picked(&mut self, call: &str, step: &str, outcome: Outcome, out: &mut Vec<Effect>) {
        let Some(running) = self.calls.get_mut(call) else { return };
        let Phase::Acting(acting) = &mut running.phase else { return };
        let Some(current) = acting.plan.get().moves.get(acting.at).cloned() else { return };
        let What::Pick(pick) = &current.what else { return };
        if !step.starts_with(&format!("{}:", pick.id)) {
            return;
        }
        let stage = acting.picking.as_ref().map(|picking| picking.stage);
        let tidying =
            matches!(stage, Some(Stage::Restored | Stage::Undone | Stage::Closing | Stage::Waited | Stage::Pressed));
        if !matches!(outcome, Outcome::Done { .. }) && !tidying {
            acting.note(&current, pick.field.handle, outcome);
            return self.go_on(call, out);
        }
        self.look_again(call, false, out);
    }
}
