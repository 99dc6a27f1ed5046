//! `--emit-tests`: the file stands in the package that was explored, compiles there, and its tests fail, panic as expected or are
//! ignored.

mod cli_support;

use cli_support::{Copy, Ran};
use serde_json::Value;
use std::process::Command;

/// cargo's own tests of a copy, warnings of the file being errors.
fn cargo_test(copy: &Copy) -> Ran {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command
        .args(["test", "--offline", "--tests", "--no-fail-fast"])
        .env("CARGO_TARGET_DIR", copy.path("target"))
        .env("RUSTFLAGS", "-Dwarnings")
        .current_dir(copy.path(""));
    command.output().expect("cargo starts").into()
}

#[test]
fn tests_of_findings_do_in_the_package_what_they_say() {
    let copy = Copy::of("faults");
    let items = [
        "explicit_panic",
        "index_out_of_bounds",
        "arithmetic_overflow",
        "unwrap_none",
        "stack_overflow",
        "endless_loop",
    ];
    let mut explore = vec!["-q", "--depth", "3", "--time-limit", "10m", "--no-coverage"];
    explore.extend(items.iter().flat_map(|item| ["--item", item]));
    explore.extend(["--emit-tests", "tests", "--format", "json"]);
    let ran = copy.expect(100, &explore);
    let document: Value = cli_support::from_json(&ran.stdout);
    let path = copy.path("tests/explore_faults.rs");
    let own = std::fs::read_to_string(&path).expect("the run writes them, too");
    let written = copy.expect(0, &["report", "--emit-tests", "tests"]);
    assert!(
        written.stdout.starts_with("tests/explore_faults.rs: "),
        "{}",
        written.stdout
    );
    assert_eq!(std::fs::read_to_string(&path).unwrap(), own);

    let id = |item: &str| {
        let mut findings = document["findings"].as_array().unwrap().iter();
        let finding = findings.find(|finding| finding["item"] == format!("faults::{item}"));
        finding.expect(item)["id"].as_str().unwrap().to_owned()
    };
    let reason = ["--reason", "it says so", "--only"];
    copy.expect(
        0,
        &[
            &["accept", &id("explicit_panic"), &id("index_out_of_bounds")][..],
            &reason,
        ]
        .concat(),
    );
    let all = copy.expect(0, &["report", "--all", "--emit-tests", "tests"]);
    assert_eq!(all.stdout, "tests/explore_faults.rs: 6 tests\n");
    let text = std::fs::read_to_string(&path).unwrap();
    for part in [
        &format!(
            "// {}: panics with \"the trigger was pulled\" at src/lib.rs:",
            id("explicit_panic")
        ),
        "; judged expected: it says so\n#[test]\n#[should_panic(expected = \"the trigger was pulled\")]\nfn explicit_panic_panics() {\n",
        "#[should_panic(expected = \"index out of bounds: the len is\")]\n",
        "#[ignore = \"it overflows the stack, and all other tests with it\"]\nfn stack_overflow_overflows_the_stack() {\n",
        "#[ignore = \"it does not return\"]\nfn endless_loop_does_not_return() {\n",
        "\nuse faults::{",
    ] {
        assert!(text.contains(part), "{part} is not in\n{text}");
    }
    let tested = cargo_test(&copy);
    for line in [
        "test explicit_panic_panics - should panic ... ok",
        "test index_out_of_bounds_panics - should panic ... ok",
        "test arithmetic_overflow_panics ... FAILED",
        "test unwrap_none_panics ... FAILED",
        "test result: FAILED. 2 passed; 2 failed; 2 ignored;",
    ] {
        assert!(
            tested.stdout.contains(line),
            "{line} is not in\n{}\n{}\n{text}",
            tested.stdout,
            tested.stderr
        );
    }

    let some = ["report", "--emit-tests", "elsewhere/deep", "--finding"];
    let one = copy.expect(0, &[&some[..], &[&id("unwrap_none")[..8]]].concat());
    assert_eq!(one.stdout, "elsewhere/deep/explore_faults.rs: 1 test\n");
    let none = copy.expect(2, &[&some[..], &["zzzz"]].concat());
    assert!(none.stderr.contains("the nearest ids are"), "{}", none.stderr);
    // Whose first line says nothing of us is somebody's own.
    std::fs::write(&path, text.split_once('\n').expect("lines").1).unwrap();
    for arguments in [
        &["report", "--emit-tests", "tests"][..],
        &["--emit-tests", "tests"],
    ] {
        let refused = copy.expect(101, arguments);
        assert!(
            refused.stderr.contains("help: move it, or give --emit-tests"),
            "{}",
            refused.stderr
        );
    }
    assert!(
        std::fs::read_to_string(&path)
            .unwrap()
            .starts_with("//! What calls of faults")
    );
}
