//! Questions to lists, the same for things of the page, values of the app and what tools gave: which of them, in what
//! order, what of each. It must never look at what it is asked about.

use onecall_protocol::{Map, Value};

use super::place::{Group, Place};
use super::query::Query;
use crate::path::{Path, Segment};

/// Questions to a group.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ask {
    /// Those that match.
    Where,
    /// These columns only.
    Select,
    /// In this order.
    Sort,
    /// How many.
    Count,
    /// Those that hold this text.
    Text,
    /// Those behind this one.
    After,
    /// A slice, said as JavaScript does: `slice(0, 5)`.
    Slice,
    /// The first so many.
    Take,
    /// The one at a position.
    At,
    /// The last one.
    Last,
}

impl Ask {
    /// All that are told of, with name, signature and summary. The others are what scripts say for `[0:5]` and `[3]`.
    pub const ALL: [(Self, &'static str, &'static str, &'static str); 6] = [
        (
            Self::Where,
            "where",
            "where({column: value})",
            "Those that match; a condition may be {\"contains\": …}, {\"gt\": …}, {\"lt\": …}, {\"in\": […]}.",
        ),
        (Self::Select, "select", "select(column, …)", "Only these columns."),
        (Self::Sort, "sort", "sort(column, \"desc\"?)", "In this order."),
        (Self::Count, "count", "count()", "How many there are."),
        (Self::Text, "find", "find(text)", "Those that hold this text."),
        (Self::After, "after", "after(key)", "Those behind the one with this key; goes on where a list was cut."),
    ];

    /// By its name.
    #[must_use]
    pub fn parse(name: &str) -> Option<Self> {
        let known = Self::ALL.iter().find(|(_, of, ..)| *of == name).map(|(ask, ..)| *ask);
        known.or(match name {
            "filter" => Some(Self::Where),
            "search" | "text" => Some(Self::Text),
            "length" | "size" => Some(Self::Count),
            "orderBy" | "sortBy" => Some(Self::Sort),
            "columns" | "pick" | "map" | "pluck" => Some(Self::Select),
            "slice" => Some(Self::Slice),
            "take" | "limit" | "head" => Some(Self::Take),
            "at" | "nth" | "item" | "first" => Some(Self::At),
            "last" => Some(Self::Last),
            _ => None,
        })
    }

    /// Its name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Slice => "slice",
            Self::Take => "take",
            Self::At => "at",
            Self::Last => "last",
            told => Self::ALL.iter().find(|(ask, ..)| *ask == told).map_or("", |(_, name, ..)| name),
        }
    }

    /// Does it mean something without arguments?
    #[must_use]
    pub fn stands_alone(self) -> bool {
        matches!(self, Self::Count | Self::Slice | Self::At | Self::Last)
    }

    /// The path of what was asked; `path` ends with the question's name. What is only another word for a slice is
    /// written as one.
    #[must_use]
    pub fn asked(self, mut path: Path, query: &Query, args: Vec<Value>) -> Path {
        match query.slice {
            Some((from, to)) if matches!(self, Self::Slice | Self::Take | Self::At | Self::Last) => {
                path.segments.pop();
                path.with(Segment::Slice(from, to))
            }
            _ => path.with(Segment::Call(args)),
        }
    }
}

/// A group after a question was put to it.
///
/// # Errors
/// What is wrong with the arguments, in words.
pub fn asked(mut group: Group, ask: Ask, args: &[Value]) -> Result<Place, String> {
    queried(&mut group.query, ask, args)?;
    Ok(Place::Group(group))
}

/// Adds a question to a query.
///
/// # Errors
/// As [`asked`].
pub fn queried(query: &mut Query, ask: Ask, args: &[Value]) -> Result<(), String> {
    let names = |args: &[Value]| -> Vec<String> {
        let flat = args.iter().flat_map(|arg| match arg {
            Value::Array(several) => several.clone(),
            one => vec![one.clone()],
        });
        flat.map(|arg| super::query::words(&arg)).collect()
    };
    match ask {
        Ask::Where => match args {
            [Value::Object(parts), ..] => {
                query.filter.extend(parts.iter().map(|(column, wanted)| (column.clone(), wanted.clone())));
            }
            [Value::String(column), wanted] => query.filter.push((column.clone(), wanted.clone())),
            [Value::String(column), Value::String(op), wanted] => {
                let wanted = Value::Object(Map::from_iter([(op.clone(), wanted.clone())]));
                query.filter.push((column.clone(), wanted));
            }
            _ => return Err("where takes an object from column to value, like where({\"Status\": \"open\"})".into()),
        },
        Ask::Select => query.select = names(args),
        Ask::Sort => {
            let names = names(args);
            let down = names.get(1).is_some_and(|way| way.starts_with('d') || way == "-1");
            let column = names.first().cloned().ok_or("sort takes a column, like sort(\"Total\", \"desc\")")?;
            query.sort = Some((column.trim_start_matches('-').into(), down || column.starts_with('-')));
        }
        Ask::Count => query.count = true,
        Ask::Text => query.text = Some(names(args).join(" ")),
        Ask::After => {
            let key = names(args).into_iter().next().filter(|key| !key.is_empty());
            query.after = Some(key.ok_or("after takes the key of an item, like after(\"A-1005\")")?);
        }
        Ask::Slice | Ask::Take | Ask::At | Ask::Last => query.slice = Some(part(ask, args)?),
    }
    Ok(())
}

/// Which part is meant: `slice(0, 5)`, `take(5)`, `at(-1)`.
fn part(ask: Ask, args: &[Value]) -> Result<(Option<i64>, Option<i64>), String> {
    let named: Vec<&Value> = match args {
        [Value::Object(named)] => named.values().collect(),
        all => all.iter().collect(),
    };
    let number = |at: usize| match named.get(at).copied() {
        None | Some(Value::Null) => Ok(None),
        Some(value) => {
            let number = value.as_i64().or_else(|| super::query::words(value).trim().parse().ok());
            number.map(Some).ok_or_else(|| format!("{} takes whole numbers, like [0:5]", ask.name()))
        }
    };
    let one = |at: i64| (Some(at), if at == -1 { None } else { Some(at.saturating_add(1)) });
    Ok(match ask {
        Ask::Take => (None, Some(number(0)?.ok_or("how many is missing, like [0:5]")?)),
        Ask::At => one(number(0)?.unwrap_or(0)),
        Ask::Last => one(-1),
        _ => (number(0)?, number(1)?),
    })
}
