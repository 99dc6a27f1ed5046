//! The process that stands between the supervisor and a contained cargo: it starts cargo, outlives it, ends what cargo has left behind,
//! and ends all of it when the supervisor is gone. It runs no foreign code itself.

mod inside;
mod order;

use super::shared::apart;
use super::shared::descriptors;
use super::shared::namespaces;
use super::shared::sandbox::Territory;
use anyhow::{Context, bail};
use order::Order;
use std::ffi::OsString;
use std::fs;
use std::io::Write;
use std::time::{Duration, Instant};

/// Exit code where cargo was not even started.
const NOT_STARTED: i32 = 2;
/// For so long what was left behind may take to end once it was told to.
const FAREWELL: Duration = Duration::from_secs(1);

/// Entry point of the hidden subcommand `__build`, with the arguments after it. Not for people.
pub fn building_main(arguments: &[OsString]) -> ! {
    descriptors::close_all_but(&[]);
    match Order::read(arguments).and_then(|order| carry_out(&order)) {
        Ok(status) => apart::end_as(status),
        Err(error) => leave_with(&error),
    }
}

/// Where cargo's errors go, one of ours goes, too.
fn leave_with(error: &anyhow::Error) -> ! {
    let said = format!("error: the build is not contained: {error:#}\n");
    // In one piece: two processes may have something to say. Nobody may be left to be told.
    let _ = std::io::stderr().write_all(said.as_bytes());
    std::process::exit(NOT_STARTED)
}

/// The status that cargo has left.
fn carry_out(order: &Order) -> anyhow::Result<i32> {
    let (_private, territory) = Territory::make()?;
    fs::create_dir(inside::home(&territory)).context("cannot write to the private directory")?;
    // Where the system has it, nothing that cargo has started is left once cargo has ended.
    let has_own_processes = namespaces::leave(libc::CLONE_NEWPID);
    // SAFETY: plain system calls; this process has one thread.
    let child = unsafe {
        libc::prctl(libc::PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
        libc::fork()
    };
    match child {
        -1 => Err(std::io::Error::last_os_error()).context("no process for the build"),
        0 => {
            let Err(error) = inside::become_cargo(order, &territory, has_own_processes);
            leave_with(&error)
        }
        child => wait(child),
    }
}

/// Waits for cargo, or for the supervisor to be gone.
fn wait(child: libc::pid_t) -> anyhow::Result<i32> {
    // SAFETY: a plain system call on a child that nobody has waited for.
    let process = unsafe { libc::syscall(libc::SYS_pidfd_open, child, 0) };
    let process = i32::try_from(process).ok().filter(|&fd| fd >= 0);
    let process = process.context("the system has no descriptors of processes")?;
    let mut watched = [
        // The end of standard input is the supervisor's.
        libc::pollfd {
            fd: libc::STDIN_FILENO,
            events: 0,
            revents: 0,
        },
        libc::pollfd {
            fd: process,
            events: libc::POLLIN,
            revents: 0,
        },
    ];
    // SAFETY: locals, as many as it is told; a signal that interrupts it is as good as news.
    while unsafe { libc::poll(watched.as_mut_ptr(), 2, -1) } < 0 {}
    let mut status = 0;
    // SAFETY: the child is not waited for yet, so its number, which is that of its group, is nobody else's. The status is a local.
    unsafe {
        libc::kill(-child, libc::SIGKILL);
        libc::kill(child, libc::SIGKILL);
        libc::waitpid(child, &raw mut status, 0);
    }
    end_orphans();
    if watched[1].revents == 0 {
        bail!("it was called off");
    }
    Ok(status)
}

/// Ends the processes that came to this one when their parents ended, and waits for them.
fn end_orphans() {
    let began = Instant::now();
    while began.elapsed() < FAREWELL {
        // SAFETY: asks for any child, without a place for its status.
        match unsafe { libc::waitpid(-1, std::ptr::null_mut(), libc::WNOHANG) } {
            0 => {
                for orphan in children() {
                    // SAFETY: a child that is not waited for yet.
                    unsafe { libc::kill(orphan, libc::SIGKILL) };
                }
                std::thread::sleep(Duration::from_millis(1));
            }
            -1 => return,
            _ => {}
        }
    }
}

fn children() -> Vec<libc::pid_t> {
    let own = std::process::id().to_string();
    let is_child = |process: &libc::pid_t| {
        let stat = fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
        // Behind the name in parentheses, which may have anything in it, come the state and the parent.
        let parent = stat
            .rsplit_once(')')
            .and_then(|(_, rest)| rest.split_whitespace().nth(1));
        parent == Some(own.as_str())
    };
    let listed = fs::read_dir("/proc").into_iter().flatten().flatten();
    listed
        .filter_map(|entry| entry.file_name().to_str()?.parse().ok())
        .filter(is_child)
        .collect()
}
