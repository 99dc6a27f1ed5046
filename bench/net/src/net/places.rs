//! Places that the code of a random function can look at: parameters, locals, and parts of them.

use super::random::Random;
use super::types::{Type, Types};

/// What some Rust text names.
#[derive(Clone, Debug)]
pub(crate) struct Place {
    /// A place expression.
    pub(crate) text: String,
    pub(crate) ty: Type,
    /// The parameter or local it is a part of.
    pub(crate) root: u32,
    pub(crate) is_writable: bool,
    /// It can be moved out of.
    pub(crate) is_owned: bool,
    /// It is a slice and no vector.
    pub(crate) is_slice: bool,
}

impl Place {
    /// What a pattern bound by reference.
    pub(crate) fn behind(name: &str, ty: &Type, root: u32) -> Place {
        Place {
            text: format!("(*{name})"),
            ty: ty.clone(),
            root,
            is_writable: false,
            is_owned: false,
            is_slice: false,
        }
    }

    /// A local variable.
    pub(crate) fn local(name: &str, ty: &Type, root: u32) -> Place {
        Place {
            text: name.to_owned(),
            is_writable: true,
            is_owned: true,
            ..Place::behind(name, ty, root)
        }
    }

    /// The same place where it may only be read.
    pub(crate) fn to_read(&self) -> Place {
        Place {
            is_writable: false,
            is_owned: false,
            ..self.clone()
        }
    }

    /// Its parts, unless it takes a condition to look at them.
    pub(crate) fn parts(&self, types: &Types) -> Option<Vec<Place>> {
        let part = |field: &str, ty: &Type| Place {
            text: format!("{}.{field}", self.text),
            ty: ty.clone(),
            is_slice: false,
            ..self.clone()
        };
        match &self.ty {
            Type::Boxed(inner) => Some(vec![Place {
                text: format!("(*{})", self.text),
                ty: (**inner).clone(),
                ..self.clone()
            }]),
            Type::Pair(first, second) => Some(vec![part("0", first), part("1", second)]),
            Type::Twice(inner) => {
                let element = |index: u32| Place {
                    text: format!("{}[{index}]", self.text),
                    ty: (**inner).clone(),
                    is_owned: false,
                    ..self.clone()
                };
                Some(vec![element(0), element(1)])
            }
            Type::Own(number) if !types.0[*number].is_enum => {
                let variant = &types.0[*number].variants[0];
                let fields = variant.fields.iter().enumerate();
                Some(
                    fields
                        .map(|(position, ty)| part(&variant.field(position), ty))
                        .collect(),
                )
            }
            _ => None,
        }
    }

    /// A part of it that has no further parts, or takes a condition to have them.
    pub(crate) fn terminal(&self, types: &Types, random: &mut Random) -> Place {
        let mut place = self.clone();
        while let Some(parts) = place.parts(types) {
            place = random.pick(&parts).clone();
        }
        place
    }
}

/// Whether numbers can be taken from it.
pub(crate) fn is_scalar(ty: &Type) -> bool {
    matches!(ty, Type::U8 | Type::I8 | Type::U32 | Type::Bool)
}
