//! `--leaks`: memory that nothing can reach any more is a finding, and memory that is kept or given away is none.

mod cli_support;

use cli_support::{Copy, corpus, documents, expect};
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;

/// What exploring the crate comes to, and the class of the findings of each item.
fn explored(code: i32, further: &[&str]) -> (Value, BTreeMap<String, String>) {
    let crate_ = corpus("leaks");
    let arguments = [&[crate_.as_str(), "--no-coverage", "--format", "json"], further].concat();
    let report = documents(&expect(code, &arguments).stdout).remove(0);
    let findings = report["findings"].as_array().expect("a list");
    let word = |finding: &Value, name: &str| finding[name].as_str().expect("a text").to_owned();
    let of_items: BTreeMap<String, String> = findings
        .iter()
        .map(|finding| (word(finding, "item"), word(finding, "class")))
        .collect();
    assert_eq!(findings.len(), of_items.len(), "one of each item: {findings:#?}");
    (report, of_items)
}

#[test]
fn what_is_leaked_is_found_and_what_is_kept_or_given_away_is_not() {
    let (report, found) = explored(100, &["--leaks", "--depth", "6", "--jobs", "1"]);
    let planted = [
        ("given::handed_over", "documented"),
        ("leaking::List::push", "bug"),
        ("leaking::Node::close", "bug"),
        ("leaking::Node::marry", "bug"),
        ("leaking::depth_of_two", "bug"),
        ("leaking::longest", "bug"),
        ("leaking::store", "bug"),
        ("leaking::sum_in_room", "bug"),
    ];
    let planted = planted.map(|(item, class)| (format!("leaks::{item}"), class.to_owned()));
    assert_eq!(found, BTreeMap::from(planted));
    assert_eq!(report["settings"]["leaks"], true);
    for finding in report["findings"].as_array().expect("a list") {
        assert_eq!(finding["kind"], "leak", "{finding:#?}");
        assert_eq!(finding["confirmed"], true, "{finding:#?}");
        assert!(finding["location"]["line"].is_u64(), "{finding:#?}");
    }
    let (again, found_by_two) = explored(100, &["--leaks", "--depth", "6", "--jobs", "2"]);
    assert_eq!(found, found_by_two);
    let facts = |report: &Value| {
        let findings = report["findings"].as_array().expect("a list").iter();
        findings
            .map(|finding| {
                [&finding["id"], &finding["message"], &finding["expression"]].map(Value::to_string)
            })
            .collect::<Vec<_>>()
    };
    assert_eq!(facts(&report), facts(&again));
}

#[test]
fn without_being_asked_for_no_leak_is_a_finding() {
    let (report, found) = explored(0, &["--depth", "4"]);
    assert_eq!(found, BTreeMap::new());
    assert_eq!(report["settings"]["leaks"], false);
}

/// A stand-alone test of a leak fails for that alone, and a stored finding is replayed as what it is.
#[test]
fn a_leak_is_shown_by_its_test_and_by_replay_until_it_is_mended() {
    let copy = Copy::of("leaks");
    for file in ["src/leaking.rs", "src/kept.rs", "src/given.rs"] {
        std::fs::copy(Path::new(&corpus("leaks")).join(file), copy.path(file)).unwrap();
    }
    let explore = [
        "explore",
        "--item",
        "*::store",
        "--leaks",
        "--no-coverage",
        "--format",
        "json",
    ];
    let report = documents(&copy.expect(100, &explore).stdout).remove(0);
    let finding = &report["findings"][0];
    assert_eq!(finding["message"], "4 bytes in 1 block is never freed");
    std::fs::create_dir(copy.path("tests")).unwrap();
    let test = finding["reproduction"].as_str().expect("a test");
    std::fs::write(copy.path("tests/leak.rs"), test).unwrap();
    let id = finding["id"].as_str().expect("an id");
    let verdict = |code: i32| {
        let ran = copy.expect(code, &["replay", id, "--format", "json"]);
        documents(&ran.stdout).remove(0)["findings"][0]["verdict"].clone()
    };
    let tested = || {
        let mut cargo = Command::new(env!("CARGO"));
        cargo
            .args(["test", "--offline", "--test", "leak"])
            .current_dir(copy.path(""));
        cargo.env("CARGO_TARGET_DIR", copy.path("target/tests"));
        let output = cargo.output().expect("cargo starts");
        let said = [output.stdout, output.stderr].concat();
        (
            output.status.success(),
            String::from_utf8_lossy(&said).into_owned(),
        )
    };
    assert_eq!(verdict(100), "still_failing");
    let (has_passed, said) = tested();
    assert!(
        !has_passed && said.contains("16 bytes of 4 calls are never freed"),
        "{said}"
    );
    let source = std::fs::read_to_string(copy.path("src/leaking.rs")).unwrap();
    let mended = source.replacen("std::mem::forget(boxed);", "drop(boxed);", 1);
    assert_ne!(source, mended);
    std::fs::write(copy.path("src/leaking.rs"), mended).unwrap();
    assert_eq!(verdict(0), "fixed");
    let (has_passed, said) = tested();
    assert!(has_passed, "{said}");
}
