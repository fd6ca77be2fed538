//! What can stand at a path. It must never hold text of the page other than keys.

use onecall_protocol::Value;

pub use super::ask::Ask;
use super::query::Query;
use super::verb::Verb;
use crate::model::outline::{Kind, ThingId};
use crate::path::Path;

/// A place in the tree.
#[derive(Debug, Clone, PartialEq)]
pub enum Place {
    /// The overview of everything.
    Overview,
    /// A thing of the page.
    Thing(ThingId),
    /// Several things of one kind.
    Group(Group),
    /// A value of a thing.
    Property(ThingId, Property),
    /// Some of a value that has parts: text blocks, options, columns.
    Sliced(ThingId, Property, (Option<i64>, Option<i64>)),
    /// Something a thing can be told.
    Verb(ThingId, Verb),
    /// Something a cell of a row can be told, by column.
    CellVerb(ThingId, usize, Verb),
    /// Something a group can be asked: named, not called yet.
    Asking(Group, Ask),
    /// Something that the app has published.
    App(super::app::Spot),
    /// A tool of the page, or a collection of them.
    Tool(super::tools::Spot),
    /// The search, named, not called yet.
    Find,
    /// The search for this.
    Found(String),
    /// Code mode.
    Run,
    /// The log of events, or some of it.
    Events(Option<(Option<i64>, Option<i64>)>),
    /// A question to the log, named, not called yet.
    Listening(Listen),
}

/// Names a path may begin with.
pub const ROOTS: [&str; 4] = ["page", "events", "find", "run"];

/// Questions to the log of events.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Listen {
    /// What came after a number.
    Since,
    /// What comes next.
    Wait,
}

impl Listen {
    /// All, with name, signature and summary.
    pub const ALL: [(Self, &'static str, &'static str, &'static str); 2] = [
        (Self::Since, "since", "since(number)", "Events with a higher number than this; 0 is all that are kept."),
        (
            Self::Wait,
            "wait",
            "wait({kind?, text?, since?, timeout?})",
            "Waits for an event that no answer has shown yet, at most timeout seconds (20 unless said, 120 at most).",
        ),
    ];

    /// Its name.
    #[must_use]
    pub fn name(self) -> &'static str {
        Self::ALL.iter().find(|(of, ..)| *of == self).map_or("", |(_, name, ..)| name)
    }
}

/// Several things of one kind, in document order.
#[derive(Debug, Clone, PartialEq)]
pub struct Group {
    /// Owned by, or inside of.
    pub of: ThingId,
    /// The kind.
    pub kind: Kind,
    /// The things, before the query.
    pub things: Vec<ThingId>,
    /// Which of them, and what of them.
    pub query: Query,
}

macro_rules! properties {
    ($($id:ident $name:literal $doc:literal;)*) => {
        /// Values of things.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum Property {
            $(#[doc = $doc] $id,)*
            /// A cell of a row, by column.
            Cell(usize),
            /// A field that the items of a list share, by position.
            Part(usize),
        }
        impl Property {
            /// All that have a name of their own.
            pub const ALL: &'static [Self] = &[$(Self::$id,)*];
            /// By its name.
            #[must_use]
            pub fn parse(name: &str) -> Option<Self> { match name { $($name => Some(Self::$id),)* _ => None } }
            /// By what a page's own script would call it.
            #[must_use]
            pub fn meant(name: &str) -> Option<Self> {
                Some(match name {
                    "innerText" | "textContent" | "innerHTML" | "outerHTML" => Self::Text,
                    "checked" | "disabled" | "selected" | "expanded" | "states" => Self::State,
                    "href" | "src" => Self::Url,
                    "placeholder" => Self::Hint,
                    "label" | "ariaLabel" => Self::Name,
                    "headers" | "keys" => Self::Columns,
                    _ => return None,
                })
            }
            /// Its name; cells and parts are named by their column.
            #[must_use]
            pub const fn name(self) -> &'static str { match self { $(Self::$id => $name,)* Self::Cell(_) | Self::Part(_) => "" } }
            /// What it is.
            #[must_use]
            pub const fn summary(self) -> &'static str { match self { $(Self::$id => $doc,)* Self::Cell(_) => "A cell.", Self::Part(_) => "A part of an item." } }
        }
    };
}

properties! {
    Title "title" "The document's title.";
    Url "url" "Its address.";
    Lang "lang" "The document's language.";
    Text "text" "Its text, as Markdown; [0:20] for some blocks of it.";
    Data "data" "Data that the page carries: JSON-LD, Open Graph, meta.";
    Hidden "hidden" "What is not shown, counted by reason.";
    Value "value" "What it holds; can be assigned.";
    Options "options" "What it offers.";
    Error "error" "What is wrong with it.";
    Hint "hint" "What it says about itself.";
    Description "description" "Its description.";
    State "state" "Its states: disabled, checked, expanded, selected …";
    Columns "columns" "Names of its columns.";
    Name "name" "What it is called.";
}

/// A place that was found, with its one canonical path.
#[derive(Debug, Clone, PartialEq)]
pub struct Found {
    /// What stands there.
    pub place: Place,
    /// Its canonical path, without arguments.
    pub path: Path,
    /// Arguments written into the path.
    pub args: Option<Value>,
    /// `$help`, `$schema`, `$why`.
    pub special: Option<crate::path::Special>,
    /// Prefixes that name a thing by position or `#n`: good for acting only if read before.
    pub positions: Vec<(String, ThingId)>,
}
