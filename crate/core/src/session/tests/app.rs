//! What an agent reads of an app that publishes: metadata alone answers what it can, the app is asked for the rest.

use super::*;

const SHOP: &str = "<title>Shop</title><main><h1>Cart</h1></main>";

fn shop() -> Replay {
    let mut page = replay(SHOP);
    let node = json!({
        "id": 1, "summary": "3 lines, 59.90 EUR",
        "properties": [
            {"name": "total", "schema": {"type": "number"}},
            {"name": "note", "schema": {"type": "string", "maxLength": 20}, "writable": true},
            {"name": "lines", "schema": {"type": "array"}, "list": {"methods": [{"name": "remove", "effect": "write"}]}},
        ],
        "methods": [
            {"name": "add", "summary": "Puts an article into the cart.", "effect": "write", "throws": ["out_of_stock"],
             "args": {"type": "object", "required": ["sku"], "properties": {
                "sku": {"type": "string"}, "quantity": {"type": "integer", "minimum": 1, "maximum": 99, "default": 1}}}},
            {"name": "checkout", "effect": "pay", "confirm": "Pay 59.90 EUR?"},
        ],
        "children": [{"name": "delivery", "node": {"id": 2, "methods": [{"name": "choose"}]}}],
    });
    page.session.input(Input::Published { doc: page.facts.head.doc.clone(), name: "cart".into(), node });
    page.far = |act| match act {
        Act::AppGet { name, .. } if name.is_empty() => json!({"value": {
            "total": {"value": 59.9}, "note": {"value": "x"}, "lines": {"value": [], "total": 3}}}),
        Act::AppGet { name, within, .. } if name == "lines" && within.is_empty() => json!({
            "value": [{"sku": "A1", "n": 2}, {"sku": "B2", "n": 1}], "keys": ["l-1", "l-2"], "total": 2}),
        Act::AppGet { within, .. } if within.len() == 1 => json!({"missing": "l-9", "known": ["l-1", "l-2"]}),
        Act::AppSet { value, .. } if *value == json!("no") => json!({"value": "x", "kept": true}),
        Act::AppSet { value, .. } => json!({ "value": value }),
        Act::AppCall { name, args, .. } if name == "add" && args["sku"] == json!("none") => {
            json!({"threw": "Out of stock", "code": "out_of_stock"})
        }
        Act::AppCall { .. } => json!({"value": {"lines": 4}}),
        _ => Value::Null,
    };
    page
}

#[test]
fn the_overview_names_what_is_published() {
    let text = shop().call(&json!({}));
    assert!(
        text.contains(
            "app    published by this page\n  app.cart  \"3 lines, 59.90 EUR\" · add, checkout · total, note, lines"
        ),
        "{text}"
    );
}

#[test]
fn a_node_shows_values_and_members() {
    let mut page = shop();
    let text = page.read("app.cart");
    for line in [
        "app.cart  \"3 lines, 59.90 EUR\"",
        "  total  59.9",
        "  note  \"x\"  (can be assigned)",
        "  lines  3 items · app.cart.lines[0:3]",
        "  app.cart.delivery  choose",
        "members  add(sku, quantity?) write, checkout() pay · note = …",
        "next     app.cart.add({\"sku\":\"…\"})",
    ] {
        assert!(text.contains(line), "{line}\n{text}");
    }
    let text = page.read("app.cart.lines");
    assert!(text.contains("\"key\" | sku | n\n\"l-1\" | A1 | 2\n\"l-2\" | B2 | 1"), "{text}");
    assert!(page.read("app.cart.lines.where({\"n\": {\"gt\": 1}})").contains("\"l-1\" | A1 | 2"));
    assert!(page.read("app.cart.lines.count()").contains("app.cart.lines.count()  2"));
    let text = page.read("app.cart.lines[\"l-9\"]");
    assert!(
        text.starts_with("fault not_found  app.cart.lines[\"l-9\"]: there is no \"l-9\". There is \"l-1\", \"l-2\"."),
        "{text}"
    );
}

#[test]
fn arguments_are_checked_before_the_app_runs() {
    let mut page = shop();
    let text = page.call(&json!({"path": "app.cart.add", "args": {"sku": "A1", "quantity": "two"}}));
    assert_eq!(
        text,
        "fault invalid_argument  quantity: received \"two\" (string), expected integer from 1 to 99. Nothing was run.\n\
         try      {\"path\":\"app.cart.add\",\"args\":{\"sku\":\"A1\",\"quantity\":1}}"
    );
    assert!(page.performed.is_empty());
    let text = page.call(&json!({"path": "app.cart.add", "args": ["A1", 2]}));
    assert!(text.starts_with("done     called app.cart.add\ngave     {\"lines\":4}"), "{text}");
    assert_eq!(
        page.performed[0].act,
        Act::AppCall { node: 1, name: "add".into(), item: vec![], args: json!({"sku": "A1", "quantity": 2}) }
    );
    let text = page.call(&json!({"path": "app.cart.add", "args": ["none"]}));
    assert_eq!(text, "fault failed  app.cart.add: the app's code failed: \"Out of stock\" (code \"out_of_stock\").");
    let text = page.call(&json!({"path": "app.cart.lines[\"l-1\"].remove", "args": []}));
    assert!(text.starts_with("done     called app.cart.lines[\"l-1\"].remove"), "{text}");
    let text = page.call(&json!({"path": "app.cart.ad", "args": ["none"]}));
    assert!(text.starts_with("fault not_found  app.cart has no \"ad\". Did you mean app.cart.add?"), "{text}");
}

#[test]
fn an_assignment_answers_what_is_stored() {
    let mut page = shop();
    let text = page.call(&json!({"path": "app.cart.note", "value": "leave it at the door"}));
    assert!(text.starts_with("done     app.cart.note = \"leave it at the door\""), "{text}");
    let text = page.call(&json!({"path": "app.cart.note", "value": "no"}));
    assert!(text.starts_with("fault failed  app.cart.note did not take the value; it still holds \"x\"."), "{text}");
    let text = page.call(&json!({"path": "app.cart.note", "value": "a text that is too long for it"}));
    assert!(text.starts_with("fault invalid_argument"), "{text}");
    let text = page.call(&json!({"path": "app.cart.total", "value": 1}));
    assert!(text.starts_with("fault not_writable  app.cart.total cannot be assigned. Here these can: note."), "{text}");
}

#[test]
fn published_help_is_found_without_running_anything() {
    let mut page = shop();
    let text = page.call(&json!({"path": "find", "args": ["put an article into the cart"]}));
    assert!(
        text.contains("1 app.cart.add(sku: string, quantity?: integer from 1 to 99 = 1)  write  \"Puts an article"),
        "{text}"
    );
    assert!(page.performed.is_empty());
    let rule =
        Rule { path: Some("app.cart".into()), effect: Some(Class::Read), decision: Decision::Deny, ..Rule::default() };
    page.session
        .input(Input::Policy { policy: Policy { host: HostKind::Page, rules: vec![rule], ..Policy::default() } });
    for text in [
        page.read("app"),
        page.call(&json!({})),
        page.read("app.cart.total"),
        page.call(&json!({"path": "find", "args": ["article"]})),
    ] {
        assert!(!text.contains("removeLine") && !text.contains("59.9"), "{text}");
    }
    assert!(page.read("app.cart").starts_with("fault denied"));
    assert!(page.performed.is_empty());
}

#[test]
fn a_change_between_calls_is_an_event_and_an_effect_can_be_explained() {
    let mut page = shop();
    page.session.input(Input::Policy { policy: Policy { host: HostKind::Extension, ..Policy::default() } });
    let text = page.read("policy.explain(\"app.cart.checkout\")");
    assert!(text.contains("app.cart.checkout  pay: "), "{text}");
    let doc = page.facts.head.doc.clone();
    let node = json!({"id": 9, "methods": [{"name": "restore"}]});
    page.session.input(Input::Published { doc: doc.clone(), name: "cart".into(), node });
    let text = page.read("page.title");
    assert!(text.contains("event    changed app.cart has other members now: restore"), "{text}");
    page.session.input(Input::Published { doc, name: "cart".into(), node: Value::Null });
    let text = page.read("page.title");
    assert!(text.contains("event    changed - app.cart"), "{text}");
}

#[test]
fn paying_asks_and_help_runs_nothing() {
    let mut page = shop();
    assert!(page.call(&json!({"path": "app.cart.checkout", "args": []})).starts_with("fault needs_approval"));
    page.person = Decision::Allow;
    assert!(
        page.call(&json!({"path": "app.cart.checkout", "args": []})).starts_with("done     called app.cart.checkout")
    );
    page.performed.clear();
    let text = page.read("app.cart.add.$help");
    assert!(text.starts_with("app.cart.add(sku: string, quantity?: integer from 1 to 99 = 1)   write\n\"Puts an article into the cart.\" Throws out_of_stock.\nexample  {\"path\":\"app.cart.add\",\"args\":{\"sku\":\"…\"}}"), "{text}");
    assert_eq!(page.read("app.cart.add"), text);
    assert!(page.read("app.cart.$help").contains(".note: string up to 20 characters  (can be assigned)"));
    assert!(page.read("app.cart.add.$schema").contains("\"quantity\":{\"type\":\"integer\""));
    assert!(page.performed.is_empty());
}

#[test]
fn a_search_finds_what_is_published_with_its_signature_and_effect() {
    let mut page = shop();
    let text = page.read("find(\"put an article into the cart\")");
    let first = text.lines().nth(1).unwrap_or_default();
    assert!(first.starts_with("1 app.cart.add(sku: string, quantity?:") && first.contains("write"), "{text}");
    let text = page.read("find(\"checkout\")");
    assert!(text.contains("app.cart.checkout()  pay · asks the person"), "{text}");
    assert!(page.performed.is_empty(), "nothing of the app runs");
}

#[test]
fn an_object_of_another_page_is_pending_until_it_is_published_again() {
    let mut page = shop();
    let before = json!({"v": 1, "defs": {}, "pages": [
        {"path": "/done", "title": "Thank you", "tools": [], "collections": [], "app": ["order", "cart", 3, ""]},
        {"path": "/", "title": "", "tools": [], "collections": [], "app": ["menu"]},
        {"path": "/old", "title": "Old", "tools": [], "collections": [], "app": ["order"]},
    ]});
    let doc = page.facts.head.doc.clone();
    page.session.input(Input::Tools { doc: doc.clone(), tools: json!({"path": "/", "tools": [], "before": before}) });
    let lines = "  app.menu  pending\n  app.order  pending, last seen on /done\n";
    for text in [page.call(&json!({})), page.read("app")] {
        assert!(text.contains(lines) && text.contains("app.cart  \"3 lines"), "{text}");
    }
    let text = page.call(&json!({"path": "app.order.total"}));
    let wanted = "fault not_now  app.order was last seen on \"Thank you\" /done; this page is /";
    assert!(text.starts_with(wanted) && text.contains("{\"path\":\"page.goto\",\"args\":[\"/done\"]}"), "{text}");
    let text = page.read("app.menu");
    assert!(
        text.starts_with("fault not_now  app.menu was published here before, but has not been this time"),
        "{text}"
    );
    // What this document itself took back is no more, wherever else it was.
    page.session.input(Input::Published { doc: doc.clone(), name: "cart".into(), node: Value::Null });
    assert!(page.read("app.cart").starts_with("fault not_found  there is no app.cart"));
    let node = json!({"id": 9, "summary": "An order"});
    page.session.input(Input::Published { doc, name: "order".into(), node });
    assert!(page.read("app.order").starts_with("app.order  \"An order\""));
}

#[test]
fn an_object_of_another_tab_names_that_tab_and_is_used_there() {
    let mut page = shop();
    let tab = |doc: &str| json!({"doc": doc, "path": "/desk", "title": "Desk", "tools": [], "app": ["order", "cart", "menu"]});
    let before = json!({"v": 1, "defs": {}, "pages": [
        {"path": "/desk", "title": "Desk", "tools": [], "collections": [], "app": ["order"]},
        {"path": "/", "title": "", "tools": [], "collections": [], "app": ["menu"]},
    ]});
    let doc = page.facts.head.doc.clone();
    let tell = |page: &mut Replay, tab: &Value| {
        let tools = json!({"path": "/", "tools": [], "elsewhere": [tab], "before": before});
        page.session.input(Input::Tools { doc: doc.clone(), tools });
    };
    tell(&mut page, &tab("d9"));
    let text = page.read("app");
    assert!(
        text.contains("  app.order  in the tab \"Desk\" /desk\n") && text.contains("  app.menu  pending\n"),
        "{text}"
    );
    page.far = |act| match act {
        Act::TabCall { doc, input } => json!({"value": [doc, input]}),
        _ => Value::Null,
    };
    for (input, did, sent) in [
        (json!({"path": "app.order.total"}), "read app.order.total", json!({"path": "app.order.total"})),
        (
            json!({"path": "app.order.ship", "args": {"to": "x"}}),
            "called app.order.ship",
            json!({"path": "app.order.ship", "args": {"to": "x"}}),
        ),
        (
            json!({"path": "app.order.note", "value": 1}),
            "assigned app.order.note",
            json!({"path": "app.order.note", "value": 1}),
        ),
    ] {
        let text = page.call(&input);
        assert!(text.contains(&format!("done     {did}\n")), "{text}");
        assert!(text.contains(&format!("gave     {}", json!(["d9", sent]))), "{text}");
        assert!(text.contains("run in the other tab, on /desk"), "{text}");
    }
    // What this page may still publish is waited for, and not done in another tab instead.
    assert!(page.read("app.menu").starts_with("fault not_now  app.menu was published here before"));
    // A host that cannot reach the tab says where it is.
    tell(&mut page, &tab(""));
    let text = page.read("app.order.total");
    assert!(
        text.starts_with("fault not_now  app.order is published only in the other tab \"Desk\" /desk. Switch"),
        "{text}"
    );
}
