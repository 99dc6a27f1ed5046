//! The memory that supervisor, template and child share. The child writes; when it is gone, however it went, the
//! supervisor reads. Foreign code runs beside it, so every read is checked.

use super::abi::{Control, DEEP_NOT, DEEP_NOTED, EdgeLog, MISBEHAVED_PANICKED, PHASE_IDLE, THREAD_NONE};
use super::memory_file::memory_file;
use super::news::{NEWS_BYTES, News};
use super::record::Record;
use anyhow::Context;
use std::ops::Range;
use std::os::fd::{AsFd, AsRawFd, BorrowedFd, OwnedFd};
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;

pub(crate) const PAGE: usize = 4096;
/// Room behind the rest for a profile and its counters. Nothing of it is used up before it is written.
pub(crate) const PROFILE_ROOM: usize = 256 << 20;

/// Where that room begins: a page with the length of the profile, then the profile, then the counters.
pub(crate) fn profile_room_from() -> usize {
    size_of::<Shared>().next_multiple_of(PAGE)
}

/// Everything shared. The seals are between the parts: whoever writes over what is not theirs writes over one of them.
#[repr(C)]
struct Shared {
    control: Control,
    seal: AtomicU64,
    record: Record,
    seal_behind_record: AtomicU64,
    edges: EdgeLog,
    seal_behind_edges: AtomicU64,
    news: News,
}

/// No child has come to the batch yet. Nothing that somebody would write everywhere.
const UNSEALED: u64 = 0x5ea1_ab1e_0ddc_0de5;

/// What is to be made of the memory that a child has left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Seals {
    /// The child has not come to its batch.
    Open,
    /// It has sealed the memory, and nobody has broken that.
    Whole,
    /// Something has written over it: nothing that is there is believed.
    Broken,
}

/// Whether a run has panicked, or its stack was noted: a backtrace is made then, if one is wanted. Async-signal-safe.
///
/// # Safety
/// The block is there; whoever runs may be writing to it.
pub(crate) unsafe fn has_come_to_backtrace(control: *const Control) -> bool {
    // SAFETY: promised by the caller.
    unsafe {
        (&raw const (*control).panics).read_volatile() > 0
            || (&raw const (*control).stacks).read_volatile() > 0
            || (&raw const (*control).deep).read_volatile() == DEEP_NOTED
    }
}

/// A mapping of the shared memory.
pub(crate) struct SharedMemory(*mut Shared);

// SAFETY: the mapping lives until the value is dropped; `Record` and `News` are made of atomics, and `Control` is
// only read while no child runs.
unsafe impl Send for SharedMemory {}

impl SharedMemory {
    /// Makes the memory. The descriptor is handed on to the template.
    pub(crate) fn create() -> anyhow::Result<(Self, OwnedFd)> {
        let file = memory_file(c"record", profile_room_from() + PROFILE_ROOM);
        let fd = OwnedFd::from(file.context("cannot make shared memory")?);
        let memory = Self::map(fd.as_fd())?;
        memory.seal_with(UNSEALED);
        Ok((memory, fd))
    }

    /// Maps memory made by `create`.
    pub(crate) fn map(fd: BorrowedFd<'_>) -> anyhow::Result<Self> {
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
    pub(crate) fn written(&self) -> Range<usize> {
        const NEWS: usize = 64 << 10;
        let start = self.0 as usize;
        start..start + size_of::<Shared>() - NEWS_BYTES + NEWS
    }

    /// All of it.
    pub(crate) fn addresses(&self) -> Range<usize> {
        let start = self.0 as usize;
        start..start + size_of::<Shared>()
    }

    fn seals(&self) -> [&AtomicU64; 3] {
        // SAFETY: the mapping is alive, and these are atomics.
        unsafe {
            let shared = &*self.0;
            [
                &shared.seal,
                &shared.seal_behind_record,
                &shared.seal_behind_edges,
            ]
        }
    }

    fn seal_with(&self, value: u64) {
        for seal in self.seals() {
            seal.store(value, Relaxed);
        }
    }

    /// A child begins a batch with this token.
    pub(crate) fn seal(&self, token: u64) {
        self.seal_with(!token);
    }

    /// Whether the first seal is whole, which is looked at after every run.
    #[inline]
    pub(crate) fn is_sealed(&self, token: u64) -> bool {
        self.seals()[0].load(Relaxed) == !token
    }

    /// What is to be made of what a child with this token has left.
    pub(crate) fn sealed(&self, token: u64) -> Seals {
        let are = |value: u64| self.seals().iter().all(|seal| seal.load(Relaxed) == value);
        match (are(!token), are(UNSEALED)) {
            (true, _) => Seals::Whole,
            (_, true) => Seals::Open,
            _ => Seals::Broken,
        }
    }

    /// Whether a child with this token, which may be at work, has written over it; to seal it is no such thing.
    pub(crate) fn is_written_over(&self, token: u64) -> bool {
        let is_ours = |seal: &AtomicU64| [!token, UNSEALED].contains(&seal.load(Relaxed));
        !self.seals().into_iter().all(is_ours)
    }

    pub(crate) fn record(&self) -> &Record {
        // SAFETY: the mapping is alive; the type is made of atomics.
        unsafe { &(*self.0).record }
    }

    pub(crate) fn news(&self) -> &News {
        // SAFETY: as above.
        unsafe { &(*self.0).news }
    }

    /// The block the harness writes. Use raw reads and writes.
    pub(crate) fn control(&self) -> *mut Control {
        // SAFETY: the mapping is alive.
        unsafe { &raw mut (*self.0).control }
    }

    /// As the function of this name says, of what this memory is about.
    pub(crate) fn has_come_to_backtrace(&self) -> bool {
        // SAFETY: the mapping is alive.
        unsafe { has_come_to_backtrace(self.control()) }
    }

    /// Where the harness writes new edges. Use raw reads and writes.
    pub(crate) fn edges(&self) -> *mut EdgeLog {
        // SAFETY: the mapping is alive.
        unsafe { &raw mut (*self.0).edges }
    }

    /// The new edges of the last run, if it was watched for them and did not come to its end. Only while no child runs.
    pub(crate) fn edges_left(&self) -> Vec<u32> {
        // SAFETY: nobody writes now, and every bit pattern is valid.
        let log = unsafe { &*self.edges() };
        let kept = &log.edges[..(log.len as usize).min(log.edges.len())];
        kept.iter()
            .copied()
            .filter(|edge| *edge < plans::EdgeSet::MOST)
            .collect()
    }

    /// What the harness said about the last run. Only while no child runs.
    pub(crate) fn said(&self) -> Said {
        // SAFETY: nobody writes now, and every bit pattern is valid.
        let control = unsafe { &*self.control() };
        Said {
            phase: control.phase,
            instr: control.instr,
            panics: control.panics,
            type_demands: control.type_demands,
            thread_unwound: control.thread_unwound,
            misbehaved: control.misbehaved,
            edges: control.edges,
            line: control.line,
            column: control.column,
            file: text(&control.file, control.file_len),
            message: text(&control.message, control.message_len),
            backtrace: text(&control.backtrace, control.backtrace_len),
        }
    }

    /// Whether threads of earlier runs were there when the last run began. Only while no child runs.
    pub(crate) fn had_others(&self) -> bool {
        // SAFETY: nobody writes now, and every bit pattern is valid.
        unsafe { (*self.control()).has_others != 0 }
    }

    /// Forgets how far the last batch has come, and what was told of it. Only while no child runs.
    pub(crate) fn forget(&self) {
        self.seal_with(UNSEALED);
        self.record().clear();
        self.news().forget();
    }

    /// Forgets the last batch, and if another child is to run the next one, that child, too.
    pub(crate) fn reset(&self, for_fresh_child: bool) {
        if for_fresh_child {
            self.record().progress.runs.store(0, Relaxed);
            // SAFETY: no child runs now.
            unsafe {
                (*self.control()).live_bytes = 0;
                (*self.control()).watched_kept = 0;
                (*self.control()).thread_unwound = THREAD_NONE;
            }
        }
        self.forget();
        // SAFETY: no child runs now.
        unsafe {
            (*self.edges()).len = 0;
            let control = &mut *self.control();
            control.phase = PHASE_IDLE;
            control.panics = 0;
            control.type_demands = 0;
            control.misbehaved = 0;
            control.has_others = 0;
            control.recording = 0;
            control.message_len = 0;
            control.file_len = 0;
            control.backtrace_len = 0;
            control.stacks = 0;
            control.deep = DEEP_NOT;
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
pub(crate) struct Said {
    pub(crate) phase: u32,
    pub(crate) instr: u32,
    pub(crate) panics: u32,
    pub(crate) type_demands: u32,
    /// One of the `THREAD_` values.
    pub(crate) thread_unwound: u32,
    pub(crate) misbehaved: u32,
    pub(crate) edges: u64,
    pub(crate) line: u32,
    pub(crate) column: u32,
    pub(crate) file: String,
    pub(crate) message: String,
    pub(crate) backtrace: String,
}

impl Said {
    /// A hostile value has panicked in this run, or a function given to it.
    pub(crate) fn has_hostile_panic(&self) -> bool {
        self.misbehaved & MISBEHAVED_PANICKED != 0
    }
}

fn text(buffer: &[u8], len: u32) -> String {
    String::from_utf8_lossy(&buffer[..(len as usize).min(buffer.len())]).into_owned()
}

#[cfg(test)]
mod tests {
    use super::super::record::End;
    use super::*;

    #[test]
    fn news_comes_back_in_order_with_counts() {
        let (memory, _fd) = SharedMemory::create().unwrap();
        let first = memory.news().append(b"one").unwrap();
        memory.news().append(b"").unwrap();
        memory.news().append(&[7; 100]).unwrap();
        first.fetch_add(5, Relaxed);
        let pieces = memory.news().read();
        assert_eq!(pieces, [(5, b"one".to_vec()), (0, Vec::new()), (0, vec![7; 100])]);
        memory.reset(true);
        assert!(memory.news().read().is_empty());
    }

    #[test]
    fn whoever_writes_over_the_memory_breaks_a_seal() {
        let (memory, _fd) = SharedMemory::create().unwrap();
        assert_eq!(memory.sealed(7), Seals::Open);
        memory.seal(7);
        assert_eq!(memory.sealed(7), Seals::Whole);
        assert!(!memory.is_written_over(7));
        memory.seals()[2].store(UNSEALED, Relaxed);
        assert!(!memory.is_written_over(7), "it is about to be sealed");
        assert_eq!(memory.sealed(8), Seals::Broken, "another child's");
        for byte in [0, 0x41, 0xff] {
            memory.seal(7);
            let addresses = memory.addresses();
            // SAFETY: the own mapping, for which all bit patterns are valid.
            unsafe { (addresses.start as *mut u8).write_bytes(byte, addresses.len() - NEWS_BYTES) };
            assert_eq!(memory.sealed(7), Seals::Broken);
            assert!(!memory.is_sealed(7) && memory.is_written_over(7));
        }
        memory.forget();
        assert_eq!(memory.sealed(7), Seals::Open);
    }

    #[test]
    fn the_first_end_counts_and_who_has_come_to_it() {
        let (memory, _fd) = SharedMemory::create().unwrap();
        let record = memory.record();
        record.end_with(End::Signal(11), true);
        record.end_with(End::Abort, false);
        assert_eq!(
            (record.end(), record.is_end_of_run()),
            (Some(End::Signal(11)), true)
        );
        memory.forget();
        assert_eq!((record.end(), record.is_end_of_run()), (None, false));
        record.end_with(End::Timeout, false);
        assert_eq!(
            (record.end(), record.is_end_of_run()),
            (Some(End::Timeout), false)
        );
    }

    #[test]
    fn news_has_an_end() {
        let (memory, _fd) = SharedMemory::create().unwrap();
        let piece = vec![1; NEWS_BYTES / 3];
        assert!(memory.news().append(&piece).is_some());
        assert!(memory.news().append(&piece).is_some());
        assert!(memory.news().append(&piece).is_none());
    }
}
