//! New edges, in the child: has runs watched for them and tells the plans that show some. What is new in a unit depends on
//! its request alone, so that the same is told however many executors there are.

use crate::executor::shared::abi::{EdgeLog, Harness, NEW_EDGES_MAX};
use crate::executor::shared::news::News;
use crate::executor::shared::pieces::Piece;
use plans::{EdgeSet, KeptRun, Sample, UnitLoop};

/// Watches runs of one child.
pub(crate) struct EdgeWatch {
    harness: &'static Harness,
    log: *mut EdgeLog,
    /// One bit per edge; the harness adds what runs show. The last word has one for each level of the stack. Never freed.
    known: &'static mut [u64],
}

/// Stack that a run uses anyway.
const LEAST_STACK: u64 = 4 << 10;

/// The level of a stack of so many bytes: two for each doubling. None: it is no deeper than any.
fn level(bytes: u64) -> Option<u32> {
    let doubled = (bytes / LEAST_STACK).checked_mul(bytes / LEAST_STACK)?;
    doubled.checked_ilog2().filter(|level| (1..64).contains(level))
}

impl EdgeWatch {
    /// `log` is written by the harness and outlives this value.
    pub(crate) fn new(harness: &'static Harness, log: *mut EdgeLog) -> Self {
        let words = harness.edge_count.div_ceil(64).max(1) as usize + 1;
        Self {
            harness,
            log,
            known: Box::leak(vec![0; words].into_boxed_slice()),
        }
    }

    /// For the harness.
    pub(crate) fn known(&mut self) -> *mut u64 {
        self.known.as_mut_ptr()
    }

    /// A unit begins for which these edges are not new.
    pub(crate) fn begin_unit(&mut self, known: &EdgeSet) {
        let mut words = known.words().iter().copied();
        self.known.fill_with(|| words.next().unwrap_or(0));
    }

    /// The number of a level of the stack, behind those of all edges, if it is new.
    fn new_level(&mut self, level: u32) -> Option<u32> {
        let place = self.known.len() - 1;
        let bit = 1 << level;
        let is_new = self.known[place] & bit == 0;
        self.known[place] |= bit;
        is_new.then_some(place as u32 * 64 + level)
    }

    /// The next run is to be watched. The gate is to be open for it.
    pub(crate) fn begin_run(&self) {
        // SAFETY: the harness was started, and this thread runs the program.
        unsafe { (self.harness.watch_edges)(1) }
    }

    /// Bytes of stack that the last watched run came to.
    pub(crate) fn stack(&self) -> u64 {
        // SAFETY: no run is in flight, so nobody writes to the log.
        unsafe { (*self.log).stack }
    }

    /// The run of the unit's current plan is over: tells it if it showed something.
    pub(crate) fn end_run(&mut self, unit: &UnitLoop<'_>, number: u32, demands: &[u32], news: &News) {
        // SAFETY: as above; the run is over, so nobody writes to the log now.
        let (mut edges, stack) = unsafe {
            (self.harness.watch_edges)(0);
            // What is left in the log would be taken for what a later run showed before it died.
            let len = std::mem::replace(&mut (*self.log).len, 0) as usize;
            (
                (&(*self.log).edges)[..len.min(NEW_EDGES_MAX)].to_vec(),
                (*self.log).stack,
            )
        };
        // A text that is nested more deeply than others is one to go on from, as if it had executed something new.
        if unit.text().is_some() {
            edges.extend(level(stack).and_then(|level| self.new_level(level)));
        }
        if edges.is_empty() {
            return;
        }
        let sample = Sample {
            plan: unit.plan(demands),
            base_steps: unit.base_steps(),
            nth: unit.tallies().expressions,
        };
        if !sample.plan.can_be_sent() {
            // Nobody could read what this child has told.
            return;
        }
        let piece = Piece::Kept {
            unit: number,
            run: KeptRun { sample, edges },
        };
        news.append(&piece.encode());
    }
}
