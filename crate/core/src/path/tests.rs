//! The grammar by example, and its properties.

use super::*;
use crate::limits;
use proptest::prelude::*;
use serde_json::json;

fn check(text: &str, canonical: &str) {
    match read(text) {
        Ok(reading) => {
            assert_eq!(reading.path.to_string(), canonical, "{text}");
            assert_eq!(parse(canonical), Ok(reading.path), "{text}: printed form");
        }
        Err(error) => panic!("{text}: {error}"),
    }
}

fn check_error(text: &str, code: &str, meant: Option<&str>) {
    match read(text) {
        Ok(reading) => panic!("{text}: read as {}", reading.path),
        Err(error) => {
            assert_eq!((error.code(), error.meant.as_deref()), (code, meant), "{text}: {error}");
            assert!(text.get(error.span.0..error.span.1).is_some(), "{text}: span {:?}", error.span);
        }
    }
}

#[test]
fn canonical_paths_print_as_they_are() {
    for text in [
        "",
        "page",
        "page.forms[\"Sign in\"].fill({\"Email\":\"ann@shop.test\",\"Password\":\"…\"})",
        "page.tables[\"Orders\"].rows[0:5]",
        "page.tables[\"Orders\"].rows[\"A-1001\"].buttons.Refund.click()",
        "page.tables[\"Orders\"].rows.where({\"Status\":\"open\"}).select(\"Order\",\"Total\")",
        "page.rows[-1]",
        "page.rows[:5]",
        "page.rows[2:]",
        "page.rows[:]",
        "page.rows[-3:-1]",
        "tools[\"cart-checkout\"][\"process-cart-order\"]({\"id\":\"7\"})",
        "tools.flat[\"name\"].$schema",
        "find(\"refund an order\")",
        "approvals[\"ap-7\"].wait()",
        "$help",
        "page.buttons.Save.$why",
        "page.buttons[\"Save#2\"].click()",
        "page.buttons[\"Issue \\\\#12\"]",
        "page.buttons.注文する.click()",
        "page.links.Über_uns",
        "page.links[\"a\\u200bb\"]",
        "page.x(1,-2,1.5,1e+300,true,null,[],{},[{\"a\":[1]}])",
    ] {
        check(text, text);
        assert!(!read(text).unwrap().lenient, "{text}");
    }
}

#[test]
fn what_agents_write() {
    check("page.forms['Sign in']", "page.forms[\"Sign in\"]");
    check("page.forms[`Sign in`]", "page.forms[\"Sign in\"]");
    check(".page.forms", "page.forms");
    check(" page . forms [ 'x' ] . fill ( { Email : 'a' , } ) ; ", "page.forms[\"x\"].fill({\"Email\":\"a\"})");
    check("await onecall.call('page.forms.x.fill', {Email: \"a\"});", "page.forms.x.fill({\"Email\":\"a\"})");
    check("call(page.forms.x.fill, [1, 2])", "page.forms.x.fill(1,2)");
    check("page.forms.x.fill(Email=\"a@b.c\", qty = 2,)", "page.forms.x.fill({\"Email\":\"a@b.c\",\"qty\":2})");
    check(
        "page.forms.x.fill(Email: 'a', \"Your age\": {a: 1})",
        "page.forms.x.fill({\"Email\":\"a\",\"Your age\":{\"a\":1}})",
    );
    check("app.cart.add(\"A=1\", 'b:c')", "app.cart.add(\"A=1\",\"b:c\")");
    check("call(page.forms.x.fill({a: 1}))", "page.forms.x.fill({\"a\":1})");
    check("call(\"page\")", "page");
    check("call()", "");
    check("\"page.forms\"", "page.forms");
    check("page/forms/Sign in", "page.forms[\"Sign in\"]");
    check("/page/forms/0/", "page.forms[0]");
    check("page.links.Terms/Privacy.click", "page.links[\"Terms/Privacy\"].click");
    check("page.forms.Sign in.fill", "page.forms[\"Sign in\"].fill");
    check("page.forms.Sign in.fill({a:1})", "page.forms[\"Sign in\"].fill({\"a\":1})");
    check("page.buttons.Don't save.click", "page.buttons[\"Don't save\"].click");
    check("page.links.Forgot password?.click()", "page.links[\"Forgot password?\"].click()");
    check("page.buttons.\"Sign in\".click", "page.buttons[\"Sign in\"].click");
    check("page.forms[Sign in].fill", "page.forms[\"Sign in\"].fill");
    check("page.forms[“Sign in”].fill", "page.forms[\"Sign in\"].fill");
    check("page.forms[\\\"Sign in\\\"].fill({\\\"a\\\": 1})", "page.forms[\"Sign in\"].fill({\"a\":1})");
    check("page.rows[A-1004]", "page.rows[\"A-1004\"]");
    check("page.rows[2026-11-02]", "page.rows[\"2026-11-02\"]");
    check("page.rows.3.click", "page.rows[3].click");
    check("page.rows.-1", "page.rows[-1]");
    check("page.rows.[2]", "page.rows[2]");
    check("page?.forms?.[0]", "page.forms[0]");
    check("$.page.forms[0]", "page.forms[0]");
    check(
        "tools.cart-checkout.process-cart-order({id:7})",
        "tools[\"cart-checkout\"][\"process-cart-order\"]({\"id\":7})",
    );
    check("page.forms[0]$help", "page.forms[0].$help");
    check("page.forms.$help()", "page.forms.$help");
    check("page.", "page");
    check("page.items[\"3\"]", "page.items[\"3\"]");
    assert_eq!(read("page.items[\"3\"]").unwrap().numeric_keys, ["3"]);
    check(
        "f(undefined, +1, .5, 0x1F, 1_000, 10n, 'a\\x41\\u{1F600}\\ud83d\\ude00')",
        "f(null,1,0.5,31,1000,10,\"aA😀😀\")",
    );
    check(
        "f({a: 1, a: 2, __proto__: {x: 1}, constructor: 3})",
        "f({\"a\":2,\"__proto__\":{\"x\":1},\"constructor\":3})",
    );
    check("f({data-id: 1, $x: 2, 7: 3})", "f({\"data-id\":1,\"$x\":2,\"7\":3})");
    check("f([1,2,],)", "f([1,2])");
    check("f(`a\nb`)", "f(\"a\\nb\")");
}

#[test]
fn mistakes_and_what_was_meant() {
    check_error("page.tables[", "path.unclosed_bracket", None);
    check_error("page.tables[\"Orders\"", "path.unclosed_bracket", Some("page.tables[\"Orders\"]"));
    check_error("page.tables[\"Orders", "path.unclosed_string", Some("page.tables[\"Orders\"]"));
    check_error("page.x.fill({\"a\":1", "path.unclosed_literal", Some("page.x.fill({\"a\":1})"));
    check_error("page.x.fill({\"a\":1}", "path.unclosed_call", Some("page.x.fill({\"a\":1})"));
    check_error("page.x.fill([1, 2", "path.unclosed_literal", Some("page.x.fill([1,2])"));
    check_error("page.x.fill(a=1", "path.unclosed_call", Some("page.x.fill({\"a\":1})"));
    check_error("page.x.fill(a==1)", "path.bare_word", None);
    check_error("call(page.x", "path.unclosed_call", Some("page.x"));
    check_error("page..forms", "path.empty_name", Some("page.forms"));
    check_error("page.rows[]", "path.empty_bracket", Some("page.rows"));
    check_error("page.rows[1..3]", "path.bad_index", Some("page.rows[1:3]"));
    check_error("page.rows[1,3]", "path.bad_index", Some("page.rows[1:3]"));
    check_error("page.rows[*].click", "path.bad_index", Some("page.rows[:].click"));
    check_error("page.rows[undefined]", "path.bad_index", None);
    check_error("page.rows[1.5]", "path.bad_index", None);
    check_error("page.rows[99999999999999999999]", "path.bad_index", None);
    check_error("page.rows[${id}]", "path.template", None);
    check_error("page.rows[`${id}`]", "path.template", None);
    check_error("page.x.set(Red wine)", "path.bare_word", Some("page.x.set(\"Red wine\")"));
    check_error("page.x.set(process.env.KEY)", "path.bare_word", None);
    check_error("page.x.set(NaN)", "path.bad_number", None);
    check_error("page.x.set(1e999)", "path.bad_number", None);
    check_error("page.x.set(0xZZ)", "path.bad_number", None);
    check_error("page.x.set('\\ud800')", "path.bad_escape", None);
    check_error("page.x.set(1 + 2)", "path.unexpected", None);
    check_error("page.x.set(() => 1)", "path.function", Some("page.x"));
    check_error("page.x.$hlep", "path.unknown_special", Some("page.x.$help"));
    check_error("app.$store", "path.unknown_special", Some("app[\"$store\"]"));
    check_error("page.$help.forms", "path.special_not_last", Some("page.$help"));
    check_error("page.x = 5", "path.assignment", None);
    check_error("page.x; page.y", "path.several", Some("page.x"));
    check_error("page.x · page.y", "path.several", Some("page.x"));
    check_error("….select(\"Order\")", "path.placeholder", None);
    check_error("...rows", "path.placeholder", None);
    check_error("<any path>.$help", "path.placeholder", None);
    check_error("page.f()()", "path.misplaced_call", None);
    check_error("(1)", "path.misplaced_call", None);
    check_error("page.$help(1)", "path.misplaced_call", None);
    check_error("page.rows[0]]", "path.unexpected", Some("page.rows[0]"));
    check_error("page.f(1))", "path.unexpected", Some("page.f(1)"));
    check_error("call({path: \"page\"})", "path.whole_call", None);
    check_error("page.a{b", "path.unexpected", None);
    assert_eq!(read("page.rows[${id}]").unwrap_err().before.as_deref(), Some("page.rows"));
    assert_eq!(read("page.x.go().rows[${id}]").unwrap_err().before, None, "a suggestion runs nothing by itself");
}

#[test]
fn scripts_in_paths_are_read_or_shown_as_paths() {
    for (text, canonical) in [
        ("const rows = page.rows", "page.rows"),
        ("let x = await page.rows[0];", "page.rows[0]"),
        ("return await page.forms.F?.fill({A: `b`})", "page.forms.F.fill({\"A\":\"b\"})"),
        ("var a=page.x", "page.x"),
    ] {
        check(text, canonical);
    }
    for (text, meant) in [
        ("page.rows.map(r => r.Customer)", "page.rows.select(\"Customer\")"),
        (
            "page.rows.map((r) => ({a: r.Customer, b: r['Unit price']}))",
            "page.rows.select(\"Customer\",\"Unit price\")",
        ),
        ("page.rows.map(function (r) { return r.Total; })", "page.rows.select(\"Total\")"),
        ("page.rows.filter(r => r.Status === 'open')", "page.rows.where({\"Status\":\"open\"})"),
        (
            "page.rows.filter(r => r.Status !== 'open' && r.Total >= 10).map(r => r.Order)",
            "page.rows.where({\"Status\":{\"not\":\"open\"},\"Total\":{\"gte\":10}}).select(\"Order\")",
        ),
        (
            "page.rows.filter(x => x.Name?.includes(\"Ann\")).length",
            "page.rows.where({\"Name\":{\"contains\":\"Ann\"}}).length",
        ),
        ("page.rows.find(r => r.Order === \"A-1\")", "page.rows.where({\"Order\":\"A-1\"})"),
        ("page.rows.sort((a, b) => b.Total - a.Total)", "page.rows.sort(\"Total\",\"desc\")"),
        ("page.rows.sort((a, b) => a.Name.localeCompare(b.Name))", "page.rows.sort(\"Name\")"),
        ("page.rows.forEach(r => r.buttons.Refund.click())", "page.rows"),
        ("page.rows.filter(r => isOpen(r))", "page.rows"),
    ] {
        check_error(text, "path.function", Some(meant));
    }
    check_error("JSON.stringify(page.tables, null, 2)", "path.bare_word", Some("page.tables"));
    check_error("console.log(page.title);", "path.bare_word", Some("page.title"));
    // What only looks like one is text.
    check("page.x.set('a => b')", "page.x.set(\"a => b\")");
    check("page.x.set(\"function\")", "page.x.set(\"function\")");
}

#[test]
fn bounds() {
    let long = format!("page.{}", "a".repeat(limits::PATH_CHARS));
    check_error(&long, "path.too_long", None);
    let wide = "注".repeat(limits::PATH_CHARS);
    assert!(parse(&wide).is_ok(), "characters are counted, not bytes");
    let many = vec!["a"; limits::PATH_SEGMENTS + 1].join(".");
    check_error(&many, "path.too_many_segments", None);
    let deep = format!("f({}{})", "[".repeat(limits::JSON_DEPTH + 1), "]".repeat(limits::JSON_DEPTH + 1));
    check_error(&deep, "path.too_deep", None);
    let just = format!("f({}{})", "[".repeat(limits::JSON_DEPTH), "]".repeat(limits::JSON_DEPTH));
    assert!(parse(&just).is_ok());
}

#[test]
fn calls_split_off() {
    let (path, args) = parse("page.x.fill({\"a\":1})").unwrap().split_call();
    assert_eq!((path.to_string().as_str(), args), ("page.x.fill", Some(vec![json!({"a": 1})])));
    assert_eq!(parse("page.x").unwrap().split_call().1, None);
}

/// Any JSON value that a path can hold.
fn any_value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::Bool),
        any::<i64>().prop_map(Value::from),
        any::<u64>().prop_map(Value::from),
        any::<f64>().prop_filter("finite", |f| f.is_finite()).prop_map(Value::from),
        any::<String>().prop_map(Value::String),
        hostile_text().prop_map(Value::String),
    ];
    leaf.prop_recursive(4, 24, 4, |inner| {
        prop_oneof![
            proptest::collection::vec(inner.clone(), 0..4).prop_map(Value::Array),
            proptest::collection::vec((hostile_text(), inner), 0..4)
                .prop_map(|entries| Value::Object(entries.into_iter().collect())),
        ]
    })
}

/// Text made of what the grammar and the printer care about.
fn hostile_text() -> impl Strategy<Value = String> {
    "[\\[\\]().,:;$'\"`\\\\#\n\r\t {}a-c0-9…·<>=?/\u{200b}\u{200d}\u{202e}\u{feff}\u{85}\u{2028}\u{e0041}é注👩\u{301}-]{0,12}"
}

fn any_segment() -> impl Strategy<Value = Segment> {
    prop_oneof![
        "[a-zA-Z_é注][a-zA-Z0-9_é注]{0,6}".prop_map(Segment::Name),
        any::<String>().prop_map(Segment::Key),
        hostile_text().prop_map(Segment::Key),
        any::<i64>().prop_map(Segment::Index),
        (any::<Option<i64>>(), any::<Option<i64>>()).prop_map(|(from, to)| Segment::Slice(from, to)),
    ]
}

/// Any path of the grammar: calls behind names and brackets, one special at the end.
fn any_path() -> impl Strategy<Value = Path> {
    let call = proptest::option::weighted(0.3, proptest::collection::vec(any_value(), 0..3));
    let special = proptest::option::weighted(0.2, proptest::sample::select(Special::ALL.to_vec()));
    (proptest::collection::vec((any_segment(), call), 0..6), special).prop_map(|(steps, special)| {
        let mut segments = Vec::new();
        for (segment, call) in steps {
            segments.push(segment);
            segments.extend(call.map(Segment::Call));
        }
        segments.extend(special.map(Segment::Special));
        Path { segments }
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1_024, ..ProptestConfig::default() })]

    #[test]
    fn parsing_undoes_printing(path in any_path()) {
        let text = path.to_string();
        if text.chars().count() <= limits::PATH_CHARS {
            let reading = read(&text);
            prop_assert_eq!(reading.as_ref().map(|r| &r.path), Ok(&path), "{}", text);
            prop_assert!(!reading.unwrap().lenient, "the canonical form of {:?} needs no leniency: {}", path, text);
        }
    }

    #[test]
    fn printing_is_stable_for_any_text(text in "\\PC{0,40}") {
        if let Ok(path) = parse(&text) {
            prop_assert_eq!(parse(&path.to_string()), Ok(path));
        }
    }

    #[test]
    fn hostile_text_never_panics(text in "([a-c]|\\.|\\[|\\]|\\(|\\)|\"|'|`|\\{|\\}|,|:|\\\\|\\$|\\$help|;|/|call\\(|await |\\?\\.|…|=|[0-9]|-| |\u{200d}|👩|é){0,24}") {
        match read(&text) {
            Ok(reading) => prop_assert_eq!(parse(&reading.path.to_string()), Ok(reading.path)),
            Err(error) => {
                prop_assert!(text.get(error.span.0..error.span.1).is_some());
                for offered in error.meant.iter().chain(&error.before) {
                    prop_assert_eq!(parse(offered).map(|p| p.to_string()), Ok(offered.clone()));
                }
            }
        }
    }
}
