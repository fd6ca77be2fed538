//! The policy (design.md §8): levels and rules give a decision, tighteners may raise it, and a remembered answer may
//! settle a question. Deny wins, then the more specific rule, a tie goes to the stricter; order says nothing.
//! It must never see more of a call than what was parsed and checked.

use onecall_protocol::policy::{Class, Decision, Grant, HostKind, Level, Policy, Rule, SiteLevel, Taint};

use super::class::word;
use crate::member::keys;
use crate::path::{Segment, below};

/// What is judged.
#[derive(Debug, Clone, Copy)]
pub struct Case<'a> {
    /// The document's origin.
    pub origin: &'a str,
    /// The document.
    pub doc: &'a str,
    /// Canonical path, without arguments.
    pub path: &'a str,
    /// Its gravest effect.
    pub class: Class,
    /// Does it reach outside this browser?
    pub outward: bool,
    /// Its member's declared shape.
    pub shape: &'a str,
}

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
    /// What stands for the rule or default; a remembered answer is bound to it.
    pub rule: String,
    /// The same in words.
    pub why: String,
}

impl Engine {
    /// With this policy. Paths of rules are brought into their canonical form.
    #[must_use]
    pub fn new(mut policy: Policy) -> Self {
        for path in policy.rules.iter_mut().filter_map(|rule| rule.path.as_mut()) {
            *path = canonical(path);
        }
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

    /// Tokens of an answer where the caller does not say.
    #[must_use]
    pub fn budget(&self) -> Option<u32> {
        self.policy.budget
    }

    /// What was met so far.
    #[must_use]
    pub fn taint(&self) -> Taint {
        self.policy.taint
    }

    /// Notes what was met. True where that is new.
    pub fn meet(&mut self, untrusted: bool, private: bool) -> bool {
        let before = self.policy.taint;
        self.policy.taint.untrusted |= untrusted;
        self.policy.taint.private |= private;
        self.policy.taint != before
    }

    /// Forgets what was remembered for one document.
    pub fn forget(&mut self, doc: &str) {
        self.policy.grants.retain(|grant| grant.doc.as_deref() != Some(doc));
    }

    /// Remembers an answer.
    pub fn remember(&mut self, grant: Grant) {
        self.policy.grants.push(grant);
    }

    /// What applies.
    #[must_use]
    pub fn decide(&self, case: &Case<'_>) -> Ruling {
        let ruling = self.tighten(case, self.bound(case, self.base(case)));
        if ruling.decision == Decision::Ask && self.policy.grants.iter().any(|grant| covers(grant, case, &ruling.rule))
        {
            let why = format!("your earlier answer (asked because of {})", ruling.why);
            return Ruling { decision: Decision::Allow, why, ..ruling };
        }
        ruling
    }

    /// Branches of a site that may not be read unasked.
    #[must_use]
    pub fn unread(&self, origin: &str, doc: &str) -> Vec<String> {
        let rules = self
            .policy
            .rules
            .iter()
            .filter(|rule| rule.across.is_none() && rule.origin.as_deref().is_none_or(|of| of == origin));
        let paths = rules.filter_map(|rule| rule.path.clone()).filter(|path| !path.is_empty());
        let judged = |path: &String| {
            let case = Case { origin, doc, path, class: Class::Read, outward: false, shape: "" };
            self.decide(&case).decision != Decision::Allow
        };
        paths.filter(judged).collect()
    }

    /// Rules and levels that can apply at a site, in words.
    #[must_use]
    pub fn lines(&self, origin: &str) -> Vec<String> {
        let level = level(&self.policy.levels, origin).map(level_words);
        let bound =
            self::level(&self.policy.bounds, origin).map(|level| format!("your organisation: {}", level_words(level)));
        let rules = self.policy.rules.iter().filter(|rule| rule.origin.as_deref().is_none_or(|of| of == origin));
        bound.into_iter().chain(level).chain(rules.map(words)).collect()
    }

    /// Layer one and two: the level or default, and the rules.
    fn base(&self, case: &Case<'_>) -> Ruling {
        let level = level(&self.policy.levels, case.origin);
        let of_level = level.map(|level| {
            let decision = level_decision(level, case.class);
            let weight = (decision == Decision::Deny, (level.origin.is_some(), 0, false), decision);
            (weight, Ruling { decision, rule: format!("level {}", level_words(level)), why: level_words(level) })
        });
        let rules = self.policy.rules.iter().filter(|rule| matches(rule, case)).map(|rule| {
            let weight = (rule.decision == Decision::Deny, weight(rule), rule.decision);
            (weight, Ruling { decision: rule.decision, rule: words(rule), why: words(rule) })
        });
        // Equal weights are rules of the same words, or as specific and as strict: the words decide, so that order does not.
        let best = of_level.into_iter().chain(rules).max_by(|a, b| (a.0, &a.1.rule).cmp(&(b.0, &b.1.rule)));
        best.map_or_else(|| self.default(case.class), |(_, ruling)| ruling)
    }

    /// Layer three: what an organisation has set may only raise.
    fn bound(&self, case: &Case<'_>, ruling: Ruling) -> Ruling {
        let Some(level) = level(&self.policy.bounds, case.origin) else { return ruling };
        let decision = level_decision(level, case.class);
        if decision <= ruling.decision {
            return ruling;
        }
        let why = format!("your organisation: {}", level_words(level));
        Ruling { decision, rule: why.clone(), why }
    }

    /// And so may what the agent has met.
    fn tighten(&self, case: &Case<'_>, ruling: Ruling) -> Ruling {
        let Taint { untrusted, private } = self.policy.taint;
        if ruling.decision != Decision::Allow || !(untrusted && private && case.outward) {
            return ruling;
        }
        Ruling {
            decision: Decision::Ask,
            rule: "taint".into(),
            why: "the agent has read words of strangers and things of yours, and this could carry them outside".into(),
        }
    }

    fn default(&self, class: Class) -> Ruling {
        let asks = match self.policy.host {
            HostKind::Extension => class != Class::Read,
            HostKind::Page => class >= Class::Consequential,
        };
        let (decision, why) = match (asks, self.policy.host) {
            (false, _) => (Decision::Allow, "the default: allow"),
            (true, HostKind::Extension) => (Decision::Ask, "the default: ask before anything is changed"),
            (true, HostKind::Page) => (Decision::Ask, "the default: ask before it sends, pays, deletes or signs in"),
        };
        Ruling { decision, rule: why.into(), why: why.into() }
    }
}

/// The level of a site, else that of all sites; of several the strictest.
fn level<'a>(levels: &'a [SiteLevel], origin: &str) -> Option<&'a SiteLevel> {
    let of = |own: bool| {
        let fits = |level: &&SiteLevel| match &level.origin {
            Some(of) => own && of == origin,
            None => !own,
        };
        levels.iter().filter(fits).max_by_key(|level| (level.level, level.except.len()))
    };
    of(true).or_else(|| of(false))
}

/// A path as answers write it, however it was typed: keys that need no brackets have none.
fn canonical(path: &str) -> String {
    let Ok(mut parsed) = crate::path::parse(path) else { return path.to_owned() };
    for segment in &mut parsed.segments {
        if let Segment::Key(key) = segment {
            *segment = keys::segment(key);
        }
    }
    parsed.to_string()
}

fn level_decision(level: &SiteLevel, class: Class) -> Decision {
    let asks = match level.level {
        _ if class == Class::Read => false,
        Level::Read => return Decision::Deny,
        Level::Ask => true,
        Level::Grave => class >= Class::Upload,
        Level::All => level.except.contains(&class),
    };
    if asks { Decision::Ask } else { Decision::Allow }
}

fn matches(rule: &Rule, case: &Case<'_>) -> bool {
    rule.across.is_none()
        && rule.origin.as_deref().is_none_or(|of| of == case.origin)
        && rule.effect.is_none_or(|of| of == case.class)
        && rule.path.as_deref().is_none_or(|branch| below(branch, case.path))
}

/// Does a remembered answer settle this question? Same rule, same effect, same place, same shape.
fn covers(grant: &Grant, case: &Case<'_>, rule: &str) -> bool {
    grant.origin == case.origin
        && grant.rule == rule
        && grant.effect == Some(case.class)
        && grant.doc.as_deref().is_none_or(|doc| doc == case.doc)
        && grant.branch.as_deref().is_none_or(|branch| below(branch, case.path))
        && (grant.path != case.path || grant.shape == case.shape)
}

/// How specific: origin and path count before the effect, a longer branch before a shorter.
fn weight(rule: &Rule) -> (bool, usize, bool) {
    (rule.origin.is_some(), rule.path.as_deref().map_or(0, str::len), rule.effect.is_some())
}

fn level_words(level: &SiteLevel) -> String {
    let site = level.origin.as_deref().unwrap_or("all sites");
    let says = match level.level {
        Level::Read => "read only".to_owned(),
        Level::Ask => "ask before anything is changed".into(),
        Level::Grave => "ask before it submits, sends, uploads, signs in, deletes or pays".into(),
        Level::All if level.except.is_empty() => "everything".into(),
        Level::All => {
            let except: Vec<&str> = level.except.iter().map(|class| word(*class)).collect();
            format!("everything, except that it asks before it {}", except.join(" or "))
        }
    };
    format!("the level of {site}: {says}")
}

fn words(rule: &Rule) -> String {
    let decision = match rule.decision {
        Decision::Allow => "allow",
        Decision::Ask => "ask about",
        Decision::Deny => "deny",
    };
    let mut out = format!("the rule: {decision}");
    match rule.effect {
        Some(class) => out.push_str(&format!(" what {}", word(class))),
        None => out.push_str(" everything"),
    }
    for (label, part) in [("at", rule.origin.as_deref()), ("below", rule.path.as_deref())] {
        if let Some(part) = part {
            out.push_str(&format!(" {label} {part}"));
        }
    }
    out
}

#[cfg(test)]
mod tests;
