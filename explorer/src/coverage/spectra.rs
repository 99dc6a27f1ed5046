//! Which places single runs have reached: what the counters of an instrumented build stand at before a run and behind it.
//!
//! Of a run that fails counters tell less than of one that returns. rustc counts some regions and computes the others from these, by
//! what must be so once every function is left as it was entered; a run that unwinds has entered functions that it has left in no
//! such way. What is known of those is what has a counter of its own; the rest of them is doubtful.

use super::mapping::{Counted, Mapping};
use super::suspicion::Place;
use crate::outcome::Location;
use anyhow::Context;
use llvm_profparser::{Counter, CounterType, ExprKind, Expression};
use std::collections::{BTreeMap, BTreeSet};

/// Name and structure of a function, which tell it from others.
type FunctionKey = (u64, u64);

/// The places of an instrumented build, and what its counters stood at.
pub struct Spectra {
    functions: BTreeMap<FunctionKey, Vec<(Place, Sum)>>,
    /// Where functions begin.
    entries: BTreeSet<Place>,
    /// From the first to the last region of each function, with those in it that have no counter of their own.
    bodies: BTreeMap<Place, BTreeSet<Place>>,
    stood: BTreeMap<FunctionKey, Vec<u64>>,
}

/// How often a region was run: counters, each so many times.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Sum(BTreeMap<u64, i64>);

/// The sums of one function's expressions, as far as they are known.
struct Sums<'m> {
    expressions: &'m [Expression],
    known: BTreeMap<u64, Option<Sum>>,
}

impl Sums<'_> {
    /// None for one that refers to itself, or to what there is not.
    fn of(&mut self, counter: Counter) -> Option<Sum> {
        match counter.kind {
            CounterType::Zero => return Some(Sum::default()),
            CounterType::ProfileInstrumentation => return Some(Sum(BTreeMap::from([(counter.id, 1)]))),
            CounterType::Expression(_) => {}
        }
        if let Some(known) = self.known.get(&counter.id) {
            return known.clone();
        }
        self.known.insert(counter.id, None);
        let expression = self.expressions.get(usize::try_from(counter.id).ok()?)?;
        let mut sum = self.of(expression.lhs)?;
        let sign = match expression.kind {
            ExprKind::Add => 1,
            ExprKind::Subtract => -1,
        };
        for (counter, times) in self.of(expression.rhs)?.0 {
            *sum.0.entry(counter).or_insert(0) += sign * times;
        }
        sum.0.retain(|_, times| *times != 0);
        self.known.insert(counter.id, Some(sum.clone()));
        Some(sum)
    }
}

impl Sum {
    /// Whether it has grown.
    fn has_grown(&self, before: &[u64], behind: &[u64]) -> bool {
        let grown = self.0.iter().map(|(counter, times)| {
            let at = |counts: &[u64]| counts.get(*counter as usize).copied().unwrap_or(0);
            i128::from(at(behind).wrapping_sub(at(before))) * i128::from(*times)
        });
        grown.sum::<i128>() > 0
    }
}

impl Spectra {
    /// Of a build whose counters stand as this profile says.
    pub fn of(
        mapping: &Mapping,
        profile: &[u8],
        relative: &dyn Fn(&str) -> Option<String>,
    ) -> anyhow::Result<Spectra> {
        let mut spectra = Spectra {
            functions: BTreeMap::new(),
            entries: BTreeSet::new(),
            bodies: BTreeMap::new(),
            stood: counts(profile)?,
        };
        mapping.visit(relative, &mut |function: Counted<'_>| spectra.add(function));
        Ok(spectra)
    }

    fn add(&mut self, function: Counted<'_>) {
        // A function without code of its own is reached by nobody, and tells nothing of one with the same places that has some.
        if function.key.1 == 0 {
            return;
        }
        let mut sums = Sums {
            expressions: function.expressions,
            known: BTreeMap::new(),
        };
        let counters: Vec<Counter> = function.regions.iter().map(|(_, _, counter)| *counter).collect();
        let has_its_own = |counter: &Counter| {
            matches!(counter.kind, CounterType::ProfileInstrumentation)
                && counters.iter().filter(|other| *other == counter).count() == 1
        };
        let mut places = Vec::new();
        let mut computed = BTreeSet::new();
        for (file, region, counter) in function.regions {
            let place = Place { file, region };
            if !has_its_own(&counter) {
                computed.insert(place.clone());
            }
            places.extend(sums.of(counter).map(|sum| (place, sum)));
        }
        self.entries
            .extend(places.first().map(|(place, _)| place.clone()));
        let body = places.iter().map(|(place, _)| place.clone());
        if let Some(body) = body.reduce(|body, place| body.joined(&place)) {
            self.bodies.entry(body).or_default().extend(computed);
        }
        self.functions.insert(function.key, places);
    }

    /// Where functions begin.
    pub fn entries(&self) -> &BTreeSet<Place> {
        &self.entries
    }

    /// Places of which a run that was left at these does not tell whether it has reached them.
    pub fn doubtful(&self, stack: &[Location]) -> BTreeSet<Place> {
        let entered = self
            .bodies
            .iter()
            .filter(|(body, _)| stack.iter().any(|at| body.contains(at)));
        entered.flat_map(|(_, computed)| computed).cloned().collect()
    }

    /// What was reached since the counters were looked at last.
    pub fn reached(&mut self, profile: &[u8]) -> anyhow::Result<BTreeSet<Place>> {
        let behind = counts(profile)?;
        let mut places = BTreeSet::new();
        for (key, counts) in &behind {
            let before = self.stood.get(key).map_or(&[][..], Vec::as_slice);
            if before == counts.as_slice() {
                continue;
            }
            let of_function = self.functions.get(key).into_iter().flatten();
            let grown = of_function.filter(|(_, sum)| sum.has_grown(before, counts));
            places.extend(grown.map(|(place, _)| place.clone()));
        }
        self.stood = behind;
        Ok(places)
    }
}

fn counts(profile: &[u8]) -> anyhow::Result<BTreeMap<FunctionKey, Vec<u64>>> {
    let profile = llvm_profparser::parse_bytes(profile).context("cannot read the profile")?;
    let records = profile.records().iter();
    let named =
        records.filter_map(|record| Some(((record.name_hash?, record.hash?), record.counts().to_vec())));
    Ok(named.collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::coverage::region::Region;

    fn expression(id: u64) -> Counter {
        Counter {
            kind: CounterType::Expression(ExprKind::Subtract),
            id,
        }
    }

    #[test]
    fn what_expressions_come_to_is_told_by_counters() {
        let counter = Counter::instrumentation;
        let mut difference = Expression::new(counter(0), counter(1));
        difference.set_kind(ExprKind::Subtract);
        let mut sum = Expression::new(expression(0), counter(1));
        sum.set_kind(ExprKind::Add);
        let endless = Expression::new(expression(2), counter(0));
        let mut sums = Sums {
            expressions: &[difference, sum, endless],
            known: BTreeMap::new(),
        };
        let difference = sums.of(expression(0)).unwrap();
        assert!(difference.has_grown(&[3, 3], &[4, 3]) && !difference.has_grown(&[3, 3], &[4, 4]));
        // What is subtracted and added again does not matter.
        assert_eq!(sums.of(expression(1)), sums.of(counter(0)));
        assert_eq!((sums.of(expression(2)), sums.of(expression(9))), (None, None));
        assert!(!sums.of(Counter::default()).unwrap().has_grown(&[], &[]));
    }

    #[test]
    fn where_a_run_has_unwound_only_what_has_a_counter_of_its_own_is_known() {
        let mut spectra = Spectra {
            functions: BTreeMap::new(),
            entries: BTreeSet::new(),
            bodies: BTreeMap::new(),
            stood: BTreeMap::new(),
        };
        let region = |first, last| ("src/lib.rs".to_owned(), Region::new((first, 1), (last, 9)));
        let of = |(file, region): (String, Region), counter| (file, region, counter);
        let counter = Counter::instrumentation;
        spectra.add(Counted {
            key: (1, 1),
            regions: vec![
                of(region(1, 2), counter(0)),
                of(region(3, 3), counter(1)),
                of(region(5, 5), counter(0)),
                of(region(7, 9), Counter::default()),
            ],
            expressions: &[],
        });
        let at = |line| Location {
            file: "src/lib.rs".into(),
            line,
            column: 2,
        };
        let place = |(file, region): (String, Region)| Place { file, region };
        let shared = [region(1, 2), region(5, 5), region(7, 9)].map(place);
        assert_eq!(spectra.doubtful(&[at(4)]), BTreeSet::from(shared));
        assert_eq!(spectra.doubtful(&[at(11)]), BTreeSet::new());
    }
}
