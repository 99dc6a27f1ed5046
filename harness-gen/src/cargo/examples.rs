//! Types of examples as the support file of a workbench: which of them compile, and without changing what is explored. What came of
//! it is kept for the next run, whose file then is the same from the first.

use super::check::compile;
use super::dev_dependencies::{TakenForTests, keeps_features, leaves_as_it_is, read};
use super::metadata::ResolvedTarget;
use super::scratch::{short_hash, write_if_changed};
use super::workbench::Workbench;
use crate::error::Error;
use crate::example_items::ExampleItems;
use crate::request::{Request, Source};
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
    let known = std::fs::read_to_string(kept).ok();
    if let Some(mut known) = known.and_then(|text| serde_json::from_str::<Kept>(&text).ok()) {
        known.examples = ExampleItems::default();
        keep(kept, &known);
    }
}

impl Workbench {
    /// Lets the types of examples be the support file, without what does not compile, and resolves anew; none if nothing of it compiles,
    /// or not without another version or another feature of anything. An `Err` if the crate cannot be resolved without them any more, if
    /// the run is interrupted, or for want of files. With the rustdoc JSON of the explored crate.
    pub(crate) fn take_examples(
        &mut self,
        request: &mut Request,
        resolved: &ResolvedTarget,
        (examples, crate_json): (ExampleItems, &Path),
        notify: &mut dyn FnMut(&str),
    ) -> Result<Option<TakenExamples>, Error> {
        let kept = self.directory.join("examples.json");
        let key = self.key_of(&examples, &read(crate_json)?, resolved);
        let known = std::fs::read_to_string(&kept).ok();
        let known: Option<Kept> = known.and_then(|text| serde_json::from_str(&text).ok());
        let first = match known {
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
                keep(&kept, &Kept { key, examples });
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
        let mut is_lasting = true;
        for attempt in 1..=MOST_ATTEMPTS_WITH_EXAMPLES {
            if examples.is_empty() {
                break;
            }
            // As if there had been no attempt before.
            self.inherited.support = None;
            write_if_changed(lock_file, before)?;
            let file = examples.file();
            request.support = Some(file.clone());
            self.request.support = Some(file);
            let made = match self.resolve_anew(request, notify) {
                Ok(with_more)
                    if leaves_as_it_is(resolved, &with_more) && keeps_features(resolved, &with_more) =>
                {
                    Some((self.documented_examples(notify), with_more))
                }
                Ok(_) => None,
                Err(Error::Interrupted) => return Err(Error::Interrupted),
                Err(error) => Some((Err(error), resolved.clone())),
            };
            let is_mended = match made {
                Some((Err(Error::Interrupted), _)) => return Err(Error::Interrupted),
                Some((Ok(Compiled::Documented(json)), with_more)) => {
                    let made = Some((json, with_more));
                    return Ok(Tried {
                        examples,
                        made,
                        is_lasting,
                    });
                }
                Some((Ok(Compiled::Refused(lines)), _)) => {
                    examples.mend(&lines, attempt + 2 > MOST_ATTEMPTS_WITH_EXAMPLES)
                }
                // What they use cannot be had, or does not compile.
                Some((Err(error), _)) => {
                    is_lasting &= !may_pass(&error);
                    examples.leave_out_users_of(&self.named_for_examples(resolved))
                }
                // It changes what is explored.
                None => examples.leave_out_users_of(&self.named_for_examples(resolved)),
            };
            if !is_mended {
                break;
            }
        }
        Ok(Tried {
            examples,
            made: None,
            is_lasting,
        })
    }

    /// Stands for what decides which of them compile. What packages in directories depend on, in directories too, is not looked at.
    fn key_of(&self, examples: &ExampleItems, crate_json: &str, resolved: &ResolvedTarget) -> String {
        let mut text = format!(
            "{} {}\n{resolved:?}\n{}\n{}",
            env!("CARGO_PKG_VERSION"),
            self.toolchain.version,
            short_hash(crate_json),
            serde_json::to_string(examples).unwrap_or_default()
        );
        if self.request.source != Source::Registry {
            // Whose macros and dev-dependencies may change while its API stays.
            add_sources(&resolved.crate_root, &mut text);
        }
        short_hash(&text)
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

/// Adds the manifest and the source files of a package, by name. What cannot be read is as if it were not there.
fn add_sources(directory: &Path, text: &mut String) {
    let mut entries: Vec<PathBuf> = (std::fs::read_dir(directory).into_iter().flatten())
        .filter_map(|entry| Some(entry.ok()?.path()))
        .collect();
    entries.sort();
    let is_left_out = |path: &Path| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        name == "target" || name.starts_with('.')
    };
    for path in entries {
        let is_source = path.extension().is_some_and(|end| end == "rs") || path.ends_with("Cargo.toml");
        if is_source && let Ok(source) = std::fs::read_to_string(&path) {
            text.push_str(&source);
        } else if !is_left_out(&path) && !path.is_symlink() && path.is_dir() {
            add_sources(&path, text);
        }
    }
}

/// What cannot be kept is found out again.
fn keep(path: &Path, known: &Kept) {
    if let Ok(text) = serde_json::to_string(known) {
        write_if_changed(path, &text).ok();
    }
}
