//! Texts and byte strings as structures: which are tried first, what is learned of the language that a function reads, and
//! which are made of those that showed something. Everything is bytes; whether they have to be UTF-8, or a number of so many
//! bytes, is all that is known of a type.

mod author;
mod change;
mod deepened;
mod first_texts;
mod numbers;
mod reader;
mod runs;
mod smaller;
mod vocabulary;

pub(crate) use author::Author;
pub(crate) use reader::Reader;
pub(crate) use smaller::{smaller_texts, text_size};
pub use vocabulary::{TextKind, Vocabulary};
