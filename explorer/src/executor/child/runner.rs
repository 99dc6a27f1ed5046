//! Runs the units of a batch, one plan after another, and notes what becomes of them.

use super::clock::Clock;
use super::faults::FaultTable;
use super::loaded::Loaded;
use super::run::{Ended, Machine, RECYCLE_BYTES};
use super::tools::Tools;
use crate::executor::pages::parts;
use crate::executor::shared::abi::THREAD_NONE;
use crate::executor::shared::moment::Moment;
use crate::executor::shared::news::NEWS_BYTES;
use crate::executor::shared::pieces::TracedRun;
use crate::executor::shared::protocol::Batch;
use crate::outcome::Fault;
use plans::{Outcome, Ran, Runs, Sample, SeenValue, UnitLoop, UnitReport, UnitStop, ValueEnd, drive};
use std::time::{Duration, Instant};

/// Wall time of a batch after which its remaining units only take a few steps each.
const BATCH_SLICE: Duration = Duration::from_secs(1);
/// Room for news below which the child lets a fresh one go on: a fault with its samples and the end of a unit.
const NEWS_RESERVE: usize = NEWS_BYTES / 4;
/// Runs after which a child is replaced before its next batch: what its start costs does not matter then, and what the crate
/// keeps in statics does not grow old.
const RUNS_OF_A_CHILD: u64 = 20_000;

/// Runs the units of a batch. True if the process is as good as before: nothing in it failed, and it has not run much.
pub(super) fn run_batch(loaded: &Loaded, tools: &mut Tools, batch: &Batch, token: u64) -> bool {
    let record = loaded.memory.record();
    let deadline = Instant::now() + BATCH_SLICE;
    let mut runner = Runner {
        machine: Machine {
            loaded,
            tools,
            token,
            unit: 0,
            is_bare: false,
            edge_limit: 0,
            is_watched: false,
            demands: Vec::with_capacity(256),
            ended: Ended::default(),
        },
        faults: FaultTable::new(loaded.memory.news()),
        has_failed: false,
        failed_at: None,
        trace: batch.trace,
        deadline,
        clock: Clock::start(deadline),
        after: After::GoOn,
    };
    let mut is_well = true;
    for (position, request) in batch.units.iter().enumerate() {
        if batch.until.is_some_and(Moment::is_past) {
            // Nobody takes in what comes now.
            break;
        }
        let unit = batch.first_unit + position as u32;
        record.progress.begin_unit(unit);
        if !runner.run_unit(unit, request) {
            is_well = false;
            break;
        }
    }
    is_well && !runner.has_failed && record.progress.runs_begun() < RUNS_OF_A_CHILD
}

/// The units of one batch.
struct Runner<'a> {
    machine: Machine<'a>,
    faults: FaultTable<'a>,
    /// A run of this batch ended with a fault.
    has_failed: bool,
    /// When the current plan failed: the first time, if it is run once more.
    failed_at: Option<Moment>,
    /// Every run is told.
    trace: bool,
    deadline: Instant,
    /// Of the current unit.
    clock: Clock,
    after: After,
}

/// Whether the child can go on after a run.
#[derive(Clone, Copy, PartialEq, Eq)]
enum After {
    GoOn,
    NextUnit,
    FreshChild,
}

impl Runner<'_> {
    /// False if a fresh child must go on.
    fn run_unit(&mut self, number: u32, request: &[u8]) -> bool {
        self.faults.begin_unit(number);
        let Ok(request) = plans::decode_unit_request(request) else {
            return false;
        };
        let (loaded, tools) = (self.machine.loaded, &mut *self.machine.tools);
        if !tools.learner.begin_unit(&loaded.grammar, &request.learning) {
            return false;
        }
        tools.edges.begin_unit(&request.learning.known_edges);
        self.machine.begin_unit(number, &request);
        self.failed_at = None;
        let grammar = match request.tells_values() {
            true => &loaded.eager,
            false => &loaded.grammar,
        };
        let Some(mut unit) = UnitLoop::without(grammar, &loaded.redundant, request) else {
            let stop = UnitStop::Exhausted { min_cut: None };
            self.faults.end_unit(&UnitReport {
                tallies: plans::Tallies::default(),
                stop,
                round: None,
            });
            return true;
        };
        self.clock = Clock::start(self.deadline);
        self.after = After::GoOn;
        // The first plan may be one that took long.
        self.machine.count_edges(true);
        let report = drive(&mut unit, self);
        self.faults.end_unit(&report);
        self.after != After::FreshChild
    }

    fn note_fault(&mut self, unit: &UnitLoop<'_>, at: Moment) -> Fault {
        let fault = self.machine.fault(unit);
        self.faults.note(&fault, at, || {
            let sample = Sample {
                plan: unit.plan(&self.machine.demands),
                base_steps: unit.base_steps(),
                nth: unit.tallies().expressions,
            };
            // Nobody could read what this child has told.
            Some(sample).filter(|sample| sample.plan.can_be_sent())
        });
        fault
    }

    fn after(&mut self, runs: u64) -> After {
        // SAFETY: no run is in flight.
        let (live, spent) = unsafe {
            let control = self.machine.tools.control;
            let unwound = (&raw const (*control).thread_unwound).read_volatile();
            let spent = (*control).watched_kept != 0 || unwound != THREAD_NONE;
            ((*control).live_bytes, spent)
        };
        let room = self.machine.loaded.memory.news().room();
        if live > RECYCLE_BYTES || spent || room < NEWS_RESERVE {
            return After::FreshChild;
        }
        // A unit in which nothing is watched is a few quick runs: no clock has a say in it.
        if self.clock.is_over(runs) && !self.machine.is_bare {
            return After::NextUnit;
        }
        After::GoOn
    }
}

impl Runs for Runner<'_> {
    fn run(&mut self, unit: &mut UnitLoop<'_>) -> Option<Ran> {
        // The first plan of a unit is run with the gate open, and every run that is told is one by itself.
        let is_alone = self.trace || unit.tallies().executions == 1;
        let ran = self.machine.run(unit, self.clock.left, is_alone);
        if ran.outcome == Outcome::Fault {
            // The first time, if it is run once more.
            self.failed_at.get_or_insert(self.machine.ended.at);
        }
        Some(ran)
    }

    fn demands(&self) -> &[u32] {
        &self.machine.demands
    }

    fn contradict(&mut self) {
        // The crate remembers something. Nothing that this process says of the unit is believed.
        // SAFETY: no destructor of the foreign code shall run.
        unsafe { libc::_exit(0) }
    }

    /// Leaves the news of the run.
    fn note(&mut self, unit: &mut UnitLoop<'_>, ran: &Ran) {
        let failed_at = self.failed_at.take();
        self.has_failed |= failed_at.is_some();
        let told = failed_at.filter(|_| unit.is_new() && !unit.tells_values());
        let fault = told.map(|at| self.note_fault(unit, at));
        if let Some(shape) = unit.told_shape() {
            self.faults.tell_value(&SeenValue {
                shape,
                value: self.machine.value(),
                end: match (ran.outcome, self.machine.ended.op(unit)) {
                    (Outcome::Ok, _) => ValueEnd::Built,
                    (Outcome::Reject, _) => ValueEnd::Rejected,
                    (Outcome::Fault, Some(op)) => ValueEnd::Failed(op),
                    _ => ValueEnd::Unclear,
                },
                cost: self.machine.cost(),
            });
        }
        if self.trace && unit.is_new() {
            let demands = &self.machine.demands;
            // Where nothing is watched the plan is the one that is run, with everything decided.
            let first = match unit.has_unwatched() {
                true => demands.len(),
                false => 0,
            };
            let steps = (first..=demands.len()).map(|looked_at| unit.plan(&demands[..looked_at]));
            let steps = steps.filter(plans::Plan::can_be_sent);
            self.faults.tell(TracedRun {
                bound: unit.report().round.map_or(0, |round| round.bound),
                steps: steps.collect(),
                outcome: ran.outcome,
                fault,
                result: self.machine.result(),
                edges: self.machine.edges(),
            });
        }
        unit.note_touches(parts::take_touches());
        unit.charge(self.machine.charged());
    }

    fn has_learned(&self) -> bool {
        self.machine.tools.learner.has_told()
    }

    fn goes_on(&mut self, unit: &UnitLoop<'_>, runs: u64) -> bool {
        if unit.tallies().executions == 1 {
            self.machine.count_edges(false);
        }
        self.after = self.after(runs);
        self.after == After::GoOn
    }
}
