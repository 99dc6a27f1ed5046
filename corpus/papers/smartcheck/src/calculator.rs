//! Expressions of constants, sums and quotients: if no divisor is the constant 0, the value can be computed.
//!
//! To be found: a quotient whose divisor comes out as 0 without being the constant. The correct version looks at the
//! values of divisors instead.

/// An expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Expression {
    /// A number.
    Constant(i64),
    /// A sum.
    Add(Box<Expression>, Box<Expression>),
    /// A quotient.
    Divide(Box<Expression>, Box<Expression>),
}

use Expression::{Add, Constant, Divide};

/// The value, if there is one.
fn value(expression: &Expression) -> Option<i64> {
    match expression {
        Constant(number) => Some(*number),
        Add(left, right) => Some(value(left)?.wrapping_add(value(right)?)),
        Divide(left, right) => {
            let (dividend, divisor) = (value(left)?, value(right)?);
            (divisor != 0).then(|| dividend.wrapping_div(divisor))
        }
    }
}

/// Whether no divisor is 0, as far as can be seen.
fn divides_well<const FAULTY: bool>(expression: &Expression) -> bool {
    match expression {
        Constant(_) => true,
        Add(left, right) => divides_well::<FAULTY>(left) && divides_well::<FAULTY>(right),
        Divide(left, right) => {
            let is_zero = if FAULTY {
                matches!(**right, Constant(0))
            } else {
                value(right) == Some(0)
            };
            !is_zero && divides_well::<FAULTY>(left) && divides_well::<FAULTY>(right)
        }
    }
}

fn has_value<const FAULTY: bool>(expression: &Expression) -> Option<bool> {
    divides_well::<FAULTY>(expression).then(|| value(expression).is_some())
}

crate::versions! {
    /// Looks for the constant 0.
    faulty;
    /// Looks for the value 0.
    correct;
    /// Expressions without a division by 0 have a value.
    prop_has_value(expression: &Expression) -> Option<bool> = has_value;
}
