//! A search: what is found, under the same policy as calls. It reads only.

use onecall_protocol::answer::Fault;
use onecall_protocol::effect::Effect;
use onecall_protocol::policy::Class;

use super::doc::Doc;
use crate::answer::{self, Draft};
use crate::approval::policy::{Case, Engine};

/// Searches a document; the addresses of the hits are handed out.
pub(super) fn find(
    doc: &mut Doc,
    policy: &Engine,
    words: &str,
    budget: u32,
    out: &mut Vec<Effect>,
) -> Result<Draft, Fault> {
    let origin = doc.origin();
    let asks = |path: &str, class: Class| {
        let outward = class >= Class::Upload;
        policy.decide(&Case { origin: &origin, doc: doc.id(), path, class, outward, shape: "" }).decision
    };
    let (draft, bound) = answer::find::find(&doc.tree, words, budget, &asks)?;
    doc.bind(bound.iter().map(|(path, id)| (path.as_str(), *id)), out);
    Ok(draft)
}
