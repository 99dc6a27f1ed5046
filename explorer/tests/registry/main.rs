//! The program on crates of the registry: each report has the contract's shape and makes sense, and each stand-alone
//! test, copied into a fresh crate, fails as reported. Needs the network, so it runs only when asked for; then
//! whatever keeps it from running is a failure.

#![expect(clippy::print_stdout, reason = "a test that does nothing says how to run it")]

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

const ASKED_FOR: &str = "CARGO_EXPLORE_REGISTRY_TESTS";

/// Explorations one after the other: each may use all cores for its time limit.
static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());

fn products() -> PathBuf {
    let directory = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("registry");
    fs::create_dir_all(directory.join("reports")).expect("the directory for test products is writable");
    directory
}

/// Explores `spec` for ten seconds. Returns the exit code and the report, which is kept below [`products`].
fn explore(spec: &str) -> (i32, Value) {
    let output = Command::new(env!("CARGO_BIN_EXE_cargo-explore"))
        .args([spec, "--format", "json", "--time-limit", "10s", "--target-dir"])
        .arg(products().join("target"))
        .current_dir(products())
        .env_remove("CARGO_TARGET_DIR")
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
fn check(name: &str, version: &str) {
    let spec = format!("{name}@{version}");
    if std::env::var_os(ASKED_FOR).is_none_or(|value| value != "1") {
        println!("{spec} is not explored: `{ASKED_FOR}=1 cargo test -p cargo-explore --test registry` does");
        return;
    }
    let _turn = ONE_AT_A_TIME.lock().unwrap_or_else(PoisonError::into_inner);
    let (code, report) = explore(&spec);
    let mut troubles = Vec::new();
    shape::DOCUMENT.compare(&report, "report", &mut troubles);
    assert!(troubles.is_empty(), "{spec}:\n{}", troubles.join("\n"));
    assert_eq!(report["crate"]["name"], name);
    assert_eq!(report["crate"]["version"], version);
    assert_eq!(report["crate"]["source"], "registry");
    assert_eq!(report["settings"]["time_limit_ms"], 10_000);
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
fn semver_reports_the_truth() {
    check("semver", "1.0.23");
}

#[test]
fn hex_reports_the_truth() {
    check("hex", "0.4.3");
}

#[test]
fn strsim_reports_the_truth() {
    check("strsim", "0.11.1");
}

#[test]
fn humantime_reports_the_truth() {
    check("humantime", "2.1.0");
}

#[test]
fn slab_reports_the_truth() {
    check("slab", "0.4.9");
}

#[test]
fn smallvec_reports_the_truth() {
    check("smallvec", "1.13.2");
}

#[test]
fn itoa_reports_the_truth() {
    check("itoa", "1.0.11");
}

#[test]
fn percent_encoding_reports_the_truth() {
    check("percent-encoding", "2.3.1");
}
