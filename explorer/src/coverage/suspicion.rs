//! Which places of the source are suspicious: those that runs which fail have reached, and runs which return have not. Places
//! are ranked by Ochiai's coefficient (Abreu, Zoeteweij, van Gemund, "On the Accuracy of Spectrum-based Fault Localization",
//! TAIC PART 2007). Works on sets of places; says nothing where the runs say no more than the stack of the fault does.

use super::region::Region;
use crate::outcome::Location;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// Fewest runs of a kind without which nothing is said.
const FEWEST_RUNS: u32 = 3;
/// Least coefficient of a suspicious place.
const LEAST_SUSPICION: f64 = 0.8;
/// Of the runs that fail at most one in so many does not reach it, and of those that return at most one in so many does.
const EXCEPTIONS: u32 = 5;
/// Most places told.
const MOST_SUSPECTS: usize = 3;

/// A region of a source file, the file relative to the crate's root.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    /// The file.
    pub file: String,
    /// What of it.
    pub region: Region,
}

impl Place {
    /// From where the one begins to where the other ends, if they are of one file.
    pub(super) fn joined(self, other: &Place) -> Place {
        if self.file != other.file {
            return self;
        }
        Place {
            region: Region::new(
                self.region.from.min(other.region.from),
                self.region.to().max(other.region.to()),
            ),
            ..self
        }
    }

    /// Whether this lies in it.
    pub(super) fn contains(&self, at: &Location) -> bool {
        let point = (at.line as usize, at.column as usize);
        self.file == at.file && self.region.from <= point && point < self.region.to()
    }
}

/// What one run has reached.
#[derive(Clone, Debug, Default)]
pub struct Reached {
    /// It has failed as the others that fail have.
    pub fails: bool,
    /// All places that have been reached, as far as counters tell.
    pub places: BTreeSet<Place>,
}

/// Of so many runs, so many have reached a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Share {
    /// Have reached it.
    pub reached: u32,
    /// All there are.
    pub of: u32,
}

/// A suspicious place.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Suspect {
    /// Where its region begins, in a file relative to the crate's root.
    pub location: Location,
    /// Of the runs that fail.
    pub failing: Share,
    /// Of the runs that return.
    pub returning: Share,
}

impl Suspect {
    /// The coefficient alone hangs on how many runs of either kind there are.
    fn has_few_exceptions(&self) -> bool {
        let (failing, returning) = (self.failing, self.returning);
        (failing.of - failing.reached) * EXCEPTIONS <= failing.of
            && returning.reached * EXCEPTIONS <= returning.of
    }

    /// Ochiai's coefficient: 1 if all runs that fail have reached it and no other has, 0 if none that fails has.
    pub fn suspicion(&self) -> f64 {
        let reached = f64::from(self.failing.reached);
        let all = f64::from(self.failing.of) * f64::from(self.failing.reached + self.returning.reached);
        if all == 0.0 { 0.0 } else { reached / all.sqrt() }
    }
}

/// Where code begins in a region that begins at `at` of a file with this text: a block begins with its brace, on a line that others
/// have reached, too.
pub fn first_code(text: &str, at: &Location) -> Location {
    let mut place = at.clone();
    let lines = text.lines().enumerate().skip(at.line.saturating_sub(1) as usize);
    for (nth, line) in lines {
        let skipped = if place.line == nth as u32 + 1 {
            (place.column as usize).saturating_sub(1)
        } else {
            0
        };
        let mut rest = line.get(skipped..).unwrap_or("");
        if (place.line, skipped) == (at.line, (at.column as usize).saturating_sub(1)) {
            match rest.strip_prefix('{') {
                Some(inner) => rest = inner,
                None => return place,
            }
        }
        let code = rest.trim_start();
        if code.starts_with('}') {
            break;
        }
        if !code.is_empty() && !code.starts_with("//") {
            place.column = (line.len() - code.len() + 1) as u32;
            return place;
        }
        place = Location {
            line: nth as u32 + 2,
            column: 1,
            ..place
        };
    }
    at.clone()
}

/// The most suspicious places, most suspicious first; none where runs that return do not come to the fault's own place, the first of
/// `stack`, which lies in the function `body`. `unsaid` are never said: a run that fails does not tell whether it has reached them, or
/// why. `entries` are where functions begin: of what is as suspicious they come last. Whatever is on the stack is known without that,
/// and is left out.
pub fn suspects(
    runs: &[Reached],
    (stack, body): (&[Location], &Place),
    entries: &BTreeSet<Place>,
    unsaid: &BTreeSet<Place>,
) -> Vec<Suspect> {
    let (failing, returning): (Vec<&Reached>, Vec<&Reached>) = runs.iter().partition(|run| run.fails);
    let all = |runs: &[&Reached]| runs.len() as u32;
    let (fails, returns) = (all(&failing), all(&returning));
    if fails < FEWEST_RUNS || returns < FEWEST_RUNS {
        return Vec::new();
    }
    let of_runs = |runs: &[&Reached]| {
        let mut counts: BTreeMap<Place, u32> = BTreeMap::new();
        for place in runs.iter().flat_map(|run| &run.places) {
            *counts.entry(place.clone()).or_insert(0) += 1;
        }
        counts
    };
    let (by_failing, by_returning) = (of_runs(&failing), of_runs(&returning));
    let suspect = |place: &Place, reached: u32| Suspect {
        location: Location {
            file: place.file.clone(),
            line: place.region.from.0 as u32,
            column: place.region.from.1 as u32,
        },
        failing: Share { reached, of: fails },
        returning: Share {
            reached: by_returning.get(place).copied().unwrap_or(0),
            of: returns,
        },
    };
    // That nothing is more suspicious than the innermost region of the fault means that the fault is where it seems to be. Not all
    // of the source is in a region.
    let of_fault = stack.first().and_then(|fault| {
        let known = by_failing.keys().chain(by_returning.keys()).chain(unsaid);
        let before = known.filter(|place| {
            place.file == fault.file
                && place.region.from >= body.region.from
                && place.region.from <= (fault.line as usize, fault.column as usize)
        });
        before.max_by_key(|place| (place.contains(fault), place.region))
    });
    let Some(of_fault) = of_fault.map(|place| suspect(place, fails)) else {
        return Vec::new();
    };
    if of_fault.returning.reached == 0 {
        return Vec::new();
    }
    let least = of_fault.suspicion();
    let mut ranked: Vec<(&Place, Suspect)> = (by_failing.iter())
        .filter(|(place, _)| !unsaid.contains(place) && !stack.iter().any(|at| place.contains(at)))
        .map(|(place, reached)| (place, suspect(place, *reached)))
        .filter(|(_, suspect)| suspect.suspicion() >= LEAST_SUSPICION && suspect.suspicion() > least)
        .filter(|(_, suspect)| suspect.has_few_exceptions())
        .collect();
    ranked.sort_by(|(one, first), (other, second)| {
        (second.suspicion().total_cmp(&first.suspicion()))
            .then_with(|| entries.contains(one).cmp(&entries.contains(other)))
            .then_with(|| one.cmp(other))
    });
    let mut told: Vec<Suspect> = Vec::new();
    for (_, suspect) in ranked {
        let is_told = told.iter().any(|other| {
            (&other.location.file, other.location.line) == (&suspect.location.file, suspect.location.line)
        });
        if !is_told {
            told.push(suspect);
        }
    }
    told.truncate(MOST_SUSPECTS);
    told
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(first: usize, last: usize) -> Place {
        Place {
            file: "src/lib.rs".into(),
            region: Region::new((first, 1), (last, 9)),
        }
    }

    fn at(line: u32) -> Location {
        Location {
            file: "src/lib.rs".into(),
            line,
            column: 5,
        }
    }

    fn run(fails: bool, places: &[(usize, usize)]) -> Reached {
        Reached {
            fails,
            places: places.iter().map(|(first, last)| place(*first, *last)).collect(),
        }
    }

    /// Three times each of these.
    fn thrice(runs: &[Reached]) -> Vec<Reached> {
        runs.iter().flat_map(|run| vec![run.clone(); 3]).collect()
    }

    fn told(runs: &[Reached], stack: &[Location]) -> Vec<(u32, u32, u32)> {
        let entries = BTreeSet::from([place(1, 3), place(20, 29)]);
        let unsaid = BTreeSet::from([place(40, 49)]);
        let suspects = suspects(runs, (stack, &place(20, 29)), &entries, &unsaid);
        let row = |suspect: Suspect| {
            (
                suspect.location.line,
                suspect.failing.reached,
                suspect.returning.reached,
            )
        };
        suspects.into_iter().map(row).collect()
    }

    #[test]
    fn a_branch_that_only_failing_runs_take_is_suspicious_where_all_reach_the_fault() {
        // The fault in line 25 is reached by all: what sets it up is the branch in line 5, and what that calls, lines 1 to 3.
        let runs = thrice(&[
            run(true, &[(1, 3), (4, 9), (5, 5), (20, 29)]),
            run(false, &[(4, 9), (20, 29)]),
        ]);
        assert_eq!(told(&runs, &[at(25)]), [(5, 3, 0), (1, 3, 0)]);
    }

    #[test]
    fn nothing_is_said_where_only_failing_runs_reach_the_fault() {
        let runs = thrice(&[run(true, &[(1, 3), (5, 5), (25, 25)]), run(false, &[])]);
        assert_eq!(told(&runs, &[at(25)]), []);
    }

    #[test]
    fn what_is_on_the_stack_is_known_and_what_must_not_be_said_is_not() {
        let runs = thrice(&[run(true, &[(7, 8), (20, 29), (40, 49)]), run(false, &[(20, 29)])]);
        assert_eq!(told(&runs, &[at(25), at(7)]), []);
        assert_eq!(told(&runs, &[at(25)]), [(7, 3, 0)]);
    }

    #[test]
    fn what_most_that_return_reach_and_what_few_runs_say_is_not_suspicious() {
        let often = thrice(&[
            run(true, &[(5, 5), (20, 29)]),
            run(false, &[(5, 5), (20, 29)]),
            run(false, &[(20, 29)]),
        ]);
        assert_eq!(told(&often, &[at(25)]), []);
        let some = [run(true, &[(5, 5), (20, 29)]), run(false, &[(20, 29)])];
        let mostly = [
            thrice(&some[..1]),
            thrice(&some[..1]),
            thrice(&some[1..]),
            vec![run(false, &[(5, 5), (20, 29)])],
        ];
        assert_eq!(
            told(&mostly.concat(), &[at(25)]),
            [],
            "one of four that return reaches it"
        );
        let few = [run(true, &[(5, 5)]), run(false, &[]), run(false, &[])];
        assert_eq!(told(&few, &[at(25)]), []);
    }

    #[test]
    fn a_block_is_told_by_the_first_code_in_it() {
        let text = "if a {\n    // why\n\n    step = 0; }\nif b { step = 1; }\nlet c = 3;\n{";
        let first = |line, column| {
            let at = Location {
                file: "src/lib.rs".into(),
                line,
                column,
            };
            let place = first_code(text, &at);
            (place.line, place.column)
        };
        assert_eq!([first(1, 6), first(5, 6), first(6, 9)], [(4, 5), (5, 8), (6, 9)]);
        // What has no code is told as it is.
        assert_eq!([first(7, 1), first(9, 4)], [(7, 1), (9, 4)]);
    }

    #[test]
    fn the_coefficient_is_ochiais() {
        let share = |reached, of| Share { reached, of };
        let suspect = |failing, returning| Suspect {
            location: at(1),
            failing,
            returning,
        };
        assert_eq!(suspect(share(4, 4), share(0, 9)).suspicion(), 1.0);
        assert_eq!(suspect(share(2, 4), share(2, 9)).suspicion(), 0.5);
        assert_eq!(suspect(share(0, 4), share(0, 9)).suspicion(), 0.0);
    }
}
