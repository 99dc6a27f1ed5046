//! Values of terms, as far as they are known without running anything, and terms of wanted values.

use crate::call::{LearnedKind, VectorStep};
use crate::reading::{IntType, Reading, Value, list_of_bytes};
use crate::render::{Bindings, Shape};
use crate::tuning::LONGEST_READ;
use crate::variants::Variant;
use plans::{OpId, Term, TypeId};

impl Bindings {
    /// The value of a term.
    pub fn value(&self, term: &Term) -> Value {
        match term {
            Term::Hole { default, .. } => self.value(default),
            Term::Literal { ty, value } => {
                let kind = self.literals.get(ty);
                kind.map_or(Value::Unknown, |kind| self.learned(*ty, *kind, value))
            }
            Term::Apply { op, args } => self.applied(*op, args),
        }
    }

    fn applied(&self, op: OpId, args: &[Term]) -> Value {
        let value = |at: usize| args.get(at).map_or(Value::Unknown, |arg| self.value(arg));
        match &self.ops[op.index()].reading {
            Reading::Unknown => Value::Unknown,
            Reading::Literal(value) => value.clone(),
            Reading::Same => value(0),
            Reading::List => Value::List(args.iter().map(|arg| self.value(arg)).collect()),
            Reading::Repeated(count) => Value::List(vec![value(0); *count]),
            Reading::Append => match (value(0), value(1)) {
                (Value::List(mut list), more) => {
                    list.push(more);
                    Value::List(list)
                }
                (Value::Text(mut text), Value::Char(more)) => {
                    text.push(more);
                    Value::Text(text)
                }
                _ => Value::Unknown,
            },
            Reading::Without { last } => match (value(0), last) {
                (Value::List(mut list), true) => match list.pop() {
                    Some(_) => Value::List(list),
                    None => Value::Unknown,
                },
                (Value::Text(mut text), true) => match text.pop() {
                    Some(_) => Value::Text(text),
                    None => Value::Unknown,
                },
                (Value::Text(text), false) if !text.is_empty() => Value::Text(text.chars().skip(1).collect()),
                _ => Value::Unknown,
            },
            Reading::Made {
                name,
                fields,
                is_only,
            } => Value::Made {
                name: name.clone(),
                fields: (fields.iter().cloned())
                    .zip(args.iter().map(|arg| self.value(arg)))
                    .collect(),
                is_only: *is_only,
            },
        }
    }

    fn learned(&self, ty: TypeId, kind: LearnedKind, bytes: &[u8]) -> Value {
        match kind {
            // Whoever asks for it would try as many others.
            LearnedKind::Str | LearnedKind::Bytes if bytes.len() > LONGEST_READ => Value::Unknown,
            LearnedKind::Str => String::from_utf8(bytes.to_vec()).map_or(Value::Unknown, Value::Text),
            LearnedKind::Bytes => list_of_bytes(bytes),
            LearnedKind::Char => char::from_u32(unsigned(bytes) as u32).map_or(Value::Unknown, Value::Char),
            LearnedKind::Number { .. } => self
                .int_type(ty)
                .and_then(|int| int_of(bytes, int))
                .map_or(Value::Unknown, |(value, int)| Value::Int(value, int)),
        }
    }

    /// The integer that a part of a plan is, if it is a literal.
    pub fn number(&self, term: &Term) -> Option<i128> {
        self.integer(term).map(|(value, _)| value)
    }

    /// The same with its type.
    pub fn integer(&self, term: &Term) -> Option<(i128, IntType)> {
        let is_literal = match term {
            Term::Literal { .. } => true,
            Term::Apply { args, .. } => args.is_empty(),
            Term::Hole { .. } => false,
        };
        match self.value(term) {
            Value::Int(value, int) if is_literal => Some((value, int)),
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
        self.term_of(ty, &Value::Int(value, self.int_type(ty)?))
    }

    /// The value that some bytes are which a call returned, if its type is an integer, `bool` or `char`.
    pub fn value_of_bytes(&self, ty: TypeId, bytes: &[u8]) -> Option<Value> {
        if let Some(int) = self.int_type(ty) {
            let (value, int) = int_of(bytes.get(..(int.bits / 8) as usize)?, int)?;
            return Some(Value::Int(value, int));
        }
        (self.type_name(ty) == "bool").then(|| Value::Bool(bytes.first() == Some(&1)))
    }

    /// The integers that some bytes are which a call returned, if its type is an integer, a `bool`, which is none, or a tuple
    /// of integers of one type.
    pub fn integers_of_bytes(&self, ty: TypeId, bytes: &[u8]) -> Option<Vec<i128>> {
        let name = self.type_name(ty);
        if name == "bool" {
            return Some(Vec::new());
        }
        let members: Vec<&str> = match name.strip_prefix('(').and_then(|name| name.strip_suffix(')')) {
            Some(members) => members
                .split(',')
                .map(str::trim)
                .filter(|name| !name.is_empty())
                .collect(),
            None => vec![name],
        };
        let int = IntType::named(members.first()?)?;
        let size = (int.bits / 8) as usize;
        let is_of_one_type = members.iter().all(|name| *name == members[0]);
        let chunks = bytes.chunks_exact(size);
        (is_of_one_type && bytes.len() == size * members.len())
            .then(|| chunks.map(|chunk| Some(int_of(chunk, int)?.0)).collect())?
    }

    /// A literal of a type, if literals can be anything there.
    pub fn term_of(&self, ty: TypeId, value: &Value) -> Option<Term> {
        let value = match (*self.literals.get(&ty)?, value) {
            (LearnedKind::Number { .. }, Value::Int(value, _)) => {
                let int = self.int_type(ty)?;
                let fits = (int.min()..=int.max()).contains(value);
                fits.then(|| value.to_le_bytes()[..(int.bits / 8) as usize].to_vec())?
            }
            (LearnedKind::Char, Value::Char(value)) => u32::from(*value).to_le_bytes().to_vec(),
            (LearnedKind::Str, Value::Text(text)) => text.as_bytes().to_vec(),
            (LearnedKind::Bytes, Value::List(list)) => {
                let byte = |value: &Value| match value {
                    Value::Int(value, _) => u8::try_from(*value).ok(),
                    _ => None,
                };
                list.iter().map(byte).collect::<Option<Vec<u8>>>()?
            }
            _ => return None,
        };
        Some(Term::Literal { ty, value })
    }

    /// The type, if it is one of integers.
    pub fn int_type(&self, ty: TypeId) -> Option<IntType> {
        IntType::named(self.type_name(ty))
    }

    /// What the type is called in tests.
    pub fn type_name(&self, ty: TypeId) -> &str {
        self.types.get(ty.index()).map_or("", |ty| ty.name.as_str())
    }

    /// What the arguments of the op are called; nothing if it is no call of an item.
    pub fn parameters(&self, op: OpId) -> &[String] {
        &self.ops[op.index()].parameters
    }

    /// The variant that an op makes; none if it is no variant's constructor.
    pub fn variant(&self, op: OpId) -> Option<&Variant> {
        self.variants.get(op.index())?.as_ref()
    }

    /// The positions of two parameters of the op's item that get the same argument.
    pub fn shared(&self, op: OpId) -> Option<(usize, usize)> {
        self.ops[op.index()].shared
    }

    /// The value is that of the op's only argument.
    pub fn is_same(&self, op: OpId) -> bool {
        self.ops[op.index()].reading == Reading::Same
    }

    /// It takes a value and lends it.
    pub fn is_borrow(&self, op: OpId) -> bool {
        matches!(self.ops[op.index()].shape, Shape::Borrow { .. })
    }

    /// It takes a value and lends it, not mutably.
    pub fn is_shared_borrow(&self, op: OpId) -> bool {
        self.ops[op.index()].shape == Shape::Borrow { mutable: false }
    }

    /// It makes a list without elements (true) or adds an element to one (false).
    pub fn list_step(&self, op: OpId) -> Option<bool> {
        match self.ops[op.index()].shape {
            Shape::Vector(step) => Some(step == VectorStep::Empty),
            _ => None,
        }
    }
}

fn int_of(bytes: &[u8], int: IntType) -> Option<(i128, IntType)> {
    let bits = unsigned(bytes);
    let value = match int.signed {
        true => (bits as i128) << (128 - int.bits) >> (128 - int.bits),
        false => i128::try_from(bits).ok()?,
    };
    Some((value, int))
}

fn unsigned(bytes: &[u8]) -> u128 {
    bytes
        .iter()
        .take(16)
        .rev()
        .fold(0, |sum, byte| sum << 8 | u128::from(*byte))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::api::ty::Ty;
    use crate::reading::literal as literal_of;
    use crate::render::{OpBinding, TypeBinding};

    #[test]
    fn bytes_are_numbers_of_their_type() {
        let signed = |bits: u32| IntType::named(&format!("i{bits}")).unwrap();
        assert_eq!(int_of(&[0xfe, 0xff], signed(16)), Some((-2, signed(16))));
        let bytes = IntType::BYTE;
        assert_eq!(int_of(&[0xfe], bytes), Some((254, bytes)));
        assert_eq!(signed(128).min(), i128::MIN);
        assert_eq!(signed(8).max(), 127);
        assert_eq!(IntType::named("u128").unwrap().max(), i128::MAX);
        assert_eq!(
            IntType::named("usize").map(|int| int.max()),
            Some(u64::MAX.into())
        );
    }

    fn bindings(ty: &str, signed: bool, literals: &[&str]) -> Bindings {
        let read = |text: &&str| OpBinding {
            reading: literal_of(text, &Ty::prim(ty)).map_or(Reading::Unknown, Reading::Literal),
            ..OpBinding::of_form(text, Shape::Expression)
        };
        let ops: Vec<OpBinding> = literals.iter().map(read).collect();
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
            literals: [(TypeId(0), LearnedKind::Number { signed })].into(),
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
