//! Tests of texts and main content.

use super::*;
use crate::html;
use crate::model::aria::Memo;

fn with<T>(markup: &str, run: impl FnOnce(View<'_>) -> T) -> T {
    let dom = html::dom(markup);
    let memo = Memo::default();
    run(View { dom: &dom, memo: &memo })
}

fn body(view: View<'_>) -> NodeId {
    let dom = view.dom;
    dom.walk(dom.root().unwrap()).find(|id| dom.tag(*id) == "body").unwrap()
}

#[track_caller]
fn line(markup: &str, expected: &str) {
    assert_eq!(with(markup, |view| plain(view, body(view))), expected, "{markup}");
}

#[track_caller]
fn blocks(markup: &str, expected: &[&str]) {
    let found: Vec<String> =
        with(markup, |view| markdown(view, body(view)).into_iter().map(|block| block.text).collect());
    assert_eq!(found, expected, "{markup}");
}

#[test]
fn one_line_keeps_words_apart_and_hidden_words_out() {
    line("<p>a</p><p>b</p>", "a b");
    line("a<b>b</b>c", "abc");
    line("a<br>b", "a b");
    line("a<span hidden>x</span> <i style='visibility:hidden'>y<u style='visibility:visible'>z</u></i>", "a z");
    line("<img alt='a cat' src=1> sat", "a cat sat");
    line(
        "<select><option>a<option selected>b</select> <input value=c> <input type=checkbox> <textarea>d</textarea>",
        "b c d",
    );
    line("soft\u{ad}hyphen zero\u{200b}width no\u{a0}break", "softhyphen zerowidth no break");
    line("<script>x()</script><style>y{}</style>z", "z");
}

#[test]
fn markdown_of_text() {
    blocks("<h2>Title</h2><p>One <b>two</b><br>three</p>tail", &["## Title", "One two\nthree", "tail"]);
    blocks("<ul><li>a<li>b<ol><li>c<li>d</ol></ul>", &["- a", "- b", "  1. c", "  2. d"]);
    blocks("<ol start=3><li><p>a</p><p>b</p></ol>", &["3. a", "  b"]);
    blocks("<blockquote><p>said</p><ul><li>x</ul></blockquote>", &["> said", "> - x"]);
    blocks("<pre>a\n  b</pre>", &["```\na\n  b\n```"]);
    blocks("<p>use <code>x</code> now</p>", &["use `x` now"]);
    blocks("<p>a<hr>b", &["a", "---", "b"]);
    blocks("<img src=1 alt='A cat'>", &["![A cat]"]);
    blocks("<div>x</div><div><img src=1 alt=a><img src=2 alt=b></div>", &["x", "![a]", "![b]"]);
}

#[test]
fn markdown_of_tables() {
    blocks("<table><tr><th>A<th>B<tr><td>1<td>x|y</table>", &["| A | B |\n| --- | --- |\n| 1 | x\\|y |"]);
    blocks("<table><tr><td>one<tr><td>two</table>", &["one", "two"]);
}

#[test]
fn links_are_known_and_written_on_demand() {
    with("<ul><li>see <a href=1>the <code>page</code></a> and <a href=2>more</a></ul>", |view| {
        let block = markdown(view, body(view)).remove(0);
        assert_eq!(block.text, "- see the `page` and more");
        let target = |node: NodeId, _: &str| view.dom.attr(node, "href").map(|href| format!("#{href}"));
        assert_eq!(block.linked(target), "- see [the `page`](#1) and [more](#2)");
        assert_eq!(block.linked(|_, _| None), block.text);
        assert_eq!(
            block.linked(|_, words| Some(words.replace("more", ""))),
            "- see [the `page`](the `page`) and [more]"
        );
    });
    with("<a href=1><h3>T</h3><p>text</p></a>", |view| {
        let found: Vec<_> =
            markdown(view, body(view)).iter().map(|block| block.linked(|_, _| Some("x".into()))).collect();
        assert_eq!(found, ["### [T](x)", "[text](x)"]);
    });
}

#[test]
fn the_article_is_found_and_freed() {
    let text = "A long enough sentence, with commas, that goes on for a while, as articles do. ".repeat(4);
    let page = format!(
        "<nav><a href=1>Home</a><a href=2>News</a></nav><div id=sidebar><ul><li><a href=3>Related story with a long title</a></ul></div>
         <div><p>{text}</p><p>{text}</p><form><input><button>Subscribe</button></form><p>{text}</p></div><footer>Imprint</footer>"
    );
    let found: Vec<String> = with(&page, |view| reading(view).into_iter().map(|block| block.text).collect());
    assert_eq!(found, [text.trim(), text.trim(), text.trim()]);
}

#[test]
fn an_app_is_read_whole() {
    let rows = "<tr><td>A-1<td>Ann<td><input value=3>".repeat(20);
    let page = format!(
        "<nav>Menu</nav><main><h1>Orders</h1><p>A sentence, with a comma, to be taken for an article.</p><table><tr><th>Id<th>Who<th>Count{rows}</table></main>"
    );
    let found: Vec<String> = with(&page, |view| reading(view).into_iter().map(|block| block.text).collect());
    assert_eq!(found[0], "# Orders");
    assert!(found[2].starts_with("| Id | Who | Count |") && found[2].contains("| A-1 | Ann | 3 |"), "{found:?}");
}

#[test]
fn a_page_without_an_article_is_read_whole() {
    let found: Vec<String> =
        with("<h1>Hi</h1><p>Short.</p>", |view| reading(view).into_iter().map(|block| block.text).collect());
    assert_eq!(found, ["# Hi", "Short."]);
    assert!(with("", |view| reading(view).is_empty()));
}
