//! Contained runs of single tests: the independent half of a confirmation.

use crate::sample::{build, program};
use explorer::executor::{SandboxMode, TestLimits, TestOutcome, run_contained_test_with};
use std::path::Path;
use std::sync::OnceLock;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

fn run(test: &str) -> TestOutcome {
    static BUILT: OnceLock<std::path::PathBuf> = OnceLock::new();
    let exe = BUILT.get_or_init(|| build("sample-tests", &["--test", "-O"], "sample-tests"));
    let limits = TestLimits {
        cpu: Duration::from_secs(1),
        address_space: Some(2 << 30),
    };
    let interrupt = AtomicBool::new(false);
    let outcome = run_contained_test_with(program(), exe, test, &limits, SandboxMode::Strict, &interrupt);
    outcome.expect("the test starts").expect("nobody interrupts it")
}

#[test]
fn return_and_panic_are_told_apart() {
    let good = run("returns");
    assert_eq!(
        (good.exit_code, good.signal, good.timed_out),
        (Some(0), None, false)
    );
    assert!(
        good.output.contains("hello from inside") && good.output.contains("1 passed"),
        "{}",
        good.output
    );
    let bad = run("panics");
    assert_eq!(bad.exit_code, Some(101));
    assert!(bad.output.contains("on purpose"), "{}", bad.output);
}

#[test]
fn exit_has_no_summary() {
    let outcome = run("exits");
    assert_eq!(outcome.exit_code, Some(7));
    assert!(!outcome.output.contains("test result"), "{}", outcome.output);
}

#[test]
fn stack_overflow_and_memory_end_by_signal() {
    let outcome = run("overflows");
    assert_eq!(outcome.signal, Some(6));
    assert!(
        outcome.output.contains("overflowed its stack"),
        "{}",
        outcome.output
    );
    assert_eq!(run("hoards").signal, Some(6));
}

#[test]
fn hang_and_block_time_out() {
    let hang = run("hangs");
    assert!(hang.timed_out, "{hang:?}");
    let block = run("blocks");
    assert!(block.timed_out, "{block:?}");
}

#[test]
fn output_is_capped() {
    let outcome = run("floods");
    assert!(outcome.timed_out);
    assert!(outcome.output.len() <= (128 << 10) + 100);
    assert!(outcome.output.contains("bytes left out"));
}

#[test]
fn test_is_contained() {
    let outcome = run("reaches_out");
    assert_eq!(outcome.exit_code, Some(0), "{}", outcome.output);
    assert!(outcome.output.contains("contained"));
}

#[test]
fn test_that_cannot_start_is_an_error() {
    let limits = TestLimits {
        cpu: Duration::from_secs(1),
        address_space: None,
    };
    let nothing = Path::new(env!("CARGO_MANIFEST_DIR")).join("Cargo.toml");
    let interrupt = AtomicBool::new(false);
    let outcome = run_contained_test_with(program(), &nothing, "x", &limits, SandboxMode::Strict, &interrupt);
    let error = outcome.unwrap_err();
    assert!(format!("{error:#}").contains("cannot run the test"), "{error:#}");
}
