//! The net of random functions: a few seeds of `bench/net`. Every placeholder, every expression and every stand-alone test
//! of a report is tested by a plain program that has nothing of ours in it, and so is that no fault is missing which
//! enumeration reaches. Thousands of functions are thrown by `bench/net` itself.

mod cli_support;
#[allow(dead_code, reason = "the bench uses more of it")]
#[path = "../../bench/net/src/net/mod.rs"]
mod net;

use cli_support::{products, run};
use net::RandomCrate;
use net::manner::Manner;
use net::report::Told;
use net::verdict::{Exploration, judge};
use serde_json::Value;
use std::path::Path;

/// Of each crate. More than this takes minutes: each finding is confirmed by a test of its own.
const FUNCTIONS: usize = 24;

#[test]
fn parts_that_are_called_placeholders_do_not_matter() {
    hold(101, Manner::Nesting);
}

#[test]
fn whole_values_that_are_called_placeholders_do_not_matter() {
    hold(102, Manner::WholeValues);
}

#[test]
fn what_is_found_to_a_depth_holds_and_is_all() {
    hold(103, Manner::Depth(8));
}

/// Explores the crate of a seed: no expression is refuted, no site is lost.
#[track_caller]
fn hold(seed: u64, manner: Manner) {
    let random_crate = RandomCrate::new(seed, FUNCTIONS);
    let directory = products().join(&random_crate.name);
    let package = directory.join("package");
    random_crate.write(&package).expect("the crate is written");
    let report = explored(&package, &manner.arguments(&random_crate.name, "10m"));
    let told = Told::read(&report);
    assert!(told.stop == "exhausted" || told.stop == "depth", "{}", told.stop);
    assert!(told.unconfirmed.is_empty(), "{:?}", told.unconfirmed);
    let explorations = [Exploration { manner, told }];
    let verdict =
        judge(&random_crate, &explorations, &package, &directory).unwrap_or_else(|error| panic!("{error}"));
    let complaints = verdict.complaints(&random_crate);
    assert!(complaints.is_empty(), "{complaints}");
    let compared = (verdict.found, verdict.general, verdict.substitutions);
    assert!(
        compared.0 >= 20 && compared.1 >= 20 && compared.2 >= 10_000,
        "only so much was compared: {compared:?}"
    );
}

/// The report of an exploration.
#[track_caller]
fn explored(package: &Path, arguments: &[String]) -> Value {
    let package = package.to_str().expect("the path is Unicode");
    let arguments: Vec<&str> = [package]
        .into_iter()
        .chain(arguments.iter().map(String::as_str))
        .collect();
    let ran = run(&arguments);
    // Findings that are preconditions are no bugs.
    assert!(matches!(ran.code, 0 | 100), "{}: {}", ran.code, ran.stderr);
    cli_support::from_json(&ran.stdout)
}

/// Both fields of a borrowed struct are looked at, and the fault is at their first values: nothing of it is a placeholder.
#[test]
fn a_borrowed_struct_that_is_looked_at_has_no_placeholder() {
    let source = "\
pub struct Rect {
    pub w: u8,
    pub h: u8,
}

pub fn f(r: &Rect) {
    assert!(u16::from(r.w) + u16::from(r.h) > 0)
}
";
    let package = products().join("net_rect");
    std::fs::create_dir_all(package.join("src")).expect("the directory is writable");
    let manifest = "[package]\nname = \"net_rect\"\nversion = \"0.1.0\"\nedition = \"2024\"\n\n[workspace]\n";
    std::fs::write(package.join("Cargo.toml"), manifest).expect("the manifest is written");
    std::fs::write(package.join("src/lib.rs"), source).expect("the source is written");
    for more in [
        "--depth 6",
        "--nesting 2",
        "--nesting 2 --whole-values",
        "--depth 6 --eager",
    ] {
        let arguments =
            format!("--format json --quiet --no-coverage --only-given-constants --ints 0,1,2 {more}");
        let arguments: Vec<String> = arguments.split(' ').map(str::to_owned).collect();
        let report = explored(&package, &arguments);
        let findings = report["findings"].as_array().expect("findings are listed");
        let expressions: Vec<&Value> = findings.iter().map(|finding| &finding["smallest"]).collect();
        assert_eq!(
            expressions,
            [&serde_json::json!(["f(&Rect { w: 0, h: 0 })"])],
            "{more}"
        );
    }
}
