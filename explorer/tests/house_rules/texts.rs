//! What texts say of files: each that they name is there, and each note is in its index.

use crate::offenders::{Offenders, check};
use crate::tree::{files, has_extension, root, text};
use std::path::{Path, PathBuf};

/// Texts that say what holds now; dated ones may name what is gone.
const TEXTS: [&str; 5] = [
    "ARCHITECTURE.md",
    "CONTRIBUTING.md",
    "README.md",
    "corpus/README.md",
    "results/README.md",
];

/// Most lines of the architecture: whoever is new reads it whole.
const MOST_LINES: usize = 150;

/// Lines outside code blocks.
fn prose(text: &str) -> impl Iterator<Item = &str> {
    let mut is_code = false;
    text.lines().filter(move |line| {
        let is_fence = line.trim_start().starts_with("```");
        is_code ^= is_fence;
        !is_code && !is_fence
    })
}

/// Files and directories that a line names between backticks, from the root on.
fn named(line: &str) -> impl Iterator<Item = &str> {
    let tops = [
        "plans/",
        "harness-gen/",
        "explorer/",
        "corpus/",
        "results/",
        "bench/",
        "docs/",
        ".ci/",
    ];
    line.split('`')
        .skip(1)
        .step_by(2)
        .filter(move |word| tops.iter().any(|top| word.starts_with(top)))
        .filter(|word| !word.contains([' ', '<', '*']))
}

/// Targets of a line's links to other files.
fn linked(line: &str) -> impl Iterator<Item = &str> {
    line.split("](")
        .skip(1)
        .filter_map(|rest| rest.split(')').next())
        .filter(|target| !target.contains("://"))
}

#[test]
fn files_that_texts_name_are_there() {
    let mut seen = 0;
    let mut missing = Offenders::new();
    for path in TEXTS {
        for name in prose(&text(Path::new(path))).flat_map(named) {
            seen += 1;
            if !root().join(name).exists() {
                missing.insert(name.to_owned(), format!("{path} names it"));
            }
        }
    }
    assert!(seen > 60, "only {seen} names were looked at");
    check("missing_files", "texts name files that are there", &missing);
}

#[test]
fn links_between_texts_lead_somewhere() {
    let markdown = |path: &Path| has_extension(path, "md");
    let notes = ["docs", "results", "corpus"].map(|directory| files(directory, markdown));
    let own = ["ARCHITECTURE.md", "CONTRIBUTING.md", "README.md", "CHANGELOG.md"].map(PathBuf::from);
    let mut seen = 0;
    for path in notes.into_iter().flatten().chain(own) {
        let directory = root().join(&path).parent().expect("a file").to_owned();
        for target in prose(&text(&path)).flat_map(linked) {
            seen += 1;
            assert!(directory.join(target).exists(), "{}: no {target}", path.display());
        }
    }
    assert!(seen > 60, "only {seen} links were looked at");
}

#[test]
fn decisions_are_dated_and_in_their_index() {
    let index = text(Path::new("docs/decisions/README.md"));
    let notes = files("docs/decisions", |path| !path.ends_with("README.md"));
    assert!(notes.len() > 20, "only {} notes were seen", notes.len());
    for path in notes {
        let name = path.file_name().unwrap().to_str().unwrap();
        let written = text(&path);
        let title = written.lines().next().and_then(|line| line.strip_prefix("# "));
        let row = format!("| {} | [{}]({name}) |", &name[..10], title.expect("a title"));
        assert!(
            index.lines().any(|line| line == row),
            "docs/decisions/README.md lacks\n{row}"
        );
        assert!(
            written.contains("\n**Decided.** "),
            "{name} does not say what was decided"
        );
    }
}

#[test]
fn flags_of_the_support_module_are_explained_at_its_head() {
    let head: String = text(Path::new("harness-gen/runtime/std_support.rs"))
        .lines()
        .take_while(|line| line.starts_with("//!"))
        .collect();
    let mut seen = 0;
    for path in files("harness-gen/runtime", |path| {
        path.iter()
            .any(|part| part.to_string_lossy().starts_with("std_support"))
    }) {
        for line in text(&path).lines().filter(|line| line.starts_with("/// `")) {
            for flag in line.rsplit('`').next().unwrap_or_default().split_whitespace() {
                seen += 1;
                assert!(head.contains(&format!("`{flag}`")), "{}: {line}", path.display());
            }
        }
    }
    assert!(seen > 200, "only {seen} flags were looked at");
}

#[test]
fn the_architecture_is_read_in_one_go() {
    let lines = text(Path::new("ARCHITECTURE.md")).lines().count();
    assert!(lines <= MOST_LINES, "ARCHITECTURE.md has {lines} lines");
}

#[test]
fn names_and_links_are_found_in_texts() {
    let text =
        "See `plans/src/a.rs`, `b.rs` and `corpus/<x>`.\n```\n`plans/none`\n```\n[a](b/c.md) [d](https://e)";
    assert_eq!(
        prose(text).flat_map(named).collect::<Vec<_>>(),
        ["plans/src/a.rs"]
    );
    assert_eq!(prose(text).flat_map(linked).collect::<Vec<_>>(), ["b/c.md"]);
}
