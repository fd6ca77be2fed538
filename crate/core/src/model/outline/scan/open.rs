//! What an element opens: its candidate, and what everything below it stands inside of.
//! It must never decide what needs the element's content: that is `close`'s.

use super::{Frame, NONE, Scan, cx, has_text};
use crate::model::outline::Kind;
use crate::model::outline::class::{Attrs, Class, Holds, Landmark, Listing};
use crate::model::outline::judge::{ListTally, RowTally, TableTally};

impl<'a> Scan<'a> {
    /// Records the candidate that an element opens, and what is inside of it.
    pub(super) fn open(&mut self, frame: &mut Frame, attrs: Attrs<'a>) {
        let put = |scan: &mut Self, frame: &mut Frame, kind: Kind| frame.found = scan.put(frame, Some(kind));
        match frame.class {
            Class::Plain | Class::Opaque => {}
            Class::Bound => frame.found = self.put(frame, None),
            Class::Field(holds) => self.open_field(frame, holds, attrs),
            Class::RadioGroup => {
                put(self, frame, Kind::Field);
                frame.radiogroup = frame.found;
            }
            Class::Button => {
                put(self, frame, Kind::Button);
                frame.cx |= cx::INTERACTIVE | cx::BUTTON;
            }
            Class::Clickable { sure } => {
                let tag = self.view.dom.tag(frame.node);
                if frame.cx & (cx::INTERACTIVE | cx::MENU) == 0 && !matches!(tag, "html" | "body") {
                    put(self, frame, Kind::Button);
                    frame.cx |= if sure { cx::INTERACTIVE } else { 0 };
                }
            }
            Class::Link => {
                put(self, frame, Kind::Link);
                frame.cx |= cx::INTERACTIVE;
            }
            Class::Heading(_) => put(self, frame, Kind::Section),
            Class::Form => {
                put(self, frame, Kind::Form);
                frame.cx |= cx::FORM;
                frame.form = frame.found;
            }
            Class::Group { .. } => frame.found = self.put(frame, None),
            Class::Landmark(landmark) => self.open_landmark(frame, landmark),
            Class::Dialog => {
                put(self, frame, Kind::Dialog);
                frame.cx |= cx::DIALOG;
            }
            Class::Alert | Class::Live => put(self, frame, Kind::Alert),
            Class::Table(_) | Class::Head | Class::Row | Class::Cell(_) | Class::Caption => self.open_table(frame),
            Class::List(_) | Class::Item | Class::Term => self.open_list(frame),
            Class::Menu => {
                put(self, frame, Kind::Menu);
                frame.cx |= cx::MENU;
            }
            Class::MenuItem => {
                put(self, frame, Kind::MenuItem);
                frame.cx |= cx::MENU;
            }
            Class::Tablist => put(self, frame, Kind::Tablist),
            Class::Tab => {
                put(self, frame, Kind::Tab);
                frame.cx |= cx::INTERACTIVE;
            }
            Class::Tree => put(self, frame, Kind::Tree),
            Class::TreeItem => put(self, frame, Kind::TreeItem),
            Class::Image => self.open_image(frame, attrs),
            Class::Media => put(self, frame, Kind::Media),
            Class::Editor => put(self, frame, Kind::Editor),
            Class::Canvas => put(self, frame, Kind::Canvas),
            Class::Frame => put(self, frame, Kind::Frame),
            Class::Closed => put(self, frame, Kind::Closed),
            Class::Label => {
                if let Some(of) = self.view.dom.attr(frame.node, "for") {
                    self.out.labels.push((of, frame.node));
                }
            }
        }
    }

    fn open_field(&mut self, frame: &mut Frame, holds: Holds, attrs: Attrs<'a>) {
        let dom = self.view.dom;
        match holds {
            Holds::Radio => return self.open_radio(frame, attrs),
            Holds::Listbox if frame.cx & cx::COMBO != 0 => return,
            Holds::Combobox => {
                frame.cx |= cx::COMBO;
                for key in ["aria-controls", "aria-owns"] {
                    let ids = dom.attr(frame.node, key).unwrap_or("");
                    self.out.popups.extend(ids.split_ascii_whitespace());
                }
            }
            _ => {}
        }
        // An old pattern of combo boxes: a wrapper has the role, and the text box stands inside it.
        let inner = self.frames.iter().rev().take(3).any(|above| above.class == Class::Field(Holds::Combobox));
        if !(inner && holds == Holds::Value) {
            frame.found = self.put(frame, Some(Kind::Field));
        }
    }

    /// Radio buttons of one name in one form are one field; so are those of one `radiogroup`.
    fn open_radio(&mut self, frame: &mut Frame, attrs: Attrs<'a>) {
        let dom = self.view.dom;
        let native = attrs.kind.is_some() && dom.tag(frame.node) == "input";
        if frame.radiogroup != NONE {
            self.out.radios.push((frame.node, frame.radiogroup));
            return;
        }
        let name = if native { dom.attr(frame.node, "name").unwrap_or("") } else { "" };
        let key = if native { (frame.form, name) } else { (frame.seq_of_parent(&self.frames), "\0aria") };
        if name.is_empty() && native {
            frame.found = self.put(frame, Some(Kind::Field));
            return;
        }
        let found = match self.groups.get(&key) {
            Some(found) => *found,
            None => {
                frame.found = self.put(frame, Some(Kind::Field));
                self.groups.insert(key, frame.found);
                frame.found
            }
        };
        self.out.radios.push((frame.node, found));
    }

    fn open_landmark(&mut self, frame: &mut Frame, landmark: Landmark) {
        let kind = match landmark {
            Landmark::Main => Kind::Main,
            Landmark::Nav => Kind::Nav,
            _ => Kind::Region,
        };
        frame.found = self.put(frame, Some(kind));
        match landmark {
            Landmark::Nav => frame.cx |= cx::NAV,
            Landmark::Main => frame.cx |= cx::MAIN,
            Landmark::Chrome => frame.cx |= cx::CHROME,
            _ => {}
        }
    }

    fn open_table(&mut self, frame: &mut Frame) {
        match frame.class {
            Class::Table(says) => {
                frame.found = self.put(frame, Some(Kind::Table));
                frame.cx &= !(cx::HEAD | cx::ROW);
                let inner = !self.tables.is_empty();
                if let Some(outer) = self.tables.last_mut() {
                    outer.nested += 1;
                }
                self.tables.push(TableTally::new(says, inner));
            }
            Class::Head => frame.cx |= cx::HEAD,
            Class::Row if !self.tables.is_empty() => {
                frame.found = self.put(frame, Some(Kind::Row));
                frame.cx |= cx::ROW;
                if let Some(table) = self.tables.last_mut() {
                    table.row = RowTally::default();
                }
            }
            Class::Cell(header) => {
                if let Some(table) = self.tables.last_mut() {
                    table.row.add(header);
                }
            }
            Class::Caption => {
                if let Some(table) = self.tables.last_mut() {
                    table.caption = true;
                }
            }
            _ => {}
        }
    }

    fn open_list(&mut self, frame: &mut Frame) {
        match frame.class {
            Class::List(listing) => {
                frame.found = self.put(frame, Some(Kind::List));
                if listing == Listing::Feed {
                    frame.cx |= cx::FEED;
                }
                self.lists.push(ListTally::new(listing, frame.found));
            }
            Class::Item if !self.lists.is_empty() => {
                frame.found = self.put(frame, Some(Kind::Item));
                if let Some(list) = self.lists.last_mut() {
                    list.items.push(frame.found);
                }
            }
            Class::Term => {
                let seq = frame.seq;
                let Some(list) = self.lists.last_mut().filter(|list| list.listing == Listing::Terms) else { return };
                // A term's item reaches down to the next term; several terms of one description share it.
                let before = list.items.last().copied();
                if let Some(item) = before.and_then(|before| self.out.founds.get_mut(before as usize))
                    && item.close == NONE
                {
                    item.close = seq;
                }
                frame.found = self.put(frame, Some(Kind::Item));
                if let Some(list) = self.lists.last_mut() {
                    list.items.push(frame.found);
                }
            }
            _ => {}
        }
    }

    fn open_image(&mut self, frame: &mut Frame, attrs: Attrs<'a>) {
        let dom = self.view.dom;
        let named = attrs.named
            || dom.tag(frame.node) == "svg"
            || ["alt", "title"].iter().any(|key| dom.attr(frame.node, key).is_some_and(has_text));
        if named && frame.cx & cx::BUTTON == 0 {
            frame.found = self.put(frame, Some(Kind::Image));
        }
    }
}
