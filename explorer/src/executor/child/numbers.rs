//! Numbers as bytes: cut, extended and with the other sign, as comparisons have them.

use std::ops::Deref;

/// A little-endian number without its sign.
pub(super) fn magnitude(value: &[u8]) -> u128 {
    let is_negative = value.last().is_some_and(|byte| *byte >= 0x80);
    let mut wide = [if is_negative { 0xff } else { 0 }; 16];
    wide[..value.len()].copy_from_slice(value);
    i128::from_le_bytes(wide).unsigned_abs()
}

/// At most sixteen bytes.
#[derive(Clone, Copy)]
pub(super) struct Short {
    bytes: [u8; 16],
    len: usize,
}

impl Deref for Short {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.bytes[..self.len]
    }
}

impl Short {
    pub(super) fn of(value: &[u8]) -> Short {
        let mut bytes = [0; 16];
        bytes[..value.len()].copy_from_slice(value);
        Short {
            bytes,
            len: value.len(),
        }
    }
}

/// The values of `size` bytes that a number of `width` bytes may stand for: cut if nothing is lost by it, else extended
/// with zeros and with the sign.
pub(super) fn values_of(size: usize, number: u64, width: u32) -> impl Iterator<Item = Short> {
    let shift = 64 - 8 * width.clamp(1, 8);
    let signed = i128::from((number << shift).cast_signed() >> shift);
    let unsigned = i128::from(number << shift >> shift);
    let size = size.min(16);
    let cut = move |number: i128| -> Option<Short> {
        // An arithmetic shift: what is cut off is all zeros or all ones.
        let rest = number.checked_shr(8 * size as u32).unwrap_or(0);
        let is_same = rest == 0 || rest == -1;
        is_same.then(|| Short {
            bytes: number.to_le_bytes(),
            len: size,
        })
    };
    let first = cut(unsigned);
    let second = cut(signed).filter(|second| first.is_none_or(|first| *first != **second));
    first.into_iter().chain(second)
}

/// A little-endian number with the other sign, wrapping around.
pub(super) fn negated(value: &Short) -> Short {
    let number = i128::from_le_bytes(Short::of(value).bytes);
    Short {
        bytes: number.wrapping_neg().to_le_bytes(),
        len: value.len,
    }
}

/// A little-endian number and `offset`, wrapping around.
pub(super) fn added(value: &Short, offset: i128) -> Short {
    let sum = i128::from_le_bytes(Short::of(value).bytes).wrapping_add(offset);
    Short {
        bytes: sum.to_le_bytes(),
        len: value.len,
    }
}

/// The character of four bytes, if they are one.
pub(super) fn char_of(value: &[u8]) -> Option<char> {
    let bytes: [u8; 4] = value.try_into().ok()?;
    char::from_u32(u32::from_le_bytes(bytes))
}
