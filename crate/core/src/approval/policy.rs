//! The policy: the host's defaults and the person's rules give one decision (design.md §8).
//! Deny wins, then the more specific rule, a tie goes to the stricter; the order of rules says nothing.
//! It must never see anything but origin, canonical path and effect.

use onecall_protocol::policy::{Class, Decision, HostKind, Policy, Rule};

/// Decides.
#[derive(Debug, Clone, Default)]
pub struct Engine {
    policy: Policy,
}

/// A decision and where it came from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ruling {
    /// The decision.
    pub decision: Decision,
    /// The rule or default, in words.
    pub why: String,
}

impl Engine {
    /// With this policy.
    #[must_use]
    pub fn new(policy: Policy) -> Self {
        Self { policy }
    }

    /// Which host's defaults apply.
    #[must_use]
    pub fn host(&self) -> HostKind {
        self.policy.host
    }

    /// The rules, in any order.
    pub(super) fn rules(&self) -> &[Rule] {
        &self.policy.rules
    }

    /// What applies to an operation of this effect at this place.
    #[must_use]
    pub fn decide(&self, origin: &str, path: &str, class: Class) -> Ruling {
        let best = self
            .policy
            .rules
            .iter()
            .filter(|rule| matches(rule, origin, path, class))
            .max_by_key(|rule| (rule.decision == Decision::Deny, weight(rule), rule.decision));
        match best {
            Some(rule) => Ruling { decision: rule.decision, why: words(rule) },
            None => Ruling { decision: self.default(class), why: "the default".into() },
        }
    }

    fn default(&self, class: Class) -> Decision {
        let asks = match self.policy.host {
            HostKind::Extension => class != Class::Read,
            HostKind::Page => class >= Class::Consequential,
        };
        if asks { Decision::Ask } else { Decision::Allow }
    }
}

fn matches(rule: &Rule, origin: &str, path: &str, class: Class) -> bool {
    rule.across.is_none()
        && rule.origin.as_deref().is_none_or(|of| of == origin)
        && rule.effect.is_none_or(|of| of == class)
        && rule.path.as_deref().is_none_or(|branch| below(branch, path))
}

/// Is `path` the branch or below it? A branch ends at a boundary between segments.
fn below(branch: &str, path: &str) -> bool {
    path.strip_prefix(branch)
        .is_some_and(|rest| rest.is_empty() || branch.is_empty() || rest.starts_with(['.', '[', '(']))
}

/// How specific: origin and path count before the effect, a longer branch before a shorter.
fn weight(rule: &Rule) -> (bool, usize, bool) {
    (rule.origin.is_some(), rule.path.as_deref().map_or(0, str::len), rule.effect.is_some())
}

fn words(rule: &Rule) -> String {
    let decision = match rule.decision {
        Decision::Allow => "allow",
        Decision::Ask => "ask",
        Decision::Deny => "deny",
    };
    let mut out = format!("the rule: {decision}");
    if let Some(class) = rule.effect {
        out.push_str(&format!(" what {}", super::class::word(class)));
    }
    for (label, part) in [("at", rule.origin.as_deref()), ("below", rule.path.as_deref())] {
        if let Some(part) = part {
            out.push_str(&format!(" {label} {part}"));
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn rule(origin: Option<&str>, path: Option<&str>, effect: Option<Class>, decision: Decision) -> Rule {
        Rule { origin: origin.map(Into::into), path: path.map(Into::into), effect, decision, ..Rule::default() }
    }

    fn engine(host: HostKind, rules: Vec<Rule>) -> Engine {
        Engine::new(Policy { host, rules })
    }

    #[test]
    fn defaults_of_the_hosts() {
        let ext = engine(HostKind::Extension, vec![]);
        assert_eq!(ext.decide("https://a", "page", Class::Read).decision, Decision::Allow);
        assert_eq!(ext.decide("https://a", "page.buttons.X", Class::Act).decision, Decision::Ask);
        let page = engine(HostKind::Page, vec![]);
        assert_eq!(page.decide("https://a", "page.buttons.X", Class::Act).decision, Decision::Allow);
        assert_eq!(page.decide("https://a", "page.buttons.X", Class::Pay).decision, Decision::Ask);
    }

    #[test]
    fn deny_wins_then_the_more_specific_then_the_stricter() {
        let rules = vec![
            rule(None, None, None, Decision::Allow),
            rule(Some("https://a"), Some("page.forms"), None, Decision::Ask),
            rule(None, None, Some(Class::Pay), Decision::Deny),
        ];
        let e = engine(HostKind::Extension, rules);
        assert_eq!(e.decide("https://a", "page.buttons.X", Class::Act).decision, Decision::Allow);
        assert_eq!(e.decide("https://a", "page.forms[\"S\"].submit", Class::Submit).decision, Decision::Ask);
        assert_eq!(e.decide("https://a", "page.formsX", Class::Submit).decision, Decision::Allow);
        assert_eq!(e.decide("https://b", "page.buttons.X", Class::Pay).decision, Decision::Deny);
    }

    proptest! {
        #[test]
        fn order_says_nothing(seed in proptest::collection::vec((0u8..3, 0u8..3, 0u8..3, 0u8..3), 0..8), at in 0usize..8) {
            let rules: Vec<Rule> = seed.iter().map(|(o, p, e, d)| rule(
                [None, Some("https://a"), Some("https://b")][*o as usize],
                [None, Some("page"), Some("page.forms")][*p as usize],
                [None, Some(Class::Act), Some(Class::Pay)][*e as usize],
                [Decision::Allow, Decision::Ask, Decision::Deny][*d as usize],
            )).collect();
            let mut turned = rules.clone();
            if !turned.is_empty() { let n = at % turned.len(); turned.rotate_left(n); turned.reverse(); }
            for class in [Class::Read, Class::Act, Class::Pay] {
                let one = engine(HostKind::Extension, rules.clone()).decide("https://a", "page.forms.X", class).decision;
                let two = engine(HostKind::Extension, turned.clone()).decide("https://a", "page.forms.X", class).decision;
                prop_assert_eq!(one, two);
            }
        }
    }
}
