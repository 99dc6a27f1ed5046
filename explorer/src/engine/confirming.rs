//! The steps from faults to findings, for whoever has executors: while exploring goes on, of what was found so far, and behind it
//! of all. What was run for the one is not run again for the other.

use super::assemble;
use super::at_once::at_once;
use super::remembered::{Remembered, Remembering};
use super::reproductions::BuiltTests;
use super::run::Run;
use super::runner::Replayer;
use super::shrinking::shrink;
use crate::cause::{Evidence, causes};
use crate::confirm::experiments::try_other_arguments;
use crate::confirm::{self, Candidate, Confirmation, Confirmed, Laboratory, WritesTest};
use crate::executor::Executor;
use crate::finding::classify::promises_no_panic;
use crate::finding::{Collector, item_of, site, source};
use crate::outcome::{FaultKind, Location};
use crate::run_report::{Cause, Finding};
use crate::trigger::{Built, Descriptions};
use crate::tuning::MOST_HANGS;
use harness_gen::int_twins::IntTwins;
use harness_gen::render::{EarlierTerm, ReproductionKind, TestStyle};
use harness_gen::{Code, ItemUse, Prepared};
use plans::{Grammar, OpId, Plan, TypeId};
use std::collections::BTreeMap;
use std::sync::Arc;

/// What all steps work with.
pub(super) struct Confirming<'a> {
    pub(super) run: &'a Run<'a>,
    pub(super) grammar: &'a Grammar,
    memory: &'a Remembered,
    /// True once nothing more is to be begun.
    pub(super) interrupted: &'a (dyn Fn() -> bool + Sync),
    when_interrupted: WhenInterrupted,
    /// Literals that no plan was made of.
    pub(super) literals: BTreeMap<TypeId, Vec<Vec<u8>>>,
    /// Calls that may leave something behind, item by item; none while exploring goes on.
    pub(super) calls: Vec<Vec<Plan>>,
    /// What the search has built; nothing while exploring goes on.
    pub(super) built: Arc<Built>,
}

/// What becomes of what was begun when confirming is interrupted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum WhenInterrupted {
    /// It ends well, with what is known by then.
    End,
    /// It fails before its next run: somebody else will do it again, and need not run again what was run.
    GiveUp,
}

impl<'a> Confirming<'a> {
    pub(super) fn new(
        run: &'a Run<'a>,
        grammar: &'a Grammar,
        memory: &'a Remembered,
        interrupted: &'a (dyn Fn() -> bool + Sync),
        when_interrupted: WhenInterrupted,
    ) -> Confirming<'a> {
        Confirming {
            run,
            grammar,
            memory,
            interrupted,
            when_interrupted,
            literals: run.prepared.bindings.other_literals(),
            calls: Vec::new(),
            built: Arc::default(),
        }
    }

    /// The same, with another end, and with no calls that may leave something behind.
    pub(super) fn until<'b>(
        &'b self,
        interrupted: &'b (dyn Fn() -> bool + Sync),
        when_interrupted: WhenInterrupted,
    ) -> Confirming<'b> {
        Confirming {
            built: Arc::clone(&self.built),
            ..Confirming::new(self.run, self.grammar, self.memory, interrupted, when_interrupted)
        }
    }
}

impl Confirming<'_> {
    /// Makes the plans of all candidates smaller. Returns the number of runs.
    pub(super) fn shrink(
        &self,
        candidates: &mut [Candidate],
        executors: &mut [Executor],
    ) -> anyhow::Result<u64> {
        let world = (self.grammar, self.run.prepared);
        let in_order = !self.run.settings.run.strategy.finds_large_plans();
        let work = |candidate: &mut Candidate, replays: &mut Replayer<'_>| {
            shrink(candidate, in_order, world, replays, self.interrupted)
        };
        let mut remembering = self.remembering(executors);
        let runs = at_once(candidates, &mut replayers(&mut remembering), &work, &mut |_| ())?;
        Ok(runs.into_iter().sum())
    }

    /// Replays candidates, challenges their holes, and merges what turns out to be the same.
    pub(super) fn replay(
        &self,
        candidates: Vec<Candidate>,
        executors: &mut [Executor],
    ) -> anyhow::Result<Confirmed> {
        self.with_confirmation(executors, &mut |_, _| (), |with| {
            confirm::replay(candidates, with)
        })
    }

    /// The same, and has each shown by its stand-alone test.
    pub(super) fn confirm(
        &self,
        candidates: Vec<Candidate>,
        executors: &mut [Executor],
        progress: &mut dyn FnMut(usize, usize),
    ) -> anyhow::Result<Confirmed> {
        self.with_confirmation(executors, progress, |with| confirm::confirm(candidates, with))
    }

    fn with_confirmation(
        &self,
        executors: &mut [Executor],
        progress: &mut dyn FnMut(usize, usize),
        work: impl FnOnce(&mut Confirmation<'_>) -> anyhow::Result<Confirmed>,
    ) -> anyhow::Result<Confirmed> {
        let prepared = self.run.prepared;
        let mut tests = BuiltTests::new(self.run, self.memory);
        let mut remembering = self.remembering(executors);
        let write: &WritesTest<'_> = &|candidate, name, style| reproduction(prepared, candidate, name, style);
        work(&mut Confirmation {
            grammar: self.grammar,
            literals: &self.literals,
            replayers: &mut replayers(&mut remembering),
            tests: &mut tests,
            write,
            calls: &self.calls,
            scope: &self.run.scope,
            items: &prepared.items,
            limit: self.run.settings.run.case_timeout,
            item_of: &|sample| item_of(&prepared.op_items.all, &sample.observed, sample.rank.item),
            interrupted: self.interrupted,
            progress,
        })
    }

    /// Runs plans that were shown again with other arguments, for what decides their class. Returns the number of runs.
    pub(super) fn judge(
        &self,
        candidates: &mut [Candidate],
        executors: &mut [Executor],
    ) -> anyhow::Result<u64> {
        let prepared = self.run.prepared;
        let twins = IntTwins::new(&prepared.bindings, &prepared.keys);
        let work = |candidate: &mut Candidate, replays: &mut Replayer<'_>| {
            if !candidate.fails_alone() || (self.interrupted)() {
                return Ok(0);
            }
            let mut laboratory = Laboratory {
                grammar: self.grammar,
                literals: &self.literals,
                bindings: &prepared.bindings,
                twins: &twins,
                op_items: &prepared.op_items,
                items: &prepared.items,
                replays,
            };
            try_other_arguments(candidate, &mut laboratory)
        };
        let mut remembering = self.remembering(executors);
        let runs = at_once(candidates, &mut replayers(&mut remembering), &work, &mut |_| ())?;
        Ok(runs.into_iter().sum())
    }

    /// What candidates are to people.
    pub(super) fn findings(&self, candidates: &[Candidate]) -> Vec<Finding> {
        let prepared = self.run.prepared;
        let write: &WritesTest<'_> = &|candidate, name, style| reproduction(prepared, candidate, name, style);
        assemble::findings(prepared, &self.run.scope, candidates, write)
    }

    /// What causes confirmed findings have.
    pub(super) fn causes(&self, findings: &[Finding]) -> Vec<Cause> {
        let prepared = self.run.prepared;
        let source_line = |at: &Location| source::line(&prepared.crate_root.join(&at.file), at.line);
        let speaks_for_its_caller = |at: &Location| site::speaks_for_its_caller(&prepared.crate_root, at);
        causes(&Evidence {
            findings,
            items: &prepared.items,
            source_line: &source_line,
            speaks_for_its_caller: &speaks_for_its_caller,
        })
    }

    /// What was described so far.
    pub(super) fn descriptions(&self) -> &Descriptions {
        &self.memory.descriptions
    }

    /// Executors that run nothing twice.
    pub(super) fn remembering<'e>(&self, executors: &'e mut [Executor]) -> Vec<Remembering<'e, Executor>>
    where
        Self: 'e,
    {
        let is_given_up = match self.when_interrupted {
            WhenInterrupted::End => &|| false,
            WhenInterrupted::GiveUp => self.interrupted,
        };
        let remembering = |runner| Remembering {
            memory: self.memory,
            runner,
            is_given_up,
        };
        executors.iter_mut().map(remembering).collect()
    }
}

/// Those who run plans, for whoever takes several.
pub(super) fn replayers<'r>(remembering: &'r mut [Remembering<'_, Executor>]) -> Vec<&'r mut Replayer<'r>> {
    let replayers = remembering.iter_mut();
    replayers.map(|replays| replays as &mut Replayer<'_>).collect()
}

/// One candidate for each distinct fault.
pub(super) fn candidates(prepared: &Prepared, collector: &Collector) -> Vec<Candidate> {
    let of_group = |group| {
        let candidate = Candidate::of(&group, collector)?;
        // What an item that the user left out does while an argument is being built is not asked for.
        let is_left_out = matches!(
            prepared.items[candidate.item].use_,
            ItemUse::Excluded { code: Code::User, .. }
        );
        (!is_left_out).then_some(candidate)
    };
    let promises = |item: usize| promises_no_panic(&prepared.items[item]);
    let groups = collector.groups().into_iter();
    let parted = groups.flat_map(|group| group.parted(&promises));
    let mut candidates: Vec<Candidate> = parted.filter_map(of_group).collect();
    leave_hangs_of_many(&mut candidates);
    candidates
}

/// Each hang takes seconds to confirm, so not all of many are tried: first one of each op that hangs.
fn leave_hangs_of_many(candidates: &mut [Candidate]) {
    let mut of_op: BTreeMap<Option<OpId>, usize> = BTreeMap::new();
    let is_hang = |candidate: &&mut Candidate| candidate.kind == FaultKind::Timeout;
    let mut hangs: Vec<(usize, &mut Candidate)> = (candidates.iter_mut().filter(is_hang))
        .map(|candidate| {
            let nth = of_op.entry(candidate.sample().observed.op).or_default();
            *nth += 1;
            (*nth, candidate)
        })
        .collect();
    hangs.sort_by_key(|(nth, _)| *nth);
    for (_, candidate) in hangs.into_iter().skip(MOST_HANGS) {
        candidate.leave(format!(
            "{MOST_HANGS} other hangs were tried, each of which takes seconds; `cargo explore replay` runs this one again"
        ));
    }
}

fn reproduction(prepared: &Prepared, candidate: &Candidate, test_name: &str, style: TestStyle) -> String {
    let sample = candidate.sample();
    let reproduction = match candidate.kind {
        FaultKind::Property => ReproductionKind::Property,
        FaultKind::Leak => ReproductionKind::Leak,
        FaultKind::DoubleDrop | FaultKind::InvalidUse | FaultKind::Signal(_) | FaultKind::Abort => {
            ReproductionKind::Death
        }
        _ => ReproductionKind::Fault,
    };
    let term = assemble::term(prepared, &sample.plan);
    let earlier = candidate.described.earlier.iter().map(|earlier| EarlierTerm {
        term: assemble::term(prepared, &earlier.plan),
        times: earlier.times,
        fails: earlier.fails,
    });
    let earlier: Vec<EarlierTerm> = earlier.collect();
    let test = (prepared.bindings).reproduction_behind(&earlier, &term, test_name, reproduction, style);
    match candidate.kind {
        // A test counts no edges.
        FaultKind::Slow => format!("// It passes. {}.\n{test}", sample.observed.message),
        _ => test,
    }
}
