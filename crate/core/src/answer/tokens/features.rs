//! What of a piece decides how many tokens it is: script, length, capitals, and its groups of two and three
//! letters, hashed into one table. `tests/bench/tokens/model.js` computes the same; both must change together.

use super::pieces::{Kind, is_letter};

/// Longest word length that is told apart.
const LENGTHS: usize = 16;

/// Places of the table: Latin words by what is before them, capitals and length …
const LATIN: usize = 0;
/// … whether something follows the letters …
const TAIL: usize = LATIN + 9 * LENGTHS;
/// … other scripts, with three features each …
const SCRIPTS: usize = TAIL + 1;
/// … kinds of symbols …
const SYMBOLS: usize = SCRIPTS + 3 * Script::COUNT;
/// … groups of characters, hashed.
const GROUPS: usize = SYMBOLS + RANGES.len() + 1;

/// Hashed groups; a power of two.
const HASHED: usize = 4_096;

/// All features.
pub(super) const COUNT: usize = GROUPS + HASHED;

/// Symbols whose code points cost alike.
const RANGES: [(u32, u32); 20] = [
    (0x80, 0xff),
    (0x2010, 0x2027),
    (0x2028, 0x206f),
    (0x20a0, 0x20cf),
    (0x2190, 0x21ff),
    (0x2200, 0x22ff),
    (0x2500, 0x259f),
    (0x2460, 0x27bf),
    (0x2900, 0x2bff),
    (0x3000, 0x303f),
    (0xe000, 0xf8ff),
    (0xfe00, 0xfe0f),
    (0xff00, 0xffef),
    (0x1f1e6, 0x1f1ff),
    (0x1f3fb, 0x1f3ff),
    (0x1f300, 0x1f5ff),
    (0x1f600, 0x1f64f),
    (0x1f680, 0x1f6ff),
    (0x1f900, 0x1f9ff),
    (0x1fa00, 0x1faff),
];

/// Scripts that are told apart; `Marks` stands for a piece without letters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Script {
    Latin,
    Marks,
    Greek,
    Cyrillic,
    Armenian,
    Hebrew,
    Arabic,
    Devanagari,
    Indic,
    Thai,
    Myanmar,
    Georgian,
    Khmer,
    Kana,
    Han,
    Hangul,
    Other,
}

impl Script {
    const COUNT: usize = Self::Other as usize + 1;

    const fn of(c: char) -> Self {
        match c as u32 {
            0..=0x36f | 0x1e00..=0x1eff => Self::Latin,
            0x370..=0x3ff | 0x1f00..=0x1fff => Self::Greek,
            0x400..=0x52f => Self::Cyrillic,
            0x530..=0x58f => Self::Armenian,
            0x590..=0x5ff => Self::Hebrew,
            0x600..=0x6ff | 0x750..=0x77f | 0x8a0..=0x8ff | 0xfb50..=0xfdff | 0xfe70..=0xfeff => Self::Arabic,
            0x900..=0x97f => Self::Devanagari,
            0x980..=0xdff => Self::Indic,
            0xe00..=0xe7f => Self::Thai,
            0x1000..=0x109f => Self::Myanmar,
            0x10a0..=0x10ff => Self::Georgian,
            0x1780..=0x17ff => Self::Khmer,
            0x3040..=0x30ff => Self::Kana,
            0x3400..=0x9fff | 0xf900..=0xfaff | 0x20000..=0x3ffff => Self::Han,
            0xac00..=0xd7af => Self::Hangul,
            _ => Self::Other,
        }
    }
}

/// A piece whose features can be asked for.
pub(super) struct Features<'a> {
    script: Script,
    piece: &'a str,
    count: usize,
}

impl<'a> Features<'a> {
    /// Nothing where the piece is one token in any case.
    pub(super) fn of(kind: Kind, piece: &'a str) -> Option<Self> {
        let script = match kind {
            Kind::Space => return None,
            Kind::Digits if piece.is_ascii() => return None,
            Kind::Digits | Kind::Marks => Script::Marks,
            // Japanese mixes scripts within a piece; kana decide.
            Kind::Word => {
                let first = piece.chars().find(|c| is_letter(*c)).map_or(Script::Other, Script::of);
                let kana = first != Script::Latin && piece.chars().any(|c| Script::of(c) == Script::Kana);
                if kana { Script::Kana } else { first }
            }
        };
        let count = piece.chars().count();
        (count > 1 || !piece.is_ascii()).then_some(Self { script, piece, count })
    }

    /// Calls `f` with each feature and how many times it occurs.
    pub(super) fn each(&self, mut f: impl FnMut(usize, i32)) {
        if self.script == Script::Latin {
            return self.latin(f);
        }
        let place = SCRIPTS + 3 * self.script as usize;
        f(place, 1);
        f(place + 1, i32::try_from(self.count).unwrap_or(i32::MAX));
        if self.piece.starts_with(' ') {
            f(place + 2, 1);
        }
        match self.script {
            Script::Marks => self.marks(f),
            Script::Han | Script::Kana | Script::Hangul => {
                self.piece.chars().for_each(|c| f(group(&[c]), 1));
            }
            _ => {
                let mut pairs = Windows::default();
                letters(self.piece, |c| pairs.push(c, |two, _| f(two, 1)));
            }
        }
    }

    fn latin(&self, mut f: impl FnMut(usize, i32)) {
        let start = self.piece.find(is_letter).unwrap_or_default();
        let rest = self.piece.get(start..).unwrap_or_default();
        let end = rest.find(|c| !is_letter(c)).unwrap_or(rest.len());
        let word = rest.get(..end).unwrap_or_default();
        let before = match (start, self.piece.starts_with(' ')) {
            (0, _) => 1,
            (_, true) => 0,
            _ => 2,
        };
        let mut capitals = word.chars().map(char::is_uppercase);
        let first = capitals.next().unwrap_or_default();
        let case = if capitals.any(|upper| upper) { 2 } else { usize::from(first) };
        f(LATIN + (before * 3 + case) * LENGTHS + word.chars().count().min(LENGTHS - 1), 1);
        if end < rest.len() {
            f(TAIL, 1);
        }
        if let (2, Some(lead)) = (before, self.piece.chars().next()) {
            f(group(&['p', lead]), 1);
        }
        let mut groups = Windows::default();
        letters(word, |c| {
            groups.push(c, |two, three| {
                f(two, 1);
                if let Some(three) = three {
                    f(three, 1);
                }
            });
        });
    }

    fn marks(&self, mut f: impl FnMut(usize, i32)) {
        let mut before = None;
        for c in self.piece.chars() {
            if c.is_ascii() {
                if let Some(before) = before {
                    f(group(&['p', before, c]), 1);
                }
                before = Some(c);
            } else {
                let range = RANGES.iter().position(|(from, to)| (*from..=*to).contains(&(c as u32)));
                f(SYMBOLS + range.unwrap_or(RANGES.len()), 1);
                before = None;
            }
        }
    }
}

/// The letters of a piece in lower case, between marks for its beginning and end.
fn letters(piece: &str, mut f: impl FnMut(char)) {
    f('^');
    piece.chars().filter(|c| is_letter(*c)).flat_map(char::to_lowercase).for_each(&mut f);
    f('$');
}

/// The last two characters, for groups of two and three.
#[derive(Default)]
struct Windows {
    last: Option<char>,
    before: Option<char>,
}

impl Windows {
    fn push(&mut self, c: char, f: impl FnOnce(usize, Option<usize>)) {
        if let Some(last) = self.last {
            f(group(&[last, c]), self.before.map(|before| group(&[before, last, c])));
        }
        self.before = self.last;
        self.last = Some(c);
    }
}

/// The place of a group of characters: FNV-1 over code points, spread by Knuth's multiplier.
fn group(chars: &[char]) -> usize {
    let mut hash = u32::try_from(chars.len()).unwrap_or_default();
    for c in chars {
        hash = hash.wrapping_mul(0x0100_0193) ^ (*c as u32);
    }
    let spread = hash.wrapping_mul(2_654_435_761);
    GROUPS + (spread >> 20) as usize % HASHED
}
