//! The package of the support file, the user's or that of the documentation's examples: a library whose source is a copy of it, and
//! which sees the explored crate and those of its dependencies and dev-dependencies that the file names. Reading what it offers is
//! for others.

use super::check::compile;
use super::dev_dependencies::{TakenForTests, leaves_as_it_is, read};
use super::manifest::Manifest;
use super::metadata::ResolvedTarget;
use super::scratch::{short_hash, write_if_changed};
use super::workbench::Workbench;
use crate::error::Error;
use crate::example_items::ExampleItems;
use crate::request::Request;
use crate::support_file::{SUPPORT_CRATE, SUPPORT_PACKAGE, SUPPORT_SOURCE};
use crate::tuning::MOST_ATTEMPTS_WITH_EXAMPLES;
use std::collections::BTreeMap;
use std::path::PathBuf;

/// What became of a support file.
enum Compiled {
    /// Its rustdoc JSON.
    Documented(PathBuf),
    /// The lines that rustc refuses, first and last.
    Refused(Vec<(u32, u32)>),
}

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

    /// Lets the types of examples be the support file, without what does not compile, and resolves anew. With the file's JSON; none if
    /// nothing of it compiles, or not without another version of anything or another feature of the explored crate. An `Err` only if
    /// the crate cannot be resolved without them any more, or is interrupted.
    pub(crate) fn take_examples(
        &mut self,
        request: &mut Request,
        resolved: &ResolvedTarget,
        mut examples: ExampleItems,
        notify: &mut dyn FnMut(&str),
    ) -> Result<Option<(PathBuf, TakenForTests)>, Error> {
        let path = self.harness().join("Cargo.lock");
        let before = read(&path)?;
        let mut was_tried = false;
        for _ in 0..MOST_ATTEMPTS_WITH_EXAMPLES {
            if examples.is_empty() {
                break;
            }
            was_tried = true;
            let file = examples.file();
            request.support = Some(file.clone());
            self.request.support = Some(file);
            let is_mended = match self.resolve_anew(request, notify) {
                Err(Error::Interrupted) => return Err(Error::Interrupted),
                Ok(with_more) if leaves_as_it_is(resolved, &with_more) => {
                    match self.documented_examples(notify) {
                        Err(Error::Interrupted) => return Err(Error::Interrupted),
                        Err(_) => false,
                        Ok(Compiled::Refused(lines)) => examples.mend(&lines),
                        Ok(Compiled::Documented(json)) => {
                            let lock_file = (path, before);
                            let taken = TakenForTests {
                                resolved: with_more,
                                lock_file,
                            };
                            return Ok(Some((json, taken)));
                        }
                    }
                }
                _ => examples.leave_out_users_of(&self.named_for_examples(resolved)),
            };
            if !is_mended {
                break;
            }
        }
        if was_tried {
            request.support = None;
            self.request.support = None;
            self.inherited.support = None;
            write_if_changed(&path, &before)?;
            self.resolve_anew(request, notify)?;
        }
        Ok(None)
    }

    /// The names of the crates that the support file uses and that are not there without it.
    fn named_for_examples(&self, resolved: &ResolvedTarget) -> Vec<String> {
        let used = self.inherited.support.iter().flatten();
        let is_there = |name: &String| resolved.dependencies.iter().any(|known| known.lib_name == *name);
        used.map(|(name, _)| name.replace('-', "_"))
            .filter(|name| !is_there(name))
            .collect()
    }

    /// Checks the support file first: rustdoc does not look into functions.
    fn documented_examples(&self, notify: &mut dyn FnMut(&str)) -> Result<Compiled, Error> {
        let package = self.directory.join(SUPPORT_PACKAGE);
        let mut call = self.compiling("check", &self.harness());
        call.args(["-p", SUPPORT_PACKAGE]);
        let compilation = compile(call, &package, notify)?;
        let found = compilation.diagnostics(self, &package.join("src"))?;
        let lines: Vec<(u32, u32)> = found.iter().map(|one| (one.line_start, one.line_end)).collect();
        match lines.is_empty() {
            true => {
                let json = self.support_file_json(notify)?;
                Ok(json.map_or(Compiled::Refused(lines), Compiled::Documented))
            }
            false => Ok(Compiled::Refused(lines)),
        }
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
