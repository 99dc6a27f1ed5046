//! Sweeps: many packages, bad ones among them, ends that nobody foresaw, and shards.

mod cli_support;

use cli_support::{Ran, command, documents, products, shell};
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A workspace of small packages: one with a bug, one without, one that does not compile, one whose build script never ends, and a
/// procedural macro.
struct Workspace {
    directory: tempfile::TempDir,
}

const BUGGY: &str = "pub fn half(n: u8) -> u8 { assert!(n != 3, \"three has no half\"); n / 2 }\n";

impl Workspace {
    fn new(packages: &[&str]) -> Workspace {
        let directory = tempfile::tempdir_in(products()).expect("it is writable");
        let workspace = Workspace { directory };
        let members: Vec<String> = packages.iter().map(|name| format!("\"{name}\"")).collect();
        let manifest = format!(
            "[workspace]\nresolver = \"3\"\nmembers = [{}]\n",
            members.join(", ")
        );
        workspace.write("Cargo.toml", &manifest);
        for name in packages {
            let (extra, source) = match *name {
                "buggy" => ("", BUGGY),
                "broken" => ("", "pub fn f() -> u8 { \"none\" }\n"),
                "macros" => ("[lib]\nproc-macro = true\n", ""),
                "waits" => ("", "pub fn f() {}\n"),
                "uses" => (
                    "[dependencies]\nbuggy = { path = \"../buggy\" }\n",
                    "pub fn quarter(n: u8) -> u8 { buggy::half(buggy::half(n)) }\n",
                ),
                _ => ("", "pub fn twice(n: u8) -> u16 { u16::from(n) * 2 }\n"),
            };
            let manifest =
                format!("[package]\nname = \"{name}\"\nversion = \"0.1.0\"\nedition = \"2024\"\n{extra}");
            workspace.write(&format!("{name}/Cargo.toml"), &manifest);
            workspace.write(&format!("{name}/src/lib.rs"), source);
            if *name == "waits" {
                let forever = "fn main() { loop { std::thread::park(); } }\n";
                workspace.write(&format!("{name}/build.rs"), forever);
            }
        }
        workspace
    }

    fn path(&self, name: &str) -> PathBuf {
        self.directory.path().join(name)
    }

    fn write(&self, name: &str, text: &str) {
        fs::create_dir_all(self.path(name).parent().expect("it is below")).unwrap();
        fs::write(self.path(name), text).unwrap();
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = command(arguments);
        command
            .current_dir(self.directory.path())
            .env("CARGO_TARGET_DIR", self.path("target"));
        command
    }

    /// Runs a line of the shell in the workspace, with the program where cargo looks for it.
    #[track_caller]
    fn shell(&self, line: &str, variables: &[(&str, &str)]) {
        let ran = shell(line, self.directory.path())
            .env("CARGO_TARGET_DIR", self.path("target"))
            .envs(variables.iter().copied())
            .output()
            .expect("the shell starts");
        assert!(
            ran.status.success(),
            "{line}: {}",
            String::from_utf8_lossy(&ran.stderr)
        );
    }

    #[track_caller]
    fn sweep(&self, code: i32, arguments: &[&str]) -> Ran {
        let all = ["sweep", "--no-coverage", "--format", "json"];
        Ran::expect(&mut self.command(&[&all[..], arguments].concat()), code)
    }
}

/// A file that is offered for a CI system.
fn ci_file(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../docs/ci")
        .join(name)
}

/// The step of GitHub's workflow that begins so.
fn step_of_github(begins: &str) -> String {
    let text = fs::read_to_string(ci_file("github-actions.yml")).expect("it is there");
    let steps = text
        .lines()
        .filter_map(|line| line.trim().strip_prefix("- run: "));
    let step = steps.into_iter().find(|step| step.starts_with(begins));
    step.expect("the workflow has such a step").to_owned()
}

/// Names of packages with the items that fail in each, in the order of the reports.
fn found(text: &str) -> Vec<(String, Vec<String>)> {
    let word = |value: &Value| value.as_str().expect("it is a text").to_owned();
    let of = |document: Value| {
        let findings = document["findings"].as_array().expect("a list").clone();
        (
            word(&document["crate"]["name"]),
            findings.iter().map(|finding| word(&finding["item"])).collect(),
        )
    };
    documents(text).into_iter().map(of).collect()
}

fn expected(packages: &[(&str, &str)]) -> Vec<(String, Vec<String>)> {
    let of = |(name, item): &(&str, &str)| {
        let items = Some((*item).to_owned()).filter(|item| !item.is_empty());
        ((*name).to_owned(), items.into_iter().collect())
    };
    packages.iter().map(of).collect()
}

fn lines(directory: &Path) -> Vec<Value> {
    documents(&fs::read_to_string(directory.join("journal.jsonl")).expect("there is a journal"))
}

#[test]
fn bad_packages_cost_themselves_and_what_is_unchanged_is_tried_again() {
    // The one that never ends is the last: on a busy machine the others need the time.
    let workspace = Workspace::new(&["broken", "buggy", "macros", "plain", "waits"]);
    let time = ["--total-time", "50s"];
    let first = workspace.sweep(101, &time);
    assert_eq!(
        found(&first.stdout),
        expected(&[("buggy", "buggy::half"), ("plain", "")])
    );
    for said in [
        "macros has no library that Rust code can use",
        "broken 0.1.0                  failed: `broken 0.1.0` does not compile: error[E0308]: mismatched types",
        "waits 0.1.0                   overdue: ended by its time",
        "sweep: 4 packages",
    ] {
        assert!(first.stderr.contains(said), "`{said}` in: {}", first.stderr);
    }
    workspace.write("plain/src/lib.rs", "pub fn tail(s: &[u8]) -> &[u8] { &s[1..] }\n");
    let second = workspace.sweep(101, &[&time[..], &["--notify", "cat > news.json"]].concat());
    let news =
        documents(&fs::read_to_string(workspace.path("news.json")).expect("somebody was told")).remove(0);
    let new: Vec<&Value> = news["new"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|new| &new["item"])
        .collect();
    assert_eq!(new, ["plain::tail"], "{news}");
    assert_eq!(
        found(&second.stdout),
        expected(&[("buggy", "buggy::half"), ("plain", "plain::tail")])
    );
    assert!(
        second
            .stderr
            .contains("1 finding; unchanged, tried again and fails as it did"),
        "{}",
        second.stderr
    );
    let directory = workspace.path("target/explore/sweeps");
    let begun = lines(&directory)
        .into_iter()
        .rposition(|line| line.get("begun").is_some());
    let ends = lines(&directory).split_off(begun.expect("the sweep began"));
    let took = |is_meant: &dyn Fn(&str) -> bool| -> u64 {
        let of_sweep = ends.iter().filter_map(|line| line.get("package"));
        let meant = of_sweep.filter(|end| is_meant(end["name"].as_str().unwrap_or_default()));
        meant.filter_map(|end| end["took_ms"].as_u64()).sum()
    };
    // Tests on a busy machine take no times; that it was first is what its time follows from.
    assert!(took(&|name| name == "plain") > 0, "{ends:?}");
    assert_eq!(ends[1]["package"]["name"], "plain", "{ends:?}");
}

#[test]
fn a_killed_sweep_is_resumed_and_shards_make_up_the_whole() {
    let workspace = Workspace::new(&["buggy", "plain", "uses"]);
    let whole = workspace.sweep(100, &["--sweep-dir", "whole"]);
    let everything = expected(&[("buggy", "buggy::half"), ("plain", ""), ("uses", "uses::quarter")]);
    assert_eq!(found(&whole.stdout), everything);

    // Killed once it has written down an end.
    let journal = workspace.path("killed/journal.jsonl");
    let mut child = workspace
        .command(&[
            "sweep",
            "--no-coverage",
            "--format",
            "json",
            "--jobs",
            "1",
            "--sweep-dir",
            "killed",
            "--quiet",
        ])
        .spawn()
        .expect("the binary starts");
    while !fs::read_to_string(&journal).is_ok_and(|text| text.contains("\"package\"")) {
        assert!(
            child.try_wait().unwrap().is_none(),
            "it ended before anything was written"
        );
        std::thread::yield_now();
    }
    child.kill().unwrap();
    child.wait().unwrap();
    let resumed = workspace.sweep(100, &["--sweep-dir", "killed", "--resume"]);
    assert_eq!(found(&resumed.stdout), everything);
    let begun = lines(&workspace.path("killed"));
    assert_eq!(begun.iter().filter(|line| line.get("begun").is_some()).count(), 1);
    assert_eq!(begun.last().and_then(Value::as_str), Some("ended"));

    // The very steps that are offered for CI systems.
    for number in ["1", "2"] {
        let step = step_of_github("cargo explore sweep").replace("${{ matrix.shard }}", number);
        // A shard may well have no package.
        workspace.shell(&step, &[]);
    }
    let slurm = ci_file("slurm.sh").display().to_string();
    workspace.shell(
        &slurm,
        &[("SLURM_ARRAY_TASK_ID", "3"), ("SLURM_ARRAY_TASK_COUNT", "3")],
    );
    workspace.shell(
        &step_of_github("cargo explore merge shards/* --format sarif"),
        &[],
    );
    let summary = workspace.path("summary.md").display().to_string();
    workspace.shell(
        &step_of_github("cargo explore merge shards/* --format markdown"),
        &[("GITHUB_STEP_SUMMARY", &summary)],
    );
    let summary = fs::read_to_string(summary).expect("the step wrote it");
    assert!(summary.contains("### uses: 1 bug"), "{summary}");
    let sarif = fs::read_to_string(workspace.path("explore.sarif")).expect("the merged report is there");
    assert!(
        sarif.contains("buggy::half") && sarif.contains("uses::quarter"),
        "{sarif}"
    );
    let merge = |code: i32, directories: &[&str]| {
        let arguments = [&["merge", "--format", "json"], directories].concat();
        Ran::expect(&mut workspace.command(&arguments), code)
    };
    let merged = merge(100, &["shards/2", "shards/1", "shards/3"]);
    assert_eq!(found(&merged.stdout), everything);
    let missing = merge(2, &["shards/1", "shards/3"]);
    assert!(
        missing.stderr.contains("shard 2/3 is missing"),
        "{}",
        missing.stderr
    );
    let doubled = merge(2, &["shards/1", "shards/2", "shards/1"]);
    assert!(
        doubled.stderr.contains("shard 1/3 is there twice"),
        "{}",
        doubled.stderr
    );
    let none = merge(2, &["shards/1", "whole"]);
    assert!(
        none.stderr.contains("`whole` holds a whole sweep"),
        "{}",
        none.stderr
    );
    workspace.write(
        "plain/src/lib.rs",
        "pub fn thrice(n: u8) -> u16 { u16::from(n) * 3 }\n",
    );
    let mut foreign = workspace.command(&["sweep", "--shard", "3/3", "--sweep-dir", "foreign"]);
    assert!(foreign.output().expect("the binary starts").status.code() != Some(101));
    let refused = merge(2, &["shards/1", "shards/2", "foreign"]);
    assert!(
        refused
            .stderr
            .contains("are not of one sweep: they differ in the package plain 0.1.0"),
        "{}",
        refused.stderr
    );
}
