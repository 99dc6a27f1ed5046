//! A registry in a directory, which cargo takes for the default one by a configuration file of a cargo home of its own. It has
//! whatever a test needs and asks nothing of the network.

#![allow(dead_code, reason = "each test file uses a part")]

use sha2::{Digest, Sha256};
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The registry, and places for everything that cargo and the program would keep in the user's home.
pub(crate) struct LocalRegistry {
    directory: tempfile::TempDir,
}

/// One version of a crate.
pub(crate) struct Published<'a> {
    pub(crate) name: &'a str,
    pub(crate) version: &'a str,
    pub(crate) source: &'a str,
    /// Name and requirement.
    pub(crate) dependency: Option<(&'a str, &'a str)>,
    pub(crate) rust_version: Option<&'a str>,
    pub(crate) is_yanked: bool,
}

impl<'a> Published<'a> {
    pub(crate) fn new(name: &'a str, version: &'a str) -> Self {
        Self {
            name,
            version,
            source: "pub fn idle() {}\n",
            dependency: None,
            rust_version: None,
            is_yanked: false,
        }
    }
}

impl LocalRegistry {
    /// An empty one. It lies away from any package, and so does [`LocalRegistry::here`].
    pub(crate) fn new() -> Self {
        let directory = tempfile::tempdir().expect("the directory for temporary files is writable");
        let registry = Self { directory };
        for place in ["home", "here", "index"] {
            fs::create_dir(registry.path(place)).unwrap();
        }
        registry.configure_source(&format!("local-registry = '{}'", registry.path("").display()));
        registry
    }

    /// A place in it.
    pub(crate) fn path(&self, place: &str) -> PathBuf {
        let root = self.directory.path().canonicalize().unwrap();
        root.join(place)
    }

    /// The directory that the user stands in.
    pub(crate) fn here(&self) -> PathBuf {
        self.path("here")
    }

    /// Has cargo take another source for the default registry.
    pub(crate) fn configure_source(&self, source: &str) {
        let text = format!("[source.crates-io]\nreplace-with = \"ours\"\n[source.ours]\n{source}\n");
        fs::write(self.path("home/config.toml"), text).unwrap();
    }

    /// Adds to cargo's configuration.
    pub(crate) fn configure(&self, more: &str) {
        let path = self.path("home/config.toml");
        let known = fs::read_to_string(&path).unwrap();
        fs::write(path, format!("{known}{more}")).unwrap();
    }

    /// Adds a version of a crate.
    pub(crate) fn publish(&self, crate_: &Published<'_>) {
        let Published { name, version, .. } = crate_;
        let stem = format!("{name}-{version}");
        let package = self.path("packages").join(&stem);
        fs::create_dir_all(package.join("src")).unwrap();
        fs::write(package.join("Cargo.toml"), manifest(crate_)).unwrap();
        fs::write(package.join("src/lib.rs"), crate_.source).unwrap();
        let archive = self.path(&format!("{stem}.crate"));
        let packed = Command::new("tar")
            .arg("-czf")
            .arg(&archive)
            .arg("-C")
            .arg(self.path("packages"))
            .arg(&stem)
            .status()
            .expect("tar starts");
        assert!(packed.success());
        let mut checksum = String::new();
        for byte in Sha256::digest(fs::read(&archive).unwrap()) {
            write!(checksum, "{byte:02x}").unwrap();
        }
        let index = self.path("index").join(index_directory(name));
        fs::create_dir_all(&index).unwrap();
        let known = fs::read_to_string(index.join(name)).unwrap_or_default();
        let line = index_line(crate_, &checksum);
        fs::write(index.join(name), format!("{known}{line}\n")).unwrap();
    }

    /// Has a command use it. Neither the user's own configuration nor a target directory that is set counts.
    pub(crate) fn command(&self, mut command: Command) -> Command {
        command
            .current_dir(self.here())
            .env("CARGO_HOME", self.path("home"))
            .env("XDG_CACHE_HOME", self.path("cache"))
            .env_remove("CARGO_TARGET_DIR")
            .env_remove("CARGO_BUILD_TARGET_DIR");
        command
    }
}

fn manifest(crate_: &Published<'_>) -> String {
    let mut text = format!(
        "[package]\nname = \"{}\"\nversion = \"{}\"\nedition = \"2021\"\n",
        crate_.name, crate_.version
    );
    if let Some(version) = crate_.rust_version {
        text.push_str(&format!("rust-version = \"{version}\"\n"));
    }
    if let Some((name, requirement)) = crate_.dependency {
        text.push_str(&format!("[dependencies]\n{name} = \"{requirement}\"\n"));
    }
    text
}

fn index_line(crate_: &Published<'_>, checksum: &str) -> serde_json::Value {
    let dependency = |(name, requirement): (&str, &str)| {
        serde_json::json!({
            "name": name, "req": requirement, "features": [], "optional": false, "default_features": true,
            "target": null, "kind": "normal",
        })
    };
    let dependencies: Vec<_> = crate_.dependency.map(dependency).into_iter().collect();
    serde_json::json!({
        "name": crate_.name, "vers": crate_.version, "deps": dependencies, "cksum": checksum, "features": {},
        "yanked": crate_.is_yanked, "v": 2, "rust_version": crate_.rust_version,
    })
}

/// Where an index has the file of a crate, as cargo's reference says.
fn index_directory(name: &str) -> PathBuf {
    match name.len() {
        1 => "1".into(),
        2 => "2".into(),
        3 => Path::new("3").join(&name[..1]),
        _ => Path::new(&name[..2]).join(&name[2..4]),
    }
}
