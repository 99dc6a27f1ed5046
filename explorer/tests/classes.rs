//! What decides the class of a finding, from the outside: every module of a corpus crate has findings of one class only.

mod cli_support;

use cli_support::{corpus, expect};
use serde_json::Value;
use std::collections::BTreeMap;

#[test]
fn every_class_is_decided_by_what_its_reason_says() {
    let ran = expect(
        100,
        &[
            &corpus("classes"),
            "--depth",
            "4",
            "--no-coverage",
            "--format",
            "json",
            "-q",
        ],
    );
    let report: Value = cli_support::from_json(&ran.stdout);
    let mut whys: BTreeMap<String, Vec<&str>> = BTreeMap::new();
    for finding in report["findings"].as_array().expect("a list") {
        let text = |key: &str| finding[key].as_str().expect("a text");
        let module = text("item").split("::").nth(1).unwrap_or_default();
        // Told apart below.
        if text("item").contains("classes::said::") || text("item").contains("classes::caches::") {
            continue;
        }
        let class = match text("item").contains(" as ") {
            true if text("item").contains("::documented::") => "documented",
            true if text("item").ends_with("::take") => "documented",
            true if text("item").ends_with("::middle") || text("item").ends_with("::turned") => "bug",
            true => "convention",
            false => module,
        };
        assert_eq!(text("class"), class, "{finding:#}");
        whys.entry(text("item").to_owned()).or_default().push(text("why"));
    }
    let first_of = "\"Panics if `at` is past the end.\" (docs of `classes::documented::first_of`)";
    for (item, why) in [
        (
            "<classes::Row as classes::Source>::take",
            "\"Panics if fewer than `count` bytes remain.\" (docs of `classes::Source::take`)",
        ),
        (
            "<classes::Row as std::ops::Index<usize>>::index",
            "indexing has no other way to say that there is nothing there",
        ),
        (
            "<classes::Sum as std::ops::Add<u8>>::add",
            "overflow, as in every `add`",
        ),
        (
            "<i8 as classes::Widths>::middle",
            "arithmetic overflows at src/lib.rs:20 on the way to a result that fits: `i64` gives it",
        ),
        (
            "<i8 as classes::Widths>::turned",
            "arithmetic fails at src/lib.rs:24, and the docs do not speak of it",
        ),
        (
            "<i8 as classes::Widths>::thrice",
            "the result is too large for its type: with `i64` it is 381",
        ),
        (
            "classes::documented::mask",
            "\"Of so many slots: `slots` must be a power of two.\" (docs of `classes::documented::Ring::of`), which an argument was made with",
        ),
        (
            "classes::bug::beside",
            "arithmetic fails at src/lib.rs:304, and the docs do not speak of it",
        ),
        ("classes::documented::first_of", first_of),
        ("classes::documented::same", first_of),
        (
            "<u8 as classes::documented::Some>::one",
            "\"For more.\" (docs of `classes::documented::Some::some`)",
        ),
        (
            "classes::documented::on",
            "\"An example panics: `classes::documented::on(9);`\" (docs of `classes::documented::on`)",
        ),
        (
            "classes::documented::required",
            "\"`count` must be less than three.\" (docs of `classes::documented::required`)",
        ),
        (
            "classes::documented::Even::refuse",
            "\"Its `refuse` panics if `count` is odd.\" (docs of type `classes::documented::Even`)",
        ),
        (
            "classes::documented::Bits::block",
            "\"Panics if the index is out of bounds.\" (docs of `classes::documented::Bits::block`)",
        ),
        (
            "classes::convention::place",
            "`index` is a place that is not there: the panic names what is given there",
        ),
        (
            "classes::convention::room",
            "`size` is a size: 18446744073709551615 is refused, 32768 is not",
        ),
        (
            "classes::convention::one_more",
            "`size` is a size: 18446744073709551615 is refused, 32768 is not",
        ),
        (
            "classes::convention::rest",
            "`range` is a place that is not there: another one passes",
        ),
        (
            "classes::convention::div_up",
            "a division by zero, as in every `div_up`",
        ),
        (
            "classes::precondition::positive",
            "`assert!(count > 0)` at src/lib.rs:223, and the docs do not say so",
        ),
        (
            "classes::precondition::known",
            "`expect(\"code not found\")` at src/lib.rs:229, and the docs do not say so",
        ),
        (
            "classes::bug::never",
            "the docs promise otherwise: \"Unlike `place`, this cannot panic.\" (docs of `classes::bug::never`)",
        ),
        (
            "classes::bug::optional",
            "its signature has a place for failure, and it panics instead",
        ),
        (
            "classes::bug::different",
            "its signature has a place for failure, and it panics instead",
        ),
        (
            "classes::bug::tried",
            "`try_first` has a place for failure in its signature, and panics instead",
        ),
        (
            "classes::bug::shorter",
            "arithmetic fails at src/lib.rs:267, and the docs do not speak of it",
        ),
        (
            "classes::bug::Rows::first",
            "`row` is in bounds: it is 0, and `rows()` is 1",
        ),
        (
            "classes::bug::squared",
            "memory is out of proportion to `size`, which is only 65535",
        ),
    ] {
        let found = whys
            .get(item)
            .unwrap_or_else(|| panic!("{item} has no finding in {whys:#?}"));
        assert!(found.contains(&why), "{item}: {found:#?}");
    }
}

#[test]
fn what_fits_its_maker_alone_is_documented_unless_it_fails_with_its_maker_too() {
    let crate_ = corpus("classes");
    let finders = [
        &crate_,
        "--item",
        "classes::caches::Finder::find",
        "--item",
        "classes::caches::Seeker::seek",
    ];
    let options = ["--depth", "7", "--no-coverage", "--format", "json", "-q"];
    let ran = expect(100, &[&finders[..], &options].concat());
    let report: Value = cli_support::from_json(&ran.stdout);
    let findings = report["findings"].as_array().expect("a list");
    let judged: BTreeMap<&str, (&str, &str)> = findings
        .iter()
        .map(|finding| {
            let text = |key: &str| finding[key].as_str().expect("a text");
            (text("item"), (text("class"), text("why")))
        })
        .collect();
    let documented = "\"The cache returned should only be used with this `Finder`.\" (docs of \
         `classes::caches::Finder::create_cache`), and it is used with another one";
    let promised = "its signature has a place for failure, and it panics instead";
    assert_eq!(
        judged,
        BTreeMap::from([
            ("classes::caches::Finder::find", ("documented", documented)),
            ("classes::caches::Seeker::seek", ("bug", promised)),
        ])
    );
}

#[test]
fn what_is_said_of_a_function_may_stand_elsewhere() {
    let crate_ = corpus("classes");
    let options = ["--depth", "4", "--no-coverage", "--format", "json", "-q"];
    let ran = expect(
        100,
        &[&[crate_.as_str(), "--item", "*classes::said::*"][..], &options].concat(),
    );
    let report: Value = cli_support::from_json(&ran.stdout);
    let findings = report["findings"].as_array().expect("a list");
    let mut judged: Vec<(&str, &str)> = findings
        .iter()
        .map(|finding| {
            (
                finding["item"].as_str().expect("a text"),
                finding["class"].as_str().expect("a text"),
            )
        })
        .collect();
    judged.sort_unstable();
    judged.dedup();
    assert_eq!(
        judged,
        [
            (
                "<classes::said::Parts as std::ops::Index<classes::said::Part>>::index",
                "bug"
            ),
            ("<u16 as classes::said::Modular>::left", "documented"),
            ("<u16 as classes::said::Modular>::weight", "bug"),
            ("classes::said::Bits::is_set", "convention"),
            ("classes::said::Even::shrunk", "documented"),
            ("classes::said::Even::try_shrunk", "bug"),
            ("classes::said::Press::press", "documented"),
            ("classes::said::bit", "convention"),
            ("classes::said::byte", "documented"),
            ("classes::said::digit", "bug"),
            ("classes::said::last_of", "bug"),
            ("classes::said::low_bits", "bug"),
            ("classes::said::nibble", "bug"),
        ],
        "{findings:#?}"
    );
}
