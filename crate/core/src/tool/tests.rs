//! The set of tools: what stands where, what is remembered, what is told.

use super::*;
use onecall_protocol::{Map, json};

fn told(names: &[&str]) -> Vec<Value> {
    names.iter().map(|name| json!({"name": name, "description": format!("Does {name}"), "route": "/cart"})).collect()
}

fn set(value: Value) -> Toolset {
    let mut set = Toolset::default();
    set.set(&value);
    set
}

fn names(set: &Toolset) -> Vec<String> {
    set.branches()
        .iter()
        .map(|branch| {
            let inside: Vec<&str> = set.of(branch).map(|tool| tool.name.as_str()).collect();
            format!("{}{}: {}", branch.name, if branch.declared { "" } else { "?" }, inside.join(" "))
        })
        .collect()
}

#[test]
fn declared_collections_come_first_and_the_rest_is_guessed() {
    let tools = ["pay", "cart.add", "cart.clear", "getCartTotal", "get-user", "set-user", "weather"];
    let set = set(json!({
        "tools": told(&tools),
        "collections": [
            {"name": "checkout", "description": "Buys", "tools": ["pay", "cart.add", "later"]},
            {"name": "again", "description": "A tool may be in several", "tools": ["pay"]},
            {"name": "onecall", "description": "Ours", "tools": ["call"]},
        ],
    }));
    let found = names(&set);
    let wanted = [
        "checkout: pay cart.add later",
        "again: pay",
        "cart?: cart.clear getCartTotal",
        "user?: get-user set-user",
        "other?: weather",
    ];
    assert_eq!(found, wanted);
    assert_eq!(set.named("later").unwrap().at, At::Page(Seen::default()));
    assert_eq!(set.home("pay").unwrap().name, "checkout");
    assert_eq!(set.named("GET_USER").unwrap().name, "get-user");
    assert!(set.named("user").is_none());
}

#[test]
fn groups_frames_and_routes_are_told_apart() {
    let set = set(json!({"tools": [
        {"name": "a", "group": "Reports"}, {"name": "b", "group": "Reports"}, {"name": "c", "frame": "Map"},
        {"name": "one", "route": "/cart"}, {"name": "two", "route": "/cart"}, {"name": "three", "route": "/user"}, {"name": "four", "route": "/user"},
        {"name": "a", "key": "0 a", "frame": "Map"},
    ]}));
    assert_eq!(names(&set), ["Reports?: a b", "Map?: c a#2", "cart?: one two", "user?: three four"]);
    assert_eq!(set.named("a#2").unwrap().key, "0 a");
}

fn before(pages: &[(&str, &[&str], Value)]) -> Value {
    let mut defs = Map::new();
    for name in pages.iter().flat_map(|(_, names, _)| names.iter()) {
        defs.insert((*name).to_owned(), json!({"name": name, "description": format!("Does {name}"), "route": "/cart"}));
    }
    let pages: Vec<Value> = pages
        .iter()
        .map(|(path, names, collections)| json!({"path": path, "title": path.to_uppercase(), "tools": names, "collections": collections}))
        .collect();
    json!({"v": 1, "defs": defs, "pages": pages})
}

#[test]
fn what_other_pages_had_is_pending_and_a_collection_goes_on() {
    let checkout = json!([{"name": "checkout", "description": "Buys", "tools": ["add", "pay"], "generation": 3}]);
    let kept = before(&[("/cart", &["add", "pay", "loose"], checkout)]);
    let mut set = set(json!({"path": "/done", "tools": [], "before": kept}));
    assert_eq!(names(&set), ["checkout: add pay"]);
    assert_eq!((set.branches()[0].generation, set.branches()[0].from.as_str()), (3, "/cart"));
    assert!(set.named("loose").is_some(), "found by its name all the same");
    assert!(matches!(&set.named("pay").unwrap().at, At::Page(seen) if seen.path == "/cart" && !seen.here));
    assert!(set.take_news().is_empty());
    // The new page declares it again, with another tool.
    let again = json!([{"name": "checkout", "description": "Buys", "tools": ["report"], "generation": 3}]);
    set.set(&json!({"path": "/done", "tools": told(&["report"]), "collections": again, "quiet": true, "before": kept}));
    assert_eq!(names(&set)[0], "checkout: report add pay");
    assert_eq!(set.named("report").unwrap().at, At::Here);
    assert_eq!(set.take_news(), ["added: \"report\""]);
}

#[test]
fn a_deploy_that_changes_the_list_is_said_once_the_page_is_quiet() {
    let kept = before(&[("/cart", &["add", "old", "same"], json!([]))]);
    let live = vec![
        json!({"name": "add", "description": "Adds otherwise", "route": "/cart"}),
        json!({"name": "same", "description": "Does same", "route": "/cart"}),
        json!({"name": "new", "description": "n", "route": "/cart"}),
    ];
    let message = |quiet: bool| json!({"path": "/cart", "tools": live, "before": kept, "quiet": quiet});
    let mut set = set(message(false));
    assert!(set.take_news().is_empty());
    assert!(matches!(&set.named("old").unwrap().at, At::Page(seen) if seen.here), "it may still come");
    set.set(&message(true));
    assert!(set.named("old").is_none());
    let when = "since your last visit to this page";
    assert_eq!(
        set.take_news(),
        [format!("added {when}: \"new\""), format!("removed {when}: \"old\""), format!("changed {when}: \"add\"")]
    );
    set.set(&message(true));
    assert!(set.take_news().is_empty());
}

#[test]
fn another_tab_names_itself() {
    let tab = json!({"doc": "d2", "path": "/admin", "title": "Admin", "tools": told(&["ban"])});
    let set =
        set(json!({"tools": told(&["add"]), "elsewhere": [tab], "before": before(&[("/admin", &["ban"], json!([]))])}));
    let At::Tab(tab) = &set.named("ban").unwrap().at else { panic!("not in a tab") };
    assert_eq!((tab.doc.as_str(), tab.path.as_str()), ("d2", "/admin"));
    // What this page had before is waited for here, whatever another tab has.
    let tab = json!({"doc": "d2", "path": "/", "title": "Same", "tools": told(&["ban"])});
    let set =
        super::tests::set(json!({"path": "/", "elsewhere": [tab], "before": before(&[("/", &["ban"], json!([]))])}));
    assert!(matches!(&set.named("ban").unwrap().at, At::Page(seen) if seen.here));
}

#[test]
fn hostile_lists_are_bounded() {
    for value in [
        json!(null),
        json!({"tools": 3, "collections": {"a": 1}, "before": {"pages": [1, {"tools": [null, "x"]}], "defs": []}, "elsewhere": ["x"]}),
        json!({"tools": [null, {}, {"name": 3}, {"name": ""}, {"name": "a", "inputSchema": [1], "annotations": 7}]}),
        json!({"collections": [{"name": "c", "tools": [1, null, "x"]}]}),
    ] {
        set(value);
    }
    let many: Vec<Value> =
        (0..30_000).map(|n| json!({"name": format!("t{n}"), "description": "x".repeat(100)})).collect();
    let set = set(json!({"tools": many}));
    assert_eq!(set.tools().len(), limits::TOOLS);
    assert!(set.branches().len() <= limits::TOOL_GROUPS + 1);
}

#[test]
fn what_a_page_writes_into_the_memory_is_read_in_one_go() {
    /// Pages that had other tools each time, all in one collection and each in a group of its own.
    fn pages(count: usize) -> Value {
        let named = |page: usize| (0..count).map(move |n| format!("{}{n}x{page}", ["a", "b", "c"][n % 3]));
        let defs: Map<String, Value> =
            (0..4).flat_map(named).map(|name| (name.clone(), json!({"name": name, "group": name}))).collect();
        let page = |page: usize| {
            let tools: Vec<String> = named(page).collect();
            let one = json!({"name": "all", "description": "All", "tools": tools});
            json!({"path": format!("/{page}"), "title": "P", "tools": tools, "collections": vec![one; 50]})
        };
        let live: Vec<Value> = named(9).map(|name| json!({"name": name, "group": name})).collect();
        json!({"path": "/0", "quiet": true, "tools": live, "before": {"v": 1, "defs": defs, "pages": (0..4).map(page).collect::<Vec<_>>()}})
    }
    let time = |value: &Value| {
        let once = || {
            let began = std::time::Instant::now();
            set(value.clone());
            began.elapsed().as_secs_f64()
        };
        (0..3).map(|_| once()).fold(f64::INFINITY, f64::min)
    };
    let (few, many) = (time(&pages(250)), time(&pages(2_500)));
    // Ten times as much in ten times the time; it was a hundred when names were gone through.
    assert!(many < 40.0 * few, "{few} s, {many} s");
}
