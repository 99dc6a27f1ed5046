//! Equalities within each other, as symbolic execution with KLEE is shown by: of each of three arguments, one value in
//! 2^32 goes one level deeper.
//!
//! To be found: the three numbers, each of which the code compares with. The correct version asks for a fourth thing
//! that the three rule out.

fn unlock<const FAULTY: bool>(first: u32, second: u32, third: u32) -> u8 {
    if first != 0x5eed_1e55 {
        return 0;
    }
    if second.wrapping_add(first) != 77 {
        return 1;
    }
    if third ^ second != 0xabcd {
        return 2;
    }
    if FAULTY || third == first {
        unreachable!("three locks open");
    }
    3
}

/// Can be reached.
pub mod faulty {
    /// How many of the three fit.
    pub fn unlock(first: u32, second: u32, third: u32) -> u8 {
        super::unlock::<true>(first, second, third)
    }
}

/// Cannot.
pub mod correct {
    /// How many of the three fit.
    pub fn unlock(first: u32, second: u32, third: u32) -> u8 {
        super::unlock::<false>(first, second, third)
    }
}
