//! What things show in columns: the cells of rows, the parts of items, and what every thing has. It must never show a
//! secret.

use super::place::{Group, Property};
use super::tree::Tree;
use crate::model::outline::{Kind, ThingId};

impl Tree {
    /// Names of a row's or item's columns.
    #[must_use]
    pub fn columns(&self, id: ThingId) -> Vec<String> {
        let Some(thing) = self.outline().thing(id) else { return Vec::new() };
        match thing.kind {
            Kind::Table => self.table_head(id).columns.clone(),
            Kind::List => self.list(id).columns.clone(),
            Kind::Row => self.table_head(thing.owner).columns.clone(),
            Kind::Item => self.list(thing.owner).columns.clone(),
            _ => Vec::new(),
        }
    }

    /// The columns by which a group prints.
    #[must_use]
    pub fn group_columns(&self, group: &Group) -> Vec<String> {
        match (group.kind, group.things.first()) {
            (Kind::Row | Kind::Item, _) if matches!(self.kind(group.of), Kind::Table | Kind::List) => {
                self.columns(group.of)
            }
            (Kind::Row | Kind::Item, Some(first)) => self.columns(*first),
            (Kind::Field, _) => ["kind", "value", "state"].map(str::to_owned).to_vec(),
            _ => Vec::new(),
        }
    }

    /// Does a column hold nothing but buttons?
    #[must_use]
    pub fn is_controls(&self, group: &Group, column: &str) -> bool {
        group.things.first().is_some_and(|first| self.is_controls_of(*first, column))
    }

    /// Does a cell of a row hold nothing but buttons?
    #[must_use]
    pub fn is_controls_of(&self, first: ThingId, column: &str) -> bool {
        let Some(Property::Cell(at)) = self.part_named(first, column) else { return false };
        let texts: Vec<String> = self.members(first, Kind::Button).things.iter().map(|id| self.label(*id)).collect();
        let mut cell = self.cell_text(first, Property::Cell(at));
        for text in &texts {
            cell = cell.replacen(text.as_str(), "", 1);
        }
        !texts.is_empty() && cell.trim().is_empty() && !self.cell_text(first, Property::Cell(at)).is_empty()
    }

    /// What a thing shows in a column; `None` where there is no such column.
    #[must_use]
    pub fn column_text(&self, id: ThingId, column: &str) -> Option<String> {
        match self.part_named(id, column) {
            Some(property) => Some(self.cell_text(id, property)),
            None => match column {
                "key" | "label" | "name" => Some(self.label(id)),
                "text" => Some(self.whole_text(id)),
                "value" if self.kind(id) == Kind::Field => Some(self.field(id).value.clone()),
                "kind" if self.kind(id) == Kind::Field => Some(self.field(id).kind.as_str().to_owned()),
                "state" => Some(self.needs(id)),
                "url" | "href" if self.kind(id) == Kind::Link => Some(self.leads_to(id)),
                _ => None,
            },
        }
    }

    /// Columns that a group has beside those it shows.
    #[must_use]
    pub const fn more_columns(kind: Kind) -> &'static [&'static str] {
        match kind {
            Kind::Link => &["name", "url", "text", "state"],
            _ => &["name", "text", "state"],
        }
    }

    /// The address a thing leads to or shows, as the page has it.
    #[must_use]
    pub fn leads_to(&self, id: ThingId) -> String {
        let Some(thing) = self.outline().thing(id) else { return String::new() };
        let address = self.dom().attr(thing.node, "href").or_else(|| self.dom().attr(thing.node, "src"));
        address.unwrap_or("").to_owned()
    }

    /// What a thing wants, what is wrong with it, its states.
    fn needs(&self, id: ThingId) -> String {
        let mut words = Vec::new();
        if self.kind(id) == Kind::Field {
            let facts = self.field(id);
            words.extend(facts.required.then(|| "required".to_owned()));
            words.extend(facts.error.as_ref().map(|error| format!("error {error}")));
        }
        words.extend(Some(self.state_words(id)).filter(|state| !state.is_empty()));
        words.join(", ")
    }

    /// States that are not the usual ones.
    #[must_use]
    pub fn state_words(&self, id: ThingId) -> String {
        let states = self.states(id);
        let mut words: Vec<String> = Vec::new();
        let kind = self.kind(id);
        if states.disabled {
            words.push("disabled".into());
        }
        if states.readonly {
            words.push("read-only".into());
        }
        for (name, state) in [("checked", states.checked), ("pressed", states.pressed)] {
            match state.filter(|_| kind != Kind::Field) {
                Some(Some(true)) => words.push(name.into()),
                Some(Some(false)) => words.push(format!("not {name}")),
                Some(None) => words.push(format!("partly {name}")),
                None => {}
            }
        }
        match states.expanded.filter(|_| kind != Kind::Field) {
            Some(true) => words.push("expanded".into()),
            Some(false) => words.push("collapsed".into()),
            None => {}
        }
        if states.selected == Some(true) && kind != Kind::Field {
            words.push("selected".into());
        }
        if states.current {
            words.push("current".into());
        }
        if states.busy {
            words.push("busy".into());
        }
        words.join(", ")
    }
}
