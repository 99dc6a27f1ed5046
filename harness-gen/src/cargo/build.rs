//! Builds the harness dylib.

use super::Workbench;
use super::check::compile;
use super::instrument::{Instrumented, write_wrapper};
use super::manifest::{HARNESS, HARNESS_LIB, OUR_VERSION};
use crate::error::Error;
use std::path::PathBuf;

impl Workbench {
    /// `cargo build` of the harness; returns the dylib. Nothing is rebuilt if nothing changed.
    ///
    /// Errors that appear only when code is generated (evaluated constants, endless instances) come as
    /// [`Error::HarnessBroken`] with their places.
    pub fn build(&self, notify: &mut dyn FnMut(&str)) -> Result<PathBuf, Error> {
        let package = self.harness();
        let mut call = self.compiling("build", &package);
        if self.counts_edges() {
            let wrapper = self.directory().join("rustc-wrapper");
            write_wrapper(&wrapper, &self.instrumented())?;
            call.env("RUSTC_WRAPPER", &wrapper);
        }
        let artifacts = compile(call, &package, notify)?.must_succeed(self, &package.join("src"))?;
        let files = artifacts.iter().flat_map(|artifact| &artifact.filenames);
        let suffix = std::env::consts::DLL_EXTENSION;
        let dylib = files
            .map(|file| file.as_std_path())
            .find(|file| file.extension().is_some_and(|e| e == suffix));
        dylib.map(PathBuf::from).ok_or_else(|| Error::HarnessBroken {
            rendered: "cargo built no dynamic library".to_owned(),
            diagnostics: Vec::new(),
        })
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
