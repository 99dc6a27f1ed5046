//! The program on crates of the registry: each report has the contract's shape and makes sense, and each stand-alone
//! test, copied into a fresh crate, fails as reported. Whoever asks for these tests with `--ignored` has the network;
//! then whatever keeps one from running is a failure. Explorations end at a depth, or with a number of findings.

#![expect(clippy::print_stdout, reason = "how many tests were judged is worth a line")]

mod sample;
mod sense;
mod shape;
mod stranger;

use serde_json::Value;
use std::fs;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::{Mutex, PoisonError};
use stranger::Stranger;

/// Explorations one after the other: each may use all cores for its time limit.
static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());

fn products() -> PathBuf {
    let directory = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("registry");
    fs::create_dir_all(directory.join("reports")).expect("the directory for test products is writable");
    directory
}

/// What ends an exploration long before its time limit.
#[derive(Clone, Copy)]
enum End {
    Depth(u64),
    Findings(u64),
}

/// Explores `spec`. Returns the exit code and the report, which is kept below [`products`].
fn explore(spec: &str, end: End) -> (i32, Value) {
    let (option, count) = match end {
        End::Depth(depth) => ("--depth", depth),
        End::Findings(findings) => ("--max-findings", findings),
    };
    let output = Command::new(env!("CARGO_BIN_EXE_cargo-explore"))
        .args([spec, option, &count.to_string(), "--format", "json"])
        .args(["--time-limit", "10m", "--target-dir"])
        .arg(products().join("target"))
        .current_dir(products())
        .env_remove("CARGO_TARGET_DIR")
        .env("CARGO_EXPLORE_STATE_DIR", products().join("state"))
        .stdin(Stdio::null())
        .output()
        .expect("the binary starts");
    let said = String::from_utf8_lossy(&output.stderr);
    let code = output.status.code().expect("the program ends by itself");
    assert!(
        matches!(code, 0 | 100),
        "{spec}: exit code {code} (can the registry be reached?)\n{said}"
    );
    let text = String::from_utf8(output.stdout).expect("a report is Unicode");
    fs::write(products().join("reports").join(format!("{spec}.json")), &text).expect("it is writable");
    assert_eq!(text.lines().count(), 1, "{spec}: one document, one line\n{said}");
    (code, serde_json::from_str(&text).expect("a report is JSON"))
}

#[track_caller]
fn check(name: &str, version: &str, end: End) {
    let spec = format!("{name}@{version}");
    let _turn = ONE_AT_A_TIME.lock().unwrap_or_else(PoisonError::into_inner);
    let (code, report) = explore(&spec, end);
    let mut troubles = Vec::new();
    shape::DOCUMENT.compare(&report, "report", &mut troubles);
    assert!(troubles.is_empty(), "{spec}:\n{}", troubles.join("\n"));
    assert_eq!(report["crate"]["name"], name);
    assert_eq!(report["crate"]["version"], version);
    assert_eq!(report["crate"]["source"], "registry");
    match end {
        End::Depth(depth) => assert_eq!(
            (&report["stop"], &report["settings"]["depth"]),
            (&"depth".into(), &depth.into())
        ),
        End::Findings(_) => assert_eq!(report["stop"], "findings"),
    }
    troubles.extend(sense::troubles(&report, code));
    match Stranger::new(&products().join("strangers"), &report) {
        Ok(stranger) => {
            troubles.extend(sense::misplaced(&report, &stranger.crate_root));
            let (not_as_reported, as_reported) = stranger.judge(&report);
            println!(
                "{spec}: {as_reported} tests fail as reported, {} do not",
                not_as_reported.len()
            );
            troubles.extend(not_as_reported);
        }
        Err(error) => troubles.push(error),
    }
    assert!(troubles.is_empty(), "{spec}:\n{}", troubles.join("\n"));
}

#[test]
#[ignore = "needs the registry: run with --ignored"]
fn semver_reports_the_truth() {
    check("semver", "1.0.23", End::Depth(6));
}

#[test]
#[ignore = "needs the registry: run with --ignored"]
fn hex_reports_the_truth() {
    check("hex", "0.4.3", End::Depth(5));
}

#[test]
#[ignore = "needs the registry: run with --ignored"]
fn strsim_reports_the_truth() {
    check("strsim", "0.11.1", End::Depth(6));
}

#[test]
#[ignore = "needs the registry: run with --ignored"]
fn humantime_reports_the_truth() {
    check("humantime", "2.1.0", End::Findings(3));
}

#[test]
#[ignore = "needs the registry: run with --ignored"]
fn slab_reports_the_truth() {
    check("slab", "0.4.9", End::Findings(9));
}

#[test]
#[ignore = "needs the registry: run with --ignored"]
fn smallvec_reports_the_truth() {
    check("smallvec", "1.13.2", End::Findings(12));
}

#[test]
#[ignore = "needs the registry: run with --ignored"]
fn itoa_reports_the_truth() {
    check("itoa", "1.0.11", End::Depth(10));
}

#[test]
#[ignore = "needs the registry: run with --ignored"]
fn percent_encoding_reports_the_truth() {
    check("percent-encoding", "2.3.1", End::Findings(2));
}

#[test]
#[ignore = "needs the registry: run with --ignored"]
fn a_name_alone_is_the_newest_version() {
    let _turn = ONE_AT_A_TIME.lock().unwrap_or_else(PoisonError::into_inner);
    let (_, report) = explore("strsim", End::Depth(1));
    assert_eq!(report["crate"]["name"], "strsim");
    let version = report["crate"]["version"].as_str().expect("it is a text");
    let version = semver::Version::parse(version).expect("it is a version");
    assert!(version >= semver::Version::new(0, 11, 1), "{version}");
}

#[test]
#[ignore = "needs the registry: run with --ignored"]
fn a_yanked_version_that_is_named_is_explored() {
    let _turn = ONE_AT_A_TIME.lock().unwrap_or_else(PoisonError::into_inner);
    let (_, report) = explore("untrusted@0.6.1", End::Depth(1));
    assert_eq!(report["crate"]["version"], "0.6.1");
}
