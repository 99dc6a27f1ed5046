//! What spares runs loses nothing: with and without it, exploring a corpus crate to the same end finds the same faults.

mod cli_support;

use cli_support::{corpus, run};
use serde_json::Value;
use std::collections::BTreeSet;

/// Kind and expression-independent identity of each finding, and the number of expressions.
#[track_caller]
fn found(name: &str, others: &[&str]) -> (BTreeSet<String>, u64) {
    let path = corpus(name);
    let mut arguments = vec![path.as_str(), "--only-given-constants", "--time-limit", "10m"];
    arguments.extend(["--format", "json"]);
    arguments.extend(others);
    let ran = run(&arguments);
    assert!(
        matches!(ran.code, 0 | 100),
        "{name}: {}\n{}",
        ran.code,
        ran.stderr
    );
    let report: Value = cli_support::from_json(&ran.stdout);
    assert!(
        report["stop"] == "depth" || report["stop"] == "exhausted",
        "{name} must not be stopped by the clock: {}",
        report["stop"]
    );
    let findings = report["findings"].as_array().expect("findings are listed");
    let ids = findings.iter().map(|finding| finding["id"].to_string()).collect();
    (
        ids,
        report["expressions"].as_u64().expect("expressions are counted"),
    )
}

/// Explores twice to the same end, the second time with `more`, which leads to at least as many expressions. Returns
/// the number of findings and those two.
#[track_caller]
fn compare(name: &str, settings: &[&str], more: &str) -> (usize, u64, u64) {
    let (ids, expressions) = found(name, settings);
    let (all_ids, all) = found(name, &[settings, &[more]].concat());
    assert_eq!(ids, all_ids, "{name} with and without {more}");
    assert!(expressions <= all, "{name}: {expressions} and {all} expressions");
    (ids.len(), expressions, all)
}

#[test]
fn lazy_search_of_trees_finds_what_eager_search_finds() {
    let (faults, lazy, eager) = compare("int-tree", &["--ints", "0,1", "--nesting", "2"], "--eager");
    assert_eq!(faults, 1);
    assert!(lazy * 10 < eager, "{lazy} and {eager} expressions");
}

#[test]
fn lazy_search_of_catching_code_finds_what_eager_search_finds() {
    let (faults, ..) = compare("catching", &["--ints", "0,1", "--nesting", "2"], "--eager");
    assert_eq!(faults, 6);
}

#[test]
fn lazy_search_of_properties_finds_what_eager_search_finds() {
    let (faults, ..) = compare("properties", &["--ints", "0,1", "--nesting", "2"], "--eager");
    assert_eq!(faults, 3);
}

#[test]
fn arguments_that_are_left_out_hide_no_fault() {
    let settings = ["--ints", "0,1,2,3", "--depth", "6"];
    let (faults, distinct, all) = compare("values", &settings, "--all-values");
    assert_eq!(faults, 5);
    assert!(distinct * 2 < all, "{distinct} and {all} expressions");
}

#[test]
fn arguments_that_are_left_out_are_not_needed_elsewhere() {
    compare("lending", &["--ints", "0,1", "--depth", "6"], "--all-values");
    compare("catching", &["--ints", "0,1", "--depth", "6"], "--all-values");
}
