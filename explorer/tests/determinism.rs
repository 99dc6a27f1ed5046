//! The same crate, settings and depth give the same report, run after run and whatever the number of jobs: only times and the
//! number of jobs may differ.

mod cli_support;

use cli_support::{corpus, run};
use serde_json::Value;
use std::collections::BTreeSet;

/// The report of one run, without what may differ.
#[track_caller]
fn report(name: &str, depth: &str, jobs: &str, others: &[&str]) -> Value {
    let path = corpus(name);
    let mut arguments = vec![
        path.as_str(),
        "--depth",
        depth,
        "--jobs",
        jobs,
        "--time-limit",
        "10m",
        "--format",
        "json",
    ];
    arguments.extend(others);
    let ran = run(&arguments);
    assert!(
        matches!(ran.code, 0 | 100),
        "{name} with {jobs} jobs: {}\n{}",
        ran.code,
        ran.stderr
    );
    let mut report: Value = cli_support::from_json(&ran.stdout);
    assert!(
        report["stop"] == "depth" || report["stop"] == "exhausted",
        "{name} must not be stopped by the clock: {}",
        report["stop"]
    );
    let time = report["time_ms"].take();
    assert!(time.is_object(), "the times are where they are looked for");
    let start = report["start_us"].take();
    assert!(start.is_u64(), "the times are where they are looked for");
    for finding in report["findings"].as_array_mut().expect("findings are a list") {
        for time in ["time_ms", "time_us"] {
            let time = finding["first_seen"][time].take();
            assert!(time.is_u64(), "the times are where they are looked for");
        }
    }
    // A run that finds what rustc refused in an earlier one has nothing to try out.
    let rounds = report["prune_rounds"].take();
    assert!(rounds.is_u64(), "the rounds are where they are looked for");
    let jobs = report["settings"]["jobs"].take();
    assert!(jobs.is_u64(), "the jobs are where they are looked for");
    report
}

/// Places at which two reports differ, with both values.
fn differences(left: &Value, right: &Value, at: &str, found: &mut Vec<String>) {
    match (left, right) {
        (Value::Object(left), Value::Object(right)) => {
            let keys: BTreeSet<&String> = left.keys().chain(right.keys()).collect();
            for key in keys {
                let value = |object: &serde_json::Map<String, Value>| object.get(key).cloned();
                let (left, right) = (value(left).unwrap_or_default(), value(right).unwrap_or_default());
                differences(&left, &right, &format!("{at}/{key}"), found);
            }
        }
        (Value::Array(left), Value::Array(right)) if left.len() == right.len() => {
            for (index, (left, right)) in left.iter().zip(right).enumerate() {
                differences(left, right, &format!("{at}/{index}"), found);
            }
        }
        _ if left == right => {}
        _ => found.push(format!("{at}: {left} and {right}")),
    }
}

#[track_caller]
fn check(name: &str, depth: &str) {
    check_with(name, depth, &[]);
}

#[track_caller]
fn check_with(name: &str, depth: &str, others: &[&str]) {
    let first = report(name, depth, "1", others);
    for jobs in ["1", "2"] {
        let again = report(name, depth, jobs, others);
        let mut found = Vec::new();
        differences(&first, &again, "", &mut found);
        assert!(
            found.is_empty(),
            "{name}: one job, then {jobs}:\n{}",
            found.join("\n")
        );
    }
}

#[test]
fn int_tree_is_explored_the_same_way_every_time() {
    check("int-tree", "6");
}

#[test]
fn board_is_explored_the_same_way_every_time() {
    check("board", "9");
}

#[test]
fn properties_are_explored_the_same_way_every_time() {
    check("properties", "5");
}

#[test]
fn faults_are_found_the_same_way_every_time() {
    check("faults", "3");
}

#[test]
fn answers_are_chosen_the_same_way_every_time() {
    check("answers", "12");
}

#[test]
fn total_is_explored_the_same_way_every_time() {
    check("total", "6");
}

/// One round of hundreds of thousands of plans, which several executors share.
#[test]
fn throughput_is_explored_the_same_way_every_time() {
    let constants = [
        "--only-given-constants",
        "--ints",
        "0,7,42,255,1000,65535,99999,123456",
    ];
    check_with("throughput", "20", &[&constants[..], &["--eager"]].concat());
}

#[test]
fn values_are_told_apart_the_same_way_every_time() {
    check("values", "6");
}

#[test]
fn magic_is_learned_the_same_way_every_time() {
    check_with("magic", "8", &["--only-given-constants", "--ints", "0"]);
}

#[test]
fn plans_are_made_from_kept_ones_the_same_way_every_time() {
    check_with("int-tree", "11", &["--strategy", "novelty", "--seed", "3"]);
}

#[test]
fn differences_are_told_with_their_places() {
    let (left, right) = (
        serde_json::json!({"a": [1, {"b": 2}], "c": 0}),
        serde_json::json!({"a": [1, {"b": 3}]}),
    );
    let mut found = Vec::new();
    differences(&left, &right, "", &mut found);
    assert_eq!(found, ["/a/1/b: 2 and 3", "/c: 0 and null"]);
}
