//! Hints of members: once per shape, again after an overview or where they are asked for.

use super::*;

fn forms() -> Replay {
    let form = |name: &str| format!("<form aria-label={name}><input aria-label=Email><button>Send</button></form>");
    replay(&format!("<title>T</title><main><h1>A</h1>{}{}</main>", form("One"), form("Two")))
}

/// The lines that say what can be done with what was read.
fn hints(text: &str) -> Vec<&str> {
    text.lines().filter(|line| line.starts_with("members")).collect()
}

#[test]
fn hints_come_once_per_shape_and_again_after_an_overview_or_on_request() {
    let mut page = forms();
    let first = page.read("page.forms.One");
    assert!(hints(&first).iter().any(|line| line.contains("fill")), "the first time: {first}");
    let again = page.read("page.forms.One");
    assert_eq!(hints(&again), Vec::<&str>::new(), "not a second time: {again}");
    let other = page.read("page.forms.Two");
    assert_eq!(hints(&other), Vec::<&str>::new(), "another form of the same shape: {other}");
    assert!(page.read("page.forms.One.$help").contains("fill("), "on request");
    page.call(&json!({}));
    let anew = page.read("page.forms.Two");
    assert_eq!(hints(&anew), hints(&first), "after an overview: {anew}");
}

#[test]
fn another_shape_is_hinted_though_one_of_its_kind_was() {
    let mut page = replay("<title>T</title><main><button>Go</button><a href=/a>On</a></main>");
    let buttons = page.read("page.buttons.Go");
    let links = page.read("page.links.On");
    assert!(!hints(&buttons).is_empty(), "{buttons}");
    assert!(!hints(&links).is_empty() && hints(&links) != hints(&buttons), "{links}");
}
