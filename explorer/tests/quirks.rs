//! The crates of `corpus/quirks/`: each says in `expected.txt` what becomes of every one of its items, and none of them
//! can fail. `UPDATE_EXPECTED=1` brings the files up to date, but never takes a `completed` back.

mod cli_support;

use cli_support::{corpus, run};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// Deep enough for every item of every quirk.
const DEPTH: &str = "8";

#[test]
fn quirks_of_codes_come_to_what_they_expect() {
    compare(quirks(|name| name.starts_with("e-")));
}

#[test]
fn quirks_of_features_come_to_what_they_expect() {
    compare(quirks(|name| !name.starts_with("e-")));
}

/// Explores quirks in one call, and compares or updates what they expect.
fn compare(quirks: Vec<PathBuf>) {
    assert!(!quirks.is_empty());
    let mut arguments: Vec<&str> = quirks.iter().map(|quirk| quirk.to_str().unwrap()).collect();
    arguments.extend(["--depth", DEPTH, "--no-coverage", "--format", "json", "-q"]);
    let ran = run(&arguments);
    // With findings the exit code is 100. There should be none, but then they are to be seen below.
    assert!(
        matches!(ran.code, 0 | 100),
        "exit code {}: {}",
        ran.code,
        ran.stderr
    );
    let reports: Vec<Value> = ran
        .stdout
        .lines()
        .map(|line| serde_json::from_str(line).expect("each line is a JSON document"))
        .collect();
    assert_eq!(reports.len(), quirks.len());
    let update = std::env::var_os("UPDATE_EXPECTED").is_some_and(|value| value == "1");
    let mut differences = String::new();
    for (quirk, report) in quirks.iter().zip(&reports) {
        let observed = Outcomes::observed(report);
        let file = quirk.join("expected.txt");
        let expected = Outcomes::parse(&std::fs::read_to_string(&file).unwrap());
        if update {
            std::fs::write(&file, expected.updated(&observed).text()).unwrap();
        } else {
            expected.compare(&observed, quirk, &mut differences);
        }
        for finding in report["findings"].as_array().unwrap() {
            let _ = writeln!(differences, "{}: false positive: {finding}", quirk.display());
        }
    }
    assert!(differences.is_empty(), "\n{differences}");
}

#[test]
fn an_update_adds_and_removes_items_but_never_gives_one_up() {
    let expected = Outcomes::parse("completed a\ncompleted gone\nexcluded E-MACRO m\n");
    let observed = Outcomes::parse("excluded E-RUSTC a\ncompleted m\nexcluded E-UNSAFE new\n");
    assert_eq!(
        expected.updated(&observed).text(),
        "completed a\ncompleted m\nexcluded E-UNSAFE new\n"
    );
    let mut differences = String::new();
    expected.compare(&observed, Path::new("quirk"), &mut differences);
    for line in [
        "a: expected completed, is excluded E-RUSTC",
        "gone: expected completed, is no item",
        "m: expected excluded E-MACRO, is completed",
        "new: is excluded E-UNSAFE, not expected",
    ] {
        assert!(differences.contains(line), "{line} is missing in\n{differences}");
    }
}

/// The directories of this kind that have an `expected.txt`, in order. What others depend on has none.
fn quirks(is_wanted: impl Fn(&str) -> bool) -> Vec<PathBuf> {
    let mut quirks: Vec<PathBuf> = std::fs::read_dir(corpus("quirks"))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.join("expected.txt").is_file())
        .filter(|path| is_wanted(&path.file_name().unwrap().to_string_lossy()))
        .collect();
    quirks.sort();
    quirks
}

/// What became of each item, by path: `completed`, or `excluded` and a code, or another status of the report. An item
/// that shares its path with others has one outcome for each.
#[derive(Default)]
struct Outcomes(BTreeMap<String, Vec<String>>);

impl Outcomes {
    fn parse(text: &str) -> Self {
        let mut outcomes = Self::default();
        for line in text.lines() {
            let (status, rest) = line.split_once(' ').expect("a line has a status and a path");
            match status {
                "excluded" => {
                    let (code, path) = rest.split_once(' ').expect("an excluded item has a code");
                    outcomes.add(path, format!("excluded {code}"));
                }
                _ => outcomes.add(rest, status.to_owned()),
            }
        }
        outcomes
    }

    fn observed(report: &Value) -> Self {
        let mut outcomes = Self::default();
        for item in report["api"]["items"].as_array().unwrap() {
            let text = |name: &str| item[name].as_str().unwrap_or_default().to_owned();
            let outcome = match text("status").as_str() {
                "excluded" => format!("excluded {}", text("code")),
                status => status.to_owned(),
            };
            outcomes.add(&text("path"), outcome);
        }
        outcomes
    }

    fn add(&mut self, path: &str, outcome: String) {
        let outcomes = self.0.entry(path.to_owned()).or_default();
        outcomes.push(outcome);
        outcomes.sort();
    }

    fn text(&self) -> String {
        let mut text = String::new();
        for (path, outcomes) in &self.0 {
            for outcome in outcomes {
                let _ = writeln!(text, "{outcome} {path}");
            }
        }
        text
    }

    /// The items of `observed`, each completed one of `self` still so: regenerating must not hide that something is
    /// no longer reached. Whoever wants to give an item up edits the file.
    fn updated(&self, observed: &Outcomes) -> Outcomes {
        let is_completed = |path: &str| {
            self.0
                .get(path)
                .is_some_and(|outcomes| outcomes.iter().all(|outcome| outcome == "completed"))
        };
        let kept = observed.0.iter().map(|(path, outcomes)| {
            let outcomes = match is_completed(path) {
                true => vec!["completed".to_owned(); outcomes.len()],
                false => outcomes.clone(),
            };
            (path.clone(), outcomes)
        });
        Outcomes(kept.collect())
    }

    fn compare(&self, observed: &Outcomes, quirk: &Path, differences: &mut String) {
        let name = quirk.file_name().unwrap().to_string_lossy();
        for (path, expected) in &self.0 {
            let expected_text = expected.join(", ");
            match observed.0.get(path) {
                Some(outcomes) if outcomes == expected => {}
                Some(outcomes) => {
                    let outcomes = outcomes.join(", ");
                    let _ = writeln!(
                        differences,
                        "{name}: {path}: expected {expected_text}, is {outcomes}"
                    );
                }
                None => {
                    let _ = writeln!(
                        differences,
                        "{name}: {path}: expected {expected_text}, is no item"
                    );
                }
            }
        }
        for (path, outcomes) in &observed.0 {
            if !self.0.contains_key(path) {
                let outcomes = outcomes.join(", ");
                let _ = writeln!(differences, "{name}: {path}: is {outcomes}, not expected");
            }
        }
    }
}
