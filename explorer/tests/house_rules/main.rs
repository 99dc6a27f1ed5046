//! Rules of the house that can be checked by looking at the tree. Most texts are scanned, not parsed: a rule that is
//! too strict for a case should be met by writing the case differently.

mod circles;
mod imports;
mod offenders;
mod results;
mod sizes;
mod texts;
mod tree;

use cargo_metadata::{DependencyKind, Metadata, MetadataCommand};
use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;
use tree::{code_lines, files, product_sources, root, sources};

/// Fails with every line of product code outside `allowed` that `is_bad`.
#[track_caller]
fn forbid(what: &str, allowed: &[&str], is_bad: impl Fn(&str) -> bool) {
    let mut bad = Vec::new();
    for (path, text) in product_sources() {
        if allowed.iter().any(|prefix| path.starts_with(prefix)) {
            continue;
        }
        for (number, line) in code_lines(&text).filter(|(_, line)| is_bad(line)) {
            bad.push(format!("{}:{number}: {line}", path.display()));
        }
    }
    assert!(bad.is_empty(), "{what} outside {allowed:?}:\n{}", bad.join("\n"));
}

fn metadata() -> Metadata {
    MetadataCommand::new()
        .manifest_path(root().join("Cargo.toml"))
        .no_deps()
        .exec()
        .expect("the workspace can be read")
}

fn dependencies(of: &str, kinds: &[DependencyKind]) -> BTreeSet<String> {
    let metadata = metadata();
    let package = metadata
        .packages
        .iter()
        .find(|package| package.name == of)
        .expect("it is a member");
    package
        .dependencies
        .iter()
        .filter(|d| kinds.contains(&d.kind))
        .map(|d| d.name.to_string())
        .collect()
}

#[test]
fn every_source_file_says_its_purpose() {
    let silent: Vec<PathBuf> = sources()
        .into_iter()
        .filter(|(_, text)| !text.starts_with("//! "))
        .map(|(path, _)| path)
        .collect();
    assert!(silent.is_empty(), "these do not start with `//!`: {silent:?}");
}

#[test]
fn dependencies_point_downwards() {
    let all = [
        DependencyKind::Normal,
        DependencyKind::Build,
        DependencyKind::Development,
    ];
    assert!(dependencies("plans", &[DependencyKind::Normal, DependencyKind::Build]).is_empty());
    for (krate, forbidden) in [
        ("plans", &["harness-gen", "cargo-explore"][..]),
        ("harness-gen", &["cargo-explore", "clap", "anyhow"]),
    ] {
        let found = dependencies(krate, &all);
        for name in forbidden {
            assert!(!found.contains(*name), "{krate} depends on {name}");
        }
    }
    assert!(
        dependencies("cargo-explore", &all).contains("plans"),
        "the check sees dependencies"
    );
}

#[test]
fn only_reports_print() {
    let macros = ["println!", "print!", "eprintln!", "eprint!", "dbg!"];
    forbid("printing", &["explorer/src/report"], |line| {
        macros.iter().any(|name| {
            line.match_indices(name)
                .any(|(at, _)| !preceded_by_word(line, at))
        })
    });
}

fn preceded_by_word(line: &str, at: usize) -> bool {
    line[..at]
        .chars()
        .next_back()
        .is_some_and(|c| c.is_alphanumeric() || c == '_' || c == '"' || c == '`')
}

#[test]
fn unsafe_code_is_where_it_has_to_be() {
    // What `emit` writes is the text of harnesses.
    let allowed = [
        "explorer/src/executor",
        "harness-gen/runtime",
        "harness-gen/src/emit.rs",
        "harness-gen/src/emit",
    ];
    forbid("unsafe code", &allowed, |line| {
        // Text, words about safety, and fields called `is_unsafe` are not unsafe code.
        let before_text = line.split('"').next().unwrap_or_default();
        let forms = ["unsafe {", "unsafe fn", "unsafe impl", "unsafe extern"];
        forms.iter().any(|form| {
            before_text
                .match_indices(form)
                .any(|(at, _)| !preceded_by_word(line, at))
        })
    });
}

#[test]
fn processes_are_started_in_four_places() {
    forbid(
        "std::process::Command",
        // The third starts this program, for each package of a sweep. The last one asks git what
        // was committed.
        &[
            "explorer/src/executor",
            "harness-gen/src/cargo",
            "explorer/src/sweep/worker.rs",
            "explorer/src/git.rs",
        ],
        |line| {
            line.contains("Command::new(") && !line.contains("MetadataCommand::new(")
                || line.contains("process::Command")
        },
    );
}

#[test]
fn rustdoc_s_own_types_end_where_they_are_read() {
    let allowed = ["harness-gen/src/rustdoc_json.rs", "harness-gen/src/api"];
    forbid("rustdoc's types", &allowed, |line| line.contains("rustdoc_types"));
}

#[test]
fn only_reports_and_what_is_stored_become_json() {
    // What a run found out is stored as it is, for the version that wrote it; every other one reads the JSON report beside it.
    // Records of the history have a form of their own, which later versions read.
    let stored = [
        "explorer/src/store",
        "explorer/src/run_report.rs",
        "explorer/src/shape.rs",
        "explorer/src/outcome.rs",
        "explorer/src/containment.rs",
        "explorer/src/coverage",
        "explorer/src/words.rs",
        "explorer/src/judged.rs",
        "explorer/src/sweep/journal.rs",
        "explorer/src/sweep/package.rs",
        "explorer/src/sweep/shard.rs",
        "explorer/src/history/record.rs",
        "explorer/src/history/commit.rs",
        "explorer/src/since/told.rs",
        // It lies in a fuzz package, for whoever takes its crashes over.
        "explorer/src/fuzzing/mod.rs",
    ];
    let allowed = [&["explorer/src/report", "harness-gen"][..], &stored].concat();
    forbid("Serialize", &allowed, |line| line.contains("Serialize"));
}

#[test]
fn the_search_has_no_clock_no_chance_and_no_files() {
    let words = [
        "std::time",
        "std::fs",
        "std::net",
        "std::thread",
        "std::env",
        "RandomState",
        "HashMap",
        "HashSet",
    ];
    for (path, text) in product_sources().filter(|(path, _)| path.starts_with("plans/src")) {
        for (number, line) in code_lines(&text) {
            for word in words {
                assert!(!line.contains(word), "{}:{number}: {line}", path.display());
            }
        }
    }
}

#[test]
fn every_code_has_a_quirk_and_every_quirk_says_what_it_expects() {
    let quirks: BTreeSet<String> = fs::read_dir(root().join("corpus/quirks"))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    let of_codes: BTreeSet<String> = quirks
        .iter()
        .filter(|quirk| quirk.starts_with("e-"))
        .cloned()
        .collect();
    // Given to whatever the user leaves out, so that there is nothing to show.
    let without = harness_gen::Code::User;
    let codes: BTreeSet<String> = harness_gen::Code::ALL
        .into_iter()
        .filter(|code| *code != without)
        .map(|code| code.as_str().to_ascii_lowercase())
        .collect();
    assert_eq!(of_codes, codes);
    let known: BTreeSet<&str> = harness_gen::Code::ALL
        .into_iter()
        .map(|code| code.as_str())
        .collect();
    for quirk in quirks {
        let directory = root().join("corpus/quirks").join(&quirk);
        let Ok(expected) = fs::read_to_string(directory.join("expected.txt")) else {
            // What other quirks depend on is not explored for itself.
            assert!(!of_codes.contains(&quirk), "{quirk} has no expected.txt");
            continue;
        };
        for line in expected.lines() {
            let words: Vec<&str> = line.splitn(3, ' ').collect();
            let sound = match words.as_slice() {
                ["completed" | "called", ..] => true,
                ["excluded", code, _] => known.contains(code),
                _ => false,
            };
            assert!(sound, "{quirk} expects what no item should come to: {line}");
        }
        let code = format!("excluded {} ", quirk.to_ascii_uppercase());
        assert!(
            !of_codes.contains(&quirk) || expected.lines().any(|line| line.starts_with(&code)),
            "{quirk} expects no item with its code"
        );
        assert!(
            expected.lines().any(|line| line.starts_with("completed ")),
            "{quirk} has no ordinary item"
        );
    }
}

#[test]
fn corpus_crates_stand_alone_and_say_their_purpose() {
    let manifests = files("corpus", |path| path.ends_with("Cargo.toml"));
    assert!(
        manifests.len() > 14,
        "the walk saw only {} crates",
        manifests.len()
    );
    let members: BTreeSet<String> = metadata()
        .packages
        .iter()
        .map(|package| package.name.to_string())
        .collect();
    let ignored = fs::read_to_string(root().join(".gitignore")).unwrap();
    assert!(
        ignored.lines().any(|line| line == "corpus/**/Cargo.lock"),
        "lock files of corpus crates must not be tracked"
    );
    for path in manifests {
        let manifest: toml::Table = fs::read_to_string(root().join(&path)).unwrap().parse().unwrap();
        let name = manifest["package"]["name"].as_str().unwrap();
        assert!(!members.contains(name), "{name} is a member");
        assert_eq!(
            manifest["workspace"].as_table().map(toml::Table::is_empty),
            Some(true),
            "{name}"
        );
        let strangers = manifest
            .get("dependencies")
            .and_then(toml::Value::as_table)
            .map_or(0, |all| {
                all.values().filter(|one| one.get("path").is_none()).count()
            });
        assert_eq!(strangers, 0, "{name} depends on what is not in the corpus");
        assert_eq!(path.parent().unwrap().file_name().unwrap(), name);
        let source = fs::read_to_string(root().join(path.parent().unwrap()).join("src/lib.rs")).unwrap();
        assert!(
            source.starts_with("//! Purpose: "),
            "{name} does not say its purpose"
        );
    }
}

#[test]
fn the_readme_quotes_the_defaults() {
    let readme = fs::read_to_string(root().join("README.md")).unwrap();
    let definition = explorer::cli::Cli::definition();
    let mut compared = 0;
    for line in readme.lines().filter(|line| line.starts_with("| `--")) {
        let cells: Vec<&str> = line.split('|').map(str::trim).collect();
        for option in cells[1].split(", ") {
            let name = option
                .trim_matches('`')
                .trim_start_matches("--")
                .split(' ')
                .next()
                .unwrap();
            let argument = definition
                .get_arguments()
                .find(|argument| argument.get_long() == Some(name))
                .unwrap_or_else(|| panic!("README mentions --{name}, which does not exist"));
            let default: Vec<_> = argument
                .get_default_values()
                .iter()
                .map(|v| v.to_string_lossy())
                .collect();
            match default.as_slice() {
                [] => assert!(!cells[2].starts_with('`'), "--{name} has no default: {line}"),
                values => {
                    assert_eq!(cells[2], format!("`{}`", values.join(",")), "--{name}");
                    compared += 1;
                }
            }
        }
    }
    assert!(compared >= 5, "only {compared} defaults were compared");
    let rust_version = metadata().packages[0]
        .rust_version
        .clone()
        .expect("the workspace has a rust-version");
    let quoted = format!("Rust {}.{} or newer", rust_version.major, rust_version.minor);
    assert!(readme.contains(&quoted), "README does not say {quoted}");
    let ci = fs::read_to_string(root().join(".ci/run")).unwrap();
    assert!(readme.contains("cargo test --workspace") && ci.contains("cargo test --workspace"));
}
