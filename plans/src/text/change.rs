//! One text made of another: the changes that are drawn.

use super::first_texts::NUMBERS;
use crate::sample::Numbers;

/// Most changes of one text.
const MOST_CHANGES: usize = 4;
/// Longest text that is made by changes.
const LONGEST: usize = 1 << 12;
/// Numbers that a program may take for a length or a count.
const WORDS: [u64; 10] = [
    0,
    1,
    2,
    0x7f,
    0x80,
    0xff,
    0x7fff_ffff,
    0x8000_0000,
    0xffff_ffff,
    u64::MAX,
];

/// What changes are made with.
pub(super) struct Parts<'a> {
    /// Draws a token.
    pub(super) token: &'a mut dyn FnMut(&mut Numbers) -> Vec<u8>,
    /// Draws another text.
    pub(super) other: &'a mut dyn FnMut(&mut Numbers) -> Vec<u8>,
}

/// The text with a few changes, each half as likely as the one before.
pub(super) fn changed(text: &[u8], numbers: &mut Numbers, parts: &mut Parts<'_>) -> Vec<u8> {
    let mut text = text.to_vec();
    for _ in 0..MOST_CHANGES {
        text = change(&text, numbers, parts);
        text.truncate(LONGEST);
        if numbers.below(2) == 0 {
            break;
        }
    }
    text
}

fn change(text: &[u8], numbers: &mut Numbers, parts: &mut Parts<'_>) -> Vec<u8> {
    let at = numbers.below(text.len() + 1);
    match numbers.below(16) {
        0..=2 => spliced(text, text.len(), text.len(), &(parts.token)(numbers)),
        3..=5 => spliced(text, at, at, &(parts.token)(numbers)),
        6 | 7 => {
            let to = part_end(text, at, numbers);
            spliced(text, at, to, &(parts.token)(numbers))
        }
        8 | 9 => spliced(text, at, part_end(text, at, numbers), &[]),
        10 => {
            let to = part_end(text, at, numbers);
            let times = 1 + numbers.below(4);
            let part = text[at..to].repeat(times);
            spliced(text, to, to, &part)
        }
        11 => {
            let other = (parts.other)(numbers);
            let from = numbers.below(other.len() + 1);
            [&text[..at], &other[from..]].concat()
        }
        12 => match number_at(text, at) {
            Some((from, to)) => spliced(text, from, to, NUMBERS[numbers.below(NUMBERS.len())].as_bytes()),
            None => spliced(text, at, at, NUMBERS[numbers.below(NUMBERS.len())].as_bytes()),
        },
        13 => {
            let (from, to) = (numbers.below(text.len() + 1), part_end(text, at, numbers));
            let part = text[at..to].to_vec();
            spliced(text, from, from, &part)
        }
        14 => {
            let mut text = text.to_vec();
            if let Some(byte) = text.get_mut(at) {
                *byte ^= match numbers.below(3) {
                    0 => 0x20,
                    1 => 1,
                    _ => 1 << numbers.below(8),
                };
            }
            text
        }
        _ => with_word(text, at, numbers),
    }
}

/// Where a part that begins here ends: short ones more often.
fn part_end(text: &[u8], at: usize, numbers: &mut Numbers) -> usize {
    let left = text.len() - at;
    let most = match numbers.below(4) {
        0 => left,
        1 => left.min(8),
        _ => left.min(2),
    };
    at + numbers.below(most + 1)
}

fn spliced(text: &[u8], from: usize, to: usize, part: &[u8]) -> Vec<u8> {
    [&text[..from], part, &text[to..]].concat()
}

/// The digits around a place, or the next ones behind it.
fn number_at(text: &[u8], at: usize) -> Option<(usize, usize)> {
    let found = at + text.get(at..)?.iter().position(u8::is_ascii_digit)?;
    let before = text[..found]
        .iter()
        .rev()
        .take_while(|byte| byte.is_ascii_digit())
        .count();
    let behind = text[found..]
        .iter()
        .take_while(|byte| byte.is_ascii_digit())
        .count();
    Some((found - before, found + behind))
}

/// A number as bytes over those at a place, as a length or a count may stand there.
fn with_word(text: &[u8], at: usize, numbers: &mut Numbers) -> Vec<u8> {
    let width = 1 << numbers.below(4);
    let rest = text.len().saturating_sub(at + width) as u64;
    let value = match numbers.below(3) {
        0 => rest.wrapping_add(numbers.below(3) as u64).wrapping_sub(1),
        _ => WORDS[numbers.below(WORDS.len())],
    };
    let little = value.to_le_bytes();
    let big = value.to_be_bytes();
    let bytes = match numbers.below(2) {
        0 => &little[..width],
        _ => &big[8 - width..],
    };
    let to = (at + width).min(text.len());
    spliced(text, at, to, bytes)
}
