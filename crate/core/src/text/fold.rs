//! One form for letters that differ only in case, accent or width. It changes no letter into another sound.

/// Plain letters for U+00C0 to U+017F; `?` where one letter is not enough or none fits.
const LATIN: &[u8] =
    b"aaaaaa?ceeeeiiiidnooooo?ouuuuy??aaaaaa?ceeeeiiiidnooooo?ouuuuy?yaaaaaaccccccccddddeeeeeeeeeegggggggghhhh\
iiiiiiiiii??jjkkkllllllllllnnnnnnnnnoooooo??rrrrrrssssssssttttttuuuuuuuuuuuuwwyyyzzzzzzs";

/// The same for U+1E00 to U+1EFF (Vietnamese, Welsh, transcriptions).
const LATIN_MORE: &[u8] =
    b"aabbbbbbccddddddddddeeeeeeeeeeffgghhhhhhhhhhiiiikkkkkkllllllllmmmmmmnnnnnnnnoooooooopppprrrrrrrr\
ssssssssssttttttttuuuuuuuuuuvvvvwwwwwwwwwwxxxxyyzzzzzzhtwy??????aaaaaaaaaaaaaaaaaaaaaaaaeeeeeeeeeeeeeeeeiiiioooooooo\
oooooooooooooooouuuuuuuuuuuuuuyyyyyyyy??????";

/// Appends the folded form of `c`: lower case, without accents, vowel points and full width.
pub fn fold_into(c: char, out: &mut String) {
    if c.is_ascii() {
        out.push(c.to_ascii_lowercase());
        return;
    }
    let code = u32::from(c);
    match code {
        // Accents, Hebrew points, Arabic vowel signs and the stretching stroke; joiners.
        0x300..=0x36F | 0x591..=0x5C7 | 0x610..=0x61A | 0x640 | 0x64B..=0x65F | 0x670 | 0x200C..=0x200D => {}
        0xC0..=0x17F => push_latin(LATIN, code - 0xC0, c, out),
        // The letters of Vietnamese and Romanian that lie outside the two tables.
        0x1A0 | 0x1A1 => out.push('o'),
        0x1AF | 0x1B0 => out.push('u'),
        0x218 | 0x219 => out.push('s'),
        0x21A | 0x21B => out.push('t'),
        0x1E00..=0x1EFF => push_latin(LATIN_MORE, code - 0x1E00, c, out),
        0xFF01..=0xFF5E => out.extend(char::from_u32(code - 0xFEE0).map(|c| c.to_ascii_lowercase())),
        _ => out.extend(c.to_lowercase()),
    }
}

fn push_latin(table: &[u8], at: u32, c: char, out: &mut String) {
    let plain = usize::try_from(at).ok().and_then(|at| table.get(at)).copied().unwrap_or(b'?');
    match c {
        'ß' | 'ẞ' => out.push_str("ss"),
        'æ' | 'Æ' => out.push_str("ae"),
        'œ' | 'Œ' => out.push_str("oe"),
        'þ' | 'Þ' => out.push_str("th"),
        'ĳ' | 'Ĳ' => out.push_str("ij"),
        _ if plain == b'?' => out.extend(c.to_lowercase()),
        _ => out.push(char::from(plain)),
    }
}

#[cfg(test)]
mod tests {
    use super::fold_into;

    #[test]
    fn folds() {
        for (c, expected) in [
            ('É', "e"),
            ('ß', "ss"),
            ('ż', "z"),
            ('ễ', "e"),
            ('Ж', "ж"),
            ('Ａ', "a"),
            ('ø', "o"),
            ('×', "×"),
            ('İ', "i"),
        ] {
            let mut out = String::new();
            fold_into(c, &mut out);
            assert_eq!(out, expected, "{c}");
        }
    }
}
