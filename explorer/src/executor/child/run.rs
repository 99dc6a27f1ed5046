//! Runs one program and observes it: everything between the moment in which a plan is handed out and the one in which it is
//! known what its run came to. Nothing is noted of it here but what has to be there if the process does not survive.

use super::leaks::{self, Leaked};
use super::loaded::Loaded;
use super::signals;
use super::tools::Tools;
use crate::executor::pages::watch;
use crate::executor::shared::abi::{
    self, PHASE_EVAL, PHASE_IDLE, STATUS_DISCARDED, STATUS_OK, STATUS_PANIC, STATUS_PROPERTY_FAILED,
    STATUS_REJECT, STATUS_TYPE_DEMAND, THREAD_OLDER,
};
use crate::executor::shared::moment::Moment;
use crate::executor::shared::record::Counted;
use crate::outcome::{Fault, FaultKind, Location};
use crate::tuning::{LEVELS, LONG_TEXT};
use plans::tuning::{BYTES_OF_AN_EDGE, PART_OF_A_CASE};
use plans::{Instr, OpId, Outcome, Patience, Ran, RunCost, UnitLoop};

/// Runs go without a count of their edges where the limit is at least this: more edges are assumed to take more CPU time
/// than a run gets uncounted, two ticks of five milliseconds. A run that takes longer ends the child as
/// [`End::Slow`](crate::executor::shared::record::End::Slow), and is the first of a unit then; the first plan of every unit is
/// counted from the beginning. So a count decides about every run that could be over the limit, and what is found does not
/// depend on when the ticks come.
const UNCOUNTED_EDGES: u64 = 100_000_000;
/// More bytes than a run asks for that uses them.
const MOST_ASKED_BYTES: u64 = 1 << 40;
/// Edges of one run of a unit in which nothing is watched: such units are of quick runs, and what takes longer is run again,
/// watched, before anything is said of it.
const BARE_EDGES: u64 = 100_000;
/// What executes more than this part of its edges is not run several times more to see what it leaks.
const PART_FOR_LEAKS: u64 = 16;
/// Live bytes that leaks may add up to before the process is replaced.
pub(super) const RECYCLE_BYTES: u64 = 64 << 20;

/// What runs programs.
pub(super) struct Machine<'a> {
    pub(super) loaded: &'a Loaded,
    pub(super) tools: &'a mut Tools,
    /// Of the batch.
    pub(super) token: u64,
    /// The current unit, as the supervisor counts.
    pub(super) unit: u32,
    /// Nothing is watched in it.
    pub(super) is_bare: bool,
    /// Edges that each of its runs may execute.
    pub(super) edge_limit: u64,
    /// New edges were looked for in the last run.
    pub(super) is_watched: bool,
    /// What the last run looked at, in order.
    pub(super) demands: Vec<u32>,
    pub(super) ended: Ended,
}

/// How the last run ended.
#[derive(Default)]
pub(super) struct Ended {
    /// As the harness says.
    status: u32,
    /// What it was doing when it ended.
    phase: u32,
    /// The instruction that it came to.
    instr: u32,
    /// What it leaks each time.
    leaked: Option<Leaked>,
    /// When it was over, if it failed.
    pub(super) at: Moment,
}

impl Ended {
    /// Whether it ended while values were made and calls were carried out, and not while values were dropped.
    fn is_evaluating(&self) -> bool {
        self.phase == PHASE_EVAL
    }

    /// The op that was carried out when it ended; none while values were dropped.
    pub(super) fn op(&self, unit: &UnitLoop<'_>) -> Option<OpId> {
        let instr = unit.program().get(self.instr as usize)?;
        self.is_evaluating().then_some(OpId(instr.op))
    }
}

/// What is watched in a run besides pages.
#[derive(Clone, Copy)]
struct Watching {
    comparisons: bool,
    edges: bool,
}

impl Watching {
    fn any(self) -> bool {
        self.comparisons || self.edges
    }
}

impl Machine<'_> {
    /// A unit begins.
    pub(super) fn begin_unit(&mut self, unit: u32, request: &plans::UnitRequest) {
        self.unit = unit;
        self.is_bare = request.is_bare();
        self.edge_limit = match (self.is_bare, request.patience) {
            (true, _) => self.loaded.case_edges.min(BARE_EDGES),
            (false, Patience::Whole) => self.loaded.edges_of_a_run(self.tools.timeout_factor),
            (false, Patience::Part) => (self.loaded.case_edges / PART_OF_A_CASE).max(BARE_EDGES),
        };
        // SAFETY: no run is in flight.
        unsafe {
            let control = &mut *self.tools.control;
            control.want_value = u32::from(request.tells_values());
            control.edge_limit = self.edge_limit;
        }
    }

    /// Opens or closes the gate: see [`UNCOUNTED_EDGES`].
    pub(super) fn count_edges(&self, counted: bool) {
        let counted = counted || self.edge_limit < UNCOUNTED_EDGES;
        // SAFETY: the harness's own variable, written between runs.
        unsafe { self.loaded.harness.gate.write_volatile(u64::from(counted)) }
    }

    /// Runs the plan that the unit has handed out, and unless it has to be alone those that follow it in a series: at most
    /// `most` in all. The unit then stands at the last that was run.
    pub(super) fn run(&mut self, unit: &mut UnitLoop<'_>, most: u64, is_alone: bool) -> Ran {
        let same = unit.take_same();
        let pages = unit.placeholders();
        self.loaded.memory.record().begin(unit, same);
        if let Some(text) = unit.text() {
            // Texts that are none are not asked for, and the value before would be one.
            self.tools.learner.set(&self.loaded.grammar, text);
        }
        // What is nested thousands deep in a text, or as deep as a number says, overflows the stack of most users; by value nothing
        // is as large.
        let is_deep = unit.has_text_of(LONG_TEXT) || unit.has_number(LEVELS);
        self.tools.limit_stack(self.loaded, is_deep);
        self.tools.note_deep(self.loaded);
        let watching = self.begin_watching(unit);
        watch::prepare(pages);
        if unit.tells_values() {
            self.warm_up(unit);
        }
        self.is_watched = watching.edges;
        let is_alone = is_alone || unit.tells_values() || watching.any();
        let (mut status, passed) = self.evaluate(unit, same.1, if is_alone { 1 } else { most });
        let at = match status {
            STATUS_OK | STATUS_REJECT | STATUS_DISCARDED | STATUS_TYPE_DEMAND => Moment::default(),
            _ => Moment::now(),
        };
        let mut counted = self.counted(status);
        if status == STATUS_PANIC && pages > 0 && self.kernel_met_a_watched_page() {
            status = self.run_open(unit, pages);
            counted = Counted::Everything;
        }
        watch::close_all();
        let leaked = match status {
            STATUS_OK => self.leaked(unit),
            _ => None,
        };
        let at = if leaked.is_some() { Moment::now() } else { at };
        if !self.loaded.memory.is_sealed(self.token) {
            // The run has written over what the next ones would go by.
            signals::leave()
        }
        if self.is_disturbed() {
            // It is the first of another process then, where it is known whose thread it was.
            signals::leave()
        }
        self.loaded.memory.record().progress.end_run(self.token);
        // SAFETY: the run is over; `control` is ours until the next.
        let (phase, instr) = unsafe {
            let control = &mut *self.tools.control;
            (std::mem::replace(&mut control.phase, PHASE_IDLE), control.instr)
        };
        // From here on no tick counts for the run, and learning from it takes as long as it takes.
        self.end_watching(unit, watching, counted);
        let outcome = match status {
            STATUS_OK if leaked.is_none() => Outcome::Ok,
            STATUS_REJECT => Outcome::Reject,
            STATUS_DISCARDED => Outcome::Discarded,
            STATUS_TYPE_DEMAND => Outcome::TypeDemand,
            _ => Outcome::Fault,
        };
        self.ended = Ended {
            status,
            phase,
            instr,
            leaked,
            at,
        };
        let (come_to, len) = (instr as usize + 1, unit.program().len());
        let is_cut = phase == PHASE_EVAL && outcome != Outcome::Ok && come_to < len;
        Ran {
            passed,
            outcome,
            reached_root: come_to == len,
            ended_at: is_cut.then_some(instr),
        }
    }

    /// A thread that an earlier run has started unwinds for what is its caller's: that run, or the one that is over.
    fn is_disturbed(&self) -> bool {
        let record = self.loaded.memory.record();
        // SAFETY: the run is over; its threads may be at work.
        let unwound = unsafe { (&raw const (*self.tools.control).thread_unwound).read_volatile() };
        unwound == THREAD_OLDER && !record.is_of_first_plan()
    }

    fn begin_watching(&mut self, unit: &UnitLoop<'_>) -> Watching {
        let comparisons = unit.is_watched_for_values() && {
            let ops = unit.program().iter().map(|instr| instr.op);
            self.tools.learner.begin_run(&self.loaded.grammar, ops)
        };
        let edges = self.loaded.harness.edge_count > 0 && !unit.tells_values() && unit.is_watched_for_edges();
        let watching = Watching { comparisons, edges };
        if watching.any() {
            // Comparisons are behind the same gate.
            self.count_edges(true);
        }
        if edges {
            self.tools.edges.begin_run();
        }
        watching
    }

    fn end_watching(&mut self, unit: &UnitLoop<'_>, watching: Watching, counted: Counted) {
        let (record, news) = (self.loaded.memory.record(), self.loaded.memory.news());
        if watching.any() {
            self.count_edges(false);
        }
        if watching.comparisons {
            self.tools.learner.end_run(self.unit, news);
        }
        record.demands(counted, &mut self.demands);
        if unit.has_unwatched() {
            // All of them count as looked at.
            self.demands.clear();
            self.demands.extend(0..unit.all_placeholders() as u32);
        }
        if watching.edges {
            self.tools.edges.end_run(unit, self.unit, &self.demands, news);
        }
    }

    /// Runs the program before its value is asked for: what is set up once and for all is no part of a value.
    fn warm_up(&self, unit: &UnitLoop<'_>) {
        let is_first = unit.tallies().executions == 1;
        for _ in 0..1 + u32::from(is_first) {
            // SAFETY: no run is in flight between these.
            unsafe { (*self.tools.control).want_value = 1 }
            self.call(unit.program(), 0);
            // SAFETY: as above.
            unsafe { (*self.tools.control).want_value = 2 }
        }
    }

    /// Has the harness evaluate the program, and those that follow it. Returns the status of the last, and how many were
    /// before it. So many instructions at the front are `same` as in the run before.
    fn evaluate(&mut self, unit: &mut UnitLoop<'_>, same: usize, most: u64) -> (u32, u64) {
        let (harness, record) = (self.loaded.harness, self.loaded.memory.record());
        if most > 1
            && let Some(series) =
                (self.tools.series).run(harness, record, unit, same, most - 1, RECYCLE_BYTES)
        {
            return series;
        }
        (self.call(unit.program(), same), 0)
    }

    /// The kernel does not fault at a watched page, it refuses: runs the program again with everything open, as if everything
    /// were decided.
    fn run_open(&mut self, unit: &UnitLoop<'_>, pages: usize) -> u32 {
        watch::close_all();
        watch::prepare(pages);
        // SAFETY: the pages are the current program's.
        unsafe { watch::open_all() }
        self.call(unit.program(), unit.program().len())
    }

    /// What the program that has just returned leaks each time it is run, if that is asked for; it is run without watched pages,
    /// whose boxes are not allocated. Nothing is said of what takes long.
    fn leaked(&self, unit: &UnitLoop<'_>) -> Option<Leaked> {
        // SAFETY: no run is in flight between the runs below; `control` is ours then.
        let control = unsafe { &mut *self.tools.control };
        // Whatever lies below this frame is of runs.
        let dead = self.loaded.stack.usable.start..(&raw const control).addr();
        if control.want_left == 0 || control.edges > self.edge_limit / PART_FOR_LEAKS {
            return None;
        }
        let (phase, instr, edges, result_len) =
            (control.phase, control.instr, control.edges, control.result_len);
        let (wanted, limit) = (control.want_result, control.memory_limit);
        // What is noted of blocks takes memory, too.
        (control.want_left, control.want_result, control.memory_limit) = (2, 0, limit * 2);
        let program: Vec<Instr> = (unit.program().iter())
            .map(|instr| Instr { watch: 0, ..*instr })
            .collect();
        let arity = |op: u32| self.loaded.grammar.op(OpId(op)).map_or(0, |spec| spec.args.len());
        let run = |program: &[Instr]| {
            signals::begin_again();
            leaks::configure(dead.clone());
            leaks::take();
            match self.call(program, 0) {
                STATUS_OK => leaks::take(),
                _ => Leaked::NOTHING,
            }
        };
        // SAFETY: the harness's own variable, written between runs.
        let gate = unsafe { self.loaded.harness.gate.read_volatile() };
        self.count_edges(true);
        let leaked = leaks::each_time(&program, arity, run);
        self.count_edges(gate != 0);
        // SAFETY: as above.
        let control = unsafe { &mut *self.tools.control };
        (control.phase, control.instr, control.edges, control.result_len) = (phase, instr, edges, result_len);
        (control.want_left, control.want_result, control.memory_limit) = (1, wanted, limit);
        leaked
    }

    fn call(&self, program: &[Instr], same: usize) -> u32 {
        // Both types are `repr(C)` with the same two fields.
        const { assert!(size_of::<abi::Instr>() == size_of::<Instr>()) };
        let start = program.as_ptr().cast::<abi::Instr>();
        // SAFETY: the harness was started, and the grammar its tables belong to makes the programs.
        unsafe { (self.loaded.harness.run)(start, program.len(), same) }
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

    /// The fault that the run which has just ended has shown.
    pub(super) fn fault(&self, unit: &UnitLoop<'_>) -> Fault {
        if self.ended.status == STATUS_PROPERTY_FAILED {
            return Fault {
                kind: FaultKind::Property,
                message: "the property does not hold".to_owned(),
                location: None,
                op: unit.program().last().map(|instr| OpId(instr.op)),
            };
        }
        if let Some(leaked) = self.ended.leaked {
            return Fault {
                kind: FaultKind::Leak,
                message: leaked.message(),
                location: None,
                op: unit.program().last().map(|instr| OpId(instr.op)),
            };
        }
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
            op: self.ended.op(unit),
        }
    }

    /// What the plan has built, if it was to tell.
    pub(super) fn value(&self) -> u64 {
        // SAFETY: no run is in flight.
        unsafe { (*self.tools.control).value }
    }

    /// Edges that the last run has executed.
    pub(super) fn edges(&self) -> u64 {
        // SAFETY: no run is in flight.
        unsafe { (*self.tools.control).edges }
    }

    /// What the last run cost, as [`plans::SeenValue::cost`] has it.
    pub(super) fn cost(&self) -> u64 {
        self.edges().saturating_add(self.held() / BYTES_OF_AN_EDGE)
    }

    /// Bytes that the last run held of memory, as many as it may at most: foreign code may have written there.
    fn held(&self) -> u64 {
        // SAFETY: no run is in flight.
        let control = unsafe { &*self.tools.control };
        control.held_bytes.min(control.memory_limit)
    }

    /// Bytes that the last run has asked for.
    fn asked(&self) -> u64 {
        // SAFETY: no run is in flight.
        let control = unsafe { &*self.tools.control };
        // Foreign code may have written there.
        control.asked_bytes.min(MOST_ASKED_BYTES)
    }

    /// What the last run cost, for [`UnitLoop::charge`]: edges of runs that are watched anyway only, since it depends on where the unit was cut
    /// in which others they are counted.
    pub(super) fn charged(&self) -> RunCost {
        let (edges, stack) = match self.is_watched {
            true => (self.edges(), self.tools.edges.stack()),
            false => (0, 0),
        };
        let edges = edges.min(self.edge_limit);
        let bytes = self.held() + stack.min(self.loaded.stack.usable.len() as u64);
        RunCost {
            held: edges + bytes / BYTES_OF_AN_EDGE,
            asked: edges + self.asked() / BYTES_OF_AN_EDGE,
        }
    }

    /// The first bytes of what the last run has built, if they were wanted.
    pub(super) fn result(&self) -> Vec<u8> {
        // SAFETY: no run is in flight.
        let control = unsafe { &*self.tools.control };
        let len = (control.result_len as usize).min(control.result.len());
        control.result[..len].to_vec()
    }
}
