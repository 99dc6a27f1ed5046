//! What contained builds are started by, and whether the system keeps them in.

use crate::containment::SandboxMode;
use crate::executor::shared::sandbox::{CAPABILITIES, LANDLOCK, RLIMITS, SECCOMP};
use crate::executor::shared::setup::{BUILDING_ARGUMENT, THIS_PROGRAM};
use anyhow::{Context, bail};
use harness_gen::Launcher;
use std::process::{Command, Stdio};

/// The layers that strict needs.
pub const BUILD_LAYERS: [&str; 4] = [LANDLOCK, SECCOMP, CAPABILITIES, RLIMITS];

/// What cargo is started by for this level of containment; nothing if it is not to be contained.
pub fn launcher_of_builds(mode: SandboxMode) -> Option<Launcher> {
    let arguments: &'static [&'static str] = match mode {
        SandboxMode::Strict => &[BUILDING_ARGUMENT, "strict"],
        SandboxMode::Degraded => &[BUILDING_ARGUMENT, "degraded"],
        SandboxMode::Off => return None,
    };
    Some(Launcher {
        program: THIS_PROGRAM,
        arguments,
    })
}

/// The layers that hold for builds, tried out by forbidden acts. An error if the level needs another one.
pub fn probe_builds(mode: SandboxMode) -> anyhow::Result<Vec<String>> {
    let Some(launcher) = launcher_of_builds(mode) else {
        return Ok(Vec::new());
    };
    let output = Command::new(launcher.program)
        .args(launcher.arguments)
        .env_clear()
        .env("TMPDIR", std::env::temp_dir())
        .stdin(Stdio::null())
        .output()
        .context("cannot start what contains builds")?;
    if !output.status.success() {
        let said = String::from_utf8_lossy(&output.stderr);
        let said = said.trim();
        bail!("{}", said.strip_prefix("error: ").unwrap_or(said));
    }
    let told = String::from_utf8_lossy(&output.stdout);
    Ok(told.split_whitespace().map(str::to_owned).collect())
}
