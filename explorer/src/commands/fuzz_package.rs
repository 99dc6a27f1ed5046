//! Writes a fuzz package: what the front half makes of targets, what exploring has kept, and the description that `import` reads.

use super::prepare::Ready;
use crate::engine::corpus::Corpus;
use crate::fnv::short_hash;
use crate::fuzzing::{DESCRIPTION, Described, DescribedSource, Description, page};
use crate::report::fuzzed::Exported;
use crate::settings;
use anyhow::Context;
use harness_gen::cargo::relative;
use harness_gen::fuzzing::{DICTIONARY, Export, FuzzTarget, KnownPanic, Table, target_names};
use harness_gen::{Instance, ItemUse, Prepared, Request, Source};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// Directory of the inputs that targets begin with, as cargo-fuzz has it.
const CORPUS: &str = "corpus";

/// Where the fuzz package goes. What is there and is none is not touched.
pub(super) fn directory(
    request: &Request,
    wanted: &settings::Export,
    current_dir: &Path,
) -> anyhow::Result<PathBuf> {
    let directory = match (&wanted.directory, &request.source) {
        (Some(directory), _) => current_dir.join(directory),
        (None, Source::Path(package) | Source::Workspace(package)) => current_dir.join(package).join("fuzz"),
        (None, Source::Registry) => current_dir.join(format!("{}-fuzz", request.name)),
    };
    let is_taken = fs::read_dir(&directory).is_ok_and(|mut entries| entries.next().is_some());
    anyhow::ensure!(
        !is_taken || directory.join(DESCRIPTION).is_file(),
        "`{}` is there, and `cargo explore export` did not write it\nhelp: name another directory with --output",
        directory.display()
    );
    Ok(directory)
}

/// Writes the fuzz package. None: there is nothing to call.
pub(super) fn write(
    request: &Request,
    ready: &Ready,
    corpus: &Corpus,
    wanted: &settings::Export,
    directory: &Path,
) -> anyhow::Result<Option<Exported>> {
    let prepared = &ready.prepared;
    let targets = targets(prepared, wanted.is_by_item);
    if targets.is_empty() {
        return Ok(None);
    }
    let roots: BTreeSet<_> = targets
        .iter()
        .flat_map(|target| target.roots.iter().copied())
        .collect();
    let table = Table::new(
        &prepared.grammar,
        &prepared.vocabulary,
        &prepared.op_items.all,
        roots,
    );
    let known: Vec<KnownPanic> = (corpus.panics.iter())
        .map(|(place, message)| KnownPanic {
            file: file_anywhere(&place.file, &prepared.crate_root),
            line: place.line,
            column: place.column,
            message: message.clone(),
        })
        .collect();
    let export = Export {
        directory,
        fuzzer: wanted.fuzzer,
        targets: &targets,
        table: &table,
        known: &known,
    };
    forget_targets(directory)?;
    let files = export.files(prepared, &ready.workbench)?;
    let has_words = files.iter().any(|(path, _)| path == Path::new(DICTIONARY));
    for (path, text) in files {
        write_file(&directory.join(path), text.as_bytes())?;
    }
    let mut inputs = 0;
    for target in &targets {
        inputs += write_corpus(&directory.join(CORPUS).join(&target.name), target, &table, corpus)?;
    }
    let of = Described {
        package: format!("{} {}", request.name, request.version),
        source: match &request.source {
            Source::Path(package) | Source::Workspace(package) => {
                let (package, from) = (std::path::absolute(package)?, std::path::absolute(directory)?);
                DescribedSource::Directory(relative(&package, &from))
            }
            Source::Registry => DescribedSource::Registry(format!("{}@{}", request.name, request.version)),
        },
        options: wanted.options.clone(),
    };
    let description = Description::new(of, &targets, table, &prepared.keys);
    let page = page::text(&description, wanted.fuzzer, has_words, known.len());
    write_file(&directory.join("README.md"), page.as_bytes())?;
    write_file(
        &directory.join(DESCRIPTION),
        serde_json::to_string(&description)?.as_bytes(),
    )?;
    let here = std::env::current_dir().unwrap_or_default();
    let shown = directory.strip_prefix(&here).unwrap_or(directory);
    Ok(Some(Exported {
        directory: shown.to_owned(),
        commands: page::first_commands(&description, wanted.fuzzer, has_words, shown),
        targets: targets.len(),
        inputs,
        known: known.len(),
        others: corpus.others,
    }))
}

/// One target for each item, or one for all.
fn targets(prepared: &Prepared, is_by_item: bool) -> Vec<FuzzTarget> {
    let roots = |instances: &[Instance]| {
        let plain = instances.iter().filter(|instance| !instance.has_type_placeholder);
        let plain: Vec<_> = plain.map(|instance| instance.op).collect();
        match plain.is_empty() {
            true => instances.iter().map(|instance| instance.op).collect(),
            false => plain,
        }
    };
    let explored: Vec<_> = (prepared.items.iter())
        .filter_map(|item| match &item.use_ {
            ItemUse::Explore(instances) => Some((item.path.as_str(), roots(instances))),
            ItemUse::Excluded { .. } => None,
        })
        .collect();
    if !is_by_item {
        let all = FuzzTarget {
            name: "all".to_owned(),
            calls: format!("All {} items that can be called", explored.len()),
            roots: explored.into_iter().flat_map(|(_, roots)| roots).collect(),
        };
        return Vec::from_iter((!all.roots.is_empty()).then_some(all));
    }
    let paths: Vec<&str> = explored.iter().map(|(path, _)| *path).collect();
    let names = target_names(&paths);
    let of_items = explored.into_iter().zip(names);
    of_items
        .map(|((path, roots), name)| FuzzTarget {
            name,
            calls: format!("`{path}`"),
            roots,
        })
        .collect()
}

/// The part of a source file's path that is the same on every machine.
fn file_anywhere(file: &str, crate_root: &Path) -> String {
    let path = Path::new(file);
    if let Ok(inside) = path.strip_prefix(crate_root) {
        return inside.to_string_lossy().into_owned();
    }
    // Below these there is a directory for each registry, then one for each package, and one for each build of std.
    let of_registry = file.split_once("/registry/src/").map(|(_, below)| below);
    let below = of_registry.or(file.strip_prefix("/rustc/"));
    match below.and_then(|below| below.split_once('/')) {
        Some((_, inside)) => inside.to_owned(),
        None => file.to_owned(),
    }
}

/// Removes the sources of targets that an earlier export wrote: some may not be targets any more.
fn forget_targets(directory: &Path) -> anyhow::Result<()> {
    let Ok(earlier) = Description::read(directory) else {
        return Ok(());
    };
    for name in earlier.targets.keys().filter(|name| !name.contains(['/', '\\'])) {
        let path = directory.join("fuzz_targets").join(format!("{name}.rs"));
        match fs::remove_file(&path) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
                return Err(error).with_context(|| format!("cannot remove `{}`", path.display()));
            }
            _ => {}
        }
    }
    Ok(())
}

/// Writes what a target begins with, each input by its hash. Returns their number.
fn write_corpus(
    directory: &Path,
    target: &FuzzTarget,
    table: &Table,
    corpus: &Corpus,
) -> anyhow::Result<usize> {
    let said = corpus
        .plans
        .iter()
        .filter_map(|plan| table.encode(&target.roots, plan));
    let mut inputs: BTreeSet<Vec<u8>> = said.collect();
    // AFL wants something to begin with.
    if inputs.is_empty() {
        inputs.insert(vec![0]);
    }
    for input in &inputs {
        let name = short_hash(&input.escape_ascii().to_string());
        write_file(&directory.join(name), input)?;
    }
    Ok(inputs.len())
}

/// Writes a file, unless it is there as it should be: fuzzers build again what has changed.
fn write_file(path: &Path, content: &[u8]) -> anyhow::Result<()> {
    if fs::read(path).is_ok_and(|present| present == content) {
        return Ok(());
    }
    let cannot_write = || format!("cannot write `{}`", path.display());
    if let Some(directory) = path.parent() {
        fs::create_dir_all(directory).with_context(cannot_write)?;
    }
    fs::write(path, content).with_context(cannot_write)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_named_as_on_any_machine() {
        let root = Path::new("/home/me/toy");
        for (file, expected) in [
            ("/home/me/toy/src/lib.rs", "src/lib.rs"),
            ("src/lib.rs", "src/lib.rs"),
            (
                "/home/me/.cargo/registry/src/index.crates.io-1/url-2.5.0/src/lib.rs",
                "url-2.5.0/src/lib.rs",
            ),
            ("/rustc/abc/library/core/src/num.rs", "library/core/src/num.rs"),
        ] {
            assert_eq!(file_anywhere(file, root), expected);
        }
    }
}
