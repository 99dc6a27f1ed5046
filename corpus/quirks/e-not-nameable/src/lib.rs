//! Purpose: `Wrapper::open` is public, but exists only for `Wrapper<Token>`, and nobody outside can have a `Token`.

mod private {
    pub struct Token;
}

/// Wraps a value.
pub struct Wrapper<T>(pub T);

impl Wrapper<private::Token> {
    /// Cannot be called from outside.
    pub fn open(&self) -> bool {
        let Wrapper(private::Token) = self;
        true
    }
}

/// Can be called.
pub fn wrap(value: u8) -> Wrapper<u8> {
    Wrapper(value)
}
