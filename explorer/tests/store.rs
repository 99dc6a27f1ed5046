//! Runs are kept, shown again as they were, carried away, replayed against changed code, and survive the end of the process
//! that makes them.

mod cli_support;

use cli_support::{Copy, Ran, from_json};
use serde_json::Value;
use std::io::{BufRead, BufReader};
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, Stdio};

const SIGKILL: i32 = 9;

/// Few items, so that confirming is fast in builds without optimisation.
const EXPLORE: [&str; 14] = [
    "explore",
    "-q",
    "--depth",
    "3",
    "--item",
    "explicit_panic",
    "--item",
    "arithmetic_overflow",
    "--item",
    "unwrap_none",
    "--item",
    "division_by_zero",
    "--time-limit",
    "10m",
];

/// The id of the finding of an item.
fn id_of(document: &Value, item: &str) -> String {
    let mut findings = document["findings"].as_array().unwrap().iter();
    let finding = findings.find(|finding| finding["item"] == item);
    finding.expect(item)["id"].as_str().unwrap().to_owned()
}

#[test]
fn a_run_is_shown_again_and_its_findings_are_replayed() {
    let copy = Copy::of("faults");
    let ran = copy.expect(100, &[&EXPLORE[..], &["--record", "carried/run.zip"]].concat());
    let [shown, all, file] = [
        &["report"][..],
        &["report", "--all"],
        &["report", "carried/run.zip"],
    ]
    .map(|arguments| copy.expect(100, arguments));
    assert_eq!((&shown.stdout, &shown.stderr), (&ran.stdout, &ran.stderr));
    assert_eq!((&file.stdout, &file.stderr), (&ran.stdout, &ran.stderr));
    assert!(ran.stderr.contains("arithmetic_overflow panics") && !all.stderr.contains("Not shown"));
    let document = from_json(&copy.expect(100, &["report", "--format", "json"]).stdout);
    assert_eq!(document["schema"], 1);

    the_source_may_change(&copy, &ran, &document);
    a_store_that_cannot_be_written_is_a_warning(&copy);
}

/// The report stays what it was; replaying says what changed.
fn the_source_may_change(copy: &Copy, ran: &Ran, document: &Value) {
    let same = copy.expect(100, &["replay", "-q", "--format", "json", "--all"]);
    let totals = &from_json(&same.stdout)["totals"];
    let findings = document["findings"].as_array().unwrap().len();
    assert!(findings >= 4, "{document}");
    assert_eq!(totals["still_failing"], findings, "{}", same.stdout);

    copy.change(
        "        panic!(\"the trigger was pulled\");\n",
        "        return 2;\n",
    );
    copy.change(
        "    value + 1\n",
        "    value.checked_add(1).expect(\"no room\")\n",
    );
    copy.change("pub fn unwrap_none(", "fn _unwrap_none(");
    let again = copy.expect(100, &["report"]);
    assert_eq!(again.stderr, ran.stderr, "it quotes the source as it was");
    let replayed = from_json(
        &copy
            .expect(100, &["replay", "-q", "--format", "json", "--all"])
            .stdout,
    );
    for (item, verdict) in [
        ("faults::explicit_panic", "fixed"),
        ("faults::arithmetic_overflow", "failing_otherwise"),
        ("faults::unwrap_none", "no_longer_reachable"),
        ("faults::division_by_zero", "still_failing"),
    ] {
        let mut findings = replayed["findings"].as_array().unwrap().iter();
        let finding = findings.find(|finding| finding["item"] == item).expect(item);
        assert_eq!(finding["verdict"], verdict, "{finding}");
        assert_eq!(finding["id"], id_of(document, item));
        match verdict {
            "failing_otherwise" => assert_eq!(finding["now"]["message"], "no room"),
            "no_longer_reachable" => {
                let reason = finding["reason"].as_str().unwrap();
                assert!(reason.contains("unwrap_none"), "{reason}");
            }
            _ => {}
        }
    }

    // By ids, which may be short; from the file; for people.
    let fixed = id_of(document, "faults::explicit_panic");
    let gone = id_of(document, "faults::unwrap_none");
    let ran = copy.expect(0, &["replay", "-q", &fixed[..8], &gone]);
    assert!(ran.stdout.is_empty());
    for expected in [
        format!("fixed                {fixed}  faults::explicit_panic\n    returns now: "),
        format!("no longer reachable  {gone}  faults::unwrap_none\n"),
        "faults 0.1.0: 1 no longer reachable, 1 fixed (of 2 findings".to_owned(),
    ] {
        assert!(ran.stderr.contains(&expected), "{expected}\n{}", ran.stderr);
    }
    copy.expect(100, &["replay", "-q", "carried/run.zip"]);

    let mut wrong = fixed.clone();
    wrong.replace_range(10..12, "zz");
    let ran = copy.expect(2, &["replay", &wrong]);
    assert!(
        ran.stderr.contains(&format!("the nearest ids are `{fixed}`")),
        "{}",
        ran.stderr
    );
    let ran = copy.expect(2, &["report", "1999"]);
    assert!(ran.stderr.contains("help: the newest are `2"), "{}", ran.stderr);
}

fn a_store_that_cannot_be_written_is_a_warning(copy: &Copy) {
    std::fs::rename(copy.runs(), copy.path("target/explore/elsewhere")).unwrap();
    // A file in place of the directory: nobody can write below it, not even root.
    std::fs::write(copy.runs(), "").unwrap();
    let ran = copy.expect(100, &[&EXPLORE[..], &["--record", "again.zip"]].concat());
    assert_eq!(
        ran.stderr.matches("cannot be kept in").count(),
        1,
        "{}",
        ran.stderr
    );
    let shown = copy.expect(100, &["report", "again.zip"]);
    assert!(
        ran.stderr.ends_with(&shown.stderr),
        "{}\n{}",
        ran.stderr,
        shown.stderr
    );
}

#[test]
fn what_is_not_stored_is_told_with_what_to_do() {
    let copy = Copy::of("faults");
    for arguments in [&["report"][..], &["replay"], &["replay", "-p", "faults"]] {
        let ran = copy.expect(101, arguments);
        assert!(ran.stderr.contains("help: explore first"), "{}", ran.stderr);
    }
    let ran = copy.expect(2, &["replay", "abc"]);
    assert!(ran.stderr.contains("explore first"), "{}", ran.stderr);
    std::fs::write(copy.path("not.zip"), "not").unwrap();
    for arguments in [
        ["report", "not.zip"],
        ["replay", "./not.zip"],
        ["report", "none.zip"],
    ] {
        let ran = copy.expect(101, &arguments);
        assert!(
            ran.stderr.contains("a file that --record wrote"),
            "{}",
            ran.stderr
        );
    }
    let ran = copy.expect(2, &["--record", "run.tar"]);
    assert!(ran.stderr.contains("`.zip`"), "{}", ran.stderr);
}

/// Reads what a run says until `is_enough` of a line, then ends it and all its processes. Returns all lines; none if the run came
/// to its end.
fn killed_at(copy: &Copy, is_enough: &mut dyn FnMut(&str) -> bool) -> Option<Vec<String>> {
    let arguments = [&["explore", "-v", "--no-coverage"][..], &EXPLORE[2..]].concat();
    let mut child: Child = (copy.command(&arguments).process_group(0))
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary starts");
    let mut told = Vec::new();
    let mut is_killed = false;
    for line in BufReader::new(child.stderr.take().expect("it is piped")).lines() {
        let line = line.expect("messages are Unicode");
        if !is_killed && is_enough(&line) {
            // SAFETY: a system call with numbers only. The group is that of the child, which was not waited for.
            let result = unsafe { libc::kill(-(child.id() as i32), SIGKILL) };
            assert_eq!(result, 0);
            is_killed = true;
        }
        told.push(line);
    }
    child.wait().expect("it has ended");
    is_killed.then_some(told)
}

/// Names of files in the store, those that nobody finished left out.
fn stored(directory: &Path) -> Vec<String> {
    let Ok(entries) = std::fs::read_dir(directory) else {
        return Vec::new();
    };
    let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    names.filter(|name| !name.starts_with(".unfinished-")).collect()
}

#[test]
fn whenever_it_is_killed_the_store_can_be_read() {
    let copy = Copy::of("faults");
    // Once whole, so that the others have a harness.
    let whole = copy.expect(100, &[&EXPLORE[..], &["--no-coverage"]].concat());
    assert!(whole.stderr.contains("3 bugs"), "{}", whole.stderr);
    let (mut kills, mut kept) = (0, 0);
    for point in 1.. {
        let before = stored(&copy.runs()).len();
        let mut lines = 0;
        let told = killed_at(&copy, &mut |_| {
            lines += 1;
            lines == point
        });
        let told = told.expect("the report comes before the end");
        kills += 1;
        let runs = stored(&copy.runs());
        assert!(runs.iter().all(|name| name.ends_with(".zip")), "{runs:?}");
        // What it had said before it was killed.
        let said = &told[..point];
        if said.iter().any(|line| line.starts_with("confirming")) {
            assert_eq!(runs.len(), before + 1, "killed after {said:?}");
        }
        let shown = copy.command(&["report", "--format", "json"]).output().unwrap();
        let shown = Ran::from(shown);
        assert!(!shown.stderr.contains("cannot be read"), "{}", shown.stderr);
        let is_ended = shown.stderr.contains("was ended from outside");
        assert_eq!(shown.code, if is_ended { 106 } else { 100 }, "{}", shown.stderr);
        assert!(!is_ended || runs.len() > before, "{}", shown.stderr);
        let findings = from_json(&shown.stdout)["findings"].as_array().unwrap().len();
        assert_eq!(findings, 4, "{}", shown.stdout);
        if runs.len() > before {
            kept += 1;
            // So that the next one is compared with the whole run again.
            let newest = runs.iter().max().expect("there is one");
            std::fs::remove_file(copy.runs().join(newest)).unwrap();
        }
        if said.iter().any(|line| line.starts_with("bug ")) {
            assert!(!is_ended, "what is shown is stored");
            break;
        }
    }
    assert!(kills >= 10 && kept >= 2, "{kills} kills, {kept} runs");
}

#[test]
fn what_an_earlier_run_left_may_be_garbage() {
    let copy = Copy::of("board");
    let explore = ["--depth", "3", "--no-coverage", "--format", "json"];
    let before = copy.expect(0, &explore);
    let work_dir = copy.path("target/explore");
    let package = (std::fs::read_dir(&work_dir).unwrap())
        .map(|entry| entry.unwrap().path())
        .find(|path| path.join("harness").is_dir())
        .expect("the directory of the package");
    std::fs::write(package.join("harness/Cargo.lock"), b"\xff\x00garbage").unwrap();
    let after = copy.expect(0, &explore);
    assert!(after.stderr.contains("set-aside now"), "{}", after.stderr);
    assert!(package.join("set-aside/harness/Cargo.lock").is_file());
    let executions = |ran: &Ran| from_json(&ran.stdout)["executions"].clone();
    assert_eq!(executions(&before), executions(&after));
    let again = copy.expect(0, &explore);
    assert!(!again.stderr.contains("set-aside"), "{}", again.stderr);
}
