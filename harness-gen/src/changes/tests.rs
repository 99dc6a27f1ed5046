//! What a change of a text reaches.

use super::*;

/// Titles of the functions that reach what differs; `everything` if all do.
fn reached(now: &str, then: &str) -> Vec<String> {
    let source = |text: &str| vec![PackageSource::from([("src/lib.rs".to_owned(), text.to_owned())])];
    reached_of(&Versions {
        now: source(now),
        then: source(then),
        ..Versions::default()
    })
}

fn reached_of(versions: &Versions) -> Vec<String> {
    let changes = Changes::between(versions);
    if changes.everything().is_some() {
        return vec!["everything".to_owned()];
    }
    let nodes = changes.graph.nodes.iter().zip(&changes.reaching.nodes);
    let mut titles: Vec<String> = nodes
        .filter(|(node, reaches)| **reaches && node.kind == Kind::Function)
        .map(|(node, _)| node.title())
        .collect();
    titles.sort();
    titles
}

/// What is reached where `old` in a source becomes `new`.
fn reached_by(source: &str, old: &str, new: &str) -> Vec<String> {
    assert_eq!(source.matches(old).count(), 1, "`{old}` is there once");
    reached(&source.replace(old, new), source)
}

#[test]
fn callers_of_what_changes_are_reached_and_others_are_not() {
    let source = "pub fn a() { b() } fn b() { c() } fn c() { /*body*/ } pub fn d() { e() } fn e() {}";
    assert_eq!(reached_by(source, "/*body*/", "1 + 1;"), ["a", "b", "c"]);
    assert_eq!(reached_by(source, "/*body*/", "/* other words */"), [""; 0]);
    assert_eq!(reached_by(source, "pub fn a", "/// Text.\n\n\npub fn a"), [""; 0]);
    assert_eq!(reached_by(source, "fn e() {}", "fn e() {} fn new() {}"), ["new"]);
}

#[test]
fn methods_are_told_apart_by_the_type_that_is_named() {
    let source = "pub struct A; pub struct B; impl A { fn new() -> A { A } } impl B { fn new() -> B { B /*b*/ } }
        pub fn a() { A::new(); } pub fn b() { B::new(); } pub fn c() { Vec::<u8>::new(); } pub fn d() { String::new(); }
        type C = B; pub fn e() { C::new(); } pub fn f<T: Make>() { T::new(); }";
    let reached = reached_by(source, "B /*b*/", "loop {}");
    assert_eq!(reached, ["B::new", "b", "c", "e", "f"]);
}

#[test]
fn what_values_do_unasked_is_reached_by_whoever_has_one() {
    let source = "pub struct Guard(u8); impl Drop for Guard { fn drop(&mut self) { /*drop*/ } }
        pub struct Outer { guard: Guard } pub fn make() -> Outer { todo!() } fn inner() { make(); } pub fn f() { inner() }
        pub fn g() {} impl core::ops::Add for Guard { type Output = u8; fn add(self, _: Guard) -> u8 { 0 } }";
    let changed = reached_by(source, "/*drop*/", "panic!()");
    assert!(
        changed.contains(&"f".to_owned()) && changed.contains(&"make".to_owned()),
        "{changed:?}"
    );
    assert!(!changed.contains(&"g".to_owned()), "{changed:?}");
    let added = reached_by(
        source,
        "pub fn g() {}",
        "pub fn g() {} impl Clone for Guard { fn clone(&self) -> Self { panic!() } }",
    );
    assert!(
        added.contains(&"f".to_owned()) && !added.contains(&"g".to_owned()),
        "{added:?}"
    );
    let removed = reached(
        &source.replace("impl Drop for Guard { fn drop(&mut self) { /*drop*/ } }", ""),
        source,
    );
    assert!(
        removed.contains(&"f".to_owned()) && !removed.contains(&"g".to_owned()),
        "{removed:?}"
    );
}

#[test]
fn constants_types_macros_and_imports_are_reached_by_name() {
    let source = "const MAX: u8 = 1; macro_rules! go { () => { inner() } } fn inner() { /*i*/ } pub fn a() -> u8 { MAX }
        pub fn b() { go!() } pub fn c() {} pub fn d() { println!(\"{MAX}\") }";
    assert_eq!(reached_by(source, "u8 = 1", "u8 = 2"), ["a", "d"]);
    assert_eq!(reached_by(source, "/*i*/", "loop {}"), ["b", "inner"]);
    let all = reached_by(source, "const MAX", "use std::io::Read; const MAX");
    assert_eq!(all, ["a", "b", "c", "d", "inner"]);
    assert_eq!(
        reached_by(source, "const MAX", "use std::cmp::max as inner; const MAX"),
        ["b", "inner"]
    );
}

#[test]
fn macros_that_make_items_make_whatever_they_name() {
    let source = "macro_rules! make { ($name:ident) => { pub fn $name() { helper() } } } make!(one); fn helper() { /*h*/ }
        pub fn a() { one() } pub fn b() {}";
    assert_eq!(reached_by(source, "/*h*/", "loop {}"), ["a", "helper"]);
    assert_eq!(reached_by(source, "make!(one)", "make!(two)"), ["a"]);
    let foreign = "paste::paste! { pub fn [<get_ name>]() { helper() } } fn helper() { /*h*/ } pub fn b() {}";
    assert_eq!(reached_by(foreign, "/*h*/", "loop {}"), ["everything"]);
    assert_eq!(reached_by(foreign, "b() {}", "b() { b() }"), ["b"]);
}

#[test]
fn tests_in_the_source_do_not_count() {
    let source = "pub fn a() {} #[cfg(test)] mod tests { #[test] fn t() { /*t*/ } }";
    assert_eq!(reached_by(source, "/*t*/", "super::a()"), [""; 0]);

    let package = |helper: &str| {
        let text = |file: &str, text: &str| (file.to_owned(), text.to_owned());
        let source = "pub fn a() { one() } #[cfg(test)] mod tests;";
        let files = [
            text("src/lib.rs", source),
            text("src/tests.rs", "mod more;"),
            text("src/tests/more.rs", helper),
        ];
        vec![PackageSource::from(files)]
    };
    let versions = Versions {
        now: package("fn one() { loop {} }"),
        then: package("fn one() {}"),
        ..Versions::default()
    };
    assert!(Changes::between(&versions).is_empty());
}

#[test]
fn what_changes_the_whole_crate_is_said_to() {
    let source = "#![allow(dead_code)] pub fn a() {}";
    assert_eq!(
        reached_by(source, "#![allow(dead_code)]", "#![no_std]"),
        ["everything"]
    );
    assert_eq!(reached("pub fn a() {} fn (", "pub fn a() {}"), ["everything"]);
}

#[test]
fn modules_that_come_with_their_files_change_no_more_than_these() {
    let package = |files: &[(&str, &str)]| {
        let owned = files
            .iter()
            .map(|(file, text)| ((*file).to_owned(), (*text).to_owned()));
        vec![owned.collect::<PackageSource>()]
    };
    let now = package(&[
        ("src/lib.rs", "mod m; pub fn a() {}"),
        ("src/m.rs", "pub fn go() {}"),
    ]);
    let versions = |then| Versions {
        now: now.clone(),
        then,
        ..Versions::default()
    };
    assert_eq!(
        reached_of(&versions(package(&[("src/lib.rs", "pub fn a() {}")]))),
        ["go"]
    );
    let conditional = [
        ("src/lib.rs", "#[cfg(windows)] mod m; pub fn a() {}"),
        ("src/m.rs", "pub fn go() {}"),
    ];
    assert_eq!(reached_of(&versions(package(&conditional))), ["everything"]);
}

#[test]
fn files_that_are_included_count_by_name() {
    let package = || {
        let text = "const T: &str = include_str!(\"../data/table.txt\"); pub fn a() -> &'static str { T } pub fn b() {}";
        vec![PackageSource::from([("src/lib.rs".to_owned(), text.to_owned())])]
    };
    let versions = Versions {
        now: package(),
        then: package(),
        data: ["table.txt", "data"].map(str::to_owned).into(),
        everything: None,
    };
    assert_eq!(reached_of(&versions), ["a"]);
}
