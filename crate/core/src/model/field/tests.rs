//! Tests of what is read of fields.

use super::*;
use crate::html;
use crate::model::aria::Memo;

fn facts(markup: &str) -> FieldFacts {
    let dom = html::dom(markup);
    let memo = Memo::default();
    let view = View { dom: &dom, memo: &memo };
    let outline = Outline::build(view, false);
    let page = outline.page();
    let field = outline.within(page, Kind::Field).first().or(outline.within(page, Kind::Editor).first());
    read(view, &outline, *field.expect("a field"))
}

#[track_caller]
fn kind(markup: &str, kind: &str, value: &str) {
    let found = facts(markup);
    assert_eq!((found.kind.as_str(), found.value.as_str()), (kind, value), "{markup}");
}

#[test]
fn kinds_and_values() {
    kind("<input value=a>", "text", "a");
    kind("<input type=EMAIL value=a@b.c>", "email", "a@b.c");
    kind("<input type=password value=x>", "password", "");
    kind("<input type=range min=1 max=5 value=3>", "slider", "3");
    kind("<input type=datetime-local value=2026-11-30T10:00>", "datetime", "2026-11-30T10:00");
    kind("<input type=checkbox checked>", "checkbox", "checked");
    kind("<input type=checkbox role=switch>", "switch", "off");
    kind("<div role=switch aria-checked=true tabindex=0>x</div>", "switch", "on");
    kind("<div role=checkbox aria-checked=mixed tabindex=0>x</div>", "checkbox", "partly checked");
    kind("<textarea>some\ntext</textarea>", "textarea", "some\ntext");
    kind("<select><option>a<option selected>b</select>", "select", "b");
    kind("<select multiple><option selected>a<option selected>b</select>", "multi-select", "a, b");
    kind("<input type=radio name=r aria-label=A><input type=radio name=r aria-label=B checked>", "radio group", "B");
    kind("<div role=slider aria-valuenow=4 aria-valuetext='4 stars' tabindex=0></div>", "slider", "4 stars");
    kind("<div contenteditable><p>Hello <b>you</b></p></div>", "editor", "Hello you");
    kind("<input list=l><datalist id=l><option value=x></datalist>", "combobox", "");
}

#[test]
fn options_of_every_sort() {
    let labels = |markup: &str| {
        facts(markup).options.iter().map(|one| format!("{}={}", one.label, one.value)).collect::<Vec<_>>()
    };
    assert_eq!(labels("<select><option value=1>One<option>Two</select>"), ["One=1", "Two=Two"]);
    assert_eq!(
        labels(
            "<select><optgroup label=A><option>x</optgroup><optgroup label=B><option>x<option>y</optgroup></select>"
        ),
        ["A / x=x", "B / x=x", "y=y"]
    );
    assert_eq!(
        labels("<input list=l><datalist id=l><option value=x><option value=y label=Y></datalist>"),
        ["x=x", "Y=y"]
    );
    assert_eq!(
        labels("<input role=combobox aria-controls=p><ul role=listbox id=p><li role=option>A<li role=option>B</ul>"),
        ["A=", "B="]
    );
    assert_eq!(labels("<div role=radiogroup><span role=radio>A</span><span role=radio>B</span></div>"), ["A=", "B="]);
}

#[test]
fn constraints() {
    let found = facts("<input type=number min=1 max=9 step=2 required readonly disabled>");
    assert_eq!((found.min.as_deref(), found.max.as_deref(), found.step.as_deref()), (Some("1"), Some("9"), Some("2")));
    assert!(found.required && found.readonly && found.disabled);
    let found = facts("<input maxlength=20 minlength=2 pattern='[a-z]+'>");
    assert_eq!((found.maxlength, found.minlength, found.pattern.as_deref()), (Some(20), Some(2), Some("[a-z]+")));
    let found = facts("<input type=file accept=.pdf multiple>");
    assert_eq!((found.accept.as_deref(), found.multiple), (Some(".pdf"), true));
}

#[test]
fn errors_are_found_where_pages_put_them() {
    let error = |markup: &str| facts(markup).error;
    assert_eq!(
        error("<input aria-invalid=true aria-errormessage=e><p id=e>Too short</p>").as_deref(),
        Some("Too short")
    );
    assert_eq!(
        error("<p id=x-hint>As on your card</p><p id=x-error>Error: Enter a name</p><input aria-describedby='x-hint x-error'>").as_deref(),
        Some("Enter a name")
    );
    assert_eq!(
        error("<div><input aria-invalid=true><span>Must be a date</span></div>").as_deref(),
        Some("Must be a date")
    );
    assert_eq!(
        error("<fieldset aria-describedby=g-error><p id=g-error>Pick one</p><input type=radio name=a><input type=radio name=a></fieldset>").as_deref(),
        Some("Pick one")
    );
    assert_eq!(error("<p id=h>Help</p><input required aria-describedby=h>"), None);
}

#[test]
fn hints_are_descriptions_then_placeholders() {
    let hint = |markup: &str| facts(markup).hint;
    assert_eq!(
        hint("<p id=x-hint>As on your card</p><input aria-label=Name aria-describedby=x-hint>").as_deref(),
        Some("As on your card")
    );
    assert_eq!(hint("<input aria-label=Name placeholder='Ann Lee'>").as_deref(), Some("Ann Lee"));
    assert_eq!(hint("<input aria-label=Name>"), None);
}
