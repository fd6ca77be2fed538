//! One answer before it has a form: the same parts make the text and the JSON object, so that they
//! cannot disagree. Parts are cut here, between whole lines, never inside one.

use std::cell::OnceCell;

use onecall_protocol::answer::{Answer, Fault, Usage};
use onecall_protocol::call::Format;
use onecall_protocol::{Value, form::Put, json};

use super::tokens;
use crate::limits;
use crate::path::print::json_value;
use crate::path::visible::clean;

/// An answer being made.
#[derive(Debug, Clone, Default)]
pub struct Draft {
    /// Canonical path of the place.
    pub path: String,
    /// What stands there.
    pub kind: String,
    /// First line of a reading.
    pub head: String,
    /// Lines of a reading, already whole.
    pub lines: Vec<String>,
    /// The same as a value.
    pub value: Value,
    /// What was done.
    pub done: Vec<String>,
    /// What is different now.
    pub changed: Vec<String>,
    /// What was said meanwhile.
    pub events: Vec<String>,
    /// What continues.
    pub more: Vec<String>,
    /// How many things the first of these leads to.
    pub left: usize,
    /// What is worth calling.
    pub next: Vec<String>,
    /// What can be said to the place.
    pub members: Vec<String>,
    /// What was wrong.
    pub fault: Option<Fault>,
    /// How it was understood, where that is not plain.
    pub notes: Vec<String>,
    /// Its form once it has one.
    pub(crate) rendered: OnceCell<(String, u32)>,
}

impl Draft {
    /// Only a fault.
    #[must_use]
    pub fn fault(fault: Fault) -> Self {
        Self { fault: Some(fault), kind: "fault".into(), ..Self::default() }
    }

    /// In the form that was asked for, within `budget` tokens, and its size. Made once: a draft that was rendered
    /// must not be changed.
    pub fn rendered(&self, format: Format, budget: u32) -> (&str, u32) {
        let (text, tokens) = self.rendered.get_or_init(|| {
            let text = match format {
                Format::Text => self.text(budget),
                Format::Json => self.json(budget).to_string(),
            };
            let tokens = tokens::estimate(&text);
            (text, tokens)
        });
        (text, *tokens)
    }

    /// As lines.
    #[must_use]
    pub fn text(&self, budget: u32) -> String {
        let mut must = Vec::new();
        if let Some(fault) = &self.fault {
            must.push(format!("fault {}  {}", fault.code.as_str(), fault.message));
            if let Some(attempt) = &fault.attempt {
                must.push(format!("try      {}", json_value(attempt)));
            }
        }
        let labelled = |label: &str, lines: &[String], out: &mut Vec<String>| {
            out.extend(lines.iter().map(|line| format!("{label:<9}{line}")));
        };
        labelled("note", &self.notes, &mut must);
        labelled("done", &self.done, &mut must);
        labelled("changed", &self.changed, &mut must);
        let mut after = Vec::new();
        labelled("event", &self.events, &mut after);
        if !self.more.is_empty() {
            after.push(format!("more     {}", self.continued().join(" · ")));
        }
        if !self.next.is_empty() {
            after.push(format!("next     {}", self.next.join(" · ")));
        }
        let mut body: Vec<String> = Vec::new();
        if !self.head.is_empty() {
            body.push(self.head.clone());
        }
        body.extend(self.lines.iter().cloned());
        let mut used: u32 = must.iter().chain(&after).chain(&body).map(|line| tokens::estimate(line) + 1).sum();
        let mut members = Vec::new();
        for line in &self.members {
            let line = format!("members  {line}");
            let cost = tokens::estimate(&line) + 1;
            // A hint is worth a little more than the budget where the answer itself was small.
            if used + cost <= budget.max(limits::HINT) {
                used += cost;
                members.push(line);
            }
        }
        let all: Vec<String> = must.into_iter().chain(body).chain(members).chain(after).collect();
        if all.is_empty() { "done     nothing to say".to_owned() } else { clip(all, budget) }
    }

    /// What was read, without what a person does not see.
    #[must_use]
    pub fn seen_value(&self) -> Value {
        let mut value = self.value.clone();
        seen_only(&mut value);
        value
    }

    /// What continues, as it stands on a line: the path before is not written twice.
    fn continued(&self) -> Vec<String> {
        let mut out = self.more.clone();
        for (at, pair) in self.more.windows(2).enumerate() {
            if let ([before, this], Some(out)) = (pair, out.get_mut(at + 1))
                && let Some(rest) = this.strip_prefix(before.as_str()).filter(|rest| rest.starts_with('.'))
            {
                *out = format!("…{rest}");
            }
        }
        if let Some(first) = out.first_mut().filter(|_| self.left > 0) {
            first.push_str(&format!(" ({} left)", self.left));
        }
        out
    }

    /// As one object.
    #[must_use]
    pub fn json(&self, budget: u32) -> Value {
        let mut answer = Answer {
            ok: self.fault.is_none(),
            is_error: self.fault.is_some(),
            call: String::new(),
            path: self.path.clone(),
            kind: self.kind.clone(),
            value: self.value.clone(),
            notes: self.notes.clone(),
            done: self.done.clone(),
            changed: self.changed.clone(),
            events: self.events.clone(),
            more: self.more.clone(),
            next: self.next.clone(),
            members: self.members.clone(),
            fault: self.fault.clone(),
            usage: Usage { tokens: 0, budget },
        };
        if answer.value.is_null() && !self.lines.is_empty() {
            let head = Some(&self.head).filter(|head| !head.is_empty());
            answer.value = json!(head.into_iter().chain(&self.lines).collect::<Vec<_>>());
        }
        let mut value = answer.put();
        seen_only(&mut value);
        let tokens = tokens::estimate(&value.to_string());
        if let Some(usage) = value.get_mut("usage") {
            *usage = json!({ "tokens": tokens, "budget": budget });
        }
        value
    }
}

/// Takes out of every string what a person does not see.
fn seen_only(value: &mut Value) {
    match value {
        Value::String(text) => *text = clean(text),
        Value::Array(several) => several.iter_mut().for_each(seen_only),
        Value::Object(parts) => parts.values_mut().for_each(seen_only),
        _ => {}
    }
}

/// The last guard: never over the characters that clients take, unless more was asked for.
fn clip(lines: Vec<String>, budget: u32) -> String {
    let most = limits::ANSWER_CHARS.max(budget as usize * 4);
    let whole = lines.join("\n");
    if whole.chars().count() <= most {
        return whole;
    }
    let mut out = String::new();
    let mut left = 0usize;
    let mut room = most.saturating_sub(60);
    for line in &lines {
        let cost = line.chars().count() + 1;
        if cost <= room && left == 0 {
            room -= cost;
            out.push_str(line);
            out.push('\n');
        } else {
            left += 1;
        }
    }
    if out.is_empty() {
        // One line alone is over the bound: cut inside it, on a character boundary.
        out = lines.first().map(|line| line.chars().take(most.saturating_sub(60)).collect()).unwrap_or_default();
        out.push('\n');
    }
    out.push_str(&format!("more     {left} more lines; ask with a larger \"budget\" or a narrower path"));
    out
}
