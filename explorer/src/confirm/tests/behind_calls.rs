//! Candidates that return in a fresh process, in processes that remember what was called in them.

use super::*;
use crate::confirm::earlier::shortest;

/// What a process with these calls behind it comes to when this one is made. The number counts processes.
type Process<'a> = dyn Fn(&[u32], u32, u32) -> bool + Sync + 'a;

/// Ops that have to be called before, how often, and whether they fail.
type Needed = Vec<(u32, u32, bool)>;

/// Fails where its process says so.
struct Remembers<'a> {
    fault: Fault,
    process: &'a Process<'a>,
    processes: u32,
}

impl ReplaysPlans for Remembers<'_> {
    fn replay(&mut self, plan: &Plan, asked: Asked) -> anyhow::Result<Replay> {
        let mut replays = self.replay_in_order(std::slice::from_ref(plan), asked)?;
        Ok(replays.remove(0))
    }

    fn replay_in_order(&mut self, plans: &[Plan], _: Asked) -> anyhow::Result<Vec<Replay>> {
        self.processes += 1;
        let calls: Vec<u32> = plans.iter().map(|plan| plan.root().0).collect();
        let replay = |at: usize| Replay {
            fault: (self.process)(&calls[..at], calls[at], self.processes).then(|| self.fault.clone()),
            backtrace: BACKTRACE.to_owned(),
            seen: Some(plans[at].clone()),
            ..Replay::default()
        };
        Ok((0..plans.len()).map(replay).collect())
    }

    fn run_plans(&mut self, _: &[Plan]) -> anyhow::Result<Vec<Option<PlanRun>>> {
        anyhow::bail!("nothing is said of other arguments")
    }
}

/// What a candidate with a plan of op 0 needs where ops 0 to 7 are called, one of each item, and how many processes were asked.
fn needs(process: &Process<'_>) -> (Option<Needed>, u32) {
    let fault = panic_at(20, "dup");
    let mut replays = Remembers {
        fault: fault.clone(),
        process,
        processes: 0,
    };
    let calls: Vec<Vec<Plan>> = (0..8).map(|op| vec![plan_of(apply(op, &[]))]).collect();
    let mut tests = MockTests::default();
    let confirmation = &mut Confirmation {
        grammar: &grammar(),
        literals: &OtherLiterals::new(),
        replayers: &mut [&mut replays],
        tests: &mut tests,
        write: &|candidate, _, _| candidate.described.earlier.len().to_string(),
        calls: &calls,
        scope: &scope(),
        items: &items(),
        limit: Duration::from_secs(1),
        item_of: &|sample| sample.rank.item,
        interrupted: &|| false,
        progress: &mut |_, _| {},
    };
    let mut found = confirm(candidates(&[(fault, 1)]), confirmation)
        .expect("mocks never break")
        .candidates;
    let found = found.remove(0);
    let earlier = found.described.earlier.iter();
    let earlier = earlier
        .map(|call| (call.plan.root().0, call.times, call.fails))
        .collect();
    assert!(!found.fails_alone());
    let is_confirmed = found.standing == Standing::Confirmed;
    (is_confirmed.then_some(earlier), replays.processes)
}

#[test]
fn what_fails_behind_calls_is_confirmed_with_the_fewest() {
    let (repeated, _) =
        needs(&|before, call, _| call == 0 && before.iter().filter(|op| **op == 0).count() == 600);
    assert_eq!(repeated, Some(vec![(0, 600, false)]));
    let (in_order, processes) = needs(&|before, call, _| {
        let first = before.iter().position(|op| *op == 3);
        call == 0 && first.is_some_and(|first| before[first..].contains(&6))
    });
    assert_eq!(in_order, Some(vec![(3, 1, false), (6, 1, false)]));
    let (backwards, _) = needs(&|before, call, _| {
        let first = before.iter().find(|op| [2, 5].contains(*op));
        call == 0 && first == Some(&5)
    });
    assert_eq!(backwards, Some(vec![(5, 1, false)]));
    let (undone, _) = needs(&|before, call, _| {
        let last = before.iter().rfind(|op| [1, 4, 7].contains(*op));
        call == 0 && last == Some(&4)
    });
    assert_eq!(undone, Some(vec![(4, 1, false)]));
    let (of_a_failure, _) = needs(&|before, call, _| call == 5 || (call == 0 && before.contains(&5)));
    assert_eq!(of_a_failure, Some(vec![(5, 1, true)]));
    assert!(processes < 100, "{processes}");
}

#[test]
fn what_some_processes_do_whatever_was_called_is_not_confirmed() {
    for every in [2, 3, 7, 50] {
        // The first one is the one in which it returns.
        let (needed, _) = needs(&|_, call, process| call == 0 && process % every == 0);
        assert_eq!(needed, None, "each process whose number {every} divides");
    }
    let (needed, processes) = needs(&|_, _, _| false);
    assert_eq!(needed, None);
    assert!(processes < 50, "{processes}");
}

/// What is left of so many calls, and how often it was asked.
fn reduced(many: u32, fails: impl Fn(&[u32]) -> bool) -> (Vec<u32>, u32) {
    let mut asked = 0;
    let left = shortest((0..many).collect(), &mut |calls| {
        asked += 1;
        Ok(fails(calls))
    });
    (left.expect("nothing breaks"), asked)
}

#[test]
fn what_does_not_matter_is_left_out_and_the_order_is_kept() {
    for wanted in [vec![0], vec![1000], vec![3, 700], vec![511, 512, 513]] {
        let has_all = |calls: &[u32]| wanted.iter().all(|call| calls.contains(call));
        let (left, asked) = reduced(1001, has_all);
        assert_eq!(left, wanted);
        assert!(asked < 120, "{asked} for {wanted:?}");
    }
}

#[test]
fn no_single_call_of_what_is_left_can_be_left_out() {
    // Each of a pair needs the other, and so many of any kind are needed.
    let fails = |calls: &[u32]| {
        calls.contains(&5) == calls.contains(&6) && calls.iter().filter(|call| *call % 2 == 1).count() >= 9
    };
    let (left, _) = reduced(64, fails);
    assert!(fails(&left));
    for at in 0..left.len() {
        let without = [&left[..at], &left[at + 1..]].concat();
        assert!(!fails(&without), "{} of {left:?}", left[at]);
    }
}

#[test]
fn what_fails_always_needs_nothing_and_what_never_fails_without_one_needs_all() {
    assert_eq!(reduced(40, |_| true), (Vec::new(), 1));
    assert_eq!(reduced(40, |calls| calls.len() == 40).0.len(), 40);
    assert_eq!(reduced(0, |_| false).0, Vec::<u32>::new());
}
