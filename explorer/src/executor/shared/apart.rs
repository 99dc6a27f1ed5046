//! A namespace of processes for whoever runs foreign code: nobody outside has a number there, and all of it ends at once. Two
//! processes of ours come with it, which run nothing else: the first one inside, which no signal from inside ends, and one that
//! stands by outside and ends as foreign code has ended, so that the supervisor need not know of the namespace.

use super::{descriptors, namespaces, privileges, sandbox};
use anyhow::Context;
use std::io::{PipeReader, PipeWriter, Read, Write, pipe};
use std::os::fd::{AsRawFd, RawFd};

/// Goes on as a process of such a namespace; who has called it stands by, as long as there is somebody at the other end of
/// `leash`, and otherwise as long as its own parent. The calling process has one thread. False: the system does not let us,
/// and it goes on where it is.
pub(crate) fn step_inside(leash: Option<RawFd>) -> anyhow::Result<bool> {
    // SAFETY: a plain system call. Ctrl-C is the supervisor's business.
    unsafe { libc::setsid() };
    if !namespaces::leave(libc::CLONE_NEWPID) {
        return Ok(false);
    }
    let (told, tells) = pipe().context("no pipe")?;
    match fork()? {
        0 => drop(told),
        first => {
            drop(tells);
            stand_by(first, told, leash)
        }
    }
    if !outlives_nobody(&tells) {
        // SAFETY: nothing to clean up.
        unsafe { libc::_exit(0) }
    }
    match fork()? {
        0 => Ok(true),
        inside => be_first(inside, tells),
    }
}

fn fork() -> anyhow::Result<libc::pid_t> {
    // SAFETY: this process has one thread, so the child may do what it likes.
    match unsafe { libc::fork() } {
        -1 => Err(std::io::Error::last_os_error()).context("no process"),
        pid => Ok(pid),
    }
}

/// The calling process ends with who stands by. False: that one is gone already.
fn outlives_nobody(tells: &PipeWriter) -> bool {
    let mut other_end = libc::pollfd {
        fd: tells.as_raw_fd(),
        events: 0,
        revents: 0,
    };
    // SAFETY: plain system calls, and one descriptor, a local.
    unsafe {
        libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL);
        libc::poll(&raw mut other_end, 1, 0) == 0
    }
}

/// Waits for whoever comes to the first process, and tells how the one `inside` has ended.
fn be_first(inside: libc::pid_t, mut tells: PipeWriter) -> ! {
    descriptors::close_all_but(&[tells.as_raw_fd()]);
    privileges::give_up();
    let mut status = 0;
    // SAFETY: an out-pointer to a local.
    while ![inside, -1].contains(&unsafe { libc::waitpid(-1, &raw mut status, 0) }) {}
    let _ = tells.write_all(&status.to_le_bytes());
    // SAFETY: nothing to clean up; with it everything inside ends.
    unsafe { libc::_exit(0) }
}

fn stand_by(first: libc::pid_t, mut told: PipeReader, leash: Option<RawFd>) -> ! {
    let leash = leash.unwrap_or(-1);
    descriptors::close_all_but(&[told.as_raw_fd(), leash]);
    // It dies of signals that it has not deserved.
    sandbox::limit(libc::RLIMIT_CORE, 0);
    let ends = |fd, events| libc::pollfd {
        fd,
        events,
        revents: 0,
    };
    let mut ends = [ends(told.as_raw_fd(), libc::POLLIN), ends(leash, libc::POLLRDHUP)];
    // SAFETY: locals, as many as it is told. The leash makes up for the signal, which comes when the thread ends that has
    // started this process.
    unsafe {
        if leash >= 0 {
            libc::prctl(libc::PR_SET_PDEATHSIG, 0);
        }
        while libc::poll(ends.as_mut_ptr(), 2, -1) < 0 {}
    }
    let mut status = libc::SIGKILL.to_le_bytes();
    if ends[0].revents != 0 {
        // Where nothing is told, it was killed before.
        let _ = told.read_exact(&mut status);
    }
    // SAFETY: a child of ours that nobody has waited for; it is over when everything inside is.
    unsafe {
        libc::kill(first, libc::SIGKILL);
        libc::waitpid(first, std::ptr::null_mut(), 0);
    }
    end_as(i32::from_le_bytes(status))
}

/// Ends as a process has ended that left this status.
pub(crate) fn end_as(status: i32) -> ! {
    if libc::WIFSIGNALED(status) {
        let signal = libc::WTERMSIG(status);
        // SAFETY: plain system calls on the own process, which has no handlers.
        unsafe {
            libc::signal(signal, libc::SIG_DFL);
            libc::raise(signal);
        }
        std::process::exit(128 + signal)
    }
    std::process::exit(libc::WEXITSTATUS(status))
}
