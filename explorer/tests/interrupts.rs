//! Ctrl-C, or a signal from whoever runs us: whatever is going on ends, what was seen is told, and nothing is left behind.

mod cli_support;

use cli_support::{Copy, from_json, interrupt, signal};
use serde_json::Value;
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

fn start(copy: &Copy, arguments: &[&str]) -> Child {
    start_by(copy, &["env", "--default-signal=HUP"], arguments)
}

/// Starts it by another program: whoever runs these tests may be one that ignores signals.
fn start_by(copy: &Copy, starter: &[&str], arguments: &[&str]) -> Child {
    let command = copy.command(arguments);
    let mut started = std::process::Command::new(starter[0]);
    for (name, value) in command.get_envs() {
        match value {
            Some(value) => started.env(name, value),
            None => started.env_remove(name),
        };
    }
    started
        .args(&starter[1..])
        .arg(command.get_program())
        .args(command.get_args())
        .current_dir(copy.path("."))
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary starts")
}

/// True until the process is gone, or only its exit code is left.
fn is_running(process: &str) -> bool {
    let stat = std::fs::read_to_string(format!("/proc/{process}/stat"));
    stat.is_ok_and(|stat| !stat.contains(") Z "))
}

fn read_once_there(path: &Path) -> String {
    loop {
        match std::fs::read_to_string(path) {
            Ok(text) if text.ends_with('\n') => return text,
            _ => std::thread::yield_now(),
        }
    }
}

#[test]
fn a_build_that_does_not_end_ends_with_us() {
    let copy = Copy::of("int-tree");
    let process: PathBuf = copy.path("process");
    let script = format!(
        "fn main() {{\n    std::fs::write({process:?}, format!(\"{{}}\\n\", std::process::id())).unwrap();\n    \
         loop {{\n        std::thread::park();\n    }}\n}}\n"
    );
    std::fs::write(copy.path("build.rs"), script).unwrap();
    let mut child = start(&copy, &["--format", "json"]);
    let script = read_once_there(&process);
    interrupt(&child);
    let mut said = String::new();
    child.stderr.take().unwrap().read_to_string(&mut said).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(106), "{said}");
    assert!(said.contains("interrupted before exploration began"), "{said}");
    while is_running(script.trim_end()) {
        std::thread::yield_now();
    }
}

#[test]
fn what_was_shown_is_in_the_report() {
    ends_with_what_it_has("-INT");
}

#[test]
fn a_terminal_that_closes_ends_it_with_a_report_too() {
    ends_with_what_it_has("-HUP");
}

#[track_caller]
fn ends_with_what_it_has(by: &str) {
    let copy = Copy::of("faults");
    let mut child = start(&copy, &["--until", "10m", "--format", "json"]);
    let mut lines = BufReader::new(child.stderr.take().unwrap()).lines();
    let mut next = || lines.next().expect("something is found").unwrap();
    let first = loop {
        let line = next();
        if let Some(found) = line.strip_prefix("  found ") {
            break found.to_owned();
        }
    };
    signal(&child, by);
    lines.for_each(drop);
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(106));
    let report = from_json(&String::from_utf8(output.stdout).unwrap());
    assert_eq!(report["stop"], "interrupted");
    let findings = report["findings"].as_array().unwrap();
    let is_it = |finding: &Value| first.starts_with(&format!("{} ", finding["item"].as_str().unwrap()));
    assert!(findings.iter().any(is_it), "{first}");
    let stored = copy.expect(106, &["report", "--format", "json"]);
    assert_eq!(from_json(&stored.stdout)["findings"], report["findings"]);
}

#[test]
fn a_terminal_that_closes_means_nothing_to_who_is_told_so() {
    let copy = Copy::of("board");
    let mut child = start_by(&copy, &["nohup"], &["--depth", "3", "--format", "json"]);
    let mut lines = BufReader::new(child.stderr.take().unwrap()).lines();
    // By now it watches for signals.
    lines
        .find(|line| line.as_ref().is_ok_and(|line| line.starts_with("reading")))
        .expect("it begins")
        .unwrap();
    signal(&child, "-HUP");
    lines.for_each(drop);
    let output = child.wait_with_output().unwrap();
    let report = from_json(&String::from_utf8(output.stdout).unwrap());
    assert_eq!(report["stop"], "depth");
}

#[test]
fn no_time_limit_goes_on_while_it_is_stopped() {
    const LIMIT: Duration = Duration::from_secs(10);
    let copy = Copy::of("faults");
    let began = Instant::now();
    let mut child = start(&copy, &["--until", "10s", "--no-coverage", "--format", "json"]);
    let mut lines = BufReader::new(child.stderr.take().unwrap()).lines();
    let is_found = |line: &Result<String, _>| line.as_ref().is_ok_and(|line| line.starts_with("  found "));
    lines.find(is_found).expect("something is found").unwrap();
    signal(&child, "-TSTP");
    let state = format!("/proc/{}/stat", child.id());
    while !std::fs::read_to_string(&state).unwrap().contains(") T ") {
        std::thread::yield_now();
    }
    let stopped = Instant::now();
    while stopped.elapsed() < LIMIT {
        std::thread::sleep(LIMIT - stopped.elapsed());
    }
    signal(&child, "-CONT");
    let said: Vec<String> = lines.map_while(Result::ok).collect();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(100), "{}", said.join("\n"));
    let report = from_json(&String::from_utf8(output.stdout).unwrap());
    assert_eq!(report["stop"], "time");
    let times = report["time_ms"].as_object().unwrap();
    let of = |stage: &str| Duration::from_millis(times[stage].as_u64().unwrap());
    assert!(of("explore") >= LIMIT, "{times:?}");
    // The time in which it was stopped is in no stage.
    let stages: Duration = ["rustdoc", "build", "explore"].map(of).iter().sum();
    let since = began.elapsed();
    assert!(since >= stages + of("confirm") + LIMIT, "{since:?}: {times:?}");
}
