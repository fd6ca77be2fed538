//! No wrong input looks like an empty success: paths and arguments made at random from right and wrong parts. What has
//! a wrong part is a fault, or says that it found nothing; nothing of it is run.

use super::*;

const PAGE: &str = "<title>Shop</title><main><h1>Orders</h1><form aria-label=Find><label>Query <input></label>\
    <label>Status <select><option>any<option>open</select></label><label><input type=checkbox> Urgent</label><button>Search</button></form>\
    <table><caption>Orders</caption><tr><th>Order<th>Status<tr><td>A-1<td>open<tr><td>A-2<td>paid</table>\
    <ul aria-label=Notes><li>One<li>Two<li>Three</ul><a href=/x>More</a><section><h2>Returns</h2><p>Refunds</section></main>";

/// Something that is nowhere on the page, whatever stands around it.
const JUNK: &str = "zqxjv";

/// A small generator, so that a failing case is the same one again.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % sides
    }

    fn pick<'a>(&mut self, of: &[&'a str]) -> &'a str {
        of[self.roll(of.len())]
    }
}

const BEGIN: &[&str] = &[
    "page",
    "page.forms.Find",
    "page.forms.Find.Query",
    "page.forms.Find.Status",
    "page.forms.Find.Urgent",
    "page.forms.Find.buttons.Search",
    "page.tables",
    "page.tables.Orders",
    "page.tables.Orders.rows",
    "page.tables.Orders.rows[\"A-1\"]",
    "page.tables.Orders.rows[0:2]",
    "page.lists.Notes.items",
    "page.links.More",
    "page.sections.Returns.text",
    "events",
    "",
];
const WRONG: &[&str] = &[
    ".zqxjv",
    "[\"zqxjv\"]",
    "[999]",
    "[-999]",
    ".zqxjv()",
    ".where({\"zqxjv\": 1})",
    ".where({\"Status\": {\"zqxjv\": 1}})",
    ".sort(\"zqxjv\")",
    ".select(\"zqxjv\")",
    ".after(\"zqxjv\")",
    ".where(\"zqxjv\")",
    ".since(\"zqxjv\")",
    ".wait({\"zqxjv\": 1})",
    ".fill({\"zqxjv\": 1})",
    ".fill(\"zqxjv\")",
    ".set({\"zqxjv\": 1})",
    ".choose(\"zqxjv\")",
    ".check(\"zqxjv\", 1)",
    ".waitFor({\"zqxjv\": 1})",
    ".click({\"zqxjv\": 1})",
    "[zqxjv",
    ".$zqxjv",
];

#[test]
fn what_has_a_wrong_part_is_a_fault() {
    let mut page = replay(PAGE);
    let mut dice = Dice(7);
    for _ in 0..1_500 {
        let path = format!("{}{}", dice.pick(BEGIN), dice.pick(WRONG));
        let path = path.trim_start_matches('.');
        let before = page.performed.len();
        let answer = page.read(path);
        // A text may be set to anything, and a choice of another kind reads it as text.
        let free = path.contains("Query.set") || path.contains("Query.fill") || path.contains("Query.choose");
        if free {
            continue;
        }
        // A log has no fixed length: that there is nothing at a position is its answer.
        if path.starts_with("events[") && !path.contains(JUNK) {
            assert!(answer.starts_with("events  none"), "{answer}");
            continue;
        }
        assert!(answer.starts_with("fault "), "{path}\n{answer}");
        assert_eq!(page.performed.len(), before, "{path}\n{answer}");
        let code = answer.split_whitespace().nth(1).unwrap_or_default();
        let known = onecall_protocol::fault::Code::ALL.iter().any(|one| one.as_str() == code);
        assert!(known && !answer.contains("internal"), "{path}\n{answer}");
        assert!(answer.contains("\ntry      {"), "{path}\n{answer}");
    }
}

#[test]
fn what_is_offered_instead_reads() {
    let mut page = replay(PAGE);
    let mut dice = Dice(11);
    for _ in 0..600 {
        let path = format!("{}{}", dice.pick(BEGIN), dice.pick(WRONG));
        let answer = page.read(path.trim_start_matches('.'));
        let Some(attempt) = answer.lines().find_map(|line| line.strip_prefix("try      ")) else { continue };
        let attempt: Value = serde_json::from_str(attempt).expect("an input");
        let again = page.call(&attempt);
        // A path that could not be read is offered in a form that reads; what it names may still be nothing. A search may
        // find nothing.
        let fine = answer.starts_with("fault bad_path") || again.starts_with("find(") || !again.contains(JUNK);
        assert!(!again.starts_with("fault bad_path") && fine, "{path}\n{answer}\n{again}");
    }
}

#[test]
fn inputs_of_any_shape_are_answered() {
    let mut page = replay(PAGE);
    let mut dice = Dice(3);
    let values = [
        json!(null),
        json!(true),
        json!(-1),
        json!(1e308),
        json!(""),
        json!(JUNK),
        json!([]),
        json!([[[]]]),
        json!({}),
        json!({JUNK: JUNK}),
        json!(["a", 1, null]),
    ];
    let names = ["path", "args", "value", "steps", "budget", "format", "timeout", JUNK];
    for _ in 0..1_500 {
        let mut input = Map::new();
        for _ in 0..1 + dice.roll(3) {
            let name = dice.pick(&names);
            input.insert(name.into(), values[dice.roll(values.len())].clone());
        }
        if dice.roll(2) == 0 {
            input.insert("path".into(), dice.pick(BEGIN).into());
        }
        input.insert("timeout".into(), 1.into());
        let answer = page.call(&Value::Object(input.clone()));
        assert!(!answer.trim().is_empty(), "{input:?}");
        for word in ["undefined", "NaN", "[object Object]"] {
            assert!(!answer.contains(word), "{input:?}\n{answer}");
        }
        // A field that nobody knows and that says something is never passed over in silence.
        let says = |value: &Value| {
            !matches!(value, Value::Null) && !["\"\"", "[]", "{}"].contains(&value.to_string().as_str())
        };
        if input.get(JUNK).is_some_and(says) {
            assert!(answer.starts_with("fault "), "{input:?}\n{answer}");
        }
    }
}
