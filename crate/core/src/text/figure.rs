//! Numbers with a fraction as text, and back. Both by way of JSON's numbers, which are there anyway: the standard
//! library's own reading and writing of fractions are 30 kB of wasm with their tables. It must never take a word for a
//! number.

use onecall_protocol::{Value, form};

/// As people write it: `5`, `0.25`.
#[must_use]
pub fn shown(number: f64) -> String {
    let text = Value::from(number).to_string();
    text.strip_suffix(".0").map_or_else(|| text.clone(), str::to_owned)
}

/// The number that a text is: `5`, `-0.25`, `.5`, `1e3`.
#[must_use]
pub fn read(text: &str) -> Option<f64> {
    let (sign, rest) = match text.strip_prefix('-') {
        Some(rest) => ("-", rest),
        None => ("", text.strip_prefix('+').unwrap_or(text)),
    };
    let (digits, exponent) = match rest.split_once(['e', 'E']) {
        Some((digits, exponent)) => (digits, exponent.parse::<i32>().ok()?),
        None => (rest, 0),
    };
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let plain = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
    if !plain(whole) || !plain(fraction) || whole.is_empty() && fraction.is_empty() {
        return None;
    }
    let fraction = fraction.trim_end_matches('0');
    // Whole numbers and powers of ten that a fraction holds exactly make the number that is meant.
    let add = |sum: u64, byte: u8| sum.checked_mul(10)?.checked_add(u64::from(byte - b'0'));
    let all = whole.bytes().chain(fraction.bytes()).try_fold(0, add).filter(|all| *all < 1 << 53);
    let power = exponent.saturating_sub(i32::try_from(fraction.len()).ok()?);
    if let Some(all) = all.filter(|_| power.unsigned_abs() <= 22) {
        let (all, scale) = (all as f64, 10_f64.powi(power.saturating_abs()));
        let number = if power < 0 { all / scale } else { all * scale };
        return Some(if sign.is_empty() { number } else { -number });
    }
    // JSON wants a digit on either side of the point and no zero before others. Its reading may miss by a hair: what was
    // printed is read back as it was.
    let whole = Some(whole.trim_start_matches('0')).filter(|whole| !whole.is_empty()).unwrap_or("0");
    let fraction = Some(fraction).filter(|fraction| !fraction.is_empty()).unwrap_or("0");
    let number = form::json(&format!("{sign}{whole}.{fraction}e{exponent}"))?.as_f64()?;
    let (up, down) = (number.next_up(), number.next_down());
    let around = [number, up, down, up.next_up(), down.next_down()];
    Some(around.into_iter().find(|one| shown(*one) == text.strip_suffix(".0").unwrap_or(text)).unwrap_or(number))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn numbers_are_as_people_write_them() {
        for (text, number) in
            [("5", 5.0), ("+5.", 5.0), (".5", 0.5), ("-007.250", -7.25), ("1e3", 1000.0), ("2E-2", 0.02)]
        {
            assert_eq!(read(text), Some(number), "{text}");
        }
        for text in ["", ".", "-", "e5", "1e", "inf", "NaN", "1 2", "0x1", "1,5", "--1", "1.2.3", "１"] {
            assert_eq!(read(text), None, "{text}");
        }
        for number in [8_552_178_429_707_956.0, 9_552_178_429_707_956.0, 18_014_398_509_481_988.0] {
            assert_eq!(read(&format!("{number}.0")), Some(number));
        }
        assert_eq!(shown(5.0), "5");
        assert_eq!(shown(-0.25), "-0.25");
    }

    proptest! {
        /// What is printed is read back as it was; what people write, as the standard library has it.
        #[test]
        fn reads_what_is_shown(number in proptest::num::f64::NORMAL, text in "[+-]?[0-9]{0,9}([.][0-9]{0,6})?(e[+-]?[0-9])?") {
            prop_assert_eq!(shown(number).parse::<f64>(), Ok(number));
            prop_assert_eq!(read(&shown(number)), Some(number));
            prop_assert_eq!(read(&text), text.parse::<f64>().ok());
        }
    }
}
