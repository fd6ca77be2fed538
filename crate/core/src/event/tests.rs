//! The log by itself.

use onecall_protocol::message::Heard;

use super::{Kind, Log};
use crate::limits;

fn lines(log: &mut Log) -> Vec<String> {
    log.news(&|_| false)
}

#[test]
fn news_come_once_the_important_first() {
    let mut log = Log::default();
    log.push(Kind::Log, "line", 0.0);
    log.push(Kind::Alert, "Wrong", 0.0);
    log.push(Kind::Status, "Saved", 0.0);
    assert_eq!(lines(&mut log), ["alert \"Wrong\"", "status \"Saved\"", "log \"line\""]);
    assert_eq!(lines(&mut log), [""; 0]);
    log.push(Kind::Status, "Saved", 0.0);
    assert_eq!(lines(&mut log), ["status \"Saved\""]);
}

#[test]
fn what_repeats_is_one_line_and_what_is_left_out_is_counted() {
    let mut log = Log::default();
    for n in 0..3 {
        log.push(Kind::Status, "Saving …", f64::from(n));
    }
    assert_eq!(lines(&mut log), ["status \"Saving …\" ×3"]);
    for n in 0..500 {
        log.push(Kind::Log, &format!("line {n}"), 0.0);
    }
    assert_eq!(log.all().len(), limits::EVENTS);
    let lines = lines(&mut log);
    assert_eq!(lines.first().map(String::as_str), Some("log \"line 499\""));
    // The log holds fewer than came: those it dropped are counted too.
    let left = 500 - limits::NEWS;
    assert_eq!(lines.last(), Some(&format!("and {left} more: events.since(3)")));
}

#[test]
fn a_newer_shape_of_the_same_thing_replaces_one_that_nobody_saw() {
    let mut log = Log::default();
    log.push_about(Kind::Changed, "page.tables.A", "page.tables.A has 3 rows", 0.0);
    log.push_about(Kind::Changed, "page.tables.A", "page.tables.A has 4 rows", 0.0);
    assert_eq!(lines(&mut log), ["changed page.tables.A has 4 rows"]);
}

#[test]
fn a_new_core_goes_on_where_the_old_one_stopped() {
    let mut log = Log::default();
    log.at("https://a.test/1", 0.0);
    log.hear(&[Heard { from: "alert".into(), text: "Old".into(), at: 5.0, closed: false }], Some(1));
    lines(&mut log);
    log.push(Kind::Approval, "ap-1 allowed", 0.0);
    let (kept, place) = log.kept().expect("it changed");
    assert_eq!((place, log.kept()), (1, None));
    let mut again = Log::restored(&kept, false);
    assert_eq!(again.cursor(), log.cursor());
    assert_eq!(lines(&mut again), ["approval ap-1 allowed"]);
    // Another document of the origin: what the page could have written is not taken for ours.
    let mut next = Log::restored(&kept, true);
    next.at("https://a.test/2", 0.0);
    assert_eq!(lines(&mut next), ["navigated \"https://a.test/2\""]);
}

#[test]
fn what_somebody_made_up_does_no_harm() {
    for text in [
        "",
        "null",
        "[]",
        r#"{"events":7}"#,
        r#"{"last":18446744073709551615,"events":[[1,"status","a","a",1,0],[1,"status","b","b",1,0],["x"],[3,"approval","me","me",1,0]]}"#,
        r#"{"last":5,"seen":9,"place":99999999999,"events":[[9,"status","a","a",1,0]]}"#,
    ] {
        let mut log = Log::restored(text, true);
        log.push(Kind::Status, "fine", 0.0);
        let lines = lines(&mut log);
        assert!(lines.contains(&"status \"fine\"".to_owned()) && !lines.concat().contains("approval"), "{lines:?}");
    }
}

#[test]
fn a_kit_cannot_speak_for_us() {
    assert_eq!(Kind::heard("approval"), Kind::Status);
    assert_eq!(Kind::heard("js:confirm"), Kind::JsConfirm);
}

fn heard(text: &str, closed: bool) -> Heard {
    Heard { from: "status".into(), text: text.into(), at: 1.0, closed }
}

#[test]
fn only_what_the_page_could_read_is_kept_where_it_can() {
    let mut log = Log::default();
    log.hear(&[heard("Own", false)], Some(1));
    // A frame's kit that says nothing makes nothing of the page's a stranger's.
    log.hear(&[heard("  ", false)], None);
    assert!(log.kept().is_some_and(|(kept, _)| kept.contains("Own")));
    log.hear(&[heard("Of a frame", false)], None);
    log.hear(&[heard("Of a closed root", true)], Some(2));
    log.push_foreign(Kind::Changed, "page.frames.Pay.tables.Debts", "page.frames.Pay.tables.Debts has 3 rows", 1.0);
    // The same words from both are two things said.
    log.hear(&[heard("Own", false)], None);
    let (kept, _) = log.kept().expect("it changed");
    assert!(
        kept.contains("Own") && !kept.contains("frame") && !kept.contains("closed") && !kept.contains("Debts"),
        "{kept}"
    );
    assert_eq!(log.all().len(), 5);
    let lines = lines(&mut log).join("\n");
    assert!(lines.contains("Debts") && lines.contains("Of a closed root"), "{lines}");
}
