//! Holes against runs that keep or break what they claim.

use super::super::challenge::{Challenged, challenge};
use super::*;
use crate::finding::collect::Rank;

/// Two bytes; `BUILT` is made of one by foreign code.
const BYTE: TypeId = TypeId(0);
const BUILT: TypeId = TypeId(1);
/// Bytes 0, 1 and 2.
const ZERO: u32 = 0;
const ONE: u32 = 1;
const TWO: u32 = 2;
/// `built(Byte) -> Built`.
const BUILD: u32 = 3;
/// `pair(Byte, Byte)`.
const PAIR: u32 = 4;
/// `take(Built)`.
const TAKE: u32 = 5;

fn world() -> Grammar {
    let call = |result, args: &[TypeId]| OpSpec {
        args: args.to_vec(),
        total: false,
        ..value(result)
    };
    let ops = vec![
        value(BYTE),
        value(BYTE),
        value(BYTE),
        call(BUILT, &[BYTE]),
        call(TypeId(2), &[BYTE, BYTE]),
        call(TypeId(2), &[BUILT]),
    ];
    Grammar::new(3, ops.into_iter().map(Some).collect()).expect("well formed")
}

fn byte(op: u32) -> Term {
    apply(op, &[])
}

fn built(op: u32) -> Term {
    apply(BUILD, &[byte(op)])
}

fn hole(number: u32, ty: TypeId, default: Term) -> Term {
    Term::Hole {
        number,
        ty,
        default: Box::new(default),
    }
}

/// `pair(?1, ?2)`, both 0.
fn open_pair() -> Plan {
    let holes = [hole(1, BYTE, byte(ZERO)), hole(2, BYTE, byte(ZERO))];
    plan_of(apply(PAIR, &holes))
}

/// `take(?1)`, built from 0.
fn open_take() -> Plan {
    plan_of(apply(TAKE, &[hole(1, BUILT, built(ZERO))]))
}

/// The ops of a pair's bytes.
fn bytes(plan: &Plan) -> [u32; 2] {
    let [_, first, second] = plan.ops()[..] else {
        panic!("{plan:?}")
    };
    [first.0, second.0]
}

fn dup(root: u32) -> Fault {
    Fault {
        op: Some(OpId(root)),
        ..panic_at(20, "dup")
    }
}

/// A run that looks at no hole.
fn ran(plan: &Plan, outcome: Outcome, fault: Option<Fault>) -> Option<PlanRun> {
    Some(PlanRun {
        seen: plan.clone(),
        outcome,
        fault,
        result: Vec::new(),
        edges: None,
    })
}

fn failed(plan: &Plan, fault: Fault) -> Option<PlanRun> {
    ran(plan, Outcome::Fault, Some(fault))
}

fn returned(plan: &Plan) -> Option<PlanRun> {
    ran(plan, Outcome::Ok, None)
}

/// Plans do what the world says; those that are shown fail in a process of their own.
struct World<'a> {
    fault: Fault,
    shown: Vec<Plan>,
    run: &'a (dyn Fn(&Plan) -> Option<PlanRun> + Sync),
    batches: Vec<Vec<Plan>>,
}

impl<'a> World<'a> {
    fn new(fault: Fault, run: &'a (dyn Fn(&Plan) -> Option<PlanRun> + Sync)) -> World<'a> {
        World {
            fault,
            shown: Vec::new(),
            run,
            batches: Vec::new(),
        }
    }
}

impl ReplaysPlans for World<'_> {
    fn replay(&mut self, plan: &Plan, _: Asked) -> anyhow::Result<Replay> {
        self.batches.push(vec![plan.clone()]);
        let fault = match self.shown.contains(plan) {
            true => Some(self.fault.clone()),
            false => (self.run)(plan).and_then(|run| run.fault),
        };
        Ok(Replay {
            fault,
            backtrace: BACKTRACE.to_owned(),
            seen: Some(plan.clone()),
            cpu_time_ms: 0,
            edges: None,
        })
    }

    fn run_plans(&mut self, plans: &[Plan]) -> anyhow::Result<Vec<Option<PlanRun>>> {
        self.batches.push(plans.to_vec());
        Ok(plans.iter().map(self.run).collect())
    }
}

fn placed(plan: Plan, fault: &Fault) -> PlacedSample {
    PlacedSample {
        rank: Rank {
            indirect: false,
            is_announced: false,
            is_rare: false,
            base_steps: 3,
            item: 0,
            oddity: Default::default(),
            instance: 0,
            order: 0,
        },
        plan,
        observed: fault.clone(),
    }
}

/// Challenges a plan that failed as its root's fault, in a world where plans do as `run` says.
fn challenged(plan: &Plan, run: &(dyn Fn(&Plan) -> Option<PlanRun> + Sync)) -> Challenged {
    let fault = dup(plan.root().0);
    let mut mock = World::new(fault.clone(), run);
    let sample = placed(plan.clone(), &fault);
    let challenged =
        challenge(&sample, &world(), &OtherLiterals::new(), &mut mock).expect("mocks never break");
    let runs: usize = mock.batches.iter().map(Vec::len).sum();
    assert_eq!(challenged.runs, runs as u64);
    challenged
}

/// A hole and what it stood up to, one value at a time.
fn stood_up_to(hole: Option<u32>, values: &[&[u32]]) -> HoleChallenges {
    let values = values
        .iter()
        .map(|values| values.iter().map(|op| byte(*op)).collect());
    HoleChallenges {
        hole,
        values: values.collect(),
    }
}

/// A pair that fails only as long as `fails` says so of its bytes.
fn pair(fails: impl Fn([u32; 2]) -> bool + Sync) -> Challenged {
    challenged(&open_pair(), &|plan| match fails(bytes(plan)) {
        true => failed(plan, dup(PAIR)),
        false => returned(plan),
    })
}

#[test]
fn holes_that_stand_up_stay_with_what_they_were_challenged_with() {
    let all = pair(|_| true);
    assert_eq!(all.plan, Some(open_pair()));
    let expected = [
        stood_up_to(Some(1), &[&[ONE], &[TWO]]),
        stood_up_to(Some(2), &[&[ONE], &[TWO]]),
        stood_up_to(None, &[&[ONE, ONE], &[TWO, ONE]]),
    ];
    assert_eq!(all.holes, expected);
    assert_eq!(all.runs, 7, "the plan as it is, and one for each challenge");
}

#[test]
fn a_hole_whose_challenge_ends_otherwise_is_decided_and_the_others_are_numbered_anew() {
    let second = pair(|[first, _]| first == ZERO);
    let plan = plan_of(apply(PAIR, &[byte(ZERO), hole(1, BYTE, byte(ZERO))]));
    assert_eq!(second.plan, Some(plan));
    assert_eq!(second.holes, [stood_up_to(Some(1), &[&[ONE], &[TWO]])]);
    // One value that ends otherwise is enough.
    let first = pair(|[_, second]| second != TWO);
    let plan = plan_of(apply(PAIR, &[hole(1, BYTE, byte(ZERO)), byte(ZERO)]));
    assert_eq!(first.plan, Some(plan));
    let neither = pair(|bytes| bytes == [ZERO, ZERO]);
    assert_eq!(
        neither.plan,
        Some(plan_of(apply(PAIR, &[byte(ZERO), byte(ZERO)])))
    );
    assert_eq!(neither.holes, []);
}

#[test]
fn of_holes_refuted_only_together_the_last_one_is_decided() {
    let either = pair(|bytes| bytes.contains(&ZERO));
    let plan = plan_of(apply(PAIR, &[hole(1, BYTE, byte(ZERO)), byte(ZERO)]));
    assert_eq!(either.plan, Some(plan));
    assert_eq!(either.holes, [stood_up_to(Some(1), &[&[ONE], &[TWO]])]);
}

/// A pair that fails first of all in its process, and with a zero behind other runs.
struct FailsFirst;

impl ReplaysPlans for FailsFirst {
    fn replay(&mut self, plan: &Plan, _: Asked) -> anyhow::Result<Replay> {
        Ok(Replay {
            fault: Some(dup(PAIR)),
            seen: Some(plan.clone()),
            ..Replay::default()
        })
    }

    fn run_plans(&mut self, plans: &[Plan]) -> anyhow::Result<Vec<Option<PlanRun>>> {
        let run = |(at, plan): (usize, &Plan)| match at == 0 || bytes(plan).contains(&ZERO) {
            true => failed(plan, dup(PAIR)),
            false => returned(plan),
        };
        Ok(plans.iter().enumerate().map(run).collect())
    }
}

#[test]
fn what_returns_only_behind_other_runs_refutes_nothing() {
    let sample = placed(open_pair(), &dup(PAIR));
    let held = challenge(&sample, &world(), &OtherLiterals::new(), &mut FailsFirst).unwrap();
    assert_eq!(held.plan, Some(open_pair()));
    assert_eq!(held.holes.len(), 3);
    assert_eq!(held.runs, 7 + 1 + 7, "together, one again, and each by itself");
}

#[test]
fn another_fault_refutes_as_a_return_does() {
    let elsewhere = Fault {
        message: "another".to_owned(),
        ..dup(TAKE)
    };
    for end in [Some(elsewhere), None] {
        let take = challenged(
            &open_take(),
            &|plan| match (plan.ops().contains(&OpId(ZERO)), &end) {
                (true, _) => failed(plan, dup(TAKE)),
                (false, Some(fault)) => failed(plan, fault.clone()),
                (false, None) => returned(plan),
            },
        );
        assert_eq!(take.plan, Some(plan_of(apply(TAKE, &[built(ZERO)]))), "{end:?}");
    }
}

#[test]
fn a_value_that_cannot_be_built_is_no_refutation() {
    let take = challenged(&open_take(), &|plan| match plan.ops().contains(&OpId(ZERO)) {
        true => failed(plan, dup(TAKE)),
        // One fails itself, the other comes to nothing.
        false if plan.ops().contains(&OpId(ONE)) => failed(plan, dup(BUILD)),
        false => ran(plan, Outcome::Reject, None),
    });
    assert_eq!((take.plan, take.holes), (Some(open_take()), vec![]));
    let unrun = challenged(&open_take(), &|plan| {
        (plan == &open_take()).then(|| failed(plan, dup(TAKE))).flatten()
    });
    assert_eq!((unrun.plan, unrun.holes), (Some(open_take()), vec![]));
    // Where no foreign code takes part, nothing can come to nothing.
    let pair = challenged(&open_pair(), &|plan| match bytes(plan)[1] {
        TWO => ran(plan, Outcome::Reject, None),
        _ => failed(plan, dup(PAIR)),
    });
    let plan = plan_of(apply(PAIR, &[hole(1, BYTE, byte(ZERO)), byte(ZERO)]));
    assert_eq!(pair.plan, Some(plan));
}

#[test]
fn a_hole_that_the_plan_s_own_run_looks_at_is_decided() {
    let looked = challenged(&open_pair(), &|plan| {
        let seen = match plan.holes() {
            2 => plan.with_holes(|hole| hole == 2),
            _ => plan.clone(),
        };
        Some(PlanRun {
            seen,
            outcome: Outcome::Fault,
            fault: Some(dup(PAIR)),
            result: Vec::new(),
            edges: None,
        })
    });
    let plan = plan_of(apply(PAIR, &[byte(ZERO), hole(1, BYTE, byte(ZERO))]));
    assert_eq!(looked.plan, Some(plan));
    assert_eq!(looked.holes, [stood_up_to(Some(1), &[&[ONE], &[TWO]])]);
}

#[test]
fn a_plan_that_now_fails_otherwise_has_no_plan() {
    for run in [returned, |plan: &Plan| failed(plan, dup(BUILD)), |_: &Plan| None] {
        let gone = challenged(&open_pair(), &run);
        assert_eq!((gone.plan, gone.holes), (None, vec![]));
    }
}

#[test]
fn a_hang_is_challenged_once_with_all_its_holes() {
    let hang = Fault {
        kind: FaultKind::Timeout,
        location: None,
        ..dup(PAIR)
    };
    let told_otherwise = Fault {
        message: "noticed in another way".to_owned(),
        ..hang.clone()
    };
    let hangs = |plan: &Plan| failed(plan, told_otherwise.clone());
    let mut mock = World::new(hang.clone(), &hangs);
    let sample = placed(open_pair(), &hang);
    let literals = OtherLiterals::new();
    let held = challenge(&sample, &world(), &literals, &mut mock).unwrap();
    assert_eq!((held.plan, held.runs), (Some(open_pair()), 1));
    assert_eq!(held.holes, [stood_up_to(None, &[&[ONE, ONE]])]);
}

/// The candidate of these plans, which failed alike, after a confirmation in which listed plans do as `run` says.
fn settled(plans: &[Plan], run: &(dyn Fn(&Plan) -> Option<PlanRun> + Sync), refused: &[&str]) -> Candidate {
    let fault = dup(plans[0].root().0);
    let mut start = candidates(&[(fault.clone(), plans.len() as u32)]);
    for (sample, plan) in start[0].samples.iter_mut().zip(plans) {
        sample.plan = plan.clone();
    }
    let mut tests = MockTests {
        refused: refused.iter().map(|source| (*source).to_owned()).collect(),
        ..MockTests::default()
    };
    let mut mock = World::new(fault, run);
    mock.shown = plans.to_vec();
    let confirmation = Confirmation {
        grammar: &world(),
        literals: &OtherLiterals::new(),
        replayers: &mut [&mut mock],
        tests: &mut tests,
        write: &|candidate, _, _| format!("{:?}", bytes(&candidate.sample().plan)),
        calls: &[],
        scope: &scope(),
        items: &items(),
        limit: Duration::from_secs(1),
        item_of: &|sample| sample.rank.item,
        interrupted: &|| false,
        progress: &mut |_, _| (),
    };
    let mut confirmation = confirmation;
    let mut found = confirm(start, &mut confirmation)
        .expect("mocks never break")
        .candidates;
    assert_eq!(found.len(), 1);
    found.remove(0)
}

fn decided_pair(first: u32, second: u32) -> Plan {
    plan_of(apply(PAIR, &[byte(first), byte(second)]))
}

#[test]
fn a_finding_stays_when_all_its_holes_are_refuted() {
    let found = settled(
        &[open_pair()],
        &|plan| match bytes(plan) {
            [ZERO, ZERO] => failed(plan, dup(PAIR)),
            _ => returned(plan),
        },
        &[],
    );
    assert_eq!(found.standing, Standing::Confirmed);
    assert_eq!(found.sample().plan, decided_pair(ZERO, ZERO));
    assert_eq!(found.described.holes, []);
    let found = settled(&[open_pair()], &|plan| failed(plan, dup(PAIR)), &[]);
    assert_eq!(
        (found.sample().plan.clone(), found.described.holes.len()),
        (open_pair(), 3)
    );
}

#[test]
fn plans_whose_own_run_fails_otherwise_are_left_out() {
    let plans = [
        decided_pair(ZERO, ZERO),
        decided_pair(ZERO, ONE),
        decided_pair(ONE, ONE),
        decided_pair(TWO, TWO),
    ];
    let run = |plan: &Plan| match bytes(plan) {
        [ZERO, ONE] => failed(plan, dup(BUILD)),
        [TWO, TWO] => returned(plan),
        _ => failed(plan, dup(PAIR)),
    };
    let kept = |found: &Candidate| -> Vec<[u32; 2]> {
        found.samples.iter().map(|sample| bytes(&sample.plan)).collect()
    };
    let found = settled(&plans, &run, &[]);
    assert_eq!(kept(&found), [[ZERO, ZERO], [ONE, ONE]]);
    assert_eq!(found.standing, Standing::Confirmed);
    // What is left is tried in order.
    let found = settled(&plans, &run, &["[0, 0]"]);
    assert_eq!(
        (found.standing.clone(), bytes(&found.sample().plan)),
        (Standing::Confirmed, [ONE, ONE])
    );
}

#[test]
fn the_plan_that_is_shown_stays_with_nothing_open_if_its_own_run_differs() {
    let found = settled(&[open_pair()], &returned, &[]);
    assert_eq!(found.sample().plan, decided_pair(ZERO, ZERO));
    assert_eq!(found.described.holes, []);
}
