//! Units: split by budgets, cut short by deaths, they go through the same plans with the same counts.

use std::collections::BTreeSet;

use plans::{
    Fatal, FatalPlan, Grammar, LearnedValue, Learning, Observation, OpId, Outcome, RoundWork, Start, Step,
    Tallies, UnitLoop, UnitReport, UnitRequest, Worth,
};
use plans::{Instr, Search, UnitStop, Watch, Work};

use crate::mock::{Foreign, Run, run, value_of};
use crate::random::{Rng, grammar, mix, op, random_grammar, root, some_learned};
use crate::requests::{cursor, depth, round};

pub(crate) fn request(root: OpId, bound: u32, counted_from: u32, start: Start, budget: u64) -> UnitRequest {
    // Some of both.
    let watch = match bound.is_multiple_of(3) {
        true => Watch::Parts,
        false => Watch::Whole,
    };
    let work = RoundWork {
        counted_from,
        start,
        ..depth(bound, watch)
    };
    UnitRequest {
        budget,
        ..round(root, work)
    }
}

pub(crate) fn outcome(run: &Run) -> Outcome {
    match run.fault {
        Some((_, seen)) if seen % 4 == 1 => Outcome::Reject,
        Some(_) => Outcome::Fault,
        None => Outcome::Ok,
    }
}

/// Whether the mock process dies of this plan.
pub(crate) fn deadly(seed: u64, program: &[u32]) -> bool {
    let hash = program.iter().fold(seed, |hash, &op| mix(hash, u64::from(op)));
    hash.is_multiple_of(9)
}

struct Session {
    visited: Vec<(Vec<Step>, bool)>,
    /// The ops of each plan, whatever was decided.
    programs: Vec<Vec<u32>>,
    tallies: Tallies,
    /// The plans that it died of, and the last one as its search knew it.
    fatal: Vec<FatalPlan>,
    last_fatal: Option<Fatal>,
    /// Distinct faults.
    faults: BTreeSet<(OpId, u64)>,
    /// Says where runs with a fault ended.
    says_where: bool,
}

impl Session {
    fn new() -> Session {
        Session {
            faults: BTreeSet::new(),
            says_where: true,
            visited: Vec::new(),
            programs: Vec::new(),
            tallies: Tallies::default(),
            fatal: Vec::new(),
            last_fatal: None,
        }
    }

    /// Runs one unit, with deaths if asked. None: it died. Otherwise its report.
    fn drive(
        &mut self,
        seed: u64,
        grammar: &Grammar,
        request: UnitRequest,
        mortal: bool,
    ) -> Option<UnitReport> {
        let mut unit = UnitLoop::new(grammar, request.clone()).expect("fits the grammar");
        while let Some(program) = unit.next() {
            let length = program.len() as u32;
            let run = run(seed, Foreign::Everywhere, grammar, &value_of(grammar, program));
            let program: Vec<u32> = program.iter().map(|instr| instr.op).collect();
            let is_deadly = deadly(seed, &program);
            self.programs.push(program);
            let vector = unit.vector().to_vec();
            self.visited.push((vector.clone(), unit.is_new()));
            if mortal && is_deadly {
                self.tallies.absorb(unit.tallies());
                let fatal = Fatal {
                    at: request.cursor(vector),
                    demands: run.demands,
                };
                let known = request.plan_at(grammar, &fatal, 1).expect("its own place");
                assert_eq!(known.plan, unit.plan(&fatal.demands));
                self.fatal.push(known);
                self.last_fatal = Some(fatal);
                return None;
            }
            // What a run ends with in the same process is the same in any process.
            let is_early = run.fault.is_some() && run.carried_out + 1 < length && !is_deadly;
            self.faults.extend(run.fault);
            unit.observe(&Observation {
                outcome: outcome(&run),
                demands: &run.demands,
                reached_root: run.fault.is_none(),
                ended_at: (self.says_where && is_early).then_some(run.carried_out),
            });
        }
        let report = unit.report();
        self.tallies.absorb(&report.tallies);
        Some(report)
    }
}

pub(crate) fn subjects() -> impl Iterator<Item = (u64, Grammar, OpId, u32)> {
    (0..900).filter_map(|seed| {
        let (grammar, root) = random_grammar(&mut Rng::new(seed))?;
        let bound = grammar.root_steps(root)? + 2;
        let mut search = Search::new(&grammar, root, bound)?;
        crate::rounds::visits(seed, &grammar, &mut search, 300)?;
        Some((seed, grammar, root, bound))
    })
}

#[test]
fn splitting_by_any_budget_changes_nothing() {
    let mut split = 0;
    for (seed, grammar, root, bound) in subjects() {
        let mut whole = Session::new();
        let report = whole.drive(
            seed,
            &grammar,
            request(root, bound, bound - 1, Start::Fresh, u64::MAX),
            false,
        );
        assert!(matches!(
            report,
            Some(UnitReport {
                stop: UnitStop::Exhausted { .. },
                ..
            })
        ));
        for budget in [1, 2, 7] {
            let mut parts = Session::new();
            let mut start = Start::Fresh;
            while let UnitStop::Budget { next, .. } = parts
                .drive(
                    seed,
                    &grammar,
                    request(root, bound, bound - 1, start, budget),
                    false,
                )
                .expect("nothing dies")
                .stop
            {
                start = Start::At(next);
                split += 1;
            }
            assert_eq!(parts.visited, whole.visited, "seed {seed}");
            assert_eq!(parts.tallies, whole.tallies, "seed {seed}");
        }
    }
    assert!(split > 1000, "only {split} splits");
}

#[test]
fn deaths_cost_one_plan_each_and_are_not_repeated_in_later_rounds() {
    let mut deaths = 0;
    for (seed, grammar, root, bound) in subjects() {
        let mut immortal = Session::new();
        immortal.drive(
            seed,
            &grammar,
            request(root, bound, 0, Start::Fresh, u64::MAX),
            false,
        );

        let mut mortal = Session::new();
        let mut start = Start::Fresh;
        while mortal
            .drive(seed, &grammar, request(root, bound, 0, start, u64::MAX), true)
            .is_none()
        {
            start = Start::After(mortal.last_fatal.take().expect("it died of something"));
        }
        assert_eq!(mortal.visited, immortal.visited, "seed {seed}");
        assert_eq!(mortal.tallies.executions, immortal.tallies.executions);
        assert_eq!(mortal.tallies.expressions, immortal.tallies.expressions);
        assert_eq!(mortal.tallies.min_cut, immortal.tallies.min_cut);
        deaths += mortal.fatal.len();

        let mut later = Session::new();
        let known = UnitRequest {
            known_fatal: mortal.fatal.clone(),
            ..request(root, bound, bound + 1, Start::Fresh, u64::MAX)
        };
        assert!(
            later.drive(seed, &grammar, known, true).is_some(),
            "seed {seed}: died of a known plan"
        );
        let survived: Vec<&Vec<Step>> = (immortal.visited.iter().zip(&immortal.programs))
            .filter(|(_, program)| !deadly(seed, program))
            .map(|((vector, _), _)| vector)
            .collect();
        assert_eq!(
            later.visited.iter().map(|(vector, _)| vector).collect::<Vec<_>>(),
            survived,
            "seed {seed}"
        );
        assert_eq!(later.tallies.expressions, 0, "nothing is new beyond the bound");
    }
    assert!(deaths > 300, "only {deaths} deaths");
}

#[test]
fn what_comes_after_the_end_of_a_run_is_not_enumerated_and_no_fault_is_lost() {
    let (mut pruned, mut full) = (0, 0);
    for (seed, grammar, root, bound) in subjects() {
        let all = || request(root, bound, 0, Start::Fresh, u64::MAX);
        let mut short = Session::new();
        short.drive(seed, &grammar, all(), false);
        let mut long = Session::new();
        long.says_where = false;
        long.drive(seed, &grammar, all(), false);
        assert_eq!(short.faults, long.faults, "seed {seed}");
        assert_eq!(short.tallies.returned, long.tallies.returned, "seed {seed}");
        assert!(short.tallies.executions <= long.tallies.executions, "seed {seed}");
        pruned += short.tallies.executions;
        full += long.tallies.executions;
    }
    assert!(pruned * 20 < full * 19, "{pruned} of {full} runs");
}

#[test]
fn drawn_plans_fit_the_bound_and_can_be_stood_at_again() {
    let (mut drawn, mut vectors) = (0, BTreeSet::new());
    for (seed, grammar, root, bound) in subjects().take(60) {
        let drawn_after = |skip| UnitRequest {
            budget: 50,
            ..UnitRequest::of(
                root,
                Work::Drawn {
                    bound,
                    seed,
                    skip,
                    until_returned: true,
                },
            )
        };
        let mut unit = UnitLoop::new(&grammar, drawn_after(0)).expect("feedable");
        let mut again = UnitLoop::new(&grammar, drawn_after(0)).expect("feedable");
        while let Some(program) = unit.next() {
            let program = program.to_vec();
            assert!(
                program.iter().all(|instr| instr.watch == 0),
                "nothing is left open"
            );
            assert_eq!(
                again.next(),
                Some(program.as_slice()),
                "the same seed draws the same plans"
            );
            let vector = unit.vector().to_vec();
            assert!(unit.base_steps() <= bound, "seed {seed}");
            let place = drawn_after(0).cursor(vector.clone());
            let search = Search::resume(&grammar, root, bound, &place).expect("fits the grammar");
            assert_eq!(search.program(), program);
            vectors.insert(vector);
            drawn += 1;
            let observation = Observation {
                outcome: Outcome::Reject,
                demands: &[],
                reached_root: false,
                ended_at: None,
            };
            unit.observe(&observation);
            again.observe(&observation);
        }
        assert_eq!(unit.tallies().executions, 50);
        let mut later = UnitLoop::new(&grammar, drawn_after(50)).expect("feedable");
        assert_eq!(
            later.next().is_some().then(|| later.vector().to_vec()),
            Some(unit.vector().to_vec()),
            "what was run before is skipped"
        );
        assert_eq!(unit.tallies().expressions, 0, "a draw is in no round");
    }
    // The grammars are small: many have no more plans than that.
    assert!(vectors.len() * 20 > drawn, "{} of {drawn} differ", vectors.len());
}

#[test]
fn tallies_count_new_plans_by_outcome() {
    let grammar = grammar(1, vec![op(0, &[]), op(0, &[0]), root(&[0])]);
    let mut unit = UnitLoop::new(&grammar, request(OpId(2), 6, 4, Start::Fresh, u64::MAX)).expect("feedable");
    let outcomes = [
        Outcome::Ok,
        Outcome::Ok,
        Outcome::Reject,
        Outcome::Discarded,
        Outcome::TypeDemand,
    ];
    // Depths 2, 3, 4, 5, 6: the first two are not new.
    for (index, outcome) in outcomes.into_iter().enumerate() {
        assert!(unit.next().is_some());
        assert_eq!(unit.base_steps(), index as u32 + 2);
        unit.observe(&Observation {
            outcome,
            demands: &[],
            reached_root: index % 2 == 0,
            ended_at: None,
        });
    }
    assert!(unit.next().is_none());
    let expected = Tallies {
        executions: 5,
        expressions: 3,
        returned: 0,
        rejected: 1,
        discarded: 1,
        type_demands: 1,
        faults: 0,
        reached_root: 2,
        surcharge: 0,
        cost: 0,
        min_cut: Some(7),
        worth: Worth::default(),
    };
    assert_eq!(*unit.tallies(), expected);
    assert_eq!(unit.report().stop, UnitStop::Exhausted { min_cut: Some(7) });
}

#[test]
fn a_plan_handed_out_but_not_observed_is_run_again() {
    let grammar = grammar(1, vec![op(0, &[]), op(0, &[0]), root(&[0])]);
    let request = request(OpId(2), 6, 0, Start::Fresh, 1);
    let mut unit = UnitLoop::new(&grammar, request.clone()).expect("feedable");
    assert!(unit.next().is_some());
    let next = request.cursor(unit.vector().to_vec());
    assert_eq!(unit.report().stop, UnitStop::Budget { next, paused: false });
    assert!(unit.next().is_none(), "the budget is one run");
}

#[test]
fn units_that_cannot_start_are_refused() {
    let grammar = grammar(2, vec![op(0, &[]), root(&[1]), root(&[0])]);
    let start = |root, start| UnitLoop::new(&grammar, request(OpId(root), 9, 0, start, 1)).is_some();
    let at = |vector: &[Step]| Start::At(cursor(vector, Watch::Parts));
    assert!(start(2, Start::Fresh));
    assert!(!start(1, Start::Fresh), "type 1 cannot be built");
    assert!(!start(7, Start::Fresh), "no such op");
    assert!(!start(2, at(&[])), "the argument is eager, so it is decided");
    assert!(!start(
        2,
        at(&[Step {
            node: 1,
            alternative: 1
        }])
    ));
    assert!(start(
        2,
        at(&[Step {
            node: 1,
            alternative: 0
        }])
    ));
}

/// The plans of a whole round that count, with what it learned before.
fn counted(seed: u64, grammar: &Grammar, request: UnitRequest) -> Option<BTreeSet<Vec<Instr>>> {
    let mut unit = UnitLoop::new(grammar, request)?;
    let mut plans = BTreeSet::new();
    while let Some(program) = unit.next() {
        let program = program.to_vec();
        let run = run(seed, Foreign::Root, grammar, &value_of(grammar, &program));
        if unit.is_new() {
            assert!(plans.insert(program), "seed {seed}: visited twice in one round");
        }
        unit.observe(&Observation {
            outcome: outcome(&run),
            demands: &run.demands,
            reached_root: true,
            ended_at: None,
        });
        if plans.len() > 1500 {
            return None;
        }
    }
    assert_eq!(unit.tallies().expressions, plans.len() as u64);
    Some(plans)
}

#[test]
fn rounds_run_again_with_what_was_learned_count_every_plan_once() {
    let mut compared = 0;
    for seed in 0..1500 {
        let mut rng = Rng::new(seed);
        let Some((grammar, root)) = random_grammar(&mut rng) else {
            continue;
        };
        let (grammar, learned) = some_learned(&mut rng, &grammar);
        if learned.is_empty() {
            continue;
        }
        let bound = grammar.root_steps(root).expect("feedable") + 3;
        let known: Vec<LearnedValue> = learned
            .iter()
            .map(|&op| LearnedValue { op, value: vec![] })
            .collect();
        let with = |count: usize, fresh_from: usize, counted_from: u32| UnitRequest {
            learning: Learning {
                known: known[..count].to_vec(),
                fresh_from: fresh_from as u32,
                watched_plans: 0,
                ..Learning::default()
            },
            ..request(root, bound, counted_from, Start::Fresh, u64::MAX)
        };
        let everything = counted(seed, &grammar, with(known.len(), known.len(), 0));
        let (Some(everything), Some(mut all)) = (everything, counted(seed, &grammar, with(0, 0, 0))) else {
            continue;
        };
        for count in 1..=known.len() {
            let Some(fresh) = counted(seed, &grammar, with(count, count - 1, bound + 1)) else {
                continue;
            };
            for plan in fresh {
                assert!(all.insert(plan), "seed {seed}: counted again");
            }
        }
        assert_eq!(all, everything, "seed {seed}");
        compared += 1;
    }
    assert!(compared > 150, "only {compared} grammars were compared");
}
