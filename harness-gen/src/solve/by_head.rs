//! Impls by the head of the type that they are for: a crate with thousands of operator impls has few for any one type.

use super::unify::variable;
use crate::api::ImplDef;
use crate::api::ty::Ty;
use std::collections::BTreeMap;

/// Some of the impls, in an order that looking up keeps.
#[derive(Default)]
pub(super) struct ByHead {
    all: Vec<usize>,
    /// Those for any type.
    open: Vec<usize>,
    /// Those for types with this head, with those for any type among them.
    heads: BTreeMap<String, Vec<usize>>,
}

impl ByHead {
    pub(super) fn new(impls: &[ImplDef], order: &[usize]) -> ByHead {
        let mut by_head = ByHead {
            all: order.to_vec(),
            ..ByHead::default()
        };
        for &index in order {
            match head(&impls[index].self_type) {
                Some(head) => by_head
                    .heads
                    .entry(head)
                    .or_insert_with(|| by_head.open.clone())
                    .push(index),
                None => {
                    by_head.open.push(index);
                    by_head.heads.values_mut().for_each(|list| list.push(index));
                }
            }
        }
        by_head
    }

    pub(super) fn all(&self) -> &[usize] {
        &self.all
    }

    /// At least those that may be for the type: only heads are compared.
    pub(super) fn of(&self, ty: &Ty) -> &[usize] {
        match head(ty) {
            Some(head) => self.heads.get(&head).unwrap_or(&self.open),
            None => &self.all,
        }
    }
}

/// What is told of a type without looking at its parameters; none for what may be any type, and for what is not told apart.
fn head(ty: &Ty) -> Option<String> {
    match ty {
        Ty::Path { path, .. } => Some(path.clone()),
        Ty::Prim(name) => Some(name.clone()),
        Ty::Ref { mutable, inner } => {
            let sign = if *mutable { "&mut " } else { "&" };
            Some(format!("{sign}{}", head(inner)?))
        }
        _ => None,
    }
}

/// Cheap test before anything is renamed.
pub(super) fn heads_may_match(pattern: &Ty, ty: &Ty) -> bool {
    match (pattern, ty) {
        (Ty::Param(_) | Ty::Projection { .. }, _) => true,
        (_, Ty::Param(name)) => variable(name).is_some(),
        (Ty::Path { path: a, .. }, Ty::Path { path: b, .. }) => a == b,
        (Ty::Ref { mutable: a, inner: x }, Ty::Ref { mutable: b, inner: y }) => {
            a == b && heads_may_match(x, y)
        }
        (Ty::Prim(a), Ty::Prim(b)) => a == b,
        (a, b) => std::mem::discriminant(a) == std::mem::discriminant(b),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::api::Generics;

    fn impls(types: &[Ty]) -> Vec<ImplDef> {
        let of = |self_type: &Ty| ImplDef {
            generics: Generics::default(),
            trait_: None,
            self_type: self_type.clone(),
            types: Vec::new(),
        };
        types.iter().map(of).collect()
    }

    #[test]
    fn impls_for_any_type_stay_in_their_place_among_those_for_one() {
        let (param, a, u8) = (
            Ty::Param("T".to_owned()),
            Ty::path("a::A", vec![]),
            Ty::prim("u8"),
        );
        let lent = |inner: &Ty| Ty::Ref {
            mutable: false,
            inner: Box::new(inner.clone()),
        };
        let all = [
            a.clone(),
            param.clone(),
            u8.clone(),
            lent(&param),
            a.clone(),
            lent(&u8),
        ];
        let by_head = ByHead::new(&impls(&all), &[5, 4, 3, 2, 1, 0]);
        assert_eq!(by_head.all(), [5, 4, 3, 2, 1, 0]);
        assert_eq!(by_head.of(&a), [4, 3, 1, 0]);
        assert_eq!(by_head.of(&u8), [3, 2, 1]);
        assert_eq!(by_head.of(&lent(&u8)), [5, 3, 1]);
        assert_eq!(by_head.of(&Ty::prim("bool")), [3, 1], "nothing is for it alone");
        assert_eq!(by_head.of(&param), by_head.all());
        for ty in &all {
            let missed = |index: &usize| {
                heads_may_match(&all[*index], ty)
                    && !matches!(ty, Ty::Param(_))
                    && !by_head.of(ty).contains(index)
            };
            assert_eq!(by_head.all().iter().find(|index| missed(index)), None, "{ty:?}");
        }
    }
}
