//! What calling a tool of the page does: as its annotations say, and never below what its name says where they say
//! nothing. A tool that says it only reads is believed, as the browser's own clients do, unless its name says that it
//! deletes or pays, or its description begins with it: what cannot be taken back is asked about rather than believed.

use onecall_protocol::policy::Class;

use super::class::raise_by_label;
use crate::text::words::words;
use crate::tool::{Tool, What};

/// The effect of calling it.
#[must_use]
pub fn class(tool: &Tool) -> Class {
    match tool.what {
        What::Reads => match named(tool, Class::Read) {
            grave @ (Class::Delete | Class::Pay) => grave,
            _ if deletes(&tool.description) => Class::Delete,
            _ => Class::Read,
        },
        What::Consequential => named(tool, Class::Consequential),
        What::Unsaid => named(tool, Class::Act),
    }
}

/// Does a description begin with it, as in "Deletes an order"? Words for paying are things as well: "Purchases of …".
#[must_use]
pub fn deletes(description: &str) -> bool {
    let first = description.split_whitespace().next().unwrap_or("");
    let says = |word: &str| raise_by_label(Class::Read, word) == Class::Delete;
    says(first) || first.strip_suffix('s').is_some_and(says)
}

/// The first word of a name is what the tool does; the rest is what it does it to.
fn named(tool: &Tool, class: Class) -> Class {
    let parts: Vec<String> =
        words(&tool.name, 8).into_iter().filter(|word| !word.whole).map(|word| word.text).collect();
    let first = raise_by_label(class, parts.first().map_or("", String::as_str));
    raise_by_label(first, &parts.get(..2).map(|two| two.join(" ")).filter(|two| is_phrase(two)).unwrap_or_default())
}

/// Is it two words with a meaning of their own, like `place order`? Then both count; else the second is a thing.
fn is_phrase(two: &str) -> bool {
    raise_by_label(Class::Read, two)
        > two.split(' ').map(|word| raise_by_label(Class::Read, word)).max().unwrap_or(Class::Read)
}

#[cfg(test)]
mod tests {
    use super::*;
    use onecall_protocol::json;

    #[test]
    fn annotations_count_then_the_first_word_of_the_name() {
        for (name, hints, class) in [
            ("get-post", json!({}), Class::Act),
            ("get-post", json!({"readOnlyHint": true}), Class::Read),
            ("delete-order", json!({}), Class::Delete),
            ("deleteOrder", json!({"readOnlyHint": true}), Class::Delete),
            ("place_order", json!({"readOnlyHint": true}), Class::Pay),
            ("post-list", json!({"readOnlyHint": true}), Class::Read),
            ("order-history", json!({"readOnlyHint": true}), Class::Read),
            ("sendMessage", json!({}), Class::Send),
            ("place_order", json!({}), Class::Pay),
            ("checkout", json!({}), Class::Pay),
            ("set-temperature", json!({"consequentialHint": true}), Class::Consequential),
            ("pay", json!({"consequentialHint": true, "readOnlyHint": true}), Class::Pay),
        ] {
            let tool = crate::tool::read_one(&json!({"name": name, "annotations": hints})).unwrap();
            assert_eq!(super::class(&tool), class, "{name} {hints}");
        }
        for (description, class) in [
            ("Deletes the order and all its lines", Class::Delete),
            ("Remove everything", Class::Delete),
            ("Lists orders that can be deleted", Class::Read),
            ("Purchases of the last year", Class::Read),
        ] {
            let one = json!({"name": "lookup", "description": description, "annotations": {"readOnlyHint": true}});
            assert_eq!(super::class(&crate::tool::read_one(&one).unwrap()), class, "{description}");
        }
    }
}
