//! The checker against the official cases, and its words.

use std::path::Path;

use onecall_protocol::{Map, Value, json};

use super::*;

/// Groups that need what is not checked: file, description, what.
const NOT_CHECKED: &[(&str, &str, &str)] = &[
    ("anchor", "Location-independent identifier with absolute URI", "a document of its own by $id"),
    ("anchor", "Location-independent identifier with base URI change in subschema", "a document of its own by $id"),
    ("anchor", "same $anchor with different base uri", "a document of its own by $id"),
    ("not", "collect annotations inside a 'not', even if collection is disabled", "unevaluated members"),
    ("ref", "remote ref, containing refs itself", "a remote document"),
    ("ref", "Recursive references between schemas", "a document of its own by $id"),
    ("ref", "ref creates new scope when adjacent to keywords", "unevaluated members"),
    ("ref", "refs with relative uris and defs", "a document of its own by $id"),
    ("ref", "relative refs with absolute uris and defs", "a document of its own by $id"),
    ("ref", "$id must be resolved against nearest parent, not just immediate parent", "a document of its own by $id"),
    ("ref", "order of evaluation: $id and $ref", "a document of its own by $id"),
    ("ref", "simple URN base URI with $ref via the URN", "a document of its own by $id"),
    ("ref", "URN base URI with URN and JSON pointer ref", "a document of its own by $id"),
    ("ref", "URN base URI with URN and anchor ref", "a document of its own by $id"),
    ("ref", "URN ref with nested pointer ref", "a document of its own by $id"),
    ("ref", "ref to if", "a document of its own by $id"),
    ("ref", "ref to then", "a document of its own by $id"),
    ("ref", "ref to else", "a document of its own by $id"),
    ("ref", "ref with absolute-path-reference", "a document of its own by $id"),
];

#[test]
fn the_official_cases() {
    let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/schema-suite");
    let (mut ran, mut wrong, mut skipped) = (0, Vec::new(), 0);
    let mut files: Vec<_> = std::fs::read_dir(dir).unwrap().map(|file| file.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|kind| kind == "json"));
    files.sort();
    for path in files {
        let file = path.file_stem().unwrap().to_str().unwrap().to_owned();
        let groups: Vec<Value> = serde_json::from_str(&std::fs::read_to_string(&path).unwrap()).unwrap();
        for group in groups {
            let says = group["description"].as_str().unwrap();
            let excused = NOT_CHECKED.iter().any(|(of, group, _)| *of == file && *group == says);
            let mut needed = false;
            for case in group["tests"].as_array().unwrap() {
                let valid = check(&group["schema"], &case["data"]).is_ok();
                if excused {
                    skipped += 1;
                    needed |= valid != case["valid"].as_bool().unwrap();
                } else if valid == case["valid"].as_bool().unwrap() {
                    ran += 1;
                } else {
                    wrong.push(format!("{file}: {says}: {}", case["description"].as_str().unwrap()));
                }
            }
            if excused && !needed {
                wrong.push(format!("{file}: {says}: holds, and need not be excused"));
            }
        }
    }
    println!("{ran} cases, {skipped} of what is not checked");
    assert_eq!(wrong, Vec::<String>::new());
    assert!(ran > 600, "{ran}");
}

fn add() -> Value {
    json!({"type": "object", "properties": {
        "sku": {"type": "string", "minLength": 1}, "quantity": {"type": "integer", "minimum": 1, "maximum": 99, "default": 1},
        "size": {"enum": ["small", "large"]},
    }, "required": ["sku"], "additionalProperties": false})
}

#[test]
fn faults_say_what_was_received_and_what_is_taken() {
    for (value, says) in [
        (json!({"sku": "a", "quantity": "two"}), "quantity: received \"two\" (string), expected integer from 1 to 99."),
        (json!({"sku": "a", "quantity": 0}), "quantity: received 0 (number), expected a number from 1."),
        (json!({}), "sku: missing, expected string from 1 characters."),
        (json!({"sku": "a", "size": "smal"}), "size: received \"smal\" (string), expected \"small\" or \"large\"."),
        (
            json!({"sku": "a", "amount": 1}),
            "amount: unknown name \"amount\", expected \"quantity\" perhaps; known are \"sku\", \"quantity\", \"size\".",
        ),
        (
            json!([1]),
            "received a list of 1, expected {sku: string from 1 characters, quantity?: integer from 1 to 99, size?: \"small\" or \"large\"}.",
        ),
    ] {
        assert_eq!(check(&add(), &value).unwrap_err().sentence(), says);
    }
    let nested = json!({"properties": {"lines": {"items": {"anyOf": [{"type": "null"}, {"properties": {"n": {"type": "number"}}, "required": ["n"]}]}}}});
    assert_eq!(check(&nested, &json!({"lines": [{"n": 1}, {"n": "x"}]})).unwrap_err().at, "lines[1].n");
}

#[test]
fn signatures_and_examples_come_from_the_schema() {
    assert_eq!(signature(&add(), false), "sku, quantity?, size?");
    assert_eq!(
        signature(&add(), true),
        "sku: string from 1 characters, quantity?: integer from 1 to 99 = 1, size?: \"small\" or \"large\""
    );
    assert_eq!(example(&add()).unwrap(), json!({"sku": "…"}));
    for schema in [
        add(),
        json!({}),
        json!({"type": "integer", "minimum": 5, "multipleOf": 7}),
        json!({"type": "array", "items": {"type": "number"}, "minItems": 2}),
        json!({"anyOf": [{"const": 3}, {"type": "string"}]}),
        json!({"$ref": "#/$defs/a", "$defs": {"a": {"type": "string", "minLength": 9}}}),
        json!({"type": "number", "exclusiveMinimum": 3, "maximum": 4}),
        json!({"type": ["string", "null"], "format": "date"}),
        json!({"allOf": [{"type": "object", "properties": {"a": {"const": 1}}, "required": ["a"]}]}),
    ] {
        let made = example(&schema).unwrap_or_else(|| panic!("{schema}"));
        assert!(check(&schema, &made).is_ok(), "{schema} {made}");
    }
    assert_eq!(example(&json!(false)), None);
    assert_eq!(
        unchecked(
            &json!({"properties": {"pattern": {"pattern": "(?<=a)b", "enum": [{"format": 1}]}}, "$ref": "http://x"})
        ),
        ["$ref", "pattern"]
    );
}

#[test]
fn a_pattern_is_checked_and_said_and_what_cannot_be_read_refuses_nothing() {
    let order = json!({"type": "object", "properties": {"sku": {"type": "string", "pattern": "^[A-Z]{2}-\\d+$"}}, "required": ["sku"]});
    assert_eq!(
        check(&order, &json!({"sku": "a1"})).unwrap_err().sentence(),
        "sku: received \"a1\" (string), expected string matching \"^[A-Z]{2}-\\\\d+$\"."
    );
    assert_eq!(signature(&order, true), "sku: string matching \"^[A-Z]{2}-\\\\d+$\"");
    assert_eq!(example(&order).unwrap(), json!({"sku": "AA-1"}));
    assert_eq!(unchecked(&order), Vec::<String>::new());
    assert_eq!(example(&json!({"type": "string", "pattern": "^[a-z]*$", "minLength": 4})).unwrap(), json!("aaaaa"));
    let unread = json!({"pattern": "\\p{Greek}"});
    for (schema, value) in [
        (unread.clone(), json!("x")),
        (json!({"not": unread}), json!("x")),
        (json!({"oneOf": [unread, {"type": "string"}]}), json!("x")),
        (json!({"if": unread, "then": false, "else": false}), json!("x")),
        (json!({"contains": unread, "maxContains": 0}), json!(["x"])),
        (json!({"contains": unread, "minContains": 1}), json!(["x"])),
        (json!({"not": {"$ref": "https://example.com/far"}}), json!("x")),
        (json!({"patternProperties": {"\\p{Greek}": false}, "additionalProperties": false}), json!({"x": 1})),
    ] {
        assert_eq!(check(&schema, &value), Ok(()), "{schema}");
        assert_eq!(unchecked(&schema).len(), 1, "{schema}");
    }
}

#[test]
fn arguments_find_their_names() {
    let named = json!({"sku": "a", "quantity": 2});
    for given in [
        json!({"sku": "a", "quantity": 2}),
        json!(["a", 2]),
        json!([{"sku": "a", "quantity": 2}]),
        json!({"args": {"sku": "a", "quantity": 2}}),
        json!("{\"sku\": \"a\", \"quantity\": 2}"),
        json!([{"input": {"sku": "a", "quantity": 2}}]),
    ] {
        assert_eq!(arrange(&add(), &given).unwrap(), named, "{given}");
    }
    assert_eq!(arrange(&add(), &json!("a")).unwrap(), json!({"sku": "a"}));
    assert_eq!(arrange(&add(), &json!(["a", null])).unwrap(), json!({"sku": "a"}));
    assert!(
        arrange(&add(), &json!(["a", 1, "small", 4]))
            .unwrap_err()
            .sentence()
            .starts_with("argument 4: received 4 (number), expected at most 3")
    );
    let whole = json!({"properties": {"filter": {"type": "object"}}});
    assert_eq!(arrange(&whole, &json!([{"a": 1}])).unwrap(), json!({"filter": {"a": 1}}));
    assert!(arrange(&json!({}), &json!([1])).is_err());
}

#[test]
fn a_schema_that_refers_to_itself_ends() {
    let schema = json!({"$ref": "#", "allOf": [{"$ref": "#"}, {"$ref": "#"}]});
    assert!(check(&schema, &json!([[[[1]]]])).is_ok());
    let _ = (words(&schema, &schema), signature(&schema, true), example(&schema), unchecked(&schema));
    // Two kilobytes that branch at every turn: said, shown and checked in no time.
    let again: Vec<Value> = (0..100).map(|_| json!({"$ref": "#"})).collect();
    let kinds: Vec<Value> = (0..100).map(|n| json!(if n % 2 == 0 { "array" } else { "object" })).collect();
    let named: Map<String, Value> = (0..100).map(|n| (format!("p{n}"), json!({"$ref": "#"}))).collect();
    for schema in [
        json!({"anyOf": again}),
        json!({"type": kinds, "items": {"$ref": "#"}}),
        json!({"type": "array", "minItems": 20, "items": {"$ref": "#"}}),
        json!({"type": "object", "properties": named, "required": ["p0", "p1", "p2"]}),
    ] {
        assert!(words(&schema, &schema).len() < 200_000);
        let _ = (signature(&schema, true), example(&schema), unchecked(&schema));
    }
}

#[test]
fn what_was_right_stays_in_the_corrected_call() {
    let schema = json!({"type": "object", "required": ["sku"], "additionalProperties": false, "properties": {
        "sku": {"type": "string"}, "quantity": {"type": "integer", "minimum": 1, "maximum": 99},
        "gift": {"enum": ["yes", "no"]}}});
    for (given, expected) in [
        (json!({"sku": "A1", "quantity": "two"}), json!({"sku": "A1", "quantity": 1})),
        (json!({"sku": "A1", "quantity": 3, "gift": "maybe"}), json!({"sku": "A1", "quantity": 3, "gift": "yes"})),
        (json!({"sku": 7, "quantity": 3}), json!({"sku": "…", "quantity": 3})),
        (json!({"quantity": 3}), json!({"sku": "…", "quantity": 3})),
        (json!({"sku": "A1", "colour": "red"}), json!({"sku": "A1"})),
        (json!(["A1"]), json!({"sku": "…"})),
    ] {
        assert_eq!(super::mended(&schema, &given), Some(expected), "{given}");
    }
}
