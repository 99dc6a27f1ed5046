//! What is known of texts before anything is run: which types are texts, and the words that the crate's own code and
//! documentation have.

use super::numbers::character_of;
use crate::grammar::Grammar;
use crate::ids::{OpId, TypeId};
use crate::plan::{Plan, Term};
use std::collections::BTreeMap;

/// What the bytes of a text have to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TextKind {
    /// UTF-8.
    Utf8,
    /// Anything.
    Bytes,
    /// An integer of so many bytes, little-endian.
    Integer(u8),
    /// A Unicode scalar value, as four bytes, little-endian.
    Character,
}

impl TextKind {
    /// Whether these bytes are such a text.
    pub fn admits(self, bytes: &[u8]) -> bool {
        match self {
            TextKind::Utf8 => std::str::from_utf8(bytes).is_ok(),
            TextKind::Bytes => true,
            TextKind::Integer(size) => bytes.len() == usize::from(size),
            TextKind::Character => character_of(bytes).is_some(),
        }
    }

    /// Whether its values are sequences, which can be longer and shorter.
    pub fn is_text(self) -> bool {
        matches!(self, TextKind::Utf8 | TextKind::Bytes)
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
    /// Calls that the crate's examples and tests make.
    pub seeds: Vec<Plan>,
    /// By type of which values are single numbers and characters.
    pub scalars: BTreeMap<TypeId, TextKind>,
    /// The ops that are literals of these types.
    pub scalar_literals: BTreeMap<OpId, TypeId>,
    /// Those of them that are characters, in UTF-8.
    pub characters: BTreeMap<OpId, Vec<u8>>,
    /// Numbers that the crate's code writes down, the nearest first.
    pub numbers: Vec<i128>,
}

impl Vocabulary {
    /// Whether there is anything that plans can be made of.
    pub(crate) fn has_any(&self) -> bool {
        !self.kinds.is_empty() || !self.scalars.is_empty() || !self.seeds.is_empty()
    }

    /// A part of a plan that is a text: its kind and its bytes.
    pub fn text<'t>(&'t self, part: &'t Term) -> Option<(TextKind, &'t [u8])> {
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

    /// Whether a part of it is a call that makes a text of UTF-8.
    pub fn has_text_of_parts(&self, grammar: &Grammar, whole: &Term) -> bool {
        let mut has_any = false;
        whole.visit(&mut |part| has_any |= self.is_put_together(grammar, part));
        has_any
    }

    /// Whether it is a call that makes a text of UTF-8: what byte strings are made of is mostly single bytes, which are not known here.
    pub(crate) fn is_put_together(&self, grammar: &Grammar, part: &Term) -> bool {
        let has_arguments = matches!(part, Term::Apply { args, .. } if !args.is_empty());
        let kind = part.result(grammar).and_then(|ty| self.kinds.get(&ty));
        has_arguments && kind == Some(&TextKind::Utf8)
    }

    /// The texts and characters within a part of a plan, one behind the other: what they are put together to, if it is by their order.
    pub(crate) fn texts_within(&self, part: &Term) -> Vec<u8> {
        let mut texts = Vec::new();
        part.visit(&mut |part| {
            if let Some((_, text)) = self.text(part) {
                texts.extend_from_slice(text);
            }
            match part {
                Term::Literal { ty, value } if self.scalars.get(ty) == Some(&TextKind::Character) => {
                    let character = character_of(value);
                    texts.extend(character.map(String::from).unwrap_or_default().into_bytes());
                }
                Term::Apply { op, .. } => texts.extend(self.characters.get(op).into_iter().flatten()),
                Term::Literal { .. } | Term::Hole { .. } => {}
            }
        });
        texts
    }

    /// The type of a part of a plan that is a text.
    pub fn type_of(&self, part: &Term) -> Option<TypeId> {
        match part {
            Term::Literal { ty, .. } => Some(*ty),
            Term::Apply { op, .. } => self.literals.get(op).map(|(ty, _)| *ty),
            Term::Hole { .. } => None,
        }
    }

    /// A part of a plan that is a single number or character: its kind, and its bytes if it is no value of the grammar.
    pub(crate) fn scalar<'t>(&self, part: &'t Term) -> Option<(TextKind, Option<&'t [u8]>)> {
        let (ty, value) = match part {
            Term::Literal { ty, value } => (ty, Some(&value[..])),
            Term::Apply { op, .. } => (self.scalar_literals.get(op)?, None),
            Term::Hole { .. } => return None,
        };
        Some((*self.scalars.get(ty)?, value))
    }
}
