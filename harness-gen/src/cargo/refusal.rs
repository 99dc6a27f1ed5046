//! Reads the reason out of a failed cargo call. cargo offers no codes for these, so the phrases it uses are known
//! here and nowhere else; an unknown phrase keeps its text in a general error.

use crate::diagnostic::Diagnostic;
use crate::error::Error;
use crate::request::{Request, Source};
use cargo_metadata::semver::Version;
use std::path::Path;

#[derive(Clone, Copy)]
enum Reason {
    Feature,
    Crate,
    Version,
    Toolchain,
    NotCached,
    Download,
}

/// In order: the first phrase found decides.
const PHRASES: [(&str, Reason); 13] = [
    ("does not have that feature", Reason::Feature),
    ("does not have feature", Reason::Feature),
    ("does not have these features", Reason::Feature),
    ("no matching package", Reason::Crate),
    ("could not be found in registry index", Reason::Crate),
    ("is compatible with rustc", Reason::Toolchain),
    ("failed to select a version", Reason::Version),
    ("candidate versions found which didn't match", Reason::Version),
    ("--offline was specified", Reason::NotCached),
    ("unable to update registry", Reason::Download),
    ("Unable to update", Reason::Download),
    ("failed to download", Reason::Download),
    ("spurious network error", Reason::Download),
];

/// cargo's own words for "this would not have happened online".
const OFFLINE_REMINDER: &str = "you're using offline mode";

/// Why the scratch package could not be resolved.
pub(super) fn of_resolution(request: &Request, stderr: String) -> Error {
    let name = request.name.clone();
    let output = stderr.trim_end().to_owned();
    if let Some((package, version)) = yanked(&output) {
        return Error::Yanked {
            name,
            package,
            version,
            output,
        };
    }
    match reason(&output) {
        Some(Reason::Toolchain) => Error::NeedsNewerRust { name },
        Some(Reason::Feature) => Error::UnknownFeature { name, output },
        Some(Reason::Crate | Reason::Version) if output.contains(OFFLINE_REMINDER) => {
            Error::NotCached { name, output }
        }
        Some(Reason::Crate) => Error::UnknownCrate { name, output },
        Some(Reason::Version) => Error::UnknownVersion {
            name,
            version: request.version.clone(),
            output,
        },
        Some(Reason::NotCached) => Error::NotCached { name, output },
        Some(Reason::Download) => Error::Download { name, output },
        None => Error::Metadata { name, output },
    }
}

fn reason(output: &str) -> Option<Reason> {
    PHRASES
        .iter()
        .find(|(phrase, _)| output.contains(phrase))
        .map(|(_, reason)| *reason)
}

/// Why cargo has chosen no version of a package of which only the name is known.
pub(super) fn of_choice(name: &str, offline: bool, stderr: &str) -> Error {
    let (name, output) = (name.to_owned(), stderr.trim_end().to_owned());
    match reason(&output) {
        // Then cargo says nothing of the network.
        Some(Reason::Crate | Reason::NotCached) if offline => Error::NotCached { name, output },
        Some(Reason::Crate) => Error::UnknownCrate { name, output },
        Some(Reason::Toolchain) => Error::NeedsNewerRust { name },
        Some(Reason::Download) => Error::Download { name, output },
        _ => Error::Metadata { name, output },
    }
}

/// The version of `name` that cargo says it has passed over for the compiler's sake.
pub(super) fn passed_over(name: &str, stderr: &str) -> Option<String> {
    let start = format!("warning: ignoring {name}@");
    let line = stderr
        .lines()
        .find_map(|line| line.strip_prefix(start.as_str()))?;
    let (version, _) = line.split_once(" (which requires rustc ")?;
    Some(version.to_owned())
}

/// The newest yanked version that would have met the requirement, and its package.
fn yanked(output: &str) -> Option<(String, String)> {
    let (_, requirement) = output.split_once("failed to select a version for the requirement `")?;
    let (package, rest) = requirement.split_once(" = ")?;
    let versions = rest.lines().filter_map(|line| {
        let version = line.trim().strip_prefix("version ")?.strip_suffix(" is yanked")?;
        Version::parse(version).ok()
    });
    Some((package.to_owned(), versions.max()?.to_string()))
}

/// rustc's word for two global allocators in one program. The error has no code and no place.
const TWO_ALLOCATORS: &str = "#[global_allocator]";

/// The explored crate sets the global allocator, if that is why the harness was refused.
pub(super) fn of_allocator(request: &Request, diagnostics: &[Diagnostic]) -> Option<Error> {
    let is_one = |diagnostic: &Diagnostic| {
        diagnostic.file.as_os_str().is_empty() && diagnostic.message.contains(TWO_ALLOCATORS)
    };
    diagnostics.iter().any(is_one).then(|| Error::OwnAllocator {
        name: request.name.clone(),
    })
}

/// rustc's words for a linker that failed; what that wrote is below.
const LINKER_FAILED: &str = "linking with `";
/// What a linker's own lines have in them, as against rustc's of how it was called.
const LINKERS_LINES: [&str; 5] = [
    "error:",
    ">>> ",
    "multiple definition",
    "undefined reference",
    "undefined symbol",
];

/// The linker refused the harness, if that is why there is none.
pub(super) fn of_linker(request: &Request, diagnostics: &[Diagnostic]) -> Option<Error> {
    let failed = diagnostics
        .iter()
        .find(|one| one.message.starts_with(LINKER_FAILED))?;
    let is_linkers = |line: &&str| {
        !line.starts_with("error: linking with") && LINKERS_LINES.iter().any(|mark| line.contains(mark))
    };
    let lines: Vec<&str> = failed
        .rendered
        .lines()
        .filter(is_linkers)
        .map(str::trim)
        .collect();
    Some(Error::NotLinked {
        name: request.name.clone(),
        output: lines.join("\n"),
    })
}

/// Where the command that reproduces it succeeds.
const CONTAINED_HINT: &str = "\nhelp: its build is contained: no network, no home, and the target directory is all that it may write; if it needs more and you trust it, `--sandbox off` contains nothing";

/// Where the crate itself says which features it lacks.
const FEATURES_HINT: &str = "\nhelp: features are chosen with `--features NAMES` or `--all-features`";

/// The explored crate or a dependency does not compile; `package` is cargo's package id where one is known.
pub(super) fn of_compilation(request: &Request, package: Option<&str>, rendered: String) -> Error {
    let package = package.map_or_else(|| request.name.clone(), readable_package);
    let asks_for_features = rendered.contains("compile_error!") && rendered.contains("feature");
    Error::TargetDoesNotCompile {
        package,
        rendered,
        reproduce: reproduce_command(request),
        hint: match request.access.launcher {
            _ if asks_for_features => FEATURES_HINT,
            Some(_) => CONTAINED_HINT,
            None => "",
        },
    }
}

/// `registry+https://…#serde@1.0.229` → `serde 1.0.229`; `path+file:///x/vast#0.1.0` → `vast 0.1.0`.
fn readable_package(id: &str) -> String {
    let Some((location, fragment)) = id.rsplit_once('#') else {
        return id.to_owned();
    };
    match fragment.split_once('@') {
        Some((name, version)) => format!("{name} {version}"),
        None => format!("{} {fragment}", location.rsplit('/').next().unwrap_or(location)),
    }
}

/// A command that builds the crate as we do, without us.
fn reproduce_command(request: &Request) -> String {
    let mut features = String::new();
    if !request.features.default {
        features.push_str(" --no-default-features");
    }
    if request.features.all {
        features.push_str(" --all-features");
    } else if !request.features.named.is_empty() {
        features.push_str(&format!(" --features {}", request.features.named.join(",")));
    }
    match &request.source {
        Source::Path(directory) | Source::Workspace(directory) => {
            let manifest = directory.join("Cargo.toml");
            format!(
                "cargo build --lib --manifest-path {}{features}",
                quoted_if_needed(&manifest)
            )
        }
        Source::Registry => {
            let features = features.replace(
                " --all-features",
                &format!(" --features {}", request.features.named.join(",")),
            );
            let (name, version) = (&request.name, &request.version);
            format!(
                "cargo new --lib try-{name} && cd try-{name} && cargo add {name}@={version}{features} && cargo build"
            )
        }
    }
}

fn quoted_if_needed(path: &Path) -> String {
    let text = path.display().to_string();
    if text.contains(char::is_whitespace) {
        format!("'{text}'")
    } else {
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::request::{CargoAccess, Constants, Features};

    fn request() -> Request {
        Request {
            name: "semver".to_owned(),
            version: "99.0.0".to_owned(),
            lib_name: "semver".to_owned(),
            source: Source::Registry,
            lock_file: None,
            features: Features {
                named: vec!["std".to_owned()],
                all: false,
                default: false,
            },
            work_dir: "/tmp".into(),
            access: CargoAccess::default(),
            constants: Constants::default(),
            properties: crate::PathGlobs::default(),
            support: None,
            feeding: crate::request::Feeding::default(),
        }
    }

    #[test]
    fn a_crate_that_asks_for_features_gets_the_options_for_them() {
        let refused = "error: `a` or `b` feature is needed\n |\n1 | compile_error!(";
        let told = |rendered: &str| of_compilation(&request(), None, rendered.to_owned()).to_string();
        assert!(told(refused).ends_with(FEATURES_HINT));
        assert!(!told("error: cannot find `feature`").contains(FEATURES_HINT));
    }

    #[test]
    fn cargos_refusals_become_the_error_a_user_can_act_on() {
        let of = |stderr: &str| of_resolution(&request(), stderr.to_owned());
        let offline = "As a reminder, you're using offline mode (--offline) which can sometimes cause …";
        assert!(matches!(
            of("error: no matching package named `zzqq` found"),
            Error::UnknownCrate { .. }
        ));
        assert!(matches!(
            of(&format!("error: no matching package named `a` found\n{offline}")),
            Error::NotCached { .. }
        ));
        let version = "error: failed to select a version for the requirement `semver = \"=99.0.0\"`";
        assert!(matches!(of(version), Error::UnknownVersion { .. }));
        let feature = "package `s` depends on `semver` with feature `zz` but `semver` does not have that feature.\n\
                       failed to select a version for `semver`";
        assert!(matches!(of(feature), Error::UnknownFeature { .. }));
        assert!(matches!(of("error: something new"), Error::Metadata { .. }));
        let yanked = of(
            "error: failed to select a version for the requirement `gone = \"^0.3\"`\n  version 0.3.9 is yanked\n  \
                         version 0.3.10 is yanked\nlocation searched: crates.io index",
        );
        assert!(
            matches!(&yanked, Error::Yanked { package, version, .. } if package == "gone" && version == "0.3.10"),
            "{yanked:?}"
        );
    }

    #[test]
    fn why_cargo_chooses_no_version_becomes_the_error_a_user_can_act_on() {
        let of = |offline, stderr: &str| of_choice("a", offline, stderr);
        let unknown = "error: the crate `a` could not be found in registry index.";
        assert!(matches!(of(false, unknown), Error::UnknownCrate { .. }));
        assert!(matches!(of(true, unknown), Error::NotCached { .. }));
        assert!(matches!(
            of(
                false,
                "error: no version of crate `a` is compatible with rustc 1.95.0"
            ),
            Error::NeedsNewerRust { .. }
        ));
        assert!(matches!(
            of(
                false,
                "error: download of config.json failed\nCaused by:\n  failed to download from `x`"
            ),
            Error::Download { .. }
        ));
        assert!(matches!(
            of(false, "error: something new"),
            Error::Metadata { .. }
        ));
    }

    #[test]
    fn a_version_that_needs_a_newer_compiler_is_read_from_cargos_warning() {
        let text = "    Updating index\nwarning: ignoring a@2.0.0 (which requires rustc 1.999) as it is incompatible with rustc 1.95.0\n";
        assert_eq!(passed_over("a", text).as_deref(), Some("2.0.0"));
        assert_eq!(passed_over("b", text), None);
    }

    #[test]
    fn of_a_failed_linker_its_own_lines_are_shown() {
        let rendered = "error: linking with `cc` failed: exit status: 1\n  |\n  = note:  \"cc\" \"-m64\"\n  = note: rust-lld: error: duplicate symbol: f\n          >>> defined at lib.rs:3\n";
        let diagnostic = Diagnostic {
            file: Default::default(),
            line_start: 0,
            line_end: 0,
            code: None,
            message: "linking with `cc` failed: exit status: 1".to_owned(),
            rendered: rendered.to_owned(),
        };
        let Some(Error::NotLinked { output, .. }) = of_linker(&request(), &[diagnostic]) else {
            panic!("it is the linker's")
        };
        assert_eq!(
            output,
            "= note: rust-lld: error: duplicate symbol: f\n>>> defined at lib.rs:3"
        );
        assert!(of_linker(&request(), &[]).is_none());
    }

    #[test]
    fn package_ids_are_shown_as_name_and_version() {
        assert_eq!(
            readable_package("registry+https://x/index#serde@1.0.229"),
            "serde 1.0.229"
        );
        assert_eq!(readable_package("path+file:///home/me/vast#0.1.0"), "vast 0.1.0");
    }

    #[test]
    fn the_reproducing_command_carries_the_features() {
        assert_eq!(
            reproduce_command(&request()),
            "cargo new --lib try-semver && cd try-semver && \
             cargo add semver@=99.0.0 --no-default-features --features std && cargo build"
        );
    }
}
