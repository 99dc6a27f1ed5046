//! What a child has from its template: the harness, the grammar, the memory and what a run may use.

use super::stack::Stack;
use super::touched::Touched;
use crate::executor::pages::mapping::Mappings;
use crate::executor::shared::abi::Harness;
use crate::executor::shared::memory::SharedMemory;
use crate::executor::shared::protocol::{self, Batch};
use crate::executor::shared::sandbox;
use crate::executor::shared::seccomp::{self, Program};
use plans::{Grammar, RedundantPlans};
use std::os::fd::{AsFd, OwnedFd};
use std::path::PathBuf;
use std::time::Duration;

/// What the template has ready for its children.
pub(crate) struct Loaded {
    pub(crate) harness: &'static Harness,
    pub(crate) grammar: Grammar,
    /// The same without placeholders and learned values: for units that tell values.
    pub(crate) eager: Grammar,
    pub(crate) redundant: RedundantPlans,
    pub(crate) memory: SharedMemory,
    pub(crate) watched: Mappings,
    pub(crate) stack: Stack,
    /// For the next child alone.
    pub(crate) touched: Option<Touched>,
    pub(crate) confinement: Confinement,
    /// CPU time of one run.
    pub(crate) case_timeout: Duration,
    /// Edges of instrumented code one run may execute.
    pub(crate) case_edges: u64,
    /// Bytes one run may hold.
    pub(crate) case_memory: u64,
}

/// What a child enters on top of what the template is in.
pub(crate) struct Confinement {
    /// None with the sandbox off.
    pub(crate) filter: Option<Program>,
    /// None with it off, or on a system without.
    pub(crate) domain: Option<OwnedFd>,
    /// The private directory, which nothing is left in.
    pub(crate) work: PathBuf,
    /// It has room of its own, and no more.
    pub(crate) is_bounded: bool,
}

impl Confinement {
    /// Puts the calling process into it. False: it is not in all of it.
    pub(crate) fn enter(&mut self) -> bool {
        if let Some(domain) = self.domain.take()
            && !sandbox::enter_inner(domain.as_fd())
        {
            return false;
        }
        let Some(filter) = &mut self.filter else {
            return true;
        };
        filter.set_own(std::process::id());
        seccomp::enter(filter).is_ok()
    }
}

impl Loaded {
    /// Edges that one run may execute.
    pub(crate) fn edges_of_a_run(&self, timeout_factor: u32) -> u64 {
        self.case_edges.saturating_mul(u64::from(timeout_factor))
    }

    /// Takes in the redundant plans that come with a batch. False if they cannot be read.
    pub(crate) fn learn_redundant(&mut self, batch: &Batch) -> bool {
        let Ok(plans) = protocol::decode_redundant(&batch.redundant) else {
            return false;
        };
        for plan in plans {
            self.redundant.insert(plan);
        }
        true
    }
}
