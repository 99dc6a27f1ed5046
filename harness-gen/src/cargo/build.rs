//! Builds the harness dylib.

use super::check::{Compilation, compile};
use super::instrument::{FLAGS, Instrumented, write_wrapper};
use super::manifest::{HARNESS, HARNESS_LIB, OUR_VERSION};
use super::process::Patience;
use super::refusal;
use super::workbench::Workbench;
use crate::diagnostic::Diagnostic;
use crate::error::Error;
use cargo_metadata::Artifact;
use std::path::PathBuf;
use std::time::Duration;

/// What came of building the harness.
#[derive(Debug)]
pub(crate) struct BuildAttempt {
    /// The dylib, or rustc's errors in sources of the harness (at least one).
    pub(crate) outcome: Result<PathBuf, Vec<Diagnostic>>,
    /// Some other package was compiled anew: what was known about the harness before may not hold any more.
    pub(crate) rebuilt_dependencies: bool,
}

impl Workbench {
    /// `cargo build` of the harness; returns the dylib. Nothing is rebuilt if nothing changed.
    ///
    /// Errors that appear only when code is generated (evaluated constants, endless instances) come as
    /// [`Error::HarnessBroken`] with their places.
    pub fn build(&self, notify: &mut dyn FnMut(&str)) -> Result<PathBuf, Error> {
        let compilation = self.compile_harness(None, notify)?;
        let artifacts = compilation.must_succeed(self, &self.harness().join("src"))?;
        self.calls.inside(dylib_among(&artifacts)?)
    }

    /// As [`Workbench::build`], where errors in the harness's sources are expected. rustc finds those of types and
    /// borrows before it generates any code, so that a failed attempt costs no more than a check. One that takes longer than `time`
    /// has failed: types that double in each instance keep rustc busy for ever.
    pub(crate) fn attempt_build(
        &self,
        time: Duration,
        notify: &mut dyn FnMut(&str),
    ) -> Result<BuildAttempt, Error> {
        let compilation = self.compile_harness(Some(time), notify)?;
        let rebuilt_dependencies = compilation.rebuilt_dependencies;
        let outcome = if compilation.success {
            let dylib = self.calls.inside(dylib_among(&compilation.artifacts)?)?;
            self.expect_all_defined(&dylib)?;
            Ok(dylib)
        } else {
            let diagnostics = compilation.diagnostics(self, &self.harness().join("src"))?;
            let refusals = [refusal::of_allocator, refusal::of_linker];
            if let Some(error) = refusals.iter().find_map(|of| of(&self.request, &diagnostics)) {
                return Err(error);
            }
            Err(diagnostics)
        };
        Ok(BuildAttempt {
            outcome,
            rebuilt_dependencies,
        })
    }

    fn compile_harness(
        &self,
        time: Option<Duration>,
        notify: &mut dyn FnMut(&str),
    ) -> Result<Compilation, Error> {
        let package = self.harness();
        let mut call = self.compiling("build", &package);
        if let Some(time) = time {
            call.with_patience(Patience {
                begins: format!("compiling {HARNESS} "),
                time,
            });
        }
        if self.counts_edges() {
            let wrapper = self.directory().join("rustc-wrapper");
            let inner = self.calls.wrapper_in_use();
            write_wrapper(&wrapper, inner.as_deref(), &self.instrumented(), &FLAGS)?;
            call.env("RUSTC_WRAPPER", &wrapper);
        }
        compile(call, &package, notify)
    }

    fn instrumented(&self) -> [Instrumented<'_>; 2] {
        let explored = Instrumented {
            package: &self.request.name,
            version: &self.request.version,
            lib_name: &self.request.lib_name,
        };
        let harness = Instrumented {
            package: HARNESS,
            version: OUR_VERSION,
            lib_name: HARNESS_LIB,
        };
        [explored, harness]
    }
}

pub(super) fn dylib_among(artifacts: &[Artifact]) -> Result<PathBuf, Error> {
    let suffix = std::env::consts::DLL_EXTENSION;
    let dylib = artifacts
        .iter()
        .flat_map(|artifact| &artifact.filenames)
        .map(|file| file.as_std_path())
        .find(|file| file.extension().is_some_and(|e| e == suffix));
    dylib.map(PathBuf::from).ok_or_else(|| Error::HarnessBroken {
        rendered: "cargo built no dynamic library".to_owned(),
        diagnostics: Vec::new(),
    })
}
