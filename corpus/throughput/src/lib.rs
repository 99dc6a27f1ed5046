//! Purpose: functions of one to two hundred nanoseconds of honest work over small arguments, by value and by reference,
//! so that what a run costs beside the function can be measured. No bugs.
//!
//! Expected: every item completed, no finding, no plan left unexplored for want of arguments.

/// How [`frame`] lays out its numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layout {
    /// Most significant byte first.
    Big,
    /// Least significant byte first.
    Little,
    /// Seven bits per byte, the highest one says that more follow.
    Variable,
}

const MODULUS: u32 = 65_521;

/// Adler-32 of some bytes.
fn adler(bytes: &[u8]) -> u32 {
    let (mut low, mut high) = (1_u32, 0_u32);
    for byte in bytes {
        low = (low + u32::from(*byte)) % MODULUS;
        high = (high + low) % MODULUS;
    }
    high << 16 | low
}

/// Longest text of six numbers with a comma after each.
const LONGEST: usize = 6 * 12;

/// Appends the decimal digits of a number and a comma; returns where the text ends.
fn append(number: i64, text: &mut [u8; LONGEST], mut at: usize) -> usize {
    let from = at;
    let mut rest = number.unsigned_abs();
    loop {
        text[at] = b'0' + (rest % 10) as u8;
        at += 1;
        rest /= 10;
        if rest == 0 {
            break;
        }
    }
    if number < 0 {
        text[at] = b'-';
        at += 1;
    }
    text[from..at].reverse();
    text[at] = b',';
    at + 1
}

/// Checksum of the text that six numbers make in decimal.
pub fn checksum(first: u32, second: u32, third: i32, fourth: i32, fifth: u16, sixth: u8) -> u32 {
    let mut text = [0; LONGEST];
    let mut end = 0;
    for number in [
        i64::from(first),
        i64::from(second),
        i64::from(third),
        i64::from(fourth),
        i64::from(fifth),
        i64::from(sixth),
    ] {
        end = append(number, &mut text, end);
    }
    adler(&text[..end])
}

/// A point of three coordinates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Point {
    /// To the right.
    pub x: i32,
    /// Upwards.
    pub y: i32,
    /// Forwards.
    pub z: i32,
}

/// Checksum of the text of two points, by value and by reference.
pub fn between(from: Point, to: &Point) -> u32 {
    let mut text = [0; LONGEST];
    let mut end = 0;
    for number in [from.x, from.y, from.z, to.x, to.y, to.z] {
        end = append(i64::from(number), &mut text, end);
    }
    adler(&text[..end])
}

/// Writes two numbers in a layout, and reads them back: how many bytes they took, or nothing if they came back changed.
pub fn frame(layout: Layout, left: &u32, right: &u32, salt: u8) -> Option<usize> {
    let mut buffer = [0_u8; 16];
    let mut at = 0;
    for number in [*left, *right] {
        at = write(layout, number ^ u32::from(salt), &mut buffer, at);
    }
    let mut from = 0;
    for number in [*left, *right] {
        let (back, next) = read(layout, &buffer, from);
        if back ^ u32::from(salt) != number {
            return None;
        }
        from = next;
    }
    Some(at)
}

fn write(layout: Layout, mut number: u32, buffer: &mut [u8; 16], mut at: usize) -> usize {
    match layout {
        Layout::Big => buffer[at..at + 4].copy_from_slice(&number.to_be_bytes()),
        Layout::Little => buffer[at..at + 4].copy_from_slice(&number.to_le_bytes()),
        Layout::Variable => {
            while number > 0x7F {
                buffer[at] = number as u8 | 0x80;
                number >>= 7;
                at += 1;
            }
            buffer[at] = number as u8;
            return at + 1;
        }
    }
    at + 4
}

fn read(layout: Layout, buffer: &[u8; 16], mut at: usize) -> (u32, usize) {
    let fixed = [buffer[at], buffer[at + 1], buffer[at + 2], buffer[at + 3]];
    match layout {
        Layout::Big => (u32::from_be_bytes(fixed), at + 4),
        Layout::Little => (u32::from_le_bytes(fixed), at + 4),
        Layout::Variable => {
            let (mut number, mut shift) = (0, 0);
            loop {
                let byte = buffer[at];
                number |= u32::from(byte & 0x7F) << shift;
                at += 1;
                if byte & 0x80 == 0 {
                    return (number, at);
                }
                shift += 7;
            }
        }
    }
}
