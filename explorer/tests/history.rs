//! Ten commits of a small crate are explored one by one. The history says of each finding which commit brought it and which one
//! fixed it, whatever happens to its index.

mod cli_support;

use cli_support::{Ran, command, from_json, git, products};
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

const MANIFEST: &str =
    "[package]\nname = \"changing\"\nversion = \"0.1.0\"\nedition = \"2024\"\n\n[workspace]\n";

/// What `half` and `pick` are like in a commit, and what it is explored with.
struct Step {
    half: Item,
    pick: Item,
    third: Item,
    options: &'static [&'static str],
}

#[derive(Clone, Copy)]
enum Item {
    Sound,
    Broken,
    Missing,
}

use Item::{Broken, Missing, Sound};

const fn step(half: Item, pick: Item, third: Item) -> Step {
    Step {
        half,
        pick,
        third,
        options: &[],
    }
}

const STEPS: [Step; 10] = [
    step(Sound, Sound, Missing),
    step(Broken, Sound, Missing),
    step(Broken, Broken, Missing),
    step(Sound, Broken, Missing),
    Step {
        options: &["--item", "next"],
        ..step(Sound, Broken, Missing)
    },
    step(Broken, Broken, Missing),
    step(Broken, Missing, Missing),
    step(Sound, Missing, Broken),
    step(Sound, Sound, Broken),
    step(Sound, Broken, Sound),
];

/// What each run says of the three findings, from the first that has it on.
const HALF: [&str; 9] = [
    "first_seen",
    "still_failing",
    "fixed",
    "not_explored left_out",
    "reopened",
    "still_failing",
    "fixed",
    "passes",
    "passes",
];
const PICK: [&str; 8] = [
    "first_seen",
    "still_failing",
    "not_explored left_out",
    "still_failing",
    "no_longer_reachable gone",
    "no_longer_reachable gone",
    "fixed",
    "reopened",
];
const THIRD: [&str; 3] = ["first_seen", "still_failing", "fixed"];

/// A repository with the crate, and a state directory that is the user's.
struct Repository {
    directory: tempfile::TempDir,
}

impl Repository {
    fn new() -> Repository {
        let directory = tempfile::tempdir_in(products()).expect("it is writable");
        let repository = Repository { directory };
        fs::create_dir_all(repository.package().join("src")).unwrap();
        fs::write(repository.package().join("Cargo.toml"), MANIFEST).unwrap();
        fs::write(repository.package().join(".gitignore"), "/target\nCargo.lock\n").unwrap();
        repository.git(&["init", "-q"]);
        repository
    }

    fn package(&self) -> PathBuf {
        self.directory.path().join("changing")
    }

    fn state_home(&self) -> PathBuf {
        self.directory.path().join("state-home")
    }

    /// Where the history is if nobody says where.
    fn state_dir(&self) -> PathBuf {
        let mut all = fs::read_dir(self.state_home().join("cargo-explore")).unwrap();
        let found = all.next().unwrap().unwrap().path();
        assert!(
            all.next().is_none(),
            "one workspace has one directory: {}",
            found.display()
        );
        let name = found.file_name().unwrap().to_string_lossy().into_owned();
        assert!(name.starts_with("changing-") && name.len() == 17, "{name}");
        found
    }

    fn git(&self, arguments: &[&str]) -> String {
        git(&self.package(), arguments)
    }

    /// Commits what a step is like. Returns the commit.
    fn commit(&self, step: &Step) -> String {
        let item = |name: &str, item: Item| match item {
            Missing => String::new(),
            Sound => format!("/// Works.\npub fn {name}(value: u8) -> u8 {{\n    value / 2\n}}\n"),
            Broken => format!(
                "/// Works.\npub fn {name}(value: u8) -> u8 {{\n    if value == 1 {{\n        \
                 panic!(\"{name} is broken\")\n    }}\n    value / 2\n}}\n"
            ),
        };
        let next =
            "//! Changes.\n/// Adds one.\npub fn next(value: u8) -> u8 {\n    value.wrapping_add(1)\n}\n";
        let text = [
            next.to_owned(),
            item("half", step.half),
            item("pick", step.pick),
            item("third", step.third),
        ]
        .concat();
        fs::write(self.package().join("src/lib.rs"), text).unwrap();
        self.git(&["add", "-A"]);
        self.git(&["commit", "-q", "--allow-empty", "-m", "a step"]);
        self.git(&["rev-parse", "HEAD"])
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = command(arguments);
        command
            .current_dir(self.package())
            .env("CARGO_TARGET_DIR", self.directory.path().join("target"))
            .env_remove("CARGO_EXPLORE_STATE_DIR")
            .env("XDG_STATE_HOME", self.state_home());
        command
    }

    fn explore(&self, options: &[&str]) -> Ran {
        let fixed = ["explore", "-q", "--time-limit", "3s", "--no-coverage"];
        let output = self.command(&[&fixed[..], options].concat()).output();
        let ran = Ran::from(output.expect("the binary starts"));
        assert!(matches!(ran.code, 0 | 100), "{}", ran.stderr);
        ran
    }

    fn history(&self, arguments: &[&str]) -> String {
        let arguments = [&["explore", "history"], arguments].concat();
        let ran = Ran::expect(&mut self.command(&arguments), 0);
        assert_eq!(ran.stderr, "");
        ran.stdout
    }
}

/// The finding of an item.
fn finding<'a>(document: &'a Value, item: &str) -> &'a Value {
    let findings = document["packages"][0]["findings"].as_array().unwrap();
    let mut of_item = findings.iter().filter(|finding| finding["item"] == item);
    let found = of_item.next().unwrap_or_else(|| panic!("{item} has a finding"));
    assert!(of_item.next().is_none(), "{item} has one finding");
    found
}

fn states(finding: &Value) -> Vec<String> {
    let states = finding["states"].as_array().unwrap().iter();
    let text = |state: &Value| match state["why"].as_str() {
        Some(why) => format!("{} {why}", state["state"].as_str().unwrap()),
        None => state["state"].as_str().unwrap().to_owned(),
    };
    states.map(text).collect()
}

/// The commit of a run that a finding names.
fn commit<'a>(finding: &'a Value, moment: &str) -> Option<&'a str> {
    finding[moment]["commit"]["id"].as_str()
}

#[test]
fn ten_commits_are_told_by_the_findings_that_they_brought_and_fixed() {
    let repository = Repository::new();
    let commits: Vec<String> = STEPS
        .iter()
        .map(|step| {
            let commit = repository.commit(step);
            if !step.options.is_empty() {
                // This run is not quite of its commit.
                fs::write(
                    repository.package().join(".gitignore"),
                    "/target\nCargo.lock\n#\n",
                )
                .unwrap();
            }
            repository.explore(step.options);
            commit
        })
        .collect();

    let text = repository.history(&["--format", "json"]);
    let document = from_json(&text);
    let runs = document["packages"][0]["runs"].as_array().unwrap();
    let of_runs: Vec<&str> = (runs.iter())
        .map(|run| run["commit"]["id"].as_str().unwrap())
        .collect();
    assert_eq!(of_runs, commits);
    let dirty: Vec<bool> = (runs.iter())
        .map(|run| run["commit"]["dirty"].as_bool().unwrap())
        .collect();
    assert_eq!(
        dirty,
        [4].map(|at| (0..10).map(|run| run == at).collect::<Vec<_>>())
            .concat()
    );
    let bugs: Vec<u64> = (runs.iter())
        .map(|run| run["causes"]["bug"].as_u64().unwrap())
        .collect();
    assert_eq!(bugs, [0, 1, 2, 1, 0, 2, 1, 1, 1, 1]);

    for (item, expected, (first, fixed), condition) in [
        ("changing::half", &HALF[..], (1, Some(7)), "fixed"),
        ("changing::pick", &PICK, (2, None), "failing"),
        ("changing::third", &THIRD, (7, Some(9)), "fixed"),
    ] {
        let finding = finding(&document, item);
        assert_eq!(states(finding), expected, "{item}");
        assert_eq!(finding["condition"], condition, "{item}");
        assert_eq!(
            commit(finding, "first_seen"),
            Some(commits[first].as_str()),
            "{item}"
        );
        assert_eq!(
            commit(finding, "fixed"),
            fixed.map(|fixed| commits[fixed].as_str()),
            "{item}"
        );
    }
    people_read_it(&repository, &document, &commits);
    the_index_does_not_matter(&repository, &text);
    a_torn_line_costs_one_run(&repository);
    a_state_directory_that_cannot_be_written_is_a_warning(&repository);
}

fn people_read_it(repository: &Repository, document: &Value, commits: &[String]) {
    let short = |at: usize| &commits[at][..9];
    let overview = repository.history(&[]);
    assert_eq!(overview.lines().count(), 1, "{overview}");
    assert!(
        overview.starts_with("changing  10 runs, the last ") && overview.contains("bugs 1  items 4/4"),
        "{overview}"
    );
    let package = repository.history(&["changing"]);
    for part in [
        format!("  {}+  ", short(4)),
        "bugs 2 (+1)".to_owned(),
        "panic: half is broken at src/lib.rs:9 (bug)".to_owned(),
        format!(" at {} (0.1.0)", short(7)),
    ] {
        assert!(package.contains(&part), "{part} is not in\n{package}");
    }
    let id = finding(document, "changing::pick")["id"].as_str().unwrap();
    let one = repository.history(&[&id[..6]]);
    for (at, said) in [
        (2, "first seen"),
        (4, "not explored this time: its item was left out"),
        (6, "no longer reachable: there is no such item"),
        (8, "fixed"),
        (9, "reopened"),
    ] {
        let is_it = |line: &str| line.contains(short(at)) && line.contains(said);
        assert!(one.lines().any(is_it), "{said} is not in\n{one}");
    }
    let page = repository.history(&["--format", "html"]);
    assert!(page.starts_with("<!DOCTYPE html>") && page.matches("<svg").count() == 3);
    let schema = from_json(&repository.history(&["--schema"]));
    assert!(jsonschema::draft202012::is_valid(&schema, document));
    for (arguments, code, advice) in [
        (&["nonsense"][..], 2, "the packages are changing"),
        (&["--state-dir", "nowhere"], 101, "explore first"),
    ] {
        let arguments = [&["explore", "history"], arguments].concat();
        let ran = Ran::expect(&mut repository.command(&arguments), code);
        assert!(ran.stderr.contains(advice), "{}", ran.stderr);
    }
}

fn the_index_does_not_matter(repository: &Repository, text: &str) {
    let again = || repository.history(&["--format", "json"]);
    let index = repository.state_dir().join("index.sqlite");
    let made = fs::read(&index).unwrap();
    assert!(again() == text, "as it is");
    fs::remove_file(&index).unwrap();
    assert!(again() == text, "deleted");
    fs::write(&index, b"garbage".repeat(5000)).unwrap();
    assert!(again() == text, "written over");
    let mut torn = made.clone();
    torn[made.len() / 2..].fill(0x5a);
    fs::write(&index, torn).unwrap();
    assert!(again() == text, "half of it written over");
    assert!(fs::read(&index).unwrap() == made, "it is made as it was");
}

fn records(repository: &Repository) -> PathBuf {
    repository.state_dir().join("records/changing.jsonl")
}

/// What a writer leaves that is killed while it writes.
fn tear(file: &Path) -> String {
    let text = fs::read_to_string(file).unwrap();
    let end = text.trim_end().rfind('\n').map_or(0, |at| at + 1);
    fs::write(file, &text[..end + 300]).unwrap();
    text
}

fn a_torn_line_costs_one_run(repository: &Repository) {
    let file = records(repository);
    assert_eq!(
        tear(&file).lines().count(),
        STEPS.len(),
        "one record for each run"
    );
    let ran = Ran::expect(
        &mut repository.command(&["explore", "history", "--format", "json"]),
        0,
    );
    assert!(
        ran.stderr.contains("was torn") && ran.stderr.matches("warning").count() == 1,
        "{}",
        ran.stderr
    );
    let runs = from_json(&ran.stdout)["packages"][0]["runs"]
        .as_array()
        .unwrap()
        .len();
    assert_eq!(runs, STEPS.len() - 1);
    repository.history(&[]);
}

fn a_state_directory_that_cannot_be_written_is_a_warning(repository: &Repository) {
    // A file in place of the directory: nobody can write below it, not even root.
    let file = repository.package().join("Cargo.toml");
    let file = file.to_str().unwrap();
    let ran = repository.explore(&["--state-dir", file, "--format", "json"]);
    assert_eq!(ran.code, 100);
    assert!(
        ran.stderr.matches("warning").count() == 1 && ran.stderr.contains("cannot be added to the history"),
        "{}",
        ran.stderr
    );
}
