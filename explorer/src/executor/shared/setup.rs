//! What a supervisor starts a template with, as arguments on its command line.

use super::sandbox::SandboxMode;
use std::ffi::OsString;
use std::os::fd::RawFd;
use std::path::PathBuf;
use std::time::Duration;

/// What the supervisor hands over on the command line.
pub(crate) struct Setup {
    pub(crate) socket: RawFd,
    pub(crate) memory: RawFd,
    pub(crate) mode: SandboxMode,
    pub(crate) limits: CaseLimits,
    pub(crate) private: PathBuf,
    /// None: only the sandbox is tried.
    pub(crate) harness: Option<HarnessFiles>,
}

/// What one run may use.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CaseLimits {
    /// CPU time.
    pub(crate) cpu: Duration,
    /// Edges of instrumented code.
    pub(crate) edges: u64,
    /// Bytes held.
    pub(crate) memory: u64,
}

#[derive(Clone, Debug)]
pub(crate) struct HarnessFiles {
    pub(crate) dylib: PathBuf,
    pub(crate) grammar: PathBuf,
}

impl Setup {
    pub(crate) fn to_arguments(&self) -> Vec<OsString> {
        let mut arguments: Vec<OsString> = vec![
            self.socket.to_string().into(),
            self.memory.to_string().into(),
            self.mode.word().into(),
            self.limits.cpu.as_millis().to_string().into(),
            self.limits.edges.to_string().into(),
            self.limits.memory.to_string().into(),
            self.private.clone().into(),
        ];
        if let Some(HarnessFiles { dylib, grammar }) = &self.harness {
            arguments.extend([dylib.clone().into(), grammar.clone().into()]);
        }
        arguments
    }

    pub(crate) fn from_arguments(arguments: impl Iterator<Item = OsString>) -> Option<Self> {
        let mut arguments = arguments;
        let mut number = || arguments.next()?.to_str()?.parse::<u64>().ok();
        let (socket, memory) = (RawFd::try_from(number()?).ok()?, RawFd::try_from(number()?).ok()?);
        let mode = SandboxMode::from_word(arguments.next()?.to_str()?)?;
        let mut number = || arguments.next()?.to_str()?.parse::<u64>().ok();
        let limits = CaseLimits {
            cpu: Duration::from_millis(number()?),
            edges: number()?,
            memory: number()?,
        };
        let private = arguments.next()?.into();
        let harness = match (arguments.next(), arguments.next()) {
            (Some(dylib), Some(grammar)) => Some(HarnessFiles {
                dylib: dylib.into(),
                grammar: grammar.into(),
            }),
            _ => None,
        };
        Some(Self {
            socket,
            memory,
            mode,
            limits,
            private,
            harness,
        })
    }
}
