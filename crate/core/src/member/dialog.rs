//! Which of a dialog's buttons agrees to it, and which declines: by their words, else by what is left.
//! It must never take a button for agreement where two could be.

use super::keys::fold;
use super::tree::Tree;
use super::verb::Verb;
use crate::model::outline::{Kind, ThingId};

/// Words that close without deciding.
const CLOSES: &[&str] =
    &["close", "×", "✕", "x", "schließen", "fermer", "cerrar", "chiudi", "sluiten", "закрыть", "閉じる", "关闭"];
/// Words that decline.
const DECLINES: &[&str] = &[
    "cancel",
    "dismiss",
    "no",
    "no thanks",
    "not now",
    "later",
    "reject",
    "reject all",
    "decline",
    "deny",
    "abort",
    "go back",
    "keep editing",
    "abbrechen",
    "nein",
    "ablehnen",
    "annuler",
    "non",
    "refuser",
    "cancelar",
    "rechazar",
    "annulla",
    "rifiuta",
    "annuleren",
    "nee",
    "отмена",
    "нет",
    "キャンセル",
    "いいえ",
    "取消",
    "否",
];
/// Words that agree.
const AGREES: &[&str] = &[
    "ok",
    "okay",
    "yes",
    "accept",
    "accept all",
    "agree",
    "i agree",
    "allow",
    "allow all",
    "confirm",
    "continue",
    "proceed",
    "got it",
    "done",
    "apply",
    "save",
    "submit",
    "ja",
    "akzeptieren",
    "alle akzeptieren",
    "bestätigen",
    "oui",
    "accepter",
    "confirmer",
    "sí",
    "aceptar",
    "confirmar",
    "accetta",
    "conferma",
    "akkoord",
    "да",
    "はい",
    "確認",
    "确定",
];

/// The button by which a dialog is told this, where that is certain.
#[must_use]
pub fn button(tree: &Tree, dialog: ThingId, verb: Verb) -> Option<ThingId> {
    let buttons = tree.outline().within(dialog, Kind::Button);
    let says = |words: &[&str]| -> Vec<ThingId> {
        let one = |id: &&ThingId| {
            let label = tree.label(**id).to_lowercase();
            words.contains(&label.as_str())
                || words.iter().any(|word| fold(word) == fold(&label) && !fold(word).is_empty())
        };
        buttons.iter().filter(one).copied().collect()
    };
    let only = |hits: &[ThingId]| if let [one] = hits { Some(*one) } else { None };
    let (closing, declining) = (says(CLOSES), says(DECLINES));
    match verb {
        Verb::Accept => only(&says(AGREES)).or_else(|| {
            let rest: Vec<ThingId> =
                buttons.iter().copied().filter(|id| !closing.contains(id) && !declining.contains(id)).collect();
            only(&rest)
        }),
        Verb::Dismiss => only(&declining).or_else(|| closing.first().copied()),
        _ => closing.first().copied().or_else(|| only(&declining)),
    }
}
