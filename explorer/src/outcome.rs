//! What one run of a plan came to, as the supervisor sees it.

use serde::{Deserialize, Serialize};

/// Kinds of faults, as in the report contract.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum FaultKind {
    /// A caught panic.
    Panic,
    /// More executed edges or more CPU time than the limit, or blocked for good.
    Timeout,
    /// More live memory than the limit.
    Memory,
    /// The stack's guard was hit.
    StackOverflow,
    /// `abort`, a double panic, a panic that may not unwind.
    Abort,
    /// Another deadly signal, by number.
    Signal(i32),
    /// The process ended itself with this code.
    Exit(i32),
    /// A property does not hold.
    Property,
    /// A hostile value was dropped twice.
    DoubleDrop,
    /// A hostile value was used after it was dropped, or before anybody made it.
    InvalidUse,
    /// It returns, and memory that it has allocated cannot be reached any more.
    Leak,
    /// It returns, and time grows out of proportion with a text.
    Slow,
}

/// Stands between what became of the process and the message of the panic that it could not go on after.
pub const AFTER_A_PANIC: &str = " after a panic: ";

/// What is said of a [`FaultKind::Timeout`] of which no thread runs.
pub const BLOCKED: &str = "blocked: it waits and uses no CPU time";
/// What is said of [`FaultKind::DoubleDrop`], here and by stand-alone tests.
pub const DROPPED_TWICE: &str = "a value was dropped twice";
/// What is said of [`FaultKind::Leak`] in the end, here and by stand-alone tests.
pub const NEVER_FREED: &str = "never freed";
/// What is said of [`FaultKind::InvalidUse`], here and by stand-alone tests.
pub const USED_WHEN_GONE: &str = "a value was used that was dropped, or never made";

impl FaultKind {
    /// A value of the harness's own was misused: memory is broken.
    pub fn is_misuse(self) -> bool {
        matches!(self, Self::DoubleDrop | Self::InvalidUse)
    }

    /// A run that fails so costs no more than one that returns: its process goes on.
    pub fn spares_its_process(self) -> bool {
        matches!(self, Self::Panic | Self::Property)
    }

    /// The word of the contract.
    pub fn word(self) -> &'static str {
        match self {
            Self::Panic => "panic",
            Self::Timeout => "timeout",
            Self::Memory => "memory",
            Self::StackOverflow => "stack_overflow",
            Self::Abort => "abort",
            Self::Signal(_) => "signal",
            Self::Exit(_) => "exit",
            Self::Property => "property",
            Self::DoubleDrop => "double_drop",
            Self::InvalidUse => "invalid_use",
            Self::Leak => "leak",
            Self::Slow => "slow",
        }
    }
}

/// A place in source.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Location {
    /// File as the compiler named it; made relative to the crate's root where it lies below it.
    pub file: String,
    /// 1-based.
    pub line: u32,
    /// 1-based.
    pub column: u32,
}

/// One function on the stack.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Frame {
    /// Demangled name without hash, crate disambiguators and type arguments.
    pub function: String,
    /// Where in it, as the backtrace or else the panic says.
    pub location: Option<Location>,
}

impl Frame {
    /// The path of the function, for a closure that of the function which holds it.
    pub fn without_closure(&self) -> &str {
        self.function.split("::{closure").next().unwrap_or_default()
    }
}

/// One fault of one run.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Fault {
    /// Kind.
    pub kind: FaultKind,
    /// Panic message, or a short description.
    pub message: String,
    /// Where the panic was raised, if it was a panic.
    pub location: Option<Location>,
    /// The op that was being carried out, if the run was still evaluating; none while dropping.
    pub op: Option<plans::OpId>,
}
