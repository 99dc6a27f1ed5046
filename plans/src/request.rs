//! What one unit of work is to do, and where a search stands between units.

use crate::cursor::{Cursor, Fatal, FatalPlan, Step};
use crate::grammar::Grammar;
use crate::ids::OpId;
use crate::learned::{LearnedValue, Learning, place_of};
use crate::plan::{Plan, Term};
use std::sync::Arc;

/// What one unit is to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnitRequest {
    /// The op to explore.
    pub root: OpId,
    /// Which plans.
    pub work: Work,
    /// Most runs.
    pub budget: u64,
    /// Most new plans that return or fail, for a property those that meet its precondition.
    pub valid_budget: u64,
    /// Most runs where each counts as what it takes, in halves of a run: see [`UnitLoop::charge`](crate::UnitLoop::charge).
    pub weighed_budget: u64,
    /// Once several of its runs have cost more ([`Tallies::cost`](crate::Tallies::cost)) it ends.
    pub cost_budget: u64,
    /// How long one run may take.
    pub patience: Patience,
    /// Plans that are known to end the process: they are not run, and what they looked at is decided.
    pub known_fatal: Vec<FatalPlan>,
    /// The learned ops it may use, and what it is to find out.
    pub learning: Learning,
}

/// How long one run of a unit may take.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Patience {
    /// As long as a case may.
    #[default]
    Whole,
    /// A part of it ([`PART_OF_A_CASE`](crate::tuning::PART_OF_A_CASE)): a run that takes longer is given up, and nothing is
    /// said of it.
    Part,
}

/// The plans of a unit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Work {
    /// All plans within a bound, in order.
    Round(RoundWork),
    /// Plans of which every part is drawn. They are in no round, so they count as executions and by what they came to, but
    /// not as expressions.
    Drawn {
        /// Deepest plans.
        bound: u32,
        /// Where the random numbers begin.
        seed: u64,
        /// How many plans of this sequence were run before.
        skip: u64,
        /// The unit also ends with the first run that returns.
        until_returned: bool,
    },
    /// These plans, each as it is, with its holes as placeholders: what runs look at is not enumerated. They count as drawn
    /// plans do.
    Listed(Arc<Vec<Plan>>),
    /// One plan with one text after another in one of its places. They count as drawn plans do.
    Texts(TextWork),
}

/// A plan that is run with many texts: nothing else of it changes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextWork {
    /// The plan, in which `place` stands where the texts go.
    pub plan: Plan,
    /// A learned op of the texts' type; [`Learning::known`] says nothing of it.
    pub place: OpId,
    /// The bytes of each, in order.
    pub texts: Arc<Vec<Vec<u8>>>,
    /// A run of these counts as any other does, and not as half of one.
    pub count_in_full: bool,
}

/// A round, or a part of one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RoundWork {
    /// Which plans belong to it.
    pub bound: Bound,
    /// Plans below this depth were counted in an earlier round.
    pub counted_from: u32,
    /// When no plan is left it goes on with the next round, and so on, up to this bound.
    pub deepens_to: u32,
    /// What of a plan is watched.
    pub watch: Watch,
    /// Plans with an argument that is redundant at this stage or an earlier one are left out.
    pub without_redundant: Option<u32>,
    /// Where to begin.
    pub start: Start,
    /// Where a part of a round ends: at the first plan that begins with these decisions or comes after all that do. The
    /// round is left to be resumed there.
    pub end: Option<Cursor>,
}

/// What bounds the plans of a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// All steps of a plan.
    Depth(u32),
    /// The *height*: the steps of an argument's part and of all that it lies in, the root op's left out. It counts the longest
    /// way down where the depth counts everything, and values without parts by their rank, two for each step. The plans are
    /// in no round by depth, so they do not count as expressions.
    Height(u32),
}

/// What of a plan is watched while it runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Watch {
    /// Values behind pointers, and their parts each by itself where they can be told apart (see [`crate::InPlace`]).
    Parts,
    /// Values behind pointers as wholes.
    Whole,
    /// Nothing: every placeholder counts as looked at by every run, and only new plans are run.
    Nothing,
    /// Nothing, and the root op is run for the value it builds: what became of each plan is told.
    Values,
}

/// Where a round begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Start {
    /// At the first plan.
    Fresh,
    /// At the plan which is to be run next.
    At(Cursor),
    /// After a plan that ended its process.
    After(Fatal),
}

impl Watch {
    /// Whether there are placeholders for parts of values.
    pub(crate) fn has_parts(self) -> bool {
        self == Watch::Parts
    }
}

impl Work {
    /// A whole round by depth in which values are watched as wholes, and nothing is left out.
    pub fn round(bound: u32) -> Work {
        Work::Round(RoundWork {
            bound: Bound::Depth(bound),
            counted_from: 0,
            deepens_to: 0,
            watch: Watch::Whole,
            without_redundant: None,
            start: Start::Fresh,
            end: None,
        })
    }

    /// Whether each of its runs counts as one where they are counted, and not as a part of one.
    pub(crate) fn counts_in_full(&self) -> bool {
        match self {
            Work::Texts(work) => work.count_in_full,
            Work::Round(_) | Work::Drawn { .. } | Work::Listed(_) => true,
        }
    }
}

impl UnitRequest {
    /// Runs of a root without limits.
    pub fn of(root: OpId, work: Work) -> UnitRequest {
        UnitRequest {
            root,
            work,
            budget: u64::MAX,
            valid_budget: u64::MAX,
            weighed_budget: u64::MAX,
            cost_budget: u64::MAX,
            patience: Patience::Whole,
            known_fatal: Vec::new(),
            learning: Learning::default(),
        }
    }

    /// Runs these plans of one root, each once, with places for their literals. None if there is no plan, one has another
    /// root, or the grammar has not as many places.
    pub fn listed(grammar: &Grammar, plans: impl Into<Arc<Vec<Plan>>>) -> Option<UnitRequest> {
        let plans: Arc<Vec<Plan>> = plans.into();
        let root = plans.first()?.root();
        if plans.iter().any(|plan| plan.root() != root) {
            return None;
        }
        Some(UnitRequest {
            budget: plans.len() as u64,
            learning: Learning::all_known(places(grammar, &plans)?),
            ..UnitRequest::of(root, Work::Listed(plans))
        })
    }

    /// Runs a plan with each of these texts in the place where `way` leads, and in those of its `twins`, which are of the same type.
    /// None if that is no place of a text, or the grammar has not enough places for the plan's literals.
    pub(crate) fn texts(
        grammar: &Grammar,
        plan: &Plan,
        (way, twins): (&[usize], &[Vec<usize>]),
        texts: Vec<Vec<u8>>,
    ) -> Option<UnitRequest> {
        let ty = plan.term().part(way)?.result(grammar)?;
        let known = places(grammar, std::slice::from_ref(plan))?;
        let is_free = |op: &&OpId| known.iter().all(|known| known.op != **op);
        let place = *grammar.learned_of(ty).iter().find(is_free)?;
        let text = Term::Apply {
            op: place,
            args: Vec::new(),
        };
        let term = plan.term().with_part(way, &text);
        let with_twins = twins.iter().fold(term, |term, twin| term.with_part(twin, &text));
        let plan = Plan::new(with_twins)?;
        Some(UnitRequest {
            budget: texts.len() as u64,
            learning: Learning::all_known(known),
            ..UnitRequest::of(
                plan.root(),
                Work::Texts(TextWork {
                    plan,
                    place,
                    texts: Arc::new(texts),
                    count_in_full: false,
                }),
            )
        })
    }

    /// The values of learned ops that its run of this number, from 1, uses.
    pub(crate) fn literals_of(&self, run: u64) -> Vec<LearnedValue> {
        let mut literals = self.learning.known.clone();
        if let Work::Texts(work) = &self.work {
            let at = usize::try_from(run.saturating_sub(1)).unwrap_or(usize::MAX);
            literals.extend(work.texts.get(at).map(|text| LearnedValue {
                op: work.place,
                value: text.clone(),
            }));
        }
        literals
    }

    /// What is told of a round; none if the unit is of no round.
    pub fn round(&self) -> Option<&RoundWork> {
        match &self.work {
            Work::Round(round) => Some(round),
            Work::Drawn { .. } | Work::Listed(_) | Work::Texts(_) => None,
        }
    }

    /// The same.
    pub fn round_mut(&mut self) -> Option<&mut RoundWork> {
        match &mut self.work {
            Work::Round(round) => Some(round),
            Work::Drawn { .. } | Work::Listed(_) | Work::Texts(_) => None,
        }
    }

    /// Whether what became of each plan is told.
    pub fn tells_values(&self) -> bool {
        self.round().is_some_and(|round| round.watch == Watch::Values)
    }

    /// Whether nothing is watched, and failing plans are run once more.
    pub fn is_bare(&self) -> bool {
        self.round().is_some_and(|round| round.watch == Watch::Nothing)
    }

    /// Where it begins.
    pub fn begin(&self) -> Cursor {
        match self.round().map(|round| &round.start) {
            Some(Start::At(at)) => at.clone(),
            Some(Start::After(fatal)) => fatal.at.clone(),
            Some(Start::Fresh) | None => self.cursor(Vec::new()),
        }
    }

    /// The place of this unit's search with these decisions.
    pub fn cursor(&self, vector: Vec<Step>) -> Cursor {
        Cursor {
            vector,
            watches_parts: match &self.work {
                Work::Round(round) => round.watch.has_parts(),
                Work::Drawn { .. } => false,
                Work::Listed(_) | Work::Texts(_) => true,
            },
        }
    }
}

/// Places for all literals of these plans. None if there are not as many.
pub(crate) fn places(grammar: &Grammar, plans: &[Plan]) -> Option<Vec<LearnedValue>> {
    let mut known: Vec<LearnedValue> = Vec::new();
    for (ty, value) in plans.iter().flat_map(Plan::literals) {
        if place_of(grammar, &known, ty, value).is_some() {
            continue;
        }
        let is_free = |op: &&OpId| known.iter().all(|known| known.op != **op);
        let op = *grammar.learned_of(ty).iter().find(is_free)?;
        known.push(LearnedValue {
            op,
            value: value.to_vec(),
        });
    }
    Some(known)
}
