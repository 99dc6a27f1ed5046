//! The page in a fuzz package that says what it is, and what to type.

use super::Description;
use harness_gen::fuzzing::{DICTIONARY, Fuzzer};
use std::path::Path;

/// The page of a package, in which there are words or not.
pub fn text(description: &Description, fuzzer: Fuzzer, has_words: bool, known: usize) -> String {
    let names: Vec<&str> = description.targets.keys().map(String::as_str).collect();
    let first = names.first().copied().unwrap_or_default();
    let run = commands(first, fuzzer, has_words, Path::new("")).join("\n");
    let (install, crashes) = match fuzzer {
        Fuzzer::CargoFuzz => ("cargo install cargo-fuzz", format!("artifacts/{first}/crash-*")),
        Fuzzer::Afl => (
            "cargo install cargo-afl",
            format!("findings/{first}/default/crashes/id*"),
        ),
    };
    let elsewhere = match fuzzer {
        Fuzzer::CargoFuzz => {
            "\nClusterFuzzLite and OSS-Fuzz build the same package: their `build.sh` calls `cargo fuzz build --fuzz-dir` with this \
             directory, and copies the programs, `corpus` and the dictionary to `$OUT`.\n"
        }
        Fuzzer::Afl => "",
    };
    let targets: String = names.iter().map(|name| format!("- `{name}`\n")).collect();
    format!(
        "# Fuzz targets of {package}\n\n\
         `cargo explore export` wrote this, and replaces it: everything but `corpus` and what fuzzers add. The targets make plans of \
         bytes, calls with the arguments that exploring has, too, and texts and numbers of any kind. `corpus` holds what exploring has \
         kept.\n\n\
         In this directory:\n\n```\n{install}\n{run}\n```\n\n\
         Behind a crash:\n\n```\ncargo explore import {crashes}\n```\n\n\
         runs the same call in containment, makes it small, says what it is, and writes its stand-alone test. Import crashes before you \
         export again: the same bytes may mean another call then.\n\n\
         Exploring knows {known} places that panic. No target ends with one of these; `harness/src/known.rs` lists them, and whoever \
         takes a line out hears of that panic again. Hangs, stack overflows and whatever else exploring has found end a target as \
         always.\n{elsewhere}\n\
         Targets:\n\n{targets}",
        package = description.package,
    )
}

/// What to type first where the package is in this directory.
pub fn first_commands(
    description: &Description,
    fuzzer: Fuzzer,
    has_words: bool,
    directory: &Path,
) -> Vec<String> {
    let first = description.targets.keys().next().map_or("", String::as_str);
    commands(first, fuzzer, has_words, directory)
}

fn commands(target: &str, fuzzer: Fuzzer, has_words: bool, directory: &Path) -> Vec<String> {
    let words = |option: &str, path: &Path| match has_words {
        true => format!(" {option}{}", path.join(DICTIONARY).display()),
        false => String::new(),
    };
    let is_here = directory.as_os_str().is_empty();
    match fuzzer {
        Fuzzer::CargoFuzz => {
            let fuzz_dir = if is_here { Path::new(".") } else { directory };
            vec![format!(
                "cargo +nightly fuzz run --fuzz-dir {} {target} --{} -detect_leaks=0",
                fuzz_dir.display(),
                words("-dict=", directory)
            )]
        }
        Fuzzer::Afl => {
            let there = (!is_here).then(|| format!("cd {}", directory.display()));
            let words = words("-x ", Path::new(""));
            there
                .into_iter()
                .chain([
                    "cargo afl build --release".to_owned(),
                    // AFL makes one directory and not two.
                    "mkdir -p findings".to_owned(),
                    format!(
                        "cargo afl fuzz -i corpus/{target} -o findings/{target}{words} target/release/{target}"
                    ),
                ])
                .collect()
        }
    }
}
