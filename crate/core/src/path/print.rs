//! Paths as text. There is one canonical form, and [`super::parse`] reads it back as the same path.
//! It must never print a character that a person cannot see; such characters become escapes.

use std::fmt::{self, Write};

use crate::path::grammar::LEADS;
use crate::path::visible::{Sight, all_shown, sights};
use crate::path::{Path, Segment, Special};
use crate::protocol::Value;

/// May a text stand after a dot? Unicode identifiers (UAX 31), with `_` as a letter.
#[must_use]
pub fn is_identifier(text: &str) -> bool {
    let mut chars = text.chars();
    chars.next().is_some_and(starts_name) && chars.all(continues_name) && all_shown(text)
}

/// May a name begin with it?
pub(super) fn starts_name(c: char) -> bool {
    c == '_' || unicode_ident::is_xid_start(c)
}

/// May it stand in a name?
pub(super) fn continues_name(c: char) -> bool {
    unicode_ident::is_xid_continue(c)
}

/// A JSON string in which everything unseen is an escape: what a key looks like in a path.
#[must_use]
pub fn json_string(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    push_json_string(&mut out, text);
    out
}

fn push_json_string(out: &mut String, text: &str) {
    out.push('"');
    for sight in sights(text) {
        match sight {
            Sight::Shown('"') => out.push_str("\\\""),
            Sight::Shown('\\') => out.push_str("\\\\"),
            Sight::Shown('\t') => out.push_str("\\t"),
            Sight::Shown(c) => out.push(c),
            Sight::Break('\n') => out.push_str("\\n"),
            Sight::Break('\r') => out.push_str("\\r"),
            Sight::Break(c) | Sight::Hidden(c) => push_escape(out, c),
        }
    }
    out.push('"');
}

fn push_escape(out: &mut String, c: char) {
    let mut units = [0; 2];
    for unit in c.encode_utf16(&mut units) {
        // Writing to a String cannot fail.
        let _ = write!(out, "\\u{unit:04x}");
    }
}

/// A JSON value on one line, with the same escapes.
#[must_use]
pub fn json_value(value: &Value) -> String {
    let mut out = String::new();
    push_json_value(&mut out, value);
    out
}

// Values are no deeper than limits::JSON_DEPTH where they come from a path; a deeper one from elsewhere
// was built by code of ours.
fn push_json_value(out: &mut String, value: &Value) {
    match value {
        Value::String(text) => push_json_string(out, text),
        Value::Array(items) => {
            out.push('[');
            for (n, item) in items.iter().enumerate() {
                if n > 0 {
                    out.push(',');
                }
                push_json_value(out, item);
            }
            out.push(']');
        }
        Value::Object(map) => {
            out.push('{');
            for (n, (key, item)) in map.iter().enumerate() {
                if n > 0 {
                    out.push(',');
                }
                push_json_string(out, key);
                out.push(':');
                push_json_value(out, item);
            }
            out.push('}');
        }
        Value::Null => out.push_str("null"),
        Value::Bool(true) => out.push_str("true"),
        Value::Bool(false) => out.push_str("false"),
        Value::Number(number) => {
            let _ = write!(out, "{number}");
        }
    }
}

impl Special {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Help, Self::Schema, Self::Why, Self::Picture];

    /// As written, with its `$`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Help => "$help",
            Self::Schema => "$schema",
            Self::Why => "$why",
            Self::Picture => "$picture",
        }
    }
}

/// Canonical text of segments that follow others when `inner` is set.
fn push_segment(out: &mut String, segment: &Segment, inner: bool) {
    match segment {
        Segment::Name(name) if is_identifier(name) && (inner || !LEADS.contains(&name.as_str())) => {
            if inner {
                out.push('.');
            }
            out.push_str(name);
        }
        Segment::Name(key) | Segment::Key(key) => {
            out.push('[');
            push_json_string(out, key);
            out.push(']');
        }
        Segment::Index(n) => {
            let _ = write!(out, "[{n}]");
        }
        Segment::Slice(from, to) => {
            out.push('[');
            if let Some(from) = from {
                let _ = write!(out, "{from}");
            }
            out.push(':');
            if let Some(to) = to {
                let _ = write!(out, "{to}");
            }
            out.push(']');
        }
        Segment::Call(args) => {
            out.push('(');
            for (n, arg) in args.iter().enumerate() {
                if n > 0 {
                    out.push(',');
                }
                push_json_value(out, arg);
            }
            out.push(')');
        }
        Segment::Special(special) => {
            if inner {
                out.push('.');
            }
            out.push_str(special.as_str());
        }
    }
}

impl fmt::Display for Segment {
    /// As it stands behind another segment: `.name`, `["key"]`, `[3]`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut out = String::new();
        push_segment(&mut out, self, true);
        f.write_str(&out)
    }
}

impl fmt::Display for Path {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut out = String::new();
        for (n, segment) in self.segments.iter().enumerate() {
            push_segment(&mut out, segment, n > 0);
        }
        f.write_str(&out)
    }
}
