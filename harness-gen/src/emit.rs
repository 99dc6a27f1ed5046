//! Support set → harness source. Pure text: one arm, one table row, one placeholder impl per line, so that rustc's
//! errors map to what has to go.

use crate::call::{Call, LearnedKind, Parts};
use crate::cargo::RUNTIME_SOURCES;
use crate::harness_types::Names;
use crate::support_set::{OpDef, SupportSet, TypeKey};
use crate::write::arm;
use crate::write::declared::PLAIN_REGISTRY;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// What must not be emitted any more, because rustc refused it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Pruned {
    /// Ops.
    pub(crate) ops: BTreeSet<usize>,
    /// Types.
    pub(crate) types: BTreeSet<usize>,
    /// Placeholder impls.
    pub(crate) impls: BTreeSet<usize>,
}

impl Pruned {
    /// With the ops that use a refused type: they go with it.
    pub(crate) fn with_ops_of_types(&self, set: &SupportSet, ids: &BTreeMap<TypeKey, usize>) -> Pruned {
        let mut all = self.clone();
        for (index, op) in set.ops.iter().enumerate() {
            let mut keys = op.inputs.iter().chain([&op.result]);
            if keys.any(|key| self.types.contains(&ids[key])) {
                all.ops.insert(index);
            }
        }
        all
    }
}

/// What a line of generated source belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Owner {
    /// Op by index.
    Op(usize),
    /// Type by index.
    Type(usize),
    /// Placeholder impl by index.
    Impl(usize),
}

const ARMS: &str = "arms.rs";
const TABLES: &str = "tables.rs";
const IMPLS: &str = "hole_impls.rs";
/// Lines before the first entry, the same in each generated file.
const HEAD_LINES: u32 = 2;

/// The files of a harness.
pub(crate) struct HarnessSource {
    /// Path relative to `src`, text.
    pub(crate) files: Vec<(PathBuf, String)>,
    type_rows: u32,
}

/// Writes the source of a harness. `type_of` gives the index of a type, `may_borrow` whether its values may hold a borrow.
pub(crate) fn emit(
    set: &SupportSet,
    impls: &[String],
    type_of: &dyn Fn(&TypeKey) -> usize,
    may_borrow: &dyn Fn(&TypeKey) -> bool,
    pruned: &Pruned,
) -> HarnessSource {
    let emitter = Emitter {
        set,
        type_of,
        may_borrow,
        pruned,
    };
    let impls: String = (impls.iter().enumerate())
        .map(|(index, text)| match pruned.impls.contains(&index) {
            true => format!("{REFUSED}\n"),
            false => format!("{text}\n"),
        })
        .collect();
    let mut files: Vec<(PathBuf, String)> = vec![
        (PathBuf::from("lib.rs"), LIB.to_owned()),
        (PathBuf::from(ARMS), emitter.arms()),
        (PathBuf::from(TABLES), emitter.tables()),
        (PathBuf::from(IMPLS), format!("{IMPLS_HEAD}{impls}")),
    ];
    files.extend(BESIDE_ARMS.map(|(name, text)| (PathBuf::from(name), text.to_owned())));
    let runtime = Path::new(RUNTIME_SOURCES);
    files.push((runtime.join("lib.rs"), runtime_lib(&[], &[])));
    files.extend(RUNTIME.map(|(name, text)| (runtime.join(name), text.to_owned())));
    HarnessSource {
        files,
        type_rows: u32::try_from(set.types.len()).unwrap_or(u32::MAX),
    }
}

/// What stands in the place of a line that rustc refused.
const REFUSED: &str = "// refused by rustc";
const ARMS_HEAD: &str = "// Generated: one arm per line.\nuse crate::driver::{put, rd};\n";
const TABLES_HEAD: &str = "// Generated: types, then ops, one per line.\nuse crate::abi::*; use crate::arms; use crate::driver::type_entry; use crate::in_place::vec_buffer; ";
const IMPLS_HEAD: &str = "// Generated: the crate's own traits for placeholder types, one impl per line.\n\n";

/// What the lines of one harness are written from.
struct Emitter<'a> {
    set: &'a SupportSet,
    type_of: &'a dyn Fn(&TypeKey) -> usize,
    may_borrow: &'a dyn Fn(&TypeKey) -> bool,
    pruned: &'a Pruned,
}

impl Emitter<'_> {
    fn arms(&self) -> String {
        let mut arms = String::from(ARMS_HEAD);
        for (index, op) in self.set.ops.iter().enumerate() {
            let is_gone = self.pruned.ops.contains(&index);
            match (&op.call, arm::body(op)) {
                (_, Some(_)) if is_gone => arms.push_str(REFUSED),
                (_, Some(body)) => {
                    arms.push_str(&format!(
                        "pub unsafe extern \"C-unwind\" fn a{index}(args: *const *mut u8, out: *mut u8) -> i32 {{ {body} }}"
                    ));
                    if let Some(body) = arm::addresses(op) {
                        arms.push_str(&format!(
                            " pub unsafe extern \"C\" fn p{index}(value: *mut u8, parts: *mut usize) {{ {body} }}"
                        ));
                    }
                }
                (Call::Borrow { .. }, None) => arms.push_str("// borrow"),
                (Call::Box, None) => arms.push_str("// box"),
                (Call::Lazy, None) => arms.push_str("// lazy"),
                (_, None) => arms.push_str("// learned"),
            }
            arms.push('\n');
        }
        arms
    }

    fn tables(&self) -> String {
        let SupportSet { types, ops, .. } = self.set;
        let mut rows = format!(
            "{TABLES_HEAD}pub static TYPES: [TypeEntry; {}] = [\n",
            types.len()
        );
        for (index, key) in types.iter().enumerate() {
            if self.pruned.types.contains(&index) {
                rows.push_str("TypeEntry { size: usize::MAX, align: 1, drop: None },\n");
            } else {
                rows.push_str(&format!("type_entry::<{}>(),\n", key.ty.render(Names::Harness)));
            }
        }
        rows.push_str(&format!("]; pub static OPS: [OpEntry; {}] = [\n", ops.len()));
        let mut learned = 0;
        for (index, op) in ops.iter().enumerate() {
            rows.push_str(&self.op_row(index, op, learned));
            learned += usize::from(matches!(op.call, Call::Learned { .. }));
        }
        rows.push_str("];\n");
        rows
    }

    /// The row of an op, before which there are so many learned ones.
    fn op_row(&self, index: usize, op: &OpDef, learned: usize) -> String {
        let inner_type = || (self.type_of)(&op.inputs[0]);
        let (kind, inner, has_arm) = match &op.call {
            Call::Borrow { mutable } => {
                let kind = match (mutable, (self.may_borrow)(&op.inputs[0])) {
                    (_, false) => "KIND_BORROW_LASTING",
                    (true, true) => "KIND_BORROW_KEEPING",
                    (false, true) => "KIND_BORROW",
                };
                (kind, inner_type(), false)
            }
            Call::Box => ("KIND_BOX", inner_type(), false),
            Call::Lazy => ("KIND_LAZY", inner_type(), false),
            Call::Learned { kind, .. } => {
                let kind = match kind {
                    LearnedKind::Number { .. } => "KIND_LEARNED",
                    LearnedKind::Char => "KIND_LEARNED_CHAR",
                    LearnedKind::Str => "KIND_LEARNED_STR",
                    LearnedKind::Bytes => "KIND_LEARNED_BYTES",
                };
                (kind, learned, false)
            }
            _ if op.is_constant() => ("KIND_CONSTANT", usize::from(op.item.is_some()), true),
            _ => ("KIND_CALL", usize::from(op.item.is_some()), true),
        };
        let is_gone = self.pruned.ops.contains(&index);
        let entry = |is_there: bool, text: String| match is_there && !is_gone {
            true => format!("Some({text})"),
            false => "None".to_owned(),
        };
        let parts = op.parts();
        let is_element = parts == Some(Parts::Elements);
        let element = op.inputs.last().filter(|_| is_element);
        let element = element.map_or_else(String::new, |key| key.ty.render(Names::Harness));
        format!(
            "OpEntry {{ kind: {kind}, result: {}, arity: {}, inner: {inner}, arm: {}, parts: {}, buffer: {} }},\n",
            (self.type_of)(&op.result),
            op.inputs.len(),
            entry(has_arm, format!("arms::a{index}")),
            entry(parts.is_some() && !is_element, format!("arms::p{index}")),
            entry(is_element, format!("vec_buffer::<{element}>")),
        )
    }
}

impl HarnessSource {
    /// Whose line it is.
    pub(crate) fn owner(&self, file: &Path, line: u32) -> Option<Owner> {
        let row = line.checked_sub(HEAD_LINES + 1)?;
        let name = file.to_str()?;
        match name {
            ARMS => Some(Owner::Op(row as usize)),
            IMPLS => Some(Owner::Impl(row as usize)),
            TABLES if row < self.type_rows => Some(Owner::Type(row as usize)),
            TABLES => row
                .checked_sub(self.type_rows + 1)
                .map(|row| Owner::Op(row as usize)),
            _ => None,
        }
    }
}

const LIB: &str = r#"//! Generated by cargo-explore. Do not edit: it is written anew by every run that needs it.
#![allow(warnings)]
use explore_runtime_6d0f9b3c52e8::{abi, answers, demand, driver, in_place, lazy, panics, registry};
mod arms;
mod hole_impls;
mod holes;
mod responders;
mod std_support;
mod tables;

#[unsafe(no_mangle)]
pub unsafe extern "C" fn cargo_explore_harness_6d0f9b3c52e8() -> *const abi::Harness {
    driver::harness(&tables::TYPES, &tables::OPS)
}
"#;

/// What a harness that measures coverage has besides: a module of its own, and a line for it.
pub(crate) const COUNTERS_MODULE: (&str, &str, &str) = (
    "counters.rs",
    include_str!("../runtime/counters.rs"),
    "mod counters;\n",
);

/// Modules of the runtime package.
const RUNTIME_MODULES: [&str; 19] = [
    "abi",
    "alloc",
    "answers",
    "arena",
    "compares",
    "demand",
    "dropping",
    "driver",
    "edges",
    "fingerprint",
    "flat",
    "in_place",
    "lazy",
    "leaks",
    "panics",
    "registry",
    "series",
    "threads",
    "waiters",
];
/// What only this processor has.
pub(crate) const RUNTIME_MODULES_HERE: [&str; 2] = ["system_calls", "waiting"];

/// The root of the runtime package, with other modules besides, and without some.
pub(crate) fn runtime_lib(others: &[&str], without: &[&str]) -> String {
    let mut text = "//! Written by cargo-explore. Do not edit.\n#![allow(warnings)]\n".to_owned();
    for module in RUNTIME_MODULES.iter().chain(others) {
        text.push_str(&format!("pub mod {module};\n"));
    }
    for module in RUNTIME_MODULES_HERE
        .iter()
        .filter(|module| !without.contains(module))
    {
        text.push_str(&format!("#[cfg(target_arch = \"x86_64\")]\npub mod {module};\n"));
    }
    text
}

/// The runtime package: it is not instrumented, because it would be most of what is counted.
const RUNTIME: [(&str, &str); 21] = [
    ("abi.rs", include_str!("../runtime/abi.rs")),
    ("alloc.rs", include_str!("../runtime/alloc.rs")),
    ("arena.rs", include_str!("../runtime/arena.rs")),
    ("compares.rs", include_str!("../runtime/compares.rs")),
    ("answers.rs", include_str!("../runtime/answers.rs")),
    ("demand.rs", include_str!("../runtime/demand.rs")),
    ("dropping.rs", include_str!("../runtime/dropping.rs")),
    ("driver.rs", include_str!("../runtime/driver.rs")),
    ("edges.rs", include_str!("../runtime/edges.rs")),
    ("fingerprint.rs", include_str!("../runtime/fingerprint.rs")),
    ("flat.rs", include_str!("../runtime/flat.rs")),
    ("in_place.rs", include_str!("../runtime/in_place.rs")),
    ("lazy.rs", include_str!("../runtime/lazy.rs")),
    ("leaks.rs", include_str!("../runtime/leaks.rs")),
    ("panics.rs", include_str!("../runtime/panics.rs")),
    ("registry.rs", include_str!("../runtime/registry.rs")),
    ("series.rs", include_str!("../runtime/series.rs")),
    ("system_calls.rs", include_str!("../runtime/system_calls.rs")),
    ("threads.rs", include_str!("../runtime/threads.rs")),
    ("waiters.rs", include_str!("../runtime/waiters.rs")),
    ("waiting.rs", include_str!("../runtime/waiting.rs")),
];

/// The texts that generated arms are compiled against.
pub(crate) const HARNESS_TEXTS: [&str; 4] = [LIB, BESIDE_ARMS[0].1, BESIDE_ARMS[1].1, BESIDE_ARMS[2].1];

/// Runtime files that are part of the harness itself: the generated files implement traits for their types.
const BESIDE_ARMS: [(&str, &str); 3] = [
    ("holes.rs", include_str!("../runtime/holes.rs")),
    ("responders.rs", include_str!("../runtime/responders.rs")),
    ("std_support.rs", STD_SUPPORT),
];

/// The std support module: compiled into every harness and read through rustdoc like any crate.
pub(crate) const STD_SUPPORT: &str = concat!(
    include_str!("../runtime/std_support.rs"),
    "\npub mod collections {\n",
    include_str!("../runtime/std_support/collections.rs"),
    "}\npub mod iterators {\n",
    include_str!("../runtime/std_support/iterators.rs"),
    "}\npub mod system {\n",
    include_str!("../runtime/std_support/system.rs"),
    "}\npub mod parts {\n",
    include_str!("../runtime/std_support/parts.rs"),
    "}\npub mod odd_items {\n",
    include_str!("../runtime/std_support/odd_items.rs"),
    "}\npub mod hostile {\n",
    include_str!("../runtime/std_support/hostile.rs"),
    "}\npub mod hostile_items {\n",
    include_str!("../runtime/std_support/hostile_items.rs"),
    "}\npub mod hostile_reader {\n",
    include_str!("../runtime/std_support/hostile_reader.rs"),
    "}\npub mod hostile_hashes {\n",
    include_str!("../runtime/std_support/hostile_hashes.rs"),
    "}\n",
);

/// The same as a crate of its own, with what it takes from the runtime.
pub(crate) fn std_support_crate() -> String {
    format!("{STD_SUPPORT}mod registry {{\n{PLAIN_REGISTRY}}}\n")
}
