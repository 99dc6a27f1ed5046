//! Texts that repeat a part: made of a text by repeating one of its parts, and read back from one. Bytes only, no plans.

use crate::tuning::{LEAST_REPEATED, LONGEST_GROWN, LONGEST_PERIOD, MOST_CHARACTERS_GROWN};

/// A text in which a part stands as often as one likes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Repeated {
    front: Vec<u8>,
    part: Vec<u8>,
    rest: Vec<u8>,
}

impl Repeated {
    /// The text with so many of it.
    pub(super) fn text(&self, times: usize) -> Vec<u8> {
        [&self.front[..], &self.part.repeat(times), &self.rest].concat()
    }

    /// Bytes of the part.
    pub(super) fn part_len(&self) -> usize {
        self.part.len()
    }

    fn of(text: &[u8], from: usize, to: usize, rest: usize) -> Repeated {
        Repeated {
            front: text[..from].to_vec(),
            part: text[from..to].to_vec(),
            rest: text[rest..].to_vec(),
        }
    }
}

/// Ways to repeat a part of a text: what it repeats already, else the whole and each of its first characters. Nothing of a text that
/// is long without repeating anything.
pub fn repetitions(text: &[u8]) -> Vec<Repeated> {
    if let Some((repeated, times)) = stretch(text)
        && times >= LEAST_REPEATED
    {
        return vec![repeated];
    }
    if text.is_empty() || text.len() > LONGEST_GROWN {
        return Vec::new();
    }
    let borders: Vec<usize> = match std::str::from_utf8(text) {
        Ok(text) => text
            .char_indices()
            .map(|(at, _)| at)
            .chain([text.len()])
            .collect(),
        Err(_) => (0..=text.len()).collect(),
    };
    let mut all = vec![Repeated::of(text, 0, text.len(), text.len())];
    for pair in borders.windows(2).take(MOST_CHARACTERS_GROWN) {
        let one = Repeated::of(text, pair[0], pair[1], pair[1]);
        if !all.contains(&one) {
            all.push(one);
        }
    }
    all
}

/// The longest stretch of a text that repeats a short part, and how often it does.
pub(super) fn stretch(text: &[u8]) -> Option<(Repeated, usize)> {
    let mut best: Option<(usize, usize, usize)> = None;
    for period in 1..=LONGEST_PERIOD.min(text.len() / 2) {
        let mut from = 0;
        while from + period < text.len() {
            let same = (from..text.len() - period)
                .take_while(|at| text[*at] == text[at + period])
                .count();
            let times = same / period + 1;
            let is_longer = best.is_none_or(|(_, best, most)| times * period > best * most);
            if times > 1 && is_longer {
                best = Some((from, period, times));
            }
            from += same + 1;
        }
    }
    let (from, period, times) = best?;
    Some((
        Repeated::of(text, from, from + period, from + period * times),
        times,
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_repeats_is_read_back_as_it_was_made() {
        let text = [&b"x="[..], &b"ab".repeat(40), b";"].concat();
        let (repeated, times) = stretch(&text).expect("it repeats `ab`");
        assert_eq!((repeated.part.as_slice(), times), (&b"ab"[..], 40));
        assert_eq!(repeated.text(40), text);
        assert_eq!(repetitions(&text), [repeated]);
        assert_eq!(stretch(b"abc"), None);
    }

    #[test]
    fn the_whole_and_each_character_are_repeated() {
        let texts: Vec<Vec<u8>> = repetitions("é<".as_bytes())
            .iter()
            .map(|repeated| repeated.text(2))
            .collect();
        assert_eq!(texts, ["é<é<", "éé<", "é<<"].map(|text| text.as_bytes().to_vec()));
        assert!(repetitions(b"").is_empty());
        assert_eq!(repetitions(b"a").len(), 1);
    }
}
