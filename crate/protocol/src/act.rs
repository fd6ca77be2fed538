//! The primitive acts that a step of a plan is made of. The page kit knows no others; it must never be given one whose
//! element and facts do not stand beside it.

use serde::Serialize;

use crate::file::File;
use crate::{Handle, Value};

/// Primitive acts of the page kit. The core maps members to these.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(tag = "verb", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum Act {
    /// Pointer and mouse events, then a click.
    Click,
    /// Two clicks and `dblclick`.
    DoubleClick,
    /// Pointer and mouse over, enter and move.
    Hover,
    /// Set the text of a text-like control (dates in ISO form, colours, ranges, numbers as text).
    SetValue {
        /// The new text.
        text: String,
        /// A secret: never put it into an outcome.
        secret: bool,
    },
    /// Make the options of a native select that stand at these positions (from 0) the selected ones.
    SelectOptions {
        /// Positions among the select's options.
        positions: Vec<u32>,
    },
    /// Put a date into a text field by the calendar that it opens; where none opens, as [`Act::SetValue`].
    PickDate {
        /// `2026-11-30`, `2026-11-30T14:30`.
        iso: String,
    },
    /// Open or close what expands, where it is not so already.
    Expand {
        /// The state.
        on: bool,
    },
    /// Bring a checkbox, radio button or switch to this state (by clicking where it differs).
    Check {
        /// The state.
        on: bool,
    },
    /// Replace (or append to) what an editor holds.
    EditText {
        /// The text.
        text: String,
        /// Append instead of replace.
        append: bool,
    },
    /// Put files into a file input.
    Attach {
        /// The files.
        files: Vec<File>,
    },
    /// Submit a form (`requestSubmit`), by this button where one is named.
    Submit {
        /// Handle of the submit button, 0 for none.
        by: Handle,
    },
    /// Reset a form.
    Reset,
    /// A key, e.g. `Enter`, `Escape`, `Control+a`, `x`.
    Press {
        /// The key with its modifiers.
        key: String,
    },
    /// Give it the focus.
    Focus,
    /// Scroll it into view, or what is in it.
    ScrollTo {
        /// Empty: it itself. `start`, `end`, `next`, `back`: what is in it. `place`: what stands at `to` in it.
        what: String,
        /// For `place`: `aria-rowindex` or `aria-posinset` where its rows say it, else the number of the row from 1.
        to: Option<f64>,
    },
    /// Select a text inside it, as a person marks it with the mouse; all of it where `text` is empty.
    SelectText {
        /// The words, as they are shown.
        text: String,
    },
    /// Drag it onto another element.
    DragTo {
        /// The other element.
        onto: Handle,
    },
    /// Close a dialog or popover that the browser manages.
    Close,
    /// Play, pause or seek media.
    Media {
        /// `play`, `pause` or `seek`.
        what: String,
        /// Seconds, for `seek`.
        to: Option<f64>,
    },
    /// Ring it for the person.
    Highlight {
        /// What to say beside it.
        message: String,
    },
    /// How JS dialogs that acts open are answered from now on in this document. Until then they are dismissed.
    Dialogs {
        /// Accept `confirm` and `prompt` instead of dismissing them.
        accept: bool,
        /// What an accepted `prompt` is answered with; absent: what the page suggests.
        text: Option<String>,
    },
    /// Go to an address.
    Goto {
        /// Absolute URL.
        url: String,
    },
    /// Go back or forward.
    History {
        /// -1 or 1.
        delta: i32,
    },
    /// Reload the document.
    Reload,
    /// Read a published value. This and the next three are done by the provider, in the page's own script world;
    /// what comes of them is `done` with a `value` that only the core reads.
    AppGet {
        /// The published node.
        node: u32,
        /// Its property.
        name: String,
        /// Where inside the value: keys and positions.
        within: Vec<Value>,
        /// Of a list: the first item wanted.
        from: u32,
        /// Of a list: how many.
        most: u32,
    },
    /// Assign a published property.
    AppSet {
        /// The published node.
        node: u32,
        /// Its property.
        name: String,
        /// The value, checked.
        value: Value,
    },
    /// Call a published method.
    AppCall {
        /// The published node.
        node: u32,
        /// Its method.
        name: String,
        /// For a method of a list's item: the list's name, then the item's key.
        item: Vec<Value>,
        /// Named arguments, checked.
        args: Value,
    },
    /// Use a tool or a published object that only another open tab of the site has: the host asks the document there,
    /// under its own rules.
    TabCall {
        /// The document, as the host names it.
        doc: String,
        /// The operation, as an agent there would send it.
        input: Value,
    },
    /// Call a tool that the page registered.
    ToolCall {
        /// The tool.
        name: String,
        /// Its input, checked.
        args: Value,
    },
}
