//! Plans that are known to end the process: a search goes past them without running them, in whatever manner it watches.

use crate::cursor::{Fatal, FatalPlan};
use crate::learned::place_of;
use crate::request::UnitRequest;
use crate::sample::Sampler;
use crate::tuning::REDRAWS_OF_DRAWN;
use crate::{Grammar, Instr, LearnedValue, Search, Term};
use std::collections::BTreeMap;

/// By the program of the plan, whatever of it was a placeholder: what is carried out is the same.
pub(super) struct KnownFatal {
    plans: BTreeMap<Vec<u32>, FatalPlan>,
}

impl KnownFatal {
    pub(super) fn new(grammar: &Grammar, known: &[LearnedValue], plans: &[FatalPlan]) -> KnownFatal {
        let programs = plans.iter().filter_map(|fatal| {
            let mut program = Vec::new();
            write_program(grammar, known, fatal.plan.term(), &mut program)?;
            Some((program, fatal.clone()))
        });
        KnownFatal {
            plans: programs.collect(),
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.plans.is_empty()
    }

    fn find(&self, program: &[Instr]) -> Option<&FatalPlan> {
        if self.plans.is_empty() {
            return None;
        }
        let ops: Vec<u32> = program.iter().map(|instr| instr.op).collect();
        self.plans.get(&ops)
    }

    /// If the current plan is one of them, decides what its run had looked at. False if it is none.
    #[inline]
    pub(super) fn decide(&self, search: &mut Search<'_>) -> bool {
        let Some(fatal) = self.find(search.program()) else {
            return false;
        };
        search.decide_as(fatal.plan.term(), &fatal.looked_at);
        true
    }

    /// The next plan of a sampler that is none of them. None if the op cannot be fed, or only such plans turn up.
    pub(super) fn draw<'g>(&self, grammar: &'g Grammar, sampler: &mut Sampler) -> Option<Search<'g>> {
        for _ in 0..REDRAWS_OF_DRAWN {
            let plan = sampler.draw(grammar)?;
            if self.find(plan.program()).is_none() {
                return Some(plan);
            }
        }
        None
    }
}

/// The ops of a term in post-order. None if it has a literal without a place: no search makes such a plan.
fn write_program(grammar: &Grammar, known: &[LearnedValue], term: &Term, into: &mut Vec<u32>) -> Option<()> {
    match term {
        Term::Apply { op, args } => {
            for arg in args {
                write_program(grammar, known, arg, into)?;
            }
            into.push(op.0);
        }
        Term::Literal { ty, value } => into.push(place_of(grammar, known, *ty, value)?.0),
        Term::Hole { default, .. } => write_program(grammar, known, default, into)?,
    }
    Some(())
}

impl UnitRequest {
    /// The plan of this unit's search with these decisions, whose run looked at these placeholders and was the unit's of this
    /// number, from 1. None if it fits the grammar no more. The grammar is the one that the unit is run with.
    pub fn plan_at(&self, grammar: &Grammar, fatal: &Fatal, run: u64) -> Option<FatalPlan> {
        let search = Search::at(grammar, self.root, &fatal.at)?;
        Some(FatalPlan {
            plan: search.plan(&fatal.demands, &self.literals_of(run)),
            looked_at: search.looked_at(&fatal.demands),
        })
    }
}
