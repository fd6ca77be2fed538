//! Which things of a group, and what of them: `where`, `find`, `sort`, `select`, slices.
//! It must never change what a key means: a query only narrows and orders.

use crate::text::figure;
use onecall_protocol::Value;

/// A query. Empty: all, in document order, with all columns.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Query {
    /// All of these must hold: column and condition.
    pub filter: Vec<(String, Value)>,
    /// This text must stand somewhere in it.
    pub text: Option<String>,
    /// Column, and whether downwards.
    pub sort: Option<(String, bool)>,
    /// Columns shown; empty is all.
    pub select: Vec<String>,
    /// Those that come after the one with this key.
    pub after: Option<String>,
    /// Half-open, negative from the end.
    pub slice: Option<(Option<i64>, Option<i64>)>,
    /// Only how many.
    pub count: bool,
}

impl Query {
    /// Does it look at all items, to choose, order or count them?
    #[must_use]
    pub fn looks(&self) -> bool {
        !self.filter.is_empty() || self.text.is_some() || self.sort.is_some() || self.after.is_some() || self.count
    }
}

/// Positions `[from, to)` of a slice in a list of `len`.
#[must_use]
pub fn range(slice: (Option<i64>, Option<i64>), len: usize) -> (usize, usize) {
    let len = len as i64;
    let clamp = |at: i64| if at < 0 { (len + at).max(0) } else { at.min(len) };
    let (from, to) = (clamp(slice.0.unwrap_or(0)), clamp(slice.1.unwrap_or(len)));
    (from as usize, to.max(from) as usize)
}

/// Does a text meet a condition? `Err` names what is wrong with the condition.
pub fn meets(text: &str, condition: &Value) -> Result<bool, String> {
    match condition {
        Value::Object(parts) => {
            let mut all = true;
            for (op, wanted) in parts {
                // Each is looked at, also after one that does not hold: a wrong one is never passed over.
                all &= compare(text, op, wanted)?;
            }
            Ok(all)
        }
        Value::Array(several) => Ok(several.iter().any(|one| same(text, one))),
        one => Ok(same(text, one)),
    }
}

fn compare(text: &str, op: &str, wanted: &Value) -> Result<bool, String> {
    let order = || compare_values(text, &words(wanted));
    Ok(match op {
        "contains" | "has" => text.to_lowercase().contains(&words(wanted).to_lowercase()),
        "startsWith" => text.to_lowercase().starts_with(&words(wanted).to_lowercase()),
        "in" => wanted.as_array().is_some_and(|several| several.iter().any(|one| same(text, one))),
        "not" | "ne" | "!=" => !same(text, wanted),
        "eq" | "==" | "=" => same(text, wanted),
        "gt" | ">" => order().is_gt(),
        "gte" | ">=" => order().is_ge(),
        "lt" | "<" => order().is_lt(),
        "lte" | "<=" => order().is_le(),
        _ => return Err(format!("unknown condition \"{op}\"; known: contains, startsWith, in, not, gt, gte, lt, lte")),
    })
}

fn same(text: &str, wanted: &Value) -> bool {
    let wanted = words(wanted);
    text.trim().to_lowercase() == wanted.trim().to_lowercase()
        || matches!((number(text), figure::read(wanted.trim())), (Some(a), Some(b)) if (a - b).abs() < 1e-9)
}

/// Numbers by size, all else by text.
#[must_use]
pub fn compare_values(a: &str, b: &str) -> std::cmp::Ordering {
    match (number(a), number(b)) {
        (Some(a), Some(b)) => a.total_cmp(&b),
        (Some(_), None) => std::cmp::Ordering::Less,
        (None, Some(_)) => std::cmp::Ordering::Greater,
        (None, None) => a.to_lowercase().cmp(&b.to_lowercase()),
    }
}

/// The number that a cell shows: signs, thousands separators, currency and percent set aside.
/// Dates and other texts with letters or several numbers are not numbers.
#[must_use]
pub fn number(text: &str) -> Option<f64> {
    let text = text.trim();
    let kept: String = text.chars().filter(|c| c.is_ascii_digit() || matches!(c, '.' | ',' | '-' | '−')).collect();
    let rest: String = text.chars().filter(|c| !kept.contains(*c) && !c.is_whitespace()).collect();
    // A letter before a dash makes a code of it, not a number: A-1001.
    let chars: Vec<char> = text.chars().collect();
    let code = chars.windows(2).any(|pair| matches!(pair, [a, '-'] if a.is_alphabetic()));
    // A currency or unit of up to three letters may stand beside it.
    if code || kept.is_empty() || rest.chars().count() > 3 || kept.trim_start_matches(['-', '−']).contains(['-', '−'])
    {
        return None;
    }
    let kept = kept.replace('−', "-");
    let point = kept.rfind(['.', ',']).filter(|at| {
        let tail = kept.len() - at - 1;
        // One separator followed by three digits groups thousands; otherwise it is the decimal sign.
        tail != 3 || kept.matches(['.', ',']).count() > 1 && kept.get(*at..*at + 1) != kept.matches(['.', ',']).next()
    });
    let digits: String = kept
        .char_indices()
        .filter_map(|(at, c)| match c {
            '.' | ',' if Some(at) == point => Some('.'),
            '.' | ',' => None,
            c => Some(c),
        })
        .collect();
    figure::read(&digits)
}

/// A value as a person would type it.
#[must_use]
pub fn words(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Null => String::new(),
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use onecall_protocol::json;

    #[test]
    fn numbers_as_people_write_them() {
        for (text, wanted) in [
            ("59.90", Some(59.9)),
            ("59,90 EUR", Some(59.9)),
            ("$1,234.50", Some(1234.5)),
            ("1.234,50 €", Some(1234.5)),
            ("1,234", Some(1234.0)),
            ("-3 %", Some(-3.0)),
            ("2026-11-02", None),
            ("A-1001", None),
            ("open", None),
            ("", None),
        ] {
            assert_eq!(number(text), wanted, "{text}");
        }
    }

    #[test]
    fn conditions() {
        assert_eq!(meets("Open", &json!("open")), Ok(true));
        assert_eq!(meets("59.90 EUR", &json!({"gt": 50, "lt": 60})), Ok(true));
        assert_eq!(meets("2026-11-02", &json!({"gte": "2026-11-01"})), Ok(true));
        assert_eq!(meets("paid", &json!({"in": ["open", "paid"]})), Ok(true));
        assert_eq!(meets("paid", &json!(["open"])), Ok(false));
        assert!(meets("x", &json!({"like": "y"})).is_err());
    }

    #[test]
    fn slices_are_clamped() {
        assert_eq!(range((Some(0), Some(5)), 3), (0, 3));
        assert_eq!(range((Some(-2), None), 5), (3, 5));
        assert_eq!(range((Some(4), Some(2)), 5), (4, 4));
        assert_eq!(range((Some(9), None), 5), (5, 5));
    }
}
