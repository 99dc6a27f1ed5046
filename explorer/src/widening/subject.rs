//! One plan that is widened: its places, what was tried there, and what came of it.

use super::trial::{Told, Trial};
use crate::confirm::Candidate;
use crate::outcome::Fault;
use crate::tuning::{FEWEST_VALUES, VARIATIONS_OF_ALL};
use harness_gen::Prepared;
use plans::{
    Challenge, Grammar, OpId, OtherLiterals, Place, Plan, Term, challenges, further_variations, places,
    variations,
};

/// A plan that is widened.
pub(super) struct Subject {
    /// Of the finding.
    pub id: String,
    /// As the finding shows it.
    pub plan: Plan,
    /// Its fault.
    pub seen: Fault,
    pub spots: Vec<Tried>,
    /// Runs that ended their process.
    pub deaths: usize,
    /// Runs with other values of all letters at once that failed in the same way.
    pub together: usize,
    /// Plans that are known to pass.
    passing: Vec<Plan>,
    standing: Standing,
}

/// How far a subject is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Standing {
    /// Its places are being tried, or letters are being tried together.
    Open,
    /// Nothing more is run.
    Settled,
    /// Nothing is said of it.
    GivenUp,
}

/// A place with what was tried there.
pub(super) struct Tried {
    pub place: Place,
    pub values: Vec<Term>,
    /// One for each value; nothing is known of a run that was not made.
    pub told: Vec<Told>,
    /// Whatever was tried there fails, also together with others of which that is said.
    pub is_any: bool,
}

impl Tried {
    pub(super) fn count(&self, wanted: Told) -> usize {
        self.told.iter().filter(|told| **told == wanted).count()
    }

    /// The plan with each value in this place, from this value on.
    fn trials(&self, (subject, at): (usize, usize), decided: &Plan, first: usize) -> Vec<Trial> {
        let values = self.values.iter().enumerate().skip(first);
        let trial = |(number, value): (usize, &Term)| Trial {
            subject,
            of: Some((at, number)),
            challenge: Challenge {
                hole: None,
                plan: decided.with_part(&self.place.way, value),
                values: vec![value.clone()],
            },
        };
        values.map(trial).collect()
    }

    fn all_fail(&self) -> bool {
        let fails = self.count(Told::Fails);
        let is_enough = fails >= FEWEST_VALUES || (fails > 0 && fails == self.values.len());
        self.place.is_total && is_enough && self.count(Told::Differs) == 0
    }

    /// The values that fail.
    fn failing(&self) -> Vec<Term> {
        let fails = |(value, told): (&Term, &Told)| (*told == Told::Fails).then(|| value.clone());
        self.values.iter().zip(&self.told).filter_map(fails).collect()
    }

    /// Too little could be told, and nothing speaks against it.
    fn is_open(&self) -> bool {
        let is_little = self.count(Told::Fails) < FEWEST_VALUES;
        self.place.is_total && is_little && self.count(Told::Differs) == 0 && self.count(Told::Discarded) > 0
    }
}

/// What is known to pass must not be among what is said to fail: what plans that pass have in a place is tried there.
fn add_passing(values: &mut Vec<Term>, passing: &[Plan], place: &Place, grammar: &Grammar) {
    for value in passing.iter().filter_map(|plan| plan.term().part(&place.way)) {
        let fits = value.result(grammar) == Some(place.ty) && *value != place.part;
        if fits && !values.contains(value) {
            values.push(value.clone());
        }
    }
}

impl Subject {
    pub(super) fn of(
        candidate: &Candidate,
        prepared: &Prepared,
        grammar: &Grammar,
        literals: &OtherLiterals,
    ) -> Subject {
        let sample = candidate.sample();
        let is_variant = |op: OpId| prepared.bindings.variant(op).is_some();
        let described = &candidate.described;
        let passing = described.passing.iter().chain(&described.passing_by_argument);
        let passing: Vec<Plan> = passing.map(|plan| plan.with_holes(|_| false)).collect();
        let of_place = |place: Place| {
            let mut values = variations(grammar, literals, &place, &is_variant);
            add_passing(&mut values, &passing, &place, grammar);
            Tried {
                told: vec![Told::Nothing; values.len()],
                place,
                values,
                is_any: false,
            }
        };
        // What a placeholder type stands for is shown as a placeholder, and it was never looked at.
        let shown = prepared
            .bindings
            .with_type_placeholders(sample.plan.term().clone());
        let is_shown = |place: &Place| {
            matches!(
                shown.part(&place.way),
                Some(Term::Apply { .. } | Term::Literal { .. })
            )
        };
        Subject {
            id: candidate.identity(&prepared.items).id(),
            plan: sample.plan.clone().renumbered(),
            seen: sample.observed.clone(),
            spots: (places(grammar, &sample.plan).into_iter())
                .filter(is_shown)
                .map(of_place)
                .collect(),
            deaths: 0,
            together: 0,
            passing,
            standing: Standing::Open,
        }
    }

    pub(super) fn give_up(&mut self) {
        self.standing = Standing::GivenUp;
    }

    pub(super) fn is_given_up(&self) -> bool {
        self.standing == Standing::GivenUp
    }

    /// The plan itself, and with each value in its place.
    pub(super) fn trials(&self, subject: usize) -> Vec<Trial> {
        let decided = self.plan.with_holes(|_| false);
        let mut trials = vec![Trial::itself(subject, &decided)];
        for (at, spot) in self.spots.iter().enumerate() {
            trials.extend(spot.trials((subject, at), &decided, 0));
        }
        trials
    }

    /// With more values where too many were discarded.
    pub(super) fn further_trials(
        &mut self,
        subject: usize,
        grammar: &Grammar,
        literals: &OtherLiterals,
    ) -> Vec<Trial> {
        let (decided, is_given_up) = (self.plan.with_holes(|_| false), self.is_given_up());
        let mut trials = Vec::new();
        for (at, spot) in self.spots.iter_mut().enumerate() {
            if spot.is_open() && !is_given_up {
                let first = spot.values.len();
                let more = further_variations(grammar, literals, &spot.place, &spot.values);
                spot.values.extend(more);
                spot.told.resize(spot.values.len(), Told::Nothing);
                trials.extend(spot.trials((subject, at), &decided, first));
            }
        }
        trials
    }

    /// Takes note of what became of one of these.
    pub(super) fn note(&mut self, trial: &Trial, told: Told) {
        match trial.of {
            Some((at, number)) => {
                let spot = &mut self.spots[at];
                spot.told[number] = told;
                spot.is_any = spot.all_fail();
            }
            // What does not fail now in the way that was seen says nothing with other values.
            None if told != Told::Fails => self.give_up(),
            None => {}
        }
    }

    /// The outermost places in which anything fails, as positions among all, in the order in which people read them.
    pub(super) fn letters(&self) -> Vec<usize> {
        let any: Vec<usize> = (0..self.spots.len())
            .filter(|at| self.spots[*at].is_any)
            .collect();
        let place = |at: &usize| &self.spots[*at].place;
        let mut outermost: Vec<usize> = (any.iter().copied())
            .filter(|at| !any.iter().any(|other| place(at).is_within(place(other))))
            .collect();
        outermost.sort_by_key(|at| &self.spots[*at].place.way);
        outermost
    }

    /// Other values in the places of all letters and placeholders at once; nothing if that is settled.
    pub(super) fn trials_together(
        &self,
        subject: usize,
        grammar: &Grammar,
        literals: &OtherLiterals,
    ) -> Vec<Trial> {
        let letters = self.letters();
        if self.standing != Standing::Open || letters.is_empty() {
            return Vec::new();
        }
        if let Some(plan) = self.passing.iter().find(|plan| self.is_case(plan, &letters)) {
            return vec![Trial::itself(subject, plan)];
        }
        let mut places: Vec<(Option<u32>, usize, Vec<Term>)> = Vec::new();
        for challenge in challenges(grammar, literals, &self.plan) {
            let hole = challenge.hole;
            match places.last_mut().filter(|(last, ..)| *last == hole) {
                _ if hole.is_none() => {}
                Some((.., values)) => values.extend(challenge.values),
                None => places.push((hole, 0, challenge.values)),
            }
        }
        places.extend(
            letters
                .iter()
                .map(|&at| (None, at, self.values_together(at, &letters))),
        );
        if places.len() < 2 {
            return Vec::new();
        }
        let turns = (0..VARIATIONS_OF_ALL).map(|turn| {
            // Neighbours differ, and every value meets several others.
            let chosen: Vec<&Term> = (places.iter().enumerate())
                .map(|(index, (.., values))| &values[(turn + index + index * turn) % values.len()])
                .collect();
            let mut plan = self.plan.clone();
            for ((_, at, _), value) in places
                .iter()
                .zip(&chosen)
                .filter(|((hole, ..), _)| hole.is_none())
            {
                plan = plan.with_part(&self.spots[*at].place.way, value);
            }
            let of_hole = |number: u32| {
                let hole = places.iter().position(|(hole, ..)| *hole == Some(number));
                hole.map(|index| chosen[index])
            };
            Challenge {
                hole: None,
                plan: plan.with_values(of_hole).with_holes(|_| false),
                values: chosen.into_iter().cloned().collect(),
            }
        });
        turns
            .map(|challenge| Trial {
                subject,
                of: None,
                challenge,
            })
            .collect()
    }

    /// The values of a letter, and those of other letters of its type: which of two is greater may be all that matters.
    fn values_together(&self, at: usize, letters: &[usize]) -> Vec<Term> {
        let mut values = self.spots[at].failing();
        let is_like = |other: &&usize| self.spots[**other].place.ty == self.spots[at].place.ty;
        let of_others = letters
            .iter()
            .filter(is_like)
            .flat_map(|&other| self.spots[other].failing());
        for value in of_others {
            if !values.contains(&value) {
                values.push(value);
            }
        }
        values
    }

    /// Whether a plan differs from this one in the places of letters and placeholders alone.
    fn is_case(&self, other: &Plan, letters: &[usize]) -> bool {
        let open = self.plan.with_holes(|_| true);
        let mut ways: Vec<Vec<usize>> = (open.parts().into_iter())
            .filter(|(_, part)| matches!(part, Term::Hole { .. }))
            .map(|(way, _)| way)
            .collect();
        ways.extend(letters.iter().map(|at| self.spots[*at].place.way.clone()));
        let decided = self.plan.with_holes(|_| false);
        let same = ways.iter().try_fold(other.clone(), |plan, way| {
            Some(plan.with_part(way, decided.term().part(way)?))
        });
        same.is_some_and(|same| same == decided)
    }

    /// Takes note of what became of these: as long as one of them does not fail, the last letter is taken back.
    pub(super) fn settle(&mut self, told: &[Told]) {
        if self.standing != Standing::Open {
            return;
        }
        let fails = told.iter().filter(|told| **told == Told::Fails).count();
        let is_refuted = told.contains(&Told::Differs) || (fails == 0 && !told.is_empty());
        match self.letters().last() {
            Some(last) if is_refuted => self.spots[*last].is_any = false,
            _ => {
                self.together = fails;
                self.standing = Standing::Settled;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Told::{Differs, Discarded, Fails, Nothing};
    use super::*;
    use crate::outcome::FaultKind;
    use plans::TypeId;

    fn value(number: u32) -> Term {
        Term::Apply {
            op: OpId(number),
            args: Vec::new(),
        }
    }

    /// A place with a value for each of these, all of which had their run.
    fn spot(way: &[usize], told: &[Told]) -> Tried {
        let mut spot = Tried {
            place: Place {
                way: way.to_vec(),
                part: value(0),
                ty: TypeId(0),
                is_total: true,
            },
            values: (1..).map(value).take(told.len()).collect(),
            told: told.to_vec(),
            is_any: false,
        };
        spot.is_any = spot.all_fail();
        spot
    }

    fn subject(spots: Vec<Tried>) -> Subject {
        let root = Term::Apply {
            op: OpId(9),
            args: vec![value(0), value(0)],
        };
        Subject {
            id: "0".to_owned(),
            plan: Plan::new(root).expect("it is a plan"),
            seen: Fault {
                kind: FaultKind::Panic,
                message: String::new(),
                location: None,
                op: None,
            },
            spots,
            deaths: 0,
            together: 0,
            passing: Vec::new(),
            standing: Standing::Open,
        }
    }

    #[test]
    fn any_value_is_said_to_fail_after_enough_of_them() {
        assert!(spot(&[0], &[Fails; 3]).is_any);
        assert!(
            spot(&[0], &[Fails]).is_any,
            "there is no other value, as of a bool"
        );
        assert!(!spot(&[0], &[Fails, Fails, Fails, Differs]).is_any);
        assert!(!spot(&[0], &[Fails, Fails, Discarded]).is_any);
        assert!(!spot(&[0], &[Fails, Nothing]).is_any);
        assert!(!spot(&[0], &[]).is_any && !spot(&[0], &[Discarded; 9]).is_any);
    }

    #[test]
    fn a_letter_is_as_far_outside_as_can_be() {
        let spots = vec![
            spot(&[0], &[Differs; 3]),
            spot(&[1], &[Fails; 3]),
            spot(&[0, 1], &[Fails; 3]),
            spot(&[1, 0], &[Fails; 3]),
        ];
        assert_eq!(subject(spots).letters(), [2, 1]);
    }

    #[test]
    fn what_does_not_fail_together_takes_the_last_letter_back() {
        let mut subject = subject(vec![spot(&[0], &[Fails; 3]), spot(&[1], &[Fails; 3])]);
        let (grammar, literals) = (Grammar::new(0, Vec::new()).unwrap(), OtherLiterals::new());
        let tried = subject.trials_together(0, &grammar, &literals);
        assert_eq!(tried.len(), VARIATIONS_OF_ALL);
        for trial in &tried {
            let Term::Apply { args, .. } = trial.challenge.plan.term() else {
                unreachable!("it is a call")
            };
            assert_ne!(args[0], value(0));
            assert_ne!(args[1], value(0));
        }
        subject.settle(&[Fails, Differs]);
        assert_eq!(subject.letters(), [0]);
        assert!(subject.trials_together(0, &grammar, &literals).is_empty());
        subject.settle(&[]);
        assert_eq!((subject.letters(), subject.together), (vec![0], 0));
    }

    #[test]
    fn a_plan_that_is_known_to_pass_is_no_case() {
        let mut subject = subject(vec![spot(&[0], &[Fails; 3]), spot(&[1], &[Fails; 3])]);
        let call = |first: u32, second: u32| {
            let args = vec![value(first), value(second)];
            Plan::new(Term::Apply { op: OpId(9), args })
        };
        subject.passing = call(7, 8).into_iter().collect();
        let (grammar, literals) = (Grammar::new(0, Vec::new()).unwrap(), OtherLiterals::new());
        let tried = subject.trials_together(0, &grammar, &literals);
        assert_eq!(tried.len(), 1, "it is the plan that passes");
        subject.settle(&[Differs]);
        assert_eq!(subject.letters(), [0]);
        subject.passing = [call(9, 9), call(7, 0)].into_iter().flatten().collect();
        assert_eq!(subject.trials_together(0, &grammar, &literals).len(), 1);
    }

    #[test]
    fn what_each_passing_plan_has_in_a_place_is_tried_there() {
        let literal = |ty: u32, value: u8| Term::Literal {
            ty: TypeId(ty),
            value: vec![value],
        };
        let call = |first: Term, second: Term| {
            let args = vec![first, second];
            Plan::new(Term::Apply { op: OpId(9), args }).expect("it is a plan")
        };
        let place = Place {
            way: vec![1],
            part: literal(0, 0),
            ty: TypeId(0),
            is_total: true,
        };
        let passing = [
            call(literal(0, 10), literal(0, 0)),
            call(literal(0, 0), literal(0, 12)),
            call(literal(0, 0), literal(1, 12)),
            call(literal(0, 0), literal(0, 1)),
        ];
        let grammar = Grammar::new(0, Vec::new()).unwrap();
        let mut values = vec![literal(0, 1)];
        add_passing(&mut values, &passing, &place, &grammar);
        assert_eq!(values, [literal(0, 1), literal(0, 12)]);
    }

    #[test]
    fn letters_that_never_met_are_not_said_together() {
        let mut subject = subject(vec![spot(&[0], &[Fails; 3]), spot(&[1], &[Fails; 3])]);
        subject.settle(&[Discarded, Nothing]);
        assert_eq!(subject.letters(), [0]);
    }

    #[test]
    fn a_plan_that_does_not_fail_again_says_nothing() {
        let mut subject = subject(vec![spot(&[0], &[Fails; 3])]);
        let trial = Trial::itself(0, &subject.plan.clone());
        subject.note(&trial, Differs);
        assert!(subject.is_given_up());
    }
}
