//! What a crate does to be lost, or to be believed: each function comes to one outcome, and the functions beside it to theirs.

mod cli_support;

use cli_support::{corpus, documents, expect, products};
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
        ("ends::abort::after_overflow", "abort"),
        ("ends::exit::after_failure", "exit"),
        ("ends::exit::after_success", "exit"),
        ("ends::panic::after_a_flood", "panic"),
        ("ends::panic::after_success", "panic"),
        ("ends::panic::by_another_hook", "panic"),
        ("ends::panic::on_thread_of_thread", "panic"),
        ("ends::panic::on_thread_that_is_asked", "panic"),
        ("ends::panic::on_thread_that_is_detached", "panic"),
        ("ends::panic::on_thread_that_is_ignored", "panic"),
        ("ends::panic::payload_with_a_bomb", "panic"),
        ("ends::panic::resumed", "panic"),
        ("ends::panic::resumed_number", "panic"),
        ("ends::panic::silent_hook", "panic"),
    ];
    assert_eq!(confirmed(&report), set(&expected));
    assert_eq!(doubted(&report), [""; 0]);
}

#[test]
fn symbols_of_a_crate_take_nothing_away() {
    let report = explored("symbols", 100, &[]);
    let expected = [("symbols::number", "panic"), ("symbols::word", "panic")];
    assert_eq!(confirmed(&report), set(&expected));
    assert_eq!(doubted(&report), [""; 0]);
}

#[test]
fn who_writes_over_the_record_loses_its_own_outcome_alone() {
    let report = explored("record", 100, &[]);
    assert_eq!(confirmed(&report), set(&[("record::innocent", "panic")]));
    let doubted = doubted(&report);
    let is_unmapped = |text: &&String| text.contains("record::nothing");
    assert_eq!(
        doubted.iter().filter(is_unmapped).count(),
        doubted.len(),
        "{doubted:?}"
    );
    let items = report["api"]["items"].as_array().expect("a list");
    let is_completed = |path: &str| {
        let mut items = items.iter();
        items.any(|item| item["path"] == path && item["status"] == "completed")
    };
    assert!(is_completed("record::innocent") && is_completed("record::total"));
    assert!(report["stalled"].as_u64().is_some_and(|count| count >= 5));
}

#[test]
fn what_a_callers_own_functions_do_is_no_fault_of_who_calls_them() {
    for jobs in ["1", "2"] {
        let report = explored("pool", 100, &["--jobs", jobs]);
        let expected = [("pool::Claim::unwrap", "panic"), ("pool::heavy", "panic")];
        assert_eq!(confirmed(&report), set(&expected));
        assert_eq!(doubted(&report), [""; 0]);
        let items = report["api"]["items"].as_array().expect("a list");
        let open: Vec<&Value> = (items.iter())
            .filter(|item| item["status"] != "completed")
            .collect();
        assert!(open.is_empty(), "{open:?}");
    }
    let verdicts = verdicts_of("pool");
    assert!(verdicts.contains("\"arms\""), "{verdicts}");
    assert!(
        !verdicts.contains("in `crate`"),
        "what harnesses call of their own is there: {verdicts}"
    );
}

/// What does not compile of the harness that was built for a crate of `corpus/hostile`.
fn verdicts_of(name: &str) -> String {
    let builds = products().join("target/explore");
    let mut builds = std::fs::read_dir(&builds).expect("it was explored").flatten();
    let prefix = format!("{name}-");
    let build = builds.find(|entry| entry.file_name().to_string_lossy().starts_with(&prefix));
    let verdicts = build.expect("a build").path().join("verdicts.json");
    std::fs::read_to_string(verdicts).expect("a text")
}

#[test]
fn a_call_that_never_ends_is_ended_from_outside() {
    let report = explored("clocks", 100, &["--case-timeout", "200ms"]);
    let timeouts = [
        "blocks_signals",
        "handles_signals",
        "ignores_ticks",
        "stops_the_timer",
        "turns",
        "waits",
    ];
    let timeouts = timeouts.map(|name| (format!("clocks::{name}"), "timeout".to_owned()));
    let mut expected = set(&[("clocks::innocent", "panic")]);
    expected.extend(timeouts);
    assert_eq!(confirmed(&report), expected);
    assert_eq!(doubted(&report), [""; 0]);
}

#[test]
fn an_initialiser_that_never_ends_is_told_with_its_words() {
    let path = corpus("hostile/loads");
    let ran = expect(101, &[path.as_str(), "--no-coverage"]);
    for part in ["when it is loaded", "of CPU time", "waiting for a lamp"] {
        assert!(ran.stderr.contains(part), "{part} in {}", ran.stderr);
    }
}
