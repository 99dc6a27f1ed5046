//! `--support`: what only a file of support functions builds is explored, what goes wrong in the file is no finding, and tests of
//! findings stand alone with it.

mod cli_support;

use cli_support::{Copy, Ran, corpus, from_json};
use serde_json::Value;
use std::process::Command;

/// The corpus crate with its dev-dependency where it is, and its support file.
fn with_support() -> Copy {
    let copy = Copy::of("support");
    let manifest = std::fs::read_to_string(copy.path("Cargo.toml")).unwrap();
    let in_place = manifest.replace("../archive-writer", &corpus("archive-writer"));
    assert_ne!(in_place, manifest);
    std::fs::write(copy.path("Cargo.toml"), in_place).unwrap();
    std::fs::copy(
        format!("{}/support.rs", corpus("support")),
        copy.path("support.rs"),
    )
    .unwrap();
    copy
}

/// The report of an exploration of all plans up to a depth.
#[track_caller]
fn explored(copy: &Copy, code: i32, more: &[&str]) -> Value {
    let usual = [
        "-q",
        "--depth",
        "7",
        "--time-limit",
        "10m",
        "--no-coverage",
        "--format",
        "json",
    ];
    from_json(&copy.expect(code, &[&usual[..], more].concat()).stdout)
}

/// Messages of findings, each with the item.
fn messages(report: &Value) -> Vec<(&str, &str)> {
    let findings = report["findings"].as_array().expect("findings are listed");
    let mut found: Vec<(&str, &str)> = findings
        .iter()
        .map(|finding| {
            assert_eq!(finding["confirmed"], true, "{finding}");
            (
                finding["item"].as_str().unwrap(),
                finding["message"].as_str().unwrap(),
            )
        })
        .collect();
    found.sort_unstable();
    found
}

const DIVIDES: (&str, &str) = ("support::Archive::share", "attempt to divide by zero");
const EXPECTS: (&str, &str) = ("support::stored", "an archive with one entry was expected");

#[test]
fn what_only_support_functions_build_is_explored_and_tested_with_them() {
    let copy = with_support();
    let without = explored(&copy, 0, &[]);
    assert_eq!(messages(&without), []);
    assert_eq!(without["settings"]["support"], Value::Null);

    let report = explored(&copy, 100, &["--support", "support.rs"]);
    assert_eq!(report["settings"]["support"], "support.rs");
    let found = messages(&report);
    assert!(found.contains(&DIVIDES) && found.contains(&EXPECTS), "{found:?}");
    // The one that both the call and a support function's call show is one; the file's own is none.
    assert_eq!(found.len(), 3, "{found:?}");
    let items = report["api"]["items"].as_array().unwrap();
    assert_eq!(items.len(), without["api"]["items"].as_array().unwrap().len());
    assert!(
        items.iter().all(|item| item["status"] == "completed"),
        "{items:?}"
    );
    let of = |item: &str| {
        let findings = report["findings"].as_array().unwrap();
        findings.iter().find(|finding| finding["item"] == item).unwrap()
    };
    let text = |finding: &Value, key: &str| finding[key].as_str().unwrap().to_owned();
    assert_eq!(text(of(DIVIDES.0), "expression"), "archive(0, 0).share(0)");
    assert_eq!(text(of(EXPECTS.0), "expression"), "stored(&Shelf::new(0, true))");
    // Of what a support function shows, too, the call's own plans are kept.
    let smallest = of("support::Archive::limit")["smallest"].as_array().unwrap();
    assert!(
        smallest
            .iter()
            .all(|plan| plan.as_str().unwrap().ends_with(".limit(0)")),
        "{smallest:?}"
    );
    assert!(!text(of("support::Archive::limit"), "expression").starts_with("limited(0)"));
    let test = text(of(DIVIDES.0), "reproduction");
    for part in [
        "// needs: archive-writer = ",
        "use explore_support::archive;",
        "mod explore_support {\n//! What",
    ] {
        assert!(test.contains(part), "{part} is not in\n{test}");
    }

    copy.expect(0, &["report", "--all", "--emit-tests", "tests"]);
    let tested = cargo_test(&copy);
    for line in [
        "test result: FAILED. 0 passed; 3 failed; 0 ignored;",
        "attempt to divide by zero",
        "an archive with one entry was expected",
        "no entry would be left",
    ] {
        assert!(
            tested.stdout.contains(line),
            "{line} is not in\n{}\n{}",
            tested.stdout,
            tested.stderr
        );
    }
    let shown = copy.expect(100, &["report"]);
    assert!(
        shown.stderr.contains("mod explore_support`; --emit-tests"),
        "{}",
        shown.stderr
    );
    assert!(!shown.stderr.contains("const SIZES"), "{}", shown.stderr);

    // Another file is another harness, and what was kept has the file that it was made with.
    let file = std::fs::read_to_string(copy.path("support.rs")).unwrap();
    std::fs::write(
        copy.path("support.rs"),
        file.replace("[0, 7, 300]", "[1, 7, 300]"),
    )
    .unwrap();
    let replayed = copy.expect(100, &["replay", "--all", "-q"]);
    assert!(
        replayed.stderr.contains("support 0.1.0: 3 still failing (of 3"),
        "{}",
        replayed.stderr
    );
    let changed = copy.expect(100, &["replay", "--all", "-q", "--support", "support.rs"]);
    assert!(changed.stderr.contains("1 fixed"), "{}", changed.stderr);
    let report = explored(&copy, 100, &["--support", "support.rs"]);
    assert!(
        messages(&report).contains(&DIVIDES),
        "an empty shelf is still there"
    );
    let findings = report["findings"].to_string();
    assert!(!findings.contains("archive(0, 0).share(0)"), "{findings}");
}

#[test]
fn a_panic_of_the_crate_below_a_support_function_is_a_finding() {
    let copy = with_support();
    let report = explored(
        &copy,
        0,
        &["--support", "support.rs", "--item", "support::Archive::total"],
    );
    let found = messages(&report);
    assert_eq!(found, [("support::Archive::total", "no entry would be left")]);
    let finding = &report["findings"][0];
    assert_eq!(finding["expression"], "limited(0).total()");
    assert!(
        finding["plan"]
            .as_str()
            .unwrap()
            .contains("explore_support::limited"),
        "{finding}"
    );
    assert_eq!(finding["location"]["file"], "src/lib.rs");
}

/// cargo's own tests of a copy.
fn cargo_test(copy: &Copy) -> Ran {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command
        .args(["test", "--offline", "--tests", "--no-fail-fast"])
        .env("CARGO_TARGET_DIR", copy.path("target"))
        .current_dir(copy.path(""));
    command.output().expect("cargo starts").into()
}

#[test]
fn what_is_wrong_with_a_support_file_is_said() {
    let copy = with_support();
    let refused = |code: i32, text: Option<&str>, parts: &[&str]| {
        let _ = std::fs::remove_file(copy.path("wrong.rs"));
        if let Some(text) = text {
            std::fs::write(copy.path("wrong.rs"), text).unwrap();
        }
        let ran = copy.expect(code, &["--list", "--support", "wrong.rs"]);
        for part in parts {
            assert!(ran.stderr.contains(part), "{part} is not in\n{}", ran.stderr);
        }
        assert!(!ran.stderr.contains("bug in cargo explore"), "{}", ran.stderr);
    };
    refused(
        2,
        None,
        &["wrong.rs", "--support", "help: give the path of a file"],
    );
    refused(
        2,
        Some("pub fn f() -> u8 { crate::g() }"),
        &["help: write `self::`"],
    );
    refused(
        101,
        Some("fn hidden() {}"),
        &["`wrong.rs` has nothing public", "help: write `pub`"],
    );
    let says = "the support file `wrong.rs` does not compile";
    refused(101, Some("\npub fn f( -> u8 { 1 }"), &[says, "--> wrong.rs:2:"]);
    refused(
        101,
        Some("\n\npub fn f() -> u8 { \"text\" }"),
        &[says, "mismatched types", "--> wrong.rs:3:20"],
    );
    refused(
        101,
        Some("use nowhere::at_all;\npub fn f() {}"),
        &[says, "--> wrong.rs:1:5"],
    );

    let unused = "pub fn nothing() {}\n\
                  pub fn of_file(_: std::fs::File) -> u8 { 1 }\n\
                  pub unsafe fn unsound() -> u8 { 1 }\n\
                  pub trait Own {}\n\
                  pub fn of_own<T: Own>(_: T) -> u8 { 1 }\n\
                  pub fn good() -> u8 { 1 }\n";
    let parts = [
        "`explore_support::nothing` of the support file is not used: E-TYPE: it returns nothing",
        "`explore_support::of_file` of the support file is not used: E-NO-VALUE: nothing builds a value of `std::fs::File`",
        "`explore_support::unsound` of the support file is not used: E-UNSAFE: ",
        "`explore_support::of_own` of the support file is not used: E-GENERIC: no instance found for T",
    ];
    refused(0, Some(unused), &parts);
}
