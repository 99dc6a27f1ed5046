//! What the build of a local package is made from: the directories of all packages that are named by path, and what the lock file
//! has of the others.

use super::error::SpecError;
use super::lock::{self, Locked, Origin};
use super::workspace::Workspace;
use harness_gen::Request;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// What a local package is built from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ingredients {
    /// Its own directory and those of all packages by path that it depends on, sorted. What its workspace puts in the place of
    /// others counts, whether or not it does.
    pub directories: BTreeSet<PathBuf>,
    /// Name, version, checksum and origin (a commit of git) of whatever else the lock file says that it depends on, sorted.
    pub locked: BTreeSet<String>,
    /// The manifest of its workspace, which has profiles and what is put in the place of others.
    pub root_manifest: Option<PathBuf>,
}

/// Reads each workspace once.
#[derive(Debug, Default)]
pub struct SourceReader {
    workspaces: Vec<Workspace>,
}

impl SourceReader {
    /// What the package in `directory` is built from.
    pub fn ingredients(&mut self, directory: &Path, request: &Request) -> Result<Ingredients, SpecError> {
        let mut directories = BTreeSet::new();
        let mut open = vec![directory.to_owned()];
        let root_manifest = (self.workspace_of(directory)?).map(|workspace| workspace.root_manifest());
        open.extend(root_manifest.as_deref().into_iter().flat_map(put_in_place));
        while let Some(next) = open.pop() {
            let next = next.canonicalize().unwrap_or(next);
            if !directories.insert(next.clone()) {
                continue;
            }
            open.extend(self.path_dependencies(&next)?);
        }
        let workspace = self.workspace_of(directory)?;
        let packages = workspace.map_or(&[][..], |workspace| &workspace.locked);
        Ok(Ingredients {
            directories,
            locked: closure(packages, &request.name, &request.version),
            root_manifest,
        })
    }

    fn path_dependencies(&mut self, directory: &Path) -> Result<Vec<PathBuf>, SpecError> {
        let manifest = directory.join("Cargo.toml");
        let package = self
            .workspace_of(directory)?
            .and_then(|workspace| workspace.package_of(&manifest));
        Ok(package.map_or_else(Vec::new, |package| package.path_directories().collect()))
    }

    /// The workspace that a package is a member of. None: there is no package.
    fn workspace_of(&mut self, directory: &Path) -> Result<Option<&Workspace>, SpecError> {
        let manifest = directory.join("Cargo.toml");
        if !manifest.is_file() {
            return Ok(None);
        }
        let known = self
            .workspaces
            .iter()
            .position(|known| known.package_of(&manifest).is_some());
        let index = match known {
            Some(index) => index,
            None => {
                self.workspaces.push(Workspace::read(Some(&manifest), directory)?);
                self.workspaces.len() - 1
            }
        };
        Ok(self.workspaces.get(index))
    }
}

/// The directories that a workspace's manifest puts in the place of other packages. What cannot be read cargo will refuse.
fn put_in_place(manifest: &Path) -> Vec<PathBuf> {
    let text = std::fs::read_to_string(manifest).unwrap_or_default();
    let root = manifest.parent().unwrap_or(Path::new(""));
    let document: toml::Table = toml::from_str(&text).unwrap_or_default();
    let table = |value: &toml::Value| value.as_table().cloned().unwrap_or_default();
    let registries = document.get("patch").map(table).unwrap_or_default();
    let replaced = document.get("replace").map(table).unwrap_or_default();
    let patches = registries.values().flat_map(table);
    let all = patches.chain(replaced);
    all.filter_map(|(_, dependency)| Some(root.join(dependency.get("path")?.as_str()?)))
        .filter(|directory| directory.is_dir())
        .collect()
}

/// Everything that a locked package depends on, itself left out.
fn closure(packages: &[Locked], name: &str, version: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let is_root = |package: &&Locked| package.name == name && package.version == version;
    let mut open: Vec<&Locked> = packages.iter().filter(is_root).collect();
    while let Some(package) = open.pop() {
        for wanted in &package.dependencies {
            let named = packages.iter().filter(|known| lock::names(wanted, known));
            for dependency in named {
                let which = match (&dependency.checksum, &dependency.origin) {
                    (Some(checksum), _) => checksum,
                    (None, Origin::Other(source)) => source,
                    (None, Origin::Registry | Origin::Path) => "",
                };
                if found.insert(format!("{} {} {which}", dependency.name, dependency.version)) {
                    open.push(dependency);
                }
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_others_depend_on_is_no_ingredient() {
        let packages = lock::parse(
            r#"
version = 4
[[package]]
name = "mine"
version = "0.1.0"
dependencies = ["a", "b 2.0.0"]
[[package]]
name = "other"
version = "0.1.0"
dependencies = ["b 1.0.0", "c"]
[[package]]
name = "a"
version = "1.0.0"
checksum = "aa"
dependencies = ["b 2.0.0 (registry+https://example.com)", "mine", "forked"]
[[package]]
name = "forked"
version = "0.3.0"
source = "git+https://example.com/forked#abc"
[[package]]
name = "b"
version = "1.0.0"
[[package]]
name = "b"
version = "2.0.0"
[[package]]
name = "c"
version = "1.0.0"
"#,
        );
        let found = closure(&packages, "mine", "0.1.0");
        let found: Vec<&str> = found.iter().map(|text| text.trim_end()).collect();
        let forked = "forked 0.3.0 git+https://example.com/forked#abc";
        assert_eq!(found, ["a 1.0.0 aa", "b 2.0.0", forked, "mine 0.1.0"]);
    }

    #[test]
    fn what_is_put_in_the_place_of_others_is_an_ingredient() {
        let directory = tempfile::tempdir().unwrap();
        let at = |name: &str| directory.path().join(name);
        std::fs::create_dir_all(at("vendor/a")).unwrap();
        std::fs::create_dir_all(at("vendor/b")).unwrap();
        let text = r#"
[patch.crates-io]
a = { path = "vendor/a" }
gone = { path = "vendor/gone" }
c = { git = "https://example.com/c" }
[patch."https://example.com/b"]
b = { path = "vendor/b" }
"#;
        std::fs::write(at("Cargo.toml"), text).unwrap();
        assert_eq!(put_in_place(&at("Cargo.toml")), [at("vendor/a"), at("vendor/b")]);
    }
}
