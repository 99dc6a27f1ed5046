//! Which of the blocks that a run has left nothing can reach any more. All writable memory of the process may reach them: statics,
//! thread locals, stacks of others and the whole heap, but for the dead part of the own stack and memory that has copies of ours.
//! Whatever looks like an address within a block reaches it, so that a leak may be missed, and none is told that is none. Where
//! other threads run, nothing is told: what they have in registers is not seen. As in the harness no address of a block is kept
//! but inverted.

use super::alone;
use crate::executor::shared::abi::LeftBlock;
use crate::outcome::NEVER_FREED;
use plans::Instr;
use std::fs;
use std::ops::Range;
use std::sync::{Mutex, PoisonError};

/// How often a plan has to leak, each time anew: what fills a cache does so for a while.
const TIMES: usize = 4;
/// Bits of an address.
const ADDRESS: usize = (1 << 48) - 1;
const WORD: usize = size_of::<usize>();

/// Memory that nothing can reach.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Leaked {
    pub(super) bytes: u64,
    pub(super) blocks: u64,
    /// All that it has left, whether something can reach it or not.
    left: u64,
}

impl Leaked {
    pub(super) const NOTHING: Leaked = Leaked {
        bytes: 0,
        blocks: 0,
        left: 0,
    };

    /// For people.
    pub(super) fn message(self) -> String {
        let byte = if self.bytes == 1 { "byte" } else { "bytes" };
        let is = if self.blocks == 1 {
            "block is"
        } else {
            "blocks are"
        };
        format!("{} {byte} in {} {is} {NEVER_FREED}", self.bytes, self.blocks)
    }
}

/// The part of the stack that is dead when a run is over: what runs and the harness have left there reaches nothing.
static DEAD: Mutex<Range<usize>> = Mutex::new(0..0);
/// What the last run has leaked.
static LEAKED: Mutex<Leaked> = Mutex::new(Leaked::NOTHING);

/// Takes a value out, and puts another one there.
fn exchange<T>(place: &Mutex<T>, value: T) -> T {
    std::mem::replace(&mut *place.lock().unwrap_or_else(PoisonError::into_inner), value)
}

/// Between runs this part of the stack is dead.
pub(super) fn configure(dead: Range<usize>) {
    exchange(&DEAD, dead);
}

/// The harness hands over what a run has left: see the ABI's `Services`.
pub(super) unsafe extern "C" fn left(blocks: *const LeftBlock, count: usize) {
    // SAFETY: the harness passes so many, which live until this returns, and nothing but this thread runs.
    let leaked = unsafe {
        let blocks = std::slice::from_raw_parts(blocks, count);
        roots().map_or(Leaked::NOTHING, |roots| unreached(blocks, &roots))
    };
    let left = count as u64;
    exchange(&LEAKED, Leaked { left, ..leaked });
}

/// What has been told since this was asked last.
pub(super) fn take() -> Leaked {
    exchange(&LEAKED, Leaked::NOTHING)
}

/// What a program leaks each time `run` runs it, if none of its arguments leaves anything without it. `arity` counts the arguments
/// of an op.
pub(super) fn each_time(
    program: &[Instr],
    arity: impl Fn(u32) -> usize,
    mut run: impl FnMut(&[Instr]) -> Leaked,
) -> Option<Leaked> {
    let mut least = run(program);
    if least.blocks == 0 {
        return None;
    }
    // Each argument ends where the next begins, the last one before the call.
    let mut end = program.len().checked_sub(1)?;
    for _ in 0..arity(program[end].op) {
        let (mut from, mut open) = (end, 1);
        while open > 0 {
            from = from.checked_sub(1)?;
            open = open - 1 + arity(program[from].op);
        }
        if run(&program[from..end]).left > 0 {
            return None;
        }
        end = from;
    }
    for _ in 1..TIMES {
        let leaked = run(program);
        if leaked.blocks == 0 {
            return None;
        }
        if leaked.bytes < least.bytes {
            least = leaked;
        }
    }
    Some(least)
}

/// Memory that may hold addresses of blocks. None where that cannot be told.
fn roots() -> Option<Vec<Range<usize>>> {
    let maps = alone::is_alone().then(|| fs::read_to_string("/proc/self/maps").ok())??;
    // SAFETY: zeros are a valid block, and an out-pointer to it is all that is passed.
    let signals = unsafe {
        let mut stack: libc::stack_t = std::mem::zeroed();
        libc::sigaltstack(std::ptr::null(), &raw mut stack);
        stack.ss_sp as usize..stack.ss_sp as usize + stack.ss_size
    };
    let mut roots: Vec<Range<usize>> = maps.lines().filter_map(writable).collect();
    for dead in [exchange(&DEAD, 0..0), signals] {
        let cut = |range: Range<usize>| {
            let before = range.start..range.end.min(dead.start);
            [before, range.start.max(dead.end)..range.end]
        };
        roots = roots
            .into_iter()
            .flat_map(cut)
            .filter(|range| !range.is_empty())
            .collect();
    }
    Some(roots)
}

/// The addresses of a line of the list of mappings, if the crate may keep something there: what is shared with the supervisor, and
/// watched pages, are files of memory, where there are only copies.
fn writable(line: &str) -> Option<Range<usize>> {
    let mut words = line.split_ascii_whitespace();
    let (from, to) = words.next()?.split_once('-')?;
    let address = |text| usize::from_str_radix(text, 16).ok();
    let may_keep = words.next()?.starts_with("rw") && !line.contains("/memfd:");
    may_keep.then_some(address(from)?..address(to)?)
}

/// What of these blocks, the highest address first, is neither reached from `roots` nor from other blocks that are.
///
/// # Safety
/// All of it can be read.
unsafe fn unreached(blocks: &[LeftBlock], roots: &[Range<usize>]) -> Leaked {
    let mut search = Search {
        blocks,
        is_reached: vec![false; blocks.len()],
        open: Vec::new(),
    };
    for root in roots {
        let mut from = root.start;
        while from < root.end {
            // The lowest block from here on.
            let next = blocks
                .partition_point(|block| !block.hidden >= from)
                .checked_sub(1);
            let next = next
                .map(|next| blocks[next])
                .filter(|next| !next.hidden < root.end);
            let to = next.map_or(root.end, |next| !next.hidden);
            // SAFETY: promised by the caller.
            unsafe { search.look(from..to) };
            from = next.map_or(root.end, |next| to + next.len);
        }
    }
    while let Some(at) = search.open.pop() {
        let from = !blocks[at].hidden;
        // SAFETY: promised by the caller.
        unsafe { search.look(from..from + blocks[at].len) };
    }
    let lost = blocks
        .iter()
        .zip(&search.is_reached)
        .filter(|(_, is_reached)| !**is_reached);
    lost.fold(Leaked::NOTHING, |sum, (block, _)| Leaked {
        bytes: sum.bytes + block.len as u64,
        blocks: sum.blocks + 1,
        ..sum
    })
}

struct Search<'a> {
    blocks: &'a [LeftBlock],
    is_reached: Vec<bool>,
    /// Reached, and not looked at yet.
    open: Vec<usize>,
}

impl Search<'_> {
    /// Notes the blocks that these words may be addresses of.
    ///
    /// # Safety
    /// They can be read.
    unsafe fn look(&mut self, at: Range<usize>) {
        let (Some(highest), Some(lowest)) = (self.blocks.first(), self.blocks.last()) else {
            return;
        };
        let (lowest, end) = (!lowest.hidden, !highest.hidden + highest.len);
        let mut address = at.start.next_multiple_of(WORD);
        while address + WORD <= at.end {
            // SAFETY: promised by the caller.
            let word = unsafe { (address as *const usize).read_volatile() };
            address += WORD;
            if word == 0 {
                // Most are.
                continue;
            }
            // Code hides bits above an address, above it once its lowest is gone, or below it.
            for word in [word, word << 1, word >> 16].map(|word| word & ADDRESS) {
                if word < lowest || word >= end {
                    continue;
                }
                let found = self.blocks.partition_point(|block| block.hidden < !word);
                let is_within = |block: &LeftBlock| word - !block.hidden < block.len;
                if self.blocks.get(found).is_some_and(is_within) && !self.is_reached[found] {
                    self.is_reached[found] = true;
                    self.open.push(found);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests;
