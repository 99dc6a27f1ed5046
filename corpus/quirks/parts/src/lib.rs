//! Purpose: a dependency whose types and traits stand in another crate's signatures; not explored for itself.

mod hidden {
    /// Its definition path is private, its public path is not.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub struct Gauge {
        level: u8,
    }

    impl Gauge {
        /// A gauge at this level.
        ///
        /// # Panics
        /// Beyond level 9.
        pub fn at(level: u8) -> Gauge {
            assert!(level <= 9, "no gauge goes to {level}");
            Gauge { level }
        }

        /// Its level.
        pub fn level(self) -> u8 {
            self.level
        }
    }

    /// Visits numbers.
    pub trait Visitor {
        /// What it makes of them.
        type Value;
        /// Looks at one.
        fn visit(self, number: u8) -> Self::Value;
    }

    /// The only visitor.
    #[derive(Debug, Default)]
    pub struct Ignore;

    impl Visitor for Ignore {
        type Value = ();
        fn visit(self, _number: u8) {}
    }
}

pub use hidden::{Gauge, Ignore, Visitor};

/// One of two.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Either<L, R> {
    /// The one.
    Left(L),
    /// The other.
    Right(R),
}

/// Only its text makes it.
#[derive(Debug)]
pub struct Code(String);

impl std::str::FromStr for Code {
    type Err = ();

    fn from_str(text: &str) -> Result<Code, ()> {
        if text.is_empty() { Err(()) } else { Ok(Code(text.to_owned())) }
    }
}

impl Code {
    /// Bytes of the text.
    pub fn size(&self) -> usize {
        self.0.len()
    }
}

/// A list with a marker that is seldom written.
#[derive(Debug)]
pub struct List<T, M = Plain> {
    items: Vec<T>,
    _marker: M,
}

/// The marker.
#[derive(Debug, Default)]
pub struct Plain(());

impl<T, M: Default> List<T, M> {
    /// A list without items.
    pub fn new() -> List<T, M> {
        List {
            items: Vec::new(),
            _marker: M::default(),
        }
    }
}

impl<T, M: Default> Default for List<T, M> {
    fn default() -> List<T, M> {
        List::new()
    }
}

impl<T, M> List<T, M> {
    /// How many there are.
    pub fn count(&self) -> usize {
        self.items.len()
    }
}

/// A type of another crate, which this one does not re-export.
pub type Bolt = screws::Screw<u8>;
