//! The guide: every command in it is one, and does what its chapter says.

mod cli_support;

use cli_support::{documents, git, shell};
use explorer::cli::Cli;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

fn guide() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/guide")
}

fn chapter(name: &str) -> String {
    fs::read_to_string(guide().join(name)).expect("the chapter is there")
}

/// Lines of blocks of this language.
fn blocks(text: &str, language: &str) -> Vec<String> {
    let mut lines = text.lines();
    let mut found = Vec::new();
    while let Some(line) = lines.next() {
        if line.strip_prefix("```").is_some_and(|rest| rest == language) {
            let content = lines.by_ref().take_while(|line| *line != "```");
            found.push(content.map(|line| format!("{line}\n")).collect());
        }
    }
    found
}

/// What a shell makes of a command, up to where another one begins.
fn words(command: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut quote = None;
    for character in command.chars() {
        match (quote, character) {
            (None, ';' | '|' | '#' | '>') => break,
            (None, ' ') => words.push(String::new()),
            (None, '\'' | '"') => quote = Some(character),
            (Some(open), close) if open == close => quote = None,
            _ => words.last_mut().expect("there is a first one").push(character),
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

#[test]
fn every_command_is_understood() {
    let mut count = 0;
    for entry in fs::read_dir(guide()).expect("the guide is there") {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|extension| extension != "md") {
            continue;
        }
        let text = fs::read_to_string(&path).unwrap();
        let shown = text.lines().filter_map(|line| line.strip_prefix("$ "));
        let named = text
            .split('`')
            .skip(1)
            .step_by(2)
            .filter(|code| !code.contains('\n'));
        for command in shown.chain(named) {
            let Some(rest) = command.strip_prefix("cargo explore") else {
                continue;
            };
            if !rest.is_empty() && !rest.starts_with(' ') {
                continue;
            }
            // What stands for something else, as people write it.
            let arguments: Vec<String> = words(rest)
                .into_iter()
                .filter(|word| !word.contains('['))
                .collect();
            let arguments = arguments.iter().map(|word| match word.as_str() {
                "K/N" => "1/2",
                "--support" => "--item",
                word => word,
            });
            let all = ["cargo-explore"].into_iter().chain(arguments).map(Into::into);
            // Help and the version end parsing, too, and are no mistakes.
            if let Err(error) = Cli::from_args(all) {
                assert!(!error.use_stderr(), "`{command}` in {}: {error}", path.display());
            }
            count += 1;
        }
    }
    assert!(count > 20, "{count} commands");
}

#[test]
fn the_first_run_does_what_its_chapter_says() {
    let text = chapter("first-run.md");
    // Away from any workspace, which `cargo new` would add a member to.
    let home = tempfile::tempdir().expect("it is writable");
    let package = home.path().join("halves");
    let source = blocks(&text, "rust").remove(0);
    let mut directory = home.path().to_owned();
    let mut explored = String::new();
    for command in blocks(&text, "console").concat().lines() {
        let command = command
            .strip_prefix("$ ")
            .expect("only commands stand in such blocks");
        if command == "cd halves" {
            directory.clone_from(&package);
            fs::write(package.join("src/lib.rs"), &source).unwrap();
            continue;
        }
        let ran = shell(command, &directory).output().expect("the shell starts");
        let said = String::from_utf8_lossy(&ran.stderr).into_owned();
        let expected = if command == "cargo explore" { 100 } else { 0 };
        assert_eq!(ran.status.code(), Some(expected), "{command}: {said}");
        if command == "cargo explore" {
            explored = said;
        }
    }
    for shown in blocks(&text, "text").concat().lines() {
        assert!(
            explored.contains(shown.trim_end()),
            "`{shown}` is not in: {explored}"
        );
    }
    let tests = fs::read_dir(package.join("tests"))
        .expect("tests were written")
        .count();
    assert!(tests > 0);

    // Two of the three ways to settle it; the third is the chapter on judging.
    let documented = source.replace(
        "/// The initial of a name.",
        "/// The initial of a name. Panics if the name is empty.",
    );
    let settled = documented.replace(
        "(low + high) / 2",
        "low / 2 + high / 2 + (low % 2 + high % 2) / 2",
    );
    fs::write(package.join("src/lib.rs"), settled).unwrap();
    let again = shell("cargo explore --format json --no-coverage", &package)
        .output()
        .expect("the shell starts");
    let report = documents(&String::from_utf8_lossy(&again.stdout)).remove(0);
    assert_eq!(again.status.code(), Some(0), "{}", report["causes"]);
    assert_eq!(
        report["findings"][0]["class"], "documented",
        "{}",
        report["findings"]
    );
}

/// What is typed into a terminal in a chapter, and what it shows there.
fn typed(chapter: &str) -> Vec<(String, String)> {
    let mut typed: Vec<(String, String)> = Vec::new();
    for line in blocks(chapter, "console").concat().lines() {
        match (line.strip_prefix("$ "), typed.last_mut()) {
            (Some(command), _) => typed.push((command.to_owned(), String::new())),
            (None, Some((_, shown))) => shown.push_str(&format!("{line}\n")),
            (None, None) => panic!("`{line}` is no command"),
        }
    }
    typed
}

/// A directory with a package that the commands of the guide are typed in.
struct Home {
    directory: tempfile::TempDir,
}

impl Home {
    fn with(files: &[(&str, &str)]) -> Home {
        // Away from any workspace.
        let directory = tempfile::tempdir().expect("it is writable");
        let home = Home { directory };
        for (name, text) in files {
            home.write(name, text);
        }
        home.write(".gitignore", "target\nstate\n");
        home.git(&["init", "-q"]);
        home.git(&["add", "-A"]);
        home.git(&["commit", "-q", "-m", "as it was"]);
        home
    }

    fn git(&self, arguments: &[&str]) -> String {
        git(self.directory.path(), arguments)
    }

    fn write(&self, name: &str, text: &str) {
        let path = self.directory.path().join(name);
        fs::create_dir_all(path.parent().expect("it is below")).unwrap();
        fs::write(path, text).unwrap();
    }

    #[track_caller]
    fn ran(&self, mut command: Command, code: i32) -> String {
        let ran = command
            .env("CARGO_EXPLORE_NO_COVERAGE", "true")
            .output()
            .expect("the shell starts");
        let said = [ran.stderr, ran.stdout].map(|said| String::from_utf8_lossy(&said).into_owned());
        assert_eq!(ran.status.code(), Some(code), "{command:?}: {}", said.concat());
        said.concat()
    }

    #[track_caller]
    fn types(&self, line: &str, code: i32) -> String {
        self.ran(shell(line, self.directory.path()), code)
    }
}

const MY_CRATE: &str = r##"//! What the chapters speak of.

/// A number behind a sign.
pub fn parse(text: &str) -> u32 {
    text.strip_prefix('#').map_or(0, |digits| digits.parse().unwrap_or(0)) + 1
}

pub fn slow_one() {
    loop {}
}

/// An address.
pub struct Url(String);

impl Url {
    /// Joins what is behind.
    pub fn join(&self, behind: &str) -> String {
        format!("{}/{behind}", self.0)
    }
}

/// Something that only its writer makes.
pub struct Sealed(Box<dyn Fn() -> u8>);

impl Sealed {
    pub fn sealing(made: Box<dyn Fn() -> u8>, word: &str) -> Option<Sealed> {
        (word == "open sesame, and nothing else").then_some(Sealed(made))
    }

    pub fn half(&self) -> u8 {
        assert!((self.0)() != 3, "three has no half");
        (self.0)() / 2
    }
}
"##;

const SUPPORT: &str = "pub fn sealed(n: u8) -> my_crate::Sealed {\n    \
                       my_crate::Sealed::sealing(Box::new(move || n), \"open sesame, and nothing else\").unwrap()\n}\n";

/// Chapters, and with which code each command ends; none: it needs more than stable Rust.
const ENDS: [(&str, &[Option<i32>]); 7] = [
    ("ci.md", &[Some(100), Some(0)]),
    ("configuration.md", &[Some(0)]),
    ("fuzzing.md", &[Some(0), None, Some(100)]),
    ("history.md", &[Some(0)]),
    ("support-files.md", &[Some(100)]),
    ("sweeps.md", &[Some(100)]),
    ("troubleshooting.md", &[Some(0)]),
];

#[test]
fn the_commands_of_the_other_chapters_end_as_they_say() {
    let manifest =
        "[package]\nname = \"my-crate\"\nversion = \"0.1.0\"\nedition = \"2024\"\n[features]\nserde = []\n";
    let configuration = blocks(&chapter("configuration.md"), "toml").remove(0);
    let home = Home::with(&[
        ("Cargo.toml", manifest),
        ("src/lib.rs", MY_CRATE),
        (".config/explore.toml", &configuration),
        ("explore/support.rs", SUPPORT),
        ("tests/explore_support.rs", SUPPORT),
    ]);
    home.git(&["update-ref", "refs/remotes/origin/main", "HEAD"]);
    for (name, ends) in ENDS {
        let typed = typed(&chapter(name));
        assert_eq!(typed.len(), ends.len(), "{name}: {typed:?}");
        for ((command, _), end) in typed.iter().zip(ends) {
            let Some(code) = end else {
                // What a fuzzer would have left: a literal follows the first byte.
                home.write("fuzz/artifacts/parse/crash-1f2e", "\0#4294967295");
                continue;
            };
            // The chapter's package is one of many.
            let said = home.types(&command.replace("history int-tree", "history my-crate"), *code);
            let (is_meant, what) = match name {
                "configuration.md" => (said.contains("until = \"1h\""), "the profile"),
                "fuzzing.md" if *code == 100 => (said.contains("attempt to add with overflow"), "the crash"),
                "history.md" => (said.contains("my_crate::parse"), "the finding"),
                "support-files.md" => (said.contains("three has no half"), "what only the file comes to"),
                _ => (true, ""),
            };
            assert!(is_meant, "{command} does not say {what}: {said}");
        }
    }
    // Nothing that is shown is left out of all tests.
    let known = ENDS.map(|(name, _)| name);
    for entry in fs::read_dir(guide()).expect("the guide is there") {
        let name = entry.unwrap().file_name().into_string().unwrap();
        let is_tried = known.contains(&&*name) || ["first-run.md", "reviewing.md"].contains(&&*name);
        assert!(
            !name.ends_with(".md") || is_tried || typed(&chapter(&name)).is_empty(),
            "{name}"
        );
    }
}

/// Replaces the lines of a diff without context.
fn patch(text: &str, diff: &str) -> String {
    let mut changed = text.to_owned();
    let mut removed = String::new();
    for line in diff.lines() {
        if let Some(line) = line.strip_prefix('-').filter(|line| !line.starts_with('-')) {
            removed = format!("{line}\n");
        } else if let Some(line) = line.strip_prefix('+').filter(|line| !line.starts_with('+')) {
            assert_eq!(changed.matches(&removed).count(), 1, "{removed}");
            changed = changed.replace(&removed, &format!("{line}\n"));
        }
    }
    changed
}

#[test]
fn the_chapter_on_judging_does_what_it_shows() {
    let faults = Path::new(env!("CARGO_MANIFEST_DIR")).join("../corpus/faults");
    let [manifest, source] =
        ["Cargo.toml", "src/lib.rs"].map(|file| fs::read_to_string(faults.join(file)).expect("it is there"));
    let home = Home::with(&[
        (
            "Cargo.toml",
            "[package]\nname = \"clone\"\nversion = \"0.1.0\"\nedition = \"2024\"\n[workspace]\nexclude = [\"corpus\"]\n",
        ),
        ("src/lib.rs", ""),
        ("corpus/faults/Cargo.toml", &manifest),
        ("corpus/faults/src/lib.rs", &source),
    ]);
    for (command, shown) in typed(&chapter("reviewing.md")) {
        if command.starts_with("git diff") {
            home.write("corpus/faults/src/lib.rs", &patch(&source, &shown));
        }
        // A person's answers, at a terminal.
        let keys = "printf 'bplanted, to see what a report says\\n%.0s' 1 2";
        let line = match command == "cargo explore review" {
            true => format!("{keys} | script -qec '{command}' /dev/null"),
            false => command.clone(),
        };
        let mut typed = shell(&line, home.directory.path());
        typed.env(
            "CARGO_EXPLORE_ITEM",
            "faults::reach_unreachable faults::unwrap_none",
        );
        let said = home.ran(typed, 0);
        for shown in shown.lines().filter(|line| {
            let is_ruling = ["stale: ", "passing: ", "exit code "]
                .iter()
                .any(|begins| line.starts_with(begins));
            is_ruling || command.starts_with("git diff") && !line.starts_with("@@")
        }) {
            assert!(said.contains(shown), "{command} does not say `{shown}`: {said}");
        }
        if command == "cargo explore review" {
            assert!(said.contains("2 causes judged, no causes left"), "{said}");
        }
    }
}
