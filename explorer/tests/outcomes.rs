//! What a crate does to be lost, or to be believed: each function comes to one outcome, and the functions beside it to theirs.

mod cli_support;

use cli_support::{corpus, documents, expect};
use serde_json::Value;
use std::collections::BTreeSet;

/// What exploring a crate of `corpus/hostile` comes to.
#[track_caller]
fn explored(name: &str, code: i32, further: &[&str]) -> Value {
    let path = corpus(&format!("hostile/{name}"));
    let arguments = [&[path.as_str(), "--no-coverage", "--format", "json"], further].concat();
    documents(&expect(code, &arguments).stdout).remove(0)
}

/// Items with a confirmed finding, and the finding's kind.
fn confirmed(report: &Value) -> BTreeSet<(String, String)> {
    let findings = report["findings"].as_array().expect("a list");
    let word = |finding: &Value, name: &str| finding[name].as_str().expect("a text").to_owned();
    (findings.iter())
        .filter(|finding| finding["confirmed"] == true)
        .map(|finding| (word(finding, "item"), word(finding, "kind")))
        .collect()
}

/// What else was found, and why it is not counted.
fn doubted(report: &Value) -> Vec<String> {
    let findings = report["findings"].as_array().expect("a list");
    (findings.iter())
        .filter(|finding| finding["confirmed"] != true)
        .map(|finding| format!("{}: {}", finding["item"], finding["unconfirmed_reason"]))
        .collect()
}

fn set(expected: &[(&str, &str)]) -> BTreeSet<(String, String)> {
    let owned = |(item, kind): &(&str, &str)| ((*item).to_owned(), (*kind).to_owned());
    expected.iter().map(owned).collect()
}

#[test]
fn how_a_fault_ends_and_what_is_printed_before_does_not_matter() {
    let report = explored("ends", 100, &[]);
    let expected = [
        ("hostile_ends::abort::after_overflow", "abort"),
        ("hostile_ends::exit::after_failure", "exit"),
        ("hostile_ends::exit::after_success", "exit"),
        ("hostile_ends::panic::after_a_flood", "panic"),
        ("hostile_ends::panic::after_success", "panic"),
        ("hostile_ends::panic::by_another_hook", "panic"),
        ("hostile_ends::panic::payload_with_a_bomb", "panic"),
        ("hostile_ends::panic::resumed", "panic"),
        ("hostile_ends::panic::resumed_number", "panic"),
        ("hostile_ends::panic::silent_hook", "panic"),
    ];
    assert_eq!(confirmed(&report), set(&expected));
    assert_eq!(doubted(&report), [""; 0]);
}

#[test]
fn symbols_of_a_crate_take_nothing_away() {
    let report = explored("symbols", 100, &[]);
    let expected = [
        ("hostile_symbols::number", "panic"),
        ("hostile_symbols::word", "panic"),
    ];
    assert_eq!(confirmed(&report), set(&expected));
    assert_eq!(doubted(&report), [""; 0]);
}
