//! Which members a thing has: properties, groups and verbs, by its kind and state. Hints, resolving
//! and faults all ask here. It must never list what cannot be said.

use std::rc::Rc;

use super::place::{Group, Place, Property};
use super::query::Query;
use super::tree::Tree;
use super::verb::Verb;
use crate::model::aria::Role;
use crate::model::dom::NodeId;
use crate::model::field::FieldKind;
use crate::model::outline::{Kind, ThingId};
use crate::model::text::{self, Block, BlockKind};
use crate::path::Segment;

impl Tree {
    /// What a thing is.
    #[must_use]
    pub fn kind(&self, id: ThingId) -> Kind {
        self.outline().thing(id).map_or(Kind::Page, |thing| thing.kind)
    }

    /// Is it a view: things inside are owned by something else?
    #[must_use]
    pub fn is_view(&self, id: ThingId) -> bool {
        matches!(self.kind(id), Kind::Main | Kind::Nav | Kind::Region | Kind::Section)
    }

    /// Is nothing between a scope and a thing that owns the thing and would list it itself?
    #[must_use]
    pub fn is_outermost(&self, scope: ThingId, id: ThingId) -> bool {
        if !self.is_view(scope) {
            return true;
        }
        let owner = self.outline().thing(id).map_or(scope, |thing| thing.owner);
        let of = self.kind(owner);
        of == Kind::Page || owner <= scope || !self.outline().within(scope, of).contains(&owner)
    }

    /// The things of a kind that a member of `id` lists.
    #[must_use]
    pub fn members(&self, id: ThingId, kind: Kind) -> Group {
        let things = if self.is_view(id) {
            // Rows and items belong to their table or list, wherever that stands.
            self.outline().within(id, kind).to_vec()
        } else {
            self.outline().owned(id, kind).to_vec()
        };
        Group { of: id, kind, things, query: Query::default() }
    }

    /// Kinds that a thing has at least one of, with how many, in the order of [`Kind::ALL`].
    #[must_use]
    pub fn holdings(&self, id: ThingId) -> Vec<(Kind, usize)> {
        // Things without a role are listed where they are asked for: most of them are only text.
        let kinds = Kind::ALL.iter().copied().filter(|kind| !matches!(kind, Kind::Page | Kind::Spot));
        kinds.map(|kind| (kind, self.members(id, kind).things.len())).filter(|(_, count)| *count > 0).collect()
    }

    /// The group that a member names, or the one thing where there can be only one (`main`).
    #[must_use]
    pub fn group_named(&self, id: ThingId, of: Kind, name: &str) -> Option<Place> {
        let mut kinds = Kind::ALL.iter().copied().filter(|kind| kind.many() == name && *kind != Kind::Page).peekable();
        kinds.peek()?;
        let groups: Vec<Group> = kinds.map(|kind| self.members(id, kind)).collect();
        let mut group = groups.iter().find(|group| !group.things.is_empty()).or(groups.first())?.clone();
        if group.things.is_empty() {
            // Forms and lists may own all there are; "none" would be a lie.
            group.things = self.outline().within(id, group.kind).to_vec();
        }
        if group.things.is_empty() && !expects(of, group.kind) {
            return None;
        }
        match (group.kind, group.things.as_slice()) {
            (Kind::Main, [one]) => Some(Place::Thing(*one)),
            _ => Some(Place::Group(group)),
        }
    }

    /// Has it this property?
    #[must_use]
    pub fn has_property(&self, id: ThingId, property: Property) -> bool {
        let kind = self.kind(id);
        match property {
            Property::Title | Property::Lang | Property::Data | Property::Hidden => kind == Kind::Page,
            Property::Url => matches!(kind, Kind::Page | Kind::Link | Kind::Image | Kind::Frame | Kind::Media),
            Property::Text | Property::Name | Property::Description => true,
            Property::State => kind != Kind::Page,
            Property::Value => matches!(kind, Kind::Field | Kind::Editor),
            Property::Options => kind == Kind::Field && !self.field(id).options.is_empty(),
            Property::Error | Property::Hint => kind == Kind::Field,
            Property::Columns => kind == Kind::Table || kind == Kind::List && !self.list(id).columns.is_empty(),
            Property::Cell(_) => kind == Kind::Row,
            Property::Part(_) => kind == Kind::Item,
        }
    }

    /// Is it an alert, and not only a status or log?
    #[must_use]
    pub fn is_urgent(&self, id: ThingId) -> bool {
        self.tone(id) == "alert"
    }

    /// What a live region is: by its role, else by how it wants to be heard.
    #[must_use]
    pub fn tone(&self, id: ThingId) -> &'static str {
        let Some(thing) = self.outline().thing(id) else { return "alert" };
        match (self.view().role(thing.node), self.dom().attr(thing.node, "aria-live").map(str::trim)) {
            (Role::Alert, _) => "alert",
            (role @ (Role::Status | Role::Log), _) => role.as_str(),
            (_, Some("assertive")) => "alert",
            _ => "status",
        }
    }

    /// The cell or part of a row or item that a column names.
    #[must_use]
    pub fn part_named(&self, id: ThingId, name: &str) -> Option<Property> {
        let columns = match self.kind(id) {
            Kind::Row | Kind::Item => self.columns(id),
            _ => return None,
        };
        let at = columns.iter().position(|column| column == name).or_else(|| {
            let wanted = super::keys::fold(name);
            let mut hits = columns.iter().enumerate().filter(|(_, column)| super::keys::fold(column) == wanted);
            hits.next().filter(|_| hits.next().is_none()).map(|(at, _)| at)
        })?;
        Some(if self.kind(id) == Kind::Row { Property::Cell(at) } else { Property::Part(at) })
    }

    /// The element of a row's cell.
    #[must_use]
    pub fn cell_node(&self, id: ThingId, at: usize) -> Option<NodeId> {
        let thing = self.outline().thing(id).filter(|thing| thing.kind == Kind::Row)?;
        let table = self.table(thing.owner);
        let row = table.rows.iter().find(|row| row.node == thing.node)?;
        row.cell(at).map(|cell| cell.node)
    }

    /// The last segment of a property's path.
    #[must_use]
    pub fn property_segment(&self, id: ThingId, property: Property) -> Segment {
        match property {
            Property::Cell(at) | Property::Part(at) => {
                super::keys::segment(self.columns(id).get(at).map_or("", String::as_str))
            }
            other => Segment::Name(other.name().into()),
        }
    }

    /// Of a table or list of which only a part is there: the kind of its parts, and how many there are in all where the
    /// page says so.
    #[must_use]
    pub fn unloaded(&self, id: ThingId) -> Option<(Kind, Option<usize>)> {
        let (kind, total, endless) = match self.kind(id) {
            Kind::Table => {
                let head = self.table_head(id);
                (Kind::Row, head.total, head.endless)
            }
            Kind::List => (Kind::Item, self.list(id).total, self.list(id).endless),
            _ => return None,
        };
        let more = total.filter(|total| *total > self.outline().owned(id, kind).len());
        (more.is_some() || endless && total.is_none()).then_some((kind, more))
    }

    /// Rows of a table that are counted before its first.
    #[must_use]
    pub fn rows_before(&self, id: ThingId) -> usize {
        if self.kind(id) == Kind::Table { self.table_head(id).heads } else { 0 }
    }

    /// What it can be told, the likeliest first.
    #[must_use]
    pub fn verbs(&self, id: ThingId) -> Vec<Verb> {
        let mut verbs = self.own_verbs(id);
        if self.kind(id) != Kind::Page {
            let expanded = self.states(id).expanded;
            match expanded {
                Some(true) => verbs.push(Verb::Collapse),
                Some(false) => verbs.push(Verb::Expand),
                None => {}
            }
            for verb in [Verb::Click, Verb::DoubleClick, Verb::Hover, Verb::Press, Verb::Focus, Verb::ScrollTo] {
                if !verbs.contains(&verb) {
                    verbs.push(verb);
                }
            }
            verbs.extend([Verb::SelectText, Verb::DragTo, Verb::Highlight]);
        }
        verbs
    }

    /// Is there something that sends what a form holds? Not where it is only a named group of fields.
    #[must_use]
    pub fn submits(&self, id: ThingId) -> bool {
        let native = self.outline().thing(id).is_some_and(|thing| self.dom().tag(thing.node) == "form");
        native || !self.outline().within(id, Kind::Button).is_empty()
    }

    fn own_verbs(&self, id: ThingId) -> Vec<Verb> {
        match self.kind(id) {
            Kind::Page => {
                use Verb::{Back, DialogPolicy, Fill, Forward, Goto, Link, Press, Reload, WaitFor};
                vec![Goto, Back, Forward, Reload, Press, WaitFor, Fill, Link, DialogPolicy]
            }
            Kind::Form if self.submits(id) => vec![Verb::Fill, Verb::Submit, Verb::Reset],
            Kind::Form => vec![Verb::Fill],
            Kind::Dialog => vec![Verb::Fill, Verb::Accept, Verb::Dismiss, Verb::Close],
            Kind::Row | Kind::Item | Kind::Section | Kind::Main | Kind::Region => vec![Verb::Click, Verb::Fill],
            Kind::Field => self.field_verbs(id),
            Kind::Editor => vec![Verb::Set, Verb::Type, Verb::Clear],
            Kind::Button if super::options::opens_options(self, id) => vec![Verb::Click, Verb::Choose],
            Kind::Button => vec![Verb::Click],
            Kind::Menu | Kind::Tablist | Kind::Tree => vec![Verb::Choose],
            Kind::Link => vec![Verb::Click, Verb::Open],
            Kind::Tab | Kind::MenuItem | Kind::TreeItem => vec![Verb::Select, Verb::Click],
            Kind::Table | Kind::List if self.unloaded(id).is_some() => vec![Verb::ScrollTo],
            Kind::Media => vec![Verb::Play, Verb::Pause, Verb::Seek],
            _ => Vec::new(),
        }
    }

    fn field_verbs(&self, id: ThingId) -> Vec<Verb> {
        match self.field(id).kind {
            FieldKind::Checkbox | FieldKind::Switch => vec![Verb::Check, Verb::Uncheck, Verb::Set],
            FieldKind::RadioGroup | FieldKind::Select | FieldKind::MultiSelect | FieldKind::Listbox => {
                vec![Verb::Choose, Verb::Set]
            }
            FieldKind::Combobox => vec![Verb::Choose, Verb::Set, Verb::Type, Verb::Clear],
            FieldKind::File => vec![Verb::Attach],
            _ => vec![Verb::Set, Verb::Type, Verb::Clear],
        }
    }

    /// Its states.
    #[must_use]
    pub fn states(&self, id: ThingId) -> crate::model::aria::States {
        self.outline().thing(id).map(|thing| self.view().states(thing.node)).unwrap_or_default()
    }

    /// The text of a cell or part.
    #[must_use]
    pub fn cell_text(&self, id: ThingId, property: Property) -> String {
        let Some(thing) = self.outline().thing(id) else { return String::new() };
        match property {
            Property::Cell(at) => {
                let table = self.table(thing.owner);
                let here = self.position(id).and_then(|at| table.rows.get(at)).filter(|row| row.node == thing.node);
                // Where hidden rows stand between, places differ.
                let row = here.or_else(|| table.rows.iter().find(|row| row.node == thing.node));
                row.and_then(|row| row.cell(at)).map(|cell| cell.text.clone()).unwrap_or_default()
            }
            Property::Part(at) => {
                let list = self.list(thing.owner);
                let here = self.position(id).and_then(|at| list.items.get(at)).filter(|item| item.node == thing.node);
                let item = here.or_else(|| list.items.iter().find(|item| item.node == thing.node));
                item.and_then(|item| item.parts.get(at)).cloned().unwrap_or_default()
            }
            _ => String::new(),
        }
    }

    /// The text of a thing as blocks of Markdown, in order. Of the page: its main content. Of a section:
    /// from its heading to the next of its level.
    #[must_use]
    pub fn blocks(&self, id: ThingId) -> Rc<Vec<Block>> {
        let Some(thing) = self.outline().thing(id) else { return Rc::default() };
        match thing.kind {
            Kind::Page => self.reading(),
            Kind::Section => {
                let whole = self.markdown(thing.owner);
                let (from, to) = section(&whole, thing.node);
                // Its heading may be of a kind that is not read as a block.
                if from == to { self.markdown(id) } else { Rc::new(whole.get(from..to).unwrap_or(&[]).to_vec()) }
            }
            _ => self.markdown(id),
        }
    }

    /// All text of a thing on one line.
    #[must_use]
    pub fn whole_text(&self, id: ThingId) -> String {
        let Some(thing) = self.outline().thing(id) else { return String::new() };
        if thing.kind == Kind::Section {
            let texts: Vec<String> = self.blocks(id).iter().map(|block| block.text.clone()).collect();
            return texts.join(" ");
        }
        text::plain(self.view(), thing.node)
    }
}

/// From a heading to the next of its level or above, among the blocks of what is around it.
fn section(blocks: &[Block], heading: NodeId) -> (usize, usize) {
    let Some(from) = blocks.iter().position(|block| block.node == heading) else { return (0, 0) };
    let rest = blocks.get(from..).unwrap_or(&[]);
    let level = rest.first().and_then(level_of).unwrap_or(6);
    let ends = |block: &Block| level_of(block).is_some_and(|other| other <= level);
    let length = rest.iter().skip(1).position(ends).map_or(rest.len(), |at| at + 1);
    (from, from + length)
}

fn level_of(block: &Block) -> Option<u8> {
    match block.kind {
        BlockKind::Heading(level) => Some(level),
        _ => None,
    }
}

/// Is a group of this kind a natural member even while it is empty?
fn expects(of: Kind, kind: Kind) -> bool {
    match of {
        _ if kind == Kind::Spot => true,
        Kind::Page | Kind::Frame => {
            !matches!(kind, Kind::Row | Kind::Item | Kind::MenuItem | Kind::Tab | Kind::TreeItem)
        }
        Kind::Form | Kind::Dialog => matches!(kind, Kind::Field | Kind::Button),
        Kind::Table => kind == Kind::Row,
        Kind::List => kind == Kind::Item,
        Kind::Row | Kind::Item => matches!(kind, Kind::Button | Kind::Link | Kind::Field),
        _ => false,
    }
}
