//! Thresholds and relations of numbers.

const SCALES: [f64; 10] = [1.0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9];

/// Reads a decimal number and cuts it behind so many digits.
pub fn decode(text: &str, precision: usize) -> f64 {
    let scale = SCALES[precision];
    let value: f64 = text.parse().unwrap_or(0.0);
    (value * scale).trunc() / scale
}

pub fn days_of_month(month: u8) -> u8 {
    match month {
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        1..=12 => 31,
        _ => panic!("there is no month {month}"),
    }
}

pub fn percent(done: u32, all: u32) -> u32 {
    (u64::from(done) * 100 / u64::from(all)) as u32
}

pub fn low_bits(count: u32) -> u64 {
    (1u64 << count) - 1
}

pub fn kelvin_to_celsius(kelvin: i32) -> i64 {
    assert!(kelvin >= 0, "colder than possible");
    i64::from(kelvin) - 273
}

pub fn distance_from_zero(at: i8) -> i8 {
    match at {
        0.. => at,
        _ => 0 - at,
    }
}

pub fn to_millis(seconds: u32) -> u32 {
    seconds * 1000
}

pub fn digit(symbol: char) -> u32 {
    symbol.to_digit(10).unwrap()
}

pub fn align_up(address: u32, alignment: u32) -> u64 {
    assert!(alignment.is_power_of_two());
    (u64::from(address) + u64::from(alignment) - 1) & !(u64::from(alignment) - 1)
}

pub fn middle(low: i32, high: i32) -> i32 {
    if low >= high {
        panic!("an empty interval has no middle");
    }
    low.midpoint(high)
}

pub fn edge(from: u16, to: u16) -> (u16, u16) {
    assert_ne!(from, to, "no loops");
    (from.min(to), from.max(to))
}

pub fn parallel(first: u32, second: u32) -> f64 {
    if first == 0 || second == 0 {
        unreachable!();
    }
    1.0 / (1.0 / f64::from(first) + 1.0 / f64::from(second))
}

pub fn retry(strict: bool, attempts: u8) -> u8 {
    if strict && attempts == 0 {
        panic!("a strict policy needs an attempt");
    }
    attempts / 2
}
