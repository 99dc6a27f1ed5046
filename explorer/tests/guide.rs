//! The guide: every command in it is one, and the first chapter does what it says.

mod cli_support;

use cli_support::{documents, shell};
use explorer::cli::Cli;
use std::fs;
use std::path::{Path, PathBuf};

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
