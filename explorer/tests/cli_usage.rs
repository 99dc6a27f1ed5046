//! The command line from outside, as far as it explores nothing: help, mistakes, explanations, completions, doctor.

mod cli_support;

use cli_support::{corpus, expect};

#[test]
fn help_and_version_are_answers() {
    let help = expect(0, &["explore", "--help"]);
    assert!(
        help.stdout.contains("Usage: cargo explore") && help.stderr.is_empty(),
        "{}",
        help.stdout
    );
    assert!(
        expect(0, &["--version"])
            .stdout
            .contains(env!("CARGO_PKG_VERSION"))
    );
}

#[test]
fn usage_mistakes_are_exit_code_2_and_say_what_to_do() {
    for (arguments, advice) in [
        (&["--no-such-option"][..], "--help"),
        (&["--ints", "a"], "0,1,-5"),
        (&["--item", "["], "glob"),
        (&["semver@1"], "semver@1.0.26"),
        (&["a", "--workspace"], "one way"),
        (&["explain", "E-NONSENSE"], "E-NO-VALUE"),
        (&["--format", "yaml"], "json"),
        (&["--list", "--format", "sarif"], "--format json"),
        (&["--schema", "--list"], "--schema"),
    ] {
        let ran = expect(2, arguments);
        assert!(
            ran.stderr.contains(advice) && ran.stdout.is_empty(),
            "{arguments:?}: {}",
            ran.stderr
        );
    }
}

#[test]
fn what_is_not_there_is_exit_code_101() {
    let ran = expect(101, &["./no/such/path"]);
    assert!(
        ran.stderr.contains("there is no `./no/such/path`"),
        "{}",
        ran.stderr
    );
    let ran = expect(101, &[&corpus("quirks")]);
    assert!(
        ran.stderr
            .contains("help: give a directory that has a Cargo.toml"),
        "{}",
        ran.stderr
    );
}

#[test]
fn explain_takes_codes_in_either_case_and_lists_them_all() {
    let ran = expect(0, &["explain", "e-no-value"]);
    assert!(
        ran.stdout.starts_with("E-NO-VALUE\n") && ran.stdout.contains("Remedy:"),
        "{}",
        ran.stdout
    );
    assert!(expect(0, &["explain"]).stdout.contains("E-GENERIC"));
}

#[test]
fn completions_know_the_options() {
    assert!(
        expect(0, &["completions", "bash"])
            .stdout
            .contains("--case-timeout")
    );
}

#[test]
fn doctor_says_that_this_machine_will_do() {
    let ran = expect(0, &["doctor", "--format", "json", "--sandbox", "degraded"]);
    let document: serde_json::Value = cli_support::from_json(&ran.stdout);
    assert_eq!(document["ok"], true);
    let names: Vec<_> = document["checks"]
        .as_array()
        .unwrap()
        .iter()
        .map(|check| &check["name"])
        .collect();
    for name in [
        "toolchain",
        "target directory",
        "cargo",
        "rustdoc JSON",
        "linker",
        "sandbox",
        "build sandbox",
    ] {
        assert!(names.contains(&&serde_json::json!(name)), "{name} is not checked");
    }
}

#[test]
fn doctor_names_a_directory_that_cannot_be_written() {
    // A file in place of the directory: nobody can write below it, not even root.
    let file = cli_support::products().join("not-a-directory");
    std::fs::write(&file, "").unwrap();
    let ran = expect(
        101,
        &[
            "doctor",
            "--sandbox",
            "off",
            "--target-dir",
            file.to_str().unwrap(),
        ],
    );
    assert!(ran.stdout.contains("problem  target directory"), "{}", ran.stdout);
}

#[test]
fn a_package_without_anything_to_call_is_no_failure() {
    for (name, library, says) in [
        (
            "macros",
            "[lib]\nproc-macro = true\n",
            "is a procedural macro crate",
        ),
        ("program", "", "has no library target"),
    ] {
        let directory = cli_support::products().join(format!("nothing-{name}"));
        std::fs::create_dir_all(directory.join("src")).unwrap();
        let manifest = "version = \"0.1.0\"\nedition = \"2024\"\n[workspace]\n";
        let manifest = format!("[package]\nname = \"{name}\"\n{manifest}{library}");
        std::fs::write(directory.join("Cargo.toml"), manifest).unwrap();
        let file = if library.is_empty() {
            "src/main.rs"
        } else {
            "src/lib.rs"
        };
        std::fs::write(directory.join(file), "fn main() {}\n").unwrap();
        let ran = expect(4, &["--offline", &format!("{}/", directory.display())]);
        assert!(ran.stderr.contains(says), "{}", ran.stderr);
    }
}
