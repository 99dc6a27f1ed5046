//! The little that has to be known about a lock file: which packages it names, and whether they come from the registry.

use harness_gen::cargo::DEFAULT_REGISTRY;
use serde::Deserialize;
use std::path::Path;

/// One locked package.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Locked {
    pub(super) name: String,
    pub(super) version: String,
    pub(super) origin: Origin,
    /// Of what the registry has.
    pub(super) checksum: Option<String>,
    /// In the lock file's words: a name, and its version and source where there are several.
    pub(super) dependencies: Vec<String>,
}

/// Where a locked package comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Origin {
    /// The default registry.
    Registry,
    /// A path; the lock file does not say which.
    Path,
    /// Git or another registry, in the lock file's words.
    Other(String),
}

#[derive(Deserialize)]
struct LockFile {
    #[serde(default)]
    package: Vec<Entry>,
}

#[derive(Deserialize)]
struct Entry {
    name: String,
    version: String,
    source: Option<String>,
    checksum: Option<String>,
    #[serde(default)]
    dependencies: Vec<String>,
}

/// True if a dependency in the lock file's words is this package.
pub(super) fn names(dependency: &str, package: &Locked) -> bool {
    let mut words = dependency.split(' ');
    words.next() == Some(&package.name) && words.next().is_none_or(|version| version == package.version)
}

/// The packages of a lock file; none if there is no readable one, in which case cargo will say what is wrong with it.
pub(super) fn read(path: &Path) -> Vec<Locked> {
    std::fs::read_to_string(path)
        .map(|text| parse(&text))
        .unwrap_or_default()
}

pub(super) fn parse(text: &str) -> Vec<Locked> {
    let file: LockFile = toml::from_str(text).unwrap_or(LockFile { package: Vec::new() });
    let origin = |source: Option<String>| match source {
        None => Origin::Path,
        Some(source) if source == DEFAULT_REGISTRY => Origin::Registry,
        Some(source) => Origin::Other(source),
    };
    file.package
        .into_iter()
        .map(|entry| Locked {
            name: entry.name,
            version: entry.version,
            origin: origin(entry.source),
            checksum: entry.checksum,
            dependencies: entry.dependencies,
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn origins_are_told_apart() {
        let locked = parse(
            r#"
version = 4
[[package]]
name = "mine"
version = "0.1.0"
dependencies = ["semver"]
[[package]]
name = "semver"
version = "1.0.26"
source = "registry+https://github.com/rust-lang/crates.io-index"
checksum = "00"
[[package]]
name = "forked"
version = "2.0.0"
source = "git+https://example.com/forked#abc"
"#,
        );
        let origins: Vec<_> = locked
            .iter()
            .map(|package| (package.name.as_str(), &package.origin))
            .collect();
        let git = Origin::Other("git+https://example.com/forked#abc".into());
        assert_eq!(
            origins,
            [
                ("mine", &Origin::Path),
                ("semver", &Origin::Registry),
                ("forked", &git)
            ]
        );
        assert!(parse("not a lock file").is_empty());
    }
}
