//! Lines that set a fault up are told where runs tell them from others, and where they do not nothing is said.

mod cli_support;

use cli_support::{corpus, expect};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// The item and the line of each mark.
fn planted(source: &str) -> BTreeSet<(String, u64)> {
    let marks = (1..).zip(source.lines()).filter_map(|(number, line)| {
        let (_, item) = line.split_once("// SUSPECT ")?;
        Some((item.to_owned(), number))
    });
    marks.collect()
}

#[test]
fn lines_that_set_faults_up_are_told_and_no_others() {
    let corpus = corpus("suspects");
    let source = std::fs::read_to_string(format!("{corpus}/src/lib.rs")).expect("it is there");
    let ran = expect(100, &[&corpus, "--format", "json"]);
    let report: Value = cli_support::from_json(&ran.stdout);
    assert!(report["coverage"]["reason"].is_null(), "{}", report["coverage"]);
    let findings = report["findings"].as_array().expect("a list");
    let mut told = BTreeSet::new();
    let mut fails: BTreeMap<&str, u64> = BTreeMap::new();
    for finding in findings {
        let path = finding["item"].as_str().expect("a path");
        let item = path.rsplit("::").next().expect("a name");
        fails.insert(item, finding["location"]["line"].as_u64().expect("a line"));
        for suspect in finding["suspects"].as_array().expect("a list") {
            assert_eq!(suspect["file"], "src/lib.rs");
            assert_eq!(suspect["suspicion"], 1000, "{suspect}");
            assert_eq!(suspect["failing"]["reached"], suspect["failing"]["of"]);
            told.insert((item.to_owned(), suspect["line"].as_u64().expect("a line")));
        }
    }
    assert_eq!(told, planted(&source));
    // Of those of which nothing is said there are findings, too.
    for item in ["near", "nothing_else", "looping", "shrink_and_peek"] {
        assert!(fails.contains_key(item), "{item} is not found: {fails:?}");
    }
}

#[test]
fn a_report_without_coverage_has_none() {
    let ran = expect(
        100,
        &[
            &corpus("suspects"),
            "--depth",
            "3",
            "--no-coverage",
            "--format",
            "json",
        ],
    );
    let report: Value = cli_support::from_json(&ran.stdout);
    for finding in report["findings"].as_array().expect("a list") {
        assert_eq!(finding["suspects"], Value::Array(Vec::new()));
    }
}
