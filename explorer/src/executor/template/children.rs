//! The template's child: forked before it is needed, and given one batch after another as long as the supervisor wants
//! them to share a process and nothing went wrong. Whatever becomes of it, the template goes on with a fresh one.

use super::monitor::{self, Bounds, Waited};
use crate::executor::child;
use crate::executor::child::loaded::Loaded;
use crate::executor::shared::litter;
use crate::executor::shared::protocol::{self, Batch, ChildEnd};
use std::io::Read;
use std::os::fd::{AsFd, AsRawFd};
use std::os::unix::net::UnixStream;

/// A child that waits for a batch.
pub(crate) struct WaitingChild {
    pid: libc::pid_t,
    socket: UnixStream,
    /// It was given no batch yet.
    is_fresh: bool,
    /// It has said that it waits for one.
    is_ready: bool,
}

/// What became of a batch.
pub(crate) struct Ended {
    /// For the supervisor.
    pub(crate) end: ChildEnd,
    /// The child, if it waits for another batch.
    pub(crate) child: Option<WaitingChild>,
}

impl WaitingChild {
    /// Forks one. `supervisor` is the template's alone. None: the system does not let us.
    pub(crate) fn fork(loaded: &mut Loaded, supervisor: &UnixStream) -> Option<WaitingChild> {
        litter::clear(&loaded.confinement.work);
        let template = std::process::id();
        let (socket, theirs) = UnixStream::pair().ok()?;
        // SAFETY: this process has one thread, so the child may do what it likes.
        let pid = unsafe { libc::fork() };
        if pid == 0 {
            // SAFETY: the child has no business with the supervisor; neither descriptor is used again here.
            unsafe {
                libc::close(supervisor.as_raw_fd());
                libc::close(socket.as_raw_fd());
            }
            child::process::main(loaded, theirs, template);
        }
        loaded.touched = None;
        (pid > 0).then_some(WaitingChild {
            pid,
            socket,
            is_fresh: true,
            is_ready: false,
        })
    }

    /// Waits until it waits for a batch. One that has died meanwhile is noticed when it is given one.
    pub(crate) fn get_ready(&mut self) {
        if !self.is_ready {
            self.is_ready = true;
            let _ = (&self.socket).read_exact(&mut [0]);
        }
    }

    /// Whether it may run this batch: one that must not follow others in their process needs a fresh child.
    pub(crate) fn suits(&self, batch: &Batch) -> bool {
        self.is_fresh || batch.goes_on
    }

    /// Gives it a batch, even before it is ready for one. `request` is the batch as it came.
    pub(crate) fn give(&mut self, loaded: &Loaded, request: &[u8], token: u64) {
        // What a fresh child leaves there while it gets ready it forgets itself.
        loaded.memory.reset(self.is_fresh);
        self.is_fresh = false;
        // One that has died meanwhile is seen to have run nothing.
        let _ = protocol::send(&self.socket, &token.to_le_bytes());
        let _ = protocol::send(&self.socket, request);
    }

    /// Waits until the batch that it was given is over, or the child. None: the supervisor is gone, and so is the child now.
    pub(crate) fn wait(
        mut self,
        loaded: &Loaded,
        batch: &Batch,
        supervisor: &UnixStream,
        token: u64,
    ) -> Option<Ended> {
        self.get_ready();
        let bounds = Bounds::of(
            loaded.case_timeout * batch.timeout_factor,
            batch.backtrace,
            batch.until,
            (!loaded.confinement.is_bounded).then(|| loaded.confinement.work.clone()),
        );
        let (memory, answers) = (&loaded.memory, self.socket.as_fd());
        let waited = monitor::wait(self.pid, memory, supervisor.as_fd(), answers, &bounds, token)?;
        Some(match waited {
            Waited::Answered => Ended {
                end: ChildEnd {
                    token,
                    ..ChildEnd::default()
                },
                child: Some(self),
            },
            Waited::Ended(end) => Ended { end, child: None },
        })
    }

    /// Ends it.
    pub(crate) fn end(self) {
        monitor::end(self.pid);
    }
}
