//! Counts of a unit.

use super::observation::{Observation, Outcome};
use super::worth::Worth;

/// Counts of a unit. All but `executions`, `surcharge` and `min_cut` count only plans that are new in this round; drawn and listed plans
/// are in no round, and all of them count as new, but not as expressions.
///
/// `executions` and `expressions` count a plan when [`UnitLoop::next`](super::UnitLoop::next) hands it out, so that a run that
/// ends the process is in the counts that were saved before it; its fault is for the driver to add.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tallies {
    /// Runs.
    pub executions: u64,
    /// Distinct plans run.
    pub expressions: u64,
    /// Runs where everything returned.
    pub returned: u64,
    /// Runs where a destructor did not match.
    pub rejected: u64,
    /// Runs where a property's precondition was not met.
    pub discarded: u64,
    /// Runs that looked at a placeholder type.
    pub type_demands: u64,
    /// Runs with a fault.
    pub faults: u64,
    /// Runs that called the root op itself.
    pub reached_root: u64,
    /// Runs that dear ones count as besides themselves: see [`UnitLoop::charge`](super::UnitLoop::charge).
    pub surcharge: u64,
    /// What those runs cost that are charged ([`RunCost::asked`](super::RunCost::asked)).
    pub cost: u64,
    /// Smallest depth of a plan left out because of the bound, seen so far. It is kept here so that it survives the
    /// splitting of a round: the cut of a round is the least of its units' cuts.
    pub min_cut: Option<u32>,
    /// Of the runs in which parts were watched.
    pub worth: Worth,
}

impl Tallies {
    /// How many numbers there are but `min_cut`.
    pub const WORDS: usize = 14;

    /// Adds the counts of a later unit of the same round.
    pub fn absorb(&mut self, other: &Tallies) {
        self.executions += other.executions;
        self.expressions += other.expressions;
        self.returned += other.returned;
        self.rejected += other.rejected;
        self.discarded += other.discarded;
        self.type_demands += other.type_demands;
        self.faults += other.faults;
        self.reached_root += other.reached_root;
        self.surcharge += other.surcharge;
        self.cost = self.cost.saturating_add(other.cost);
        self.min_cut = self.min_cut.into_iter().chain(other.min_cut).min();
        self.worth.absorb(&other.worth);
    }

    /// All numbers but `min_cut`, in the order of the fields.
    pub fn words(&self) -> [u64; Self::WORDS] {
        let worth = &self.worth;
        [
            self.executions,
            self.expressions,
            self.returned,
            self.rejected,
            self.discarded,
            self.type_demands,
            self.faults,
            self.reached_root,
            self.surcharge,
            self.cost,
            worth.runs,
            worth.touches,
            worth.pages,
            worth.plans,
        ]
    }

    /// What has these [words](Tallies::words).
    pub fn of_words(words: [u64; Self::WORDS], min_cut: Option<u32>) -> Tallies {
        let [
            executions,
            expressions,
            returned,
            rejected,
            discarded,
            type_demands,
            ..,
        ] = words;
        let [
            ..,
            faults,
            reached_root,
            surcharge,
            cost,
            runs,
            touches,
            pages,
            plans,
        ] = words;
        Tallies {
            executions,
            expressions,
            returned,
            rejected,
            discarded,
            type_demands,
            faults,
            reached_root,
            surcharge,
            cost,
            min_cut,
            worth: Worth {
                runs,
                touches,
                pages,
                plans,
            },
        }
    }

    /// Runs that say something about the root op: they returned, or failed.
    pub fn valid(&self) -> u64 {
        self.returned + self.faults
    }

    #[inline]
    pub(super) fn count(&mut self, observation: &Observation<'_>) {
        *match observation.outcome {
            Outcome::Ok => &mut self.returned,
            Outcome::Reject => &mut self.rejected,
            Outcome::Discarded => &mut self.discarded,
            Outcome::TypeDemand => &mut self.type_demands,
            Outcome::Fault => &mut self.faults,
        } += 1;
        self.reached_root += u64::from(observation.reached_root);
    }
}
