//! Texts that repeat a part, with the part repeated so often that a stack may not bear it.

use super::first_texts::{Idea, most_repeats};

/// How often a part is repeated at least where it is taken for what nests, and its longest length in bytes.
const LEAST_REPEATS: usize = 16;
const MOST_REPEATED_BYTES: usize = 4;

/// A text that repeats a part, with that part repeated as often as the stack may not bear: as it is, and with what is repeated
/// behind it as what closes it.
pub(super) fn deepened(text: &[u8]) -> Vec<Idea> {
    let longest = |text: &[u8]| {
        let starts = (0..text.len()).flat_map(|from| (1..=MOST_REPEATED_BYTES).map(move |part| (from, part)));
        let stretches = starts
            .filter(|(from, part)| from + part <= text.len())
            .map(|(from, part)| {
                let first = &text[from..from + part];
                let times = text[from..]
                    .chunks_exact(part)
                    .take_while(|chunk| *chunk == first)
                    .count();
                (part * times, std::cmp::Reverse((from, part)), times)
            });
        stretches.max().filter(|(.., times)| *times >= LEAST_REPEATS)
    };
    let Some((length, std::cmp::Reverse((from, part)), _)) = longest(text) else {
        return Vec::new();
    };
    let (behind, part) = (&text[from + length..], &text[from..from + part]);
    let repeated = |rest: &[u8], closing: Vec<u8>| Idea::Repeated {
        text: [&text[..from], part, rest].concat(),
        from,
        to: from + part.len(),
        times: most_repeats(part),
        closing,
    };
    let mut ideas = vec![repeated(behind, Vec::new())];
    if let Some((length, std::cmp::Reverse((at, size)), _)) = longest(behind) {
        let rest = [&behind[..at], &behind[at + length..]].concat();
        ideas.push(repeated(&rest, behind[at..at + size].to_vec()));
    }
    ideas
}
