//! Verdicts of runs that are made up.

use super::*;
use crate::engine::tests::item;
use crate::executor::{PlanRun, Replay};
use plans::Term;

#[test]
fn only_what_cannot_be_called_at_all_is_gone() {
    let items = ["List<E, Ix>::add", "search", "plain"].map(|path| item(path, &[]));
    let check = |key: &str, word: &str| {
        assert_eq!(not_there(&items, key).word(), word, "{key}");
    };
    check(
        "tree::List::<LazyInt, usize>::add({0}) (usize) -> ()",
        "cannot tell",
    );
    check("tree::search::<u8>({0}) (u8) -> ()", "cannot tell");
    check(
        "format!(\"{:?}\", {0}) (&tree::List<u8, u8>) -> std::string::String",
        "cannot tell",
    );
    check("tree::plain({0}) (u16) -> ()", "no longer reachable");
    check(
        "tree::List::<LazyInt, usize>::addition({0}) (usize) -> ()",
        "no longer reachable",
    );
    check("tree::plainly({0}) (u8) -> ()", "no longer reachable");
}

/// Answers runs of any plan, one after another.
struct Scripted(Vec<(Outcome, Option<Fault>)>);

impl ReplaysPlans for Scripted {
    fn replay(&mut self, _: &Plan, _: Asked) -> anyhow::Result<Replay> {
        anyhow::bail!("nobody asks for it")
    }

    fn run_plans(&mut self, plans: &[Plan]) -> anyhow::Result<Vec<Option<PlanRun>>> {
        let (outcome, fault) = self.0.remove(0);
        Ok(vec![Some(PlanRun {
            seen: plans[0].clone(),
            outcome,
            fault,
            result: Vec::new(),
            edges: None,
        })])
    }
}

fn fault(kind: FaultKind, message: &str, op: u32) -> (Outcome, Option<Fault>) {
    let fault = Fault {
        kind,
        message: message.into(),
        location: None,
        op: Some(OpId(op)),
    };
    (Outcome::Fault, Some(fault))
}

/// What runs come to of a claim that op 0, `a::f`, panics at index 3.
fn verdict(runs: Vec<(Outcome, Option<Fault>)>) -> Verdict {
    let judge = Judge {
        item_of: &|op| [Some("a::f"), Some("a::T::new"), None][op.0 as usize],
        localise: &Location::clone,
    };
    let claim = Claim {
        plan: None,
        history: Vec::new(),
        kind: "panic".into(),
        message: "no element 3".into(),
        item: "a::f".into(),
    };
    let plan = Plan::new(Term::Apply {
        op: OpId(0),
        args: Vec::new(),
    });
    let plan = [plan.expect("a call")];
    let mut runs = Scripted(runs);
    let verdict = judge.verdict(&claim, &plan, &mut runs).unwrap();
    assert!(runs.0.is_empty(), "all runs are wanted");
    verdict
}

#[test]
fn the_same_fault_is_enough_once_and_numbers_do_not_matter() {
    let same = fault(FaultKind::Panic, "no element 7", 0);
    assert_eq!(verdict(vec![same.clone()]), Verdict::StillFailing(None));
    let flaky = vec![(Outcome::Ok, None), same];
    let Verdict::CannotTell(why) = verdict(flaky) else {
        panic!("two ends")
    };
    assert!(why.contains("first fixed, then still failing"), "{why}");
}

#[test]
fn what_returns_twice_is_fixed() {
    assert_eq!(verdict(vec![(Outcome::Ok, None); 2]), Verdict::Fixed);
}

#[test]
fn another_message_or_kind_is_another_failure() {
    for (kind, message) in [(FaultKind::Panic, "full"), (FaultKind::Abort, "no element 3")] {
        for op in [0, 2] {
            let Verdict::FailingOtherwise(now) = verdict(vec![fault(kind, message, op); 2]) else {
                panic!("it fails otherwise: {message}")
            };
            assert_eq!((now.kind, now.message.as_str()), (kind, message));
        }
    }
}

#[test]
fn what_never_comes_to_the_call_tells_nothing_of_it() {
    let arguments = verdict(vec![fault(FaultKind::Panic, "bad", 1); 2]);
    let Verdict::CannotTell(why) = arguments else {
        panic!("{arguments:?}")
    };
    assert_eq!(
        why,
        "an argument could not be built: a::T::new fails with panic: bad"
    );
    for outcome in [Outcome::Reject, Outcome::Discarded, Outcome::TypeDemand] {
        let verdict = verdict(vec![(outcome, None); 2]);
        assert!(
            matches!(verdict, Verdict::CannotTell(_)),
            "{outcome:?}: {verdict:?}"
        );
    }
}
