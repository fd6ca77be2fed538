//! How types of this crate are written as JSON values and read again: by lists of their fields, one beside each type.
//! serde's derives would make 200 kB of wasm of the same; what is native (tests, tools, TypeScript) goes by them, and
//! tests hold the two equal. An absent field is an empty one where its type has such a thing. It must never know a
//! type by name.

mod effect;
mod list;

use serde_json::Number;

pub(crate) use list::{form_kinds, form_names, form_struct, put_kinds, put_struct, take_kinds, take_struct, wire};

use crate::{Map, Value};

/// Can be written.
pub trait Put {
    /// As a value.
    fn put(&self) -> Value;

    /// Says nothing, so that it may be left out.
    fn is_void(&self) -> bool {
        false
    }
}

/// Can be read. What is wrong is noted beside what is read, so that no type needs a way out in its midst: that would
/// be half of the wasm.
pub trait Take: Sized {
    /// From a value; anything of the type, and a note, where it is something else.
    fn take(value: Value, notes: &mut Notes) -> Self;

    /// What it is where nothing is said.
    fn absent(notes: &mut Notes) -> Self {
        notes.add("is lacking".into());
        Self::take(Value::Null, notes)
    }
}

/// The first thing that was wrong.
#[derive(Debug, Default)]
pub struct Notes(Option<String>);

impl Notes {
    /// Notes what is wrong; what was wrong before it counts.
    pub fn add(&mut self, what: String) {
        self.0.get_or_insert(what);
    }

    /// Another thing was expected.
    pub fn wrong(&mut self, expected: &str, found: &Value) {
        self.add(wrong(expected, found));
    }

    /// What was wrong in a part.
    fn within(&mut self, name: &str, part: Self) {
        if let Some(what) = part.0 {
            self.add(format!("{name}: {what}"));
        }
    }
}

/// From a value.
///
/// # Errors
/// What was expected, where it is something else.
pub fn read<T: Take>(value: Value) -> Result<T, String> {
    let mut notes = Notes::default();
    let read = T::take(value, &mut notes);
    notes.0.map_or(Ok(read), Err)
}

/// As JSON text.
#[must_use]
pub fn text(of: &impl Put) -> String {
    of.put().to_string()
}

/// From JSON text; none where it is not of this type.
#[must_use]
pub fn parse<T: Take>(text: &str) -> Option<T> {
    json(text).and_then(|value| read(value).ok())
}

/// Any JSON text.
#[must_use]
pub fn json(text: &str) -> Option<Value> {
    serde_json::from_str(text).ok()
}

/// The parts of an object that is read.
#[derive(Debug)]
pub struct Parts(Map<String, Value>);

impl Parts {
    /// Of a value.
    #[must_use]
    pub fn of(value: Value, notes: &mut Notes) -> Self {
        match value {
            Value::Object(parts) => Self(parts),
            other => {
                notes.wrong("an object", &other);
                Self(Map::new())
            }
        }
    }

    /// Takes a part out.
    pub fn take<T: Take>(&mut self, name: &str, notes: &mut Notes) -> T {
        let mut own = Notes::default();
        let read = match self.0.swap_remove(name) {
            Some(value) => T::take(value, &mut own),
            None => T::absent(&mut own),
        };
        notes.within(name, own);
        read
    }

    /// The only part.
    #[must_use]
    pub fn only(self) -> (String, Value) {
        self.0.into_iter().next().unwrap_or_default()
    }
}

/// An object that is written.
#[derive(Debug, Default)]
pub struct Made(Map<String, Value>);

impl Made {
    /// With a part more.
    pub fn part(&mut self, name: &str, value: Value) {
        self.0.insert(name.to_owned(), value);
    }

    /// The object.
    #[must_use]
    pub fn done(self) -> Value {
        Value::Object(self.0)
    }
}

/// What was expected and is not there.
fn wrong(expected: &str, found: &Value) -> String {
    let found = match found {
        Value::Null => "nothing",
        Value::Bool(_) => "true or false",
        Value::Number(_) => "another number",
        Value::String(text) => return format!("expected {expected}, not {text:?}"),
        Value::Array(_) => "a list",
        Value::Object(_) => "an object",
    };
    format!("expected {expected}, not {found}")
}

fn list(value: Value, notes: &mut Notes) -> Vec<Value> {
    match value {
        Value::Array(several) => several,
        other => {
            notes.wrong("a list", &other);
            Vec::new()
        }
    }
}

impl Put for Value {
    fn put(&self) -> Value {
        self.clone()
    }

    fn is_void(&self) -> bool {
        self.is_null()
    }
}

impl Take for Value {
    fn take(value: Value, _: &mut Notes) -> Self {
        value
    }

    fn absent(_: &mut Notes) -> Self {
        Self::Null
    }
}

impl Put for String {
    fn put(&self) -> Value {
        Value::String(self.clone())
    }

    fn is_void(&self) -> bool {
        self.is_empty()
    }
}

impl Take for String {
    fn take(value: Value, notes: &mut Notes) -> Self {
        match value {
            Value::String(text) => text,
            other => {
                notes.wrong("a text", &other);
                Self::new()
            }
        }
    }

    fn absent(_: &mut Notes) -> Self {
        Self::new()
    }
}

impl Put for bool {
    fn put(&self) -> Value {
        Value::Bool(*self)
    }

    fn is_void(&self) -> bool {
        !self
    }
}

impl Take for bool {
    fn take(value: Value, notes: &mut Notes) -> Self {
        value.as_bool().unwrap_or_else(|| {
            notes.wrong("true or false", &value);
            false
        })
    }

    fn absent(_: &mut Notes) -> Self {
        false
    }
}

macro_rules! numbers {
    ($($kind:ident)*) => { $(
        impl Put for $kind {
            fn put(&self) -> Value {
                Value::from(*self)
            }
        }

        impl Take for $kind {
            fn take(value: Value, notes: &mut Notes) -> Self {
                let number = value.as_i64().and_then(|number| Self::try_from(number).ok());
                number.unwrap_or_else(|| {
                    notes.wrong("a whole number", &value);
                    0
                })
            }

            fn absent(_: &mut Notes) -> Self {
                0
            }
        }
    )* };
}

numbers! { u32 i32 usize }

impl Put for f64 {
    fn put(&self) -> Value {
        Number::from_f64(*self).map_or(Value::Null, Value::Number)
    }
}

impl Take for f64 {
    fn take(value: Value, notes: &mut Notes) -> Self {
        value.as_f64().unwrap_or_else(|| {
            notes.wrong("a number", &value);
            0.0
        })
    }

    fn absent(_: &mut Notes) -> Self {
        0.0
    }
}

impl<T: Put> Put for Option<T> {
    fn put(&self) -> Value {
        self.as_ref().map_or(Value::Null, T::put)
    }

    fn is_void(&self) -> bool {
        self.is_none()
    }
}

impl<T: Take> Take for Option<T> {
    fn take(value: Value, notes: &mut Notes) -> Self {
        if value.is_null() { None } else { Some(T::take(value, notes)) }
    }

    fn absent(_: &mut Notes) -> Self {
        None
    }
}

impl<T: Put> Put for Vec<T> {
    fn put(&self) -> Value {
        Value::Array(self.iter().map(T::put).collect())
    }

    fn is_void(&self) -> bool {
        self.is_empty()
    }
}

impl<T: Take> Take for Vec<T> {
    fn take(value: Value, notes: &mut Notes) -> Self {
        list(value, notes).into_iter().map(|one| T::take(one, notes)).collect()
    }

    fn absent(_: &mut Notes) -> Self {
        Self::new()
    }
}

impl Take for [f64; 4] {
    fn take(value: Value, notes: &mut Notes) -> Self {
        Vec::take(value, notes).try_into().unwrap_or_else(|_| {
            notes.add("expected four numbers".into());
            Self::default()
        })
    }
}

macro_rules! tuples {
    ($(($($kind:ident $name:ident),*))*) => { $(
        impl<$($kind: Put),*> Put for ($($kind,)*) {
            fn put(&self) -> Value {
                let ($($name,)*) = self;
                Value::Array(vec![$($name.put()),*])
            }
        }

        impl<$($kind: Take),*> Take for ($($kind,)*) {
            fn take(value: Value, notes: &mut Notes) -> Self {
                let mut several = list(value, notes).into_iter();
                let all = ($($kind::take(several.next().unwrap_or_default(), notes),)*);
                if several.next().is_some() {
                    notes.add("expected fewer parts".into());
                }
                all
            }
        }
    )* };
}

tuples! { (A a, B b) (A a, B b, C c, D d, E e, F f, G g) }

#[cfg(test)]
mod tests;
