//! What house rules look at: the workspace's files, and the lines and functions of its product code.

use std::fs;
use std::path::{Path, PathBuf};

/// The workspace's directory.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .expect("the crate lies in the workspace")
        .to_owned()
}

/// Files below `directory` that `is_wanted`, relative to the root, sorted. Build products are passed over.
pub(crate) fn files(directory: &str, is_wanted: impl Fn(&Path) -> bool) -> Vec<PathBuf> {
    let root = root();
    let mut found = Vec::new();
    let mut directories = vec![root.join(directory)];
    while let Some(directory) = directories.pop() {
        for entry in fs::read_dir(&directory).unwrap_or_else(|e| panic!("{}: {e}", directory.display())) {
            let path = entry.unwrap().path();
            if !path.is_dir() {
                found.push(path.strip_prefix(&root).unwrap().to_owned());
            } else if path.file_name().is_some_and(|name| name != "target") {
                directories.push(path);
            }
        }
    }
    found.retain(|path| is_wanted(path));
    found.sort();
    found
}

/// The text of a file named from the root on.
pub(crate) fn text(path: &Path) -> String {
    fs::read_to_string(root().join(path)).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

pub(crate) fn has_extension(path: &Path, extension: &str) -> bool {
    path.extension().is_some_and(|found| found == extension)
}

/// All Rust sources of the workspace's members with their texts.
pub(crate) fn sources() -> Vec<(PathBuf, String)> {
    let found: Vec<(PathBuf, String)> = ["plans", "harness-gen", "explorer"]
        .iter()
        .flat_map(|krate| files(krate, |path| has_extension(path, "rs")))
        .map(|path| (path.clone(), text(&path)))
        .collect();
    assert!(found.len() > 30, "the walk saw only {} files", found.len());
    found
}

/// Sources outside tests.
pub(crate) fn product_sources() -> impl Iterator<Item = (PathBuf, String)> {
    sources().into_iter().filter(|(path, _)| !is_test(path))
}

pub(crate) fn is_test(path: &Path) -> bool {
    path.iter()
        .any(|part| part == "tests" || part == "benches" || part == "examples")
        || path
            .file_stem()
            .is_some_and(|stem| stem == "tests" || stem.to_string_lossy().ends_with("_tests"))
}

/// Lines with their numbers up to the module with tests that ends a file, if there is one.
pub(crate) fn product_lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let end = text.find("#[cfg(test)]\nmod tests {").unwrap_or(text.len());
    text[..end]
        .lines()
        .enumerate()
        .map(|(index, line)| (index + 1, line))
}

/// Product lines outside comments, without what indents them.
pub(crate) fn code_lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    product_lines(text)
        .map(|(number, line)| (number, line.trim()))
        .filter(|(_, line)| !line.starts_with("//"))
}
