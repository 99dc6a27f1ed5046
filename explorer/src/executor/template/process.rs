//! The template process: contains itself, loads the harness once, and forks a fresh child for every batch. It stays
//! single-threaded, so that forking is safe, and runs no foreign code but the harness's initialisers.

use super::children::WaitingChild;
use super::loading::{Ready, prepare};
use crate::executor::child::loaded::Loaded;
use crate::executor::shared::descriptors;
use crate::executor::shared::protocol::{self, Batch, ChildEnd, Handshake};
use crate::executor::shared::random::random;
use crate::executor::shared::setup::Setup;
use std::ffi::OsString;
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd};
use std::os::unix::net::UnixStream;

/// Entry point of the hidden subcommand `__executor`, with the arguments after it. Not for people.
pub fn template_main(arguments: &[OsString]) -> ! {
    let Some(setup) = Setup::from_arguments(arguments.iter().cloned()) else {
        std::process::exit(2)
    };
    descriptors::close_all_but(&[setup.socket, setup.memory]);
    // SAFETY: the supervisor left these two descriptors open for us, and nobody else uses them.
    let (socket, memory) = unsafe {
        for fd in [setup.socket, setup.memory] {
            if libc::fcntl(fd, libc::F_SETFD, libc::FD_CLOEXEC) != 0 {
                std::process::exit(2);
            }
        }
        (
            UnixStream::from_raw_fd(setup.socket),
            OwnedFd::from_raw_fd(setup.memory),
        )
    };
    let answer = prepare(&setup, &socket, memory);
    // What was written while the harness was loaded is kept, in case that it came to nothing. What runs write goes nowhere.
    // SAFETY: a plain system call.
    unsafe { libc::dup2(libc::STDOUT_FILENO, libc::STDERR_FILENO) };
    let (mut ready, handshake) = match answer {
        Ok((ready, handshake)) => (ready, Ok(handshake)),
        Err(error) => (None, Err(format!("{error:#}"))),
    };
    // What a child does before its first batch is done while the supervisor makes up its mind.
    let mut loaded = ready.as_mut().map(|ready| &mut ready.loaded);
    let mut first = (loaded.as_mut()).and_then(|loaded| WaitingChild::fork(loaded, &socket));
    let mut given = None;
    if let (Some(first), Some(loaded)) = (&mut first, &mut loaded) {
        // It may have done so already, and the child need not wait then.
        if has_sent(&socket) {
            given = Given::receive(loaded, &socket);
        }
        if let Some(given) = &given {
            first.give(loaded, &given.request, given.token);
        }
        first.get_ready();
    }
    // From here on the socket tells when the supervisor ends. The signal that guarded the start follows the end of
    // the *thread* that started us, which may well end before.
    // SAFETY: a plain system call.
    unsafe { libc::prctl(libc::PR_SET_PDEATHSIG, 0) };
    let ready_at = loaded.map(|loaded| loaded.memory.record().progress.ready());
    let handshake = handshake.map(|handshake| Handshake {
        ready: ready_at.unwrap_or_default(),
        ..handshake
    });
    let sent = protocol::send(&socket, &protocol::encode_handshake(&handshake));
    if let (Ok(()), Some(mut ready)) = (sent, ready) {
        serve(&mut ready, &socket, first, given);
    }
    // SAFETY: no destructor of the harness shall run.
    unsafe { libc::_exit(0) }
}

/// A request that has come.
struct Given {
    request: Vec<u8>,
    batch: Batch,
    /// For the child that runs it.
    token: u64,
}

impl Given {
    /// None: the supervisor is gone, or we do not understand it.
    fn receive(loaded: &mut Loaded, socket: &UnixStream) -> Option<Given> {
        let request = protocol::receive(socket).ok()?;
        let batch = Batch::decode(&request).ok()?;
        let token = u64::from_le_bytes(random()?);
        loaded.learn_redundant(&batch).then_some(Given {
            request,
            batch,
            token,
        })
    }
}

/// Whether there is something to be received.
fn has_sent(socket: &UnixStream) -> bool {
    let mut fd = libc::pollfd {
        fd: socket.as_raw_fd(),
        events: libc::POLLIN,
        revents: 0,
    };
    // SAFETY: one descriptor, a local.
    unsafe { libc::poll(&raw mut fd, 1, 0) == 1 && fd.revents == libc::POLLIN }
}

/// Answers requests until the supervisor is gone. `given`: one that the first child has been given.
fn serve(ready: &mut Ready, socket: &UnixStream, first: Option<WaitingChild>, given: Option<Given>) {
    let Ready { loaded, counters } = ready;
    let mut waiting = first;
    let mut given = given;
    let mut has_debug_info = false;
    loop {
        let is_given = given.is_some();
        let Some(Given {
            request,
            batch,
            token,
        }) = given.take().or_else(|| Given::receive(loaded, socket))
        else {
            break;
        };
        // Nothing to run: the supervisor wants to know what was counted.
        if batch.units.is_empty() {
            if let Some(counters) = counters {
                counters.write_profile();
            }
            if protocol::send(socket, &ChildEnd::default().encode()).is_err() {
                break;
            }
            continue;
        }
        if batch.backtrace && !is_given && !has_debug_info {
            has_debug_info = true;
            if let Some(child) = waiting.take() {
                child.end();
            }
            // SAFETY: the harness calls std only, and this process has one thread.
            unsafe { (loaded.harness.read_debug_info)() };
        }
        let child = match waiting.take() {
            Some(child) if is_given || child.suits(&batch) => Some(child),
            other => {
                if let Some(child) = other {
                    child.end();
                }
                WaitingChild::fork(loaded, socket)
            }
        };
        let Some(mut child) = child else { break };
        if !is_given {
            child.give(loaded, &request, token);
        }
        let Some(ended) = child.wait(loaded, &batch, socket, token) else {
            break;
        };
        waiting = ended.child;
        if protocol::send(socket, &ended.end.encode()).is_err() {
            break;
        }
        waiting = waiting.or_else(|| WaitingChild::fork(loaded, socket));
    }
    if let Some(child) = waiting {
        child.end();
    }
}
