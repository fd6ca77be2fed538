//! Words on controls that say what they do, in many languages. Data only; `class` says how they are matched.
//! A word belongs here if a control that carries it mostly does that; rarer meanings cost a question too many,
//! missing ones cost one too few.

use onecall_protocol::policy::Class;

/// Matched as whole words; those of scripts without spaces as text.
pub(super) const WORDS: &[(Class, &str)] = &[
    (
        Class::Pay,
        "pay buy purchase checkout donate subscribe rebuy bezahlen kaufen bestellen zahlungspflichtig spenden abonnieren payer acheter \
         commander régler donner pagar comprar donar acquista acquistare paga pagamento ordina betalen betaal kopen koop afrekenen köp \
         betala betal kjøp køb maksa osta tilaa zapłać kup zamawiam kupuję zaplatit koupit objednat zaplatiť kúpiť vásárlás fizetés \
         megrendelem cumpără plătește plati kupi naruči купи плати оплатить купить заказать придбати сплатити замовити αγορά πληρωμή \
         ödeme öde satın bayar beli mua bayad شراء ادفع الدفع קנה לתשלום שלם خرید پرداخت खरीदें भुगतान ซื้อ ชำระเงิน \
         支払 購入 注文を確定 注文する 支付 购买 付款 下单 購買 결제 구매 주문하기",
    ),
    (
        Class::Delete,
        "delete remove erase destroy discard wipe purge revoke deactivate terminate trash löschen entfernen verwerfen widerrufen \
         kündigen deaktivieren papierkorb supprimer effacer résilier désactiver retirer eliminar borrar quitar desactivar excluir \
         apagar remover elimina rimuovi cancella disattiva verwijderen verwijder wissen ta-bort radera slett slet fjern poista usuń \
         skasuj wyrzuć smazat odstranit vymazať odstrániť törlés eltávolítás șterge elimină obriši izbriši изтрий удалить стереть \
         видалити διαγραφή κατάργηση sil kaldır hapus xóa حذف إزالة מחק הסר हटाएं ลบ 削除 消去 退会 删除 移除 刪除 注销 삭제 탈퇴 제거",
    ),
    (
        Class::Send,
        "send post publish reply share tweet invite forward senden absenden abschicken veröffentlichen antworten teilen posten envoyer \
         publier répondre partager poster enviar publicar responder compartir invia pubblica rispondi condividi versturen verzenden \
         plaatsen delen skicka publicera dela sende publiser lähetä julkaise wyślij opublikuj udostępnij odpowiedz odeslat zveřejnit \
         odoslať küldés közzététel trimite publică pošalji objavi изпрати отправить опубликовать поделиться ответить надіслати \
         опублікувати αποστολή δημοσίευση gönder paylaş yayınla kirim bagikan gửi đăng إرسال نشر مشاركة שלח פרסם שתף ارسال انتشار \
         भेजें ส่ง โพสต์ 送信 投稿 公開する 返信 共有 发送 发布 提交评论 分享 傳送 發佈 보내기 게시 공유 전송",
    ),
    (
        Class::Auth,
        "login signin signup signout logout logoff register unregister authorize authorise authenticate anmelden abmelden registrieren \
         einloggen ausloggen autorisieren connexion déconnexion s'inscrire s'identifier autoriser iniciar-sesión acceder registrarse \
         entrar accedi esci registrati autorizza inloggen uitloggen aanmelden afmelden registreren logga-in logga-ut zaloguj wyloguj \
         zarejestruj přihlásit odhlásit prihlásiť odhlásiť bejelentkezés kijelentkezés autentificare prijava odjava вход изход войти \
         выйти зарегистрироваться увійти вийти σύνδεση αποσύνδεση giriş çıkış masuk daftar keluar الدخول الخروج التسجيل התחבר התנתק \
         ورود خروج เข้าสู่ระบบ ออกจากระบบ ログイン ログアウト サインイン 新規登録 登录 登出 注册 登入 註冊 로그인 로그아웃 회원가입",
    ),
    (
        Class::Download,
        "download herunterladen télécharger descargar baixar scarica downloaden ladda-ner lataa pobierz stáhnout letöltés скачать \
         завантажити indir unduh tải-xuống تنزيل הורדה ダウンロード 下载 下載 다운로드",
    ),
];

/// Of several words, matched at the beginnings and ends of words.
pub(super) const PHRASES: &[(Class, &str)] = &[
    (Class::Auth, "log in"),
    (Class::Auth, "sign in"),
    (Class::Auth, "sign up"),
    (Class::Auth, "sign out"),
    (Class::Auth, "log out"),
    (Class::Auth, "log off"),
    (Class::Auth, "create account"),
    (Class::Auth, "change password"),
    (Class::Auth, "reset password"),
    (Class::Auth, "grant access"),
    (Class::Auth, "se connecter"),
    (Class::Auth, "se déconnecter"),
    (Class::Auth, "iniciar sesión"),
    (Class::Auth, "cerrar sesión"),
    (Class::Auth, "crear cuenta"),
    (Class::Auth, "konto erstellen"),
    (Class::Auth, "passwort ändern"),
    (Class::Auth, "logga in"),
    (Class::Auth, "logg inn"),
    (Class::Auth, "log ind"),
    (Class::Auth, "kirjaudu"),
    (Class::Auth, "đăng nhập"),
    (Class::Pay, "place order"),
    (Class::Pay, "place your order"),
    (Class::Pay, "order now"),
    (Class::Pay, "check out"),
    (Class::Pay, "complete order"),
    (Class::Pay, "confirm order"),
    (Class::Pay, "book now"),
    (Class::Pay, "transfer money"),
    (Class::Pay, "send money"),
    (Class::Pay, "jetzt buchen"),
    (Class::Pay, "passer commande"),
    (Class::Pay, "finalizar compra"),
    (Class::Delete, "close account"),
    (Class::Delete, "close my account"),
    (Class::Delete, "cancel subscription"),
    (Class::Delete, "cancel order"),
    (Class::Delete, "empty trash"),
    (Class::Delete, "factory reset"),
    (Class::Delete, "konto schließen"),
    (Class::Delete, "ta bort"),
    (Class::Send, "submit review"),
    (Class::Send, "submit comment"),
    (Class::Send, "add comment"),
    (Class::Download, "save as"),
    (Class::Download, "export to"),
];

/// Parts of the addresses of links by which a session ends: a page that has one knows who its reader is.
pub(super) const SIGN_OUT: &[&str] =
    &["logout", "log-out", "log_out", "signout", "sign-out", "sign_out", "logoff", "abmelden", "deconnexion"];

/// Words that name what a payment card has on it, for fields without `autocomplete`.
pub(super) const CARD: &[&str] = &[
    "card number",
    "cardnumber",
    "card-number",
    "cvc",
    "cvv",
    "iban",
    "kartennummer",
    "numéro de carte",
    "número de tarjeta",
    "numero carta",
    "kaartnummer",
    "numer karty",
    "номер карты",
    "カード番号",
    "卡号",
    "카드 번호",
];
