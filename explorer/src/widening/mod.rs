//! How far a finding is an example of more: in each decided place of the plan that is shown, other values are run, and values of
//! each variant of an enum. What is said is counted: all that was tried fails, some of each variant, or none. It proves nothing.

mod rows;
mod subject;
mod trial;

use crate::confirm::challenge::{Verdict, fails_alike, is_same_fault, verdict};
use crate::confirm::{Candidate, Standing};
use crate::engine::runner::{Asked, ReplaysPlans};
use crate::executor::PlanRun;
use crate::outcome::{Fault, FaultKind};
use crate::shape::Shape;
use crate::tuning::{ALL_DEATHS_OF_VARIATIONS, DEATHS_OF_VARIATIONS, VARIATIONS_TOGETHER};
use harness_gen::Prepared;
use plans::{Grammar, OpId, OtherLiterals, Outcome, Plan};
use std::collections::BTreeMap;
use subject::Subject;
use trial::{Told, Trial};

/// What widening works with.
pub struct Widening<'a> {
    /// The crate.
    pub prepared: &'a Prepared,
    /// The table that plans belong to.
    pub grammar: &'a Grammar,
    /// Literals besides those of the grammar.
    pub literals: &'a OtherLiterals,
    /// Runs plans.
    pub replays: &'a mut dyn ReplaysPlans,
    /// True once the user wants to stop.
    pub interrupted: &'a dyn Fn() -> bool,
    /// True for the candidates that are widened.
    pub wanted: &'a dyn Fn(&Candidate) -> bool,
}

/// What came of it.
#[derive(Debug, Default)]
pub struct Widened {
    /// By id of the finding; findings of which nothing was found out are left out.
    pub shapes: BTreeMap<String, Shape>,
    /// Runs it took.
    pub runs: u64,
}

/// Widens all confirmed candidates that panic or do not hold: whatever ends its process costs too much. Calls that are known to
/// hang or to fill the memory for other arguments are left alone, too.
pub fn widen(candidates: &[Candidate], with: &mut Widening<'_>) -> anyhow::Result<Widened> {
    let is_slow = |candidate: &&Candidate| matches!(candidate.kind, FaultKind::Timeout | FaultKind::Memory);
    // A generic function is several ops, of which one may have been seen to hang.
    let called = |op: OpId| (with.prepared.op_items.item(op)).map_or(Called::Op(op), Called::Item);
    let slow: Vec<Called> = (candidates.iter().filter(is_slow))
        .filter_map(|candidate| candidate.sample().observed.op)
        .map(called)
        .collect();
    let mut subjects = Vec::new();
    for candidate in candidates {
        let is_cheap = candidate.kind.spares_its_process();
        let ops = candidate.sample().plan.ops();
        let is_known_to_hang = ops.into_iter().any(|op| slow.contains(&called(op)));
        let is_confirmed = candidate.standing == Standing::Confirmed && candidate.fails_alone();
        let is_left_out = is_known_to_hang || candidate.described.depends_on_process;
        if is_confirmed && is_cheap && !is_left_out && (with.wanted)(candidate) {
            subjects.push(Subject::of(candidate, with.prepared, with.grammar, with.literals));
        }
    }
    let mut trying = Trying::default();
    let first: Vec<Trial> = (subjects.iter().enumerate())
        .flat_map(|(at, subject)| subject.trials(at))
        .collect();
    let told = trying.run(&first, &mut subjects, with)?;
    trying.compare_with_fresh_processes(&told, &mut subjects, with)?;
    for (trial, told) in told {
        subjects[trial.subject].note(trial, told);
    }
    let further: Vec<Trial> = (subjects.iter_mut().enumerate())
        .flat_map(|(at, subject)| subject.further_trials(at, with.grammar, with.literals))
        .collect();
    for (trial, told) in trying.run(&further, &mut subjects, with)? {
        subjects[trial.subject].note(trial, told);
    }
    // What holds of each place need not hold of all at once.
    loop {
        let open: Vec<Trial> = (subjects.iter().enumerate())
            .flat_map(|(at, subject)| subject.trials_together(at, with.grammar, with.literals))
            .collect();
        if open.is_empty() {
            break;
        }
        let mut all: BTreeMap<usize, Vec<Told>> = BTreeMap::new();
        for (trial, told) in trying.run(&open, &mut subjects, with)? {
            all.entry(trial.subject).or_default().push(told);
        }
        for (at, subject) in subjects.iter_mut().enumerate() {
            subject.settle(all.get(&at).map_or(&[], Vec::as_slice));
        }
    }
    let shapes = (subjects.iter())
        .filter_map(|subject| Some((subject.id.clone(), rows::shape(subject, with.prepared)?)))
        .collect();
    Ok(Widened {
        shapes,
        runs: trying.runs,
    })
}

/// What is called: an item, or an op that is of none.
#[derive(PartialEq, Eq)]
enum Called {
    Item(usize),
    Op(OpId),
}

/// What the runs of all subjects share.
#[derive(Default)]
struct Trying {
    deaths: usize,
    runs: u64,
}

impl Trying {
    /// Runs the trials of all subjects that are not given up, which a subject is by too many deaths, and by an interruption.
    fn run<'t>(
        &mut self,
        trials: &'t [Trial],
        subjects: &mut [Subject],
        with: &mut Widening<'_>,
    ) -> anyhow::Result<Vec<(&'t Trial, Told)>> {
        let mut told = Vec::with_capacity(trials.len());
        let mut left = trials;
        while !left.is_empty() {
            let (now, later) = left.split_at(left.len().min(VARIATIONS_TOGETHER));
            left = later;
            let is_over = self.deaths >= ALL_DEATHS_OF_VARIATIONS || (with.interrupted)();
            if is_over {
                now.iter().for_each(|trial| subjects[trial.subject].give_up());
                continue;
            }
            let due: Vec<&Trial> = (now.iter())
                .filter(|trial| !subjects[trial.subject].is_given_up())
                .collect();
            let plans: Vec<Plan> = due.iter().map(|trial| trial.challenge.plan.clone()).collect();
            self.runs += plans.len() as u64;
            for (trial, run) in due.into_iter().zip(with.replays.run_plans(&plans)?) {
                let subject = &mut subjects[trial.subject];
                if run.as_ref().is_some_and(ends_its_process) {
                    self.deaths += 1;
                    subject.deaths += 1;
                    if subject.deaths > DEATHS_OF_VARIATIONS {
                        subject.give_up();
                    }
                }
                told.push((trial, judged(&subject.seen, with.grammar, trial, run.as_ref())));
            }
        }
        Ok(told)
    }

    /// What differs behind other runs may fail in a process of its own: what they left behind decides then, and nothing is said. Of
    /// each subject one run is asked.
    fn compare_with_fresh_processes(
        &mut self,
        told: &[(&Trial, Told)],
        subjects: &mut [Subject],
        with: &mut Widening<'_>,
    ) -> anyhow::Result<()> {
        for (at, subject) in subjects.iter_mut().enumerate() {
            let differs = |(trial, told): &&(&Trial, Told)| trial.subject == at && *told == Told::Differs;
            let Some((trial, _)) = told.iter().find(differs) else {
                continue;
            };
            if subject.is_given_up() || (with.interrupted)() {
                continue;
            }
            self.runs += 1;
            let fault = with.replays.replay(&trial.challenge.plan, Asked::OUTCOME)?.fault;
            if fault.is_some_and(|fault| is_same_fault(&subject.seen, &fault)) {
                subject.give_up();
            }
        }
        Ok(())
    }
}

fn ends_its_process(run: &PlanRun) -> bool {
    let is_fatal = |fault: &Fault| !fault.kind.spares_its_process();
    run.fault.as_ref().is_some_and(is_fatal)
}

/// One that did not get as far as the call, or did not meet the precondition of a property, says nothing.
fn judged(seen: &Fault, grammar: &Grammar, trial: &Trial, run: Option<&PlanRun>) -> Told {
    match run {
        Some(run) if fails_alike(seen, run) => Told::Fails,
        Some(run) if run.outcome == Outcome::Discarded => Told::Discarded,
        Some(run) if matches!(run.outcome, Outcome::Ok | Outcome::Fault) => {
            match verdict(seen, grammar, &trial.challenge, Some(run)) {
                Verdict::Refuted => Told::Differs,
                _ => Told::Nothing,
            }
        }
        _ => Told::Nothing,
    }
}
