//! Implementors of traits that only users implement: each required method gives the next answer of a list that the plan
//! chose. The impls themselves are generated, one line each.

/// Implements trait number `K`. Holds the place of its first list of answers; those of further methods follow it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Responder<const K: usize>(pub usize);
