//! What agents write who think in JavaScript, the DOM or another tool: understood and echoed in canonical form, or
//! refused with the call that does it.

use super::*;

const PAGE: &str = "<title>Shop</title><main><h1>Orders</h1>\
    <form aria-label=Search><label>Query <input name=q></label><label>Status <select><option>any<option>open</select></label></form>\
    <table><caption>Orders</caption><tr><th>Order<th>Customer<th>Total<th>\
    <tr><td>A-1<td>Ann<td>5<td><button>Refund</button><tr><td>A-2<td>Bo<td>7<td><button>Refund</button>\
    <tr><td>A-3<td>Cy<td>9<td><button>Refund</button></table><p>One</p><button>Pay now</button></main>";

#[test]
fn understood() {
    let mut page = replay(PAGE);
    page.read("");
    for (path, head) in [
        ("page.tables.Orders.rows.slice(0, 2)", "page.tables.Orders.rows[0:2] of 3"),
        ("page.tables.Orders.rows.slice(-1)", "page.tables.Orders.rows[-1:] of 3"),
        ("page.tables.Orders.rows.take(2)", "page.tables.Orders.rows[:2] of 3"),
        ("page.tables.Orders.rows.limit('1')", "page.tables.Orders.rows[:1] of 3"),
        ("page.tables.Orders.rows.at(-1)", "page.tables.Orders.rows[-1:] of 3"),
        ("page.tables.Orders.rows.first()", "page.tables.Orders.rows[0:1] of 3"),
        ("page.tables.Orders.rows.last", "page.tables.Orders.rows[-1:] of 3"),
        ("page.tables.Orders.rows.last().Customer", "page.tables.Orders.rows[\"A-3\"].Customer"),
        ("page.tables.Orders.rows.at(0).Customer", "page.tables.Orders.rows[\"A-1\"].Customer"),
        ("page.tables.Orders.rows.length", "page.tables.Orders.rows.count()  3"),
        (
            "page.tables.Orders.rows.where(\"Customer\", \"Bo\")",
            "page.tables.Orders.rows.where({\"Customer\":\"Bo\"})  1 row",
        ),
        (
            "page.tables.Orders.rows.where('Total', '>', 6).length",
            "page.tables.Orders.rows.where({\"Total\":{\">\":6}}).count()  2",
        ),
        ("page.tables.Orders.rows.map('Customer')", "page.tables.Orders.rows.select(\"Customer\")  3 rows"),
        ("page.tables.Orders.rows[0].Customer.text", "page.tables.Orders.rows[\"A-1\"].Customer  \"Ann\""),
        ("page.buttons['Pay now'].innerText", "page.buttons[\"Pay now\"].text"),
        ("page.buttons['Pay now'].disabled", "page.buttons[\"Pay now\"].state"),
        ("page.tables.Orders.headers", "page.tables.Orders.columns"),
        ("page.tables.Orders.rows.where(Customer='Bo')", "page.tables.Orders.rows.where({\"Customer\":\"Bo\"})  1 row"),
        ("page.buttons.where(state: 'disabled').count()", "page.buttons.where({\"state\":\"disabled\"}).count()  0"),
    ] {
        let text = page.read(path);
        let first = text.lines().find(|line| !line.starts_with("note")).unwrap_or_default();
        assert!(first.starts_with(head), "{path}: {text}");
    }
    let text = page.call(&json!({"path": "page.tables.Orders.rows.slice", "args": {"start": 0, "end": 1}}));
    assert!(text.starts_with("page.tables.Orders.rows[0:1] of 3"), "{text}");
    let text = page.read("page.tables.Orders.rows.at(0).buttons.Refund.click()");
    assert!(text.contains("clicked page.tables.Orders.rows[\"A-1\"].buttons.Refund"), "{text}");
    let text = page.read("page.forms.Search.fill('Query', 'x', 'Status', 'open')");
    assert!(text.contains("2 of 2 fields"), "{text}");
    assert_eq!(page.performed.len(), 3);
}

#[test]
fn refused_with_what_does_it() {
    let mut page = replay(PAGE);
    for (path, code, attempt) in [
        ("document.title", "not_found", json!({"path": "page.title"})),
        ("document.body.innerText", "not_found", json!({"path": "page"})),
        ("document.querySelector('#pay').click()", "not_found", json!({"path": "find", "args": ["pay"]})),
        ("page.querySelector(\"button.pay-now\")", "not_found", json!({"path": "find", "args": ["pay now"]})),
        ("page.getByText('Pay now').click()", "not_found", json!({"path": "find", "args": ["Pay now"]})),
        ("page.getByRole('button', {name: 'Pay now'})", "not_found", json!({"path": "find", "args": ["Pay now"]})),
        ("page.locator('text=Pay now').click()", "not_found", json!({"path": "find", "args": ["Pay now"]})),
        ("page.click('Pay now')", "not_found", json!({"path": "find", "args": ["Pay now"]})),
        ("page.text.length", "not_found", json!({"path": "page.text[0:10]"})),
        (
            "page.tables.Orders.rows[0].Customer.trim()",
            "not_found",
            json!({"path": "page.tables.Orders.rows[\"A-1\"].Customer"}),
        ),
        (
            "page.tables.Orders.rows.take()",
            "invalid_argument",
            json!({"path": "page.tables.Orders.rows.take", "args": [5]}),
        ),
        (
            "page.tables.Orders.rows.slice('a')",
            "invalid_argument",
            json!({"path": "page.tables.Orders.rows.slice", "args": [0, 5]}),
        ),
        (
            "page.tables.Orders.rows.map(r => r.Customer)",
            "bad_path",
            json!({"path": "page.tables.Orders.rows.select", "args": ["Customer"]}),
        ),
    ] {
        let text = page.read(path);
        assert!(text.starts_with(&format!("fault {code}")), "{path}: {text}");
        let shown = text.lines().find_map(|line| line.strip_prefix("try      ")).unwrap_or_default();
        let shown: Value = serde_json::from_str(shown).unwrap_or_default();
        let said = |value: &Value| crate::path::read_input(value).map(|(call, _)| crate::path::write_input(&call)).ok();
        assert_eq!(said(&shown), said(&attempt), "{path}: {text}");
        assert!(!page.call(&shown).starts_with("fault"), "{path}: {shown} runs as it is");
    }
    assert!(page.performed.is_empty(), "nothing was done");
}

#[test]
fn a_name_of_the_page_comes_before_a_habit() {
    let mut page = replay(
        "<title>T</title><form aria-label=F><input aria-label=slice></form>\
         <button>first</button><button>take</button><button>querySelector</button>",
    );
    assert!(page.read("page.buttons.first").starts_with("page.buttons.first"));
    assert!(page.read("page.querySelector.click()").contains("clicked page.buttons.querySelector"));
    assert!(page.read("page.forms.F.slice").starts_with("page.forms.F.fields.slice"));
}

#[test]
fn a_link_in_a_text_is_not_said_twice() {
    let mut page = replay(
        "<title>T</title><main><h1>H</h1><p>Read <a href=/t>the terms</a>, <a href=/a>more</a> and <a href=/b>more</a>.</p></main>",
    );
    let text = page.read("page.text");
    assert!(text.contains("[the terms], [more](page.links[\"more#1\"])"), "{text}");
    assert!(text.contains("\nlinks    [words] is page.links[\"words\"]"), "{text}");
    assert!(page.read("page.links[\"the terms\"].open()").starts_with("done"), "as it says");
}

#[test]
fn links_have_addresses_as_a_column() {
    let mut page = replay("<title>T</title><a href=/cart>Cart</a> <a href=/help>Help</a> <a href=/help/mail>Mail</a>");
    let text = page.read("page.links.where({\"url\": {\"contains\": \"/help\"}}).select(\"name\", \"url\")");
    assert!(text.contains("\"Help\" | Help | /help"), "{text}");
    assert!(text.contains("2 links"), "{text}");
    let text = page.read("page.links.where({\"address\": \"x\"})");
    assert!(
        text.contains("there is no column \"address\"; there are \"name\", \"url\", \"text\", \"state\""),
        "{text}"
    );
    // It may be somewhere else on the page.
    let text = page.read("page.links.find(\"Nowhere\")");
    assert!(text.contains("next     find(\"Nowhere\")"), "{text}");
}

#[test]
fn another_thing_is_no_spelling_of_one_that_is_not_shown() {
    let page = "<title>T</title><div hidden><button>Non.</button></div><main><button>non.</button><button>Save</button></main>";
    let mut page = replay(page);
    let text = page.read("page.buttons['Non.'].click()");
    assert!(text.starts_with("fault not_visible"), "{text}");
    assert!(text.contains("page.buttons[\"non.\"] is another one"), "{text}");
    assert!(page.performed.is_empty());
    // Where there is no other, case is only a spelling.
    assert!(page.read("page.buttons.save.click()").contains("clicked page.buttons.Save"));
    assert!(page.read("page.buttons['non.'].click()").contains("clicked page.buttons[\"non.\"]"));
}
