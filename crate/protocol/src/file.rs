//! A file as an agent gives it. It must never be read from a disk here.

use crate::form::form_struct;
use serde::Serialize;

/// A file for `Act::Attach`.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct File {
    /// Its name.
    pub name: String,
    /// Its media type.
    pub mime: String,
    /// Its content as text …
    pub text: Option<String>,
    /// … or in base64.
    pub base64: Option<String>,
}

form_struct!(File { name, mime, text, base64 });
