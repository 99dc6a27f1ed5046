//! Purpose: what is public and how, and what only looks so. Every item that can be called from outside is completed;
//! what is hidden and nowhere shown is no item. Nothing here can fail.

mod private {
    /// Public, and shown by the crate.
    pub fn shown(byte: u8) -> u8 {
        !byte
    }

    /// Public, and shown under another name.
    pub struct Old(pub u8);

    impl Old {
        /// A method of a type with another name.
        pub fn value(&self) -> u8 {
            self.0
        }
    }

    /// Public, and shown nowhere.
    #[derive(Clone, Copy)]
    pub struct Token(pub u8);
}

pub use private::{Old as New, shown};

/// Takes what nobody outside can name.
pub fn open(token: private::Token) -> u8 {
    token.0
}

/// Returns what nobody outside can name, but can have.
pub fn token() -> private::Token {
    private::Token(1)
}

/// A module whose documentation is hidden.
#[doc(hidden)]
pub mod free {
    /// Shown by a re-export of everything.
    pub fn reachable(text: &str) -> bool {
        text.is_empty()
    }

    #[doc(hidden)]
    pub fn unreachable_by_documentation() {}
}

#[doc(inline)]
pub use free::*;

#[doc(hidden)]
pub mod internal {
    pub fn no_item() {}
}

/// Hidden and shown parts of one type.
pub struct Part {
    /// Public.
    pub shown: u8,
    #[doc(hidden)]
    pub hidden: u8,
}

impl Part {
    /// The way to make one.
    pub fn new(shown: u8) -> Self {
        Self { shown, hidden: 0 }
    }

    #[doc(hidden)]
    pub fn hidden_method(&self) -> u8 {
        self.hidden
    }

    pub(crate) fn own_method(&self) -> u8 {
        self.shown
    }

    /// Calls the crate's own.
    pub fn sum(&self) -> u8 {
        self.own_method().wrapping_add(self.hidden_method())
    }
}

/// What stands for one place of a table, made by a macro of the crate alone.
pub struct Place(#[doc(hidden)] pub u8);

impl Place {
    /// The first one.
    pub fn first() -> Self {
        Self(0)
    }

    /// Holds for whatever the crate makes.
    pub fn entry(&self) -> u8 {
        [7][usize::from(self.0)]
    }
}

/// What a table is made of is nobody's business.
#[doc(hidden)]
pub type InternalTable = &'static [u8];

/// Made by the macro alone, too, which its type alone says.
pub struct Table(pub InternalTable);

impl Table {
    /// The one of the crate.
    pub fn short() -> Self {
        Self(&[7, 8])
    }

    /// Holds for whatever the crate makes.
    pub fn second(&self) -> u8 {
        self.0[1]
    }
}

/// A number of something; what, is hidden and has one value.
pub struct Measure<Unit> {
    /// Anybody may write it.
    pub number: u8,
    #[doc(hidden)]
    pub unit: std::marker::PhantomData<Unit>,
}

impl<Unit> Measure<Unit> {
    /// Of any of them.
    pub fn is_large(&self) -> bool {
        self.number > 100
    }
}

/// Lends what it holds, of which one name is taken.
pub mod lender {
    /// Not the crate's module of that name.
    pub mod shelf {
        /// By its long path alone.
        pub fn lent() -> u8 {
            1
        }
    }

    /// Another one lends the same name.
    pub fn either() -> u8 {
        2
    }

    /// Lent.
    pub fn free_name() -> u8 {
        3
    }
}

/// The other one.
pub mod other_lender {
    /// By its long path alone, too.
    pub fn either() -> u8 {
        4
    }
}

pub use lender::*;
#[allow(ambiguous_glob_reexports)]
pub use other_lender::*;

/// Comes before what is lent.
pub mod shelf {
    /// Its own.
    pub fn own() -> u8 {
        5
    }
}

/// The same as a variant.
pub enum Spot {
    /// Nowhere.
    Nowhere,
    /// Made by the macro, too.
    At(#[doc(hidden)] u8),
    /// And with a name.
    Named {
        #[doc(hidden)]
        place: u8,
    },
}

impl Spot {
    /// The first one.
    pub fn first() -> Self {
        Self::At(0)
    }

    /// By its name.
    pub fn named() -> Self {
        Self::Named { place: 0 }
    }

    /// Holds for whatever the crate makes.
    pub fn entry(&self) -> u8 {
        match self {
            Self::Nowhere => 0,
            Self::At(place) | Self::Named { place } => [7][usize::from(*place)],
        }
    }
}

/// No longer the way.
#[deprecated(note = "use `shown`")]
pub fn outdated(byte: u8) -> u8 {
    byte
}

/// No longer the type.
#[deprecated]
pub struct Outdated;

#[allow(deprecated)]
impl Outdated {
    /// Still a method.
    pub fn still(&self) -> bool {
        true
    }
}

trait Secret {
    fn secret(&self) -> u8;
}

impl Secret for Part {
    fn secret(&self) -> u8 {
        self.shown
    }
}

/// A public trait over a private one.
#[allow(private_bounds)]
pub fn reveal<T: Secret>(value: &T) -> u8 {
    value.secret()
}

impl From<private::Token> for Part {
    fn from(token: private::Token) -> Self {
        Self::new(token.0)
    }
}

impl PartialEq<u8> for Part {
    fn eq(&self, other: &u8) -> bool {
        self.shown == *other
    }
}

/// Found by two ways, listed once.
pub mod front {
    pub use crate::back::twice_found;
}

/// Found by two ways, listed once.
pub mod back {
    /// Reached by `front` and by `back`.
    pub fn twice_found() -> u8 {
        2
    }
}
