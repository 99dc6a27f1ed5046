//! Whether two manifests build the same library, as far as they say it: what is only for people, for the registry, for tests and
//! for programs beside the library does not count.

use std::collections::{BTreeMap, BTreeSet};
use toml::{Table, Value};

/// Keys of `[package]` that no build depends on. The version is told apart.
const FOR_PEOPLE: [&str; 14] = [
    "authors",
    "categories",
    "default-run",
    "description",
    "documentation",
    "exclude",
    "homepage",
    "include",
    "keywords",
    "license",
    "license-file",
    "publish",
    "readme",
    "repository",
];
/// Tables that no library is built from.
const BESIDE_IT: [&str; 7] = [
    "badges",
    "bench",
    "bin",
    "dev-dependencies",
    "example",
    "lints",
    "test",
];
/// Tables that hold for all members of a workspace.
const OF_ALL_MEMBERS: [&str; 3] = ["patch", "profile", "replace"];

/// How two versions of a manifest differ.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Difference {
    /// The library may be built from something else.
    pub(super) is_whole: bool,
    /// The version is another one.
    pub(super) of_version: bool,
}

/// Compares two manifests of a package.
pub(super) fn of_package(now: &str, then: &str) -> Difference {
    let version = |table: &Table| table.get("package")?.get("version").cloned();
    compared(now, then, version, of_library)
}

/// Whether what the manifest of a workspace says of all its members differs.
pub(super) fn of_workspace(now: &str, then: &str) -> Difference {
    let version = |table: &Table| table.get("workspace")?.get("package")?.get("version").cloned();
    compared(now, then, version, |table| of_members(&table))
}

/// Compares parts of two manifests. What is no manifest differs from everything.
fn compared<T: PartialEq>(
    now: &str,
    then: &str,
    version: impl Fn(&Table) -> Option<Value>,
    built_from: impl Fn(Table) -> T,
) -> Difference {
    match (now.parse::<Table>(), then.parse::<Table>()) {
        (Ok(now), Ok(then)) => Difference {
            of_version: version(&now) != version(&then),
            is_whole: built_from(now) != built_from(then),
        },
        _ => Difference {
            is_whole: now != then,
            of_version: false,
        },
    }
}

/// Whether a manifest is that of a workspace.
pub(super) fn is_workspace(manifest: &str) -> bool {
    manifest
        .parse::<Table>()
        .is_ok_and(|table| table.contains_key("workspace"))
}

/// The path of the build script: a name in the manifest, or the usual one.
pub(super) fn build_script(manifest: &str) -> Option<String> {
    let table = manifest.parse::<Table>().ok()?;
    match table.get("package")?.get("build") {
        Some(Value::String(path)) => Some(path.trim_start_matches("./").to_owned()),
        Some(Value::Boolean(false)) => None,
        _ => Some("build.rs".to_owned()),
    }
}

/// The path of the library's first file, if it is not the usual one.
fn library_path(manifest: &str) -> Option<String> {
    let table = manifest.parse::<Table>().ok()?;
    let path = table.get("lib")?.get("path")?.as_str()?;
    Some(path.trim_start_matches("./").to_owned())
}

/// The directory that the library's first file lies in, relative to the package; empty for the package's own.
pub(super) fn library_directory(manifest: &str) -> String {
    let path = library_path(manifest).unwrap_or_else(|| "src/lib.rs".to_owned());
    let directory = path.rsplit_once('/').map(|(directory, _)| directory);
    directory.unwrap_or_default().to_owned()
}

/// True if the library's first file lies outside of the package.
pub(super) fn is_library_outside(manifest: &str) -> bool {
    library_path(manifest).is_some_and(|path| path.starts_with("../") || path.starts_with('/'))
}

/// Of local packages, by name and manifest, those whose code runs while others are built: procedural macros, what build scripts
/// use, and whatever these depend on.
pub(super) fn run_by_builds(manifests: &BTreeMap<String, String>) -> BTreeSet<String> {
    let tables: BTreeMap<&String, Table> = manifests
        .iter()
        .filter_map(|(name, text)| Some((name, text.parse().ok()?)))
        .collect();
    let is_macro = |table: &Table| {
        let library = table.get("lib");
        let says = |name: &str| library.and_then(|library| library.get(name)?.as_bool()) == Some(true);
        says("proc-macro") || says("proc_macro")
    };
    let macros = tables
        .iter()
        .filter(|(_, table)| is_macro(table))
        .map(|(name, _)| (*name).clone());
    let scripts = tables
        .values()
        .flat_map(|table| named(table, &["build-dependencies"]));
    let mut open: Vec<String> = macros.chain(scripts).collect();
    let mut found = BTreeSet::new();
    while let Some(name) = open.pop() {
        let Some(table) = tables.get(&name) else { continue };
        if found.insert(name) {
            open.extend(named(table, &["dependencies", "build-dependencies"]));
        }
    }
    found
}

/// A text that a manifest itself has in `[package]`.
pub(super) fn of_its_package(manifest: &str, key: &str) -> Option<String> {
    let table = manifest.parse::<Table>().ok()?;
    Some(table.get("package")?.get(key)?.as_str()?.to_owned())
}

/// Packages that some tables of a manifest name, those for some targets alone included.
fn named(table: &Table, kinds: &[&str]) -> Vec<String> {
    let targets = table.get("target").and_then(Value::as_table);
    let targets = targets
        .into_iter()
        .flat_map(|targets| targets.values().filter_map(Value::as_table));
    let mut names = Vec::new();
    for table in [table].into_iter().chain(targets) {
        for dependencies in kinds.iter().filter_map(|kind| table.get(*kind)?.as_table()) {
            for (key, value) in dependencies {
                let renamed = value.get("package").and_then(Value::as_str);
                names.push(renamed.unwrap_or(key).to_owned());
            }
        }
    }
    names
}

fn of_library(mut table: Table) -> Table {
    for name in BESIDE_IT.iter().chain(&OF_ALL_MEMBERS).chain(&["workspace"]) {
        table.remove(*name);
    }
    if let Some(Value::Table(package)) = table.get_mut("package") {
        without_texts(package);
    }
    if let Some(Value::Table(targets)) = table.get_mut("target") {
        for (_, target) in targets.iter_mut() {
            if let Value::Table(target) = target {
                target.remove("dev-dependencies");
            }
        }
    }
    table
}

fn of_members(table: &Table) -> (Table, Option<Value>, Table) {
    let workspace = table.get("workspace").and_then(Value::as_table);
    let get = |name: &str| workspace.and_then(|workspace| workspace.get(name));
    let mut package = get("package")
        .and_then(Value::as_table)
        .cloned()
        .unwrap_or_default();
    without_texts(&mut package);
    let all = OF_ALL_MEMBERS.iter();
    let whole = all.filter_map(|name| Some(((*name).to_owned(), table.get(*name)?.clone())));
    (package, get("dependencies").cloned(), whole.collect())
}

fn without_texts(package: &mut Table) {
    for name in FOR_PEOPLE.iter().chain(&["metadata", "rust-version", "version"]) {
        package.remove(*name);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MANIFEST: &str = "[package]\nname = 'a'\nversion = '1.0.0'\n\n[dependencies]\nb = '1'\n";

    fn with(old: &str, new: &str) -> Difference {
        of_package(&MANIFEST.replace(old, new), MANIFEST)
    }

    #[test]
    fn what_is_for_people_and_tests_does_not_count() {
        let same = Difference::default();
        assert_eq!(with("\n\n", "\ndescription = 'text'\nlicense = 'MIT'\n\n"), same);
        assert_eq!(
            with("[dependencies]", "[dev-dependencies]\nc = '1'\n\n[dependencies]"),
            same
        );
        assert!(with("'1'", "'2'").is_whole);
        assert!(with("\n\n", "\nedition = '2024'\n\n").is_whole);
        assert!(with("[dependencies]", "[features]\nf = []\n\n[dependencies]").is_whole);
        let version = with("1.0.0", "1.0.1");
        assert_eq!((version.is_whole, version.of_version), (false, true));
    }

    #[test]
    fn of_a_workspace_counts_what_members_take_from_it() {
        let root = "[workspace]\nmembers = ['a']\n[workspace.dependencies]\nb = '1'\n";
        assert!(!of_workspace(&root.replace("['a']", "['a', 'c']"), root).is_whole);
        assert!(of_workspace(&root.replace("'1'", "'2'"), root).is_whole);
        assert!(of_workspace(&format!("{root}[profile.dev]\nopt-level = 1\n"), root).is_whole);
    }

    #[test]
    fn what_builds_run_is_found_through_dependencies() {
        let manifest =
            |name: &str, rest: &str| (name.to_owned(), format!("[package]\nname = '{name}'\n{rest}"));
        let manifests = BTreeMap::from([
            manifest(
                "own",
                "[dependencies]\nderive = { path = '../d' }\ncore = { path = '../c' }\n",
            ),
            manifest(
                "derive",
                "[lib]\nproc-macro = true\n[dependencies]\nparts = { path = '../p' }\n",
            ),
            manifest("parts", ""),
            manifest(
                "core",
                "[target.'cfg(unix)'.build-dependencies]\nmade = { package = 'maker', path = '../m' }\n",
            ),
            manifest("maker", ""),
        ]);
        let found = run_by_builds(&manifests);
        assert_eq!(
            found.into_iter().collect::<Vec<_>>(),
            ["derive", "maker", "parts"]
        );
        assert_eq!(
            of_its_package(&manifests["parts"], "name").as_deref(),
            Some("parts")
        );
    }

    #[test]
    fn build_scripts_are_found() {
        assert_eq!(build_script(MANIFEST).as_deref(), Some("build.rs"));
        let named = MANIFEST.replace("\n\n", "\nbuild = 'make.rs'\n\n");
        assert_eq!(build_script(&named).as_deref(), Some("make.rs"));
        let dotted = MANIFEST.replace("\n\n", "\nbuild = './build/main.rs'\n\n");
        assert_eq!(build_script(&dotted).as_deref(), Some("build/main.rs"));
    }

    #[test]
    fn where_the_library_lies_is_read() {
        let at = |path: &str| format!("{MANIFEST}[lib]\npath = '{path}'\n");
        assert_eq!(library_directory(MANIFEST), "src");
        assert_eq!(library_directory(&at("./rust/core/lib.rs")), "rust/core");
        assert_eq!(library_directory(&at("lib.rs")), "");
        assert!(is_library_outside(&at("../lib.rs")));
        assert!(!is_library_outside(&at("lib.rs")) && !is_library_outside(MANIFEST));
    }
}
