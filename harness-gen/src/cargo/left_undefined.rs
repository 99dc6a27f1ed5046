//! Functions that libraries for embedded systems declare and leave to whoever builds the program. A shared library with such a function
//! cannot be loaded, and nothing says so while it is built. Where a feature named `std` of a package brings them, as of
//! `critical-section`, the harness and the tests are built with it; which one was needed is kept beside the harness.

use super::dependency::extra_dependency;
use super::features::{Asked, Definer};
use super::metadata::{ResolvedTarget, resolved};
use super::scratch::{short_hash, write_if_changed};
use super::workbench::Workbench;
use crate::error::Error;
use crate::request::Source;
use crate::support_file::has_word;
use crate::vocabulary::package_files;
use cargo_metadata::{Metadata, Package};
use object::elf::{DT_NEEDED, FileHeader64, SHT_DYNSYM, STB_GLOBAL};
use object::read::elf::{FileHeader, Sym};
use object::{Endianness, ReadCache};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::fs::File;
use std::path::{Path, PathBuf};

/// The feature that brings a function of that kind where there is an operating system.
const FEATURE: &str = "std";
/// How many packages get it at most: each is told by a build that is in vain.
const MOST_DEFINERS: usize = 4;
/// A symbol that comes from the version of a library has a greater version index.
const UNVERSIONED: u16 = 1;
/// Libraries whose symbols have versions, as they are named on Linux. What another one exports may have none.
const OF_SYSTEM: [&str; 8] = [
    "libc.so.6",
    "libm.so.6",
    "libdl.so.2",
    "librt.so.1",
    "libutil.so.1",
    "libpthread.so.0",
    "libgcc_s.so.1",
    "ld-linux-x86-64.so.2",
];

/// Those that an earlier attempt has come upon.
#[derive(Debug, Default, Serialize, Deserialize)]
struct Kept {
    /// Stands for the sources that they were needed with, where those may change.
    key: String,
    definers: Vec<Definer>,
}

/// The functions that a shared library expects to find where it is loaded; none if it names libraries that may bring them.
fn left_undefined(dylib: &Path) -> BTreeSet<String> {
    read(dylib).unwrap_or_default()
}

/// None: it is of another format, or is none.
fn read(dylib: &Path) -> Option<BTreeSet<String>> {
    let cache = ReadCache::new(File::open(dylib).ok()?);
    let header = FileHeader64::<Endianness>::parse(&cache).ok()?;
    let endian = header.endian().ok()?;
    let sections = header.sections(endian, &cache).ok()?;
    let dynamic = sections.dynamic_table(endian, &cache).ok()?;
    let mut needed = (&dynamic).into_iter().filter(|entry| entry.tag == DT_NEEDED);
    let is_of_system = |name: &[u8]| OF_SYSTEM.iter().any(|known| known.as_bytes() == name);
    if !needed.all(|entry| dynamic.string(entry).is_ok_and(is_of_system)) {
        return None;
    }
    let symbols = sections.symbols(endian, &cache, SHT_DYNSYM).ok()?;
    let versions = sections.versions(endian, &cache).ok()?;
    let is_left = |index, symbol: &object::elf::Sym64<Endianness>| {
        let version = versions
            .as_ref()
            .map(|all| all.version_index(endian, index).index());
        symbol.is_undefined(endian)
            && symbol.st_bind() == STB_GLOBAL
            && version.is_none_or(|version| version <= UNVERSIONED)
    };
    let left = symbols
        .enumerate()
        .filter(|(index, symbol)| is_left(*index, symbol));
    let names = left.filter_map(|(_, symbol)| symbols.symbol_name(endian, symbol).ok());
    let names = names.map(|name| String::from_utf8_lossy(name).into_owned());
    Some(names.filter(|name| !name.is_empty()).collect())
}

impl Workbench {
    /// Fails if the harness cannot be loaded for want of functions that a feature of some package brings: built once more it has that.
    /// What nothing is known to bring is left to whoever loads it, and says what is missing.
    pub(super) fn expect_all_defined(&self, dylib: &Path) -> Result<(), Error> {
        let symbols = left_undefined(dylib);
        if symbols.is_empty() {
            return Ok(());
        }
        let metadata = self.metadata(&mut |_| {})?;
        let resolved = self.resolved_among(&metadata)?;
        let mut known = self.kept(&resolved).definers;
        match definer(&symbols, &resolved, &metadata) {
            Some(definer) if known.len() < MOST_DEFINERS && !known.contains(&definer) => {
                known.push(definer.clone());
                self.keep(known, &resolved)?;
                Err(Error::LeftUndefined {
                    symbols,
                    package: definer.name,
                    version: definer.version,
                })
            }
            _ => Ok(()),
        }
    }

    /// The packages that are built with their feature.
    pub(crate) fn definers(&self) -> &[Definer] {
        &self.definers
    }

    /// The features to be turned on, as an earlier attempt has shown, of what still has them and is still among the resolved packages.
    pub(super) fn turned_on(&mut self, metadata: &Metadata) -> Result<Asked, Error> {
        let mut asked = Asked::default();
        self.definers.clear();
        if !self.definers_file().exists() {
            return Ok(asked);
        }
        let resolved = self.resolved_among(metadata)?;
        for definer in self.kept(&resolved).definers {
            let is_it = |package: &Package| {
                let feature = FEATURE.to_owned();
                let name = package.name.as_str() == definer.name;
                name && package.version.to_string() == definer.version
                    && package.features.contains_key(&feature)
            };
            let id = metadata
                .packages
                .iter()
                .find(|package| is_it(package))
                .map(|package| &package.id.repr);
            let Some(id) = id else { continue };
            let mut dependencies = resolved.dependencies.iter();
            if *id == resolved.package_id {
                asked.own.push(FEATURE.to_owned());
            } else if let Some(package) = dependencies.find(|known| known.package_id == *id) {
                let mut dependency = extra_dependency(package)?;
                dependency.features.push(FEATURE.to_owned());
                asked.of_dependencies.insert(definer.name.clone(), dependency);
            } else {
                continue;
            }
            self.definers.push(definer);
        }
        Ok(asked)
    }

    /// What a stand-alone test needs besides what it names.
    pub(crate) fn needed_to_link(&self) -> Vec<String> {
        let line = |Definer { name, version }: &Definer| {
            format!("{name} = {{ version = \"={version}\", features = [\"{FEATURE}\"] }}")
        };
        let is_other = |definer: &&Definer| definer.name != self.request.name;
        self.definers.iter().filter(is_other).map(line).collect()
    }

    /// The explored package among these.
    pub(super) fn resolved_among(&self, metadata: &Metadata) -> Result<ResolvedTarget, Error> {
        let for_tests = self.inherited.dev.keys().map(String::as_str).collect();
        resolved(&self.request, &for_tests, metadata)
    }

    fn kept(&self, resolved: &ResolvedTarget) -> Kept {
        let text = std::fs::read_to_string(self.definers_file()).unwrap_or_default();
        let kept: Kept = serde_json::from_str(&text).unwrap_or_default();
        let is_of_these = kept.key == self.key_of_definers(resolved);
        if is_of_these { kept } else { Kept::default() }
    }

    fn keep(&self, definers: Vec<Definer>, resolved: &ResolvedTarget) -> Result<(), Error> {
        let key = self.key_of_definers(resolved);
        let text = serde_json::to_string(&Kept { key, definers }).unwrap_or_default();
        write_if_changed(&self.definers_file(), &text)
    }

    /// Sources in a directory may come to bring what they lacked, or to do without.
    fn key_of_definers(&self, resolved: &ResolvedTarget) -> String {
        let files = match self.request.source {
            Source::Registry => Vec::new(),
            Source::Path(_) | Source::Workspace(_) => package_files(&resolved.crate_root),
        };
        let texts = files
            .iter()
            .map(|file| std::fs::read_to_string(file).unwrap_or_default());
        short_hash(&texts.collect::<Vec<String>>().join("\0"))
    }

    fn definers_file(&self) -> PathBuf {
        self.directory.join("definers.json")
    }
}

/// The package with the feature that is off: one that names a symbol in its source, or else one that depends on such a package.
fn definer(symbols: &BTreeSet<String>, resolved: &ResolvedTarget, metadata: &Metadata) -> Option<Definer> {
    let package_of = |id: &str| metadata.packages.iter().find(|package| package.id.repr == id);
    let own = package_of(&resolved.package_id).map(|package| (package, &resolved.features));
    let dependencies = resolved.dependencies.iter();
    let all: Vec<(&Package, &Vec<String>)> = dependencies
        .filter_map(|known| Some((package_of(&known.package_id)?, &known.features)))
        .chain(own)
        .collect();
    let has_it_off = |(package, features): &&(&Package, &Vec<String>)| {
        let feature = FEATURE.to_owned();
        package.features.contains_key(&feature) && !features.contains(&feature)
    };
    let naming: Vec<&str> = (all.iter())
        .filter(|(package, _)| names_one_of(package, symbols))
        .map(|(package, _)| package.name.as_str())
        .collect();
    let is_naming = |package: &Package| naming.contains(&package.name.as_str());
    let depends = |package: &Package| {
        let mut dependencies = package.dependencies.iter();
        dependencies.any(|dependency| naming.contains(&dependency.name.as_str()))
    };
    let candidates = || all.iter().filter(has_it_off).map(|(package, _)| *package);
    let found = candidates()
        .find(|package| is_naming(package))
        .or_else(|| candidates().find(|package| depends(package)))?;
    Some(Definer {
        name: found.name.to_string(),
        version: found.version.to_string(),
    })
}

fn names_one_of(package: &Package, symbols: &BTreeSet<String>) -> bool {
    let root = package.manifest_path.parent().map(|root| root.as_std_path());
    let files = root.map(package_files).unwrap_or_default();
    files.iter().any(|file| {
        let text = std::fs::read_to_string(file).unwrap_or_default();
        symbols.iter().any(|symbol| has_word(&text, symbol))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_symbol_is_named_by_whole_words() {
        assert!(has_word("fn _acquire() -> u8;", "_acquire"));
        assert!(has_word("#[export_name = \"_acquire\"]", "_acquire"));
        assert!(!has_word("fn lock_acquire(); fn _acquires();", "_acquire"));
    }
}
