//! Formulas of Presburger arithmetic in one variable, decided by trying all its values within one period: the least
//! common multiple of all divisors. Two versions forget, in two places, that a formula may say "is divided by 0".
//!
//! To be found: in the first version a remainder by 0, in the base case of `holds`; in the second, which has that
//! case, a division by 0 in the base case of `period`.

/// A formula about the variable `x`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Formula {
    /// The first divides `x` plus the second.
    Divides(i64, i64),
    /// The formula does not hold.
    Not(Box<Formula>),
    /// Both hold.
    And(Box<Formula>, Box<Formula>),
}

use Formula::{And, Divides, Not};

/// Periods tried at most, so that a large divisor is no hang.
const MOST: i64 = 1000;

/// Which base cases a version has.
trait Version {
    const ZERO_DIVIDES: bool;
    const ZERO_HAS_A_PERIOD: bool;
}

fn holds<V: Version>(formula: &Formula, x: i64) -> bool {
    match formula {
        // Only 0 is a multiple of 0.
        Divides(0, term) if V::ZERO_DIVIDES => x.wrapping_add(*term) == 0,
        Divides(divisor, term) => {
            let number = x.wrapping_add(*term);
            // Everything is a multiple of -1. (Said first, for the sake of the least integer.)
            *divisor == -1 || number % divisor == 0
        }
        Not(formula) => !holds::<V>(formula, x),
        And(left, right) => holds::<V>(left, x) && holds::<V>(right, x),
    }
}

fn period<V: Version>(formula: &Formula) -> i64 {
    match formula {
        Divides(divisor, _) => divisor.wrapping_abs(),
        Not(formula) => period::<V>(formula),
        And(left, right) => {
            let (left, right) = (period::<V>(left), period::<V>(right));
            if V::ZERO_HAS_A_PERIOD && left == 0 && right == 0 {
                return 0;
            }
            (left.wrapping_mul(right)).wrapping_div(common_divisor(left, right))
        }
    }
}

fn common_divisor(left: i64, right: i64) -> i64 {
    if right == 0 {
        left
    } else {
        common_divisor(right, left.wrapping_rem(right))
    }
}

fn is_satisfiable<V: Version>(formula: &Formula) -> bool {
    (0..period::<V>(formula).clamp(1, MOST)).any(|x| holds::<V>(formula, x))
}

macro_rules! version {
    ($(#[$doc:meta])* $name:ident, $zero_divides:literal, $zero_has_a_period:literal) => {
        $(#[$doc])*
        pub mod $name {
            struct This;

            impl super::Version for This {
                const ZERO_DIVIDES: bool = $zero_divides;
                const ZERO_HAS_A_PERIOD: bool = $zero_has_a_period;
            }

            /// Whether the formula holds for some `x` within one period from 0.
            pub fn is_satisfiable(formula: &super::Formula) -> bool {
                super::is_satisfiable::<This>(formula)
            }
        }
    };
}

version! {
    /// Has neither base case: the remainder comes first, as no period is needed to divide by 0.
    first, false, true
}
version! {
    /// Knows what 0 divides, but not its period.
    second, true, false
}
version! {
    /// Knows both.
    correct, true, true
}
