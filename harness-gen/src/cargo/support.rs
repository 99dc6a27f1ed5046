//! The package of the support file, the user's or that of the documentation's examples: a library whose source is a copy of it, and
//! which sees the explored crate and those of its dependencies and dev-dependencies that the file names. Reading what it offers is
//! for others.

use super::manifest::Manifest;
use super::scratch::{short_hash, write_if_changed};
use super::workbench::Workbench;
use crate::error::Error;
use crate::support_file::{SUPPORT_CRATE, SUPPORT_PACKAGE, SUPPORT_SOURCE};
use std::collections::BTreeMap;
use std::path::PathBuf;

impl Workbench {
    /// Writes the package of the support file, if there is one.
    pub(super) fn write_support(&self) -> Result<(), Error> {
        let Some(file) = &self.request.support else {
            return Ok(());
        };
        let manifest = self.directory.join(SUPPORT_PACKAGE).join("Cargo.toml");
        write_if_changed(&manifest, &Manifest::support(&self.inherited).to_toml()?)?;
        write_if_changed(
            &self.directory.join(SUPPORT_SOURCE),
            &library(file.text(), self.calls.flags.make_errors_of_lints()),
        )
    }

    /// rustdoc JSON of the support file; none if there is no such file.
    pub fn support_file_json(&self, notify: &mut dyn FnMut(&str)) -> Result<Option<PathBuf>, Error> {
        let Some(file) = &self.request.support else {
            return Ok(None);
        };
        let kept = self.kept_json(SUPPORT_PACKAGE, &short_hash(file.text())[..8]);
        self.document_package((SUPPORT_PACKAGE, SUPPORT_CRATE), kept, false, notify)
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

/// The file as a library. Where flags of the user's make errors of lints, which the module of a test is free of, these are allowed in
/// the file's first line, so that lines are its own.
fn library(text: &str, are_lints_errors: bool) -> String {
    // Not in front of a program's name; of a file like this rustc says what it says.
    let is_script = text.starts_with("#!") && !text.starts_with("#![");
    match are_lints_errors && !is_script {
        true => format!("#![allow(warnings)] {text}"),
        false => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lints_of_the_support_file_are_allowed_and_its_lines_stay() {
        for text in [
            "//! Doc.\n#![allow(dead_code)]\nfn f() {}\n",
            "pub fn f() {}\n",
            "",
        ] {
            assert_eq!(library(text, false), text);
            let library = library(text, true);
            assert_eq!(
                library.lines().skip(1).collect::<Vec<_>>(),
                text.lines().skip(1).collect::<Vec<_>>()
            );
            assert!(library.ends_with(text) && library.starts_with("#![allow(warnings)]"));
            assert!(syn::parse_file(&library).is_ok(), "{library}");
        }
        assert_eq!(library("#!/bin/x\n", true), "#!/bin/x\n");
    }
}
