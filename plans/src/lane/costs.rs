//! What ops cost that build arguments: before the first round each is run once, with the cheapest arguments there are. What costs
//! as much as thousands of others counts as more steps from then on, by its order of magnitude: so cheap plans come first, and
//! what is dear comes as often as it costs time. It knows edges and bytes, and no clock.
//!
//! What is dear by its arguments alone (`insert_range(0..u32::MAX)`) is not seen here, but when it is run: see `texts/spent.rs`.

use super::dear::DearPlan;
use super::news::{DeathKind, UnitNews};
use super::values::{among, arguments_of};
use crate::grammar::Grammar;
use crate::ids::{OpId, TypeId};
use crate::mutate::with_cheapest_arguments;
use crate::plan::{Plan, Term};
use crate::request::{Bound, Patience, RoundWork, Start, UnitRequest, Watch, Work};
use crate::search::Search;
use crate::tuning::{COST_FACTOR, COST_OF_A_STEP, MOST_DEAR_PLANS, MOST_OPS_WITH_COSTS, STEPS_OF_A_DEATH};
use std::collections::BTreeMap;

/// What the ops of a grammar cost, as far as it is known.
#[derive(Debug)]
pub struct Costs {
    /// Those that are run, with the depth of their cheapest plans.
    ops: Vec<(OpId, u32)>,
    known: BTreeMap<OpId, Cost>,
}

/// Of an op with its arguments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Cost {
    Counted(u64),
    /// It came to a limit.
    Limit,
}

impl Cost {
    fn with(self, other: Cost) -> Cost {
        match (self, other) {
            (Cost::Counted(one), Cost::Counted(other)) => Cost::Counted(one.saturating_add(other)),
            _ => Cost::Limit,
        }
    }

    /// What an op costs by itself that costs this with its arguments.
    fn without(self, arguments: Cost) -> Cost {
        match (self, arguments) {
            (Cost::Counted(all), Cost::Counted(arguments)) => Cost::Counted(all.saturating_sub(arguments)),
            (Cost::Limit, Cost::Counted(_)) => Cost::Limit,
            (_, Cost::Limit) => Cost::Counted(0),
        }
    }

    /// Steps that it counts for above the one of any call.
    fn steps(self) -> u32 {
        match self {
            Cost::Counted(cost) => (cost / COST_OF_A_STEP).checked_ilog(COST_FACTOR).unwrap_or(0),
            Cost::Limit => STEPS_OF_A_DEATH,
        }
    }
}

impl Costs {
    /// Nothing is known. The ops are those that build arguments of `roots` and run foreign code.
    pub fn new(grammar: &Grammar, roots: impl Iterator<Item = OpId>) -> Costs {
        let is_root = among(grammar, roots);
        let grammar = &grammar.eager();
        let types = arguments_of(grammar, &is_root);
        let alternatives = types.iter().flat_map(|&ty| grammar.alternatives(ty));
        let runs_code = |op: &OpId| grammar.op(*op).is_some_and(|spec| spec.steps > 0 && !spec.total);
        let mut ops: Vec<(OpId, u32)> = alternatives
            .filter(|op| runs_code(op))
            .filter_map(|&op| Some((op, grammar.root_steps(op)?)))
            .collect();
        ops.sort_unstable_by_key(|&(op, steps)| (steps, op));
        ops.truncate(MOST_OPS_WITH_COSTS);
        Costs {
            ops,
            known: BTreeMap::new(),
        }
    }

    /// A unit for each op, in order. None depends on another.
    pub fn units(&self) -> Vec<UnitRequest> {
        let unit = |&(op, steps): &(OpId, u32)| UnitRequest {
            budget: 1,
            patience: Patience::Part,
            ..UnitRequest::of(
                op,
                Work::Round(RoundWork {
                    bound: Bound::Depth(steps),
                    counted_from: 0,
                    deepens_to: 0,
                    watch: Watch::Values,
                    without_redundant: None,
                    start: Start::Fresh,
                    end: None,
                }),
            )
        };
        self.ops.iter().map(unit).collect()
    }

    /// Takes in the result of the unit at this position.
    pub fn absorb(&mut self, unit: usize, news: &UnitNews<'_>) {
        let Some(&(op, _)) = self.ops.get(unit) else {
            return;
        };
        let cost = match news.death.as_ref().map(|death| death.kind) {
            Some(DeathKind::Timeout | DeathKind::Memory | DeathKind::GivenUp) => Some(Cost::Limit),
            Some(DeathKind::Other) => None,
            None => news.values.first().map(|value| Cost::Counted(value.cost)),
        };
        self.known.extend(cost.map(|cost| (op, cost)));
    }

    /// Ops that count for more than their steps, with what they count for above them.
    pub fn dear(&self, grammar: &Grammar) -> BTreeMap<OpId, u32> {
        let grammar = &grammar.eager();
        let mut of_types = BTreeMap::new();
        let own = self.known.iter().map(|(&op, cost)| {
            let arguments = self.of_arguments(grammar, op, &mut of_types);
            (op, cost.without(arguments).steps())
        });
        own.filter(|(_, steps)| *steps > 0).collect()
    }

    /// For each root its cheapest plan with one of the `dear` ops of `grammar` in one of its places, and the same with second
    /// values for the other arguments: first ones may be placeholders, of functions, that do not answer. What comes to a limit with
    /// any arguments is left out.
    pub fn plans(
        &self,
        grammar: &Grammar,
        dear: &BTreeMap<OpId, u32>,
        roots: impl Iterator<Item = OpId>,
    ) -> Vec<DearPlan> {
        let is_used = |op: &OpId| dear.contains_key(op) && self.known.get(op) != Some(&Cost::Limit);
        let cheapest = |op| Some(Search::new(grammar, op, u32::MAX)?.plan(&[], &[]));
        let mut plans = Vec::new();
        for plan in roots.filter_map(cheapest) {
            let ways = plan.parts().into_iter().filter_map(|(way, part)| {
                let alternatives = grammar.alternatives(part.result(grammar)?);
                Some((way, alternatives.iter().copied().filter(is_used)))
            });
            let all = ways.flat_map(|(way, ops)| ops.map(move |op| (way.clone(), op)));
            for (way, op) in all.take(MOST_DEAR_PLANS) {
                let Some(value) = cheapest(op) else { continue };
                let others = with_second_values(grammar, &plan, way[0]);
                let with_it = |plan: &Plan| plan.with_part(&way, value.term()).renumbered();
                plans.push(DearPlan {
                    plan: with_it(&plan),
                    otherwise: others.as_ref().map(with_it),
                });
            }
        }
        plans
    }

    /// What the default plans of an op's arguments cost together.
    fn of_arguments(&self, grammar: &Grammar, op: OpId, of_types: &mut BTreeMap<TypeId, Cost>) -> Cost {
        let types = grammar.op(op).map_or(&[][..], |spec| &spec.args);
        types.iter().fold(Cost::Counted(0), |sum, &ty| {
            sum.with(self.of_default(grammar, ty, of_types))
        })
    }

    /// What the default plan of a type costs.
    fn of_default(&self, grammar: &Grammar, ty: TypeId, of_types: &mut BTreeMap<TypeId, Cost>) -> Cost {
        if let Some(&known) = of_types.get(&ty) {
            return known;
        }
        let cost = match grammar.alternatives(ty).first() {
            Some(op) if self.known.contains_key(op) => self.known[op],
            Some(&op) => self.of_arguments(grammar, op, of_types),
            None => Cost::Counted(0),
        };
        of_types.insert(ty, cost);
        cost
    }
}

/// The plan with the second value of each argument's type but for one argument; none if there is no other value.
fn with_second_values(grammar: &Grammar, plan: &Plan, but: usize) -> Option<Plan> {
    let Term::Apply { args, .. } = plan.term() else {
        return None;
    };
    let mut changed = plan.clone();
    for (at, arg) in args.iter().enumerate().filter(|(at, _)| *at != but) {
        let second = arg.result(grammar).and_then(|ty| {
            let ordinary = &grammar.alternatives(ty)[..grammar.ordinary(ty)];
            with_cheapest_arguments(grammar, *ordinary.get(1)?)
        });
        if let Some(value) = second {
            changed = changed.with_part(&[at], &value);
        }
    }
    (changed != *plan).then_some(changed)
}
