//! Effect classes: what an act on the page is likely to do, inferred from what it acts on.
//! Inference only ever raises a class; lying metadata cannot lower it.

use onecall_protocol::policy::Class;

/// A class as a verb in the third person, for sentences.
#[must_use]
pub const fn word(class: Class) -> &'static str {
    match class {
        Class::Read => "reads",
        Class::Write => "changes a value",
        Class::Act => "acts on the page",
        Class::Navigate => "leaves the page",
        Class::Download => "downloads",
        Class::Upload => "uploads",
        Class::Submit => "submits",
        Class::Consequential => "has consequences",
        Class::Send => "sends",
        Class::Auth => "signs in or out",
        Class::Delete => "deletes",
        Class::Pay => "pays",
    }
}

/// Words on a control that say what it does, in many languages; matched as whole words, folded.
const WORDS: &[(Class, &str)] = &[
    (
        Class::Pay,
        "pay buy purchase checkout donate subscribe bezahlen kaufen bestellen zahlungspflichtig payer acheter \
         commander pagar comprar acquista paga betalen kopen köp betala zapłać kup оплатить купить 支払う 購入 支付 购买 결제 구매 \
         ödeme öde satın",
    ),
    (
        Class::Delete,
        "delete remove erase destroy discard wipe purge revoke deactivate terminate löschen entfernen supprimer effacer \
         eliminar borrar elimina cancella verwijderen ta-bort radera usuń удалить 削除 删除 삭제 sil",
    ),
    (
        Class::Send,
        "send post publish reply share tweet invite forward senden abschicken veröffentlichen envoyer publier enviar \
         publicar invia pubblica versturen skicka wyślij отправить опубликовать 送信 投稿 发送 发布 보내기 gönder",
    ),
    (
        Class::Auth,
        "login signin signup signout logout register anmelden abmelden registrieren connexion déconnexion s'inscrire \
         iniciar-sesión accedi inloggen logga-in zaloguj войти выйти ログイン ログアウト 登录 登出 로그인 giriş",
    ),
];

/// Two-word forms of the above.
const PHRASES: &[(Class, &str)] = &[
    (Class::Auth, "log in"),
    (Class::Auth, "sign in"),
    (Class::Auth, "sign up"),
    (Class::Auth, "sign out"),
    (Class::Auth, "log out"),
    (Class::Auth, "create account"),
    (Class::Auth, "change password"),
    (Class::Pay, "place order"),
    (Class::Pay, "order now"),
    (Class::Pay, "check out"),
    (Class::Delete, "close account"),
    (Class::Delete, "cancel subscription"),
];

/// Raises `class` by the words of a label.
#[must_use]
pub fn raise_by_label(class: Class, label: &str) -> Class {
    let folded = label.to_lowercase();
    let words: Vec<&str> = folded.split(|c: char| !c.is_alphanumeric() && c != '-' && c != '\'').collect();
    let mut raised = class;
    for (of, list) in WORDS {
        let hit = list.split_whitespace().any(|word| {
            // Scripts without spaces between words are searched as text.
            let spaced = word.chars().all(|c| (c as u32) < 0x2e80);
            if spaced { words.contains(&word) } else { folded.contains(word) }
        });
        if hit {
            raised = raised.max(*of);
        }
    }
    for (of, phrase) in PHRASES {
        if folded.contains(phrase) {
            raised = raised.max(*of);
        }
    }
    raised
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_raise_and_never_lower() {
        for (label, class) in [
            ("Delete", Class::Delete),
            ("Save", Class::Act),
            ("Pay now", Class::Pay),
            ("Zahlungspflichtig bestellen", Class::Pay),
            ("Sign in", Class::Auth),
            ("注文を削除する", Class::Delete),
            ("Payload", Class::Act),
            ("Undelete", Class::Act),
        ] {
            assert_eq!(raise_by_label(Class::Act, label), class, "{label}");
        }
        assert_eq!(raise_by_label(Class::Pay, "Delete"), Class::Pay);
    }
}
