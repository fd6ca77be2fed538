//! The things on a page that are worth an address, and which of them holds which: forms, fields,
//! buttons, links, tables with rows, lists with items, dialogs, sections … made from the mirror and
//! its roles in one pass. Labels and details are computed when asked for.
//! It must never know paths, members or answers.

use super::aria::{Shown, View};
use super::dom::{Change, Dom, NodeId};

mod class;
mod extent;
pub(in crate::model) mod heads;
mod judge;
mod label;
mod scan;
mod settle;
mod shape;
mod slack;
#[cfg(test)]
mod tests;

use slack::Slack;

/// A thing. Valid for the outline it came from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct ThingId(pub(crate) u32);

macro_rules! kinds {
    ($($name:ident $one:literal $many:literal $owns:literal $doc:literal;)*) => {
        /// Kinds of things.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
        pub enum Kind { $(#[doc = $doc] $name,)* }
        impl Kind {
            /// All kinds, in the order in which members list them.
            pub const ALL: &'static [Kind] = &[$(Kind::$name,)*];
            /// One of it: `form`.
            #[must_use]
            pub const fn one(self) -> &'static str { match self { $(Kind::$name => $one,)* } }
            /// The member that lists them: `forms`.
            #[must_use]
            pub const fn many(self) -> &'static str { match self { $(Kind::$name => $many,)* } }
            /// What it is.
            #[must_use]
            pub const fn meaning(self) -> &'static str { match self { $(Kind::$name => $doc,)* } }
            /// Does it own what is inside it, so that addresses go through it?
            #[must_use]
            pub const fn owns(self) -> bool { match self { $(Kind::$name => $owns,)* } }
        }
    };
}

kinds! {
    Page "page" "" true "The document.";
    Dialog "dialog" "dialogs" true "An open dialog, alertdialog or popover.";
    Alert "alert" "alerts" false "An alert, status or log with text.";
    Main "main" "main" false "The main landmark: a view.";
    Nav "nav" "nav" false "A navigation landmark: a view.";
    Region "region" "regions" false "Any other named landmark (banner, contentinfo, complementary, search, region): a view.";
    Section "section" "sections" false "What follows a heading, down to the next of its level: a view.";
    Form "form" "forms" true "A form, or a group of fields that works as one.";
    Field "field" "fields" false "Something that holds a value; a radio group is one field.";
    Button "button" "buttons" false "A button, or what works as one.";
    Link "link" "links" false "A link.";
    Table "table" "tables" true "A data table, grid or treegrid.";
    Row "row" "rows" true "A row of a table, header rows left out.";
    List "list" "lists" true "A list, feed, or repeated structure.";
    Item "item" "items" true "One of a list.";
    Menu "menu" "menus" true "A menu or menubar.";
    MenuItem "item" "items" false "One of a menu.";
    Tablist "tablist" "tablists" true "A tab list.";
    Tab "tab" "tabs" false "One of a tab list.";
    Tree "tree" "trees" true "A tree.";
    TreeItem "item" "items" false "One of a tree.";
    Image "image" "images" false "An image with a name.";
    Media "media" "media" false "Audio or video.";
    Editor "editor" "editors" false "Rich text that can be edited.";
    Canvas "canvas" "canvases" false "A canvas: opaque.";
    Frame "frame" "frames" true "A frame.";
    Closed "closed part" "closed" false "An element whose shadow root is closed and was not read.";
    Spot "spot" "spots" false "What is shown without a role: words, a coloured box, a shape, an icon. Found on small pages, and where a path asks.";
}

/// One thing.
#[derive(Debug, Clone)]
pub struct Thing {
    /// What it is.
    pub kind: Kind,
    /// The element that stands for it. Of a radio group: the group element or the first radio.
    pub node: NodeId,
    /// The nearest thing above that owns ([`Thing::owns`]); of rows, items and tabs: their table, list
    /// or tab list; of the page: itself.
    pub owner: ThingId,
    /// The innermost section it stands in.
    pub section: Option<ThingId>,
    /// The innermost landmark (main, nav, region) it stands in.
    pub landmark: Option<ThingId>,
    /// Only shown things are listed; the others are counted.
    pub shown: Shown,
    /// Addresses of what is inside go through it. Of a kind that does not own ([`Kind::owns`]) never;
    /// of lists and items only where the items hold more than a link or words.
    pub owns: bool,
}

/// All things of one revision, in document order.
#[derive(Debug, Clone, Default)]
pub struct Outline {
    things: Vec<Thing>,
    /// One past the last thing inside, per thing.
    ends: Vec<u32>,
    /// Shown things by owner and kind …
    owned: Vec<ThingId>,
    /// … and the key of each, ascending.
    keys: Vec<(ThingId, Kind)>,
    /// Shown things of each kind, ascending.
    kinds: Vec<Vec<ThingId>>,
    /// Elements and what they stand for, ascending.
    nodes: Vec<(NodeId, ThingId)>,
    /// Radio buttons by the field they are of.
    radios: Vec<(ThingId, NodeId)>,
    /// Which words may be others without anything else being so.
    slack: Slack,
}

impl Outline {
    /// Finds the things; `spots` where those without a role are wanted too. The first is the page.
    #[must_use]
    pub fn build(view: View<'_>, spots: bool) -> Self {
        settle::outline(view, scan::run(view, spots))
    }

    /// Makes the indexes. `others` are further elements that stand for a thing.
    fn index(things: Vec<Thing>, ends: Vec<u32>, others: Vec<(NodeId, ThingId)>, slack: Slack) -> Self {
        let ids = || (0..).map(ThingId).zip(&things);
        let shown = || ids().filter(|(_, thing)| thing.shown == Shown::Yes).skip(1);
        let mut owned: Vec<ThingId> = shown().map(|(id, _)| id).collect();
        let key = |id: &ThingId| things.get(id.0 as usize).map_or((*id, Kind::Page), |thing| (thing.owner, thing.kind));
        // By owner, and of one owner by kind: both count from 0, and document order stays within.
        let place = |id: u32| things.get(id as usize);
        let raw = owned.iter().map(|id| id.0).collect();
        let raw = crate::order::counted(raw, Kind::ALL.len(), &|id| place(id).map_or(0, |one| one.kind as usize));
        let raw = crate::order::counted(raw, things.len(), &|id| place(id).map_or(0, |one| one.owner.0 as usize));
        owned = raw.into_iter().map(ThingId).collect();
        let keys = owned.iter().map(key).collect();
        let mut kinds = vec![Vec::new(); Kind::ALL.len()];
        for (id, thing) in shown() {
            if let Some(list) = kinds.get_mut(thing.kind as usize) {
                list.push(id);
            }
        }
        let mut radios: Vec<(ThingId, NodeId)> = others.iter().map(|(node, id)| (*id, *node)).collect();
        crate::order::sort_by_key(&mut radios, |(id, _)| *id);
        let mut nodes: Vec<(NodeId, ThingId)> = ids().map(|(id, thing)| (thing.node, id)).chain(others).collect();
        crate::order::sort(&mut nodes);
        nodes.dedup();
        Self { things, ends, owned, keys, kinds, nodes, radios, slack }
    }

    /// Takes in that only words and values are others. False where that may make other things of what is there: then it
    /// has to be built anew.
    pub fn absorbs(&mut self, dom: &Dom, change: &Change) -> bool {
        if change.structure {
            return false;
        }
        // Links that say the same make a list's items own what they hold.
        let link =
            |node: NodeId| self.of_node(node).and_then(|id| self.thing(id)).is_some_and(|one| one.kind == Kind::Link);
        let in_link = |node: NodeId| std::iter::once(node).chain(dom.ancestors(node)).any(link);
        if change.words.iter().any(|(node, ..)| in_link(*node)) {
            return false;
        }
        change.words.iter().all(|(node, was, now)| self.slack.takes(dom, *node, *was, *now))
    }

    /// The page.
    #[must_use]
    pub fn page(&self) -> ThingId {
        ThingId(0)
    }

    /// One thing.
    #[must_use]
    pub fn thing(&self, id: ThingId) -> Option<&Thing> {
        self.things.get(id.0 as usize)
    }

    /// The thing that an element stands for; of several the outermost.
    #[must_use]
    pub fn of_node(&self, node: NodeId) -> Option<ThingId> {
        let at = self.nodes.partition_point(|(known, _)| *known < node);
        self.nodes.get(at).filter(|(known, _)| *known == node).map(|(_, id)| *id)
    }

    /// All shown things that an element stands for.
    pub fn standing_on(&self, node: NodeId) -> impl Iterator<Item = ThingId> {
        let from = self.nodes.partition_point(|(known, _)| *known < node);
        let here = self.nodes.iter().skip(from).take_while(move |(known, _)| *known == node).map(|(_, id)| *id);
        here.filter(|id| self.thing(*id).is_some_and(|thing| thing.shown == Shown::Yes))
    }

    /// The thing of a kind that an element stands for, where several stand on it; else the outermost.
    #[must_use]
    pub fn of_node_as(&self, node: NodeId, is: impl Fn(Kind) -> bool) -> Option<ThingId> {
        let from = self.nodes.partition_point(|(known, _)| *known < node);
        let here = self.nodes.iter().skip(from).take_while(|(known, _)| *known == node).map(|(_, id)| *id);
        let wanted = here.filter(|id| self.thing(*id).is_some_and(|thing| is(thing.kind)));
        { wanted }.next().or_else(|| self.of_node(node))
    }

    /// Shown things of a kind that `owner` owns directly, in document order.
    #[must_use]
    pub fn owned(&self, owner: ThingId, kind: Kind) -> &[ThingId] {
        let from = self.keys.partition_point(|key| *key < (owner, kind));
        let to = self.keys.partition_point(|key| *key <= (owner, kind));
        self.owned.get(from..to).unwrap_or(&[])
    }

    /// Shown things of a kind anywhere inside `scope` (owner or view), in document order.
    #[must_use]
    pub fn within(&self, scope: ThingId, kind: Kind) -> &[ThingId] {
        let end = self.ends.get(scope.0 as usize).copied().unwrap_or(0);
        let Some(list) = self.kinds.get(kind as usize) else { return &[] };
        let from = list.partition_point(|id| *id <= scope);
        let to = list.partition_point(|id| id.0 < end);
        list.get(from..to).unwrap_or(&[])
    }

    /// Of a radio group: its radio buttons in document order; of anything else nothing.
    #[must_use]
    pub fn radios(&self, id: ThingId) -> Vec<NodeId> {
        let from = self.radios.partition_point(|(of, _)| *of < id);
        self.radios.iter().skip(from).take_while(|(of, _)| *of == id).map(|(_, node)| *node).collect()
    }

    /// Its label as a person would say it: accessible name, else legend, heading, submit text,
    /// nearby text; white space folded; empty where there is nothing.
    #[must_use]
    pub fn label(&self, view: View<'_>, id: ThingId) -> String {
        label::of(view, self, id)
    }

    /// Things that are not shown, in document order.
    pub fn hidden(&self) -> impl Iterator<Item = &Thing> {
        self.things.iter().filter(|thing| thing.shown != Shown::Yes)
    }
}
