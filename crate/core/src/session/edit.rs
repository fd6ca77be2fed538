//! Editing a cell in place: a double click opens the cell's editor, which takes the value as any field does, and
//! Enter ends it; then the cell is read. It must never write into a field that is not the cell's own editor.

use onecall_protocol::Value;
use onecall_protocol::effect::{Act, Effect, Outcome, Step, Target};
use onecall_protocol::plan::{Move, Pick, What};

use super::Session;
use super::running::Phase;
use crate::member::keys::fold;
use crate::member::ledger::Ledger;
use crate::member::write::{self, By, How};
use crate::member::{Place, Property, Tree, ledger, resolve};
use crate::model::dom::NodeId;
use crate::model::outline::{Kind, ThingId};
use crate::model::text;
use crate::path::visible::quote;

/// A cell that was edited.
#[derive(Debug)]
pub struct Edited {
    cell: u32,
    path: String,
    value: Value,
    /// The place of the line that says it was done.
    line: usize,
    /// What it held, where an editor had to be opened.
    was: Option<String>,
}

/// What came of an edit.
pub(super) enum Kept {
    /// The cell holds what was asked for, or nobody can tell.
    Taken,
    /// It holds something else.
    Made(String),
    /// The page did not take it, for the reason given.
    Refused(String),
}

impl Session {
    /// Begins an edit, or goes on with it: facts are fresh.
    pub(super) fn edit(&mut self, call: &str, out: &mut Vec<Effect>) {
        let Some(running) = self.calls.get_mut(call) else { return };
        let Some(doc) = self.docs.get(&running.doc) else { return };
        let Phase::Acting(acting) = &mut running.phase else { return };
        let Some(current) = acting.plan.get().moves.get(acting.at).cloned() else { return };
        let What::Edit { id, cell, value } = &current.what else { return };
        match editor(&doc.tree, cell, acting.opened.as_ref().map(|(focus, _)| *focus)) {
            Some(field) => match moves(&doc.tree, field, id, &current, value, acting.opened.is_some()) {
                Ok(moves) => {
                    let was = acting.opened.as_ref().map(|(_, was)| was.clone());
                    let (path, line) = (current.path.clone(), acting.done.len());
                    acting.edited.push(Edited { cell: cell.handle, path, value: value.clone(), line, was });
                    acting.replace(moves);
                    self.go_on(call, out);
                }
                Err(found) if acting.opened.is_some() => {
                    // The editor was opened for this; it is closed again.
                    acting.refused = Some(found);
                    let handle = doc.tree.outline().thing(field).map_or(0, |thing| doc.tree.dom().handle(thing.node));
                    let bare = Target { handle, checks: Vec::new() };
                    let act = Act::Press { key: "Escape".into() };
                    self.derive(call, format!("{id}:undo"), bare, act, out);
                }
                Err(found) => {
                    acting.refuse(&current, found);
                    self.go_on(call, out);
                }
            },
            None if acting.opened.is_some() => {
                acting.refuse(&current, "a double click opens no editor in this cell".into());
                self.go_on(call, out);
            }
            None => {
                let was = node_of(&doc.tree, cell.handle, &current.path).map(|node| text::plain(doc.tree.view(), node));
                acting.opened = Some((doc.tree.dom().head().active, was.unwrap_or_default()));
                self.derive(call, format!("{id}:open"), cell.clone(), Act::DoubleClick, out);
            }
        }
    }

    /// What came of opening the cell's editor.
    pub(super) fn edited(&mut self, call: &str, step: &str, outcome: Outcome, out: &mut Vec<Effect>) {
        let Some(running) = self.calls.get_mut(call) else { return };
        let Phase::Acting(acting) = &mut running.phase else { return };
        let Some(current) = acting.plan.get().moves.get(acting.at).cloned() else { return };
        let What::Edit { id, cell, .. } = &current.what else { return };
        if step == format!("{id}:undo") {
            match acting.refused.take() {
                Some(why) => acting.refuse(&current, why),
                None => acting.note(&current, cell.handle, outcome),
            }
            return self.go_on(call, out);
        }
        if step != format!("{id}:open") {
            return;
        }
        if matches!(outcome, Outcome::Done { .. }) {
            return self.look_again(call, false, out);
        }
        acting.note(&current, cell.handle, outcome);
        self.go_on(call, out);
    }
}

/// The field in the cell; else the one that got the focus when the editor was asked to open (`opened`: what had it
/// before), where it lies in no other row. A field that had the focus all the time is another's.
fn editor(tree: &Tree, cell: &Target, opened: Option<u32>) -> Option<ThingId> {
    let (dom, outline) = (tree.dom(), tree.outline());
    let node = dom.node(cell.handle)?;
    let holds = |id: &NodeId| outline.of_node(*id).filter(|id| matches!(tree.kind(*id), Kind::Field | Kind::Editor));
    if let Some(inside) = dom.walk(node).find_map(|id| holds(&id)) {
        return Some(inside);
    }
    let focus = dom.head().active;
    let active = dom.node(focus).filter(|_| opened.is_some_and(|before| before != focus))?;
    let field = std::iter::once(active).chain(dom.ancestors(active).take(3)).find_map(|id| holds(&id))?;
    let outside =
        !dom.ancestors(active).any(|above| outline.of_node(above).is_some_and(|id| tree.kind(id) == Kind::Row));
    outside.then_some(field)
}

/// What the edit comes to, now that its editor is known.
fn moves(tree: &Tree, field: ThingId, id: &str, of: &Move, value: &Value, opened: bool) -> Result<Vec<Move>, String> {
    let write = write::write(tree, field, value, By::Fill)?;
    let target = Target { handle: write.handle, checks: ledger::checks(tree, field) };
    let what = match write.how {
        How::Act(act) => What::Step(Step { id: format!("{id}:write"), target, act }),
        How::Pick { options, typed, .. } => {
            What::Pick(Pick { id: format!("{id}:write"), field: target, options, typed, free: false, several: false })
        }
    };
    let ends = matches!(&what, What::Step(step) if matches!(step.act, Act::SetValue { .. } | Act::PickDate { .. }));
    let mut moves = vec![Move { what, says: of.says.clone(), path: of.path.clone() }];
    if ends && opened && tree.kind(field) == Kind::Field {
        let key = Target { handle: write.handle, checks: Vec::new() };
        let step = Step { id: format!("{id}:end"), target: key, act: Act::Press { key: "Enter".into() } };
        moves.push(Move { what: What::Step(step), says: String::new(), path: of.path.clone() });
    }
    Ok(moves)
}

/// A cell's element; where the page drew it anew, the one at its address.
fn node_of(tree: &Tree, handle: u32, path: &str) -> Option<NodeId> {
    tree.dom().node(handle).or_else(|| {
        let found = resolve(tree, &Ledger::default(), &crate::path::parse(path).ok()?).ok()?;
        match found.place {
            Place::Property(row, Property::Cell(at)) => tree.cell_node(row, at),
            _ => None,
        }
    })
}

/// Edits that the page did not take, in words; the lines of what was done are put right.
pub(super) fn refusals(tree: &Tree, edited: Vec<Edited>, done: &mut Vec<String>) -> Vec<(String, String)> {
    let mut refused = Vec::new();
    // From the last on, so that the places of lines stand.
    for edit in edited.into_iter().rev() {
        match kept(tree, &edit) {
            Kept::Made(now) => {
                if let Some(line) = done.get_mut(edit.line) {
                    line.push_str(&format!(", but the page made it {now}"));
                }
            }
            Kept::Refused(why) if edit.line < done.len() => {
                done.remove(edit.line);
                refused.push((edit.path, why));
            }
            Kept::Refused(_) | Kept::Taken => {}
        }
    }
    refused.reverse();
    refused
}

/// What a cell holds after an edit.
fn kept(tree: &Tree, edit: &Edited) -> Kept {
    let Some(node) = node_of(tree, edit.cell, &edit.path) else { return Kept::Taken };
    let now = text::plain(tree.view(), node);
    let wanted = crate::member::query::words(&edit.value);
    let field = |id| tree.outline().of_node(id).filter(|id| tree.kind(*id) == Kind::Field);
    let open = tree.dom().walk(node).find_map(field);
    if let (Some(field), Some(_)) = (open, &edit.was) {
        let error = tree.field(field).error.clone().filter(|error| error != "invalid");
        let says = error.map(|error| format!(", which says {}", quote(&error))).unwrap_or_default();
        let address = tree.address(field);
        return Kept::Refused(format!(
            "the page did not take {}: its editor is still open{says}. Set another value, or leave it with {address}.press(\"Escape\")",
            quote(&wanted)
        ));
    }
    match &edit.was {
        _ if fold(&now) == fold(&wanted) => Kept::Taken,
        Some(was) if fold(was) == fold(&now) => {
            Kept::Refused(format!("the page did not take {}: the cell holds {} as before", quote(&wanted), quote(&now)))
        }
        _ => Kept::Made(quote(&now)),
    }
}
