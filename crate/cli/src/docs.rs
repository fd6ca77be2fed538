//! Parts of the documentation that are made from the code's own tables, as Markdown: so that they cannot say something else.

use onecall_core::event::Kind as EventKind;
use onecall_core::member::{Ask, Property, Verb};
use onecall_core::model::outline::Kind;
use onecall_protocol::fault::{Code, Whose};
use onecall_protocol::policy::Class;

/// One part.
pub fn part(name: &str) -> Result<String, String> {
    match name {
        "members" => Ok(members()),
        "faults" => Ok(faults()),
        "effects" => Ok(effects()),
        "events" => Ok(events()),
        other => Err(format!("there is no part {other:?}; there are members, faults, effects, events")),
    }
}

fn table(head: &[&str], rows: impl Iterator<Item = Vec<String>>) -> String {
    let line = |cells: &[String]| format!("| {} |\n", cells.join(" | "));
    let names: Vec<String> = head.iter().map(|name| (*name).to_owned()).collect();
    let rule: Vec<String> = head.iter().map(|_| "---".to_owned()).collect();
    let mut out = line(&names) + &line(&rule);
    for row in rows {
        out.push_str(&line(&row.iter().map(|cell| cell.replace('|', "\\|")).collect::<Vec<_>>()));
    }
    out
}

fn code(text: &str) -> String {
    format!("`{text}`")
}

fn members() -> String {
    let kinds = Kind::ALL.iter().map(|kind| {
        let many = if kind.many().is_empty() { String::new() } else { code(kind.many()) };
        vec![kind.one().to_owned(), many, kind.meaning().to_owned()]
    });
    let verbs =
        Verb::ALL.iter().map(|verb| vec![code(&verb.signature(true)), class(verb.class()), verb.summary().to_owned()]);
    let questions = Ask::ALL.iter().map(|(_, _, signature, summary)| vec![code(signature), (*summary).to_owned()]);
    let properties = Property::ALL.iter().map(|one| vec![code(one.name()), one.summary().to_owned()]);
    format!(
        "## Kinds of things\n\n{}\n## What things can be told\n\nWhich of these a thing takes depends on what it is; its hint lists them.\n\n{}\n\
         ## What groups can be asked\n\n{}\n## Properties\n\n{}",
        table(&["kind", "listed by", "what it is"], kinds),
        table(&["method", "effect", "what it does"], verbs),
        table(&["question", "answer"], questions),
        table(&["property", "what it is"], properties),
    )
}

fn faults() -> String {
    let whose = |of: Whose| match of {
        Whose::Caller => "the caller",
        Whose::Page => "the page or app",
        Whose::Person => "a person",
        Whose::Onecall => "Onecall",
    };
    let rows = Code::ALL.iter().map(|one| vec![code(one.as_str()), whose(one.whose()).into(), one.meaning().into()]);
    table(&["code", "whose it is", "what it means"], rows)
}

/// As rules and hints write it.
fn class(of: Class) -> String {
    onecall_protocol::json!(of).as_str().unwrap_or_default().to_owned()
}

fn effects() -> String {
    let rows = Class::ALL.iter().map(|of| vec![code(&class(*of)), onecall_core::approval::class::word(*of).to_owned()]);
    table(&["effect", "an operation of it"], rows)
}

fn events() -> String {
    let rows = EventKind::ALL.iter().map(|kind| vec![code(kind.name()), kind.meaning().to_owned()]);
    table(&["kind", "what happened"], rows)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_of_faults_has_every_code_and_whose_it_is() {
        let table = part("faults").unwrap();
        for one in Code::ALL {
            let of = match one.whose() {
                Whose::Caller => "the caller",
                Whose::Page => "the page or app",
                Whose::Person => "a person",
                Whose::Onecall => "Onecall",
            };
            let row = format!("| `{}` | {of} | {} |", one.as_str(), one.meaning());
            assert!(table.contains(&row), "{row}");
        }
        for whose in [Whose::Caller, Whose::Page, Whose::Person, Whose::Onecall] {
            assert!(Code::ALL.iter().any(|one| one.whose() == whose), "{whose:?}");
        }
    }
}
