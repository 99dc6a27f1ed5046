//! Systems that do not do what is asked of them: no room, no Landlock, another language, time zone and width of the terminal.

mod cli_support;

use cli_support::{Copy, Ran, corpus, documents, products};
use seccompiler::{BpfProgram, SeccompAction, SeccompFilter, apply_filter};
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;

const OPTIONS: [&str; 6] = [
    "--depth",
    "13",
    "--ints",
    "0,1",
    "--only-given-constants",
    "--no-coverage",
];

/// Runs a script of the shell in a namespace of mounts of its own, with a directory that can be mounted on. None: the system
/// does not let us.
fn with_mounts(script: &str, directory: &Path) -> Option<String> {
    let mut command = Command::new("unshare");
    command.args(["--mount", "--map-root-user", "sh", "-euc"]);
    let script = format!("mount -t tmpfs -o size=60m none \"$0\"\n{script}");
    command
        .arg(script)
        .arg(directory)
        .arg(env!("CARGO_BIN_EXE_cargo-explore"));
    command
        .args([corpus("int-tree").as_str()])
        .args(OPTIONS)
        .env("CARGO_TARGET_DIR", directory)
        .env("CARGO_EXPLORE_STATE_DIR", products().join("state"))
        .current_dir(products());
    let is_there = Command::new("unshare")
        .args(["--mount", "--map-root-user", "true"])
        .status();
    if !is_there.is_ok_and(|status| status.success()) {
        return None;
    }
    let ran: Ran = command.output().expect("the shell starts").into();
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    Some(ran.stdout)
}

/// The disk is full at each step from the first directory to the last test: no run panics or hangs, each says what was in the
/// way, and what was found is told.
#[test]
#[expect(clippy::print_stderr, reason = "a test that is skipped says so")]
fn a_full_disk_is_said_and_hides_no_finding() {
    let directory = tempfile::tempdir_in(products()).expect("it is writable");
    // Built once with room; then the room is as small as it says, without what is built last.
    let script = r#"
        target=$0; program=$1; shift
        run() { code=0; "$program" explore "$@" 2>&1 || code=$?; echo "==== $room: code $code"; }
        for room in 64 4000 9000; do
            mount -o remount,size=${room}k "$target"; run "$@"
            mount -o remount,size=60m "$target"; rm -rf "$target"/*
        done
        room=60000; run "$@"
        for room in 0 40 160; do
            rm -rf "$target"/explore/int*/repro* "$target"/explore/runs "$target"/fill
            dd if=/dev/zero of="$target/fill" bs=1k 2> /dev/null || true
            truncate -s -${room}k "$target/fill"
            run "$@"
        done
    "#;
    let Some(told) = with_mounts(script, directory.path()) else {
        eprintln!("SKIPPED: nothing can be mounted here");
        return;
    };
    assert!(!told.contains("panicked"), "{told}");
    let (mut runs, mut codes, mut said) = (Vec::new(), Vec::new(), String::new());
    for line in told.lines() {
        match line.strip_prefix("==== ") {
            Some(code) => {
                codes.push(code);
                runs.push(std::mem::take(&mut said));
            }
            None => said = format!("{said} {}", line.trim()),
        }
    }
    let expected = [
        "64: code 101",
        "4000: code 101",
        "9000: code 101",
        "60000: code 100",
        "0: code 101",
        "40: code 101",
        "160: code 101",
    ];
    assert_eq!(codes, expected, "{told}");
    // How far the third comes is up to the linker, which is killed by a signal where its output has no room.
    for run in runs[..2].iter().chain(&runs[4..]) {
        assert!(run.contains("No space left"), "{told}");
    }
    for run in &runs[4..] {
        assert!(run.contains("int_tree::insert panics"), "{told}");
        assert!(run.contains("no stand-alone test can be built here"), "{told}");
    }
}

/// Runs the program where the system knows no call of Landlock, as an older kernel does.
fn without_landlock(arguments: &[&str]) -> Ran {
    let arguments: Vec<String> = arguments.iter().map(|argument| (*argument).to_owned()).collect();
    let calls = [444, 445, 446].map(|call| (call, Vec::new()));
    let filter = SeccompFilter::new(
        BTreeMap::from(calls),
        SeccompAction::Allow,
        SeccompAction::Errno(38),
        std::env::consts::ARCH.try_into().expect("it is known"),
    );
    let program: BpfProgram = filter
        .expect("it is a filter")
        .try_into()
        .expect("it is a program");
    // The thread, and what it starts.
    let thread = std::thread::spawn(move || {
        apply_filter(&program).expect("it is accepted");
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        cli_support::run(&arguments)
    });
    thread.join().expect("it does not panic")
}

#[test]
fn without_landlock_nothing_is_run_but_on_request_and_the_report_says_so() {
    let path = corpus("int-tree");
    let mut words = vec![path.as_str(), "--format", "json"];
    words.extend(OPTIONS);
    let refused = without_landlock(&words);
    assert_eq!(refused.code, 101, "{}", refused.stderr);
    assert!(refused.stderr.contains("landlock"), "{}", refused.stderr);
    assert!(
        refused.stderr.contains("--sandbox degraded"),
        "{}",
        refused.stderr
    );
    words.extend(["--sandbox", "degraded"]);
    let explored = without_landlock(&words);
    assert_eq!(explored.code, 100, "{}", explored.stderr);
    let report: Value = documents(&explored.stdout).remove(0);
    assert_eq!(report["sandbox"]["level"], "degraded");
    let layers = report["sandbox"]["layers"].to_string();
    assert!(
        layers.contains("seccomp") && !layers.contains("landlock"),
        "{layers}"
    );
}

#[test]
fn words_and_results_are_the_same_in_every_language_and_time_zone() {
    let copy = Copy::of("int-tree");
    let mut words = vec!["explore", ".", "--color", "never"];
    words.extend(OPTIONS);
    let told = |variables: &[(&str, &str)]| {
        let mut command = copy.command(&words);
        let ran = Ran::expect(command.envs(variables.iter().copied()), 100);
        let is_of_time = |line: &&str| line.contains(" s (") || line.contains(" s,") || line.contains(" s)");
        ran.stderr
            .lines()
            .filter(|line| !is_of_time(line))
            .collect::<Vec<_>>()
            .join("\n")
    };
    let first = told(&[]);
    let again = told(&[
        ("LC_ALL", "tr_TR.UTF-8"),
        ("LANG", "ar_EG"),
        ("TZ", "Pacific/Kiritimati"),
        ("NO_COLOR", "1"),
        ("TERM", "dumb"),
    ]);
    assert_eq!(first, again);
    let narrow = told(&[("COLUMNS", "40")]);
    let text = |told: &str| told.split_whitespace().collect::<Vec<_>>().join(" ");
    assert_eq!(text(&first), text(&narrow));
}
