//! Prints TypeScript for the types that cross a world, for `cargo xtask types`. It must never say anything
//! that the Rust types do not say.

use std::any::TypeId;
use std::collections::{BTreeMap, BTreeSet};

use onecall_protocol::Value;
use onecall_protocol::{answer, effect, facts, message, policy};
use ts_rs::{Config, TS, TypeVisitor};

/// Collects declarations by name, so that the order does not depend on who names whom.
struct Declarations<'a> {
    config: &'a Config,
    found: BTreeMap<String, String>,
    seen: BTreeSet<TypeId>,
}

impl TypeVisitor for Declarations<'_> {
    fn visit<T: TS + 'static + ?Sized>(&mut self) {
        if !self.seen.insert(TypeId::of::<T>()) {
            return;
        }
        // Only what would be exported has a declaration; numbers and lists do not.
        if T::output_path().is_some() {
            let name = T::ident(self.config);
            let docs = T::docs().unwrap_or_default();
            self.found.insert(name, format!("{docs}export {}\n", T::decl(self.config)));
        }
        T::visit_dependencies(self);
        T::visit_generics(self);
    }
}

/// What `format: "json"` gives: one answer, or the answers to several steps.
#[derive(schemars::JsonSchema)]
#[schemars(untagged, title = "Onecall's answer")]
#[expect(dead_code, reason = "only its schema is made")]
enum Given {
    One(Box<answer::Answer>),
    Several(answer::Steps),
}

fn main() {
    match std::env::args().nth(1).as_deref() {
        Some("schema") => println!("{}", serde_json::to_string_pretty(&schema()).unwrap_or_default()),
        Some("answer") => answer_types(),
        _ => types(),
    }
}

fn schema() -> Value {
    let made = schemars::generate::SchemaSettings::draft07().for_serialize().into_generator();
    let mut schema = made.into_root_schema_for::<Given>().to_value();
    plain(&mut schema);
    schema
}

/// Without formats of Rust's own, which validators refuse.
fn plain(schema: &mut Value) {
    match schema {
        Value::Object(parts) => {
            parts.retain(|name, value| name != "format" || !value.is_string());
            parts.values_mut().for_each(plain);
        }
        Value::Array(several) => several.iter_mut().for_each(plain),
        _ => {}
    }
}

/// TypeScript of the answer, from its schema: that knows which parts may be absent.
fn answer_types() {
    println!("// The answer for `format: \"json\"`, made from crate/protocol by `cargo xtask types`. Do not edit.\n");
    let schema = schema();
    for (name, of) in schema.get("definitions").and_then(|all| all.as_object()).into_iter().flatten() {
        let docs = of["description"].as_str().unwrap_or_default();
        let Some(parts) = of["properties"].as_object() else {
            println!("/** {docs} */\nexport type {name} =\n  | {};\n", ts(of).replace(" | ", "\n  | "));
            continue;
        };
        println!("/** {docs} */\nexport interface {name} {{");
        let required: Vec<&str> = of["required"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
        for (part, of) in parts {
            let mark = if required.contains(&part.as_str()) { "" } else { "?" };
            println!("  /** {} */\n  {part}{mark}: {};", of["description"].as_str().unwrap_or_default(), ts(of));
        }
        println!("}}\n");
    }
}

/// The type that a schema describes; `unknown` for any value.
fn ts(of: &Value) -> String {
    if let Some(name) = of["$ref"].as_str() {
        return name.rsplit('/').next().unwrap_or_default().to_owned();
    }
    if let Some(several) = ["anyOf", "allOf", "oneOf"].iter().find_map(|kind| of[*kind].as_array()) {
        let mut all: Vec<String> = several.iter().map(ts).filter(|one| one != "null").collect();
        all.dedup();
        return all.join(" | ");
    }
    if let Some(one) = of.get("const").or(of["enum"].get(0)) {
        let several = of["enum"].as_array().cloned().unwrap_or_else(|| vec![one.clone()]);
        return several.iter().map(Value::to_string).collect::<Vec<_>>().join(" | ");
    }
    match of["type"].as_str() {
        Some("array") => format!("Array<{}>", ts(&of["items"])),
        Some("integer" | "number") => "number".into(),
        Some(other) => other.to_owned(),
        None => "unknown".into(),
    }
}

fn types() {
    let config = Config::new();
    let mut types = Declarations { config: &config, found: BTreeMap::new(), seen: BTreeSet::new() };
    types.visit::<message::Input>();
    types.visit::<message::Reply>();
    types.visit::<effect::Effect>();
    types.visit::<facts::Head>();
    types.visit::<answer::Answer>();
    types.visit::<answer::Steps>();
    types.visit::<policy::Policy>();
    println!("// Types that cross a world, made from crate/protocol by `cargo xtask types`. Do not edit.\n");
    let all: Vec<String> = types.found.into_values().collect();
    print!("{}", all.join("\n"));
}
