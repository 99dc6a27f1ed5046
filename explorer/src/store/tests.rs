//! Tests of the store: what is damaged, newer, too old, written at the same time or by nobody any more.

use super::*;
use crate::report::sample_report;
use harness_gen::{HiddenItems, StandIns};
use std::time::UNIX_EPOCH;

/// A store in a directory of its own.
fn store() -> (tempfile::TempDir, Store) {
    let directory = tempfile::tempdir().expect("there is room for tests");
    let store = Store::below(directory.path());
    (directory, store)
}

fn run(package: &str) -> StoredRun {
    StoredRun {
        facts: Facts {
            format: Facts::FORMAT,
            name: String::new(),
            command: "20261122-141945-000-1".into(),
            tool_version: "0.1.0".into(),
            package: package.into(),
            version: "1.2.3".into(),
            origin: Origin::Registry,
            features: FeatureChoice::default(),
            properties: vec!["a::*".into()],
            fed_with: FedWith {
                support: None,
                stand_ins: StandIns::Hostile,
                hidden_items: HiddenItems::Explored,
            },
            is_complete: true,
            exit_code: 100,
        },
        document: "{\"schema\":1,\"message\":\"\u{1b}[0m é\"}\n".into(),
        human: HumanTexts {
            short: "bug 1/1\n".into(),
            all: "bug 1/1\nmore\n".into(),
        },
        report: Some(sample_report()),
    }
}

/// So many milliseconds after the first moment of 2026-11-22.
fn at(milliseconds: u64) -> Stamp {
    Stamp::of(moment(milliseconds))
}

fn moment(milliseconds: u64) -> SystemTime {
    UNIX_EPOCH + Duration::from_secs(1_795_305_600) + Duration::from_millis(milliseconds)
}

fn add(store: &Store, package: &str, milliseconds: u64) -> String {
    let mut run = run(package);
    store.add(&mut run, at(milliseconds)).expect("the run is stored");
    run.facts.name
}

/// Reads all names, and expects no warning.
#[track_caller]
fn packages(store: &Store) -> Vec<String> {
    let mut warnings = Warnings::new();
    let runs: Vec<StoredRun> = store.newest_first(&mut warnings).unwrap().collect();
    assert_eq!(warnings, Warnings::new());
    runs.into_iter().map(|run| run.facts.package).collect()
}

#[test]
fn a_run_is_read_as_it_was_written() {
    let (_directory, store) = store();
    assert_eq!(store.names().unwrap(), Vec::<String>::new());
    let mut written = run("int-tree");
    store.add(&mut written, at(1)).unwrap();
    assert_eq!(written.facts.name, "20261122-000000-001-int-tree");
    let read = store
        .read(&written.facts.name, &mut Warnings::new())
        .expect("it is there");
    assert_eq!(
        (&read.facts, &read.document, &read.human),
        (&written.facts, &written.document, &written.human)
    );
    assert_eq!(
        format!("{:?}", read.report.unwrap()),
        format!("{:?}", written.report.unwrap())
    );
}

#[test]
fn only_the_same_run_replaces_one() {
    let (_directory, store) = store();
    let mut first = run("a");
    store.add(&mut first, at(1)).unwrap();
    let second = add(&store, "a", 1);
    assert_eq!(second, "20261122-000000-002-a");
    first.document = "fuller".into();
    store.replace(&first).unwrap();
    assert_eq!(store.names().unwrap(), [first.facts.name.clone(), second]);
    let read = store.read(&first.facts.name, &mut Warnings::new()).unwrap();
    assert_eq!(read.document, "fuller");
}

#[test]
fn two_writers_at_once_lose_nothing() {
    let (_directory, store) = store();
    std::thread::scope(|scope| {
        for writer in 0..4 {
            let store = store.clone();
            scope.spawn(move || {
                for _ in 0..8 {
                    let mut run = run("same");
                    store.add(&mut run, at(0)).unwrap();
                    run.document = format!("{writer}");
                    store.replace(&run).unwrap();
                    store.prune(moment(0)).unwrap();
                }
            });
        }
    });
    assert_eq!(packages(&store).len(), 32);
}

#[test]
fn what_is_damaged_is_set_aside_and_hides_nothing() {
    let (_directory, store) = store();
    let good = add(&store, "good", 0);
    let whole = fs::read(store.path_of(&good)).unwrap();
    let mut flipped = whole.clone();
    flipped[whole.len() / 3] ^= 0x20;
    let damages: [(&str, Vec<u8>); 5] = [
        ("20261122-000001-000-empty", Vec::new()),
        ("20261122-000001-000-garbage", b"\0PK\x05\x06 nothing".repeat(9)),
        ("20261122-000001-000-half", whole[..whole.len() / 2].to_owned()),
        ("20261122-000001-000-tail", whole[..whole.len() - 1].to_owned()),
        ("20261122-000001-000-flipped", flipped),
    ];
    for (name, content) in &damages {
        fs::write(store.path_of(name), content).unwrap();
    }
    let mut warnings = Warnings::new();
    let found = store.newest_command(&mut warnings).unwrap();
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].facts.name, good);
    assert_eq!(warnings.len(), damages.len(), "{warnings:?}");
    for ((name, content), _) in damages.iter().zip(&warnings) {
        let aside = store.directory.join(format!("{name}.zip.set-aside"));
        assert_eq!(&fs::read(&aside).unwrap(), content, "{name}");
        let said = warnings
            .iter()
            .find(|text| text.contains(name))
            .expect("it is told");
        assert!(
            said.contains("damaged") && said.contains("set aside as"),
            "{said}"
        );
    }
    assert_eq!(packages(&store), ["good"]);
    // What comes under a name that was set aside takes no other file's place.
    fs::write(store.path_of(damages[0].0), "again").unwrap();
    assert!(store.read(damages[0].0, &mut warnings).is_none());
    let aside = store.directory.join(format!("{}.zip.set-aside-1", damages[0].0));
    assert_eq!(fs::read(aside).unwrap(), b"again");
}

#[test]
fn every_beginning_of_a_file_is_either_the_run_or_damaged() {
    let bytes = archive::write(&[run("a")]).unwrap();
    for end in (0..bytes.len()).step_by(7) {
        let read = archive::read(std::io::Cursor::new(&bytes[..end]));
        assert!(!matches!(read, Ok(ref runs) if !runs.is_empty()), "{end}");
        assert!(
            matches!(read, Err(Unreadable::Damaged(_)) | Ok(_)),
            "{end}: {read:?}"
        );
    }
    assert_eq!(archive::read(std::io::Cursor::new(&bytes)).unwrap().len(), 1);
}

#[test]
fn what_a_newer_version_wrote_stays_where_it_is() {
    let (_directory, store) = store();
    add(&store, "old", 0);
    let mut newer = run("newer");
    newer.facts.format = Facts::FORMAT + 1;
    store.add(&mut newer, at(5)).unwrap();
    let mut warnings = Warnings::new();
    let runs = store.newest_command(&mut warnings).unwrap();
    assert_eq!(runs[0].facts.package, "old");
    assert!(
        warnings[0].contains("a newer cargo-explore wrote it"),
        "{warnings:?}"
    );
    assert!(store.path_of(&newer.facts.name).exists());
}

#[test]
fn another_version_s_own_form_of_a_report_is_left_out() {
    let mut written = run("a");
    written.facts.name = "name".into();
    let bytes = archive::write(std::slice::from_ref(&written)).unwrap();
    // The same archive with a report of which a field has another name.
    let mut zip = zip::ZipArchive::new(std::io::Cursor::new(bytes)).unwrap();
    let mut changed = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    for index in 0..zip.len() {
        let mut entry = zip.by_index(index).unwrap();
        let mut text = String::new();
        std::io::Read::read_to_string(&mut entry, &mut text).unwrap();
        let options = zip::write::SimpleFileOptions::default();
        changed.start_file(entry.name(), options).unwrap();
        let text = text.replace("\"stop\"", "\"end\"");
        std::io::Write::write_all(&mut changed, text.as_bytes()).unwrap();
    }
    let bytes = changed.finish().unwrap().into_inner();
    let read = archive::read(std::io::Cursor::new(bytes)).unwrap().remove(0);
    assert!(read.report.is_none());
    assert_eq!(read.human, written.human);
}

#[test]
fn old_and_many_runs_go_and_the_newest_of_a_package_stays() {
    let (_directory, store) = store();
    add(&store, "rare", 0);
    for run in 0..RUNS_KEPT as u64 + 5 {
        add(&store, "often", 1_000 + run);
    }
    store.prune(moment(2_000)).unwrap();
    let kept = packages(&store);
    assert_eq!(kept.len(), RUNS_KEPT + 1);
    assert_eq!(kept.last().map(String::as_str), Some("rare"));
    let month = DAYS_OF_RUNS * 24 * 3_600_000;
    add(&store, "often", month + 10_000);
    store.prune(moment(month + 10_000)).unwrap();
    assert_eq!(packages(&store), ["often", "rare"]);
}

#[test]
fn what_is_no_run_is_left_alone() {
    let (_directory, store) = store();
    add(&store, "a", 0);
    for name in [
        "notes.txt",
        "notes.zip",
        ".unfinished-1",
        "20200101-000000-000-a.zip.set-aside",
    ] {
        fs::write(store.directory.join(name), "mine").unwrap();
    }
    store.prune(moment(0)).unwrap();
    assert_eq!(fs::read_dir(&store.directory).unwrap().count(), 5);
    // A day later, nobody is writing any more what is unfinished.
    store
        .prune(SystemTime::now() + Duration::from_secs(2 * 24 * 3600))
        .unwrap();
    assert!(!store.directory.join(".unfinished-1").exists());
    assert!(store.directory.join("notes.txt").exists());
    assert_eq!(packages(&store), ["a"]);
    assert_eq!(fs::read(store.directory.join("notes.zip")).unwrap(), b"mine");
}

#[test]
fn a_store_that_cannot_be_written_is_an_error_that_hurts_nobody() {
    let directory = tempfile::tempdir().unwrap();
    // A file in place of the directory: nobody can write below it, not even root.
    fs::write(directory.path().join("runs"), "").unwrap();
    let store = Store::below(directory.path());
    assert!(store.add(&mut run("a"), at(0)).is_err());
    assert!(store.names().is_err());
}

#[test]
fn runs_of_one_command_belong_together() {
    let (_directory, store) = store();
    let of = |command: &str, package: &str, milliseconds| {
        let mut run = run(package);
        run.facts.command = command.into();
        store.add(&mut run, at(milliseconds)).unwrap();
    };
    let (first, second) = (command_name(at(10), 1), command_name(at(20), 2));
    of(&first, "before", 11);
    of(&second, "a", 21);
    of(&first, "meanwhile", 22);
    of(&second, "b", 23);
    let runs = store.newest_command(&mut Warnings::new()).unwrap();
    let packages: Vec<&str> = runs.iter().map(|run| run.facts.package.as_str()).collect();
    assert_eq!(packages, ["a", "b"]);
}

#[test]
fn a_record_has_all_runs_of_a_command() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("sub").join("runs.zip");
    let mut record = Record::open(&path).unwrap();
    assert!(!path.exists());
    for package in ["a", "b"] {
        let mut run = run(package);
        run.facts.name = at(0).name(package);
        record.add(run).unwrap();
    }
    let runs = read_archive(&path).unwrap();
    let packages: Vec<&str> = runs.iter().map(|run| run.facts.package.as_str()).collect();
    assert_eq!(packages, ["a", "b"]);
    assert!(Record::open(directory.path()).is_err());
}
