//! Identifiers: newtypes over integers that index the tables of a [`Grammar`](crate::Grammar).

/// A type of the grammar. The planner knows nothing about it but which ops build it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TypeId(pub u32);

/// An op: one monomorphic, callable instance of an item, constructor, destructor or literal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct OpId(pub u32);

impl TypeId {
    /// The position in the grammar's type table.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl OpId {
    /// The position in the grammar's op table.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}
