//! Editing a cell in place: a double click opens the cell's editor, which takes the value as any field does, and
//! Enter ends it; then the cell is read. It must never write into a field that is not the cell's own editor.

use onecall_protocol::Value;
use onecall_protocol::effect::{Act, Effect, Outcome, Step, Target};
use onecall_protocol::plan::{Move, Pick, What};

use super::Session;
use super::running::Phase;
use crate::member::keys::fold;
use crate::member::write::{self, By, How};
use crate::member::{Tree, ledger};
use crate::model::dom::NodeId;
use crate::model::outline::{Kind, ThingId};
use crate::model::text;
use crate::path::visible::quote;

impl Session {
    /// Begins an edit, or goes on with it: facts are fresh.
    pub(super) fn edit(&mut self, call: &str, out: &mut Vec<Effect>) {
        let Some(running) = self.calls.get_mut(call) else { return };
        let Some(doc) = self.docs.get(&running.doc) else { return };
        let Phase::Acting(acting) = &mut running.phase else { return };
        let Some(current) = acting.plan.get().moves.get(acting.at).cloned() else { return };
        let What::Edit { id, cell, value } = &current.what else { return };
        match editor(&doc.tree, cell, acting.opened) {
            Some(field) => match moves(&doc.tree, field, id, &current, value, acting.opened.is_some()) {
                Ok(moves) => {
                    acting.edited.push((cell.handle, value.clone(), acting.done.len()));
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
                acting.opened = Some(doc.tree.dom().head().active);
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

/// What a cell holds after an edit, where that is not what was asked for.
#[must_use]
pub(super) fn kept(tree: &Tree, cell: u32, value: &Value) -> Option<String> {
    let node = tree.dom().node(cell)?;
    let now = text::plain(tree.view(), node);
    let wanted = crate::member::query::words(value);
    (fold(&now) != fold(&wanted)).then(|| quote(&now))
}
