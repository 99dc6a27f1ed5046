//! What a supervisor starts other processes with: this program, and arguments on its command line.

use crate::containment::SandboxMode;
use std::ffi::OsString;
use std::os::fd::RawFd;
use std::path::PathBuf;
use std::time::Duration;

/// This very program, even if its file is replaced while it runs.
pub(crate) const THIS_PROGRAM: &str = "/proc/self/exe";
/// Hidden first argument of the process that [`template_main`](crate::executor::template_main) serves.
pub const TEMPLATE_ARGUMENT: &str = "__executor";
/// Hidden first argument of the process that [`contained_main`](crate::executor::contained_main) turns into a test.
pub const CONTAINED_ARGUMENT: &str = "__contained";

/// Hidden first argument of the process that [`building_main`](crate::executor::building_main) makes a contained cargo of.
pub const BUILDING_ARGUMENT: &str = "__build";

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

/// Bytes of address space that a process which runs one case may map besides what it has: what it may hold, twice because
/// memory is not used up to the last byte, and stacks and arenas of threads. What maps memory itself is held by this.
pub fn room_to_map(case_memory: u64) -> u64 {
    const THREADS: u64 = 512 << 20;
    case_memory.saturating_mul(2).saturating_add(THREADS)
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
