//! Keys as agents write them: one, several with spaces between, `ArrowRight*12` for many. It must never know what a
//! key does.

use onecall_protocol::Value;

use super::args::received;
use super::query::words;
use crate::limits;

/// Keys in one text, with a space between: what `press` takes.
///
/// # Errors
/// What is wrong with them, in words.
pub fn keys(given: &Value) -> Result<String, String> {
    let texts: Vec<String> = match given {
        Value::Array(several) => several.iter().map(words).collect(),
        Value::String(_) | Value::Number(_) => vec![words(given)],
        _ => Vec::new(),
    };
    let named: Vec<String> =
        texts.iter().map(|text| if text == " " { "Space".to_owned() } else { text.clone() }).collect();
    let joined = named.join(" ");
    match each(&joined).len() {
        0 => Err(format!("key: received {}, expected a key like \"Enter\", or several.", received(given))),
        n if n > limits::PRESSES => Err(format!("key: received {n} keys, at most {} in one call.", limits::PRESSES)),
        _ => Ok(joined),
    }
}

/// One key after the other.
#[must_use]
pub fn each(text: &str) -> Vec<&str> {
    let mut out = Vec::new();
    for part in text.split_ascii_whitespace() {
        let counted = part.rsplit_once('*').and_then(|(key, count)| Some((key, count.parse::<usize>().ok()?)));
        match counted.filter(|(key, _)| !key.is_empty()) {
            // One more than is taken is enough to refuse it.
            Some((key, count)) => out.extend(std::iter::repeat_n(key, count.min(limits::PRESSES + 1))),
            None => out.push(part),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use onecall_protocol::json;

    #[test]
    fn keys_are_read_as_they_are_written() {
        for (given, expected) in [
            (json!("Enter"), "Enter"),
            (json!("l s Enter"), "l,s,Enter"),
            (json!(["a", " ", "Control+b"]), "a,Space,Control+b"),
            (json!("ArrowRight*3 Tab"), "ArrowRight,ArrowRight,ArrowRight,Tab"),
            (json!("*"), "*"),
            (json!(7), "7"),
        ] {
            assert_eq!(each(&keys(&given).unwrap()).join(","), expected);
        }
        for wrong in [json!(""), json!([]), json!({"a": 1}), json!("x*101"), json!("x*0")] {
            assert!(keys(&wrong).is_err(), "{wrong}");
        }
    }
}
