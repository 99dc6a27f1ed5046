//! How a value of one wanted type is built: literals, references and boxes, tuples and arrays, function pointers,
//! public constructors, std's support functions, and the crate's functions that return it.

use super::builder::{Builder, Part, box_inner};
use super::literals;
use super::own_types::has_value_of;
use super::std_functions::built_type;
use crate::api::lasting;
use crate::api::ty::{Arg, Subst, TraitRef, Ty};
use crate::api::{CallForm, GenericParam, Generics, ParamKind, Predicate};
use crate::call::{Answer, Call, Made};
use crate::harness_types::{ANSWERS, HOLE, ITEMS, LAZY, LAZY_STANDS_FOR, Names, RESPONDER, STATIC_REFERENCE};
use crate::support_set::{OpDef, TypeKey};
use crate::tuning::{
    COUNTED, DEEPEST_ANSWER, LEARNED_PER_STEP, LEARNED_PER_TYPE, LITERALS_PER_STEP, LONGEST_ARRAY,
    MOST_CONSTANT_ANSWERS, MOST_OBJECTS, OBJECTS_CONSIDERED, WAYS_TO_BUILD,
};
use crate::write::counted::counted;
use std::collections::BTreeMap;

/// No constructor, needs such a value, arguments of own types, arguments, position: what is smaller is taken first.
type RankOfWay = (bool, bool, usize, usize, usize);

impl Builder<'_> {
    /// Adds the ops that build `key`'s type.
    pub(super) fn support(&mut self, key: &TypeKey) {
        let ty = key.ty.clone();
        self.add_literals(key);
        match &ty {
            Ty::Ref { mutable, inner } => self.support_reference(key, *mutable, inner),
            Ty::Tuple(parts) => self.add_product(key, parts, Call::Tuple),
            Ty::Array(element, len) => self.support_array(key, element, len),
            Ty::FnPointer(inputs, output) => self.support_function_pointer(key, inputs, output),
            Ty::Path { path, .. } if path == HOLE => self.add_total(Vec::new(), key, Call::Placeholder, 1),
            Ty::Path { path, args } if path == ANSWERS => self.support_answers(key, args),
            Ty::Path { path, .. } if path == RESPONDER => self.support_responder(key),
            Ty::Path { path, args } if path == ITEMS => self.support_items(key, args),
            // Around an `i32`, which starts out as a placeholder.
            Ty::Path { path, .. } if path == LAZY => {
                let inner = self.want(&Ty::prim(LAZY_STANDS_FOR));
                self.add_total(vec![inner], key, Call::Lazy, 0);
            }
            Ty::Path { path, .. } => {
                self.add_counted(key);
                self.support_object(key);
                if let Some(inner) = box_inner(&ty) {
                    let inner = inner.clone();
                    self.support_box(key, &inner);
                }
                if self.api.types.contains_key(path) {
                    self.support_own(key, path);
                    self.support_foreign(key);
                } else {
                    self.support_std(key);
                }
            }
            _ => {}
        }
        if !matches!(ty, Ty::Path { .. }) {
            self.support_std(key);
        }
    }

    fn add_literals(&mut self, key: &TypeKey) {
        let texts = literals::texts(&key.ty, self.constants, &self.api.doc_literals);
        let rarer = literals::rarer(&key.ty, self.constants, &self.api.doc_literals);
        let usual = texts.len();
        for (position, text) in texts.into_iter().chain(rarer).enumerate() {
            let steps = match position < usual {
                true => self.literal_steps(position),
                false => self.literal_steps(position).max(2),
            };
            self.add_total(Vec::new(), key, Call::Literal(text), steps);
        }
        if let Some(kind) = literals::learned_kind(&key.ty) {
            for place in 0..LEARNED_PER_TYPE {
                let steps = 2 + u32::try_from(place / LEARNED_PER_STEP).unwrap_or(u32::MAX);
                self.add_total(Vec::new(), key, Call::Learned { kind, place }, steps);
            }
        }
    }

    /// The user's own choice of constants costs one step each. Of ours, the later and rarer ones cost more, so that a
    /// function of many arguments reaches small combinations before all combinations.
    fn literal_steps(&self, position: usize) -> u32 {
        if self.constants.only_given {
            return 1;
        }
        1 + u32::try_from(position / LITERALS_PER_STEP).unwrap_or(u32::MAX)
    }

    fn support_reference(&mut self, key: &TypeKey, mutable: bool, inner: &Ty) {
        match inner {
            Ty::Prim(name) if name == "str" => {}
            Ty::Slice(_) => {}
            Ty::Dyn(traits) => {
                for concrete in self.objects(traits) {
                    let pointer = Ty::Ref {
                        mutable,
                        inner: Box::new(concrete),
                    };
                    let from = self.want(&pointer);
                    self.add_total(vec![from], key, Call::Object, 1);
                }
            }
            _ => {
                let inner_key = self.want(inner);
                self.add_total(vec![inner_key], key, Call::Borrow { mutable }, 0);
                if let Ty::Path { path, .. } = inner
                    && self.api.types.contains_key(path)
                    && !self.given_away.contains(path.as_str())
                {
                    self.support_own(key, path);
                }
            }
        }
    }

    fn support_box(&mut self, key: &TypeKey, inner: &Ty) {
        match inner {
            Ty::Dyn(_) | Ty::Slice(_) => {}
            Ty::Prim(name) if name == "str" => {}
            _ => {
                let inner_key = self.want(inner);
                self.add_total(vec![inner_key], key, Call::Box, 0);
            }
        }
    }

    /// What owns a trait object is made of the same around a type that it can be.
    fn support_object(&mut self, key: &TypeKey) {
        // What is kept for good must not look into what dies with the run.
        let lasts = key.ty.head() == Some(STATIC_REFERENCE);
        let borrows = |ty: &Ty| ty.any(&|part| matches!(part, Ty::Ref { .. }));
        let mut concrete = self.objects(object_owned_by(&key.ty).unwrap_or_default());
        concrete.retain(|ty| !lasts || !borrows(ty));
        for concrete in concrete {
            let from = self.want(&around(&key.ty, &concrete));
            self.add_total(vec![from], key, Call::Object, 1);
        }
    }

    /// Concrete types that can stand behind `dyn traits`.
    fn objects(&self, traits: &[TraitRef]) -> Vec<Ty> {
        if traits.is_empty() {
            return Vec::new();
        }
        let generics = Generics {
            params: vec![GenericParam {
                name: "T".to_owned(),
                kind: ParamKind::Type {
                    default: None,
                    synthetic: false,
                },
            }],
            has_lifetime: false,
            predicates: vec![Predicate {
                ty: Ty::Param("T".to_owned()),
                bounds: traits.to_vec(),
            }],
        };
        self.instances
            .ways(&generics, &Subst::new(), OBJECTS_CONSIDERED)
            .into_iter()
            .filter_map(|mut subst| match subst.remove("T") {
                // A placeholder behind an object is of no use: nothing else would ever be tried there.
                Some(Arg::Type(ty)) if !ty.mentions_hole() => Some(ty),
                _ => None,
            })
            .take(MOST_OBJECTS)
            .collect()
    }

    fn add_product(&mut self, key: &TypeKey, parts: &[Ty], call: Call) {
        let inputs: Vec<TypeKey> = parts.iter().map(|ty| self.want(ty)).collect();
        self.add_total(inputs, key, call, 1);
    }

    /// Vectors of more elements than plans of a few steps have.
    fn add_counted(&mut self, key: &TypeKey) {
        for (count, steps) in COUNTED {
            if !self.constants.only_given && counted(&key.ty, count, Names::Test).is_some() {
                self.add_total(Vec::new(), key, Call::Counted(count), steps);
            }
        }
    }

    fn support_array(&mut self, key: &TypeKey, element: &Ty, len: &str) {
        match len.parse::<usize>() {
            Ok(len) if len <= LONGEST_ARRAY => {
                self.add_product(key, &vec![element.clone(); len], Call::Array);
            }
            Ok(len) => self.add_product(key, std::slice::from_ref(element), Call::Repeated(len)),
            Err(_) => {}
        }
    }

    /// A closure that demands, and closures that answer without looking.
    fn support_function_pointer(&mut self, key: &TypeKey, inputs: &[Ty], output: &Ty) {
        // Calling it is a demand: a run that returns proves that any function would have done.
        self.add_total(Vec::new(), key, Call::Demand(inputs.len()), 1);
        // What it may answer is known once everything is supported.
        let answered = lasting::without(output);
        self.want(&answered);
        if let Some(position) = inputs.iter().position(|ty| ty == output) {
            let answer = Answer::Argument(position);
            self.add_total(Vec::new(), key, Call::Closure(inputs.len(), answer), 1);
        }
        self.add_answering(key, inputs.len(), &answered);
    }

    /// Closures that answer without looking, with the cheapest values of what they have to give.
    pub(super) fn let_closures_answer(&mut self) {
        let functions: Vec<(TypeKey, usize, Ty)> = self
            .growing
            .set
            .types
            .iter()
            .filter_map(|key| match &key.ty {
                Ty::FnPointer(inputs, output) if !key.produced => {
                    Some((key.clone(), inputs.len(), lasting::without(output)))
                }
                _ => None,
            })
            .collect();
        let mut builders: BTreeMap<TypeKey, Vec<OpDef>> = BTreeMap::new();
        for op in &self.growing.set.ops {
            let needs_declarations =
                op.call.is_placeholder() || op.call.is_declared() || !op.test_impls.is_empty();
            if op.builds && !op.call.is_statement() && !needs_declarations && !op.call.may_reject() {
                builders.entry(op.result.clone()).or_default().push(op.clone());
            }
        }
        for ways in builders.values_mut() {
            ways.sort_by_key(|op| (!op.total, op.inputs.len(), op.steps));
        }
        for (key, arity, output) in functions {
            let wanted = TypeKey {
                ty: output.clone(),
                produced: false,
            };
            let mut answers: Vec<Answer> = made(&builders, &wanted, MOST_CONSTANT_ANSWERS, DEEPEST_ANSWER)
                .into_iter()
                .map(|made| Answer::Made(Box::new(made)))
                .collect();
            if answers.is_empty() {
                answers.push(Answer::Default(output));
            }
            for answer in answers {
                self.add_total(Vec::new(), &key, Call::Closure(arity, answer), 1);
            }
        }
    }

    /// One of the crate's own types, with this path, or a reference to one: all constructors public → only they; else the functions
    /// that return it.
    fn support_own(&mut self, key: &TypeKey, path: &str) {
        let api = self.api;
        let mut ways: Vec<(RankOfWay, Subst)> = Vec::new();
        for (index, item) in api.items.iter().enumerate() {
            if item.barrier.is_some() || item.generics.params.is_empty() {
                // Items without parameters are in the set already.
                continue;
            }
            let returned = match &item.output {
                Ty::Ref { inner, .. } => inner.head(),
                output => output.head(),
            };
            let is_constructor = match &item.form {
                CallForm::Constructor { type_path, .. } if type_path == path => true,
                CallForm::Constructor { .. } => continue,
                _ if returned == Some(path) => false,
                _ => continue,
            };
            let mut fixed = Subst::new();
            if item.output.matches(&key.ty, &mut fixed) {
                // What starts from such a value is of no use for the first one.
                let consumes = item.inputs.iter().any(|ty| has_value_of(ty, path));
                let is_own =
                    |ty: &&Ty| ty.any(&|part| part.head().is_some_and(|head| api.types.contains_key(head)));
                let own = item.inputs.iter().filter(is_own).count();
                let rank = (!is_constructor, consumes, own, item.inputs.len(), index);
                ways.push((rank, fixed));
            }
        }
        ways.sort();
        for (position, ((is_function, .., index), fixed)) in ways.into_iter().enumerate() {
            // An instance that only some argument asks for needs a few ways to be built, not all there are.
            let has_enough = self.part != Part::All || self.growing.roots_of(index) >= self.instances.most;
            if is_function && position >= WAYS_TO_BUILD && has_enough {
                continue;
            }
            let item = &api.items[index];
            let is_near = position < WAYS_TO_BUILD;
            let with_maker = is_near
                .then(|| self.instances.completed_with_maker(item, &fixed))
                .flatten();
            let first = self.instances.completed(&item.generics, &fixed);
            for subst in first
                .iter()
                .chain(with_maker.iter().filter(|way| first.as_ref() != Some(way)))
            {
                // What does not work out is said when the item itself is added.
                let _ = self.add_instance(index, item, subst);
            }
        }
    }

    fn support_std(&mut self, key: &TypeKey) {
        let std = self.std;
        for item in &std.items {
            let Some(pattern) = built_type(item) else { continue };
            // A pattern that is only a parameter would build everything from everything.
            if matches!(pattern, Ty::Param(_)) {
                continue;
            }
            let mut fixed = Subst::new();
            if pattern.matches(&key.ty, &mut fixed)
                && let Some(subst) = self.instances.of_support(&item.generics, &fixed)
            {
                self.add_support(item, &subst, key.clone(), false);
            }
        }
    }
}

/// The traits of `Box<dyn Traits>`, and of other owners whose pointer rustc makes one to an object.
fn object_owned_by(owner: &Ty) -> Option<&[TraitRef]> {
    const OWNERS: [&str; 4] = [
        "std::boxed::Box",
        "std::rc::Rc",
        "std::sync::Arc",
        STATIC_REFERENCE,
    ];
    let Ty::Path { path, args } = owner else {
        return None;
    };
    match args.as_slice() {
        [Arg::Type(Ty::Dyn(traits))] if OWNERS.contains(&path.as_str()) => Some(traits),
        [Arg::Type(inner)] if path == "std::pin::Pin" => object_owned_by(inner),
        _ => None,
    }
}

/// The owner with this type in the place of the object.
fn around(owner: &Ty, concrete: &Ty) -> Ty {
    match owner {
        Ty::Dyn(_) => concrete.clone(),
        _ => owner.map_parts(&mut |part| around(part, concrete)),
    }
}

/// Values that need nothing of a type, cheapest first.
fn made(builders: &BTreeMap<TypeKey, Vec<OpDef>>, key: &TypeKey, most: usize, fuel: u32) -> Vec<Made> {
    let mut found: Vec<Made> = Vec::new();
    for op in builders.get(key).into_iter().flatten() {
        if found.len() >= most {
            break;
        }
        if fuel == 0 && !op.inputs.is_empty() {
            continue;
        }
        let parts: Option<Vec<Made>> = op
            .inputs
            .iter()
            .map(|input| made(builders, input, 1, fuel.checked_sub(1)?).pop())
            .collect();
        if let Some(parts) = parts {
            let value = Made {
                call: op.call.clone(),
                ty: op.result.ty.clone(),
                parts,
            };
            if !found.contains(&value) {
                found.push(value);
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn owners_of_objects_are_made_of_owners_of_what_they_can_be() {
        let object = Ty::Dyn(vec![TraitRef::plain("k::L")]);
        let of = |path: &str, inner: Ty| Ty::path(path, vec![inner]);
        let boxed = |inner| of("std::boxed::Box", inner);
        let byte = Ty::prim("u8");
        for (owner, wanted) in [
            (boxed(object.clone()), boxed(byte.clone())),
            (
                of("std::sync::Arc", object.clone()),
                of("std::sync::Arc", byte.clone()),
            ),
            (
                of(STATIC_REFERENCE, object.clone()),
                of(STATIC_REFERENCE, byte.clone()),
            ),
            (
                of("std::pin::Pin", boxed(object.clone())),
                of("std::pin::Pin", boxed(byte.clone())),
            ),
        ] {
            assert_eq!(object_owned_by(&owner).map(<[TraitRef]>::len), Some(1));
            assert_eq!(around(&owner, &byte), wanted);
        }
        // A mutex holds what it owns.
        assert_eq!(object_owned_by(&of("std::sync::Mutex", object)), None);
        assert_eq!(object_owned_by(&boxed(byte)), None);
    }
}
