//! Whatever lies in the files that this program has written, and in those that people write for it, is refused with a
//! reason, passed over with a warning, or read; nothing panics, and nothing takes what a file claims for granted.

mod cli_support;
#[path = "../../plans/tests/search/damage.rs"]
mod damage;

use cli_support::{Copy, documents};
use damage::{Damage, copies};
use explorer::config::ConfigFile;
use explorer::fuzzing::Description;
use explorer::history::Index;
use explorer::known::{self, KnownFile};
use explorer::store::read_archive;
use explorer::sweep::Journal;
use std::fs;
use std::path::{Path, PathBuf};

const WORDS: [&str; 20] = [
    "\n",
    "[[finding]]",
    "id = \"",
    "\"",
    "'''",
    "{",
    "}",
    "[",
    "]",
    ",",
    ":",
    "null",
    "-1",
    "1e999",
    "\\u0000",
    "\u{e9}",
    "<<<<<<< HEAD\n",
    "[profile.",
    "inherits = \"a\"\n",
    "2026-11-24",
];

/// Gives a reader copies of a file in its place, and counts what is read and what is not.
fn damage(file: &Path, usual: u64, read: &mut dyn FnMut(&[u8]) -> bool) {
    let good = [fs::read(file).unwrap_or_else(|error| panic!("{}: {error}", file.display()))];
    assert!(read(&good[0]), "the whole file is read: {}", file.display());
    let mut refused = 0;
    for number in copies(usual) {
        let copy = Damage::new(&good, &WORDS, number).copy();
        fs::write(file, &copy).unwrap();
        refused += u64::from(!read(&copy));
    }
    fs::write(file, &good[0]).unwrap();
    assert!(refused > usual / 20, "{refused} refused: {}", file.display());
}

/// The only file with this ending below a directory.
fn file_below(directory: &Path, ending: &str) -> PathBuf {
    let entries = fs::read_dir(directory).unwrap_or_else(|error| panic!("{}: {error}", directory.display()));
    let mut paths = entries.map(|entry| entry.unwrap().path());
    let is_wanted = |path: &PathBuf| path.to_string_lossy().ends_with(ending);
    paths
        .find(is_wanted)
        .unwrap_or_else(|| panic!("{}: no {ending}", directory.display()))
}

#[test]
fn what_was_written_may_be_anything_when_it_is_read() {
    let copy = Copy::of("magic");
    let record = copy.path("run.zip");
    let run = record.to_str().expect("the path is Unicode");
    copy.expect(
        100,
        &["explore", ".", "--depth", "3", "--no-coverage", "--record", run],
    );
    let json = copy.expect(100, &["report", run, "--format", "json"]).stdout;
    let report = copy.path("report.json");
    fs::write(&report, &json).unwrap();
    let document = documents(&json).remove(0);
    let causes = document["causes"].as_array().expect("there is a list");
    let mut words = vec!["accept", "--reason", "as they are"];
    words.extend(
        causes
            .iter()
            .map(|cause| cause["id"].as_str().expect("it has an id")),
    );
    copy.expect(0, &words);

    damage(&record, 400, &mut |_| read_archive(&record).is_ok());
    damage(&report, 400, &mut |text| {
        known::read(&String::from_utf8_lossy(text), "it").is_ok()
    });
    let file = KnownFile::path_in(&copy.path(""));
    damage(&file, 400, &mut |_| {
        let Ok(known) = KnownFile::load(&file) else {
            return false;
        };
        // What is read can be written, and is the same then.
        known.save().expect("it is written");
        let again = KnownFile::load(&file).expect("it was written by us");
        assert_eq!(again.entries(), known.entries());
        true
    });
    let state = copy.path("target/state");
    let journal = file_below(&state.join("records"), ".jsonl");
    damage(&journal, 100, &mut |_| {
        let mut warnings = Vec::new();
        let index = Index::open(&state, &mut warnings).expect("lines that cannot be read are passed over");
        for name in index.packages().expect("there is a list") {
            let _ = index.package(&name, None);
        }
        warnings.is_empty()
    });
}

#[test]
fn sweeps_and_fuzz_packages_may_be_anything_when_they_are_read() {
    let copy = Copy::of("magic");
    let sweep = copy.path("sweep");
    let directory = sweep.to_str().expect("the path is Unicode");
    let words = [
        "sweep",
        "--total-time",
        "8s",
        "--no-coverage",
        "--sweep-dir",
        directory,
    ];
    // However far it came: each package has its line.
    copy.command(&words).output().expect("the program starts");
    let journal = file_below(&sweep, ".jsonl");
    let whole = format!("{:?}", Journal::look(&sweep).expect("it is read"));
    damage(&journal, 400, &mut |_| {
        // Lines that cannot be read are passed over.
        Journal::look(&sweep).is_ok_and(|sweeps| format!("{sweeps:?}") == whole)
    });

    copy.expect(0, &["export", "--to", "cargo-fuzz", "--time-limit", "2s"]);
    let fuzz = copy.path("fuzz");
    let target = file_below(&fuzz.join("fuzz_targets"), ".rs");
    let target = target
        .file_stem()
        .expect("it has a name")
        .to_string_lossy()
        .into_owned();
    let description = file_below(&fuzz, ".json");
    damage(&description, 400, &mut |_| {
        let Ok(description) = Description::read(&fuzz) else {
            return false;
        };
        let _ = description.plan(&target, &[7; 40]);
        true
    });
}

#[test]
fn a_configuration_may_be_anything_when_it_is_read() {
    let directory = tempfile::tempdir().unwrap();
    fs::write(directory.path().join("Cargo.toml"), "[package]\nname = \"own\"\n").unwrap();
    let file = directory.path().join(".config/explore.toml");
    fs::create_dir_all(file.parent().unwrap()).unwrap();
    let text = "explore-version = \"0.1\"\n\n[profile.default]\ntime-limit = \"30s\"\njobs = 2\n\n[profile.night]\ninherits = \"default\"\ndepth = 9\n\n[package.own]\nitem = [\"own::*\"]\n";
    fs::write(&file, text).unwrap();
    damage(&file, 3000, &mut |_| {
        let Ok(config) = ConfigFile::find(directory.path()) else {
            return false;
        };
        for profile in [None, Some("night")] {
            let _ = config.layers(profile, Some("own"));
        }
        true
    });
}
