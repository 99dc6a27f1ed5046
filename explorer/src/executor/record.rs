//! The memory that supervisor, template and child share. The child writes; when it is gone, however it went, the
//! supervisor reads. Foreign code runs beside it, so every read is checked.

use super::abi::{Control, EdgeLog};
use super::moment::Moment;
use super::news::{NEWS_BYTES, News};
use super::series::{SeriesRecord, tallies_after};
use anyhow::Context;
use plans::{Change, Step, Tallies, UnitLoop, Worth};
use std::ops::Range;
use std::os::fd::{AsRawFd, BorrowedFd, FromRawFd, OwnedFd};
use std::sync::atomic::Ordering::{Acquire, Relaxed, Release};
use std::sync::atomic::{AtomicU32, AtomicU64};

/// Longest choice vector kept. A death in a plan with more decisions cannot be resumed exactly.
pub(super) const VECTOR_MAX: usize = 16 << 10;
/// Longest program kept, to name the op in flight.
const PROGRAM_MAX: usize = 16 << 10;
/// Most touches kept per run; there are no more pages.
const TOUCHES_MAX: usize = super::watch::PAGES;
const TALLY_WORDS: usize = 13;

/// How a signal handler or a service ended the process; see `Record::end`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
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
pub(super) enum Counted {
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
pub(super) struct Record {
    /// Number of runs begun in this child.
    pub(super) runs: AtomicU64,
    /// `token + runs` once that run has ended.
    pub(super) run_token: AtomicU64,
    /// The complement of the token once the child has done all it was asked to.
    end_token: AtomicU64,
    end: AtomicU32,
    /// When the child had done all that comes before its first batch.
    ready: AtomicU64,
    /// Which unit, as the supervisor counts.
    pub(super) unit: AtomicU32,
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
    /// Called by the child before every run. Of vector and program only what differs from the run before is written:
    /// `same` says how much does not, at the front of either.
    pub(super) fn begin(&self, unit: &UnitLoop<'_>, same: (usize, usize)) {
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
    pub(super) fn series(&self) -> &SeriesRecord {
        &self.series
    }

    /// What has changed since the plan that `vector` and the others name.
    fn changes(&self) -> Vec<Change> {
        self.series.changes(self.runs.load(Acquire))
    }

    /// Depth of the plan in flight, before its run.
    pub(super) fn base_steps(&self) -> u32 {
        let changed = self.changes().last().map(|change| change.base_steps);
        changed.unwrap_or_else(|| self.base_steps.load(Relaxed))
    }

    /// Whether it has not been run in an earlier round.
    pub(super) fn is_new(&self) -> bool {
        let changed = self.changes().last().map(Change::is_new);
        changed.unwrap_or_else(|| self.is_new.load(Relaxed) == 1)
    }

    /// Notes how the process is about to end. The first word counts. Async-signal-safe.
    pub(super) fn end_with(&self, end: End) {
        let _ = self.end.compare_exchange(0, end.to_bits(), Relaxed, Relaxed);
    }

    /// How the process ended, if one of ours ended it.
    pub(super) fn end(&self) -> Option<End> {
        End::from_bits(self.end.load(Relaxed))
    }

    /// Notes a touch of a watched page. Async-signal-safe.
    pub(super) fn log_touch(&self, page: u32, is_demand: bool) {
        if is_demand {
            self.touches.push(page)
        } else {
            self.late_touches.push(page)
        }
    }

    /// The demands of the run, in order.
    pub(super) fn demands(&self, counted: Counted, into: &mut Vec<u32>) {
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
    pub(super) fn tallies(&self) -> Tallies {
        let begun = from_words(std::array::from_fn(|i| self.tallies[i].load(Relaxed)));
        tallies_after(begun, self.is_new.load(Relaxed) == 1, &self.changes())
    }

    /// The choices of the run in flight.
    pub(super) fn vector(&self) -> Vec<Step> {
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
    pub(super) fn op(&self, position: u32) -> Option<plans::OpId> {
        let len = (self.program_len.load(Relaxed) as usize).min(PROGRAM_MAX);
        let changes = self.changes();
        let changed = changes.iter().rfind(|change| change.instruction == position);
        self.program[..len]
            .get(position as usize)
            .map(|op| changed.map_or_else(|| op.load(Relaxed), |change| change.op))
            .map(plans::OpId)
    }

    /// Length of the program in flight.
    pub(super) fn program_len(&self) -> u32 {
        self.program_len.load(Relaxed)
    }

    /// Number of runs begun in the child.
    pub(super) fn runs_begun(&self) -> u64 {
        self.runs.load(Acquire)
    }

    /// The child waits for its first batch from now on.
    pub(super) fn note_ready(&self) {
        self.ready.store(Moment::now().to_bits(), Relaxed);
    }

    /// When that was.
    pub(super) fn ready(&self) -> Moment {
        Moment::from_bits(self.ready.load(Relaxed))
    }

    /// The child has done all that it was asked to with this token.
    pub(super) fn finish(&self, token: u64) {
        self.end_token.store(!token, Release);
    }

    /// Whether it says so.
    pub(super) fn has_finished(&self, token: u64) -> bool {
        self.end_token.load(Acquire) == !token
    }

    fn clear(&self) {
        self.run_token.store(0, Relaxed);
        self.end_token.store(0, Relaxed);
        self.end.store(0, Relaxed);
        self.unit.store(0, Relaxed);
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

/// Everything shared.
#[repr(C)]
struct Shared {
    control: Control,
    record: Record,
    edges: EdgeLog,
    news: News,
}

/// Bytes of the shared memory, without the room for counters behind it.
pub(super) fn shared_bytes() -> usize {
    size_of::<Shared>()
}

/// A mapping of the shared memory.
pub(super) struct SharedMemory(*mut Shared);

// SAFETY: the mapping lives until the value is dropped; `Record` and `News` are made of atomics, and `Control` is
// only read while no child runs.
unsafe impl Send for SharedMemory {}

impl SharedMemory {
    /// Makes the memory. The descriptor is handed on to the template.
    pub(super) fn create() -> anyhow::Result<(Self, OwnedFd)> {
        // SAFETY: plain system calls; the descriptor is owned from here on.
        let fd = unsafe {
            let fd = libc::memfd_create(c"record".as_ptr(), libc::MFD_CLOEXEC);
            let len = super::counters::room_from() + super::counters::ROOM;
            if fd < 0 || libc::ftruncate(fd, len as i64) != 0 {
                return Err(std::io::Error::last_os_error()).context("cannot make shared memory");
            }
            OwnedFd::from_raw_fd(fd)
        };
        use std::os::fd::AsFd;
        Ok((Self::map(fd.as_fd())?, fd))
    }

    /// Maps memory made by `create`.
    pub(super) fn map(fd: BorrowedFd<'_>) -> anyhow::Result<Self> {
        let protection = libc::PROT_READ | libc::PROT_WRITE;
        // SAFETY: a fresh mapping of a file as long as `Shared`, for which all bit patterns are valid.
        let address = unsafe {
            libc::mmap(
                std::ptr::null_mut(),
                size_of::<Shared>(),
                protection,
                libc::MAP_SHARED,
                fd.as_raw_fd(),
                0,
            )
        };
        if address == libc::MAP_FAILED {
            return Err(std::io::Error::last_os_error()).context("cannot map shared memory");
        }
        Ok(Self(address.cast()))
    }

    /// Addresses that every child writes to; of the news, its beginning.
    pub(super) fn written(&self) -> Range<usize> {
        const NEWS: usize = 64 << 10;
        let start = self.0 as usize;
        start..start + size_of::<Shared>() - NEWS_BYTES + NEWS
    }

    pub(super) fn record(&self) -> &Record {
        // SAFETY: the mapping is alive; the type is made of atomics.
        unsafe { &(*self.0).record }
    }

    pub(super) fn news(&self) -> &News {
        // SAFETY: as above.
        unsafe { &(*self.0).news }
    }

    /// The block the harness writes. Use raw reads and writes.
    pub(super) fn control(&self) -> *mut Control {
        // SAFETY: the mapping is alive.
        unsafe { &raw mut (*self.0).control }
    }

    /// Where the harness writes new edges. Use raw reads and writes.
    pub(super) fn edges(&self) -> *mut EdgeLog {
        // SAFETY: the mapping is alive.
        unsafe { &raw mut (*self.0).edges }
    }

    /// The new edges of the last run, if it was watched for them and did not come to its end. Only while no child runs.
    pub(super) fn edges_left(&self) -> Vec<u32> {
        // SAFETY: nobody writes now, and every bit pattern is valid.
        let log = unsafe { &*self.edges() };
        let kept = &log.edges[..(log.len as usize).min(log.edges.len())];
        kept.iter()
            .copied()
            .filter(|edge| *edge < plans::EdgeSet::MOST)
            .collect()
    }

    /// What the harness said about the last run. Only while no child runs.
    pub(super) fn said(&self) -> Said {
        // SAFETY: nobody writes now, and every bit pattern is valid.
        let control = unsafe { &*self.control() };
        Said {
            phase: control.phase,
            instr: control.instr,
            panics: control.panics,
            type_demands: control.type_demands,
            edges: control.edges,
            line: control.line,
            column: control.column,
            file: text(&control.file, control.file_len),
            message: text(&control.message, control.message_len),
            backtrace: text(&control.backtrace, control.backtrace_len),
        }
    }

    /// Forgets the last batch, and if another child is to run the next one, that child, too.
    pub(super) fn reset(&self, for_fresh_child: bool) {
        self.record().clear();
        if for_fresh_child {
            self.record().runs.store(0, Relaxed);
            // SAFETY: no child runs now.
            unsafe {
                (*self.control()).live_bytes = 0;
                (*self.control()).watched_kept = 0;
            }
        }
        self.news().forget();
        // SAFETY: no child runs now.
        unsafe {
            (*self.edges()).len = 0;
            let control = &mut *self.control();
            control.phase = super::abi::PHASE_IDLE;
            control.panics = 0;
            control.type_demands = 0;
            control.recording = 0;
            control.message_len = 0;
            control.file_len = 0;
            control.backtrace_len = 0;
            control.line = 0;
            control.edges = 0;
        }
    }
}

impl Drop for SharedMemory {
    fn drop(&mut self) {
        // SAFETY: the address and length of the mapping this value owns.
        unsafe { libc::munmap(self.0.cast(), size_of::<Shared>()) };
    }
}

/// A copy of the readable part of [`Control`].
pub(super) struct Said {
    pub(super) phase: u32,
    pub(super) instr: u32,
    pub(super) panics: u32,
    pub(super) type_demands: u32,
    pub(super) edges: u64,
    pub(super) line: u32,
    pub(super) column: u32,
    pub(super) file: String,
    pub(super) message: String,
    pub(super) backtrace: String,
}

fn text(buffer: &[u8], len: u32) -> String {
    String::from_utf8_lossy(&buffer[..(len as usize).min(buffer.len())]).into_owned()
}
