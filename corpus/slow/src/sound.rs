//! Functions whose time is in proportion, whatever it looks like at first.

use std::hint::black_box;

/// The sum of all bytes, in linear time.
pub fn sum(bytes: &[u8]) -> u64 {
    let mut sum = 0;
    for byte in bytes {
        sum += u64::from(black_box(*byte));
    }
    sum
}

/// A checksum in linear time, with a large constant.
pub fn costly_sum(text: &str) -> u64 {
    let mut sum = 1_u64;
    for byte in text.bytes() {
        for turn in 0..200_u64 {
            sum = black_box(sum.rotate_left(1) ^ u64::from(byte) ^ turn);
        }
    }
    sum
}

/// A sum that needs a large table from a thousand bytes on, which is made once.
pub fn with_table(bytes: &[u8]) -> u64 {
    let size = match bytes.len() {
        0..1_024 => 0,
        _ => 65_536_u64,
    };
    let mut table = Vec::new();
    for entry in 0..size {
        table.push(black_box(entry * 3));
    }
    let mut sum = 0;
    for byte in bytes {
        sum += table.get(usize::from(*byte)).copied().unwrap_or_default();
    }
    sum
}

/// Pairs of equal bytes within each block of 64, in linear time.
pub fn pairs_of_blocks(bytes: &[u8]) -> usize {
    let mut count = 0;
    for block in bytes.chunks(64) {
        for one in block {
            for other in block {
                count += usize::from(black_box(one == other));
            }
        }
    }
    count
}

/// The bytes in order, merged in n log n.
pub fn sorted(bytes: &[u8]) -> Vec<u8> {
    if bytes.len() < 2 {
        return bytes.to_vec();
    }
    let (one, other) = bytes.split_at(bytes.len() / 2);
    let (one, other) = (sorted(one), sorted(other));
    let mut merged = Vec::new();
    let (mut at, mut further) = (0, 0);
    while at < one.len() || further < other.len() {
        let takes_one = further == other.len() || at < one.len() && one[at] <= other[further];
        if takes_one {
            merged.push(black_box(one[at]));
            at += 1;
        } else {
            merged.push(black_box(other[further]));
            further += 1;
        }
    }
    merged
}

/// Pairs of equal bytes among the first few: quadratic in a number that is bounded.
pub fn pairs_of_a_key(text: &str) -> Option<usize> {
    let key = text.as_bytes();
    if key.len() > 600 {
        return None;
    }
    let mut count = 0;
    for one in key {
        for other in key {
            count += usize::from(black_box(one == other));
        }
    }
    Some(count)
}
