//! Why bytes are no message.

use crate::grammar::GrammarError;
use std::fmt;

/// Version of all encodings. Raise it with every change but a tag that is new.
pub const ENCODING_VERSION: u8 = 11;

/// Deepest nesting of a term that is decoded.
pub(super) const MAX_NESTING: u32 = 2048;

/// Why bytes are not a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DecodeError {
    /// The bytes end too early.
    Truncated,
    /// There are bytes after the end of the message.
    Trailing,
    /// Written by another version.
    Version(u8),
    /// This kind of message was not expected, or it has a part of an unknown kind.
    Tag(u8),
    /// A number is too large or written in more bytes than needed.
    Number,
    /// A term is nested too deeply.
    Nesting,
    /// The table is not a grammar.
    Grammar(GrammarError),
}

impl fmt::Display for DecodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Truncated => write!(f, "message is truncated"),
            Self::Trailing => write!(f, "message is followed by other bytes"),
            Self::Version(version) => {
                write!(
                    f,
                    "message has version {version}, supported is {ENCODING_VERSION}"
                )
            }
            Self::Tag(tag) => write!(f, "message has unexpected tag {tag}"),
            Self::Number => write!(f, "message has a malformed number"),
            Self::Nesting => write!(f, "message has a term nested deeper than {MAX_NESTING}"),
            Self::Grammar(error) => write!(f, "message has an invalid grammar: {error}"),
        }
    }
}

impl std::error::Error for DecodeError {}
