//! Which types have a finite plan. That a plan is there says nothing yet where something is taken out of what std lends room for:
//! `Vec::<T>::new().into_iter().next().unwrap()` has the type `T` for any `T`, and never a value. std gives back what it was given, so
//! a value of the crate's has to go in before one comes out. Containers of crates are believed.

use crate::api::ty::Ty;
use crate::call::Call;
use crate::support_set::{OpDef, TypeKey};
use std::collections::{BTreeMap, BTreeSet};

/// Types with at least one finite plan.
#[derive(Default)]
pub(super) struct Fed {
    built: BTreeSet<TypeKey>,
    /// Those of them of which some plan holds whatever their type says.
    holding: BTreeSet<TypeKey>,
}

impl Fed {
    /// What these ops build. Linear in the number of arguments of all ops, times the most arguments of one.
    pub(super) fn by(ops: &[OpDef]) -> Fed {
        let mut users: BTreeMap<&TypeKey, Vec<usize>> = BTreeMap::new();
        let mut ready: Vec<usize> = Vec::new();
        for (index, op) in ops.iter().enumerate().filter(|(_, op)| op.builds) {
            if op.inputs.is_empty() {
                ready.push(index);
            }
            for input in &op.inputs {
                users.entry(input).or_default().push(index);
            }
        }
        let mut fed = Fed::default();
        while let Some(index) = ready.pop() {
            let op = &ops[index];
            // What holds what it says comes to no more.
            if fed.holding.contains(&op.result) || !fed.feeds(op) {
                continue;
            }
            let is_new = !fed.built.contains(&op.result);
            let holds_more = fed.result_holds(op);
            if is_new {
                fed.built.insert(op.result.clone());
            }
            if holds_more {
                fed.holding.insert(op.result.clone());
            }
            if is_new || holds_more {
                ready.extend(users.get(&op.result).into_iter().flatten());
            }
        }
        fed
    }

    /// True if each argument has a value, and one with something in it where the op takes that out.
    pub(super) fn feeds(&self, op: &OpDef) -> bool {
        let is_part = match &op.call {
            Call::Support(call) => call.kind.may_reject,
            Call::Part(_) => true,
            _ => false,
        };
        let result = &op.result.ty;
        // What is taken out may be empty itself, or no crate's.
        let takes_out = is_part && result.any(&is_of_a_crate) && !may_be_hollow(result);
        let is_fed = |input: &TypeKey| match takes_out && may_be_hollow(&input.ty) {
            true => self.holding.contains(input),
            false => self.built.contains(input),
        };
        op.inputs.iter().all(is_fed)
    }

    /// What a crate's items give is believed to hold what they say. All other ops hand on what they were given.
    fn result_holds(&self, op: &OpDef) -> bool {
        let holds = |input: &TypeKey| self.holding.contains(input) && input.ty.any(&is_of_a_crate);
        op.call.runs_an_item() || !may_be_hollow(&op.result.ty) || op.inputs.iter().any(holds)
    }

    /// The types.
    pub(super) fn built(self) -> BTreeSet<TypeKey> {
        self.built
    }
}

/// A type of std's around one of a crate's: it may be there without that.
fn may_be_hollow(ty: &Ty) -> bool {
    match ty {
        Ty::Ref { inner, .. } => may_be_hollow(inner),
        ty => !is_of_a_crate(ty) && ty.any(&is_of_a_crate),
    }
}

fn is_of_a_crate(ty: &Ty) -> bool {
    // The harness's own paths begin with `crate`.
    matches!(ty, Ty::Path { path, .. } if !path.starts_with("std::") && !path.starts_with("crate::"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::api::ty::Arg;
    use crate::call::{SupportCall, SupportKind};

    fn support(may_reject: bool, inputs: Vec<Ty>, result: &Ty) -> OpDef {
        let kind = SupportKind {
            may_reject,
            is_statement: false,
            is_bound: false,
            is_pattern: false,
            vector: None,
        };
        let call = SupportCall {
            path: String::new(),
            listed: Vec::<Arg>::new(),
            form: String::new(),
            kind,
        };
        let key = |ty: Ty| TypeKey { ty, produced: false };
        let inputs = inputs.into_iter().map(key).collect();
        OpDef::building(inputs, key(result.clone()), Call::Support(call))
    }

    #[test]
    fn nothing_comes_out_of_what_nothing_went_into() {
        let of = |path: &str, ty: &Ty| Ty::path(path, vec![ty.clone()]);
        let thing = Ty::path("k::Thing", vec![]);
        let (vec, items) = (of("std::vec::Vec", &thing), of("std::vec::IntoIter", &thing));
        let empty = support(false, Vec::new(), &vec);
        let into = support(false, vec![vec.clone()], &items);
        let next = support(true, vec![items.clone()], &thing);
        let push = support(false, vec![vec.clone(), thing.clone()], &vec);
        let built = |ops: &[&OpDef]| {
            let ops: Vec<OpDef> = ops.iter().map(|op| (*op).clone()).collect();
            let built = Fed::by(&ops).built();
            built.into_iter().map(|key| key.ty).collect::<BTreeSet<Ty>>()
        };
        let hollow = BTreeSet::from([vec.clone(), items.clone()]);
        assert_eq!(built(&[&empty, &into, &next, &push]), hollow);
        // A number is there, whoever gives it.
        let number = Ty::prim("u8");
        let of_number = of("std::vec::Vec", &number);
        let numbers = [
            support(false, Vec::new(), &of_number),
            support(true, vec![of_number], &number),
        ];
        assert!(Fed::by(&numbers).feeds(&numbers[1]));
        // So is what goes in, and what a function of the crate gives.
        let made = support(false, vec![number.clone()], &thing);
        let all = BTreeSet::from([vec.clone(), items, thing, number.clone()]);
        let constant = support(false, Vec::new(), &number);
        assert_eq!(built(&[&empty, &into, &next, &push, &made, &constant]), all);
    }
}
