//! Purpose: calls that write over the memory by which runs are observed, or unmap it. Each costs its own outcome: the one bug is
//! found, and nothing else.

/// Memory that is shared with others and can be written, as the system lists it: name, first byte, one past the last.
fn shared() -> Vec<(usize, usize)> {
    let maps = std::fs::read_to_string("/proc/self/maps").unwrap_or_default();
    let range = |line: &str| {
        let (addresses, rest) = line.split_once(' ')?;
        let (from, to) = addresses.split_once('-')?;
        let number = |text| usize::from_str_radix(text, 16).ok();
        rest.starts_with("rw-s").then_some((number(from)?, number(to)?))
    };
    maps.lines().filter_map(range).collect()
}

/// Writes what `byte` gives to every byte.
fn scribble(mut byte: impl FnMut() -> u8) {
    for (from, to) in shared() {
        for at in from..to.min(from + (8 << 20)) {
            // SAFETY: none; that is the point.
            unsafe { (at as *mut u8).write_volatile(byte()) }
        }
    }
}

/// Ones.
pub fn ones() {
    scribble(|| 0xff);
}

/// Zeros.
pub fn zeros() {
    scribble(|| 0);
}

/// A letter, and a panic.
pub fn letters_and_a_panic() {
    scribble(|| 0x41);
    panic!("nobody sees this");
}

/// Numbers that look like counts and indexes.
pub fn numbers() {
    let mut state = 1_u32;
    scribble(|| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 30) as u8
    });
}

/// Numbers that look like nothing.
pub fn noise() {
    let mut state = 1_u32;
    scribble(|| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 24) as u8
    });
}

unsafe extern "C" {
    fn munmap(address: *mut u8, len: usize) -> i32;
}

/// Takes it away.
pub fn nothing() {
    for (from, to) in shared() {
        // SAFETY: none; that is the point.
        unsafe { munmap(from as *mut u8, to - from) };
    }
}

/// Fails for one number.
pub fn innocent(number: u32) -> u32 {
    match number {
        77 => panic!("seventy-seven"),
        number => number,
    }
}

/// Never fails.
pub fn total(number: u32) -> u32 {
    number / 2
}
