//! Short texts with what the o200k tokeniser makes of them, counted once with npm `gpt-tokenizer`.
//! Whole documents are measured by `tests/bench/tokens`.

use super::*;

const COUNTED: &[(&str, u32)] = &[
    ("The quick brown fox jumps over the lazy dog.", 10),
    ("page.tables[\"Orders\"].rows[\"A-1001\"].buttons.Refund.click()", 17),
    ("\"A-1001\" | A-1001 | Ann Lee | 2026-11-02 | open | 59.90", 28),
    ("{\"path\":\"app.cart.add\",\"args\":{\"sku\":\"A1\",\"quantity\":2}}", 18),
    ("fault covered  page.buttons.Pay is covered by page.dialogs[\"Cookie consent\"]. Nothing was done.", 20),
    ("const total = items.reduce((sum, item) => sum + item.price * item.quantity, 0);", 22),
    ("Die Lieferung erfolgt innerhalb von drei Werktagen nach Zahlungseingang.", 15),
    ("Politique de confidentialité et conditions générales d’utilisation", 9),
    ("Введите адрес электронной почты и пароль", 7),
    ("お問い合わせ内容を入力してください", 5),
    ("请输入您的电子邮件地址", 5),
    ("비밀번호를 잊으셨나요?", 9),
    ("أدخل عنوان بريدك الإلكتروني", 6),
    ("กรุณากรอกอีเมลของคุณ", 11),
    ("कृपया अपना ईमेल पता दर्ज करें", 10),
    ("🎉 Order placed! 🚚 Arriving tomorrow ✅", 11),
    ("    if (node.kind === 'text') {\n        return node.value.trim();\n    }", 18),
    ("1,299.00 EUR · 12/11/2026 · +49 30 1234567", 23),
];

#[test]
fn short_texts() {
    let (mut real, mut guessed) = (0, 0);
    for (text, tokens) in COUNTED {
        let estimated = estimate(text);
        real += tokens;
        guessed += estimated;
        // A phrase may be one token by itself; only longer texts come out right.
        assert!(estimated * 5 >= tokens * 2 && estimated * 2 <= tokens * 5, "{text}: {estimated}, really {tokens}");
    }
    assert!(guessed.abs_diff(real) * 7 <= real, "{guessed} in all, really {real}");
}

#[test]
fn nothing_is_nothing() {
    assert_eq!(estimate(""), 0);
    assert_eq!(estimate(" "), 1);
    assert_eq!(estimate("a"), 1);
}

#[test]
fn lines_add_up() {
    let mut meter = Meter::new();
    let mut text = String::new();
    for (line, _) in COUNTED {
        meter.line(line);
        text.push_str(line);
        text.push('\n');
    }
    assert!(meter.total().abs_diff(estimate(&text)) * 50 <= meter.total(), "{} and {}", meter.total(), estimate(&text));
}

#[test]
fn pieces_are_those_of_the_tokeniser() {
    let split = |text| Pieces::new(text).map(|piece| piece.text).collect::<Vec<_>>();
    assert_eq!(split("The don't camelCase HTMLElement"), ["The", " don't", " camel", "Case", " HTMLElement"]);
    assert_eq!(split("12345 \"foo\" [\n\n   x],"), ["123", "45", " \"", "foo", "\"", " [\n\n", "  ", " x", "],"]);
    assert_eq!(split("a\t\tb  \n c"), ["a", "\t", "\tb", "  \n", " c"]);
    assert_eq!(split("注文する。 résumé"), ["注文する", "。", " résumé"]);
}

#[test]
fn every_text_is_split_whole() {
    proptest::proptest!(|(text in proptest::prelude::any::<String>())| {
        let joined: String = Pieces::new(&text).map(|piece| piece.text).collect();
        proptest::prop_assert_eq!(joined, text);
    });
}
