//! Grows the support set: items first, then the types they want, then ways to take results apart, until nothing
//! new turns up. The order of discovery is the order of ids, so equal input gives equal output.

use super::own_types::{methods_of_impls, own_generic_instances, own_generic_parts, type_bounds};
use crate::api::ty::{Arg, Subst, Ty};
use crate::api::{Api, ApiItem, Generics};
use crate::call::Call;
use crate::codes::Code;
use crate::harness_types::IN_HARNESS;
use crate::request::Constants;
use crate::solve::{KnownInstances, Solver};
use crate::support_set::{Exclusion, OpDef, SupportSet, TypeKey};
use crate::tuning::{
    DEEPEST, MANY_GENERIC_ITEMS, MOST_CONSIDERED, MOST_INSTANCES, MOST_INSTANCES_OF_MANY, MOST_OPS, ROUNDS,
};
use crate::write::arm;
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// What came of an item in one round.
enum Tried {
    /// Ops were added, or were there.
    Added,
    /// It was tried before with all that is known.
    NothingNew,
}

pub(super) struct Builder<'a> {
    pub(super) api: &'a Api,
    pub(super) std: &'a Api,
    pub(super) constants: &'a Constants,
    pub(super) set: SupportSet,
    /// Which types satisfy which bounds, for the crate's items and for the support module's functions.
    pub(super) solver: Solver,
    /// Arm bodies that rustc has refused before: they are not made again, so that other instances get their chance.
    refused: &'a BTreeSet<String>,
    /// The known instances that each item was last tried with.
    hints_used: BTreeMap<usize, Vec<Subst>>,
    /// Most instances of one item in this crate.
    pub(super) most_instances: usize,
    /// Root ops of each item.
    roots: BTreeMap<usize, usize>,
    type_ids: BTreeMap<TypeKey, usize>,
    op_keys: BTreeSet<(Call, Vec<TypeKey>, TypeKey)>,
    queue: VecDeque<TypeKey>,
    /// Closed instances of generic own types seen as results or arguments, by path.
    pub(super) instances_seen: KnownInstances,
    /// Self types of the impls that have a method of their own, by trait and name.
    pub(super) methods_of_impls: BTreeMap<(String, String), Vec<Ty>>,
    /// Bounds that any impl of a generic own type puts on its parameters.
    pub(super) type_bounds: BTreeMap<String, Generics>,
}

fn most_instances(api: &Api) -> usize {
    let generic = api.items.iter().filter(|item| !item.generics.params.is_empty());
    if generic.count() > MANY_GENERIC_ITEMS {
        MOST_INSTANCES_OF_MANY
    } else {
        MOST_INSTANCES
    }
}

/// Builds the support set of `api` with the std support module `std`.
///
/// `keep_results_whole`: what calls return is never taken apart.
/// `refused`: arm bodies and placeholder impls that rustc refused in an earlier attempt.
pub(crate) fn build(
    api: &Api,
    std: &Api,
    constants: &Constants,
    keep_results_whole: bool,
    refused: &BTreeSet<String>,
) -> SupportSet {
    let mut builder = Builder {
        api,
        std,
        constants,
        set: SupportSet::default(),
        solver: Solver::new(api, std, refused),
        refused,
        hints_used: BTreeMap::new(),
        most_instances: most_instances(api),
        roots: BTreeMap::new(),
        type_ids: BTreeMap::new(),
        op_keys: BTreeSet::new(),
        queue: VecDeque::new(),
        instances_seen: BTreeMap::new(),
        methods_of_impls: methods_of_impls(api),
        type_bounds: type_bounds(api),
    };
    builder.run(keep_results_whole);
    builder.set
}

impl Builder<'_> {
    fn run(&mut self, keep_results_whole: bool) {
        let order = self.item_order();
        let mut failures: BTreeMap<usize, (Code, String)> = BTreeMap::new();
        for round in 0..ROUNDS {
            let productive = self.productive();
            self.note_what_is_produced(&productive);
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
                        if !self.set.ops.iter().any(|op| op.item == Some(index)) {
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
        self.let_functions_build_unproductive_types();
        self.let_closures_answer();
        self.drop_unfed_instances();
        self.set.exclusions = failures
            .into_iter()
            .map(|(item, (code, reason))| Exclusion { item, code, reason })
            .collect();
    }

    /// Items without parameters first: what they return tells which instances exist.
    fn item_order(&self) -> Vec<usize> {
        let (plain, generic): (Vec<usize>, Vec<usize>) =
            (0..self.api.items.len()).partition(|i| self.api.items[*i].generics.params.is_empty());
        plain.into_iter().chain(generic).collect()
    }

    /// Adds the ops of one item in every instance known by now.
    fn add_item(&mut self, index: usize, productive: &BTreeSet<TypeKey>) -> Result<Tried, (Code, String)> {
        let item = &self.api.items[index];
        let Some(ways) = self.item_instances(index, item, productive) else {
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

    /// Instances of an item, or none if there is nothing new to try: those that take what is known to be produced before
    /// others, placeholders first.
    fn item_instances(
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
        let mut found: Vec<Subst> = Vec::new();
        let mut hints: Vec<Subst> = Vec::new();
        for pattern in &patterns {
            let head = pattern.head().unwrap_or_default();
            for known in self.instances_seen.get(head).into_iter().flatten() {
                let mut fixed = Subst::new();
                if pattern.matches(known, &mut fixed) && !hints.contains(&fixed) {
                    hints.push(fixed);
                }
            }
        }
        // Nothing new is known since the last round.
        if self.hints_used.get(&index) == Some(&hints) {
            return None;
        }
        self.hints_used.insert(index, hints.clone());
        for fixed in &hints {
            if found.len() >= 2 * MOST_CONSIDERED {
                break;
            }
            if let Some(subst) = self.solver.completed(&generics, fixed, &self.instances_seen)
                && !found.contains(&subst)
            {
                found.push(subst);
            }
        }
        for subst in self
            .solver
            .instances(&generics, &Subst::new(), &self.instances_seen, MOST_CONSIDERED)
        {
            if !found.contains(&subst) {
                found.push(subst);
            }
        }
        // What other functions of a type demand is no condition, only a good guess.
        if found.is_empty() && generics.predicates.len() > item.generics.predicates.len() {
            found = self.solver.instances(
                &item.generics,
                &Subst::new(),
                &self.instances_seen,
                MOST_CONSIDERED,
            );
        }
        // `i32` and what stands for it are one choice: whichever something is known to produce.
        let mut seen = BTreeSet::new();
        let has_hole = |s: &Subst| s.values().any(|a| matches!(a, Arg::Type(t) if t.mentions_hole()));
        let unfed = |s: &Subst| {
            item.inputs
                .iter()
                .filter(|ty| !self.can_be_fed(&self.normalised(ty, s), productive))
                .count()
        };
        let mut ranked: Vec<(usize, Subst)> = found.into_iter().map(|s| (unfed(&s), s)).collect();
        // Where every implementor has a method of its own, one of those is called.
        if ranked.iter().any(|(_, s)| !self.is_overridden(item, s)) {
            ranked.retain(|(_, s)| !self.is_overridden(item, s));
        }
        ranked.sort_by_key(|(unfed, _)| *unfed);
        ranked.retain(|(_, s)| seen.insert(super::own_types::as_seen(s)));
        // Placeholder instances first: the others are explored only if the placeholder was looked at. One of each kind
        // has to be there, because a demand leads from the one to the other.
        let (with, without): (Vec<_>, Vec<_>) = ranked.into_iter().partition(|(_, s)| has_hole(s));
        let room = self.most_instances - usize::from(!with.is_empty());
        let is_fed = without.first().is_some_and(|(unfed, _)| *unfed == 0);
        let mut chosen: Vec<Subst> = without.into_iter().map(|(_, s)| s).collect();
        if is_fed && let Some(with_items) = self.with_items(&generics, &patterns, &chosen[0]) {
            chosen.insert(1, with_items);
        }
        let mut placed: Vec<Subst> = with.into_iter().map(|(_, s)| s).collect();
        placed.truncate(if chosen.is_empty() { self.most_instances } else { 1 });
        chosen.truncate(room.max(1));
        placed.extend(chosen);
        Some(placed)
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

    pub(super) fn normalised(&self, ty: &Ty, subst: &Subst) -> Ty {
        self.solver.normalise(&ty.substitute(subst))
    }

    /// The key of an argument type; the type is queued for support.
    pub(super) fn want(&mut self, ty: &Ty) -> TypeKey {
        let key = TypeKey {
            ty: ty.clone(),
            produced: false,
        };
        self.note_type(&key);
        key
    }

    pub(super) fn note_type(&mut self, key: &TypeKey) {
        if self.type_ids.contains_key(key) {
            return;
        }
        self.type_ids.insert(key.clone(), self.set.types.len());
        self.set.types.push(key.clone());
        if !key.produced {
            self.queue.push_back(key.clone());
        }
    }

    /// Forgets the instances of generic own types that nothing is known to make, so that later rounds try with others.
    /// What most ops make comes first: the instance that only a few loosely bounded functions make leads nowhere.
    fn note_what_is_produced(&mut self, productive: &BTreeSet<TypeKey>) {
        let mut makers: BTreeMap<Ty, (usize, usize)> = BTreeMap::new();
        for op in &self.set.ops {
            if op.item.is_none() || !op.inputs.iter().all(|input| productive.contains(input)) {
                continue;
            }
            let mut parts = vec![op.result.ty.clone()];
            parts.extend(self.constructor_parts(&op.result.ty));
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
        self.instances_seen.clear();
        for (ty, _) in order {
            self.note_instances(&ty);
        }
    }

    fn note_instances(&mut self, ty: &Ty) {
        if let Ty::Path { path, args } = ty
            && !args.is_empty()
            && self.api.types.contains_key(path)
        {
            let seen = self.instances_seen.entry(path.clone()).or_default();
            if !seen.contains(ty) && seen.len() < 2 * MOST_INSTANCES {
                seen.push(ty.clone());
            }
        }
        let mut parts = Vec::new();
        ty.for_children(&mut |child| parts.push(child.clone()));
        for part in parts {
            self.note_instances(&part);
        }
    }

    /// The key of a function's result: function-built types are values at once, all others are taken apart first.
    pub(super) fn result_key(&mut self, ty: &Ty) -> TypeKey {
        let key = TypeKey {
            ty: ty.clone(),
            produced: !self.is_function_built(ty),
        };
        self.note_type(&key);
        key
    }

    /// True if values of the type come from functions: it has private parts and no support rule.
    pub(super) fn is_function_built(&self, ty: &Ty) -> bool {
        match ty {
            Ty::Path { path, .. } if path == "std::boxed::Box" => match box_inner(ty) {
                Some(Ty::Dyn(_)) => false,
                Some(inner) => self.is_function_built(inner),
                None => false,
            },
            Ty::Path { path, .. } if IN_HARNESS.contains(&path.as_str()) => false,
            Ty::Path { path, .. } => match self.api.types.get(path) {
                Some(def) => def.constructors.is_none(),
                None => !self.std.items.iter().any(|item| {
                    super::functions::built_type(item).is_some_and(|t| t.matches(ty, &mut Subst::new()))
                }),
            },
            Ty::Ref { inner, .. } => self.is_function_built(inner),
            _ => false,
        }
    }

    /// Adds an op unless the same op is there. Arguments and result must have been noted.
    pub(super) fn add_op(&mut self, op: OpDef) {
        if self.set.ops.len() >= MOST_OPS {
            return;
        }
        let is_refused = || arm::body(&op).is_some_and(|body| self.refused.contains(&body));
        if op.item.is_some() && !self.refused.is_empty() && is_refused() {
            return;
        }
        let key = (op.call.clone(), op.inputs.clone(), op.result.clone());
        if self.op_keys.insert(key) {
            if let Some(item) = op.item {
                *self.roots.entry(item).or_default() += usize::from(op.is_root);
                self.note_instances(&op.result.ty.clone());
            }
            self.set.ops.push(op);
        }
    }

    /// Adds an op without foreign code.
    pub(super) fn add_total(&mut self, inputs: Vec<TypeKey>, result: &TypeKey, call: Call, steps: u32) {
        self.add_op(OpDef {
            steps,
            ..OpDef::building(inputs, result.clone(), call)
        });
    }

    /// How many root ops the item has.
    pub(super) fn roots_of(&self, item: usize) -> usize {
        self.roots.get(&item).copied().unwrap_or(0)
    }

    fn drain(&mut self) {
        while let Some(key) = self.queue.pop_front() {
            if key.ty.nesting() <= DEEPEST && self.set.ops.len() < MOST_OPS {
                self.support(&key);
            }
        }
    }

    /// A type all of whose constructors are public, but which they cannot build (an argument has no value), gets
    /// the functions that return it after all.
    fn let_functions_build_unproductive_types(&mut self) {
        for _ in 0..4 {
            let productive = self.productive();
            let mut changed = false;
            for position in 0..self.set.ops.len() {
                let result = &self.set.ops[position].result;
                if !result.produced {
                    continue;
                }
                let as_argument = TypeKey {
                    ty: result.ty.clone(),
                    produced: false,
                };
                if self.type_ids.contains_key(&as_argument) && !productive.contains(&as_argument) {
                    self.set.ops[position].result = as_argument;
                    self.set.ops[position].builds = true;
                    changed = true;
                }
            }
            if !changed {
                return;
            }
        }
    }

    /// Drops the calls that nothing can feed, as long as their item has another one.
    fn drop_unfed_instances(&mut self) {
        let productive = self.productive();
        let is_fed = |op: &OpDef| op.inputs.iter().all(|input| productive.contains(input));
        let fed_items: BTreeSet<usize> = self
            .set
            .ops
            .iter()
            .filter(|op| op.is_root && is_fed(op))
            .filter_map(|op| op.item)
            .collect();
        self.set.ops.retain(|op| match op.item {
            Some(item) if !fed_items.contains(&item) && op.is_root => true,
            _ => is_fed(op),
        });
    }

    /// Types with at least one finite plan. Linear in the number of arguments of all ops.
    pub(super) fn productive(&self) -> BTreeSet<TypeKey> {
        let mut waiting: BTreeMap<&TypeKey, Vec<usize>> = BTreeMap::new();
        let mut missing: Vec<usize> = Vec::with_capacity(self.set.ops.len());
        let mut ready: Vec<usize> = Vec::new();
        for (index, op) in self.set.ops.iter().enumerate() {
            missing.push(op.inputs.len());
            if op.inputs.is_empty() {
                ready.push(index);
            }
            for input in &op.inputs {
                waiting.entry(input).or_default().push(index);
            }
        }
        let mut done: BTreeSet<TypeKey> = BTreeSet::new();
        while let Some(index) = ready.pop() {
            let op = &self.set.ops[index];
            if !op.builds || !done.insert(op.result.clone()) {
                continue;
            }
            for user in waiting.get(&op.result).into_iter().flatten() {
                missing[*user] -= 1;
                if missing[*user] == 0 {
                    ready.push(*user);
                }
            }
        }
        done
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
