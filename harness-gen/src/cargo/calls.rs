//! How cargo is called for one explored crate: from which directory, until when, and contained or not.

use super::contained::Containment;
use super::instrument;
use super::process::{CargoCall, Network};
use super::rustflags::RustFlags;
use crate::error::Error;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// What all calls have in common.
#[derive(Debug)]
pub(super) struct Calls {
    /// Where cargo is started: its configuration and the toolchain are chosen by this directory.
    pub(super) directory: PathBuf,
    /// Set from outside once nothing is to be waited for any more.
    pub(super) interrupt: Arc<AtomicBool>,
    /// Where code of others runs. None: as the user.
    pub(super) containment: Option<Containment>,
    /// What the user has rustc called with.
    pub(super) flags: RustFlags,
}

/// Whose code a call builds, and with that runs.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Builds {
    /// The explored crate and its dependencies, with build scripts and procedural macros.
    Theirs,
    /// Nothing but ours.
    Ours,
}

impl Calls {
    /// A call that builds.
    pub(super) fn building(&self, subcommand: &str, builds: Builds) -> CargoCall {
        let mut call = match &self.containment {
            Some(containment) if builds == Builds::Theirs => {
                CargoCall::contained(subcommand, &self.directory, containment, &self.interrupt)
            }
            _ => CargoCall::new(subcommand, &self.directory, Network::Denied, &self.interrupt),
        };
        if let Some(flags) = self.flags.instead() {
            call.env("CARGO_ENCODED_RUSTFLAGS", flags);
        }
        call
    }

    /// What stands between cargo and rustc where the user has said so. Contained builds go without.
    pub(super) fn wrapper_in_use(&self) -> Option<PathBuf> {
        match self.containment {
            Some(_) => None,
            None => instrument::wrapper_in_use(),
        }
    }

    /// A path that a build has made and this program is going to use: an error if what contained builds make leads elsewhere.
    pub(super) fn inside(&self, path: PathBuf) -> Result<PathBuf, Error> {
        match &self.containment {
            Some(containment) => containment.expect_inside(&path).map(|()| path),
            None => Ok(path),
        }
    }
}
