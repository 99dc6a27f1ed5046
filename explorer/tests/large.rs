//! Of a crate with a large API the first items are explored while the others are built; nothing that was shown is lost.

mod cli_support;

use cli_support::{Copy, from_json, interrupt};
use serde_json::Value;
use std::io::{BufRead, BufReader};
use std::process::Stdio;

/// So many functions make an API large.
const FUNCTIONS: usize = 1_600;

/// A crate of so many functions, of which one of the first and the last fail.
fn large() -> Copy {
    let copy = Copy::of("int-tree");
    let function = |at: usize| match at {
        7 | LAST => format!("pub fn f{at}(n: u8) -> u8 {{\n    [1, 2][usize::from(n % 3)]\n}}\n"),
        // Nobody comes to the end of texts.
        8 => "pub fn f8(text: &str) -> usize {\n    text.split(\",\").count()\n}\n".to_owned(),
        _ => format!("pub fn f{at}(n: u8) -> u8 {{\n    n / 2\n}}\n"),
    };
    let text: String = (0..FUNCTIONS).map(function).collect();
    std::fs::write(copy.path("src/lib.rs"), text).unwrap();
    copy
}

const LAST: usize = FUNCTIONS - 1;

fn items(report: &Value) -> Vec<&str> {
    let findings = report["findings"].as_array().expect("a list").iter();
    let mut items: Vec<&str> = findings
        .map(|finding| finding["item"].as_str().expect("a path"))
        .collect();
    items.sort_unstable();
    items
}

#[test]
fn the_first_items_are_explored_while_the_others_are_built() {
    let copy = large();
    let ran = copy.expect(100, &["--depth", "3", "--no-coverage", "--format", "json"]);
    let place = |text: &str| {
        ran.stderr
            .find(text)
            .unwrap_or_else(|| panic!("{text}: {}", ran.stderr))
    };
    assert!(place("exploring the first items of int-tree") < place("exploring int-tree"));
    assert!(
        ran.stderr.matches("found int_tree::f7 ").count() <= 1,
        "{}",
        ran.stderr
    );
    let report = from_json(&ran.stdout);
    assert_eq!(items(&report), ["int_tree::f1599", "int_tree::f7"]);
    let findings = report["findings"].as_array().unwrap();
    assert!(
        findings.iter().all(|finding| finding["confirmed"] == true),
        "{findings:#?}"
    );
    assert_eq!(report["api"]["items"].as_array().map(Vec::len), Some(FUNCTIONS));
    // What was refused and chosen is remembered: nothing is built, so all are explored at once.
    let again = copy.expect(100, &["--depth", "3", "--no-coverage", "--format", "json"]);
    assert!(!again.stderr.contains("first items"), "{}", again.stderr);
    assert_eq!(items(&from_json(&again.stdout)), items(&report));
}

#[test]
fn what_was_shown_meanwhile_is_in_the_report_of_who_stops() {
    let copy = large();
    // A pipe does not hold the report.
    let file = copy.path("report.json");
    let output = ["--output", file.to_str().unwrap()];
    let options = [&["--until", "10m", "--format", "json"][..], &output].concat();
    let mut command = copy.command(&options);
    command
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::piped());
    let mut child = command.spawn().expect("the binary starts");
    let mut lines = BufReader::new(child.stderr.take().unwrap()).lines();
    let is_found = |line: &Result<String, _>| line.as_ref().is_ok_and(|line| line.starts_with("  found "));
    lines.find(is_found).expect("something is found").unwrap();
    interrupt(&child);
    lines.for_each(drop);
    assert_eq!(child.wait().unwrap().code(), Some(106));
    let report = from_json(&std::fs::read_to_string(&file).unwrap());
    assert_eq!(report["stop"], "interrupted");
    assert!(items(&report).contains(&"int_tree::f7"), "{:?}", items(&report));
}
