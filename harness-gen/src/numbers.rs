//! Integers in plans: what a literal's value is, and the same literal with another value.

use crate::call::LearnedKind;
use crate::render::Bindings;
use plans::{Term, TypeId};

impl Bindings {
    /// The integer that a part of a plan is, if it is a literal.
    pub fn number(&self, term: &Term) -> Option<i128> {
        match term {
            Term::Literal { ty, value } => {
                let is_negative = self.number_kind(*ty)? && value.last().is_some_and(|byte| *byte >= 0x80);
                let mut bytes = [if is_negative { 0xff } else { 0 }; 16];
                bytes
                    .iter_mut()
                    .zip(value)
                    .for_each(|(byte, given)| *byte = *given);
                Some(i128::from_le_bytes(bytes))
            }
            Term::Apply { op, args } if args.is_empty() => {
                let op = self.ops.get(op.index())?;
                let (bits, signed) = width(&self.types.get(op.result.index())?.name)?;
                let most = i128::MAX >> (127 + u32::from(signed)).saturating_sub(bits);
                match op.short.usual.rsplit_once("::") {
                    Some((_, "MAX")) => Some(most),
                    Some((_, "MIN")) if signed => Some(-most - 1),
                    _ => op.short.usual.parse().ok(),
                }
            }
            _ => None,
        }
    }

    /// A literal of the same type as `like` with another value; none if the type has no place for it.
    pub fn with_number(&self, like: &Term, value: i128) -> Option<Term> {
        let ty = match like {
            Term::Literal { ty, .. } => *ty,
            Term::Apply { op, .. } => self.ops.get(op.index())?.result,
            Term::Hole { .. } => return None,
        };
        let signed = self.number_kind(ty)?;
        let (bits, _) = width(&self.types.get(ty.index())?.name)?;
        let bytes = (bits / 8) as usize;
        let fits = value >> (bits - u32::from(signed)).min(127) == 0;
        fits.then(|| Term::Literal {
            ty,
            value: value.to_le_bytes()[..bytes].to_vec(),
        })
    }

    /// Whether numbers of the type can be negative; none if its values are no numbers that literals can have.
    fn number_kind(&self, ty: TypeId) -> Option<bool> {
        self.learned_kinds().find_map(|(of, kind)| match kind {
            LearnedKind::Number { signed } if of == ty => Some(signed),
            _ => None,
        })
    }
}

/// Bits of an integer type, and whether it has a sign.
fn width(ty: &str) -> Option<(u32, bool)> {
    let digits = ty.strip_prefix(['i', 'u'])?;
    let bits = match digits {
        "size" => 64,
        digits => digits.parse().ok()?,
    };
    Some((bits, ty.starts_with('i')))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::{OpBinding, Shape, TypeBinding};
    use plans::OpId;

    fn bindings(ty: &str, signed: bool, literals: &[&str]) -> Bindings {
        let binding = OpBinding::of_form;
        let mut ops: Vec<OpBinding> = literals
            .iter()
            .map(|text| binding(text, Shape::Expression))
            .collect();
        ops.push(binding("", Shape::Learned(LearnedKind::Number { signed })));
        let types = vec![TypeBinding {
            name: ty.to_owned(),
            annotation: None,
            readable_annotation: None,
            variable: String::new(),
            may_borrow: false,
        }];
        Bindings {
            ops,
            types,
            ..Bindings::default()
        }
    }

    fn literal(op: u32) -> Term {
        Term::Apply {
            op: OpId(op),
            args: Vec::new(),
        }
    }

    #[test]
    fn literals_are_read_as_they_are_written() {
        let of_usize = bindings("usize", false, &["usize::MAX", "17"]);
        assert_eq!(of_usize.number(&literal(0)), Some(i128::from(u64::MAX)));
        assert_eq!(of_usize.number(&literal(1)), Some(17));
        let of_i8 = bindings("i8", true, &["i8::MIN", "127", "-1"]);
        assert_eq!(of_i8.number(&literal(0)), Some(-128));
        assert_eq!(of_i8.number(&literal(2)), Some(-1));
        assert_eq!(
            bindings("u128", false, &["u128::MAX"]).number(&literal(0)),
            Some(i128::MAX)
        );
    }

    #[test]
    fn another_value_is_a_literal_of_the_same_type_if_it_fits() {
        let of_u8 = bindings("u8", false, &["255"]);
        let other = of_u8.with_number(&literal(0), 77).expect("fits");
        assert_eq!(
            other,
            Term::Literal {
                ty: TypeId(0),
                value: vec![77]
            }
        );
        assert_eq!(of_u8.number(&other), Some(77));
        assert_eq!(of_u8.with_number(&literal(0), 256), None);
        assert_eq!(bindings("i8", true, &["0"]).with_number(&literal(0), 128), None);
    }
}
