//! Which monomorphic instances of an item there are, and which of them it gets: what one op makes another takes.

use super::makers::Makers;
use super::own_types::{
    implementors_made, methods_of_impls, own_generic_instances, own_generic_parts, targets_of_conversions,
    type_bounds,
};
use crate::api::responders::can_be_chosen;
use crate::api::ty::{Arg, Subst, Ty};
use crate::api::{Api, ApiItem, CallForm, Generics};
use crate::call::Call;
use crate::harness_types::{ITEMS, ODD_ITEMS};
use crate::solve::{KnownInstances, Solver};
use crate::support_file::is_of_support_file;
use crate::support_set::{SupportSet, TypeKey};
use crate::tuning::{MANY_GENERIC_ITEMS, MOST_CONSIDERED, MOST_INSTANCES, MOST_INSTANCES_OF_MANY};
use std::collections::{BTreeMap, BTreeSet};

/// What is known of instances.
pub(super) struct Instances<'a> {
    api: &'a Api,
    /// Which types satisfy which bounds, for the crate's items and for the support module's functions.
    solver: Solver,
    /// Closed instances of generic own types seen as results or arguments, by path.
    seen: KnownInstances,
    /// Own types of which something is known to make values, what most ops make first.
    made: Vec<Ty>,
    /// The known instances that each item was last tried with.
    hints_used: BTreeMap<usize, Vec<Subst>>,
    /// Most instances of one item in this crate.
    pub(super) most: usize,
    /// Self types of the impls that have a method of their own, by trait and name.
    overriding: BTreeMap<(String, String), Vec<Ty>>,
    /// Bounds that any impl of a generic own type puts on its parameters.
    pub(super) type_bounds: BTreeMap<String, Generics>,
    makers: Makers<'a>,
}

impl<'a> Instances<'a> {
    /// Without the placeholder impls that rustc is known to refuse.
    pub(super) fn new(api: &'a Api, std: &Api, refused: &BTreeSet<String>) -> Instances<'a> {
        let generic = api.items.iter().filter(|item| !item.generics.params.is_empty());
        Instances {
            api,
            solver: Solver::new(api, std, refused),
            seen: KnownInstances::new(),
            made: Vec::new(),
            hints_used: BTreeMap::new(),
            most: if generic.count() > MANY_GENERIC_ITEMS {
                MOST_INSTANCES_OF_MANY
            } else {
                MOST_INSTANCES
            },
            overriding: methods_of_impls(api),
            type_bounds: type_bounds(api),
            makers: Makers::of(api),
        }
    }

    /// A type with these parameters, as far as impls say what it is.
    pub(super) fn normalised(&self, ty: &Ty, subst: &Subst) -> Ty {
        self.solver.normalise(&ty.substitute(subst))
    }

    /// Ways to choose all parameters, `fixed` ones given; with the known instances first.
    pub(super) fn ways(&self, generics: &Generics, fixed: &Subst, most: usize) -> Vec<Subst> {
        self.solver.instances(generics, fixed, &self.seen, most)
    }

    /// The first way to choose the rest of the parameters; with the known instances first.
    pub(super) fn completed(&self, generics: &Generics, fixed: &Subst) -> Option<Subst> {
        self.solver.completed(generics, fixed, &self.seen)
    }

    /// The first way to choose the rest of an item's parameters with which it takes what something makes.
    pub(super) fn completed_with_maker(&self, item: &ApiItem, fixed: &Subst) -> Option<Subst> {
        self.makers.completed(item, fixed, (&self.solver, &self.seen))
    }

    /// The first way to choose the rest of the parameters of a function of the support module.
    pub(super) fn of_support(&self, generics: &Generics, fixed: &Subst) -> Option<Subst> {
        self.solver.completed(generics, fixed, &KnownInstances::new())
    }

    /// A way to choose the parameters of a function of the support module that takes apart, placeholders first.
    pub(super) fn of_part(&self, generics: &Generics, fixed: &Subst) -> Option<Subst> {
        self.solver
            .instances(generics, fixed, &KnownInstances::new(), 1)
            .pop()
    }

    /// Instances of an item, or none if there is nothing new to try: those that take what is known to be produced before
    /// others, placeholders first.
    pub(super) fn of_item(
        &mut self,
        index: usize,
        item: &ApiItem,
        productive: &BTreeSet<TypeKey>,
    ) -> Option<Vec<Subst>> {
        if item.generics.params.is_empty() {
            return Some(vec![Subst::new()]);
        }
        let mut generics = item.generics.clone();
        let patterns: Vec<Ty> = item
            .inputs
            .iter()
            .chain([&item.output])
            .flat_map(|ty| own_generic_parts(self.api, ty))
            .collect();
        for pattern in &patterns {
            self.add_type_bounds(pattern, &mut generics);
        }
        let hints = self.hints(&patterns);
        let implementors = implementors_made(&self.solver, &item.generics, &item.inputs, &self.made);
        let all: Vec<Subst> = hints.iter().chain(&implementors).cloned().collect();
        // Nothing new is known since the last round.
        if self.hints_used.get(&index) == Some(&all) {
            return None;
        }
        let mut found = self.candidates(item, &generics, &hints);
        // A stand-in can be fed always, and leads nowhere by itself.
        let is_fed =
            (found.iter()).any(|subst| !mentions_stand_in(subst) && self.unfed(item, subst, productive) == 0);
        // In the first round nothing is known to be made yet.
        let is_first = productive.is_empty();
        if !is_fed {
            let known = implementors
                .iter()
                .filter_map(|fixed| self.completed(&generics, fixed));
            let with_maker = (!is_first)
                .then(|| self.completed_with_maker(item, &Subst::new()))
                .flatten();
            found.extend(known.chain(with_maker).collect::<Vec<Subst>>());
        }
        if is_fed || !is_first {
            self.hints_used.insert(index, all);
        }
        Some(self.chosen(item, (&generics, &patterns), found, productive))
    }

    /// What the known instances of these types say about parameters.
    fn hints(&self, patterns: &[Ty]) -> Vec<Subst> {
        let mut hints: Vec<Subst> = Vec::new();
        for pattern in patterns {
            let head = pattern.head().unwrap_or_default();
            for known in self.seen.get(head).into_iter().flatten() {
                let mut fixed = Subst::new();
                if pattern.matches(known, &mut fixed) && !hints.contains(&fixed) {
                    hints.push(fixed);
                }
            }
        }
        hints
    }

    /// Choices of all parameters that are considered.
    fn candidates(&self, item: &ApiItem, generics: &Generics, hints: &[Subst]) -> Vec<Subst> {
        let found = self.candidates_within(generics, hints);
        // What other functions of a type demand is no condition, only a good guess.
        if found.is_empty() && generics.predicates.len() > item.generics.predicates.len() {
            return self.candidates_within(&item.generics, hints);
        }
        found
    }

    /// Those with which bounds hold, what is known first.
    fn candidates_within(&self, generics: &Generics, hints: &[Subst]) -> Vec<Subst> {
        let mut found: Vec<Subst> = Vec::new();
        for fixed in hints {
            if found.len() >= 2 * MOST_CONSIDERED {
                break;
            }
            if let Some(subst) = self.completed(generics, fixed)
                && !found.contains(&subst)
            {
                found.push(subst);
            }
        }
        for subst in self.ways(generics, &Subst::new(), MOST_CONSIDERED) {
            if !found.contains(&subst) {
                found.push(subst);
            }
        }
        found
    }

    /// The instances that an item gets, of those that were found.
    fn chosen(
        &self,
        item: &ApiItem,
        (generics, patterns): (&Generics, &[Ty]),
        found: Vec<Subst>,
        productive: &BTreeSet<TypeKey>,
    ) -> Vec<Subst> {
        // `i32` and what stands for it are one choice: whichever something is known to produce.
        let mut seen = BTreeSet::new();
        let rank = |s: Subst| (self.unfed(item, &s, productive), s);
        let mut ranked: Vec<(usize, Subst)> = found.into_iter().map(rank).collect();
        // Where every implementor has a method of its own, one of those is called, beside what stands in for others: of that nothing returns
        // that its trait demands.
        let is_of_a_stand_in = |s: &Subst| chosen_implementor(item, s).is_some_and(Ty::mentions_stand_in);
        if ranked
            .iter()
            .any(|(_, s)| !self.is_overridden(item, s) && !is_of_a_stand_in(s))
        {
            ranked.retain(|(_, s)| !self.is_overridden(item, s));
        }
        ranked.sort_by_key(|(unfed, _)| *unfed);
        ranked.retain(|(_, s)| seen.insert(as_seen(s)));
        let ranked = different_first(ranked);
        // Placeholder instances first: the others are explored only if the placeholder was looked at. One of each kind
        // has to be there, because a demand leads from the one to the other.
        let (odd, ranked): (Vec<_>, Vec<_>) = ranked.into_iter().partition(|(_, s)| mentions_odd_items(s));
        let (with, without): (Vec<_>, Vec<_>) = ranked.into_iter().partition(|(_, s)| mentions_stand_in(s));
        let room = self.most - usize::from(!with.is_empty());
        let is_fed = without.first().is_some_and(|(unfed, _)| *unfed == 0);
        let mut chosen: Vec<Subst> = without.into_iter().map(|(_, s)| s).collect();
        let odd = match odd.into_iter().next() {
            Some((_, known)) => Some(known),
            None => chosen
                .first()
                .and_then(|first| self.with_odd_items(generics, first)),
        };
        if is_fed && let Some(with_items) = self.with_items(generics, patterns, &chosen[0]) {
            chosen.insert(1, with_items);
        }
        let mut placed: Vec<Subst> = with.into_iter().map(|(_, s)| s).collect();
        // Of each kind: what ends at the largest number may fail without a look at a placeholder.
        let inclusive: Vec<Subst> = [placed.first(), chosen.first()]
            .into_iter()
            .flatten()
            .filter_map(|first| self.with_inclusive_ranges(generics, first))
            .collect();
        placed.truncate(if chosen.is_empty() { self.most } else { 1 });
        chosen.truncate(room.max(1));
        placed.extend(chosen);
        // What takes an iterator has one instance more: which promises an iterator keeps is asked of nothing else. What takes a range
        // has one: no other range ends at the largest number. And what takes whatever becomes an own type has one that takes that.
        let own = targets_of_conversions(self.api, &item.generics);
        let own = (own.iter())
            .filter_map(|fixed| self.completed(generics, fixed))
            .find(|choice| self.unfed(item, choice, productive) == 0);
        for more in odd.into_iter().chain(inclusive).chain(own) {
            if !placed.contains(&more) {
                placed.push(more);
            }
        }
        placed
    }

    /// Another choice of parameters: each iterator over a vector, or vector that becomes one, is an odd iterator.
    fn with_odd_items(&self, generics: &Generics, choice: &Subst) -> Option<Subst> {
        let fixed = others(choice, &["std::vec::IntoIter", "std::vec::Vec"], ODD_ITEMS)?;
        self.completed(generics, &fixed)
    }

    /// Another choice of parameters: each range without its end is one with it.
    fn with_inclusive_ranges(&self, generics: &Generics, choice: &Subst) -> Option<Subst> {
        let fixed = others(choice, &["std::ops::Range"], "std::ops::RangeInclusive")?;
        let mut all = choice.clone();
        all.extend(fixed.clone());
        self.completed(generics, &all)
            .or_else(|| self.completed(generics, &fixed))
    }

    /// How many arguments of the instance nothing is known to make.
    fn unfed(&self, item: &ApiItem, subst: &Subst, productive: &BTreeSet<TypeKey>) -> usize {
        let is_unfed = |ty: &&Ty| !self.can_be_fed(&self.normalised(ty, subst), productive);
        item.inputs.iter().filter(is_unfed).count()
    }

    /// Another choice of parameters: an iterator over a vector that goes into no own type, whose methods may want more of
    /// it, becomes one whose items are chosen.
    fn with_items(&self, generics: &Generics, own_types: &[Ty], choice: &Subst) -> Option<Subst> {
        let (name, items) = generics.params.iter().find_map(|param| {
            let Arg::Type(Ty::Path { path, args }) = choice.get(&param.name)? else {
                return None;
            };
            let parameter = Ty::Param(param.name.clone());
            let is_kept = own_types.iter().any(|ty| ty.any(&|part| *part == parameter));
            let is_over_vector = path == "std::vec::IntoIter";
            (is_over_vector && !is_kept).then(|| (param.name.clone(), args.clone()))
        })?;
        let [Arg::Type(item)] = &items[..] else {
            return None;
        };
        let answer = Ty::path("std::option::Option", vec![item.clone()]);
        if item.mentions_hole() || !can_be_chosen(self.api, &answer) {
            return None;
        }
        let iterator = Ty::Path {
            path: ITEMS.to_owned(),
            args: items,
        };
        let fixed = Subst::from([(name, Arg::Type(iterator))]);
        self.completed(generics, &fixed)
    }

    /// True unless the type has own types in it of which nothing is known to make this instance.
    fn can_be_fed(&self, ty: &Ty, productive: &BTreeSet<TypeKey>) -> bool {
        match ty {
            Ty::Ref { inner, .. } => self.can_be_fed(inner, productive),
            _ if productive.contains(&TypeKey {
                ty: ty.clone(),
                produced: false,
            }) =>
            {
                true
            }
            Ty::Path { path, .. } if self.api.types.contains_key(path) => false,
            Ty::Path { args, .. } => args.iter().all(|arg| match arg {
                Arg::Type(part) => self.can_be_fed(part, productive),
                Arg::Const(_) => true,
            }),
            Ty::Tuple(parts) => parts.iter().all(|part| self.can_be_fed(part, productive)),
            Ty::Slice(inner) | Ty::Array(inner, _) => self.can_be_fed(inner, productive),
            _ => true,
        }
    }

    /// What the impls of a generic own type demand of its parameters holds for every value that can be made.
    fn add_type_bounds(&self, pattern: &Ty, generics: &mut Generics) {
        let Ty::Path { path, args } = pattern else { return };
        let Some(bounds) = self.type_bounds.get(path) else {
            return;
        };
        let rename: Subst = bounds
            .params
            .iter()
            .zip(args)
            .map(|(param, arg)| (param.name.clone(), arg.clone()))
            .collect();
        // What a signature leaves to defaults cannot be said in the item's names.
        let left_out: Vec<&str> = bounds
            .params
            .iter()
            .skip(args.len())
            .map(|p| p.name.as_str())
            .collect();
        let speaks_of_it =
            |ty: &Ty| ty.any(&|t| matches!(t, Ty::Param(name) if left_out.contains(&name.as_str())));
        for predicate in &bounds.predicates {
            if speaks_of_it(&predicate.ty) {
                continue;
            }
            let mut renamed = predicate.clone();
            renamed.ty = renamed.ty.substitute(&rename);
            renamed.bounds = renamed.bounds.iter().map(|b| b.substitute(&rename)).collect();
            if !generics.predicates.contains(&renamed) {
                generics.predicates.push(renamed);
            }
        }
    }

    /// True if the instance's call of a provided method is another item: the implementor has a method of its own.
    fn is_overridden(&self, item: &ApiItem, subst: &Subst) -> bool {
        let CallForm::TraitMethod { trait_, name, .. } = &item.form else {
            return false;
        };
        let Some(chosen) = chosen_implementor(item, subst) else {
            return false;
        };
        let Some(overriding) = self.overriding.get(&(trait_.path.clone(), name.clone())) else {
            return false;
        };
        overriding
            .iter()
            .any(|pattern| pattern.matches(chosen, &mut Subst::new()))
    }

    /// What the public constructors of an own type, or of what is directly in it, are made of: it can be taken out.
    fn constructor_parts(&self, ty: &Ty) -> Vec<Ty> {
        let mut parts = Vec::new();
        let mut add = |ty: &Ty| {
            let Ty::Path { path, args } = ty else { return };
            let Some(def) = self.api.types.get(path) else {
                return;
            };
            let names = def.generics.params.iter().map(|param| param.name.clone());
            let subst: Subst = names.zip(args.iter().cloned()).collect();
            for constructor in def.constructors.iter().flatten() {
                parts.extend(constructor.types.iter().map(|part| self.normalised(part, &subst)));
            }
        };
        add(ty);
        ty.for_children(&mut add);
        parts.retain(Ty::is_closed);
        parts
    }

    /// Forgets the instances of generic own types that nothing is known to make, so that later rounds try with others.
    /// What most ops make comes first: the instance that only a few loosely bounded functions make leads nowhere.
    pub(super) fn note_what_is_produced(&mut self, set: &SupportSet, productive: &BTreeSet<TypeKey>) {
        let mut makers: BTreeMap<Ty, (usize, usize)> = BTreeMap::new();
        self.made.clear();
        for op in &set.ops {
            let is_given = matches!(&op.call, Call::Item(call) if is_of_support_file(call.form.name()));
            if (op.item.is_none() && !is_given) || !op.inputs.iter().all(|input| productive.contains(input)) {
                continue;
            }
            let mut parts = vec![op.result.ty.clone()];
            parts.extend(self.constructor_parts(&op.result.ty));
            let is_own = |ty: &Ty| ty.head().is_some_and(|path| self.api.types.contains_key(path));
            if is_own(&op.result.ty) && !self.made.contains(&op.result.ty) {
                self.made.push(op.result.ty.clone());
            }
            let mut made: BTreeSet<Ty> = BTreeSet::new();
            for part in &parts {
                own_generic_instances(self.api, part, &mut made);
            }
            for ty in made {
                let next = makers.len();
                makers.entry(ty).or_insert((0, next)).0 += 1;
            }
        }
        let mut order: Vec<(Ty, (usize, usize))> = makers.into_iter().collect();
        order.sort_by_key(|(_, (count, first))| (std::cmp::Reverse(*count), *first));
        let rank = |ty: &Ty| order.iter().position(|(made, _)| made == ty);
        self.made.sort_by_key(|ty| rank(ty).unwrap_or(usize::MAX));
        self.seen.clear();
        for (ty, _) in order {
            self.note(&ty);
        }
    }

    /// Takes down the closed instances of generic own types in a type.
    pub(super) fn note(&mut self, ty: &Ty) {
        if let Ty::Path { path, args } = ty
            && !args.is_empty()
            && self.api.types.contains_key(path)
        {
            let seen = self.seen.entry(path.clone()).or_default();
            if !seen.contains(ty) && seen.len() < 2 * MOST_INSTANCES {
                seen.push(ty.clone());
            }
        }
        let mut parts = Vec::new();
        ty.for_children(&mut |child| parts.push(child.clone()));
        for part in parts {
            self.note(&part);
        }
    }
}

/// Choices in the order of their ranks; of equal ones the first, then always what has least in common with those before it.
fn different_first(mut ranked: Vec<(usize, Subst)>) -> Vec<(usize, Subst)> {
    let mut ordered: Vec<(usize, Subst)> = Vec::with_capacity(ranked.len());
    while let Some((rank, _)) = ranked.first() {
        let alike = ranked.iter().take_while(|(other, _)| other == rank).count();
        let had =
            |(name, arg): &(&String, &Arg)| ordered.iter().any(|(_, before)| before.get(*name) == Some(*arg));
        let next = (0..alike).min_by_key(|position| ranked[*position].1.iter().filter(had).count());
        ordered.push(ranked.remove(next.unwrap_or(0)));
    }
    ordered
}

/// What each parameter becomes that is one of these types: `other` of the same arguments. None: there is none.
fn others(choice: &Subst, types: &[&str], other: &str) -> Option<Subst> {
    let other = |args: &[Arg]| Ty::Path {
        path: other.to_owned(),
        args: args.to_vec(),
    };
    let fixed: Subst = (choice.iter())
        .filter_map(|(name, arg)| match arg {
            Arg::Type(Ty::Path { path, args }) if types.contains(&path.as_str()) => {
                Some((name.clone(), Arg::Type(other(args))))
            }
            _ => None,
        })
        .collect();
    (!fixed.is_empty()).then_some(fixed)
}

/// The implementor whose provided method is called.
fn chosen_implementor<'s>(item: &ApiItem, subst: &'s Subst) -> Option<&'s Ty> {
    match &item.form {
        CallForm::TraitMethod {
            self_type: Ty::Param(implementor),
            ..
        } => match subst.get(implementor)? {
            Arg::Type(chosen) => Some(chosen),
            Arg::Const(_) => None,
        },
        _ => None,
    }
}

/// True if a placeholder type, or what stands in its place, is among the arguments.
fn mentions_stand_in(subst: &Subst) -> bool {
    subst
        .values()
        .any(|arg| matches!(arg, Arg::Type(ty) if ty.mentions_stand_in()))
}

/// True if an odd iterator is in an argument.
fn mentions_odd_items(subst: &Subst) -> bool {
    let is_odd = |ty: &Ty| ty.any(&|part| part.head() == Some(ODD_ITEMS));
    subst
        .values()
        .any(|arg| matches!(arg, Arg::Type(ty) if is_odd(ty)))
}

/// True if a placeholder type is among the arguments.
pub(super) fn mentions_hole(subst: &Subst) -> bool {
    subst
        .values()
        .any(|arg| matches!(arg, Arg::Type(ty) if ty.mentions_hole()))
}

/// A choice of parameters as people see it: two that look the same are one too many.
fn as_seen(subst: &Subst) -> Subst {
    subst
        .iter()
        .map(|(name, arg)| {
            let seen = match arg {
                Arg::Type(ty) => Arg::Type(ty.without_lazy()),
                Arg::Const(text) => Arg::Const(text.clone()),
            };
            (name.clone(), seen)
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_equal_choices_what_differs_most_comes_next() {
        let choice = |ty: &str, len: &str| {
            let ty = Arg::Type(Ty::prim(ty));
            Subst::from([("T".to_owned(), ty), ("N".to_owned(), Arg::Const(len.to_owned()))])
        };
        let ranked = vec![
            (0, choice("i32", "2")),
            (0, choice("str", "2")),
            (0, choice("str", "1")),
            (1, choice("u8", "0")),
        ];
        let order: Vec<Subst> = different_first(ranked).into_iter().map(|(_, s)| s).collect();
        let expected = [("i32", "2"), ("str", "1"), ("str", "2"), ("u8", "0")];
        assert_eq!(order, expected.map(|(ty, len)| choice(ty, len)));
    }
}
