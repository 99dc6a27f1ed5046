//! What saves runs loses no faults: redundant arguments left out, nothing watched at first, several rounds in one unit.

use std::collections::BTreeSet;

use plans::{
    Bound, Grammar, ItemSearch, Observation, OpId, Outcome, Policy, RedundantPlan, RedundantPlans, Rooted,
    RoundWork, Search, Step, Strategy, Terms, TypeId, UnitLoop, UnitReport, UnitRequest, UnitStop, Watch,
};

use crate::mock::{Foreign, run, run_current, total_steps, value_of, with_defaults};
use crate::random::{Rng, op, random_grammar, root, rooted};
use crate::requests::{depth, round};
use crate::texts::Came;

const MOST: usize = 3000;

type Fault = (OpId, u64);

/// Faults of the root op, and how many plans were run.
fn explore(
    seed: u64,
    foreign: Foreign,
    grammar: &Grammar,
    known: &RedundantPlans,
    request: UnitRequest,
) -> Option<(BTreeSet<Fault>, usize)> {
    let root = request.root;
    let mut unit = UnitLoop::without(grammar, known, request)?;
    let (mut faults, mut plans) = (BTreeSet::new(), 0);
    while let Some(program) = unit.next() {
        plans += 1;
        if plans > MOST {
            return None;
        }
        let ran = run(seed, foreign, grammar, &value_of(grammar, program));
        let ended_at = ran.fault.filter(|(op, _)| *op != root).map(|_| ran.carried_out);
        faults.extend(ran.fault.filter(|(op, _)| *op == root));
        unit.observe(&Observation {
            outcome: if ran.fault.is_some() {
                Outcome::Fault
            } else {
                Outcome::Ok
            },
            demands: &ran.demands,
            reached_root: ended_at.is_none(),
            ended_at,
        });
    }
    Some((faults, plans))
}

/// All plans that fail, of the ops that can.
fn failing(seed: u64, grammar: &Grammar, bound: u32) -> Option<RedundantPlans> {
    let mut eager = grammar.clone();
    let all: Vec<TypeId> = (0..grammar.type_count() as u32).map(TypeId).collect();
    eager.mark_unwatchable(&all);
    let mut known = RedundantPlans::default();
    for (op, spec) in (0..).map(OpId).zip(grammar.ops()) {
        let Some(mut search) = spec
            .as_ref()
            .filter(|spec| spec.builds)
            .and_then(|_| Search::new(&eager, op, bound))
        else {
            continue;
        };
        let mut plans = 0;
        while search.is_live() {
            plans += 1;
            if plans > MOST {
                return None;
            }
            let total = grammar.op(op).expect("known").total;
            let (_, ran) = run_current(seed, Foreign::Everywhere, &eager, &search);
            // The mock runs a root whether it can fail or not; as an argument a total op cannot.
            let fails = ran.fault.is_some_and(|(failed, _)| failed != op || !total);
            if let Some(shape) = search.shape().filter(|_| fails) {
                known.insert(RedundantPlan { shape, op, stage: 2 });
            }
            search.advance();
        }
    }
    Some(known)
}

#[test]
fn leaving_out_what_fails_loses_no_fault_of_the_root() {
    let (mut compared, mut fewer) = (0, 0);
    for seed in 0..1500 {
        let Some((grammar, root)) = random_grammar(&mut Rng::new(seed)) else {
            continue;
        };
        let bound = grammar.root_steps(root).expect("feedable") + 4;
        let at = |stage| RoundWork {
            without_redundant: stage,
            ..depth(bound, Watch::Whole)
        };
        let Some(known) = failing(seed, &grammar, bound + 3) else {
            continue;
        };
        let explored = |work| explore(seed, Foreign::Everywhere, &grammar, &known, round(root, work));
        let (Some(all), Some(without), Some(early)) =
            (explored(at(None)), explored(at(Some(2))), explored(at(Some(1))))
        else {
            continue;
        };
        assert_eq!(all, early, "seed {seed}: nothing is known at stage 1");
        assert_eq!(all.0, without.0, "seed {seed}");
        assert!(without.1 <= all.1, "seed {seed}");
        compared += 1;
        fewer += u32::from(without.1 < all.1);
    }
    assert!(
        compared > 400 && fewer > 60,
        "{compared} compared, {fewer} with fewer plans"
    );
}

/// Faults of plans that are within the bound with all that they looked at, the plans that were run, and how the unit ended.
fn explored_by(
    seed: u64,
    grammar: &Grammar,
    request: UnitRequest,
) -> Option<(BTreeSet<Fault>, Vec<Vec<Step>>, UnitReport)> {
    let work = request.round().expect("a round");
    let Bound::Depth(bound) = work.bound else {
        panic!("a round by depth")
    };
    let bound = bound.max(work.deepens_to);
    let mut unit = UnitLoop::new(grammar, request)?;
    let (mut faults, mut plans) = (BTreeSet::new(), Vec::new());
    while let Some(program) = unit.next() {
        let program = program.to_vec();
        let mut ran = run(seed, Foreign::Root, grammar, &value_of(grammar, &program));
        if ran.fault.is_some() && unit.has_unwatched() {
            assert!(program.iter().all(|instr| instr.watch == 0), "seed {seed}");
            unit.watch_all();
            let again = unit.next().expect("it is handed out once more");
            ran = run(seed, Foreign::Root, grammar, &value_of(grammar, again));
        }
        plans.push(unit.vector().to_vec());
        let finished = with_defaults(unit.plan(&ran.demands).term());
        faults.extend(ran.fault.filter(|_| total_steps(grammar, &finished) <= bound));
        unit.observe(&Observation {
            outcome: Outcome::Ok,
            demands: &ran.demands,
            reached_root: true,
            ended_at: None,
        });
        if plans.len() > MOST {
            return None;
        }
    }
    Some((faults, plans, unit.report()))
}

fn watch(is_bare: bool) -> Watch {
    match is_bare {
        true => Watch::Nothing,
        false => Watch::Parts,
    }
}

#[test]
fn what_is_not_watched_is_decided_and_nothing_is_lost() {
    let (mut compared, mut more, mut faults) = (0, 0, 0);
    for seed in 0..2000 {
        let Some((grammar, root)) = random_grammar(&mut Rng::new(seed)) else {
            continue;
        };
        let bound = grammar.root_steps(root).expect("feedable") + 4;
        let explored = |is_bare| explored_by(seed, &grammar, round(root, depth(bound, watch(is_bare))));
        let (Some(bare), Some(watched)) = (explored(true), explored(false)) else {
            continue;
        };
        assert_eq!(bare.0, watched.0, "seed {seed}");
        let different: BTreeSet<&Vec<Step>> = bare.1.iter().collect();
        assert_eq!(different.len(), bare.1.len(), "seed {seed}: a plan twice");
        compared += 1;
        more += u32::from(bare.1.len() > watched.1.len());
        faults += bare.0.len();
    }
    assert!(
        compared > 800 && more > 100 && faults > 500,
        "{compared} compared, {more} with more plans, {faults} faults"
    );
}

#[test]
fn what_fails_last_is_run_once_more_whatever_is_spent() {
    let mut one_more = 0;
    for seed in 0..500 {
        let Some((grammar, root)) = random_grammar(&mut Rng::new(seed)) else {
            continue;
        };
        let bound = grammar.root_steps(root).expect("feedable") + 4;
        for budget in 1..6 {
            let mut request = round(root, depth(bound, Watch::Nothing));
            request.budget = budget;
            // In it what is handed out once more has to be there.
            let (.., report) = explored_by(seed, &grammar, request).expect("few plans");
            let runs = report.tallies.executions;
            assert!(runs <= budget + 1, "seed {seed}: {runs} of {budget}");
            one_more += u32::from(runs > budget);
        }
    }
    assert!(one_more > 50, "{one_more}");
}

#[test]
fn a_unit_of_several_rounds_runs_what_these_would() {
    let (mut compared, mut rounds) = (0, 0);
    for seed in 0..1500 {
        let Some((grammar, root)) = random_grammar(&mut Rng::new(seed)) else {
            continue;
        };
        let least = grammar.root_steps(root).expect("feedable");
        for is_bare in [true, false] {
            let together = RoundWork {
                deepens_to: least + 4,
                ..depth(least, watch(is_bare))
            };
            let Some((_, together, report)) = explored_by(seed, &grammar, round(root, together)) else {
                continue;
            };
            let (mut apart, mut last) = (Vec::new(), None);
            let (mut next, mut counted_from) = (Some(least), 0);
            while let Some(bound) = next.filter(|bound| *bound <= least + 4) {
                let one = RoundWork {
                    counted_from,
                    ..depth(bound, watch(is_bare))
                };
                let (_, plans, report) =
                    explored_by(seed, &grammar, round(root, one)).expect("fewer than together");
                next = match report.stop {
                    UnitStop::Exhausted { min_cut } => min_cut,
                    UnitStop::Budget { .. } => panic!("seed {seed}: there is no budget"),
                };
                apart.extend(plans);
                last = report.round;
                counted_from = bound + 1;
                rounds += 1;
            }
            assert_eq!(together, apart, "seed {seed}");
            assert_eq!(report.round, last, "seed {seed}");
            compared += 1;
        }
    }
    assert!(compared > 800 && rounds > 2 * compared, "{compared}, {rounds}");
}

#[test]
fn watching_in_place_finds_the_same_at_the_same_depth_in_fewer_plans() {
    let (mut compared, mut fewer, mut faults) = (0, 0, 0);
    for seed in 0..2500 {
        let Some((grammar, root)) = random_grammar(&mut Rng::new(seed)) else {
            continue;
        };
        let least = grammar.root_steps(root).expect("feedable");
        // Faults of plans that are within the bound with all that they looked at, and how many plans were run.
        let explored = |bound, watch| {
            let (faults, plans, _) = explored_by(seed, &grammar, round(root, depth(bound, watch)))?;
            Some((faults, plans.len()))
        };
        for bound in [least, least + 2, least + 4] {
            let (Some(apart), Some(together)) =
                (explored(bound, Watch::Parts), explored(bound, Watch::Whole))
            else {
                continue;
            };
            assert_eq!(apart.0, together.0, "seed {seed}, depth {bound}");
            assert!(apart.1 <= together.1, "seed {seed}, depth {bound}");
            compared += 1;
            fewer += u32::from(apart.1 < together.1);
            faults += apart.0.len();
        }
    }
    assert!(
        compared > 2000 && fewer > 50 && faults > 2000,
        "{compared} compared, {fewer} with fewer plans, {faults} faults"
    );
}

#[test]
fn what_takes_nothing_is_not_run_unwatched_first() {
    // Whoever blocks would do so twice, and there is nothing to watch.
    let ops = [op(0, &[]), root(&[]), root(&[0])];
    let grammar = Grammar::new(2, ops.map(Some).to_vec()).expect("well formed");
    let begins_unwatched = |root| {
        let policy = Policy {
            bare_runs: 10,
            ..Policy::new(Strategy::Deepening, Terms::usual(Some(3)), 1)
        };
        let item = ItemSearch::<Came>::new(&grammar, 0, [rooted(OpId(root))], policy);
        let (_, request) = item.next_unit(10).expect("it has a plan");
        request.is_bare()
    };
    assert!(!begins_unwatched(1));
    assert!(begins_unwatched(2));
}

/// Two instances of an item: one takes a list of nothing but its length, the other three of eight values.
fn list_and_values() -> (Grammar, [Rooted; 2]) {
    let (list, value) = (0, 2);
    let mut ops = vec![op(list, &[]), op(list, &[list]), root(&[list])];
    ops.extend((0..8).map(|_| op(value, &[])));
    ops.push(root(&[value, value, value]));
    let roots = [2, ops.len() as u32 - 1].map(|root| rooted(OpId(root)));
    let grammar = Grammar::new(3, ops.into_iter().map(Some).collect()).expect("well formed");
    (grammar, roots)
}

#[test]
fn a_list_that_only_grows_takes_no_more_than_its_share() {
    let (grammar, roots) = list_and_values();
    let policy = Policy {
        bare_runs: 200,
        ..Policy::new(Strategy::Deepening, Terms::usual(None), 1)
    };
    let none = RedundantPlans::default();
    let mut item = ItemSearch::<Came>::new(&grammar, 0, roots, policy);
    let (mut deepest_bare, mut longest, mut runs) = (0, 0, [0, 0]);
    while runs[1] < 8 * 8 * 8 {
        let (name, request) = item.next_unit(50).expect("lists have no end");
        let is_list = request.root == roots[0].root;
        let is_bare = request.is_bare();
        let mut unit = UnitLoop::without(&grammar, &none, request).expect("there are plans");
        while unit.next().is_some() {
            runs[usize::from(!is_list)] += 1;
            let demands: Vec<u32> = (0..unit.all_placeholders() as u32).collect();
            if is_list {
                longest = longest.max(unit.base_steps());
            }
            unit.observe(&Observation {
                outcome: Outcome::Ok,
                demands: &demands,
                reached_root: true,
                ended_at: None,
            });
        }
        let report = unit.report();
        if let (true, Some(reached)) = (is_bare, report.round) {
            deepest_bare = deepest_bare.max(reached.bound);
        }
        item.absorb(name, &Came::of(report));
    }
    assert!(deepest_bare > 50 && deepest_bare <= 2 + 64 + 1, "{deepest_bare}");
    assert!(longest < 100, "{longest} steps, {runs:?} runs");
}
