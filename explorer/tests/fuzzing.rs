//! A crate is handed over to fuzzers, and what they find comes back. The targets' library is linked with a program of this test in
//! place of a fuzzer's: that needs no network.

mod cli_support;

use cli_support::{Copy, Ran, command, documents};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// `export` writes a fuzz package of these items to `fuzz` in the copy.
fn export(copy: &Copy, fuzzer: &str, items: &[&str]) -> PathBuf {
    let mut command = of(copy, &["export", "--to", fuzzer, "--time-limit", "3s", "-j2"]);
    Ran::expect(command.args(items), 0);
    copy.path("fuzz")
}

/// The program in the copy's directory, with the copy's own target directory.
fn of(copy: &Copy, arguments: &[&str]) -> Command {
    let mut command = command(arguments);
    command
        .current_dir(copy.path(""))
        .env("CARGO_TARGET_DIR", copy.path("target"));
    command
}

/// A program that runs one input of a target, built as a fuzzer's would be.
struct Standing {
    directory: PathBuf,
    fuzz: PathBuf,
}

impl Standing {
    fn build(copy: &Copy, fuzz: &Path, target: &str) -> Standing {
        let source = fs::read_to_string(fuzz.join(format!("fuzz_targets/{target}.rs"))).expect("a target");
        let call = source.split("|data: &[u8]| ").nth(1).expect("a closure");
        let call = call
            .lines()
            .next()
            .expect("a line")
            .trim_end_matches(&[')', ';'][..]);
        let directory = copy.path("standing");
        fs::create_dir_all(directory.join("src")).unwrap();
        let manifest = "[package]\nname = \"standing\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n[dependencies]\n\
                        explore-harness = { path = \"../fuzz/harness\" }\n\n[workspace]\n";
        fs::write(directory.join("Cargo.toml"), manifest).unwrap();
        let main = format!(
            "fn main() {{\n    for path in std::env::args().skip(1) {{\n        let data = &std::fs::read(path).unwrap()[..];\n        \
             {call});\n    }}\n}}\n"
        );
        fs::write(directory.join("src/main.rs"), main).unwrap();
        // Whose members are the harness and its parts where a fuzzer builds them.
        fs::remove_file(fuzz.join("Cargo.toml")).unwrap();
        let standing = Standing {
            directory,
            fuzz: fuzz.to_owned(),
        };
        standing.build_again();
        standing
    }

    fn build_again(&self) {
        let built = Command::new(env!("CARGO"))
            .args(["build", "--offline", "--quiet"])
            .current_dir(&self.directory)
            .env("CARGO_TARGET_DIR", self.directory.join("target"))
            .output()
            .expect("cargo starts");
        assert!(
            built.status.success(),
            "{}",
            String::from_utf8_lossy(&built.stderr)
        );
    }

    fn run(&self, inputs: &[PathBuf]) -> Output {
        let program = self.directory.join("target/debug/standing");
        Command::new(program).args(inputs).output().expect("it starts")
    }

    /// The list of known panics without what says this.
    fn forget(&self, message: &str) {
        let path = self.fuzz.join("harness/src/known.rs");
        let text = fs::read_to_string(&path).unwrap();
        let mut lines = text.lines();
        let mut kept = String::new();
        while let Some(line) = lines.next() {
            match line.contains(message) {
                true => drop(lines.next()),
                false => kept.push_str(&format!("{line}\n")),
            }
        }
        assert!(kept.len() < text.len(), "{text}");
        fs::write(path, kept).unwrap();
    }
}

#[test]
fn a_crash_of_a_target_comes_back_as_a_finding() {
    let copy = Copy::of("faults");
    let fuzz = export(
        &copy,
        "cargo-fuzz",
        &["faults::slice_char_boundary", "faults::endless_loop"],
    );
    for file in [
        "Cargo.toml",
        "README.md",
        "fuzz_targets/slice_char_boundary.rs",
        "fuzz_targets/endless_loop.rs",
    ] {
        assert!(fuzz.join(file).is_file(), "{file}");
    }
    let inputs: Vec<PathBuf> = (fs::read_dir(fuzz.join("corpus/slice_char_boundary")).expect("inputs"))
        .map(|entry| entry.unwrap().path())
        .collect();
    let standing = Standing::build(&copy, &fuzz, "slice_char_boundary");

    // Nothing that a fuzzer begins with ends the target, nor does what exploring knows. A literal follows the first byte.
    let crash = copy.path("artifacts/slice_char_boundary/crash-1");
    fs::create_dir_all(crash.parent().unwrap()).unwrap();
    fs::write(&crash, "\0\u{e9}\u{e9}\u{e9}").unwrap();
    let all: Vec<PathBuf> = inputs.into_iter().chain([crash.clone()]).collect();
    let quiet = standing.run(&all);
    assert!(
        quiet.status.success(),
        "{}",
        String::from_utf8_lossy(&quiet.stderr)
    );

    standing.forget("boundary");
    standing.build_again();
    let crashed = standing.run(std::slice::from_ref(&crash));
    let said = String::from_utf8_lossy(&crashed.stderr);
    assert!(!crashed.status.success() && said.contains("boundary"), "{said}");

    let import = |input: &str, code| {
        let options = ["import", input, "--fuzz-dir", "fuzz", "--format", "json", "-q"];
        Ran::expect(&mut of(&copy, &options), code)
    };
    let report = documents(&import("artifacts/slice_char_boundary/crash-1", 100).stdout).remove(0);
    assert_eq!(report["stop"], "given");
    let findings = report["findings"].as_array().expect("findings");
    assert_eq!(findings.len(), 1, "{findings:?}");
    assert_eq!(findings[0]["confirmed"], true);
    assert_eq!(findings[0]["item"], "faults::slice_char_boundary");
    let expression = findings[0]["expression"].as_str().expect("an expression");
    assert!(
        expression.len() < "slice_char_boundary(\"\u{e9}\u{e9}\")".len(),
        "{expression}"
    );

    // Which target it is of has to be said somewhere, and what does not fail is no finding.
    fs::write(copy.path("input"), "\0ab").unwrap();
    let nowhere = import("input", 2);
    assert!(nowhere.stderr.contains("--target"), "{}", nowhere.stderr);
    let harmless = [
        "import",
        "input",
        "--target",
        "slice_char_boundary",
        "--fuzz-dir",
        "fuzz",
    ];
    let harmless = Ran::expect(&mut of(&copy, &harmless), 0);
    assert!(
        harmless
            .stderr
            .contains("input: slice_char_boundary(\"ab\")\n  does not fail here"),
        "{}",
        harmless.stderr
    );
}

#[test]
fn what_is_there_and_is_no_fuzz_package_of_ours_is_not_touched() {
    let copy = Copy::of("faults");
    fs::create_dir(copy.path("fuzz")).unwrap();
    fs::write(copy.path("fuzz/Cargo.toml"), "theirs").unwrap();
    let refused = Ran::expect(&mut of(&copy, &["export", "--to", "afl"]), 101);
    assert!(refused.stderr.contains("--output"), "{}", refused.stderr);
    assert_eq!(
        fs::read_to_string(copy.path("fuzz/Cargo.toml")).unwrap(),
        "theirs"
    );
    let not_found = Ran::expect(&mut of(&copy, &["import", "Cargo.toml"]), 2);
    assert!(not_found.stderr.contains("--fuzz-dir"), "{}", not_found.stderr);
}
