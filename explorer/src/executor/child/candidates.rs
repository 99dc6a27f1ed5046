//! What comparisons say about literals. Where one side is the value, the length or a part of a literal, the other side makes a
//! candidate for a literal of the same type. Pure functions over what the harness noted.

use super::literal::{GUESSED, LONGEST, Literal, WEAK, is_valid};
use super::numbers::{Short, added, char_of, magnitude, values_of};
use crate::executor::shared::abi::{
    COMPARE_CONSTANT, COMPARE_SWITCH, COMPARE_VALUES, Compare, KIND_LEARNED_CHAR, KIND_LEARNED_STR,
    MemoryCompare,
};
use plans::{EXACT, LearnCandidate, TypeId};
use std::collections::BTreeSet;
use std::rc::Rc;

/// Cases of one `switch` that are looked at.
const MOST_CASES: usize = 64;

/// One more or less: what lies beyond a bound.
const NEXT_TO: u32 = 1;
/// A text with one character exchanged for what it was compared with.
const LETTER: u32 = 3;

/// Numbers beyond this one are what values packed into one word are compared with, and capacities.
const LARGE_NUMBERS: u128 = 1 << 16;

/// What is known besides a literal.
pub(crate) struct Around<'a> {
    /// The literals of the plan.
    pub(crate) of_plan: &'a [Rc<Literal>],
    /// The grammar has other literals of the type, that are met by no coincidence.
    pub(crate) has_uncommon: bool,
}

impl Around<'_> {
    /// Whether a number in a comparison is an argument itself: what lies next to one argument is no news to another.
    fn is_argument(&self, number: u64, width: u32) -> bool {
        let is_number = |literal: &&Rc<Literal>| literal.is_number;
        let mut numbers = self.of_plan.iter().filter(is_number);
        numbers.any(|literal| literal.is_value(number, width))
    }
}

/// What one comparison of numbers says about a literal.
pub(crate) fn candidates_of_number(
    literal: &Literal,
    around: &Around<'_>,
    compare: &Compare,
    into: &mut Vec<LearnCandidate>,
) {
    let Compare {
        shape,
        bytes: width,
        left,
        right,
    } = *compare;
    match shape {
        COMPARE_SWITCH => {
            // SAFETY: the harness passes on what LLVM gave it: a static table of so many cases.
            let cases = unsafe {
                let table = right as *const u64;
                std::slice::from_raw_parts(table.add(2), (*table as usize).min(MOST_CASES))
            };
            for &case in cases {
                other_side((literal, around), shape, left, case, width, into);
            }
        }
        COMPARE_CONSTANT => other_side((literal, around), shape, right, left, width, into),
        _ => {
            other_side((literal, around), shape, left, right, width, into);
            other_side((literal, around), shape, right, left, width, into);
        }
    }
}

/// `seen` was compared with `other`: if it is of the literal, `other` makes a candidate.
fn other_side(
    (literal, around): (&Literal, &Around<'_>),
    shape: u32,
    seen: u64,
    other: u64,
    width: u32,
    into: &mut Vec<LearnCandidate>,
) {
    let mut push = |value: Vec<u8>, distance: u32, witness: u32| {
        into.push(LearnCandidate {
            ty: literal.ty,
            distance,
            value,
            witness,
        });
    };
    // Most comparisons are of nothing that is an argument: none of them allocates.
    match literal.is_number {
        true => {
            let is_of_arguments = || shape == COMPARE_VALUES && around.is_argument(other, width);
            let Some(seen_as) = literal.seen_as(seen, width).filter(|_| !is_of_arguments()) else {
                return;
            };
            for value in values_of(literal.bytes.len(), other, width) {
                let witness = match literal.witness() {
                    0 => 0,
                    _ if around.has_uncommon && magnitude(&value) > LARGE_NUMBERS => WEAK,
                    common => common,
                };
                let value = seen_as.meant(value);
                for (offset, distance) in [(0, EXACT), (1, NEXT_TO), (-1, NEXT_TO)] {
                    let near = added(&value, offset);
                    if literal.kind != KIND_LEARNED_CHAR || char_of(&near).is_some() {
                        push(near.to_vec(), distance, witness);
                    }
                }
            }
        }
        false => {
            let is_text = literal.kind == KIND_LEARNED_STR;
            if seen == literal.bytes.len() as u64 {
                let lengths = [
                    (other, EXACT),
                    (other.wrapping_add(1), NEXT_TO),
                    (other.wrapping_sub(1), NEXT_TO),
                ];
                for (length, distance) in lengths {
                    if let Some(value) = literal.resized(length) {
                        push(value, distance, literal.witness());
                    }
                }
            }
            // The rest of a text behind some part of it, which has to be so much longer or shorter.
            let length = (literal.bytes.len() as u64)
                .checked_add(other)
                .and_then(|sum| sum.checked_sub(seen));
            if width == 8
                && shape != COMPARE_VALUES
                && seen < literal.bytes.len() as u64
                && let Some(value) = length.and_then(|length| literal.resized(length))
            {
                push(value, GUESSED, literal.witness());
            }
            let letter = part_of_text(is_text, seen, other).map(|part| (part, LETTER));
            let memory = [u64::to_le_bytes as fn(u64) -> [u8; 8], u64::to_be_bytes]
                .map(|to_bytes| part_of_memory(seen, other, width, to_bytes).map(|part| (part, EXACT)));
            for ((from, to), distance) in letter.into_iter().chain(memory.into_iter().flatten()) {
                if let Some(value) = replaced(&literal.bytes, &from, &to, is_text) {
                    let witness = if width >= 4 && distance == EXACT {
                        0
                    } else {
                        literal.witness()
                    };
                    push(value, distance, witness);
                }
            }
        }
    }
}

/// What one comparison of memory says about a literal.
pub(crate) fn candidates_of_memory(
    literal: &Literal,
    compare: &MemoryCompare,
    known: &BTreeSet<(TypeId, Vec<u8>)>,
    into: &mut Vec<LearnCandidate>,
) {
    if literal.is_number {
        return;
    }
    let is_text = literal.kind == KIND_LEARNED_STR;
    let len = (compare.len as usize).min(compare.left.len());
    let (left, right) = (&compare.left[..len], &compare.right[..len]);
    for (seen, other) in [(left, right), (right, left)] {
        // Known parts would be put together without end.
        let is_old = known
            .iter()
            .any(|(ty, value)| *ty == literal.ty && value.windows(len.max(1)).any(|part| part == other));
        let value = replaced(&literal.bytes, seen, other, is_text).filter(|_| !is_old);
        let Some(value) = value else { continue };
        // What was compared with a part may also be wanted alone, and reads better.
        for value in [other.to_vec(), value] {
            if is_valid(&value, is_text) {
                into.push(LearnCandidate {
                    ty: literal.ty,
                    distance: EXACT,
                    value,
                    witness: 0,
                });
            }
        }
    }
}

/// Two single characters or bytes as parts of texts.
fn part_of_text(is_text: bool, seen: u64, other: u64) -> Option<(Short, Short)> {
    let encoded = |number: u64| -> Option<Short> {
        if !is_text {
            return u8::try_from(number).ok().map(|byte| Short::of(&[byte]));
        }
        let found = char::from_u32(u32::try_from(number).ok()?)?;
        Some(Short::of(found.encode_utf8(&mut [0; 4]).as_bytes()))
    };
    Some((encoded(seen)?, encoded(other)?))
}

/// Two numbers as bytes in memory, if they are of several.
fn part_of_memory(seen: u64, other: u64, width: u32, to_bytes: fn(u64) -> [u8; 8]) -> Option<(Short, Short)> {
    let width = width as usize;
    // The bytes that matter are the first or the last, as the order has it.
    let is_big_endian = to_bytes(1)[7] == 1;
    let part = |number: u64| match is_big_endian {
        true => Short::of(&to_bytes(number)[8 - width..]),
        false => Short::of(&to_bytes(number)[..width]),
    };
    (2..=8).contains(&width).then(|| (part(seen), part(other)))
}

/// The first place of `from` in a text or bytes with `to` in it. Nothing if there is no such place.
fn replaced(bytes: &[u8], from: &[u8], to: &[u8], is_text: bool) -> Option<Vec<u8>> {
    // What is too long anyway is not searched: of a long text many comparisons are weighed.
    let is_too_long = bytes.len() + to.len() > LONGEST + from.len();
    if from.is_empty() || from.len() > bytes.len() || is_too_long {
        return None;
    }
    let position = bytes.windows(from.len()).position(|window| window == from)?;
    let value = [&bytes[..position], to, &bytes[position + from.len()..]].concat();
    (value.len() <= LONGEST && is_valid(&value, is_text)).then_some(value)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::executor::shared::abi::{COMPARED_BYTES_MAX, KIND_LEARNED, KIND_LEARNED_BYTES};

    fn literal(kind: u32, bytes: &[u8]) -> Literal {
        Literal::new(TypeId(0), kind, bytes.to_vec(), true)
    }

    fn exact(literal: &Literal, shape: u32, width: u32, left: u64, right: u64) -> Vec<Vec<u8>> {
        let compare = Compare {
            shape,
            bytes: width,
            left,
            right,
        };
        let mut found = Vec::new();
        let around = Around {
            of_plan: &[],
            has_uncommon: false,
        };
        candidates_of_number(literal, &around, &compare, &mut found);
        found.retain(|candidate| candidate.distance != NEXT_TO);
        found.into_iter().map(|candidate| candidate.value).collect()
    }

    #[test]
    fn constants_replace_equal_numbers_at_any_width() {
        let five = literal(KIND_LEARNED, &5i16.to_le_bytes());
        assert_eq!(exact(&five, COMPARE_CONSTANT, 2, 300, 5), [300i16.to_le_bytes()]);
        assert_eq!(exact(&five, COMPARE_CONSTANT, 8, 300, 5), [300i16.to_le_bytes()]);
        assert!(exact(&five, COMPARE_CONSTANT, 8, 300, 6).is_empty());
        assert!(
            exact(&five, COMPARE_CONSTANT, 8, 5, 300).is_empty(),
            "the constant"
        );
        assert!(
            exact(&five, COMPARE_CONSTANT, 8, 1 << 20, 5).is_empty(),
            "too large"
        );
        assert_ne!(
            five.witness(),
            literal(KIND_LEARNED, &6i16.to_le_bytes()).witness()
        );
        assert_eq!(literal(KIND_LEARNED, &(-300i16).to_le_bytes()).witness(), 0);
        let minus = literal(KIND_LEARNED, &(-1i16).to_le_bytes());
        let wide = u64::from((-1i32).cast_unsigned());
        let other = u64::from((-300i32).cast_unsigned());
        assert_eq!(
            exact(&minus, COMPARE_VALUES, 4, other, wide),
            [(-300i16).to_le_bytes()]
        );
    }

    #[test]
    fn the_magnitude_of_a_negative_number_tells_negative_numbers() {
        let minus_two = literal(KIND_LEARNED, &(-2i16).to_le_bytes());
        assert_eq!(
            exact(&minus_two, COMPARE_CONSTANT, 2, 18, 2),
            [(-18i16).to_le_bytes()]
        );
        assert!(!minus_two.cannot_be_in(&Compare {
            shape: COMPARE_CONSTANT,
            bytes: 2,
            left: 18,
            right: 2
        }));
        assert!(
            [0xfe, 2]
                .into_iter()
                .all(|byte| minus_two.lowest_bytes().has(byte))
        );
        let two = literal(KIND_LEARNED, &2i16.to_le_bytes());
        assert!(exact(&two, COMPARE_CONSTANT, 2, 18, u64::from((-2i16).cast_unsigned())).is_empty());
    }

    #[test]
    fn what_is_left_out_at_once_makes_no_candidate() {
        let texts = [
            "",
            "a",
            "ab",
            "é",
            "日本",
            "\u{100}\u{0}",
            "aaaaaaaaaaaaaaaaaaaaaaa",
        ];
        let literals = texts.iter().flat_map(|text| {
            [KIND_LEARNED_STR, KIND_LEARNED_BYTES].map(|kind| literal(kind, text.as_bytes()))
        });
        let numbers = [
            0,
            1,
            2,
            3,
            7,
            23,
            0x61,
            0x62,
            0xe9,
            0x100,
            0x6161,
            0x6162,
            0x6261,
            0x65e5,
            0x6161_6161,
            u64::MAX,
        ];
        let (mut left_out, mut others) = (0, 0);
        for literal in literals {
            for (shape, width) in [COMPARE_CONSTANT, COMPARE_VALUES]
                .into_iter()
                .flat_map(|shape| [1, 2, 4, 8].map(|width| (shape, width)))
            {
                for (left, right) in numbers
                    .iter()
                    .flat_map(|left| numbers.map(|right| (*left, right)))
                {
                    let compare = Compare {
                        shape,
                        bytes: width,
                        left,
                        right,
                    };
                    let found = exact(&literal, shape, width, left, right);
                    let is_told = |number: u64| literal.lowest_bytes().has(number as u8);
                    if literal.cannot_be_in(&compare) {
                        left_out += 1;
                        assert!(found.is_empty(), "{literal:?} {compare:?}");
                    } else {
                        others += 1;
                        assert!(
                            is_told(right) || shape == COMPARE_VALUES && is_told(left),
                            "{literal:?} {compare:?}"
                        );
                    }
                }
            }
        }
        assert!(left_out > others / 2, "{left_out} of {}", left_out + others);
    }

    #[test]
    fn all_cases_of_a_switch_are_candidates() {
        static TABLE: [u64; 4] = [2, 32, 17, 5000];
        let zero = literal(KIND_LEARNED, &0u64.to_le_bytes());
        let found = exact(&zero, COMPARE_SWITCH, 4, 0, TABLE.as_ptr() as u64);
        assert_eq!(found, [17u64.to_le_bytes(), 5000u64.to_le_bytes()]);
    }

    #[test]
    fn only_characters_are_learned_as_characters() {
        let a = literal(KIND_LEARNED_CHAR, &u32::from('a').to_le_bytes());
        let bytes = |c: char| u32::from(c).to_le_bytes();
        assert_eq!(exact(&a, COMPARE_CONSTANT, 4, 0xe9, 0x61), [bytes('é')]);
        assert!(exact(&a, COMPARE_CONSTANT, 4, 0xd800, 0x61).is_empty());
    }

    #[test]
    fn texts_take_over_lengths_and_parts() {
        let text = literal(KIND_LEARNED_STR, b"ab");
        assert_eq!(exact(&text, COMPARE_CONSTANT, 8, 5, 2), [b"abaaa"]);
        assert_eq!(exact(&text, COMPARE_CONSTANT, 4, 0xe9, 0x62), ["aé".as_bytes()]);
        let magic = u64::from(u16::from_le_bytes(*b"PK"));
        let seen = u64::from(u16::from_le_bytes(*b"ab"));
        assert_eq!(exact(&text, COMPARE_CONSTANT, 2, magic, seen), [b"PK"]);
        assert!(
            exact(&text, COMPARE_CONSTANT, 8, 1 << 40, 2).is_empty(),
            "too long"
        );
    }

    #[test]
    fn compared_memory_replaces_the_part_that_was_compared() {
        let mut compare = MemoryCompare {
            len: 3,
            left: [0; COMPARED_BYTES_MAX],
            right: [0; COMPARED_BYTES_MAX],
        };
        compare.left[..3].copy_from_slice(b"key");
        compare.right[..3].copy_from_slice(b"aaa");
        let mut known = BTreeSet::new();
        let learned = |known: &BTreeSet<(TypeId, Vec<u8>)>, kind: u32, bytes: &[u8]| {
            let mut found = Vec::new();
            candidates_of_memory(&literal(kind, bytes), &compare, known, &mut found);
            found
                .into_iter()
                .map(|candidate| candidate.value)
                .collect::<Vec<_>>()
        };
        assert_eq!(
            learned(&known, KIND_LEARNED_STR, b"xaaaa"),
            [&b"key"[..], b"xkeya"]
        );
        assert_eq!(learned(&known, KIND_LEARNED_STR, b"key"), [b"aaa", b"aaa"]);
        known.insert((TypeId(0), b"a key".to_vec()));
        assert!(
            learned(&known, KIND_LEARNED_STR, b"xaaaa").is_empty(),
            "known already"
        );
        known.clear();
        compare.left[0] = 0xff;
        let mut found = Vec::new();
        candidates_of_memory(&literal(KIND_LEARNED_STR, b"aaa"), &compare, &known, &mut found);
        assert!(found.is_empty(), "not UTF-8");
        candidates_of_memory(&literal(KIND_LEARNED_BYTES, b"aaa"), &compare, &known, &mut found);
        assert_eq!(found[0].value, b"\xffey");
    }
}
