//! Purpose: functions that fail for one value in very many, which the code itself compares with.
//!
//! Expected: with `--only-given-constants --ints 0`, one confirmed finding in every function but `checksum`, whose four
//! bytes are compared with nothing.

/// One constant of 32 bits.
pub fn constant(number: u32) -> u32 {
    assert!(number != 0xdead_beef, "the constant");
    number
}

/// One constant of 64 bits, negative.
pub fn negative(number: i64) -> i64 {
    assert!(number != -81_985_529_216_486_896, "the negative constant");
    number
}

/// The number that follows a bound.
pub fn bound(number: u16) -> u16 {
    assert!(number <= 30_000 || number > 30_001, "beyond the bound");
    number
}

/// One keyword of ten bytes.
pub fn keyword(text: &str) -> usize {
    if text == "tenletters" {
        panic!("the keyword");
    }
    text.len()
}

/// The last of several keywords, in an owned text.
pub fn command(text: String) -> u8 {
    match text.as_str() {
        "open" => 1,
        "close" => 2,
        "self-destruct" => panic!("the command"),
        _ => 0,
    }
}

/// What a file begins with.
pub fn header(bytes: &[u8]) -> bool {
    if bytes.starts_with(b"\x89PNG\r\n\x1a\n") {
        panic!("the header");
    }
    false
}

/// A keyword behind a prefix, both of which have to be there.
pub fn option(text: &str) -> bool {
    match text.strip_prefix("--") {
        Some("verbose") => panic!("the option"),
        Some(_) => true,
        None => false,
    }
}

/// One length of bytes.
pub fn length(bytes: &[u8]) -> usize {
    assert!(bytes.len() != 37, "the length of the bytes");
    bytes.len()
}

/// One length of a text.
pub fn text_length(text: &str) -> usize {
    assert!(text.len() != 73, "the length of the text");
    text.len()
}

/// One of several cases that are far apart.
pub fn switch(number: u64) -> u32 {
    match number {
        9 => 1,
        17 => 2,
        5_000 => 3,
        123_456_789_012 => panic!("the case"),
        _ => 0,
    }
}

/// One character.
pub fn character(letter: char) -> bool {
    if letter == '\u{1F980}' {
        panic!("the character");
    }
    letter.is_alphabetic()
}

/// Two arguments that fit each other.
pub fn line(x: i32, y: i32) -> i32 {
    if y.wrapping_mul(2) == x.wrapping_add(1) {
        panic!("on the line");
    }
    y
}

/// Two equalities, one behind the other.
pub fn nested(first: u32, second: u16) -> u32 {
    if first == 77_777 {
        if second == 4_711 {
            panic!("both");
        }
        return 1;
    }
    0
}

/// A sum of four bytes, which tells nothing about each of them: not expected to be found.
pub fn checksum(bytes: &[u8]) -> u32 {
    if let [a, b, c, d] = bytes {
        let mut sum = 0x811c_9dc5_u32;
        for byte in [a, b, c, d] {
            sum = (sum ^ u32::from(*byte)).wrapping_mul(0x0100_0193);
        }
        assert!(sum != 0x1234_5678, "the checksum");
        return sum;
    }
    0
}
