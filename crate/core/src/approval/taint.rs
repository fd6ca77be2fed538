//! What an agent has met: words of strangers, and things that are a person's own. Together with a way out they are what
//! an injected instruction needs, so the policy asks then. It must only ever find more, never less.

use crate::member::Tree;
use crate::model::outline::{Kind, ThingId};

use super::words::SIGN_OUT;

/// Values of `autocomplete` that name what is a person's own.
const PERSONAL: &[&str] =
    &["name", "email", "tel", "address", "postal", "bday", "cc-", "organization", "username", "sex"];

/// Links and fields that are looked at; the first ones are those of a page's head, where the session stands.
const MOST: usize = 400;

/// Does a page know its reader: can one sign out there, or does it hold somebody's details in a form?
#[must_use]
pub fn is_private(tree: &Tree) -> bool {
    let (dom, outline) = (tree.dom(), tree.outline());
    let page = outline.page();
    let node = |id| outline.thing(id).map(|thing| thing.node);
    let attr = |id, name: &str| node(id).and_then(|node| dom.attr(node, name)).unwrap_or("").to_lowercase();
    let signs_out = |text: &str| SIGN_OUT.iter().any(|word| text.contains(word));
    let leaves = outline.within(page, Kind::Link).iter().take(MOST).any(|id| signs_out(&attr(*id, "href")))
        || outline.within(page, Kind::Form).iter().take(MOST).any(|id| signs_out(&attr(*id, "action")))
        || outline.within(page, Kind::Button).iter().take(MOST).any(|id| {
            let label = words(tree, *id).unwrap_or_else(|| tree.called(*id));
            signs_out(&label.to_lowercase().replace(' ', "-")) || signs_out(&attr(*id, "id"))
        });
    leaves
        || outline.within(page, Kind::Field).iter().take(MOST).any(|id| {
            let complete = attr(*id, "autocomplete");
            PERSONAL.iter().any(|word| complete.contains(word)) && !tree.field(*id).value.is_empty()
        })
}

/// What a button says, where that is the words in it and nothing else can name it: most do, and names are dear.
fn words(tree: &Tree, id: ThingId) -> Option<String> {
    let (dom, node) = (tree.dom(), tree.outline().thing(id)?.node);
    let named = |key: &str| key.starts_with("aria-") || matches!(key, "title" | "value" | "id" | "role");
    let in_label = || dom.ancestors(node).any(|above| dom.tag(above) == "label");
    let alone = dom.tag(node) == "button" && !dom.has_extras(node) && !dom.attrs(node).any(|(key, _)| named(key));
    if !alone || dom.children(node).any(|child| dom.is_element(child)) || in_label() {
        return None;
    }
    let said: String = dom.children(node).filter_map(|child| dom.text(child)).collect();
    Some(said.split_whitespace().collect::<Vec<_>>().join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::html::facts;

    #[test]
    fn pages_that_know_their_reader() {
        for (html, private) in [
            ("<p>News</p><a href=/login>Sign in</a>", false),
            ("<nav><a href=/account/logout>x</a></nav>", true),
            ("<button>Sign out</button>", true),
            ("<button> Sign\nout </button>", true),
            ("<button>Sign <b>out</b></button>", true),
            ("<button aria-label='Sign out'>x</button>", true),
            ("<label>Sign out <button>x</button></label>", true),
            ("<button>Sign in</button>", false),
            ("<form><input autocomplete=email></form>", false),
            ("<form><input autocomplete=email value=ann@shop.test></form>", true),
        ] {
            let facts = facts(html);
            let mut tree = Tree::default();
            tree.apply(&facts.head, &facts.nodes, &facts.text);
            assert_eq!(is_private(&tree), private, "{html}");
        }
    }
}
