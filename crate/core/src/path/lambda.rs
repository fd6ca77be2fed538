//! What was meant by a function in a path: `rows.filter(r => r.Status === "open")` is `rows.where({"Status":"open"})`.
//! Only ever shown, as the corrected call of a fault. It understands comparisons and names, and must never
//! evaluate anything.

use crate::path::literal;
use crate::path::print::{continues_name, json_string, json_value};
use crate::protocol::{Map, Value};

/// The text with each call that has a function in it replaced by what does the same, as far as one can be told.
pub(super) fn without(text: &str) -> Option<String> {
    let (head, rest) = (text.get(..open(text)?)?, text.get(open(text)?..)?);
    let (inner, tail) = rest.get(1..)?.split_at(close(rest)? - 1);
    let (list, method) = head.rsplit_once('.')?;
    let list = list.trim_end_matches('?');
    let said = match Lambda::of(inner) {
        Some(of) => match method.trim() {
            "map" | "flatMap" | "select" => of.columns().map(|all| format!("select({})", all.join(","))),
            "filter" | "where" | "find" | "some" | "every" | "findIndex" => {
                of.condition().map(|of| format!("where({of})"))
            }
            "sort" | "toSorted" => of.order().map(|of| format!("sort({of})")),
            _ => None,
        },
        None => None,
    };
    let Some(said) = said else { return Some(list.to_owned()) };
    let changed = format!("{list}.{said}{}", tail.get(1..)?);
    if open(&changed).is_some() { without(&changed) } else { Some(changed) }
}

/// Where the bracket of the first call with a function in it opens.
fn open(text: &str) -> Option<usize> {
    let at = text.find("=>").or_else(|| text.find("function"))?;
    let mut depth = 0_usize;
    for (place, c) in text.get(..at)?.char_indices().rev() {
        match c {
            ')' => depth += 1,
            // What stands in front of the call's own bracket is its name; in front of `(a, b)` nothing does.
            '(' if depth == 0 && text.get(..place)?.ends_with(continues_name) => return Some(place),
            '(' => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    None
}

/// Where the bracket that opens a text closes.
fn close(text: &str) -> Option<usize> {
    let (mut depth, mut quote) = (0_usize, None);
    for (at, c) in text.char_indices() {
        match (quote, c) {
            (Some(of), c) if of == c => quote = None,
            (Some(_), _) => {}
            (None, '"' | '\'' | '`') => quote = Some(c),
            (None, '(' | '[' | '{') => depth += 1,
            (None, ')' | ']' | '}') if depth == 1 => return Some(at),
            (None, ')' | ']' | '}') => depth = depth.checked_sub(1)?,
            _ => {}
        }
    }
    None
}

/// A function's parameters and body.
struct Lambda<'a> {
    first: &'a str,
    body: &'a str,
}

impl<'a> Lambda<'a> {
    fn of(text: &'a str) -> Option<Self> {
        let text = text.trim().trim_start_matches("async").trim_start();
        let (given, body) = match text.split_once("=>") {
            Some(parts) => parts,
            None => text.trim_start_matches("function").split_once('{')?,
        };
        let given = given.trim().trim_start_matches('(').trim_end_matches(')');
        let body = body.trim().trim_start_matches('{').trim_end_matches('}').trim().trim_start_matches("return ");
        let first = given.split(',').next()?.trim();
        let named = !first.is_empty() && first.chars().all(continues_name);
        named.then_some(Self { first, body: body.trim().trim_end_matches(';') })
    }

    /// What is taken of the parameter, each once: `r.Name`, `r["Unit price"]`.
    fn named(&self, text: &str) -> Vec<String> {
        let mut all = Vec::new();
        let mut rest = text;
        while let Some(at) = rest.find(self.first) {
            let alone = !rest.get(..at).is_some_and(|before| before.ends_with(continues_name));
            rest = rest.get(at + self.first.len()..).unwrap_or_default();
            let dotted = rest.strip_prefix("?.").or_else(|| rest.strip_prefix('.'));
            let name = match (dotted, rest.strip_prefix('[')) {
                (Some(after), _) => after.split(|c| !continues_name(c)).next().map(str::to_owned),
                (None, Some(key)) => key.split_once(']').and_then(|(key, _)| text_of(key)),
                _ => None,
            };
            all.extend(name.filter(|name| alone && !name.is_empty() && !all.contains(name)));
        }
        all
    }

    fn columns(&self) -> Option<Vec<String>> {
        let all: Vec<String> = self.named(self.body).iter().map(|name| json_string(name)).collect();
        (!all.is_empty()).then_some(all)
    }

    /// `r.A === "x" && r.B > 5` as an object.
    fn condition(&self) -> Option<String> {
        let mut all = Map::new();
        for part in self.body.split("&&") {
            let (column, wanted) = self.compared(part.trim())?;
            all.insert(column, wanted);
        }
        Some(json_value(&Value::Object(all)))
    }

    fn compared(&self, part: &str) -> Option<(String, Value)> {
        let [column] = <[String; 1]>::try_from(self.named(part)).ok()?;
        let of = |op: &str, wanted: Value| Value::Object(Map::from_iter([(op.to_owned(), wanted)]));
        for (method, op) in [(".includes(", "contains"), (".startsWith(", "startsWith")] {
            if let Some((_, wanted)) = part.split_once(method) {
                return Some((column, of(op, literal::parse_value(wanted.trim_end_matches(')')).ok()?)));
            }
        }
        let ops = ["!==", "!=", "===", "==", ">=", "<=", ">", "<"];
        let (op, (_, wanted)) = ops.into_iter().find_map(|op| Some((op, part.split_once(op)?)))?;
        let wanted = literal::parse_value(wanted.trim()).ok()?;
        let wanted = match op {
            "!==" | "!=" => of("not", wanted),
            ">=" => of("gte", wanted),
            "<=" => of("lte", wanted),
            ">" => of("gt", wanted),
            "<" => of("lt", wanted),
            _ => wanted,
        };
        Some((column, wanted))
    }

    /// `(a, b) => a.Total - b.Total`; downwards where the second comes first.
    fn order(&self) -> Option<String> {
        let [column] = <[String; 1]>::try_from(self.named(self.body)).ok()?;
        let way = if self.body.trim_start_matches('(').starts_with(self.first) { "" } else { ",\"desc\"" };
        Some(format!("{}{way}", json_string(&column)))
    }
}

fn text_of(literal: &str) -> Option<String> {
    match literal::parse_value(literal.trim()).ok()? {
        Value::String(text) => Some(text),
        _ => None,
    }
}
