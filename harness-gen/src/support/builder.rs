//! Grows the support set: items first, then the types they want, then ways to take results apart, until nothing
//! new turns up. The order of discovery is the order of ids, so equal input gives equal output.

use super::growing::Growing;
use super::instances::Instances;
use super::placeholders::Placeholders;
use super::std_functions::built_type;
use crate::api::ty::{Arg, Subst, Ty};
use crate::api::{Api, Constructor};
use crate::call::Call;
use crate::codes::Code;
use crate::harness_types::IN_HARNESS;
use crate::request::Constants;
use crate::support_set::{Exclusion, OpDef, SupportSet, TypeKey};
use crate::tuning::ROUNDS;
use std::collections::{BTreeMap, BTreeSet};

/// What came of an item in one round.
enum Tried {
    /// Ops were added, or were there.
    Added,
    /// It was tried before with all that is known.
    NothingNew,
}

/// Which items of an API get ops.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Part {
    /// All.
    All,
    /// At most so many without parameters, and as many with.
    First(usize),
}

/// Adds ops to a support set until nothing new turns up.
pub(super) struct Builder<'a> {
    pub(super) api: &'a Api,
    /// The std support module.
    pub(super) std: &'a Api,
    pub(super) constants: &'a Constants,
    pub(super) part: Part,
    pub(super) growing: Growing<'a>,
    pub(super) instances: Instances<'a>,
    pub(super) placeholders: Placeholders<'a>,
    /// Paths of the own types that not only constructors build.
    built_by_functions: BTreeSet<&'a str>,
    /// Paths of the types that some function or constant gives away as they are.
    pub(super) given_away: BTreeSet<&'a str>,
}

/// Builds the support set of `api` with the std support module `std`.
///
/// `part`: which items are called. What builds their arguments is among them, too.
/// `keep_results_whole`: what calls return is never taken apart.
/// `refused`: arm bodies and placeholder impls that rustc refused in an earlier attempt.
pub(crate) fn build(
    api: &Api,
    std: &Api,
    constants: &Constants,
    keep_results_whole: bool,
    refused: &BTreeSet<String>,
    part: Part,
) -> SupportSet {
    let mut builder = Builder {
        api,
        std,
        constants,
        part,
        growing: Growing::new(refused),
        instances: Instances::new(api, std, refused),
        placeholders: Placeholders::new(api),
        built_by_functions: built_by_functions(api),
        given_away: given_away(api),
    };
    builder.run(keep_results_whole);
    builder.growing.set
}

impl Builder<'_> {
    fn run(&mut self, keep_results_whole: bool) {
        let order = self.item_order();
        let mut failures: BTreeMap<usize, (Code, String)> = BTreeMap::new();
        for round in 0..ROUNDS {
            let productive = self.growing.productive();
            self.instances
                .note_what_is_produced(&self.growing.set, &productive);
            for position in 0..self.api.given_items.len() {
                self.add_given(position, &productive);
            }
            for &index in &order {
                let item = &self.api.items[index];
                if let Some(barrier) = &item.barrier {
                    failures.insert(index, (barrier.code, barrier.reason.clone()));
                    continue;
                }
                if round > 0 && item.generics.params.is_empty() {
                    continue;
                }
                match self.add_item(index, &productive) {
                    Ok(Tried::Added) => {
                        failures.remove(&index);
                    }
                    Ok(Tried::NothingNew) => {}
                    Err(failure) => {
                        if !self.growing.set.ops.iter().any(|op| op.item == Some(index)) {
                            failures.insert(index, failure);
                        }
                    }
                }
            }
            self.drain();
            if !keep_results_whole {
                self.take_results_apart();
            }
            self.drain();
        }
        self.growing.let_functions_build_unproductive_types();
        self.let_closures_answer();
        self.add_calls_through();
        self.add_calls_given_back();
        self.growing.drop_unfed_instances();
        self.growing.set.exclusions = failures
            .into_iter()
            .map(|(item, (code, reason))| Exclusion { item, code, reason })
            .collect();
    }

    /// Items without parameters first: what they return tells which instances exist.
    fn item_order(&self) -> Vec<usize> {
        let (plain, generic): (Vec<usize>, Vec<usize>) =
            (0..self.api.items.len()).partition(|i| self.api.items[*i].generics.params.is_empty());
        let most = match self.part {
            Part::All => usize::MAX,
            Part::First(most) => most,
        };
        plain
            .into_iter()
            .take(most)
            .chain(generic.into_iter().take(most))
            .collect()
    }

    /// Adds the ops of one item in every instance known by now.
    fn add_item(&mut self, index: usize, productive: &BTreeSet<TypeKey>) -> Result<Tried, (Code, String)> {
        let item = &self.api.items[index];
        let Some(ways) = self.instances.of_item(index, item, productive) else {
            return Ok(Tried::NothingNew);
        };
        if ways.is_empty() {
            let names: Vec<&str> = item.generics.params.iter().map(|p| p.name.as_str()).collect();
            return Err((
                Code::Generic,
                format!("no instance found for {}", names.join(", ")),
            ));
        }
        let mut failure = None;
        let mut added = false;
        for subst in ways {
            match self.add_instance(index, item, &subst) {
                Ok(()) => added = true,
                Err(why) => failure = Some(why),
            }
        }
        match failure {
            Some(why) if !added => Err(why),
            _ => Ok(Tried::Added),
        }
    }

    /// The key of a function's result: function-built types are values at once, all others are taken apart first.
    pub(super) fn result_key(&mut self, ty: &Ty) -> TypeKey {
        let key = TypeKey {
            ty: ty.clone(),
            produced: !self.is_function_built(ty),
        };
        self.growing.note_type(&key);
        key
    }

    /// True if values of the type come from functions: it has private parts and no support rule, or a constructor that
    /// nobody can call.
    pub(super) fn is_function_built(&self, ty: &Ty) -> bool {
        match ty {
            Ty::Path { path, .. } if path == "std::boxed::Box" => match box_inner(ty) {
                Some(Ty::Dyn(_)) => false,
                Some(inner) => self.is_function_built(inner),
                None => false,
            },
            Ty::Path { path, .. } if IN_HARNESS.contains(&path.as_str()) => false,
            Ty::Path { path, .. } if self.built_by_functions.contains(path.as_str()) => true,
            Ty::Path { path, .. } => match self.api.types.get(path) {
                Some(_) => false,
                None => !self
                    .std
                    .items
                    .iter()
                    .any(|item| built_type(item).is_some_and(|t| t.matches(ty, &mut Subst::new()))),
            },
            Ty::Ref { inner, .. } => self.is_function_built(inner),
            _ => false,
        }
    }

    /// Supports all types that are wanted, and what these want.
    fn drain(&mut self) {
        while let Some(key) = self.growing.next_wanted() {
            self.support(&key);
        }
    }

    /// A type with these parameters, as far as impls say what it is.
    pub(super) fn normalised(&self, ty: &Ty, subst: &Subst) -> Ty {
        self.instances.normalised(ty, subst)
    }

    /// The key of an argument type; the type is queued for support.
    pub(super) fn want(&mut self, ty: &Ty) -> TypeKey {
        let key = TypeKey {
            ty: ty.clone(),
            produced: false,
        };
        self.growing.note_type(&key);
        key
    }

    /// Adds an op unless the same op is there. Arguments and result must have been noted.
    pub(super) fn add_op(&mut self, op: OpDef) {
        let made = op.item.map(|_| op.result.ty.clone());
        if self.growing.add(op)
            && let Some(made) = made
        {
            self.instances.note(&made);
        }
    }

    /// Adds an op without foreign code.
    pub(super) fn add_total(&mut self, inputs: Vec<TypeKey>, result: &TypeKey, call: Call, steps: u32) {
        self.add_op(OpDef {
            steps,
            ..OpDef::building(inputs, result.clone(), call)
        });
    }
}

/// The boxed type of a `Box<T>`.
pub(super) fn box_inner(ty: &Ty) -> Option<&Ty> {
    match ty {
        Ty::Path { path, args } if path == "std::boxed::Box" => match args.first() {
            Some(Arg::Type(inner)) => Some(inner),
            _ => None,
        },
        _ => None,
    }
}

/// Paths of the own types with private parts, and of those with a constructor that cannot be called: one that only the crate
/// writes, or that takes what cannot be named or is a raw pointer.
fn built_by_functions(api: &Api) -> BTreeSet<&str> {
    let is_out_of_reach = |ty: &Ty| matches!(ty, Ty::Unwritable(_) | Ty::Pointer { .. });
    let can_be_called =
        |made: &Constructor| made.writable && !made.types.iter().any(|ty| ty.any(&is_out_of_reach));
    api.types
        .iter()
        .filter(|(_, def)| match &def.constructors {
            Some(constructors) => !constructors.iter().all(can_be_called),
            None => true,
        })
        .map(|(path, _)| path.as_str())
        .collect()
}

/// Paths of the types that some item gives: as they are, or in an option, a result, a tuple, an array or a vector.
fn given_away(api: &Api) -> BTreeSet<&str> {
    fn note<'a>(ty: &'a Ty, found: &mut BTreeSet<&'a str>) {
        const AROUND: [&str; 3] = ["std::option::Option", "std::result::Result", "std::vec::Vec"];
        match ty {
            Ty::Path { path, args } if AROUND.contains(&path.as_str()) => {
                for arg in args {
                    if let Arg::Type(part) = arg {
                        note(part, found);
                    }
                }
            }
            Ty::Path { path, .. } => {
                found.insert(path);
            }
            Ty::Tuple(parts) => parts.iter().for_each(|part| note(part, found)),
            Ty::Array(inner, _) => note(inner, found),
            _ => {}
        }
    }
    let mut found = BTreeSet::new();
    let items = api.items.iter().chain(&api.support_items).chain(&api.given_items);
    items.for_each(|item| note(&item.output, &mut found));
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::api::{Fields, Generics, TypeDef};

    #[test]
    fn types_that_constructors_cannot_build_come_from_functions() {
        let made = |types: Vec<Ty>, writable: bool| Constructor {
            variant: None,
            fields: Fields::Tuple,
            types,
            writable,
        };
        let plain = || made(vec![Ty::prim("u8")], true);
        let pointer = Ty::Pointer {
            mutable: false,
            inner: Box::new(Ty::prim("u8")),
        };
        let private = Ty::Unwritable("imp::Thing".to_owned());
        let mut api = Api::default();
        for (name, constructors) in [
            ("open", Some(vec![plain(), plain()])),
            ("hidden", None),
            ("raw", Some(vec![made(vec![pointer], true)])),
            (
                "private",
                Some(vec![plain(), made(vec![Ty::reference(private)], true)]),
            ),
            ("later", Some(vec![plain(), made(Vec::new(), false)])),
            ("empty", Some(Vec::new())),
        ] {
            let def = TypeDef {
                path: name.to_owned(),
                generics: Generics::default(),
                constructors,
                public_fields: Vec::new(),
                is_enum: false,
                has_no_variants: false,
                has_drop: false,
            };
            api.types.insert(name.to_owned(), def);
        }
        let found: Vec<&str> = built_by_functions(&api).into_iter().collect();
        assert_eq!(found, ["hidden", "later", "private", "raw"]);
    }
}
