//! What kept plans lead to: faults that all plans of as many steps would come to much later, and their plans made small.
//! Explorations end with their first fault or at a depth, so the clock decides nothing.

mod cli_support;

use cli_support::{corpus, run};
use serde_json::Value;

#[track_caller]
fn explored(end: &str, arguments: &[&str]) -> Value {
    let ran = run(&[
        arguments,
        &["--time-limit", "10m", "--no-coverage", "--format", "json"],
    ]
    .concat());
    assert!(matches!(ran.code, 0 | 100), "{}\n{}", ran.code, ran.stderr);
    let report: Value = cli_support::from_json(&ran.stdout);
    assert_eq!(report["stop"], end, "{arguments:?}");
    report
}

#[test]
fn a_sequence_of_rare_calls_is_found_and_made_small() {
    let crate_ = corpus("sequences");
    let item = [&*crate_, "--item", "sequences::Lock::enter"];
    let novelty = ["--strategy", "novelty", "--seed", "1", "--max-findings", "1"];
    let report = explored("findings", &[&item[..], &novelty].concat());
    let findings = report["findings"].as_array().expect("a list");
    assert_eq!(findings.len(), 1, "{findings:?}");
    assert_eq!(findings[0]["confirmed"], true, "{}", findings[0]);
    assert_eq!(
        findings[0]["expression"],
        "{ let mut lock = Lock::new(); lock.enter(31077); lock.enter(4000019); lock.enter(777201); \
         lock.enter(31133); lock.enter(600177); lock.enter(90210); }"
    );
    let executed = |report: &Value| report["edges"]["executed"].as_u64().expect("a count");
    assert!(executed(&report) < report["edges"]["total"].as_u64().expect("a count"));
    // More plans in order of depth, twenty times as many, do not come to it.
    let by_depth = explored("depth", &[&item[..], &["--depth", "16"]].concat());
    let expressions = |report: &Value| report["expressions"].as_u64().expect("a count");
    assert!(
        expressions(&by_depth) > 10 * expressions(&report),
        "{} and {}",
        expressions(&by_depth),
        expressions(&report)
    );
    assert_eq!(by_depth["findings"], Value::Array(Vec::new()));
}

#[test]
fn what_random_plans_find_is_made_small() {
    let smallest = ["insert(0, Branch(?1, 0, ?2))", "insert(1, Branch(?1, 1, ?2))"];
    for seed in ["0", "1", "2", "3"] {
        let report = explored(
            "findings",
            &[
                &corpus("int-tree"),
                "--strategy",
                "random",
                "--seed",
                seed,
                "--max-findings",
                "1",
                "--ints",
                "0,1",
                "--only-given-constants",
            ],
        );
        let findings = report["findings"].as_array().expect("a list");
        let expressions: Vec<&str> = findings
            .iter()
            .map(|finding| finding["expression"].as_str().expect("a text"))
            .collect();
        assert!(
            matches!(expressions.as_slice(), [one] if smallest.contains(one)),
            "seed {seed}: {expressions:?}"
        );
    }
}
