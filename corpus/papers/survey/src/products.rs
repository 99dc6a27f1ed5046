//! Arguments that are related by arithmetic: the introductory examples of DART ("Directed automated random testing",
//! Godefroid, Klarlund, Sen, PLDI 2005) and of the survey "Symbolic execution for software testing: three decades later"
//! (Cadar, Sen, CACM 2013).
//!
//! To be found: two numbers for each function. Random ones have a chance of 1 in 2^32.

fn doubled(number: i32) -> i32 {
    number.wrapping_mul(2)
}

/// DART's `h`: aborts if the numbers differ and the double of the first is 10 more than it, that is for 10 and not 10.
pub fn different(first: i32, second: i32) {
    if first != second {
        assert_ne!(doubled(first), first.wrapping_add(10), "the abort of h");
    }
}

/// The survey's `testme`: fails if `2 * y == x` and `x` is more than 10 above `y`, for instance for 30 and 15.
pub fn twice(x: i32, y: i32) {
    if doubled(y) == x && x > y.wrapping_add(10) {
        panic!("the error of testme");
    }
}
