//! Runs the units of a batch, one plan after another, and notes what becomes of them.

use super::clock::Clock;
use super::faults::FaultTable;
use super::loaded::Loaded;
use super::tools::Tools;
use crate::executor::pages::{parts, watch};
use crate::executor::shared::abi::{
    self, PHASE_EVAL, PHASE_IDLE, STATUS_DISCARDED, STATUS_OK, STATUS_PANIC, STATUS_PROPERTY_FAILED,
    STATUS_REJECT, STATUS_TYPE_DEMAND,
};
use crate::executor::shared::moment::Moment;
use crate::executor::shared::news::NEWS_BYTES;
use crate::executor::shared::pieces::Sample;
use crate::executor::shared::protocol::Batch;
use crate::executor::shared::record::Counted;
use crate::executor::shared::values::{SeenValue, ValueEnd};
use crate::outcome::{Fault, FaultKind, Location};
use plans::{Instr, Observation, OpId, Outcome, UnitLoop, UnitReport, UnitStop};
use std::time::{Duration, Instant};

/// Live bytes that leaks may add up to before the process is replaced.
const RECYCLE_BYTES: u64 = 64 << 20;
/// Wall time of a batch after which its remaining units only take a few steps each.
const BATCH_SLICE: Duration = Duration::from_secs(1);
/// Runs go without a count of their edges where the limit is at least this: more edges are assumed to take more CPU time
/// than a run gets uncounted, two ticks of five milliseconds. A run that takes longer ends the child as [`End::Slow`](crate::executor::shared::record::End::Slow), and is
/// the first of a unit then; the first plan of every unit is counted from the beginning. So a count decides about every run
/// that could be over the limit, and what is found does not depend on when the ticks come.
const UNCOUNTED_EDGES: u64 = 100_000_000;
/// Edges of one run of a unit in which nothing is watched: such units are of quick runs, and what takes longer is run again,
/// watched, before anything is said of it.
const BARE_EDGES: u64 = 100_000;
/// Runs of such a unit after which it ends with its round if there is something to learn. Before, the next round costs less
/// than asking.
const LEARNED_AFTER: u64 = 32;
/// Room for news below which the child lets a fresh one go on: a fault with its samples and the end of a unit.
const NEWS_RESERVE: usize = NEWS_BYTES / 4;

/// Runs after which a child is replaced before its next batch: what its start costs does not matter then, and what the crate
/// keeps in statics does not grow old.
const RUNS_OF_A_CHILD: u64 = 20_000;

/// Runs the units of a batch. True if the process is as good as before: nothing in it failed, and it has not run much.
pub(crate) fn run_batch(loaded: &Loaded, tools: &mut Tools, batch: &Batch, token: u64) -> bool {
    let record = loaded.memory.record();
    let mut runner = Runner {
        loaded,
        tools,
        token,
        faults: FaultTable::new(loaded.memory.news()),
        has_failed: false,
        is_bare: false,
        failed_at: None,
        unit: 0,
        trace: batch.trace,
        demands: Vec::with_capacity(256),
        deadline: Instant::now() + BATCH_SLICE,
    };
    let mut is_well = true;
    for (position, request) in batch.units.iter().enumerate() {
        let unit = batch.first_unit + position as u32;
        record.begin_unit(unit);
        if !runner.run_unit(unit, request) {
            is_well = false;
            break;
        }
    }
    is_well && !runner.has_failed && record.runs_begun() < RUNS_OF_A_CHILD
}

struct Runner<'a> {
    loaded: &'a Loaded,
    tools: &'a mut Tools,
    token: u64,
    faults: FaultTable<'a>,
    /// A run of this batch ended with a fault.
    has_failed: bool,
    /// Nothing is watched in the current unit.
    is_bare: bool,
    /// When the current plan failed, if it is run once more.
    failed_at: Option<Moment>,
    /// The current one, as the supervisor counts.
    unit: u32,
    /// Every run is told.
    trace: bool,
    /// The last run's, reused.
    demands: Vec<u32>,
    deadline: Instant,
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
    fn run_unit(&mut self, index: u32, request: &[u8]) -> bool {
        self.faults.begin_unit(index);
        self.unit = index;
        let Ok(request) = plans::decode_unit_request(request) else {
            return false;
        };
        let loaded = self.loaded;
        if !self.tools.learner.begin_unit(&loaded.grammar, &request.learning) {
            return false;
        }
        self.tools.edges.begin_unit(&request.learning.known_edges);
        let tells_values = request.tells_values();
        self.is_bare = request.is_bare();
        self.failed_at = None;
        // SAFETY: no run is in flight.
        unsafe {
            let control = &mut *self.tools.control;
            control.want_value = u32::from(tells_values);
            control.edge_limit = match self.is_bare {
                true => loaded.case_edges.min(BARE_EDGES),
                false => loaded.edges_of_a_run(self.tools.timeout_factor),
            };
        }
        let grammar = if tells_values {
            &loaded.eager
        } else {
            &loaded.grammar
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
        let mut clock = Clock::start(self.deadline);
        // The first plan may be one that took long.
        self.count_edges(true);
        let mut after = After::GoOn;
        while after == After::GoOn
            && let Some(runs) = self.run_next(&mut unit, clock.left)
        {
            after = self.after(&mut clock, runs);
            if unit.tallies().executions == 1 {
                self.count_edges(false);
            }
        }
        self.faults.end_unit(&unit.report());
        after != After::FreshChild
    }

    /// Opens or closes the gate: see [`UNCOUNTED_EDGES`].
    fn count_edges(&self, counted: bool) {
        let counted = counted || self.is_bare || self.loaded.case_edges < UNCOUNTED_EDGES;
        // SAFETY: the harness's own variable, written between runs.
        unsafe { self.loaded.harness.gate.write_volatile(u64::from(counted)) }
    }

    /// Runs the unit's next plan, and those that follow it in a series: at most `most` in all. Returns how many it ran;
    /// none if there is none.
    fn run_next(&mut self, unit: &mut UnitLoop<'_>, most: u64) -> Option<u64> {
        let record = self.loaded.memory.record();
        unit.next()?;
        let same = unit.take_same();
        let watched = unit.placeholders();
        let program = unit.program();
        let (start, len) = (program.as_ptr().cast::<abi::Instr>(), program.len());
        // Both types are `repr(C)` with the same two fields.
        const { assert!(size_of::<abi::Instr>() == size_of::<Instr>()) };
        record.begin(unit, same);
        let learns = unit.is_watched_for_values() && {
            let ops = unit.program().iter().map(|instr| instr.op);
            self.tools.learner.begin_run(&self.loaded.grammar, ops)
        };
        let notes_edges =
            self.loaded.harness.edge_count > 0 && !unit.tells_values() && unit.is_watched_for_edges();
        if learns || notes_edges {
            // Comparisons are behind the same gate.
            self.count_edges(true);
        }
        if notes_edges {
            self.tools.edges.begin_run();
        }
        watch::prepare(watched);
        let harness = self.loaded.harness;
        if unit.tells_values() {
            // What is set up once and for all is no part of a value.
            let warm_up = u32::from(unit.tallies().executions == 1);
            for _ in 0..1 + warm_up {
                // SAFETY: as below, and no run is in flight between these.
                unsafe {
                    (*self.tools.control).want_value = 1;
                    (harness.run)(start, len, 0);
                    (*self.tools.control).want_value = 2;
                }
            }
        }
        // The first plan of a unit is run with the gate open, and every run that is watched or told is one by itself.
        let is_alone =
            unit.tells_values() || learns || notes_edges || self.trace || unit.tallies().executions == 1;
        let series = match is_alone {
            true => None,
            false => (self.tools.series).run(harness, record, unit, same.1, most - 1, RECYCLE_BYTES),
        };
        let (mut status, passed) = series.unwrap_or_else(|| {
            // SAFETY: the harness was started, and the grammar its tables belong to makes the programs; the unit has not
            // changed.
            (unsafe { (harness.run)(start, len, same.1) }, 0)
        });
        let ended_at = match status {
            STATUS_OK | STATUS_REJECT | STATUS_DISCARDED | STATUS_TYPE_DEMAND => Moment::default(),
            _ => self.failed_at.take().unwrap_or_else(Moment::now),
        };
        let mut counted = self.counted(status);
        if status == STATUS_PANIC && watched > 0 && self.kernel_met_a_watched_page() {
            // The kernel does not fault, it refuses: run again with everything open, as if everything were decided.
            watch::close_all();
            watch::prepare(watched);
            // SAFETY: as above, and the pages are the current program's.
            status = unsafe {
                watch::open_all();
                (harness.run)(start, len, len)
            };
            counted = Counted::Everything;
        }
        watch::close_all();
        record.end_run(self.token);
        // SAFETY: the run is over; `control` is ours until the next.
        let (phase, instr) = unsafe {
            let control = &mut *self.tools.control;
            (std::mem::replace(&mut control.phase, PHASE_IDLE), control.instr)
        };
        // From here on no tick counts for the run, and learning from it takes as long as it takes.
        if learns || notes_edges {
            self.count_edges(false);
        }
        if learns {
            self.tools.learner.end_run(self.unit, self.loaded.memory.news());
        }
        record.demands(counted, &mut self.demands);
        if unit.has_unwatched() {
            // All of them count as looked at.
            self.demands.clear();
            self.demands.extend(0..unit.all_placeholders() as u32);
        }
        if notes_edges {
            let news = self.loaded.memory.news();
            self.tools.edges.end_run(unit, self.unit, &self.demands, news);
        }
        let outcome = match status {
            STATUS_OK => Outcome::Ok,
            STATUS_REJECT => Outcome::Reject,
            STATUS_DISCARDED => Outcome::Discarded,
            STATUS_TYPE_DEMAND => Outcome::TypeDemand,
            _ => Outcome::Fault,
        };
        if outcome == Outcome::Fault && unit.has_unwatched() {
            // What it looked at is a part of what is told.
            self.failed_at = Some(ended_at);
            unit.watch_all();
            return Some(passed + 1);
        }
        if self.failed_at.is_some() {
            // The crate remembers something. Nothing that this process says of the unit is believed.
            // SAFETY: no destructor of the foreign code shall run.
            unsafe { libc::_exit(0) }
        }
        let program_op = unit.program().get(instr as usize).map_or(0, |instr| instr.op);
        let mut noted = None;
        self.has_failed |= outcome == Outcome::Fault;
        if outcome == Outcome::Fault && unit.is_new() && !unit.tells_values() {
            let program = unit.program();
            let op = program
                .get(instr as usize)
                .filter(|_| phase == PHASE_EVAL)
                .map(|instr| OpId(instr.op));
            let fault = match status {
                STATUS_PROPERTY_FAILED => Fault {
                    kind: FaultKind::Property,
                    message: "the property does not hold".to_owned(),
                    location: None,
                    op: program.last().map(|instr| OpId(instr.op)),
                },
                _ => self.panic(op),
            };
            let demands = self.demands.as_slice();
            self.faults.note(&fault, ended_at, || Sample {
                plan: unit.plan(demands),
                base_steps: unit.base_steps(),
                nth: unit.tallies().expressions,
            });
            noted = Some(fault);
        }
        if let Some(shape) = unit.told_shape() {
            // SAFETY: as above.
            let value = unsafe { (*self.tools.control).value };
            self.faults.tell_value(&SeenValue {
                shape,
                value,
                end: match outcome {
                    Outcome::Ok => ValueEnd::Built,
                    Outcome::Reject => ValueEnd::Rejected,
                    Outcome::Fault if phase == PHASE_EVAL => ValueEnd::Failed(OpId(program_op)),
                    _ => ValueEnd::Unclear,
                },
            });
        }
        if self.trace && unit.is_new() {
            let steps = (0..=self.demands.len()).map(|looked_at| unit.plan(&self.demands[..looked_at]));
            self.faults.tell(outcome, noted.as_ref(), steps.collect());
        }
        unit.note_touches(parts::take_touches());
        unit.observe(&Observation {
            outcome,
            demands: &self.demands,
            reached_root: instr as usize + 1 == len,
            ended_at: (phase == PHASE_EVAL && outcome != Outcome::Ok && instr as usize + 1 < len)
                .then_some(instr),
        });
        if self.is_bare && unit.tallies().executions >= LEARNED_AFTER && self.tools.learner.has_told() {
            unit.end_with_round();
        }
        Some(passed + 1)
    }

    /// Which touches of the run that has just ended are demands.
    fn counted(&self, status: u32) -> Counted {
        // SAFETY: the run is over; `control` is ours until the next.
        let (phase, panics) = unsafe { ((*self.tools.control).phase, (*self.tools.control).panics) };
        match status {
            STATUS_PANIC if phase != PHASE_EVAL => Counted::Everything,
            STATUS_PANIC if panics <= 1 => Counted::UntilUnwinding,
            STATUS_TYPE_DEMAND if panics == 0 => Counted::UntilUnwinding,
            _ => Counted::AllTouches,
        }
    }

    /// The panic speaks of `EFAULT`: a system call was given the address of a watched page.
    fn kernel_met_a_watched_page(&self) -> bool {
        const EFAULT: [&[u8]; 2] = [b"(os error 14)", b"Os { code: 14,"];
        // SAFETY: the run is over; `control` is ours until the next.
        let control = unsafe { &*self.tools.control };
        let message = &control.message[..control.message_len as usize];
        EFAULT
            .iter()
            .any(|mark| message.windows(mark.len()).any(|window| window == *mark))
    }

    fn panic(&self, op: Option<OpId>) -> Fault {
        let said = self.loaded.memory.said();
        let location = (said.line > 0).then_some(Location {
            file: said.file,
            line: said.line,
            column: said.column,
        });
        Fault {
            kind: FaultKind::Panic,
            message: said.message,
            location,
            op,
        }
    }

    fn after(&self, clock: &mut Clock, runs: u64) -> After {
        // SAFETY: no run is in flight.
        let (live, kept) = unsafe {
            (
                (*self.tools.control).live_bytes,
                (*self.tools.control).watched_kept,
            )
        };
        if live > RECYCLE_BYTES || kept != 0 || self.loaded.memory.news().room() < NEWS_RESERVE {
            return After::FreshChild;
        }
        // A unit in which nothing is watched is a few quick runs: no clock has a say in it.
        if clock.is_over(runs) && !self.is_bare {
            return After::NextUnit;
        }
        After::GoOn
    }
}
