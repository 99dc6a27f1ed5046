//! Builds the harness that measures coverage, in a package of its own beside the ordinary one and in the same target
//! directory: dependencies are shared, and the explored crate and the arms are compiled once more with LLVM's source coverage.

use super::build::dylib_among;
use super::check::compile;
use super::instrument::{COVERAGE_FLAGS, Instrumented, write_wrapper};
use super::manifest::{COVERAGE, COVERAGE_LIB, Manifest, OUR_VERSION};
use super::scratch::{ensure_file, import_lock_file, write_if_changed};
use super::workbench::Workbench;
use crate::error::Error;
use std::path::PathBuf;

/// What coverage is measured with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CoverageBuild {
    /// The harness.
    pub dylib: PathBuf,
    /// The explored crate's own library: it knows the regions of functions that are not in the harness, too.
    pub explored: Option<PathBuf>,
}

impl Workbench {
    /// True if an earlier run has tried to build it.
    pub(crate) fn has_coverage(&self) -> bool {
        self.coverage_package().join("src/lib.rs").exists()
    }

    fn coverage_package(&self) -> PathBuf {
        self.directory.join("coverage")
    }

    /// `cargo build` of these sources, named relative to the package's `src`, with source coverage.
    pub(crate) fn build_coverage(
        &self,
        files: &[(PathBuf, String)],
        notify: &mut dyn FnMut(&str),
    ) -> Result<CoverageBuild, Error> {
        let package = self.coverage_package();
        let explored = (self.request.name.as_str(), self.request.version.as_str());
        let manifest = Manifest::coverage(&self.inherited, &self.extra, explored)?;
        write_if_changed(&package.join("Cargo.toml"), &manifest.to_toml()?)?;
        ensure_file(&package.join("src/lib.rs"))?;
        // The very versions that were explored.
        let lock_file = self.harness().join("Cargo.lock");
        if lock_file.exists() {
            import_lock_file(&lock_file, &package)?;
        }
        for (file, content) in files {
            write_if_changed(&package.join("src").join(file), content)?;
        }
        let wrapper = self.directory.join("rustc-wrapper-coverage");
        let instrumented = [
            Instrumented {
                package: explored.0,
                version: explored.1,
                lib_name: &self.request.lib_name,
            },
            Instrumented {
                package: COVERAGE,
                version: OUR_VERSION,
                lib_name: COVERAGE_LIB,
            },
        ];
        let inner = self.calls.wrapper_in_use();
        write_wrapper(&wrapper, inner.as_deref(), &instrumented, &COVERAGE_FLAGS)?;
        let mut call = self.compiling("build", &package);
        call.env("RUSTC_WRAPPER", &wrapper);
        let mut compilation = compile(call, &package, notify)?;
        let dependencies = std::mem::take(&mut compilation.dependencies);
        let artifacts = compilation.must_succeed(self, &package.join("src"))?;
        let explored = dependencies
            .iter()
            .filter(|artifact| artifact.package_id.repr == self.package_id)
            .flat_map(|artifact| &artifact.filenames)
            .map(|file| file.as_std_path())
            .find(|file| file.extension().is_some_and(|extension| extension == "rlib"));
        Ok(CoverageBuild {
            dylib: self.calls.inside(dylib_among(&artifacts)?)?,
            explored: explored.map(PathBuf::from),
        })
    }
}
