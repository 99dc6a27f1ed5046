//! What becomes of records on the disk: torn lines, strangers, several writers.

use super::*;
use crate::history::tests::record;
use std::thread;

fn read(journal: &Journal) -> (Vec<String>, Vec<String>) {
    let mut warnings = Vec::new();
    let records = journal.read(&mut warnings).unwrap();
    let names = records.by_package.values().flatten();
    (names.map(|record| record.run.name.clone()).collect(), warnings)
}

fn journal() -> (tempfile::TempDir, Journal, PathBuf) {
    let directory = tempfile::tempdir().unwrap();
    let journal = Journal::below(directory.path());
    let file = directory.path().join("records/own.jsonl");
    (directory, journal, file)
}

#[test]
fn records_come_back_as_they_were_and_by_age() {
    let (_directory, journal, file) = journal();
    assert_eq!(read(&journal), (Vec::new(), Vec::new()));
    for name in ["2", "1"] {
        assert_eq!(journal.append(record(name, &["a"])).unwrap(), None);
    }
    let records = journal.read(&mut Vec::new()).unwrap();
    let mut expected = ["1", "2"].map(|name| record(name, &["a"]));
    for record in &mut expected {
        record.items.paths = None;
    }
    assert_eq!(records.by_package["own"], expected);
    assert_eq!(records.paths["00"], ["own::f", "own::g"]);
    let text = fs::read_to_string(file).unwrap();
    assert_eq!(
        text.matches("own::g").count(),
        1,
        "paths are written once: {text}"
    );
    let mut other = record("3", &[]);
    other.items.hash = "01".to_owned();
    journal.append(other).unwrap();
    assert_eq!(journal.read(&mut Vec::new()).unwrap().paths.len(), 2);
}

#[test]
fn a_published_crate_and_a_checkout_of_it_are_two_packages() {
    let (_directory, journal, _) = journal();
    let mut published = record("1", &["a"]);
    published.package.source = "registry".to_owned();
    journal.append(published).unwrap();
    let names = |journal: &Journal| {
        let records = journal.read(&mut Vec::new()).unwrap();
        records.by_package.keys().cloned().collect::<Vec<_>>()
    };
    assert_eq!(names(&journal), ["own"]);
    journal.append(record("2", &["a"])).unwrap();
    assert_eq!(names(&journal), ["own", "own@registry"]);
}

#[test]
fn a_torn_line_is_set_aside_by_whoever_comes_next() {
    for does_append in [false, true] {
        let (_directory, journal, file) = journal();
        journal.append(record("1", &[])).unwrap();
        let whole = fs::read(&file).unwrap();
        let torn = [&whole[..], &whole[..whole.len() / 2]].concat();
        fs::write(&file, torn).unwrap();
        let warning = match does_append {
            true => journal.append(record("2", &[])).unwrap().unwrap(),
            false => read(&journal).1.pop().unwrap(),
        };
        assert!(
            warning.contains("was torn") && warning.contains("own.jsonl.set-aside"),
            "{warning}"
        );
        let aside = fs::read(file.with_extension("jsonl.set-aside")).unwrap();
        assert_eq!(aside[..aside.len() - 1], whole[..whole.len() / 2]);
        let names = if does_append { &["1", "2"][..] } else { &["1"] };
        let (found, warnings) = read(&journal);
        assert_eq!(
            (found, warnings.len()),
            (names.iter().map(|name| (*name).to_owned()).collect(), 0)
        );
    }
}

#[test]
fn lines_that_nobody_can_read_are_told_and_stay() {
    let (_directory, journal, file) = journal();
    journal.append(record("1", &[])).unwrap();
    let whole = fs::read_to_string(&file).unwrap();
    let newer = whole.replace("{\"format\":1,", "{\"format\":99,");
    fs::write(&file, format!("{{}}\n{newer}{whole}garbage\n")).unwrap();
    let (names, warnings) = read(&journal);
    assert_eq!(names, ["1"]);
    assert!(
        warnings.len() == 1
            && warnings[0].starts_with("3 lines of")
            && warnings[0].contains("line 1: missing field"),
        "{warnings:?}"
    );
    fs::write(&file, format!("{newer}{whole}")).unwrap();
    let (names, warnings) = read(&journal);
    assert_eq!(names, ["1"]);
    assert!(
        warnings[0].contains("a newer cargo-explore wrote it, in form 99"),
        "{warnings:?}"
    );
    assert_eq!(fs::read_to_string(&file).unwrap(), format!("{newer}{whole}"));
}

#[test]
fn many_may_append_at_once() {
    const WRITERS: usize = 8;
    const RECORDS: usize = 20;
    let (_directory, journal, _) = journal();
    thread::scope(|scope| {
        for writer in 0..WRITERS {
            let journal = &journal;
            scope.spawn(move || {
                for number in 0..RECORDS {
                    let name = format!("{}", writer * RECORDS + number);
                    assert_eq!(journal.append(record(&name, &["a", "b"])).unwrap(), None);
                }
            });
        }
    });
    let (mut names, warnings) = read(&journal);
    names.sort();
    names.dedup();
    assert_eq!((names.len(), warnings.len()), (WRITERS * RECORDS, 0));
}
