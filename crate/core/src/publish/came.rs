//! What the provider says came of reading, assigning or calling: a stranger's data, read leniently into one of a few
//! cases. What makes no sense counts as an empty value.

use onecall_protocol::Value;

use crate::limits;

/// What came of it.
#[derive(Debug, Clone, PartialEq)]
pub enum Came {
    /// A value, all or a part of it.
    Got(Got),
    /// The app's code threw: its message and, where it gave one, its code.
    Threw(String, String),
    /// The app's code did not come to an end in time.
    Late,
    /// The app's own check refused what was sent, and why; its code did not run.
    Refused(String),
    /// The node is not published any more.
    Gone,
    /// There is nothing under this key; what there is instead.
    Missing(String, Vec<String>),
}

/// A value, all or a part of it.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Got {
    /// Without cycles, functions and the like.
    pub value: Value,
    /// Of a list or text that is longer: how long it is.
    pub total: Option<usize>,
    /// Keys of a list's items.
    pub keys: Vec<String>,
    /// Of a list or text: where the part begins.
    pub from: usize,
    /// Something inside was left out, as it is too large or cannot be written.
    pub cut: bool,
    /// It is not what was assigned: the app kept what it had.
    pub kept: bool,
}

impl Came {
    /// Reads what the provider sent.
    #[must_use]
    pub fn read(value: &Value) -> Self {
        let text = |field: &str| {
            value.get(field).and_then(Value::as_str).map(|text| text.chars().take(1_000).collect::<String>())
        };
        let texts = |field: &str| -> Vec<String> {
            let all = value.get(field).and_then(Value::as_array).into_iter().flatten();
            all.map(|one| one.as_str().unwrap_or_default().to_owned()).take(limits::APP_QUERY as usize).collect()
        };
        let truth = |field: &str| value.get(field).and_then(Value::as_bool).unwrap_or(false);
        let size = |field: &str| value.get(field).and_then(Value::as_u64).map(|n| n as usize);
        if let Some(message) = text("threw") {
            return Self::Threw(message, text("code").unwrap_or_default());
        }
        if let Some(why) = text("refused") {
            return Self::Refused(why);
        }
        if truth("late") {
            return Self::Late;
        }
        if truth("gone") {
            return Self::Gone;
        }
        if let Some(key) = text("missing") {
            return Self::Missing(key, texts("known"));
        }
        Self::Got(Got {
            value: value.get("value").cloned().unwrap_or_default(),
            total: size("total"),
            keys: texts("keys"),
            from: size("from").unwrap_or(0),
            cut: truth("cut"),
            kept: truth("kept"),
        })
    }
}
