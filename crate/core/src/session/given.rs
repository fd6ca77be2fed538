//! The arguments of an operation, wherever they stand. They are given once; it must never choose between two.

use onecall_protocol::answer::Fault;
use onecall_protocol::call::Operation;
use onecall_protocol::fault::Code;
use onecall_protocol::{Value, json};

use super::doc::Doc;
use crate::answer::fault;
use crate::member::ask::queried;
use crate::member::lookup::attempt;
use crate::member::query::Query;
use crate::member::{Ask, Found, Place, Property, Tree, Verb, resolve};
use crate::model::outline::ThingId;
use crate::path::Path;

/// Arguments from the path or from `args`; not both.
pub(super) fn arguments(found: &Found, operation: &Operation) -> Result<Option<Value>, Fault> {
    match (&found.args, &operation.args) {
        (Some(inside), Some(beside)) if !empty(inside) && !empty(beside) => {
            let message = "arguments stand both in the path and in \"args\"; give them once.".into();
            let attempt = json!({ "path": found.path.to_string(), "args": beside });
            Err(fault::plain(Code::InvalidArgument, message, Some(attempt)))
        }
        (Some(inside), Some(beside)) => Ok(Some(if empty(inside) { beside.clone() } else { inside.clone() })),
        (inside, beside) => Ok(inside.clone().or_else(|| beside.clone())),
    }
}

fn empty(args: &Value) -> bool {
    match args {
        Value::Array(several) => several.is_empty(),
        Value::Object(parts) => parts.is_empty(),
        other => other.is_null(),
    }
}

/// A question that is put to a list with its arguments: what is wanted of it, and the path that says so.
///
/// # Errors
/// Where it cannot be asked like that.
pub(super) fn asked(path: &Path, query: &Query, ask: Ask, given: Option<&Value>) -> Result<(Path, Query), Fault> {
    let args = given.map_or_else(Vec::new, positional);
    let mut query = query.clone();
    queried(&mut query, ask, &args).map_err(|why| fault::plain(Code::InvalidArgument, format!("{why}."), None))?;
    Ok((ask.asked(path.clone(), &query, args), query))
}

/// Arguments in order, whether given by position or by name.
pub(super) fn positional(args: &Value) -> Vec<Value> {
    match args {
        Value::Array(several) => several.clone(),
        other => vec![other.clone()],
    }
}

/// Something cannot be used now.
pub(super) fn disabled(tree: &Tree, id: ThingId, verb: Verb) -> Fault {
    let path = tree.address(id);
    let attempt = match verb {
        // Keys are pressed on it to scroll it.
        Verb::Press => Some(json!({ "path": format!("{path}.scrollTo"), "args": ["end"] })),
        _ => tree.outline().thing(id).and_then(|thing| attempt(&tree.address(thing.owner), None)),
    };
    fault::plain(Code::Disabled, format!("{path} is disabled. Nothing was done."), attempt)
}

/// Arguments were given where nothing takes any.
pub(super) fn not_a_method(doc: &Doc, place: &Place, given: &Value) -> Fault {
    let path = resolve::canonical(&doc.tree, place);
    let verb = match place {
        Place::Thing(id) => doc.tree.verbs(*id).first().copied(),
        Place::Property(_, Property::Value) => Some(Verb::Set),
        _ => None,
    };
    let base = match place {
        Place::Property(id, _) => doc.tree.address(*id),
        _ => path.clone(),
    };
    let attempt = match verb {
        Some(verb) => json!({ "path": format!("{base}.{}", verb.name()), "args": given }),
        None => json!({ "path": path.to_string() }),
    };
    let hint = verb.map_or(String::new(), |verb| format!(" Did you mean {base}.{}?", verb.signature(false)));
    fault::plain(Code::NotAMethod, format!("{path} is not a method and takes no arguments.{hint}"), Some(attempt))
}
