//! Numbers in sentences, and what they are compared with: "not larger than `0`", "in the range from 2 to 36".

/// True if the words before a comparison deny it: "is not larger than", "must not be less than".
pub(super) fn is_denied(before: &str) -> bool {
    const BETWEEN: [&str; 5] = ["be", "is", "are", "strictly", "any"];
    let mut words = before.split_whitespace().rev();
    let word = words.find(|word| !BETWEEN.contains(word));
    word.is_some_and(|word| {
        matches!(word, "not" | "no" | "never" | "cannot")
            || word.ends_with("n't")
            || word.ends_with("n\u{2019}t")
    })
}

/// The number that a text begins with; none if it is only a part of one, as in "2^62" and "16 KiB".
pub(super) fn number_at(text: &str) -> Option<i128> {
    const UNITS: [&str; 9] = [
        "kib", "mib", "gib", "kb", "mb", "gb", "thousand", "million", "billion",
    ];
    const COMPUTED: [&str; 9] = ["^", "*", "<<", "+", "- ", "/", "%", "times", "to the power"];
    let (number, behind) = leading(text)?;
    let goes_on = behind.strip_prefix(['.', ',']).unwrap_or_default();
    let is_part = goes_on.starts_with(|c: char| c.is_ascii_digit()) || behind.starts_with('-');
    let behind = behind.trim_start_matches([' ', '`']);
    let unit = behind.split(|c: char| !c.is_alphabetic()).next();
    let is_more = COMPUTED.iter().any(|sign| behind.starts_with(sign))
        || unit.is_some_and(|unit| UNITS.contains(&unit));
    (!is_part && !is_more).then_some(number)
}

/// Whether a number is in the range that a condition speaks of, from its first word for one on: "(not) in the range from 2 to 36",
/// "in the range `2..=36`".
pub(super) fn in_range(condition: &str, number: i128) -> Option<bool> {
    const RANGES: [(&str, bool); 4] = [
        ("outside the range ", false),
        ("out of the range ", false),
        ("within the range ", true),
        ("in the range ", true),
    ];
    // Older docs write what includes its end with three dots.
    const ENDS: [(&str, bool); 4] = [("..=", true), ("...", true), ("..", false), (" to ", true)];
    let (words, is_inside) = RANGES.iter().find(|(words, _)| condition.contains(words))?;
    let (before, rest) = condition.split_once(words)?;
    let rest = rest
        .strip_prefix("from ")
        .or(rest.strip_prefix("of "))
        .unwrap_or(rest);
    let (first, rest) = leading(rest)?;
    let rest = rest
        .strip_prefix('`')
        .filter(|rest| rest.starts_with(' '))
        .unwrap_or(rest);
    let (rest, includes_end) = ENDS
        .iter()
        .find_map(|(between, includes)| Some((rest.strip_prefix(between)?, includes)))?;
    let end = number_at(rest)?;
    let is_in = first <= number && (number < end || (*includes_end && number == end));
    Some((is_in == *is_inside) != is_denied(before))
}

/// The number in front, and what comes right behind it.
fn leading(text: &str) -> Option<(i128, &str)> {
    let is_in_number = |c: char| c.is_alphanumeric() || c == '_';
    let text = text.trim_start_matches(|c: char| !is_in_number(c) && c != '-');
    let sign = usize::from(text.starts_with('-'));
    let end = text[sign..]
        .find(|c| !is_in_number(c))
        .map_or(text.len(), |end| sign + end);
    Some((number_of(&text[..end])?, &text[end..]))
}

fn number_of(word: &str) -> Option<i128> {
    const SMALL: [&str; 6] = ["zero", "one", "two", "three", "four", "five"];
    let small = SMALL.iter().position(|small| *small == word);
    small.map(|number| number as i128).or_else(|| word.parse().ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_read_with_their_ends() {
        let from_to = "the radix is not in the range from 2 to 36.";
        for (number, is_so) in [(1, true), (2, false), (36, false), (37, true)] {
            assert_eq!(in_range(from_to, number), Some(is_so), "{number}");
        }
        let old = "`radix` must be in the range `2...256`.";
        assert_eq!(in_range(old, 256), Some(true));
        assert_eq!(in_range("in the range `2..36`", 36), Some(false));
        assert_eq!(in_range("outside the range 2..=36", 37), Some(true));
        assert_eq!(in_range("in the range of the type", 3), None);
        assert_eq!(in_range("in the range `0..2^20`", 3), None);
    }

    #[test]
    fn parts_of_numbers_are_no_numbers() {
        for text in [
            "2^62", "`2 * n`", "1 << 20", "16 KiB", "0.5", "1,000", "2n", "`2`^62",
        ] {
            assert_eq!(number_at(&text.to_lowercase()), None, "{text}");
        }
        for (text, number) in [("`0`.", 0), ("three, or", 3), ("-1", -1), ("8 bytes", 8)] {
            assert_eq!(number_at(text), Some(number), "{text}");
        }
    }
}
