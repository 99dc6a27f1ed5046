//! The little of a lock file that is read here: which versions of which packages it names.

use serde::Deserialize;

/// The source of packages of the default registry, which cargo writes whatever protocol or mirror it fetches from.
pub const DEFAULT_REGISTRY: &str = "registry+https://github.com/rust-lang/crates.io-index";

#[derive(Default, Deserialize)]
pub(super) struct LockFile {
    #[serde(default)]
    pub(super) package: Vec<LockedPackage>,
}

#[derive(Deserialize)]
pub(super) struct LockedPackage {
    pub(super) name: String,
    pub(super) version: String,
    /// None: it is given by path.
    pub(super) source: Option<String>,
    /// As cargo writes them: the name, with the version where there are several, and the source where that does not tell them apart.
    #[serde(default)]
    pub(super) dependencies: Vec<String>,
}

impl LockedPackage {
    /// Whether it is what an entry among a package's dependencies names.
    pub(super) fn is_named_by(&self, entry: &str) -> bool {
        let mut words = entry.split(' ');
        words.next() == Some(self.name.as_str()) && words.next().is_none_or(|version| version == self.version)
    }
}
