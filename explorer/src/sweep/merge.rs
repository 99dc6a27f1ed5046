//! Whether directories are the parts of one sweep, each once and none missing. What is wrong is told by the names of shards and
//! directories.

use super::journal::{Journal, Sweep};
use super::shard::Shard;
use anyhow::bail;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// The parts of one sweep, in the order of their numbers.
#[derive(Clone, Debug)]
pub struct Shards {
    /// Where each is, and what it did last.
    pub parts: Vec<(PathBuf, Sweep)>,
}

/// The parts in these directories. An error is a mistake of whoever named them.
pub fn checked(directories: &[PathBuf]) -> anyhow::Result<Shards> {
    let mut parts: BTreeMap<Shard, (PathBuf, Sweep)> = BTreeMap::new();
    for directory in directories {
        let Some(sweep) = Journal::look(directory)?.pop() else {
            bail!("`{}` holds no sweep", directory.display());
        };
        let Some(shard) = sweep.begun.shard else {
            bail!(
                "`{}` holds a whole sweep, which is no shard\nhelp: `merge` takes what `sweep --shard K/N` wrote",
                directory.display()
            );
        };
        if !sweep.is_ended {
            bail!(
                "shard {shard} in `{0}` has not come to its end\nhelp: `cargo explore sweep --resume --sweep-dir {0}`",
                directory.display()
            );
        }
        if let Some(target) = (sweep.begun.targets.iter()).find(|target| !sweep.has_end(target)) {
            bail!(
                "shard {shard} in `{}` does not say how {} ended\nhelp: sweep that shard again",
                directory.display(),
                target.title()
            );
        }
        if let Some((other, known)) = parts.values().next() {
            same_sweep((directory, &sweep), (other, known))?;
        }
        if let Some((other, _)) = parts.get(&shard) {
            bail!(
                "shard {shard} is there twice: in `{}` and in `{}`",
                other.display(),
                directory.display()
            );
        }
        parts.insert(shard, (directory.clone(), sweep));
    }
    let Some(of) = parts.keys().next().map(|shard| shard.of) else {
        bail!("there is nothing to merge\nhelp: name the directories of all shards");
    };
    let is_there = |number: u32| parts.keys().any(|shard| shard.number.get() == number);
    let missing: Vec<String> = (1..=of.get())
        .filter(|number| !is_there(*number))
        .map(|number| format!("{number}/{of}"))
        .collect();
    if !missing.is_empty() {
        let (word, are) = if missing.len() == 1 {
            ("shard", "is")
        } else {
            ("shards", "are")
        };
        bail!(
            "{word} {} {are} missing\nhelp: name the directories of all shards",
            missing.join(", ")
        );
    }
    Ok(Shards {
        parts: parts.into_values().collect(),
    })
}

/// A part of another sweep is refused with what it differs in.
fn same_sweep((directory, sweep): (&Path, &Sweep), (other, known): (&Path, &Sweep)) -> anyhow::Result<()> {
    let (a, b) = (&sweep.begun, &known.begun);
    let of = |sweep: &Sweep| sweep.begun.shard.map(|shard| shard.of);
    let difference = if a.identity.tool != b.identity.tool {
        format!(
            "cargo-explore {} and {} made them",
            a.identity.tool, b.identity.tool
        )
    } else if of(sweep) != of(known) {
        "they are parts of different numbers of shards".to_owned()
    } else if a.identity.options != b.identity.options {
        let told = |options: &[String]| match options.is_empty() {
            true => "no options".to_owned(),
            false => format!("`{}`", options.join(" ")),
        };
        format!(
            "one was made with {}, the other with {}",
            told(&a.identity.options),
            told(&b.identity.options)
        )
    } else if let Some(package) = first_difference(&a.identity.packages, &b.identity.packages) {
        format!("they differ in the package {package}, or in what it is built from")
    } else {
        return Ok(());
    };
    bail!(
        "`{}` and `{}` are not of one sweep: {difference}",
        directory.display(),
        other.display()
    )
}

/// Name and version of a package that only one of them has, or has otherwise.
fn first_difference(a: &[String], b: &[String]) -> Option<String> {
    let only = a.iter().find(|package| !b.contains(package));
    let differing = only.or_else(|| b.iter().find(|package| !a.contains(package)))?;
    let mut words: Vec<&str> = differing.split(' ').collect();
    words.pop();
    Some(words.join(" "))
}
