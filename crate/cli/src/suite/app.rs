//! The app of a case: objects and tools written as data, with what they hold and give (tests/suite/README.md). It stands
//! for the page's own code and the provider that runs it; it must never know what is asked about it.

use std::collections::BTreeMap;

use onecall_core::protocol::effect::Act;
use onecall_core::protocol::{Map, Value, json};
use onecall_core::session::replay::App;

/// All that the page's code offers.
#[derive(Debug, Default)]
pub struct Offered {
    /// Specs of published objects by number: names stay, numbers are never used again.
    nodes: BTreeMap<u32, Value>,
    tools: Vec<Value>,
    last: u32,
}

impl Offered {
    /// A spec as the metadata that the core is told.
    pub fn publish(&mut self, spec: &Value) -> Value {
        self.last += 1;
        let id = self.last;
        self.nodes.insert(id, spec.clone());
        let members = |part: &str| -> Vec<Value> {
            let all = spec.get(part).and_then(Value::as_object).into_iter().flatten();
            all.map(|(name, of)| {
                let mut of = of.as_object().cloned().unwrap_or_default();
                // What it holds and gives is no metadata.
                for own in ["value", "gives", "fails"] {
                    of.remove(own);
                }
                of.insert("name".into(), name.clone().into());
                Value::Object(of)
            })
            .collect()
        };
        let below = spec.get("children").and_then(Value::as_object).cloned().unwrap_or_default();
        let (properties, methods) = (members("properties"), members("methods"));
        let children: Vec<Value> =
            below.iter().map(|(name, spec)| json!({ "name": name, "node": self.publish(spec) })).collect();
        let summary = spec.get("summary").cloned().unwrap_or_default();
        json!({ "id": id, "summary": summary, "properties": properties, "methods": methods, "children": children })
    }

    /// The list of the page's tools as the core is told it.
    pub fn register(&mut self, tools: &[Value], path: &str) -> Value {
        self.tools = tools.to_vec();
        let told = tools.iter().map(|tool| {
            let mut told = tool.as_object().cloned().unwrap_or_default();
            told.remove("gives");
            told.remove("fails");
            Value::Object(told)
        });
        json!({ "path": path, "quiet": true, "tools": told.collect::<Vec<_>>(), "collections": [] })
    }

    fn member(&self, node: u32, part: &str, name: &str) -> Value {
        let spec = self.nodes.get(&node).and_then(|spec| spec.get(part)).and_then(|part| part.get(name));
        spec.cloned().unwrap_or_default()
    }
}

/// What comes of asking something that holds `value`, or fails.
fn came(of: &Value, holds: &str) -> Value {
    match of.get("fails") {
        Some(fails) => json!({ "threw": fails.get("message"), "code": fails.get("code") }),
        None => json!({ "value": of.get(holds) }),
    }
}

impl App for Offered {
    fn asked(&mut self, act: &Act) -> Value {
        match act {
            Act::AppGet { node, .. } | Act::AppSet { node, .. } | Act::AppCall { node, .. }
                if !self.nodes.contains_key(node) =>
            {
                json!({ "gone": true })
            }
            Act::AppGet { node, name, .. } if name.is_empty() => {
                let all = self.nodes.get(node).and_then(|spec| spec.get("properties")).and_then(Value::as_object);
                let all = all.into_iter().flatten().map(|(name, of)| (name.clone(), came(of, "value")));
                json!({ "value": Value::Object(all.collect::<Map<_, _>>()) })
            }
            Act::AppGet { node, name, .. } => came(&self.member(*node, "properties", name), "value"),
            Act::AppSet { node, name, value } => {
                let of = self.member(*node, "properties", name);
                if of.get("fails").is_some() {
                    return came(&of, "value");
                }
                if let Some(held) = self.nodes.get_mut(node).and_then(|spec| spec.get_mut("properties")?.get_mut(name))
                {
                    held["value"] = value.clone();
                }
                json!({ "value": value })
            }
            Act::AppCall { node, name, .. } => came(&self.member(*node, "methods", name), "gives"),
            Act::ToolCall { name, .. } => {
                let tool = self.tools.iter().find(|tool| tool.get("name").and_then(Value::as_str) == Some(name));
                tool.map_or_else(|| json!({ "gone": true }), |tool| came(tool, "gives"))
            }
            _ => Value::Null,
        }
    }
}
