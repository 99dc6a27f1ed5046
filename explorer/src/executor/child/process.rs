//! The process of a child from its fork to its end: it takes batches, runs their units on a thread with a stack of known
//! size, and leaves everything it learns in shared memory, because any run may be its last.

use super::alone;
use super::loaded::Loaded;
use super::runner;
use super::signals;
use super::tools::Tools;
use crate::executor::shared::memory::Seals;
use crate::executor::shared::protocol::{self, Batch};
use crate::executor::shared::sandbox;
use crate::executor::shared::setup::room_to_map;
use std::io::Write;
use std::os::unix::net::UnixStream;

struct Job<'a> {
    loaded: &'a mut Loaded,
    /// Where batches come from.
    socket: UnixStream,
}

/// Everything the child does after the fork.
pub(crate) fn main(loaded: &mut Loaded, socket: UnixStream, template: u32) -> ! {
    // SAFETY: plain system calls on the own process.
    unsafe {
        libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL);
        libc::setpgid(0, 0);
        if libc::getppid().cast_unsigned() != template {
            libc::_exit(0);
        }
    }
    bound_address_space(room_to_map(loaded.case_memory));
    if !loaded.confinement.enter() {
        // SAFETY: nothing to clean up. The supervisor sees a child that ran nothing.
        unsafe { libc::_exit(1) }
    }
    signals::block_ticks();
    let stack = loaded.stack.usable.clone();
    let job = Job { loaded, socket };
    signals::run_on_stack(stack, work, (&raw const job).cast_mut().cast());
}

extern "C" fn work(job: *mut libc::c_void) -> *mut libc::c_void {
    // SAFETY: `main` passes its job, to us alone, and never returns.
    let Job { loaded, socket } = unsafe { &mut *job.cast::<Job<'_>>() };
    let mut tools = Tools::start(loaded);
    loaded.memory.record().progress.note_ready();
    let is_heard = (&*socket).write_all(&[0]).is_ok();
    let mut is_first = true;
    while is_heard
        && let Ok(token) = protocol::receive(&*socket)
        && let Ok(token) = token.try_into().map(u64::from_le_bytes)
        && let Ok(batch) = protocol::receive(&*socket)
        && let Ok(batch) = Batch::decode(&batch)
        && loaded.learn_redundant(&batch)
    {
        if std::mem::take(&mut is_first) {
            loaded.memory.reset(true);
        }
        loaded.memory.seal(token);
        tools.set_limits(loaded, &batch);
        let is_well = runner::run_batch(loaded, &mut tools, &batch, token);
        loaded.memory.record().progress.finish(token);
        let is_well = is_well && loaded.memory.sealed(token) == Seals::Whole;
        let stays = batch.may_stay && is_well && alone::is_alone();
        if !stays || (&*socket).write_all(&[0]).is_err() {
            break;
        }
    }
    // SAFETY: no destructor of the foreign code shall run.
    unsafe { libc::_exit(0) }
}

/// Bytes more than now that this process may map.
fn bound_address_space(room: u64) {
    const PAGE: u64 = 4096;
    let mapped = std::fs::read_to_string("/proc/self/statm").unwrap_or_default();
    let Some(pages) = mapped
        .split(' ')
        .next()
        .and_then(|pages| pages.parse::<u64>().ok())
    else {
        return;
    };
    sandbox::limit(libc::RLIMIT_AS, (pages * PAGE).saturating_add(room));
}
