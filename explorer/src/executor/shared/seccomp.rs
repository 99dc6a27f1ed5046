//! The system call filters: a list of what is allowed, and everything else is refused with an error number, so that a crate
//! sees an ordinary failure. Calls of other architectures and of kernels that come later are refused, too.

mod allowed;
mod building;
mod probes;
mod program;
#[cfg(test)]
mod tests;

use allowed::{ALLOWED, BECOMING_A_TEST, FIRST_UNKNOWN, Group, NOT_WHILE_LOADING, REFUSED, SERVING};
use anyhow::Context;
use building::{BUILDING, CHANGING_RIGHTS, REFUSED_TO_BUILDS};
use program::Answer;
pub(crate) use program::Program;
use std::collections::BTreeMap;

/// What a thread is going to run.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Stage {
    /// The template's own code.
    Serving,
    /// Initialisers of the harness.
    Loading,
    /// Plans.
    Exploring,
    /// A test, once its image at this address is executed.
    Test { image: u64 },
    /// cargo, and all that it starts.
    Building {
        /// Rights and times of files by their names, too.
        changes_rights: bool,
    },
}

impl Stage {
    /// The answers by number, each of which holds up to the next.
    fn answers(self) -> BTreeMap<u32, Answer> {
        let mut calls: BTreeMap<u32, Answer> = BTreeMap::new();
        let of_builds = match self {
            Self::Building { .. } => REFUSED_TO_BUILDS,
            _ => &[],
        };
        for refused in REFUSED.iter().chain(of_builds) {
            calls.extend((refused.calls.iter()).map(|call| (*call as u32, Answer::Refuse(refused.errno))));
        }
        let mut let_in = |groups: &[Group]| {
            for group in groups {
                calls.extend((group.calls.iter()).map(|call| (*call as u32, Answer::AllowIf(group.tests))));
            }
        };
        let_in(ALLOWED);
        match self {
            Self::Serving => let_in(SERVING),
            Self::Test { .. } => let_in(BECOMING_A_TEST),
            Self::Exploring => {}
            Self::Building { changes_rights } => {
                let_in(BUILDING);
                if changes_rights {
                    let_in(CHANGING_RIGHTS);
                }
            }
            Self::Loading => calls.retain(|call, _| !NOT_WHILE_LOADING.contains(&i64::from(*call))),
        }
        in_ranges(&calls)
    }

    /// The filter.
    pub(crate) fn program(self) -> Program {
        let image = match self {
            Self::Test { image } => image,
            _ => 0,
        };
        Program::new(&self.answers(), image)
    }
}

/// Puts neighbours with one answer together, and refuses what is between them.
fn in_ranges(calls: &BTreeMap<u32, Answer>) -> BTreeMap<u32, Answer> {
    let mut ranges = BTreeMap::new();
    let mut last = None;
    for number in 0..FIRST_UNKNOWN {
        let answer = calls.get(&number).copied().unwrap_or(Answer::Refuse(libc::EPERM));
        let plain = match answer {
            Answer::Refuse(errno) => Some(errno),
            // No error has this number; 0 is an answer without anything being done.
            Answer::AllowIf([]) => Some(-1),
            Answer::AllowIf(_) => None,
        };
        if plain.is_none() || plain != last {
            ranges.insert(number, answer);
        }
        last = plain;
    }
    ranges.insert(FIRST_UNKNOWN, Answer::Refuse(libc::ENOSYS));
    ranges
}

/// Puts the calling thread, and all that come of it, under this filter.
pub(crate) fn enter(program: &Program) -> anyhow::Result<()> {
    let instructions = program.instructions();
    let filter = libc::sock_fprog {
        len: instructions.len() as u16,
        filter: instructions.as_ptr().cast_mut(),
    };
    // SAFETY: the kernel copies the instructions, as many as it is told, and the process has given up new privileges.
    let entered = unsafe {
        libc::syscall(
            libc::SYS_seccomp,
            libc::SECCOMP_SET_MODE_FILTER,
            0,
            &raw const filter,
        )
    };
    match entered {
        0 => Ok(()),
        _ => Err(std::io::Error::last_os_error()).context("the system call filter is refused"),
    }
}

/// Puts the calling thread under the filter of this stage, as part of this process.
pub(crate) fn enter_stage(stage: Stage) -> anyhow::Result<()> {
    let mut program = stage.program();
    program.set_own(std::process::id());
    enter(&program)
}

/// As [`holds`], where builds run.
pub(crate) fn holds_for_builds() -> bool {
    probes::hold_for_builds()
}

/// True if forbidden acts are refused in the calling thread.
pub(crate) fn holds() -> bool {
    probes::hold()
}
