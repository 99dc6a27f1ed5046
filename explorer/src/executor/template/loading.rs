//! What a template does before it serves: it contains itself, and loads the harness and its grammar.

use super::counters::SharedCounters;
use crate::containment::{SandboxMode, SandboxReport};
use crate::executor::child::loaded::{Confinement, Loaded};
use crate::executor::child::stack::Stack;
use crate::executor::child::touched::Touched;
use crate::executor::pages;
use crate::executor::pages::mapping::PAGE;
use crate::executor::shared::abi::{ABI_VERSION, ENTRY_SYMBOL, EntryFn, Harness};
use crate::executor::shared::apart;
use crate::executor::shared::lesser;
use crate::executor::shared::memory::SharedMemory;
use crate::executor::shared::private;
use crate::executor::shared::protocol::{self, Handshake};
use crate::executor::shared::sandbox::{self, Role, Territory};
use crate::executor::shared::seccomp::Stage;
use crate::executor::shared::setup::{HarnessFiles, Setup};
use anyhow::{Context, bail};
use plans::{Grammar, RedundantPlans, TypeId};
use std::os::fd::{AsFd, AsRawFd, OwnedFd};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::net::UnixStream;

/// What a template serves with.
pub(super) struct Ready {
    /// For its children.
    pub(super) loaded: Loaded,
    /// Of a harness that measures coverage.
    pub(super) counters: Option<SharedCounters>,
}

/// Makes everything ready; nothing to serve with if only the sandbox is tried.
pub(super) fn prepare(
    setup: &Setup,
    socket: &UnixStream,
    memory: OwnedFd,
) -> anyhow::Result<(Option<Ready>, Handshake)> {
    let report = contain(setup, socket)?;
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
    let holds = |layer: &str| report.layers.iter().any(|held| held == layer);
    let is_filtered = holds(sandbox::SECCOMP);
    let stage = is_filtered.then_some(Stage::Loading);
    let (harness, library) = lesser::run(stage, || load(files, &grammar))?;
    let counters = SharedCounters::share(library, memory.as_fd())?;
    let unwatchable = unwatchable(harness);
    grammar.mark_unwatchable(&unwatchable);
    handshake.edge_count = harness.edge_count;
    handshake.unwatchable = unwatchable.iter().map(|ty| ty.0).collect();
    let loaded = Loaded {
        harness,
        eager: grammar.eager(),
        redundant: RedundantPlans::default(),
        grammar,
        memory: SharedMemory::map(memory.as_fd())?,
        watched: pages::map()?,
        stack: Stack::map()?,
        touched: Some(Touched::find()),
        confinement: Confinement {
            filter: is_filtered.then(|| Stage::Exploring.program()),
            domain: is_filtered.then(sandbox::inner_domain).flatten(),
            work: private::work(&setup.private),
            is_bounded: holds(sandbox::NAMESPACES),
        },
        case_timeout: setup.limits.cpu,
        case_edges: setup.limits.edges,
        case_memory: setup.limits.memory,
    };
    Ok((Some(Ready { loaded, counters }), handshake))
}

fn contain(setup: &Setup, socket: &UnixStream) -> anyhow::Result<SandboxReport> {
    let mut readable = Vec::new();
    if let Some(files) = &setup.harness {
        readable.extend([files.dylib.clone(), files.grammar.clone()]);
    }
    let territory = Territory {
        private: setup.private.clone(),
        readable,
        program: None,
    };
    let has_own_processes = setup.mode != SandboxMode::Off && apart::step_inside(Some(socket.as_raw_fd()))?;
    // Which process this is as the supervisor sees it: it has no list of processes of its own yet.
    let number = std::fs::read_link("/proc/self").unwrap_or_default();
    protocol::send(socket, number.as_os_str().as_bytes())?;
    let report = sandbox::enter(setup.mode, &territory, has_own_processes, Role::Template)?;
    // Orphans of children come to us.
    // SAFETY: a plain system call.
    unsafe { libc::prctl(libc::PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) };
    Ok(report)
}

/// On a thread of its own, which may do less than this process.
fn load(
    files: &HarnessFiles,
    grammar: &Grammar,
) -> anyhow::Result<(&'static Harness, &'static libloading::Library)> {
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
    Ok((harness, library))
}

/// Types whose values do not fit into a watched page.
fn unwatchable(harness: &Harness) -> Vec<TypeId> {
    // SAFETY: the harness says how long its table is, and it is immutable.
    let types = unsafe { std::slice::from_raw_parts(harness.types, harness.type_count as usize) };
    let fits = |size: usize, align: usize| size > 0 && size <= PAGE && align <= PAGE;
    (0..)
        .map(TypeId)
        .zip(types)
        .filter(|(_, entry)| !fits(entry.size, entry.align))
        .map(|(ty, _)| ty)
        .collect()
}
