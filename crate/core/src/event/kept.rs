//! The log as the text that the page kit keeps. What is read may have been written by anybody: it must never be more
//! than the bounds allow, and never fail on what it does not understand.

use onecall_protocol::{Value, form, json};

use super::{Event, Kind, Log};
use crate::limits;

/// The log as text.
pub(super) fn write(log: &Log) -> String {
    let events: Vec<Value> = log
        .events
        .iter()
        .filter(|event| !event.foreign)
        .map(|event| json!([event.id, event.kind.name(), event.text, event.about, event.times, event.at]))
        .collect();
    json!({ "last": log.last, "seen": log.seen, "gone": log.gone, "missed": log.missed, "place": log.place, "url": log.url, "events": events }).to_string()
}

/// The log from such a text.
pub(super) fn read(text: &str) -> Option<Log> {
    if text.len() > limits::EVENTS * (2 * limits::EVENT_CHARS + 100) * 4 {
        return None;
    }
    let kept = form::json(text)?;
    let number = |name: &str| kept.get(name).and_then(Value::as_u64).unwrap_or(0);
    let mut log = Log {
        // Room to count on: a number that somebody made up must not come to its end.
        last: number("last").min(u64::from(u32::MAX)),
        place: number("place").min(u64::from(u32::MAX)) as u32,
        url: kept.get("url").and_then(Value::as_str).unwrap_or_default().to_owned(),
        ..Log::default()
    };
    log.seen = number("seen").min(log.last);
    log.gone = number("gone").min(log.last);
    log.missed = number("missed").min(log.gone);
    for entry in kept.get("events").and_then(Value::as_array)?.iter().take(limits::EVENTS) {
        let Some(event) = event(entry) else { continue };
        let after = log.events.last().map_or(0, |event: &Event| event.id);
        if event.id > after && event.id <= log.last {
            log.events.push(event);
        }
    }
    Some(log)
}

fn event(entry: &Value) -> Option<Event> {
    let text = |at: usize| {
        let text = entry.get(at).and_then(Value::as_str)?;
        Some(text.chars().take(limits::EVENT_CHARS).collect::<String>())
    };
    Some(Event {
        id: entry.get(0)?.as_u64()?,
        kind: Kind::parse(entry.get(1)?.as_str()?)?,
        text: text(2)?,
        about: text(3)?,
        times: entry.get(4)?.as_u64()?.min(u64::from(u32::MAX)) as u32,
        at: entry.get(5)?.as_f64()?,
        foreign: false,
    })
}
