//! The finite table the planner searches: which ops build which type, and what the cheapest plan of a type is.
//!
//! # Depth
//!
//! This is the definition the whole project uses. The **depth** of a plan is
//!
//! > the arity of its root op (the arguments it accepts) plus the sum of [`OpSpec::steps`] of all *decided* nodes below
//! > the root.
//!
//! A node is decided when the plan says which op builds it; placeholders that nothing has looked at cost nothing.
//! A constructor, call, destructor or literal is one step (a placeholder narrowed, a result taken apart); a borrow or a
//! box is none. A placeholder *in place*, a part of a value that is decided, counts as its cheapest plan does: so what can
//! be told apart there changes how many plans there are, and not how deep they are. Deciding more never lowers the depth, and the first alternative of a type is its cheapest as a
//! finished plan, so a search that stops at a depth never misses a plan above it.

use std::collections::{BTreeMap, BTreeSet};

mod check;
mod spec;
#[cfg(test)]
mod tests;

use crate::tuning::VALUES_PER_STEP_OF_HEIGHT;
use crate::{OpId, TypeId};
use check::{check_free_cycles, check_learned, check_shapes};
pub use spec::{GrammarError, InPlace, OpSpec};

/// Types and plans that need more than this many steps at least count as not buildable: no run would get anywhere.
pub const MAX_DEFAULT_STEPS: u32 = 1024;

#[derive(Clone, Debug, PartialEq, Eq, Default)]
struct TypeFacts {
    /// Steps of the cheapest finished plan.
    min_steps: Option<u32>,
    /// Least depth that deciding a node of this type adds at once: its eager part only.
    settled_steps: u32,
    /// The default plan consists of total ops.
    total_default: bool,
    unwatchable: bool,
    /// Its default plan adds no more at once than any other does.
    default_is_least: bool,
    /// How many ordinary alternatives add as little at once as any.
    equally_cheap: u32,
    alternatives: Vec<OpId>,
    /// How many of the alternatives are no learned ops.
    ordinary: u32,
}

#[derive(Clone, Debug, PartialEq, Eq, Default)]
struct OpFacts {
    /// Steps of the cheapest finished plan with this op on top.
    min_steps: Option<u32>,
    settled_steps: u32,
    /// Of the specification, where a search finds them without following pointers; 0 if the op was pruned.
    arity: u32,
    steps: u32,
    /// Of these those that it counts for because it is dear.
    extra_steps: u32,
    /// Least nesting of a finished plan with this op on top.
    least_nesting: u32,
    /// Least height of a plan with this op on top: see [`crate::Economy::height`].
    least_height: u32,
}

/// A checked grammar: types `0..type_count`, ops `0..op_count`. A pruned op keeps its id and has no specification.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grammar {
    ops: Vec<Option<OpSpec>>,
    learned: BTreeSet<OpId>,
    op_facts: Vec<OpFacts>,
    types: Vec<TypeFacts>,
    nesting_limit: Option<u32>,
}

impl Grammar {
    /// Checks the table and works out the cheapest plan of every type.
    pub fn new(type_count: usize, ops: Vec<Option<OpSpec>>) -> Result<Grammar, GrammarError> {
        Grammar::with_learned(type_count, ops, BTreeSet::new())
    }

    /// As [`Grammar::new`], where the ops in `learned` are *learned*: they have no arguments, and their values are told by
    /// each unit request. They come after all other alternatives of their type and are never part of a default plan;
    /// a type that only they build counts as not buildable.
    pub fn with_learned(
        type_count: usize,
        ops: Vec<Option<OpSpec>>,
        learned: BTreeSet<OpId>,
    ) -> Result<Grammar, GrammarError> {
        check_shapes(type_count, &ops)?;
        check_free_cycles(type_count, &ops)?;
        check_learned(&ops, &learned)?;
        let facts = |spec: &Option<OpSpec>| OpFacts {
            arity: spec.as_ref().map_or(0, |spec| spec.args.len() as u32),
            steps: spec.as_ref().map_or(0, |spec| spec.steps),
            ..OpFacts::default()
        };
        let mut grammar = Grammar {
            learned,
            op_facts: ops.iter().map(facts).collect(),
            ops,
            types: vec![TypeFacts::default(); type_count],
            nesting_limit: None,
        };
        grammar.find_cheapest_plans();
        grammar.find_total_defaults();
        grammar.sort_alternatives();
        grammar.find_settled_steps();
        grammar.find_least_nesting();
        grammar.find_least_heights();
        Ok(grammar)
    }

    /// The same grammar where these ops count for so many steps more.
    pub fn with_dear(&self, dear: &BTreeMap<OpId, u32>) -> Result<Grammar, GrammarError> {
        let mut ops = self.ops.clone();
        for (op, steps) in dear {
            if let Some(spec) = ops.get_mut(op.index()).and_then(Option::as_mut) {
                spec.steps += steps;
            }
        }
        let mut grammar = Grammar::with_learned(self.types.len(), ops, self.learned.clone())?;
        grammar.limit_nesting(self.nesting_limit);
        grammar.mark_unwatchable(&self.unwatchable());
        for (op, steps) in dear {
            if let Some(facts) = grammar.op_facts.get_mut(op.index()) {
                facts.extra_steps = *steps;
            }
        }
        Ok(grammar)
    }

    /// Steps that an op counts for because it is dear.
    pub(crate) fn extra_steps(&self, op: OpId) -> u32 {
        self.op_facts.get(op.index()).map_or(0, |facts| facts.extra_steps)
    }

    /// Number of arguments of an op; 0 if it was pruned.
    #[inline]
    pub(crate) fn arity(&self, op: OpId) -> u32 {
        self.op_facts[op.index()].arity
    }

    /// Steps of an op; 0 if it was pruned.
    #[inline]
    pub(crate) fn steps(&self, op: OpId) -> u32 {
        self.op_facts[op.index()].steps
    }

    /// The specification of an op; none if it was pruned or does not exist.
    pub fn op(&self, op: OpId) -> Option<&OpSpec> {
        self.ops.get(op.index())?.as_ref()
    }

    /// Number of types.
    pub fn type_count(&self) -> usize {
        self.types.len()
    }

    /// Number of ops, pruned ones included.
    pub fn op_count(&self) -> usize {
        self.ops.len()
    }

    /// Steps of the cheapest finished plan of a type; none if there is no finite plan (or none of at most
    /// [`MAX_DEFAULT_STEPS`] steps).
    pub fn min_steps(&self, ty: TypeId) -> Option<u32> {
        self.types.get(ty.index())?.min_steps
    }

    /// Depth of the cheapest finished plan with this op at the root; none if some argument cannot be built.
    pub fn root_steps(&self, op: OpId) -> Option<u32> {
        let spec = self.op(op)?;
        let mut depth = spec.args.len() as u32;
        for &arg in &spec.args {
            depth = depth.checked_add(self.min_steps(arg)?)?;
        }
        Some(depth)
    }

    /// The ops that can build a type, cheapest finished plan first; among equals those whose default plan is total
    /// come first, then the order of ids; learned ops are last. The first alternative, taken recursively, is the **default plan** of the type.
    #[inline]
    pub fn alternatives(&self, ty: TypeId) -> &[OpId] {
        self.types
            .get(ty.index())
            .map_or(&[], |facts| &facts.alternatives)
    }

    /// Whether the op is a learned one.
    pub fn is_learned(&self, op: OpId) -> bool {
        self.learned.contains(&op)
    }

    /// All learned ops, in order of id.
    pub fn learned(&self) -> &BTreeSet<OpId> {
        &self.learned
    }

    /// Goes on without learned ops: they are as if pruned.
    pub fn forget_learned(&mut self) {
        for op in std::mem::take(&mut self.learned) {
            self.ops[op.index()] = None;
        }
        for facts in &mut self.types {
            facts.alternatives.truncate(facts.ordinary as usize);
        }
    }

    /// The learned ops that build a type, in order of id.
    pub fn learned_of(&self, ty: TypeId) -> &[OpId] {
        &self.alternatives(ty)[self.ordinary(ty)..]
    }

    /// How many alternatives of a type, from the first, are no learned ops.
    pub(crate) fn ordinary(&self, ty: TypeId) -> usize {
        self.types
            .get(ty.index())
            .map_or(0, |facts| facts.ordinary as usize)
    }

    /// Whether a value of this type behind a pointer may be a placeholder: its default plan can be made without
    /// running foreign code.
    pub fn watchable(&self, ty: TypeId) -> bool {
        self.types
            .get(ty.index())
            .is_some_and(|facts| facts.total_default && !facts.unwatchable)
    }

    /// Says that values of these types cannot be watched (for example because they are larger than a page).
    pub fn mark_unwatchable(&mut self, types: &[TypeId]) {
        for ty in types {
            if let Some(facts) = self.types.get_mut(ty.index()) {
                facts.unwatchable = true;
            }
        }
        self.find_settled_steps();
    }

    /// The same grammar where nothing is a placeholder or learned.
    pub fn eager(&self) -> Grammar {
        let mut eager = self.clone();
        eager.forget_learned();
        let all: Vec<TypeId> = (0..self.type_count() as u32).map(TypeId).collect();
        eager.mark_unwatchable(&all);
        eager
    }

    /// The types [`Grammar::mark_unwatchable`] was told about, in order of id.
    pub fn unwatchable(&self) -> Vec<TypeId> {
        let marked = self
            .types
            .iter()
            .enumerate()
            .filter(|(_, facts)| facts.unwatchable);
        marked.map(|(index, _)| TypeId(index as u32)).collect()
    }

    /// Leaves out plans with an argument in which more ops that have arguments and cost steps lie within each other: a
    /// list of `n` elements built by constructors is nested `n` deep, an empty one and an integer not at all. Unlike
    /// the depth, this counts the longest way down, not everything beside it.
    pub fn limit_nesting(&mut self, limit: Option<u32>) {
        self.nesting_limit = limit;
    }

    fn find_least_nesting(&mut self) {
        let nesting = |op: usize, spec: &OpSpec, known: &[Option<u32>]| {
            let below = spec.args.iter().map(|arg| known[arg.index()]);
            let deepest = below.collect::<Option<Vec<u32>>>()?.into_iter().max();
            Some(u32::from(self.nests(OpId(op as u32))) + deepest.unwrap_or(0))
        };
        let least = least_costs(self.types.len(), &self.ops, nesting);
        let of_op = |(op, spec): (usize, &Option<OpSpec>)| nesting(op, spec.as_ref()?, &least);
        let per_op: Vec<Option<u32>> = self.ops.iter().enumerate().map(of_op).collect();
        for (facts, nesting) in self.op_facts.iter_mut().zip(per_op) {
            facts.least_nesting = nesting.unwrap_or(0);
        }
    }

    fn find_least_heights(&mut self) {
        let height = |_: usize, spec: &OpSpec, known: &[Option<u32>]| {
            let below = spec.args.iter().map(|arg| known[arg.index()]);
            let highest = match spec.pointer {
                // Nobody may look at it.
                true => 0,
                false => below
                    .collect::<Option<Vec<u32>>>()?
                    .into_iter()
                    .max()
                    .unwrap_or(0),
            };
            Some(spec.steps.saturating_add(highest))
        };
        let least = least_costs(self.types.len(), &self.ops, height);
        for (facts, spec) in self.op_facts.iter_mut().zip(&self.ops) {
            let least = spec.as_ref().and_then(|spec| height(0, spec, &least));
            facts.least_height = least.unwrap_or(u32::MAX / 2);
        }
        for facts in &self.types {
            for (position, op) in facts.alternatives.iter().enumerate() {
                let op = &mut self.op_facts[op.index()];
                if op.arity == 0 {
                    op.least_height = op.steps.max(1 + position as u32 / VALUES_PER_STEP_OF_HEIGHT);
                }
            }
        }
    }

    /// Least height of a plan with this op on top, what nobody has to look at left out.
    pub(crate) fn least_height(&self, op: OpId) -> u32 {
        self.op_facts[op.index()].least_height
    }

    /// See [`Grammar::limit_nesting`].
    pub fn nesting_limit(&self) -> Option<u32> {
        self.nesting_limit
    }

    /// Whether a value below `nesting` ops that nest may be built by this op. Always if there is no limit.
    pub(crate) fn may_nest(&self, nesting: u32, op: OpId) -> bool {
        self.nesting_limit
            .is_none_or(|limit| nesting + self.op_facts[op.index()].least_nesting <= limit)
    }

    /// Whether values below this op are nested one deeper.
    pub(crate) fn nests(&self, op: OpId) -> bool {
        self.op(op)
            .is_some_and(|spec| spec.steps > 0 && !spec.args.is_empty())
    }

    /// Whether the argument of this op starts out as a placeholder.
    pub fn argument_is_lazy(&self, op: OpId) -> bool {
        self.op(op)
            .is_some_and(|spec| spec.pointer && self.watchable(spec.args[0]))
    }

    /// All ops with their specifications, pruned ones as `None`, in order of id.
    pub fn ops(&self) -> &[Option<OpSpec>] {
        &self.ops
    }

    /// Least depth that choosing this op for a node adds at once. At most what any choice of the rest adds, and
    /// reached by one.
    #[inline]
    pub(crate) fn settled_steps_of_op(&self, op: OpId) -> u32 {
        self.op_facts[op.index()].settled_steps
    }

    /// Least depth that deciding a node of this type adds at once.
    #[inline]
    pub(crate) fn settled_steps(&self, ty: TypeId) -> u32 {
        self.types[ty.index()].settled_steps
    }

    fn find_cheapest_plans(&mut self) {
        let cheapest = least_costs(self.types.len(), &self.ops, |op, spec, known| {
            if self.is_learned(OpId(op as u32)) {
                return None;
            }
            sum_of(spec.steps, spec.args.iter().map(|arg| known[arg.index()]))
        });
        for (facts, spec) in self.op_facts.iter_mut().zip(&self.ops) {
            facts.min_steps = spec
                .as_ref()
                .and_then(|spec| sum_of(spec.steps, spec.args.iter().map(|arg| cheapest[arg.index()])));
        }
        for (facts, steps) in self.types.iter_mut().zip(cheapest) {
            facts.min_steps = steps;
        }
    }

    /// A type has a total default if one of its cheapest plans is total throughout: such a plan is then put first.
    fn find_total_defaults(&mut self) {
        let mut changed = true;
        while changed {
            changed = false;
            for (op, spec) in self.ops.iter().enumerate() {
                let Some(spec) = spec else { continue };
                let result = spec.result.index();
                let cheapest = self.op_facts[op].min_steps.is_some()
                    && self.op_facts[op].min_steps == self.types[result].min_steps;
                let is_learned = self.is_learned(OpId(op as u32));
                if spec.builds
                    && cheapest
                    && !is_learned
                    && !self.types[result].total_default
                    && self.default_is_total(spec)
                {
                    self.types[result].total_default = true;
                    changed = true;
                }
            }
        }
    }

    fn default_is_total(&self, spec: &OpSpec) -> bool {
        spec.total && spec.args.iter().all(|arg| self.types[arg.index()].total_default)
    }

    fn sort_alternatives(&mut self) {
        let mut keyed = vec![Vec::new(); self.types.len()];
        for (op, spec) in self.ops.iter().enumerate() {
            let Some(spec) = spec else { continue };
            if let (true, Some(steps)) = (spec.builds, self.op_facts[op].min_steps) {
                let id = OpId(op as u32);
                let key = (self.is_learned(id), steps, !self.default_is_total(spec), id);
                keyed[spec.result.index()].push(key);
            }
        }
        for (facts, mut alternatives) in self.types.iter_mut().zip(keyed) {
            alternatives.sort_unstable();
            facts.ordinary = alternatives.iter().filter(|(is_learned, ..)| !is_learned).count() as u32;
            facts.alternatives = alternatives.into_iter().map(|(.., op)| op).collect();
        }
    }

    /// Recomputed whenever a type turns unwatchable, for then its nodes are decided at once and cost steps.
    fn find_settled_steps(&mut self) {
        let cost = |op: usize, spec: &OpSpec, known: &[Option<u32>]| {
            self.op_facts[op].min_steps?;
            if self.is_learned(OpId(op as u32)) {
                return None;
            }
            if self.argument_is_lazy(OpId(op as u32)) {
                return Some(spec.steps);
            }
            sum_of(spec.steps, spec.args.iter().map(|arg| known[arg.index()]))
        };
        let least = least_costs(self.types.len(), &self.ops, cost);
        let per_op: Vec<Option<u32>> = self
            .ops
            .iter()
            .enumerate()
            .map(|(op, spec)| {
                let spec = spec.as_ref()?;
                let is_learned = self.is_learned(OpId(op as u32));
                if is_learned {
                    Some(spec.steps)
                } else {
                    cost(op, spec, &least)
                }
            })
            .collect();
        for (facts, steps) in self.op_facts.iter_mut().zip(per_op) {
            facts.settled_steps = steps.unwrap_or(0);
        }
        for (facts, steps) in self.types.iter_mut().zip(least) {
            facts.settled_steps = steps.unwrap_or(0);
            facts.default_is_least = false;
        }
        for ty in 0..self.types.len() {
            let least = self.types[ty].settled_steps;
            let ordinary = &self.types[ty].alternatives[..self.types[ty].ordinary as usize];
            let is_cheap = |op: &&OpId| self.op_facts[op.index()].settled_steps == least;
            self.types[ty].equally_cheap = ordinary.iter().filter(is_cheap).count() as u32;
        }
        let mut changed = true;
        while changed {
            changed = false;
            for ty in 0..self.types.len() {
                if !self.types[ty].default_is_least && self.adds_least_by_default(ty) {
                    self.types[ty].default_is_least = true;
                    changed = true;
                }
            }
        }
    }

    fn adds_least_by_default(&self, ty: usize) -> bool {
        let Some(&op) = self.types[ty].alternatives.first() else {
            return false;
        };
        let parts_do = |spec: &OpSpec| {
            spec.args
                .iter()
                .all(|arg| self.types[arg.index()].default_is_least)
        };
        self.op_facts[op.index()].settled_steps == self.types[ty].settled_steps
            && (self.argument_is_lazy(op) || self.op(op).is_some_and(parts_do))
    }

    /// Whether a value of this type that lies in the memory of another one may be a placeholder: there is a choice, and
    /// its default plan adds exactly what a placeholder in place counts for.
    pub fn may_wait(&self, ty: TypeId) -> bool {
        let is_pointer = |op: &OpId| self.op(*op).is_some_and(|spec| spec.pointer);
        self.watchable(ty)
            && self.types[ty.index()].default_is_least
            && self.alternatives(ty).len() > 1
            && !self.alternatives(ty).first().is_some_and(is_pointer)
    }

    pub(crate) fn equally_cheap(&self, ty: TypeId) -> u32 {
        self.types[ty.index()].equally_cheap.max(1)
    }

    /// Whether parts of a value of this type can be watched each by itself, where it is behind a pointer.
    pub(crate) fn has_watched_parts(&self, ty: TypeId) -> bool {
        self.types.get(ty.index()).is_some_and(|facts| !facts.unwatchable)
    }
}

/// Least fixpoint: the cheapest way to build each type when `cost` gives the price of an op from its arguments' prices.
/// Costs are at least zero, so the cheapest derivation is finite and found after as many passes as it is deep.
fn least_costs(
    type_count: usize,
    ops: &[Option<OpSpec>],
    cost: impl Fn(usize, &OpSpec, &[Option<u32>]) -> Option<u32>,
) -> Vec<Option<u32>> {
    let mut least: Vec<Option<u32>> = vec![None; type_count];
    let mut changed = true;
    while changed {
        changed = false;
        for (op, spec) in ops.iter().enumerate() {
            let Some(spec) = spec.as_ref().filter(|spec| spec.builds) else {
                continue;
            };
            let Some(steps) = cost(op, spec, &least) else {
                continue;
            };
            let best = &mut least[spec.result.index()];
            if best.is_none_or(|best| steps < best) {
                *best = Some(steps);
                changed = true;
            }
        }
    }
    least
}

fn sum_of(steps: u32, mut parts: impl Iterator<Item = Option<u32>>) -> Option<u32> {
    let sum = parts.try_fold(steps, |sum, part| sum.checked_add(part?))?;
    (sum <= MAX_DEFAULT_STEPS).then_some(sum)
}
