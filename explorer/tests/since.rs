//! What has changed since a commit is explored and nothing else, and what that commit has, too, is not told again.

mod cli_support;

use cli_support::{Ran, command, from_json, git, products};
use serde_json::Value;
use std::fs;
use std::path::PathBuf;

const ROOT: &str = "[workspace]\nmembers = [\"helper\", \"shop\"]\nresolver = \"3\"\n";
const HELPER: &str = "//! Helps.\npub fn twice(value: u8) -> u8 {\n    value.wrapping_mul(2)\n}\n";
const SHOP: &str = r#"//! Sells.
pub struct Till {
    coins: Vec<u8>,
}
impl Till {
    pub fn new() -> Till {
        Till { coins: Vec::new() }
    }
    pub fn put(&mut self, coin: u8) {
        self.coins.push(coin);
    }
    pub fn top(&self) -> u8 {
        *self.coins.last().unwrap()
    }
}
pub fn half(value: u8) -> u8 {
    check(value);
    value / 2
}
fn check(_value: u8) {}
pub fn price(value: u8) -> u8 {
    if value == 3 {
        panic!("three")
    }
    helper::twice(value)
}
pub fn idle(value: u8) -> u8 {
    value
}
"#;

/// A repository with a package and one that it depends on, both as they were.
struct Repository {
    directory: tempfile::TempDir,
}

impl Repository {
    fn new() -> Repository {
        let directory = tempfile::tempdir_in(products()).expect("it is writable");
        let repository = Repository { directory };
        let manifest = |name: &str| {
            format!(
                "[package]\nname = \"{name}\"\nversion = \"0.1.0\"\nedition = \"2024\"\n\n[dependencies]\n"
            )
        };
        repository.write("Cargo.toml", ROOT);
        repository.write(".gitignore", "/target\nCargo.lock\n");
        repository.write("helper/Cargo.toml", &manifest("helper"));
        repository.write("helper/src/lib.rs", HELPER);
        let shop = manifest("shop") + "helper = { path = \"../helper\" }\n";
        repository.write("shop/Cargo.toml", &shop);
        repository.write("shop/src/lib.rs", SHOP);
        repository.git(&["init", "-q"]);
        repository.git(&["add", "-A"]);
        repository.git(&["commit", "-q", "-m", "as it was"]);
        repository
    }

    fn root(&self) -> PathBuf {
        self.directory.path().join("repository")
    }

    fn write(&self, file: &str, text: &str) {
        let path = self.root().join(file);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    /// Replaces a part of a file as it was; everything else is as it was.
    fn change(&self, file: &str, old: &str, new: &str) {
        self.git(&["checkout", "-q", "--", "."]);
        let text = fs::read_to_string(self.root().join(file)).unwrap();
        assert_eq!(text.matches(old).count(), 1, "{old}");
        self.write(file, &text.replace(old, new));
    }

    fn git(&self, arguments: &[&str]) {
        git(&self.root(), arguments);
    }

    fn explore(&self, options: &[&str]) -> Ran {
        let fixed = [
            "explore",
            "-p",
            "shop",
            "--time-limit",
            "3s",
            "--no-coverage",
            "--offline",
        ];
        let mut command = command(&[&fixed[..], options].concat());
        command.current_dir(self.root()).env_remove("CARGO_TARGET_DIR");
        command.output().expect("the binary starts").into()
    }

    fn since_head(&self, code: i32) -> Compared {
        let ran = self.explore(&["--since", "HEAD", "--format", "json"]);
        assert_eq!(ran.code, code, "{}", ran.stderr);
        Compared(from_json(&ran.stdout), ran.stderr)
    }
}

/// A document, and what was said beside it.
struct Compared(Value, String);

impl Compared {
    /// Paths of items that were explored.
    fn explored(&self) -> Vec<&str> {
        let items = self.0["api"]["items"].as_array().unwrap().iter();
        items
            .filter(|item| item["status"] != "excluded")
            .map(|item| item["path"].as_str().unwrap())
            .collect()
    }

    /// Messages of what was found.
    fn found(&self) -> Vec<&str> {
        let findings = self.0["findings"].as_array().unwrap().iter();
        findings
            .map(|finding| finding["message"].as_str().unwrap())
            .collect()
    }

    fn there(&self) -> usize {
        self.0["since"]["there"].as_array().unwrap().len()
    }
}

#[test]
fn what_has_changed_is_explored_and_what_was_there_is_left_out() {
    let repository = Repository::new();

    repository.change(
        "shop/src/lib.rs",
        "fn check(_value: u8) {}",
        "fn check(value: u8) {\n    if value == 9 {\n        panic!(\"nine\")\n    }\n}",
    );
    let compared = repository.since_head(100);
    assert_eq!(compared.explored(), ["shop::half"]);
    assert_eq!(compared.found(), ["nine"]);
    let since = &compared.0["since"];
    assert_eq!(
        (since["rev"].as_str(), since["left_out"].as_u64()),
        (Some("HEAD"), Some(5))
    );
    assert_eq!(since["changed"], serde_json::json!(["check"]));

    // Who pushes can make a till that another one looks at.
    repository.change(
        "shop/src/lib.rs",
        "self.coins.push(coin);",
        "self.coins.push(coin / 2);",
    );
    let compared = repository.since_head(0);
    assert_eq!(compared.explored(), ["shop::Till::put", "shop::Till::top"]);
    assert_eq!((compared.found().len(), compared.there()), (0, 1));

    // It fails where it failed, and elsewhere.
    repository.change("shop/src/lib.rs", "value == 3", "value >= 3");
    let compared = repository.since_head(100);
    assert_eq!((compared.found().len(), compared.there()), (1, 0));

    repository.change(
        "helper/src/lib.rs",
        "value.wrapping_mul(2)",
        "if value == 5 {\n        panic!(\"five\")\n    }\n    value",
    );
    let compared = repository.since_head(100);
    assert_eq!(compared.explored(), ["shop::price"]);
    assert_eq!((compared.found(), compared.there()), (vec!["five"], 1));
}

#[test]
fn rulings_on_what_is_left_out_hold() {
    let repository = Repository::new();
    let all: Value = from_json(&repository.explore(&["--format", "json"]).stdout);
    let ids: Vec<&str> = all["findings"]
        .as_array()
        .unwrap()
        .iter()
        .map(|finding| finding["id"].as_str().unwrap())
        .collect();
    assert_eq!(ids.len(), 2);
    for id in ids {
        let mut accept = command(&["explore", "accept", id, "--reason", "so it is"]);
        Ran::expect(
            accept
                .current_dir(repository.root())
                .env_remove("CARGO_TARGET_DIR"),
            0,
        );
    }
    repository.git(&["add", "-A"]);
    repository.git(&["commit", "-q", "-m", "judged"]);
    repository.change(
        "shop/src/lib.rs",
        "self.coins.push(coin);",
        "self.coins.push(coin / 2);",
    );
    let compared = repository.since_head(0);
    assert_eq!((compared.found().len(), compared.there()), (0, 1));
    assert_eq!(compared.0["known"]["absent"], serde_json::json!([]));
}

#[test]
fn where_nothing_differs_nothing_is_built() {
    let repository = Repository::new();
    repository.change("shop/src/lib.rs", "//! Sells.", "//! Sells.\n//! Text.\n\n");
    repository.write("shop/README.md", "A shop.");
    repository.write("shop/tests/more.rs", "#[test]\nfn t() {}\n");
    let ran = repository.explore(&["--since", "HEAD", "--format", "json"]);
    assert_eq!((ran.code, ran.stdout.as_str()), (0, ""), "{}", ran.stderr);
    assert!(
        ran.stderr
            .contains("shop 0.1.0: nothing that it is built from differs from HEAD"),
        "{}",
        ran.stderr
    );
    assert!(!ran.stderr.contains("building the harness"), "{}", ran.stderr);
    let junit = repository.explore(&["--since", "HEAD", "--format", "junit"]);
    assert!(
        junit.code == 0 && junit.stdout.contains("<skipped"),
        "{}",
        junit.stdout
    );
}

#[test]
fn what_cannot_be_compared_is_explored_and_told() {
    let repository = Repository::new();
    repository.change(
        "shop/Cargo.toml",
        "[dependencies]",
        "[features]\nnew = []\n\n[dependencies]",
    );
    let compared = repository.since_head(0);
    assert_eq!(compared.explored().len(), 6);
    let why = compared.0["since"]["everything"].as_str().unwrap();
    assert!(why.ends_with("shop/Cargo.toml` builds something else"), "{why}");
    assert_eq!(compared.there(), 2);

    // What a build script uses may make anything of the package.
    let manifest = fs::read_to_string(repository.root().join("shop/Cargo.toml")).unwrap();
    repository.write(
        "shop/Cargo.toml",
        &format!("{manifest}\n[build-dependencies]\nhelper = {{ path = \"../helper\" }}\n"),
    );
    repository.write("shop/build.rs", "fn main() {\n    helper::twice(1);\n}\n");
    repository.git(&["add", "-A"]);
    repository.git(&["commit", "-q", "-m", "with a build script"]);
    repository.change(
        "helper/src/lib.rs",
        "value.wrapping_mul(2)",
        "value.wrapping_mul(3)",
    );
    let compared = repository.since_head(0);
    let why = "`helper` has changed, which runs while the package is built";
    assert_eq!(compared.0["since"]["everything"], why);

    // What was committed does not compile.
    repository.change(
        "helper/src/lib.rs",
        "value.wrapping_mul(2)",
        "value.wrapping_mul(two)",
    );
    repository.git(&["commit", "-q", "-a", "-m", "broken"]);
    repository.change("helper/src/lib.rs", "two", "2");
    let compared = repository.since_head(100);
    assert_eq!((compared.found().len(), compared.there()), (2, 0));
    assert!(compared.0["since"]["not_compared"].is_string());
    assert!(
        compared
            .1
            .contains("what the code at HEAD has, too, is not left out"),
        "{}",
        compared.1
    );
}

#[test]
fn what_names_no_code_is_refused_with_what_to_do() {
    let repository = Repository::new();
    let ran = repository.explore(&["--since", "no-such-branch"]);
    assert_eq!(ran.code, 2, "{}", ran.stderr);
    let said = "`no-such-branch` names no commit of the repository";
    assert!(
        ran.stderr.contains(said) && ran.stderr.contains("help: "),
        "{}",
        ran.stderr
    );
    let ran = repository.explore(&["--since=--upload-pack=touch x"]);
    assert_eq!(ran.code, 2, "{}", ran.stderr);

    fs::remove_dir_all(repository.root().join(".git")).unwrap();
    let outside = tempfile::tempdir().unwrap();
    let mut alone = command(&["explore", "--since", "HEAD", "--offline"]);
    fs::create_dir(outside.path().join("src")).unwrap();
    fs::write(outside.path().join("src/lib.rs"), HELPER).unwrap();
    let manifest = "[package]\nname = \"alone\"\nversion = \"0.1.0\"\nedition = \"2024\"\n";
    fs::write(outside.path().join("Cargo.toml"), manifest).unwrap();
    let ran = Ran::expect(alone.current_dir(outside.path()), 2);
    assert!(ran.stderr.contains("is in no git repository"), "{}", ran.stderr);
}
