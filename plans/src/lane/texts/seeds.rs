//! Plans that an item's texts lane runs as they are: the calls of examples, and what is made of kept plans.

use super::drawn::Drawn;
use super::sequences::Sequences;
use super::spent::Spent;
use crate::grammar::Grammar;
use crate::plan::Plan;
use crate::request::{UnitRequest, Work};
use std::sync::Arc;

/// Plans that are run as they are.
#[derive(Debug, Default)]
pub(super) struct Seeds {
    /// By instance, the next last.
    waiting: Vec<(usize, Vec<Plan>)>,
    /// Those of the unit of this turn.
    pub(super) sown: Option<Sown>,
    /// What is made of kept plans.
    sequences: Sequences,
    drawn: Drawn,
}

/// What the plans of a unit are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sort {
    /// Calls of examples.
    Example,
    Sequence,
    Drawn,
}

/// A unit of such.
#[derive(Debug)]
pub(super) struct Sown {
    pub(super) instance: usize,
    pub(super) request: UnitRequest,
    sort: Sort,
    pub(super) spent: Spent,
}

impl Sown {
    fn new(instance: usize, request: UnitRequest, sort: Sort) -> Sown {
        Sown {
            instance,
            request,
            sort,
            // There are few examples, and what is drawn has a share of the item's runs already.
            spent: match sort {
                Sort::Sequence => Spent::limited(),
                Sort::Example | Sort::Drawn => Spent::unlimited(),
            },
        }
    }

    /// They are calls of examples.
    pub(super) fn are_of_examples(&self) -> bool {
        self.sort == Sort::Example
    }

    /// They are drawn from kept ones.
    pub(super) fn are_drawn(&self) -> bool {
        self.sort == Sort::Drawn
    }

    /// So many of its plans are watched: of what is drawn there is too much.
    pub(super) fn watched(&self) -> u64 {
        match self.sort {
            Sort::Example | Sort::Sequence => self.request.budget,
            Sort::Drawn => 0,
        }
    }
}

impl Seeds {
    /// A plan was kept.
    pub(super) fn note(&mut self, instance: usize, plan: &Plan) {
        self.sequences.note(instance, plan);
        self.drawn.note(instance, plan);
    }

    /// Others had so many runs.
    pub(super) fn grant(&mut self, runs: u64) {
        self.drawn.grant(runs);
    }

    /// Whether plans may be drawn now; `are_alone` says that nothing else is left.
    pub(super) fn draws(&self, are_alone: bool) -> bool {
        self.drawn.are_due(are_alone)
    }

    /// Makes a unit of calls in a row.
    pub(super) fn sow_sequences(&mut self, grammar: &Grammar) {
        let next = self.sequences.next(grammar);
        self.sown = next.map(|(instance, request)| Sown::new(instance, request, Sort::Sequence));
    }

    /// Makes a unit of plans that are drawn.
    pub(super) fn sow_drawn(&mut self, grammar: &Grammar) {
        let Some((instance, mut plans)) = self.drawn.next(grammar) else {
            return;
        };
        while !plans.is_empty() {
            let all = Arc::new(plans);
            if let Some(request) = UnitRequest::listed(grammar, all.clone()) {
                self.sown = Some(Sown::new(instance, request, Sort::Drawn));
                return;
            }
            // There are not enough places for all their literals.
            plans = Arc::unwrap_or_clone(all);
            let rest = plans.split_off(plans.len() / 2);
            match plans.is_empty() {
                true => plans = self.drawn.take_waiting(),
                false => self.drawn.give_back(instance, rest),
            }
        }
        self.drawn.give_up();
    }

    /// With these calls of examples, by instance.
    pub(super) fn of_examples(waiting: Vec<(usize, Vec<Plan>)>) -> Seeds {
        Seeds {
            waiting,
            ..Seeds::default()
        }
    }

    /// Whether there is anything to run but what is drawn.
    pub(super) fn are_left(&self) -> bool {
        self.sown.is_some() || !self.waiting.is_empty() || self.sequences.are_left()
    }

    /// Makes a unit of calls of examples, if none is under way.
    pub(super) fn sow_examples(&mut self, grammar: &Grammar) {
        while self.sown.is_none() {
            let Some((instance, plans)) = self.waiting.pop() else {
                break;
            };
            let plans = Arc::new(plans);
            match UnitRequest::listed(grammar, plans.clone()) {
                Some(request) => {
                    self.sown = Some(Sown::new(instance, request, Sort::Example));
                }
                // There are not enough places for all their literals.
                None if plans.len() > 1 => {
                    let mut plans = Arc::unwrap_or_clone(plans);
                    let rest = plans.split_off(plans.len() / 2);
                    self.waiting.extend([(instance, rest), (instance, plans)]);
                }
                None => {}
            }
        }
    }

    /// Takes in what became of the unit: so many of its plans were run, a death of this weight ended it, it has shown something or
    /// not, and it was cut because it was dear or not.
    pub(super) fn absorb(
        &mut self,
        sown: Sown,
        done: usize,
        weight: u32,
        has_shown_something: bool,
        is_dear: bool,
    ) {
        let rest: Vec<Plan> = match sown.request.work {
            Work::Listed(plans) => Arc::unwrap_or_clone(plans).into_iter().skip(done).collect(),
            Work::Round(_) | Work::Drawn { .. } | Work::Texts(_) => Vec::new(),
        };
        match sown.sort {
            Sort::Example => (self.waiting).extend((!rest.is_empty()).then_some((sown.instance, rest))),
            Sort::Sequence => {
                self.sequences.count_death(weight);
                match is_dear {
                    true => self.sequences.set_aside(sown.instance, rest),
                    false => self.sequences.give_back(sown.instance, rest),
                }
            }
            Sort::Drawn => (self.drawn).end((sown.instance, rest), weight, has_shown_something),
        }
    }
}
