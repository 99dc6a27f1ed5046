//! What a table says of one op, and why a table is no grammar.

use crate::{OpId, TypeId};
use std::fmt;

/// Whether the arguments of an op become parts of its result's own memory, where looking at one of them can be told from
/// looking at another.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum InPlace {
    /// They are handed to code, which may look at them.
    #[default]
    No,
    /// Each lies somewhere in the result: constructors.
    Fields,
    /// The first goes on as the result, the others are added to it: a vector and another element.
    Elements,
}

/// What the planner knows about one op.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpSpec {
    /// The type it builds.
    pub result: TypeId,
    /// The types of its arguments, in order.
    pub args: Vec<TypeId>,
    /// What it adds to the depth: 1 for constructors, calls, destructors and literals, 0 for a borrow or a box.
    pub steps: u32,
    /// Its single argument sits behind a pointer, so that looking at it can be observed (borrow, box).
    pub pointer: bool,
    /// Where its arguments come to lie.
    pub in_place: InPlace,
    /// It cannot fail and runs no foreign code (public constructors, literals, std containers).
    pub total: bool,
    /// It may be used to build its result; otherwise it is only a root.
    pub builds: bool,
}

/// Why a table is not a grammar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GrammarError {
    /// The op mentions a type outside the type table.
    DanglingType(OpId),
    /// A pointer op has not exactly one argument.
    PointerArity(OpId),
    /// An op of no steps has several arguments: plans of one depth could be exponentially large.
    FreeArity(OpId),
    /// The type can be built from itself in no steps: infinitely many plans would have the same depth.
    FreeCycle(TypeId),
    /// A learned op is not a literal.
    Learned(OpId),
}

impl fmt::Display for GrammarError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::DanglingType(op) => write!(f, "op {} mentions a type that does not exist", op.0),
            Self::PointerArity(op) => write!(f, "pointer op {} must have exactly one argument", op.0),
            Self::FreeArity(op) => write!(f, "op {} has no steps but several arguments", op.0),
            Self::FreeCycle(ty) => write!(f, "type {} can be built from itself in no steps", ty.0),
            Self::Learned(op) => write!(f, "learned op {} is not a literal", op.0),
        }
    }
}

impl std::error::Error for GrammarError {}
