//! One case: its lines are read, played one after the other, and written down with the answers.
//! It must never skip a line that it does not understand.

use std::cell::RefCell;
use std::fmt::Write;
use std::fs;
use std::path::Path;
use std::rc::Rc;

use onecall_core::answer::tokens;
use onecall_core::protocol::DocId;
use onecall_core::protocol::effect::{Act, Outcome, Step};
use onecall_core::protocol::facts::Facts;
use onecall_core::protocol::form;
use onecall_core::protocol::message::Input;
use onecall_core::protocol::policy::{Decision, HostKind, Policy};
use onecall_core::protocol::{Value, json};
use onecall_core::session::replay::{App, Replay};

use super::app::Offered;

/// The app, known to the player and to the replay.
#[derive(Debug, Clone)]
struct Shared(Rc<RefCell<Offered>>);

impl App for Shared {
    fn asked(&mut self, act: &Act) -> Value {
        self.0.borrow_mut().asked(act)
    }
}

/// Plays a case and gives its transcript.
///
/// # Errors
/// A line that cannot be read, or a check that does not hold.
pub fn play(case: &Path) -> Result<String, String> {
    let calls = read(&case.join("calls.txt"))?;
    let mut player = Player {
        case,
        replay: None,
        host: HostKind::Page,
        offered: None,
        answer: String::new(),
        steps: 0,
        out: String::new(),
    };
    for (at, line) in calls.lines().enumerate() {
        player.line(line).map_err(|why| format!("  calls.txt line {}: {why}", at + 1))?;
    }
    Ok(player.out)
}

fn read(file: &Path) -> Result<String, String> {
    fs::read_to_string(file).map_err(|error| format!("{}: {error}", file.display()))
}

/// Facts from a file: HTML, or facts that a browser captured.
fn facts(file: &Path) -> Result<Facts, String> {
    let text = read(file)?;
    match file.extension().and_then(|ext| ext.to_str()) {
        Some("json") => serde_json::from_str(&text).map_err(|error| format!("{}: {error}", file.display())),
        _ => Ok(onecall_core::html::facts(&text)),
    }
}

struct Player<'a> {
    case: &'a Path,
    replay: Option<Replay>,
    host: HostKind,
    /// What the page's code offers: the replay has it too.
    offered: Option<Shared>,
    /// The last answer.
    answer: String,
    /// Steps that the last call performed.
    steps: usize,
    out: String,
}

impl Player<'_> {
    fn line(&mut self, line: &str) -> Result<(), String> {
        let (mark, rest) = line.split_once(' ').unwrap_or((line, ""));
        match mark {
            "" if rest.is_empty() => Ok(()),
            "#" => Ok(()),
            ">" => self.call(rest),
            "?" => self.check(rest),
            _ if mark.starts_with('@') => {
                let _ = writeln!(self.out, "{line}");
                self.direct(mark, rest)
            }
            _ => Err(format!("unknown mark {mark:?}; known: # > ? @")),
        }
    }

    fn replay(&mut self) -> Result<&mut Replay, String> {
        if self.replay.is_none() {
            let saved = self.case.join("facts.json");
            let facts = facts(&if saved.is_file() { saved } else { self.case.join("case.html") })?;
            self.replay = Some(Replay::new(facts, Policy { host: self.host, ..Policy::default() }));
        }
        self.replay.as_mut().ok_or_else(|| "no page".to_owned())
    }

    fn facts(&self, name: &str) -> Result<Facts, String> {
        facts(&self.case.join(name))
    }

    fn json(&self, name: &str) -> Result<Value, String> {
        let file = self.case.join(name);
        serde_json::from_str(&read(&file)?).map_err(|error| format!("{}: {error}", file.display()))
    }

    /// What the page's code offers; from now on it answers for it.
    fn offered(&mut self) -> Result<Rc<RefCell<Offered>>, String> {
        if self.offered.is_none() {
            let shared = Shared(Rc::default());
            self.replay()?.app = Some(Box::new(shared.clone()));
            self.offered = Some(shared);
        }
        self.offered.as_ref().map(|shared| shared.0.clone()).ok_or_else(|| "no app".to_owned())
    }

    /// Tells the core what is offered.
    fn offer(&mut self, input: impl FnOnce(DocId) -> Input) -> Result<(), String> {
        let replay = self.replay()?;
        let doc = replay.facts.head.doc.clone();
        replay.session.input(input(doc));
        Ok(())
    }

    /// The path of the page's address.
    fn path(&mut self) -> Result<String, String> {
        let url = self.replay()?.facts.head.url.clone();
        let from = url.find("://").map_or(0, |at| at + 3);
        let path = url.get(from..).and_then(|rest| Some(rest.get(rest.find('/')?..)?.to_owned()));
        Ok(path.unwrap_or_else(|| "/".into()))
    }

    /// What happens besides calls.
    fn direct(&mut self, mark: &str, rest: &str) -> Result<(), String> {
        let (first, second) = rest.split_once(' ').unwrap_or((rest, ""));
        match mark {
            "@native" => {}
            "@host" => {
                self.host = if first == "extension" { HostKind::Extension } else { HostKind::Page };
            }
            "@page" | "@then" => {
                let mut facts = self.facts(first)?;
                let replay = self.replay()?;
                replay.facts.head.url.clone_into(&mut facts.head.url);
                if mark == "@page" {
                    replay.now(facts);
                } else {
                    replay.after(facts);
                }
            }
            "@document" => {
                let facts = self.facts(first)?;
                self.replay()?.navigate(facts, second);
            }
            "@core-dies" => self.replay()?.reborn(),
            "@say" => self.replay()?.say(first, second),
            "@person" => {
                let decision = match first {
                    "allow" => Decision::Allow,
                    "deny" => Decision::Deny,
                    _ => Decision::Ask,
                };
                self.replay()?.person = decision;
            }
            "@outcome" => {
                let outcome = serde_json::from_str(rest).map_err(|error| error.to_string());
                let outcome = outcome.and_then(form::read::<Outcome>)?;
                self.replay()?.outcomes.push(outcome);
            }
            "@publish" => {
                let spec = self.json(second)?;
                let node = self.offered()?.borrow_mut().publish(&spec);
                self.offer(|doc| Input::Published { doc, name: first.to_owned(), node })?;
            }
            "@unpublish" => self.offer(|doc| Input::Published { doc, name: first.to_owned(), node: Value::Null })?,
            "@tools" => {
                let tools = if first.is_empty() { json!([]) } else { self.json(first)? };
                let path = self.path()?;
                let told =
                    self.offered()?.borrow_mut().register(tools.as_array().map_or(&[][..], Vec::as_slice), &path);
                self.offer(|doc| Input::Tools { doc, tools: told })?;
            }
            other => return Err(format!("unknown directive {other}")),
        }
        Ok(())
    }

    /// A call: a whole input as JSON, or a path.
    fn call(&mut self, given: &str) -> Result<(), String> {
        let input: Value = match given.starts_with('{') {
            true => serde_json::from_str(given).map_err(|error| error.to_string())?,
            false => json!({ "path": given }),
        };
        let replay = self.replay()?;
        let before = replay.performed.len();
        let answer = replay.call(&input);
        let steps: Vec<String> =
            replay.performed.iter().skip(before).filter(|step| is_on_page(step)).map(step).collect();
        let _ = writeln!(self.out, "> {given}\n{answer}");
        for step in &steps {
            let _ = writeln!(self.out, "  (step {step})");
        }
        self.out.push('\n');
        self.steps = steps.len();
        self.answer = answer;
        if self.answer.is_empty() { Err("no answer, or more than one".into()) } else { Ok(()) }
    }

    /// A check of the last answer.
    fn check(&self, given: &str) -> Result<(), String> {
        let (what, wanted) = given.split_once(' ').unwrap_or((given, ""));
        let answer = &self.answer;
        let number = || wanted.trim().parse::<usize>().map_err(|_| format!("{wanted:?} is no number"));
        let holds = match what {
            "starts" => answer.starts_with(wanted),
            "has" => answer.contains(wanted),
            "lacks" => !answer.contains(wanted),
            "tokens" => tokens::estimate(answer) as usize <= number()?,
            "steps" => self.steps == number()?,
            other => return Err(format!("unknown check {other:?}; known: starts, has, lacks, tokens, steps")),
        };
        if holds { Ok(()) } else { Err(format!("does not hold: {given}\n  answered: {answer}")) }
    }
}

/// Is it done on the page, and not by the app's code?
fn is_on_page(step: &Step) -> bool {
    !matches!(step.act, Act::AppGet { .. } | Act::AppSet { .. } | Act::AppCall { .. } | Act::ToolCall { .. })
}

/// A step in words that do not depend on how elements are numbered.
fn step(step: &Step) -> String {
    let act = form::text(&step.act);
    let text = step.target.checks.iter().find_map(|check| match check {
        onecall_core::protocol::effect::Check::Text { handle, was } if *handle == step.target.handle => Some(was),
        _ => None,
    });
    text.map_or(act.clone(), |text| format!("{act} on {text:?}"))
}
