//! The run in flight, in shared memory: what the child is doing, and where the supervisor finds it if the child is gone.

use super::progress::Progress;
use super::series::{SeriesRecord, tallies_after};
use plans::{Change, Step, Tallies, UnitLoop, fingerprint};
use std::collections::BTreeSet;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicU32, AtomicU64};

/// Number of watched pages: one for each placeholder a program may have. Only those that are used cost memory.
pub(crate) const PAGES: usize = (plans::MAX_WATCHED as usize).next_multiple_of(64);
/// Longest choice vector kept. A death in a plan with more decisions cannot be resumed exactly.
pub(crate) const VECTOR_MAX: usize = 16 << 10;
/// Longest program kept, to name the op in flight.
const PROGRAM_MAX: usize = 16 << 10;
/// Most touches kept per run; there are no more pages.
const TOUCHES_MAX: usize = PAGES;
/// Those of tallies, behind the cut.
const TALLY_WORDS: usize = 1 + Tallies::WORDS;

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
    /// A hostile value was dropped twice.
    DoubleDrop,
    /// A hostile value was used that is not there.
    InvalidUse,
    Signal(i32),
}

/// Beside the bits of an end: the thread that runs plans has come to it itself.
const BY_RUN: u32 = 1 << 31;

impl End {
    fn to_bits(self) -> u32 {
        match self {
            Self::Timeout => 1,
            Self::Memory => 2,
            Self::StackOverflow => 3,
            Self::Abort => 4,
            Self::Edges => 5,
            Self::Slow => 6,
            Self::DoubleDrop => 7,
            Self::InvalidUse => 8,
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
            7 => Some(Self::DoubleDrop),
            8 => Some(Self::InvalidUse),
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
    pub(crate) progress: Progress,
    end: AtomicU32,
    /// Of the first plan that was run in this child: see [`Record::is_of_first_plan`].
    first_program: AtomicU64,
    plan: PlanRecord,
    touches: Touches,
    /// Touches while a panic was under way.
    late_touches: Touches,
    series: SeriesRecord,
}

/// The plan whose run was begun.
#[repr(C)]
struct PlanRecord {
    base_steps: AtomicU32,
    /// 1 if it has not been run in an earlier round.
    is_new: AtomicU32,
    /// Counts of the unit, it among them.
    tallies: [AtomicU64; TALLY_WORDS],
    /// Watched pages of its program.
    watched: AtomicU32,
    vector_len: AtomicU32,
    vector: [[AtomicU32; 2]; VECTOR_MAX],
    program_len: AtomicU32,
    program: [AtomicU32; PROGRAM_MAX],
}

impl PlanRecord {
    /// Of vector and program only what differs from the plan before is written: `same` says how much does not, at the front
    /// of either.
    fn write(&self, unit: &UnitLoop<'_>, same: (usize, usize)) {
        let (vector, program) = (unit.vector(), unit.program());
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
    }

    fn is_new(&self) -> bool {
        self.is_new.load(Relaxed) == 1
    }

    fn vector(&self) -> impl Iterator<Item = Step> {
        let len = (self.vector_len.load(Relaxed) as usize).min(VECTOR_MAX);
        self.vector[..len].iter().map(|slot| Step {
            node: slot[0].load(Relaxed),
            alternative: slot[1].load(Relaxed),
        })
    }

    fn op(&self, position: u32) -> Option<u32> {
        let len = (self.program_len.load(Relaxed) as usize).min(PROGRAM_MAX);
        let op = self.program[..len].get(position as usize)?;
        Some(op.load(Relaxed))
    }
}

impl Record {
    /// Called by the child before every run. So much of vector and program is the `same` as in the run before.
    pub(crate) fn begin(&self, unit: &UnitLoop<'_>, same: (usize, usize)) {
        self.touches.clear();
        self.late_touches.clear();
        self.plan.write(unit, same);
        self.series.clear();
        if self.progress.runs_begun() == 0 {
            self.first_program.store(self.program_key(), Relaxed);
        }
        self.progress.begin_run();
    }

    /// Whether the run in flight is of the plan that was the first in this child: it may be run several times in a row.
    pub(crate) fn is_of_first_plan(&self) -> bool {
        self.progress.runs_begun() <= 1 || self.first_program.load(Relaxed) == self.program_key()
    }

    /// A number that programs share that are the same.
    fn program_key(&self) -> u64 {
        let ops = (0..self.program_len()).map_while(|position| self.op(position));
        fingerprint(ops.map(|op| u64::from(op.0)))
    }

    /// The series that the run in flight is part of.
    pub(crate) fn series(&self) -> &SeriesRecord {
        &self.series
    }

    /// What has changed since the plan that `vector` and the others name.
    fn changes(&self) -> Vec<Change> {
        self.series.changes(self.progress.runs_begun())
    }

    /// Depth of the plan in flight, before its run.
    pub(crate) fn base_steps(&self) -> u32 {
        let changed = self.changes().last().map(|change| change.base_steps);
        changed.unwrap_or_else(|| self.plan.base_steps.load(Relaxed))
    }

    /// Whether it has not been run in an earlier round.
    pub(crate) fn is_new(&self) -> bool {
        let changed = self.changes().last().map(Change::is_new);
        changed.unwrap_or_else(|| self.plan.is_new())
    }

    /// Notes how the process is about to end, and whether the thread that runs plans has come to that itself. The first word counts.
    /// Async-signal-safe.
    pub(crate) fn end_with(&self, end: End, is_by_run: bool) {
        let by = if is_by_run { BY_RUN } else { 0 };
        let _ = (self.end).compare_exchange(0, end.to_bits() | by, Relaxed, Relaxed);
    }

    /// How the process ended, if one of ours ended it.
    pub(crate) fn end(&self) -> Option<End> {
        End::from_bits(self.end.load(Relaxed) & !BY_RUN)
    }

    /// Whether it is known to be the run in flight that has ended it, and no other thread.
    pub(crate) fn is_end_of_run(&self) -> bool {
        self.end.load(Relaxed) & BY_RUN != 0
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
            // No plan has more, whatever foreign code has written there.
            let watched = self.plan.watched.load(Relaxed).min(PAGES as u32);
            let looked_at: BTreeSet<u32> = into.iter().copied().collect();
            into.extend((0..watched).filter(|page| !looked_at.contains(page)));
        }
    }

    /// The tallies when the run in flight began; it is among the executions.
    pub(crate) fn tallies(&self) -> Tallies {
        let begun = from_words(std::array::from_fn(|i| self.plan.tallies[i].load(Relaxed)));
        tallies_after(begun, self.plan.is_new(), &self.changes())
    }

    /// The choices of the run in flight.
    pub(crate) fn vector(&self) -> Vec<Step> {
        let mut vector: Vec<Step> = self.plan.vector().collect();
        for change in self.changes() {
            if let Some(step) = vector.get_mut(change.decision as usize) {
                step.alternative = change.alternative;
            }
        }
        vector
    }

    /// The op at a position of the program in flight.
    pub(crate) fn op(&self, position: u32) -> Option<plans::OpId> {
        let op = self.plan.op(position)?;
        let changes = self.changes();
        let changed = changes.iter().rfind(|change| change.instruction == position);
        Some(plans::OpId(changed.map_or(op, |change| change.op)))
    }

    /// Length of the program in flight.
    pub(crate) fn program_len(&self) -> u32 {
        self.plan.program_len.load(Relaxed)
    }

    /// Forgets the last batch.
    pub(crate) fn clear(&self) {
        self.progress.clear();
        self.end.store(0, Relaxed);
        self.touches.clear();
        self.late_touches.clear();
        self.plan.vector_len.store(0, Relaxed);
        self.plan.program_len.store(0, Relaxed);
        self.series.clear();
    }
}

/// `min_cut` comes first, with 0 for none and one more than the depth otherwise.
fn to_words(tallies: &Tallies) -> [u64; TALLY_WORDS] {
    let mut words = [0; TALLY_WORDS];
    words[0] = tallies.min_cut.map_or(0, |cut| u64::from(cut) + 1);
    words[1..].copy_from_slice(&tallies.words());
    words
}

/// No count is larger: sums of such ones overflow nowhere, whatever foreign code has written there.
const MOST_COUNTED: u64 = 1 << 48;

fn from_words(words: [u64; TALLY_WORDS]) -> Tallies {
    let [cut, counts @ ..] = words.map(|word| word.min(MOST_COUNTED));
    let min_cut = cut.checked_sub(1).and_then(|cut| u32::try_from(cut).ok());
    Tallies::of_words(counts, min_cut)
}
