//! A child: runs the units it was given, one plan after another, on a thread with a stack of known size. Leaves
//! everything it learns in shared memory, because any run may be its last.

use super::abi::{
    self, Control, Harness, PHASE_EVAL, PHASE_IDLE, STATUS_DISCARDED, STATUS_OK, STATUS_PANIC,
    STATUS_PROPERTY_FAILED, STATUS_REJECT, STATUS_TYPE_DEMAND, Services,
};
use super::counters::SharedCounters;
use super::edges::EdgeWatch;
use super::faults::{FaultTable, Sample};
use super::learn::Learner;
use super::protocol::Batch;
use super::record::{Counted, NEWS_BYTES, SharedMemory};
use super::seccomp::ChildFilters;
use super::series::SeriesRunner;
use super::signals::{self, Watchpost};
use super::values::{SeenValue, ValueEnd};
use super::watch::{self, Mappings};
use super::watch_parts;
use crate::outcome::{Fault, FaultKind, Location};
use plans::{Grammar, Instr, Observation, OpId, Outcome, RedundantPlans, UnitLoop, UnitReport, UnitStop};
use std::ops::Range;
use std::sync::atomic::Ordering::{Relaxed, Release};
use std::time::{Duration, Instant};

/// What the template has ready for its children.
pub(super) struct Loaded {
    pub(super) harness: &'static Harness,
    /// Of a harness that measures coverage.
    pub(super) counters: Option<SharedCounters>,
    pub(super) grammar: Grammar,
    /// The same without placeholders and learned values: for units that tell values.
    pub(super) eager: Grammar,
    pub(super) redundant: RedundantPlans,
    pub(super) memory: SharedMemory,
    pub(super) watched: Mappings,
    pub(super) stack: Stack,
    /// None with the sandbox off.
    pub(super) filters: Option<ChildFilters>,
    /// CPU time of one run.
    pub(super) case_timeout: Duration,
    /// Edges of instrumented code one run may execute.
    pub(super) case_edges: u64,
    /// Bytes one run may hold.
    pub(super) case_memory: u64,
}

/// The stack plans run on.
pub(super) struct Stack {
    pub(super) guard: Range<usize>,
    pub(super) usable: Range<usize>,
}

impl Stack {
    /// Far larger than the stack of a test's thread: what overflows here recurses without end, and a large array that
    /// is passed by value does not count as a fault.
    const USABLE: usize = 64 << 20;
    /// Large enough that no probed or ordinary frame jumps over it.
    const GUARD: usize = 1 << 20;

    /// Maps a stack; the template never touches it, so every child gets it fresh.
    pub(super) fn map() -> anyhow::Result<Self> {
        let len = Self::GUARD + Self::USABLE;
        let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_NORESERVE;
        // SAFETY: a fresh mapping of our own.
        unsafe {
            let base = libc::mmap(std::ptr::null_mut(), len, libc::PROT_NONE, flags, -1, 0);
            if base == libc::MAP_FAILED {
                return Err(std::io::Error::last_os_error().into());
            }
            let usable = base.byte_add(Self::GUARD);
            if libc::mprotect(usable, Self::USABLE, libc::PROT_READ | libc::PROT_WRITE) != 0 {
                return Err(std::io::Error::last_os_error().into());
            }
            let (guard, usable) = (base as usize, usable as usize);
            Ok(Self {
                guard: guard..usable,
                usable: usable..usable + Self::USABLE,
            })
        }
    }
}

/// Live bytes that leaks may add up to before the process is replaced.
const RECYCLE_BYTES: u64 = 64 << 20;
/// Wall time of one unit before it is left to be resumed.
const UNIT_SLICE: Duration = Duration::from_millis(250);
/// Wall time of a batch after which its remaining units only take a few steps each.
const BATCH_SLICE: Duration = Duration::from_secs(1);
/// Fewest and most runs between looks at the clock. Their number doubles as long as they take less than `CLOCK_PAUSE`.
const CLOCK_EVERY: (u64, u64) = (16, 256);
/// A look at the clock costs as much as a short run.
const CLOCK_PAUSE: Duration = Duration::from_micros(200);
/// Runs go without a count of their edges where the limit is at least this: more edges are assumed to take more CPU time
/// than a run gets uncounted, two ticks of five milliseconds. A run that takes longer ends the child as [`End::Slow`](super::record::End::Slow), and is
/// the first of a unit then; the first plan of every unit is counted from the beginning. So a count decides about every run
/// that could be over the limit, and what is found does not depend on when the ticks come.
const UNCOUNTED_EDGES: u64 = 100_000_000;
/// Room for news below which the child lets a fresh one go on: a fault with its samples and the end of a unit.
const NEWS_RESERVE: usize = NEWS_BYTES / 4;

struct Job<'a> {
    loaded: &'a Loaded,
    batch: &'a Batch,
    token: u64,
}

/// Everything the child does after the fork.
pub(super) fn main(loaded: &Loaded, batch: &Batch, token: u64, template: u32) -> ! {
    // SAFETY: plain system calls on the own process.
    unsafe {
        libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL);
        libc::setpgid(0, 0);
        if libc::getppid().cast_unsigned() != template {
            libc::_exit(0);
        }
    }
    if let Some(filters) = &loaded.filters
        && filters.enter().is_err()
    {
        // SAFETY: nothing to clean up. The supervisor sees a child that ran nothing.
        unsafe { libc::_exit(1) }
    }
    signals::block_ticks();
    let job = Job { loaded, batch, token };
    signals::run_on_stack(
        loaded.stack.usable.clone(),
        work,
        (&raw const job).cast_mut().cast(),
    );
}

extern "C" fn work(job: *mut libc::c_void) -> *mut libc::c_void {
    // SAFETY: `main` passes its job and never returns.
    let job = unsafe { &*job.cast::<Job<'_>>() };
    let Job { loaded, batch, token } = *job;
    let control = loaded.memory.control();
    let record = loaded.memory.record();
    // SAFETY: the harness has not started; nobody else writes.
    unsafe {
        (*control).phase = PHASE_IDLE;
        (*control).want_backtrace = u32::from(batch.backtrace);
        (*control).memory_limit = loaded.case_memory;
        (*control).edge_limit = loaded.case_edges.saturating_mul(u64::from(batch.timeout_factor));
    }
    signals::install(&Watchpost {
        control,
        record,
        guard: loaded.stack.guard.clone(),
        limit: loaded.case_timeout * batch.timeout_factor,
        gate: loaded.harness.gate,
    });
    watch::note_in(control, record);
    watch_parts::begin_thread();
    let learner = Learner::new(loaded.harness, &loaded.grammar);
    let mut edges = EdgeWatch::new(loaded.harness, loaded.memory.edges());
    let services: &'static Services = Box::leak(Box::new(Services {
        watch_write: loaded.watched.write,
        watch_alias: loaded.watched.alias,
        watch_page: watch::PAGE,
        watch_count: watch::PAGES,
        control,
        open_watched: watch::open_all,
        memory_exceeded: signals::memory_exceeded,
        edges_exceeded: signals::edges_exceeded,
        compares: learner.log(),
        learned: learner.slots(),
        demanded: watch::demanded,
        watch_parts: watch_parts::watch_parts,
        looked_at: watch::looked_at,
        thread_begins: watch_parts::thread_begins,
        edges: loaded.memory.edges(),
        known_edges: edges.known(),
    }));
    // SAFETY: the services live as long as the process; this is the first call.
    unsafe { (loaded.harness.start)(services) };
    let mut runner = Runner {
        loaded,
        control,
        token,
        faults: FaultTable::new(loaded.memory.news()),
        learner,
        edges,
        series: SeriesRunner::new(),
        unit: 0,
        trace: batch.trace,
        demands: Vec::with_capacity(256),
        deadline: Instant::now() + BATCH_SLICE,
    };
    for (position, request) in batch.units.iter().enumerate() {
        let unit = batch.first_unit + position as u32;
        record.unit.store(unit, Relaxed);
        if !runner.run_unit(unit, request) {
            break;
        }
    }
    record.end_token.store(!token, Release);
    // SAFETY: no destructor of the foreign code shall run.
    unsafe { libc::_exit(0) }
}

struct Runner<'a> {
    loaded: &'a Loaded,
    control: *mut Control,
    token: u64,
    faults: FaultTable<'a>,
    learner: Learner<'a>,
    edges: EdgeWatch,
    series: SeriesRunner,
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
        if !self.learner.begin_unit(&loaded.grammar, &request.learning) {
            return false;
        }
        self.edges.begin_unit(&request.learning.known_edges);
        let tells_values = request.economy.tells_values;
        // SAFETY: no run is in flight.
        unsafe { (*self.control).want_value = u32::from(tells_values) };
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
        let counted = counted || self.loaded.case_edges < UNCOUNTED_EDGES;
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
            self.learner.begin_run(&self.loaded.grammar, ops)
        };
        let notes_edges =
            self.loaded.harness.edge_count > 0 && !unit.tells_values() && unit.is_watched_for_edges();
        if learns || notes_edges {
            // Comparisons are behind the same gate.
            self.count_edges(true);
        }
        if notes_edges {
            self.edges.begin_run();
        }
        watch::prepare(watched);
        let harness = self.loaded.harness;
        if unit.tells_values() {
            // What is set up once and for all is no part of a value.
            let warm_up = u32::from(unit.tallies().executions == 1);
            for _ in 0..1 + warm_up {
                // SAFETY: as below, and no run is in flight between these.
                unsafe {
                    (*self.control).want_value = 1;
                    (harness.run)(start, len, 0);
                    (*self.control).want_value = 2;
                }
            }
        }
        // The first plan of a unit is run with the gate open, and every run that is watched or told is one by itself.
        let is_alone =
            unit.tells_values() || learns || notes_edges || self.trace || unit.tallies().executions == 1;
        let series = match is_alone {
            true => None,
            false => (self.series).run(harness, record, unit, same.1, most - 1, RECYCLE_BYTES),
        };
        let (mut status, passed) = series.unwrap_or_else(|| {
            // SAFETY: the harness was started, and the grammar its tables belong to makes the programs; the unit has not
            // changed.
            (unsafe { (harness.run)(start, len, same.1) }, 0)
        });
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
        // SAFETY: the run is over; `control` is ours until the next.
        let (phase, instr) = unsafe {
            let control = &mut *self.control;
            (std::mem::replace(&mut control.phase, PHASE_IDLE), control.instr)
        };
        // From here on no tick counts for the run, and learning from it takes as long as it takes.
        if learns || notes_edges {
            self.count_edges(false);
        }
        if learns {
            self.learner
                .end_run(&self.loaded.grammar, self.unit, self.loaded.memory.news());
        }
        record.demands(counted, &mut self.demands);
        if notes_edges {
            let news = self.loaded.memory.news();
            self.edges.end_run(unit, self.unit, &self.demands, news);
        }
        let outcome = match status {
            STATUS_OK => Outcome::Ok,
            STATUS_REJECT => Outcome::Reject,
            STATUS_DISCARDED => Outcome::Discarded,
            STATUS_TYPE_DEMAND => Outcome::TypeDemand,
            _ => Outcome::Fault,
        };
        let program_op = unit.program().get(instr as usize).map_or(0, |instr| instr.op);
        let mut noted = None;
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
            let demands = &self.demands;
            self.faults.note(&fault, || Sample {
                vector: unit.vector().to_vec(),
                demands: demands.clone(),
                base_steps: unit.base_steps(),
                nth: unit.tallies().expressions,
            });
            noted = Some(fault);
        }
        if let Some(shape) = unit.told_shape() {
            // SAFETY: as above.
            let value = unsafe { (*self.control).value };
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
            self.faults
                .tell(outcome, noted.as_ref(), unit.vector(), &self.demands);
        }
        unit.observe(&Observation {
            outcome,
            demands: &self.demands,
            reached_root: instr as usize + 1 == len,
            ended_at: (phase == PHASE_EVAL && outcome != Outcome::Ok && instr as usize + 1 < len)
                .then_some(instr),
        });
        record
            .run_token
            .store(self.token.wrapping_add(record.runs.load(Relaxed)), Release);
        Some(passed + 1)
    }

    /// Which touches of the run that has just ended are demands.
    fn counted(&self, status: u32) -> Counted {
        // SAFETY: the run is over; `control` is ours until the next.
        let (phase, panics) = unsafe { ((*self.control).phase, (*self.control).panics) };
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
        let control = unsafe { &*self.control };
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
        let (live, kept) = unsafe { ((*self.control).live_bytes, (*self.control).watched_kept) };
        if live > RECYCLE_BYTES || kept != 0 || self.loaded.memory.news().room() < NEWS_RESERVE {
            return After::FreshChild;
        }
        if clock.is_over(runs) {
            return After::NextUnit;
        }
        After::GoOn
    }
}

/// When a unit has to make way for the next one.
struct Clock {
    deadline: Instant,
    looked: Instant,
    /// Runs from one look to the next, and runs left until then.
    every: u64,
    left: u64,
}

impl Clock {
    /// A unit begins, in a batch with this deadline.
    fn start(batch: Instant) -> Self {
        let now = Instant::now();
        Self {
            deadline: batch.min(now + UNIT_SLICE),
            looked: now,
            every: CLOCK_EVERY.0,
            left: CLOCK_EVERY.0,
        }
    }

    /// Called after so many runs.
    fn is_over(&mut self, runs: u64) -> bool {
        self.left = self.left.saturating_sub(runs);
        if self.left > 0 {
            return false;
        }
        let now = Instant::now();
        let (fewest, most) = CLOCK_EVERY;
        self.every = if now - self.looked < CLOCK_PAUSE {
            most.min(self.every * 2)
        } else {
            fewest
        };
        self.looked = now;
        self.left = self.every;
        now >= self.deadline
    }
}
