//! Cursors and differences: what goes on after a key, and what changed since it was read.

use super::*;

const ROWS: &[(&str, &str)] = &[("A-1", "Ann"), ("A-2", "Bo"), ("A-3", "Cy"), ("A-4", "Di"), ("A-5", "Eva")];

#[test]
fn nothing_new_is_unchanged_and_the_rest_is_only_the_difference() {
    let mut page = replay(&orders(ROWS));
    assert!(page.read("page.tables.Orders.rows.since()").contains("was not read before"));
    page.read("page.tables.Orders.rows");
    let text = page.call(&json!({"path": "page.tables.Orders.rows.since", "args": []}));
    assert!(text.starts_with("page.tables.Orders.rows.since()  unchanged"), "{text}");
    page.now(facts(&orders(&[("A-0", "New"), ("A-1", "Ann"), ("A-2", "Bob"), ("A-4", "Di"), ("A-5", "Eva")])));
    let text = page.read("page.tables.Orders.rows.since()");
    let lines: Vec<&str> = text.lines().filter(|line| line.starts_with(['+', '~', '-'])).collect();
    assert_eq!(lines, ["+ \"A-0\" | A-0 | New", "~ \"A-2\" | A-2 | Bob", "- \"A-3\" | A-3 | Cy"], "{text}");
    assert!(page.read("page.tables.Orders.rows.since()").contains("unchanged"), "told once");
}

#[test]
fn what_moved_out_of_a_small_answer_is_not_gone() {
    let mut page = replay(&orders(ROWS));
    page.call(&json!({"path": "page.tables.Orders.rows", "budget": 60}));
    let mut more = vec![("A-0", "New")];
    more.extend(ROWS);
    page.now(facts(&orders(&more)));
    let text = page.call(&json!({"path": "page.tables.Orders.rows.since()", "budget": 60}));
    assert!(text.contains("+ \"A-0\"") && !text.contains("\n- "), "{text}");
}

#[test]
fn a_cursor_names_the_key_it_goes_on_after() {
    let mut page = replay(&orders(ROWS));
    let text = page.call(&json!({"path": "page.tables.Orders.rows[0:2]"}));
    assert!(text.contains("more     page.tables.Orders.rows.after(\"A-2\") (3 left)"), "{text}");
    // Two rows come before it: the list goes on where it stopped.
    let mut more = vec![("B-1", "Flo"), ("B-2", "Gus")];
    more.extend(ROWS);
    page.now(facts(&orders(&more)));
    let text = page.read("page.tables.Orders.rows.after(\"A-2\")");
    assert!(text.contains("\"A-3\" |") && !text.contains("\"A-2\" |") && !text.contains("\"B-1\" |"), "{text}");
    page.now(facts(&orders(&[("A-1", "Ann"), ("A-3", "Cy")])));
    let text = page.read("page.tables.Orders.rows.after(\"A-2\")");
    assert!(text.starts_with("fault not_found") && text.contains("read from the beginning"), "{text}");
    // A row that has left the choice still says where to go on.
    let text = page.read("page.tables.Orders.rows.where({\"Customer\": \"Cy\"}).after(\"A-1\")");
    assert!(text.contains("\"A-3\" |"), "{text}");
    let text = page.read("page.tables.Orders.rows.after(\"A-2\")");
    assert!(text.contains("try      {\"path\":\"page.tables.Orders.rows\"}"), "{text}");
}

#[test]
fn a_long_text_is_read_to_its_end_by_what_each_answer_says_comes_next() {
    let said: Vec<String> = (0..1_500).map(|n| format!("w{n}")).collect();
    let mut page = replay(&format!("<title>T</title><main><h1>Long</h1><p>{}</p></main>", said.join(" ")));
    let mut next = json!({"path": "page.text"});
    let mut read = String::new();
    for _ in 0..20 {
        let answer: Value = serde_json::from_str(&page.call(&with(&next, "format", json!("json")))).unwrap();
        read.push_str(answer["value"].as_str().unwrap_or_default());
        read.push(' ');
        let Some(more) = answer["more"].as_array().and_then(|all| all.first()).and_then(Value::as_str) else { break };
        next = json!({ "path": more });
    }
    let found: Vec<&str> = read.split_whitespace().filter(|word| word.starts_with('w')).collect();
    assert_eq!(found.len(), said.len());
    // A budget smaller than one block says how to have it whole.
    let text = page.call(&json!({"path": "page.text[1:2]", "budget": 50}));
    let more = text.lines().find_map(|line| line.strip_prefix("more     ")).unwrap_or_default();
    let more: Value = serde_json::from_str(more.split(" · ").next().unwrap_or_default()).expect(&text);
    assert!(!page.call(&more).contains('…'), "{more}");
}

fn differences(text: &str) -> Vec<&str> {
    text.lines().filter(|line| line.starts_with(['+', '~', '-'])).collect()
}

#[test]
fn a_form_tells_what_its_fields_hold_now() {
    let form = |city: &str| {
        format!(
            "<main><form aria-label=Address><input aria-label=Name value=Ann><input aria-label=City value={city}></form></main>"
        )
    };
    let mut page = replay(&form("Bonn"));
    page.read("page.forms.Address");
    assert!(page.read("page.forms.Address.since()").contains("unchanged"));
    page.now(facts(&form("Kiel")));
    let text = page.read("page.forms.Address.since()");
    assert!(
        matches!(differences(&text)[..], [one] if one.starts_with("~ ") && one.contains("City") && one.contains("Kiel")),
        "{text}"
    );
    assert!(page.read("page.forms.Address.since()").contains("unchanged"), "told once");
}

#[test]
fn a_list_a_section_and_the_page_tell_what_came_and_went() {
    let shown = |items: &[&str]| {
        let items: String = items.iter().map(|item| format!("<li>{item}</li>")).collect();
        format!(
            "<title>T</title><main><section aria-label=News><h2>News</h2><ul aria-label=Latest>{items}</ul></section></main>"
        )
    };
    for path in ["page.lists.Latest", "page.sections.News", "page.text"] {
        let mut page = replay(&shown(&["One thing", "Two things"]));
        page.read(path);
        let since = format!("{path}.since()");
        assert!(page.read(&since).contains("unchanged"), "{path}");
        page.now(facts(&shown(&["Two things", "Three things"])));
        let text = page.read(&since);
        let told = differences(&text).join(" ");
        assert!(told.contains("Three things"), "{path}: {text}");
        // A section says its words in one line, which is another one then.
        let lines = path != "page.sections.News";
        assert_eq!(lines, told.contains("One thing") && !told.contains("Two things"), "{path}: {text}");
    }
}

#[test]
fn the_overview_tells_what_is_different() {
    let mut page = replay("<title>T</title><main><h1>A</h1><button>Go</button></main>");
    page.call(&json!({}));
    assert!(page.read("since()").contains("unchanged"));
    page.now(facts("<title>T</title><main><h1>A</h1><button>Go</button><form aria-label=Login><input aria-label=Name></form></main>"));
    let text = page.read("since()");
    assert!(differences(&text).iter().any(|line| line.contains("forms.Login") || line.contains("Login")), "{text}");
}

#[test]
fn tools_tell_which_came_and_went() {
    let mut page = replay("<title>T</title><main><h1>A</h1></main>");
    let tools = |names: &[&str]| {
        let tools: Vec<Value> =
            names.iter().map(|name| json!({"name": name, "description": format!("Does {name}")})).collect();
        json!({"path": "/", "tools": tools, "collections": [{"name": "shop", "description": "Shop", "tools": names}]})
    };
    let doc = page.facts.head.doc.clone();
    page.session.input(Input::Tools { doc: doc.clone(), tools: tools(&["add", "find"]) });
    for path in ["tools.shop", "tools.flat"] {
        assert!(page.read(&format!("{path}.since()")).contains("was not read before"));
        page.read(path);
        assert!(page.read(&format!("{path}.since()")).contains("unchanged"));
    }
    page.session.input(Input::Tools { doc, tools: tools(&["add", "pay"]) });
    for path in ["tools.shop", "tools.flat"] {
        let text = page.read(&format!("{path}.since()"));
        let told = differences(&text).join(" ");
        assert!(told.contains("pay") && told.contains("find") && !told.contains("Does add"), "{path}: {text}");
    }
}

fn cart(act: &Act, total: u32) -> Value {
    match act {
        Act::AppGet { name, .. } if name.is_empty() => {
            json!({"value": {"total": {"value": total}, "note": {"value": "x"}}})
        }
        Act::AppGet { .. } => json!({ "value": total }),
        _ => json!({"value": "own"}),
    }
}

#[test]
fn an_app_object_is_asked_and_only_the_difference_told() {
    let mut page = replay("<title>T</title><main><h1>A</h1></main>");
    let node = json!({"id": 1, "summary": "A cart", "properties": [{"name": "total", "schema": {"type": "number"}}, {"name": "note", "schema": {"type": "string"}}],
        "methods": [{"name": "since", "args": {"type": "object", "properties": {"day": {"type": "string"}}}}]});
    let doc = page.facts.head.doc.clone();
    page.session.input(Input::Published { doc, name: "cart".into(), node });
    page.far = |act| cart(act, 10);
    for path in ["app.cart", "app.cart.total"] {
        page.read(path);
    }
    let text = page.read("app.cart.total.since()");
    assert!(text.starts_with("app.cart.total.since()  unchanged"), "{text}");
    page.far = |act| cart(act, 12);
    let text = page.read("app.cart.total.since()");
    assert_eq!(differences(&text), ["~ app.cart.total  12"], "{text}");
    assert!(page.read("app.cart.total.since()").contains("unchanged"), "told once");
    // A method of that name is the app's own.
    let text = page.call(&json!({"path": "app.cart.since", "args": {"day": "Monday"}}));
    assert!(text.contains("called app.cart.since"), "{text}");
    let text = page.read("app.since()");
    assert!(text.contains("was not read before"), "{text}");
    page.read("app");
    assert!(page.read("app.since()").contains("unchanged"));
}

fn with(input: &Value, name: &str, value: Value) -> Value {
    let mut map = input.as_object().cloned().unwrap_or_default();
    map.insert(name.into(), value);
    Value::Object(map)
}
