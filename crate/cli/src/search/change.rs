//! What a search costs after one row of a long page has changed: with the index kept, and with a new one. Shown, never
//! gated on: times differ between machines.

use std::fmt::Write as _;
use std::time::Instant;

use onecall_core::member::Tree;

/// Rows of the page; each is an entry, and so is its button.
const ROWS: usize = 4_500;
/// Changes measured.
const TIMES: usize = 9;

/// Two trees of the same changing page: one keeps its index, the other is new each time.
pub fn measure() -> String {
    let mut kept = tree(&page(0));
    let _ = kept.finder();
    let [mut renewed, mut made, mut asked] = [const { Vec::new() }; 3];
    for turn in 1..=TIMES {
        let html = page(turn);
        take(&mut kept, &html);
        let new = tree(&html);
        // The outline is every answer's, not the search's.
        let _ = (kept.outline(), new.outline());
        renewed.push(ms(|| kept.finder().len()));
        made.push(ms(|| new.finder().len()));
        asked.push(ms(|| kept.finder().find("refund the order of Customer 812", 60).len()));
    }
    format!(
        "a page of {} entries, one row of it changed: the index renewed in {:.1} ms, a new one made in {:.1} ms; a query takes {:.2} ms",
        kept.finder().len(),
        median(renewed),
        median(made),
        median(asked)
    )
}

fn tree(html: &str) -> Tree {
    let mut tree = Tree::default();
    take(&mut tree, html);
    tree
}

fn take(tree: &mut Tree, html: &str) {
    let facts = onecall_core::html::facts(html);
    tree.apply(&facts.head, &facts.nodes, &facts.text);
}

/// The page at a turn: of all rows, the turn's own says something else.
fn page(turn: usize) -> String {
    let mut html = String::from("<title>Orders</title><main><h1>Orders</h1><table><caption>Orders</caption>");
    html.push_str("<tr><th>Order<th>Customer<th>City<th>Total<th>Actions");
    for row in 0..ROWS {
        let state = if row == turn * 97 { "paid back" } else { "open" };
        let _ = write!(
            html,
            "<tr><td>A-{row}<td>Customer {row}<td>City {} {state}<td>{}.90<td><button>Refund</button>",
            row % 90,
            row % 700
        );
    }
    html.push_str("</table></main>");
    html
}

fn ms(run: impl FnOnce() -> usize) -> f64 {
    let start = Instant::now();
    std::hint::black_box(run());
    start.elapsed().as_secs_f64() * 1000.0
}

fn median(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    times.get(times.len() / 2).copied().unwrap_or(f64::NAN)
}
