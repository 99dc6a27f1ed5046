//! Types of examples as the support file of a workbench: which of them compile, and without changing what is explored. What came of
//! it is kept for the next run, whose file then is the same from the first.

use super::check::compile;
use super::dev_dependencies::{TakenForTests, keeps_features, leaves_as_it_is, read};
use super::metadata::ResolvedTarget;
use super::scratch::write_if_changed;
use super::workbench::Workbench;
use crate::error::Error;
use crate::example_items::ExampleItems;
use crate::request::Request;
use crate::support_file::SUPPORT_PACKAGE;
use crate::tuning::MOST_ATTEMPTS_WITH_EXAMPLES;
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};

/// Examples that became the support file.
pub(crate) struct TakenExamples {
    /// The file's rustdoc JSON.
    pub(crate) json: PathBuf,
    pub(crate) with_more: TakenForTests,
    /// Where it is kept which they are.
    pub(crate) kept: PathBuf,
}

/// What is kept.
#[derive(Serialize, Deserialize)]
struct Kept {
    /// Stands for all that decided.
    key: String,
    /// Those that compile.
    examples: ExampleItems,
}

impl Kept {
    fn read(path: &Path) -> Option<Kept> {
        serde_json::from_str(&std::fs::read_to_string(path).ok()?).ok()
    }

    /// What cannot be kept is found out again.
    fn keep(&self, path: &Path) {
        if let Ok(text) = serde_json::to_string(self) {
            write_if_changed(path, &text).ok();
        }
    }
}

/// What came of trying.
struct Tried {
    /// Those that are left.
    examples: ExampleItems,
    /// The file's rustdoc JSON and what cargo says, if all of these compile.
    made: Option<(PathBuf, ResolvedTarget)>,
    /// The same would come of trying again: neither the network nor a flag had a part in it.
    is_lasting: bool,
}

/// What became of a file.
enum Compiled {
    /// Its rustdoc JSON.
    Documented(PathBuf),
    /// The lines that rustc refuses, first and last.
    Refused(Vec<(u32, u32)>),
}

/// The next run does without them.
pub(crate) fn give_up_examples(kept: &Path) {
    if let Some(mut known) = Kept::read(kept) {
        known.examples = ExampleItems::default();
        known.keep(kept);
    }
}

impl Workbench {
    /// Lets the types of examples be the support file, without what does not compile, and resolves anew; none if nothing of it compiles,
    /// or not without another version or another feature of anything. An `Err` if the crate cannot be resolved without them any more, if
    /// the run is interrupted, or for want of files. `key`: stands for what decides which of them compile.
    pub(crate) fn take_examples(
        &mut self,
        request: &mut Request,
        resolved: &ResolvedTarget,
        (examples, key): (ExampleItems, String),
        notify: &mut dyn FnMut(&str),
    ) -> Result<Option<TakenExamples>, Error> {
        let kept = self.directory.join("examples.json");
        let first = match Kept::read(&kept) {
            Some(known) if known.key == key => known.examples,
            _ => examples,
        };
        if first.is_empty() {
            return Ok(None);
        }
        let lock_file = self.harness().join("Cargo.lock");
        let before = read(&lock_file)?;
        let tried = self.try_examples(request, resolved, (&lock_file, &before), first, notify);
        let is_interrupted = matches!(tried, Err(Error::Interrupted));
        if let Ok(tried) = tried {
            if tried.is_lasting && (tried.made.is_some() || tried.examples.is_empty()) {
                let examples = tried.examples;
                Kept { key, examples }.keep(&kept);
            }
            if let Some((json, resolved)) = tried.made {
                let with_more = TakenForTests {
                    resolved,
                    lock_file: (lock_file, before),
                };
                return Ok(Some(TakenExamples {
                    json,
                    with_more,
                    kept,
                }));
            }
        }
        request.support = None;
        self.request.support = None;
        self.inherited.support = None;
        write_if_changed(&lock_file, &before)?;
        if is_interrupted {
            return Err(Error::Interrupted);
        }
        self.resolve_anew(request, notify)?;
        Ok(None)
    }

    fn try_examples(
        &mut self,
        request: &mut Request,
        resolved: &ResolvedTarget,
        (lock_file, before): (&Path, &str),
        mut examples: ExampleItems,
        notify: &mut dyn FnMut(&str),
    ) -> Result<Tried, Error> {
        let (mut made, mut is_lasting) = (None, true);
        for attempt in 1..=MOST_ATTEMPTS_WITH_EXAMPLES {
            // As if there had been no attempt before.
            self.inherited.support = None;
            write_if_changed(lock_file, before)?;
            let file = examples.file();
            request.support = Some(file.clone());
            self.request.support = Some(file);
            let is_mended = match self.attempt(request, resolved, notify) {
                Ok(Some((Compiled::Documented(json), with_more))) => {
                    made = Some((json, with_more));
                    break;
                }
                Ok(Some((Compiled::Refused(lines), _))) => {
                    examples.mend(&lines, attempt + 2 > MOST_ATTEMPTS_WITH_EXAMPLES)
                }
                Err(Error::Interrupted) => return Err(Error::Interrupted),
                // What they use cannot be had, does not compile, or changes what is explored.
                unusable => {
                    is_lasting &= !unusable.is_err_and(|error| may_pass(&error));
                    examples.leave_out_users_of(&self.named_for_examples(resolved))
                }
            };
            if !is_mended || examples.is_empty() {
                break;
            }
        }
        Ok(Tried {
            examples,
            made,
            is_lasting,
        })
    }

    /// Resolves and compiles with the examples as the support file; none if they change what is explored.
    fn attempt(
        &mut self,
        request: &mut Request,
        resolved: &ResolvedTarget,
        notify: &mut dyn FnMut(&str),
    ) -> Result<Option<(Compiled, ResolvedTarget)>, Error> {
        let with_more = self.resolve_anew(request, notify)?;
        if !leaves_as_it_is(resolved, &with_more) || !keeps_features(resolved, &with_more) {
            return Ok(None);
        }
        Ok(Some((self.documented_examples(notify)?, with_more)))
    }

    /// The names of the crates that the support file uses and that the explored one does not.
    fn named_for_examples(&self, resolved: &ResolvedTarget) -> Vec<String> {
        let used = self.inherited.support.iter().flatten();
        let is_there = |name: &String| {
            let mut known = resolved.dependencies.iter();
            known.any(|known| known.direct && known.lib_name == *name)
        };
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
        if !lines.is_empty() {
            return Ok(Compiled::Refused(lines));
        }
        let json = self.support_file_json(notify)?;
        Ok(json.map_or(Compiled::Refused(lines), Compiled::Documented))
    }
}

/// True for an error that another run, or one with other flags, may not meet.
fn may_pass(error: &Error) -> bool {
    matches!(
        error,
        Error::NotCached { .. }
            | Error::Download { .. }
            | Error::Locked { .. }
            | Error::WorkDir { .. }
            | Error::TemporaryDirectory { .. }
            | Error::BuildStalls { .. }
            | Error::Stopped { .. }
    )
}
