//! How plans are written in Rust: expressions for people, reproductions for the compiler.

/// The Rust side of every op of a grammar.
#[derive(Debug, Default)]
pub struct Bindings {}
