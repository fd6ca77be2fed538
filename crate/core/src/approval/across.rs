//! What a page's own script could not read: documents of other origins in its frames, and closed shadow roots. As the
//! page itself may be the caller (design.md §8), none of it is read before the person allows that pair of origins;
//! what is not read is in no tree, so no answer, search, hint or fault can hold it. It must never tell the caller
//! what the page could not know, such as where a frame really is.

use onecall_protocol::Handle;
use onecall_protocol::facts::flag;
use onecall_protocol::policy::{CLOSED, Class, Decision, PICTURES, Rule};

use super::policy::{Case, Engine, Ruling};
use crate::member::ledger::Ledger;
use crate::member::{Place, Property, Tree, Verb, resolve};
use crate::model::outline::{Kind, ThingId};
use crate::path::visible::quote;
use crate::path::{Path, Segment};

/// May agents on a page of `origin` read what is `of` another origin, or [`CLOSED`]?
#[must_use]
pub fn ruling(engine: &Engine, origin: &str, of: &str) -> Ruling {
    // Files and pages that are opened as data have one name for all of them, and none of them may read another.
    if origin == of && (of.starts_with("https://") || of.starts_with("http://")) {
        return said(Decision::Allow, "the page's own origin".into());
    }
    let about = engine.rules().iter().filter(|rule| matches(rule, origin, of));
    let best = about.max_by_key(|rule| (rule.decision == Decision::Deny, weight(rule), rule.decision));
    let case = Case { origin: of, doc: "", path: "page", class: Class::Read, outward: false, shape: "" };
    let own = engine.decide(&case);
    match best {
        _ if own.decision == Decision::Deny => own,
        Some(rule) => said(rule.decision, words(rule)),
        None => said(Decision::Ask, "the default".into()),
    }
}

fn said(decision: Decision, why: String) -> Ruling {
    Ruling { decision, rule: why.clone(), why }
}

/// Is there a rule that allows anything of this kind to a page of this origin? Where not, nobody has to look.
#[must_use]
pub fn is_open(engine: &Engine, origin: &str) -> bool {
    let mut rules = engine.rules().iter();
    rules.any(|rule| {
        rule.decision == Decision::Allow
            && rule.across.as_deref().is_some_and(|across| across != PICTURES)
            && rule.origin.as_deref().is_none_or(|of| of == origin)
    })
}

fn matches(rule: &Rule, origin: &str, of: &str) -> bool {
    rule.across.as_deref().is_some_and(|across| across == of || across == "*")
        && rule.origin.as_deref().is_none_or(|of| of == origin)
}

fn weight(rule: &Rule) -> (bool, bool) {
    (rule.origin.is_some(), rule.across.as_deref() != Some("*"))
}

fn words(rule: &Rule) -> String {
    let decision = match rule.decision {
        Decision::Allow => "allow",
        Decision::Ask => "ask before",
        Decision::Deny => "deny",
    };
    let mut out = format!("the rule: {decision} what the page cannot read");
    if let Some(origin) = rule.origin.as_deref() {
        out.push_str(&format!(" at {origin}"));
    }
    out
}

/// A place that the page's own script could not look into, and what of a path lies in it.
#[derive(Debug, Clone, PartialEq)]
pub struct Gate {
    /// Frame or closed shadow root.
    pub kind: Kind,
    /// Its element.
    pub handle: Handle,
    /// Its canonical path.
    pub path: Path,
    /// The origin that the page itself gave the frame; empty where it gave none.
    pub source: String,
}

/// Where a path goes into what the page's own script could not read.
#[must_use]
pub fn gate(tree: &Tree, ledger: &Ledger, path: &Path) -> Option<Gate> {
    let segments = &path.segments;
    if segments.len() < 3 || stubs(tree).next().is_none() {
        return None;
    }
    for end in 2..segments.len() {
        let (head, rest) = segments.split_at_checked(end)?;
        let Ok(found) = resolve(tree, ledger, &Path { segments: head.to_vec() }) else { continue };
        if let Place::Thing(id) = found.place
            && is_stub(tree, id)
            && rest.first().is_some_and(is_inside)
        {
            let thing = tree.outline().thing(id)?;
            let source = tree.dom().attr(thing.node, "src").map(origin_of).unwrap_or_default();
            return Some(Gate { kind: thing.kind, handle: tree.dom().handle(thing.node), path: found.path, source });
        }
    }
    None
}

/// What follows a stub: its own members are the page's, all else is in it.
fn is_inside(segment: &Segment) -> bool {
    match segment {
        Segment::Special(_) | Segment::Call(_) => false,
        Segment::Name(name) => {
            let own = [Property::Url, Property::Name, Property::Description, Property::State];
            Verb::parse(name).is_none() && Property::parse(name).is_none_or(|property| !own.contains(&property))
        }
        _ => true,
    }
}

/// Parts of the page that nobody has read.
pub fn stubs(tree: &Tree) -> impl Iterator<Item = ThingId> {
    let outline = tree.outline();
    let all = [Kind::Frame, Kind::Closed].into_iter().flat_map(move |kind| outline.within(outline.page(), kind));
    all.copied().filter(move |id| is_stub(tree, *id))
}

/// Is it a frame or a closed shadow root that was not read?
#[must_use]
pub fn is_stub(tree: &Tree, id: ThingId) -> bool {
    let Some(thing) = tree.outline().thing(id) else { return false };
    match thing.kind {
        Kind::Frame => tree.dom().has(thing.node, flag::FOREIGN) && tree.dom().first(thing.node).is_none(),
        kind => kind == Kind::Closed,
    }
}

/// Why a stub says nothing, and how it becomes readable.
#[must_use]
pub fn reason(tree: &Tree, id: ThingId) -> Option<String> {
    if !is_stub(tree, id) {
        return None;
    }
    let path = tree.address(id).to_string();
    let ask = format!("Reading inside it, e.g. {path}.text, asks the person.");
    Some(match tree.kind(id) {
        Kind::Closed if tree.asks => {
            format!("not read: a closed shadow root, which the page keeps even from its own scripts. {ask}")
        }
        Kind::Closed => "a closed shadow root: cannot be read from here".into(),
        _ => {
            let thing = tree.outline().thing(id)?;
            let source = tree.dom().attr(thing.node, "src").map(origin_of).unwrap_or_default();
            let of = if source.is_empty() { String::new() } else { format!(" {}", quote(&source)) };
            if tree.asks {
                format!("not read: cross-origin or sandboxed frame{of}, which this page itself cannot read. {ask}")
            } else {
                format!("cross-origin frame{of}: cannot be read from here")
            }
        }
    })
}

/// One sentence for the person.
#[must_use]
pub fn says(origin: &str, of: &str) -> String {
    if of == CLOSED {
        return format!("agents on {origin} would read the parts that this site keeps in closed shadow roots");
    }
    if of == PICTURES {
        return format!(
            "agents on {origin}, and {origin} itself, would get pictures of what that page shows, with images of other sites on it"
        );
    }
    let whose = if of.is_empty() { "a frame without an address" } else { of };
    format!("agents on {origin}, and {origin} itself, would read what {whose} shows in a frame there")
}

/// What of the tree a gate leads into, for the caller.
#[must_use]
pub fn what(gate: &Gate) -> &'static str {
    match gate.kind {
        Kind::Closed => "closed shadow root",
        Kind::Tab => "tab of another site",
        Kind::Frame => "frame",
        _ => "picture",
    }
}

/// `https://shop.test` of an address; empty of one that is relative, has no origin, or is none.
fn origin_of(address: &str) -> String {
    let Some((scheme, rest)) = address.split_once("://") else { return String::new() };
    let host = rest.split(['/', '?', '#']).next().unwrap_or("");
    let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | ':' | '[' | ']');
    let fine = scheme.chars().all(|c| c.is_ascii_alphanumeric()) && host.chars().all(plain);
    if fine { format!("{scheme}://{host}") } else { String::new() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use onecall_protocol::policy::{HostKind, Policy};

    fn rule(origin: Option<&str>, across: Option<&str>, decision: Decision) -> Rule {
        Rule { origin: origin.map(Into::into), across: across.map(Into::into), decision, ..Rule::default() }
    }

    fn decide(rules: Vec<Rule>, origin: &str, of: &str) -> Decision {
        ruling(&Engine::new(Policy { host: HostKind::Extension, rules, ..Policy::default() }), origin, of).decision
    }

    #[test]
    fn a_pair_is_asked_about_unless_a_rule_names_it() {
        let (shop, pay) = ("https://shop.test", "https://pay.test");
        assert_eq!(decide(vec![], shop, pay), Decision::Ask);
        assert_eq!(decide(vec![], shop, shop), Decision::Allow);
        assert_eq!(decide(vec![], shop, CLOSED), Decision::Ask);
        // One name, but no one origin.
        for of in ["file://", "data:", "about:"] {
            assert_eq!(decide(vec![], of, of), Decision::Ask, "{of}");
        }
        // Rules about what the page can read say nothing here.
        assert_eq!(decide(vec![rule(None, None, Decision::Allow)], shop, pay), Decision::Ask);
        let pair = rule(Some(shop), Some(pay), Decision::Allow);
        assert_eq!(decide(vec![pair.clone()], shop, pay), Decision::Allow);
        for (origin, of) in
            [(pay, shop), ("https://evil.test", pay), (shop, "sandboxed https://pay.test"), (shop, CLOSED)]
        {
            assert_eq!(decide(vec![pair.clone()], origin, of), Decision::Ask, "{origin} {of}");
        }
        let all = rule(Some(shop), Some("*"), Decision::Allow);
        assert_eq!(decide(vec![all.clone()], shop, CLOSED), Decision::Allow);
        assert_eq!(decide(vec![all.clone(), rule(Some(shop), Some(pay), Decision::Ask)], shop, pay), Decision::Ask);
        assert_eq!(decide(vec![rule(None, Some("*"), Decision::Deny), pair], shop, pay), Decision::Deny);
        // Who forbids that an origin is read forbids it in frames too.
        assert_eq!(decide(vec![all, rule(Some(pay), None, Decision::Deny)], shop, pay), Decision::Deny);
    }

    #[test]
    fn a_rule_about_pairs_decides_nothing_else() {
        let engine = Engine::new(Policy {
            host: HostKind::Extension,
            rules: vec![rule(None, Some("*"), Decision::Allow), rule(None, Some("*"), Decision::Deny)],
            ..Policy::default()
        });
        let case =
            |class| Case { origin: "https://shop.test", doc: "", path: "page", class, outward: false, shape: "" };
        assert_eq!(engine.decide(&case(Class::Read)).decision, Decision::Allow);
        assert_eq!(engine.decide(&case(Class::Pay)).decision, Decision::Ask);
    }

    #[test]
    fn origins_of_addresses() {
        for (address, origin) in [
            ("https://pay.test/a?b#c", "https://pay.test"),
            ("/checkout", ""),
            ("javascript:alert('https://x/')", ""),
            ("//pay.test/", ""),
            ("about:blank", ""),
            ("https://pay.test\nfault/", ""),
            ("https://ann@pay.test/", ""),
        ] {
            assert_eq!(origin_of(address), origin);
        }
    }
}
