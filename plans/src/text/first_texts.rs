//! The texts that are tried first: what every language has some meaning for. Single characters of every class, numbers at the
//! bounds of types, and parts that are repeated.

use super::numbers::character;
use super::vocabulary::TextKind;

/// One of each class of characters that code tells apart: by length in UTF-8, case, digit value, width, direction, combining.
const CHARACTERS: [&str; 38] = [
    "é",
    "ß",
    "—",
    "😀",
    "\u{80}",
    "\u{a0}",
    "İ",
    "ı",
    "ſ",
    "ǅ",
    "ŉ",
    "Ω",
    "ΐ",
    "٣",
    "१",
    "²",
    "½",
    "Ⅷ",
    "１",
    "あ",
    "中",
    "한",
    "\u{301}",
    "\u{200d}",
    "\u{200b}",
    "\u{202e}",
    "\u{feff}",
    "\u{2028}",
    "\u{2000}",
    "\u{3000}",
    "\u{fffd}",
    "\u{ffff}",
    "\u{e0001}",
    "\u{10ffff}",
    "ﬁ",
    "👨\u{200d}👩\u{200d}👧",
    "🇩🇪",
    "e\u{301}",
];

/// A letter, a digit, a space, a sign, and a letter of several bytes: what code tells apart in most texts.
const CLASSES: [&str; 5] = ["a", "0", " ", "-", "é"];
/// The shortest and longest of those that are made of these only, in characters: single ones are tried anyhow.
const CLASS_TEXT: std::ops::RangeInclusive<u32> = 2..=4;

/// What is no UTF-8: cut, too long for what it says, half of a pair, never used.
const NOT_UTF8: [&[u8]; 8] = [
    b"\x80",
    b"\xc3",
    b"\xe2\x82",
    b"\xf0\x9f\x98",
    b"\xc0\x80",
    b"\xed\xa0\x80",
    b"\xfe",
    b"\xff",
];

/// Numbers at and beyond the bounds of types, and ways to write them.
pub(super) const NUMBERS: [&str; 58] = [
    "-1",
    "127",
    "128",
    "-128",
    "-129",
    "255",
    "256",
    "32767",
    "32768",
    "-32769",
    "65535",
    "65536",
    "2147483647",
    "2147483648",
    "-2147483648",
    "-2147483649",
    "4294967295",
    "4294967296",
    "9223372036854775807",
    "9223372036854775808",
    "-9223372036854775808",
    "-9223372036854775809",
    "18446744073709551615",
    "18446744073709551616",
    "340282366920938463463374607431768211455",
    "340282366920938463463374607431768211456",
    "99999999999999999999999999999",
    "-0",
    "+1",
    "00",
    "01",
    "1.",
    ".5",
    "1.5",
    "-.0",
    "1e9",
    "1e400",
    "1e-400",
    "1.5e255",
    "1.5e-128",
    "1.5e32767",
    "1.5e-32768",
    "1.5e2147483647",
    "1.5e-2147483648",
    "1.5e4294967295",
    "1.5e-4294967295",
    "1e9223372036854775808",
    "0x0",
    "0xffffffffffffffff",
    "1_0",
    "NaN",
    "inf",
    "d800",
    "D800",
    "10ffff",
    "110000",
    "fffe",
    "ffffffff",
];

/// Parts that open something in many languages.
const OPENING: &[u8] = b"([{<\"'*>-_~!&+.`\\/#:,|^@$%=;?)]}";

/// How often a part is repeated, the most a stack of two megabytes may not bear.
pub(super) const REPEATS: [u32; 2] = [100, 10_000];

/// How often a digit is repeated where other parts are as often as a stack may not bear: no digits nest, and places of a number
/// are counted in 16 bits at times.
pub(super) const DIGITS: u32 = 66_000;

/// How often a part is repeated at most.
pub(super) fn most_repeats(part: &[u8]) -> u32 {
    match !part.is_empty() && part.iter().all(u8::is_ascii_digit) {
        true => DIGITS,
        false => REPEATS[1],
    }
}

/// A text to be made: what is long is written down when its turn comes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Idea {
    /// This text.
    Text(Vec<u8>),
    /// A text with the part between two places repeated, and behind it a closing part as often.
    Repeated {
        text: Vec<u8>,
        from: usize,
        to: usize,
        times: u32,
        closing: Vec<u8>,
    },
}

impl Idea {
    pub(super) fn text(&self) -> Vec<u8> {
        match self {
            Idea::Text(text) => text.clone(),
            Idea::Repeated {
                text,
                from,
                to,
                times,
                closing,
            } => {
                let times = *times as usize;
                let middle = text.get(*from..*to).unwrap_or_default().repeat(times);
                let front = text.get(..*from).unwrap_or_default();
                let rest = text.get(*to..).unwrap_or_default();
                [front, &middle, &closing.repeat(times), rest].concat()
            }
        }
    }

    /// Bytes of the text.
    pub(super) fn len(&self) -> usize {
        match self {
            Idea::Text(text) => text.len(),
            Idea::Repeated {
                text,
                from,
                to,
                times,
                closing,
            } => text.len() + (to - from + closing.len()) * *times as usize - (to - from),
        }
    }

    /// How often a part is repeated.
    pub(super) fn repeats(&self) -> u32 {
        match self {
            Idea::Text(_) => 0,
            Idea::Repeated { times, .. } => *times,
        }
    }

    /// Whether a part is repeated so often that the stack may not bear it.
    pub(super) fn is_deep(&self) -> bool {
        self.repeats() > REPEATS[0]
    }
}

/// What closes a part, if anything does.
pub(super) fn closing(part: &[u8]) -> Option<Vec<u8>> {
    let closed = part.iter().rev().map(|byte| match byte {
        b'(' => b')',
        b'[' => b']',
        b'{' => b'}',
        b'<' => b'>',
        other => *other,
    });
    let closed: Vec<u8> = closed.collect();
    (closed != part && closed.is_ascii()).then_some(closed)
}

/// The first texts of a kind, before any words.
pub(super) fn first_texts(kind: TextKind) -> Vec<Idea> {
    let mut texts: Vec<Vec<u8>> = vec![Vec::new()];
    texts.extend([&b"a"[..], b"0", b" ", b"\n", b"\0"].map(<[u8]>::to_vec));
    texts.extend((0..0x80).map(|byte| vec![byte]));
    texts.extend(CHARACTERS.iter().map(|text| text.as_bytes().to_vec()));
    if kind == TextKind::Bytes {
        texts.extend((0x80..=0xff).map(|byte| vec![byte]));
        texts.extend(NOT_UTF8.iter().map(|bytes| bytes.to_vec()));
    }
    texts.extend(NUMBERS.iter().map(|text| text.as_bytes().to_vec()));
    texts.extend(OPENING.iter().map(|byte| vec![*byte; 2]));
    let mut ideas: Vec<Idea> = texts.into_iter().map(Idea::Text).collect();
    ideas.extend(repeats(REPEATS[0]));
    // At each place one of the two has no border between characters: what is long enough is cut there at times.
    ideas.extend(["é", "aé"].map(|text| Idea::Repeated {
        text: text.as_bytes().to_vec(),
        from: text.len() - "é".len(),
        to: text.len(),
        times: REPEATS[0],
        closing: Vec::new(),
    }));
    ideas
}

/// The text of this number among all short ones of one character of each class, by length; none behind the last.
pub(super) fn class_text(number: usize) -> Option<Vec<u8>> {
    let mut number = number;
    for length in CLASS_TEXT {
        let all = CLASSES.len().pow(length);
        if number < all {
            let digits = (0..length)
                .rev()
                .map(|place| number / CLASSES.len().pow(place) % CLASSES.len());
            return Some(digits.flat_map(|digit| CLASSES[digit].bytes()).collect());
        }
        number -= all;
    }
    None
}

/// Single characters, as bytes of a literal: of ASCII, and one of each class.
pub(super) fn first_characters() -> Vec<Vec<u8>> {
    let of_texts = CHARACTERS.iter().flat_map(|text| text.chars());
    let all = (0..0x80_u8).map(char::from).chain(of_texts);
    let mut values: Vec<Vec<u8>> = all.map(character).collect();
    values.sort();
    values.dedup();
    values
}

/// Those that come behind the crate's words.
pub(super) fn later_texts() -> Vec<Idea> {
    let mut ideas = repeats(REPEATS[1]);
    // What is held against a length.
    ideas.extend(
        [16, 32, 64, 128, 256, 1 << 10, 1 << 16].map(|times| Idea::Repeated {
            text: b"a".to_vec(),
            from: 0,
            to: 1,
            times,
            closing: Vec::new(),
        }),
    );
    let pairs = OPENING
        .iter()
        .flat_map(|one| OPENING.iter().map(|other| vec![*one, *other]));
    ideas.extend(pairs.map(Idea::Text));
    ideas
}

/// Each opening part so often, closed and unclosed.
fn repeats(times: u32) -> Vec<Idea> {
    let of_part = |part: &u8| {
        let closings = std::iter::once(Vec::new()).chain(closing(&[*part]));
        let repeated = |closing| Idea::Repeated {
            text: vec![*part],
            from: 0,
            to: 1,
            times,
            closing,
        };
        closings.map(repeated).collect::<Vec<_>>()
    };
    OPENING.iter().flat_map(of_part).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ideas_say_how_long_their_texts_are() {
        let ideas = [first_texts(TextKind::Bytes), later_texts()].concat();
        for idea in ideas {
            assert_eq!(idea.len(), idea.text().len(), "{idea:?}");
        }
    }
}
