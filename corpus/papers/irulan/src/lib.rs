//! Purpose: the examples of the IRULAN paper ("High coverage testing of Haskell programs", Allwood, Cadar, Eisenbach,
//! ISSTA 2011) that are not crates of their own: the running example is `int-tree`, values that can only be taken out
//! of results are `board`, instances decided by another argument are `formatter`.
//!
//! Expected: what `cases.txt` says. Each module has a `faulty` version and a `correct` one; the text of both is the
//! same, but for what depends on the parameter `FAULTY`. Haskell's integers are unbounded and its machine integers wrap
//! around: so does the arithmetic here, so that no fault is added by the translation.

pub mod heap;
pub mod log2;
pub mod max_list;
pub mod presburger;
pub mod reverse;
pub mod search_tree;
