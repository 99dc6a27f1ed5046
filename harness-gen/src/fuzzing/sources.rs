//! The sources of a harness for fuzzers: the arms that its plans can use, the table that bytes choose from, and no callbacks of ours.

use super::table::{LiteralRow, Table, TypeRow};
use crate::emit::{HarnessSource, RUNTIME_MODULES_HERE, runtime_lib};
use std::path::{Path, PathBuf};

/// A panic that is known, and no news.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct KnownPanic {
    /// Source file as panics name it; a part of a path at its end will do.
    pub file: String,
    /// 1-based.
    pub line: u32,
    /// 1-based.
    pub column: u32,
    /// What it says.
    pub message: String,
}

const LIB: &str = "\
//! Written by `cargo explore export`, which replaces it.
#![allow(warnings)]
use explore_runtime_6d0f9b3c52e8::{abi, answers, bytes, demand, driver, in_place, lazy, panics, registry, target};
mod arms;
mod choices;
mod hole_impls;
mod holes;
mod known;
mod responders;
mod std_support;
mod tables;

static TARGETS: target::Targets = target::Targets {
    types: &tables::TYPES,
    ops: &tables::OPS,
    choices: &choices::CHOICES,
    arguments: &choices::ARGUMENTS,
    excused: &choices::EXCUSED,
    known: known::KNOWN,
};

/// Runs the plan that the bytes say, of one of these roots.
pub fn run(roots: &[u32], data: &[u8]) {
    target::run(&TARGETS, roots, data)
}
";

const KNOWN_HEAD: &str = "\
//! Panics that exploring has found: no target ends with one of them. Take a line out, and targets do.

/// File, line and column.
pub static KNOWN: &[(&str, u32, u32)] = &[
";

/// What the runtime package has for fuzzers only.
const RUNTIME: [(&str, &str); 2] = [
    ("bytes.rs", include_str!("../../runtime/fuzzing/bytes.rs")),
    ("target.rs", include_str!("../../runtime/fuzzing/target.rs")),
];

/// The files, relative to the harness's `src`. `excused` are ops whose panics are no faults of the crate.
pub(super) fn sources(
    harness: HarnessSource,
    (types, ops): (usize, usize),
    table: &Table,
    excused: &[usize],
    known: &[KnownPanic],
) -> Vec<(PathBuf, String)> {
    let runtime = Path::new(crate::cargo::RUNTIME_SOURCES);
    let mut files = harness.files;
    let is_left_out = |path: &Path| {
        let module = path.file_stem().and_then(|stem| stem.to_str());
        module.is_some_and(|module| RUNTIME_MODULES_HERE.contains(&module))
    };
    files.retain(|(path, _)| !is_left_out(path));
    for (path, text) in &mut files {
        if path == Path::new("lib.rs") {
            LIB.clone_into(text);
        } else if *path == runtime.join("lib.rs") {
            *text = runtime_lib(&["bytes", "target"], &RUNTIME_MODULES_HERE);
        }
    }
    files.extend(RUNTIME.map(|(name, text)| (runtime.join(name), text.to_owned())));
    files.push((PathBuf::from("choices.rs"), choices(types, ops, table, excused)));
    files.push((PathBuf::from("known.rs"), known_panics(known)));
    files
}

fn choices(types: usize, ops: usize, table: &Table, excused: &[usize]) -> String {
    let nothing = TypeRow {
        alternatives: Vec::new(),
        places: Vec::new(),
        literal: None,
    };
    let mut text = format!(
        "//! What bytes choose from.\nuse crate::bytes::Literal;\nuse crate::target::TypeChoices;\n\npub static CHOICES: \
         [TypeChoices; {types}] = [\n"
    );
    for ty in (0..types).map(|ty| ty as u32) {
        let row = table.types.get(&ty).unwrap_or(&nothing);
        let literal = match row.literal {
            Some(LiteralRow::Number(size)) => format!("Number({size})"),
            Some(LiteralRow::Character) => "Character".to_owned(),
            Some(LiteralRow::Text) => "Text".to_owned(),
            Some(LiteralRow::Bytes) | None => "Bytes".to_owned(),
        };
        text.push_str(&format!(
            "TypeChoices {{ alternatives: &{:?}, places: &{:?}, literal: Literal::{literal} }},\n",
            row.alternatives, row.places
        ));
    }
    text.push_str(&format!(
        "];\n\n/// Types of arguments.\npub static ARGUMENTS: [&[u32]; {ops}] = [\n"
    ));
    for op in (0..ops).map(|op| op as u32) {
        let arguments = table.ops.get(&op).map_or(&[][..], |arguments| arguments);
        text.push_str(&format!("&{arguments:?},\n"));
    }
    let used: Vec<usize> = (excused.iter().copied())
        .filter(|op| table.ops.contains_key(&(*op as u32)))
        .collect();
    text.push_str(&format!(
        "];\n\n/// Ops of dependencies.\npub static EXCUSED: [u32; {}] = {used:?};\n",
        used.len()
    ));
    text
}

fn known_panics(known: &[KnownPanic]) -> String {
    let mut text = KNOWN_HEAD.to_owned();
    for panic in known {
        let message = panic.message.lines().next().unwrap_or_default();
        text.push_str(&format!(
            "    // {}\n    ({:?}, {}, {}),\n",
            message.escape_debug(),
            panic.file,
            panic.line,
            panic.column
        ));
    }
    text.push_str("];\n");
    text
}
