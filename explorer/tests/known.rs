//! What people judge, from outside: findings of a copy of a corpus crate are judged, later runs are silent about them, and
//! say so where a judgement does not hold any more.

mod cli_support;

use cli_support::{Ran, command, products};
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

const SOURCE: &str = "\
//! Functions that fail, to be judged.

/// Doubles what must be there.
pub fn unwrap_none(value: Option<u8>) -> u16 {
    u16::from(value.unwrap()) * 2
}

/// Adds one without looking.
pub fn one_more(value: u8) -> u8 {
    helper(value)
}

fn helper(value: u8) -> u8 {
    value + 1
}

/// Looks up one of three weights.
pub fn weight(trigger: bool) -> u16 {
    let weights = vec![10_u16, 20, 30];
    weights[if trigger { 3 } else { 0 }]
}
";

/// A package of its own, made anew.
fn package(name: &str) -> PathBuf {
    let directory = products().join("judged").join(name);
    let _ = fs::remove_dir_all(&directory);
    fs::create_dir_all(directory.join("src")).unwrap();
    let manifest =
        format!("[package]\nname = \"{name}\"\nversion = \"0.1.0\"\nedition = \"2024\"\n\n[workspace]\n");
    fs::write(directory.join("Cargo.toml"), manifest).unwrap();
    fs::write(directory.join("src/lib.rs"), SOURCE).unwrap();
    directory
}

fn change(package: &Path, from: &str, to: &str) {
    let file = package.join("src/lib.rs");
    let text = fs::read_to_string(&file).unwrap();
    let changed = text.replace(from, to);
    assert_ne!(text, changed, "there is `{from}`");
    fs::write(file, changed).unwrap();
}

fn known_toml(package: &Path) -> PathBuf {
    package.join(".config/explore/known.toml")
}

#[track_caller]
fn run_in(package: &Path, code: i32, arguments: &[&str]) -> Ran {
    let mut command = command(arguments);
    Ran::expect(command.current_dir(package).env("GIT_AUTHOR_NAME", "Ada"), code)
}

/// Explores, writes `report.json` beside the package's manifest, and gives what it says to people.
#[track_caller]
fn explore(package: &Path, code: i32, more: &[&str]) -> String {
    let arguments = ["--depth", "4", "--no-coverage", "-q", "--color", "never"];
    let ran = run_in(package, code, &[&arguments, more].concat());
    // As one line each, however long.
    ran.stderr.replace("\n  ", " ")
}

#[track_caller]
fn explore_json(package: &Path, code: i32) -> Value {
    explore(package, code, &["--format", "json", "--output", "report.json"]);
    let text = fs::read_to_string(package.join("report.json")).unwrap();
    serde_json::from_str(&text).expect("it is one document")
}

/// Ids of findings, by the last segment of their item.
fn id_of(report: &Value, item: &str) -> String {
    let findings = report["findings"].as_array().unwrap();
    let is_it = |finding: &&Value| finding["item"].as_str().unwrap().ends_with(&format!("::{item}"));
    let finding = findings
        .iter()
        .find(is_it)
        .unwrap_or_else(|| panic!("no {item} in {findings:#?}"));
    finding["id"].as_str().unwrap().to_owned()
}

#[test]
fn what_is_judged_is_silent_until_it_does_not_hold_any_more() {
    let package = package("judged-life");
    let report = explore_json(&package, 100);
    let ids = ["unwrap_none", "one_more", "weight"].map(|item| id_of(&report, item));
    let judge = |arguments: &[&str]| run_in(&package, 0, &[arguments, &["--report", "report.json"]].concat());
    judge(&["accept", &ids[0][..6], &ids[1], "--reason", "callers know"]);
    let text = explore(&package, 100, &[]);
    assert!(text.contains("bug 1/1  judged_life::weight panics"), "{text}");
    assert!(
        text.contains("2 judged in .config/explore/known.toml are not shown;"),
        "{text}"
    );

    let ran = judge(&["reject", &ids[2], "--reason", "tracked as 7"]);
    assert!(
        ran.stdout.contains("1 finding judged bug in") && ran.stdout.contains(&ids[2]),
        "{}",
        ran.stdout
    );
    let text = explore(&package, 0, &["--check"]);
    assert!(
        text.contains("3 judged in .config/explore/known.toml are not shown (1 of them a known bug);"),
        "{text}"
    );
    assert!(text.contains("judged-life 0.1.0: no new bugs found "), "{text}");
    let text = explore(&package, 0, &["--all"]);
    assert!(
        text.contains("judged expected: callers know") && text.contains("bug 1/3"),
        "{text}"
    );

    // Lines elsewhere change nothing; the function's own code does.
    change(
        &package,
        "/// Doubles",
        "/// First.\npub fn first() {}\n\n/// Doubles",
    );
    explore(&package, 0, &["--check"]);
    change(&package, "* 2", "* 3");
    let text = explore(&package, 0, &[]);
    let expected = format!(
        "stale: {} `judged_life::unwrap_none` was judged expected: callers know; since then its code has changed",
        ids[0]
    );
    assert!(text.contains(&expected), "{text}");
    explore(&package, 100, &["--check"]);

    // A ruling on a bug says nothing of how the code reads; that it is fixed is told.
    change(&package, "{ 3 }", "{ 2 }");
    let text = explore(&package, 0, &[]);
    let expected = format!(
        "passing: {} `judged_life::weight` was judged bug: tracked as 7; it was expected to fail and passes",
        ids[2]
    );
    assert!(text.contains(&expected), "{text}");
    let text = explore(&package, 0, &["--item", "*::one_more"]);
    assert!(
        !text.contains("passing"),
        "what was left out says nothing: {text}"
    );
    let report = explore_json(&package, 0);
    let known = &report["known"];
    assert_eq!(
        (&known["judged"], &known["stale"], &known["absent"][0]["absence"]),
        (&2.into(), &1.into(), &"passing".into())
    );
    let judged: Vec<&str> = (report["findings"].as_array().unwrap().iter())
        .map(|finding| finding["judged"]["verdict"].as_str().unwrap())
        .collect();
    assert_eq!(judged, ["expected", "expected"]);

    run_in(&package, 0, &["reopen", &ids[1], &ids[2][..8]]);
    let text = explore(&package, 100, &[]);
    assert!(
        text.contains("bug 1/1  judged_life::one_more panics") && !text.contains("passing"),
        "{text}"
    );
}

#[test]
fn a_ruling_follows_a_function_to_its_new_name() {
    let package = package("judged-names");
    let report = explore_json(&package, 100);
    let old = id_of(&report, "unwrap_none");
    let report_file = ["--report", "report.json"];
    let judge = |code, arguments: &[&str]| run_in(&package, code, &[arguments, &report_file].concat());
    judge(0, &["accept", &old, "--reason", "so it is"]);
    change(&package, "unwrap_none", "doubled");
    let text = explore(&package, 100, &["--item", "*::doubled"]);
    let report = explore_json(&package, 100);
    let new = id_of(&report, "doubled");
    let expected = format!(
        "renamed: {new} is the same as {old} `judged_names::unwrap_none`, which was judged expected: so it is; `accept {new} --same-as {old}`"
    );
    assert!(text.contains(&expected), "{text}");
    judge(0, &["accept", &new, "--same-as", &old]);
    explore(&package, 0, &["--item", "*::doubled", "--check"]);
    let known = fs::read_to_string(known_toml(&package)).unwrap();
    for line in [
        "item = \"judged_names::doubled\"",
        "reason = \"so it is\"",
        "who = \"Ada\"",
        "expression = \"doubled(None)\"",
    ] {
        assert!(known.contains(line), "{line} is missing in {known}");
    }
    assert!(!known.contains(&old), "{known}");
}

#[test]
fn without_a_report_the_newest_stored_run_is_judged() {
    let package = package("judged-stored");
    let target = ["--target-dir", "target"];
    explore(
        &package,
        100,
        &[&target[..], &["--format", "json", "--output", "report.json"]].concat(),
    );
    let text = fs::read_to_string(package.join("report.json")).unwrap();
    let id = id_of(&serde_json::from_str(&text).unwrap(), "weight");
    run_in(
        &package,
        0,
        &[&["accept", &id[..5], "--reason", "so it is"], &target[..]].concat(),
    );
    let known = fs::read_to_string(known_toml(&package)).unwrap();
    assert!(known.contains(&id) && known.contains("hash = \"code:"), "{known}");
}

#[test]
fn mistakes_are_told_with_what_to_do() {
    let package = package("judged-mistakes");
    let report = explore_json(&package, 100);
    let id = id_of(&report, "weight");
    let other = id_of(&report, "one_more");
    let near = format!("{}x", &id[..5]);
    for (arguments, expected) in [
        (&["accept", &near, "--reason", "x"][..], &*id),
        (&["accept", &id], "--reason TEXT"),
        (&["accept", &id, "--verdict", "duplicate"], "go together"),
        (&["accept", &id, "--verdict", "duplicate", "--of", &id], "itself"),
        (
            &["accept", &id, "--reason", "x", "--expires", "soon"],
            "2027-06-30",
        ),
        (&["reject", &id], "--reason"),
        (&["reopen", &id], "known.toml"),
        (&["review"], "accept"),
    ] {
        let ran = run_in(&package, 2, &[arguments, &["--report", "report.json"]].concat());
        assert!(ran.stderr.contains(expected), "{arguments:?}: {}", ran.stderr);
    }
    assert!(!known_toml(&package).exists(), "mistakes write nothing");
    let ran = run_in(
        &package,
        101,
        &["accept", &id, "--reason", "x", "--target-dir", "none"],
    );
    assert!(ran.stderr.contains("help: explore first"), "{}", ran.stderr);

    let report_file = ["--report", "report.json"];
    run_in(
        &package,
        0,
        &[
            &["accept", &id, "--verdict", "duplicate", "--of", &other[..4]],
            &report_file[..],
        ]
        .concat(),
    );
    run_in(
        &package,
        0,
        &[
            &["accept", &other, "--verdict", "later", "--expires", "2020-01-01"],
            &report_file[..],
        ]
        .concat(),
    );
    let text = explore(&package, 100, &["--check"]);
    assert!(
        text.contains("expired: ") && text.contains("that held until 2020-01-01"),
        "{text}"
    );
    let known = fs::read_to_string(known_toml(&package)).unwrap();
    assert!(
        known.contains(&format!("of = \"{other}\"")) && known.contains("expires = 2020-01-01"),
        "{known}"
    );

    fs::write(known_toml(&package), known.replacen("id = ", "id ", 1)).unwrap();
    let text = explore(&package, 101, &[]);
    assert!(text.contains("is not TOML") && text.contains("line 6"), "{text}");
}

/// Runs `review` in a terminal of its own and types.
fn review(package: &Path, keys: &str) -> Option<String> {
    if !Path::new("/usr/bin/script").exists() {
        return None;
    }
    let binary = env!("CARGO_BIN_EXE_cargo-explore");
    let mut child = Command::new("/usr/bin/script")
        .args([
            "-q",
            "-e",
            "-c",
            &format!("'{binary}' review --report report.json --who Ada"),
            "/dev/null",
        ])
        .current_dir(package)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("`script` starts");
    use std::io::Write;
    let mut input = child.stdin.take().unwrap();
    input.write_all(keys.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    drop(input);
    assert!(output.status.success(), "{output:?}");
    Some(String::from_utf8_lossy(&output.stdout).into_owned())
}

#[test]
fn a_review_settles_every_cause_with_a_key() {
    let package = package("judged-review");
    explore_json(&package, 100);
    // The first is judged wrongly, taken back and judged again.
    let Some(text) = review(&package, "?tdnone\nbwrong\nuaon purpose\nbsee 7\nl\n\nq\nq") else {
        return;
    };
    assert!(text.contains("3 causes judged, no causes left"), "{text}");
    let text = explore(&package, 0, &["--check"]);
    assert!(
        text.contains("3 judged in .config/explore/known.toml are not shown"),
        "{text}"
    );
}
