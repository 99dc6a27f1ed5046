//! Grows the support set: items first, then the types they want, then ways to take results apart, until nothing
//! new turns up. The order of discovery is the order of ids, so equal input gives equal output.

use super::instances::{MOST_INSTANCES, instances};
use super::normalise::normalise;
use super::{Exclusion, OpBody, OpDef, SupportSet, TypeKey, Written};
use crate::api::ty::{Arg, Subst, Ty};
use crate::api::{Api, ApiItem, Generics};
use crate::codes::Code;
use crate::request::Constants;
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// Deepest nesting of a type constructor: ends the growth of recursive instances.
pub(super) const DEEPEST: usize = 6;
/// Most ops: a crate with more is cut here (the items' own ops come first).
const MOST_OPS: usize = 40_000;

pub(super) struct Builder<'a> {
    pub(super) api: &'a Api,
    pub(super) std: &'a Api,
    pub(super) constants: &'a Constants,
    pub(super) set: SupportSet,
    type_ids: BTreeMap<TypeKey, usize>,
    op_keys: BTreeSet<(String, Vec<TypeKey>, TypeKey)>,
    queue: VecDeque<TypeKey>,
    /// Closed instances of generic own types seen as results or arguments, by path.
    instances_seen: BTreeMap<String, Vec<Ty>>,
    /// Bounds that any impl of a generic own type puts on its parameters.
    type_bounds: BTreeMap<String, Generics>,
}

/// Builds the support set of `api` with the std support module `std`.
pub(crate) fn build(api: &Api, std: &Api, constants: &Constants) -> SupportSet {
    let mut builder = Builder {
        api,
        std,
        constants,
        set: SupportSet::default(),
        type_ids: BTreeMap::new(),
        op_keys: BTreeSet::new(),
        queue: VecDeque::new(),
        instances_seen: BTreeMap::new(),
        type_bounds: type_bounds(api),
    };
    builder.run();
    builder.set
}

impl Builder<'_> {
    fn run(&mut self) {
        let order = self.item_order();
        let mut failures: BTreeMap<usize, (Code, String)> = BTreeMap::new();
        for round in 0..3 {
            for &index in &order {
                let item = &self.api.items[index];
                if let Some(barrier) = &item.barrier {
                    failures.insert(index, (barrier.code, barrier.reason.clone()));
                    continue;
                }
                if round > 0 && item.generics.params.is_empty() {
                    continue;
                }
                match self.add_item(index) {
                    Ok(()) => {
                        failures.remove(&index);
                    }
                    Err(failure) => {
                        if !self.set.ops.iter().any(|op| op.item == Some(index)) {
                            failures.insert(index, failure);
                        }
                    }
                }
            }
            self.drain();
            self.take_results_apart();
            self.drain();
        }
        self.let_functions_build_unproductive_types();
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
    fn add_item(&mut self, index: usize) -> Result<(), (Code, String)> {
        let item = &self.api.items[index];
        let ways = self.item_instances(item);
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
            _ => Ok(()),
        }
    }

    fn item_instances(&self, item: &ApiItem) -> Vec<Subst> {
        if item.generics.params.is_empty() {
            return vec![Subst::new()];
        }
        let mut generics = item.generics.clone();
        let mut found: Vec<Subst> = Vec::new();
        for input in item.inputs.iter().chain([&item.output]) {
            for pattern in own_generic_parts(self.api, input) {
                self.add_type_bounds(&pattern, &mut generics);
                let head = pattern.head().unwrap_or_default();
                for known in self.instances_seen.get(head).into_iter().flatten() {
                    let mut fixed = Subst::new();
                    if pattern.matches(known, &mut fixed) {
                        for subst in instances(self.api, &generics, &fixed).into_iter().take(2) {
                            if !found.contains(&subst) && found.len() < 2 * MOST_INSTANCES {
                                found.push(subst);
                            }
                        }
                    }
                }
            }
        }
        if found.len() < MOST_INSTANCES {
            for subst in instances(self.api, &generics, &Subst::new()) {
                if !found.contains(&subst) {
                    found.push(subst);
                }
            }
        }
        // Placeholder instances first: the others are explored only if the placeholder was looked at.
        found.sort_by_key(|s| {
            !s.values()
                .any(|a| matches!(a, Arg::Type(t) if super::mentions_hole(t)))
        });
        found
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
        for predicate in &bounds.predicates {
            let mut renamed = predicate.clone();
            renamed.ty = renamed.ty.substitute(&rename);
            renamed.bounds = renamed.bounds.iter().map(|b| b.substitute(&rename)).collect();
            if !generics.predicates.contains(&renamed) {
                generics.predicates.push(renamed);
            }
        }
    }

    pub(super) fn normalised(&self, ty: &Ty, subst: &Subst) -> Ty {
        normalise(self.api, &ty.substitute(subst))
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
        self.note_instances(&key.ty);
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
            Ty::Path { path, .. } if path == super::HOLE => false,
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
        let body = match &op.body {
            OpBody::Arm(text) => text.clone(),
            OpBody::Borrow { mutable } => format!("borrow {mutable}"),
            OpBody::Box => "box".to_owned(),
        };
        if self.op_keys.insert((body, op.inputs.clone(), op.result.clone())) {
            self.set.ops.push(op);
        }
    }

    /// Adds an op without foreign code.
    pub(super) fn add_total(
        &mut self,
        inputs: Vec<TypeKey>,
        result: TypeKey,
        body: OpBody,
        steps: u32,
        form: &str,
    ) {
        let written = Written {
            short: form.to_owned(),
            full: form.to_owned(),
            statement: false,
            call: false,
        };
        self.add_total_written(inputs, result, body, steps, written);
    }

    /// An op without foreign code that is shown otherwise than it is written.
    pub(super) fn add_total_written(
        &mut self,
        inputs: Vec<TypeKey>,
        result: TypeKey,
        body: OpBody,
        steps: u32,
        written: Written,
    ) {
        self.add_op(OpDef {
            item: None,
            is_root: false,
            label: String::new(),
            has_type_placeholder: false,
            inputs,
            result,
            steps,
            total: true,
            builds: true,
            body,
            written,
            placeholder_impls: Vec::new(),
        });
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

    /// Types with at least one finite plan.
    pub(super) fn productive(&self) -> BTreeSet<TypeKey> {
        let mut done: BTreeSet<TypeKey> = BTreeSet::new();
        loop {
            let before = done.len();
            for op in &self.set.ops {
                if op.builds && !done.contains(&op.result) && op.inputs.iter().all(|i| done.contains(i)) {
                    done.insert(op.result.clone());
                }
            }
            if done.len() == before {
                return done;
            }
        }
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

/// Parts of a pattern that are generic own types with parameters left in them.
fn own_generic_parts(api: &Api, ty: &Ty) -> Vec<Ty> {
    let mut parts = Vec::new();
    collect_own_generic(api, ty, &mut parts);
    parts
}

fn collect_own_generic(api: &Api, ty: &Ty, parts: &mut Vec<Ty>) {
    if let Ty::Path { path, args } = ty
        && !args.is_empty()
        && api.types.contains_key(path)
        && !ty.params().is_empty()
    {
        parts.push(ty.clone());
    }
    ty.for_children(&mut |child| collect_own_generic(api, child, parts));
}

/// For each generic own type: the bounds of its definition and of its inherent impls, in the definition's names.
fn type_bounds(api: &Api) -> BTreeMap<String, Generics> {
    let mut all = BTreeMap::new();
    for (path, def) in &api.types {
        if def.generics.params.is_empty() {
            continue;
        }
        let mut generics = def.generics.clone();
        for implementation in api.impls.iter().filter(|i| i.trait_.is_none()) {
            let Ty::Path { path: of, args } = &implementation.self_type else {
                continue;
            };
            if of != path {
                continue;
            }
            let rename: Subst = args
                .iter()
                .zip(&def.generics.params)
                .filter_map(|(arg, param)| match arg {
                    Arg::Type(Ty::Param(name)) => {
                        Some((name.clone(), Arg::Type(Ty::Param(param.name.clone()))))
                    }
                    _ => None,
                })
                .collect();
            // An impl for a special case (`impl Stack<u8>`) says nothing about the parameters.
            if rename.len() != args.len() {
                continue;
            }
            for predicate in &implementation.generics.predicates {
                let mut renamed = predicate.clone();
                renamed.ty = renamed.ty.substitute(&rename);
                renamed.bounds = renamed.bounds.iter().map(|b| b.substitute(&rename)).collect();
                if !generics.predicates.contains(&renamed) {
                    generics.predicates.push(renamed);
                }
            }
        }
        all.insert(path.clone(), generics);
    }
    all
}
