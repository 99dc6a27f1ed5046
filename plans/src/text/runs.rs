//! Where numbers, names and characters stand in a text.

use super::vocabulary::TextKind;

/// Where numbers stand in a text: from the first digit to behind the last one.
pub(super) fn digit_runs(text: &[u8]) -> impl Iterator<Item = (usize, usize)> {
    runs(text, u8::is_ascii_digit)
}

/// Where bytes of one sort stand in a text, from the first of each run to behind its last.
pub(super) fn runs(text: &[u8], is_of_sort: fn(&u8) -> bool) -> impl Iterator<Item = (usize, usize)> {
    let is_there = move |at: usize| text.get(at).is_some_and(is_of_sort);
    let begins = (0..text.len()).filter(move |&at| is_there(at) && (at == 0 || !is_there(at - 1)));
    begins.map(move |from| (from, (from..).find(|&at| !is_there(at)).unwrap_or(text.len())))
}

/// A text with one letter for each name and one digit for each number.
pub(super) fn shape(text: &[u8]) -> Vec<u8> {
    let mut shape: Vec<u8> = (text.iter())
        .map(|byte| match byte {
            byte if byte.is_ascii_alphabetic() => b'a',
            byte if byte.is_ascii_digit() => b'0',
            other => *other,
        })
        .collect();
    shape.dedup_by(|later, before| later == before && matches!(before, b'a' | b'0'));
    shape
}

/// Where characters begin and the text ends.
pub(super) fn borders(kind: TextKind, text: &[u8]) -> Vec<usize> {
    match (kind, std::str::from_utf8(text)) {
        (TextKind::Utf8, Ok(text)) => text
            .char_indices()
            .map(|(at, _)| at)
            .chain([text.len()])
            .collect(),
        _ => (0..=text.len()).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_in_a_text_stand_from_the_first_digit_to_behind_the_last() {
        let runs = |text: &str| digit_runs(text.as_bytes()).collect::<Vec<_>>();
        assert_eq!(runs("1/23:é4"), [(0, 1), (2, 4), (7, 8)]);
        assert_eq!(runs("007"), [(0, 3)]);
        assert_eq!(runs("a-é"), []);
    }
}
