//! What is asked of a page kit about single elements. It must never name a role or a name.

use serde::Serialize;

use crate::form::{form_names, put_struct, take_struct};
use crate::{DocId, Handle};

/// A frame element, by the kit that has it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct FrameElement {
    /// The document that it is in, or the one whose kit reads that document.
    pub doc: DocId,
    /// The element.
    pub handle: Handle,
}

/// Dear facts, read on request only.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum ProbeField {
    /// Border box in CSS pixels relative to the viewport: `[x, y, width, height]`.
    Rect,
    /// What a click on it would reach: itself (what is inside it counts), or what is in the way; nothing where none of it is in
    /// the viewport.
    Hit,
    /// A picture of the first element, with the others painted over beside what the kit paints over itself: secret
    /// fields and frames of other origins.
    Picture,
}

/// What came of taking a picture; the picture itself the kit keeps, and puts it beside the call's answer.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(default)]
pub struct Picture {
    /// In pixels.
    pub width: u32,
    /// In pixels.
    pub height: u32,
    /// Its size.
    pub bytes: u32,
    /// Parts of it that are painted over.
    pub covered: u32,
    /// Why there is none, in words of ours; empty where there is one.
    pub why: String,
}

put_struct!(FrameElement { + doc, + handle });
form_names!(ProbeField { Rect "rect", Hit "hit", Picture "picture" });
take_struct!(Picture { width, height, bytes, covered, why });
