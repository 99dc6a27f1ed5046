//! A fault group on its way to a finding, and what confirmation works with.

use super::challenge::HoleChallenges;
use crate::engine::runner::Replayer;
use crate::executor::TestOutcome;
use crate::finding::collect::{FirstSeen, PlacedSample, SAMPLES_KEPT, direct_items};
use crate::finding::trials::Trials;
use crate::finding::{Collector, CrateScope, FaultGroup, Identity, Site, site};
use crate::outcome::{FaultKind, Frame, Location};
use crate::run_report::Trigger;
use harness_gen::render::TestStyle;
use harness_gen::{Item, OpItems};
use plans::{Grammar, OpId, OtherLiterals, Plan, Term};
use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

/// Plans tried for each finding.
pub const TRIES: usize = 3;

/// Compiles and runs stand-alone tests.
pub trait RunsReproductions {
    /// Compiles all tests (name and source), written in this style, and returns for each one that does not compile why not.
    fn build(&mut self, tests: &[(String, String)], style: TestStyle) -> anyhow::Result<Refused>;
    /// Runs some of the tests compiled last, maybe at once, contained, under limits that suit their faults. One outcome for
    /// each, in order; None once the user wants to stop.
    fn run(&mut self, tests: &[DueTest<'_>]) -> anyhow::Result<Vec<Option<TestOutcome>>>;
}

/// A test to be run.
#[derive(Clone, Copy, Debug)]
pub struct DueTest<'t> {
    /// What it was built as.
    pub name: &'t str,
    /// What it is to show.
    pub kind: FaultKind,
}

/// Writes the stand-alone test of the plan that is shown under a name.
pub type WritesTest<'a> = dyn Fn(&Candidate, &str, TestStyle) -> String + 'a;

/// Names of tests that do not compile, each with the reason.
pub type Refused = BTreeMap<String, String>;

/// Everything confirmation works with.
pub struct Confirmation<'a> {
    /// The table that plans belong to.
    pub grammar: &'a Grammar,
    /// Literals that claims are challenged with besides those of the grammar.
    pub literals: &'a OtherLiterals,
    /// Replay plans: at least one of them.
    pub replayers: &'a mut [&'a mut Replayer<'a>],
    /// Compiles and runs tests.
    pub tests: &'a mut dyn RunsReproductions,
    /// Writes the stand-alone test of the plan that is shown under this name.
    pub write: &'a WritesTest<'a>,
    /// Calls that may leave something behind, item by item.
    pub calls: &'a [Vec<Plan>],
    /// What belongs to the crate.
    pub scope: &'a CrateScope,
    /// All items.
    pub items: &'a [Item],
    /// CPU time of a run.
    pub limit: Duration,
    /// The item that the fault of a plan belongs to.
    pub item_of: &'a (dyn Fn(&PlacedSample) -> usize + Sync),
    /// True once the user wants to stop.
    pub interrupted: &'a (dyn Fn() -> bool + Sync),
    /// Told the number of candidates settled and the number in all.
    pub progress: &'a mut dyn FnMut(usize, usize),
}

/// How far the confirmation of a candidate is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Standing {
    /// Not tried, or only with plans that did not confirm it.
    Open,
    /// Shown again by a replay; its test has not run.
    Replayed,
    /// Shown again by both.
    Confirmed,
}

/// How trying the samples of a candidate went, with positions among them.
#[derive(Clone, Debug, Default)]
pub(super) struct Tries {
    /// Of the plan that is shown: the smallest one that was confirmed, else the smallest.
    pub(super) shown: usize,
    /// Of the plan to try next.
    pub(super) next: usize,
    /// How the test of the plan that is shown is written: explicit once the readable one was refused, or ran otherwise.
    pub(super) style: TestStyle,
    /// One of its plans returned in a fresh process, and nobody has looked yet for what has to be called before.
    pub(super) has_returned: bool,
    /// Why the smallest plan did not confirm it.
    pub(super) doubt: Option<String>,
}

/// A fault group on its way to a finding.
#[derive(Clone, Debug)]
pub struct Candidate {
    /// Kind as reported.
    pub kind: FaultKind,
    /// Index of the item it belongs to.
    pub item: usize,
    /// The items whose own calls have shown it.
    pub items: BTreeSet<usize>,
    /// Distinct plans.
    pub plans: u64,
    /// When it was first seen.
    pub first_seen: FirstSeen,
    /// Its smallest plans, smallest first.
    pub samples: Vec<PlacedSample>,
    /// Others, if what names its place may name that of other faults: some of each item.
    pub(super) beside: Vec<PlacedSample>,
    /// In-crate frames of the plan that is shown, innermost first.
    pub frames: Vec<Frame>,
    /// How far confirmation is.
    pub standing: Standing,
    /// Which of several like places of a function it was raised at.
    pub(super) site: Site,
    pub(super) tries: Tries,
    /// What other runs tell of the plan that is shown.
    pub described: Described,
}

/// What runs with other arguments tell of a plan that fails.
#[derive(Clone, Debug, Default)]
pub struct Described {
    /// What has to be called before it in the same process, in order; then nothing else is said of it.
    pub earlier: Vec<EarlierCall>,
    /// What its holes stood up to.
    pub holes: Vec<HoleChallenges>,
    /// What came of other numbers and places.
    pub trials: Trials,
    /// When it is.
    pub trigger: Option<Trigger>,
    /// The nearest plan that returns: as few arguments as can be are others.
    pub passing: Option<Plan>,
    /// Of each argument the nearest plan that returns in which it alone is another, if there is one.
    pub passing_by_argument: Vec<Plan>,
    /// Other plans of its call that fail and that return.
    pub contrast: Contrast,
    /// What returned behind other runs fails in a process of its own: runs that share one say nothing of it.
    pub depends_on_process: bool,
}

/// What a call does with other arguments.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Contrast {
    /// Fail as the finding does.
    pub failing: Vec<Plan>,
    /// Return.
    pub returning: Vec<Plan>,
}

/// Equal calls one after another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EarlierCall {
    /// Without holes.
    pub plan: Plan,
    /// How many there are.
    pub times: u32,
    /// They fail by themselves, and what they leave behind matters.
    pub fails: bool,
}

impl Candidate {
    /// A group before confirmation, with the item that its smallest plan's fault belongs to.
    pub fn of(group: &FaultGroup, collector: &Collector) -> Option<Candidate> {
        let first = group.smallest().into_iter().next()?;
        let item = collector.item_of(&first.observed, first.rank.item);
        let mut candidate = Candidate::new(group, item);
        if !candidate.names_its_place(collector.scope()) {
            candidate.beside = group.beside_smallest();
        }
        Some(candidate)
    }

    /// A group before confirmation.
    pub fn new(group: &FaultGroup, item: usize) -> Candidate {
        let samples = group.smallest().into_iter().cloned().collect();
        Candidate {
            items: group.items(),
            ..Candidate::of_samples((group.kind, item), (group.plans, group.first_seen), samples)
        }
    }

    /// One that nothing was found out about yet.
    pub(crate) fn of_samples(
        (kind, item): (FaultKind, usize),
        (plans, first_seen): (u64, FirstSeen),
        samples: Vec<PlacedSample>,
    ) -> Candidate {
        Candidate {
            kind,
            item,
            items: BTreeSet::new(),
            plans,
            first_seen,
            samples,
            beside: Vec::new(),
            frames: Vec::new(),
            standing: Standing::Open,
            site: Site::default(),
            tries: Tries::default(),
            described: Described::default(),
        }
    }

    /// The plan that is shown.
    pub fn sample(&self) -> &PlacedSample {
        &self.samples[self.tries.shown]
    }

    /// The arguments of the item in the plan that is shown; none if it is not called there, or two calls have them together.
    pub fn call(&self, op_items: &OpItems) -> Option<&[Term]> {
        self.way_to_call(op_items).map(|(_, args)| args)
    }

    /// The same with the way there.
    pub fn way_to_call(&self, op_items: &OpItems) -> Option<(Vec<usize>, &[Term])> {
        let sample = self.sample();
        let fails_in = sample.observed.op.filter(|op| sample.plan.ops().contains(op));
        if fails_in.is_some_and(|op| op_items.makes_two_calls(op)) {
            return None;
        }
        let is_it = |op: OpId| op_items.item_of_call(op) == Some(self.item);
        let mut calls: Vec<(Vec<usize>, &Term)> = vec![(Vec::new(), sample.plan.term())];
        calls.extend(sample.plan.parts());
        let args = |(way, part): (Vec<usize>, _)| match part {
            &Term::Apply { op, ref args } if is_it(op) => Some((sample.observed.op == Some(op), way, args)),
            _ => None,
        };
        let found: Vec<_> = calls.into_iter().filter_map(args).collect();
        let seen = found.iter().position(|(is_seen, ..)| *is_seen).unwrap_or(0);
        let (_, way, args) = found.into_iter().nth(seen)?;
        Some((way, args))
    }

    /// Why it is not confirmed; none if it is.
    pub fn doubt(&self) -> Option<String> {
        if self.standing == Standing::Confirmed {
            return None;
        }
        Some(
            self.tries
                .doubt
                .clone()
                .unwrap_or_else(|| "interrupted before it could be confirmed".to_owned()),
        )
    }

    /// It was shown again without any other call before it.
    pub fn fails_alone(&self) -> bool {
        self.standing != Standing::Open && self.described.earlier.is_empty()
    }

    /// How the test of the plan that is shown is written.
    pub fn style(&self) -> TestStyle {
        self.tries.style
    }

    /// Names of the in-crate functions.
    pub fn frame_names(&self) -> Vec<String> {
        self.frames.iter().map(|frame| frame.function.clone()).collect()
    }

    /// Where it was raised: in the crate if any place in it is known. The place of code that a macro wrote is in the macro, and that
    /// of a function that only says what is wrong is where it is called.
    pub fn location(&self, scope: &CrateScope) -> Option<Location> {
        let raised = self.sample().observed.location.as_ref();
        let own = raised.and_then(|at| scope.localise(at));
        let innermost = || place_of_fault(&self.frames, scope);
        match own {
            Some(at) if self.is_in_shared_code(&at, scope) => innermost().or(Some(at)),
            Some(at) => Some(at),
            None => innermost().or_else(|| raised.cloned()),
        }
    }

    /// Many faults may name this place.
    fn is_in_shared_code(&self, at: &Location, scope: &CrateScope) -> bool {
        self.is_in_macro_call(at, scope) || site::speaks_for_its_caller(scope.root(), at)
    }

    fn is_in_macro_call(&self, at: &Location, scope: &CrateScope) -> bool {
        let mut places = self.frames.iter().filter_map(|frame| frame.location.as_ref());
        let is_on_stack = places.any(|place| (&place.file, place.line) == (&at.file, at.line));
        !is_on_stack && site::is_in_macro_call(scope.root(), at)
    }

    /// The place that its panic names is in code that somebody wrote there, or in std where that refuses what it was given.
    /// Arithmetic of std's that overflows is arithmetic of whoever called it.
    pub(super) fn names_its_place(&self, scope: &CrateScope) -> bool {
        let observed = &self.sample().observed;
        match observed.location.as_ref().and_then(|at| scope.localise(at)) {
            Some(at) => !self.is_in_shared_code(&at, scope),
            None => self.frames.is_empty() || !observed.message.starts_with("attempt to "),
        }
    }

    /// A candidate of these plans of one place, which are left out here. They are some of its own, and not all.
    pub(super) fn without(
        &mut self,
        mut others: Vec<PlacedSample>,
        item_of: &dyn Fn(&PlacedSample) -> usize,
    ) -> Candidate {
        let shown = self.sample().clone();
        self.samples.retain(|sample| !others.contains(sample));
        self.tries.shown = self
            .samples
            .iter()
            .position(|sample| *sample == shown)
            .unwrap_or(0);
        self.tries.next = self.tries.shown + 1;
        let plans = others.len() as u64;
        self.plans = self.plans.saturating_sub(plans).max(1);
        others.sort_by_key(|sample| sample.rank);
        let (item, items) = (item_of(&others[0]), direct_items(&others));
        others.truncate(SAMPLES_KEPT);
        Candidate {
            items,
            ..Candidate::of_samples((self.kind, item), (plans, self.first_seen), others)
        }
    }

    /// Its identity.
    pub fn identity(&self, items: &[Item]) -> Identity {
        Identity::new(
            self.kind,
            &items[self.item].path,
            &self.sample().observed.message,
            // Where a run is that comes to a limit may depend on when it was looked at, and on which way a plan recurs.
            &match self.kind {
                FaultKind::Timeout | FaultKind::Memory | FaultKind::Slow | FaultKind::StackOverflow => {
                    Vec::new()
                }
                _ => self.frame_names(),
            },
            self.site,
        )
    }

    /// The place in the crate that a panic was raised at; none for what has no place.
    pub(super) fn panic_place(&self, scope: &CrateScope) -> Option<Location> {
        let has_place = self.kind.spares_its_process();
        self.location(scope).filter(|_| has_place)
    }

    pub(super) fn number_site(&mut self, scope: &CrateScope) {
        self.site = Site::default();
        if let Some(at) = self.panic_place(scope) {
            let function = frame_of_fault(&self.frames, scope).map(|frame| frame.function.as_str());
            let message = &self.sample().observed.message;
            self.site.ordinal = site::ordinal(scope.root(), &at, function, message);
        }
    }

    /// The name of its stand-alone test.
    pub fn test_name(&self, items: &[Item]) -> String {
        format!("finding_{}", self.identity(items).id())
    }

    /// The plan that is shown recurs without end: its test comes to the end of a stack that is smaller than ours.
    pub(super) fn overflows(&mut self) {
        self.kind = FaultKind::StackOverflow;
        let observed = &mut self.samples[self.tries.shown].observed;
        observed.kind = self.kind;
        "stack overflow".clone_into(&mut observed.message);
    }

    /// The plan that is shown does not show it. The first is told of then, and the item that its fault belongs to.
    pub(super) fn doubted(&mut self, why: String, item_of: &dyn Fn(&PlacedSample) -> usize) {
        self.standing = Standing::Open;
        self.tries.doubt.get_or_insert(why);
        self.tries.shown = 0;
        self.item = item_of(self.sample());
        self.described.holes.clear();
        self.described.earlier.clear();
    }

    /// It is not tried at all.
    pub fn leave(&mut self, why: String) {
        self.tries.doubt = Some(why);
        self.tries.next = self.samples.len();
    }

    pub(super) fn has_another_try(&self) -> bool {
        self.standing == Standing::Open && self.tries.next < self.samples.len().min(TRIES)
    }
}

/// The innermost frame whose function does not only say what is wrong; the innermost of all where there is no other.
fn frame_of_fault<'f>(frames: &'f [Frame], scope: &CrateScope) -> Option<&'f Frame> {
    site::frames_at_fault(frames, |at| site::speaks_for_its_caller(scope.root(), at)).first()
}

/// Where that is.
pub(super) fn place_of_fault(frames: &[Frame], scope: &CrateScope) -> Option<Location> {
    let at_fault = frame_of_fault(frames, scope)?.location.clone();
    at_fault.or_else(|| frames.iter().find_map(|frame| frame.location.clone()))
}

impl Candidate {
    /// Takes over the plans of an equal candidate. The plan that is shown stays, unless only the other is confirmed.
    pub(super) fn absorb(&mut self, other: Candidate) {
        let is_better = other.standing == Standing::Confirmed && self.standing != Standing::Confirmed;
        if [&*self, &other]
            .iter()
            .any(|one| !one.described.earlier.is_empty())
        {
            // Plans of the one do not fail as those of the other do.
            *self = if is_better { other } else { self.clone() };
            return;
        }
        let keep = if is_better {
            self.standing = Standing::Confirmed;
            self.item = other.item;
            self.frames = other.frames.clone();
            self.site = other.site;
            self.described = other.described.clone();
            self.tries.style = other.tries.style;
            other.sample().clone()
        } else {
            self.sample().clone()
        };
        self.plans += other.plans;
        self.items.extend(other.items);
        self.beside.extend(other.beside);
        self.samples.extend(other.samples);
        self.samples.sort_by_key(|sample| sample.rank);
        self.tries.shown = self
            .samples
            .iter()
            .position(|sample| *sample == keep)
            .unwrap_or(0);
        self.samples.truncate(SAMPLES_KEPT.max(self.tries.shown + 1));
        self.tries.next = self.tries.shown + 1;
    }
}
