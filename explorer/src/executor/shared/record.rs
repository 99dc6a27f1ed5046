//! The run in flight, in shared memory: what the child is doing, and where the supervisor finds it if the child is gone.

use super::moment::Moment;
use super::series::{SeriesRecord, tallies_after};
use plans::{Change, Step, Tallies, UnitLoop, Worth};
use std::sync::atomic::Ordering::{Acquire, Relaxed, Release};
use std::sync::atomic::{AtomicU32, AtomicU64};

/// Number of watched pages: one for each placeholder a program may have. Only those that are used cost memory.
pub(crate) const PAGES: usize = (plans::MAX_WATCHED as usize).next_multiple_of(64);
/// Longest choice vector kept. A death in a plan with more decisions cannot be resumed exactly.
pub(crate) const VECTOR_MAX: usize = 16 << 10;
/// Longest program kept, to name the op in flight.
const PROGRAM_MAX: usize = 16 << 10;
/// Most touches kept per run; there are no more pages.
const TOUCHES_MAX: usize = PAGES;
const TALLY_WORDS: usize = 13;

/// How a signal handler or a service ended the process; see `Record::end`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum End {
    /// More CPU time than the limit.
    Timeout,
    /// More edges than the limit.
    Edges,
    /// No fault: the run takes so long that its edges have to be counted, from the beginning.
    Slow,
    Memory,
    StackOverflow,
    Abort,
    Signal(i32),
}

impl End {
    fn to_bits(self) -> u32 {
        match self {
            Self::Timeout => 1,
            Self::Memory => 2,
            Self::StackOverflow => 3,
            Self::Abort => 4,
            Self::Edges => 5,
            Self::Slow => 6,
            Self::Signal(number) => 0x100 + number.cast_unsigned(),
        }
    }

    fn from_bits(bits: u32) -> Option<Self> {
        match bits {
            1 => Some(Self::Timeout),
            2 => Some(Self::Memory),
            3 => Some(Self::StackOverflow),
            4 => Some(Self::Abort),
            5 => Some(Self::Edges),
            6 => Some(Self::Slow),
            number if number >= 0x100 => Some(Self::Signal((number - 0x100).cast_signed())),
            _ => None,
        }
    }
}

/// A list of touched pages in order.
#[repr(C)]
struct Touches {
    len: AtomicU32,
    pages: [AtomicU32; TOUCHES_MAX],
}

impl Touches {
    fn push(&self, page: u32) {
        let position = self.len.fetch_add(1, Relaxed) as usize;
        if let Some(slot) = self.pages.get(position) {
            slot.store(page, Relaxed);
        }
    }

    fn extend(&self, into: &mut Vec<u32>) {
        let len = (self.len.load(Relaxed) as usize).min(TOUCHES_MAX);
        into.extend(self.pages[..len].iter().map(|page| page.load(Relaxed)));
    }

    fn clear(&self) {
        if self.len.load(Relaxed) != 0 {
            self.len.store(0, Relaxed);
        }
    }
}

/// Which touches of a run are demands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Counted {
    /// Those before the panic that ended the run: drop glue on its way out decides nothing.
    UntilUnwinding,
    /// Late ones too: the crate may have caught an earlier panic and gone on, so what it saw can have decided the
    /// outcome.
    AllTouches,
    /// Every watched page: touches could not be observed where the outcome came about (values being dropped, the
    /// kernel reading a buffer).
    Everything,
}

/// The run in flight. Within a series, what is said here is of its first plan, and `series` says what has changed.
#[repr(C)]
pub(crate) struct Record {
    /// Number of runs begun in this child.
    pub(crate) runs: AtomicU64,
    /// `token + runs` once that run has ended.
    run_token: AtomicU64,
    /// The complement of the token once the child has done all it was asked to.
    end_token: AtomicU64,
    end: AtomicU32,
    /// When the child had done all that comes before its first batch.
    ready: AtomicU64,
    /// Which unit, as the supervisor counts.
    unit: AtomicU32,
    /// Runs begun before that unit.
    runs_before_unit: AtomicU64,
    /// How often the template has looked whether the child moves.
    looks: AtomicU64,
    base_steps: AtomicU32,
    /// 1 if the plan has not been run in an earlier round.
    is_new: AtomicU32,
    tallies: [AtomicU64; TALLY_WORDS],
    touches: Touches,
    /// Touches while a panic was under way.
    late_touches: Touches,
    vector_len: AtomicU32,
    program_len: AtomicU32,
    /// Watched pages of the program.
    watched: AtomicU32,
    vector: [[AtomicU32; 2]; VECTOR_MAX],
    program: [AtomicU32; PROGRAM_MAX],
    series: SeriesRecord,
}

impl Record {
    /// Called by the child before every unit.
    pub(crate) fn begin_unit(&self, unit: u32) {
        self.runs_before_unit.store(self.runs.load(Relaxed), Relaxed);
        self.unit.store(unit, Release);
    }

    /// The unit that the child has begun last, as the supervisor counts.
    pub(crate) fn unit(&self) -> u32 {
        self.unit.load(Acquire)
    }

    /// Whether a run of that unit was begun.
    pub(crate) fn has_run_of_unit(&self) -> bool {
        self.runs_begun() > self.runs_before_unit.load(Relaxed)
    }

    /// Called by the child before every run. Of vector and program only what differs from the run before is written:
    /// `same` says how much does not, at the front of either.
    pub(crate) fn begin(&self, unit: &UnitLoop<'_>, same: (usize, usize)) {
        let (vector, program) = (unit.vector(), unit.program());
        self.touches.clear();
        self.late_touches.clear();
        self.base_steps.store(unit.base_steps(), Relaxed);
        self.is_new.store(u32::from(unit.is_new()), Relaxed);
        for (slot, value) in self.tallies.iter().zip(to_words(unit.tallies())) {
            slot.store(value, Relaxed);
        }
        let from = same.0.min(vector.len()).min(VECTOR_MAX);
        for (slot, step) in self.vector[from..].iter().zip(&vector[from..]) {
            slot[0].store(step.node, Relaxed);
            slot[1].store(step.alternative, Relaxed);
        }
        self.vector_len.store(vector.len() as u32, Relaxed);
        let from = same.1.min(program.len()).min(PROGRAM_MAX);
        for (slot, instr) in self.program[from..].iter().zip(&program[from..]) {
            slot.store(instr.op, Relaxed);
        }
        self.program_len.store(program.len() as u32, Relaxed);
        self.watched.store(unit.placeholders() as u32, Relaxed);
        self.series.clear();
        self.runs.store(self.runs.load(Relaxed) + 1, Release);
    }

    /// The series that the run in flight is part of.
    pub(crate) fn series(&self) -> &SeriesRecord {
        &self.series
    }

    /// What has changed since the plan that `vector` and the others name.
    fn changes(&self) -> Vec<Change> {
        self.series.changes(self.runs.load(Acquire))
    }

    /// Depth of the plan in flight, before its run.
    pub(crate) fn base_steps(&self) -> u32 {
        let changed = self.changes().last().map(|change| change.base_steps);
        changed.unwrap_or_else(|| self.base_steps.load(Relaxed))
    }

    /// Whether it has not been run in an earlier round.
    pub(crate) fn is_new(&self) -> bool {
        let changed = self.changes().last().map(Change::is_new);
        changed.unwrap_or_else(|| self.is_new.load(Relaxed) == 1)
    }

    /// Notes how the process is about to end. The first word counts. Async-signal-safe.
    pub(crate) fn end_with(&self, end: End) {
        let _ = self.end.compare_exchange(0, end.to_bits(), Relaxed, Relaxed);
    }

    /// How the process ended, if one of ours ended it.
    pub(crate) fn end(&self) -> Option<End> {
        End::from_bits(self.end.load(Relaxed))
    }

    /// Notes a touch of a watched page. Async-signal-safe.
    pub(crate) fn log_touch(&self, page: u32, is_demand: bool) {
        if is_demand {
            self.touches.push(page)
        } else {
            self.late_touches.push(page)
        }
    }

    /// The demands of the run, in order.
    pub(crate) fn demands(&self, counted: Counted, into: &mut Vec<u32>) {
        into.clear();
        self.touches.extend(into);
        if counted != Counted::UntilUnwinding {
            self.late_touches.extend(into);
        }
        if counted == Counted::Everything {
            for page in 0..self.watched.load(Relaxed) {
                if !into.contains(&page) {
                    into.push(page);
                }
            }
        }
    }

    /// The tallies when the run in flight began; it is among the executions.
    pub(crate) fn tallies(&self) -> Tallies {
        let begun = from_words(std::array::from_fn(|i| self.tallies[i].load(Relaxed)));
        tallies_after(begun, self.is_new.load(Relaxed) == 1, &self.changes())
    }

    /// The choices of the run in flight.
    pub(crate) fn vector(&self) -> Vec<Step> {
        let len = (self.vector_len.load(Relaxed) as usize).min(VECTOR_MAX);
        let step = |slot: &[AtomicU32; 2]| Step {
            node: slot[0].load(Relaxed),
            alternative: slot[1].load(Relaxed),
        };
        let mut vector: Vec<Step> = self.vector[..len].iter().map(step).collect();
        for change in self.changes() {
            if let Some(step) = vector.get_mut(change.decision as usize) {
                step.alternative = change.alternative;
            }
        }
        vector
    }

    /// The op at a position of the program in flight, and the program's length.
    pub(crate) fn op(&self, position: u32) -> Option<plans::OpId> {
        let len = (self.program_len.load(Relaxed) as usize).min(PROGRAM_MAX);
        let changes = self.changes();
        let changed = changes.iter().rfind(|change| change.instruction == position);
        self.program[..len]
            .get(position as usize)
            .map(|op| changed.map_or_else(|| op.load(Relaxed), |change| change.op))
            .map(plans::OpId)
    }

    /// Length of the program in flight.
    pub(crate) fn program_len(&self) -> u32 {
        self.program_len.load(Relaxed)
    }

    /// Number of runs begun in the child.
    pub(crate) fn runs_begun(&self) -> u64 {
        self.runs.load(Acquire)
    }

    /// The run that was begun last has ended. Called by the child, which knows the token.
    pub(crate) fn end_run(&self, token: u64) {
        let runs = self.runs.load(Relaxed);
        self.run_token.store(token.wrapping_add(runs), Release);
    }

    /// Whether a run is in flight, as far as the child with this token has come.
    pub(crate) fn is_running(&self, token: u64) -> bool {
        let ended = self.run_token.load(Acquire);
        self.has_run_of_unit() && ended != token.wrapping_add(self.runs_begun())
    }

    /// The template has looked whether the child moves.
    pub(crate) fn note_look(&self) {
        self.looks.fetch_add(1, Relaxed);
    }

    /// How often it has.
    pub(crate) fn looks(&self) -> u64 {
        self.looks.load(Relaxed)
    }

    /// The child waits for its first batch from now on.
    pub(crate) fn note_ready(&self) {
        self.ready.store(Moment::now().to_bits(), Relaxed);
    }

    /// When that was.
    pub(crate) fn ready(&self) -> Moment {
        Moment::from_bits(self.ready.load(Relaxed))
    }

    /// The child has done all that it was asked to with this token.
    pub(crate) fn finish(&self, token: u64) {
        self.end_token.store(!token, Release);
    }

    /// Whether it says so.
    pub(crate) fn has_finished(&self, token: u64) -> bool {
        self.end_token.load(Acquire) == !token
    }

    /// Forgets the last batch.
    pub(crate) fn clear(&self) {
        self.run_token.store(0, Relaxed);
        self.end_token.store(0, Relaxed);
        self.end.store(0, Relaxed);
        self.begin_unit(0);
        self.touches.clear();
        self.late_touches.clear();
        self.vector_len.store(0, Relaxed);
        self.program_len.store(0, Relaxed);
        self.series.clear();
    }
}

/// `min_cut` comes before what watching is worth, with 0 for none and one more than the depth otherwise.
fn to_words(tallies: &Tallies) -> [u64; TALLY_WORDS] {
    let cut = tallies.min_cut.map_or(0, |cut| u64::from(cut) + 1);
    let Tallies {
        executions,
        expressions,
        returned,
        rejected,
        discarded,
        type_demands,
        faults,
        reached_root,
        worth,
        ..
    } = *tallies;
    [
        executions,
        expressions,
        returned,
        rejected,
        discarded,
        type_demands,
        faults,
        reached_root,
        cut,
        worth.runs,
        worth.touches,
        worth.pages,
        worth.plans,
    ]
}

fn from_words(words: [u64; TALLY_WORDS]) -> Tallies {
    let [
        executions,
        expressions,
        returned,
        rejected,
        discarded,
        type_demands,
        faults,
        reached_root,
        cut,
        runs,
        touches,
        pages,
        plans,
    ] = words;
    let min_cut = cut.checked_sub(1).and_then(|cut| u32::try_from(cut).ok());
    Tallies {
        executions,
        expressions,
        returned,
        rejected,
        discarded,
        type_demands,
        faults,
        reached_root,
        min_cut,
        worth: Worth {
            runs,
            touches,
            pages,
            plans,
        },
    }
}
