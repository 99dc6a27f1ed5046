//! Purpose: coverage. What runs reach before they die counts, and what nothing can reach is part of the whole.
//!
//! Expected: the lines that end with `// never` are the only ones with code that count 0; the regions marked below them are all
//! there are. `aborts` aborts, `exits` ends the process and `hangs` does not return: three bugs.

/// Ends the process half way.
pub fn aborts(byte: u8) -> u8 {
    let before = passed_on_the_way(byte);
    if before > 0 {
        also_passed();
        std::process::abort()
    }
    before
}

fn passed_on_the_way(byte: u8) -> u8 {
    byte / 2
}

#[inline(never)]
fn also_passed() {
    std::hint::black_box(1);
}

/// Ends the process without a signal.
pub fn exits(flag: bool) -> bool {
    if flag {
        also_passed_by_exits();
        std::process::exit(3)
    }
    flag
}

#[inline(never)]
fn also_passed_by_exits() {
    std::hint::black_box(2);
}

/// Goes round for ever.
pub fn hangs(flag: bool) -> u32 {
    let mut sum = 0;
    while flag {
        sum = turned(sum);
    }
    sum
}

fn turned(sum: u32) -> u32 {
    std::hint::black_box(sum).wrapping_add(1)
}

/// Instances lie in whoever calls it; each takes one way or both.
pub fn is_smaller<T: PartialOrd>(left: T, right: T) -> bool {
    if left < right {
        return true;
    }
    false
}

/// As above, for another reason.
#[inline]
pub fn is_even(number: u8) -> bool {
    number % 2 == 0
}

macro_rules! functions_of_one_text {
    ($($name:ident),*) => {
        $(
            /// One of several with the same source.
            pub fn $name() -> u8 {
                stringify!($name).len() as u8
            }
        )*
    };
}

functions_of_one_text!(one, two);

mod sealed {
    pub trait Nothing {}
}

/// Nobody can call it: it has no instance at all.
pub fn without_instance<T: sealed::Nothing>(_: T) -> u8 { // never
    7 // never
} // never

/// Nobody may call it but `unsafe` code.
///
/// # Safety
/// None is needed.
pub unsafe fn not_explored() -> u8 { // never
    8 // never
} // never

/// What never returns reaches no end.
pub fn fails_always(byte: u8) -> u8 {
    assert!(byte > 255 - 1 && byte < 255, "no byte is good enough");
    9 // never
} // never
