//! Measurements stay as they were taken: files of `results/` are held to checksums, and its index to what they say.

use crate::tree::{files, root, text};
use sha2::{Digest as _, Sha256};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// Lines as `sha256sum` writes them, with paths from `results/` on.
const CHECKSUMS: &str = "results/CHECKSUMS";

const INDEX: &str = "results/README.md";

/// Files of dated directories with their checksums.
fn measured() -> BTreeMap<String, String> {
    let is_measured = |path: &Path| path != Path::new(INDEX) && path != Path::new(CHECKSUMS);
    files("results", is_measured)
        .into_iter()
        .map(|path| {
            let bytes = fs::read(root().join(&path)).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
            let sum: String = Sha256::digest(bytes)
                .iter()
                .map(|byte| format!("{byte:02x}"))
                .collect();
            let name = path.strip_prefix("results").expect("it lies there");
            (name.display().to_string(), sum)
        })
        .collect()
}

/// Files with the checksums that were taken when they landed.
fn landed() -> BTreeMap<String, String> {
    text(Path::new(CHECKSUMS))
        .lines()
        .map(|line| {
            line.split_once("  ")
                .unwrap_or_else(|| panic!("not a checksum: {line}"))
        })
        .map(|(sum, name)| (name.to_owned(), sum.to_owned()))
        .collect()
}

/// Numbers in a text as they are written there, thousands apart or not.
fn numbers(text: &str) -> BTreeSet<String> {
    let is_part = |c: char| c.is_ascii_digit() || c == '.' || c == ',';
    text.split(|c: char| !is_part(c))
        .map(|word| word.trim_matches(['.', ',']).replace(',', ""))
        .filter(|word| !word.is_empty())
        .collect()
}

/// Directories and answers of the index.
fn index() -> Vec<(String, String)> {
    text(Path::new(INDEX))
        .lines()
        .filter_map(|line| line.strip_prefix("| ["))
        .map(|line| {
            let cells: Vec<&str> = line.split(" | ").collect();
            let [link, _, answer] = cells.as_slice() else {
                panic!("not a row of three: {line}");
            };
            let (name, target) = link.trim_end_matches(')').split_once("](").expect("a link");
            assert_eq!(target, format!("{name}/README.md"));
            (name.to_owned(), answer.trim_end_matches(" |").to_owned())
        })
        .collect()
}

/// With `UPDATE_EXPECTED=1` files that are not listed yet are added; a line that is there is never changed.
#[test]
fn measurements_stay_as_they_landed() {
    let (measured, mut listed) = (measured(), landed());
    let changed: Vec<&String> = listed
        .iter()
        .filter(|(name, sum)| measured.get(*name) != Some(sum))
        .map(|(name, _)| name)
        .collect();
    assert!(
        changed.is_empty(),
        "changed or gone since they landed: {changed:?}; measure anew in a directory of today's date"
    );
    let new: Vec<String> = measured
        .keys()
        .filter(|name| !listed.contains_key(*name))
        .cloned()
        .collect();
    if std::env::var_os("UPDATE_EXPECTED").is_some() {
        listed.extend(measured);
        let lines: String = listed
            .iter()
            .map(|(name, sum)| format!("{sum}  {name}\n"))
            .collect();
        fs::write(root().join(CHECKSUMS), lines).expect("the list is writable");
        return;
    }
    assert!(
        new.is_empty(),
        "not listed in {CHECKSUMS} yet: {new:?}; when they are as they shall stay, \
         `UPDATE_EXPECTED=1 cargo test -p cargo-explore --test house_rules measurements` adds them"
    );
}

#[test]
fn the_index_of_results_names_every_measurement_once() {
    let mut indexed: Vec<String> = index().into_iter().map(|(name, _)| name).collect();
    indexed.sort();
    let directories: BTreeSet<String> = measured()
        .keys()
        .map(|name| name.split('/').next().expect("it has a first part").to_owned())
        .collect();
    assert_eq!(indexed, directories.into_iter().collect::<Vec<_>>());
}

#[test]
fn the_index_of_results_quotes_the_measurements() {
    let mut quoted = 0;
    let mut invented = Vec::new();
    for (name, answer) in index() {
        let directory = Path::new("results").join(&name);
        let mut said = numbers(&text(&directory.join("README.md")));
        if root().join(&directory).join("summary.md").exists() {
            said.extend(numbers(&text(&directory.join("summary.md"))));
        }
        let answered = numbers(&answer);
        quoted += answered.len();
        invented.extend(
            answered
                .difference(&said)
                .map(|number| format!("{name}: {number}")),
        );
    }
    assert!(quoted > 40, "only {quoted} numbers were compared");
    assert!(
        invented.is_empty(),
        "numbers of the index that neither README.md nor summary.md of their directory has:\n{}",
        invented.join("\n")
    );
}

#[test]
fn numbers_are_told_from_what_surrounds_them() {
    let found = numbers("From 1,000 (50.5 %) to v2: 3, 4.");
    assert_eq!(found, ["1000", "2", "3", "4", "50.5"].map(str::to_owned).into());
}
