//! All cases of tests/suite hold; an area is one test, so that areas run side by side.

use std::path::{Path, PathBuf};

fn suite() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/suite")
}

/// Names of the folders in `tests/suite`.
fn areas() -> Vec<String> {
    let entries = std::fs::read_dir(suite()).unwrap();
    let dirs = entries.map(|entry| entry.unwrap()).filter(|entry| entry.path().is_dir());
    let mut names: Vec<String> = dirs.map(|entry| entry.file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

macro_rules! areas {
    ($($name:ident)*) => {
        const AREAS: &[&str] = &[$(stringify!($name)),*];
        $(#[test] fn $name() {
            let bless = std::env::var_os("ONECALL_BLESS").is_some();
            let outcome = super::run(&suite().join(stringify!($name)), bless);
            assert!(outcome.is_ok(), "{}\n\naccept today's answers with: cargo xtask bless", outcome.unwrap_err());
        })*
    };
}

areas! { act events faults hostile json lenient page reading scenarios search }

#[test]
fn every_area_is_played() {
    assert_eq!(areas(), AREAS);
}

#[test]
fn a_case_that_does_not_hold_fails() {
    let dir = std::env::temp_dir().join(format!("onecall-suite-{}", std::process::id()));
    std::fs::create_dir_all(&dir).unwrap();
    std::fs::write(dir.join("case.html"), "<h1>Hi</h1><button>Save</button>").unwrap();
    for (calls, why) in [
        ("> page.buttons\n? has \"Cancel\"", "does not hold: has \"Cancel\""),
        ("> page.buttons\n? steps 1", "does not hold: steps 1"),
        ("> page.buttons", "expected  (nothing more)"),
        ("page.buttons", "unknown mark"),
        ("@explode", "unknown directive @explode"),
    ] {
        std::fs::write(dir.join("calls.txt"), calls).unwrap();
        let error = super::run(&dir, false).unwrap_err();
        assert!(error.contains(why), "{error}");
    }
    std::fs::remove_dir_all(&dir).unwrap();
}
