//! Configuration from outside: a workspace of two packages says how it is explored, in a file, in a manifest and in the
//! environment.

mod cli_support;

use cli_support::{Ran, command, documents, products};
use std::fs;
use std::path::PathBuf;
use std::process::Command;

const CONFIG: &str = r#"
explore-version = "0.1"

[profile.default]
time-limit = "11s"
depth = 2

[profile.nightly]
until = "1h"

[package.second]
skip-item = ["second::quiet"]
depth = 4
"#;

/// A workspace of two packages with one file for all of them.
struct Workspace {
    directory: tempfile::TempDir,
}

impl Workspace {
    fn new() -> Workspace {
        let directory = tempfile::tempdir_in(products()).expect("it is writable");
        let workspace = Workspace { directory };
        workspace.write(
            "Cargo.toml",
            "[workspace]\nresolver = \"3\"\nmembers = [\"first\", \"second\"]\n",
        );
        for name in ["first", "second"] {
            workspace.write(&format!("{name}/Cargo.toml"), &manifest(name, ""));
            let source = "//! Two.\n/// One.\npub fn loud(_: u8) {}\n/// Another.\npub fn quiet(_: u8) {}\n";
            workspace.write(&format!("{name}/src/lib.rs"), source);
        }
        workspace.write(".config/explore.toml", CONFIG);
        workspace
    }

    fn path(&self, name: &str) -> PathBuf {
        self.directory.path().join(name)
    }

    fn write(&self, name: &str, text: &str) {
        let path = self.path(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = command(arguments);
        command.current_dir(self.path("second"));
        command
    }

    /// What holds, without the space before comments.
    #[track_caller]
    fn config(&self, arguments: &[&str]) -> String {
        let arguments = [&["config"], arguments].concat();
        let ran = Ran::expect(&mut self.command(&arguments), 0);
        let lines = ran.stdout.lines().map(|line| match line.split_once("  ") {
            Some((said, place)) => format!("{said} {}\n", place.trim()),
            None => format!("{line}\n"),
        });
        let root = self.directory.path().canonicalize().unwrap();
        lines
            .collect::<String>()
            .replace(&format!("{}/", root.display()), "")
    }
}

fn manifest(name: &str, more: &str) -> String {
    format!("[package]\nname = \"{name}\"\nversion = \"0.1.0\"\nedition = \"2024\"\n{more}")
}

#[track_caller]
fn contains(text: &str, parts: &[&str]) {
    for part in parts {
        assert!(text.contains(part), "{part} is not in\n{text}");
    }
}

#[test]
fn config_says_what_holds_and_where_it_comes_from() {
    let workspace = Workspace::new();
    contains(
        &workspace.config(&[]),
        &[
            "depth = \"2\" # [profile.default] of .config/explore.toml\n",
            "time-limit = \"11s\" # [profile.default] of .config/explore.toml\n",
            "strategy = \"deepening\" # default\n",
            "hostile = false # default\n",
            "# until # not set\n",
        ],
    );
    let nightly = workspace.config(&["--profile", "nightly"]);
    contains(
        &nightly,
        &[
            "until = \"1h\" # [profile.nightly] of .config/explore.toml\n",
            "time-limit = \"60s\" # default\n",
            "depth = \"2\" # [profile.default]",
        ],
    );
    workspace.write(
        "second/Cargo.toml",
        &manifest("second", "[package.metadata.explore]\nseed = 5\ndepth = 3\n"),
    );
    let second = workspace.config(&["--package", "second"]);
    contains(
        &second,
        &[
            "depth = \"3\" # [package.metadata.explore] of second/Cargo.toml\n",
            "seed = \"5\" # [package.metadata.explore]",
            "skip-item = [\"second::quiet\"] # [package.second] of .config/explore.toml\n",
        ],
    );
    let mut with_variable = workspace.command(&["config", "--package", "second"]);
    let ran = Ran::expect(with_variable.env("CARGO_EXPLORE_DEPTH", "9"), 0);
    contains(&ran.stdout, &["depth = \"9\"", "# CARGO_EXPLORE_DEPTH\n"]);
}

#[test]
fn mistakes_are_exit_code_2_and_say_what_to_do() {
    let workspace = Workspace::new();
    for (text, advice) in [
        (
            "[profile.default]\ntime-limt = \"1s\"\n",
            "did you mean `time-limit`?",
        ),
        (
            "[profile.default]\ntime-limit = \"soon\"\n",
            "[profile.default] of",
        ),
        (
            "[profile.default]\ntime-limit = \"1s\"\nuntil = \"1s\"\n",
            "does not go together",
        ),
        ("explore-version = \"99.0\"\n", "cargo install cargo-explore"),
    ] {
        workspace.write(".config/explore.toml", text);
        let ran = Ran::expect(&mut workspace.command(&["--list"]), 2);
        contains(&ran.stderr, &[advice]);
    }
    workspace.write(".config/explore.toml", CONFIG);
    let ran = Ran::expect(&mut workspace.command(&["--list", "--profile", "nigthly"]), 2);
    contains(&ran.stderr, &["did you mean `nightly`?"]);
    let mut wrong = workspace.command(&["--list"]);
    let ran = Ran::expect(wrong.env("CARGO_EXPLORE_CASE_MEMORY", "much"), 2);
    contains(&ran.stderr, &["CARGO_EXPLORE_CASE_MEMORY cannot be used"]);
}

#[test]
fn each_package_is_explored_as_it_is_configured_and_what_is_typed_beats_that() {
    let workspace = Workspace::new();
    let explore = |more: &[&str]| {
        let fixed = ["--workspace", "-q", "--no-coverage", "--format", "json"];
        let ran = Ran::expect(&mut workspace.command(&[&fixed, more].concat()), 0);
        documents(&ran.stdout)
    };
    let told = |more: &[&str]| {
        let documents = explore(more);
        let of = |document: &serde_json::Value| {
            let settings = &document["settings"];
            (
                settings["depth"].as_u64().unwrap(),
                settings["time_limit_ms"].as_u64().unwrap(),
                document["api"]["totals"]["excluded"].as_u64().unwrap(),
            )
        };
        documents.iter().map(of).collect::<Vec<_>>()
    };
    assert_eq!(told(&[]), [(2, 11_000, 0), (4, 11_000, 1)]);
    assert_eq!(
        told(&["--depth", "1", "--profile", "nightly", "--time-limit", "7s"]),
        [(1, 7_000, 0), (1, 7_000, 1)]
    );
}
