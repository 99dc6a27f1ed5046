//! Which places single runs have reached: what the counters of an instrumented build stand at before a run and behind it.
//!
//! Of a run that fails counters tell less than of one that returns. rustc counts some regions and computes the others from these, by
//! what must be so once every function is left as it was entered; a run that unwinds has entered functions that it has left in no
//! such way. So of runs that fail only what has a counter of its own is told; the rest is doubtful. Nor is it told what functions reach that
//! run because of the panic: those that format its message, and those that drop what it leaves behind.

use super::mapping::{Counted, Mapping, Values, parsed};
use super::suspicion::Place;
use crate::outcome::Location;
use anyhow::{Context, ensure};
use llvm_profparser::{Counter, CounterType, Expression};
use std::collections::{BTreeMap, BTreeSet};

/// The places of an instrumented build, and what its counters stood at.
pub struct Spectra {
    functions: Vec<Function>,
    /// Where functions begin.
    entries: BTreeSet<Place>,
    /// Places that have no counter of their own.
    computed: BTreeSet<Place>,
    stood: Vec<u64>,
}

struct Function {
    /// From its first to its last region.
    body: Place,
    /// The positions of its counters among all of the build.
    counters: Vec<usize>,
    places: Vec<(Place, Counter)>,
    /// What counters of places are computed from.
    expressions: Vec<Expression>,
}

impl Spectra {
    /// Of a build whose counters stand at these numbers, which this profile was made of.
    pub fn of(
        mapping: &Mapping,
        profile: &[u8],
        counters: Vec<u64>,
        relative: &dyn Fn(&str) -> Option<String>,
    ) -> anyhow::Result<Spectra> {
        let positions = positions(profile, &counters)?;
        let mut spectra = Spectra {
            functions: Vec::new(),
            entries: BTreeSet::new(),
            computed: BTreeSet::new(),
            stood: counters,
        };
        mapping.visit(relative, &mut |function: Counted<'_>| {
            if let Some(counters) = positions.get(&function.key) {
                spectra.add(function, counters.clone());
            }
        });
        Ok(spectra)
    }

    /// A function without counters is reached by nobody, and tells nothing of one with the same places that has some.
    fn add(&mut self, function: Counted<'_>, counters: Vec<usize>) {
        let terms: Vec<Counter> = function.regions.iter().map(|(_, _, counter)| *counter).collect();
        let has_its_own = |counter: &Counter| {
            matches!(counter.kind, CounterType::ProfileInstrumentation)
                && terms.iter().filter(|other| *other == counter).count() == 1
        };
        let mut places = Vec::new();
        for (file, region, counter) in function.regions {
            let place = Place { file, region };
            if !has_its_own(&counter) {
                self.computed.insert(place.clone());
            }
            places.push((place, counter));
        }
        self.entries
            .extend(places.first().map(|(place, _)| place.clone()));
        let body = places.iter().map(|(place, _)| place.clone());
        if let Some(body) = body.reduce(|body, place| body.joined(&place)) {
            self.functions.push(Function {
                body,
                counters,
                places,
                expressions: function.expressions.to_vec(),
            });
        }
    }

    /// Where functions begin.
    pub fn entries(&self) -> &BTreeSet<Place> {
        &self.entries
    }

    /// The innermost function that has this in it.
    pub fn body_of(&self, at: &Location) -> Option<&Place> {
        let bodies = self.functions.iter().map(|function| &function.body);
        bodies
            .filter(|body| body.contains(at))
            .max_by_key(|body| body.region)
    }

    /// Places of which runs that fail do not tell whether they have reached them, or that they reach because they fail. `line` has the
    /// source of a line of a file.
    pub fn unsaid<'t>(&self, line: &dyn Fn(&str, usize) -> Option<&'t str>) -> BTreeSet<Place> {
        let mut unsaid = self.computed.clone();
        for Function { body, places, .. } in &self.functions {
            let head = line(&body.file, body.region.from.0).unwrap_or_default();
            if ["fn fmt(", "fn drop("].iter().any(|name| head.contains(name)) {
                unsaid.extend(places.iter().map(|(place, _)| place.clone()));
            }
        }
        unsaid
    }

    /// What was reached since the counters were looked at last, which stand at these numbers now.
    pub fn reached(&mut self, counters: Vec<u64>) -> anyhow::Result<BTreeSet<Place>> {
        let same = self.stood.len() == counters.len();
        ensure!(
            same && self
                .stood
                .iter()
                .zip(&counters)
                .all(|(before, now)| before <= now),
            "the counters were begun anew"
        );
        let mut places = BTreeSet::new();
        for function in &self.functions {
            let grown = function.counters.iter().map(|at| counters[*at] - self.stood[*at]);
            let grown: Vec<u64> = grown.collect();
            if grown.iter().any(|count| *count > 0) {
                let mut values = Values::new(&grown, &function.expressions);
                let reached = function
                    .places
                    .iter()
                    .filter(|(_, counter)| values.of(*counter) > 0);
                places.extend(reached.map(|(place, _)| place.clone()));
            }
        }
        self.stood = counters;
        Ok(places)
    }
}

/// The positions of each function's counters among all. A profile has them as they stood: where each stands at its own position, the
/// profile says which is whose.
fn positions(profile: &[u8], counters: &[u64]) -> anyhow::Result<BTreeMap<(u64, u64), Vec<usize>>> {
    let bytes =
        |numbers: &mut dyn Iterator<Item = u64>| numbers.flat_map(u64::to_ne_bytes).collect::<Vec<u8>>();
    let stood = bytes(&mut counters.iter().copied());
    ensure!(!stood.is_empty(), "there are no counters");
    // Numbers of eight bytes are aligned to as many.
    let mut starts = (0..=profile.len().saturating_sub(stood.len())).step_by(8);
    let at = starts
        .find(|at| profile[*at..].starts_with(&stood))
        .context("the profile has other counters")?;
    let mut profile = profile.to_vec();
    profile[at..at + stood.len()].copy_from_slice(&bytes(&mut (0..counters.len() as u64)));
    let profile = parsed(&profile)?;
    let records = profile.records().iter();
    let of_record = records.filter_map(|record| {
        let positions: Vec<usize> = record.counts().iter().map(|at| *at as usize).collect();
        let is_whole = !positions.is_empty() && positions.iter().all(|at| *at < counters.len());
        is_whole.then_some(((record.name_hash?, record.hash?), positions))
    });
    Ok(of_record.collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::coverage::mapping::tests::{expression, expressions};
    use crate::coverage::region::Region;

    fn nothing(counters: usize) -> Spectra {
        Spectra {
            functions: Vec::new(),
            entries: BTreeSet::new(),
            computed: BTreeSet::new(),
            stood: vec![0; counters],
        }
    }

    #[test]
    fn what_expressions_come_to_is_told_by_counters() {
        let counters = [
            expression(0),
            expression(1),
            Counter::instrumentation(0),
            expression(2),
            expression(9),
            Counter::default(),
        ];
        let region = |line| ("src/lib.rs".to_owned(), Region::new((line, 1), (line, 9)));
        let regions = (1..).zip(counters).map(|(line, counter)| {
            let (file, region) = region(line);
            (file, region, counter)
        });
        let mut spectra = nothing(2);
        let function = Counted {
            key: (1, 1),
            regions: regions.collect(),
            expressions: &expressions(),
        };
        spectra.add(function, vec![0, 1]);
        let mut lines = |counters: [u64; 2]| -> Vec<usize> {
            let reached = spectra.reached(counters.to_vec()).unwrap();
            reached.iter().map(|place| place.region.from.0).collect()
        };
        // The difference, the sum with what is subtracted in it, and the first counter; never what refers to itself, or to nothing.
        assert_eq!(lines([3, 2]), [1, 2, 3]);
        assert_eq!(lines([4, 3]), [2, 3], "the difference has not grown");
        assert_eq!(lines([4, 3]), [0; 0]);
    }

    #[test]
    fn only_what_has_a_counter_of_its_own_is_said_and_nothing_that_drops() {
        let mut spectra = nothing(2);
        let region = |first, last| ("src/lib.rs".to_owned(), Region::new((first, 1), (last, 9)));
        let of = |(file, region): (String, Region), counter| (file, region, counter);
        let counter = Counter::instrumentation;
        let function = Counted {
            key: (1, 1),
            regions: vec![
                of(region(1, 2), counter(0)),
                of(region(3, 3), counter(1)),
                of(region(5, 5), counter(0)),
                of(region(7, 9), Counter::default()),
            ],
            expressions: &[],
        };
        spectra.add(function, vec![1, 0]);
        let at = |line| Location {
            file: "src/lib.rs".into(),
            line,
            column: 2,
        };
        let place = |(file, region): (String, Region)| Place { file, region };
        let shared = [region(1, 2), region(5, 5), region(7, 9)].map(place);
        assert_eq!(spectra.unsaid(&|_, _| None), BTreeSet::from(shared));
        let of_drop = |_: &str, line| (line == 1).then_some("    fn drop(&mut self) {");
        assert_eq!(spectra.unsaid(&of_drop).len(), 4);
        assert_eq!(
            spectra.body_of(&at(4)),
            Some(&place(("src/lib.rs".to_owned(), Region::new((1, 1), (9, 9)))))
        );
        assert_eq!(spectra.body_of(&at(11)), None);
        // Its second counter is the first of all.
        assert_eq!(
            spectra.reached(vec![2, 0]).unwrap(),
            BTreeSet::from([place(region(3, 3))])
        );
        assert_eq!(spectra.reached(vec![2, 0]).unwrap(), BTreeSet::new());
        assert!(spectra.reached(vec![1, 1]).is_err());
    }
}
