//! What an element turned out to be, decided when the pass leaves it.
//! It must never look at names.

use onecall_protocol::facts::{extra, flag};

use super::{Found, Frame, Grouped, NONE, RANK, Scan, cx, has_text};
use crate::model::outline::Kind;
use crate::model::outline::class::{Class, Header, Holds, Landmark, Listing};
use crate::model::outline::heads;
use crate::model::outline::judge::{self, ListTally, Stats};

/// Bytes of words on something that takes clicks without saying so; with more it is a part of the page.
const CLICKED: u32 = 60;

impl Scan<'_> {
    /// Decides what an element was, now that all it holds is known.
    pub(super) fn close(&mut self, frame: &mut Frame) {
        match frame.class {
            Class::Plain => self.close_plain(frame),
            Class::Field(holds) => {
                let value = !matches!(holds, Holds::Radio | Holds::Toggle);
                let secret = self.view.dom.has(frame.node, flag::SECRET);
                if frame.found != NONE || holds == Holds::Radio {
                    frame.stats.field(frame.seq, value, secret);
                }
            }
            Class::Editor => frame.stats.field(frame.seq, true, false),
            Class::Button => {
                let says = frame.stats.said > 0 || self.view.dom.attr(frame.node, "value").is_some_and(has_text);
                frame.stats.button(frame.seq, says);
            }
            Class::Clickable { sure } => self.close_clickable(frame, sure),
            Class::Link => {
                if let Some(list) = self.lists.last_mut() {
                    list.hear(frame.stats.hash);
                }
                frame.stats.links += 1;
            }
            Class::Heading(_) => {
                if frame.stats.text + frame.stats.said == 0 && frame.stats.images == 0 {
                    self.drop(frame.found);
                } else {
                    frame.stats.heads += 1;
                }
            }
            Class::Form => self.close_form(frame),
            Class::Group { strong } => self.close_group(frame, strong),
            Class::Landmark(landmark) => {
                if landmark == Landmark::Search {
                    self.close_group(frame, true);
                }
                frame.stats.landmarks += u32::from(!matches!(landmark, Landmark::Search | Landmark::Panel));
            }
            Class::Alert if frame.stats.text + frame.stats.said == 0 => self.drop(frame.found),
            Class::Live => {
                let stats = &frame.stats;
                self.out.slack.note(frame.node, stats.text + stats.said, judge::SAID);
                if !judge::is_said(stats) {
                    self.drop(frame.found);
                }
            }
            Class::Dialog => frame.stats.taken(),
            Class::Table(_) => self.close_table(frame),
            Class::Cell(header) => {
                let stats = &frame.stats;
                if header == Header::No
                    && stats.text + stats.said + stats.inputs + stats.images == 0
                    && let Some(table) = self.tables.last_mut()
                {
                    table.row.blank();
                }
            }
            Class::Row => self.close_row(frame),
            Class::List(_) => self.close_list(frame),
            Class::Item => {
                if let Some(list) = self.lists.last_mut() {
                    list.rich += u32::from(judge::rich(&frame.stats));
                    list.bare += u32::from(judge::bare(&frame.stats));
                }
            }
            Class::Image if frame.found != NONE => frame.stats.images += 1,
            Class::Menu | Class::Tablist | Class::Tree => frame.stats.taken(),
            _ => {}
        }
    }

    fn close_plain(&mut self, frame: &mut Frame) {
        let inside = frame.cx & (cx::FORM | cx::DIALOG | cx::ROW | cx::MENU | cx::HIDDEN | cx::INTERACTIVE) != 0;
        if inside || !frame.block || !judge::works_as_form(&frame.stats, false) {
            return;
        }
        if !matches!(self.view.dom.tag(frame.node), "html" | "body") {
            self.make_form(frame);
        }
    }

    fn close_clickable(&mut self, frame: &mut Frame, sure: bool) {
        if frame.found == NONE {
            return;
        }
        let stats = &frame.stats;
        let holds = stats.links + stats.buttons + stats.inputs + stats.owners > 0;
        let dom = self.view.dom;
        let drawn = || dom.children(frame.node).any(|child| dom.tag(child) == "svg");
        let seen = || dom.extra_text(frame.node, extra::PAINT).is_some() || drawn();
        self.out.slack.note(frame.node, stats.text + stats.said, CLICKED);
        let short = (1..=CLICKED).contains(&(stats.text + stats.said)) || stats.images > 0 || seen();
        if holds || !(sure || short) {
            self.drop(frame.found);
        } else {
            // Words shown in it are its own; of several, and of icons, each may do something else.
            let dom = self.view.dom;
            let inside = self.out.founds.iter_mut().skip(frame.found as usize + 1);
            let words = |inner: &&mut Found| inner.kind == Some(Kind::Spot) && dom.first(inner.node).is_some();
            let mut words: Vec<&mut Found> = inside.filter(words).collect();
            if let [only] = words.as_mut_slice() {
                only.dropped = true;
            }
            frame.stats.button(frame.seq, true);
        }
    }

    /// A form without fields is only how its button works, and a form around landmarks is only how the
    /// whole page posts back: neither helps an address.
    fn close_form(&mut self, frame: &mut Frame) {
        if frame.stats.inputs == 0 || frame.stats.landmarks > 0 {
            return self.drop(frame.found);
        }
        let from = frame.found as usize + 1;
        for inner in self.out.founds.iter_mut().skip(from).filter(|inner| inner.grouped != Grouped::No) {
            inner.dropped = true;
        }
        frame.stats.formed();
    }

    fn close_group(&mut self, frame: &mut Frame, strong: bool) {
        let inside = frame.cx & (cx::ROW | cx::MENU | cx::HIDDEN | cx::INTERACTIVE | cx::DIALOG) != 0;
        if inside {
            return;
        }
        if judge::works_as_form(&frame.stats, strong) {
            self.make_form(frame);
        } else if strong && judge::may_be_part(&frame.stats) && self.is_named(frame) && self.asks_several(frame) {
            self.put_form(frame, Grouped::Part);
        }
    }

    /// Does a group say what it is of?
    fn is_named(&self, frame: &Frame) -> bool {
        let dom = self.view.dom;
        let said = ["aria-label", "aria-labelledby", "title"];
        said.iter().any(|key| dom.attr(frame.node, key).is_some_and(has_text))
            || dom.tag(frame.node) == "fieldset" && dom.children(frame.node).any(|child| dom.tag(child) == "legend")
    }

    /// Does it hold two fields or more? Radio buttons of one group are one.
    fn asks_several(&self, frame: &Frame) -> bool {
        let inside = self.out.founds.iter().rev().take_while(|found| found.open >= frame.seq);
        inside.filter(|found| found.kind == Some(Kind::Field) && !found.dropped).nth(1).is_some()
    }

    fn make_form(&mut self, frame: &mut Frame) {
        // What has a button takes its parts, as a form does.
        for inner in self.out.founds.iter_mut().rev().take_while(|found| found.open > frame.seq) {
            inner.dropped |= inner.grouped == Grouped::Part;
        }
        self.put_form(frame, Grouped::Whole);
        frame.stats.formed();
    }

    fn put_form(&mut self, frame: &Frame, grouped: Grouped) {
        let index = self.put(frame, Some(Kind::Form));
        let close = self.seq;
        if let Some(found) = self.found(index) {
            found.close = close;
            found.grouped = grouped;
            found.rank = RANK + 1;
        }
    }

    fn close_row(&mut self, frame: &mut Frame) {
        let Some(table) = self.tables.last_mut() else { return };
        let head = table.end_row(frame.cx & cx::HEAD != 0);
        if frame.found == NONE {
            return;
        }
        if head {
            self.drop(frame.found);
        } else {
            table.body.push(frame.found);
        }
    }

    fn close_table(&mut self, frame: &mut Frame) {
        let Some(table) = self.tables.pop() else { return };
        let plain_head = table.plain_head() && {
            let node =
                |at: usize| table.body.get(at).and_then(|row| self.out.founds.get(*row as usize)).map(|row| row.node);
            node(0).zip(node(1)).is_some_and(|(first, second)| heads::bold_first(self.view, first, second))
        };
        for (bytes, most) in table.amounts(&frame.stats) {
            self.out.slack.note(frame.node, bytes, most);
        }
        if table.is_data(&frame.stats) {
            if plain_head && let Some(first) = table.body.first() {
                self.drop(*first);
            }
            frame.stats.owned();
            return;
        }
        self.drop(frame.found);
        for row in table.body {
            self.drop(row);
        }
    }

    fn close_list(&mut self, frame: &mut Frame) {
        let Some(list) = self.lists.pop() else { return };
        let close = self.seq;
        if let Some(item) = list.items.last().and_then(|last| self.out.founds.get_mut(*last as usize))
            && item.close == NONE
        {
            item.close = close;
        }
        if self.is_no_list(frame, &list) {
            self.drop(frame.found);
            list.items.iter().for_each(|item| self.drop(*item));
        } else {
            self.end_list(&list, &mut frame.stats);
        }
    }

    /// Lists that are only how links or a text are laid out: they would stand in the way of what is in them.
    fn is_no_list(&self, frame: &Frame, list: &ListTally) -> bool {
        let stats = &frame.stats;
        if list.items.is_empty() || stats.text + stats.said + stats.images + stats.inputs == 0 {
            return true;
        }
        if stats.inputs > 0 || frame.cx & (cx::NAV | cx::MENU) == 0 && list.owns(stats) {
            return false;
        }
        let around = frame.cx & (cx::NAV | cx::MENU | cx::CHROME) != 0;
        let named = ["aria-label", "aria-labelledby"].iter().any(|key| self.view.dom.attr(frame.node, key).is_some());
        let links = list.bare as usize == list.items.len() && frame.cx & cx::MAIN == 0;
        around || !named && (links || list.items.len() == 1 && list.listing == Listing::Items)
    }

    /// Decides whether addresses go through the items of a list.
    pub(super) fn end_list(&mut self, list: &ListTally, stats: &mut Stats) {
        if list.owns(stats) {
            return stats.owned();
        }
        for index in list.items.iter().chain([&list.found]) {
            if let Some(found) = self.found(*index) {
                found.owns = false;
            }
        }
        // What stands in a plain list says nothing about the item around the list.
        (stats.links, stats.blocks, stats.heads, stats.images) = (0, 0, 0, 0);
    }
}
