//! The soundness rule: lazy search finds what eager enumeration finds, and a hole reported as unread was not read.

use std::collections::BTreeSet;

use plans::{Grammar, OpId, Search, Term};

use crate::mock::{Foreign, Value, project, run, run_current, total_steps, with_defaults};
use crate::oracle::Eager;
use crate::random::{Rng, random_grammar, some_learned};

const GRAMMARS: u64 = 4000;
const MOST_EAGER: usize = 400;
const MOST_LAZY: usize = 2000;

/// The largest depth with a manageable number of finished plans, and those plans.
fn eager_plans(grammar: &Grammar, root: OpId) -> Option<(u32, Vec<Value>)> {
    let least = grammar.root_steps(root)?;
    let mut eager = Eager::new(grammar, MOST_EAGER);
    let mut best = None;
    for depth in least..least + 7 {
        match eager.plans(root, depth) {
            Some(plans) => best = Some((depth, plans)),
            None => break,
        }
    }
    best
}

pub(crate) type Found = (Term, Option<(OpId, u64)>);

fn lazy_plans(
    seed: u64,
    grammar: &Grammar,
    root: OpId,
    depth: u32,
    learned: Vec<OpId>,
) -> Option<Vec<Found>> {
    let mut search = Search::with_learned(grammar, root, depth, learned)?;
    let mut found = Vec::new();
    while search.is_live() {
        let (value, run) = run_current(seed, Foreign::Root, grammar, &search);
        let term = search.term(&run.demands);
        assert_eq!(
            term,
            project(grammar, &value, &run.looked_at),
            "seed {seed}: placeholders are what was not read"
        );
        assert!(search.base_steps() <= depth);
        search.observe(&run.demands);
        assert_eq!(
            search.term(&[]),
            term,
            "seed {seed}: observing decides what was demanded"
        );
        found.push((term, run.fault));
        search.advance();
        if found.len() > MOST_LAZY {
            return None;
        }
    }
    Some(found)
}

/// Fills each hole with other small values: the same fault shows. Returns how many were tried.
pub(crate) fn check_holes(seed: u64, grammar: &Grammar, found: &Found) -> usize {
    fn fill(grammar: &Grammar, term: &Term, hole: u32, filling: &Value) -> Value {
        match term {
            Term::Apply { op, args } => {
                let args = args.iter().map(|arg| fill(grammar, arg, hole, filling)).collect();
                Value {
                    op: *op,
                    watch: None,
                    args,
                }
            }
            Term::Hole { number, default, .. } if *number == hole => {
                let mut value = with_defaults(default);
                if grammar.op(value.op).expect("known").pointer {
                    value.args = vec![filling.clone()];
                    value
                } else {
                    filling.clone()
                }
            }
            Term::Hole { default, .. } => with_defaults(default),
            Term::Literal { .. } => unreachable!("the mock knows ops only"),
        }
    }
    fn holes<'t>(term: &'t Term, into: &mut Vec<&'t Term>) {
        match term {
            Term::Apply { args, .. } => args.iter().for_each(|arg| holes(arg, into)),
            Term::Hole { .. } => into.push(term),
            Term::Literal { .. } => {}
        }
    }
    let mut open = Vec::new();
    holes(&found.0, &mut open);
    let mut eager = Eager::new(grammar, 60);
    let mut tried = 0;
    for hole in open {
        let Term::Hole { number, ty, default } = hole else {
            unreachable!()
        };
        let Term::Apply { op, .. } = **default else {
            panic!("a default is finished")
        };
        let spec = grammar.op(op).expect("known");
        let filled = if spec.pointer { spec.args[0] } else { *ty };
        let least = grammar.min_steps(filled).expect("a hole's type can be built");
        for steps in least..least + 3 {
            for filling in eager.values(filled, steps).unwrap_or_default() {
                let outcome = run(
                    seed,
                    Foreign::Root,
                    grammar,
                    &fill(grammar, &found.0, *number, &filling),
                );
                assert_eq!(
                    outcome.fault, found.1,
                    "seed {seed}: ?{number} of {:?} was read",
                    found.0
                );
                tried += 1;
            }
        }
    }
    tried
}

#[test]
fn lazy_search_finds_exactly_the_faults_of_eager_enumeration() {
    let (mut compared, mut faults, mut lazy_total, mut eager_total) = (0, 0, 0, 0);
    for seed in 0..GRAMMARS {
        let mut rng = Rng::new(seed);
        let Some((grammar, root)) = random_grammar(&mut rng) else {
            continue;
        };
        // Learned ops that are all known differ from others in nothing but the order.
        let (grammar, learned) = if seed % 2 == 0 {
            some_learned(&mut rng, &grammar)
        } else {
            (grammar, Vec::new())
        };
        let Some((depth, finished)) = eager_plans(&grammar, root) else {
            continue;
        };
        let Some(lazy) = lazy_plans(seed, &grammar, root, depth, learned) else {
            continue;
        };

        let mut expected: BTreeSet<Found> = BTreeSet::new();
        for value in &finished {
            let run = run(seed, Foreign::Root, &grammar, value);
            expected.insert((project(&grammar, value, &run.looked_at), run.fault));
        }
        let terms: BTreeSet<&Term> = lazy.iter().map(|(term, _)| term).collect();
        assert_eq!(terms.len(), lazy.len(), "seed {seed}: a plan was visited twice");
        let within: BTreeSet<Found> = lazy
            .into_iter()
            .filter(|(term, _)| total_steps(&grammar, &with_defaults(term)) <= depth)
            .collect();
        assert_eq!(within, expected, "seed {seed}");
        assert!(
            within.len() <= finished.len(),
            "seed {seed}: more expressions than eager"
        );
        for found in within.iter().take(12) {
            check_holes(seed, &grammar, found);
        }
        compared += 1;
        faults += within.iter().filter(|(_, fault)| fault.is_some()).count();
        lazy_total += within.len();
        eager_total += finished.len();
    }
    assert!(compared > 2000, "only {compared} grammars were compared");
    assert!(faults > 10_000, "only {faults} faults were compared");
    assert!(
        lazy_total * 5 < eager_total * 4,
        "laziness saved little: {lazy_total} of {eager_total}"
    );
}

fn nesting(grammar: &Grammar, value: &Value) -> u32 {
    let below = value.args.iter().map(|arg| nesting(grammar, arg)).max();
    let spec = grammar.op(value.op).expect("known");
    u32::from(spec.steps > 0 && !spec.args.is_empty()) + below.unwrap_or(0)
}

fn deepest_argument(grammar: &Grammar, value: &Value) -> u32 {
    value
        .args
        .iter()
        .map(|arg| nesting(grammar, arg))
        .max()
        .unwrap_or(0)
}

#[test]
fn a_limit_of_nesting_leaves_out_what_is_nested_deeper_and_nothing_else() {
    let (mut compared, mut left_out) = (0, 0);
    for seed in 0..GRAMMARS {
        let Some((mut grammar, root)) = random_grammar(&mut Rng::new(seed)) else {
            continue;
        };
        let Some((depth, finished)) = eager_plans(&grammar, root) else {
            continue;
        };
        let limit = (seed % 4) as u32;
        grammar.limit_nesting(Some(limit));
        let within: Vec<&Value> = finished
            .iter()
            .filter(|value| deepest_argument(&grammar, value) <= limit)
            .collect();
        left_out += finished.len() - within.len();

        let Some(lazy) = lazy_plans(seed, &grammar, root, depth, Vec::new()) else {
            if Search::new(&grammar, root, depth).is_none_or(|search| !search.is_live()) {
                assert!(within.is_empty(), "seed {seed}");
            }
            continue;
        };
        let lazy: BTreeSet<Found> = lazy.into_iter().collect();
        for value in &within {
            let run = run(seed, Foreign::Root, &grammar, value);
            let found = (project(&grammar, value, &run.looked_at), run.fault);
            assert!(lazy.contains(&found), "seed {seed}: {found:?} was left out");
        }

        let all: Vec<_> = (0..grammar.type_count() as u32).map(plans::TypeId).collect();
        grammar.mark_unwatchable(&all);
        let mut eager = Search::new(&grammar, root, depth).expect("fed before");
        let mut visited = 0;
        while eager.is_live() {
            visited += 1;
            eager.advance();
        }
        assert_eq!(visited, within.len(), "seed {seed}");
        compared += 1;
    }
    assert!(compared > 2000, "only {compared} grammars were compared");
    assert!(left_out > 10_000, "only {left_out} plans were left out");
}
