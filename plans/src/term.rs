//! A finished or unfinished plan as first-order data: ops applied to arguments, with numbered placeholders.

use crate::{OpId, TypeId};

/// An expression over ops.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Term {
    /// An op applied to as many arguments as the grammar gives it.
    Apply {
        /// The op.
        op: OpId,
        /// Its arguments, in order.
        args: Vec<Term>,
    },
    /// A placeholder `?number` about which the run decided nothing: it was not looked at.
    Hole {
        /// The number shown to people, from 1, in order of appearance.
        number: u32,
        /// The type it stands for.
        ty: TypeId,
        /// The valid value that was really there (any other value of the type gives the same outcome).
        default: Box<Term>,
    },
}

impl Term {
    /// The number of the first placeholder that is decided in `later`, which is this plan with more decided.
    pub fn first_decided_in(&self, later: &Term) -> Option<u32> {
        match (self, later) {
            (Term::Hole { number, .. }, Term::Apply { .. }) => Some(*number),
            (Term::Apply { args, .. }, Term::Apply { args: more, .. }) => args
                .iter()
                .zip(more)
                .find_map(|(arg, later)| arg.first_decided_in(later)),
            _ => None,
        }
    }
}
