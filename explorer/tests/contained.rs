//! What explored code may do to the system: every act of `corpus/hostile/acts` is refused, in children and in stand-alone
//! tests, and what ordinary crates do goes on working.

mod cli_support;

use cli_support::{Ran, behind, command, corpus, denied, documents, products};
use serde_json::Value;
use std::fs;
use std::process::Command;

/// Explores the acts, as the end of these words.
#[track_caller]
fn explored_by(words: &[&str]) -> Value {
    let acts = corpus("hostile/acts");
    let program = command(&[&acts, "--no-coverage", "--depth", "2", "--format", "json"]);
    let mut wrapped = behind(words, &program);
    let ran: Ran = wrapped.output().expect("the program starts").into();
    // Where there are no namespaces thousands of threads may come to an end that is told as a bug.
    assert!(matches!(ran.code, 0 | 100), "{}: {}", ran.code, ran.stderr);
    documents(&ran.stdout).remove(0)
}

/// Functions that take a refusal ill.
const TAKE_ILL: [&str; 4] = [
    "acts::asks_for_a_name",
    "acts::opens_many_files",
    "acts::starts_a_program",
    "acts::writes_a_large_file",
];

/// Fail where there are no namespaces: others are seen, threads are as many as there is memory for, and somebody has to watch
/// the private directory, which has no room of its own.
const WITHOUT_NAMESPACES: [&str; 4] = [
    "acts::fills_deleted_files",
    "acts::fills_the_directory",
    "acts::sees_no_others",
    MANY_THREADS,
];
/// Fails in older kernels, too, which have no most for a namespace.
const MANY_THREADS: &str = "acts::starts_many_threads";

/// The only finding is the one that tells of all acts, and its test tells the same. What is taken ill is not blamed.
#[track_caller]
fn check_refused(report: &Value) {
    let layers = report["sandbox"]["layers"].to_string();
    let is_alone = layers.contains("namespaces");
    let release = fs::read_to_string("/proc/sys/kernel/osrelease").expect("it can be read");
    let version: Vec<u32> = release
        .split('.')
        .take(2)
        .map_while(|number| number.parse().ok())
        .collect();
    let is_bounded = version >= vec![6, 14];
    let is_held = |item: &Value| match is_alone {
        true => is_bounded || item != MANY_THREADS,
        false => WITHOUT_NAMESPACES.iter().all(|open| item != open),
    };
    let findings = report["findings"].as_array().expect("there is a list");
    let findings = (findings.iter()).filter(|finding| is_held(&finding["item"]));
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
    assert_eq!(findings[0]["class"], "documented");
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

/// Away go all capabilities, for good.
const WITHOUT_CAPABILITIES: [&str; 4] = [
    "setpriv",
    "--inh-caps=-all",
    "--bounding-set=-all",
    "--no-new-privs",
];
/// Somebody who is not root: whose files those of the tests are is no matter, since it is the same person to the system.
const AS_A_USER: [&str; 4] = ["unshare", "--user", "--map-user=1000", "--map-group=1000"];
/// Who runs behind these words: its number, whether it has capabilities, and whether it can make namespaces.
#[derive(Debug, PartialEq, Eq)]
struct Who {
    is_root: bool,
    has_capabilities: bool,
    makes_namespaces: bool,
}

impl Who {
    /// None: there is no such person here.
    fn behind(words: &[&str]) -> Option<Who> {
        const ASK: &str = "id -u; [ $(id -u) = 0 ] || user=--user; \
                           grep CapEff /proc/self/status; unshare $user --net true && echo namespaces";
        let asked = Command::new(words[0])
            .args(&words[1..])
            .args(["sh", "-c", ASK])
            .output();
        let said = String::from_utf8(asked.ok()?.stdout).ok()?;
        let (user, rest) = said.split_once('\n')?;
        Some(Who {
            is_root: user == "0",
            has_capabilities: !rest.contains("0000000000000000"),
            makes_namespaces: rest.contains("namespaces"),
        })
    }
}

/// Whoever it is that runs behind these words.
#[track_caller]
#[expect(clippy::print_stderr, reason = "a test that is skipped says so")]
fn check_refused_to(who: &Who, words: &[&str], in_namespaces: bool) {
    let found = Who::behind(words);
    if found.as_ref() != Some(who) {
        eprintln!(
            "SKIPPED: `{}` is {found:?} here, and not {who:?}",
            words.join(" ")
        );
        return;
    }
    let report = explored_by(words);
    check_refused(&report);
    let layers = report["sandbox"]["layers"].to_string();
    assert_eq!(layers.contains("namespaces"), in_namespaces, "{layers}");
}

#[test]
fn every_act_is_refused_without_capabilities() {
    let root = Who {
        is_root: true,
        has_capabilities: false,
        makes_namespaces: false,
    };
    check_refused_to(&root, &WITHOUT_CAPABILITIES, false);
}

#[test]
fn every_act_is_refused_to_an_ordinary_user() {
    let user = Who {
        is_root: false,
        has_capabilities: false,
        makes_namespaces: true,
    };
    check_refused_to(&user, &AS_A_USER, true);
}

#[test]
fn every_act_is_refused_to_root_where_namespaces_are_denied() {
    let root = Who {
        is_root: true,
        has_capabilities: true,
        makes_namespaces: false,
    };
    check_refused_to(&root, &denied("0", &[]), false);
}

#[test]
fn every_act_is_refused_to_an_ordinary_user_where_namespaces_are_denied() {
    let user = Who {
        is_root: false,
        has_capabilities: false,
        makes_namespaces: false,
    };
    check_refused_to(&user, &denied("1", &AS_A_USER), false);
}
