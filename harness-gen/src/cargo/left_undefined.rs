//! Functions that libraries for embedded systems declare and leave to whoever builds the program. A shared library with such a function
//! cannot be loaded, and nothing says so while it is built. Where a feature named `std` of a package brings them, as of
//! `critical-section`, the harness and the tests are built with it; which one was needed is kept beside the harness.

use super::dependency::extra_dependency;
use super::features::Asked;
use super::metadata::{ResolvedTarget, resolved};
use super::scratch::write_if_changed;
use super::workbench::Workbench;
use crate::error::Error;
use crate::vocabulary::package_files;
use cargo_metadata::{Metadata, Package};
use object::elf::{FileHeader64, SHT_DYNSYM, STB_GLOBAL};
use object::read::elf::{FileHeader, Sym};
use object::{Endianness, ReadCache};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::fs::File;
use std::path::{Path, PathBuf};

/// The feature that brings a function of that kind where there is an operating system.
const FEATURE: &str = "std";
/// A symbol that comes from the version of a library has a greater version index.
const UNVERSIONED: u16 = 1;

/// A package whose feature `std` brings what others leave to whoever builds the program.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Definer {
    /// Package name.
    pub name: String,
    /// Package version.
    pub version: String,
}

/// The functions that a shared library expects to find where it is loaded, without those of libraries that it names.
pub(super) fn left_undefined(dylib: &Path) -> BTreeSet<String> {
    read(dylib).unwrap_or_default()
}

/// None: it is of another format, or is none.
fn read(dylib: &Path) -> Option<BTreeSet<String>> {
    let cache = ReadCache::new(File::open(dylib).ok()?);
    let header = FileHeader64::<Endianness>::parse(&cache).ok()?;
    let endian = header.endian().ok()?;
    let sections = header.sections(endian, &cache).ok()?;
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
    /// Fails if the harness cannot be loaded for want of functions that a feature of some package brings. What nothing is known to
    /// bring is left to whoever loads it, and says what is missing.
    pub(super) fn expect_all_defined(&self, dylib: &Path) -> Result<(), Error> {
        let symbols = left_undefined(dylib);
        if symbols.is_empty() {
            return Ok(());
        }
        let metadata = self.metadata(&mut |_| {})?;
        let for_tests = self.inherited.dev.keys().map(String::as_str).collect();
        let resolved = resolved(&self.request, &for_tests, &metadata)?;
        match definer(&symbols, &resolved, &metadata) {
            Some(definer) => {
                self.keep_definer(definer.clone())?;
                Err(Error::LeftUndefined { symbols, definer })
            }
            None => Ok(()),
        }
    }

    /// Builds the harness and the tests with the feature of this package from now on, in later runs, too.
    fn keep_definer(&self, definer: Definer) -> Result<(), Error> {
        let mut known = self.definers();
        known.push(definer);
        let text = serde_json::to_string(&known).unwrap_or_default();
        write_if_changed(&self.definers_file(), &text)
    }

    /// The packages that are built with their feature, as an earlier attempt has shown.
    pub(crate) fn definers(&self) -> Vec<Definer> {
        let text = std::fs::read_to_string(self.definers_file()).unwrap_or_default();
        serde_json::from_str(&text).unwrap_or_default()
    }

    fn definers_file(&self) -> PathBuf {
        self.directory.join("definers.json")
    }

    /// The features to be turned on, of what is still among the resolved packages.
    pub(super) fn defining(&self, resolved: &ResolvedTarget) -> Result<Asked, Error> {
        let mut asked = Asked::default();
        for Definer { name, version } in self.definers() {
            if name == resolved.name {
                asked.own.push(FEATURE.to_owned());
            }
            let mut dependencies = resolved.dependencies.iter();
            if let Some(package) = dependencies.find(|known| known.name == name && known.version == version) {
                let mut dependency = extra_dependency(package)?;
                dependency.features.push(FEATURE.to_owned());
                asked.of_dependencies.insert(name, dependency);
            }
        }
        Ok(asked)
    }

    /// What a stand-alone test needs besides what it names.
    pub(crate) fn needed_to_link(&self) -> Vec<String> {
        let line = |definer: Definer| {
            let Definer { name, version } = definer;
            format!("{name} = {{ version = \"={version}\", features = [\"{FEATURE}\"] }}")
        };
        let is_other = |definer: &Definer| definer.name != self.request.name;
        self.definers().into_iter().filter(is_other).map(line).collect()
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
        symbols.iter().any(|symbol| text.contains(symbol.as_str()))
    })
}
