//! The crates of `corpus/papers/`, explored as deep as is quick: each case of their `cases.txt` that shows up so early comes
//! to what it must come to, and nothing else is found. What takes longer is named here; `corpus/README.md` says how to run
//! it.

mod cli_support;

use cli_support::{corpus, expect, run};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::Path;

#[test]
fn irulan() {
    explore("irulan", "9", &["irulan::reverse::faulty::prop_reverse"]);
}

#[test]
fn type_targeted_testing() {
    let later = [
        // The same faults of the same code as in the first round.
        "type_targeted_testing::average::second::prop_average",
        "type_targeted_testing::average::third::prop_average",
        "type_targeted_testing::size_balanced::faulty::prop_delete",
        "type_targeted_testing::size_balanced::faulty::prop_difference",
        "type_targeted_testing::stack_set::faulty::prop_focus_up",
    ];
    explore("type-targeted-testing", "11", &later);
}

#[test]
fn data_flow() {
    let later = [
        "data_flow::avl::faulty::prop_insert",
        "data_flow::avl::faulty::prop_delete",
        "data_flow::heap::faulty::prop_delete",
        "data_flow::strassen::faulty::prop_product",
        "data_flow::dijkstra::faulty::prop_distances",
        "data_flow::kruskal::faulty::prop_forest",
        // Calling it takes more steps than that.
        "data_flow::ticket::faulty::price",
        "data_flow::ticket::correct::price",
    ];
    explore("data-flow", "9", &later);
}

#[test]
fn smartcheck() {
    let later = [
        "smartcheck::lists::faulty::prop_small_sums",
        "smartcheck::parser::faulty::prop_parse",
        "smartcheck::stack_set::faulty::prop_delete",
    ];
    explore("smartcheck", "10", &later);
}

#[test]
fn survey() {
    let later = [
        "survey::pointers::exchange",
        "survey::pointers::exchange_unlike",
        "survey::repeated::positive",
        "survey::repeated::nested",
    ];
    explore("survey", "10", &later);
}

/// Whose fault it is, is what these two cases are about.
#[test]
fn a_check_in_the_called_function_is_a_precondition_and_one_below_is_not() {
    let survey = corpus("papers/survey");
    let arguments = [&survey, "--item", "survey::checks::*", "--format", "json", "-q"];
    let ran = expect(100, &arguments);
    let report: Value = cli_support::from_json(&ran.stdout);
    let classes: BTreeMap<&str, &str> = findings(&report)
        .map(|finding| (text(finding, "item"), text(finding, "class")))
        .collect();
    let expected = [
        ("survey::checks::checked_below", "bug"),
        ("survey::checks::checked_here", "precondition"),
    ];
    assert_eq!(classes, BTreeMap::from(expected));
}

#[test]
fn a_line_says_what_a_case_comes_to() {
    let cases = Cases::parse("# not a case\n\ncrate ../x found a::b panic|abort too late\nclean c\n");
    let of_x = &cases.0["../x"];
    assert_eq!(of_x[0].item, "a::b");
    let finding =
        |kind: &str, message: &str| serde_json::json!({"item": "a::b", "kind": kind, "message": message});
    let fault = of_x[0].fault.as_ref().unwrap();
    assert!(fault.is(&finding("abort", "it was too late")));
    assert!(!fault.is(&finding("abort", "it was too early")));
    assert!(!fault.is(&finding("timeout", "it was too late")));
    assert_eq!((cases.0[OWN][0].item.as_str(), cases.0.len()), ("c", 2));
    assert!(cases.0[OWN][0].fault.is_none());
}

/// Explores the cases of a paper to this depth, but not those in other crates, which have tests of their own. Those that
/// show up `later` need not be found, or called.
fn explore(paper: &str, depth: &str, later: &[&str]) {
    let directory = corpus(&format!("papers/{paper}"));
    let text = std::fs::read_to_string(Path::new(&directory).join("cases.txt")).expect("there are cases");
    let cases = Cases::parse(&text);
    let cases = &cases.0[OWN];
    let items: BTreeSet<&str> = cases.iter().map(|case| case.item.as_str()).collect();
    let mut arguments = vec![directory.as_str(), "--depth", depth, "--time-limit", "10m"];
    arguments.extend(["--format", "json", "-q"]);
    arguments.extend(items.iter().flat_map(|item| ["--item", item]));
    let ran = run(&arguments);
    assert!(
        matches!(ran.code, 0 | 100),
        "exit code {}: {}",
        ran.code,
        ran.stderr
    );
    let report: Value = cli_support::from_json(&ran.stdout);
    assert_ne!(report["stop"], "time", "{paper}: depth {depth} takes too long");
    let mut differences = String::new();
    compare(&report, cases, later, &mut differences);
    for item in later.iter().filter(|item| !items.contains(**item)) {
        let _ = writeln!(differences, "{item}: is no case");
    }
    assert!(differences.is_empty(), "\n{differences}");
}

fn compare(report: &Value, cases: &[Case], later: &[&str], differences: &mut String) {
    let called: BTreeSet<&str> = report["api"]["items"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|item| matches!(text(item, "status"), "completed" | "called"))
        .map(|item| text(item, "path"))
        .collect();
    for case in cases {
        let is_found = |fault: &Fault| {
            findings(report).any(|finding| {
                text(finding, "item") == case.item && fault.is(finding) && finding["confirmed"] == true
            })
        };
        if later.contains(&case.item.as_str()) {
            continue;
        }
        if !called.contains(case.item.as_str()) {
            let _ = writeln!(differences, "{}: is not called", case.item);
        }
        if let Some(fault) = case.fault.as_ref().filter(|fault| !is_found(fault)) {
            let _ = writeln!(differences, "{}: {fault:?} is not found", case.item);
        }
    }
    for finding in findings(report) {
        let item = text(finding, "item");
        if !cases.iter().any(|case| case.item == item && case.fault.is_some()) {
            let _ = writeln!(differences, "{item}: false positive: {finding}");
        }
    }
}

fn findings(report: &Value) -> impl Iterator<Item = &Value> {
    report["findings"].as_array().unwrap().iter()
}

fn text<'a>(value: &'a Value, name: &str) -> &'a str {
    value[name].as_str().unwrap_or_default()
}

/// The path of the crate that the file lies in.
const OWN: &str = ".";

/// The cases of each crate, by its path from the file.
#[derive(Default)]
struct Cases(BTreeMap<String, Vec<Case>>);

/// A function, and the fault it has, if there is one.
struct Case {
    item: String,
    fault: Option<Fault>,
}

/// What a finding must be like.
#[derive(Debug)]
struct Fault {
    kinds: Vec<String>,
    message: String,
}

impl Cases {
    fn parse(text: &str) -> Self {
        let mut cases = Self::default();
        let lines = text.lines().map(str::trim);
        for line in lines.filter(|line| !line.is_empty() && !line.starts_with('#')) {
            let (krate, case) = match line.strip_prefix("crate ") {
                Some(rest) => rest.split_once(' ').expect("a case follows the crate"),
                None => (OWN, line),
            };
            let mut words = case.splitn(4, ' ');
            let mut word = || words.next().map(str::to_owned);
            let (verb, item) = (word(), word().expect("a case names an item"));
            let fault = match verb.as_deref() {
                Some("found") => Some(Fault {
                    kinds: word()
                        .expect("a fault has a kind")
                        .split('|')
                        .map(str::to_owned)
                        .collect(),
                    message: word().unwrap_or_default(),
                }),
                Some("clean") => None,
                _ => panic!("neither found nor clean: {line}"),
            };
            cases
                .0
                .entry(krate.to_owned())
                .or_default()
                .push(Case { item, fault });
        }
        cases
    }
}

impl Fault {
    fn is(&self, finding: &Value) -> bool {
        self.kinds.iter().any(|kind| kind == text(finding, "kind"))
            && text(finding, "message").contains(&self.message)
    }
}
