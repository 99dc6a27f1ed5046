//! What builds of others may do: every act of `corpus/hostile/builds` is refused to its build script and its macro, and what builds leave
//! behind, wait for or write without end is over with the program.

mod cli_support;

use cli_support::{Copy, Ran, behind, command, corpus, denied, documents, products, signal};
use serde_json::Value;
use std::collections::BTreeSet;
use std::fs;
use std::net::{Ipv4Addr, TcpListener};
use std::os::unix::net::UnixListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

const CONTAINED: &str = "--sandbox-build";

/// Processes with these words in their command line.
fn processes_with(words: &str) -> BTreeSet<String> {
    let listed = fs::read_dir("/proc").unwrap().flatten();
    let is_one = |process: &PathBuf| {
        let line = fs::read(process.join("cmdline")).unwrap_or_default();
        let line: Vec<u8> = line
            .iter()
            .map(|&byte| if byte == 0 { b' ' } else { byte })
            .collect();
        String::from_utf8_lossy(&line).contains(words)
    };
    let processes = listed.map(|entry| entry.path()).filter(is_one);
    processes.map(|process| process.display().to_string()).collect()
}

/// `sleep` for a time that nobody else sleeps for.
fn long_sleep() -> String {
    let port = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))
        .unwrap()
        .local_addr()
        .unwrap()
        .port();
    format!("sleep 86399.{}{port}", std::process::id())
}

/// Everything in a directory, as it is in another one.
fn copy_tree(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap().flatten() {
        let (path, to) = (entry.path(), to.join(entry.file_name()));
        match path.is_dir() {
            true => copy_tree(&path, &to),
            false => drop(fs::copy(&path, &to).unwrap()),
        }
    }
}

#[test]
fn every_act_of_a_build_is_refused_and_nothing_is_left_behind() {
    check_refused(&["env"]);
}

#[test]
#[expect(clippy::print_stderr, reason = "a test that is skipped says so")]
fn every_act_of_a_build_is_refused_where_namespaces_are_denied() {
    let denied = denied("0", &[]);
    let asked = Command::new(denied[0]).args(&denied[1..]).arg("true").status();
    if !asked.is_ok_and(|status| status.success()) {
        eprintln!("SKIPPED: namespaces cannot be denied here");
        return;
    }
    let report = check_refused(&denied);
    let layers = report["sandbox"]["layers"].to_string();
    assert!(!layers.contains("namespaces"), "{layers}");
}

/// Explores as the end of these words.
#[track_caller]
fn check_refused(words: &[&str]) -> Value {
    let directory = tempfile::tempdir_in(products()).unwrap();
    let at = |name: &str| directory.path().join(name);
    let package = at("builds");
    for name in ["builds", "build-acts"] {
        copy_tree(Path::new(&corpus(&format!("hostile/{name}"))), &at(name));
    }
    fs::create_dir_all(at("home/.ssh")).unwrap();
    fs::create_dir_all(at("cargo")).unwrap();
    for secret in ["home/.ssh/key", "cargo/credentials.toml"] {
        fs::write(at(secret), "# secret\n").unwrap();
    }
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
    let _daemon = UnixListener::bind(at("socket")).unwrap();
    let left_behind = long_sleep();
    let places = format!(
        "home={}\ncargo={}\nport={}\nsocket={}\ntester={}\ndaemon={left_behind}\n",
        at("home").display(),
        at("cargo").display(),
        listener.local_addr().unwrap().port(),
        at("socket").display(),
        std::process::id(),
    );
    fs::write(package.join("places.txt"), places).unwrap();
    let before = files_in(&[&package, &at("home"), &at("cargo")]);

    let mut program = command(&[package.to_str().unwrap(), CONTAINED, "--offline"]);
    program
        .args(["--depth", "1", "--no-coverage", "--format", "json"])
        .env("CARGO_TARGET_DIR", at("target"))
        .env("HOME", at("home"))
        .env("CARGO_HOME", at("cargo"))
        .env("SSH_AUTH_SOCK", at("socket"))
        .env("DEPLOY_TOKEN", "secret")
        .env("CARGO_REGISTRY_TOKEN", "secret");
    if std::env::var_os("RUSTUP_HOME").is_none() {
        program.env("RUSTUP_HOME", std::env::home_dir().unwrap().join(".rustup"));
    }
    let ran = Ran::expect(&mut behind(words, &program), 0);
    let report = documents(&ran.stdout).remove(0);
    assert_eq!(report["sandbox"]["build"], "contained");
    let findings = report["findings"].as_array().expect("a list");
    let told: BTreeSet<(&str, &str)> = findings
        .iter()
        .map(|finding| (text(finding, "item"), text(finding, "message")))
        .collect();
    let none = "acts that were not refused: none";
    assert_eq!(
        told,
        BTreeSet::from([("builds::of_the_macro", none), ("builds::of_the_script", none)])
    );
    assert_eq!(processes_with(&left_behind), BTreeSet::new());
    let made: Vec<PathBuf> = files_in(&[&package, &at("home"), &at("cargo")])
        .difference(&before)
        .cloned()
        .collect();
    // cargo itself, asked what there is, notes in its home that it was there.
    let is_cargo_s = |file: &&PathBuf| file.starts_with(at("cargo")) && !file.ends_with("canary");
    assert_eq!(made.iter().find(|file| !is_cargo_s(file)), None);
    report
}

#[track_caller]
fn text<'a>(finding: &'a Value, name: &str) -> &'a str {
    finding[name].as_str().expect("a text")
}

fn files_in(directories: &[&Path]) -> BTreeSet<PathBuf> {
    let mut open: Vec<PathBuf> = directories.iter().map(|path| path.to_path_buf()).collect();
    let mut found = BTreeSet::new();
    while let Some(directory) = open.pop() {
        for entry in fs::read_dir(directory).unwrap().flatten() {
            let path = entry.path();
            match path.is_dir() {
                true => open.push(path),
                false => drop(found.insert(path)),
            }
        }
    }
    found
}

/// A crate whose build script starts what does not end, and waits for it.
fn waiting(for_what: &str) -> (Copy, Child) {
    let copy = Copy::of("int-tree");
    let script = format!(
        "fn main() {{\n    let script = \"trap '' HUP INT TERM; {for_what}; echo over\";\n    \
         std::process::Command::new(\"sh\").args([\"-c\", script]).status().unwrap();\n}}\n"
    );
    fs::write(copy.path("build.rs"), script).unwrap();
    let mut program = copy.command(&[CONTAINED, "--offline", "--format", "json"]);
    let child = program
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    while processes_with(for_what).is_empty() {
        std::thread::yield_now();
    }
    (copy, child)
}

#[test]
fn a_contained_build_that_does_not_end_ends_with_the_program() {
    let sleep = long_sleep();
    let (_copy, mut child) = waiting(&sleep);
    signal(&child, "-TERM");
    assert_eq!(child.wait().unwrap().code(), Some(106));
    assert_eq!(processes_with(&sleep), BTreeSet::new());
}

#[test]
fn a_contained_build_ends_where_the_program_is_killed() {
    let sleep = long_sleep();
    let (_copy, mut child) = waiting(&sleep);
    child.kill().unwrap();
    child.wait().unwrap();
    while !processes_with(&sleep).is_empty() {
        std::thread::yield_now();
    }
}

#[test]
fn of_a_build_script_that_writes_much_and_fails_the_beginning_is_told() {
    let copy = Copy::of("int-tree");
    let script = "fn main() {\n    let line = \"a line of a flood\\n\".repeat(1 << 16);\n    \
                  for _ in 0..20 {\n        print!(\"{line}\");\n    }\n    panic!(\"the script fails\");\n}\n";
    fs::write(copy.path("build.rs"), script).unwrap();
    let ran = copy.expect(101, &[CONTAINED, "--offline"]);
    assert!(
        ran.stderr.contains("failed to run custom build command"),
        "no reason is told"
    );
    assert!(ran.stderr.len() < 100_000, "{} bytes are told", ran.stderr.len());
}
