//! Raw facts: what capture reports about a document. It knows no roles and no names.
//!
//! A piece of facts is a head (JSON), a stream of `u32` words and one string that holds the piece's
//! string table, its entries joined by U+0000 (capture replaces U+0000 inside a string by U+FFFD).
//! A *string* in the stream is an index into that table. Records, in document order of the flat tree:
//!
//! | record | words |
//! |---|---|
//! | element | `1 \| flags << 4`, handle, tag (string, lower case), `attrs \| extras << 16`, then attrs × (name, value) and extras × (kind, value), then its children, then an end |
//! | text | `2`, string |
//! | end | `0` |
//! | replace | `3`, handle, then one element record: it takes the place of the element with that handle |
//! | keep | `4`, handle: the child stands here unchanged since the base revision |
//! | patch | as element but `5 \| flags << 4` and no children, no end: only the element's own facts changed |
//!
//! A full piece (`base` 0) is one element record for the document element (and its end), then any number of patch
//! records. A delta is any number of replace and patch records; where nothing changed it has none and `rev` is `base`. Facts larger than [`PART_WORDS`] are sent in parts, cut
//! between records; each part has its own string table, and the last has `part + 1 == parts`.

use serde::{Deserialize, Serialize};

use crate::form::take_struct;
use crate::{DocId, Handle};

/// Words in one part at the most: 1 MB, so that no message blocks the worker's port (platform.md).
pub const PART_WORDS: usize = 262_144;

/// What kind of record a word starts; the low four bits.
pub mod op {
    /// End of an element's children.
    pub const END: u32 = 0;
    /// An element with its children.
    pub const ELEMENT: u32 = 1;
    /// A text node.
    pub const TEXT: u32 = 2;
    /// An element's subtree as it is now.
    pub const REPLACE: u32 = 3;
    /// A child that did not change.
    pub const KEEP: u32 = 4;
    /// An element's own facts as they are now.
    pub const PATCH: u32 = 5;
}

/// Bits of an element's flags (28 in all), as computed by the browser.
pub mod flag {
    /// Takes part in rendering (`display` is not `none` on it or above; `content-visibility`).
    pub const RENDERED: u32 = 1;
    /// `visibility` is `visible`.
    pub const VISIBLE: u32 = 1 << 1;
    /// No `opacity: 0` on it or above.
    pub const OPAQUE: u32 = 1 << 2;
    /// Its box starts on a line of its own (block, flex, grid, table, list-item …).
    pub const BLOCK: u32 = 1 << 3;
    /// A checked checkbox or radio button.
    pub const CHECKED: u32 = 1 << 4;
    /// A checkbox in between.
    pub const INDETERMINATE: u32 = 1 << 5;
    /// Matches `:disabled` (so a disabled fieldset counts).
    pub const DISABLED: u32 = 1 << 6;
    /// A selected option.
    pub const SELECTED: u32 = 1 << 7;
    /// Constraint validation finds fault with it (`validity.valid` is false).
    pub const INVALID: u32 = 1 << 8;
    /// Matches `:modal`, or says `aria-modal` and clicks beside it reach nothing else.
    pub const MODAL: u32 = 1 << 9;
    /// An open dialog, details or popover.
    pub const OPEN: u32 = 1 << 10;
    /// The host of a `contenteditable` region (not its descendants).
    pub const EDITOR: u32 = 1 << 11;
    /// `readOnly` of a form control.
    pub const READONLY: u32 = 1 << 12;
    /// `required` of a form control.
    pub const REQUIRED: u32 = 1 << 13;
    /// Its value is withheld: a password, a one-time code, a card number …
    pub const SECRET: u32 = 1 << 14;
    /// In the SVG namespace.
    pub const SVG: u32 = 1 << 15;
    /// Its children are those of its shadow root.
    pub const SHADOW_HOST: u32 = 1 << 16;
    /// It has a shadow root that the page's own scripts cannot read. With [`SHADOW_HOST`] the kit could, and its
    /// children are those of the root; answer them only under the rule on what the page could not read (design.md §8).
    pub const CLOSED: u32 = 1 << 17;
    /// A frame whose document cannot be read from here.
    pub const FOREIGN: u32 = 1 << 18;
    /// `tabIndex >= 0`.
    pub const FOCUSABLE: u32 = 1 << 19;
    /// `inert` on it or above.
    pub const INERT: u32 = 1 << 20;
    /// `display: inline-block`, `inline-flex` …: inline outside, but its text stands apart.
    pub const INLINE_BLOCK: u32 = 1 << 21;
    /// Shows a pointer as cursor where its parent does not: likely takes clicks.
    pub const POINTER: u32 = 1 << 22;
    /// In the MathML namespace.
    pub const MATHML: u32 = 1 << 23;
}

/// Kinds of extras: facts that are neither attributes nor flags.
pub mod extra {
    /// Current value of a control (string). Absent where [`super::flag::SECRET`] is set.
    pub const VALUE: u32 = 1;
    /// `validationMessage` (string).
    pub const VALIDITY: u32 = 2;
    /// `::before` content (string), where it has text.
    pub const BEFORE: u32 = 3;
    /// `::after` content (string), where it has text.
    pub const AFTER: u32 = 4;
    /// Tree scope for ids (handle of the shadow host or frame element whose tree it is in; 0 is the
    /// document). Given where it differs from the parent's in the flat tree.
    pub const SCOPE: u32 = 5;
    /// An element of `ariaLabelledByElements` set by property (handle); may stand several times.
    pub const LABELLED_BY: u32 = 6;
    /// An element of `ariaDescribedByElements` set by property (handle).
    pub const DESCRIBED_BY: u32 = 7;
    /// Names of the files chosen (string), one extra per file.
    pub const FILE: u32 = 8;
    /// Why it is not painted (bits of [`super::unpainted`]), where it is not.
    pub const UNPAINTED: u32 = 9;
    /// An ARIA property set through element internals or by IDL only (string), like `role=button`.
    pub const INTERNALS: u32 = 10;

    /// `text-transform`, where it differs from the parent's: 0 none, 1 uppercase, 2 lowercase, 3 capitalize,
    /// 4 full-width, 5 full-size-kana. Names are made of text as it is shown; text nodes hold it as it is written.
    pub const TRANSFORM: u32 = 11;

    /// 1 where a table's style sets its cells off by lines, colours or stripes; asked only where its markup does not say
    /// that it is data.
    pub const RULED: u32 = 12;

    /// What is seen of an element that holds nothing, of a shape or of words in a drawing (string): `#rrggbb` or `-`, then
    /// left, top, width and height in the document, then the corners of a polygon. Only on small pages.
    pub const PAINT: u32 = 13;

    /// The form of a control (handle), where it is not around it: tied by `form`, or by the parser where a form was begun
    /// inside a table.
    pub const FORM: u32 = 14;

    /// True for the kinds whose value is a string index.
    #[must_use]
    pub const fn is_string(kind: u32) -> bool {
        matches!(kind, VALUE | VALIDITY | BEFORE | AFTER | FILE | INTERNALS | PAINT)
    }
}

/// Reasons why an element with a box is not painted. [`SIZE`](unpainted::SIZE), [`COLOUR`](unpainted::COLOUR) and
/// [`INDENT`](unpainted::INDENT) are about its own text; the others take all that is inside it along. `opacity` is [`flag::OPAQUE`].
pub mod unpainted {
    /// Its font has no size.
    pub const SIZE: u32 = 1;
    /// It is clipped to nothing, and is not one of the small boxes by which pages speak to screen readers only.
    pub const CLIPPED: u32 = 2;
    /// It is scaled to nothing.
    pub const SCALED: u32 = 4;
    /// It stands where nobody can scroll to.
    pub const OFFSCREEN: u32 = 8;
    /// Its box has no size and cuts off what does not fit in.
    pub const EMPTY: u32 = 16;
    /// Its text has no colour, or that of what is behind it.
    pub const COLOUR: u32 = 32;
    /// Its words are moved out of sight, as pages do that show a picture in their place.
    pub const INDENT: u32 = 64;
}

/// The head of a piece of facts.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase", default)]
pub struct Head {
    /// The document.
    pub doc: DocId,
    /// Revision that these facts bring the core to; from 1.
    pub rev: u32,
    /// Revision they build on; 0 for full facts.
    pub base: u32,
    /// This part, from 0.
    pub part: u32,
    /// How many parts there are; at least 1.
    pub parts: u32,
    /// `location.href`.
    pub url: String,
    /// `document.title`.
    pub title: String,
    /// `document.documentElement.lang`.
    pub lang: String,
    /// `document.readyState`.
    pub ready: String,
    /// Handle of the focused element, 0 for none.
    pub active: Handle,
}

/// A piece of facts, as kept in `facts.json` of a test case and sent over a port.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Facts {
    /// What it is about.
    pub head: Head,
    /// The records.
    pub nodes: Vec<u32>,
    /// The string table, joined by U+0000.
    pub text: String,
}

take_struct!(Head { doc, rev, base, part, parts, url, title, lang, ready, active });
