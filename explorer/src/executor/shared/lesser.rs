//! Work that may do less than its process, and is over before the process goes on. A filter of system calls holds for a
//! thread and is never lifted, so the work has a thread; but it has the thread-local storage of its caller, who waits, so
//! that libc knows of one thread only: allocations lie where they would, and the process may fork behind it.

use super::seccomp::{self, Stage};
use anyhow::{Context, bail};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::ptr::null_mut;

/// Bytes of its stack.
const STACK: usize = 8 << 20;

struct Job<W, R> {
    work: Option<W>,
    result: Option<R>,
}

extern "C" fn body<W: FnOnce() -> R, R>(job: *mut libc::c_void) -> i32 {
    // SAFETY: `run` passes its job, to us alone, and waits.
    let job = unsafe { &mut *job.cast::<Job<W, R>>() };
    if let Some(work) = job.work.take() {
        job.result = catch_unwind(AssertUnwindSafe(work)).ok();
    }
    0
}

/// Runs `work` under the filter of this stage; without one if it is none. The calling process has one thread.
pub(crate) fn run<R>(stage: Option<Stage>, work: impl FnOnce() -> anyhow::Result<R>) -> anyhow::Result<R> {
    let work = || {
        if let Some(stage) = stage {
            seccomp::enter_stage(stage)?;
        }
        work()
    };
    run_and_wait(work)?
}

fn run_and_wait<W: FnOnce() -> R, R>(work: W) -> anyhow::Result<R> {
    let mut job = Job {
        work: Some(work),
        result: None,
    };
    let flags = libc::CLONE_VM
        | libc::CLONE_FS
        | libc::CLONE_FILES
        | libc::CLONE_SYSVSEM
        | libc::CLONE_SIGHAND
        | libc::CLONE_THREAD
        | libc::CLONE_VFORK;
    // SAFETY: a mapping of our own is its stack until it is gone, which is when `clone` returns here: nobody else has the
    // job, or this thread's storage, meanwhile.
    unsafe {
        let protection = libc::PROT_READ | libc::PROT_WRITE;
        let kind = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_NORESERVE;
        let stack = libc::mmap(null_mut(), STACK, protection, kind, -1, 0);
        if stack == libc::MAP_FAILED {
            return Err(std::io::Error::last_os_error()).context("no stack");
        }
        let started = libc::clone(body::<W, R>, stack.byte_add(STACK), flags, (&raw mut job).cast());
        let error = std::io::Error::last_os_error();
        libc::munmap(stack, STACK);
        if started < 0 {
            return Err(error).context("no thread");
        }
    }
    match job.result {
        Some(result) => Ok(result),
        None => bail!("it panicked"),
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn what_it_comes_to_comes_back() {
        let text = String::from("from outside");
        assert_eq!(super::run(None, || Ok(text.len())).unwrap(), 12);
        assert!(super::run::<()>(None, || anyhow::bail!("no")).is_err());
    }
}
