//! `doctor`: tries out, on a package of its own, everything that exploring needs from this machine.

use super::prepare::sandbox_mode;
use crate::cli::{AnswerFormat, DoctorArgs};
use crate::executor::{SandboxMode, probe_builds, probe_sandbox};
use crate::exit_code::ExitCode;
use crate::report::Console;
use crate::report::diagnosis::{self, Check};
use crate::spec;
use anyhow::Context;
use harness_gen::cargo::{Workbench, rustc_version};
use harness_gen::{CargoAccess, Constants, Features, Feeding, PathGlobs, Request, SUPPORTED_FORMATS, Source};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The package that is documented and built.
const NAME: &str = "cargo-explore-doctor";

/// The check of the place where everything is made.
const DIRECTORY: &str = "target directory";
const DIRECTORY_ADVICE: &str = "choose a writable directory with --target-dir";

/// Prints one line per check. Exit code 101 if something is not as it should be.
pub(super) fn run(arguments: &DoctorArgs, console: Console) -> anyhow::Result<ExitCode> {
    let current_dir = std::env::current_dir().context("cannot find the current directory")?;
    let mut checks = vec![toolchain()];
    match spec::work_dir_at(arguments.target_dir.as_deref(), None, &current_dir) {
        Ok(work_dir) => checks.extend(build(&work_dir)),
        Err(error) => checks.push(problem(DIRECTORY, &error.into(), DIRECTORY_ADVICE)),
    }
    checks.push(containment(arguments));
    checks.push(containment_of_builds(arguments));
    match arguments.format {
        AnswerFormat::Human => console.answer(&diagnosis::lines(&checks))?,
        AnswerFormat::Json => console.answer(&diagnosis::json(&checks)?)?,
    }
    Ok(if checks.iter().all(|check| check.ok) {
        ExitCode::Clean
    } else {
        ExitCode::Failure
    })
}

fn ok(name: &'static str, found: impl Into<String>) -> Check {
    Check {
        name,
        ok: true,
        found: found.into(),
        advice: None,
    }
}

fn problem(name: &'static str, error: &anyhow::Error, advice: &str) -> Check {
    Check {
        name,
        ok: false,
        found: format!("{error:#}"),
        advice: Some(advice.into()),
    }
}

fn toolchain() -> Check {
    match rustc_version() {
        Ok(version) => ok("toolchain", version),
        Err(error) => problem(
            "toolchain",
            &error.into(),
            "install Rust with rustup; rustc and cargo must be in PATH",
        ),
    }
}

/// Checks that build on one another: the first that fails is the last.
fn build(work_dir: &Path) -> Vec<Check> {
    let mut checks = Vec::new();
    let package = match write_package(work_dir) {
        Ok(package) => package,
        Err(error) => {
            checks.push(problem(DIRECTORY, &error, DIRECTORY_ADVICE));
            return checks;
        }
    };
    checks.push(ok(DIRECTORY, work_dir.display().to_string()));
    let mut quiet = |_: &str| {};
    let mut request = request(package, work_dir.to_owned());
    let opened = Workbench::open(&request, &Arc::default(), &mut quiet)
        .and_then(|mut workbench| workbench.resolve(&mut request, &mut quiet).map(|_| workbench));
    let workbench = match opened {
        Ok(workbench) => workbench,
        Err(error) => {
            checks.push(problem(
                "cargo",
                &error.into(),
                "`cargo metadata` must work on an ordinary package",
            ));
            return checks;
        }
    };
    checks.push(ok("cargo", "reads packages"));
    checks.push(match rustdoc_format(&workbench) {
        Ok(format) if SUPPORTED_FORMATS.contains(&format) => ok("rustdoc JSON", format!("format {format}")),
        Ok(format) => Check {
            name: "rustdoc JSON",
            ok: false,
            found: format!("format {format}; supported: {SUPPORTED_FORMATS:?}"),
            advice: Some("use another toolchain, for instance `cargo +stable explore`".into()),
        },
        Err(error) => problem(
            "rustdoc JSON",
            &error,
            "install rustdoc of the same toolchain as rustc",
        ),
    });
    checks.push(match workbench.build(&mut quiet) {
        Ok(_) => ok("linker", "links dynamic libraries"),
        Err(error) => problem(
            "linker",
            &error.into(),
            "install a C compiler (`cc`), which Rust needs for linking and nothing else",
        ),
    });
    checks
}

/// Writes the package to try things out on.
fn write_package(work_dir: &Path) -> anyhow::Result<PathBuf> {
    let package = work_dir.join("doctor").join("package");
    let unwritable = || format!("cannot write to `{}`", package.display());
    fs::create_dir_all(package.join("src")).with_context(unwritable)?;
    let manifest =
        format!("[package]\nname = \"{NAME}\"\nversion = \"0.1.0\"\nedition = \"2021\"\n\n[workspace]\n");
    fs::write(package.join("Cargo.toml"), manifest).with_context(unwritable)?;
    fs::write(
        package.join("src/lib.rs"),
        "//! Tries the toolchain out.\n\npub fn healthy() -> bool {\n    true\n}\n",
    )
    .with_context(unwritable)?;
    Ok(package)
}

fn request(package: PathBuf, work_dir: PathBuf) -> Request {
    Request {
        name: NAME.into(),
        version: "0.1.0".into(),
        lib_name: NAME.replace('-', "_"),
        source: Source::Path(package),
        lock_file: None,
        features: Features {
            default: true,
            ..Features::default()
        },
        work_dir,
        access: CargoAccess {
            offline: true,
            locked: false,
            jobs: None,
            launcher: None,
        },
        constants: Constants::default(),
        properties: PathGlobs::default(),
        support: None,
        feeding: Feeding::default(),
    }
}

fn rustdoc_format(workbench: &Workbench) -> anyhow::Result<u32> {
    #[derive(serde::Deserialize)]
    struct Versioned {
        format_version: u32,
    }
    let json = workbench.rustdoc_json(&mut |_| {})?;
    let versioned: Versioned = serde_json::from_slice(&fs::read(json)?)?;
    Ok(versioned.format_version)
}

fn containment_of_builds(arguments: &DoctorArgs) -> Check {
    let mode = sandbox_mode(arguments.sandbox);
    match probe_builds(mode) {
        Ok(_) if mode == SandboxMode::Off => ok("build sandbox", "off"),
        Ok(layers) => ok("build sandbox", layers.join(", ")),
        Err(error) => problem(
            "build sandbox",
            &error,
            "explore crates of the registry with --sandbox degraded, or on a newer kernel",
        ),
    }
}

fn containment(arguments: &DoctorArgs) -> Check {
    match probe_sandbox(sandbox_mode(arguments.sandbox)) {
        Ok(report) => ok(
            "sandbox",
            format!("{} ({})", report.level, report.layers.join(", ")),
        ),
        Err(error) => problem(
            "sandbox",
            &error,
            "explore with --sandbox degraded, or on a newer kernel",
        ),
    }
}
