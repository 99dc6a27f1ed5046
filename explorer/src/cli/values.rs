//! Single values on the command line: sizes, and lists of constants with Rust's escapes. Pure text to values.

use clap::ValueEnum;
use std::str::FromStr;
use std::time::Duration;

/// When to use colors.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Color {
    /// On a terminal
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

/// A number of bytes, written `131072`, `128MiB`, `64 KB` or `1G`. Units of 1000 end in `B` alone, those of 1024 in
/// `iB`; a bare `K`, `M`, `G` means 1024, as in cargo and rustc limits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ByteSize(pub u64);

impl FromStr for ByteSize {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let text = text.trim();
        let digits = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
        let (number, unit) = text.split_at(digits);
        let factor: u64 = match unit.trim().to_ascii_lowercase().as_str() {
            "" | "b" => 1,
            "kb" => 1000,
            "k" | "kib" => 1 << 10,
            "mb" => 1000 * 1000,
            "m" | "mib" => 1 << 20,
            "gb" => 1000 * 1000 * 1000,
            "g" | "gib" => 1 << 30,
            _ => {
                return Err(format!(
                    "unknown unit in `{text}`; write for instance 128MiB, 500KB or a number of bytes"
                ));
            }
        };
        let number: u64 = number
            .parse()
            .map_err(|_| format!("`{text}` is not a size; write for instance 128MiB"))?;
        let bytes = number
            .checked_mul(factor)
            .ok_or_else(|| format!("`{text}` is too large"))?;
        if bytes == 0 {
            return Err("the size must not be zero".into());
        }
        Ok(Self(bytes))
    }
}

/// A comma-separated list. A comma inside an element is written `\,`.
#[derive(Clone, Debug, PartialEq)]
pub struct List<T>(pub Vec<T>);

impl<T: Constant> FromStr for List<T> {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        split_at_commas(text)
            .into_iter()
            .map(T::parse)
            .collect::<Result<Vec<T>, String>>()
            .map(List)
    }
}

/// An element of a constant list.
pub trait Constant: Sized {
    /// Reads one element.
    fn parse(text: &str) -> Result<Self, String>;
}

impl Constant for i128 {
    fn parse(text: &str) -> Result<Self, String> {
        let digits: String = text.trim().chars().filter(|c| *c != '_').collect();
        let (negative, unsigned) = match digits.strip_prefix('-') {
            Some(rest) => (true, rest),
            None => (false, digits.strip_prefix('+').unwrap_or(&digits)),
        };
        let (radix, body) = match unsigned.get(..2) {
            Some("0x") => (16, &unsigned[2..]),
            Some("0o") => (8, &unsigned[2..]),
            Some("0b") => (2, &unsigned[2..]),
            _ => (10, unsigned),
        };
        // The sign goes back in front: the smallest number has no positive counterpart. A second sign is refused.
        let signed = if negative {
            format!("-{body}")
        } else {
            body.to_owned()
        };
        match i128::from_str_radix(&signed, radix) {
            Ok(value) if !body.starts_with(['+', '-']) => Ok(value),
            _ => Err(format!(
                "`{text}` is not an integer of at most 128 bits; write for instance 0,1,-5,0xff"
            )),
        }
    }
}

impl Constant for f64 {
    fn parse(text: &str) -> Result<Self, String> {
        text.trim()
            .parse()
            .map_err(|_| format!("`{text}` is not a floating-point number; write for instance 0.5,-1e9,NaN"))
    }
}

/// A character, possibly written as an escape.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RustChar(pub char);

impl Constant for RustChar {
    fn parse(text: &str) -> Result<Self, String> {
        let content = RustString::parse(text)?.0;
        let mut characters = content.chars();
        match (characters.next(), characters.next()) {
            (Some(only), None) => Ok(Self(only)),
            _ => Err(format!(
                "`{text}` is not one character; write for instance 'a,é,\\n,\\u{{1F600}}'"
            )),
        }
    }
}

/// A string with Rust's escapes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RustString(pub String);

impl Constant for RustString {
    fn parse(text: &str) -> Result<Self, String> {
        let bytes = unescape(text, 0x7f)?;
        String::from_utf8(bytes)
            .map(Self)
            .map_err(|_| format!("`{text}` is not valid UTF-8"))
    }
}

/// A byte string with Rust's escapes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RustByteString(pub Vec<u8>);

impl Constant for RustByteString {
    fn parse(text: &str) -> Result<Self, String> {
        unescape(text, 0xff).map(Self)
    }
}

fn split_at_commas(text: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    let (mut start, mut escaped) = (0, false);
    for (at, character) in text.char_indices() {
        match character {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            ',' => {
                parts.push(&text[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    parts.push(&text[start..]);
    parts
}

/// `largest_byte`: the largest value of `\x..`, which is ASCII only in strings, as in Rust.
fn unescape(text: &str, largest_byte: u32) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::new();
    let mut rest = text.chars();
    while let Some(character) = rest.next() {
        let meant = match (character, if character == '\\' { rest.next() } else { None }) {
            ('\\', Some('n')) => '\n',
            ('\\', Some('r')) => '\r',
            ('\\', Some('t')) => '\t',
            ('\\', Some('0')) => '\0',
            ('\\', Some(same @ ('\\' | ',' | '"' | '\''))) => same,
            ('\\', Some('x')) => {
                let digits = rest.by_ref().take(2).collect();
                bytes.push(hex(text, digits, 2, largest_byte)? as u8);
                continue;
            }
            ('\\', Some('u')) if rest.next() == Some('{') => {
                let digits = rest.by_ref().take_while(|c| *c != '}').collect();
                let code = hex(text, digits, 1, u32::from(char::MAX))?;
                char::from_u32(code).ok_or_else(|| format!("`{text}`: \\u{{{code:x}}} is not a character"))?
            }
            ('\\', _) => {
                return Err(format!(
                    "`{text}`: unknown escape; known are \\n \\r \\t \\0 \\\\ \\, \\xNN \\u{{…}}"
                ));
            }
            (plain, _) => plain,
        };
        bytes.extend_from_slice(meant.encode_utf8(&mut [0; 4]).as_bytes());
    }
    Ok(bytes)
}

/// A time in which a call can return at all.
pub(super) fn case_timeout(text: &str) -> Result<Duration, String> {
    let timeout = humantime::parse_duration(text).map_err(|error| error.to_string())?;
    if timeout < Duration::from_millis(1) {
        return Err("every call would be a hang; give at least 1ms".to_owned());
    }
    Ok(timeout)
}

/// Memory with which a call can be prepared at all.
pub(super) fn case_memory(text: &str) -> Result<ByteSize, String> {
    let size: ByteSize = text.parse()?;
    if size.0 < 1 << 20 {
        return Err("nearly every call would be a fault; give at least 1MiB".to_owned());
    }
    Ok(size)
}

fn hex(whole: &str, digits: String, fewest: usize, largest: u32) -> Result<u32, String> {
    match u32::from_str_radix(&digits, 16) {
        Ok(value) if digits.len() >= fewest && value <= largest => Ok(value),
        _ => Err(format!(
            "`{whole}`: a hexadecimal number of at most {largest:x} is missing after the escape"
        )),
    }
}
