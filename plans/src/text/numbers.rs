//! Numbers and characters in the place of a literal: those that code tells apart, as the bytes that a literal of the type has.

use crate::sample::Numbers;

/// Numbers up to this one, with either sign, are all tried.
const SMALL: i128 = 16;
/// Bits of the types at whose bounds code behaves otherwise.
const WIDTHS: [u32; 7] = [7, 8, 15, 16, 31, 32, 63];

/// Integers of so many bytes, little-endian, each once: small ones, those that the code writes down with their neighbours, and
/// the bounds of types, powers of two and of ten. A number may be meant with a sign or without.
pub(super) fn integers(size: usize, written: &[i128]) -> Vec<Vec<u8>> {
    let bits = 8 * size as u32;
    let power = |exponent: u32| 1_i128.checked_shl(exponent).unwrap_or(i128::MIN);
    let mut numbers: Vec<i128> = (0..=SMALL).flat_map(|small| [small, -small]).collect();
    numbers.extend((written.iter()).flat_map(|number| {
        [
            *number,
            number.wrapping_add(1),
            number.wrapping_sub(1),
            number.wrapping_neg(),
        ]
    }));
    let bounds = WIDTHS.into_iter().chain([bits - 1, bits]).map(power);
    numbers.extend(bounds.flat_map(|bound| {
        [
            bound,
            bound.wrapping_sub(1),
            bound.wrapping_add(1),
            bound.wrapping_neg(),
            !bound,
        ]
    }));
    numbers.extend((0..bits).map(power));
    let tens = std::iter::successors(Some(100_i128), |ten| ten.checked_mul(10));
    numbers.extend(tens.flat_map(|ten| [ten, ten - 1]));
    let mut values: Vec<Vec<u8>> = Vec::new();
    for number in numbers {
        if let Some(value) = bytes_of(number, size)
            && !values.contains(&value)
        {
            values.push(value);
        }
    }
    values
}

/// The bytes of a number, if a type of this size has it, with a sign or without.
fn bytes_of(number: i128, size: usize) -> Option<Vec<u8>> {
    let bits = 8 * size as u32;
    let rest = number.checked_shr(bits).unwrap_or(0);
    let is_cut = !(rest == 0 || rest == -1 && number.checked_shr(bits - 1).unwrap_or(-1) == -1);
    (!is_cut).then(|| number.to_le_bytes()[..size].to_vec())
}

/// The bytes of a character.
pub(super) fn character(character: char) -> Vec<u8> {
    u32::from(character).to_le_bytes().to_vec()
}

/// The character of such bytes, if they are of one.
pub(super) fn character_of(bytes: &[u8]) -> Option<char> {
    let bytes = <[u8; 4]>::try_from(bytes).ok()?;
    char::from_u32(u32::from_le_bytes(bytes))
}

/// One of these numbers, or one near it.
pub(super) fn near(values: &[Vec<u8>], numbers: &mut Numbers) -> Vec<u8> {
    let Some(value) = values.get(numbers.below(values.len().max(1))) else {
        return Vec::new();
    };
    let mut value = value.clone();
    match numbers.below(8) {
        0 => {
            let bit = numbers.below(8 * value.len());
            value[bit / 8] ^= 1 << (bit % 8);
        }
        1 => value.iter_mut().for_each(|byte| *byte = numbers.below(256) as u8),
        _ => {}
    }
    value
}

/// The numbers next to this one.
pub(super) fn neighbours(value: &[u8]) -> [Vec<u8>; 2] {
    let mut wide = [0; 16];
    let size = value.len().min(wide.len());
    wide[..size].copy_from_slice(&value[..size]);
    let number = i128::from_le_bytes(wide);
    [number.wrapping_add(1), number.wrapping_sub(1)].map(|number| number.to_le_bytes()[..size].to_vec())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_fit_their_type_with_a_sign_or_without() {
        assert_eq!(bytes_of(255, 1), Some(vec![255]));
        assert_eq!(bytes_of(-128, 1), Some(vec![128]));
        assert_eq!(bytes_of(256, 1), None);
        assert_eq!(bytes_of(-129, 1), None);
        let found = integers(2, &[599, 70_000]);
        let has = |number: i16| found.contains(&number.to_le_bytes().to_vec());
        for number in [
            0,
            1,
            -16,
            598,
            599,
            600,
            -599,
            127,
            128,
            -129,
            i16::MIN,
            i16::MAX,
            -1,
            4096,
            9_999,
        ] {
            assert!(has(number), "{number}");
        }
        assert!(found.iter().all(|value| value.len() == 2));
    }

    #[test]
    fn numbers_of_every_size_are_each_there_once() {
        for size in [1, 2, 4, 8, 16] {
            let found = integers(size, &[]);
            let mut distinct = found.clone();
            distinct.sort();
            distinct.dedup();
            assert_eq!(found.len(), distinct.len());
            assert!(found.contains(&vec![0xff; size]), "the largest without a sign");
            let mut least = vec![0; size];
            least[size - 1] = 0x80;
            assert!(found.contains(&least), "the least with a sign");
        }
    }

    #[test]
    fn neighbours_wrap_around() {
        assert_eq!(neighbours(&[255, 255]), [vec![0, 0], vec![254, 255]]);
    }
}
