//! A second preparation of one crate: nothing is done again, unless a source file changed.

mod request;

use harness_gen::cargo::Workbench;
use harness_gen::{Prepared, Request, prepare};
use std::path::Path;
use std::sync::Arc;
use tempfile::TempDir;

fn write(root: &Path, file: &str, text: &str) {
    let path = root.join(file);
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    std::fs::write(path, text).unwrap();
}

/// A package with a path dependency. `LIMIT` decides whether an instance of `make` can be compiled.
fn fixture() -> (TempDir, Request) {
    let root = tempfile::tempdir().unwrap();
    let manifest = "[workspace]\n[package]\nname = \"outer\"\nversion = \"0.1.0\"\nedition = \"2021\"\n\
                    [dependencies]\ninner = { path = \"inner\" }\n";
    write(root.path(), "outer/Cargo.toml", manifest);
    write(
        root.path(),
        "outer/src/lib.rs",
        "pub struct Size<const N: usize>;\nimpl<const N: usize> Size<N> {\n    \
         const CHECKED: () = assert!(N > inner::LIMIT);\n    \
         pub fn make() -> u8 { Self::CHECKED; 1 }\n}\npub fn plain(n: u8) -> u8 { n }\n",
    );
    let inner = "[package]\nname = \"inner\"\nversion = \"0.1.0\"\nedition = \"2021\"\n";
    write(root.path(), "outer/inner/Cargo.toml", inner);
    limit(root.path(), 1000);
    let request = request::local("outer", root.path().join("outer"), root.path().join("work"));
    (root, request)
}

/// Changes a source file of the path dependency only.
fn limit(root: &Path, limit: usize) {
    // No longer than before: sizes must not be what tells the two apart.
    let text = format!("pub const LIMIT: usize = {limit:04};\n");
    write(root, "outer/inner/src/lib.rs", &text);
}

fn prepared(request: &Request) -> (Prepared, Vec<String>) {
    let mut said = Vec::new();
    let mut request = request.clone();
    let (prepared, workbench): (Prepared, Workbench) = prepare(
        &mut request,
        &Arc::default(),
        &mut |progress| said.push(format!("{progress:?}")),
        None,
    )
    .unwrap();
    drop(workbench);
    (prepared, said)
}

#[test]
fn nothing_is_done_again_and_a_changed_path_dependency_is_noticed() {
    let (root, request) = fixture();
    let explored = |prepared: &Prepared| {
        let make = prepared.items.iter().find(|item| item.path.ends_with("::make"));
        format!("{:?}", make.unwrap().use_).starts_with("Explore")
    };
    let (first, _) = prepared(&request);
    assert!(first.effort.prune_rounds > 1, "rustc refused `make`");
    assert!(!explored(&first));

    let (second, said) = prepared(&request);
    assert_eq!(second.effort.prune_rounds, 1, "what rustc refuses is remembered");
    assert_eq!(second.items, first.items);
    assert_eq!(second.grammar, first.grammar);
    let worked = |line: &&String| line.contains("documenting") || line.contains("compiling explore");
    assert_eq!(said.iter().find(worked), None, "neither rustdoc nor rustc runs");

    limit(root.path(), 0);
    let (third, _) = prepared(&request);
    assert!(explored(&third), "the old verdict on `make` is forgotten");
}

/// Of a large API rustc is asked first which placeholder impls it refuses, so that nothing is made that rests on one of them.
#[test]
fn what_rests_on_a_refused_placeholder_impl_is_not_even_tried_in_a_large_crate() {
    let rounds = |constants: usize| {
        let (root, request) = fixture();
        let mut text = String::from(
            "mod sealed { pub trait Sealed {} }\nimpl sealed::Sealed for u8 {}\n\
             pub trait Own: sealed::Sealed { fn own(&self) -> u8; }\nimpl Own for u8 { fn own(&self) -> u8 { *self } }\n\
             pub fn takes<T: Own>(it: T) -> u8 { it.own() }\n",
        );
        for number in 0..constants {
            text.push_str(&format!("pub const C{number}: u8 = 1;\n"));
        }
        write(root.path(), "outer/src/lib.rs", &text);
        let (prepared, _) = prepared(&request);
        let takes = prepared.items.iter().find(|item| item.path.ends_with("::takes"));
        assert!(format!("{:?}", takes.unwrap().use_).starts_with("Explore"));
        prepared.effort.prune_rounds
    };
    assert!(rounds(1) > 1);
    assert_eq!(rounds(1_500), 1);
}
