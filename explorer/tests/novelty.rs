//! What kept plans lead to: faults that all plans of as many steps would come to much later, and their plans made small.

mod cli_support;

use cli_support::{corpus, run};
use serde_json::Value;

fn explored(arguments: &[&str]) -> Value {
    let ran = run(&[arguments, &["--format", "json"]].concat());
    assert!(matches!(ran.code, 0 | 100), "{}\n{}", ran.code, ran.stderr);
    serde_json::from_str(&ran.stdout).expect("a report is JSON")
}

#[test]
fn a_sequence_of_rare_calls_is_found_and_made_small() {
    let crate_ = corpus("sequences");
    let report = explored(&[
        &crate_,
        "--strategy",
        "novelty",
        "--seed",
        "1",
        "--time-limit",
        "10s",
    ]);
    let findings = report["findings"].as_array().expect("a list");
    assert_eq!(findings.len(), 1, "{findings:?}");
    assert_eq!(findings[0]["confirmed"], true, "{}", findings[0]);
    assert_eq!(
        findings[0]["expression"],
        "Lock::enter(&mut { let mut v = Lock::new(); v.enter(31077); v.enter(4000019); v.enter(777201); \
         v.enter(31133); v.enter(600177); v }, 90210)"
    );
    let executed = |report: &Value| report["edges"]["executed"].as_u64().expect("a count");
    assert!(executed(&report) < report["edges"]["total"].as_u64().expect("a count"));
    // More plans in order of depth.
    let by_depth = explored(&[&crate_, "--time-limit", "4s"]);
    assert!(by_depth["expressions"].as_u64() > report["expressions"].as_u64());
    assert_eq!(
        by_depth["findings"].as_array().map(Vec::len),
        Some(0),
        "{by_depth}"
    );
}

#[test]
fn what_random_plans_find_is_made_small() {
    let report = explored(&[
        &corpus("int-tree"),
        "--strategy",
        "random",
        "--time-limit",
        "5s",
        "--ints",
        "0,1",
        "--only-given-constants",
    ]);
    let findings = report["findings"].as_array().expect("a list");
    let expressions: Vec<&Value> = findings.iter().map(|finding| &finding["expression"]).collect();
    assert_eq!(expressions, ["insert(0, Branch(?1, 0, ?2))"]);
}
