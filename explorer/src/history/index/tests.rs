//! The index is thrown away whenever it is not what it should be, and says the same afterwards.

use super::*;
use crate::history::tests::record;
use crate::history::{Commit, Journal};

fn history(directory: &Path) -> PackageHistory {
    let mut warnings = Vec::new();
    let index = Index::open(directory, &mut warnings).unwrap();
    assert_eq!(warnings, [""; 0]);
    assert_eq!(index.packages().unwrap(), ["own"]);
    index.package("own", None).unwrap()
}

/// Two runs of which the second has fixed one finding.
fn state_dir() -> tempfile::TempDir {
    let directory = tempfile::tempdir().unwrap();
    let journal = Journal::below(directory.path());
    let mut first = record("1", &["a", "b"]);
    first.commit = Some(Commit {
        id: "12".repeat(20),
        is_dirty: true,
    });
    journal.append(first).unwrap();
    let mut second = record("2", &["b"]);
    second.outcome.lines = None;
    journal.append(second).unwrap();
    directory
}

#[test]
fn answers_are_what_records_say() {
    let directory = state_dir();
    let history = history(directory.path());
    let [first, second] = &history.runs[..] else {
        panic!("there are two runs")
    };
    let commit = first.moment.commit.as_ref().unwrap();
    assert_eq!(commit.short(), "121212121+");
    assert_eq!(second.moment.commit, None);
    assert_eq!((first.lines, second.lines), (Some((9, 12)), None));
    assert_eq!(
        (first.causes_of(Class::Bug), first.causes_of(Class::Documented)),
        (2, 0)
    );
    assert_eq!(
        (first.stop.as_str(), first.items, first.depth),
        ("time", (2, 2), 5)
    );
    let [a, b] = &history.findings[..] else {
        panic!("there are two findings")
    };
    assert_eq!((a.condition, b.condition), (Condition::Fixed, Condition::Failing));
    let states = |finding: &FindingHistory| {
        let states = finding.states.iter().map(|at| (at.run, at.state));
        states.collect::<Vec<_>>()
    };
    assert_eq!(states(a), [(0, State::FirstSeen), (1, State::Fixed)]);
    assert_eq!(states(b), [(0, State::FirstSeen), (1, State::StillFailing)]);
    assert_eq!(
        (a.kind.as_str(), a.place.as_deref()),
        ("panic", Some("src/lib.rs:3"))
    );
}

#[test]
fn every_state_survives_the_index() {
    let directory = tempfile::tempdir().unwrap();
    let journal = Journal::below(directory.path());
    journal.append(record("1", &["a"])).unwrap();
    for (name, letters) in [("2", "oc"), ("3", "uc"), ("4", "xc"), ("5", "cc"), ("6", "cc")] {
        let mut run = record(name, &[]);
        run.items.standings = letters.to_owned();
        journal.append(run).unwrap();
    }
    let states: Vec<State> = (history(directory.path()).findings[0].states.iter())
        .map(|at| at.state)
        .collect();
    assert_eq!(
        states,
        [
            State::FirstSeen,
            State::NotExplored(Unexplored::LeftOut),
            State::NotExplored(Unexplored::NotCalled),
            State::NoLongerReachable(Unreachable::Excluded),
            State::Fixed,
            State::Passes
        ]
    );
}

#[test]
fn whatever_happens_to_the_index_the_answer_is_the_same() {
    let directory = state_dir();
    let expected = history(directory.path());
    let index = directory.path().join("index.sqlite");
    let seal = directory.path().join("index.seal");
    let made = fs::read(&index).unwrap();
    assert_eq!(history(directory.path()), expected, "of what was made before");
    assert_eq!(fs::read(&index).unwrap(), made, "it is not made again");

    fs::remove_file(&index).unwrap();
    assert_eq!(history(directory.path()), expected, "deleted");
    fs::write(&index, "garbage".repeat(1000)).unwrap();
    assert_eq!(history(directory.path()), expected, "written over");
    // One byte of a text that SQLite itself would believe.
    let mut changed = fs::read(&index).unwrap();
    let at = changed.windows(7).position(|bytes| bytes == b"too few").unwrap();
    changed[at] = b'T';
    fs::write(&index, changed).unwrap();
    assert_eq!(history(directory.path()), expected, "one byte");
    fs::write(&seal, "0.0.0 0 00\n").unwrap();
    assert_eq!(history(directory.path()), expected, "of another version");
    fs::remove_file(&index).unwrap();
    fs::create_dir(&index).unwrap();
    assert_eq!(history(directory.path()), expected, "it cannot be written");
}

#[test]
fn an_index_that_is_older_than_a_record_is_made_anew() {
    let directory = state_dir();
    assert_eq!(history(directory.path()).runs.len(), 2);
    let journal = Journal::below(directory.path());
    journal.append(record("3", &["a", "b"])).unwrap();
    let history = history(directory.path());
    assert_eq!(history.runs.len(), 3);
    assert_eq!(history.findings[0].states[2].state, State::Reopened);
}

#[test]
fn one_finding_can_be_asked_for() {
    let directory = state_dir();
    let index = Index::open(directory.path(), &mut Vec::new()).unwrap();
    assert_eq!(index.ids().unwrap(), ["a", "b"]);
    assert_eq!(index.packages_with("a").unwrap(), ["own"]);
    let history = index.package("own", Some("b")).unwrap();
    assert_eq!((history.findings.len(), history.runs.len()), (1, 2));
    assert_eq!(history.findings[0].id, "b");
}
