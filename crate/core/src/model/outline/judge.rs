//! What containers are, judged by counts: data or layout table, list whose items own what they hold,
//! group that works as a form. Rules only: it must never change a candidate.

use super::class::{Header, Listing, Says};
use super::heads::Heads;

/// Counts of what an element holds, itself included once it is left.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Stats {
    /// Links.
    pub links: u32,
    /// Buttons, and those of them with words.
    pub buttons: u32,
    pub saying: u32,
    /// Fields, those that hold more than on and off, secret ones: each only while no container took them.
    pub fields: u32,
    pub values: u32,
    pub secrets: u32,
    /// Fields, whoever took them.
    pub inputs: u32,
    /// Where the last field and the last button stood.
    pub last_field: u32,
    pub last_button: u32,
    /// Headings, images with names, landmarks, blocks.
    pub heads: u32,
    pub images: u32,
    /// Icons that hold nothing.
    pub icons: u32,
    pub landmarks: u32,
    pub blocks: u32,
    /// Tables and lists that own, and forms.
    pub owners: u32,
    pub forms: u32,
    /// Characters outside and inside of what can be clicked.
    pub text: u32,
    pub said: u32,
    /// Of the clickable text.
    pub hash: u64,
}

impl Stats {
    pub(super) fn text(&mut self, text: &str, clickable: bool) {
        let length = text.len() as u32;
        if clickable {
            self.said = self.said.saturating_add(length);
            for byte in text.bytes() {
                self.hash = (self.hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
            }
        } else {
            self.text = self.text.saturating_add(length);
        }
    }

    pub(super) fn field(&mut self, at: u32, value: bool, secret: bool) {
        self.fields += 1;
        self.inputs += 1;
        self.values += u32::from(value);
        self.secrets += u32::from(secret);
        self.last_field = at;
        self.text = 0;
    }

    pub(super) fn button(&mut self, at: u32, says: bool) {
        self.buttons += 1;
        self.saying += u32::from(says);
        self.last_button = at;
    }

    /// A container took its controls: they say nothing about what is around it.
    pub(super) fn taken(&mut self) {
        let Self { inputs, landmarks, text, said, owners, forms, .. } = *self;
        *self = Self { inputs, landmarks, text, said, owners, forms, ..Self::default() };
    }

    /// A form took its content.
    pub(super) fn formed(&mut self) {
        self.taken();
        self.forms += 1;
    }

    /// A table or list took its content.
    pub(super) fn owned(&mut self) {
        self.taken();
        self.owners += 1;
    }

    pub(super) fn merge(&mut self, of: &Self) {
        self.links += of.links;
        self.buttons += of.buttons;
        self.saying += of.saying;
        self.fields += of.fields;
        self.values += of.values;
        self.secrets += of.secrets;
        self.inputs += of.inputs;
        self.last_field = self.last_field.max(of.last_field);
        self.last_button = self.last_button.max(of.last_button);
        self.heads += of.heads;
        self.images += of.images;
        self.icons += of.icons;
        self.landmarks += of.landmarks;
        self.blocks += of.blocks;
        self.owners += of.owners;
        self.forms += of.forms;
        self.text = self.text.saturating_add(of.text);
        self.said = self.said.saturating_add(of.said);
        self.hash = self.hash.wrapping_mul(31).wrapping_add(of.hash);
    }
}

/// Does an item hold more than a link, a button or words?
pub(super) fn rich(stats: &Stats) -> bool {
    let controls = stats.buttons + stats.fields;
    let words = stats.text > 0 || stats.heads > 0;
    controls >= 2
        || controls == 1 && stats.links >= 1
        || stats.buttons == 1 && words
        || stats.heads >= 1 && stats.links >= 1
        || stats.images >= 1 && stats.links >= 1 && stats.text > 0
        || stats.links >= 2 && stats.blocks >= 2
        || stats.icons >= 2 && words && stats.blocks > 0
        || stats.owners + stats.forms >= 1
}

/// Is an item nothing but a link or a button?
pub(super) fn bare(stats: &Stats) -> bool {
    stats.links + stats.buttons == 1 && stats.text == 0 && stats.inputs + stats.owners + stats.forms == 0
}

/// Does a group do the work of a form? A strong one says that it groups controls, a weak one must look the part.
pub(super) fn works_as_form(stats: &Stats, strong: bool) -> bool {
    if stats.fields == 0 || stats.buttons == 0 || stats.owners + stats.forms > 0 || stats.landmarks > 0 {
        return false;
    }
    if strong {
        return true;
    }
    (stats.fields >= 2 && stats.values >= 1 || stats.secrets >= 1)
        && stats.saying >= 1
        && stats.last_button > stats.last_field
        && stats.links <= 6
        && stats.buttons <= stats.fields + 3
}

/// May a group of fields without a button be one that works as a form?
pub(super) fn may_be_part(stats: &Stats) -> bool {
    stats.fields > 1 && stats.buttons == 0 && stats.owners + stats.forms + stats.landmarks == 0
}

/// Does a live region say something, or does it only show what came of something else: a list of results, a form?
pub(super) fn is_said(stats: &Stats) -> bool {
    let controls = stats.inputs + stats.owners + stats.forms + stats.landmarks;
    controls == 0 && stats.heads < 2 && (1..=SAID).contains(&(stats.text + stats.said))
}

/// Bytes up to which a live region without a role is a message.
pub(super) const SAID: u32 = 600;

/// What is known of a list while it is read.
#[derive(Debug)]
pub(super) struct ListTally {
    pub listing: Listing,
    pub found: u32,
    pub items: Vec<u32>,
    pub rich: u32,
    pub bare: u32,
    /// Hashes of link texts.
    heard: Vec<u64>,
}

/// Link texts that are remembered per list: enough to see that they repeat.
const HEARD: usize = 200;

impl ListTally {
    pub(super) fn new(listing: Listing, found: u32) -> Self {
        Self { listing, found, items: Vec::new(), rich: 0, bare: 0, heard: Vec::new() }
    }

    pub(super) fn hear(&mut self, hash: u64) {
        if self.heard.len() < HEARD {
            self.heard.push(hash);
        }
    }

    /// Do addresses of what is inside go through its items?
    pub(super) fn owns(&self, stats: &Stats) -> bool {
        let terms = self.listing == Listing::Terms;
        if terms && stats.buttons + stats.fields > 0 {
            return true;
        }
        if self.rich > 0 && self.rich as usize * 2 >= self.items.len() {
            return true;
        }
        // "View", "View", "View": only the item tells them apart.
        let mut heard = self.heard.clone();
        crate::order::sort(&mut heard);
        heard.dedup();
        let total = self.heard.len();
        self.items.len() >= 2 && total >= 2 && (total - heard.len()) * 10 >= total * 3
    }
}

/// Cells of the row being read.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct RowTally {
    cells: u32,
    headers: u32,
    /// Headers that are not their row's only.
    columns: u32,
    /// The first cell, and so far the only one, is empty and no header.
    corner: bool,
}

impl RowTally {
    pub(super) fn add(&mut self, header: Header) {
        self.cells += 1;
        self.headers += u32::from(header != Header::No);
        self.columns += u32::from(header == Header::Column);
    }

    /// A cell without content, which is no header, ended.
    pub(super) fn blank(&mut self) {
        self.corner |= self.cells == 1;
    }
}

/// What is known of a table while it is read.
#[derive(Debug, Default)]
pub(super) struct TableTally {
    pub says: Says,
    pub caption: bool,
    pub nested: u32,
    /// It stands in another table.
    pub inner: bool,
    pub row: RowTally,
    /// Rows below the header rows.
    pub body: Vec<u32>,
    rows: u32,
    widest: u32,
    /// Rows as wide as the widest.
    wide: u32,
    cells: u32,
    headers: u32,
    head: bool,
    heads: Heads,
}

impl TableTally {
    pub(super) fn new(says: Says, inner: bool) -> Self {
        Self { says, inner, ..Self::default() }
    }

    /// Ends a row; true where it is a header row.
    pub(super) fn end_row(&mut self, in_head: bool) -> bool {
        let row = std::mem::take(&mut self.row);
        self.rows += 1;
        self.cells += row.cells;
        self.headers += row.headers;
        if row.cells > self.widest {
            (self.widest, self.wide) = (row.cells, 0);
        }
        self.wide += u32::from(row.cells == self.widest && row.cells > 0);
        let head = self.heads.end_row(in_head, row.cells, row.columns + u32::from(row.corner && row.cells > 1));
        self.head |= head;
        head || row.cells == 0
    }

    /// No cell says that it is a header: the look of the first row may.
    pub(super) fn plain_head(&self) -> bool {
        self.headers == 0 && !self.head && self.body.len() >= 2
    }

    /// What [`Self::is_data`] goes by: bytes of words, and how many there may be.
    pub(super) fn amounts(&self, stats: &Stats) -> [(u32, u32); 2] {
        [
            (stats.text, self.cells.saturating_mul(80)),
            (stats.text.saturating_add(stats.said), self.cells.saturating_mul(300)),
        ]
    }

    /// Data or layout? After what browsers do for assistive technology.
    pub(super) fn is_data(&self, stats: &Stats) -> bool {
        match self.says {
            Says::Data => return true,
            Says::Layout => return false,
            Says::Nothing => {}
        }
        let labels_and_fields =
            stats.inputs > 0 && stats.inputs * 10 >= self.rows * 7 && self.widest <= 2 && !self.head;
        if stats.landmarks > 0 || labels_and_fields {
            return false;
        }
        if self.caption || self.headers > 0 || self.head {
            return true;
        }
        if self.nested > 0 || stats.heads > 0 || stats.owners + stats.forms > 0 {
            return false;
        }
        let [short, fits] = self.amounts(stats).map(|(bytes, most)| bytes <= most);
        // A single row says little; it is data where there is nothing but words in it.
        let controls = stats.links + stats.buttons + stats.inputs + stats.images;
        if self.rows == 1 || self.widest == 1 {
            let alone = self.rows > 1 || self.widest > 1 || !self.inner;
            return alone && controls == 0 && stats.text > 0 && short;
        }
        let even = self.wide * 10 >= self.rows * 6;
        even && fits
    }
}
