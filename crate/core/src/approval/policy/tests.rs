//! Properties of the policy: what a remembered answer may do, and that order says nothing.

use proptest::prelude::*;

use super::*;

fn rule(origin: Option<&str>, path: Option<&str>, effect: Option<Class>, decision: Decision) -> Rule {
    Rule { origin: origin.map(Into::into), path: path.map(Into::into), effect, decision, ..Rule::default() }
}

fn engine(host: HostKind, rules: Vec<Rule>) -> Engine {
    Engine::new(Policy { host, rules, ..Policy::default() })
}

fn case<'a>(origin: &'a str, path: &'a str, class: Class) -> Case<'a> {
    Case { origin, doc: "d", path, class, outward: class >= Class::Upload, shape: "button.click" }
}

fn decide(engine: &Engine, origin: &str, path: &str, class: Class) -> Decision {
    engine.decide(&case(origin, path, class)).decision
}

#[test]
fn defaults_of_the_hosts() {
    let ext = engine(HostKind::Extension, vec![]);
    assert_eq!(decide(&ext, "https://a", "page", Class::Read), Decision::Allow);
    assert_eq!(decide(&ext, "https://a", "page.buttons.X", Class::Act), Decision::Ask);
    let page = engine(HostKind::Page, vec![]);
    assert_eq!(decide(&page, "https://a", "page.buttons.X", Class::Act), Decision::Allow);
    assert_eq!(decide(&page, "https://a", "page.buttons.X", Class::Pay), Decision::Ask);
}

#[test]
fn deny_wins_then_the_more_specific_then_the_stricter() {
    let rules = vec![
        rule(None, None, None, Decision::Allow),
        rule(Some("https://a"), Some("page['forms']"), None, Decision::Ask),
        rule(Some("https://a"), Some("page.forms"), None, Decision::Ask),
        rule(None, None, Some(Class::Pay), Decision::Deny),
    ];
    let e = engine(HostKind::Extension, rules);
    assert_eq!(decide(&e, "https://a", "page.buttons.X", Class::Act), Decision::Allow);
    assert_eq!(decide(&e, "https://a", "page.forms[\"S\"].submit", Class::Submit), Decision::Ask);
    assert_eq!(decide(&e, "https://a", "page.formsX", Class::Submit), Decision::Allow);
    assert_eq!(decide(&e, "https://b", "page.buttons.X", Class::Pay), Decision::Deny);
}

#[test]
fn levels_say_what_they_promise() {
    let with = |level, except: &[Class]| {
        let levels = vec![
            SiteLevel { origin: Some("https://a".into()), level, except: except.to_vec() },
            SiteLevel { origin: None, level: Level::Read, except: vec![] },
        ];
        Engine::new(Policy { levels, ..Policy::default() })
    };
    for (level, except, class, decision) in [
        (Level::Read, &[][..], Class::Read, Decision::Allow),
        (Level::Read, &[], Class::Write, Decision::Deny),
        (Level::Ask, &[], Class::Write, Decision::Ask),
        (Level::Grave, &[], Class::Write, Decision::Allow),
        (Level::Grave, &[], Class::Navigate, Decision::Allow),
        (Level::Grave, &[], Class::Submit, Decision::Ask),
        (Level::Grave, &[], Class::Pay, Decision::Ask),
        (Level::All, &[Class::Pay], Class::Pay, Decision::Ask),
        (Level::All, &[Class::Pay], Class::Delete, Decision::Allow),
    ] {
        assert_eq!(decide(&with(level, except), "https://a", "page.x", class), decision, "{level:?} {class:?}");
        // The level of all sites does not count where a site has its own, and does elsewhere.
        let elsewhere = if class == Class::Read { Decision::Allow } else { Decision::Deny };
        assert_eq!(decide(&with(level, except), "https://b", "page.x", class), elsewhere);
    }
    // Read only is not widened by a rule.
    let mut policy = with(Level::Read, &[]).policy;
    policy.rules.push(rule(Some("https://a"), Some("page.x"), Some(Class::Write), Decision::Allow));
    assert_eq!(decide(&Engine::new(policy), "https://a", "page.x", Class::Write), Decision::Deny);
}

#[test]
fn an_organisation_only_makes_it_stricter() {
    let of = |level| vec![SiteLevel { origin: None, level, except: vec![] }];
    let own = vec![SiteLevel { origin: Some("https://a".into()), level: Level::All, except: vec![] }];
    let e = Engine::new(Policy { levels: own, bounds: of(Level::Read), ..Policy::default() });
    assert_eq!(decide(&e, "https://a", "page.x", Class::Act), Decision::Deny);
    let e = Engine::new(Policy { levels: of(Level::Read), bounds: of(Level::All), ..Policy::default() });
    assert_eq!(decide(&e, "https://a", "page.x", Class::Act), Decision::Deny);
}

#[test]
fn three_things_together_ask() {
    let levels = vec![SiteLevel { origin: None, level: Level::All, except: vec![] }];
    let mut e = Engine::new(Policy { levels, ..Policy::default() });
    assert_eq!(decide(&e, "https://a", "page.x", Class::Send), Decision::Allow);
    assert!(e.meet(true, false));
    assert_eq!(decide(&e, "https://a", "page.x", Class::Send), Decision::Allow);
    assert!(e.meet(false, true) && !e.meet(true, true));
    let ruling = e.decide(&case("https://a", "page.x", Class::Send));
    assert_eq!((ruling.decision, ruling.rule.as_str()), (Decision::Ask, "taint"));
    assert_eq!(decide(&e, "https://a", "page.x", Class::Write), Decision::Allow);
    // An answer given to another question does not settle this one.
    let of = |rule: &str| Grant {
        origin: "https://a".into(),
        effect: Some(Class::Send),
        rule: rule.into(),
        path: "page.x".into(),
        shape: "button.click".into(),
        ..Grant::default()
    };
    e.remember(of("the default: ask before anything is changed"));
    assert_eq!(decide(&e, "https://a", "page.x", Class::Send), Decision::Ask);
    e.remember(of("taint"));
    assert_eq!(decide(&e, "https://a", "page.x", Class::Send), Decision::Allow);
}

#[test]
fn another_shape_is_asked_again() {
    let mut e = engine(HostKind::Extension, vec![]);
    let before = case("https://a", "tools.x", Class::Act);
    let rule = e.decide(&before).rule;
    e.remember(Grant {
        origin: "https://a".into(),
        effect: Some(Class::Act),
        rule,
        path: "tools.x".into(),
        shape: "button.click".into(),
        ..Grant::default()
    });
    assert_eq!(e.decide(&before).decision, Decision::Allow);
    assert_eq!(e.decide(&Case { shape: "button.click(amount)", ..before }).decision, Decision::Ask);
}

const ORIGINS: [Option<&str>; 3] = [None, Some("https://a"), Some("https://b")];
const PATHS: [Option<&str>; 4] = [None, Some("page"), Some("page.forms"), Some("page.forms[\"S\"].submit")];
const CLASSES: [Class; 4] = [Class::Read, Class::Act, Class::Send, Class::Pay];
const DECISIONS: [Decision; 3] = [Decision::Allow, Decision::Ask, Decision::Deny];
const LEVELS: [Level; 4] = [Level::All, Level::Grave, Level::Ask, Level::Read];

type Seeds = Vec<(usize, usize, usize, usize)>;

fn policy(rules: &Seeds, levels: &[(usize, usize)], taint: bool) -> Policy {
    let rules = rules.iter().map(|(o, p, e, d)| {
        rule(ORIGINS[*o], PATHS[*p], [None, Some(CLASSES[1]), Some(CLASSES[2]), Some(CLASSES[3])][*e], DECISIONS[*d])
    });
    let levels = levels.iter().map(|(o, l)| SiteLevel {
        origin: ORIGINS[*o].map(Into::into),
        level: LEVELS[*l],
        except: vec![CLASSES[*l % 4]],
    });
    Policy {
        rules: rules.collect(),
        levels: levels.collect(),
        taint: Taint { untrusted: taint, private: taint },
        ..Policy::default()
    }
}

fn cases() -> Vec<Case<'static>> {
    let mut all = Vec::new();
    for origin in ["https://a", "https://b"] {
        for path in ["page.forms[\"S\"].submit", "page.forms[\"T\"].submit", "page.buttons.X.click", "page.formsX"] {
            for class in CLASSES {
                for doc in ["d", "e"] {
                    for shape in ["s", "t"] {
                        all.push(Case { origin, doc, path, class, outward: class >= Class::Upload, shape });
                    }
                }
            }
        }
    }
    all
}

proptest! {
    #[test]
    fn order_says_nothing(
        rules in proptest::collection::vec((0..3usize, 0..4usize, 0..4usize, 0..3usize), 0..8),
        levels in proptest::collection::vec((0..3usize, 0..4usize), 0..4),
        taint: bool,
        at in 0..8usize,
    ) {
        let (mut turned, mut levels_turned) = (rules.clone(), levels.clone());
        turned.reverse();
        levels_turned.reverse();
        if !turned.is_empty() { let n = at % turned.len(); turned.rotate_left(n); }
        let one = Engine::new(policy(&rules, &levels, taint));
        let two = Engine::new(policy(&turned, &levels_turned, taint));
        for case in cases() {
            prop_assert_eq!(one.decide(&case), two.decide(&case));
        }
    }

    /// A grant made of the answer to one question turns `ask` into `allow` only for questions of the same rule, site,
    /// effect and scope, and changes nothing else.
    #[test]
    fn a_grant_never_widens(
        rules in proptest::collection::vec((0..3usize, 0..4usize, 0..4usize, 0..3usize), 0..6),
        levels in proptest::collection::vec((0..3usize, 0..4usize), 0..3),
        taint: bool,
        asked in 0..128usize,
        scope in 0..3usize,
    ) {
        let before = Engine::new(policy(&rules, &levels, taint));
        let all = cases();
        let of = all[asked % all.len()];
        let ruling = before.decide(&of);
        prop_assume!(ruling.decision == Decision::Ask);
        let mut after = before.clone();
        after.remember(Grant {
            origin: of.origin.into(),
            doc: (scope == 0).then(|| of.doc.into()),
            branch: (scope == 1).then(|| of.path.into()),
            effect: Some(of.class),
            rule: ruling.rule.clone(),
            path: of.path.into(),
            shape: of.shape.into(),
        });
        prop_assert_eq!(after.decide(&of).decision, Decision::Allow);
        for case in all {
            let (was, is) = (before.decide(&case), after.decide(&case));
            if was.decision == is.decision { continue; }
            prop_assert_eq!((was.decision, is.decision), (Decision::Ask, Decision::Allow));
            prop_assert_eq!(&was.rule, &ruling.rule);
            prop_assert_eq!((case.origin, case.class), (of.origin, of.class));
            prop_assert!(scope != 0 || case.doc == of.doc);
            prop_assert!(scope != 1 || case.path == of.path);
            prop_assert!(case.path != of.path || case.shape == of.shape);
        }
    }

    /// More rules that deny never allow anything more.
    #[test]
    fn a_denial_only_takes_away(
        rules in proptest::collection::vec((0..3usize, 0..4usize, 0..4usize, 0..3usize), 0..6),
        more in (0..3usize, 0..4usize, 0..4usize),
    ) {
        let one = Engine::new(policy(&rules, &[], false));
        let mut with = rules.clone();
        with.push((more.0, more.1, more.2, 2));
        let two = Engine::new(policy(&with, &[], false));
        for case in cases() {
            prop_assert!(two.decide(&case).decision >= one.decide(&case).decision);
        }
    }
}
