//! Reviews without a terminal: somebody types what the test says.

use super::*;
use serde_json::{Value, json};
use std::fs;

/// Types keys and lines in turn; each key is one character, each line a text.
struct Typist {
    typed: Vec<&'static str>,
    seen: String,
}

impl Reviewer for Typist {
    fn show(&mut self, text: &str) {
        self.seen.push_str(text);
    }

    fn key(&mut self) -> Option<char> {
        self.line("").and_then(|line| line.chars().next())
    }

    fn line(&mut self, _: &str) -> Option<String> {
        (!self.typed.is_empty()).then(|| self.typed.remove(0).to_owned())
    }
}

fn finding(id: &str) -> Value {
    json!({"id": id, "kind": "panic", "class": "bug", "why": "", "message": "none", "location": null, "item": format!("toy::{id}"),
        "expression": "f(0)", "depth": 2, "generalised": "", "plans": 1, "frames": [], "reproduction": format!("test of {id}"),
        "confirmed": true, "hash": "code:1"})
}

/// Two bugs, the first with two findings, and something documented.
fn report() -> String {
    let cause = |id: &str, class: &str, findings: &[&str]| json!({"id": id, "class": class, "why": "so", "findings": findings});
    let findings = ["a1", "a2", "b1", "c1"].map(finding);
    let report = json!({"crate": {"name": "toy", "version": "0.1.0"},
        "findings": findings,
        "causes": [cause("a1", "bug", &["a1", "a2"]), cause("b1", "bug", &["b1"]), cause("c1", "documented", &["c1"])]});
    report.to_string()
}

/// Goes through the report, and gives what was seen and what the file says then: id and verdict of each entry.
fn reviewed(directory: &Path, typed: &[&'static str]) -> (String, Vec<(String, &'static str)>) {
    let reported = known::read(&report(), "it").unwrap();
    let from = FromArgs {
        report: None,
        manifest_path: None,
        target_dir: None,
        who: Some("Ada".to_owned()),
    };
    let path = KnownFile::path_in(directory);
    let mut review = Review {
        reported: &reported[0],
        path: path.clone(),
        crate_root: directory.to_owned(),
        from: &from,
        done: Vec::new(),
    };
    let mut typist = Typist {
        typed: typed.to_vec(),
        seen: String::new(),
    };
    let queue = review.queue(false).unwrap();
    review.go_through(&queue, &mut typist).unwrap();
    assert_eq!(typist.typed, [""; 0], "all was asked for");
    let file = KnownFile::load(&path).unwrap();
    let entries = file.entries().iter();
    let entries = entries
        .map(|entry| (entry.id.clone(), entry.ruling.verdict.word()))
        .collect();
    (typist.seen, entries)
}

fn entries(of: &[(&str, &'static str)]) -> Vec<(String, &'static str)> {
    of.iter()
        .map(|(id, verdict)| ((*id).to_owned(), *verdict))
        .collect()
}

#[test]
fn a_key_judges_all_findings_of_a_cause_and_documented_ones_are_left_out() {
    let directory = tempfile::tempdir().unwrap();
    let (seen, found) = reviewed(directory.path(), &["t", "x", "a", "on purpose", "l", ""]);
    assert_eq!(
        found,
        entries(&[("a1", "expected"), ("a2", "expected"), ("b1", "later")])
    );
    assert!(
        seen.contains("test of a1") && !seen.contains("test of b1"),
        "{seen}"
    );
    let (seen, _) = reviewed(directory.path(), &[]);
    assert_eq!(seen, "", "nothing is left");
}

#[test]
fn undo_brings_back_what_was_there_before() {
    let directory = tempfile::tempdir().unwrap();
    let path = KnownFile::path_in(directory.path());
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    let before = "# Ours.\n[[finding]]\nid = \"a1\"\nverdict = \"bug\" # since 2020\npackage = \"toy\"\nreason = \"see 7\"\nexpires = 2020-01-01\n";
    fs::write(&path, before).unwrap();
    let (_, found) = reviewed(directory.path(), &["u", "n", "std", "u", "q"]);
    assert_eq!(found, entries(&[("a1", "bug")]));
    assert_eq!(fs::read_to_string(&path).unwrap(), before);
}

#[test]
fn a_duplicate_is_one_of_another_cause_and_reasons_are_needed() {
    let directory = tempfile::tempdir().unwrap();
    let typed = ["d", "a2", "d", "z", "a", " ", "d", "b", "", "b", "see 7"];
    let (seen, found) = reviewed(directory.path(), &typed);
    assert_eq!(
        found,
        entries(&[("a1", "duplicate"), ("a2", "duplicate"), ("b1", "bug")])
    );
    for expected in ["not a duplicate of itself", "no finding `z`", "wants to know why"] {
        assert!(seen.contains(expected), "{expected} is missing in {seen}");
    }
    let text = fs::read_to_string(KnownFile::path_in(directory.path())).unwrap();
    assert!(
        text.contains("of = \"b1\"") && text.contains("who = \"Ada\""),
        "{text}"
    );
}

#[test]
fn what_has_changed_since_is_asked_again_and_an_end_of_input_ends_the_review() {
    let directory = tempfile::tempdir().unwrap();
    reviewed(directory.path(), &["a", "so it is", "b", "see 7"]);
    let path = KnownFile::path_in(directory.path());
    let text = fs::read_to_string(&path).unwrap();
    fs::write(&path, text.replace("code:1", "code:2")).unwrap();
    let (seen, found) = reviewed(directory.path(), &["n"]);
    assert!(
        seen.contains("judged expected: so it is") && seen.contains("its code has changed"),
        "{seen}"
    );
    assert!(!seen.contains("toy::b1"), "a bug is one however it reads: {seen}");
    assert_eq!(found.len(), 3);
}
