//! Purpose: `open` is public, but takes a type that nobody outside can name or make.

mod private {
    /// Public in a private module.
    pub struct Token {
        pub(crate) number: u8,
    }
}

/// Cannot be called from outside.
pub fn open(token: private::Token) -> u8 {
    token.number
}

/// Can be called.
pub fn number(number: u8) -> u8 {
    number
}
