//! Which of some blocks are reached, and what of a plan is the call's.

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
    let all = start..start + 20 * WORD;
    // SAFETY: all of it is memory of this test.
    unsafe { unreached(&blocks, std::slice::from_ref(&all)) }
}

/// A block, and a word that has its address in a form of its own.
fn hide_first(hide: fn(usize) -> usize) -> ([LeftBlock; 1], Range<usize>) {
    let block = Box::leak(Box::new(0_usize)) as *const usize as usize;
    let word = Box::leak(Box::new(hide(block))) as *const usize as usize;
    let block = LeftBlock {
        hidden: !block,
        len: WORD,
    };
    ([block], word..word + WORD)
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
    let hides: [fn(usize) -> usize; 2] = [|address| address >> 1 | 1 << 63, |address| address << 16 | 0xffff];
    for hide in hides {
        let (blocks, root) = hide_first(hide);
        // SAFETY: all of it is memory of this test.
        let lost = unsafe { unreached(&blocks, std::slice::from_ref(&root)) };
        assert_eq!(lost, Leaked::NOTHING);
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
