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
    /// A part of a plan that is a text: its kind and its bytes.
    pub(crate) fn text<'t>(&'t self, part: &'t Term) -> Option<(TextKind, &'t [u8])> {
        let (ty, value) = match part {
            Term::Literal { ty, value } => (ty, value),
            Term::Apply { op, .. } => {
                let (ty, value) = self.literals.get(op)?;
                (ty, value)
            }
            Term::Hole { .. } => return None,
        };
        Some((*self.kinds.get(ty)?, value))
    }
}
