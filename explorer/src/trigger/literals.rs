//! Literals to call with instead: numbers, characters, texts and lists near given ones, and small, extreme and odd ones. None of
//! these is left to chance but a character that is drawn.

use super::chance::Chance;
use harness_gen::reading::{IntType, Value};
use std::collections::BTreeSet;

/// Lengths of lists and texts.
pub(super) const LENGTHS: [usize; 12] = [0, 1, 2, 3, 4, 5, 7, 8, 9, 16, 17, 33];
pub(super) const SMALL_NUMBERS: [i128; 10] = [0, 1, 2, 3, 4, 5, 7, 8, 16, 33];
pub(super) const TEXTS: [&str; 16] = [
    "",
    "a",
    "x\n\n\u{1f600}y",
    "é",
    "a\nb",
    "\u{1f600}",
    "ab",
    "\n",
    "\u{1f600}\u{1f600}a",
    "abc",
    "0",
    "-",
    ".",
    "a b",
    "12",
    "Ab1",
];
pub(super) const CHARS: [char; 7] = ['a', '\n', '\u{1f600}', 'é', '0', ' ', '\r'];

/// Numbers of the type: next to the given ones, small, around powers of two, and at its ends.
pub(super) fn ints(int: IntType, near: &[i128]) -> Vec<i128> {
    let mut all: Vec<i128> = Vec::new();
    for value in near {
        all.extend([-1, 1, 0].map(|more| value.saturating_add(more)));
    }
    all.extend(0..=5);
    all.extend([int.max(), int.min(), -1, -2]);
    all.extend([
        7, 8, 9, 10, 11, 12, 13, 15, 16, 17, 24, 31, 32, 33, 63, 64, 65, 99, 100, 101,
    ]);
    all.extend([6, 127, 128, 129, 255, 256, 1000, 1023, -10, -100, -128, -1000]);
    for bits in [15, 16, 24, 31, 32, 48, 63, 64] {
        all.extend([-1, 0, 1].map(|more| (1i128 << bits) + more));
    }
    all.extend([
        int.max().saturating_sub(1),
        int.max() / 2,
        int.min().saturating_add(1),
    ]);
    let mut seen = BTreeSet::new();
    all.retain(|value| (int.min()..=int.max()).contains(value) && seen.insert(*value));
    all
}

pub(super) fn printable() -> impl Iterator<Item = char> {
    (' '..='~').chain(['\n', '\t', '\0', 'é'])
}

pub(super) fn chars() -> impl Iterator<Item = char> {
    printable().chain(['\u{7f}', '\u{80}', 'ß', '\u{3000}', '\u{1f600}', char::MAX])
}

pub(super) fn drawn_char(chance: &mut Chance) -> char {
    let all: Vec<char> = chars().collect();
    let bits = 8 + chance.below(13);
    let any = char::from_u32(chance.below(1 << bits) as u32);
    any.filter(|_| chance.below(2) == 0)
        .unwrap_or(all[chance.below(all.len())])
}

/// Texts around one, with every printable character before and behind it, and others.
pub(super) fn texts(text: &str) -> Vec<String> {
    let mut all: Vec<String> = TEXTS.map(str::to_owned).to_vec();
    for (at, c) in text.char_indices() {
        all.push(format!("{}{}", &text[..at], &text[at + c.len_utf8()..]));
    }
    for c in printable() {
        all.push(format!("{c}{text}"));
        all.push(format!("{text}{c}"));
    }
    all.extend(LENGTHS.iter().filter_map(|length| of_length(text, *length)));
    all.push(text.repeat(2));
    all.push(text.chars().rev().collect());
    all
}

/// The text repeated or cut to so many bytes; none if a character would be cut.
pub(super) fn of_length(text: &str, length: usize) -> Option<String> {
    let unit = if text.is_empty() { "a" } else { text };
    let mut grown = unit.repeat(length / unit.len() + 1);
    if !grown.is_char_boundary(length) {
        grown = format!("{}{}", text, "a".repeat(length.saturating_sub(text.len())));
    }
    if !grown.is_char_boundary(length) {
        return None;
    }
    grown.truncate(length);
    Some(grown)
}

pub(super) fn lists(list: &[Value]) -> Vec<Value> {
    let Some(byte) = list.first().cloned().or(Some(Value::Int(0, IntType::BYTE))) else {
        return Vec::new();
    };
    let number = |value: i128| match &byte {
        Value::Int(_, int) => Value::Int(value, *int),
        other => other.clone(),
    };
    let mut all: Vec<Vec<Value>> = Vec::new();
    for at in 0..list.len() {
        let mut without = list.to_vec();
        without.remove(at);
        all.push(without);
        for value in [0, 1, 7, 32, 65, 127, 128, 255] {
            let mut other = list.to_vec();
            other[at] = number(value);
            all.push(other);
        }
    }
    for length in LENGTHS {
        all.push(list_of_length(list, length));
        all.push((0..length).map(|at| number((at * 37 % 251) as i128)).collect());
        all.push((0..length).map(|at| number((length - at) as i128)).collect());
        all.push(vec![number(255); length]);
    }
    all.into_iter().map(Value::List).collect()
}

pub(super) fn list_of_length(list: &[Value], length: usize) -> Vec<Value> {
    let zero = Value::Int(0, IntType::BYTE);
    let mut all = list.to_vec();
    let filler = list.last().cloned().unwrap_or(zero);
    all.resize(length, filler);
    all
}

/// Texts as UTF-16 has them, some of whose characters take two units, and halves of such characters.
pub(super) fn utf16_texts() -> Vec<Vec<u16>> {
    let texts = TEXTS.iter().filter(|text| !text.is_empty());
    let mut all: Vec<Vec<u16>> = texts.map(|text| text.encode_utf16().collect()).collect();
    all.extend([vec![0xd83d], vec![0xde00], vec![0x61, 0xd83d, 0x61]]);
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_of_their_type() {
        let byte = IntType::BYTE;
        let all = ints(byte, &[255]);
        assert_eq!(&all[..4], [254, 255, 0, 1]);
        assert!(all.iter().all(|value| (0..=255).contains(value)));
    }

    #[test]
    fn texts_are_cut_between_characters() {
        assert_eq!(of_length("é", 3), Some("éa".to_owned()));
        assert_eq!(of_length("é", 1), None);
        assert_eq!(of_length("", 2), Some("aa".to_owned()));
        assert_eq!(of_length("abc", 2), Some("ab".to_owned()));
    }

    #[test]
    fn utf16_has_pairs_and_halves() {
        let all = utf16_texts();
        let is_text = |units: &&Vec<u16>| String::from_utf16(units).is_ok();
        let has_pair = |units: &Vec<u16>| units.iter().any(|unit| (0xd800..0xe000).contains(unit));
        assert!(all.iter().filter(is_text).any(has_pair));
        assert_eq!(all.iter().filter(|units| !is_text(units)).count(), 3);
        assert!(all.iter().all(|units| !units.is_empty()));
    }
}
