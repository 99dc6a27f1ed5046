//! What can be wrong with the name of a package, each with what to do about it.

use std::path::PathBuf;
use thiserror::Error;

/// A SPEC or package option that does not lead to an explorable package.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[non_exhaustive]
pub enum SpecError {
    /// Not a SPEC at all.
    #[error(
        "`{spec}` is not a SPEC\nhelp: write a path (`./{}`), a package name, or a name with a full version (`semver@1.0.26`)",
        if spec.is_empty() { "my-crate" } else { spec }
    )]
    Malformed {
        /// As typed.
        spec: String,
    },
    /// Several versions of one dependency are locked.
    #[error(
        "the lock file has several versions of `{name}`\nhelp: choose one: {}",
        each_version(name, versions)
    )]
    SeveralVersions {
        /// Package name.
        name: String,
        /// Its versions.
        versions: Vec<String>,
    },
    /// Nothing at this path.
    #[error("there is no `{}`", path.display())]
    NoSuchPath {
        /// As typed.
        path: PathBuf,
    },
    /// Something else at this path.
    #[error("`{}` is not a package\nhelp: give a directory that has a Cargo.toml, or the Cargo.toml itself", path.display())]
    NotAPackage {
        /// As typed.
        path: PathBuf,
    },
    /// A workspace without a root package.
    #[error(
        "`{}` is a workspace, not a package; its members are {}\nhelp: give a member's path, or use `--manifest-path` with `--workspace` or `--package`",
        path.display(), members.join(", ")
    )]
    VirtualWorkspace {
        /// As typed.
        path: PathBuf,
        /// Members' names.
        members: Vec<String>,
    },
    /// Only binaries.
    #[error(
        "package `{package}` has no library target\nhelp: only libraries have a public API; move the code worth exploring into src/lib.rs"
    )]
    NoLibrary {
        /// Package name.
        package: String,
    },
    /// A procedural macro crate.
    #[error(
        "package `{package}` is a procedural macro crate\nhelp: it can be called by the compiler only; explore a library that holds its logic"
    )]
    ProcMacro {
        /// Package name.
        package: String,
    },
    /// Only `cdylib` or `staticlib`.
    #[error(
        "the library of package `{package}` cannot be linked to from Rust\nhelp: add \"lib\" to its crate-type"
    )]
    NotLinkable {
        /// Package name.
        package: String,
    },
    /// No package goes by this name.
    #[error(
        "`{spec}` is neither a workspace member, nor in the lock file, nor a directory with a package, nor in the registry{}\nhelp: check the spelling; a local package is given by its path",
        did_you_mean(suggestions)
    )]
    Unknown {
        /// As typed.
        spec: String,
        /// Names that are nearly the same.
        suggestions: Vec<String>,
    },
    /// Nearly a member's name. A slip of the keyboard should not build what a stranger has published.
    #[error(
        "the workspace has no member `{spec}`{}\nhelp: if the crate `{spec}` of the registry is meant, give its version, such as `{spec}@1.0.0`",
        did_you_mean(suggestions)
    )]
    NearlyAMember {
        /// As typed.
        spec: String,
        /// The members.
        suggestions: Vec<String>,
    },
    /// The name can only be one of the registry, and cargo does not say which version there is.
    #[error(
        "`{spec}` is neither a workspace member, nor in the lock file, nor a directory with a package{}\n{reason}",
        did_you_mean(suggestions)
    )]
    NotChosen {
        /// As typed.
        spec: String,
        /// Names that are nearly the same.
        suggestions: Vec<String>,
        /// Why there is no version from the registry, and what to do.
        reason: String,
    },
    /// No directory to build in.
    #[error(
        "there is no directory for builds: no package is here, and neither XDG_CACHE_HOME nor HOME names one\nhelp: set one of them, or give `--target-dir`"
    )]
    NoCache,
    /// No member goes by this name.
    #[error("the workspace has no member `{name}`{}", did_you_mean(suggestions))]
    UnknownMember {
        /// As typed.
        name: String,
        /// Names that are nearly the same.
        suggestions: Vec<String>,
    },
    /// A dependency from git, another registry, or an unknown path.
    #[error(
        "dependency `{name}` comes from {origin}, not from the registry\nhelp: check its sources out and give their path"
    )]
    ForeignSource {
        /// Package name.
        name: String,
        /// The lock file's words.
        origin: String,
    },
    /// cargo did not say where its builds go.
    #[error("cargo could not read its configuration\n{}", indented(message))]
    Configuration {
        /// cargo's words.
        message: String,
    },
    /// `cargo metadata` failed.
    #[error("cargo could not read the package\n{}", indented(message))]
    Metadata {
        /// cargo's words.
        message: String,
    },
}

impl SpecError {
    /// True if typing something else would be the remedy whatever the state of the disk.
    pub fn is_usage(&self) -> bool {
        matches!(self, Self::Malformed { .. } | Self::SeveralVersions { .. })
    }

    /// True if there is nothing in the package that could be called.
    pub fn is_nothing_explorable(&self) -> bool {
        matches!(self, Self::NoLibrary { .. } | Self::ProcMacro { .. })
    }
}

/// Members whose names are one or two letters from `name`, nearest first.
pub(super) fn nearly(name: &str, members: &[String]) -> Vec<String> {
    let mut near = suggestions(name, members);
    near.retain(|member| strsim::damerau_levenshtein(name, member) <= 2);
    near
}

/// At most three known names that are nearly `name`, nearest first.
pub(super) fn suggestions(name: &str, known: &[String]) -> Vec<String> {
    let most = (name.chars().count() / 3).max(1);
    let mut near: Vec<(usize, &String)> = known
        .iter()
        .map(|candidate| (strsim::damerau_levenshtein(name, candidate), candidate))
        .filter(|(distance, _)| *distance <= most)
        .collect();
    near.sort();
    near.dedup();
    near.into_iter()
        .take(3)
        .map(|(_, candidate)| candidate.clone())
        .collect()
}

fn did_you_mean(suggestions: &[String]) -> String {
    if suggestions.is_empty() {
        return String::new();
    }
    let quoted: Vec<String> = suggestions.iter().map(|name| format!("`{name}`")).collect();
    format!("; did you mean {}?", quoted.join(" or "))
}

fn each_version(name: &str, versions: &[String]) -> String {
    versions
        .iter()
        .map(|version| format!("`{name}@{version}`"))
        .collect::<Vec<_>>()
        .join(", ")
}

fn indented(text: &str) -> String {
    text.trim()
        .lines()
        .map(|line| format!("  {line}"))
        .collect::<Vec<_>>()
        .join("\n")
}
