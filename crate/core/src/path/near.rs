//! Near names: what a wrong name was probably meant to be. Pure text; it must never look at the tree, and
//! never offer a name that has nothing to do with what was wanted.

use std::collections::BTreeSet;

/// Names longer than this are compared by their beginning only: the comparison is quadratic.
const COMPARED: usize = 64;

/// Words that people use for each other on pages. Lower case, singular.
const SYNONYMS: &[&[&str]] = &[
    &["sign in", "signin", "log in", "login", "log on", "logon"],
    &["sign up", "signup", "register", "create account", "join"],
    &["sign out", "signout", "log out", "logout", "log off", "logoff"],
    &["buy", "purchase", "order", "checkout", "pay"],
    &["delete", "remove", "erase", "trash", "discard"],
    &["add", "create", "new", "insert"],
    &["edit", "change", "modify", "update"],
    &["save", "store", "keep", "apply"],
    &["search", "find", "look up", "lookup", "query"],
    &["cart", "basket", "bag"],
    &["mail", "email", "e mail", "email address"],
    &["phone", "telephone", "mobile", "tel"],
    &["zip", "zip code", "postcode", "postal code"],
    &["name", "full name", "your name"],
    &["user", "username", "user name", "login name", "account"],
    &["password", "passphrase", "passcode"],
    &["cancel", "abort", "close", "dismiss"],
    &["ok", "confirm", "accept", "agree", "yes"],
    &["next", "continue", "proceed", "forward"],
    &["back", "previous", "prev"],
    &["setting", "preference", "option", "configuration"],
    &["picture", "image", "photo"],
    &["send", "submit", "post"],
    &["set", "fill", "write", "type", "enter"],
    &["click", "press", "tap", "push"],
    &["choose", "select", "pick"],
    &["quantity", "qty", "amount", "count"],
    &["heading", "title", "headline"],
    &["article", "product", "item"],
];

/// The candidates that `wanted` was probably meant to be, best first, at most `most`. Equal ones are ordered
/// as they came. Empty where nothing is near.
pub fn near<'a>(wanted: &str, candidates: impl Iterator<Item = &'a str>, most: usize) -> Vec<String> {
    let wanted = Folded::new(wanted);
    if wanted.compact.is_empty() {
        return Vec::new();
    }
    let mut seen = BTreeSet::new();
    let mut found: Vec<(u32, usize, &str)> =
        candidates.enumerate().filter_map(|(n, text)| Some((wanted.distance(&Folded::new(text))?, n, text))).collect();
    crate::order::sort(&mut found);
    // A good match is not helped by worse ones beside it: only those as near as the best are given.
    let band = |distance: u32| distance.div_ceil(100);
    let best = found.first().map(|(distance, ..)| band(*distance));
    found.retain(|(distance, ..)| Some(band(*distance)) == best);
    found.into_iter().filter(|(_, _, text)| seen.insert(*text)).take(most).map(|(_, _, text)| text.to_owned()).collect()
}

/// A name without what people do not tell apart.
struct Folded {
    /// Lower-case words, singular.
    words: Vec<String>,
    /// The words without spaces, cut to [`COMPARED`].
    compact: Vec<char>,
}

impl Folded {
    fn new(text: &str) -> Self {
        let mut words: Vec<String> = Vec::new();
        let mut word = String::new();
        let mut before_lower = false;
        for c in text.chars() {
            let c = fold(c);
            if !c.is_alphanumeric() && !is_mark(c) {
                flush(&mut words, &mut word);
                before_lower = false;
                continue;
            }
            if c.is_uppercase() && before_lower {
                flush(&mut words, &mut word);
            }
            before_lower = c.is_lowercase();
            word.extend(c.to_lowercase());
        }
        flush(&mut words, &mut word);
        let compact = words.iter().flat_map(|w| w.chars()).take(COMPARED).collect();
        Self { words, compact }
    }

    /// How far it is: 0 for the same, up to 100 for misspelt, up to 200 for synonyms and beginnings, above for
    /// shared words and parts; none where it is another thing.
    fn distance(&self, other: &Self) -> Option<u32> {
        let (a, b) = (&self.compact, &other.compact);
        if b.is_empty() {
            return None;
        }
        if a == b {
            return Some(0);
        }
        if let Some(edits) = edits(a, b) {
            return Some(10 + edits * 100 / u32::try_from(a.len().max(b.len())).unwrap_or(100));
        }
        if synonyms(&self.words.join(" "), &other.words.join(" ")) {
            return Some(101);
        }
        let (short, long) = if a.len() <= b.len() { (a, b) } else { (b, a) };
        if enough(short) && long.starts_with(short) {
            return Some(110 + u32::try_from(long.len() - short.len()).unwrap_or(COMPARED as u32));
        }
        let shared = self.words.iter().filter(|w| other.words.iter().any(|o| alike(w, o))).count();
        if shared > 0 && shared * 2 >= self.words.len().min(other.words.len()) {
            let all = self.words.len() + other.words.len() - shared;
            return Some(201 + u32::try_from(99 - 99 * shared / all.max(1)).unwrap_or(100));
        }
        let inside = enough(short) && long.windows(short.len()).any(|w| w == short.as_slice());
        inside.then_some(310)
    }
}

/// Full-width Latin as Latin, katakana as hiragana, the accented letters of western scripts without accents.
fn fold(c: char) -> char {
    let code = c as u32;
    let moved = match code {
        0xff01..=0xff5e => code - 0xff01 + 0x21,
        0x30a1..=0x30f6 => code - 0x60,
        _ => return plain(c),
    };
    char::from_u32(moved).unwrap_or(c)
}

/// Latin letters without their accents; only those of Latin-1, where one edit costs a short word much.
const fn plain(c: char) -> char {
    match c {
        'à'..='å' => 'a',
        'À'..='Å' => 'A',
        'ç' => 'c',
        'Ç' => 'C',
        'è'..='ë' => 'e',
        'È'..='Ë' => 'E',
        'ì'..='ï' => 'i',
        'Ì'..='Ï' => 'I',
        'ñ' => 'n',
        'Ñ' => 'N',
        'ò'..='ö' | 'ø' => 'o',
        'Ò'..='Ö' | 'Ø' => 'O',
        'ù'..='ü' => 'u',
        'Ù'..='Ü' => 'U',
        'ý' | 'ÿ' => 'y',
        'Ý' => 'Y',
        other => other,
    }
}

/// A mark that belongs to the letter before it, as in Indic scripts and Thai.
fn is_mark(c: char) -> bool {
    !c.is_ascii() && unicode_ident::is_xid_continue(c)
}

fn flush(words: &mut Vec<String>, word: &mut String) {
    if word.is_empty() {
        return;
    }
    let mut word = std::mem::take(word);
    // English plurals; a wrong singular does no harm, since both sides lose the same.
    if word.len() > 3 && word.is_ascii() && word.ends_with('s') && !word.ends_with("ss") {
        word.pop();
        if word.ends_with("ie") {
            word.truncate(word.len() - 2);
            word.push('y');
        }
    }
    words.push(word);
}

/// Edits between two names, where there are few enough for a misspelling.
fn edits(a: &[char], b: &[char]) -> Option<u32> {
    let longest = a.len().max(b.len());
    let allowed = match longest {
        0..=1 => 0,
        // Two ideographs are a word, two Latin letters are an abbreviation.
        2 if a.iter().all(char::is_ascii) => 0,
        2..=5 => 1,
        6..=11 => 2,
        _ => longest / 5,
    };
    if a.len().abs_diff(b.len()) > allowed {
        return None;
    }
    let edits = strsim::generic_damerau_levenshtein(a, b);
    (edits <= allowed).then_some(u32::try_from(edits).unwrap_or(u32::MAX))
}

/// Is it long enough to stand for a longer name that holds it?
fn enough(part: &[char]) -> bool {
    part.len() >= 3 || (part.len() == 2 && !part.iter().any(char::is_ascii))
}

fn alike(a: &str, b: &str) -> bool {
    let long = a.chars().count() >= 3 || !a.is_ascii();
    long && (a == b || synonyms(a, b) || {
        let (a, b): (Vec<char>, Vec<char>) = (a.chars().take(COMPARED).collect(), b.chars().take(COMPARED).collect());
        a.len() > 4 && edits(&a, &b).is_some()
    })
}

fn synonyms(a: &str, b: &str) -> bool {
    SYNONYMS.iter().any(|group| group.contains(&a) && group.contains(&b))
}

#[cfg(test)]
mod tests {
    use super::*;

    const NAMES: &[&str] = &[
        "Orders",
        "Customers",
        "Sign in",
        "Search orders",
        "Newsletter",
        "Add to cart",
        "E-Mail",
        "注文",
        "お問い合わせ",
        "Заказы",
    ];

    fn check(wanted: &str, expected: &[&str]) {
        assert_eq!(near(wanted, NAMES.iter().copied(), 3), expected, "{wanted}");
    }

    #[test]
    fn misspelt() {
        check("Ordres", &["Orders"]);
        check("order", &["Orders"]);
        check("ORDERS", &["Orders"]);
        check("signin", &["Sign in"]);
        check("sign_in", &["Sign in"]);
        check("Customer", &["Customers"]);
        check("заказ", &["Заказы"]);
    }

    #[test]
    fn related() {
        check("Log in", &["Sign in"]);
        check("addToCart", &["Add to cart"]);
        check("add to basket", &["Add to cart"]);
        check("email", &["E-Mail"]);
        check("News", &["Newsletter"]);
        check("問い合わせ", &["お問い合わせ"]);
        check("注文書", &["注文"]);
    }

    #[test]
    fn nothing_near() {
        check("Invoice", &[]);
        check("x", &[]);
        check("", &[]);
        check("!!", &[]);
    }

    #[test]
    fn bounded_and_in_order() {
        let many: Vec<String> = (0..50).map(|n| format!("Item {n}")).collect();
        let found = near("Item", many.iter().map(String::as_str), 4);
        assert_eq!(found, ["Item 0", "Item 1", "Item 2", "Item 3"]);
        let long = "a".repeat(10_000);
        assert_eq!(near(&long, [long.as_str()].into_iter(), 4).len(), 1);
    }
}
