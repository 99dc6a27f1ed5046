//! The description that lies in a fuzz package: which package it is of, what was typed, and what the bytes of its targets mean, by
//! names that outlive the numbers of a grammar.

pub mod page;

use anyhow::{Context, ensure};
use harness_gen::Keys;
use harness_gen::fuzzing::{FuzzTarget, Table};
use plans::{OpId, PlanKeys};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Name of the file.
pub const DESCRIPTION: &str = "explore.json";

/// Raise it with every change that an older program would misread, of the bytes included.
const FORMAT: u32 = 1;

/// What a fuzz package was made of.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Description {
    format: u32,
    /// The program that wrote it.
    pub tool_version: String,
    /// The package, for people.
    pub package: String,
    /// Where it is.
    pub source: DescribedSource,
    /// What exploring is told besides, as it was typed.
    pub options: Vec<String>,
    /// By name the ops that a target's plans begin with.
    pub targets: BTreeMap<String, Vec<u32>>,
    /// What bytes choose from.
    pub table: Table,
    /// Names of the ops in it.
    ops: BTreeMap<u32, String>,
    /// Names of the types in it.
    types: BTreeMap<u32, String>,
}

/// Where a package is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum DescribedSource {
    /// Its directory, seen from that of the fuzz package.
    Directory(PathBuf),
    /// `name@version`.
    Registry(String),
}

/// Which package a description is of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Described {
    /// The package, for people.
    pub package: String,
    /// Where it is.
    pub source: DescribedSource,
    /// What exploring is told besides.
    pub options: Vec<String>,
}

impl Description {
    /// Of a package, its targets and its names.
    pub fn new(of: Described, targets: &[FuzzTarget], table: Table, keys: &Keys) -> Description {
        let name = |names: &[String], number: u32| names.get(number as usize).cloned().unwrap_or_default();
        Description {
            format: FORMAT,
            tool_version: env!("CARGO_PKG_VERSION").to_owned(),
            package: of.package,
            source: of.source,
            options: of.options,
            targets: (targets.iter())
                .map(|target| {
                    (
                        target.name.clone(),
                        target.roots.iter().map(|root| root.0).collect(),
                    )
                })
                .collect(),
            ops: (table.ops().iter())
                .map(|op| (op.0, name(&keys.ops, op.0)))
                .collect(),
            types: (table.types().iter())
                .map(|ty| (ty.0, name(&keys.types, ty.0)))
                .collect(),
            table,
        }
    }

    /// Reads the description in a directory.
    pub fn read(directory: &Path) -> anyhow::Result<Description> {
        let path = directory.join(DESCRIPTION);
        let text =
            std::fs::read_to_string(&path).with_context(|| format!("cannot read `{}`", path.display()))?;
        let is_no_description = || {
            format!(
                "`{}` is not what `cargo explore export` writes\nhelp: export the package again",
                path.display()
            )
        };
        let description: Description = serde_json::from_str(&text).with_context(is_no_description)?;
        ensure!(
            description.format == FORMAT,
            "`{}` was written by cargo-explore {}, whose fuzz packages this one does not read\nhelp: export the package again",
            path.display(),
            description.tool_version
        );
        // Names are kept by number.
        let named = |names: &BTreeMap<u32, String>| names.keys().all(|number| *number < 1 << 24);
        ensure!(
            named(&description.ops) && named(&description.types),
            is_no_description()
        );
        Ok(description)
    }

    /// The plan that the input of a target says, as text; none if there is no such target.
    pub fn plan(&self, target: &str, input: &[u8]) -> Option<String> {
        let roots: Vec<OpId> = self.targets.get(target)?.iter().copied().map(OpId).collect();
        self.keys().write(&self.table.decode(&roots, input)?)
    }

    fn keys(&self) -> PlanKeys {
        let all = |names: &BTreeMap<u32, String>| -> Vec<String> {
            let count = names.last_key_value().map_or(0, |(last, _)| last + 1);
            (0..count)
                .map(|number| names.get(&number).cloned().unwrap_or_default())
                .collect()
        };
        PlanKeys::new(all(&self.ops), all(&self.types))
    }
}
