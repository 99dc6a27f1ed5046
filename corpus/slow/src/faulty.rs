//! Functions whose time is out of proportion.

use std::hint::black_box;

/// How many pairs of equal bytes there are.
pub fn pairs(bytes: &[u8]) -> usize {
    let mut count = 0;
    for (at, one) in bytes.iter().enumerate() {
        for other in &bytes[at + 1..] {
            count += usize::from(black_box(one == other));
        }
    }
    count
}

/// Takes one byte after another from the front and moves the others up.
pub fn take_from_front(text: &str) -> u64 {
    let mut left = text.as_bytes().to_vec();
    let mut sum = 0;
    while let Some(first) = left.first().copied() {
        sum += u64::from(first);
        for at in 1..left.len() {
            left[at - 1] = black_box(left[at]);
        }
        left.pop();
    }
    sum
}

/// Copies all that it has with each word that it adds.
pub fn joined(text: &str) -> Vec<u8> {
    let mut all: Vec<u8> = Vec::new();
    for word in text.split(';') {
        let mut longer = Vec::new();
        for byte in &all {
            longer.push(black_box(*byte));
        }
        longer.push(word.len() as u8);
        all = longer;
    }
    all
}

/// Whether every `<` has a `>` behind it, which is looked for anew each time:
/// the time is quadratic where nothing is closed.
pub fn is_closed(text: &str) -> bool {
    let bytes = text.as_bytes();
    let mut is_closed = true;
    for (at, byte) in bytes.iter().enumerate() {
        if *byte == b'<' {
            let mut is_found = false;
            for other in &bytes[at..] {
                if black_box(*other) == b'>' {
                    is_found = true;
                    break;
                }
            }
            is_closed &= is_found;
        }
    }
    is_closed
}

/// How many triples of equal bytes there are.
pub fn triples(bytes: &[u8]) -> usize {
    let mut count = 0;
    for (at, one) in bytes.iter().enumerate() {
        for (further, other) in bytes.iter().enumerate().skip(at + 1) {
            for last in &bytes[further + 1..] {
                count += usize::from(black_box(one == other && other == last));
            }
        }
    }
    count
}

/// Whether a text is `x`, once or twice at a time, and then `y`. Each way is tried.
pub fn backtracking(text: &str) -> bool {
    fn is_match(rest: &[u8]) -> bool {
        match black_box(rest) {
            [b'y'] => true,
            [b'x', b'x', further @ ..] if is_match(further) => true,
            [b'x', further @ ..] => is_match(further),
            _ => false,
        }
    }
    is_match(text.as_bytes())
}
