//! What a checked call will do, judged by what it acts on: never below what its verb says.

use onecall_protocol::facts::flag;
use onecall_protocol::policy::Class;

use super::class::raise_by_label;
use crate::member::args::{ActCall, Args};
use crate::member::{Tree, Verb};
use crate::model::outline::{Kind, ThingId};

/// The gravest effect that a call may have.
#[must_use]
pub fn class(tree: &Tree, call: &ActCall) -> Class {
    let base = call.verb.class();
    match call.verb {
        Verb::Click | Verb::DoubleClick | Verb::Open | Verb::Select | Verb::Submit => pressed(tree, call.of, base),
        Verb::Press => match &call.args {
            // Enter in a field submits its form.
            Args::Text(key) if key.ends_with("Enter") => {
                owner_form(tree, call.of).map_or(base, |form| submit(tree, form, base))
            }
            _ => base,
        },
        _ => base,
    }
}

fn pressed(tree: &Tree, id: ThingId, base: Class) -> Class {
    let Some(thing) = tree.outline().thing(id) else { return base };
    let dom = tree.dom();
    let label = tree.label(id);
    match thing.kind {
        Kind::Form => submit(tree, id, base),
        Kind::Link => {
            let raised = if dom.attr(thing.node, "download").is_some() { base.max(Class::Download) } else { base };
            let goes = dom.attr(thing.node, "href").is_some_and(|href| !href.starts_with('#'));
            raise_by_label(if goes { raised.max(Class::Navigate) } else { raised }, if goes { "" } else { &label })
        }
        Kind::Button => {
            let raised = raise_by_label(base, &label);
            let kind = dom.attr(thing.node, "type").unwrap_or("submit");
            let submits = dom.tag(thing.node) == "button" && kind.eq_ignore_ascii_case("submit")
                || dom.tag(thing.node) == "input" && matches!(kind, "submit" | "image");
            match owner_form(tree, id).filter(|_| submits) {
                Some(form) => submit(tree, form, raised),
                None => raised,
            }
        }
        _ => base,
    }
}

/// The form element that a thing belongs to.
fn owner_form(tree: &Tree, id: ThingId) -> Option<ThingId> {
    let mut at = id;
    loop {
        let thing = tree.outline().thing(at)?;
        if thing.kind == Kind::Form && tree.dom().tag(thing.node) == "form" {
            return Some(at);
        }
        if thing.owner == at {
            return None;
        }
        at = thing.owner;
    }
}

/// Submitting a form: by its fields, and by the words on its submit button.
fn submit(tree: &Tree, form: ThingId, base: Class) -> Class {
    let mut class = base.max(Class::Submit);
    let outline = tree.outline();
    for field in outline.within(form, Kind::Field) {
        let Some(thing) = outline.thing(*field) else { continue };
        let complete = tree.dom().attr(thing.node, "autocomplete").unwrap_or("");
        if complete.contains("cc-") {
            class = class.max(Class::Pay);
        } else if tree.dom().has(thing.node, flag::SECRET) {
            class = class.max(Class::Auth);
        }
    }
    let dom = tree.dom();
    for button in outline.within(form, Kind::Button) {
        let Some(thing) = outline.thing(*button) else { continue };
        if dom.attr(thing.node, "type").is_none_or(|kind| kind.eq_ignore_ascii_case("submit")) {
            class = raise_by_label(class, &tree.label(*button));
        }
    }
    class
}
