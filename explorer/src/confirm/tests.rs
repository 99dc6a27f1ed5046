//! Confirmation against mock replays and mock test runs.

mod behind_calls;
mod challenged;
mod parted;

use super::challenge::HoleChallenges;
use super::*;
use crate::engine::runner::{Asked, ReplaysPlans};
use crate::executor::{Moment, PlanRun, Replay, SeenFault, TestEnd, TestOutcome};
use crate::finding::collect::Before;
use crate::finding::{Collector, PlacedSample};
use crate::outcome::Fault;
use crate::tuning::TIMEOUT_FACTOR;
use harness_gen::{ItemKind, ItemUse};
use plans::{
    Grammar, InPlace, LaneKind, OpId, OpSpec, OtherLiterals, Outcome, Plan, Sample, Term, TypeId, UnitName,
};
use std::collections::BTreeSet;
use std::path::Path;

const BACKTRACE: &str = "0: tree::insert\n at /w/tree/src/lib.rs:20:5\n";

fn panic_at(line: u32, message: &str) -> Fault {
    let location = Some(Location {
        file: "/w/tree/src/lib.rs".to_owned(),
        line,
        column: 5,
    });
    Fault {
        kind: FaultKind::Panic,
        message: message.to_owned(),
        location,
        op: Some(OpId(0)),
    }
}

fn scope() -> CrateScope {
    CrateScope::new("tree", Path::new("/w/tree"), None)
}

fn items() -> Vec<Item> {
    let item = |path: &str| Item {
        path: path.to_owned(),
        kind: ItemKind::Function,
        span: None,
        signature: harness_gen::Signature::default(),
        docs: Vec::new(),
        params: Vec::new(),
        reports_failure: false,
        is_property: false,
        use_: ItemUse::Explore(vec![]),
    };
    ["tree::insert", "tree::reserve"].map(item).into()
}

fn apply(op: u32, args: &[Term]) -> Term {
    Term::Apply {
        op: OpId(op),
        args: args.to_vec(),
    }
}

/// The plan of a term.
fn plan_of(term: Term) -> Plan {
    Plan::new(term).expect("an op")
}

/// A value without parts.
fn value(result: TypeId) -> OpSpec {
    OpSpec {
        result,
        args: Vec::new(),
        steps: 1,
        pointer: false,
        in_place: InPlace::No,
        total: true,
        builds: true,
    }
}

/// Values without parts, each of a type of its own.
fn grammar() -> Grammar {
    let ops = (0..8).map(|ty| Some(value(TypeId(ty))));
    Grammar::new(8, ops.collect()).expect("well formed")
}

/// A sample is told from the others by the only op of its plan.
fn candidates(faults: &[(Fault, u32)]) -> Vec<Candidate> {
    let mut collector = Collector::new(scope(), vec![Some(0)], BTreeSet::new());
    let unit = UnitName {
        item: 0,
        instance: 0,
        root: OpId(0),
        lane: LaneKind::Mutants,
    };
    for (fault, samples) in faults {
        let sample = |op| Sample {
            plan: plan_of(apply(op, &[])),
            base_steps: op,
            nth: 1,
        };
        let seen = SeenFault {
            fault: fault.clone(),
            plans: 10,
            samples: (0..*samples).map(sample).collect(),
            at: Moment::default(),
        };
        collector.add_seen(unit, Before::default(), &[seen]);
    }
    collector
        .groups()
        .into_iter()
        .map(|group| Candidate::new(&group, 0))
        .collect()
}

/// Replays plans: those of the listed ops show nothing.
struct MockReplays {
    fault: Option<Fault>,
    quiet: Vec<u32>,
    factors: Vec<u32>,
}

impl MockReplays {
    fn fault_of(&self, plan: &Plan) -> Option<Fault> {
        let is_quiet = self.quiet.contains(&plan.root().0);
        self.fault.clone().filter(|_| !is_quiet)
    }
}

impl ReplaysPlans for MockReplays {
    fn replay(&mut self, plan: &Plan, asked: Asked) -> anyhow::Result<Replay> {
        let timeout_factor = asked.timeout_factor;
        self.factors.push(timeout_factor);
        Ok(Replay {
            fault: self.fault_of(plan),
            backtrace: BACKTRACE.to_owned(),
            seen: Some(plan.clone()),
            cpu_time_ms: 0,
            edges: None,
        })
    }

    fn run_plans(&mut self, plans: &[Plan]) -> anyhow::Result<Vec<Option<PlanRun>>> {
        let run = |plan: &Plan| {
            let fault = self.fault_of(plan);
            Some(PlanRun {
                seen: plan.clone(),
                outcome: match fault {
                    Some(_) => Outcome::Fault,
                    None => Outcome::Ok,
                },
                fault,
                result: Vec::new(),
                edges: None,
            })
        };
        Ok(plans.iter().map(run).collect())
    }
}

/// Tests whose source is in `refused` do not compile; those in `passing` pass; the rest fail as the panic says.
#[derive(Default)]
struct MockTests {
    refused: Vec<String>,
    /// Those of these are refused for another reason.
    short_lived: Vec<String>,
    passing: Vec<String>,
    sources: BTreeMap<String, String>,
    builds: usize,
}

impl RunsReproductions for MockTests {
    fn build(
        &mut self,
        tests: &[(String, String)],
        _: TestStyle,
    ) -> anyhow::Result<BTreeMap<String, String>> {
        self.builds += 1;
        self.sources = tests.iter().cloned().collect();
        let why = |source: &String| match self.refused.contains(source) {
            true => Some("E0308: mismatched types\nmore"),
            false => {
                (self.short_lived.contains(source)).then_some("error[E0597]: `v1` does not live long enough")
            }
        };
        let refused = tests
            .iter()
            .filter_map(|(name, source)| Some((name.clone(), why(source)?.to_owned())));
        Ok(refused.collect())
    }

    fn run(&mut self, tests: &[DueTest<'_>]) -> anyhow::Result<Vec<Option<TestOutcome>>> {
        let outcome = |test: &DueTest<'_>| {
            let (exit_code, output, told) = match self.passing.contains(&self.sources[test.name]) {
                true => (0, "", TestEnd::Passed),
                false => (
                    101,
                    "panicked at /w/tree/src/lib.rs:20:5:\ndup",
                    TestEnd::Panicked("dup".to_owned()),
                ),
            };
            // Of what breaks memory an optimised test is ended by a signal.
            let is_ended = self.sources[test.name].starts_with("optimised");
            Some(TestOutcome {
                exit_code: (!is_ended).then_some(exit_code),
                signal: is_ended.then_some(11),
                timed_out: false,
                output: output.to_owned(),
                told: (!is_ended).then_some(told),
            })
        };
        Ok(tests.iter().map(outcome).collect())
    }
}

fn confirmed(
    candidates: Vec<Candidate>,
    replays: &mut MockReplays,
    tests: &mut MockTests,
    interrupted: bool,
) -> (Vec<Candidate>, u64) {
    let write = |candidate: &Candidate, _: &str, style: TestStyle| {
        let sample = candidate.sample();
        let node = sample.plan.root().0;
        match style {
            TestStyle::Readable => format!("readable {node}"),
            TestStyle::Explicit => format!("source {node}"),
            TestStyle::Optimised => format!("optimised {node}"),
            TestStyle::Threads => format!("hearing {node}"),
            TestStyle::ForGood => format!("for good {node}"),
        }
    };
    let confirmed = confirm(
        candidates,
        &mut Confirmation {
            grammar: &grammar(),
            literals: &OtherLiterals::new(),
            replayers: &mut [replays],
            tests,
            write: &write,
            calls: &[],
            scope: &scope(),
            items: &items(),
            limit: Duration::from_secs(1),
            item_of: &|sample| match sample.observed.op {
                Some(OpId(1)) => 1,
                _ => sample.rank.item,
            },
            interrupted: &|| interrupted,
            progress: &mut |done, all| assert!(done <= all),
        },
    )
    .expect("mocks never break");
    (confirmed.candidates, confirmed.runs)
}

fn replays(fault: &Fault, quiet: &[u32]) -> MockReplays {
    MockReplays {
        fault: Some(fault.clone()),
        quiet: quiet.to_vec(),
        factors: Vec::new(),
    }
}

#[test]
fn a_finding_is_confirmed_by_replay_and_test() {
    let fault = panic_at(20, "dup");
    let mut tests = MockTests::default();
    let (found, runs) = confirmed(
        candidates(&[(fault.clone(), 5)]),
        &mut replays(&fault, &[]),
        &mut tests,
        false,
    );
    // A replay, each of the five plans as it is, and the test.
    assert_eq!((found.len(), runs, tests.builds), (1, 7, 1));
    assert_eq!(
        (found[0].standing.clone(), found[0].style()),
        (Standing::Confirmed, TestStyle::Readable)
    );
    assert_eq!(found[0].doubt(), None);
    assert_eq!(found[0].frame_names(), ["tree::insert"]);
    assert_eq!(found[0].location(&scope()).expect("known").file, "src/lib.rs");
}

#[test]
fn memory_is_laid_to_whoever_takes_it_when_it_is_shown_again() {
    let fault = |op| Fault {
        kind: FaultKind::Memory,
        message: "more than 128 bytes of live memory".to_owned(),
        location: None,
        op: Some(OpId(op)),
    };
    for (taking, item) in [(0, 0), (1, 1)] {
        let start = candidates(&[(fault(0), 1)]);
        let mut replays = replays(&fault(taking), &[]);
        let (found, _) = confirmed(start, &mut replays, &mut MockTests::default(), false);
        assert_eq!(found[0].item, item);
    }
}

#[test]
fn what_a_readable_test_does_not_show_an_explicit_one_may() {
    let fault = panic_at(20, "dup");
    let readable = vec!["readable 0".to_owned()];
    for (refused, passing) in [(readable.clone(), vec![]), (vec![], readable)] {
        let mut tests = MockTests {
            refused,
            passing,
            ..MockTests::default()
        };
        let start = candidates(&[(fault.clone(), 5)]);
        let (found, _) = confirmed(start, &mut replays(&fault, &[]), &mut tests, false);
        assert_eq!(
            (found[0].standing.clone(), tests.builds),
            (Standing::Confirmed, 2)
        );
        assert_eq!(
            (found[0].style(), found[0].sample().plan.root().0),
            (TestStyle::Explicit, 0)
        );
        assert_eq!(found[0].doubt(), None);
    }
}

/// What becomes of a fault that is shown again, in which style, and after how many builds of tests.
fn settled(fault: &Fault, tests: &mut MockTests) -> (Standing, TestStyle, usize) {
    let start = candidates(&[(fault.clone(), 5)]);
    let (found, _) = confirmed(start, &mut replays(fault, &[]), tests, false);
    (found[0].standing.clone(), found[0].style(), tests.builds)
}

#[test]
fn what_has_to_last_for_ever_is_kept_for_good() {
    let fault = panic_at(20, "dup");
    let sources = ["readable 0", "source 0"].map(str::to_owned);
    let mut tests = MockTests {
        short_lived: sources.into(),
        ..MockTests::default()
    };
    assert_eq!(
        settled(&fault, &mut tests),
        (Standing::Confirmed, TestStyle::ForGood, 3)
    );
}

#[test]
fn broken_memory_that_a_plain_test_does_not_show_an_optimised_one_may() {
    let fault = Fault {
        kind: FaultKind::Abort,
        location: None,
        ..panic_at(20, "the process aborted")
    };
    let mut tests = MockTests {
        passing: vec!["readable 0".to_owned(), "source 0".to_owned()],
        ..MockTests::default()
    };
    assert_eq!(
        settled(&fault, &mut tests),
        (Standing::Confirmed, TestStyle::Optimised, 3)
    );
}

#[test]
fn the_next_plans_are_tried_if_the_smallest_does_not_confirm() {
    let fault = panic_at(20, "dup");
    let mut tests = MockTests {
        passing: ["readable 1", "source 1", "hearing 1"].map(str::to_owned).into(),
        ..MockTests::default()
    };
    let (found, _) = confirmed(
        candidates(&[(fault.clone(), 5)]),
        &mut replays(&fault, &[0]),
        &mut tests,
        false,
    );
    assert_eq!(found[0].standing, Standing::Confirmed);
    assert_eq!(found[0].sample().plan.root().0, 2);
}

/// A place that plans of two items come to: that of item 0 does not show it again, those of item 1 do.
fn of_two_items(fault: &Fault) -> Vec<Candidate> {
    let mut start = candidates(&[(fault.clone(), 3)]);
    start[0].samples[1].rank.item = 1;
    start[0].samples[2].rank.item = 1;
    start[0].items.insert(1);
    start
}

#[test]
fn the_item_whose_plan_shows_it_again_is_the_one_that_is_blamed() {
    let fault = panic_at(20, "dup");
    let mut tests = MockTests::default();
    let (found, _) = confirmed(
        of_two_items(&fault),
        &mut replays(&fault, &[0]),
        &mut tests,
        false,
    );
    assert_eq!(
        (found[0].standing.clone(), found[0].item),
        (Standing::Confirmed, 1)
    );
    assert_eq!(found[0].items, BTreeSet::from([1]), "not the same in item 0");

    let (found, _) = confirmed(of_two_items(&fault), &mut replays(&fault, &[]), &mut tests, false);
    assert_eq!((found[0].item, found[0].items.len()), (0, 2));

    let readable = (0..3).flat_map(|node| [format!("readable {node}"), format!("source {node}")]);
    let mut refused = MockTests {
        refused: readable.collect(),
        ..MockTests::default()
    };
    let (found, _) = confirmed(
        of_two_items(&fault),
        &mut replays(&fault, &[]),
        &mut refused,
        false,
    );
    assert_eq!(
        (found[0].standing.clone(), found[0].item),
        (Standing::Open, 0),
        "none is better than the first"
    );
}

#[test]
fn a_confirmed_equal_brings_its_item_along() {
    let fault = panic_at(20, "dup");
    let mut first = candidates(&[(fault.clone(), 1)]).remove(0);
    let mut other = candidates(&[(fault, 2)]).remove(0);
    other.samples.remove(0);
    (other.standing, other.item) = (Standing::Confirmed, 1);
    first.absorb(other);
    assert_eq!(
        (first.standing.clone(), first.item, first.sample().plan.root().0),
        (Standing::Confirmed, 1, 1)
    );
}

#[test]
fn three_failed_tries_leave_the_first_doubt() {
    let fault = panic_at(20, "dup");
    let mut never = replays(&fault, &[0, 1, 2, 3, 4]);
    let (found, runs) = confirmed(
        candidates(&[(fault.clone(), 5)]),
        &mut never,
        &mut MockTests::default(),
        false,
    );
    assert_eq!(runs, TRIES as u64);
    assert_eq!(
        found[0].doubt().as_deref(),
        Some("a second run in a fresh process did not fail")
    );
    assert_eq!(found[0].sample().plan.root().0, 0);

    let refused = (0..5).flat_map(|node| [format!("readable {node}"), format!("source {node}")]);
    let refused = refused.collect();
    let mut tests = MockTests {
        refused,
        ..MockTests::default()
    };
    let (found, _) = confirmed(
        candidates(&[(fault.clone(), 5)]),
        &mut replays(&fault, &[]),
        &mut tests,
        false,
    );
    assert_eq!(tests.builds, 2 * TRIES);
    assert_eq!(
        found[0].doubt().as_deref(),
        Some("the stand-alone test does not build: E0308: mismatched types")
    );
}

#[test]
fn a_hang_is_replayed_with_more_time_and_may_be_merely_slow() {
    let fault = Fault {
        kind: FaultKind::Timeout,
        location: None,
        ..panic_at(20, "cpu time")
    };
    let mut ended = MockReplays {
        fault: None,
        quiet: vec![],
        factors: vec![],
    };
    let (found, _) = confirmed(
        candidates(&[(fault, 2)]),
        &mut ended,
        &mut MockTests::default(),
        false,
    );
    assert!(found[0].doubt().is_some_and(|why| why.starts_with("slow")));
    assert_eq!(ended.factors, [TIMEOUT_FACTOR, TIMEOUT_FACTOR]);
}

#[test]
fn groups_with_equal_identity_become_one_finding() {
    // One place with two messages that say the same.
    let [one, other] = [panic_at(20, "dup 1"), panic_at(20, "dup 2")];
    let start = [candidates(&[(one, 1)]), candidates(&[(other, 1)])].concat();
    assert_eq!(start.len(), 2);
    let shown: Vec<Candidate> = start
        .into_iter()
        .map(|candidate| Candidate {
            standing: Standing::Replayed,
            frames: scope().frames(BACKTRACE),
            ..candidate
        })
        .collect();
    let not_open = |candidate: &Candidate| candidate.standing != Standing::Open;
    let merged = merge_equal(shown.clone(), &items(), &scope(), not_open);
    assert_eq!(
        (merged.len(), merged[0].plans, merged[0].samples.len()),
        (1, 20, 2)
    );

    let mut elsewhere = shown.clone();
    elsewhere[1].samples[0].observed = panic_at(21, "dup 2");
    let apart = merge_equal(elsewhere, &items(), &scope(), not_open);
    let ids = apart.iter().map(|candidate| candidate.identity(&items()).id());
    assert_eq!(
        ids.collect::<BTreeSet<_>>().len(),
        2,
        "another line is another finding"
    );

    let mut mixed = shown;
    mixed[0].standing = Standing::Open;
    mixed[1].standing = Standing::Confirmed;
    assert_eq!(
        merge_equal(mixed.clone(), &items(), &scope(), not_open).len(),
        2,
        "not while it is tried"
    );
    let merged = merge_equal(mixed, &items(), &scope(), |_| true);
    assert_eq!((merged.len(), merged[0].plans), (1, 20));
    assert_eq!(merged[0].standing, Standing::Confirmed);
    assert_eq!(
        merged[0].sample().observed.message,
        "dup 2",
        "the confirmed plan is the one that is shown"
    );
}

#[test]
fn an_interrupt_leaves_findings_unconfirmed() {
    let fault = panic_at(20, "dup");
    let (found, runs) = confirmed(
        candidates(&[(fault.clone(), 5)]),
        &mut replays(&fault, &[]),
        &mut MockTests::default(),
        true,
    );
    assert_eq!(runs, 0);
    assert_eq!(
        found[0].doubt().as_deref(),
        Some("interrupted before it could be confirmed")
    );
}
