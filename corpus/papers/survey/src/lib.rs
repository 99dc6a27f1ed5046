//! Purpose: small examples in the style of the tools that surveys of test generation compare: DART, CUTE and KLEE (what
//! symbolic execution is for), JCrasher (whose fault is it?), Randoop (sequences of calls).
//!
//! Expected: what `cases.txt` says. C's arithmetic on machine integers is wrapping here, so that no overflow is found in
//! place of the fault. `checks` has a precondition and a bug; `nested` and `sequence` have correct versions.

pub mod checks;
pub mod nested;
pub mod pointers;
pub mod products;
pub mod repeated;
pub mod sequence;
