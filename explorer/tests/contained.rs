//! What explored code may do to the system: every act of `corpus/hostile/acts` is refused, in children and in stand-alone
//! tests, and what ordinary crates do goes on working.

mod cli_support;

use cli_support::{Ran, command, corpus, documents, products};
use serde_json::Value;
use std::fs;
use std::process::Command;

/// Explores the acts, as the end of these words.
#[track_caller]
fn explored_by(words: &[&str]) -> Value {
    let acts = corpus("hostile/acts");
    let program = command(&[&acts, "--no-coverage", "--depth", "2", "--format", "json"]);
    let mut wrapped = Command::new(words[0]);
    wrapped
        .args(&words[1..])
        .arg(program.get_program())
        .args(program.get_args());
    wrapped.current_dir(products());
    for (name, value) in program.get_envs() {
        match value {
            Some(value) => wrapped.env(name, value),
            None => wrapped.env_remove(name),
        };
    }
    let ran: Ran = wrapped.output().expect("the program starts").into();
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    documents(&ran.stdout).remove(0)
}

/// Functions that take a refusal ill.
const TAKE_ILL: [&str; 4] = [
    "acts::asks_for_a_name",
    "acts::opens_many_files",
    "acts::starts_a_program",
    "acts::writes_a_large_file",
];

/// Fails, or is ended, where the private directory has no room of its own and somebody has to watch it.
const WATCHED: &str = "acts::fills_the_directory";

/// The only finding is the one that tells of all acts, and its test tells the same. What is taken ill is not blamed.
#[track_caller]
fn check_refused(report: &Value) {
    let layers = report["sandbox"]["layers"].to_string();
    let is_watched = !layers.contains("namespaces");
    let findings = report["findings"].as_array().expect("there is a list");
    let findings = (findings.iter()).filter(|finding| !is_watched || finding["item"] != WATCHED);
    let (taken_ill, findings): (Vec<&Value>, Vec<&Value>) =
        findings.partition(|finding| TAKE_ILL.iter().any(|item| finding["item"] == *item));
    for finding in &taken_ill {
        assert_eq!(finding["confirmed"], false, "{}", finding["item"]);
        let reason = finding["unconfirmed_reason"].to_string();
        assert!(
            reason.contains("the sandbox may have"),
            "{}: {reason}",
            finding["item"]
        );
    }
    assert_eq!(taken_ill.len(), TAKE_ILL.len());
    let told: Vec<(&Value, &Value)> = (findings.iter())
        .map(|finding| (&finding["item"], &finding["message"]))
        .collect();
    let expected = (
        &Value::from("acts::all"),
        &Value::from("acts that were not refused: none"),
    );
    assert_eq!(told, [expected]);
    assert_eq!(
        findings[0]["confirmed"], true,
        "{}",
        findings[0]["unconfirmed_reason"]
    );
    assert_eq!(report["sandbox"]["level"], "strict");
    for layer in ["landlock", "seccomp", "capabilities", "rlimits"] {
        assert!(layers.contains(layer), "{layers}");
    }
}

/// Of whoever starts the program a file is left open for whatever comes.
#[test]
fn every_act_is_refused_and_ordinary_things_work() {
    let left_open = products().join("left-open");
    fs::write(&left_open, "canary").expect("the file can be written");
    let path = left_open.to_str().expect("the path is Unicode");
    check_refused(&explored_by(&["sh", "-c", "exec 9>>\"$0\"; exec \"$@\"", path]));
    assert_eq!(fs::read(&left_open).expect("it is still there"), b"canary");
}

/// As for an ordinary user, who could not give up capabilities.
#[test]
#[expect(clippy::print_stderr, reason = "a test that is skipped says so")]
fn every_act_is_refused_without_capabilities() {
    let words = [
        "setpriv",
        "--inh-caps=-all",
        "--bounding-set=-all",
        "--no-new-privs",
    ];
    let is_there = Command::new(words[0]).args(&words[1..]).arg("true").status();
    if !is_there.is_ok_and(|status| status.success()) {
        eprintln!("SKIPPED: there is no setpriv here that drops capabilities");
        return;
    }
    check_refused(&explored_by(&words));
}
