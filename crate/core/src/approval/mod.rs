//! Approval: what an operation does to the world, and whether it may. The only place that makes an
//! [`Approved`], and so the only way to a step. It must never look at wording sent by the caller other
//! than the checked call itself.

pub mod across;
pub mod class;
pub mod infer;
pub mod policy;
pub mod taint;
pub mod tool;
mod words;

use onecall_protocol::policy::{Class, Decision};
use policy::{Case, Ruling};

/// Something the policy, or a person, has allowed.
#[derive(Debug, Clone, PartialEq)]
pub struct Approved<T>(T);

impl<T> Approved<T> {
    /// What was allowed.
    #[must_use]
    pub fn get(&self) -> &T {
        &self.0
    }

    /// Makes of it what it stands for; what was allowed stays allowed, and nothing else.
    pub(crate) fn map<U>(self, make: impl FnOnce(T) -> U) -> Approved<U> {
        Approved(make(self.0))
    }
}

impl<T> Approved<T> {
    /// The part of what was allowed that `of` takes out, where there is one.
    pub(crate) fn only<U>(self, of: impl FnOnce(T) -> Option<U>) -> Option<Approved<U>> {
        of(self.0).map(Approved)
    }
}

/// A question about something that a ruling asks about.
#[must_use]
pub fn ask<T>(class: Class, ruling: Ruling, what: T) -> Verdict<T> {
    Verdict::Ask(Pending { what, class, ruling })
}

/// Takes up a plan that a core that is gone had made of an approved call (ARCHITECTURE.md, "When the worker dies").
#[must_use]
pub(crate) fn resume(plan: onecall_protocol::plan::Plan) -> Approved<onecall_protocol::plan::Plan> {
    Approved(plan)
}

/// What the policy made of something.
#[derive(Debug, Clone, PartialEq)]
pub enum Verdict<T> {
    /// Go on.
    Allowed(Approved<T>),
    /// A person has to be asked; [`Pending::decide`] goes on from there.
    Ask(Pending<T>),
    /// No, and by which rule.
    Denied(String),
}

impl<T> Verdict<T> {
    /// The decision alone.
    #[must_use]
    pub fn decision(&self) -> Decision {
        match self {
            Self::Allowed(_) => Decision::Allow,
            Self::Ask(_) => Decision::Ask,
            Self::Denied(_) => Decision::Deny,
        }
    }
}

/// Waits for a person.
#[derive(Debug, Clone, PartialEq)]
pub struct Pending<T> {
    what: T,
    /// Its gravest effect.
    pub class: Class,
    /// What asks.
    pub ruling: Ruling,
}

impl<T> Pending<T> {
    /// What is waiting, for the question.
    #[must_use]
    pub fn what(&self) -> &T {
        &self.what
    }

    /// Takes a person's word. `None` where it was not a yes.
    #[must_use]
    pub fn decide(self, decision: Decision) -> Option<Approved<T>> {
        (decision == Decision::Allow).then_some(Approved(self.what))
    }
}

/// Judges something by the effect it has at a place. `parts` are places inside that it also touches, as the fields of a
/// form: a rule about one of them counts for the whole.
#[must_use]
pub fn judge<T>(engine: &policy::Engine, case: &Case<'_>, parts: &[String], what: T) -> Verdict<T> {
    let mut ruling = engine.decide(case);
    for part in parts {
        let of = engine.decide(&Case { path: part, ..*case });
        if of.decision > ruling.decision && of.rule != ruling.rule {
            ruling = of;
        }
    }
    match ruling.decision {
        Decision::Allow => Verdict::Allowed(Approved(what)),
        Decision::Ask => Verdict::Ask(Pending { what, class: case.class, ruling }),
        Decision::Deny => Verdict::Denied(ruling.why),
    }
}
