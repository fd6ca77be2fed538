//! What calling a tool of the page does: as its annotations say, and never below what its name says where they say
//! nothing. A tool that says it only reads is believed, as the browser's own clients do, unless its name or the first
//! sentence of its description says that it deletes or pays: what cannot be taken back is asked about rather than
//! believed. Words for what was deleted, and for reports of it, are no such words.

use onecall_protocol::policy::Class;

use super::class::raise_by_label;
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

/// Words before the verb of a description, as in "Use this tool to permanently delete". A word that says no is none.
const LEAD: &str = "this the a an tool function method action endpoint api call use used it can will may to for and then also that which \
    please permanently immediately irreversibly irrevocably silently quietly quickly safely bulk batch dieses das werkzeug cet ce outil \
    cette fonction permet de esta este herramienta función ferramenta função questo strumento deze dit";

/// Verbs as descriptions have them, where they are other words than those on buttons.
const SAYS: &str = "deletes removes erases destroys discards wipes purges revokes deactivates terminates löscht entfernt verwirft \
    supprime efface résilie retire borra quita exclui apaga remove rimuove verwijdert wist raderar sletter fjerner usuwa kasuje maže \
    odstraní törli șterge briše удаляет стирает видаляє menghapus";

/// The same in scripts without spaces, wherever they stand.
const SAYS_TEXT: [&str; 9] =
    ["を削除", "削除し", "消去し", "永久删除", "并删除", "会删除", "刪除並", "삭제합니다", "삭제한다"];

/// First words of names that only look, whatever comes after.
const LOOKS: &str = "get list find search read show view check can is has count preview describe lookup look query fetch explain \
    estimate validate simulate undelete restore why how liste zeige suche lies hole lire lister voir ver listar buscar leer";

/// What follows a verb in the name of a report about it.
const REPORTS: &str = "preview log logs history status state list count info report reports check options option policy requests request \
    reasons reason queue rules permission permissions help schema estimate impact candidates bin date time";

/// Verbs that are things as well.
const THINGS: &str = "purchase trash papierkorb checkout discard";

fn among(list: &str, word: &str) -> bool {
    list.split_whitespace().any(|one| one == word)
}

/// Marks of what was done, in scripts where the verb is written the same.
const DONE: [&str; 6] = ["已", "済", "された", "した", "삭제된", "제거된"];

fn is_verb(word: &str) -> bool {
    raise_by_label(Class::Read, word) == Class::Delete && !DONE.iter().any(|mark| word.contains(mark))
}

/// Does the first sentence of a description say it, as in "Deletes an order", "This tool will remove …" and "Finds a row
/// and deletes it"? Words for paying are things as well: "Purchases of …".
#[must_use]
pub fn deletes(description: &str) -> bool {
    let sentence = description.split(['.', '。', '\n', ';']).next().unwrap_or("").to_lowercase();
    let apart = |c: char| !c.is_alphanumeric() && c != '-' && c != '\'';
    let words: Vec<&str> = sentence.split(apart).filter(|word| !word.is_empty()).take(40).collect();
    let says = |word: &str| is_verb(word) || among(SAYS, word);
    let verb = words.iter().position(|word| !among(LEAD, word));
    if verb.and_then(|at| words.get(at)).is_some_and(|word| says(word))
        || SAYS_TEXT.iter().any(|one| sentence.contains(one))
    {
        return true;
    }
    // "… and deletes it": what a text is freed of, as in "and removes markup", is not taken from anybody.
    words.windows(3).any(|three| {
        let [and, verb, what] = three else { return false };
        let joined = among("and then also und et y e i en och og", and) && among(SAYS, verb);
        joined
            && (!among("removes discards entfernt remove retire", verb)
                || among("it them all every the this that your", what))
    })
}

/// The first word of a name is what the tool does; the rest is what it does it to, but for a verb that is not one of a
/// report: `item_delete`, `userRemoveAll`.
fn named(tool: &Tool, class: Class) -> Class {
    let parts = parts(&tool.name);
    let text = |at: usize| parts.get(at).map_or("", String::as_str);
    let mut raised = raise_by_label(class, text(0));
    let two = format!("{} {}", text(0), text(1));
    if is_phrase(&two) {
        raised = raise_by_label(raised, &two);
    }
    if among(LOOKS, text(0)) {
        return raised;
    }
    for at in 1..parts.len() {
        let of = raise_by_label(Class::Read, text(at));
        if matches!(of, Class::Delete | Class::Pay) && !among(THINGS, text(at)) && !among(REPORTS, text(at + 1)) {
            raised = raised.max(of);
        }
    }
    raised
}

/// `deleteOrder_v2` as `delete`, `order`, `v2`.
fn parts(name: &str) -> Vec<String> {
    let mut parts = vec![String::new()];
    let mut lower = false;
    for c in name.chars() {
        if !c.is_alphanumeric() || c.is_uppercase() && lower {
            parts.push(String::new());
        }
        lower = c.is_lowercase() || c.is_numeric();
        if c.is_alphanumeric()
            && let Some(last) = parts.last_mut()
        {
            last.extend(c.to_lowercase());
        }
    }
    parts.retain(|part| !part.is_empty());
    parts.truncate(8);
    parts
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

    #[test]
    fn a_name_that_deletes_is_not_believed_to_read() {
        for name in [
            "item_delete",
            "userRemove",
            "users.delete_all",
            "orderDeleteById",
            "elementLöschen",
            "cart-item-remove",
            "admin_wipe",
            "benutzer_entfernen",
            "usuario_eliminar",
            "invoice_pay",
            "bulkDelete",
            "deleteOrder",
            "removeAll",
            "удалить_заказ",
        ] {
            let one = json!({"name": name, "description": "About it", "annotations": {"readOnlyHint": true}});
            let class = super::class(&crate::tool::read_one(&one).unwrap());
            assert!(matches!(class, Class::Delete | Class::Pay), "{name}: {class:?}");
        }
        for name in [
            "get_deleted_items",
            "list removed",
            "undelete preview",
            "listRemoved",
            "canDelete",
            "get_delete_log",
            "user_delete_preview",
            "search_pay_methods",
            "order-history",
            "recently_deleted",
            "removed-items",
            "view_trash",
            "last_purchase",
            "payments",
            "deletions",
            "item_deletion_log",
            "check_remove_permission",
            "gelöschte_elemente",
            "cart_checkout_status",
            "payload",
            "remote_config",
        ] {
            let one = json!({"name": name, "description": "About it", "annotations": {"readOnlyHint": true}});
            assert_eq!(super::class(&crate::tool::read_one(&one).unwrap()), Class::Read, "{name}");
        }
    }

    #[test]
    fn a_description_that_deletes_is_not_believed_to_read() {
        for (description, class) in [
            ("Deletes the order and all its lines", Class::Delete),
            ("Remove everything", Class::Delete),
            ("Lists orders that can be deleted", Class::Read),
            ("Purchases of the last year", Class::Read),
            ("This tool deletes the account", Class::Delete),
            ("Use this to permanently remove a user", Class::Delete),
            ("It will erase everything", Class::Delete),
            ("Looks up an order and deletes it", Class::Delete),
            ("Finds old files, then removes them", Class::Delete),
            ("Löscht den Eintrag", Class::Delete),
            ("Dieses Werkzeug entfernt Benutzer", Class::Delete),
            ("Supprime le compte", Class::Delete),
            ("Cet outil permet de supprimer un compte", Class::Delete),
            ("Elimina el pedido", Class::Delete),
            ("Удаляет заказ", Class::Delete),
            ("注文を削除します", Class::Delete),
            ("删除订单", Class::Delete),
            ("주문을 삭제합니다", Class::Delete),
            ("Never deletes anything", Class::Read),
            ("This tool does not delete anything", Class::Read),
            ("Shows what deleting an item would change", Class::Read),
            ("Reads the page and removes markup", Class::Read),
            ("Items that were removed last week", Class::Read),
            ("Deleted items of the last 30 days", Class::Read),
            ("Preview of an undelete", Class::Read),
            ("Gelöschte Einträge", Class::Read),
            ("Comptes supprimés", Class::Read),
            ("已移除的项目列表", Class::Read),
        ] {
            let one = json!({"name": "lookup", "description": description, "annotations": {"readOnlyHint": true}});
            assert_eq!(super::class(&crate::tool::read_one(&one).unwrap()), class, "{description}");
        }
    }
}
