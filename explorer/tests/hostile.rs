//! `--hostile`: unsafe code that trusts safe impls breaks memory, and nothing else of what such impls lead to is a finding.

mod cli_support;

use cli_support::{corpus, documents, expect, products};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::process::Command;

/// Deep enough for every planted fault, two of which take a plan of eight steps.
const DEPTH: &str = "8";

/// What exploring the crate comes to, and which of its items a confirmed finding belongs to, with its kind.
fn explored(further: &[&str]) -> (Value, BTreeMap<String, String>) {
    let crate_ = corpus("hostile-impls");
    let arguments = [&[crate_.as_str(), "--hostile"], further].concat();
    let ran = expect(
        100,
        &[&arguments[..], &["--no-coverage", "--format", "json"]].concat(),
    );
    let report = documents(&ran.stdout).remove(0);
    let findings = report["findings"].as_array().expect("a list");
    let word = |finding: &Value, name: &str| finding[name].as_str().expect("a text").to_owned();
    let confirmed = findings.iter().filter(|finding| finding["confirmed"] == true);
    let kinds: Vec<(String, String)> = confirmed
        .map(|finding| (word(finding, "item"), word(finding, "kind")))
        .collect();
    let by_item: BTreeMap<String, String> = kinds.iter().cloned().collect();
    assert_eq!(kinds.len(), by_item.len(), "each planted fault once: {kinds:#?}");
    (report, by_item)
}

#[test]
fn planted_faults_are_found_and_their_sound_twins_are_not() {
    let (report, found) = explored(&["--depth", DEPTH]);
    let planted = [
        ("counted::Few<T>::from_exact", "invalid_use"),
        ("counted::insert_many", "invalid_use"),
        ("counted::last_byte_read", "signal"),
        ("ordered::Index<K>::key", "invalid_use"),
        ("ordered::Merged<T>::take_where", "invalid_use"),
        ("retained::List<T>::clear", "double_drop"),
        ("retained::List<T>::push_copies", "invalid_use"),
        ("retained::List<T>::replace_each", "double_drop"),
        ("retained::List<T>::retain", "double_drop"),
    ];
    let planted = planted.map(|(item, kind)| (format!("hostile_impls::{item}"), kind.to_owned()));
    assert_eq!(found, BTreeMap::from(planted));
    assert_eq!(report["settings"]["hostile"], true);
    let findings = report["findings"].as_array().expect("a list");
    // A value that is broken before a call is no fault of the call.
    let blamed: Vec<&Value> = findings
        .iter()
        .filter(|finding| finding["confirmed"] != true)
        .collect();
    for finding in &blamed {
        let why = finding["unconfirmed_reason"].as_str().expect("a reason");
        assert!(why.contains("broken before"), "{finding:#?}");
        assert_eq!(finding["class"], "unreliable", "{finding:#?}");
    }
    assert!(
        !blamed.is_empty(),
        "`Few::reversed` is handed what `from_exact` has broken"
    );
    for finding in findings.iter().filter(|finding| finding["confirmed"] == true) {
        assert_eq!(finding["class"], "bug", "{finding:#?}");
        let test = finding["reproduction"].as_str().expect("a test");
        assert!(
            test.contains("catch_unwind"),
            "panics of hostile values pass: {test}"
        );
    }
}

#[test]
fn without_being_asked_for_nothing_is_hostile() {
    let arguments = [&corpus("hostile-impls"), "--list", "--format", "json"];
    let plain = expect(0, &arguments).stdout;
    let hostile = expect(0, &[&arguments[..], &["--hostile"]].concat()).stdout;
    assert!(!plain.contains("Hostile"), "{plain}");
    assert!(hostile.contains("T = Hostile"), "{hostile}");
}

/// A stand-alone test of a sound function passes, whatever its hostile values do: it fails for misuse alone.
#[test]
fn a_test_of_a_planted_fault_passes_with_the_sound_twin() {
    let (report, _) = explored(&["--item", "*::retain", "--max-findings", "1"]);
    let findings = report["findings"].as_array().expect("a list");
    let of_retain = |finding: &&Value| finding["item"] == json!("hostile_impls::retained::List<T>::retain");
    let finding = findings.iter().find(of_retain).expect("it is found");
    let faulty = finding["reproduction"].as_str().expect("a test").to_owned();
    let sound = faulty.replace(".retain(", ".retain_guarded(");
    assert_ne!(faulty, sound);
    let directory = tempfile::tempdir_in(products()).expect("a directory of this test");
    let at = directory.path();
    std::fs::create_dir_all(at.join("tests")).expect("it is writable");
    std::fs::create_dir_all(at.join("src")).expect("it is writable");
    let manifest = format!(
        "[package]\nname = \"trial\"\nversion = \"0.1.0\"\nedition = \"2021\"\n\n[dependencies]\nhostile-impls = {{ path = {:?} }}\n\n[workspace]\n",
        corpus("hostile-impls")
    );
    for (file, text) in [
        ("Cargo.toml", &manifest),
        ("src/lib.rs", &String::new()),
        ("tests/faulty.rs", &faulty),
        ("tests/sound.rs", &sound),
    ] {
        std::fs::write(at.join(file), text).expect("it is writable");
    }
    let passes = |name: &str| {
        let mut cargo = Command::new(env!("CARGO"));
        cargo.args(["test", "--offline", "--test", name]).current_dir(at);
        cargo.env("CARGO_TARGET_DIR", products().join("hostile-trial"));
        let output = cargo.output().expect("cargo starts");
        (
            output.status.success(),
            String::from_utf8_lossy(&output.stderr).into_owned(),
        )
    };
    let (has_passed, said) = passes("sound");
    assert!(has_passed, "{said}");
    let (has_passed, said) = passes("faulty");
    assert!(
        !has_passed && said.contains("a value was dropped twice"),
        "{said}"
    );
}
