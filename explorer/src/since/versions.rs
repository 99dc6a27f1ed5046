//! Both versions of everything that a package is built from, read from the checkout and from the copy of the commit. What
//! git ignores is not looked at, nor are tests, benchmarks, examples and programs.

use super::base::Base;
use super::manifests::{self, Difference};
use super::outside;
use crate::git;
use crate::spec::{Ingredients, SourceReader};
use anyhow::Context;
use harness_gen::Request;
use harness_gen::changes::{PackageSource, Versions};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Component, Path};

/// Directories of a package that its library is not made of.
const BESIDE_IT: [&str; 4] = ["benches", "examples", "target", "tests"];
/// Files of cargo and rustup, which hold for everything below.
const OF_TOOLS: [&str; 4] = [
    ".cargo/config.toml",
    ".cargo/config",
    "rust-toolchain.toml",
    "rust-toolchain",
];

/// Files of one package, by path below it.
type Files = BTreeMap<String, Vec<u8>>;

/// Reads both versions of a package in `directory`, of the workspace at `root`.
pub(super) fn read(
    base: &Base,
    (directory, root): (&Path, Option<&Path>),
    request: &Request,
) -> anyhow::Result<Versions> {
    let now = SourceReader::default().ingredients(directory, request)?;
    let mut reading = Reading {
        base,
        versions: Versions::default(),
        manifests: BTreeMap::new(),
        changed: BTreeSet::new(),
    };
    // The explored one comes first.
    let own = directory.canonicalize()?;
    let others = now.directories.iter().filter(|other| **other != own);
    for package in [&own].into_iter().chain(others) {
        reading.package(package)?;
    }
    reading.tools();
    if reading.versions.everything.is_none() {
        reading.surroundings((&own, root), &now, request);
    }
    Ok(reading.versions)
}

struct Reading<'a> {
    base: &'a Base,
    versions: Versions,
    /// Of all packages, by name.
    manifests: BTreeMap<String, String>,
    /// Names of packages that differ.
    changed: BTreeSet<String>,
}

impl Reading<'_> {
    fn whole(&mut self, why: String) {
        self.versions.everything.get_or_insert(why);
    }

    fn package(&mut self, directory: &Path) -> anyhow::Result<()> {
        let shown = directory.display();
        let Some(old) = self.base.place_of(directory) else {
            self.whole(format!("`{shown}` is not in the repository"));
            return Ok(());
        };
        if !old.join("Cargo.toml").is_file() {
            self.whole(format!("there was no package in `{shown}`"));
            return Ok(());
        }
        let now = files_now(directory)?;
        let then = files_then(self.base, directory)?;
        let manifest = String::from_utf8_lossy(now.get("Cargo.toml").map_or(&[], Vec::as_slice)).into_owned();
        let script = manifests::build_script(&manifest);
        let has_script = script.as_ref().is_some_and(|script| now.contains_key(script));
        let mut differs = false;
        for path in now.keys().chain(then.keys()).collect::<BTreeSet<_>>() {
            if now.get(path) == then.get(path) {
                continue;
            }
            differs |= !outside::is_for_people(path);
            if path == "Cargo.toml" {
                let then = then.get(path).map_or(&[][..], Vec::as_slice);
                let difference = manifests::of_package(&manifest, &String::from_utf8_lossy(then));
                self.manifest(&difference, &directory.join(path));
            } else if Some(path) == script.as_ref()
                || (has_script && is_rust(path) && outside::may_be_of_script(path, &manifest))
            {
                self.whole(format!("the build script of `{shown}` has changed"));
            } else if !is_rust(path) {
                if has_script && !outside::is_for_people(path) {
                    self.whole(format!("`{path}` has changed, which the build script may read"));
                }
                let parts = path.split('/').map(str::to_owned);
                self.versions.data.extend(parts);
            }
        }
        self.sources_outside(&now, &manifest, directory);
        if let Some(name) = manifests::of_its_package(&manifest, "name") {
            self.changed.extend(differs.then(|| name.clone()));
            self.manifests.insert(name, manifest);
        }
        self.versions.now.push(rust_files(now, script.as_deref()));
        self.versions.then.push(rust_files(then, script.as_deref()));
        Ok(())
    }

    /// What lies outside of a package is read in no version.
    fn sources_outside(&mut self, now: &Files, manifest: &str, directory: &Path) {
        if manifests::is_library_outside(manifest) {
            self.whole(format!(
                "the library of `{}` lies outside of it",
                directory.display()
            ));
        }
        for (path, content) in now.iter().filter(|(path, _)| is_rust(path)) {
            if let Some(way) = outside::way_out(path, &String::from_utf8_lossy(content)) {
                self.whole(format!(
                    "`{path}` reads `{way}`, which lies outside of its package"
                ));
            }
        }
    }

    /// What runs while others are built may make anything of them.
    fn tools(&mut self) {
        let tools = manifests::run_by_builds(&self.manifests);
        let changed = tools.intersection(&self.changed).next().cloned();
        if let Some(name) = changed {
            self.whole(format!(
                "`{name}` has changed, which runs while the package is built"
            ));
        }
    }

    fn manifest(&mut self, difference: &Difference, path: &Path) {
        if difference.is_whole {
            self.whole(format!("`{}` builds something else", path.display()));
        }
        if difference.of_version {
            let parts = ["", "_MAJOR", "_MINOR", "_PATCH", "_PRE"];
            let variables = parts.map(|part| format!("CARGO_PKG_VERSION{part}"));
            self.versions.data.extend(variables);
        }
    }

    /// What holds for the package without being in it: workspace, lock file, configuration.
    fn surroundings(&mut self, (own, root): (&Path, Option<&Path>), now: &Ingredients, request: &Request) {
        let text = |path: &Path| fs::read_to_string(path).unwrap_or_default();
        if let Some(root) = root
            && let Some(old) = self.base.place_of(root)
        {
            let [now, then] = [root, &old].map(|root| text(&root.join("Cargo.toml")));
            self.manifest(&manifests::of_workspace(&now, &then), &root.join("Cargo.toml"));
        }
        for directory in own
            .ancestors()
            .take_while(|path| path.starts_with(&self.base.repository))
        {
            let Some(old) = self.base.place_of(directory) else {
                continue;
            };
            for name in OF_TOOLS {
                if text(&directory.join(name)) != text(&old.join(name)) {
                    self.whole(format!("`{}` has changed", directory.join(name).display()));
                }
            }
        }
        let then = self.base.place_of(own).and_then(|old| {
            let request = Request {
                version: manifests::of_its_package(&text(&old.join("Cargo.toml")), "version")
                    .unwrap_or_else(|| request.version.clone()),
                ..request.clone()
            };
            SourceReader::default().ingredients(&old, &request).ok()
        });
        match then {
            None => self.whole(format!(
                "cargo cannot read what the package was at {}",
                self.base.rev
            )),
            Some(then) if then.locked != now.locked => {
                let names = (now.locked.symmetric_difference(&then.locked))
                    .filter_map(|package| package.split(' ').next());
                let names: BTreeSet<&str> = names.collect();
                let names: Vec<&str> = names.into_iter().take(3).collect();
                self.whole(format!(
                    "dependencies are locked in other versions ({}, …)",
                    names.join(", ")
                ));
            }
            Some(_) => {}
        }
    }
}

/// Files in a checkout that git knows or would take.
fn files_now(directory: &Path) -> anyhow::Result<Files> {
    let arguments = [
        "ls-files",
        "-z",
        "--cached",
        "--others",
        "--exclude-standard",
        "--",
        ".",
    ];
    let names = git::ask(directory, &arguments)?.map_err(|error| anyhow::anyhow!("git ls-files: {error}"))?;
    read_all(directory, &names)
}

/// Files of a directory at the commit.
fn files_then(base: &Base, directory: &Path) -> anyhow::Result<Files> {
    let within = directory.strip_prefix(&base.repository)?;
    let within = within.to_str().context("the path is not Unicode")?;
    let tree = format!("{}:{within}", base.commit);
    let names = git::ask(&base.repository, &["ls-tree", "-r", "-z", "--name-only", &tree])?
        .map_err(|error| anyhow::anyhow!("git ls-tree: {error}"))?;
    read_all(&base.copy.join(within), &names)
}

/// What of these belongs to the package and is a file; of a link, what it leads to.
fn read_all(directory: &Path, names: &[u8]) -> anyhow::Result<Files> {
    let names = String::from_utf8_lossy(names);
    let names: Vec<&str> = names.split('\0').filter(|name| !name.is_empty()).collect();
    let mut files = Files::new();
    for name in own_files(&names) {
        let path = directory.join(name);
        if path.is_file() {
            let content = fs::read(&path).with_context(|| format!("cannot read `{}`", path.display()))?;
            files.insert(name.to_owned(), content);
        }
    }
    Ok(files)
}

/// Without other packages below this one, without build products that git was not told to ignore, and without what its library is
/// not made of.
fn own_files<'a>(names: &[&'a str]) -> Vec<&'a str> {
    let foreign: BTreeSet<&Path> = (names.iter())
        .filter_map(|path| {
            let package = path.strip_suffix("/Cargo.toml");
            package.or_else(|| path.strip_suffix("/CACHEDIR.TAG"))
        })
        .map(Path::new)
        .collect();
    let is_own = |path: &str| {
        let path = Path::new(path);
        let mut parts = path.components().filter_map(|part| match part {
            Component::Normal(part) => part.to_str(),
            _ => None,
        });
        let is_hidden = parts.clone().any(|part| part.starts_with('.'));
        let is_beside = parts.next().is_some_and(|first| BESIDE_IT.contains(&first))
            || path.starts_with("src/bin")
            || path == Path::new("src/main.rs")
            || path == Path::new("Cargo.lock");
        !is_hidden && !is_beside && !path.ancestors().skip(1).any(|above| foreign.contains(above))
    };
    names.iter().copied().filter(|path| is_own(path)).collect()
}

fn is_rust(path: &str) -> bool {
    Path::new(path)
        .extension()
        .is_some_and(|extension| extension == "rs")
}

fn rust_files(files: Files, script: Option<&str>) -> PackageSource {
    files
        .into_iter()
        .filter(|(path, _)| is_rust(path) && Some(path.as_str()) != script)
        .map(|(path, content)| (path, String::from_utf8_lossy(&content).into_owned()))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_a_library_may_be_made_of_is_read() {
        let names = [
            "Cargo.toml",
            "src/lib.rs",
            "src/main.rs",
            "src/bin/tool.rs",
            "tests/it.rs",
            "target/debug/x.rs",
            "out/CACHEDIR.TAG",
            "out/debug/big",
            "member/Cargo.toml",
            "member/src/lib.rs",
            ".github/workflow.yml",
            "data/table.txt",
        ];
        assert_eq!(own_files(&names), ["Cargo.toml", "src/lib.rs", "data/table.txt"]);
    }
}
