//! Whether a text meets a field's own constraints: length, range, the shape of dates, times and colours.
//! It must never write, nor change the text.

use crate::model::field::{FieldFacts, FieldKind};
use crate::path::visible::quote;
use crate::text::figure;

/// Does a text meet the field's own constraints?
pub(super) fn fits(facts: &FieldFacts, text: &str) -> Result<(), String> {
    if text.is_empty() {
        return Ok(());
    }
    let length = text.encode_utf16().count();
    if let Some(most) = facts.maxlength.filter(|most| length > *most as usize) {
        return Err(format!("received {length} characters, it takes {most} at most"));
    }
    let shape = match facts.kind {
        FieldKind::Number | FieldKind::Slider | FieldKind::Spinbutton => return number_fits(facts, text),
        FieldKind::Date => ("9999-99-99", "a date like 2026-11-30"),
        FieldKind::Month => ("9999-99", "a month like 2026-11"),
        FieldKind::Week => ("9999-W99", "a week like 2026-W48"),
        FieldKind::Time => ("99:99", "a time like 14:30"),
        FieldKind::DateTime => ("9999-99-99T99:99", "a date and time like 2026-11-30T14:30"),
        FieldKind::Color => ("#hhhhhh", "a colour like #3366ff"),
        _ => return Ok(()),
    };
    let rest = text.get(shape.0.len()..).unwrap_or("");
    let seconds = matches!(facts.kind, FieldKind::Time | FieldKind::DateTime) && rest.starts_with(':');
    if !shaped(text, shape.0) || !(rest.is_empty() || seconds) || !real_date(facts.kind, text) {
        return Err(format!("received {}, expected {}", quote(text), shape.1));
    }
    if let Some(min) = facts.min.as_deref().filter(|min| !min.is_empty() && text < *min) {
        return Err(format!("received {}, the earliest is {}", quote(text), quote(min)));
    }
    if let Some(max) = facts.max.as_deref().filter(|max| !max.is_empty() && text > *max) {
        return Err(format!("received {}, the latest is {}", quote(text), quote(max)));
    }
    Ok(())
}

fn number_fits(facts: &FieldFacts, text: &str) -> Result<(), String> {
    let Some(number) = figure::read(text.trim()) else {
        return Err(format!("received {}, expected a number", quote(text)));
    };
    let bound = |text: &Option<String>| text.as_deref().and_then(figure::read);
    if let Some(min) = bound(&facts.min).filter(|min| number < *min) {
        return Err(format!("received {}, the least is {}", figure::shown(number), figure::shown(min)));
    }
    if let Some(max) = bound(&facts.max).filter(|max| number > *max) {
        return Err(format!("received {}, the most is {}", figure::shown(number), figure::shown(max)));
    }
    Ok(())
}

/// `9` stands for a digit, `h` for a hexadecimal one.
pub(super) fn shaped(text: &str, shape: &str) -> bool {
    let mut chars = text.chars();
    shape.chars().all(|wanted| {
        chars.next().is_some_and(|c| match wanted {
            '9' => c.is_ascii_digit(),
            'h' => c.is_ascii_hexdigit(),
            other => c == other,
        })
    })
}

pub(super) fn real_date(kind: FieldKind, text: &str) -> bool {
    if !matches!(kind, FieldKind::Date | FieldKind::DateTime) {
        return true;
    }
    let part = |from: usize, to: usize| text.get(from..to).and_then(|part| part.parse::<u32>().ok()).unwrap_or(0);
    let (year, month, day) = (part(0, 4), part(5, 7), part(8, 10));
    let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    let days = match month {
        2 if leap => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        1..=12 => 31,
        _ => 0,
    };
    (1..=days).contains(&day)
}
