//! What several plans have in common: least general generalisation (anti-unification).
//!
//! The result says what was observed, not what was proved: only holes are proved to stand for every value.

use std::collections::BTreeMap;

use crate::{OpId, Term, TypeId};

/// An expression with holes and variables.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Pattern {
    /// An op applied to its arguments.
    Apply {
        /// The op.
        op: OpId,
        /// Its arguments, in order.
        args: Vec<Pattern>,
    },
    /// A literal that is no op.
    Literal {
        /// Its type.
        ty: TypeId,
        /// Its bytes.
        value: Vec<u8>,
    },
    /// A placeholder that no run looked at, numbered from 1 in order of appearance.
    Hole {
        /// The number shown to people.
        number: u32,
    },
    /// Something in which the plans differ; see [`variable_name`].
    Var(u32),
}

/// The most specific pattern that all the plans match. Equal numbers of a variable mean that each plan has the same
/// sub-plan in both places. None for no plans.
pub fn generalise(terms: &[Term]) -> Option<Pattern> {
    if terms.is_empty() {
        return None;
    }
    let column: Vec<&Term> = terms.iter().collect();
    Some(Generaliser::default().pattern(column))
}

/// The letter of a variable: x, y, z, a, b, … w, x1, y1, …
pub fn variable_name(variable: u32) -> String {
    let letter = char::from(b'a' + ((variable % 26 + 23) % 26) as u8);
    match variable / 26 {
        0 => letter.to_string(),
        turn => format!("{letter}{turn}"),
    }
}

#[derive(Default)]
struct Generaliser<'t> {
    holes: u32,
    /// Holes have distinct numbers within a plan, so two columns with holes are never taken for the same.
    variables: BTreeMap<Vec<&'t Term>, u32>,
}

impl<'t> Generaliser<'t> {
    fn pattern(&mut self, column: Vec<&'t Term>) -> Pattern {
        if column.iter().all(|term| matches!(term, Term::Hole { .. })) {
            self.holes += 1;
            return Pattern::Hole { number: self.holes };
        }
        if let Some((op, arguments)) = common_op(&column) {
            return Pattern::Apply {
                op,
                args: arguments.into_iter().map(|column| self.pattern(column)).collect(),
            };
        }
        if let Some((Term::Literal { ty, value }, others)) = column.split_first()
            && others.iter().all(|other| *other == column[0])
        {
            return Pattern::Literal {
                ty: *ty,
                value: value.clone(),
            };
        }
        let fresh = self.variables.len() as u32;
        Pattern::Var(*self.variables.entry(column).or_insert(fresh))
    }
}

/// The op that all terms apply, with one column per argument.
fn common_op<'t>(column: &[&'t Term]) -> Option<(OpId, Vec<Vec<&'t Term>>)> {
    let mut common: Option<(OpId, Vec<Vec<&'t Term>>)> = None;
    for term in column {
        let Term::Apply { op, args } = term else {
            return None;
        };
        let (first, columns) = common.get_or_insert_with(|| (*op, vec![Vec::new(); args.len()]));
        if first != op || columns.len() != args.len() {
            return None;
        }
        for (column, arg) in columns.iter_mut().zip(args) {
            column.push(arg);
        }
    }
    common
}

#[cfg(test)]
mod tests {
    use super::*;

    fn apply(op: u32, args: &[Term]) -> Term {
        Term::Apply {
            op: OpId(op),
            args: args.to_vec(),
        }
    }

    fn hole(number: u32) -> Term {
        Term::Hole {
            number,
            ty: TypeId(0),
            default: Box::new(apply(0, &[])),
        }
    }

    fn show(pattern: &Pattern) -> String {
        match pattern {
            Pattern::Apply { op, args } => {
                let args: Vec<String> = args.iter().map(show).collect();
                format!("{}({})", op.0, args.join(","))
            }
            Pattern::Literal { value, .. } => format!("{value:?}"),
            Pattern::Hole { number } => format!("?{number}"),
            Pattern::Var(variable) => variable_name(*variable),
        }
    }

    fn check(terms: &[Term], expected: &str) {
        assert_eq!(
            generalise(terms).map(|pattern| show(&pattern)).as_deref(),
            Some(expected)
        );
    }

    #[test]
    fn the_same_difference_is_the_same_variable() {
        let plan = |value: Term| apply(9, &[value.clone(), apply(8, &[hole(1), value, hole(2)])]);
        check(
            &[plan(apply(1, &[])), plan(apply(2, &[])), plan(apply(3, &[]))],
            "9(x,8(?1,x,?2))",
        );
        check(&[plan(apply(1, &[]))], "9(1(),8(?1,1(),?2))");
    }

    #[test]
    fn different_differences_are_different_variables() {
        let [one, two] = [apply(1, &[]), apply(2, &[])];
        check(
            &[apply(9, &[one.clone(), two.clone()]), apply(9, &[two, one])],
            "9(x,y)",
        );
    }

    #[test]
    fn holes_against_values_are_independent_variables() {
        let one = apply(1, &[]);
        check(
            &[apply(9, &[hole(1), hole(2)]), apply(9, &[one.clone(), one])],
            "9(x,y)",
        );
    }

    #[test]
    fn different_roots_have_nothing_in_common() {
        check(&[apply(1, &[]), apply(2, &[])], "x");
        assert_eq!(generalise(&[]), None);
    }

    #[test]
    fn variables_are_named_from_x_round_the_alphabet() {
        let names: Vec<String> = [0, 1, 2, 3, 4, 25, 26].into_iter().map(variable_name).collect();
        assert_eq!(names, ["x", "y", "z", "a", "b", "w", "x1"]);
    }
}
