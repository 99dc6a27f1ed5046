//! Long texts as people write them: parts that repeat themselves are said once, with how often.

use std::fmt::Write;

/// Shortest text that is not written out as it is, in bytes.
const LONG: usize = 100;
/// Shortest stretch of a text that is said by what repeats itself in it.
const STRETCH: usize = 32;
/// Longest part that is looked for.
const LONGEST_PART: usize = 24;

/// One stretch of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Stretch<'t> {
    part: &'t [u8],
    times: usize,
}

/// An expression of the text's type, `&str` or `&[u8]`, if it is long and much of it repeats itself. `literal` writes a part.
pub(super) fn repeated(value: &[u8], literal: &dyn Fn(&[u8]) -> String) -> Option<String> {
    if value.len() < LONG {
        return None;
    }
    let stretches = stretches(value);
    let said: usize = stretches.iter().map(|stretch| stretch.part.len()).sum();
    if said > value.len() / 2 {
        return None;
    }
    let one = |stretch: &Stretch<'_>| match stretch.times {
        1 => literal(stretch.part),
        times => format!("{}.repeat({times})", literal(stretch.part)),
    };
    let mut text = "&*".to_owned();
    match stretches.as_slice() {
        [only] => text.push_str(&one(only)),
        several => {
            text.push('[');
            for (at, stretch) in several.iter().enumerate() {
                let separator = if at == 0 { "" } else { ", " };
                let borrow = if stretch.times == 1 { "" } else { "&*" };
                let _ = write!(text, "{separator}{borrow}{}", one(stretch));
            }
            text.push_str("].concat()");
        }
    }
    text.push_str(".leak()");
    Some(text)
}

/// The text cut into what repeats itself and what lies between.
fn stretches(value: &[u8]) -> Vec<Stretch<'_>> {
    let mut stretches = Vec::new();
    let (mut plain, mut at) = (0, 0);
    while at < value.len() {
        let longest = (1..=LONGEST_PART.min(value.len() - at))
            .map(|part| (part * times(&value[at..], part), std::cmp::Reverse(part)))
            .max();
        match longest {
            Some((length, std::cmp::Reverse(part)))
                if length >= STRETCH && length > part && is_char(value, at, at + part) =>
            {
                if plain < at {
                    stretches.push(Stretch {
                        part: &value[plain..at],
                        times: 1,
                    });
                }
                stretches.push(Stretch {
                    part: &value[at..at + part],
                    times: length / part,
                });
                at += length;
                plain = at;
            }
            _ => at += 1,
        }
    }
    if plain < at {
        stretches.push(Stretch {
            part: &value[plain..at],
            times: 1,
        });
    }
    stretches
}

/// How often the first `part` bytes follow each other.
fn times(value: &[u8], part: usize) -> usize {
    let first = &value[..part];
    value
        .chunks_exact(part)
        .take_while(|chunk| *chunk == first)
        .count()
}

/// Whether no character of a text is cut there. Of bytes that are no text, nothing is.
fn is_char(value: &[u8], from: usize, to: usize) -> bool {
    std::str::from_utf8(value).is_err() || std::str::from_utf8(&value[from..to]).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(value: &str) -> Option<String> {
        repeated(value.as_bytes(), &|part| {
            format!("{:?}", String::from_utf8_lossy(part))
        })
    }

    #[test]
    fn what_repeats_itself_is_said_once() {
        assert_eq!(text("short"), None);
        assert_eq!(
            text(&"[".repeat(10_000)),
            Some("&*\"[\".repeat(10000).leak()".to_owned())
        );
        let nested = format!("a={}1{}", "é(".repeat(50), ")".repeat(50));
        let expected = "&*[\"a=\", &*\"é(\".repeat(50), \"1\", &*\")\".repeat(50)].concat().leak()";
        assert_eq!(text(&nested), Some(expected.to_owned()));
        let other: String = (0..200u32).filter_map(|at| char::from_u32(0x100 + at)).collect();
        assert_eq!(text(&other), None, "nothing repeats itself");
    }
}
