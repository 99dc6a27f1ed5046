//! Literals of plans, as comparisons are held against them. Most comparisons have nothing of any of them, which is told at once.

use super::numbers::{Short, magnitude, negated, values_of};
use crate::executor::shared::abi::{
    COMPARE_CONSTANT, COMPARE_SWITCH, COMPARE_VALUES, Compare, KIND_LEARNED, KIND_LEARNED_BYTES,
    KIND_LEARNED_STR,
};
use plans::{LearnCandidate, TypeId};

/// Longest text or bytes learned.
pub(super) const LONGEST: usize = 1024;
/// What a text is made longer with.
const FILLER: u8 = b'a';
/// Length of a text in which most keywords would fit.
const PROBE: usize = 32;

/// What may bring a comparison about that was not reached, or was not seen.
pub(super) const GUESSED: u32 = 2;

/// Numbers up to this one, and lengths up to the next, are met by coincidence.
const COMMON_NUMBERS: u128 = 256;
const COMMON_LENGTHS: usize = 16;

/// The witness of a candidate that any number of common literals may have met by coincidence: what several small values
/// were packed into, and the bounds of capacities that std compares with, are not about any of them.
pub(super) const WEAK: u32 = u32::MAX;

/// A set of bytes, a bit for each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct ByteSet(pub(super) [u64; 4]);

impl ByteSet {
    /// Has all bytes of another set, too.
    pub(super) fn include(&mut self, other: ByteSet) {
        self.0
            .iter_mut()
            .zip(other.0)
            .for_each(|(all, bits)| *all |= bits);
    }

    fn add(&mut self, byte: u8) {
        self.0[usize::from(byte >> 6)] |= 1 << (byte & 63);
    }

    #[inline]
    pub(super) fn has(&self, byte: u8) -> bool {
        self.0[usize::from(byte >> 6)] >> (byte & 63) & 1 == 1
    }
}

/// A literal of the grammar, or a learned one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Literal {
    pub(super) ty: TypeId,
    /// The kind of the type's learned ops.
    pub(super) kind: u32,
    pub(super) bytes: Vec<u8>,
    /// Not one of the grammar.
    pub(super) is_learned: bool,
    /// It is a number or a character, and neither text nor bytes.
    pub(super) is_number: bool,
    /// Of a text the lowest bytes of its parts: of bytes, of numbers that lie in it in either order, of characters.
    parts: ByteSet,
    /// Its first eight bytes.
    low: u64,
    /// Of a number that is negative as a signed one of its width.
    magnitude: Option<u64>,
}

/// What of a number is compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SeenAs {
    Itself,
    /// Functions look at the sign first, and go on without it.
    Magnitude,
}

impl SeenAs {
    /// What the whole number would be where this is seen of it.
    pub(super) fn meant(self, value: Short) -> Short {
        match self {
            SeenAs::Itself => value,
            SeenAs::Magnitude => negated(&value),
        }
    }
}

impl Literal {
    /// `kind` is that of the type's learned ops.
    pub(super) fn new(ty: TypeId, kind: u32, bytes: Vec<u8>, is_learned: bool) -> Literal {
        let mut low = [0; 8];
        for (to, from) in low.iter_mut().zip(&bytes) {
            *to = *from;
        }
        let is_number = !matches!(kind, KIND_LEARNED_STR | KIND_LEARNED_BYTES);
        let mut parts = ByteSet::default();
        if !is_number {
            bytes.iter().for_each(|byte| parts.add(*byte));
            let characters = std::str::from_utf8(&bytes).unwrap_or_default().chars();
            characters.for_each(|character| parts.add(character as u8));
        }
        let is_negative =
            kind == KIND_LEARNED && bytes.len() <= 8 && bytes.last().is_some_and(|byte| *byte >= 0x80);
        Literal {
            ty,
            kind,
            is_learned,
            is_number,
            parts,
            low: u64::from_le_bytes(low),
            magnitude: is_negative.then(|| magnitude(&bytes) as u64),
            bytes,
        }
    }

    /// A long text in place of this one. std's own code is not instrumented; given a long text it goes as far as comparing
    /// memory.
    pub(super) fn probe(&self) -> Option<LearnCandidate> {
        (!self.is_number).then(|| LearnCandidate {
            ty: self.ty,
            distance: GUESSED,
            value: vec![FILLER; PROBE],
            witness: 0,
        })
    }

    /// The lowest bytes that a number has which is compared with something of it.
    pub(super) fn lowest_bytes(&self) -> ByteSet {
        let mut lowest = self.parts;
        if self.is_number {
            lowest.add(self.low as u8);
            self.magnitude
                .iter()
                .for_each(|magnitude| lowest.add(*magnitude as u8));
        } else {
            (0..=self.bytes.len())
                .take(256)
                .for_each(|length| lowest.add(length as u8));
        }
        lowest
    }

    /// True for most comparisons: nothing of this literal is in them.
    #[inline]
    pub(super) fn cannot_be_in(&self, compare: &Compare) -> bool {
        let numbers = match compare.shape {
            COMPARE_SWITCH => [compare.left; 2],
            COMPARE_CONSTANT => [compare.right; 2],
            _ => [compare.left, compare.right],
        };
        match self.is_number {
            true => self.cannot_be(&numbers, compare.bytes),
            false => !numbers.iter().any(|number| self.may_have(*number, compare)),
        }
    }

    /// Whether a number may be the length of a text, of its rest behind some part, or a part.
    fn may_have(&self, number: u64, compare: &Compare) -> bool {
        let length = self.bytes.len() as u64;
        let is_rest = || number < length && compare.bytes == 8 && compare.shape != COMPARE_VALUES;
        number == length || self.parts.has(number as u8) || is_rest()
    }

    /// True for most numbers of `width` bytes: nothing of this literal, a number, is among them.
    #[inline]
    fn cannot_be(&self, numbers: &[u64; 2], width: u32) -> bool {
        let both = self.bytes.len().min(width.clamp(1, 8) as usize);
        let mask = u64::MAX >> (64 - 8 * both.clamp(1, 8));
        numbers
            .iter()
            .all(|number| (number ^ self.low) & mask != 0 && Some(*number) != self.magnitude)
    }

    /// Whether a number of `width` bytes is its value, with either sign extended or cut.
    pub(super) fn is_value(&self, number: u64, width: u32) -> bool {
        !self.cannot_be(&[number; 2], width)
            && values_of(self.bytes.len(), number, width).any(|same| *same == *self.bytes)
    }

    /// What a number of `width` bytes is of it, if anything.
    pub(super) fn seen_as(&self, number: u64, width: u32) -> Option<SeenAs> {
        if self.is_value(number, width) {
            return Some(SeenAs::Itself);
        }
        let is_magnitude = self.magnitude.is_some_and(|magnitude| magnitude == number);
        is_magnitude.then_some(SeenAs::Magnitude)
    }

    /// See [`LearnCandidate::witness`].
    pub(super) fn witness(&self) -> u32 {
        let is_common = match self.is_number {
            true => magnitude(&self.bytes) <= COMMON_NUMBERS,
            false => self.bytes.len() <= COMMON_LENGTHS,
        };
        let hash = |hash: u32, byte: &u8| (hash ^ u32::from(*byte)).wrapping_mul(0x0100_0193);
        if is_common {
            self.bytes.iter().fold(0x811c_9dc5, hash).clamp(1, WEAK - 1)
        } else {
            0
        }
    }

    /// Whether no comparison of this literal is a coincidence.
    pub(super) fn is_uncommon(&self) -> bool {
        self.witness() == 0
    }

    /// A text or bytes of another length. Only what was learned is worth being kept for it.
    pub(super) fn resized(&self, length: u64) -> Option<Vec<u8>> {
        let length = usize::try_from(length).ok().filter(|length| *length <= LONGEST)?;
        let mut value = if self.is_learned {
            self.bytes.clone()
        } else {
            Vec::new()
        };
        value.resize(length, FILLER);
        is_valid(&value, self.kind == KIND_LEARNED_STR).then_some(value)
    }
}

/// Whether bytes are a value of a type of texts, if it is one.
pub(super) fn is_valid(value: &[u8], is_text: bool) -> bool {
    !is_text || std::str::from_utf8(value).is_ok()
}
