//! Compiles scratch packages with cargo's JSON messages and maps rustc's errors to lines of our own sources.

use super::manifest::HARNESS;
use super::process::CargoCall;
use super::refusal;
use super::workbench::Workbench;
use crate::diagnostic::Diagnostic;
use crate::error::Error;
use cargo_metadata::diagnostic::{Diagnostic as RustcMessage, DiagnosticLevel, DiagnosticSpan};
use cargo_metadata::{Artifact, Message};
use std::path::{Path, PathBuf};

/// Everything one compilation said.
pub(super) struct Compilation {
    pub(super) success: bool,
    /// Directory of the scratch package.
    package: PathBuf,
    /// Errors of the scratch package itself.
    own: Vec<RustcMessage>,
    /// The first package besides ours with errors, by cargo's id, and all their texts.
    foreign: Option<(String, String)>,
    pub(super) artifacts: Vec<Artifact>,
    /// Of the packages besides ours.
    pub(super) dependencies: Vec<Artifact>,
    /// Some package besides ours was compiled and not merely found up to date.
    pub(super) rebuilt_dependencies: bool,
    /// rustc did not come to an end with our package.
    is_overdue: bool,
    stderr: String,
}

/// Runs a compiling cargo command that was asked for JSON messages, and sorts them. `package` is the directory of the
/// scratch package.
pub(super) fn compile(
    call: CargoCall,
    package: &Path,
    notify: &mut dyn FnMut(&str),
) -> Result<Compilation, Error> {
    let (mut own, mut foreign) = (Vec::<RustcMessage>::new(), None);
    let (mut artifacts, mut dependencies) = (Vec::new(), Vec::new());
    let mut rebuilt_dependencies = false;
    let mut on_line = |line: &str| match serde_json::from_str::<Message>(line) {
        Ok(Message::CompilerMessage(message)) if is_error(&message.message) => {
            if message.target.src_path.starts_with(package) {
                own.push(message.message);
            } else {
                let (_, rendered) = foreign.get_or_insert_with(|| (message.package_id.repr, String::new()));
                rendered.push_str(text_of(&message.message));
            }
        }
        // Errors of code generation say in a message of its own which instance of ours they come from.
        Ok(Message::CompilerMessage(message)) if message.message.level == DiagnosticLevel::Note => {
            if let Some(error) = own
                .last_mut()
                .filter(|_| message.target.src_path.starts_with(package))
            {
                attach_note(error, message.message);
            }
        }
        Ok(Message::CompilerArtifact(artifact)) if artifact.target.src_path.starts_with(package) => {
            artifacts.push(artifact);
        }
        Ok(Message::CompilerArtifact(artifact)) => {
            rebuilt_dependencies |= !artifact.fresh;
            dependencies.push(artifact);
        }
        // Warnings, artifacts of dependencies, output of build scripts, messages of future cargos.
        _ => {}
    };
    let end = call.run(&mut on_line, notify)?;
    Ok(Compilation {
        success: end.success,
        package: package.to_owned(),
        own,
        foreign,
        artifacts,
        dependencies,
        rebuilt_dependencies,
        is_overdue: end.is_overdue,
        stderr: end.stderr,
    })
}

impl Compilation {
    /// It was ended because it took too long.
    pub(super) fn is_overdue(&self) -> bool {
        self.is_overdue
    }

    /// The errors that lie in `sources`. If none does, all of them, without a place: what is evaluated only when generic
    /// code is generated fails where that code is written. An `Err` if it was not our package that failed.
    pub(super) fn diagnostics(self, workbench: &Workbench, sources: &Path) -> Result<Vec<Diagnostic>, Error> {
        if self.success {
            return Ok(Vec::new());
        }
        if self.is_overdue {
            return Ok(vec![of_a_death(
                "rustc did not come to an end with it",
                self.stderr,
            )]);
        }
        self.blame_the_target(workbench)?;
        let mapped = self.located(sources);
        if !mapped.is_empty() {
            return Ok(mapped);
        }
        if self.own.is_empty() {
            return Ok(vec![of_a_death("rustc crashed", self.stderr)]);
        }
        Ok(self.own.iter().map(without_place).collect())
    }

    /// As [`Compilation::diagnostics`], where the sources are expected to compile.
    pub(super) fn must_succeed(self, workbench: &Workbench, sources: &Path) -> Result<Vec<Artifact>, Error> {
        if self.success {
            return Ok(self.artifacts);
        }
        self.blame_the_target(workbench)?;
        let mapped = self.located(sources);
        Err(self.broken(mapped))
    }

    /// Errors of rustc in packages that are not ours, or a build failure before rustc saw our package.
    pub(super) fn blame_the_target(&self, workbench: &Workbench) -> Result<(), Error> {
        let refuse = |package: Option<&String>, text: &str| {
            if let Some(error) = package.and_then(|package| workbench.refusal_of_support(package, text)) {
                return Err(error);
            }
            Err(refusal::of_compilation(
                &workbench.request,
                package.map(String::as_str),
                text.to_owned(),
            ))
        };
        match &self.foreign {
            Some((package, rendered)) => refuse(Some(package), rendered),
            // rustc itself has died of what it was given by us.
            None if self.own.is_empty()
                && self.stderr.contains(&format!("could not compile `{HARNESS}`")) =>
            {
                Ok(())
            }
            // A build script failed, or a compiler died without a message.
            None if self.own.is_empty() => refuse(None, &self.stderr),
            None => Ok(()),
        }
    }

    /// All errors, or what cargo wrote if rustc gave none.
    pub(super) fn rendered(&self) -> String {
        let own = self.own.iter().map(text_of);
        let all: String = self
            .foreign
            .iter()
            .map(|(_, text)| text.as_str())
            .chain(own)
            .collect();
        if all.is_empty() { self.stderr.clone() } else { all }
    }

    fn located(&self, sources: &Path) -> Vec<Diagnostic> {
        self.own
            .iter()
            .filter_map(|message| locate(message, &self.package, sources))
            .collect()
    }

    fn broken(&self, diagnostics: Vec<Diagnostic>) -> Error {
        Error::HarnessBroken {
            rendered: self.rendered(),
            diagnostics,
        }
    }
}

fn is_error(message: &RustcMessage) -> bool {
    matches!(message.level, DiagnosticLevel::Error | DiagnosticLevel::Ice)
}

fn attach_note(error: &mut RustcMessage, note: RustcMessage) {
    if let Some(rendered) = &mut error.rendered {
        rendered.push_str(text_of(&note));
    }
    error.children.push(note);
}

fn text_of(message: &RustcMessage) -> &str {
    message.rendered.as_deref().unwrap_or(&message.message)
}

/// Finds the lines of `sources` that a message is about: the primary place, else any other place it mentions, else
/// what its notes mention ("encountered while instantiating …").
fn locate(message: &RustcMessage, package: &Path, sources: &Path) -> Option<Diagnostic> {
    let place = |spans: &[DiagnosticSpan], primary: bool| {
        let mut wanted = spans.iter().filter(|span| span.is_primary == primary);
        wanted.find_map(|span| place_in(span, package, sources))
    };
    let (file, (line_start, line_end)) = place(&message.spans, true)
        .or_else(|| place(&message.spans, false))
        .or_else(|| {
            message
                .children
                .iter()
                .find_map(|note| place(&note.spans, true).or_else(|| place(&note.spans, false)))
        })?;
    Some(Diagnostic {
        file,
        line_start,
        line_end,
        ..without_place(message)
    })
}

/// rustc ended without a word of its own.
fn of_a_death(message: &str, stderr: String) -> Diagnostic {
    Diagnostic {
        file: PathBuf::new(),
        line_start: 0,
        line_end: 0,
        code: None,
        message: message.to_owned(),
        rendered: stderr,
    }
}

fn without_place(message: &RustcMessage) -> Diagnostic {
    Diagnostic {
        file: PathBuf::new(),
        line_start: 0,
        line_end: 0,
        code: message.code.as_ref().map(|code| code.code.clone()),
        message: message.message.clone(),
        rendered: text_of(message).to_owned(),
    }
}

/// The place of a span in `sources`, following macro expansions outwards until they reach it.
fn place_in(span: &DiagnosticSpan, package: &Path, sources: &Path) -> Option<(PathBuf, (u32, u32))> {
    let mut span = span;
    loop {
        // rustc runs in the package's directory and names files relative to it.
        if let Ok(file) = package.join(&span.file_name).strip_prefix(sources) {
            return Some((file.to_owned(), (line(span.line_start), line(span.line_end))));
        }
        span = &span.expansion.as_ref()?.span;
    }
}

fn line(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

impl Workbench {
    /// `cargo check` of the harness: the errors that lie in its sources, none if it compiles.
    pub fn check(&self, notify: &mut dyn FnMut(&str)) -> Result<Vec<Diagnostic>, Error> {
        let package = self.harness();
        let call = self.compiling("check", &package);
        compile(call, &package, notify)?.diagnostics(self, &package.join("src"))
    }
}
