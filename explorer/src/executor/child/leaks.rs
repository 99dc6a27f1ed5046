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
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};

/// How often a plan has to leak, each time anew: what fills a cache does so for a while.
const TIMES: usize = 4;
/// Bits of an address: code hides others above them.
const ADDRESS: usize = (1 << 48) - 1;
/// How code makes room for such bits: above the address, above it once its lowest is gone, or below it.
const HIDDEN: [fn(usize) -> usize; 3] = [|word| word, |word| word << 1, |word| word >> 16];
const WORD: usize = size_of::<usize>();

/// Memory that nothing can reach.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Leaked {
    pub(super) bytes: u64,
    pub(super) blocks: u64,
    /// All that it has left, whether something can reach it or not.
    left: u64,
}

impl Leaked {
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

/// The part of the stack that is dead when a run is over.
static DEAD_FROM: AtomicUsize = AtomicUsize::new(0);
static DEAD_TO: AtomicUsize = AtomicUsize::new(0);
/// What the last run has left and leaked.
static LEFT: AtomicU64 = AtomicU64::new(0);
static BYTES: AtomicU64 = AtomicU64::new(0);
static BLOCKS: AtomicU64 = AtomicU64::new(0);

/// Between runs this part of the stack is dead: what runs and the harness have left there reaches nothing.
pub(super) fn configure(dead: &Range<usize>) {
    DEAD_FROM.store(dead.start, Relaxed);
    DEAD_TO.store(dead.end, Relaxed);
}

/// The harness hands over what a run has left: see the ABI's `Services`.
pub(super) unsafe extern "C" fn left(blocks: *const LeftBlock, count: usize) {
    // SAFETY: the harness passes so many, which live until this returns, and nothing but this thread runs.
    let leaked = unsafe {
        let blocks = std::slice::from_raw_parts(blocks, count);
        roots().map_or(Leaked::default(), |roots| unreached(blocks, &roots))
    };
    LEFT.store(count as u64, Relaxed);
    BYTES.store(leaked.bytes, Relaxed);
    BLOCKS.store(leaked.blocks, Relaxed);
}

/// What has been told since this was asked last.
pub(super) fn take() -> Leaked {
    Leaked {
        bytes: BYTES.swap(0, Relaxed),
        blocks: BLOCKS.swap(0, Relaxed),
        left: LEFT.swap(0, Relaxed),
    }
}

/// What a program leaks each time `run` runs it, if none of its arguments leaves anything without it. `arity` counts the arguments
/// of an op.
pub(super) fn each_time(
    program: &[Instr],
    arity: impl Fn(u32) -> usize,
    mut run: impl FnMut(&[Instr]) -> Leaked,
) -> Option<Leaked> {
    let mut least = Leaked::default();
    for time in 0..TIMES {
        let leaked = run(program);
        if leaked.blocks == 0 {
            return None;
        }
        if time == 0 || leaked.bytes < least.bytes {
            least = leaked;
        }
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
    for dead in [DEAD_FROM.load(Relaxed)..DEAD_TO.load(Relaxed), signals] {
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
    lost.fold(Leaked::default(), |sum, (block, _)| Leaked {
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
            for hidden in HIDDEN {
                let word = hidden(word) & ADDRESS;
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
mod tests {
    use super::*;

    /// Memory of the test, and what of its second part is reached from its first: five blocks of two words each.
    fn lost(words: &[(usize, usize, usize)]) -> Leaked {
        let memory: Vec<usize> = vec![0; 20];
        let memory = memory.leak();
        let start = memory.as_ptr() as usize;
        for &(at, block, offset) in words {
            memory[at] = start + (10 + 2 * block) * WORD + offset;
        }
        let blocks: Vec<LeftBlock> = (0..5)
            .rev()
            .map(|block| LeftBlock {
                hidden: !(start + (10 + 2 * block) * WORD),
                len: 2 * WORD,
            })
            .collect();
        // SAFETY: all of it is memory of this test.
        unsafe { unreached(&blocks, &[start..start + 20 * WORD]) }
    }

    /// A block, and a word that has its address in a form of its own.
    fn hide_first(hide: fn(usize) -> usize) -> ([LeftBlock; 1], [Range<usize>; 1]) {
        let block = Box::leak(Box::new(0_usize)) as *const usize as usize;
        let word = Box::leak(Box::new(hide(block))) as *const usize as usize;
        let block = LeftBlock {
            hidden: !block,
            len: WORD,
        };
        ([block], [word..word + WORD])
    }

    fn blocks(blocks: u64) -> Leaked {
        Leaked {
            bytes: blocks * 16,
            blocks,
            left: 0,
        }
    }

    #[test]
    fn what_nothing_points_to_is_lost_and_blocks_that_point_to_each_other_are() {
        assert_eq!(lost(&[]), blocks(5));
        // Blocks 0 and 1 are a cycle, and 2 points to itself.
        assert_eq!(lost(&[(10, 1, 0), (12, 0, 0), (14, 2, 0)]), blocks(5));
        assert_eq!(blocks(5).message(), "80 bytes in 5 blocks are never freed");
    }

    #[test]
    fn what_a_reached_block_points_to_is_reached() {
        assert_eq!(lost(&[(0, 0, 0), (10, 1, 0), (13, 4, 0)]), blocks(2));
        // From the highest to the lowest.
        assert_eq!(lost(&[(9, 4, 0), (18, 0, 0)]), blocks(3));
    }

    #[test]
    fn a_pointer_into_a_block_or_with_bits_above_the_address_reaches_it_and_one_behind_it_does_not() {
        assert_eq!(lost(&[(3, 2, 15)]), blocks(4));
        assert_eq!(lost(&[(3, 4, 16)]), blocks(5));
        assert_eq!(lost(&[(3, 2, 0x7ff5 << 48)]), blocks(4));
        let hides: [fn(usize) -> usize; 2] =
            [|address| address >> 1 | 1 << 63, |address| address << 16 | 0xffff];
        for hide in hides {
            let memory = hide_first(hide);
            // SAFETY: all of it is memory of this test.
            assert_eq!(unsafe { unreached(&memory.0, &memory.1) }, Leaked::default());
        }
    }

    #[test]
    fn mappings_are_told_by_what_may_be_written_there() {
        let of = |line| writable(line).map(|range| (range.start, range.end));
        assert_eq!(
            of("1000-3000 rw-p 00000000 00:00 0   [heap]"),
            Some((0x1000, 0x3000))
        );
        assert_eq!(of("1000-3000 r--p 00000000 00:00 0"), None);
        assert_eq!(
            of("1000-3000 rw-s 00000000 00:01 7   /memfd:watched (deleted)"),
            None
        );
        assert_eq!(of(""), None);
    }

    /// Runs of a call of op 0 with two arguments, ops 1 and 2, where 2 takes one of op 3. `leaks` says how often each program leaks.
    fn told(leaks: impl Fn(&[u32], usize) -> u64) -> Option<Leaked> {
        let program = [1, 3, 2, 0].map(|op| Instr { op, watch: 0 });
        let mut times = 0;
        let run = |program: &[Instr]| {
            let ops: Vec<u32> = program.iter().map(|instr| instr.op).collect();
            times += 1;
            let bytes = leaks(&ops, times);
            Leaked {
                bytes,
                blocks: u64::from(bytes > 0),
                left: u64::from(bytes > 0),
            }
        };
        each_time(&program, |op| [2, 0, 1, 0][op as usize], run)
    }

    #[test]
    fn a_call_leaks_if_it_does_each_time_and_its_arguments_alone_do_not() {
        let is_call = |ops: &[u32]| ops == [1, 3, 2, 0];
        let least = told(|ops, time| if is_call(ops) { 10 + time as u64 } else { 0 });
        assert_eq!(least.map(|leaked| leaked.bytes), Some(11));
        assert_eq!(told(|ops, time| u64::from(is_call(ops) && time != 4)), None);
        assert_eq!(told(|ops, _| u64::from(is_call(ops) || ops == [1])), None);
        assert_eq!(told(|ops, _| u64::from(is_call(ops) || ops == [3, 2])), None);
        // A part of an argument is none.
        assert!(told(|ops, _| u64::from(is_call(ops) || ops == [3])).is_some());
    }
}
