//! Builds the stand-alone tests of findings: one file per test, against the explored crate and the
//! dependencies that the tests name. Tests that rustc
//! refuses are set aside with its message; they never keep the others from running.

use super::check::{Compilation, compile};
use super::manifest::Manifest;
use super::scratch::{create_dir, ensure_file, import_lock_file, io_error, remove_file, write_if_changed};
use super::test_build::TestBuild;
use super::workbench::Workbench;
use crate::diagnostic::Diagnostic;
use crate::error::Error;
use crate::render::counting;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// Stand-alone tests, built.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reproductions {
    /// The test executable; none if rustc refused every test, or there was none.
    pub executable: Option<PathBuf>,
    /// Name of each test → its full name for the executable's `--exact`.
    pub test_path: BTreeMap<String, String>,
    /// Name of each refused test → rustc's message.
    pub refused: BTreeMap<String, String>,
}

impl Workbench {
    /// Compiles tests given as name and source of one `#[test]` function of that name.
    pub fn build_reproductions(
        &self,
        tests: &[(String, String)],
        manner: TestBuild,
        notify: &mut dyn FnMut(&str),
    ) -> Result<Reproductions, Error> {
        let package = self.write_reproductions_package(manner)?;
        let sources = package.join(SOURCES);
        write_tests(&sources, tests)?;

        let mut accepted: BTreeSet<&str> = tests.iter().map(|(name, _)| name.as_str()).collect();
        let mut refused = BTreeMap::new();
        // rustc stops at the first phase with errors, and some come only with code generation: every refusal may
        // uncover others. Each round drops a test, so this ends.
        while !accepted.is_empty() {
            let counts = |(name, source): &(String, String)| {
                accepted.contains(name.as_str()) && source.contains(counting())
            };
            let main = main_source(&accepted, tests.iter().any(counts));
            write_if_changed(&sources.join("main.rs"), &main)?;
            let compilation = self.compile_reproductions(&package, notify)?;
            if compilation.success {
                return Ok(finished(&compilation, &accepted, refused));
            }
            drop_refused(
                &compilation.diagnostics(self, &sources)?,
                &mut accepted,
                &mut refused,
            )?;
        }
        Ok(Reproductions {
            refused,
            ..Reproductions::default()
        })
    }

    /// Compiles what tests are built against, before anybody knows them, where nothing of an earlier run is there. It takes a core that
    /// would wait for the harness, and nobody waits for it: where tests share their directory with the harness it is left. What is
    /// wrong is told by whoever builds tests.
    pub(crate) fn build_ahead_of_reproductions(&self) -> Result<(), Error> {
        let target_dir = self.target_dir_of_tests();
        let is_shared = target_dir == self.target_dir();
        if is_shared || target_dir.exists() || self.request.access.jobs == Some(1) {
            return Ok(());
        }
        let package = self.write_reproductions_package(TestBuild::AsPasted)?;
        ensure_file(&package.join(SOURCES).join("main.rs"))?;
        let mut call = self.compiling_into("build", &package, &target_dir);
        call.arg("--lib");
        compile(call, &package, &mut |_| ())?;
        Ok(())
    }

    /// The package of tests, without any. Returns its directory.
    fn write_reproductions_package(&self, manner: TestBuild) -> Result<PathBuf, Error> {
        let package = self.directory.join(manner.directory());
        let explored = (self.request.name.as_str(), self.request.version.as_str());
        write_if_changed(
            &package.join("Cargo.toml"),
            &Manifest::reproductions(&self.inherited, &self.extra, explored, manner)?.to_toml()?,
        )?;
        ensure_file(&package.join("src/lib.rs"))?;
        // The tests run against the very versions that were explored.
        let lock_file = self.harness().join("Cargo.lock");
        if lock_file.exists() {
            import_lock_file(&lock_file, &package)?;
        }
        Ok(package)
    }

    /// cargo does one thing at a time in a directory: tests have one of their own where that compiles nothing twice.
    fn target_dir_of_tests(&self) -> PathBuf {
        let target_dir = self.target_dir();
        match self.has_dependencies() {
            true => target_dir,
            false => target_dir.join("tests"),
        }
    }

    fn compile_reproductions(
        &self,
        package: &Path,
        notify: &mut dyn FnMut(&str),
    ) -> Result<Compilation, Error> {
        let mut call = self.compiling_into("test", package, &self.target_dir_of_tests());
        call.args(["--test", "repro", "--no-run"]);
        compile(call, package, notify)
    }
}

/// Where tests lie in their package.
const SOURCES: &str = "tests/repro";

/// Module and file of a test; a prefix of its own keeps it from being `main` or a keyword.
fn module(test: &str) -> String {
    format!("repro_{test}")
}

/// What runs a test and tells how it ended: libtest says so where the test can say it, too, and has a name that crates may have.
const STANDALONE: (&str, &str) = ("standalone.rs", include_str!("../../runtime/standalone.rs"));

/// Lints are allowed here, and not in what people paste: flags of the user's that make errors of them would have tests refused that
/// show what they are to show.
fn main_source(accepted: &BTreeSet<&str>, counts: bool) -> String {
    let mut text =
        "//! Stand-alone tests, one per finding.\n#![allow(warnings)]\nmod standalone;\n".to_owned();
    text.push_str(if counts { "mod counting;\n" } else { "" });
    let mut rows = String::new();
    for test in accepted {
        let module = module(test);
        text.push_str(&format!("mod {module};\n"));
        rows.push_str(&format!("        (\"{module}::{test}\", {module}::{test}),\n"));
    }
    text.push_str(&format!(
        "fn main() {{\n    standalone::main(&[\n{rows}    ]);\n}}\n"
    ));
    text
}

/// A test as a function that [`STANDALONE`] can call.
fn callable(name: &str, source: &str) -> String {
    let source = source.replace(counting(), "    use crate::counting::LIVE;\n");
    source.replace(&format!("#[test]\nfn {name}()"), &format!("pub fn {name}()"))
}

/// Writes one file per test and removes those of earlier runs.
fn write_tests(sources: &Path, tests: &[(String, String)]) -> Result<(), Error> {
    create_dir(sources)?;
    let (file, text) = STANDALONE;
    write_if_changed(&sources.join(file), text)?;
    // Tests of leaks share the one allocator that a process may have.
    let allocator = counting().replace("    static LIVE", "    pub static LIVE");
    write_if_changed(&sources.join("counting.rs"), &allocator)?;
    let mut wanted = BTreeSet::from(["main.rs", "counting.rs", file].map(str::to_owned));
    for (name, source) in tests {
        let file = format!("{}.rs", module(name));
        write_if_changed(&sources.join(&file), &callable(name, source))?;
        wanted.insert(file);
    }
    for entry in std::fs::read_dir(sources).map_err(io_error(sources))? {
        let path = entry.map_err(io_error(sources))?.path();
        let known = path
            .file_name()
            .and_then(|name| name.to_str())
            .is_some_and(|name| wanted.contains(name));
        if !known {
            remove_file(&path)?;
        }
    }
    Ok(())
}

/// Drops at least one test, or fails: errors that no test can be blamed for would come back for ever.
fn drop_refused(
    diagnostics: &[Diagnostic],
    accepted: &mut BTreeSet<&str>,
    refused: &mut BTreeMap<String, String>,
) -> Result<(), Error> {
    let before = accepted.len();
    for diagnostic in diagnostics {
        let stem = diagnostic
            .file
            .file_stem()
            .and_then(|stem| stem.to_str())
            .unwrap_or_default();
        if let Some(test) = stem.strip_prefix("repro_") {
            accepted.remove(test);
            refused
                .entry(test.to_owned())
                .or_default()
                .push_str(&diagnostic.rendered);
        }
    }
    if accepted.len() < before {
        return Ok(());
    }
    let rendered = diagnostics
        .iter()
        .map(|diagnostic| diagnostic.rendered.as_str())
        .collect();
    Err(Error::HarnessBroken {
        rendered,
        diagnostics: diagnostics.to_vec(),
    })
}

fn finished(
    compilation: &Compilation,
    accepted: &BTreeSet<&str>,
    refused: BTreeMap<String, String>,
) -> Reproductions {
    let executable = compilation
        .artifacts
        .iter()
        .find_map(|artifact| artifact.executable.as_ref());
    let test_path = accepted
        .iter()
        .map(|test| ((*test).to_owned(), format!("{}::{test}", module(test))))
        .collect();
    Reproductions {
        executable: executable.map(|path| path.as_std_path().to_owned()),
        test_path,
        refused,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_test_is_refused_for_its_lints() {
        let main = main_source(&BTreeSet::from(["t"]), true);
        let file = syn::parse_file(&main).unwrap();
        let is_allowed = |attribute: &syn::Attribute| {
            attribute.path().is_ident("allow")
                && attribute
                    .parse_args::<syn::Ident>()
                    .is_ok_and(|lint| lint == "warnings")
        };
        assert!(file.attrs.iter().any(is_allowed), "{main}");
        let callable = callable("t", "#[test]\nfn t() {}\n");
        assert_eq!(callable, "pub fn t() {}\n", "what people paste has nothing of it");
    }
}
