//! What is known of texts before anything is run: which types are texts, and the words that the crate's own code and
//! documentation have.

use crate::ids::{OpId, TypeId};
use crate::plan::Term;
use std::collections::BTreeMap;

/// What the bytes of a text have to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TextKind {
    /// UTF-8.
    Utf8,
    /// Anything.
    Bytes,
}

impl TextKind {
    /// Whether these bytes are such a text.
    pub fn admits(self, bytes: &[u8]) -> bool {
        self == TextKind::Bytes || std::str::from_utf8(bytes).is_ok()
    }
}

/// The words of a crate, and where texts are in its grammar.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Vocabulary {
    /// By type of which values are texts, borrowed: `&str`, `&[u8]`.
    pub kinds: BTreeMap<TypeId, TextKind>,
    /// The ops that are literals of these types, each with its type and bytes.
    pub literals: BTreeMap<OpId, (TypeId, Vec<u8>)>,
    /// Texts and parts of texts, the nearest first.
    pub words: Vec<Vec<u8>>,
}

impl Vocabulary {
    /// The bytes of a part of a plan that is a text.
    pub(crate) fn text<'t>(&'t self, part: &'t Term) -> Option<&'t [u8]> {
        match part {
            Term::Literal { ty, value } => self.kinds.contains_key(ty).then_some(value.as_slice()),
            Term::Apply { op, .. } => self.literals.get(op).map(|(_, value)| value.as_slice()),
            Term::Hole { .. } => None,
        }
    }
}
