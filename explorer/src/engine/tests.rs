//! The scheduler against a mock executor that runs units in process: a small world of functions over trees, some of
//! which panic, crash or hang.

mod ahead;
mod waves;

use super::assemble::{Explored, ends_by_depth, item_results, labels};
use super::pool::{Crew, Pool};
use super::runner::RunsUnits;
use super::schedule::{Halt, Progress, WatchesExploration, explore_items};
use super::searches::{ItemSearch, instances, searches};
use super::streams::Streams;
use crate::executor::{Death, Moment, SeenFault, UnitResult};
use crate::finding::{Collector, CrateScope};
use crate::outcome::{Fault, FaultKind, Location};
use crate::run_report::ItemStatus;
use harness_gen::{Instance, Item, ItemKind, ItemUse};
use plans::tuning::OTHER_DEATHS_PER_ITEM;
use plans::{
    EXACT, EdgeSet, Fatal, Grammar, InPlace, InstanceEnd, Instr, ItemDepth, KeptRun, LearnCandidate,
    Learning, Observation, OpId, OpSpec, Outcome, Patience, Policy, Rooted, Runs, Sample, Sharing, Strategy,
    Terms, TypeId, UnitLoop, UnitReport, UnitRequest, drive,
};
use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

const ZERO: u32 = 0;
const ONE: u32 = 1;
const LEAF: u32 = 2;
const BRANCH: u32 = 3;
const BOX: u32 = 4;
const HOLE: u32 = 5;
/// `insert(Int, Tree)`: panics on a duplicate.
const INSERT: u32 = 6;
/// `crash(Int, Tree)`: the same, but it aborts.
const CRASH: u32 = 7;
/// `hang(Int, Tree)`: the same, but it never returns.
const HANG: u32 = 8;
/// `look::<Hole>(Hole)`: looks at its argument.
const LOOK_HOLE: u32 = 9;
const LOOK_INT: u32 = 10;
/// `ignore::<Hole>(Hole)`: does not.
const IGNORE_HOLE: u32 = 11;
const IGNORE_INT: u32 = 12;
/// `never(Never)`: cannot be fed.
const NEVER: u32 = 13;
/// `magic(Int)`: compares with 7 and, given that, with 9, at which it panics.
const MAGIC: u32 = 14;

fn grammar() -> Grammar {
    let [int, tree, boxed, hole, never] = [0, 1, 2, 3, 4].map(TypeId);
    let builder = |result, args: &[TypeId]| OpSpec {
        result,
        args: args.to_vec(),
        steps: 1,
        pointer: false,
        in_place: InPlace::No,
        total: true,
        builds: true,
    };
    let function = |args: &[TypeId]| OpSpec {
        total: false,
        builds: false,
        ..builder(int, args)
    };
    let ops = vec![
        builder(int, &[]),
        builder(int, &[]),
        builder(tree, &[]),
        builder(tree, &[boxed, int, boxed]),
        OpSpec {
            steps: 0,
            pointer: true,
            ..builder(boxed, &[tree])
        },
        builder(hole, &[]),
        function(&[int, tree]),
        function(&[int, tree]),
        function(&[int, tree]),
        function(&[hole]),
        function(&[int]),
        function(&[hole]),
        function(&[int]),
        function(&[never]),
        function(&[int]),
        builder(int, &[]),
        builder(int, &[]),
    ];
    let learned = BTreeSet::from([OpId(15), OpId(16)]);
    Grammar::with_learned(5, ops.into_iter().map(Some).collect(), learned).expect("well formed")
}

struct Node {
    op: u32,
    watch: u32,
    args: Vec<Node>,
}

fn tree_of(grammar: &Grammar, program: &[Instr]) -> Node {
    let mut stack: Vec<Node> = Vec::new();
    for instr in program {
        let arity = grammar.op(OpId(instr.op)).expect("known op").args.len();
        let args = stack.split_off(stack.len() - arity);
        stack.push(Node {
            op: instr.op,
            watch: instr.watch,
            args,
        });
    }
    stack.pop().expect("a program leaves its result")
}

fn learned_value(op: u32, learning: &Learning) -> Option<u8> {
    let known = learning.known.iter().find(|known| known.op.0 == op)?;
    known.value.first().copied()
}

enum Ran {
    Returned,
    LookedAtType,
    Failed(Fault),
    Died(Fault),
}

fn fault(kind: FaultKind, value: u32, op: u32) -> Fault {
    let location = (kind == FaultKind::Panic).then(|| Location {
        file: "/w/tree/src/lib.rs".to_owned(),
        line: 20,
        column: 5,
    });
    Fault {
        kind,
        message: format!("duplicate {value}"),
        location,
        op: Some(OpId(op)),
    }
}

fn run(root: &Node, learning: &Learning, demands: &mut Vec<u32>) -> Ran {
    match root.op {
        LOOK_HOLE => return Ran::LookedAtType,
        MAGIC => {
            return match learned_value(root.args[0].op, learning) {
                Some(9) => Ran::Failed(fault(FaultKind::Panic, 9, MAGIC)),
                _ => Ran::Returned,
            };
        }
        INSERT | CRASH | HANG => {}
        _ => return Ran::Returned,
    }
    let value = root.args[0].op;
    let mut at = &root.args[1];
    while at.op == BRANCH {
        let here = at.args[1].op;
        if here == value {
            return match root.op {
                INSERT => Ran::Failed(fault(FaultKind::Panic, value, INSERT)),
                CRASH => Ran::Died(fault(FaultKind::Abort, value, CRASH)),
                _ => Ran::Died(fault(FaultKind::Timeout, value, HANG)),
            };
        }
        let side = if value < here { 0 } else { 2 };
        at = &at.args[side].args[0];
        if at.watch != 0 {
            demands.push(at.watch - 1);
        }
    }
    Ran::Returned
}

/// Runs units in process; yields after `most_runs`, as the real one does after some time.
struct Mock {
    most_runs: u64,
    failures_left: usize,
}

/// One that never breaks.
fn mock(most_runs: u64) -> Mock {
    Mock {
        most_runs,
        failures_left: 0,
    }
}

/// One unit of a call.
fn unit(root: u32) -> UnitRequest {
    let root = Rooted {
        root: OpId(root),
        has_type_placeholder: false,
        stands_alone: false,
    };
    let search = ItemSearch::new(&grammar(), 0, [root], policy(Strategy::Deepening, Some(5)));
    search.next_unit(100).expect("can be fed").1
}

impl RunsUnits for Mock {
    fn run_batch(&mut self, units: &[UnitRequest]) -> anyhow::Result<Vec<UnitResult>> {
        if self.failures_left > 0 {
            self.failures_left -= 1;
            anyhow::bail!("the template is gone");
        }
        let grammar = grammar();
        Ok(units.iter().map(|unit| self.run_unit(&grammar, unit)).collect())
    }
}

impl Mock {
    fn run_unit(&self, grammar: &Grammar, request: &UnitRequest) -> UnitResult {
        let request = UnitRequest {
            budget: request.budget.min(self.most_runs),
            valid_budget: u64::MAX,
            ..request.clone()
        };
        let mut unit = UnitLoop::new(grammar, request.clone()).expect("only what can be fed is asked for");
        let mut world = TreeWorld {
            grammar,
            known_edges: request.learning.known_edges.clone(),
            request,
            demands: Vec::new(),
            last: Ran::Returned,
            result: result_of(unit.report()),
        };
        world.result.report = drive(&mut unit, &mut world);
        if let Some(death) = &world.result.death {
            let is_new = u64::from(death.is_new);
            world.result.report.tallies.faults += is_new;
            world.result.report.tallies.reached_root += is_new;
        }
        world.result
    }
}

fn result_of(report: UnitReport) -> UnitResult {
    UnitResult {
        report,
        faults: Vec::new(),
        death: None,
        stalled: false,
        candidates: Vec::new(),
        kept: Vec::new(),
        values: Vec::new(),
    }
}

/// One unit in the world of trees.
struct TreeWorld<'a> {
    grammar: &'a Grammar,
    request: UnitRequest,
    known_edges: EdgeSet,
    demands: Vec<u32>,
    last: Ran,
    result: UnitResult,
}

impl TreeWorld<'_> {
    fn sample(&self, unit: &UnitLoop<'_>) -> Sample {
        Sample {
            plan: unit.plan(&self.demands),
            base_steps: unit.base_steps(),
            nth: unit.tallies().expressions,
        }
    }

    fn compare(&mut self, tree: &Node) {
        let value = match learned_value(tree.args[0].op, &self.request.learning) {
            Some(_) => 9,
            None => 7,
        };
        let candidate = LearnCandidate {
            ty: TypeId(0),
            distance: EXACT,
            value: vec![value],
            witness: if value == 9 { 0 } else { 1 + tree.args[0].op },
        };
        if !self.result.candidates.contains(&candidate) {
            self.result.candidates.push(candidate);
        }
    }

    fn die(&mut self, unit: &UnitLoop<'_>, fault: Fault) {
        let fatal = Fatal {
            at: self.request.cursor(unit.vector().to_vec()),
            demands: self.demands.clone(),
        };
        let Sample { base_steps, nth, .. } = self.sample(unit);
        self.result.death = Some(Death {
            is_given_up: self.request.patience == Patience::Part && fault.kind == FaultKind::Timeout,
            is_believed: true,
            fault,
            plan: self.request.plan_at(self.grammar, &fatal, 1),
            fatal,
            base_steps,
            is_new: unit.is_new(),
            nth,
        });
    }
}

impl Runs for TreeWorld<'_> {
    fn run(&mut self, unit: &mut UnitLoop<'_>) -> Option<plans::Ran> {
        let tree = tree_of(self.grammar, unit.program());
        self.demands.clear();
        self.last = run(&tree, &self.request.learning, &mut self.demands);
        let is_again = matches!(self.last, Ran::Failed(_)) && unit.has_unwatched();
        if tree.op == MAGIC && unit.is_watched_for_values() && !is_again {
            self.compare(&tree);
        }
        // Larger plans go where smaller ones of the same root do not.
        let edge = tree.op * 64 + (unit.program().len() as u32).min(63);
        if !is_again && unit.is_watched_for_edges() && self.known_edges.insert(edge) {
            let sample = self.sample(unit);
            let edges = vec![edge];
            self.result.kept.push(KeptRun { sample, edges });
        }
        let outcome = match &self.last {
            Ran::Returned => Outcome::Ok,
            Ran::LookedAtType => Outcome::TypeDemand,
            Ran::Failed(_) => Outcome::Fault,
            Ran::Died(fault) => {
                self.die(unit, fault.clone());
                return None;
            }
        };
        Some(plans::Ran {
            passed: 0,
            outcome,
            reached_root: true,
            ended_at: None,
        })
    }

    fn demands(&self) -> &[u32] {
        &self.demands
    }

    fn contradict(&mut self) {
        unreachable!("this world remembers nothing");
    }

    fn note(&mut self, unit: &mut UnitLoop<'_>, _: &plans::Ran) {
        let Ran::Failed(fault) = &self.last else { return };
        if !unit.is_new() {
            return;
        }
        let sample = self.sample(unit);
        let faults = &mut self.result.faults;
        match faults.iter_mut().find(|seen| seen.fault.kind == fault.kind) {
            Some(seen) => {
                seen.plans += 1;
                if seen.samples.len() < 8 {
                    seen.samples.push(sample);
                }
            }
            None => faults.push(SeenFault {
                fault: fault.clone(),
                plans: 1,
                samples: vec![sample],
                at: Moment::default(),
            }),
        }
    }

    fn has_learned(&self) -> bool {
        !self.result.candidates.is_empty()
    }

    fn goes_on(&mut self, _: &UnitLoop<'_>, _: u64) -> bool {
        true
    }
}

pub(super) fn item(name: &str, roots: &[(u32, bool)]) -> Item {
    let instance = |&(op, has_type_placeholder): &(u32, bool)| Instance {
        op: OpId(op),
        label: format!("op {op}"),
        has_type_placeholder,
        stands_alone: false,
    };
    Item {
        path: format!("tree::{name}"),
        kind: ItemKind::Function,
        span: None,
        signature: harness_gen::Signature::default(),
        docs: Vec::new(),
        params: Vec::new(),
        reports_failure: false,
        is_property: false,
        use_: ItemUse::Explore(roots.iter().map(instance).collect()),
    }
}

fn all_items() -> Vec<Item> {
    vec![
        item("insert", &[(INSERT, false)]),
        item("crash", &[(CRASH, false)]),
        item("hang", &[(HANG, false)]),
        item("look", &[(LOOK_HOLE, true), (LOOK_INT, false)]),
        item("ignore", &[(IGNORE_HOLE, true), (IGNORE_INT, false)]),
        item("never", &[(NEVER, true), (LOOK_INT, false)]),
        item("magic", &[(MAGIC, false)]),
    ]
}

#[derive(Default)]
struct Silent {
    lines: Vec<String>,
    last: Option<Progress>,
}

impl WatchesExploration for Silent {
    fn progress(&mut self, progress: Progress) {
        self.last = Some(progress);
    }

    fn found(&mut self, _: &Collector) {}

    fn is_enough(&self, _: usize) -> bool {
        false
    }

    fn elapsed(&self) -> Duration {
        Duration::ZERO
    }

    fn new_fault(&mut self, line: String) {
        self.lines.push(line);
    }
}

struct World {
    items: Vec<Item>,
    searches: Vec<ItemSearch>,
    collector: Collector,
    watcher: Silent,
    halted: Option<Halt>,
}

struct Setup {
    items: Vec<Item>,
    strategy: Strategy,
    begins_bare: bool,
    depth: Option<u32>,
    jobs: usize,
    most_runs: u64,
}

fn setup(items: Vec<Item>, depth: u32) -> Setup {
    Setup {
        items,
        strategy: Strategy::Deepening,
        begins_bare: false,
        depth: Some(depth),
        jobs: 1,
        most_runs: u64::MAX,
    }
}

/// Without streams of values, and watched from the beginning.
fn policy(strategy: Strategy, depth: Option<u32>) -> Policy {
    Policy {
        bare_runs: 0,
        has_values: false,
        ..Policy::new(strategy, Terms::usual(depth), 1)
    }
}

fn explored(setup: &Setup, halt: &(dyn Fn() -> Option<Halt> + Sync)) -> World {
    let start = || Ok(mock(setup.most_runs));
    let runners = (0..setup.jobs).map(|_| start());
    let runners = runners.collect::<anyhow::Result<_>>().expect("mocks");
    explored_by(&mut Pool::new(runners, &start), setup, halt)
}

fn explored_by<R: RunsUnits + Send>(
    pool: &mut Pool<'_, R>,
    setup: &Setup,
    halt: &(dyn Fn() -> Option<Halt> + Sync),
) -> World {
    let grammar = grammar();
    let mut policy = policy(setup.strategy, setup.depth);
    if setup.begins_bare {
        policy.bare_runs = Policy::bare_runs_of(10);
    }
    let mut searches = searches(&setup.items, &grammar, policy, &Arc::default(), &[]);
    let scope = CrateScope::new("tree", Path::new("/w/tree"), None);
    let mut collector = Collector::new(scope, vec![None; grammar.op_count()], BTreeSet::new());
    let mut watcher = Silent::default();
    let halted = explore_items(
        &mut searches,
        &mut Streams::default(),
        pool,
        &mut collector,
        &mut Sharing::new(&grammar),
        halt,
        &mut watcher,
    )
    .expect("mocks never break");
    World {
        items: setup.items.clone(),
        searches,
        collector,
        watcher,
        halted,
    }
}

impl World {
    fn labels(&self, search: &ItemSearch) -> Vec<String> {
        labels(search, instances(&self.items[search.item()]))
    }

    /// Everything a report is made of.
    fn fingerprint(&self) -> String {
        let mut text = String::new();
        for search in &self.searches {
            let tallies = plans::Tallies {
                min_cut: None,
                ..search.tallies()
            };
            text += &format!(
                "{} {:?} {tallies:?} {:?}\n",
                search.item(),
                search.depth(),
                self.labels(search)
            );
            text += &format!("{:?}\n", search.ends().collect::<Vec<_>>());
            for (instance, KeptRun { sample, edges }) in search.kept() {
                // How many expressions of its unit came before it is up to the slices.
                let sample = Sample {
                    nth: 0,
                    ..sample.clone()
                };
                text += &format!("{instance} {sample:?} {edges:?}\n");
            }
        }
        for group in self.collector.groups() {
            text += &format!("{:?} {} {:?}\n", group.kind, group.plans, group.smallest());
        }
        text
    }

    fn plans_of(&self, kind: FaultKind) -> u64 {
        self.collector
            .groups()
            .iter()
            .filter(|group| group.kind == kind)
            .map(|group| group.plans)
            .sum()
    }
}

fn never_halts() -> Option<Halt> {
    None
}

#[test]
fn results_do_not_depend_on_jobs_or_slices() {
    for strategy in [
        Strategy::Deepening,
        Strategy::DepthFirst,
        Strategy::Novelty { seed: 1 },
    ] {
        let base = Setup {
            strategy,
            ..setup(all_items(), 11)
        };
        let expected = explored(&base, &never_halts).fingerprint();
        for (jobs, most_runs) in [
            (1, u64::MAX),
            (2, u64::MAX),
            (4, u64::MAX),
            (1, 1),
            (2, 3),
            (4, 7),
        ] {
            let other = explored(
                &Setup {
                    jobs,
                    most_runs,
                    items: all_items(),
                    ..base
                },
                &never_halts,
            );
            assert!(
                other.fingerprint() == expected,
                "{strategy:?}, {jobs} jobs, {most_runs} runs a slice"
            );
        }
    }
}

#[test]
fn what_begins_bare_ends_as_what_is_watched() {
    let begun = |begins_bare, jobs| {
        explored(
            &Setup {
                begins_bare,
                jobs,
                ..setup(all_items(), 11)
            },
            &never_halts,
        )
    };
    let (watched, bare) = (begun(false, 1), begun(true, 1));
    let ends = |world: &World| {
        let faults: Vec<_> = (world.collector.groups().iter())
            .map(|group| (group.kind, group.smallest()[0].plan.clone()))
            .collect();
        let items: Vec<_> = (world.searches.iter())
            .map(|search| {
                let tallies = search.tallies();
                (
                    search.depth(),
                    world.labels(search),
                    tallies.returned > 0,
                    tallies.type_demands > 0,
                )
            })
            .collect();
        format!("{faults:?} {items:?}")
    };
    assert_eq!(ends(&watched), ends(&bare));
    let all = |world: &World| -> Vec<plans::Tallies> {
        world.searches.iter().map(|search| search.tallies()).collect()
    };
    for (before, after) in all(&watched).into_iter().zip(all(&bare)) {
        assert!(before.returned <= after.returned && before.expressions <= after.expressions);
    }
    assert_ne!(all(&watched), all(&bare));
    assert_eq!(begun(true, 4).fingerprint(), bare.fingerprint());
    // What ended a process in the first runs was run again, and is told once.
    assert_eq!(
        bare.plans_of(FaultKind::Abort),
        watched.plans_of(FaultKind::Abort)
    );
    assert_eq!(
        bare.plans_of(FaultKind::Timeout),
        watched.plans_of(FaultKind::Timeout)
    );
}

#[test]
fn new_faults_are_told_in_the_same_order_for_any_number_of_jobs() {
    let lines = |jobs| {
        explored(
            &Setup {
                jobs,
                ..setup(all_items(), 9)
            },
            &never_halts,
        )
        .watcher
        .lines
    };
    assert_eq!(lines(1).len(), 3);
    assert_eq!(lines(1), lines(4));
}

#[test]
fn a_crash_costs_one_plan_and_the_search_goes_on() {
    let depth = 11;
    let panics = explored(
        &setup(vec![item("insert", &[(INSERT, false)])], depth),
        &never_halts,
    );
    let crashes = explored(
        &setup(vec![item("crash", &[(CRASH, false)])], depth),
        &never_halts,
    );
    let [panicked, crashed] = [&panics, &crashes].map(|world| world.searches[0].tallies());
    assert!(panicked.faults > 2 && panicked.faults < u64::from(OTHER_DEATHS_PER_ITEM));
    assert_eq!(panicked.expressions, crashed.expressions);
    assert_eq!(panicked.returned, crashed.returned);
    assert_eq!(panicked.faults, crashed.faults);
    assert_eq!(panicked.reached_root, crashed.reached_root);
    assert_eq!(
        panics.plans_of(FaultKind::Panic),
        crashes.plans_of(FaultKind::Abort)
    );
    assert_eq!(panics.searches[0].depth(), crashes.searches[0].depth());
    // A plan that is known to crash is not run again in deeper rounds.
    assert!(crashed.executions < panicked.executions);
}

#[test]
fn after_two_timeouts_an_item_is_less_patient_and_ends_after_sixty_four_more_deaths() {
    let world = explored(&setup(vec![item("hang", &[(HANG, false)])], 80), &never_halts);
    assert_eq!(
        world.plans_of(FaultKind::Timeout),
        2,
        "of what is given up nothing is said"
    );
    let tallies = world.searches[0].tallies();
    assert_eq!(tallies.faults, 2 + u64::from(OTHER_DEATHS_PER_ITEM));
    assert_eq!(
        world.searches[0].ends().collect::<Vec<_>>(),
        [Some(InstanceEnd::Deaths)]
    );
    assert!(matches!(world.searches[0].depth(), ItemDepth::UpTo(depth) if depth < 80));
}

#[test]
fn a_crashing_item_ends_after_sixty_four_deaths() {
    let world = explored(&setup(vec![item("crash", &[(CRASH, false)])], 80), &never_halts);
    assert_eq!(world.plans_of(FaultKind::Abort), u64::from(OTHER_DEATHS_PER_ITEM));
    assert_eq!(
        world.searches[0].ends().collect::<Vec<_>>(),
        [Some(InstanceEnd::Deaths)]
    );
}

#[test]
fn concrete_instances_run_only_if_the_placeholder_was_looked_at() {
    let world = explored(&setup(all_items(), 5), &never_halts);
    assert_eq!(world.labels(&world.searches[3]), ["op 9", "op 10"]);
    assert_eq!(world.labels(&world.searches[4]), ["op 11"]);
    assert_eq!(
        world.labels(&world.searches[5]),
        ["op 10"],
        "a placeholder instance that cannot be fed opens the gate"
    );
}

#[test]
fn depth_is_completed_and_statuses_follow_the_counts() {
    let items = all_items();
    let world = explored(&setup(all_items(), 9), &never_halts);
    assert_eq!(world.halted, None);
    assert!(ends_by_depth(&world.searches));
    assert_eq!(world.searches[0].depth(), ItemDepth::UpTo(9));
    assert_eq!(world.searches[4].depth(), ItemDepth::Everything(2));
    let rows = item_results(&Explored {
        items: &items,
        searches: &world.searches,
    });
    assert!(
        rows.iter().all(|row| row.status == ItemStatus::Completed),
        "{rows:?}"
    );
}

#[test]
fn exhausted_items_do_not_end_by_depth() {
    let world = explored(
        &Setup {
            depth: None,
            ..setup(vec![item("look", &[(LOOK_INT, false)])], 0)
        },
        &never_halts,
    );
    assert!(!ends_by_depth(&world.searches));
    assert_eq!(world.searches[0].tallies().expressions, 2);
}

#[test]
fn every_item_is_visited_before_the_time_is_up() {
    let asked = AtomicUsize::new(0);
    let halt = || (asked.fetch_add(1, Ordering::Relaxed) > 200).then_some(Halt::Time);
    let base = Setup {
        depth: None,
        most_runs: 10,
        ..setup(all_items(), 0)
    };
    let world = explored(&base, &halt);
    assert_eq!(world.halted, Some(Halt::Time));
    assert!(world.searches.iter().all(|search| search.tallies().returned > 0));
    assert!(world.watcher.last.expect("progress was told").expressions > 10);
}

#[test]
fn every_item_has_its_share_of_turns() {
    for seed in 0..2 {
        let mut items = all_items();
        // Without an end.
        items.extend([
            item("again", &[(INSERT, false)]),
            item("both", &[(INSERT, false), (INSERT, false)]),
        ]);
        let asked = AtomicUsize::new(0);
        let halt = || (asked.fetch_add(1, Ordering::Relaxed) > 1_000).then_some(Halt::Time);
        let base = Setup {
            depth: None,
            most_runs: 100,
            strategy: Strategy::Novelty { seed },
            ..setup(items, 0)
        };
        let world = explored(&base, &halt);
        assert_eq!(world.halted, Some(Halt::Time));
        let active = || world.searches.iter().filter(|search| search.bound().is_some());
        let runs: Vec<u64> = active().map(|search| search.tallies().executions).collect();
        let (least, most) = (runs.iter().min(), runs.iter().max());
        assert!(runs.len() > 1 && least > Some(&1_000), "{runs:?}");
        assert!(most.copied() <= least.map(|least| least * 3), "{runs:?}");
        // Some of them are plans made from kept ones.
        assert!(active().any(|search| search.tallies().executions > 2 * search.tallies().expressions));
        assert!(world.searches.iter().all(|search| search.tallies().returned > 0));
    }
}

#[test]
fn an_unfinished_first_round_is_complete_below_its_cheapest_plan() {
    let asked = AtomicUsize::new(0);
    // Once before the wave and once before its only batch: one unit of one run.
    let halt = || (asked.fetch_add(1, Ordering::Relaxed) >= 2).then_some(Halt::Time);
    let base = Setup {
        depth: None,
        most_runs: 1,
        ..setup(vec![item("insert", &[(INSERT, false)])], 0)
    };
    let world = explored(&base, &halt);
    assert_eq!(world.searches[0].tallies().executions, 1);
    assert_eq!(world.searches[0].depth(), ItemDepth::UpTo(3));
}

#[test]
fn what_no_unit_ran_stays_unreached() {
    let world = explored(&setup(all_items(), 9), &|| Some(Halt::Interrupt));
    assert_eq!(world.halted, Some(Halt::Interrupt));
    let items = all_items();
    let rows = item_results(&Explored {
        items: &items,
        searches: &world.searches,
    });
    assert!(
        rows.iter()
            .all(|row| row.status == ItemStatus::Unreached && row.calls == 0 && row.depth == 0)
    );
}

#[test]
fn a_broken_executor_is_replaced_once() {
    for (failures_of_second, expected) in [(0, true), (1, false)] {
        let failing = |failures_left| Mock {
            failures_left,
            ..mock(100)
        };
        let start = || Ok(failing(failures_of_second));
        let mut pool = Pool::new(vec![failing(1)], &start);
        let done = pool.at_work(&|| false, |crew| {
            let wave = crew.submit(vec![vec![unit(INSERT)]]);
            crew.wait(wave, &mut |_| {})
        });
        assert_eq!(done.is_ok_and(|done| done.len() == 1), expected);
    }
}

#[test]
fn the_world_uses_every_op() {
    let grammar = grammar();
    assert_eq!(
        grammar.op_count() as u32,
        MAGIC + 1 + grammar.learned().len() as u32
    );
    assert_eq!(grammar.learned_of(TypeId(0)), [OpId(MAGIC + 1), OpId(MAGIC + 2)]);
    assert_eq!(grammar.alternatives(TypeId(1)), [OpId(LEAF), OpId(BRANCH)]);
    assert_eq!(grammar.alternatives(TypeId(0))[..2], [OpId(ZERO), OpId(ONE)]);
    assert_eq!(grammar.alternatives(TypeId(3)), [OpId(HOLE)]);
    assert!(grammar.op(OpId(BOX)).is_some_and(|op| op.pointer));
}

#[test]
fn what_is_learned_is_used_until_nothing_new_comes_and_every_plan_counts_once() {
    let world = explored(&setup(vec![item("magic", &[(MAGIC, false)])], 9), &never_halts);
    let search = &world.searches[0];
    let values: Vec<&[u8]> = search.learned(0).iter().map(|known| &known.value[..]).collect();
    assert_eq!(values, [&[7][..], &[9]]);
    // Two literals and two learned values; the last round finds nothing new.
    assert_eq!(search.tallies().expressions, 4);
    assert_eq!(world.plans_of(FaultKind::Panic), 1);
    assert_eq!(search.depth(), ItemDepth::Everything(2));
}
