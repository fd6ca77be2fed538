//! Near names: what a wrong name was probably meant to be. Pure text; it must never look at the tree, and
//! never offer a name that has nothing to do with what was wanted.

use crate::text::edits::{Letters, edits};
use crate::text::words::{squash, words};

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
    let mut seen = crate::order::Set::default();
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
    /// Folded words, English plurals as singulars.
    words: Vec<Vec<char>>,
    /// The words joined by spaces, as the table of synonyms has them.
    joined: String,
    /// The words without spaces, cut to [`COMPARED`].
    compact: Vec<char>,
    letters: Letters,
}

impl Folded {
    fn new(text: &str) -> Self {
        let mut words = words(text, COMPARED);
        words.retain(|word| !word.whole);
        let mut words: Vec<String> = words.into_iter().map(|word| singular(word.text)).collect();
        if words.is_empty() {
            // Symbols and emoji are names too.
            words.extend(text.split_whitespace().map(str::to_owned));
        }
        let joined = words.join(" ");
        // What is written without spaces comes as overlapping pairs: the compact form is taken from the text.
        let compact: Vec<char> = match squash(text) {
            squashed if squashed.is_empty() => joined.chars().take(COMPARED).collect(),
            squashed if squashed.is_ascii() => words.iter().flat_map(|word| word.chars()).take(COMPARED).collect(),
            squashed => squashed.chars().take(COMPARED).collect(),
        };
        let letters = Letters::of(&compact.iter().collect::<String>());
        Self { words: words.iter().map(|word| word.chars().collect()).collect(), joined, compact, letters }
    }

    /// How far it is: 0 for the same, up to 100 for misspelt, up to 200 for synonyms and beginnings, above for
    /// shared words and parts; none where it is another thing.
    fn distance(&self, other: &Self) -> Option<u32> {
        let (a, b) = (&self.compact, &other.compact);
        if a == b {
            return Some(0);
        }
        let (short, long) = if a.len() <= b.len() { (a, b) } else { (b, a) };
        if let Some(edits) = self.edits(other) {
            return Some(1 + share(edits as usize, long.len()));
        }
        if synonyms(&self.joined, &other.joined) {
            return Some(101);
        }
        if enough(short) && short.len() * 4 >= long.len() && long.starts_with(short) {
            return Some(102 + share(long.len() - short.len(), long.len()));
        }
        let shared = self.words.iter().filter(|w| other.words.iter().any(|o| alike(w, o))).count();
        let (few, many) = (self.words.len().min(other.words.len()), self.words.len().max(other.words.len()));
        if shared > 0 && shared * 2 >= few {
            return Some(201 + share(many.saturating_sub(shared), many));
        }
        // Part of a compound, as in Bestellnummer; a few letters inside a long name are chance.
        let part = short.len() >= if short.iter().any(char::is_ascii) { 5 } else { 2 } && short.len() * 3 >= long.len();
        let inside = part && long.windows(short.len()).any(|w| w == short.as_slice());
        inside.then_some(301)
    }

    /// Edits to the other name, where there are few enough for a misspelling.
    fn edits(&self, other: &Self) -> Option<u32> {
        let longest = self.compact.len().max(other.compact.len());
        let most = allowed(longest, self.compact.iter().all(char::is_ascii));
        if most == 0 || !self.letters.may_be_near(other.letters, most) {
            return None;
        }
        edits(&self.compact, &other.compact, most)
    }
}

/// Edits that a name of so many letters may have.
fn allowed(letters: usize, ascii: bool) -> u32 {
    match letters {
        0..=1 => 0,
        // Two ideographs are a word, two Latin letters are an abbreviation.
        2 => u32::from(!ascii),
        3..=5 => 1,
        6..=11 => 2,
        more => u32::try_from(more / 5).unwrap_or(2),
    }
}

/// A part of a whole, from 0 to 98.
fn share(part: usize, whole: usize) -> u32 {
    u32::try_from(98 * part.min(whole) / whole.max(1)).unwrap_or(98)
}

/// English plurals as singulars; a wrong singular does no harm, since both sides lose the same.
fn singular(mut word: String) -> String {
    if word.len() > 3 && word.is_ascii() && word.ends_with('s') && !word.ends_with("ss") {
        word.pop();
        if word.ends_with("ie") && word.len() > 3 {
            word.truncate(word.len() - 2);
            word.push('y');
        }
    }
    word
}

/// Is it long enough to stand for a longer name that holds it?
fn enough(part: &[char]) -> bool {
    part.len() >= 3 || (part.len() == 2 && !part.iter().any(char::is_ascii))
}

/// Do two words stand for the same?
fn alike(a: &[char], b: &[char]) -> bool {
    let ascii = a.iter().all(char::is_ascii);
    if a.len() < 2 || (ascii && a.len() < 3) {
        return false;
    }
    let text = |word: &[char]| word.iter().collect::<String>();
    a == b
        || (ascii && a.len() > 4 && edits(a, b, allowed(a.len(), true)).is_some())
        || (ascii && synonyms(&text(a), &text(b)))
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
        assert!(near("rows", ["web browser"].into_iter(), 3).is_empty());
        assert_eq!(near("Nummer", ["Bestellnummer"].into_iter(), 3), ["Bestellnummer"]);
        // More words of the one than of the other are alike.
        assert_eq!(near("order order", ["order"].into_iter(), 3), ["order"]);
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
