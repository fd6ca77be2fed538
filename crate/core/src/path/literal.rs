//! JSON values as agents write them in a path: strict JSON, and what JavaScript allows beside it (quotes of
//! all three kinds, bare keys, trailing commas, `undefined`, `+1`, `.5`, hexadecimal). What is no value, such
//! as an expression, is an error, never a guess. Keys such as `__proto__` are plain data; of equal
//! keys the last counts, as in JSON and JavaScript.

use crate::limits;
use crate::path::cursor::Cursor;
use crate::path::error::{Error, ErrorKind};
use crate::path::print::{continues_name, starts_name};
use crate::protocol::{Map, Value};
use crate::text::figure;

/// A whole text as one value.
pub(super) fn parse_value(text: &str) -> Result<Value, Error> {
    let mut cursor = Cursor::new(text);
    cursor.skip_space();
    let value = value(&mut cursor, 0)?;
    cursor.skip_space();
    if cursor.is_done() { Ok(value) } else { Err(cursor.unexpected("the end")) }
}

/// One value; recursion is bounded by [`limits::JSON_DEPTH`].
pub(super) fn value(cursor: &mut Cursor<'_>, depth: usize) -> Result<Value, Error> {
    match cursor.peek() {
        Some('{' | '[') if depth >= limits::JSON_DEPTH => Err(cursor.error(cursor.at(), ErrorKind::TooDeep)),
        Some('"' | '\'' | '`') => string(cursor).map(Value::String),
        Some('{') => object(cursor, depth),
        Some('[') => array(cursor, depth),
        Some(c) if c.is_ascii_digit() || matches!(c, '-' | '+' | '.') => number(cursor),
        Some(c) if starts_name(c) || c == '$' => word(cursor),
        _ => Err(cursor.unexpected("a JSON value")),
    }
}

/// Values up to `close`, which is eaten; a trailing comma is allowed.
pub(super) fn list(cursor: &mut Cursor<'_>, close: char, depth: usize) -> Result<Vec<Value>, Error> {
    let mut items = Vec::new();
    loop {
        cursor.skip_space();
        if cursor.peek() == Some(close) {
            cursor.next();
            return Ok(items);
        }
        items.push(value(cursor, depth)?);
        cursor.skip_space();
        match cursor.peek() {
            Some(',') => {
                cursor.next();
            }
            Some(c) if c == close => {}
            _ => return Err(cursor.unexpected(if close == ')' { "\",\" or \")\"" } else { "\",\" or \"]\"" })),
        }
    }
}

/// What stands in the brackets of a call. Named without an object around them (`fill(Email="a@b.c")`, `fill(Email: …)`),
/// they are the one object that was meant; `true` says so.
pub(super) fn arguments(cursor: &mut Cursor<'_>) -> Result<(Vec<Value>, bool), Error> {
    cursor.skip_space();
    if !is_named(&mut cursor.clone()) {
        return list(cursor, ')', 0).map(|all| (all, false));
    }
    members(cursor, ')', 0).map(|named| (vec![Value::Object(named)], true))
}

/// Does `name =` or `name:` stand here? `==` compares and `=>` is a function's.
fn is_named(ahead: &mut Cursor<'_>) -> bool {
    if key(ahead).is_err() {
        return false;
    }
    ahead.skip_space();
    ahead.eat(":") || ahead.eat("=") && !matches!(ahead.peek(), Some('=' | '>'))
}

fn array(cursor: &mut Cursor<'_>, depth: usize) -> Result<Value, Error> {
    let start = cursor.at();
    cursor.next();
    list(cursor, ']', depth + 1).map(Value::Array).map_err(|e| unclosed(cursor, start, e, ErrorKind::UnclosedLiteral))
}

fn object(cursor: &mut Cursor<'_>, depth: usize) -> Result<Value, Error> {
    let start = cursor.at();
    cursor.next();
    members(cursor, '}', depth).map(Value::Object).map_err(|e| unclosed(cursor, start, e, ErrorKind::UnclosedLiteral))
}

/// Where the text ended inside a bracketed thing, the open bracket is what was wrong.
pub(super) fn unclosed(cursor: &Cursor<'_>, start: usize, error: Error, kind: ErrorKind) -> Error {
    let at_end = cursor.is_done() && matches!(error.kind, ErrorKind::Unexpected { .. });
    if at_end { cursor.error(start, kind) } else { error }
}

/// `key: value` up to `close`, which is eaten. The arguments of a call may be written `key=value`.
fn members(cursor: &mut Cursor<'_>, close: char, depth: usize) -> Result<Map<String, Value>, Error> {
    let mut map = Map::new();
    loop {
        cursor.skip_space();
        if cursor.peek() == Some(close) {
            cursor.next();
            return Ok(map);
        }
        let key = key(cursor)?;
        cursor.skip_space();
        if !(cursor.eat(":") || close == ')' && cursor.eat("=")) {
            return Err(cursor.unexpected("\":\""));
        }
        cursor.skip_space();
        map.insert(key, value(cursor, depth + 1)?);
        cursor.skip_space();
        if !cursor.eat(",") && cursor.peek() != Some(close) {
            return Err(cursor.unexpected(if close == ')' { "\",\" or \")\"" } else { "\",\" or \"}\"" }));
        }
    }
}

fn key(cursor: &mut Cursor<'_>) -> Result<String, Error> {
    match cursor.peek() {
        Some('"' | '\'' | '`') => string(cursor),
        Some(c) if continues_name(c) || c == '$' => {
            Ok(cursor.take_while(|c| continues_name(c) || matches!(c, '$' | '-')).to_owned())
        }
        _ => Err(cursor.unexpected("a key or \"}\"")),
    }
}

/// A string in any of the three quotes; in backticks without `${`.
pub(super) fn string(cursor: &mut Cursor<'_>) -> Result<String, Error> {
    let start = cursor.at();
    let Some(quote) = cursor.next() else { return Err(cursor.unexpected("a string")) };
    let mut out = String::new();
    loop {
        out.push_str(cursor.take_while(|c| c != quote && c != '\\' && !(quote == '`' && c == '$')));
        match cursor.peek() {
            None => return Err(cursor.error(start, ErrorKind::UnclosedString)),
            Some('\\') => escape(cursor, &mut out)?,
            Some('$') if cursor.peek_second() == Some('{') => return Err(cursor.error(start, ErrorKind::Template)),
            Some('$') if quote == '`' => {
                cursor.next();
                out.push('$');
            }
            Some(_) => {
                cursor.next();
                return Ok(out);
            }
        }
    }
}

fn escape(cursor: &mut Cursor<'_>, out: &mut String) -> Result<(), Error> {
    let start = cursor.at();
    cursor.next();
    let Some(c) = cursor.next() else { return Err(cursor.error(start, ErrorKind::UnclosedString)) };
    let bad = |cursor: &Cursor<'_>| cursor.error(start, ErrorKind::BadEscape(cursor.since(start).to_owned()));
    match c {
        'n' => out.push('\n'),
        't' => out.push('\t'),
        'r' => out.push('\r'),
        'b' => out.push('\u{8}'),
        'f' => out.push('\u{c}'),
        'v' => out.push('\u{b}'),
        '0' if !cursor.peek().is_some_and(|c| c.is_ascii_digit()) => out.push('\0'),
        'x' => out.push(hex(cursor, 2).and_then(char::from_u32).ok_or_else(|| bad(cursor))?),
        'u' => out.push(unicode(cursor).ok_or_else(|| bad(cursor))?),
        '0'..='9' => return Err(bad(cursor)),
        // A line break after a backslash continues the line in JavaScript.
        '\n' => {}
        '\r' => {
            cursor.eat("\n");
        }
        other => out.push(other),
    }
    Ok(())
}

/// What follows `\u`: four digits, two such groups for a surrogate pair, or `{…}`.
fn unicode(cursor: &mut Cursor<'_>) -> Option<char> {
    if cursor.eat("{") {
        let digits = cursor.take_while(|c| c.is_ascii_hexdigit());
        let code = u32::from_str_radix(digits, 16).ok()?;
        return if cursor.eat("}") { char::from_u32(code) } else { None };
    }
    let high = hex(cursor, 4)?;
    if !(0xd800..0xdc00).contains(&high) {
        return char::from_u32(high);
    }
    if !cursor.eat("\\u") {
        return None;
    }
    let low = hex(cursor, 4)?;
    let low = low.checked_sub(0xdc00).filter(|low| *low < 0x400)?;
    char::from_u32(0x10000 + ((high - 0xd800) << 10) + low)
}

fn hex(cursor: &mut Cursor<'_>, digits: usize) -> Option<u32> {
    let mut code = 0;
    for _ in 0..digits {
        let digit = cursor.peek()?.to_digit(16)?;
        cursor.next();
        code = code * 16 + digit;
    }
    Some(code)
}

/// `true`, `null`, `undefined`; other words are no values.
fn word(cursor: &mut Cursor<'_>) -> Result<Value, Error> {
    let start = cursor.at();
    match cursor.take_while(|c| continues_name(c) || c == '$') {
        "true" | "True" => Ok(Value::Bool(true)),
        "false" | "False" => Ok(Value::Bool(false)),
        "null" | "undefined" | "None" => Ok(Value::Null),
        number @ ("NaN" | "Infinity") => Err(cursor.error(start, ErrorKind::BadNumber(number.to_owned()))),
        other => Err(cursor.error(start, ErrorKind::BareWord(other.to_owned()))),
    }
}

fn number(cursor: &mut Cursor<'_>) -> Result<Value, Error> {
    let start = cursor.at();
    let negative = cursor.peek() == Some('-');
    if matches!(cursor.peek(), Some('-' | '+')) {
        cursor.next();
    }
    let body = cursor.at();
    cursor.take_while(|c| c.is_ascii_alphanumeric() || matches!(c, '.' | '_'));
    // The sign of an exponent is part of the number, that of a sum is not.
    let decimal = !cursor.since(body).starts_with("0x") && !cursor.since(body).starts_with("0X");
    if decimal && cursor.since(body).ends_with(['e', 'E']) && matches!(cursor.peek(), Some('-' | '+')) {
        cursor.next();
        cursor.take_while(|c| c.is_ascii_digit());
    }
    let digits = cursor.since(body);
    read_number(negative, digits)
        .ok_or_else(|| cursor.error(start, ErrorKind::BadNumber(cursor.since(start).to_owned())))
}

/// A number without its sign: an integer where JSON has one, else a finite float.
fn read_number(negative: bool, text: &str) -> Option<Value> {
    let digits = text.replace('_', "");
    let digits = digits.strip_suffix('n').filter(|d| d.bytes().all(|b| b.is_ascii_digit())).unwrap_or(&digits);
    let magnitude = match digits.get(..2).map(str::to_ascii_lowercase).as_deref() {
        Some("0x") => Some(u64::from_str_radix(digits.get(2..)?, 16).ok()?),
        Some("0b") => Some(u64::from_str_radix(digits.get(2..)?, 2).ok()?),
        Some("0o") => Some(u64::from_str_radix(digits.get(2..)?, 8).ok()?),
        _ if digits.bytes().all(|b| b.is_ascii_digit()) => digits.parse::<u64>().ok(),
        _ => None,
    };
    match magnitude {
        Some(n) if !negative => return Some(Value::from(n)),
        Some(n) if n <= i64::MIN.unsigned_abs() => return Some(Value::from(0_i64.wrapping_sub_unsigned(n))),
        _ => {}
    }
    // `parse` knows words such as "inf" and "nan"; a number has a digit and only digits, dots and an exponent.
    let shaped = digits.bytes().all(|b| b.is_ascii_digit() || matches!(b, b'.' | b'e' | b'E' | b'-' | b'+'));
    if !shaped || !digits.bytes().any(|b| b.is_ascii_digit()) {
        return None;
    }
    let float = figure::read(digits)?;
    serde_json::Number::from_f64(if negative { -float } else { float }).map(Value::Number)
}
