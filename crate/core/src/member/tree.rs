//! The page of one document with everything computed from it: mirror, ARIA memo, outline, keys.
//! What is computed is kept until facts change it. It must never outlive its document.

use std::cell::{OnceCell, RefCell};
use std::rc::Rc;

use onecall_protocol::Handle;
use onecall_protocol::facts::Head;

use super::finder::Finder;
use super::keys::Keys;
use super::was::Was;
use crate::limits;
use crate::model::Diagnostic;
use crate::model::aria::{Memo, View};
use crate::model::dom::Dom;
use crate::model::field::{self, FieldFacts};
use crate::model::list::{self, List};
use crate::model::outline::{Kind, Outline, ThingId};
use crate::model::table::{self, Table};
use crate::model::text::{self, Block};
use crate::order::Slots;
use crate::publish::Forest;
use crate::tool::{At, Toolset};

/// The page.
#[derive(Debug, Default)]
pub struct Tree {
    dom: Dom,
    memo: Memo,
    outline: OnceCell<Outline>,
    keys: Keys,
    tables: RefCell<Slots<Rc<Table>>>,
    heads: RefCell<Slots<Rc<Table>>>,
    /// Tables whose caption stands elsewhere.
    captioned: RefCell<Vec<ThingId>>,
    lists: RefCell<Slots<Rc<List>>>,
    fields: RefCell<Slots<Rc<FieldFacts>>>,
    texts: RefCell<Slots<Rc<Vec<Block>>>>,
    reading: OnceCell<Rc<Vec<Block>>>,
    finder: OnceCell<Finder>,
    /// The index as it was before the last change: most of it is still true.
    old_finder: RefCell<Option<Finder>>,
    /// A person can be asked to let agents read what the page's own script cannot.
    pub asks: bool,
    /// Branches that are hidden now; unknown after facts.
    pub veiled: Option<Vec<String>>,
    /// Things without a role are wanted, however large the page is.
    spots: bool,
    app: Forest,
    tools: Toolset,
    pub(super) was: Was,
}

impl Tree {
    /// Applies one part of facts and forgets what it made untrue.
    pub fn apply(&mut self, head: &Head, nodes: &[u32], text: &str) -> Vec<Diagnostic> {
        let changes = head.base == 0 || !nodes.is_empty();
        if changes {
            self.keep();
            self.bare();
        }
        let odd = self.dom.apply(head, nodes, text);
        if changes {
            self.renew();
        }
        odd
    }

    /// Applies one part of the facts of a document in a frame ([`Dom::graft`]).
    pub fn graft(&mut self, slot: u32, at: Handle, head: &Head, nodes: &[u32], text: &str) -> Vec<Diagnostic> {
        let changes = head.base == 0 || !nodes.is_empty();
        if changes {
            self.keep();
        }
        let odd = self.dom.graft(slot, at, head, nodes, text);
        if changes {
            self.bare();
            self.forget();
        }
        odd
    }

    /// Takes a document out of its frame.
    pub fn ungraft(&mut self, slot: u32) {
        self.keep();
        self.bare();
        self.dom.ungraft(slot);
        self.forget();
    }

    /// The page as it stands with what was made of it, for comparing it with what comes of it.
    pub(super) fn copy(&self) -> Self {
        Self {
            dom: self.dom.clone(),
            memo: self.memo.clone(),
            outline: self.outline.clone(),
            keys: self.keys.clone(),
            tables: self.tables.clone(),
            captioned: self.captioned.clone(),
            lists: self.lists.clone(),
            fields: self.fields.clone(),
            spots: self.spots,
            ..Self::default()
        }
    }

    pub(super) fn dom_mut(&mut self) -> &mut Dom {
        &mut self.dom
    }

    /// Forgets what facts have made untrue: where only words and values are others, not what stands where.
    fn renew(&mut self) {
        let change = self.dom.take_change();
        let Some(outline) = self.outline.get_mut().filter(|_| !change.structure) else { return self.forget() };
        if !outline.absorbs(&self.dom, &change) {
            return self.forget();
        }
        self.memo.renew(&change.touched);
        let is_table = |kind| kind == Kind::Table;
        let touched = change.touched.iter().filter_map(|node| outline.of_node_as(*node, is_table));
        for id in touched.chain(self.captioned.get_mut().drain(..)) {
            self.tables.get_mut().unset(id.0);
        }
        self.forget_details();
    }

    fn forget(&mut self) {
        self.memo.clear();
        self.outline = OnceCell::new();
        self.tables.get_mut().clear();
        self.captioned.get_mut().clear();
        self.forget_details();
    }

    fn forget_details(&mut self) {
        self.keys = Keys::default();
        self.heads.get_mut().clear();
        self.lists.get_mut().clear();
        self.fields.get_mut().clear();
        self.texts.get_mut().clear();
        self.reading = OnceCell::new();
        self.age_finder();
    }

    /// Shows all again.
    pub fn bare(&mut self) {
        if self.veiled.take().is_some_and(|branches| !branches.is_empty()) {
            self.dom.unveil();
            self.forget();
        }
    }

    /// Hides things, which stand for `branches`, from all that reads the tree.
    pub fn veil(&mut self, things: &[ThingId], branches: Vec<String>) {
        self.bare();
        let nodes: Vec<_> = things.iter().flat_map(|id| self.outline().extent(self.view(), *id)).collect();
        if !nodes.is_empty() {
            self.dom.veil(&nodes);
            self.forget();
        }
        self.veiled = Some(branches);
    }

    /// From now on things without a role are found too, which on large pages nobody pays for unasked.
    pub fn want_spots(&mut self) {
        if !self.spots && self.dom.len() > limits::SPOTS {
            self.forget();
        }
        self.spots = true;
    }

    /// What the app has published.
    #[must_use]
    pub fn app(&self) -> &Forest {
        &self.app
    }

    /// The tools that the page registered.
    #[must_use]
    pub fn tools(&self) -> &Toolset {
        &self.tools
    }

    /// Takes the list of the page's tools.
    pub fn set_tools(&mut self, tools: &onecall_protocol::Value) {
        self.tools.set(tools);
        self.age_finder();
    }

    /// Keeps what a tool gave.
    pub fn keep_result(&mut self, name: &str, value: onecall_protocol::Value) {
        self.tools.keep(name, value);
    }

    /// What was said of tools since it was last asked for.
    pub fn take_tool_news(&mut self) -> Vec<String> {
        self.tools.take_news()
    }

    /// Is a path below a branch that may not be read now?
    #[must_use]
    pub fn hides(&self, path: &str) -> bool {
        self.veiled.iter().flatten().any(|branch| crate::path::below(branch, path))
    }

    /// What other tabs and pages of the site published and this document has not, or not yet, and where it is or was.
    pub fn pending(&self) -> impl Iterator<Item = &(String, At)> {
        self.tools.apps().iter().filter(|(name, _)| !self.app.had(name))
    }

    /// Takes what the app has published under a name.
    pub fn publish(&mut self, name: &str, node: &onecall_protocol::Value) {
        self.app.set(name, node);
        self.age_finder();
    }

    /// The mirror.
    #[must_use]
    pub fn dom(&self) -> &Dom {
        &self.dom
    }

    /// The mirror through ARIA.
    #[must_use]
    pub fn view(&self) -> View<'_> {
        View { dom: &self.dom, memo: &self.memo }
    }

    /// The things.
    #[must_use]
    pub fn outline(&self) -> &Outline {
        let spots = self.spots || self.dom.len() <= limits::SPOTS;
        self.outline.get_or_init(|| Outline::build(self.view(), spots))
    }

    fn age_finder(&mut self) {
        if let Some(old) = self.finder.take() {
            *self.old_finder.get_mut() = Some(old);
        }
    }

    /// The index of what can be found.
    #[must_use]
    pub fn finder(&self) -> &Finder {
        self.finder.get_or_init(|| Finder::build(self, self.old_finder.take()))
    }

    pub(super) fn keys(&self) -> &Keys {
        &self.keys
    }

    /// A table thing's grid.
    #[must_use]
    pub fn table(&self, id: ThingId) -> Rc<Table> {
        memo(&self.tables, id, || {
            let node = self.outline().thing(id).map(|thing| thing.node);
            if node.is_some_and(|node| self.dom.attr(node, "aria-labelledby").is_some()) {
                self.captioned.borrow_mut().push(id);
            }
            node.map(|node| table::read(self.view(), node)).unwrap_or_default()
        })
    }

    /// A table thing's columns and extent, without its rows.
    #[must_use]
    pub fn table_head(&self, id: ThingId) -> Rc<Table> {
        if let Some(whole) = self.tables.borrow().get(id.0) {
            return whole;
        }
        memo(&self.heads, id, || {
            let node = self.outline().thing(id).map(|thing| thing.node);
            node.map(|node| table::head(self.view(), node)).unwrap_or_default()
        })
    }

    /// A list thing's items.
    #[must_use]
    pub fn list(&self, id: ThingId) -> Rc<List> {
        memo(&self.lists, id, || list::read(self.view(), self.outline(), id))
    }

    /// The main content of the page as blocks of Markdown.
    #[must_use]
    pub fn reading(&self) -> Rc<Vec<Block>> {
        self.reading.get_or_init(|| Rc::new(text::reading(self.view()))).clone()
    }

    /// All that stands in a thing's element, as blocks of Markdown.
    #[must_use]
    pub fn markdown(&self, id: ThingId) -> Rc<Vec<Block>> {
        memo(&self.texts, id, || {
            let node = self.outline().thing(id).map(|thing| thing.node);
            node.map(|node| text::markdown(self.view(), node)).unwrap_or_default()
        })
    }

    /// A field thing's facts.
    #[must_use]
    pub fn field(&self, id: ThingId) -> Rc<FieldFacts> {
        memo(&self.fields, id, || field::read(self.view(), self.outline(), id))
    }
}

fn memo<T>(kept: &RefCell<Slots<Rc<T>>>, id: ThingId, make: impl FnOnce() -> T) -> Rc<T> {
    if let Some(found) = kept.borrow().get(id.0) {
        return found;
    }
    let made = Rc::new(make());
    kept.borrow_mut().set(id.0, made.clone());
    made
}
