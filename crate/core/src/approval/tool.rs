//! What calling a tool of the page does: as its annotations say, and never below what its name says where they say
//! nothing. A tool that says it only reads is believed, as the browser's own clients do, unless its name says that it
//! deletes or pays: what cannot be taken back is asked about rather than believed.

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
            _ => Class::Read,
        },
        What::Consequential => named(tool, Class::Consequential),
        What::Unsaid => named(tool, Class::Act),
    }
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
    }
}
