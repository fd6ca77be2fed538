//! The lists of fields, as macros: each writes what reads and writes a type. A field that a list forgets is an error of the
//! compiler. They must never do more than call [`Put`](super::Put) and [`Take`](super::Take) field by field.

/// The name of a field in a message: its own, or the one that is given.
macro_rules! wire {
    ($field:ident) => {
        stringify!($field)
    };
    ($field:ident $name:literal) => {
        $name
    };
}

/// A struct that is written: `+` always, `?` where it says something.
macro_rules! put_struct {
    (@ + $made:ident $name:expr, $value:expr) => { $made.part($name, $crate::form::Put::put($value)); };
    (@ ? $made:ident $name:expr, $value:expr) => {
        if !$crate::form::Put::is_void($value) {
            $made.part($name, $crate::form::Put::put($value));
        }
    };
    ($kind:ident { $($mode:tt $field:ident $(as $name:literal)?),* $(,)? }) => {
        impl $crate::form::Put for $kind {
            fn put(&self) -> $crate::Value {
                let Self { $($field),* } = self;
                let mut made = $crate::form::Made::default();
                $($crate::form::put_struct!(@ $mode made $crate::form::wire!($field $($name)?), $field);)*
                made.done()
            }
        }
    };
}

/// A struct that is read; `or default` where it may be lacking.
macro_rules! take_struct {
    ($kind:ident $(or $default:ident)? { $($field:ident),* $(,)? }) => {
        impl $crate::form::Take for $kind {
            fn take(value: $crate::Value, notes: &mut $crate::form::Notes) -> Self {
                let mut parts = $crate::form::Parts::of(value, notes);
                Self { $($field: parts.take(stringify!($field), notes)),* }
            }

            $(fn absent(_: &mut $crate::form::Notes) -> Self {
                Self::$default()
            })?
        }
    };
}

/// A struct that is written and read.
macro_rules! form_struct {
    ($kind:ident $(or $default:ident)? { $($field:ident),* $(,)? }) => {
        $crate::form::put_struct!($kind { $(+ $field),* });
        $crate::form::take_struct!($kind $(or $default)? { $($field),* });
    };
}

/// An enum of names, written and read; the first where none of them is found.
macro_rules! form_names {
    ($kind:ident $(or $default:ident)? {
        $first:ident $initial:literal, $($variant:ident $name:literal),* $(,)?
    }) => {
        impl $crate::form::Put for $kind {
            fn put(&self) -> $crate::Value {
                let name = match self { Self::$first => $initial, $(Self::$variant => $name),* };
                $crate::Value::String(name.to_owned())
            }
        }

        impl $crate::form::Take for $kind {
            fn take(value: $crate::Value, notes: &mut $crate::form::Notes) -> Self {
                match value.as_str() {
                    $(Some($name) => Self::$variant,)*
                    name => {
                        if name != Some($initial) {
                            notes.wrong(stringify!($kind), &value);
                        }
                        Self::$first
                    }
                }
            }

            $(fn absent(_: &mut $crate::form::Notes) -> Self {
                Self::$default()
            })?
        }
    };
}

/// An enum with fields that is written, its kind under a name.
macro_rules! put_kinds {
    ($kind:ident by $tag:literal { $($variant:ident $name:literal { $($field:ident),* }),* $(,)? }) => {
        impl $crate::form::Put for $kind {
            fn put(&self) -> $crate::Value {
                let mut made = $crate::form::Made::default();
                match self {
                    $(Self::$variant { $($field),* } => {
                        made.part($tag, $crate::Value::String($name.to_owned()));
                        $(made.part(stringify!($field), $crate::form::Put::put($field));)*
                    })*
                }
                made.done()
            }
        }
    };
}

/// An enum with fields that is read; the first where none of its kinds is found.
macro_rules! take_kinds {
    ($kind:ident by $tag:literal {
        $first:ident $initial:literal { $($own:ident),* }, $($variant:ident $name:literal { $($field:ident),* }),* $(,)?
    }) => {
        impl $crate::form::Take for $kind {
            fn take(value: $crate::Value, notes: &mut $crate::form::Notes) -> Self {
                let mut parts = $crate::form::Parts::of(value, notes);
                let name: String = parts.take($tag, notes);
                match name.as_str() {
                    $($name => Self::$variant { $($field: parts.take(stringify!($field), notes)),* },)*
                    name => {
                        if name != $initial {
                            notes.add(format!("unknown {}: {name}", stringify!($kind)));
                        }
                        Self::$first { $($own: parts.take(stringify!($own), notes)),* }
                    }
                }
            }
        }
    };
}

/// An enum with fields that is written and read.
macro_rules! form_kinds {
    ($kind:ident by $tag:literal { $($variant:ident $name:literal { $($field:ident),* }),* $(,)? }) => {
        $crate::form::put_kinds!($kind by $tag { $($variant $name { $($field),* }),* });
        $crate::form::take_kinds!($kind by $tag { $($variant $name { $($field),* }),* });
    };
}

pub(crate) use {form_kinds, form_names, form_struct, put_kinds, put_struct, take_kinds, take_struct, wire};
