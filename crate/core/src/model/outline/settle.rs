//! Turns candidates into things: order, who owns whom, sections, landmarks, what is shown.
//! It must never judge anew what a candidate is.

use std::cell::OnceCell;

use onecall_protocol::facts::{flag, unpainted};

use super::scan::{Findings, Found};
use super::{Kind, Outline, Thing, ThingId};
use crate::model::aria::{Shown, View, Why};
use crate::model::dom::NodeId;
use crate::order::Map;

/// Reasons not to be painted that are about words only.
const WORDS: u32 = unpainted::SIZE | unpainted::COLOUR | unpainted::INDENT;

/// It has a box to be seen and clicked, and only the words in it are not to be seen: pages show a picture in their place.
fn only_words_hidden(view: View<'_>, node: NodeId) -> bool {
    let hidden = view.unpainted(node);
    hidden & WORDS != 0 && hidden & !WORDS == 0 && view.dom.has(node, flag::OPAQUE)
}

fn takes_clicks(kind: Kind) -> bool {
    matches!(kind, Kind::Button | Kind::Link | Kind::Tab | Kind::MenuItem | Kind::TreeItem)
}

/// Something open while things are laid out in order.
struct Open {
    close: u32,
    level: u8,
    /// The thing, unless it only bounds sections.
    thing: Option<ThingId>,
    /// What is inside belongs to this.
    owner: ThingId,
    section: Option<ThingId>,
    landmark: Option<ThingId>,
    /// Rows go to the table, items to the list.
    holder: ThingId,
}

pub(super) fn outline(view: View<'_>, findings: Findings<'_>) -> Outline {
    let Some(root) = view.dom.root() else { return Outline::default() };
    let shown = Visibility::new(view, &findings);
    let mut order: Vec<u32> = (0..findings.founds.len() as u32).collect();
    order.retain(|index| {
        findings.founds.get(*index as usize).is_some_and(|found| !found.dropped && !popup(view, &findings, found))
    });
    crate::order::sort_by_key(&mut order, |index| {
        findings.founds.get(*index as usize).map(|found| (found.open, found.rank, u32::MAX - found.close))
    });
    let mut layout = Layout { things: Vec::new(), ends: Vec::new(), stack: Vec::new() };
    layout.page(root);
    let mut made: Vec<Option<ThingId>> = vec![None; findings.founds.len()];
    for index in order {
        let Some(found) = findings.founds.get(index as usize) else { continue };
        layout.close_until(found.open);
        let thing = layout.put(found, |kind| shown.of(view, index, found.node, kind));
        if let Some(slot) = made.get_mut(index as usize) {
            *slot = thing;
        }
    }
    layout.close_until(u32::MAX);
    let radios = findings.radios.iter();
    let others = radios.filter_map(|(node, of)| made.get(*of as usize).copied().flatten().map(|thing| (*node, thing)));
    Outline::index(layout.things, layout.ends, others.collect(), findings.slack)
}

/// A list box that a combo box names as its popup.
fn popup(view: View<'_>, findings: &Findings<'_>, found: &Found) -> bool {
    found.kind == Some(Kind::Field)
        && !findings.popups.is_empty()
        && view.dom.attr(found.node, "role").is_some_and(|role| role.trim().eq_ignore_ascii_case("listbox"))
        && view.dom.attr(found.node, "id").is_some_and(|id| findings.popups.contains(&id))
}

struct Layout {
    things: Vec<Thing>,
    /// One past the last thing inside, per thing.
    ends: Vec<u32>,
    stack: Vec<Open>,
}

impl Layout {
    fn page(&mut self, root: NodeId) {
        let page = ThingId(0);
        self.things.push(Thing {
            kind: Kind::Page,
            node: root,
            owner: page,
            section: None,
            landmark: None,
            shown: Shown::Yes,
            owns: true,
        });
        self.ends.push(1);
        self.stack.push(Open {
            close: u32::MAX,
            level: 0,
            thing: Some(page),
            owner: page,
            section: None,
            landmark: None,
            holder: page,
        });
    }

    /// Ends what does not reach as far as `at`.
    fn close_until(&mut self, at: u32) {
        while self.stack.last().is_some_and(|open| open.close <= at) {
            self.pop();
        }
    }

    fn pop(&mut self) {
        let count = self.things.len() as u32;
        if let Some(open) = self.stack.pop()
            && let Some(ThingId(thing)) = open.thing
            && let Some(end) = self.ends.get_mut(thing as usize)
        {
            *end = count;
        }
    }

    fn put(&mut self, found: &Found, shown: impl Fn(Kind) -> Shown) -> Option<ThingId> {
        if found.kind == Some(Kind::Section) {
            while self.stack.last().is_some_and(|open| open.level >= found.level && open.level > 0) {
                self.pop();
            }
        }
        let above = self.stack.last()?;
        let (owner, section, landmark, holder) = (above.owner, above.section, above.landmark, above.holder);
        let Some(kind) = found.kind else {
            let close = found.close.min(above.close);
            self.stack.push(Open { close, level: 0, thing: None, owner, section, landmark, holder });
            return None;
        };
        let id = ThingId(self.things.len() as u32);
        let part = matches!(kind, Kind::Row | Kind::Item | Kind::MenuItem | Kind::Tab | Kind::TreeItem);
        self.things.push(Thing {
            kind,
            node: found.node,
            owner: if part { holder } else { owner },
            section,
            landmark,
            shown: shown(kind),
            owns: found.owns,
        });
        self.ends.push(id.0 + 1);
        let heading = kind == Kind::Section;
        let close = if heading { above.close } else { found.close.min(above.close) };
        let holds = matches!(kind, Kind::Table | Kind::List | Kind::Menu | Kind::Tablist | Kind::Tree);
        self.stack.push(Open {
            close,
            level: found.level,
            thing: Some(id),
            owner: if found.owns { id } else { owner },
            section: if heading { Some(id) } else { section },
            landmark: if matches!(kind, Kind::Main | Kind::Nav | Kind::Region) { Some(id) } else { landmark },
            holder: if holds { id } else { holder },
        });
        Some(id)
    }
}

/// What is shown, with hidden native controls behind their labels.
struct Visibility<'a> {
    said: Vec<(&'a str, NodeId)>,
    /// The same by what they are for, once somebody asks: few controls are hidden.
    labels: OnceCell<Map<&'a str, NodeId>>,
    radios: Map<u32, Vec<NodeId>>,
}

impl<'a> Visibility<'a> {
    fn new(_view: View<'a>, findings: &Findings<'a>) -> Self {
        let mut radios: Map<u32, Vec<NodeId>> = Map::default();
        for (node, of) in &findings.radios {
            radios.update(*of, Vec::new, |nodes| nodes.push(*node));
        }
        Self { said: findings.labels.clone(), labels: OnceCell::new(), radios }
    }

    fn of(&self, view: View<'_>, index: u32, node: NodeId, kind: Kind) -> Shown {
        let own = view.shown(node);
        if own == Shown::NotPainted && takes_clicks(kind) && only_words_hidden(view, node) {
            // Only its words are not to be seen: it shows a picture in their place.
            return Shown::Yes;
        }
        if own == Shown::Yes || kind != Kind::Field {
            return own;
        }
        if own == Shown::NotPainted && is_see_through(view, node) {
            return Shown::Yes;
        }
        let group = self.radios.get(&index).map_or(&[] as &[NodeId], Vec::as_slice);
        let any = group.iter().chain([&node]).any(|control| {
            view.shown(*control) == Shown::Yes
                || self.label(view, *control).is_some_and(|label| view.shown(label) == Shown::Yes)
        });
        if any { Shown::Yes } else { own }
    }

    /// The label that stands for a control: of one that takes clicks, wherever it is; of any other that is only transparent,
    /// because the page draws it anew.
    fn label(&self, view: View<'_>, control: NodeId) -> Option<NodeId> {
        let dom = view.dom;
        let kind = dom.attr(control, "type").unwrap_or("");
        let clicks =
            dom.tag(control) == "input" && ["checkbox", "radio", "file"].iter().any(|k| kind.eq_ignore_ascii_case(k));
        let native = matches!(dom.tag(control), "input" | "select" | "textarea");
        if !(clicks || native && view.hidden_by(control) == Some(Why::Transparent)) {
            return None;
        }
        let labels = self.labels.get_or_init(|| self.said.iter().copied().collect());
        let by_id = dom.attr(control, "id").and_then(|id| labels.get(id).copied());
        by_id.or_else(|| dom.ancestors(control).take(8).find(|above| dom.tag(*above) == "label"))
    }
}

/// The text box of a combo box that shows what was chosen in its place, and is transparent meanwhile: react-select.
fn is_see_through(view: View<'_>, node: NodeId) -> bool {
    let dom = view.dom;
    let combobox = dom.tag(node) == "input" && dom.attr(node, "role") == Some("combobox");
    combobox && !dom.has(node, flag::OPAQUE) && dom.parent(node).is_some_and(|above| view.shown(above) == Shown::Yes)
}
