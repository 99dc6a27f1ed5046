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

/// Checksum of the bytes of six numbers.
pub fn checksum(first: u32, second: u32, third: i32, fourth: i32, fifth: u16, sixth: u8) -> u32 {
    let mut bytes = [0_u8; 19];
    bytes[..4].copy_from_slice(&first.to_be_bytes());
    bytes[4..8].copy_from_slice(&second.to_le_bytes());
    bytes[8..12].copy_from_slice(&third.to_be_bytes());
    bytes[12..16].copy_from_slice(&fourth.to_le_bytes());
    bytes[16..18].copy_from_slice(&fifth.to_be_bytes());
    bytes[18] = sixth;
    adler(&bytes)
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
