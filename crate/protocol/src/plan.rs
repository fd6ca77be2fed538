//! A plan as the page kit keeps it in a call's journal: what a new core needs to finish the call.
//! Written and read by the core only; the kit sees bytes.

use serde::Serialize;

use crate::effect::{Step, Target};
use crate::form::{Made, Notes, Parts, Put, Take, form_struct};
use crate::{Handle, Value};

/// What one operation will do.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
#[serde(default)]
pub struct Plan {
    /// Which of the call's operations it belongs to, from 0.
    pub operation: usize,
    /// Answers to the operations before it, in order.
    pub answered: Vec<String>,
    /// Canonical path of the operation.
    pub path: String,
    /// What is done, in order.
    pub moves: Vec<Move>,
    /// The page before the first move, for telling what changed.
    pub before: Before,
    /// Something worth saying about how it was understood or found.
    pub notes: Vec<String>,
    /// The script it is an operation of.
    pub script: Option<crate::script::ScriptJournal>,
}

/// One move of a plan.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Move {
    /// What.
    pub what: What,
    /// The `done` line, once it is done: `clicked page.buttons.Save`.
    pub says: String,
    /// Canonical path of the thing it is done to.
    pub path: String,
}

/// What a move is.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum What {
    /// A step.
    Step(Step),
    /// Choose among what a field, button or menu offers once it is open; the options are read then.
    Pick(Pick),
    /// Put a value into a cell by the editor that it opens; what kind of editor is known only then.
    Edit {
        /// The step's id.
        id: String,
        /// The cell, with what makes it this one.
        cell: Target,
        /// What it is to hold.
        value: Value,
    },
}

/// Options to be chosen.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
#[serde(default)]
pub struct Pick {
    /// What the ids of its steps begin with.
    pub id: String,
    /// What is opened, with what makes it this one.
    pub field: Target,
    /// Labels of the options, in order.
    pub options: Vec<String>,
    /// Text can be typed into it, to find options that are not shown.
    pub typed: bool,
    /// A text that no option has may stay in it.
    pub free: bool,
    /// It takes several options.
    pub several: bool,
}

/// What is kept of the page before an act over a core's death, small; what else was different then goes untold.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
#[serde(default)]
pub struct Before {
    /// `location.href`.
    pub url: String,
    /// `document.title`.
    pub title: String,
    /// What opens and closes without being made or removed (dialogs, alerts, menus): handle, path.
    pub things: Vec<(Handle, String)>,
    /// The newest element's handle in each document: what has a higher one has come since.
    pub newest: Vec<Handle>,
    /// Revision of what the app has published; not kept over a core's death, which counts anew.
    #[serde(skip)]
    pub app: Option<u32>,
}

form_struct!(Plan { operation, answered, path, moves, before, notes, script });
form_struct!(Move { what, says, path });
form_struct!(Pick { id, field, options, typed, free, several });

impl Put for What {
    fn put(&self) -> Value {
        let (name, value) = match self {
            Self::Step(step) => ("step", step.put()),
            Self::Pick(pick) => ("pick", pick.put()),
            Self::Edit { id, cell, value } => {
                let mut made = Made::default();
                made.part("id", id.put());
                made.part("cell", cell.put());
                made.part("value", value.put());
                ("edit", made.done())
            }
        };
        let mut made = Made::default();
        made.part(name, value);
        made.done()
    }
}

impl Take for What {
    fn take(value: Value, notes: &mut Notes) -> Self {
        let (name, value) = Parts::of(value, notes).only();
        match name.as_str() {
            "step" => Self::Step(Step::take(value, notes)),
            "edit" => {
                let mut parts = Parts::of(value, notes);
                Self::Edit {
                    id: parts.take("id", notes),
                    cell: parts.take("cell", notes),
                    value: parts.take("value", notes),
                }
            }
            name => {
                if name != "pick" {
                    notes.add(format!("unknown move: {name}"));
                }
                Self::Pick(Pick::take(value, notes))
            }
        }
    }
}

impl Put for Before {
    fn put(&self) -> Value {
        let Self { url, title, things, newest, app: _ } = self;
        let mut made = Made::default();
        made.part("url", url.put());
        made.part("title", title.put());
        made.part("things", things.put());
        made.part("newest", newest.put());
        made.done()
    }
}

impl Take for Before {
    fn take(value: Value, notes: &mut Notes) -> Self {
        let mut parts = Parts::of(value, notes);
        Self {
            url: parts.take("url", notes),
            title: parts.take("title", notes),
            things: parts.take("things", notes),
            newest: parts.take("newest", notes),
            app: None,
        }
    }

    fn absent(_: &mut Notes) -> Self {
        Self::default()
    }
}
