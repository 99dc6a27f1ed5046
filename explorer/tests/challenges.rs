//! Holes that a report shows have stood up to other values; what a crate sees in a way that nothing watches is decided.

mod cli_support;

use cli_support::{corpus, expect, products};
use serde_json::{Value, json};
use std::path::Path;

/// What exploring a package finds, which ends with this code.
fn findings(code: i32, package: &str) -> Vec<Value> {
    let ran = expect(code, &[package, "--depth", "6", "--format", "json"]);
    let report: Value = cli_support::from_json(&ran.stdout);
    report["findings"].as_array().expect("a list").clone()
}

/// A library of its own, away from any workspace.
fn package(at: &Path, name: &str, library: &str) -> String {
    let manifest =
        format!("[package]\nname = \"{name}\"\nversion = \"0.1.0\"\nedition = \"2024\"\n\n[workspace]\n");
    std::fs::create_dir_all(at.join("src")).expect("a directory of this test");
    std::fs::write(at.join("Cargo.toml"), manifest).expect("it is writable");
    std::fs::write(at.join("src/lib.rs"), library).expect("it is writable");
    at.to_str().expect("the path is Unicode").to_owned()
}

/// Both fields lie in one word, which is read at once. The assertion is about the argument: no bug.
#[test]
fn fields_that_are_read_together_are_both_decided() {
    let directory = tempfile::tempdir_in(products()).expect("a directory of this test");
    let package = package(
        &directory.path().join("rect"),
        "rect",
        "pub struct Rect {\n    pub w: u8,\n    pub h: u8,\n}\n\n\
         pub fn f(r: &Rect) {\n    assert!(u16::from(r.w) + u16::from(r.h) > 0)\n}\n",
    );
    let findings = findings(0, &package);
    let [finding] = &findings[..] else {
        panic!("{findings:#?}")
    };
    assert_eq!(finding["expression"], "f(&Rect { w: 0, h: 0 })", "{finding:#?}");
    assert_eq!(finding["confirmed"], true);
    assert_eq!(finding["holes"], json!([]));
}

#[test]
fn what_holes_stood_up_to_is_in_the_report() {
    let findings = findings(100, &corpus("int-tree"));
    assert_eq!(findings[0]["expression"], "insert(0, Branch(?1, 0, ?2))");
    let holes = findings[0]["holes"].as_array().expect("a list");
    let numbers: Vec<&Value> = holes.iter().map(|hole| &hole["number"]).collect();
    assert_eq!(numbers, [&json!(1), &json!(2), &Value::Null]);
    for hole in holes {
        let values = hole["challenged_with"].as_array().expect("a list");
        assert!(values.len() > 1, "{hole}");
        for value in values {
            assert!(
                value.as_str().is_some_and(|value| value.contains("Branch")),
                "{value}"
            );
        }
    }
}
