//! The impls of std's traits for std's types, for the trait solver: rustdoc JSON of other crates does not list them.
//! The tables next to this file are written in Rust syntax and are never compiled; this reads them. Within a trait, the
//! types come first that make the best arguments. Limits: methods, auto traits and unstable traits are left out.
//!
//! Two forms are ours. `type NAME = (A, B);` names a set of types. `#[each(X: A, B, NAME)]` before an impl stands for
//! one impl per type, with `X` replaced; `#[each(X, Y: [A, B], [C, D])]` replaces several names at once; several such
//! attributes multiply, the first one varying slowest, and types of one may contain names of later ones. Parameters of an
//! impl that do not occur in it after that are dropped.

mod expand;
mod read;

use crate::api::ImplDef;

const TABLES: [&str; 4] = [
    include_str!("values.rs"),
    include_str!("iterators.rs"),
    include_str!("conversions.rs"),
    include_str!("operators.rs"),
];

const NAMES: &str = include_str!("names.rs");

/// All impls of the tables, in their order, with canonical paths and without lifetimes.
pub(crate) fn std_impls() -> Vec<ImplDef> {
    let (names, items) = expanded();
    let mut impls = Vec::new();
    for item in items {
        impls.extend(read::implementation(&names, item));
    }
    impls
}

/// The names that tables may use, and each impl after expansion. The tables are part of the program: one that cannot be
/// read is a mistake that tests find, and its rest is left out.
fn expanded() -> (read::Names, Vec<proc_macro2::TokenStream>) {
    let mut expander = expand::Expander::default();
    let uses = expander.expand(NAMES);
    let names = read::Names::new(uses);
    let items = TABLES.iter().flat_map(|table| expander.expand(table)).collect();
    (names, items)
}

#[cfg(test)]
mod tests;
