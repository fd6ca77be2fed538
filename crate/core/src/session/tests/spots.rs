//! Things without a role, groups that others own, and what changed, as an agent reads them.

use onecall_protocol::json;

use super::replay;
use crate::html::facts;

#[test]
fn words_without_a_role_can_be_clicked() {
    let mut page = replay("<p>Choose one</p><div>Basic</div><div>Premium</div><button>Next</button>");
    let overview = page.call(&json!({}));
    assert!(overview.contains("page.spots  3: \"Choose one\", \"Basic\", \"Premium\""), "{overview}");
    let answer = page.call(&json!({"path": "page.spots.Premium.click", "args": []}));
    assert!(answer.starts_with("done     clicked page.spots.Premium"), "{answer}");
    assert_eq!(page.performed.len(), 1);
}

#[test]
fn a_group_lists_what_others_own_before_it_says_that_there_are_none() {
    let mut page = replay("<form aria-label=A><label>Town <input></label><button>Go</button></form>");
    let answer = page.read("page.fields");
    assert!(answer.contains("page.forms.A.fields.Town | text"), "{answer}");
    let answer = page.call(&json!({"path": "page.fields[0].set", "args": ["Bonn"]}));
    assert!(answer.starts_with("done     page.forms.A.fields.Town = \"Bonn\""), "{answer}");
}

#[test]
fn what_new_controls_are_called_is_told_once() {
    let mut page = replay("<button>Next</button><div id=d></div>");
    let more = "<fieldset><legend>Speed</legend><label><input type=radio name=s>Slow</label><label><input type=radio name=s>Fast</label></fieldset><p>Pick one.</p>";
    page.after(facts(&format!("<button>Next</button><div id=d></div>{more}")));
    let answer = page.call(&json!({"path": "page.buttons.Next.click", "args": []}));
    assert!(
        answer.contains("+ page.fields.Speed") && answer.contains("new text \"Pick one.\"\n")
            || answer.ends_with("new text \"Pick one.\""),
        "{answer}"
    );
}

#[test]
fn a_number_that_changes_is_told_with_its_words() {
    let mut page = replay("<button>Guess</button><div>It is more than <span>4</span>.</div>");
    page.after(facts("<button>Guess</button><div>It is more than <span>6</span>.</div>"));
    let answer = page.call(&json!({"path": "page.buttons.Guess.click", "args": []}));
    assert!(answer.contains("new text \"It is more than 6.\""), "{answer}");
}
