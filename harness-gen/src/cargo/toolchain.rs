//! Which rustc and rustdoc are in use, and the shim that lets stable rustdoc write JSON.

use super::process::{shell_quoted, tool_output};
use super::scratch::write_executable;
use crate::error::Error;
use std::path::{Path, PathBuf};

/// The toolchain that cargo uses in the explored package's directory.
#[derive(Clone, Debug)]
pub struct Toolchain {
    /// rustc's version line, e.g. `rustc 1.95.0 (59807616e 2026-04-14)`.
    pub version: String,
    /// The target triple of this machine.
    pub host: String,
    /// Where it is installed.
    pub(super) sysroot: PathBuf,
    /// The rustc itself.
    pub(super) rustc: PathBuf,
    /// The rustdoc that belongs to this rustc.
    pub rustdoc: PathBuf,
}

impl Toolchain {
    /// Asks rustc, which a rustup installation may choose by `directory`.
    pub(super) fn detect(directory: &Path) -> Result<Toolchain, Error> {
        let rustc = rustc();
        let verbose = tool_output(&rustc, &["-vV"], Some(directory))?;
        let host = verbose.lines().find_map(|line| line.strip_prefix("host: "));
        let (Some(version), Some(host)) = (verbose.lines().next(), host) else {
            return Err(Error::Toolchain {
                program: rustc.display().to_string(),
                output: verbose,
            });
        };
        let sysroot = tool_output(&rustc, &["--print", "sysroot"], Some(directory))?;
        let sysroot = PathBuf::from(sysroot.trim_end());
        let rustdoc = match std::env::var_os("RUSTDOC") {
            Some(chosen) => PathBuf::from(chosen),
            None => {
                let beside = sysroot.join("bin/rustdoc");
                if beside.is_file() {
                    beside
                } else {
                    PathBuf::from("rustdoc")
                }
            }
        };
        Ok(Toolchain {
            version: version.to_owned(),
            host: host.to_owned(),
            sysroot,
            rustc,
            rustdoc,
        })
    }

    /// Writes the program for `RUSTDOC`: it allows unstable options to rustdoc alone. Set on the whole cargo call the
    /// variable would leak into build scripts and change what crates compile to.
    pub(super) fn write_rustdoc_shim(&self, path: &Path) -> Result<(), Error> {
        let rustdoc = self.rustdoc.to_str().ok_or_else(|| Error::PathNotUnicode {
            path: self.rustdoc.clone(),
        })?;
        let quoted = shell_quoted(rustdoc);
        write_executable(
            path,
            &format!("#!/bin/sh\nRUSTC_BOOTSTRAP=1 exec {quoted} \"$@\"\n"),
        )
    }
}

fn rustc() -> PathBuf {
    PathBuf::from(std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into()))
}

/// The version line of the rustc that cargo uses in the current directory.
pub fn rustc_version() -> Result<String, Error> {
    Ok(tool_output(&rustc(), &["-V"], None)?.trim_end().to_owned())
}
