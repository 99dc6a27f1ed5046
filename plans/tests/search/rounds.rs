//! Iterative deepening visits every plan once, and knows exactly where the next plan is.

use std::collections::BTreeSet;

use plans::{Grammar, Instr, OpId, Round, RoundEnd, Rounds, Search, Step, Strategy, Watch};

use crate::mock::{Foreign, run_current};
use crate::random::{Rng, random_grammar};
use crate::requests::cursor;

/// A plan as far as it is distinct from others: its decisions before the run, its program, and its depth.
pub(crate) type Visit = (Vec<Step>, Vec<Instr>, u32);

/// All visits from the current plan on; None if there are too many.
pub(crate) fn visits(
    seed: u64,
    grammar: &Grammar,
    search: &mut Search<'_>,
    limit: usize,
) -> Option<Vec<Visit>> {
    let mut visits = Vec::new();
    while search.is_live() {
        visits.push((
            search.vector().to_vec(),
            search.program().to_vec(),
            search.base_steps(),
        ));
        let (_, run) = run_current(seed, Foreign::Everywhere, grammar, search);
        search.observe(&run.demands);
        search.advance();
        if visits.len() > limit {
            return None;
        }
    }
    Some(visits)
}

struct Finished {
    round: Round,
    visited: Vec<Visit>,
    min_cut: Option<u32>,
}

/// Up to six rounds of deepening.
fn rounds(seed: u64, grammar: &Grammar, root: OpId) -> Option<Vec<Finished>> {
    let mut all = Rounds::new(Strategy::Deepening, None, Some(grammar.root_steps(root)?));
    let mut next = all.first();
    let mut rounds = Vec::new();
    while let Ok(round) = next {
        let mut search = Search::new(grammar, root, round.bound)?;
        let Some(visited) = visits(seed, grammar, &mut search, 1500) else {
            break;
        };
        next = all.after(RoundEnd {
            bound: round.bound,
            min_cut: search.min_cut(),
        });
        rounds.push(Finished {
            round,
            visited,
            min_cut: search.min_cut(),
        });
        if rounds.len() == 6 {
            break;
        }
    }
    Some(rounds)
}

#[test]
fn every_plan_is_new_in_exactly_one_round() {
    let (mut compared, mut exhausted) = (0, 0);
    for seed in 0..1500 {
        let Some((grammar, root)) = random_grammar(&mut Rng::new(seed)) else {
            continue;
        };
        let Some(rounds) = rounds(seed, &grammar, root) else {
            continue;
        };
        let mut new: BTreeSet<Visit> = BTreeSet::new();
        for (
            index,
            Finished {
                round: Round {
                    bound, counted_from, ..
                },
                visited,
                ..
            },
        ) in rounds.iter().enumerate()
        {
            let before = new.len();
            for visit in visited
                .iter()
                .filter(|(_, _, base_steps)| base_steps >= counted_from)
            {
                assert!(new.insert(visit.clone()), "seed {seed}: counted twice");
                assert!(visit.2 <= *bound);
                assert!(
                    index == 0 || visit.2 == *bound,
                    "seed {seed}: a cut was missed below {bound}"
                );
            }
            assert!(
                index == 0 || new.len() > before,
                "seed {seed}: nothing at the cut {bound}"
            );
        }
        let Some(Finished {
            visited: deepest,
            min_cut,
            ..
        }) = rounds.last()
        else {
            continue;
        };
        assert_eq!(new, deepest.iter().cloned().collect(), "seed {seed}");
        assert_eq!(
            new.len(),
            deepest.len(),
            "seed {seed}: visited twice in one round"
        );
        if min_cut.is_none() {
            let mut all = Search::new(&grammar, root, u32::MAX).expect("feedable");
            assert_eq!(
                visits(seed, &grammar, &mut all, 10_000).as_ref(),
                Some(deepest),
                "seed {seed}: not exhausted"
            );
            exhausted += 1;
        }
        compared += usize::from(rounds.len() > 2);
    }
    assert!(compared > 500, "only {compared} grammars had three rounds");
    assert!(exhausted > 50, "only {exhausted} grammars were exhausted");
}

#[test]
fn resuming_anywhere_continues_the_same_way() {
    let mut resumed = 0;
    for seed in 0..700 {
        let Some((grammar, root)) = random_grammar(&mut Rng::new(seed)) else {
            continue;
        };
        let bound = grammar.root_steps(root).expect("feedable") + 3;
        let mut search = Search::new(&grammar, root, bound).expect("feedable");
        let Some(all) = visits(seed, &grammar, &mut search, 300) else {
            continue;
        };
        for (index, (vector, _, _)) in all.iter().enumerate().step_by(7) {
            let place = cursor(vector, Watch::Parts);
            let mut again = Search::resume(&grammar, root, bound, &place).expect("a place of this search");
            assert_eq!(
                visits(seed, &grammar, &mut again, 300).as_deref(),
                Some(&all[index..]),
                "seed {seed}"
            );
            resumed += 1;
        }
    }
    assert!(resumed > 1000, "only {resumed} resumptions");
}

#[test]
fn vectors_that_do_not_fit_are_refused_without_panic() {
    let (mut accepted, mut refused) = (0, 0);
    for seed in 0..400 {
        let mut rng = Rng::new(seed);
        let Some((grammar, root)) = random_grammar(&mut rng) else {
            continue;
        };
        let bound = grammar.root_steps(root).expect("feedable") + 3;
        let mut search = Search::new(&grammar, root, bound).expect("feedable");
        let Some(all) = visits(seed, &grammar, &mut search, 300) else {
            continue;
        };
        for (vector, _, _) in &all {
            let mut garbled = vector.clone();
            match rng.below(4) {
                0 => garbled.truncate(rng.below(1 + vector.len() as u32) as usize),
                1 => garbled.push(Step {
                    node: rng.below(20),
                    alternative: rng.below(3),
                }),
                2 if garbled.len() > 1 => garbled.swap(0, vector.len() - 1),
                _ => {
                    if let Some(step) = garbled.last_mut() {
                        step.alternative = rng.below(5);
                    }
                }
            }
            // An accepted vector is one the search could have: going on from it must work.
            match Search::resume(&grammar, root, bound, &cursor(&garbled, Watch::Parts)) {
                None => refused += 1,
                Some(mut search) => {
                    assert_eq!(search.vector(), garbled);
                    visits(seed, &grammar, &mut search, 50);
                    accepted += 1;
                }
            }
        }
    }
    assert!(
        accepted > 100 && refused > 1000,
        "{accepted} accepted, {refused} refused"
    );
}

#[test]
fn a_program_changed_in_place_is_the_one_written_from_nothing() {
    let (mut compared, mut kept) = (0, 0);
    for seed in 0..700 {
        let mut rng = Rng::new(seed);
        let Some((grammar, root)) = random_grammar(&mut rng) else {
            continue;
        };
        let bound = grammar.root_steps(root).expect("feedable") + 3;
        let mut search = Search::new(&grammar, root, bound).expect("feedable");
        let (mut vector, mut program) = (Vec::new(), Vec::new());
        for _ in 0..300 {
            if !search.is_live() {
                break;
            }
            // Several plans may go by before somebody asks.
            if rng.below(4) > 0 {
                let (same_decisions, same_instructions) = search.take_same();
                vector.truncate(same_decisions);
                vector.extend_from_slice(&search.vector()[same_decisions..]);
                program.truncate(same_instructions);
                program.extend_from_slice(&search.program()[same_instructions..]);
                let again = Search::resume(&grammar, root, bound, &search.cursor()).expect("its own place");
                assert_eq!(program, again.program(), "seed {seed}");
                assert_eq!(vector, again.vector(), "seed {seed}");
                compared += 1;
                kept += same_instructions;
            }
            let (_, run) = run_current(seed, Foreign::Everywhere, &grammar, &search);
            search.observe(&run.demands);
            if run.fault.is_some() && rng.below(2) == 0 {
                search.forget_after(run.carried_out);
            }
            search.advance();
        }
    }
    assert!(
        compared > 5_000 && kept > 5_000,
        "{compared} compared, {kept} kept"
    );
}
