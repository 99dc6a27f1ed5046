//! What is said about the source that was reached, by the real binary: runs that died count as far as they got, and whatever
//! nobody can reach is part of the whole.

mod cli_support;

use cli_support::{command, corpus, expect, products};
use serde_json::{Value, json};
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;

/// Explores a corpus crate with these arguments. Returns its report and its annotated source.
#[track_caller]
fn explored(code: i32, name: &str, arguments: &[&str]) -> (Value, String) {
    let listing = products().join(format!("{name}-{}.txt", arguments.len()));
    let path = corpus(name);
    let mut all = vec![path.as_str(), "--format", "json", "--coverage-listing"];
    all.push(listing.to_str().unwrap());
    all.extend(arguments);
    let ran = expect(code, &all);
    let report = cli_support::from_json(&ran.stdout);
    (report, std::fs::read_to_string(listing).unwrap())
}

/// The count and the text of each line of code of an annotated file.
fn lines(listing: &str) -> Vec<(String, String)> {
    let parts = listing.lines().map(|line| line.splitn(3, '|'));
    parts
        .filter_map(|mut parts| {
            let number = parts.next()?.trim();
            let count = parts.next()?.trim();
            let is_code = !number.is_empty() && !count.is_empty();
            is_code.then(|| (count.to_owned(), parts.next().unwrap_or_default().to_owned()))
        })
        .collect()
}

#[test]
fn all_of_the_paper_s_example_is_reached() {
    let arguments = ["--depth", "13", "--ints", "0,1", "--only-given-constants"];
    let (report, listing) = explored(100, "int-tree", &arguments);
    assert_eq!(
        report["coverage"],
        json!({"regions": {"covered": 23, "total": 23}, "lines": {"covered": 10, "total": 10}, "reason": null})
    );
    let lines = lines(&listing);
    assert_eq!(lines.len(), 10, "{listing}");
    assert!(lines.iter().all(|(count, _)| count != "0"), "{listing}");
}

#[test]
fn what_runs_reach_before_they_die_counts_and_what_nobody_reaches_is_in_the_whole() {
    let arguments = ["--depth", "5", "--case-timeout", "300ms", "--time-limit", "10m"];
    let (report, listing) = explored(100, "reached", &arguments);
    assert_eq!(report["coverage"]["reason"], Value::Null, "{report}");
    let mut never = 0;
    for (count, text) in lines(&listing) {
        assert_eq!(
            count == "0",
            text.ends_with("// never"),
            "{count} {text}\n{listing}"
        );
        never += usize::from(count == "0");
    }
    assert_eq!(never, 8, "{listing}");
    let covered = &report["coverage"]["lines"];
    let uncovered = covered["total"].as_u64().unwrap() - covered["covered"].as_u64().unwrap();
    assert_eq!(uncovered, 8, "{covered}");
}

#[test]
fn coverage_can_be_left_out_and_the_report_says_so() {
    let int_tree = corpus("int-tree");
    let arguments = [&int_tree, "--depth", "4", "--no-coverage"];
    let ran = expect(0, &[&arguments[..], &["--format", "json"]].concat());
    let report: Value = cli_support::from_json(&ran.stdout);
    let nothing = json!({"covered": null, "total": null});
    assert_eq!(
        report["coverage"],
        json!({"regions": nothing, "lines": nothing, "reason": "not asked for"})
    );
    assert_eq!(report["time_ms"]["coverage"], 0);
    let ran = expect(0, &arguments);
    assert!(
        ran.stderr.contains("  coverage    not measured: not asked for\n"),
        "{}",
        ran.stderr
    );
}

#[test]
fn results_can_be_kept_whole() {
    let (taken_apart, _) = explored(100, "board", &["--depth", "6"]);
    let (whole, _) = explored(0, "board", &["--depth", "6", "--keep-results-whole"]);
    assert_eq!(taken_apart["settings"]["keep_results_whole"], json!(false));
    assert_eq!(whole["settings"]["keep_results_whole"], json!(true));
    let covered = |report: &Value| report["coverage"]["regions"]["covered"].as_u64().unwrap();
    let total = |report: &Value| report["coverage"]["regions"]["total"].as_u64().unwrap();
    assert!(covered(&whole) < covered(&taken_apart), "{}", whole["coverage"]);
    assert_eq!(total(&whole), total(&taken_apart));
}

/// A wrapper around rustc that refuses to measure coverage and does all else.
fn refusing_wrapper() -> PathBuf {
    let wrapper = products().join("refuses-coverage");
    let script = "#!/bin/sh\ncase \"$*\" in *instrument-coverage*) echo no coverage here >&2; exit 1;; esac\nexec \"$@\"\n";
    std::fs::write(&wrapper, script).unwrap();
    std::fs::set_permissions(&wrapper, std::fs::Permissions::from_mode(0o755)).unwrap();
    wrapper
}

#[test]
fn a_build_that_fails_is_said_and_changes_nothing_else() {
    let target = tempfile::tempdir_in(products()).unwrap();
    let int_tree = corpus("int-tree");
    let output = command(&[&int_tree, "--depth", "6", "--format", "json", "--target-dir"])
        .arg(target.path())
        .env("RUSTC_WRAPPER", refusing_wrapper())
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(100));
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(report["findings"][0]["confirmed"], true);
    assert_eq!(report["coverage"]["regions"]["total"], Value::Null);
    let reason = report["coverage"]["reason"].as_str().unwrap();
    assert!(
        reason.starts_with("the harness cannot be built with coverage: "),
        "{reason}"
    );
}
