//! Makes rustdoc JSON: of the explored crate, of its dependencies, and of the std support module. Reading it is for
//! others.

use super::calls::Builds;
use super::check::compile;
use super::manifest::{Manifest, STD_SUPPORT};
use super::metadata::{DependencyCrate, Origin};
use super::process::Patience;
use super::scratch::{
    DirectoryLock, create_dir, ensure_file, io_error, remove_file, short_hash, write_if_changed,
};
use super::toolchain::Toolchain;
use super::workbench::Workbench;
use crate::error::Error;
use crate::request::{Request, Source};
use crate::tuning::MOST_DOCUMENTING;
use std::collections::BTreeSet;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// After `--`: everything that is in the crate, so that re-exports of hidden and private items can be followed. Lints
/// of the documentation (`deny(rustdoc::…)`) are none of our business.
const RUSTDOC_ARGUMENTS: [&str; 7] = [
    "-Zunstable-options",
    "--output-format",
    "json",
    "--document-private-items",
    "--document-hidden-items",
    "--cap-lints",
    "allow",
];

/// One rustdoc run, by its parts.
struct Documenting<'a> {
    /// The scratch package from which cargo is started.
    package: &'a Path,
    builds: Builds,
    /// The package to document.
    package_id: &'a str,
    lib_name: &'a str,
    target_dir: &'a Path,
    /// Where the JSON is put in the end.
    kept: PathBuf,
    /// Whether its files may change.
    changes: bool,
}

impl Workbench {
    /// rustdoc JSON of the explored crate.
    pub fn rustdoc_json(&self, notify: &mut dyn FnMut(&str)) -> Result<PathBuf, Error> {
        let Request {
            name,
            version,
            lib_name,
            ..
        } = &self.request;
        let changes = self.request.source != Source::Registry;
        self.document_package(
            (&self.package_id, lib_name),
            self.kept_json(name, version),
            changes,
            notify,
        )
    }

    /// rustdoc JSON of a dependency, for the types of it that appear in the API.
    pub fn dependency_json(
        &self,
        dependency: &DependencyCrate,
        notify: &mut dyn FnMut(&str),
    ) -> Result<PathBuf, Error> {
        let DependencyCrate {
            name,
            version,
            lib_name,
            package_id,
            origin,
            features,
            ..
        } = dependency;
        if matches!(origin, Origin::Path(_)) {
            return self.document_package(
                (package_id, lib_name),
                self.kept_json(name, version),
                true,
                notify,
            );
        }
        // What is published does not change: its JSON is shared by all explored crates that use it alike.
        let Toolchain {
            version: rustc, host, ..
        } = &self.toolchain;
        let flags = self.deciding_flags();
        let hash = short_hash(&format!("{rustc}\n{host}\n{package_id}\n{features:?}{flags}"));
        let kept = self
            .request
            .work_dir
            .join("dependencies")
            .join(format!("{name}-{version}-{}.json", &hash[..8]));
        if kept.exists() {
            return Ok(kept);
        }
        self.document_package((package_id, lib_name), kept, false, notify)
    }

    /// rustdoc JSON of a crate without dependencies whose whole source is `support_source`. It is shared by all
    /// explored crates and made again only if the text or rustc changes.
    pub fn support_json(&self, support_source: &str, notify: &mut dyn FnMut(&str)) -> Result<PathBuf, Error> {
        let directory = self.request.work_dir.join(STD_SUPPORT);
        let _lock = DirectoryLock::take(&directory, notify)?;
        let Toolchain { version, host, .. } = &self.toolchain;
        let kept = directory.join(format!(
            "{}.json",
            short_hash(&format!("{version}\n{host}\n{support_source}"))
        ));
        if kept.exists() {
            return Ok(kept);
        }
        let package = directory.join("package");
        write_if_changed(&package.join("Cargo.toml"), &Manifest::std_support().to_toml()?)?;
        write_if_changed(&package.join("src/lib.rs"), support_source)?;
        let what = Documenting {
            package: &package,
            builds: Builds::Ours,
            package_id: STD_SUPPORT,
            lib_name: "std_support",
            target_dir: &directory.join("target"),
            kept,
            changes: false,
        };
        self.document(what, notify)
    }

    /// Where the JSON of a package is kept. rustdoc names its file after the library alone, so that two versions of a
    /// package, both dependencies or one of them the explored crate, would overwrite each other. What a signature says
    /// depends on the dependencies too: cargo calls it fresh when they are what they were some time ago.
    pub(super) fn kept_json(&self, name: &str, version: &str) -> PathBuf {
        let Toolchain {
            version: rustc, host, ..
        } = &self.toolchain;
        let flags = self.deciding_flags();
        let hash = short_hash(&format!("{rustc}\n{host}\n{}{flags}", self.resolution));
        self.directory
            .join("rustdoc")
            .join(format!("{name}-{version}-{}.json", &hash[..8]))
    }

    /// What the user tells rustc of which items there are; nothing, as a rule.
    fn deciding_flags(&self) -> String {
        let flags = self.calls.flags.for_rustdoc();
        flags.iter().map(|flag| format!("\n{flag}")).collect()
    }

    /// `changes`: whether the package's files may change, as those of a directory of the user's may.
    pub(super) fn document_package(
        &self,
        (package_id, lib_name): (&str, &str),
        kept: PathBuf,
        changes: bool,
        notify: &mut dyn FnMut(&str),
    ) -> Result<PathBuf, Error> {
        let (package, target_dir) = (&self.harness(), &self.target_dir());
        self.document(
            Documenting {
                package,
                builds: Builds::Theirs,
                package_id,
                lib_name,
                target_dir,
                kept,
                changes,
            },
            notify,
        )
    }

    fn document(&self, what: Documenting<'_>, notify: &mut dyn FnMut(&str)) -> Result<PathBuf, Error> {
        let doc = what.target_dir.join(&self.toolchain.host).join("doc");
        let expected = doc.join(what.lib_name).join("index.html");
        let json = doc.join(format!("{}.json", what.lib_name));
        // An earlier build may have left links, and so may this one.
        let must_be_inside = || match what.builds {
            Builds::Ours => Ok(()),
            Builds::Theirs => [&expected, &json]
                .into_iter()
                .try_for_each(|path| self.calls.inside(path.clone()).map(drop)),
        };
        must_be_inside()?;
        if !what.kept.exists() || (what.changes && is_outdated(&what.kept)) {
            remove_file(&expected)?;
        }
        self.run_rustdoc(&what, notify)?;
        must_be_inside()?;
        if let Some(parent) = what.kept.parent() {
            create_dir(parent)?;
        }
        match std::fs::rename(&json, &what.kept) {
            Ok(()) => {
                // cargo would run rustdoc every time, because the HTML it expects is missing. With this file it
                // compares sources, arguments and dependencies as for anything else.
                ensure_file(&expected)?;
                Ok(what.kept)
            }
            // Up to date: the file was moved away after the last run.
            Err(error) if error.kind() == ErrorKind::NotFound && what.kept.exists() => Ok(what.kept),
            Err(error) if error.kind() == ErrorKind::NotFound => Err(Error::Rustdoc {
                package: what.lib_name.to_owned(),
                rendered: format!("it wrote no {}", json.display()),
            }),
            Err(error) => Err(io_error(&what.kept)(error)),
        }
    }

    fn run_rustdoc(&self, what: &Documenting<'_>, notify: &mut dyn FnMut(&str)) -> Result<(), Error> {
        let shim = self.directory.join("rustdoc-shim");
        self.toolchain.write_rustdoc_shim(&shim)?;
        let mut call = self.call_into("rustdoc", what.builds, what.package, what.target_dir);
        call.args(["--lib", "-p", what.package_id]).env("RUSTDOC", &shim);
        // `--message-format` has to stand before the arguments for rustdoc.
        call.arg("--message-format=json")
            .arg("--")
            .args(RUSTDOC_ARGUMENTS);
        if what.builds == Builds::Theirs {
            // cargo tells rustdoc nothing of what it tells rustc, and items would be missing.
            call.args(self.calls.flags.for_rustdoc().iter().map(String::as_str));
        }
        // Types that grow with each instance keep it busy without end.
        call.with_patience(Patience {
            begins: "documenting ".to_owned(),
            time: MOST_DOCUMENTING,
        });
        let documented = compile(call, what.package, notify)?;
        if documented.success {
            return Ok(());
        }
        if documented.is_overdue() {
            return Err(Error::Rustdoc {
                package: what.lib_name.to_owned(),
                rendered: format!("it did not come to an end within {MOST_DOCUMENTING:?}"),
            });
        }
        // rustdoc's errors look like rustc's. Whether the crate compiles is for rustc to say.
        let checked = compile(self.compiling("check", what.package), what.package, notify)?;
        if !checked.success {
            checked.blame_the_target(self)?;
        }
        Err(Error::Rustdoc {
            package: what.lib_name.to_owned(),
            rendered: documented.rendered(),
        })
    }
}

/// True if a file that JSON was made of has changed since, or is gone. cargo looks at the files that it would publish with the package,
/// and the others are parts of the crate all the same: what `#[path]` and `include!` fetch from elsewhere, what git ignores, what the
/// manifest excludes.
fn is_outdated(json: &Path) -> bool {
    let modified = |path: &Path| -> std::io::Result<SystemTime> { path.metadata()?.modified() };
    let (Ok(text), Ok(made)) = (std::fs::read_to_string(json), modified(json)) else {
        return true;
    };
    let changed = |file: &&str| modified(Path::new(file)).map_or(true, |changed| changed > made);
    sources_in(&text).iter().any(changed)
}

/// Files that the items of a document are written in, but for those of a standard library whose source is not installed. The text is
/// searched, which costs a fraction of reading the document: a quotation mark within a text of it has a backslash before it.
fn sources_in(json: &str) -> BTreeSet<&str> {
    const KEY: &str = "\"filename\":\"";
    let names = json
        .match_indices(KEY)
        .filter_map(|(at, _)| json[at + KEY.len()..].split('"').next());
    names
        .filter(|name| name.starts_with('/') && !name.starts_with("/rustc/") && !name.contains('\\'))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs::{self, File, FileTimes};
    use std::time::Duration;

    #[test]
    fn a_file_outside_of_the_package_outdates_what_was_made_of_it() {
        let directory = tempfile::tempdir().unwrap();
        let [shared, json] = ["shared.rs", "kept.json"].map(|name| directory.path().join(name));
        fs::write(&shared, "").unwrap();
        let document = format!(
            r#"{{"docs":"\"filename\":\"/nowhere\"","span":{{"filename":"{}","begin":[1,1]}},"other":{{"filename":"/rustc/ab/x.rs"}}}}"#,
            shared.display()
        );
        fs::write(&json, &document).unwrap();
        assert_eq!(sources_in(&document), BTreeSet::from([shared.to_str().unwrap()]));
        let made = json.metadata().unwrap().modified().unwrap();
        let touch = |at: SystemTime| {
            let file = File::options().write(true).open(&shared).unwrap();
            file.set_times(FileTimes::new().set_modified(at)).unwrap();
        };
        touch(made - Duration::from_secs(1));
        assert!(!is_outdated(&json));
        touch(made + Duration::from_secs(1));
        assert!(is_outdated(&json));
        fs::remove_file(&shared).unwrap();
        assert!(is_outdated(&json));
        assert!(is_outdated(&directory.path().join("none.json")));
    }
}
