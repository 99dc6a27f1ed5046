//! What can go wrong between a request and a built harness, each with advice for whoever meets it. A fault of the
//! explored code is never an error: those are findings.

use crate::diagnostic::Diagnostic;
use crate::tuning::SHOWN_LINES;
use std::path::PathBuf;
use std::time::Duration;

/// Why a crate could not be made ready for exploration.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// A program of the toolchain could not be started.
    #[error(
        "cannot run `{program}`: {source}\nhelp: install a Rust toolchain (https://rustup.rs) and put its programs on PATH"
    )]
    ToolMissing {
        /// `cargo` or `rustc`, or whatever the environment names in its place.
        program: String,
        /// What the system said.
        source: std::io::Error,
    },
    /// A program of the toolchain ran and did not answer as expected.
    #[error("`{program}` failed: {output}")]
    Toolchain {
        /// The program.
        program: String,
        /// What it wrote.
        output: String,
    },
    /// A directory that should hold a package has no manifest.
    #[error("there is no `Cargo.toml` in `{}`\nhelp: give the directory of a package", .directory.display())]
    NoManifest {
        /// The directory.
        directory: PathBuf,
    },
    /// The registry does not know the package.
    #[error(
        "no package named `{name}` was found\nhelp: check the spelling; a local package is given by its path\n{output}"
    )]
    UnknownCrate {
        /// Package name.
        name: String,
        /// What cargo wrote.
        output: String,
    },
    /// The registry knows the package, but not this version, or it does not fit the lock file.
    #[error("version {version} of `{name}` cannot be selected\n{output}")]
    UnknownVersion {
        /// Package name.
        name: String,
        /// The version asked for.
        version: String,
        /// What cargo wrote, with the versions that exist.
        output: String,
    },
    /// Every version that would do is yanked.
    #[error(
        "`{name}` needs version {version} of `{package}`, which is yanked\nhelp: cargo takes a yanked version only where a lock file names it; require another version of `{package}`\n{output}"
    )]
    Yanked {
        /// The explored package.
        name: String,
        /// The package of which a version is yanked: the explored one or a dependency.
        package: String,
        /// The newest version that would do.
        version: String,
        /// What cargo wrote.
        output: String,
    },
    /// All versions of the package need a newer compiler.
    #[error(
        "every version of `{name}` needs a newer Rust than this one\nhelp: use a newer toolchain, for instance `cargo +stable explore {name}`"
    )]
    NeedsNewerRust {
        /// Package name.
        name: String,
    },
    /// A feature was asked for that the package does not have.
    #[error("`{name}` does not have a feature that was asked for\n{output}")]
    UnknownFeature {
        /// Package name.
        name: String,
        /// What cargo wrote.
        output: String,
    },
    /// Something is not in cargo's cache and `--offline` forbids fetching it.
    #[error(
        "`{name}` or a dependency is not in cargo's cache\nhelp: run once without `--offline`, or `cargo fetch`\n{output}"
    )]
    NotCached {
        /// Package name.
        name: String,
        /// What cargo wrote.
        output: String,
    },
    /// The registry or a download did not answer.
    #[error(
        "a download failed while resolving `{name}`\nhelp: check the network, or use `--offline`\n{output}"
    )]
    Download {
        /// Package name.
        name: String,
        /// What cargo wrote.
        output: String,
    },
    /// `--locked` was asked for and the lock file does not decide every version.
    #[error("`--locked` was given, but {missing}\nhelp: update the lock file, or leave `--locked` away")]
    Locked {
        /// What is missing, as the end of the sentence.
        missing: String,
    },
    /// The package has no library that other packages can depend on.
    #[error(
        "`{name}` has no library target\nhelp: move the code to explore into `src/lib.rs`; only libraries have a public API"
    )]
    NoLibrary {
        /// Package name.
        name: String,
    },
    /// The package is a procedural macro.
    #[error("`{name}` is a procedural macro crate: it has no functions that another crate can call")]
    ProcMacro {
        /// Package name.
        name: String,
    },
    /// The explored crate, or a dependency of it, does not compile.
    #[error(
        "`{package}` does not compile:\n{}\nnote: this is unlikely to be a bug in cargo explore; reproduce with: {reproduce}{hint}",
        first_lines(.rendered)
    )]
    TargetDoesNotCompile {
        /// The package that rustc refused, or the explored one if cargo does not say which.
        package: String,
        /// Everything rustc or the build script wrote.
        rendered: String,
        /// A command that shows the same error without us.
        reproduce: String,
        /// What else it may come of; a line of its own, or nothing.
        hint: &'static str,
    },
    /// The file of `--support` does not compile.
    #[error("the support file `{}` does not compile:\n{}\nhelp: it is compiled as a crate of edition 2024 that sees the explored crate, its \
             dependencies and its dev-dependencies", .path.display(), first_lines(.rendered))]
    SupportDoesNotCompile {
        /// As the user named it.
        path: PathBuf,
        /// Everything rustc wrote.
        rendered: String,
    },
    /// The file of `--support` has nothing that builds a value.
    #[error("the support file `{}` has nothing public\nhelp: write `pub` before the functions whose values are to be arguments", .path.display())]
    SupportIsEmpty {
        /// As the user named it.
        path: PathBuf,
    },
    /// The crate compiles, but rustdoc failed on it.
    #[error("rustdoc failed on `{package}`:\n{}", first_lines(.rendered))]
    Rustdoc {
        /// The package.
        package: String,
        /// Everything cargo and rustdoc wrote.
        rendered: String,
    },
    /// The toolchain's rustdoc writes a JSON format that we do not read.
    #[error(
        "this toolchain writes rustdoc JSON format {found}; formats {supported:?} are supported\nhelp: choose another toolchain, e.g. `cargo +stable explore`"
    )]
    UnsupportedFormat {
        /// `format_version` of the file.
        found: u32,
        /// The formats we read.
        supported: &'static [u32],
    },
    /// Our directory cannot be made, read or written.
    #[error("cannot use `{}`: {source}\nhelp: choose a writable directory with `--target-dir`", .path.display())]
    WorkDir {
        /// The file or directory.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// Nothing can be written where the system keeps temporary files.
    #[error("cannot make a temporary directory in `{}`: {source}\nhelp: set TMPDIR to a writable directory", .path.display())]
    TemporaryDirectory {
        /// Where.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// A path cannot be written into a manifest.
    #[error("`{}` is not valid Unicode, so cargo cannot be told about it\nhelp: move the package", .path.display())]
    PathNotUnicode {
        /// The path.
        path: PathBuf,
    },
    /// A manifest or lock file of the user cannot be read as one.
    #[error("cannot read `{}`: {reason}", .path.display())]
    UnreadableManifest {
        /// The file.
        path: PathBuf,
        /// Why not.
        reason: String,
    },
    /// cargo could not describe the package, for a reason not named above.
    #[error("cargo cannot resolve `{name}`:\n{output}")]
    Metadata {
        /// Package name.
        name: String,
        /// What cargo wrote.
        output: String,
    },
    /// We were asked to stop.
    #[error("interrupted")]
    Interrupted,
    /// cargo was stopped by a signal that we did not send.
    #[error("cargo was stopped by signal {signal}")]
    Stopped {
        /// The signal's number.
        signal: i32,
    },
    /// The crate, or a dependency of it, sets the global allocator, which the harness needs for itself.
    #[error(
        "`{name}` or a dependency of it sets the global allocator; exploring counts allocations and sets its own\nhelp: explore it without the feature that sets the allocator (`--no-default-features`, `--features`)"
    )]
    OwnAllocator {
        /// Package name.
        name: String,
    },
    /// What the crate exports by name does not go together with std or another crate in one shared library.
    #[error(
        "`{name}` cannot be linked into the shared library that is explored:\n{}\nhelp: what it exports by name (`#[no_mangle]`) or calls by name must be there once; explore it without the feature that does so",
        first_lines(.output)
    )]
    NotLinked {
        /// Package name.
        name: String,
        /// What the linker wrote.
        output: String,
    },
    /// Functions are left to whoever builds a program. A harness that is built once more has the feature that brings them.
    #[error(
        "the harness lacks {}, which the feature `std` of `{} {}` brings",
        .symbols.iter().map(|symbol| format!("`{symbol}`")).collect::<Vec<_>>().join(", "), .package, .version
    )]
    LeftUndefined {
        /// Their names to the linker.
        symbols: std::collections::BTreeSet<String>,
        /// The package that brings them.
        package: String,
        /// Its version.
        version: String,
    },
    /// Whoever depends on the crate gets it in the place of the standard library.
    #[error(
        "the library of `{name}` is named `std`, so that whatever depends on it has no standard library any more\nhelp: give it another name (`[lib]` with `name = …`)"
    )]
    NamedStd {
        /// Package name.
        name: String,
    },
    /// Something that is built does not come to an end.
    #[error(
        "building did not come to an end: nothing was heard for {time:?}, or all of it took that long; the last was `{step}`\nhelp: a build script or a macro may wait for something"
    )]
    BuildStalls {
        /// What cargo said last.
        step: String,
        /// The time that was exceeded.
        time: Duration,
    },
    /// A build has left a link where this program would write, or read what it shows.
    #[error(
        "`{}` leads out of the directory that builds write to: something that was built has made it a link\nhelp: do not explore this crate before you know why", .path.display()
    )]
    LeadsOutside {
        /// The path.
        path: PathBuf,
    },
    /// The generated code does not compile, and no arm can be blamed for it: a defect of ours.
    #[error("the generated harness does not compile; this is a bug in cargo explore:\n{}", first_lines(.rendered))]
    HarnessBroken {
        /// Everything rustc wrote.
        rendered: String,
        /// Errors that do have a place in the harness: after a clean check these come from code generation
        /// (evaluated constants, recursion in instances).
        diagnostics: Vec<Diagnostic>,
    },
}

impl Error {
    /// True if there is nothing in the package that could be called.
    pub fn is_nothing_explorable(&self) -> bool {
        matches!(self, Self::NoLibrary { .. } | Self::ProcMacro { .. })
    }
}

fn first_lines(text: &str) -> String {
    let mut lines = text.trim_end().lines();
    let mut shown = lines.by_ref().take(SHOWN_LINES).collect::<Vec<_>>().join("\n");
    let hidden = lines.count();
    if hidden > 0 {
        shown.push_str(&format!("\n… and {hidden} more lines"));
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_compiler_output_is_cut_and_says_so() {
        let text = (0..SHOWN_LINES + 3)
            .map(|n| format!("line {n}\n"))
            .collect::<String>();
        let shown = first_lines(&text);
        assert!(shown.ends_with("line 19\n… and 3 more lines"), "{shown}");
        assert_eq!(first_lines("one\ntwo\n"), "one\ntwo");
    }
}
