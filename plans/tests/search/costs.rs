//! What costs much counts for more steps, and is run once in each place.

use plans::{
    Costs, DearPlan, DeathKind, DeathNews, Fatal, Grammar, InPlace, OpId, OpSpec, SeenValue, Tallies, TypeId,
    UnitNews, UnitReport, UnitStop, ValueEnd,
};
use std::collections::BTreeMap;

const NEW: OpId = OpId(0);
const FULL: OpId = OpId(1);
const GROWN: OpId = OpId(2);
const ENDLESS: OpId = OpId(3);
const ROOT: OpId = OpId(4);

fn call(result: u32, args: &[u32]) -> Option<OpSpec> {
    Some(OpSpec {
        result: TypeId(result),
        args: args.iter().map(|&arg| TypeId(arg)).collect(),
        steps: 1,
        pointer: false,
        in_place: InPlace::No,
        total: false,
        builds: true,
    })
}

/// `new() -> T`, `full() -> T`, `grown(T) -> T`, `endless() -> T`, and what is explored, `root(T, T) -> U`.
fn grammar() -> Grammar {
    let ops = vec![
        call(0, &[]),
        call(0, &[]),
        call(0, &[0]),
        call(0, &[]),
        call(1, &[0, 0]),
    ];
    Grammar::new(2, ops).expect("a grammar")
}

fn absorb(costs: &mut Costs, unit: usize, cost: Result<u64, DeathKind>) {
    let report = UnitReport {
        tallies: Tallies::default(),
        stop: UnitStop::Exhausted { min_cut: None },
        round: None,
    };
    let request = &costs.units()[unit];
    let fatal = Fatal {
        at: request.begin(),
        demands: Vec::new(),
    };
    let values: Vec<SeenValue> = (cost.iter())
        .map(|&cost| SeenValue {
            shape: 0,
            value: 0,
            end: ValueEnd::Built,
            cost,
        })
        .collect();
    let news = UnitNews {
        report: &report,
        death: cost.err().map(|kind| DeathNews {
            kind,
            op: None,
            plan: None,
            fatal: &fatal,
        }),
        stalled: false,
        candidates: &[],
        kept: &[],
        values: &values,
    };
    costs.absorb(unit, &news);
}

fn dear(of_each: &[(OpId, Result<u64, DeathKind>)]) -> (Costs, BTreeMap<OpId, u32>) {
    let grammar = grammar();
    let mut costs = Costs::new(&grammar, std::iter::once(ROOT));
    let roots: Vec<OpId> = costs.units().iter().map(|unit| unit.root).collect();
    for (op, cost) in of_each {
        let unit = roots.iter().position(|root| root == op).expect("it is run");
        absorb(&mut costs, unit, *cost);
    }
    let dear = costs.dear(&grammar);
    (costs, dear)
}

#[test]
fn steps_are_orders_of_magnitude() {
    let of = |cost| dear(&[(FULL, Ok(cost))]).1.get(&FULL).copied();
    assert_eq!(of(0), None);
    assert_eq!(of(4_095), None);
    assert_eq!(of(4_096), Some(1));
    assert_eq!(of(2_000_000), Some(5));
}

#[test]
fn arguments_are_no_cost_of_their_own() {
    let (_, alone) = dear(&[(NEW, Ok(1_000_000)), (GROWN, Ok(1_000_100))]);
    assert_eq!(alone, BTreeMap::from([(NEW, 4)]));
    let (_, both) = dear(&[(NEW, Ok(1_000_000)), (GROWN, Ok(1_020_000))]);
    assert_eq!(both, BTreeMap::from([(NEW, 4), (GROWN, 2)]));
    let (_, unknown) = dear(&[(NEW, Err(DeathKind::Memory)), (GROWN, Err(DeathKind::Memory))]);
    assert_eq!(unknown.keys().collect::<Vec<_>>(), [&NEW], "it is the argument's");
}

#[test]
fn what_comes_to_a_limit_is_the_dearest_and_other_deaths_say_nothing() {
    for kind in [DeathKind::Timeout, DeathKind::Memory, DeathKind::GivenUp] {
        assert_eq!(dear(&[(ENDLESS, Err(kind))]).1, BTreeMap::from([(ENDLESS, 8)]));
    }
    assert!(dear(&[(ENDLESS, Err(DeathKind::Other))]).1.is_empty());
}

#[test]
fn what_is_dear_comes_later_and_once_in_each_place() {
    let measured = [
        (NEW, Ok(10)),
        (FULL, Ok(2_000_000)),
        (GROWN, Ok(20)),
        (ENDLESS, Err(DeathKind::GivenUp)),
    ];
    let (costs, dear) = dear(&measured);
    let before = grammar();
    let after = before.with_dear(&dear).expect("a grammar");
    assert_eq!(after.min_steps(TypeId(0)), Some(1));
    assert_eq!(after.alternatives(TypeId(0)), [NEW, GROWN, FULL, ENDLESS]);
    assert_eq!(after.root_steps(ROOT), before.root_steps(ROOT));
    let plans = costs.plans(&after, &dear, std::iter::once(ROOT));
    let both = |dear: &DearPlan| {
        [
            Some(dear.plan.ops()),
            dear.otherwise.as_ref().map(|plan| plan.ops()),
        ]
    };
    let ops: Vec<Vec<OpId>> = plans.iter().flat_map(both).flatten().collect();
    let expected = [
        vec![ROOT, FULL, NEW],
        vec![ROOT, FULL, GROWN, NEW],
        vec![ROOT, NEW, FULL],
        vec![ROOT, GROWN, NEW, FULL],
    ];
    assert_eq!(ops, expected, "never with what comes to a limit");
}
