//! A fuzz package as files: targets, harness, manifests, dictionary, and a page that says what to do with it.

use super::sources::{KnownPanic, sources};
use super::table::Table;
use crate::cargo::{FuzzCrate, TARGETS_LIB, Workbench};
use crate::error::Error;
use crate::prepared::Prepared;
use plans::OpId;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// Which fuzzer runs the targets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fuzzer {
    /// libFuzzer, through cargo-fuzz.
    CargoFuzz,
    /// AFL++, through cargo-afl.
    Afl,
}

/// One program to fuzz.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FuzzTarget {
    /// Its name, and that of its source file and its directory of inputs.
    pub name: String,
    /// What it calls, for people.
    pub calls: String,
    /// The ops that it begins with; the first byte chooses where there are several.
    pub roots: Vec<OpId>,
}

/// What a fuzz package is made of.
#[derive(Debug)]
pub struct Export<'a> {
    /// Where it will lie: paths in it are relative.
    pub directory: &'a Path,
    /// For which fuzzer.
    pub fuzzer: Fuzzer,
    /// The programs.
    pub targets: &'a [FuzzTarget],
    /// What bytes choose from.
    pub table: &'a Table,
    /// Panics that end no target.
    pub known: &'a [KnownPanic],
}

impl Fuzzer {
    fn fuzz_crate(self) -> FuzzCrate {
        match self {
            Fuzzer::CargoFuzz => FuzzCrate {
                name: "libfuzzer-sys",
                version: "0.4",
                metadata: Some("cargo-fuzz"),
            },
            Fuzzer::Afl => FuzzCrate {
                name: "afl",
                version: "0.18",
                metadata: None,
            },
        }
    }

    fn source(self, target: &FuzzTarget) -> String {
        let roots: Vec<u32> = target.roots.iter().map(|root| root.0).collect();
        let head = format!(
            "//! {}, with all arguments that bytes can say. Written by `cargo explore export`, which replaces it.\n",
            target.calls
        );
        let call = format!("{TARGETS_LIB}::run(&{roots:?}, data)");
        match self {
            Fuzzer::CargoFuzz => {
                format!(
                    "{head}#![no_main]\n\nlibfuzzer_sys::fuzz_target!(|data: &[u8]| {call});\n{WITHOUT_LEAKS}"
                )
            }
            Fuzzer::Afl => format!("{head}\nfn main() {{\n    afl::fuzz!(|data: &[u8]| {{ {call} }});\n}}\n"),
        }
    }
}

impl Export<'_> {
    /// All files but inputs, relative to the package's directory.
    pub fn files(&self, prepared: &Prepared, workbench: &Workbench) -> Result<Vec<(PathBuf, String)>, Error> {
        let names: Vec<String> = self.targets.iter().map(|target| target.name.clone()).collect();
        let mut files = workbench.fuzz_manifests(self.directory, &self.fuzzer.fuzz_crate(), &names)?;
        let harness = sources(
            prepared.recipe.source(&self.table.ops()),
            (prepared.grammar.type_count(), prepared.grammar.op_count()),
            self.table,
            &prepared.support.ops,
            self.known,
        );
        let below = Path::new("harness/src");
        files.extend(
            harness
                .into_iter()
                .map(|(path, text)| (within(&below.join(path)), text)),
        );
        for target in self.targets {
            let path = format!("fuzz_targets/{}.rs", target.name);
            files.push((PathBuf::from(path), self.fuzzer.source(target)));
        }
        // No fuzzer takes an empty one.
        let words = dictionary(&prepared.vocabulary.words);
        files.extend((!words.is_empty()).then(|| (PathBuf::from(DICTIONARY), words)));
        files.push((PathBuf::from(".gitignore"), IGNORED.to_owned()));
        Ok(files)
    }
}

/// What AddressSanitizer asks at the start: it would end a session with the arguments that live for good.
const WITHOUT_LEAKS: &str = "
/// Arguments that may be kept for good are leaked.
#[unsafe(no_mangle)]
extern \"C\" fn __asan_default_options() -> *const std::ffi::c_char {
    c\"detect_leaks=0\".as_ptr()
}
";

/// File of words.
pub const DICTIONARY: &str = "dictionary.txt";
const IGNORED: &str = "target\nartifacts\ncoverage\nfindings\n";

/// A path without `..`, which leads to the same place.
fn within(path: &Path) -> PathBuf {
    let mut parts: Vec<&std::ffi::OsStr> = Vec::new();
    for part in path {
        match part == ".." {
            true => drop(parts.pop()),
            false => parts.push(part),
        }
    }
    parts.into_iter().collect()
}

/// Words of the crate as libFuzzer and AFL read them.
fn dictionary(words: &[Vec<u8>]) -> String {
    let mut text = String::new();
    // AFL takes no longer ones.
    for word in words.iter().filter(|word| (2..=128).contains(&word.len())) {
        text.push('"');
        for &byte in word {
            match byte {
                b'"' | b'\\' => text.extend(['\\', char::from(byte)]),
                b' '..=b'~' => text.push(char::from(byte)),
                _ => text.push_str(&format!("\\x{byte:02x}")),
            }
        }
        text.push_str("\"\n");
    }
    text
}

/// Names of targets for the paths of items: short, all different, and good for files and programs.
pub fn target_names(paths: &[&str]) -> Vec<String> {
    let mut taken = BTreeSet::new();
    paths
        .iter()
        .map(|path| {
            let name = target_name(path);
            let numbered = (2..).map(|number| format!("{name}_{number}"));
            let free = std::iter::once(name.clone()).chain(numbered);
            let free = free.into_iter().find(|name| taken.insert(name.clone()));
            free.unwrap_or(name)
        })
        .collect()
}

/// `url::Url::parse` is `url_parse`: the crate is the same for all, unless there is nothing else.
fn target_name(path: &str) -> String {
    let path = match path.starts_with('<') {
        true => path,
        false => path.split_once("::").map_or(path, |(_, rest)| rest),
    };
    let mut name = String::new();
    for letter in path.chars() {
        match letter.is_ascii_alphanumeric() {
            true => name.push(letter.to_ascii_lowercase()),
            false if !name.is_empty() && !name.ends_with('_') => name.push('_'),
            false => {}
        }
    }
    // Programs are crates, whose names begin with a letter.
    if !name.starts_with(|first: char| first.is_ascii_alphabetic()) {
        name = format!("call_{name}");
    }
    name.truncate(LONGEST_NAME);
    name.trim_end_matches('_').to_owned()
}

/// Letters; file systems take some more.
const LONGEST_NAME: usize = 100;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_targets_are_plain_and_differ() {
        let paths = [
            "url::Url::parse",
            "url::url_parse",
            "<url::Url as core::str::FromStr>::from_str",
            "url::é",
            "url::é2::",
        ];
        let names = target_names(&paths);
        assert_eq!(
            names,
            [
                "url_parse",
                "url_parse_2",
                "url_url_as_core_str_fromstr_from_str",
                "call",
                "call_2"
            ]
        );
    }

    #[test]
    fn words_are_quoted_as_fuzzers_read_them() {
        let words = [b"a".to_vec(), b"a\"\\".to_vec(), b"\xff\n".to_vec()];
        assert_eq!(dictionary(&words), "\"a\\\"\\\\\"\n\"\\xff\\x0a\"\n");
    }

    #[test]
    fn files_of_the_runtime_lie_beside_the_harness() {
        assert_eq!(
            within(Path::new("harness/src/../../runtime/src/abi.rs")),
            Path::new("runtime/src/abi.rs")
        );
    }
}
