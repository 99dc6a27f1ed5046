//! The package of the user's support file: a library whose source is a copy of it, and which sees the explored crate and
//! those of its dependencies and dev-dependencies that the file names. Reading what it offers is for others.

use super::manifest::{Dependency, Manifest, declared};
use super::metadata::package_of_request;
use super::scratch::{short_hash, write_if_changed};
use super::workbench::Workbench;
use crate::error::Error;
use crate::request::Request;
use crate::support_file::{SUPPORT_CRATE, SUPPORT_PACKAGE, SUPPORT_SOURCE, SupportFile};
use cargo_metadata::{DependencyKind, Metadata};
use std::collections::BTreeMap;
use std::path::PathBuf;

/// What the file may use of the explored package's dependencies, by name: those whose name is in it, so that nobody waits for
/// a benchmark's dependencies in vain. Optional ones are there if they are on.
pub(super) fn used(
    request: &Request,
    file: &SupportFile,
    metadata: &Metadata,
) -> Result<BTreeMap<String, Dependency>, Error> {
    let (package, linked) = package_of_request(request, metadata)?;
    let is_at_hand = |dependency: &&cargo_metadata::Dependency| match dependency.kind {
        DependencyKind::Normal => !dependency.optional || linked.contains(dependency.name.as_str()),
        // What asks for the explored crate itself gets the one that is explored.
        DependencyKind::Development => dependency.name != request.name,
        _ => false,
    };
    let declared = package.dependencies.iter().filter(is_at_hand).map(declared);
    Ok(declared
        .filter(|(name, _)| file.has_word(&name.replace('-', "_")))
        .collect())
}

impl Workbench {
    /// Writes the package of the support file, if there is one.
    pub(super) fn write_support(&self) -> Result<(), Error> {
        let Some(file) = &self.request.support else {
            return Ok(());
        };
        let manifest = self.directory.join(SUPPORT_PACKAGE).join("Cargo.toml");
        write_if_changed(&manifest, &Manifest::support(&self.inherited).to_toml()?)?;
        write_if_changed(&self.directory.join(SUPPORT_SOURCE), file.text())
    }

    /// rustdoc JSON of the support file; none if there is no such file.
    pub fn support_file_json(&self, notify: &mut dyn FnMut(&str)) -> Result<Option<PathBuf>, Error> {
        let Some(file) = &self.request.support else {
            return Ok(None);
        };
        let kept = self.kept_json(SUPPORT_PACKAGE, &short_hash(file.text())[..8]);
        self.document_package(SUPPORT_PACKAGE, SUPPORT_CRATE, kept, notify)
            .map(Some)
    }

    /// What stand-alone tests need for the support file in their manifest, by the name in its text.
    pub(crate) fn needed_by_support(&self) -> BTreeMap<String, String> {
        let used = self.inherited.support.iter().flatten();
        used.map(|(name, dependency)| (name.replace('-', "_"), dependency.line(name)))
            .collect()
    }

    /// What rustc says of the support file, if that is the package it is about.
    pub(super) fn refusal_of_support(&self, package: &str, rendered: &str) -> Option<Error> {
        let file = self.request.support.as_ref()?;
        let copy = self.directory.join(SUPPORT_SOURCE);
        let is_it = package.contains(&format!("{SUPPORT_PACKAGE}#"));
        is_it.then(|| Error::SupportDoesNotCompile {
            path: file.path().to_owned(),
            rendered: rendered.replace(&copy.display().to_string(), &file.path().display().to_string()),
        })
    }
}
