//! The same plan with integers of another width: `<i64 as Integer>::gcd(&-128, &1)` for `<i8 as Integer>::gcd(&-128, &1)`.
//! Names of ops say their types, so a twin is the op whose name has the other type wherever this one is named.

use crate::keys::Keys;
use crate::reading::{IntType, Value};
use crate::render::Bindings;
use plans::{OpId, Term, TypeId};
use std::collections::BTreeMap;

/// Ops and types of a grammar by their names.
pub struct IntTwins<'a> {
    bindings: &'a Bindings,
    keys: &'a Keys,
    ops: BTreeMap<&'a str, OpId>,
    types: BTreeMap<&'a str, TypeId>,
}

impl<'a> IntTwins<'a> {
    /// Of one grammar. O(n log n) in its ops.
    pub fn new(bindings: &'a Bindings, keys: &'a Keys) -> IntTwins<'a> {
        let named = |names: &'a [String]| names.iter().map(String::as_str).zip(0_u32..);
        IntTwins {
            bindings,
            keys,
            ops: named(&keys.ops).map(|(name, op)| (name, OpId(op))).collect(),
            types: named(&keys.types).map(|(name, ty)| (name, TypeId(ty))).collect(),
        }
    }

    /// The term with `to` wherever its types name `from`, and each number of that type as `number` gives it. None where the
    /// crate has no such op, or the other type no such value.
    pub fn twin(
        &self,
        term: &Term,
        (from, to): (IntType, IntType),
        number: &dyn Fn(i128) -> Option<i128>,
    ) -> Option<Term> {
        let renamed = |name: &str| with_word(name, &from.name(), &to.name());
        if let Some((value, int)) = self.bindings.integer(term)
            && int == from
        {
            let ty = *self.types.get(to.name().as_str())?;
            return self.bindings.term_of(ty, &Value::Int(number(value)?, to));
        }
        Some(match term {
            Term::Hole { default, .. } => self.twin(default, (from, to), number)?,
            Term::Literal { ty, value } => Term::Literal {
                ty: *self
                    .types
                    .get(renamed(self.keys.types.get(ty.index())?).as_str())?,
                value: value.clone(),
            },
            Term::Apply { op, args } => Term::Apply {
                op: *self.ops.get(renamed(self.keys.ops.get(op.index())?).as_str())?,
                args: args
                    .iter()
                    .map(|arg| self.twin(arg, (from, to), number))
                    .collect::<Option<_>>()?,
            },
        })
    }
}

/// The text with one word put for another wherever it is a word of its own.
fn with_word(text: &str, word: &str, other: &str) -> String {
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    let mut changed = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(word) {
        let (before, after) = (&rest[..at], &rest[at + word.len()..]);
        let is_word = !before.ends_with(is_part) && !after.starts_with(is_part);
        changed.push_str(before);
        changed.push_str(if is_word { other } else { word });
        rest = after;
        if !is_word {
            // What follows is no beginning of a word.
            let end = rest.find(|c| !is_part(c)).unwrap_or(rest.len());
            changed.push_str(&rest[..end]);
            rest = &rest[end..];
        }
    }
    changed.push_str(rest);
    changed
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_whole_words_change() {
        assert_eq!(
            with_word("f::<i8>({0}, i8x2, u8, _i8) (i8) -> &i8", "i8", "i64"),
            "f::<i64>({0}, i8x2, u8, _i8) (i64) -> &i64"
        );
        assert_eq!(with_word("i8i8 i8", "i8", "i16"), "i8i8 i16");
    }
}
