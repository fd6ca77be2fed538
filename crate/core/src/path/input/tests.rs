//! Inputs by example: as agents send them, and the call they become or the one they are told to send.

use super::*;
use proptest::prelude::*;
use serde_json::json;

/// Reads an input and writes it again in canonical form.
fn check(input: Value, canonical: Value) {
    match read_input(&input) {
        Ok((call, _)) => {
            assert_eq!(write_input(&call), canonical, "{input}");
            assert_eq!(read_input(&canonical).map(|(call, _)| call), Ok(call), "{input}: written form");
        }
        Err(error) => panic!("{input}: {error:?}"),
    }
}

fn check_error(input: Value, detail: &str, attempt: Option<Value>) {
    match read_input(&input) {
        Ok((call, _)) => panic!("{input}: read as {call:?}"),
        Err(error) => {
            assert_eq!(
                (error.detail, error.attempt.as_deref().cloned()),
                (detail, attempt),
                "{input}: {}",
                error.message
            );
            if let Some(attempt) = error.attempt {
                assert!(read_input(&attempt).is_ok(), "{input}: the attempt reads");
            }
        }
    }
}

#[test]
fn the_overview() {
    for input in [
        json!({}),
        json!(null),
        json!(""),
        json!([]),
        json!({"path": ""}),
        json!({"path": null, "args": null}),
        json!({"args": []}),
        json!({"args": {}}),
        json!({"steps": null}),
        json!("/"),
        json!({"input": {}}),
    ] {
        if input == json!({"input": {}}) {
            check(input, json!({}));
            continue;
        }
        check(input, json!({}));
    }
}

#[test]
fn one_call_in_many_forms() {
    let canonical = json!({"path": "page.forms[\"Sign in\"].fill", "args": {"Email": "a@b.c"}});
    for input in [
        json!({"path": "page.forms['Sign in'].fill", "args": {"Email": "a@b.c"}}),
        json!({"path": "page.forms.Sign in.fill({Email: 'a@b.c'})"}),
        json!({"path": "page.forms.Sign in.fill()", "args": {"Email": "a@b.c"}}),
        json!({"path": "page.forms['Sign in'].fill", "args": "{\"Email\": \"a@b.c\"}"}),
        json!({"path": "page.forms['Sign in'].fill", "args": {"args": {"Email": "a@b.c"}}}),
        json!({"path": "page.forms['Sign in'].fill", "arguments": {"Email": "a@b.c"}}),
        json!({"path": "page.forms['Sign in'].fill", "input": {"Email": "a@b.c"}}),
        json!({"input": {"path": "page.forms['Sign in'].fill", "args": {"Email": "a@b.c"}}}),
        json!({"call": {"path": "page.forms['Sign in'].fill", "args": {"Email": "a@b.c"}}}),
        json!({"args": {"path": "page.forms['Sign in'].fill", "args": {"Email": "a@b.c"}}}),
        json!({"path": "", "args": {"path": "page.forms['Sign in'].fill", "Email": "a@b.c"}}),
        json!({"path": {"path": "page.forms['Sign in'].fill", "args": {"Email": "a@b.c"}}}),
        json!({"name": "page.forms['Sign in'].fill", "arguments": {"Email": "a@b.c"}}),
        json!({"path": ["page", "forms", "Sign in", "fill"], "args": {"Email": "a@b.c"}}),
        json!({"path": "page.forms['Sign in'].fill", "args": {"Email": "a@b.c"}, "value": null, "steps": null, "budget": null}),
        json!({"path": "page.forms['Sign in'].fill", "args": {"Email": "a@b.c"}, "steps": [], "budget": "", "format": ""}),
        json!("{\"path\": \"page.forms['Sign in'].fill\", \"args\": {\"Email\": \"a@b.c\"}}"),
        json!("call({path: \"page.forms['Sign in'].fill\", args: {Email: 'a@b.c'}});"),
        json!("await onecall.call(\"page.forms['Sign in'].fill\", {Email: 'a@b.c'})"),
        json!({"path": "call({path: \"page.forms['Sign in'].fill\", args: {Email: 'a@b.c'}})"}),
    ] {
        check(input, canonical.clone());
    }
}

#[test]
fn arguments() {
    check(json!({"path": "find", "args": "refund an order"}), json!({"path": "find", "args": ["refund an order"]}));
    check(json!({"path": "find", "args": 3}), json!({"path": "find", "args": [3]}));
    check(json!({"path": "x.f", "args": {"0": "a", "1": "b"}}), json!({"path": "x.f", "args": ["a", "b"]}));
    check(json!({"path": "x.f()"}), json!({"path": "x.f", "args": []}));
    check(json!({"path": "x.f(1)", "args": [1]}), json!({"path": "x.f", "args": [1]}));
    check(json!({"path": "x.f(1)", "args": []}), json!({"path": "x.f", "args": [1]}));
    check(json!({"path": "x.f([1])"}), json!({"path": "x.f", "args": [[1]]}));
    check(json!({"path": "x.f", "args": {}}), json!({"path": "x.f", "args": {}}));
    check(json!({"path": "x.f", "args": ""}), json!({"path": "x.f"}));
    check(json!({"path": "x.f", "args": "null"}), json!({"path": "x.f"}));
    check(json!({"path": "x.f", "args": "\"{\\\"a\\\": 1}\""}), json!({"path": "x.f", "args": {"a": 1}}));
    check(json!({"path": "x.f", "args": "\"a\""}), json!({"path": "x.f", "args": ["\"a\""]}));
    check(json!({"path": "x.$help", "args": []}), json!({"path": "x.$help"}));
    check(json!({"path": "x.$help", "args": {"a": 1}}), json!({"path": "x.$help"}));
    // A declared parameter may well be called `args` or `input`: that is for the check of arguments to decide.
    check(
        json!({"path": "app.sh.run", "args": {"args": ["-l"]}}),
        json!({"path": "app.sh.run", "args": {"args": ["-l"]}}),
    );
    check(
        json!({"path": "tools.t", "args": {"input": {"a": 1}}}),
        json!({"path": "tools.t", "args": {"input": {"a": 1}}}),
    );
    check(
        json!({"path": "app.files.open", "args": {"path": "/x"}}),
        json!({"path": "app.files.open", "args": {"path": "/x"}}),
    );
    assert_eq!(unnest(&json!({"args": ["-l"]}), &[]), Some(json!(["-l"])));
    assert_eq!(unnest(&json!({"args": ["-l"]}), &["args"]), None);
    assert_eq!(unnest(&json!({"input": "x"}), &[]), None);
}

#[test]
fn values() {
    check(json!({"path": "x.y", "value": 5}), json!({"path": "x.y", "value": 5}));
    check(json!({"path": "x.y", "value": null}), json!({"path": "x.y", "value": null}));
    check(json!({"path": "x.y", "value": null, "args": null}), json!({"path": "x.y"}));
    check(json!({"path": "x.y", "value": "", "args": []}), json!({"path": "x.y", "value": ""}));
    check(json!({"path": "x.y", "value": {"path": "z"}}), json!({"path": "x.y", "value": {"path": "z"}}));
    check_error(
        json!({"path": "x.y", "value": 5, "args": [5]}),
        "input.conflict",
        Some(json!({"path": "x.y", "args": [5]})),
    );
    check_error(json!({"path": "x.y(5)", "value": 5}), "input.conflict", Some(json!({"path": "x.y", "args": [5]})));
    check_error(json!({"path": "x.y(5)", "args": [6]}), "input.conflict", Some(json!({"path": "x.y", "args": [5]})));
}

#[test]
fn numbers_and_formats() {
    let of = |input: Value| read_input(&input).map(|(call, _)| (call.budget, call.timeout)).unwrap();
    assert_eq!(of(json!({"budget": 300, "timeout": 5})), (Some(300), Some(5_000)));
    assert_eq!(of(json!({"budget": "300", "timeout": "0.5"})), (Some(300), Some(500)));
    assert_eq!(of(json!({"budget": "300 tokens", "timeout": "5s"})), (Some(300), Some(5_000)));
    assert_eq!(of(json!({"budget": 0, "timeout": 0})), (None, None));
    assert_eq!(of(json!({"budget": 1e9, "timeout": 999})), (Some(limits::BUDGET_MOST), Some(limits::CALL_MS_MOST)));
    assert_eq!(of(json!({"timeout": 20_000})), (None, Some(20_000)), "milliseconds");
    for bad in [json!(-1), json!("NaN"), json!("many"), json!(true), json!([1]), json!("-5"), json!("1e3")] {
        check_error(json!({"path": "page.x", "budget": bad}), "input.bad_number", Some(json!({"path": "page.x"})));
    }
    assert!(matches!(read_input(&json!({"format": "JSON"})).unwrap().0.format, crate::protocol::call::Format::Json));
    check_error(json!({"format": "markdown"}), "input.bad_format", Some(json!({})));
    check_error(json!({"format": 5}), "input.bad_format", Some(json!({})));
}

#[test]
fn steps() {
    let canonical = json!({"steps": [{"path": "page.x"}, {"path": "page.y.click", "args": []}]});
    for input in [
        json!({"steps": [{"path": "page.x"}, {"path": "page.y.click()"}]}),
        json!({"steps": "[{path: 'page.x'}, {path: 'page.y.click', args: []}]"}),
        json!([{"path": "page.x"}, {"path": "page.y.click", "args": []}]),
        json!({"steps": ["page.x", "page.y.click()"]}),
        json!({"path": "", "args": [], "steps": [{"path": "page.x", "args": null}, {"path": "page.y.click", "args": []}]}),
    ] {
        check(input, canonical.clone());
    }
    check_error(
        json!({"path": "page.x", "steps": [{"path": "page.y"}]}),
        "input.conflict",
        Some(json!({"steps": [{"path": "page.x"}, {"path": "page.y"}]})),
    );
    check_error(
        json!({"steps": [{"path": "page.x"}, {"path": "page.y["}]}),
        "path.unclosed_bracket",
        Some(json!({"steps": [{"path": "page.x"}, {"path": "page.y"}]})),
    );
    check_error(json!({"steps": [{"path": "page.x", "steps": []}]}), "input.unknown_field", None);
    check_error(json!({"steps": [5]}), "input.bad_step", None);
    check_error(json!({"steps": 5}), "input.bad_steps", None);
    check_error(json!({"steps": vec![json!({"path": "page"}); limits::STEPS + 1]}), "input.too_many_steps", None);
    assert!(read_input(&json!({"steps": [{"path": "a"}, {"path": 5}]})).unwrap_err().message.starts_with("steps[1]: "));
}

#[test]
fn what_cannot_be_read() {
    check_error(json!(5), "input.no_object", Some(json!({})));
    check_error(json!(["page", "forms"]), "input.no_object", Some(json!({})));
    check_error(json!({"path": 5}), "input.bad_path_type", Some(json!({})));
    check_error(json!({"path": true}), "input.bad_path_type", Some(json!({})));
    check_error(json!({"path": ["page.forms", "app"]}), "input.bad_path_type", None);
    check_error(json!({"args": [1]}), "input.no_path", Some(json!({})));
    check_error(
        json!({"path": "page", "bugdet": 5}),
        "input.unknown_field",
        Some(json!({"path": "page", "budget": 5})),
    );
    check_error(
        json!({"path": "page.forms.x.fill", "Email": "a"}),
        "input.unknown_field",
        Some(json!({"path": "page.forms.x.fill", "args": {"Email": "a"}})),
    );
    check_error(
        json!({"path": "page.x.f", "args": "{a: b}"}),
        "input.bad_args",
        Some(json!({"path": "page.x.f", "args": ["{a: b}"]})),
    );
    check_error(
        json!({"path": "page.tables[\"Orders\""}),
        "path.unclosed_bracket",
        Some(json!({"path": "page.tables[\"Orders\"]"})),
    );
    check_error(json!({"path": "….select(\"Order\")"}), "path.placeholder", Some(json!({})));
    check_error(json!({"path": "page.x = 5"}), "path.assignment", Some(json!({"path": "page.x", "value": 5})));
    let mut deep = json!(1);
    for _ in 0..1_000 {
        deep = json!([deep]);
    }
    check_error(json!({"path": "x", "args": deep}), "input.too_deep", None);
    check_error(json!({"path": "x", "args": ["a".repeat(limits::INPUT_BYTES)]}), "input.too_large", None);
    let hidden = format!("x[\"{}\"]", "\u{200b}".repeat(limits::PATH_CHARS / 2));
    check_error(json!({"path": hidden}), "path.too_long", None);
    let said = read_input(&json!({"path": "page.tables["})).unwrap_err().message;
    assert_eq!(said, "path: \"[\" has no \"]\" (at \"page.tables[\"). Nothing was run.");
}

#[test]
fn every_guess_is_noted() {
    let kinds = |input: Value| read_input(&input).unwrap().1.into_iter().map(|note| note.kind).collect::<Vec<_>>();
    assert_eq!(kinds(json!({"path": "page.forms[\"Sign in\"].fill", "args": {"a": 1}})), []);
    assert_eq!(kinds(json!({"path": "page/forms"})), [NoteKind::ReadAs]);
    assert_eq!(kinds(json!({"path": "page.rows[\"3\"]"})), [NoteKind::NumericKey]);
    assert_eq!(kinds(json!({"path": "x.f", "args": "{\"a\":1}"})), [NoteKind::Decoded]);
    assert_eq!(kinds(json!({"input": {"path": "x"}})), [NoteKind::Unwrapped]);
    assert_eq!(kinds(json!({"Path": "x"})), [NoteKind::Renamed]);
    let note = &read_input(&json!({"path": "page.forms.Sign in"})).unwrap().1[0];
    assert_eq!(note.text, "read as page.forms[\"Sign in\"]");
}

fn any_input() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::Bool),
        any::<i32>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        "\\PC{0,12}".prop_map(Value::String),
        "(page|app|x|\\.|\\[|\\]|\\(|\\)|'|\"|\\{|\\}|,|:|;| |\\$help|call|[0-9]){0,10}".prop_map(Value::String),
    ];
    let name = prop_oneof![
        proptest::sample::select(vec![
            "path",
            "args",
            "value",
            "steps",
            "budget",
            "format",
            "timeout",
            "input",
            "arguments",
            "call",
            "name",
            "0",
            "1"
        ])
        .prop_map(str::to_owned),
        "\\PC{0,4}",
    ];
    leaf.prop_recursive(4, 32, 5, move |inner| {
        prop_oneof![
            proptest::collection::vec(inner.clone(), 0..4).prop_map(Value::Array),
            proptest::collection::vec((name.clone(), inner), 0..5)
                .prop_map(|entries| Value::Object(entries.into_iter().collect())),
        ]
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1_024, ..ProptestConfig::default() })]

    #[test]
    fn what_is_read_is_written_and_read_again(input in any_input()) {
        match read_input(&input) {
            Ok((call, _)) => {
                let written = write_input(&call);
                let again = read_input(&written);
                prop_assert_eq!(again.as_ref().map(|(call, _)| call), Ok(&call), "{}", written);
                prop_assert!(again.unwrap().1.iter().all(|n| n.kind == NoteKind::NumericKey), "{}", written);
            }
            Err(error) => {
                prop_assert!(!error.message.is_empty());
                if let Some(attempt) = error.attempt {
                    prop_assert!(read_input(&attempt).is_ok(), "{} → {}", input, attempt);
                }
            }
        }
    }
}
