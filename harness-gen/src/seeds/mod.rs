//! Seeds: the calls of a crate's examples and tests as plans, chains of calls with what they are given. What plans cannot say
//! (loops, closures with bodies, code of other crates) is passed over, and the straight parts around it are read.

mod elaborate;
mod examples;

pub(crate) use examples::Examples;

use crate::support_set::SupportSet;
use crate::tuning::{MOST_SEEDS, MOST_SEEDS_OF_AN_OP};
use elaborate::Elaborator;
use examples::{Bindings, Step};
use plans::{Grammar, OpId, Plan};
use std::collections::{BTreeMap, BTreeSet};

/// The calls of these examples as plans of the grammar's roots, each once, in the order of the examples.
pub(crate) fn seeds(examples: &Examples, set: &SupportSet, grammar: &Grammar) -> Vec<Plan> {
    let elaborator = Elaborator::new(set, grammar);
    let mut known = BTreeSet::new();
    let mut of_op: BTreeMap<OpId, usize> = BTreeMap::new();
    let mut plans = Vec::new();
    for block in examples.blocks() {
        let mut bindings = Bindings::default();
        for step in examples::steps(block) {
            match step {
                Step::Bind(name, value) => bindings.bind(name, value),
                Step::Call(call) => {
                    for plan in elaborator.roots(call, bindings.scope()) {
                        let count = of_op.entry(plan.root()).or_default();
                        if *count < MOST_SEEDS_OF_AN_OP && known.insert(plan.clone()) {
                            *count += 1;
                            plans.push(plan);
                        }
                    }
                    bindings.change(call);
                }
            }
            if plans.len() >= MOST_SEEDS {
                return plans;
            }
        }
    }
    plans
}

#[cfg(test)]
mod tests;
