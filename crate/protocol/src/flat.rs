//! Tagged enums as they are read: one struct with the fields of all variants. Reading them through serde's
//! own buffer costs the wasm far more code. It must never accept what the enum could not say.

use serde::Deserialize;

use crate::effect::{Act, Check, File, Outcome, Refusal};
use crate::{Handle, Value};

/// An [`Outcome`].
#[derive(Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(crate) struct FlatOutcome {
    kind: String,
    value: Option<Value>,
    reverted: bool,
    reason: Option<Refusal>,
    by: Handle,
    found: String,
    message: String,
}

impl TryFrom<FlatOutcome> for Outcome {
    type Error = String;

    fn try_from(flat: FlatOutcome) -> Result<Self, String> {
        let FlatOutcome { kind, value, reverted, reason, by, found, message } = flat;
        Ok(match kind.as_str() {
            "done" => Self::Done { value, reverted },
            "refused" => Self::Refused { reason: reason.ok_or("refused: lacks reason")?, by, found },
            "failed" => Self::Failed { message },
            other => return Err(format!("unknown outcome: {other}")),
        })
    }
}

/// A [`Check`].
#[derive(Default, Deserialize)]
#[serde(default)]
pub(crate) struct FlatCheck {
    what: String,
    handle: Handle,
    name: String,
    was: Option<String>,
    within: Handle,
}

impl TryFrom<FlatCheck> for Check {
    type Error = String;

    fn try_from(flat: FlatCheck) -> Result<Self, String> {
        let FlatCheck { what, handle, name, was, within } = flat;
        Ok(match what.as_str() {
            "text" => Self::Text { handle, was: was.unwrap_or_default() },
            "attr" => Self::Attr { handle, name, was },
            "inside" => Self::Inside { handle, within },
            other => return Err(format!("unknown check: {other}")),
        })
    }
}

/// An [`Act`].
#[derive(Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(crate) struct FlatAct {
    verb: String,
    text: Option<String>,
    secret: bool,
    positions: Vec<u32>,
    on: bool,
    append: bool,
    files: Vec<File>,
    by: Handle,
    key: String,
    onto: Handle,
    what: String,
    to: Option<f64>,
    message: String,
    url: String,
    delta: i32,
    iso: String,
    accept: bool,
    node: u32,
    name: String,
    within: Vec<Value>,
    from: u32,
    most: u32,
    item: Vec<Value>,
    value: Value,
    args: Value,
    doc: String,
}

impl TryFrom<FlatAct> for Act {
    type Error = String;

    fn try_from(flat: FlatAct) -> Result<Self, String> {
        let FlatAct { verb, text, secret, positions, on, append, files, by, key, onto, what, to, message, url, .. } =
            flat;
        let (said, text) = (text.clone(), text.unwrap_or_default());
        let FlatAct { node, name, within, from, most, item, value, args, doc, .. } = flat;
        Ok(match verb.as_str() {
            "click" => Self::Click,
            "doubleClick" => Self::DoubleClick,
            "hover" => Self::Hover,
            "setValue" => Self::SetValue { text, secret },
            "selectOptions" => Self::SelectOptions { positions },
            "pickDate" => Self::PickDate { iso: flat.iso },
            "expand" => Self::Expand { on },
            "dialogs" => Self::Dialogs { accept: flat.accept, text: said },
            "check" => Self::Check { on },
            "editText" => Self::EditText { text, append },
            "attach" => Self::Attach { files },
            "submit" => Self::Submit { by },
            "reset" => Self::Reset,
            "press" => Self::Press { key },
            "focus" => Self::Focus,
            "scrollTo" => Self::ScrollTo { what, to },
            "selectText" => Self::SelectText { text },
            "dragTo" => Self::DragTo { onto },
            "close" => Self::Close,
            "media" => Self::Media { what, to },
            "highlight" => Self::Highlight { message },
            "goto" => Self::Goto { url },
            "history" => Self::History { delta: flat.delta },
            "reload" => Self::Reload,
            "appGet" => Self::AppGet { node, name, within, from, most },
            "appSet" => Self::AppSet { node, name, value },
            "appCall" => Self::AppCall { node, name, item, args },
            "tabCall" => Self::TabCall { doc, name, args },
            "toolCall" => Self::ToolCall { name, args },
            other => return Err(format!("unknown act: {other}")),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is written is read back the same, for every variant.
    #[test]
    fn reading_undoes_writing() {
        let file = File { name: "a".into(), mime: "b".into(), text: Some("c".into()), base64: None };
        let acts = [
            Act::Click,
            Act::DoubleClick,
            Act::Hover,
            Act::SetValue { text: "a".into(), secret: true },
            Act::SelectOptions { positions: vec![1, 2] },
            Act::PickDate { iso: "2026-11-30".into() },
            Act::Expand { on: true },
            Act::Dialogs { accept: true, text: Some(String::new()) },
            Act::Dialogs { accept: false, text: None },
            Act::Check { on: true },
            Act::EditText { text: "a".into(), append: true },
            Act::Attach { files: vec![file] },
            Act::Submit { by: 3 },
            Act::Reset,
            Act::Press { key: "x".into() },
            Act::Focus,
            Act::ScrollTo { what: "place".into(), to: Some(7.0) },
            Act::SelectText { text: "a".into() },
            Act::DragTo { onto: 4 },
            Act::Close,
            Act::Media { what: "seek".into(), to: Some(1.5) },
            Act::Highlight { message: "m".into() },
            Act::Goto { url: "u".into() },
            Act::History { delta: -1 },
            Act::Reload,
            Act::AppGet {
                node: 1,
                name: "n".into(),
                within: vec![crate::json!("k"), crate::json!(2)],
                from: 3,
                most: 4,
            },
            Act::AppSet { node: 1, name: "n".into(), value: crate::json!({"a": [1]}) },
            Act::AppCall { node: 1, name: "n".into(), item: vec![crate::json!("l")], args: crate::json!({"a": 1}) },
            Act::ToolCall { name: "t".into(), args: crate::json!({}) },
            Act::TabCall { doc: "d".into(), name: "t".into(), args: crate::json!({}) },
        ];
        for act in acts {
            let text = serde_json::to_string(&act).unwrap();
            assert_eq!(serde_json::from_str::<Act>(&text).unwrap(), act);
        }
        for check in [
            Check::Text { handle: 1, was: "t".into() },
            Check::Attr { handle: 1, name: "n".into(), was: None },
            Check::Inside { handle: 1, within: 2 },
        ] {
            let text = serde_json::to_string(&check).unwrap();
            assert_eq!(serde_json::from_str::<Check>(&text).unwrap(), check);
        }
        for outcome in [
            Outcome::Done { value: Some(crate::json!("x")), reverted: true },
            Outcome::Refused { reason: Refusal::Covered, by: 7, found: "f".into() },
            Outcome::Failed { message: "m".into() },
        ] {
            let text = serde_json::to_string(&outcome).unwrap();
            assert_eq!(serde_json::from_str::<Outcome>(&text).unwrap(), outcome);
        }
        assert!(serde_json::from_str::<Act>(r#"{"verb":"explode"}"#).is_err());
    }
}
