//! What cargo may see and change while it builds code of others: which places, and which variables. The launcher that holds it to that
//! is another program's business; here is known what cargo and rustc need.

use super::environment;
use crate::error::Error;
use crate::request::Launcher;
use cargo_metadata::Metadata;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// What cargo reads in its home. Credentials lie beside.
const OF_CARGO_HOME: [&str; 8] = [
    ".global-cache",
    ".package-cache",
    ".package-cache-mutate",
    "bin",
    "config",
    "config.toml",
    "git",
    "registry",
];
const OF_RUSTUP_HOME: [&str; 2] = ["settings.toml", "toolchains"];
/// What cargo and rustup look for in a directory and in all above it.
const CONFIGURATIONS: [&str; 4] = [
    ".cargo/config",
    ".cargo/config.toml",
    "rust-toolchain",
    "rust-toolchain.toml",
];
/// Variables with lists of directories that are searched for programs and libraries.
const SEARCHED: [&str; 2] = ["PATH", "LD_LIBRARY_PATH"];

/// A launcher, and what it is told.
#[derive(Debug)]
pub(super) struct Containment {
    launcher: Launcher,
    cargo_home: PathBuf,
    rustup_home: PathBuf,
    /// Where build products go.
    target_dir: PathBuf,
    /// The lists of directories that stay in such variables.
    searched: [(&'static str, Vec<PathBuf>); 2],
    writable: BTreeSet<PathBuf>,
    readable: BTreeSet<PathBuf>,
}

impl Containment {
    /// For calls in `call_directory` with the toolchain in `sysroot`; `directory` is ours, and everything that is built goes to
    /// `target_dir` in it.
    pub(super) fn new(
        launcher: Launcher,
        call_directory: &Path,
        sysroot: &Path,
        directory: &Path,
        target_dir: &Path,
    ) -> Containment {
        let home = std::env::home_dir().unwrap_or_default();
        // As cargo and rustup find them.
        let own = |variable: &str, name: &str| match std::env::var_os(variable) {
            Some(path) if !path.is_empty() => call_directory.join(path),
            _ => home.join(name),
        };
        let (cargo_home, rustup_home) = (own("CARGO_HOME", ".cargo"), own("RUSTUP_HOME", ".rustup"));
        let mut readable = BTreeSet::from([sysroot.to_owned(), directory.to_owned()]);
        readable.extend(OF_CARGO_HOME.map(|name| cargo_home.join(name)));
        readable.extend(OF_RUSTUP_HOME.map(|name| rustup_home.join(name)));
        for above in call_directory.ancestors() {
            readable.extend(CONFIGURATIONS.map(|name| above.join(name)));
        }
        let searched =
            SEARCHED.map(|variable| (variable, searched(variable, &home, &[&cargo_home, &rustup_home])));
        readable.extend(searched.iter().flat_map(|(_, directories)| directories.clone()));
        let configurations: Vec<PathBuf> = readable
            .iter()
            .filter(|path| is_configuration(path))
            .cloned()
            .collect();
        readable.extend(configurations.iter().flat_map(|path| sources_in(path)));
        Containment {
            launcher,
            cargo_home,
            rustup_home,
            target_dir: target_dir.to_owned(),
            searched,
            writable: BTreeSet::from([target_dir.to_owned()]),
            readable,
        }
    }

    /// Lets it read a place.
    pub(super) fn allow_reading(&mut self, path: &Path) {
        self.readable.insert(path.to_owned());
    }

    /// Lets cargo write the lock file of a package of ours, which it completes when it builds. It is there: the package's directory
    /// cannot be written.
    pub(super) fn allow_locking(&mut self, package: &Path) {
        self.writable.insert(package.join("Cargo.lock"));
    }

    /// Lets it read the packages that are built.
    pub(super) fn allow_packages(&mut self, metadata: &Metadata) {
        for package in &metadata.packages {
            let manifest = package.manifest_path.as_std_path();
            let Some(directory) = manifest.parent() else {
                continue;
            };
            match package.source {
                Some(_) => self.allow_reading(directory),
                None => self.allow_package(directory),
            }
        }
    }

    /// Lets it read the packages in directories that a manifest of ours patches others with: cargo reads them, used or not.
    pub(super) fn allow_patches(&mut self, manifest: &Path) {
        let text = fs::read_to_string(manifest).unwrap_or_default();
        let table: toml::Table = text.parse().unwrap_or_default();
        let tables = |value: &toml::Value| value.as_table().cloned().unwrap_or_default();
        let patched = table.get("patch").map(tables).unwrap_or_default();
        let packages = patched.values().flat_map(tables);
        for (_, package) in packages {
            if let Some(directory) = package.get("path").and_then(toml::Value::as_str) {
                self.allow_package(Path::new(directory));
            }
        }
    }

    /// Lets it read a local package. The root of its workspace is looked for, and may be what says the version.
    fn allow_package(&mut self, directory: &Path) {
        self.allow_reading(directory);
        let above = directory.ancestors().map(|above| above.join("Cargo.toml"));
        self.readable.extend(above);
    }

    /// A command that becomes `program`, with the variables that it may see. What is set besides is added by the caller.
    pub(super) fn command(&self, program: &Path) -> Command {
        let mut command = Command::new(self.launcher.program);
        command.args(self.launcher.arguments);
        for path in &self.writable {
            command.arg("--write").arg(path);
        }
        for path in &self.readable {
            command.arg("--read").arg(path);
        }
        command.arg("--").arg(program);
        command.env_clear();
        command.envs(std::env::vars_os().filter(|(name, _)| name.to_str().is_some_and(environment::stays)));
        for (variable, directories) in &self.searched {
            if let (Some(_), Ok(list)) = (std::env::var_os(variable), std::env::join_paths(directories)) {
                command.env(variable, list);
            }
        }
        command
            .env("CARGO_HOME", &self.cargo_home)
            .env("RUSTUP_HOME", &self.rustup_home)
            // The user's own would have to keep and to reach what is kept from builds. Empty means none, whatever is configured.
            .env("RUSTC_WRAPPER", "")
            .env("RUSTC_WORKSPACE_WRAPPER", "");
        command
    }

    /// An error if a path that was made by a build leads out of where builds write: this program, which may write anywhere, would
    /// follow it.
    pub(super) fn expect_inside(&self, path: &Path) -> Result<(), Error> {
        let outside = || Error::LeadsOutside {
            path: path.to_owned(),
        };
        let within = path.strip_prefix(&self.target_dir).map_err(|_| outside())?;
        let mut place = self.target_dir.clone();
        for part in within {
            place.push(part);
            match fs::symlink_metadata(&place) {
                Ok(found) if found.is_symlink() => return Err(outside()),
                Ok(_) => {}
                // Neither is there anything below it.
                Err(_) => break,
            }
        }
        Ok(())
    }
}

fn is_configuration(path: &Path) -> bool {
    path.file_name()
        .is_some_and(|name| name == "config" || name == "config.toml")
}

/// The directories in a variable that holds a list of them, without those of the user's home: what lies there leads to more of it, and
/// the system may have another one. Those of the toolchain stay, whichever home of cargo is used.
fn searched(variable: &str, home: &Path, known: &[&Path]) -> Vec<PathBuf> {
    let list = std::env::var_os(variable).unwrap_or_default();
    let is_of_home = |directory: &Path| {
        // A home that is the root of the system has everything in it.
        let is_below = home.parent().is_some() && directory.starts_with(home);
        let has_toolchain = ["cargo", "rustc"]
            .iter()
            .any(|program| directory.join(program).is_file());
        is_below && !has_toolchain && !known.iter().any(|known| directory.starts_with(known))
    };
    std::env::split_paths(&list)
        .filter(|directory| directory.is_absolute() && !home.starts_with(directory) && !is_of_home(directory))
        .collect()
}

/// The directories that a file of cargo's configuration takes packages from.
fn sources_in(configuration: &Path) -> Vec<PathBuf> {
    let text = fs::read_to_string(configuration).unwrap_or_default();
    // Whatever is wrong with it is for cargo to say.
    let table: toml::Table = text.parse().unwrap_or_default();
    let sources = table.get("source").and_then(toml::Value::as_table);
    let places = sources.into_iter().flat_map(|sources| sources.values());
    let named = places.flat_map(|source| ["directory", "local-registry"].map(|kind| source.get(kind)));
    // Relative to the directory that has `.cargo`, as cargo takes it.
    let base = configuration
        .parent()
        .and_then(Path::parent)
        .unwrap_or(configuration);
    named
        .flatten()
        .filter_map(toml::Value::as_str)
        .map(|path| base.join(path))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::symlink;

    fn containment(directory: &Path) -> Containment {
        let launcher = Launcher {
            program: "launcher",
            arguments: &["hidden"],
        };
        let target_dir = directory.join("target");
        Containment::new(
            launcher,
            directory,
            Path::new("/toolchain"),
            directory,
            &target_dir,
        )
    }

    #[test]
    fn a_link_that_a_build_has_made_is_not_followed() {
        let directory = tempfile::tempdir().unwrap();
        let containment = containment(directory.path());
        let target = directory.path().join("target");
        fs::create_dir_all(target.join("doc/plain")).unwrap();
        symlink("/", target.join("doc/link")).unwrap();
        let is_inside = |path: &str| containment.expect_inside(&target.join(path)).is_ok();
        assert!(is_inside("doc/plain/index.html") && is_inside("not/there"));
        assert!(!is_inside("doc/link/index.html") && !is_inside("doc/link"));
        assert!(!is_inside("/etc/passwd"));
    }

    #[test]
    fn credentials_and_homes_are_not_among_what_is_readable() {
        let directory = tempfile::tempdir().unwrap();
        let containment = containment(directory.path());
        let home = std::env::home_dir().unwrap();
        for secret in [
            home.join(".ssh/id_rsa"),
            containment.cargo_home.join("credentials.toml"),
            containment.rustup_home.join("secret"),
        ] {
            let opens = |readable: &&PathBuf| secret.starts_with(readable);
            assert_eq!(containment.readable.iter().find(opens), None, "{secret:?}");
        }
        assert!(
            containment
                .readable
                .contains(&containment.cargo_home.join("registry"))
        );
    }

    #[test]
    fn patches_are_readable_whether_they_are_used_or_not() {
        let directory = tempfile::tempdir().unwrap();
        let mut containment = containment(directory.path());
        let manifest = directory.path().join("Cargo.toml");
        let text = "[patch.crates-io]\na = { path = '/patched/a' }\nb = { git = 'https://b' }\n";
        fs::write(&manifest, text).unwrap();
        containment.allow_patches(&manifest);
        for path in ["/patched/a", "/patched/Cargo.toml"] {
            assert!(containment.readable.contains(Path::new(path)), "{path}");
        }
    }

    #[test]
    fn configured_sources_are_readable() {
        let directory = tempfile::tempdir().unwrap();
        let configuration = directory.path().join("project/.cargo/config.toml");
        fs::create_dir_all(configuration.parent().unwrap()).unwrap();
        let text = "[source.a]\ndirectory = 'vendor'\n[source.b]\nlocal-registry = '/b'\n[source.c]\nregistry = 'https://c'\n";
        fs::write(&configuration, text).unwrap();
        assert_eq!(
            sources_in(&configuration),
            [directory.path().join("project/vendor"), "/b".into()]
        );
    }
}
