//! The template process: contains itself, loads the harness once, and forks a fresh child for every batch. It stays
//! single-threaded, so that forking is safe, and runs no foreign code but the harness's initialisers.

use super::abi::{ABI_VERSION, ENTRY_SYMBOL, EntryFn, Harness};
use super::child::Loaded;
use super::children::WaitingChild;
use super::counters::SharedCounters;
use super::protocol::{self, Batch, ChildEnd, Handshake};
use super::record::SharedMemory;
use super::sandbox::{self, Role, SandboxMode, Territory};
use super::seccomp::ChildFilters;
use super::stack::Stack;
use super::touched::Touched;
use super::watch;
use crate::run_report::SandboxReport;
use anyhow::{Context, bail};
use plans::{Grammar, RedundantPlans, TypeId};
use std::ffi::OsString;
use std::os::fd::{AsFd, AsRawFd, BorrowedFd, FromRawFd, OwnedFd, RawFd};
use std::os::unix::net::UnixStream;
use std::path::PathBuf;
use std::time::Duration;

/// What the supervisor hands over on the command line.
pub(super) struct Setup {
    pub(super) socket: RawFd,
    pub(super) memory: RawFd,
    pub(super) mode: SandboxMode,
    pub(super) limits: CaseLimits,
    pub(super) private: PathBuf,
    /// None: only the sandbox is tried.
    pub(super) harness: Option<HarnessFiles>,
}

/// What one run may use.
#[derive(Clone, Copy, Debug)]
pub(super) struct CaseLimits {
    /// CPU time.
    pub(super) cpu: Duration,
    /// Edges of instrumented code.
    pub(super) edges: u64,
    /// Bytes held.
    pub(super) memory: u64,
}

pub(super) struct HarnessFiles {
    pub(super) dylib: PathBuf,
    pub(super) grammar: PathBuf,
}

impl Setup {
    pub(super) fn to_arguments(&self) -> Vec<OsString> {
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

    fn from_arguments(arguments: impl Iterator<Item = OsString>) -> Option<Self> {
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

/// Entry point of the hidden subcommand `__executor`, with the arguments after it. Not for people.
pub fn template_main(arguments: &[OsString]) -> ! {
    let Some(setup) = Setup::from_arguments(arguments.iter().cloned()) else {
        std::process::exit(2)
    };
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
    let answer = prepare(&setup, memory);
    let (mut loaded, handshake) = match answer {
        Ok((loaded, handshake)) => (loaded, Ok(handshake)),
        Err(error) => (None, Err(format!("{error:#}"))),
    };
    // What a child does before its first batch is done while the supervisor makes up its mind.
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
    let ready = loaded.as_ref().map(|loaded| loaded.memory.record().ready());
    let handshake = handshake.map(|handshake| Handshake {
        ready: ready.unwrap_or_default(),
        ..handshake
    });
    let sent = protocol::send(&socket, &protocol::encode_handshake(&handshake));
    if let (Ok(()), Some(mut loaded)) = (sent, loaded) {
        serve(&mut loaded, &socket, first, given);
    }
    // SAFETY: no destructor of the harness shall run.
    unsafe { libc::_exit(0) }
}

fn prepare(setup: &Setup, memory: OwnedFd) -> anyhow::Result<(Option<Loaded>, Handshake)> {
    let report = contain(setup)?;
    let mut handshake = Handshake {
        level: report.level.to_owned(),
        layers: report.layers.clone(),
        unwatchable: Vec::new(),
        edge_count: 0,
        ready: Default::default(),
    };
    let Some(files) = &setup.harness else {
        return Ok((None, handshake));
    };
    let encoded = std::fs::read(&files.grammar)
        .with_context(|| format!("cannot read the grammar {}", files.grammar.display()))?;
    let mut grammar = plans::decode_grammar(&encoded)
        .map_err(|error| anyhow::anyhow!("the grammar cannot be used: {error:?}"))?;
    let (harness, counters) = load(files, &grammar, memory.as_fd())?;
    let unwatchable = unwatchable(harness);
    grammar.mark_unwatchable(&unwatchable);
    handshake.edge_count = harness.edge_count;
    handshake.unwatchable = unwatchable.iter().map(|ty| ty.0).collect();
    let filters = if report.layers.iter().any(|layer| layer == sandbox::SECCOMP) {
        Some(ChildFilters::new()?)
    } else {
        None
    };
    let loaded = Loaded {
        harness,
        counters,
        eager: grammar.eager(),
        redundant: RedundantPlans::default(),
        grammar,
        memory: SharedMemory::map(memory.as_fd())?,
        watched: watch::map()?,
        stack: Stack::map()?,
        touched: Some(Touched::find()),
        filters,
        case_timeout: setup.limits.cpu,
        case_edges: setup.limits.edges,
        case_memory: setup.limits.memory,
    };
    Ok((Some(loaded), handshake))
}

fn contain(setup: &Setup) -> anyhow::Result<SandboxReport> {
    let mut readable = Vec::new();
    if let Some(files) = &setup.harness {
        readable.extend([files.dylib.clone(), files.grammar.clone()]);
    }
    let territory = Territory {
        private: setup.private.clone(),
        readable,
        program: None,
    };
    let report = sandbox::enter(setup.mode, &territory, Role::Template)?;
    // Orphans of children come to us.
    // SAFETY: a plain system call.
    unsafe { libc::prctl(libc::PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) };
    Ok(report)
}

fn load(
    files: &HarnessFiles,
    grammar: &Grammar,
    memory: BorrowedFd<'_>,
) -> anyhow::Result<(&'static Harness, Option<SharedCounters>)> {
    // SAFETY: the initialisers of the dylib are foreign code; this process is contained for that reason. The library is
    // never unloaded, so what it hands out stays valid; the entry function is of this type in every version.
    let (harness, library) = unsafe {
        let library = libloading::Library::new(&files.dylib).context("cannot load the harness")?;
        let library: &'static libloading::Library = Box::leak(Box::new(library));
        let entry = library
            .get::<EntryFn>(ENTRY_SYMBOL.as_bytes())
            .context("the harness has no entry point")?;
        (&*entry(), library)
    };
    if harness.abi_version != ABI_VERSION {
        bail!(
            "the harness speaks ABI version {}, this program {ABI_VERSION}",
            harness.abi_version
        );
    }
    let tables = (harness.type_count as usize, harness.op_count as usize);
    if tables != (grammar.type_count(), grammar.op_count()) {
        bail!("the harness has other tables than the grammar");
    }
    Ok((harness, SharedCounters::share(library, memory)?))
}

/// Types whose values do not fit into a watched page.
fn unwatchable(harness: &Harness) -> Vec<TypeId> {
    // SAFETY: the harness says how long its table is, and it is immutable.
    let types = unsafe { std::slice::from_raw_parts(harness.types, harness.type_count as usize) };
    let fits = |size: usize, align: usize| size > 0 && size <= watch::PAGE && align <= watch::PAGE;
    (0..)
        .map(TypeId)
        .zip(types)
        .filter(|(_, entry)| !fits(entry.size, entry.align))
        .map(|(ty, _)| ty)
        .collect()
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
        let token = random()?;
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
fn serve(loaded: &mut Loaded, socket: &UnixStream, first: Option<WaitingChild>, given: Option<Given>) {
    let mut waiting = first;
    let mut given = given;
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
            if let Some(counters) = &loaded.counters {
                counters.write_profile();
            }
            if protocol::send(socket, &ChildEnd::default().encode()).is_err() {
                break;
            }
            continue;
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

fn random() -> Option<u64> {
    let mut bytes = [0; 8];
    // SAFETY: a local buffer of the given length.
    let got = unsafe { libc::getrandom(bytes.as_mut_ptr().cast(), bytes.len(), 0) };
    (got == 8).then(|| u64::from_le_bytes(bytes))
}
