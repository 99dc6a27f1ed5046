//! Smaller texts: with stretches left out, long ones first, and with plainer characters.

use super::vocabulary::TextKind;

/// Stretches of one length that are left out of a text, one after the other.
const MOST_STRETCHES: usize = 64;

/// How large a text is: how long, and then how far its characters are from plain ones.
pub(crate) fn text_size(text: &[u8]) -> [usize; 2] {
    [text.len(), text.iter().map(|byte| oddity(*byte)).sum()]
}

fn oddity(byte: u8) -> usize {
    match byte {
        b'a' | 0 => 0,
        b'0' => 1,
        b' ' => 2,
        b'1'..=b'9' | b'b'..=b'z' => 3,
        0x21..0x7f => 4,
        0x01..0x20 | 0x7f => 5,
        0x80.. => 6,
    }
}

/// Texts of the same kind that are smaller than this one.
pub(crate) fn smaller_texts(kind: TextKind, text: &[u8]) -> Vec<Vec<u8>> {
    let mut smaller = Vec::new();
    let mut length = text.len().div_ceil(2);
    while length > 0 {
        let starts = (0..text.len()).step_by(length);
        if starts.len() <= MOST_STRETCHES {
            smaller.extend(starts.map(|at| {
                let to = (at + length).min(text.len());
                [&text[..at], &text[to..]].concat()
            }));
        }
        length /= 2;
    }
    let characters = match (kind, std::str::from_utf8(text)) {
        (TextKind::Utf8, Ok(text)) => text.char_indices().map(|(at, c)| (at, c.len_utf8())).collect(),
        _ => (0..text.len()).map(|at| (at, 1)).collect::<Vec<_>>(),
    };
    for (at, length) in characters.into_iter().take(MOST_STRETCHES) {
        let (front, part, rest) = (&text[..at], &text[at..at + length], &text[at + length..]);
        let of_part: usize = part.iter().map(|byte| oddity(*byte)).sum();
        // Of several bytes all are left out at once.
        if length > 1 {
            smaller.push([front, rest].concat());
        }
        let plainer = [&b"a"[..], b"0", b" "]
            .into_iter()
            .filter(|other| oddity(other[0]) < of_part);
        smaller.extend(plainer.map(|other| [front, other, rest].concat()));
    }
    smaller.retain(|other| kind.admits(other));
    smaller
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn smaller_texts_are_smaller_and_of_the_same_kind() {
        for text in ["x", "a=é[1, 2]", "\u{10ffff}", &"(".repeat(1000)] {
            let smaller = smaller_texts(TextKind::Utf8, text.as_bytes());
            assert!(!smaller.is_empty(), "{text}");
            for other in smaller {
                assert!(std::str::from_utf8(&other).is_ok());
                assert!(text_size(&other) < text_size(text.as_bytes()), "{text}");
            }
        }
        assert!(smaller_texts(TextKind::Bytes, b"\xff\xfe").contains(&b"\xfe".to_vec()));
    }
}
